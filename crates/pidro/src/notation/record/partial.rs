//! Hands of which a record omits some cards, because it contains only what one observer saw.
//!
//! The reader gives the unknown cards to the other seats so that everything happens as the record
//! says. To the observer, the resulting game is indistinguishable from the one that was played.

use super::read::Reader;
use super::statement::Statement;
use super::tags::Source;
use crate::cards::{CardSet, Deck, Trump};
use crate::game::{Event, Game, History, Play, Stage};
use crate::notation::position::facts::{Facts, HandFacts};
use crate::notation::position::partial::PartialFacts;
use crate::notation::word::{Fault, Word};
use crate::projection::{Observer, VisibleCards};
use crate::seat::{BySeat, Seat};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The maximum number of statements to apply while trying decks. The hands of thousands of random
/// games needed a few hundred. The limit counts statements instead of decks because a text may
/// repeat the same consequences at any length.
const MAX_STATEMENTS: usize = 200_000;

const NO_CARDS_FIT: &str = "no cards of the other seats are consistent with this hand";

impl Reader {
    /// Returns a deck that deals these cards, as far as they are known, and with which all
    /// statements of the hand are true.
    pub(super) fn complete_deal(
        &mut self,
        dealer: Seat,
        dealt: &BySeat<VisibleCards>,
        part: Word<'_>,
        statements: &[Statement<'_>],
    ) -> Result<Deck, Fault> {
        let own = match self.observer {
            Some(Observer::Seat(seat)) => dealt[seat].cards().map(|cards| OwnHand { seat, cards }),
            _ => None,
        };
        let hand = SeenHand::new(dealer, own, statements);
        let partial = hand.partial_facts(self.game());
        let mut search = Search {
            reader: self,
            part,
            statements,
            hand: &hand,
            statements_read: 0,
            found: None,
            furthest: None,
        };
        let _ = partial.complete(&mut |facts| search.attempt(facts));
        let Search { found, furthest, .. } = search;
        match (found, furthest) {
            (Some((deck, kept)), _) => {
                self.kept = Some(kept);
                Ok(deck)
            }
            (None, Some(fault)) => Err(fault),
            (None, None) => Err(part.fault(NO_CARDS_FIT)),
        }
    }
}

/// A search for a deck with which all statements of a hand are true.
struct Search<'r, 'a> {
    reader: &'r Reader,
    part: Word<'a>,
    statements: &'r [Statement<'a>],
    hand: &'r SeenHand,
    statements_read: usize,
    /// The deck, and the cards that the dealer keeps.
    found: Option<(Deck, CardSet)>,
    /// The error of the attempt that got furthest, which is the one to report for the record.
    furthest: Option<Fault>,
}

