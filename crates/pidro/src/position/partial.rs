//! Positions with unknown cards, and the search for a game that looks like them.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::facts::{Facts, HandFacts};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::card_set::by_rank;
use crate::game::Game;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::rules::Cold;
use crate::seat::{BySeat, Seat};
use crate::stage::Stage;
use crate::trump::Trump;
use crate::view::VisibleCards;

/// An observer's knowledge of a position.
#[derive(Clone, Debug)]
pub(crate) struct Partial {
    /// The facts, except for the cards in the fields below.
    pub(crate) facts: Facts,
    pub(crate) hands: BySeat<VisibleCards>,
    pub(crate) discards: BySeat<VisibleCards>,
    pub(crate) buried: VisibleCards,
    /// The number of unknown cards in the pack: all that are left in it, or none.
    pub(crate) pack_size: u8,
}

/// What the game waits for: all that an observer knows about the next event, besides the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Awaited {
    /// The decision of a seat.
    Seat(Seat),
    Deck,
    /// Nothing: an automatic event is due, or the game is over.
    Nothing,
}

/// The maximum number of layouts of the unknown cards to try. The positions of thousands of random
/// games needed at most 5,000. The limit bounds the time to refuse an impossible position.
const MOST_TRIES: usize = 25_000;

impl Partial {
    pub(crate) fn new(facts: Facts) -> Partial {
        let nothing = VisibleCards::Cards(CardSet::NONE);
        Partial {
            facts,
            hands: BySeat::all(nothing),
            discards: BySeat::all(nothing),
            buried: nothing,
            pack_size: 0,
        }
    }

    /// The facts, if nothing is unknown.
    pub(crate) fn all_known(&self) -> Option<Facts> {
        let mut facts = self.facts.clone();
        if let Some(hand) = &mut facts.hand {
            for seat in Seat::ALL {
                hand.cards[seat] = self.hands[seat].cards()?;
                hand.discards[seat] = self.discards[seat].cards()?;
            }
            hand.buried = self.buried.cards()?;
        }
        (self.pack_size == 0).then_some(facts)
    }

    /// A game that is in this phase, waits for `awaited` and passes the check: one layout of the
    /// unknown cards that the rules allow.
    pub(crate) fn fitting_game(
        &self,
        phase: Phase,
        awaited: Awaited,
        fits: impl Fn(&Game) -> bool,
    ) -> Option<Game> {
        let mut search = Search {
            tries: 0,
            fits,
            found: None,
        };
        let stages = (0..Stage::COUNT).filter_map(Stage::from_number);
        for stage in stages.filter(|stage| stage.phase() == phase) {
            let seats: Vec<Option<Seat>> = match awaited {
                Awaited::Seat(seat) if stage.is_decision() => vec![Some(seat)],
                Awaited::Deck if stage.wants_deck() => vec![None],
                Awaited::Nothing if stage.is_decision() || stage.wants_deck() => vec![],
                Awaited::Nothing if stage.is_about_a_seat() => Seat::ALL.map(Some).to_vec(),
                Awaited::Nothing => vec![None],
                _ => vec![],
            };
            let hand_is_over = matches!(
                stage,
                Stage::Deal | Stage::Score | Stage::AnnounceWinner | Stage::Over
            );
            for at in seats {
                for claimed in [None].into_iter().chain(Seat::ALL.map(Some)) {
                    if claimed.is_none() || hand_is_over {
                        search.with_stage(self, stage, at, claimed);
                    }
                }
            }
        }
        search.found
    }
}

/// The search for a game that fits.
struct Search<F> {
    tries: usize,
    fits: F,
    found: Option<Game>,
}

impl<F: Fn(&Game) -> bool> Search<F> {
    fn is_over(&self) -> bool {
        self.found.is_some() || self.tries >= MOST_TRIES
    }

    fn with_stage(&mut self, partial: &Partial, stage: Stage, at: Option<Seat>, claimed: Option<Seat>) {
        if self.is_over() {
            return;
        }
        let mut partial = partial.clone();
        partial.facts.stage = stage;
        partial.facts.at = at;
        let Some(hand) = &mut partial.facts.hand else {
            return self.attempt(&partial.facts);
        };
        hand.claimed = claimed;
        partial.layouts(&mut |facts| {
            self.attempt(facts);
            !self.is_over()
        });
    }

    fn attempt(&mut self, facts: &Facts) {
        if self.is_over() {
            return;
        }
        self.tries += 1;
        if let Ok(game) = facts.game()
            && (self.fits)(&game)
        {
            self.found = Some(game);
        }
    }
}

