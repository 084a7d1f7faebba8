//! Positions with unknown cards, and the search for a game that looks like them.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::ControlFlow;

use super::facts::{Facts, HandFacts};
use crate::cards::{Card, CardSet, Pile, Trump, by_rank};
use crate::game::{Game, Phase, Stage};
use crate::projection::VisibleCards;
use crate::rules::Cold;
use crate::seat::{BySeat, Seat};

/// The facts of a position as far as an observer knows them.
#[derive(Clone, Debug)]
pub(crate) struct PartialFacts {
    /// The facts, except for the cards in the fields below.
    pub(crate) facts: Facts,
    pub(crate) hands: BySeat<VisibleCards>,
    pub(crate) discards: BySeat<VisibleCards>,
    pub(crate) buried: VisibleCards,
    /// The number of unknown cards in the pack: all that are left in it, or none.
    pub(crate) pack_size: u8,
}

/// What the game waits for. Besides the phase, this is all an observer knows about the next event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Awaited {
    /// The decision of a seat.
    Seat(Seat),
    Deck,
    /// Nothing: an automatic event is due, or the game is over.
    Nothing,
}

/// The maximum number of games to construct. The positions of thousands of random games needed at
/// most 5,000. The limit bounds the time to refuse an impossible position.
const MAX_ATTEMPTS: usize = 25_000;

const EACH_SEAT: [Option<Seat>; 4] = [
    Some(Seat::North),
    Some(Seat::East),
    Some(Seat::South),
    Some(Seat::West),
];