impl Search<'_, '_> {
    /// Tries the deck that leads to these facts.
    fn attempt(&mut self, facts: &Facts) -> ControlFlow<()> {
        // Making a deck costs as much as a few statements.
        self.statements_read += 10;
        let Some(hand) = &facts.hand else {
            return ControlFlow::Break(());
        };
        if let Ok(deck) = hand.deck(self.hand.own.map(|own| (own.seat, own.cards))) {
            let kept = hand.held()[hand.dealer];
            match self.read_hand(&deck, kept) {
                Ok(()) => {
                    self.found = Some((deck, kept));
                    return ControlFlow::Break(());
                }
                Err(fault)
                    if self
                        .furthest
                        .as_ref()
                        .is_none_or(|known| known.offset < fault.offset) =>
                {
                    self.furthest = Some(fault);
                }
                Err(_) => {}
            }
        }
        if self.statements_read < MAX_STATEMENTS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Reads the hand with this deck.
    fn read_hand(&mut self, deck: &Deck, kept: CardSet) -> Result<(), Fault> {
        let history = History::starting_at(*self.reader.game());
        let mut reader = Reader::new(history, Source::default(), self.reader.observer);
        reader.kept = Some(kept);
        reader.deal(self.part, deck)?;
        for statement in self.statements {
            self.statements_read += 1;
            // No hand follows within a hand.
            reader.apply(statement, || Ok(Vec::new()))?;
        }
        if self.hand.mentions_all(reader.events()) {
            Ok(())
        } else {
            Err(self.part.fault(NO_CARDS_FIT))
        }
    }
}

/// The cards that the observer was dealt.
#[derive(Clone, Copy)]
struct OwnHand {
    seat: Seat,
    cards: CardSet,
}

/// A hand as the record of one view states it, not yet checked.
struct SeenHand {
    dealer: Seat,
    /// The observer's cards, unless the observer is a spectator.
    own: Option<OwnHand>,
    trump: Option<Trump>,
    discards: BySeat<Option<VisibleCards>>,
    redeal: BySeat<Option<Received>>,
    rob: Option<Rob>,
    killed: Vec<Play>,
    plays: Vec<Play>,
    /// The cards shown by cold seats, and those left in the hands at the end.
    shown: BySeat<Option<CardSet>>,
    claimed: Option<Seat>,
    /// The number of seats that went cold, and the seats whose remaining cards the record states.
    cold_seats: usize,
    left: BySeat<bool>,
    scored: bool,
}

/// The cards that a seat got in the redeal.
#[derive(Clone, Copy)]
struct Received {
    count: u8,
    /// The cards, if the seat is the observer's.
    cards: Option<CardSet>,
}

#[derive(Clone, Copy)]
struct Rob {
    kept: VisibleCards,
    buried: VisibleCards,
}

const NO_CARDS: VisibleCards = VisibleCards::Cards(CardSet::NONE);

impl SeenHand {
    fn new(dealer: Seat, own: Option<OwnHand>, statements: &[Statement<'_>]) -> SeenHand {
        let mut hand = SeenHand {
            dealer,
            own,
            trump: None,
            discards: BySeat::all(None),
            redeal: BySeat::all(None),
            rob: None,
            killed: Vec::new(),
            plays: Vec::new(),
            shown: BySeat::all(None),
            claimed: None,
            cold_seats: 0,
            left: BySeat::all(false),
            scored: false,
        };
        for statement in statements {
            hand.note(statement);
        }
        hand
    }

    fn note(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::Trump { suit, .. } => self.trump = Some(Trump::new(suit.value)),
            Statement::Discard { seat, cards } => self.discards[seat.value] = Some(cards.value),
            Statement::Redeal { seat, counts, cards } => {
                self.redeal[seat.value] = Some(Received {
                    count: counts.value.received,
                    cards: cards.and_then(|cards| cards.value.cards()),
                });
            }
            Statement::Keep { kept, buried, .. } => {
                self.rob = Some(Rob {
                    kept: kept.value,
                    buried: buried.map_or(NO_CARDS, |buried| buried.value),
                });
            }
            Statement::Kill { seat, cards, .. } => {
                let seat = seat.value;
                let cards = cards.value.as_slice().iter();
                self.killed.extend(cards.map(|&card| Play { seat, card }));
            }
            Statement::Play { seat, card, .. } => self.plays.push(Play {
                seat: *seat,
                card: card.value,
            }),
            Statement::Cold { seat, cards } => {
                self.cold_seats += 1;
                self.shown[seat.value] = cards.value.cards();
            }
            Statement::Left { seat, cards } => {
                self.left[seat.value] = true;
                self.shown[seat.value] = cards.value.cards();
            }
            Statement::Claim { seat, .. } => self.claimed = Some(seat.value),
            Statement::Score(_) => self.scored = true,
            _ => {}
        }
    }

    /// Whether the record mentions all of these events: other hidden cards might cause additional
    /// ones.
    fn mentions_all(&self, events: &[Event]) -> bool {
        let count = |kind: fn(&Event) -> bool| events.iter().filter(|event| kind(event)).count();
        count(|event| matches!(event, Event::WentCold { .. })) == self.cold_seats
            && count(|event| matches!(event, Event::Discarded { .. })) == stated(&self.discards)
            && count(|event| matches!(event, Event::Redealt { .. })) == stated(&self.redeal)
            && count(|event| matches!(event, Event::Robbed { .. })) == usize::from(self.rob.is_some())
            && count(|event| matches!(event, Event::HandScored { .. })) == usize::from(self.scored)
            && events.iter().all(|event| match event {
                Event::HandScored { left, .. } => left
                    .iter()
                    .all(|(seat, cards)| cards.is_empty() || self.left[seat]),
                _ => true,
            })
    }

