//! Describes a game in sentences, in the player's language.

mod advice;
mod points;
mod state;

use pidro::rules::Kill;
use pidro::{
    BySeat, ByTeam, Call, Card, CardSet, Contract, Cut, History, Seat, Team, TrickResult, Trump, View,
    VisibleCards, VisibleEvent,
};
use pidro_text::{Addressee, Side, Value, say, text};

use crate::lang::{TextStyle, suit_name};
use crate::perspective::Perspective;

/// Describes a game to its players in their language, with their names.
#[derive(Clone, Copy)]
pub(crate) struct Narrator<'a> {
    pub(crate) style: TextStyle,
    pub(crate) names: &'a BySeat<String>,
    /// The seat of the player who reads the sentences, if there is only one. They call that player
    /// "you".
    pub(crate) reader: Option<Seat>,
}

impl Narrator<'_> {
    /// The names of both players of a team.
    pub(crate) fn team(self, team: Team) -> String {
        let mut names = team.seats().iter().map(|seat| &self.names[seat]);
        match (names.next(), names.next()) {
            (Some(one), Some(other)) => say!(self.style.lang, text::AND, one = one, other = other),
            _ => team.to_string(),
        }
    }

    fn person(self, seat: Seat) -> Addressee {
        if self.reader == Some(seat) {
            Addressee::You
        } else {
            Addressee::Other
        }
    }

    /// Like [`Narrator::person`], for sentences that also address the bidder's partner.
    fn bidder(self, seat: Seat) -> Addressee {
        if self.reader == Some(seat.partner()) {
            Addressee::Partner
        } else {
            self.person(seat)
        }
    }

    /// Describes the events in `from..to` from this perspective.
    pub(crate) fn describe_events(
        self,
        history: &History,
        perspective: impl Into<Perspective>,
        from: usize,
        to: usize,
    ) -> Vec<String> {
        let perspective = perspective.into();
        let mut lines = Vec::new();
        let Some(mut game) = history.at_event(from) else {
            return lines;
        };
        for event in history.log().iter().take(to).skip(from) {
            let sentences = self.describe(&perspective.view(&game), &perspective.event(event, game.rules()));
            lines.push(sentences.join(" "));
            game = game.evolve(event);
        }
        lines
    }

    /// Describes an event in one or more sentences, given the view before it.
    fn describe(self, before: &View, event: &VisibleEvent) -> Vec<String> {
        let trump = before.trump;
        match *event {
            VisibleEvent::DealerCut { cut } => vec![self.dealer_cut(cut)],
            VisibleEvent::DealerChosen { seat } => vec![self.dealer_chosen(seat)],
            VisibleEvent::HandDealt { dealer, hands, .. } => self.hand_dealt(before.hand, dealer, hands),
            VisibleEvent::CallMade { seat, call } => vec![self.call_made(seat, call)],
            VisibleEvent::BiddingWon { contract } => vec![self.bidding_won(contract)],
            VisibleEvent::TrumpDeclared { seat, trump } => vec![self.trump_declared(seat, trump)],
            VisibleEvent::Discarded { seat, cards } => vec![self.discarded(seat, cards)],
            VisibleEvent::Redealt {
                seat,
                requested,
                received,
                cards,
            } => self.redealt(seat, requested, received, cards.cards(), trump),
            VisibleEvent::Robbed {
                seat,
                taken,
                kept,
                buried,
                ..
            } => self.robbed(seat, taken, kept, buried, trump),
            VisibleEvent::Killed { seat, cards, .. } => {
                self.killed(before.rules.kill, seat, cards.as_slice())
            }
            VisibleEvent::CardPlayed { seat, card } => vec![self.card_played(seat, card)],
            VisibleEvent::WentCold { seat, shown } => vec![self.went_cold(seat, shown, trump)],
            VisibleEvent::TrickWon { result } => self.trick_won(result),
            VisibleEvent::Claimed { seat } => vec![self.claimed(seat)],
            VisibleEvent::HandScored {
                contract,
                taken,
                made,
                change,
                ..
            } => self.scored(before, contract, taken[contract.seat.team()], made, change),
            VisibleEvent::GameWon { team } => vec![self.game_won(team)],
            VisibleEvent::Resigned { seat } => vec![self.resigned(seat)],
        }
    }

    fn dealer_cut(self, cut: Cut) -> String {
        let drawn: Vec<String> = cut
            .draws()
            .map(|(seat, card)| format!("{} {}", self.names[seat], self.style.card(card)))
            .collect();
        say!(self.style.lang, text::CUT, cards = drawn.join(", "))
    }

    fn dealer_chosen(self, seat: Seat) -> String {
        say!(
            self.style.lang,
            text::DEALS_FIRST,
            who = &self.names[seat],
            person = self.person(seat)
        )
    }

    fn hand_dealt(self, hand: u32, dealer: Seat, hands: BySeat<VisibleCards>) -> Vec<String> {
        let mut sentences = vec![say!(
            self.style.lang,
            text::HAND_DEALT,
            hand = hand,
            who = &self.names[dealer],
            person = self.person(dealer)
        )];
        for (seat, hand) in hands.iter() {
            sentences.extend(hand.cards().map(|cards| self.gets(seat, cards, None)));
        }
        sentences
    }

    fn gets(self, seat: Seat, cards: CardSet, trump: Option<Trump>) -> String {
        say!(
            self.style.lang,
            text::GETS,
            who = &self.names[seat],
            person = self.person(seat),
            cards = self.style.cards(cards, trump)
        )
    }

    fn call_made(self, seat: Seat, call: Call) -> String {
        let lang = self.style.lang;
        let who = &self.names[seat];
        let person = self.person(seat);
        match call {
            Call::Bid(bid) => say!(lang, text::BIDS, who = who, person = person, bid = bid.get()),
            Call::Pass => say!(lang, text::PASSES, who = who, person = person),
        }
    }

    fn bidding_won(self, Contract { seat, bid }: Contract) -> String {
        say!(
            self.style.lang,
            text::BIDDING_WON,
            who = &self.names[seat],
            person = self.person(seat),
            bid = bid.get()
        )
    }

    fn trump_declared(self, seat: Seat, trump: Trump) -> String {
        let lang = self.style.lang;
        say!(
            lang,
            text::NAMES_TRUMP,
            who = &self.names[seat],
            person = self.person(seat),
            suit = suit_name(lang, trump.suit())
        )
    }

    fn discarded(self, seat: Seat, cards: VisibleCards) -> String {
        let lang = self.style.lang;
        let who = &self.names[seat];
        match cards {
            VisibleCards::Cards(cards) => say!(
                lang,
                text::DISCARDS,
                who = who,
                person = self.person(seat),
                cards = self.style.cards(cards, None)
            ),
            VisibleCards::Count(count) => say!(lang, text::DISCARDS_COUNT, who = who, count = count),
            VisibleCards::Hidden => say!(lang, text::DISCARDS_HIDDEN, who = who),
        }
    }

    fn redealt(
        self,
        seat: Seat,
        requested: u8,
        received: u8,
        cards: Option<CardSet>,
        trump: Option<Trump>,
    ) -> Vec<String> {
        let lang = self.style.lang;
        let who = &self.names[seat];
        let person = self.person(seat);
        let mut sentences = vec![if received < requested {
            say!(
                lang,
                text::ASKS_GETS,
                who = who,
                person = person,
                asked = requested,
                got = received
            )
        } else {
            say!(lang, text::ASKS, who = who, person = person, asked = requested)
        }];
        let known = cards.filter(|cards| !cards.is_empty());
        sentences.extend(known.map(|cards| self.gets(seat, cards, trump)));
        sentences
    }

    fn robbed(
        self,
        seat: Seat,
        taken: u8,
        kept: VisibleCards,
        buried: VisibleCards,
        trump: Option<Trump>,
    ) -> Vec<String> {
        let Narrator { style, names, .. } = self;
        let who = &names[seat];
        let person = self.person(seat);
        let known = |cards: VisibleCards| cards.cards().filter(|cards| !cards.is_empty());
        let kept = known(kept).map_or_else(
            || Value::from(kept.len().unwrap_or_default()),
            |cards| Value::from(style.cards(cards, trump)),
        );
        let mut sentences = vec![say!(
            style.lang,
            text::ROBS,
            who = who,
            person = person,
            taken = taken,
            kept = kept
        )];
        sentences.extend(known(buried).map(|cards| {
            say!(
                style.lang,
                text::BURIES,
                who = who,
                person = person,
                cards = style.cards(cards, trump)
            )
        }));
        sentences
    }

    fn killed(self, rule: Kill, seat: Seat, pile: &[Card]) -> Vec<String> {
        let Narrator { style, names, .. } = self;
        let mut sentences = vec![say!(
            style.lang,
            text::KILLS,
            who = &names[seat],
            person = self.person(seat),
            cards = style.list(pile.iter().copied())
        )];
        if let Some(top) = pile.first()
            && rule == Kill::ForcedTop
        {
            sentences.push(say!(style.lang, text::KILLS_ON_TOP, card = style.card(*top)));
        }
        sentences
    }

    fn card_played(self, seat: Seat, card: Card) -> String {
        say!(
            self.style.lang,
            text::PLAYS,
            who = &self.names[seat],
            person = self.person(seat),
            card = self.style.card(card)
        )
    }

    fn went_cold(self, seat: Seat, shown: CardSet, trump: Option<Trump>) -> String {
        let lang = self.style.lang;
        let who = &self.names[seat];
        let person = self.person(seat);
        if shown.is_empty() {
            return say!(lang, text::GOES_COLD, who = who, person = person);
        }
        say!(
            lang,
            text::GOES_COLD_SHOWING,
            who = who,
            person = person,
            cards = self.style.cards(shown, trump)
        )
    }

    /// Who takes a trick, and who gets the point of the two if the other team played it.
    fn trick_won(self, result: TrickResult) -> Vec<String> {
        let lang = self.style.lang;
        let winner = result.winner;
        let other_team = result.two.filter(|seat| seat.team() != winner.team());
        let same_team = result.two.is_some() && other_team.is_none();
        let mut sentences = vec![say!(
            lang,
            text::TAKES,
            who = &self.names[winner],
            person = self.person(winner),
            points = result.points + u8::from(same_team)
        )];
        sentences.extend(other_team.map(|seat| {
            say!(
                lang,
                text::TWO_STAYS,
                who = &self.names[seat],
                person = self.person(seat)
            )
        }));
        sentences
    }

    fn claimed(self, seat: Seat) -> String {
        say!(
            self.style.lang,
            text::CLAIMS,
            who = &self.names[seat],
            person = self.person(seat)
        )
    }

    fn game_won(self, team: Team) -> String {
        let side = match self.reader {
            Some(seat) if seat.team() == team => Side::We,
            _ => Side::Other,
        };
        say!(self.style.lang, text::WINS, side = side, team = self.team(team))
    }

    fn resigned(self, seat: Seat) -> String {
        say!(
            self.style.lang,
            text::RESIGNS,
            who = &self.names[seat],
            person = self.person(seat)
        )
    }

    /// Describes the result of a hand and the scores after it.
    fn scored(
        self,
        before: &View,
        contract: Contract,
        taken: u8,
        made: bool,
        change: ByTeam<i8>,
    ) -> Vec<String> {
        let lang = self.style.lang;
        let who = &self.names[contract.seat];
        let person = self.bidder(contract.seat);
        let bid = contract.bid.get();
        let bidders = contract.seat.team();
        let team = self.team(bidders);
        let mut sentences = vec![if made {
            say!(
                lang,
                text::BID_MADE,
                who = who,
                person = person,
                bid = bid,
                team = team,
                taken = taken
            )
        } else {
            say!(
                lang,
                text::BID_FAILED,
                who = who,
                person = person,
                bid = bid,
                team = team,
                taken = taken
            )
        }];
        let first = self.reader.map_or(bidders, Seat::team);
        for team in [first, first.opponents()] {
            let name = match self.reader.map(Seat::team) {
                Some(own) if own == team => lang.get(text::WE).to_owned(),
                Some(_) => lang.get(text::THEY).to_owned(),
                None => self.team(team),
            };
            sentences.push(say!(
                lang,
                text::SCORES,
                team = name,
                change = format!("{:+}", change[team]),
                score = (before.scores[team] + i32::from(change[team])).to_string()
            ));
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use pidro::{Observer, Record};

    use super::*;
    use crate::lang::CardStyle;
    use pidro_text::Lang;

    pub(super) fn example() -> (Record, BySeat<String>) {
        let record = Record::parse(include_str!("../../../docs/example.pidro")).unwrap();
        let names = BySeat::from_fn(|seat| record.tag(&format!("{seat:?}")).unwrap().to_owned());
        (record, names)
    }

    pub(super) const SPOKEN: TextStyle = TextStyle {
        lang: Lang::En,
        card_style: CardStyle::Words,
    };

    #[test]
    fn a_spectator_learns_nothing_hidden_and_a_player_sees_their_own_cards() {
        let (record, names) = example();
        let narrator = Narrator {
            style: SPOKEN,
            names: &names,
            reader: None,
        };
        let events = record.history().log().len();
        let public = narrator
            .describe_events(record.history(), Observer::Spectator, 0, events)
            .join("\n");
        assert!(
            public.contains("Hand 1: Bo deals.\nCecilia bids 6.\n"),
            "{public}"
        );
        assert!(public.contains("Cecilia asks for 5 cards.\n"), "{public}");
        assert!(
            public.contains("Bo discards. Nobody else knows how many cards."),
            "{public}"
        );
        assert!(!public.contains("buries"), "{public}");
        let own = narrator
            .describe_events(record.history(), Observer::Seat(Seat::East), 0, events)
            .join("\n");
        assert!(
            own.contains("Hand 1: Bo deals. Bo gets eight of spades, four of spades, king of hearts"),
            "{own}"
        );
        assert!(own.contains("Cecilia asks for 5 cards.\n"), "{own}");
        assert!(
            own.contains(
                "keeps king of hearts, ten of hearts, seven of hearts, five of diamonds, six of clubs, \
                 two of clubs."
            ),
            "{own}"
        );
    }

    #[test]
    fn the_reader_is_called_you_and_nobody_else_is() {
        let (record, names) = example();
        let narrator = |reader| Narrator {
            style: SPOKEN,
            names: &names,
            reader,
        };
        let events = record.history().log().len();
        let narration = |reader| {
            let log =
                narrator(reader).describe_events(record.history(), Observer::Seat(Seat::East), 0, events);
            log.join("\n")
        };
        let own = narration(Some(Seat::East));
        for sentence in [
            "Hand 1: you deal. You get eight of spades, ",
            " from the pack and keep king of hearts, ",
            "\nCecilia bids 6.\n",
            " We: +",
            " They: ",
        ] {
            assert!(own.contains(sentence), "{sentence}: {own}");
        }
        let names_reader = |line: &str| line.contains("Bo ") && !line.starts_with("The cut: ");
        assert!(!own.lines().any(names_reader), "{own}");
        // The partner's bid is the team's.
        let partner = narration(Some(Seat::West));
        assert!(partner.contains("your team took"), "{partner}");
        assert!(
            !narration(None).to_lowercase().contains("you"),
            "{}",
            narration(None)
        );
    }

    #[test]
    fn every_placeholder_is_filled_in_every_language() {
        let (record, names) = example();
        for lang in Lang::ALL {
            let style = TextStyle { lang, ..SPOKEN };
            let narrator = Narrator {
                style,
                names: &names,
                reader: None,
            };
            for perspective in [
                Perspective::Everything,
                Perspective::Of(Observer::Spectator),
                Perspective::Of(Observer::Seat(Seat::West)),
            ] {
                let events = record.history().log().len();
                for line in narrator.describe_events(record.history(), perspective, 0, events) {
                    assert!(!line.contains(['{', '}']), "{line}");
                }
            }
        }
    }
}
