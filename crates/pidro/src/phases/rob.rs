//! The rob: the dealer takes the rest of the pack and keeps a hand.

use crate::cards::{CardSet, by_rank};
use crate::game::{Event, Game, HAND_SIZE, IllegalAction, Legal, Pack, Stage};
use crate::rules::{DealerShort, Rob, RobPoints};
use crate::seat::Seat;

impl Game {
    /// The dealer's trumps and the rest of the pack: all cards that no other seat holds and nobody
    /// has discarded.
    pub(crate) fn pool(&self) -> CardSet {
        let mut pool = CardSet::ALL;
        for seat in Seat::ALL {
            pool -= self.hand.discards[seat];
            if seat != self.hand.dealer {
                pool -= self.hand.cards[seat];
            }
        }
        pool
    }

    /// Returns the stage in which the dealer robs, if there is anything to rob. The dealer robs
    /// whenever the pack has cards left, even with six trumps in hand. If the rules let a short
    /// dealer pad from the discards, this happens even with an empty pack. A dealer with exactly
    /// six trumps then goes through the same stage, so that nobody sees the difference.
    pub(crate) fn rob(&self) -> Option<Stage> {
        let pool = self.pool();
        let pads = self.rules.dealer_short == DealerShort::PadFromDiscards && pool.count() <= HAND_SIZE;
        if self.hand.pack.count() == 0 && !pads {
            return None;
        }
        // With six cards or fewer there is no choice.
        let no_choice = pool.count() <= HAND_SIZE || self.keeps_all_trumps(pool) || self.rules.auto_rob;
        Some(if no_choice { Stage::Rob } else { Stage::Keep })
    }

    fn keeps_all_trumps(&self, pool: CardSet) -> bool {
        self.rules.rob == Rob::AllTrumps && (pool & self.trump().cards()).count() >= HAND_SIZE
    }

    /// The cards of the pool that the dealer must keep. Never more than six: there are only six
    /// point cards, and a dealer who must keep six or more trumps has no choice and doesn't get
    /// here.
    fn must_keep(&self, pool: CardSet) -> CardSet {
        match (self.rules.rob, self.rules.rob_points) {
            (Rob::AllTrumps, _) => pool & self.trump().cards(),
            (Rob::Six, RobPoints::Protected) => pool & self.trump().point_cards(),
            (Rob::Six, RobPoints::Free) => CardSet::NONE,
        }
    }

    pub(crate) fn legal_keep(&self) -> Legal {
        let from = self.pool();
        Legal::Keep {
            from,
            must: self.must_keep(from),
            count: HAND_SIZE.into(),
        }
    }

    /// The cards the dealer keeps when there is no choice.
    pub(crate) fn kept_without_choice(&self) -> CardSet {
        let pool = self.pool();
        if self.keeps_all_trumps(pool) {
            return pool & self.trump().cards();
        }
        if pool.count() > HAND_SIZE {
            return self.best_six(pool);
        }
        match self.rules.dealer_short {
            DealerShort::KeepPool => pool,
            DealerShort::PadFromDiscards => {
                let discard = self.hand.discards[self.hand.dealer];
                pool | by_rank(discard).take((HAND_SIZE - pool.count()).into()).collect()
            }
        }
    }

    /// The six cards that `auto_rob` keeps, in this order: point trumps, king and queen of trumps,
    /// the other trumps from high to low, non-trumps from high to low.
    fn best_six(&self, pool: CardSet) -> CardSet {
        let trump = self.trump();
        let points = pool & trump.point_cards();
        points
            .iter()
            .chain(trump.highest_first(pool - points))
            .chain(by_rank(pool - trump.cards()))
            .take(HAND_SIZE.into())
            .collect()
    }

    #[inline]
    pub(crate) fn robbed(&self, kept: CardSet) -> Event {
        let pool = self.pool();
        Event::Robbed {
            seat: self.hand.dealer,
            taken: self.hand.pack.count(),
            pool,
            kept,
            buried: pool - kept,
        }
    }

    /// Explains why the dealer can't keep these cards.
    pub(crate) fn keep_refused(&self, cards: CardSet) -> IllegalAction {
        let pool = self.pool();
        if let Some(card) = (cards - pool).first() {
            return IllegalAction::CardNotHeld { card, allowed: pool };
        }
        if cards.count() != HAND_SIZE {
            return IllegalAction::WrongCardCount {
                asked: cards.len(),
                needed: HAND_SIZE.into(),
            };
        }
        let cards = self.must_keep(pool) - cards;
        match self.rules.rob {
            Rob::Six => IllegalAction::PointsProtected { cards },
            Rob::AllTrumps => IllegalAction::TrumpsProtected { cards },
        }
    }

    pub(crate) fn evolve_robbed(&mut self, kept: CardSet, buried: CardSet) {
        let dealer = self.hand.dealer;
        self.hand.pack = Pack::EMPTY;
        self.hand.discards[dealer] -= kept;
        self.hand.cards[dealer] = kept;
        self.hand.buried = buried;
        self.evolve_to_kills();
    }
}
