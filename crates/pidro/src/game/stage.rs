//! The stages of a game: a phase has one stage for each kind of event that can come next.

use crate::game::Phase;

/// What comes next in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// The game waits for a deck for the cut.
    Cut,
    /// The choice of the first dealer is due.
    ChooseDealer,
    /// The game waits for a deck to deal.
    Deal,
    /// `actor` calls.
    Call,
    /// The end of the bidding is due.
    CloseBidding,
    /// `actor` names the trump suit.
    Declare,
    /// The discard of `actor` is due.
    Discard,
    /// The redeal to `actor` is due.
    Redeal,
    /// The rob is due, without a choice for the dealer.
    Rob,
    /// The dealer chooses the cards to keep.
    Keep,
    /// `actor` kills.
    Kill,
    /// The automatic kill of `actor` is due.
    AutoKill,
    /// `actor` plays a card.
    Play,
    /// `actor` is due to go cold.
    GoCold,
    /// The end of the trick is due.
    TrickEnd,
    /// The score of the hand is due.
    Score,
    /// The announcement of the winner is due.
    AnnounceWinner,
    /// The game is over.
    Over,
}

/// The stages with their keywords in positions. The index of a stage is its number in bytes and
/// fingerprints: never change the order, and add new stages at the end.
const STAGES: [(Stage, &str); 18] = [
    (Stage::Cut, "cut"),
    (Stage::ChooseDealer, "chosen"),
    (Stage::Deal, "deal"),
    (Stage::Call, "call"),
    (Stage::CloseBidding, "won"),
    (Stage::Declare, "declare"),
    (Stage::Discard, "discard"),
    (Stage::Redeal, "redeal"),
    (Stage::Rob, "rob"),
    (Stage::Keep, "keep"),
    (Stage::Kill, "kill"),
    (Stage::AutoKill, "auto_kill"),
    (Stage::Play, "play"),
    (Stage::GoCold, "go_cold"),
    (Stage::TrickEnd, "trick_end"),
    (Stage::Score, "score"),
    (Stage::AnnounceWinner, "decided"),
    (Stage::Over, "over"),
];

impl Stage {
    pub(crate) const COUNT: usize = STAGES.len();

    /// The stage's number, the same in every release.
    pub(crate) const fn number(self) -> u8 {
        // The table is in the order of the enum; a test checks this.
        self as u8
    }

    pub(crate) fn from_number(number: usize) -> Option<Stage> {
        STAGES.get(number).map(|(stage, _)| *stage)
    }

    pub(crate) const fn keyword(self) -> &'static str {
        STAGES[self as usize].1
    }

    pub(crate) fn from_keyword(keyword: &str) -> Option<Stage> {
        STAGES
            .iter()
            .find(|(_, known)| *known == keyword)
            .map(|(stage, _)| *stage)
    }

    /// Whether the stage concerns one seat. In other stages, a game's `actor` is left over from an
    /// earlier stage.
    pub(crate) const fn has_actor(self) -> bool {
        match self {
            Stage::ChooseDealer
            | Stage::Call
            | Stage::Declare
            | Stage::Discard
            | Stage::Redeal
            | Stage::Rob
            | Stage::Keep
            | Stage::Kill
            | Stage::AutoKill
            | Stage::Play
            | Stage::GoCold => true,
            Stage::Cut
            | Stage::Deal
            | Stage::CloseBidding
            | Stage::TrickEnd
            | Stage::Score
            | Stage::AnnounceWinner
            | Stage::Over => false,
        }
    }

    /// Whether a seat has to decide.
    pub(crate) const fn is_decision(self) -> bool {
        matches!(
            self,
            Stage::Call | Stage::Declare | Stage::Keep | Stage::Kill | Stage::Play
        )
    }

    /// Whether the game waits for a deck.
    pub(crate) const fn wants_deck(self) -> bool {
        matches!(self, Stage::Cut | Stage::Deal)
    }

    /// Whether an automatic event is due.
    pub(crate) const fn is_automatic(self) -> bool {
        !self.is_decision() && !self.wants_deck() && !matches!(self, Stage::Over)
    }

    pub(crate) const fn phase(self) -> Phase {
        match self {
            Stage::Cut | Stage::ChooseDealer => Phase::DealerSelection,
            Stage::Deal => Phase::Dealing,
            Stage::Call | Stage::CloseBidding => Phase::Bidding,
            Stage::Declare => Phase::Declaring,
            Stage::Discard => Phase::Discarding,
            Stage::Redeal | Stage::Rob | Stage::Keep | Stage::Kill | Stage::AutoKill => Phase::SecondDeal,
            Stage::Play | Stage::GoCold | Stage::TrickEnd => Phase::Playing,
            Stage::Score | Stage::AnnounceWinner => Phase::Scoring,
            Stage::Over => Phase::Complete,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_keywords_follow_the_table() {
        for (index, (stage, keyword)) in STAGES.into_iter().enumerate() {
            assert_eq!(usize::from(stage.number()), index);
            assert_eq!(Stage::from_number(index), Some(stage));
            assert_eq!(
                (stage.keyword(), Stage::from_keyword(keyword)),
                (keyword, Some(stage))
            );
        }
        assert_eq!(Stage::from_number(Stage::COUNT), None);
    }
}
