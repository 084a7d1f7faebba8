//! What comes next in a game: a phase has one stage for each thing that can be due in it.

use crate::phase::Phase;

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// A deck is awaited, to be cut from.
    Cut,
    /// The first dealer is to be named.
    Chosen,
    /// A deck is awaited, to be dealt from.
    Deal,
    /// `at` calls.
    Call,
    /// The bidding is to be closed.
    Won,
    /// `at` names the trump suit.
    Declare,
    /// `at` is to discard.
    Discard,
    /// `at` is to be filled up.
    Redeal,
    /// The dealer is to rob the pack without a choice.
    Rob,
    /// The dealer chooses what to keep.
    Keep,
    /// `at` kills.
    Kill,
    /// `at` is to kill without a choice.
    AutoKill,
    /// `at` plays a card.
    Play,
    /// `at` is to go cold.
    GoCold,
    /// The trick is to be taken.
    TrickEnd,
    /// The hand is to be scored.
    Score,
    /// The winner is to be named.
    Decided,
    /// The game is over.
    Over,
}

/// The stages with their words in positions. A stage's place here is its number in bytes and fingerprints, so
/// the order is never changed; new ones are added at the end.
const STAGES: [(Stage, &str); 18] = [
    (Stage::Cut, "cut"),
    (Stage::Chosen, "chosen"),
    (Stage::Deal, "deal"),
    (Stage::Call, "call"),
    (Stage::Won, "won"),
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
    (Stage::Decided, "decided"),
    (Stage::Over, "over"),
];

impl Stage {
    pub(crate) const COUNT: usize = STAGES.len();

    /// The stage's number, the same in every release.
    pub(crate) const fn number(self) -> u8 {
        // The table is in the enum's order, which a test checks.
        self as u8
    }

    pub(crate) fn from_number(number: usize) -> Option<Stage> {
        STAGES.get(number).map(|(stage, _)| *stage)
    }

    pub(crate) const fn word(self) -> &'static str {
        STAGES[self as usize].1
    }

    pub(crate) fn from_word(word: &str) -> Option<Stage> {
        STAGES
            .iter()
            .find(|(_, known)| *known == word)
            .map(|(stage, _)| *stage)
    }

    /// Whether the stage is about one seat. Elsewhere a game's `at` is left over from what came before.
    pub(crate) const fn is_about_a_seat(self) -> bool {
        match self {
            Stage::Chosen
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
            | Stage::Won
            | Stage::TrickEnd
            | Stage::Score
            | Stage::Decided
            | Stage::Over => false,
        }
    }

    /// Whether a seat decides.
    pub(crate) const fn is_decision(self) -> bool {
        matches!(
            self,
            Stage::Call | Stage::Declare | Stage::Keep | Stage::Kill | Stage::Play
        )
    }

    /// Whether a deck is awaited.
    pub(crate) const fn wants_deck(self) -> bool {
        matches!(self, Stage::Cut | Stage::Deal)
    }

    /// Whether the rules go on by themselves from here.
    pub(crate) const fn goes_on(self) -> bool {
        !self.is_decision() && !self.wants_deck() && !matches!(self, Stage::Over)
    }

    pub(crate) const fn phase(self) -> Phase {
        match self {
            Stage::Cut | Stage::Chosen => Phase::DealerSelection,
            Stage::Deal => Phase::Dealing,
            Stage::Call | Stage::Won => Phase::Bidding,
            Stage::Declare => Phase::Declaring,
            Stage::Discard => Phase::Discarding,
            Stage::Redeal | Stage::Rob | Stage::Keep | Stage::Kill | Stage::AutoKill => Phase::SecondDeal,
            Stage::Play | Stage::GoCold | Stage::TrickEnd => Phase::Playing,
            Stage::Score | Stage::Decided => Phase::Scoring,
            Stage::Over => Phase::Complete,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_are_those_of_the_table() {
        for (place, (stage, word)) in STAGES.into_iter().enumerate() {
            assert_eq!(usize::from(stage.number()), place);
            assert_eq!(Stage::from_number(place), Some(stage));
            assert_eq!((stage.word(), Stage::from_word(word)), (word, Some(stage)));
        }
        assert_eq!(Stage::from_number(Stage::COUNT), None);
    }
}
