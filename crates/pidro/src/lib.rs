//! The card game Finnish Pidro: cards, rules, state, events, views.
//!
//! The crate follows one pattern:
//!
//! - [`Game::decide`] says what an action would cause: a list of [`Event`]s, or an
//!   [`IllegalAction`]. It changes nothing.
//! - [`Game::evolve`] applies one event. It never refuses, and every change to a game is an event.
//! - [`Game::view`] returns what an [`Observer`] may know about a game, and [`Event::seen_by`] what
//!   the observer sees of an event.
//!
//! Randomness is an input: the caller passes in a shuffled [`Deck`].
//!
//! # Example: one hand
//!
//! ```
//! use pidro::{Game, Seat, Seed};
//!
//! let mut game = Game::new("traditional first_dealer=N".parse()?);
//! game.deal(&Seed::new("1").deck(1), |_| ())?;
//!
//! // Every seat takes its first legal action until the hand has been scored.
//! while let Some(seat) = game.turn() {
//!     let view = game.view(seat);
//!     let action = view.legal.nth(0).ok_or("it is the seat's turn")?;
//!     game.act(seat, action, |event| println!("{event:?}"))?;
//! }
//! assert_eq!(game.hand_number(), 2);
//! assert_eq!(game.dealer(), Some(Seat::East));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tour
//!
//! | To … | use |
//! | --- | --- |
//! | play a game, with undo, redo and decks from a seed | [`SeededGame`], [`Seed`] |
//! | run the state machine yourself, as fast as possible | [`Game`], [`Deck`], [`Step`] |
//! | choose the rules | [`Rules`], and the module [`rules`] for the values of each option |
//! | know what a seat may do | [`Legal`], [`Action`] |
//! | show a game to players and spectators | [`View`], [`VisibleEvent`], [`Observer`] |
//! | keep a game and replay it | [`History`], [`Event`] |
//! | write and read games and positions | [`Record`], [`Game::to_position`], [`Game::to_bytes`] |
//! | send views to a client as JSON | the module [`json`](json/index.html) (feature `serde`) |
//! | prove that nobody chose the decks | [`FairDeal`], [`Record::proof`], [`Verdict`] |
//! | tell states apart in a search table | [`Fingerprint`] |
//!
//! Cards and trumps are [`Card`], [`CardSet`] and [`Trump`]; seats and teams are [`Seat`] and
//! [`Team`], with [`BySeat`] and [`ByTeam`] for one value per seat or team.
//!
//! # Features
//!
//! - `std` (default): the standard library, for faster checksums. Without it the crate needs only
//!   `alloc`.
//! - `serde` (default): JSON in the form of the engine protocol.
//! - `schemars`: schemas of that JSON.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod rules;

mod cards;
mod game;
mod notation;
mod phases;
mod projection;
mod seat;

pub use cards::{
    Card, CardSet, CardSetIter, Deck, DeckError, ParseCardError, ParseCardSetError, Pile, Rank, Suit, Trump,
};
pub use game::{
    Action, Auction, Bid, BidRange, Call, Commitment, Contract, Cut, Event, FairDeal, FairDealError,
    Fingerprint, Game, History, HistoryError, IllegalAction, KilledCards, Legal, ParseActionError,
    ParseBidError, Phase, Play, Redeal, ReplayError, Secret, Seed, SeedOrigin, SeededGame, Step, Trick,
    TrickResult, Tricks, WordPromise,
};
pub use notation::{
    Contradiction, DeckCheck, DeckProof, DeckSet, DecodeError, Fairness, Mark, ParsePositionError,
    ParseRecordError, Record, RecordIter, ResumeError, Shortfall, Verdict,
};
#[cfg(feature = "serde")]
pub use projection::json;
pub use projection::{Observer, View, VisibleCards, VisibleEvent};
#[doc(inline)]
pub use rules::{ParseRulesError, Rules};
pub use seat::{BySeat, ByTeam, ParseSeatError, Seat, SeatSet, Team};

/// Runs the examples of the repository's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the examples of the crate's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
