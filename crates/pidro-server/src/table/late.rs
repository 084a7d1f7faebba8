//! A table as it was some minutes ago, for spectators who see all cards.

use std::collections::VecDeque;
use std::time::Duration;

use pidro::BySeat;
use tokio::time::Instant;

use super::{Past, Table};
use crate::entry::Entry;
use crate::room::Room;
use crate::store::{Stored, TableId, now};
use crate::told::{Scene, SeatTold};

/// The table as it was, and what happens next there.
pub(super) struct Late {
    table: TableId,
    room: Room,
    n: usize,
    waiting: VecDeque<(Instant, Entry)>,
}

impl Late {
    pub(super) fn new(table: TableId, stored: Stored, delay: Duration) -> Late {
        let (options, secret) = (stored.room.options().clone(), stored.room.deal().secret().clone());
        let mut late = Late {
            table,
            room: Room::new(options, secret),
            n: 0,
            waiting: VecDeque::new(),
        };
        let (instant, time) = (Instant::now(), now());
        for (kept, at) in stored.entries.into_iter().zip(stored.times) {
            let age = Duration::from_millis(u64::try_from(time - at).unwrap_or(0));
            match delay.checked_sub(age).filter(|left| !left.is_zero()) {
                // The game is what is shown late; who sits where is known.
                Some(left) if late.room.table().is_some() || kept.entry == Entry::Started => {
                    late.push(instant + left, kept.entry);
                }
                _ => late.evolve(&kept.entry),
            }
        }
        late
    }

    pub(super) fn push(&mut self, at: Instant, entry: Entry) {
        self.waiting.push_back((at, entry));
    }

    /// When the next entry is shown.
    pub(super) fn next(&self) -> Option<Instant> {
        self.waiting.front().map(|(at, _)| *at)
    }

    pub(super) fn scene<'a>(&'a self, seats: &'a BySeat<Option<SeatTold>>) -> Scene<'a> {
        Scene {
            table: self.table,
            room: &self.room,
            n: self.n,
            clock: None,
            seats,
        }
    }

    fn evolve(&mut self, entry: &Entry) {
        self.room.evolve(entry);
        self.n += 1;
    }

    /// The next entry, if its time has come.
    fn step(&mut self) -> Option<Past> {
        let (_, entry) = self.waiting.pop_front_if(|(at, _)| *at <= Instant::now())?;
        let before = self.room.events();
        self.evolve(&entry);
        Some(Past {
            n: self.n,
            entry,
            events: before..self.room.events().max(before),
        })
    }
}

impl Table {
    /// Tells those who see everything late what was some minutes ago. When nobody does any more, it is forgotten.
    pub(super) fn tell_late(&mut self) {
        let seats = self.seats();
        if !self.watchers.any_late(&self.room) {
            self.late = None;
        }
        let Some(late) = &mut self.late else { return };
        while let Some(past) = late.step() {
            let scene = late.scene(&seats);
            let slow = self
                .watchers
                .tell(&self.room, true, |watcher| watcher.happened(&scene, &past, true));
            self.surroundings.metrics.slow.inc_by(slow);
        }
    }
}
