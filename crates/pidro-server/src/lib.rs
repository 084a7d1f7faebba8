//! Tables of Finnish Pidro that lose nothing: one supervised task a game, an append-only store, bots and people.
//!
//! A table is one task that owns one [`Room`]. A command comes in, what it would cause is decided, the entries are stored, and only then
//! are they taken into account and told. A table that panics comes back from the store with everything that it had acknowledged; one
//! that nobody needs goes to sleep and costs nothing.

mod entry;
mod person;
mod room;
mod store;
mod table;
mod tables;
#[cfg(test)]
mod testing;

pub use entry::Entry;
pub use person::PersonId;
pub use room::{Command, Refusal, Room, Sitter};
pub use store::{Kept, Store, StoreError, Stored, TableId};
pub use table::{Done, Failure, Told, Watching};
pub use tables::{Limits, Tables};
