//! The phases of a hand, as methods of [`Game`](crate::Game), one file per phase.
//!
//! Each file contains the legal actions of the phase, the events that an action causes, and how
//! those events change the game. The modules of the same names in `game` define the types.

mod bidding;
mod claim;
mod cut;
mod dealing;
mod declaring;
mod kill;
mod play;
mod redeal;
mod rob;
mod score;