impl Partial {
    /// Generates layouts of the unknown cards until the callback returns `false`.
    pub(crate) fn layouts(&self, goes_on: &mut impl FnMut(&Facts) -> bool) {
        let Some(hand) = &self.facts.hand else { return };
        let places = Seat::ALL
            .iter()
            .flat_map(|seat| [self.hands[*seat], self.discards[*seat]]);
        let too_many = |shown: VisibleCards| shown.len().is_some_and(|count| count > Card::COUNT);
        if self.pack_size > 16 || places.chain([self.buried]).any(too_many) {
            return;
        }
        let dealer = hand.dealer;
        let mut goes_on_with = |partial: &Partial| {
            // A dealer with a choice keeps points first; a proven claim needs the highest cards
            // first.
            [true, false].into_iter().all(|points_first| {
                Layout::new(partial, points_first).is_none_or(|layout| layout.each(goes_on))
            })
        };
        if self.discards[dealer] != VisibleCards::Hidden {
            goes_on_with(self);
        } else if hand.trump.is_none() || self.facts.stage == Stage::Discard {
            let mut partial = self.clone();
            partial.discards[dealer] = VisibleCards::Cards(CardSet::NONE);
            goes_on_with(&partial);
        } else {
            // The number of trumps that the dealer was dealt is unknown.
            for trumps in 0..=9 {
                let mut guess = self.clone();
                if guess.suppose_dealer_had(trumps).is_some() && !goes_on_with(&guess) {
                    return;
                }
            }
        }
    }

    /// Fills in the counts that follow from the number of trumps that the dealer was dealt; `None`
    /// if that number is impossible.
    fn suppose_dealer_had(&mut self, trumps: u8) -> Option<()> {
        let hand = self.facts.hand.as_mut()?;
        let dealer = hand.dealer;
        let seen = hand.held();
        let mut pack = 16u8;
        for seat in Seat::ALL.into_iter().filter(|seat| *seat != dealer) {
            let known =
                self.hands[seat].len()? + (seen[seat] - self.hands[seat].cards().unwrap_or_default()).len();
            let received = (known + self.discards[seat].len()?).checked_sub(9)?;
            pack = pack.checked_sub(u8::try_from(received).ok()?)?;
        }
        let left = self.pack_size + hand.pack.cards().count();
        if left > 0 || matches!(self.facts.stage, Stage::Redeal | Stage::Rob | Stage::Keep) {
            // Before the rob, the dealer holds only trumps.
            match self.hands[dealer] {
                // A resignation reveals the hands.
                VisibleCards::Cards(cards) if cards.count() != trumps => return None,
                VisibleCards::Cards(_) => {}
                _ => self.hands[dealer] = VisibleCards::Count(trumps),
            }
            self.discards[dealer] = VisibleCards::Count(9 - trumps);
            if left > 0 && self.facts.stage != Stage::Redeal {
                hand.pool_size = Some(trumps + left);
            }
            return Some(());
        }
        let laid = seen[dealer] - self.hands[dealer].cards().unwrap_or_default();
        let kept = if let Some(now) = self.hands[dealer].len() {
            u8::try_from(now).ok()? + laid.count()
        } else {
            // There was nothing to rob.
            self.hands[dealer] = VisibleCards::Count(trumps.checked_sub(laid.count())?);
            trumps
        };
        let pool = trumps + pack;
        hand.pool_size = (pack > 0).then_some(pool);
        let buried = pool.saturating_sub(kept);
        let padding = kept.saturating_sub(pool);
        self.buried = match self.buried {
            VisibleCards::Hidden => VisibleCards::Count(buried),
            known => known,
        };
        self.discards[dealer] = VisibleCards::Count((9 - trumps).checked_sub(padding)?);
        Some(())
    }
}

/// The places for the unknown cards.
struct Layout {
    facts: Facts,
    trumps: Vec<Card>,
    others: Vec<Card>,
    /// Hands with unknown cards: their number, and the minimum and maximum number of trumps among
    /// them.
    hands: Vec<HiddenHand>,
    discards: BySeat<usize>,
    buried: usize,
    pack: usize,
}

struct HiddenHand {
    seat: Seat,
    size: usize,
    least: usize,
    most: usize,
}

impl Layout {
    fn new(partial: &Partial, points_first: bool) -> Option<Layout> {
        let mut facts = partial.facts.clone();
        let (rules, stage, at) = (facts.rules, facts.stage, facts.at);
        let hand = facts.hand.as_mut()?;
        let hidden = |shown: VisibleCards| match shown {
            VisibleCards::Count(count) => Some((usize::from(count), CardSet::NONE)),
            VisibleCards::Cards(cards) => Some((0, cards)),
            VisibleCards::Hidden => None,
        };
        let mut discards = BySeat::all(0);
        let mut hands = Vec::new();
        for seat in Seat::ALL {
            (discards[seat], hand.discards[seat]) = hidden(partial.discards[seat])?;
        }
        let (buried, cards) = hidden(partial.buried)?;
        hand.buried = cards;
        for seat in order(hand) {
            let (size, cards) = hidden(partial.hands[seat])?;
            let seen = hand.held()[seat].len();
            hand.cards[seat] = cards;
            let thrown = discards[seat] + hand.discards[seat].len();
            let mut least = if seat == hand.dealer {
                // Until the rob the dealer holds only trumps; after it, any cards.
                let only_trumps = matches!(stage, Stage::Redeal | Stage::Rob | Stage::Keep);
                if only_trumps { size } else { 0 }
            } else if has_discarded(hand, stage, at, seat) {
                // Nine minus the discarded cards is the number of trumps that the seat was dealt.
                9usize.saturating_sub(thrown + seen)
            } else {
                0
            };
            // A seat without trumps is cold or goes cold now.
            if matches!(stage, Stage::Play | Stage::TrickEnd) && rules.cold == Cold::Immediate {
                least = least.max(1);
            }
            let goes_cold = stage == Stage::GoCold && at == Some(seat);
            if size > 0 {
                hands.push(HiddenHand {
                    seat,
                    size,
                    least: least.min(size),
                    most: if goes_cold { 0 } else { size },
                });
            }
        }
        let unknown = CardSet::ALL - known(hand);
        let trump = hand.trump;
        let pack = usize::from(partial.pack_size);
        let slots = hands.iter().map(|hand| hand.size).sum::<usize>()
            + Seat::ALL.iter().map(|seat| discards[*seat]).sum::<usize>()
            + buried
            + pack;
        let trumps = unknown & trump.map_or(CardSet::NONE, Trump::cards);
        let first = if points_first {
            trumps & trump.map_or(CardSet::NONE, Trump::point_cards)
        } else {
            CardSet::NONE
        };
        (slots == unknown.len()).then(|| Layout {
            trumps: first
                .iter()
                .chain(trump.iter().flat_map(|trump| trump.from_the_top(trumps - first)))
                .collect(),
            others: by_rank(unknown - trumps).collect(),
            facts,
            hands,
            discards,
            buried,
            pack,
        })
    }

