//! What a record proves about the decks of its game.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use super::Record;
use super::proof::DeckCheck;
use crate::game::Game;
use crate::notation::position::facts::hands_dealt;
use crate::rules::FirstDealer;

/// What a record proves about the decks of its game: that they are fair, or what contradicts that
/// and what is missing. Only [`Record::proof`] creates it.
///
/// The verdict is fair only if the record contains a commitment and its secret, the game is over,
/// and the record contains every deck from the cut to the last hand, and each follows from the
/// secret. Nothing that a record omits counts as proven.
///
/// ```
/// use pidro::{Action, FairDeal, Fairness, Record, Seat, Secret, Shortfall, SeededGame};
///
/// let deal = FairDeal::new(Secret::new([7; 32]));
/// let mut game = SeededGame::new("finnish".parse()?, Some(deal.seed()));
/// let verdict = game.to_record().proof().verdict;
/// assert_eq!(verdict.fairness(), Fairness::NotProven);
/// assert_eq!(verdict.shortfalls(), [Shortfall::Unfinished]);
///
/// game.act(Seat::West, Action::Resign)?;
/// assert!(game.to_record().proof().verdict.is_fair());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    contradictions: Vec<Contradiction>,
    shortfalls: Vec<Shortfall>,
}

impl Verdict {
    pub(super) fn of(record: &Record, decks: &[DeckCheck]) -> Verdict {
        let source = &record.source;
        let game = record.history.game();
        let secret_matches = source.secret_matches();
        let missing = missing_decks(record.history.initial_game(), game, decks);
        let wrong = decks.iter().filter(|deck| deck.follows == Some(false));
        let wrong: DeckSet = wrong.map(|deck| deck.hand).collect();
        let contradictions = [
            (secret_matches == Some(false)).then_some(Contradiction::WrongSecret),
            (!wrong.is_empty()).then_some(Contradiction::WrongDecks(wrong)),
        ];
        let shortfalls = [
            source.commitment.is_none().then_some(Shortfall::NoCommitment),
            (source.commitment.is_some() && secret_matches.is_none()).then_some(Shortfall::NoSecret),
            record.observer.is_some().then_some(Shortfall::OneView),
            (decks.is_empty() && missing.is_empty()).then_some(Shortfall::NoDecks),
            (!missing.is_empty()).then_some(Shortfall::MissingDecks(missing)),
            game.winner().is_none().then_some(Shortfall::Unfinished),
        ];
        Verdict {
            contradictions: contradictions.into_iter().flatten().collect(),
            shortfalls: shortfalls.into_iter().flatten().collect(),
        }
    }

    /// The conclusion.
    #[must_use]
    pub const fn fairness(&self) -> Fairness {
        if !self.contradictions.is_empty() {
            Fairness::Disproven
        } else if !self.shortfalls.is_empty() {
            Fairness::NotProven
        } else {
            Fairness::Fair
        }
    }

    /// Whether the record proves every deck of a finished game.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        self.fairness() == Fairness::Fair
    }

    /// The evidence in the record against a fair deal.
    #[must_use]
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    /// What the record lacks for a proof.
    #[must_use]
    pub fn shortfalls(&self) -> &[Shortfall] {
        &self.shortfalls
    }
}

/// Writes the verdict with its reasons, in one line.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fairness())?;
        let contradictions = self
            .contradictions
            .iter()
            .map(|reason| reason as &dyn fmt::Display);
        let shortfalls = self.shortfalls.iter().map(|reason| reason as &dyn fmt::Display);
        for (index, reason) in contradictions.chain(shortfalls).enumerate() {
            write!(f, "{} {reason}", if index == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

/// Whether the decks of a game are fair, as a [`Verdict`] concludes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fairness {
    /// The record proves every deck of a finished game.
    Fair,
    /// Nothing contradicts a fair deal, but the record doesn't prove it.
    NotProven,
    /// The secret or a deck is wrong.
    Disproven,
}

impl Fairness {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Fairness::Fair => "fair",
            Fairness::NotProven => "not_proven",
            Fairness::Disproven => "disproven",
        }
    }
}

impl fmt::Display for Fairness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fairness::Fair => "fair",
            Fairness::NotProven => "NOT proven",
            Fairness::Disproven => "NOT fair",
        })
    }
}

/// Evidence in a record against a fair deal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Contradiction {
    /// The record's secret does not match the commitment.
    WrongSecret,
    /// These decks do not follow from the record's secret or seed.
    WrongDecks(DeckSet),
}

