//! Describes the state of a seat and of a trick.

use pidro::rules::PoolSize;
use pidro::{Call, Play, Seat, Trick, View};
use pidro_text::{say, text};

use super::Narrator;

impl Narrator<'_> {
    /// Who played which card to a trick.
    pub(crate) fn plays(self, trick: Trick<'_>) -> Vec<String> {
        let play = |play: &Play| format!("{} {}", self.names[play.seat], self.style.card(play.card));
        trick.plays().iter().map(play).collect()
    }

    /// The public facts about a seat: whether it deals, its call, its open cards or their number,
    /// the cards it killed, its redeal and the size of the dealer's pool.
    pub(crate) fn seat_facts(self, view: &View, seat: Seat) -> Vec<String> {
        let style = self.style;
        let lang = style.lang;
        let mut facts = Vec::new();
        if view.dealer == Some(seat) {
            facts.push(lang.get(text::DEALER).to_owned());
        }
        match view.auction.calls().filter(|(caller, _)| *caller == seat).last() {
            Some((_, Call::Bid(bid))) => facts.push(say!(lang, text::BID_OF, bid = bid.get())),
            Some((_, Call::Pass)) => facts.push(lang.get(text::PASSED).to_owned()),
            None => {}
        }
        if let Some(cards) = view.cold[seat] {
            facts.push(say!(
                lang,
                text::COLD_CARDS,
                cards = style.cards(cards, view.trump)
            ));
        } else if let Some(count) = view.hands[seat].len()
            && count > 0
        {
            facts.push(say!(lang, text::CARD_COUNT, count = count));
        }
        if let Some(top) = view.killed.forced_top(seat) {
            facts.push(say!(lang, text::PLAYS_FIRST, card = style.card(top)));
        }
        if let Some(pile) = view.killed.pile(seat)
            && !pile.is_empty()
        {
            let cards = style.list(pile.as_slice().iter().copied());
            facts.push(say!(lang, text::KILLED_CARDS, cards = cards));
        }
        if let Some(redeal) = view.redeal[seat] {
            let asked = if redeal.received < redeal.requested {
                say!(
                    lang,
                    text::ASKED_GOT,
                    count = redeal.requested,
                    got = redeal.received
                )
            } else {
                say!(lang, text::ASKED, count = redeal.requested)
            };
            facts.push(asked);
        }
        if view.dealer == Some(seat)
            && view.rules.pool_size == PoolSize::Public
            && let Some(pool) = view.pool_size
        {
            facts.push(say!(lang, text::POOL, count = pool));
        }
        facts
    }
}
