//! The statements of a record: the grammar's productions as values.
//!
//! Records of whole games and of one view consist of the same statements; only the cards in them
//! may be unknown. The parser makes statements from text, a transcript makes them from events, the
//! reader applies them to a game, and the writer turns them into text.

use core::fmt::{self, Display};

use crate::cards::{Card, Deck, Pile, Suit};
use crate::game::{Bid, Call, Cut, Redeal};
use crate::notation::word::{Fault, Word};
use crate::projection::VisibleCards;
use crate::seat::{BySeat, ByTeam, Seat, Team};

/// A value and the word that states it, for errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stated<'a, T> {
    pub(super) value: T,
    pub(super) word: Word<'a>,
}

impl<T> Stated<'_, T> {
    /// Checks the stated value against the one that follows.
    pub(super) fn check(&self, actual: &T) -> Result<(), Fault>
    where
        T: PartialEq + Display,
    {
        if self.value == *actual {
            Ok(())
        } else {
            Err(self.word.expected(actual))
        }
    }
}

/// A value that no text states: it comes from an event.
impl<T> From<T> for Stated<'_, T> {
    fn from(value: T) -> Self {
        Stated {
            value,
            word: Word { text: "", offset: 0 },
        }
    }
}

/// A statement of a record. Most are one item of a part: `W 7!` in `Calls S 6, W 7!, N pass`.
#[derive(Clone, Debug)]
pub(super) enum Statement<'a> {
    /// The keyword of a part whose items are statements of their own.
    List,
    Cut(Stated<'a, Cut>),
    /// The dealer that the cut chose.
    CutDealer(Stated<'a, Seat>),
    Hand {
        number: Stated<'a, u32>,
        dealer: Stated<'a, Seat>,
        deal: Stated<'a, Deal>,
    },
    Call {
        seat: Seat,
        call: Stated<'a, Call>,
        mark: Option<Mark>,
    },
    Trump {
        seat: Seat,
        suit: Stated<'a, Suit>,
        mark: Option<Mark>,
    },
    Discard {
        seat: Stated<'a, Seat>,
        cards: Stated<'a, VisibleCards>,
    },
    Redeal {
        seat: Stated<'a, Seat>,
        counts: Stated<'a, Redeal>,
        cards: Option<Stated<'a, VisibleCards>>,
    },
    Keep {
        seat: Stated<'a, Seat>,
        kept: Stated<'a, VisibleCards>,
        mark: Option<Mark>,
        pool: Option<Stated<'a, VisibleCards>>,
        buried: Option<Stated<'a, VisibleCards>>,
    },
    Kill {
        seat: Stated<'a, Seat>,
        cards: Stated<'a, Pile<8>>,
        mark: Option<Mark>,
    },
    /// The beginning of a trick.
    Trick {
        number: Stated<'a, usize>,
        leader: Seat,
    },
    Play {
        seat: Seat,
        card: Stated<'a, Card>,
        mark: Option<Mark>,
    },
    /// The `-` in the column of a cold seat.
    NoPlay(Stated<'a, Seat>),
    TrickResult {
        winner: Stated<'a, Seat>,
        points: Stated<'a, u8>,
        two: Option<Stated<'a, Seat>>,
    },
    Cold {
        seat: Stated<'a, Seat>,
        cards: Stated<'a, VisibleCards>,
    },
    Claim {
        seat: Stated<'a, Seat>,
        mark: Option<Mark>,
    },
    Left {
        seat: Stated<'a, Seat>,
        cards: Stated<'a, VisibleCards>,
    },
    Score(Score<'a>),
    Resign {
        seat: Stated<'a, Seat>,
        mark: Option<Mark>,
    },
    Wins(Stated<'a, Team>),
}

/// The cards of a deal.
#[derive(Clone, Debug)]
pub(super) enum Deal {
    /// All cards in the order in which they were dealt.
    Whole(Deck),
    /// What the record's observer saw: their own nine cards.
    Seen(BySeat<VisibleCards>),
}

/// The score of a hand.
#[derive(Clone, Debug)]
pub(super) struct Score<'a> {
    pub(super) part: Word<'a>,
    pub(super) taken: ByTeam<Stated<'a, u8>>,
    pub(super) bid_winner: Stated<'a, Seat>,
    pub(super) bid: Stated<'a, Bid>,
    pub(super) outcome: Stated<'a, ContractOutcome>,
    pub(super) total: ByTeam<Stated<'a, i32>>,
}

/// Whether the bid winner's team made its contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContractOutcome {
    Made,
    Failed,
}

impl From<bool> for ContractOutcome {
    fn from(made: bool) -> ContractOutcome {
        if made {
            ContractOutcome::Made
        } else {
            ContractOutcome::Failed
        }
    }
}

impl Display for ContractOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ContractOutcome::Made => "made",
            ContractOutcome::Failed => "failed",
        })
    }
}

/// An annotator's opinion of a decision.
///
/// ```
/// use pidro::Mark;
///
/// assert_eq!(Mark::Blunder.text(), "??");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Mark {
    /// `!`
    #[cfg_attr(feature = "serde", serde(rename = "!"))]
    Good,
    /// `!!`
    #[cfg_attr(feature = "serde", serde(rename = "!!"))]
    Brilliant,
    /// `?!`
    #[cfg_attr(feature = "serde", serde(rename = "?!"))]
    Dubious,
    /// `?`
    #[cfg_attr(feature = "serde", serde(rename = "?"))]
    Mistake,
    /// `??`
    #[cfg_attr(feature = "serde", serde(rename = "??"))]
    Blunder,
}

impl Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 5] = [
        Mark::Good,
        Mark::Brilliant,
        Mark::Dubious,
        Mark::Mistake,
        Mark::Blunder,
    ];

    /// The mark as text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Mark::Good => "!",
            Mark::Brilliant => "!!",
            Mark::Dubious => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    pub(super) fn from_text(text: &str) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.text() == text)
    }

    /// Splits the mark off a word.
    pub(super) fn split(word: Word<'_>) -> (Word<'_>, Option<Mark>) {
        let text = word.text.trim_end_matches(['!', '?']);
        match Mark::from_text(&word.text[text.len()..]) {
            Some(mark) => (Word { text, ..word }, Some(mark)),
            None => (word, None),
        }
    }
}
