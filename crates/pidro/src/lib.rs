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
//! Randomness is an input: the caller passes in a shuffled [`Deck`] as chance's move.
//!
//! # Example: one hand
//!
//! ```
//! use chacha20::ChaCha20Rng;
//! use pidro::{Deck, Game, Observer, Rules, Seat};
//! use rand_core::SeedableRng;
//!
//! let mut rng = ChaCha20Rng::from_seed([1; 32]);
//! let mut game = Game::new("traditional first_dealer=N".parse()?);
//! game.deal(&Deck::shuffled(&mut rng), |_| ())?;
//!
//! // Everybody does something legal until the hand has been scored.
//! while let Some(seat) = game.turn() {
//!     let view = game.view(Observer::Seat(seat));
//!     let action = view.legal.sample(&mut rng).expect("a seat whose turn it is can act");
//!     game.act(seat, action, |event| println!("{event:?}"))?;
//! }
//! assert_eq!(game.hand_number(), 2);
//! assert_eq!(game.dealer(), Some(Seat::East));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Start with [`Game`] for the state machine, [`rules`] for the options, [`View`] for what each
//! observer may know, and [`SeededGame`] for a game with undo, redo and its own decks.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod rules;

mod action;
mod bidding;
mod binary;
mod bits;
mod card;
mod card_set;
mod cut;
mod deck;
mod error;
mod event;
mod fair;
mod fingerprint;
mod game;
mod history;
#[cfg(feature = "serde")]
mod json;
mod kill;
mod legal;
mod phase;
mod phases;
mod pile;
mod position;
mod record;
mod redeal;
mod score;
mod seat;
mod seed;
mod seeded_game;
mod stage;
mod trick;
mod trump;
mod view;
mod word;

pub use action::{Action, ParseActionError};
pub use bidding::{Auction, Bid, BidRange, Call, Contract, ParseBidError};
pub use bits::DecodeError;
pub use card::{Card, ParseCardError, Rank, Suit};
pub use card_set::{CardSet, CardSetIter, ParseCardSetError};
pub use cut::Cut;
pub use deck::{Deck, DeckError};
pub use error::IllegalAction;
pub use event::Event;
pub use fair::{Commitment, FairDeal, FairDealError, Secret, WordPromise};
pub use fingerprint::Fingerprint;
pub use game::{Game, Step};
pub use history::{History, HistoryError};
pub use kill::Killed;
pub use legal::Legal;
pub use phase::Phase;
pub use pile::Pile;
pub use position::ParsePositionError;
pub use record::{
    Contradiction, DeckCheck, DeckProof, Decks, Mark, Outcome, ParseRecordError, Record, RecordIter,
    ResumeError, Shortfall, Verdict,
};
pub use redeal::Redeal;
pub use rules::{ParseRulesError, Rules};
pub use seat::{BySeat, ByTeam, ParseSeatError, Seat, SeatSet, Team};
pub use seed::{Seed, SeedOrigin};
pub use seeded_game::SeededGame;
pub use trick::{Play, Trick, TrickResult, Tricks};
pub use trump::Trump;
pub use view::{Observer, View, VisibleCards, VisibleEvent};

/// Runs the examples of the repository's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the examples of the crate's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