    /// The final state of the hand, with its unknown cards. `game` is the game before the hand.
    fn partial_facts(&self, game: &Game) -> PartialFacts {
        let mut hand = HandFacts::new(self.dealer);
        hand.trump = self.trump;
        hand.claimed = self.claimed;
        for (slot, play) in hand.plays.iter_mut().zip(&self.plays) {
            *slot = Some(*play);
        }
        for (slot, play) in hand.killed.iter_mut().zip(&self.killed) {
            *slot = Some(*play);
        }
        let laid_down = hand.held();
        hand.pool_size = self.pool_size();
        PartialFacts {
            pack_size: if self.is_robbed() { 0 } else { self.pack_left() },
            hands: BySeat::from_fn(|seat| match self.shown[seat] {
                Some(cards) => VisibleCards::Cards(cards),
                None => without(self.cards_after_rob(seat), laid_down[seat]),
            }),
            discards: BySeat::from_fn(|seat| self.final_discard(seat)),
            buried: self.rob.map_or(NO_CARDS, |rob| rob.buried),
            facts: Facts {
                stage: self.stage(),
                hand: Some(hand),
                ..Facts::of(game)
            },
        }
    }

    /// A stage in which the hand can be like this.
    fn stage(&self) -> Stage {
        if self.trump.is_none() {
            Stage::Call
        } else if !self.plays.is_empty() {
            Stage::Play
        } else if self.is_robbed() || self.pack_left() == 0 {
            // A seat may still have to kill, in which case no seat has gone cold yet.
            Stage::Kill
        } else {
            Stage::Keep
        }
    }

    /// Whether the dealer has taken the rest of the pack.
    fn is_robbed(&self) -> bool {
        self.rob.is_some() || !self.plays.is_empty() || !self.killed.is_empty()
    }

    /// The number of cards that the redeal left in the pack.
    fn pack_left(&self) -> u8 {
        let received = self.redeal.iter().filter_map(|(_, received)| *received);
        received.fold(16, |pack, received| pack.saturating_sub(received.count))
    }

    /// The size of the pool, if the observer is the dealer and has chosen from it.
    fn pool_size(&self) -> Option<u8> {
        let (_, discard) = self.own_rob()?;
        Some((9 - discard.count().min(9)) + self.pack_left())
    }

    /// The cards that the observer kept and discarded as the dealer.
    fn own_rob(&self) -> Option<(CardSet, CardSet)> {
        self.own.filter(|own| own.seat == self.dealer)?;
        Some((self.rob?.kept.cards()?, self.discard(self.dealer).cards()?))
    }

    fn discard(&self, seat: Seat) -> VisibleCards {
        self.discards[seat].unwrap_or(NO_CARDS)
    }

    /// The seat's discard, without cards that the dealer took back from it.
    fn final_discard(&self, seat: Seat) -> VisibleCards {
        match self.own_rob() {
            Some((kept, discard)) if seat == self.dealer => VisibleCards::Cards(discard - kept),
            _ => self.discard(seat),
        }
    }

    /// The cards of the seat after redeal and rob, as far as they have happened.
    fn cards_after_rob(&self, seat: Seat) -> VisibleCards {
        let rob = self.rob.filter(|_| seat == self.dealer);
        let discard = self.discard(seat);
        if let Some(own) = self.own.filter(|own| own.seat == seat) {
            let received = self.redeal[seat].and_then(|received| received.cards);
            let filled_up = (own.cards - discard.cards().unwrap_or_default()) | received.unwrap_or_default();
            let kept = rob.and_then(|rob| rob.kept.cards());
            VisibleCards::Cards(kept.unwrap_or(filled_up))
        } else if let Some(rob) = rob {
            count(rob.kept.len())
        } else if seat != self.dealer {
            let received = self.redeal[seat].map_or(0, |received| usize::from(received.count));
            count((9 + received).checked_sub(discard.len().unwrap_or_default()))
        } else if self.is_robbed() || self.pack_left() == 0 {
            VisibleCards::Hidden
        } else {
            VisibleCards::Count(9)
        }
    }
}

fn stated<T>(values: &BySeat<Option<T>>) -> usize {
    values.iter().filter(|(_, value)| value.is_some()).count()
}

fn count(len: Option<usize>) -> VisibleCards {
    len.and_then(|len| u8::try_from(len).ok())
        .map_or(VisibleCards::Hidden, VisibleCards::Count)
}

/// What is left of the cards when these have been laid down.
fn without(cards: VisibleCards, laid_down: CardSet) -> VisibleCards {
    match cards {
        VisibleCards::Cards(cards) => VisibleCards::Cards(cards - laid_down),
        VisibleCards::Count(_) => count(cards.len().and_then(|len| len.checked_sub(laid_down.len()))),
        VisibleCards::Hidden => VisibleCards::Hidden,
    }
}
