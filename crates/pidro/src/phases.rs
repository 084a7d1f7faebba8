//! The phases of a hand, as methods of [`Game`](crate::Game): one file each, in the order of play.
//!
//! Each has the choices of a phase, the events that an action causes, and how an event changes the
//! game. The types they work on are in the modules of the same name.

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