    /// Passes facts to the callback, each with a different distribution of trumps over the hidden
    /// hands, until the callback returns `false`. Returns whether to continue.
    fn each(&self, goes_on: &mut impl FnMut(&Facts) -> bool) -> bool {
        let mut counts = vec![0; self.hands.len()];
        self.choose(0, self.trumps.len(), &mut counts, goes_on)
    }

    /// Chooses the trumps of the hands from this index on. Returns whether to continue.
    fn choose(
        &self,
        place: usize,
        left: usize,
        counts: &mut Vec<usize>,
        goes_on: &mut impl FnMut(&Facts) -> bool,
    ) -> bool {
        let Some(hand) = self.hands.get(place) else {
            // Trumps in no hand are buried or in the pack.
            return left > self.buried + self.pack || goes_on(&self.laid(counts));
        };
        for count in (hand.least..=hand.most.min(left)).rev() {
            counts[place] = count;
            if !self.choose(place + 1, left - count, counts, goes_on) {
                return false;
            }
        }
        true
    }

    /// Lays out the cards: the best go to the hands in order, the worst are buried. A player with a
    /// choice would keep the same cards, so no rule about keeping and killing is violated.
    fn laid(&self, counts: &[usize]) -> Facts {
        let mut facts = self.facts.clone();
        let mut trumps = self.trumps.iter().copied();
        let mut others = self.others.iter().copied();
        if let Some(hand) = &mut facts.hand {
            for (hidden, &count) in self.hands.iter().zip(counts) {
                hand.cards[hidden.seat].extend(trumps.by_ref().take(count));
                hand.cards[hidden.seat].extend(others.by_ref().take(hidden.size - count));
            }
            // Either there is a pack or there are buried cards: the trumps in no hand go there.
            let rest: Vec<Card> = trumps.collect();
            let places = (self.buried + self.pack).saturating_sub(rest.len());
            let worst = others.by_ref().rev().take(places);
            if self.pack > 0 {
                hand.pack = Pile::new(rest.into_iter().chain(worst)).unwrap_or_default();
            } else {
                hand.buried.extend(rest.into_iter().chain(worst));
            }
            // A dealer who took back cards from the dealer's discard took the best of them.
            for seat in hand.dealer.clockwise() {
                let thrown = others.by_ref().rev().take(self.discards[seat]);
                hand.discards[seat].extend(thrown);
            }
        }
        facts
    }
}

/// The order in which the seats get the best of the unknown cards: the seat that claimed; the seats
/// that killed, because `auto_kill` leaves them nothing lower than what they killed; the dealer,
/// who had a choice; and the others.
fn order(hand: &HandFacts) -> Vec<Seat> {
    let mut seats = hand.dealer.clockwise().to_vec();
    seats.sort_by_key(|seat| {
        let own = hand.killed.iter().flatten().filter(|play| play.seat == *seat);
        let killed = own.filter_map(|play| hand.trump?.strength(play.card)).max();
        (hand.claimed != Some(*seat), Reverse(killed), *seat != hand.dealer)
    });
    seats
}

/// Whether the seat has discarded already, even if it had nothing to discard.
fn has_discarded(hand: &HandFacts, stage: Stage, at: Option<Seat>, seat: Seat) -> bool {
    let mut before = hand
        .dealer
        .left()
        .clockwise()
        .into_iter()
        .take_while(|other| Some(*other) != at);
    hand.trump.is_some() && (stage != Stage::Discard || before.any(|other| other == seat))
}

/// All cards whose place is known.
fn known(hand: &HandFacts) -> CardSet {
    let mut cards = hand.buried | hand.pack.cards();
    let held = hand.held();
    for seat in Seat::ALL {
        cards |= held[seat] | hand.discards[seat];
    }
    cards
}