impl Contradiction {
    /// The stable code of this contradiction.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Contradiction::WrongSecret => "wrong_secret",
            Contradiction::WrongDecks(_) => "wrong_decks",
        }
    }

    /// The decks concerned.
    #[must_use]
    pub const fn decks(&self) -> Option<&DeckSet> {
        match self {
            Contradiction::WrongDecks(decks) => Some(decks),
            Contradiction::WrongSecret => None,
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::WrongSecret => f.write_str("the secret does not match the commitment"),
            Contradiction::WrongDecks(decks) => {
                let do_not = if decks.is_one() { "does not" } else { "do not" };
                write!(f, "{decks} {do_not} follow from the record's secret or seed")
            }
        }
    }
}

/// Something that a record lacks for a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shortfall {
    /// There is no commitment from before the game.
    NoCommitment,
    /// The record doesn't contain the secret that was committed to.
    NoSecret,
    /// The record contains only one observer's view, without the decks.
    OneView,
    /// No deck was dealt.
    NoDecks,
    /// These decks were dealt before the record starts.
    MissingDecks(DeckSet),
    /// The game is not over.
    Unfinished,
}

impl Shortfall {
    /// The stable code of this shortfall.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Shortfall::NoCommitment => "no_commitment",
            Shortfall::NoSecret => "no_secret",
            Shortfall::OneView => "one_view",
            Shortfall::NoDecks => "no_decks",
            Shortfall::MissingDecks(_) => "missing_decks",
            Shortfall::Unfinished => "unfinished",
        }
    }

    /// The decks concerned.
    #[must_use]
    pub const fn decks(&self) -> Option<&DeckSet> {
        match self {
            Shortfall::MissingDecks(decks) => Some(decks),
            _ => None,
        }
    }
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shortfall::NoCommitment => f.write_str("there is no commitment"),
            Shortfall::NoSecret => f.write_str("the secret is missing"),
            Shortfall::OneView => f.write_str("the record contains only what one observer saw"),
            Shortfall::NoDecks => f.write_str("no deck was dealt"),
            Shortfall::MissingDecks(decks) => {
                let are = if decks.is_one() { "is" } else { "are" };
                write!(f, "{decks} {are} missing")
            }
            Shortfall::Unfinished => f.write_str("the game is not finished"),
        }
    }
}

/// A set of a game's decks: those of some hands, and possibly the one for the cut.
///
/// ```
/// use pidro::DeckSet;
///
/// let decks: DeckSet = [0, 1, 2, 5].into_iter().collect();
/// assert_eq!(decks.to_string(), "the cut, hands 1–2 and hand 5");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DeckSet {
    cut: bool,
    hands: Vec<RangeInclusive<u32>>,
}

impl DeckSet {
    /// Whether the deck for the cut is included.
    #[must_use]
    pub const fn cut(&self) -> bool {
        self.cut
    }

    /// The numbers of the hands, as inclusive ranges.
    #[must_use]
    pub fn hands(&self) -> &[RangeInclusive<u32>] {
        &self.hands
    }

    const fn is_empty(&self) -> bool {
        !self.cut && self.hands.is_empty()
    }

    /// Whether this is a single deck.
    fn is_one(&self) -> bool {
        match &self.hands[..] {
            [] => self.cut,
            [hands] => !self.cut && hands.start() == hands.end(),
            _ => false,
        }
    }
}

/// Collects decks by hand number in ascending order; 0 is the cut.
impl FromIterator<u32> for DeckSet {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> DeckSet {
        let mut decks = DeckSet::default();
        for number in numbers {
            match decks.hands.last_mut() {
                _ if number == 0 => decks.cut = true,
                Some(hands) if hands.end().checked_add(1) == Some(number) => *hands = *hands.start()..=number,
                _ => decks.hands.push(number..=number),
            }
        }
        decks
    }
}

impl fmt::Display for DeckSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands = self.hands.iter().map(|hands| match (hands.start(), hands.end()) {
            (first, last) if first == last => format!("hand {first}"),
            (first, last) => format!("hands {first}–{last}"),
        });
        let cut = self.cut.then(|| "the cut".to_owned());
        let words: Vec<String> = cut.into_iter().chain(hands).collect();
        match words.split_last() {
            Some((last, [])) => f.write_str(last),
            Some((last, others)) => write!(f, "{} and {last}", others.join(", ")),
            None => f.write_str("no deck"),
        }
    }
}

/// The decks that the game used before the record starts. A record can start anywhere, but omits
/// nothing after that.
fn missing_decks(first: &Game, last: &Game, decks: &[DeckCheck]) -> DeckSet {
    // There is no cut if the rules name the first dealer, or if a player resigns before it.
    let was_cut = last.rules().first_dealer == FirstDealer::Cut && last.dealer().is_some();
    let before = hands_dealt(first);
    DeckSet {
        cut: was_cut && decks.iter().all(|deck| deck.hand != 0),
        hands: if before == 0 { Vec::new() } else { vec![1..=before] },
    }
}
