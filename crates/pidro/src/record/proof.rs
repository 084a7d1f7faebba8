//! Whether the decks of a record are those that were promised.

use super::Record;
use crate::event::Event;
use crate::fair::Commitment;
use crate::seat::BySeat;

/// Whether the decks of a record are those that were promised. Made by [`Record::proof`].
///
/// ```
/// use pidro::{FairDeal, Record, Secret, Table};
///
/// let deal = FairDeal::new(Secret::new([7; 32]));
/// let table = Table::new("finnish".parse()?, Some(deal.seed()));
/// let proof = Record::parse(&table.to_record())?.proof();
/// assert_eq!(proof.commitment, Some(deal.commitment()));
/// assert!(proof.is_fair());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckProof {
    /// What was promised before the first hand.
    pub commitment: Option<Commitment>,
    /// Whether the record's secret is the one that was promised; `None` without a commitment or a secret.
    pub promise_kept: Option<bool>,
    /// The players' words.
    pub words: BySeat<String>,
    /// The decks in their order.
    pub decks: Vec<DeckCheck>,
}

/// One deck of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckCheck {
    /// The number of the hand; 0 for the cut.
    pub hand: u32,
    /// Whether it is the deck that the seed or the secret gives; `None` where there is neither.
    pub follows: Option<bool>,
}

impl Record {
    /// Works every deck of the record out again.
    #[must_use]
    pub fn proof(&self) -> DeckProof {
        DeckProof {
            commitment: self.source.commitment,
            promise_kept: self.source.promise_kept(),
            words: self.source.words.clone(),
            decks: self.deck_checks(),
        }
    }

    fn deck_checks(&self) -> Vec<DeckCheck> {
        let seed = self.source.seed.as_ref();
        let mut game = *self.history.first();
        let mut checks = Vec::new();
        for event in self.history.log() {
            let check = match event {
                Event::DealerCut { cut } => Some((
                    0,
                    seed.map(|seed| seed.cut_deck().cards().starts_with(cut.cards())),
                )),
                Event::HandDealt { deck, .. } => {
                    let hand = game.hand_number();
                    Some((hand, seed.map(|seed| seed.deck(hand) == *deck)))
                }
                _ => None,
            };
            checks.extend(check.map(|(hand, follows)| DeckCheck { hand, follows }));
            game.apply(event);
        }
        checks
    }
}

impl DeckProof {
    /// Whether everything is proven: a secret was promised, it is the one that was shown, and every deck
    /// follows from it.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        self.promise_kept == Some(true) && self.decks.iter().all(|deck| deck.follows == Some(true))
    }
}