impl PartialFacts {
    pub(crate) fn new(facts: Facts) -> PartialFacts {
        let nothing = VisibleCards::Cards(CardSet::NONE);
        PartialFacts {
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

    /// Finds a game that is in this phase, waits for `awaited` and passes the check.
    pub(crate) fn find_game(
        &self,
        phase: Phase,
        awaited: Awaited,
        fits: impl Fn(&Game) -> bool,
    ) -> Option<Game> {
        let mut attempts = 0;
        let mut found = None;
        let mut attempt = |facts: &Facts| {
            attempts += 1;
            found = facts.game().ok().filter(&fits);
            if found.is_some() || attempts == MAX_ATTEMPTS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let _ = self.for_each_stage(phase, awaited, |partial| match partial.facts.hand {
            Some(_) => partial.complete(&mut attempt),
            None => attempt(&partial.facts),
        });
        found
    }

    /// Calls `f` with every stage of the phase in which the game waits for `awaited`, every seat
    /// that the stage can concern and, once the hand is over, every seat that may have claimed.
    fn for_each_stage(
        &self,
        phase: Phase,
        awaited: Awaited,
        mut f: impl FnMut(&PartialFacts) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let stages = (0..Stage::COUNT).filter_map(Stage::from_number);
        for stage in stages.filter(|stage| stage.phase() == phase) {
            let seats: &[Option<Seat>] = match awaited {
                Awaited::Seat(seat) if stage.is_decision() => &[Some(seat)],
                Awaited::Deck if stage.wants_deck() => &[None],
                Awaited::Nothing if stage.is_decision() || stage.wants_deck() => &[],
                Awaited::Nothing if stage.has_actor() => &EACH_SEAT,
                Awaited::Nothing => &[None],
                _ => &[],
            };
            let hand_is_over = matches!(
                stage,
                Stage::Deal | Stage::Score | Stage::AnnounceWinner | Stage::Over
            );
            let claims: &[Option<Seat>] = if hand_is_over { &EACH_SEAT } else { &[] };
            for &actor in seats {
                for &claimed in [None].iter().chain(claims) {
                    let mut partial = self.clone();
                    partial.facts.stage = stage;
                    partial.facts.actor = actor;
                    if let Some(hand) = &mut partial.facts.hand {
                        hand.claimed = claimed;
                    }
                    f(&partial)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `f` with complete facts, each with other cards for the unknown ones, until it breaks.
    pub(crate) fn complete(&self, f: &mut impl FnMut(&Facts) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(hand) = &self.facts.hand else {
            return ControlFlow::Continue(());
        };
        if self.has_too_many_cards() {
            return ControlFlow::Continue(());
        }
        let dealer = hand.dealer;
        if self.discards[dealer] != VisibleCards::Hidden {
            return self.distribute(f);
        }
        if hand.trump.is_none() || self.facts.stage == Stage::Discard {
            let mut partial = self.clone();
            partial.discards[dealer] = VisibleCards::Cards(CardSet::NONE);
            return partial.distribute(f);
        }
        // The number of trumps that the dealer was dealt is unknown.
        for trumps in 0..=9 {
            let mut guess = self.clone();
            if guess.suppose_dealer_had(trumps).is_some() {
                guess.distribute(f)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn has_too_many_cards(&self) -> bool {
        let seats = Seat::ALL.iter();
        let cards = seats.flat_map(|seat| [self.hands[*seat], self.discards[*seat]]);
        self.pack_size > 16
            || cards
                .chain([self.buried])
                .any(|cards| cards.len().is_some_and(|count| count > Card::COUNT))
    }

    /// Distributes the unknown cards. All counts must be known.
    fn distribute(&self, f: &mut impl FnMut(&Facts) -> ControlFlow<()>) -> ControlFlow<()> {
        // A dealer with a choice keeps points first; a proven claim needs the highest cards first.
        for points_first in [true, false] {
            if let Some(cards) = UnknownCards::new(self, points_first) {
                cards.for_each_distribution(f)?;
            }
        }
        ControlFlow::Continue(())
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
        if left > 0 || dealer_holds_only_trumps(self.facts.stage) {
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
        let laid_down = seen[dealer] - self.hands[dealer].cards().unwrap_or_default();
        let kept = if let Some(now) = self.hands[dealer].len() {
            u8::try_from(now).ok()? + laid_down.count()
        } else {
            // There was nothing to rob.
            self.hands[dealer] = VisibleCards::Count(trumps.checked_sub(laid_down.count())?);
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

/// The unknown cards of a position, and how many of them are where.
struct UnknownCards {
    facts: Facts,
    /// The cards in the order in which they go to the hands.
    trumps: Vec<Card>,
    others: Vec<Card>,
    hands: Vec<HiddenHand>,
    discards: BySeat<usize>,
    buried: usize,
    pack: usize,
}

/// The unknown cards in a hand: their number, and the least and most trumps among them.
struct HiddenHand {
    seat: Seat,
    size: usize,
    min_trumps: usize,
    max_trumps: usize,
}

impl UnknownCards {
    /// `None` if the number of unknown cards differs from the number of places for them.
    fn new(partial: &PartialFacts, points_first: bool) -> Option<UnknownCards> {
        let mut facts = partial.facts.clone();
        let hand = facts.hand.as_mut()?;
        let mut discards = BySeat::all(0);
        for seat in Seat::ALL {
            (discards[seat], hand.discards[seat]) = count_and_cards(partial.discards[seat])?;
        }
        let (buried, cards) = count_and_cards(partial.buried)?;
        hand.buried = cards;
        let mut hands = Vec::new();
        for seat in seats_by_claim_on_cards(hand) {
            let (size, cards) = count_and_cards(partial.hands[seat])?;
            let laid_down = hand.held()[seat].len();
            hand.cards[seat] = cards;
            if size > 0 {
                let accounted_for = discards[seat] + hand.discards[seat].len() + laid_down;
                hands.push(HiddenHand::new(&partial.facts, hand, seat, size, accounted_for));
            }
        }
        let pack = usize::from(partial.pack_size);
        let unknown = CardSet::ALL - known_cards(hand);
        let hidden_in_hands: usize = hands.iter().map(|hand| hand.size).sum();
        let hidden_in_discards: usize = Seat::ALL.iter().map(|seat| discards[*seat]).sum();
        if hidden_in_hands + hidden_in_discards + buried + pack != unknown.len() {
            return None;
        }
        let trumps = unknown & hand.trump.map_or(CardSet::NONE, Trump::cards);
        Some(UnknownCards {
            trumps: trumps_in_order(hand.trump, trumps, points_first),
            others: by_rank(unknown - trumps).collect(),
            facts,
            hands,
            discards,
            buried,
            pack,
        })
    }

    /// Calls `f` for every distribution of trump counts over the hidden hands, until it breaks.
    fn for_each_distribution(&self, f: &mut impl FnMut(&Facts) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut counts = vec![0; self.hands.len()];
        self.choose_trumps(0, self.trumps.len(), &mut counts, f)
    }

    /// Chooses the number of trumps of the hands from this index on.
    fn choose_trumps(
        &self,
        index: usize,
        left: usize,
        counts: &mut Vec<usize>,
        f: &mut impl FnMut(&Facts) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(hand) = self.hands.get(index) else {
            // Trumps in no hand are buried or in the pack.
            return if left > self.buried + self.pack {
                ControlFlow::Continue(())
            } else {
                f(&self.distributed(counts))
            };
        };
        for count in (hand.min_trumps..=hand.max_trumps.min(left)).rev() {
            counts[index] = count;
            self.choose_trumps(index + 1, left - count, counts, f)?;
        }
        ControlFlow::Continue(())
    }

    /// The facts with this number of trumps in each hidden hand: the best cards go to the hands in
    /// order, the worst are buried. A player with a choice would keep the same cards, so no rule
    /// about keeping and killing is violated.
    fn distributed(&self, trump_counts: &[usize]) -> Facts {
        let mut facts = self.facts.clone();
        let mut trumps = self.trumps.iter().copied();
        let mut others = self.others.iter().copied();
        if let Some(hand) = &mut facts.hand {
            for (hidden, &count) in self.hands.iter().zip(trump_counts) {
                hand.cards[hidden.seat].extend(trumps.by_ref().take(count));
                hand.cards[hidden.seat].extend(others.by_ref().take(hidden.size - count));
            }
            // Either there is a pack or there are buried cards: the trumps in no hand go there.
            let rest: Vec<Card> = trumps.collect();
            let room = (self.buried + self.pack).saturating_sub(rest.len());
            let worst = others.by_ref().rev().take(room);
            if self.pack > 0 {
                hand.pack = Pile::new(rest.into_iter().chain(worst)).unwrap_or_default();
            } else {
                hand.buried.extend(rest.into_iter().chain(worst));
            }
            // A dealer who took back cards from the dealer's discard took the best of them.
            for seat in hand.dealer.clockwise() {
                let discard = others.by_ref().rev().take(self.discards[seat]);
                hand.discards[seat].extend(discard);
            }
        }
        facts
    }
}

impl HiddenHand {
    /// Of the nine cards that the seat was dealt, and those it got later, `accounted_for` have been
    /// discarded, played or killed.
    fn new(facts: &Facts, hand: &HandFacts, seat: Seat, size: usize, accounted_for: usize) -> HiddenHand {
        let Facts { stage, actor, .. } = *facts;
        let mut min_trumps = if seat == hand.dealer {
            if dealer_holds_only_trumps(stage) { size } else { 0 }
        } else if has_discarded(hand, stage, actor, seat) {
            // Nine minus the discarded cards is the number of trumps that the seat was dealt.
            9usize.saturating_sub(accounted_for)
        } else {
            0
        };
        // A seat without trumps is cold or goes cold now.
        if matches!(stage, Stage::Play | Stage::TrickEnd) && facts.rules.cold == Cold::Immediate {
            min_trumps = min_trumps.max(1);
        }
        let goes_cold = stage == Stage::GoCold && actor == Some(seat);
        HiddenHand {
            seat,
            size,
            min_trumps: min_trumps.min(size),
            max_trumps: if goes_cold { 0 } else { size },
        }
    }
}

/// The number of unknown cards, and the known ones; `None` if not even the number is known.
const fn count_and_cards(cards: VisibleCards) -> Option<(usize, CardSet)> {
    match cards {
        VisibleCards::Count(count) => Some((count as usize, CardSet::NONE)),
        VisibleCards::Cards(cards) => Some((0, cards)),
        VisibleCards::Hidden => None,
    }
}

/// These trumps from the highest to the lowest, possibly with those that are worth points before
/// all others.
fn trumps_in_order(trump: Option<Trump>, cards: CardSet, points_first: bool) -> Vec<Card> {
    let Some(trump) = trump else { return Vec::new() };
    let first = if points_first {
        cards & trump.point_cards()
    } else {
        CardSet::NONE
    };
    first.iter().chain(trump.highest_first(cards - first)).collect()
}

/// The order in which the seats get the best of the unknown cards: the seat that claimed; the seats
/// that killed, because `auto_kill` leaves them nothing lower than what they killed; the dealer,
/// who had a choice; and the others.
fn seats_by_claim_on_cards(hand: &HandFacts) -> Vec<Seat> {
    let mut seats = hand.dealer.clockwise().to_vec();
    seats.sort_by_key(|seat| {
        let own = hand.killed.iter().flatten().filter(|play| play.seat == *seat);
        let killed = own.filter_map(|play| hand.trump?.strength(play.card)).max();
        (hand.claimed != Some(*seat), Reverse(killed), *seat != hand.dealer)
    });
    seats
}

/// Whether the dealer has discarded, but not robbed yet. After the rob, the dealer may hold any
/// cards.
const fn dealer_holds_only_trumps(stage: Stage) -> bool {
    matches!(stage, Stage::Redeal | Stage::Rob | Stage::Keep)
}

/// Whether the seat has discarded already, even if it had nothing to discard.
fn has_discarded(hand: &HandFacts, stage: Stage, actor: Option<Seat>, seat: Seat) -> bool {
    let mut before = hand
        .dealer
        .left()
        .clockwise()
        .into_iter()
        .take_while(|other| Some(*other) != actor);
    hand.trump.is_some() && (stage != Stage::Discard || before.any(|other| other == seat))
}

/// All cards that are in a known place.
fn known_cards(hand: &HandFacts) -> CardSet {
    let mut cards = hand.buried | hand.pack.cards();
    let held = hand.held();
    for seat in Seat::ALL {
        cards |= held[seat] | hand.discards[seat];
    }
    cards
}
