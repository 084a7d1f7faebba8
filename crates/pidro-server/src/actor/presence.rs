//! Presence: who is connected, whose clock is running, and who needs a stand-in.

use std::ops::ControlFlow;

use pidro::{BySeat, Seat};
use pidro_protocol::PersonId;
use pidro_protocol::ws::ServerMessage;
use pidro_table::{Absence, AppliedEvent, Feed, Occupant, TableEvent};
use tokio::time::Instant;

use super::delayed::DelayedView;
use super::watchers::WatchStream;
use super::{TableActor, TableError, WatchRequest, WeakInbox, needs_snapshot};
use crate::metrics::{DecidedBy, DecisionLabels, PhaseLabel};

/// The start times of the clocks.
pub(super) struct Clocks {
    /// When the current turn, or the wait for the promised words, began.
    turn_began_at: Instant,
    /// When the person at each seat disconnected.
    disconnected_at: BySeat<Instant>,
}

impl Clocks {
    /// All clocks start now: for a table that wakes up, and when the first person returns to an
    /// empty table.
    pub(super) fn new() -> Clocks {
        let now = Instant::now();
        Clocks {
            turn_began_at: now,
            disconnected_at: BySeat::from_fn(|_| now),
        }
    }

    /// Restarts the turn clock if the event begins a new turn.
    pub(super) fn on_event(&mut self, event: &TableEvent) {
        if event.restarts_clock() {
            self.turn_began_at = Instant::now();
        }
    }
}

/// A decision for the metrics, and how many seconds it took.
type TimedDecision = (DecisionLabels, f64);

impl TableActor {
    /// Whether any player is connected. Otherwise clocks stop, and no bot stands in.
    pub(super) fn any_player_connected(&self) -> bool {
        self.state.players().any(|(_, person)| self.watchers.has(person))
    }

