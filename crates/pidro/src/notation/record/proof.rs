//! Checks whether the decks of a record follow from its seed or its committed secret.

use super::Record;
use super::verdict::Verdict;
use crate::game::{Commitment, Event};
use crate::seat::BySeat;
use alloc::string::String;
use alloc::vec::Vec;

/// Whether the decks of a record follow from its seed or its committed secret. Created by
/// [`Record::proof`].
///
/// ```
/// use pidro::{Action, FairDeal, Record, Seat, Secret, SeededGame};
///
/// let deal = FairDeal::new(Secret::new([7; 32]));
/// let mut game = SeededGame::new("finnish".parse()?, Some(deal.seed()));
/// game.act(Seat::North, Action::Resign)?;
/// let proof = game.to_record().proof();
/// assert_eq!(proof.commitment, Some(deal.commitment()));
/// assert!(proof.is_fair());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DeckProof {
    /// The commitment published before the first hand.
    pub commitment: Option<Commitment>,
    /// Whether the record's secret matches the commitment; `None` without a commitment or a secret.
    pub secret_matches: Option<bool>,
    /// The players' words.
    pub words: BySeat<String>,
    /// The decks of the record in order.
    pub decks: Vec<DeckCheck>,
    /// The conclusion from all of this.
    pub verdict: Verdict,
}

/// One deck of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DeckCheck {
    /// The number of the hand; 0 for the cut.
    pub hand: u32,
    /// Whether the deck follows from the seed or the secret; `None` if the record has neither, or
    /// contains only what one observer saw of the deck.
    pub follows: Option<bool>,
}

impl Record {
    /// Recomputes and checks every deck of the record.
    #[must_use]
    pub fn proof(&self) -> DeckProof {
        let decks = self.deck_checks();
        DeckProof {
            verdict: Verdict::of(self, &decks),
            commitment: self.source.commitment,
            secret_matches: self.source.secret_matches(),
            words: self.source.words.clone(),
            decks,
        }
    }

    fn deck_checks(&self) -> Vec<DeckCheck> {
        // In a record of one observer's view, the hidden cards are made up and say nothing about
        // the deck.
        let seed = self.source.seed.as_ref().filter(|_| self.observer.is_none());
        let mut game = *self.history.initial_game();
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
    /// Whether the record proves every deck of a finished game: see [`Verdict`].
    #[must_use]
    pub fn is_fair(&self) -> bool {
        self.verdict.is_fair()
    }
}
