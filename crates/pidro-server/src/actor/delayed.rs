//! The delayed view of a table, for spectators who see all cards.

use std::collections::VecDeque;
use std::time::Duration;

use pidro::{BySeat, Game};
use pidro_protocol::{SeatStatus, TableId};
use pidro_table::{AppliedEvent, Feed, MessageBuilder, TableEvent, TableState};
use tokio::time::Instant;

use super::TableActor;
use crate::store::{LoadedTable, now};

/// The table as it was some minutes ago, and the events that have happened since.
///
/// Events stay hidden until their hand is over, however long that takes. Otherwise a player could
/// watch and see the other hands.
pub(super) struct DelayedView {
    table: TableId,
    state: TableState,
    n: usize,
    pending: VecDeque<PendingEvent>,
}

/// An event that spectators have not seen yet.
struct PendingEvent {
    /// The earliest time to show it.
    at: Instant,
    /// The number of the current hand after the event.
    hand: u32,
    event: TableEvent,
}

/// The number of the current hand; the maximum when the game is over.
fn current_hand(state: &TableState) -> u32 {
    match state.game() {
        Some(_) if state.is_over() => u32::MAX,
        game => game.map_or(0, Game::hand_number),
    }
}

/// Why applying an event can't fail here.
const APPLIED_BEFORE: &str = "the live table has applied the same events before";

impl DelayedView {
    /// Starts from a table at which nothing has been played yet.
    pub(super) const fn new(table: TableId, state: TableState, n: usize) -> DelayedView {
        DelayedView {
            table,
            state,
            n,
            pending: VecDeque::new(),
        }
    }

    /// Rebuilds the delayed view from a stored table.
    pub(super) fn rebuild(table: TableId, loaded: LoadedTable, delay: Duration) -> DelayedView {
        let options = loaded.state.options().clone();
        let secret = loaded.state.fair_deal().secret().clone();
        let mut live = TableState::new(options.clone(), secret.clone());
        let mut delayed = DelayedView::new(table, TableState::new(options, secret), 0);
        let (instant, time) = (Instant::now(), now());
        for (stored, at) in loaded.events.into_iter().zip(loaded.appended_at) {
            live.apply(&stored.event).expect(APPLIED_BEFORE);
            if !live.has_begun() {
                // Only the game is delayed; the seating is public.
                delayed.apply(&stored.event);
                continue;
            }
            let age = Duration::from_millis(u64::try_from(time - at).unwrap_or(0));
            delayed.push(instant + delay.saturating_sub(age), &live, stored.event);
        }
        while delayed.apply_next(&loaded.state).is_some() {}
        delayed
    }

    /// Queues an event of the live table.
    pub(super) fn push(&mut self, at: Instant, live: &TableState, event: TableEvent) {
        let hand = current_hand(live);
        self.pending.push_back(PendingEvent { at, hand, event });
    }

    /// When to show the next event. `None` if that depends on what happens at the live table.
    pub(super) fn next_at(&self, live: &TableState) -> Option<Instant> {
        let next = self.pending.front()?;
        next.hand_is_over(live).then_some(next.at)
    }

    pub(super) fn builder<'a>(&'a self, seats: &'a BySeat<Option<SeatStatus>>) -> MessageBuilder<'a> {
        MessageBuilder {
            table: self.table,
            state: &self.state,
            feed: Feed::Delayed,
            n: self.n,
            clock: None,
            seats,
        }
    }

    fn apply(&mut self, event: &TableEvent) {
        self.state.apply(event).expect(APPLIED_BEFORE);
        self.n += 1;
    }

    /// Applies the next event, if it is due.
    fn apply_next(&mut self, live: &TableState) -> Option<AppliedEvent> {
        let is_due = |next: &mut PendingEvent| next.hand_is_over(live) && next.at <= Instant::now();
        let PendingEvent { event, .. } = self.pending.pop_front_if(is_due)?;
        let before = self.state.game_events();
        self.apply(&event);
        Some(AppliedEvent::new(
            self.n,
            &event,
            before,
            self.state.game_events(),
        ))
    }
}

impl PendingEvent {
    fn hand_is_over(&self, live: &TableState) -> bool {
        self.hand < current_hand(live) || live.is_over()
    }
}

impl TableActor {
    /// Sends all events that are due to the delayed spectators. Drops the delayed view once nobody
    /// watches it.
    pub(super) fn send_delayed(&mut self) {
        let seats = self.seats();
        if !self.watchers.any_delayed(&self.state) {
            self.delayed = None;
        }
        let Some(delayed) = &mut self.delayed else {
            return;
        };
        while let Some(event) = delayed.apply_next(&self.state) {
            let builder = delayed.builder(&seats);
            let slow = self.watchers.send(&self.state, Feed::Delayed, |watcher| {
                watcher.happened(&builder, &event)
            });
            self.context.metrics.slow_clients.inc_by(slow);
        }
    }
}