    /// When the person whose turn it is runs out of time.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let limit = self.state.options().time.limit(self.context.timings.second)?;
        let seat = self.state.game()?.turn().filter(|_| !self.state.is_too_long())?;
        let counts = self.state.players().any(|(at, _)| at == seat) && self.any_player_connected();
        counts.then(|| self.clocks.turn_began_at + limit)
    }

    /// When to call off the start because promised words are missing.
    pub(super) fn words_deadline(&self) -> Option<Instant> {
        self.state.awaited()?;
        let applies = self.paused_until.is_none() && self.any_player_connected();
        applies.then(|| self.clocks.turn_began_at + self.context.timings.reveal_timeout)
    }

    /// When a bot stands in next, and for whom. After the game, this only shows that nobody waits
    /// for the person any more.
    pub(super) fn next_stand_in(&self) -> Option<(Instant, Seat)> {
        self.state.game()?;
        let waits = self.paused_until.is_none() && self.any_player_connected();
        let away = self
            .state
            .players()
            .filter(|(_, person)| !self.watchers.has(person));
        let since = away.map(|(seat, _)| {
            (
                self.clocks.disconnected_at[seat] + self.context.timings.stand_in_after,
                seat,
            )
        });
        since.filter(|_| waits).min_by_key(|(at, _)| *at)
    }

    /// A seat whose person was away and has reconnected.
    pub(super) fn next_return(&self) -> Option<Seat> {
        let has_returned = |seat: &Seat| {
            let person = self.state.person_at(*seat);
            self.state.absence(*seat) == Some(Absence::Disconnected)
                && person.is_some_and(|person| self.watchers.has(person))
        };
        Seat::ALL
            .into_iter()
            .find(has_returned)
            .filter(|_| self.paused_until.is_none())
    }

    /// A seat whose person was deleted and still plays.
    pub(super) fn next_deleted(&self) -> Option<Seat> {
        let mut seats = self
            .deleted
            .iter()
            .filter_map(|person| self.state.seat_of(person));
        let plays = |seat: &Seat| self.state.absence(*seat) != Some(Absence::Left);
        seats
            .find(plays)
            .filter(|_| self.paused_until.is_none() && !self.state.is_over())
    }

    /// Shows a person differently, or not at all any more.
    pub(super) async fn refresh_person(&mut self, person: &PersonId) -> ControlFlow<()> {
        if self.people.get(person).is_none() {
            return ControlFlow::Continue(());
        }
        let Ok(people) = self.context.store.people([person].into_iter()).await else {
            // Reading it again wakes the table up with the right name.
            return ControlFlow::Break(());
        };
        if people.get(person).is_none() {
            self.deleted.push(person.clone());
            self.people.remove(person);
        }
        self.people.extend(people);
        self.send_seats();
        ControlFlow::Continue(())
    }

    /// Adds a watcher.
    pub(super) async fn watch(
        &mut self,
        watch: &WatchRequest,
        inbox: WeakInbox,
    ) -> Result<WatchStream, TableError> {
        let person = watch.person.as_ref();
        self.state.check_admitted(person)?;
        let is_seated = person.is_some_and(|person| self.state.seat_of(person).is_some());
        let is_new = person.is_some_and(|person| !self.watchers.has(person));
        if is_seated && !self.any_player_connected() {
            self.clocks = Clocks::new();
        }
        let watching = self.watchers.add(watch, inbox);
        if self.state.watches_delayed(person) && self.delayed.is_none() {
            let loaded = self.context.store.load(self.id).await?;
            let delayed = DelayedView::rebuild(self.id, loaded, self.context.timings.spectator_delay);
            self.delayed = Some(Box::new(delayed));
        }
        self.send_first_messages(watch.last_seen);
        if is_new && is_seated {
            self.send_seats();
        }
        Ok(watching)
    }

    /// Sends the newest watcher its first messages: the events it has missed, or a snapshot.
    fn send_first_messages(&mut self, from: Option<usize>) {
        let seats = self.seats();
        let Some(watcher) = self.watchers.last() else {
            return;
        };
        let is_delayed = watcher.feed(&self.state) == Feed::Delayed;
        let builder = match &self.delayed {
            Some(delayed) if is_delayed => delayed.builder(&seats),
            _ => self.builder(&seats),
        };
        let from = from.filter(|_| !is_delayed);
        let missed = from.and_then(|from| self.missed_events(from, watcher.person.as_ref()));
        let messages: Vec<ServerMessage> = match missed {
            Some(missed) => {
                let missed = missed.into_iter();
                let missed = missed.map(|event| watcher.happened(&builder, event));
                let seats = ServerMessage::Seats {
                    seats: Box::new(seats.clone()),
                };
                missed.chain([seats]).collect()
            }
            None => vec![watcher.snapshot(&builder)],
        };
        if let Some(watcher) = self.watchers.last_mut() {
            for message in messages {
                watcher.send(message);
            }
        }
    }

    /// The events after number `from`, if all are still in memory and none of them changes this
    /// person's view of the game.
    fn missed_events(&self, from: usize, person: Option<&PersonId>) -> Option<Vec<&AppliedEvent>> {
        let missed = self.command_hashes.len().checked_sub(from)?;
        let known = self.recent.len().checked_sub(missed)?;
        let events: Vec<&AppliedEvent> = self.recent.range(known..).collect();
        let unchanged = |event: &&AppliedEvent| !needs_snapshot(event, person, &self.state);
        events.iter().all(unchanged).then_some(events)
    }

    /// Handles the end of a watch.
    pub(super) fn disconnect(&mut self, connection: u64, watch: u64) {
        let ended = self.watchers.remove(connection, watch);
        let Some(person) = ended.and_then(|watcher| watcher.person) else {
            return;
        };
        if let Some(seat) = self.state.seat_of(&person)
            && !self.watchers.has(&person)
        {
            self.clocks.disconnected_at[seat] = Instant::now();
            self.send_seats();
        }
    }

    /// Classifies an event as a decision for the metrics. Call it before applying the event.
    pub(super) fn classify_decision(&self, event: &TableEvent) -> Option<TimedDecision> {
        let TableEvent::Acted { seat, timed_out, .. } = event else {
            return None;
        };
        let by = match &self.state.seats()[*seat] {
            _ if *timed_out => DecidedBy::timed_out,
            Some(Occupant::Bot(_)) => DecidedBy::bot,
            Some(Occupant::Person { absence: Some(_), .. }) => DecidedBy::stand_in,
            Some(Occupant::Person { .. }) | None => DecidedBy::person,
        };
        let phase = PhaseLabel(self.state.game()?.phase());
        let seconds = self.clocks.turn_began_at.elapsed().as_secs_f64();
        Some((DecisionLabels { phase, by }, seconds))
    }

    /// Updates the metrics for an event that has been applied.
    pub(super) fn update_metrics(
        &self,
        event: &TableEvent,
        applied: &AppliedEvent,
        decision: Option<TimedDecision>,
    ) {
        let metrics = &self.context.metrics;
        if let Some((labels, seconds)) = decision {
            metrics.decisions.get_or_create(&labels).observe(seconds);
        }
        if *event == TableEvent::Started {
            metrics.begun.inc();
        }
        let game = self.state.seeded_game();
        let log = game.map_or(&[][..], |game| game.history().log());
        for event in log.get(applied.game_events.clone()).unwrap_or_default() {
            metrics.count_redeal(event);
        }
        if self.state.is_over() && !applied.game_events.is_empty() {
            metrics.finished.inc();
            metrics.count_after_game(log);
        }
    }
}
