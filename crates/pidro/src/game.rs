//! The state of a game and its parts, the events that change it, and the history of one game.
//!
//! The rules themselves, phase by phase, are in [`phases`](crate::phases).

// Before the others, so that rustdoc shows the main methods of `Game` first.
mod state;

mod action;
mod bidding;
mod cut;
mod error;
mod event;
mod fair;
mod fingerprint;
mod history;
mod kill;
mod legal;
mod phase;
mod redeal;
mod score;
mod seed;
mod seeded_game;
mod stage;
mod trick;

pub use action::{Action, ParseActionError};
pub use bidding::{Auction, Bid, BidRange, Call, Contract, ParseBidError};
pub use cut::Cut;
pub use error::IllegalAction;
pub use event::Event;
pub use fair::{Commitment, FairDeal, FairDealError, Secret, WordPromise};
pub use fingerprint::Fingerprint;
pub use history::{History, HistoryError, ReplayError};
pub use kill::KilledCards;
pub use legal::Legal;
pub use phase::Phase;
pub use redeal::Redeal;
pub(crate) use redeal::{HAND_SIZE, Pack};
pub use seed::{Seed, SeedOrigin};
pub use seeded_game::SeededGame;
pub(crate) use stage::Stage;
pub(crate) use state::Hand;
pub use state::{Game, Step};
pub use trick::{Play, Trick, TrickResult, Tricks};
