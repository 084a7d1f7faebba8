//! The delayed view of a table, for spectators who see all cards.

use std::collections::VecDeque;
use std::time::Duration;

use pidro::{BySeat, Game};
use pidro_table::{MessageBuilder, SeatStatus, TableEvent, TableId, TableState};
use tokio::time::Instant;

use super::{RecentEvent, TableActor};
use crate::store::{LoadedTable, now};

/// The table as it was some minutes ago, and the events that have happened since.
///
/// Events stay hidden until their hand is over, however long that takes. Otherwise a player could
/// watch and see the other hands.
pub(super) struct DelayedView {
    table: TableId,
    room: TableState,
    n: usize,
    waiting: VecDeque<Waiting>,
}

/// An event that spectators have not seen yet.
struct Waiting {
    /// The earliest time to show it.
    at: Instant,
    /// The number of the current hand after the event.
    hand: u32,
    entry: TableEvent,
}

/// The number of the current hand; the maximum when the game is over.
fn hand(room: &TableState) -> u32 {
    match room.game() {
        Some(_) if room.is_over() => u32::MAX,
        game => game.map_or(0, Game::hand_number),
    }
}

/// Why applying an event can't fail here.
const LOADED: &str = "the live table has applied the same events before";

impl DelayedView {
    /// Starts from a table at which nothing has been played yet.
    pub(super) const fn new(table: TableId, room: TableState, n: usize) -> DelayedView {
        DelayedView {
            table,
            room,
            n,
            waiting: VecDeque::new(),
        }
    }

    /// Rebuilds the delayed view from a stored table.
    pub(super) fn of(table: TableId, stored: LoadedTable, delay: Duration) -> DelayedView {
        let (options, secret) = (stored.room.options().clone(), stored.room.deal().secret().clone());
        let mut live = TableState::new(options.clone(), secret.clone());
        let mut late = DelayedView::new(table, TableState::new(options, secret), 0);
        let (instant, time) = (Instant::now(), now());
        for (kept, at) in stored.entries.into_iter().zip(stored.times) {
            live.apply(&kept.entry).expect(LOADED);
            if live.table().is_none() {
                // Only the game is delayed; the seating is public.
                late.apply(&kept.entry);
                continue;
            }
            let age = Duration::from_millis(u64::try_from(time - at).unwrap_or(0));
            late.push(instant + delay.saturating_sub(age), &live, kept.entry);
        }
        while late.step(&stored.room).is_some() {}
        late
    }

    /// Queues an event of the live table.
    pub(super) fn push(&mut self, at: Instant, live: &TableState, entry: TableEvent) {
        let hand = hand(live);
        self.waiting.push_back(Waiting { at, hand, entry });
    }

    /// When to show the next event. `None` if that depends on what happens at the live table.
    pub(super) fn next(&self, live: &TableState) -> Option<Instant> {
        let next = self.waiting.front()?;
        next.is_past(live).then_some(next.at)
    }

    pub(super) fn builder<'a>(&'a self, seats: &'a BySeat<Option<SeatStatus>>) -> MessageBuilder<'a> {
        MessageBuilder {
            table: self.table,
            room: &self.room,
            n: self.n,
            clock: None,
            seats,
        }
    }

    fn apply(&mut self, entry: &TableEvent) {
        self.room.apply(entry).expect(LOADED);
        self.n += 1;
    }

    /// Applies and returns the next event, if it is due.
    fn step(&mut self, live: &TableState) -> Option<RecentEvent> {
        let due = |next: &mut Waiting| next.is_past(live) && next.at <= Instant::now();
        let Waiting { entry, .. } = self.waiting.pop_front_if(due)?;
        let before = self.room.events();
        self.apply(&entry);
        Some(RecentEvent::new(self.n, &entry, before..self.room.events()))
    }
}

impl Waiting {
    /// Whether the event's hand is over.
    fn is_past(&self, live: &TableState) -> bool {
        self.hand < hand(live) || live.is_over()
    }
}

impl TableActor {
    /// Sends all events that are due to the delayed spectators. Drops the delayed view once nobody
    /// watches it.
    pub(super) fn send_delayed(&mut self) {
        let seats = self.seats();
        if !self.watchers.any_delayed(&self.room) {
            self.late = None;
        }
        let Some(late) = &mut self.late else { return };
        while let Some(past) = late.step(&self.room) {
            let builder = late.builder(&seats);
            let slow = self.watchers.tell(&self.room, true, |watcher| {
                watcher.happened(&builder, &past, true)
            });
            self.context.metrics.slow.inc_by(slow);
        }
    }
}
