//! Presence: who is connected, whose clock is running, and who needs a stand-in.

use pidro::{BySeat, Seat};
use pidro_table::{Absence, Occupant, PersonId, ServerMessage, TableEvent};
use tokio::time::Instant;

use super::delayed::DelayedView;
use super::watchers::Watching;
use super::{Failure, RecentEvent, TableActor, Watch, WeakInbox};
use crate::metrics::{By, Decision, PhaseLabel};

/// The start times of the clocks.
pub(super) struct Presences {
    /// When the current turn, or the wait for the promised words, began.
    turn_since: Instant,
    /// When the person at each seat disconnected.
    away_since: BySeat<Instant>,
}

impl Presences {
    /// All clocks start now: for a table that wakes up, and when the first person returns to an
    /// empty table.
    pub(super) fn new() -> Presences {
        let now = Instant::now();
        Presences {
            turn_since: now,
            away_since: BySeat::from_fn(|_| now),
        }
    }

    /// Restarts the turn clock if the event begins a new turn.
    pub(super) fn turn_changes(&mut self, entry: &TableEvent) {
        if entry.restarts_clock() {
            self.turn_since = Instant::now();
        }
    }
}

/// A decision that is about to be applied, and how long it took.
pub(super) type Decided = Option<(Decision, f64)>;

impl TableActor {
    /// Whether any player is connected. Otherwise clocks stop, and no bot stands in.
    pub(super) fn anybody_here(&self) -> bool {
        self.room.players().any(|(_, person)| self.watchers.has(person))
    }

    /// When the person whose turn it is runs out of time.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let limit = self.room.options().time.limit(self.context.times.second)?;
        let seat = self.room.game()?.turn().filter(|_| !self.room.is_too_long())?;
        let counts = self.room.players().any(|(at, _)| at == seat) && self.anybody_here();
        counts.then(|| self.presences.turn_since + limit)
    }

    /// When to call off the start because promised words are missing.
    pub(super) fn words_due(&self) -> Option<Instant> {
        self.room.awaited()?;
        let waits = self.resting.is_none() && self.anybody_here();
        waits.then(|| self.presences.turn_since + self.context.times.reveal)
    }

    /// When a bot stands in next, and for whom. After the game, this only shows that nobody waits
    /// for the person any more.
    pub(super) fn next_stand_in(&self) -> Option<(Instant, Seat)> {
        self.room.game()?;
        let waits = self.resting.is_none() && self.anybody_here();
        let away = self
            .room
            .players()
            .filter(|(_, person)| !self.watchers.has(person));
        let since = away.map(|(seat, _)| (self.presences.away_since[seat] + self.context.times.grace, seat));
        since.filter(|_| waits).min_by_key(|(at, _)| *at)
    }

    /// A seat whose person was away and has reconnected.
    pub(super) fn next_back(&self) -> Option<Seat> {
        let back = |seat: &Seat| {
            let person = self.room.person_at(*seat);
            self.room.gone(*seat) == Some(Absence::Away)
                && person.is_some_and(|person| self.watchers.has(person))
        };
        Seat::ALL
            .into_iter()
            .find(back)
            .filter(|_| self.resting.is_none())
    }

    /// Adds a watcher.
    pub(super) async fn watch(&mut self, watch: &Watch, own: WeakInbox) -> Result<Watching, Failure> {
        self.room.admits(watch.person.as_ref())?;
        let seat = watch.person.as_ref().and_then(|person| self.room.seat_of(person));
        let new = watch
            .person
            .as_ref()
            .is_some_and(|person| !self.watchers.has(person));
        if seat.is_some() && !self.anybody_here() {
            self.presences = Presences::new();
        }
        let watching = self.watchers.add(watch, own);
        // Delayed spectators see the delayed view of the table.
        let late = self
            .watchers
            .last()
            .is_some_and(|watcher| watcher.is_delayed(&self.room));
        if late && self.late.is_none() {
            let stored = self.context.store.load(self.id).await?;
            self.late = Some(Box::new(DelayedView::of(
                self.id,
                stored,
                self.context.times.late,
            )));
        }
        self.greet(watch.from, late);
        if new && seat.is_some() {
            self.tell_seats();
        }
        Ok(watching)
    }

    /// Sends the newest watcher its first messages: the events it has missed, or a snapshot.
    fn greet(&mut self, from: Option<usize>, late: bool) {
        let seats = self.seats();
        let builder = match &self.late {
            Some(room) if late => room.builder(&seats),
            _ => self.builder(&seats),
        };
        let Some(watcher) = self.watchers.last() else {
            return;
        };
        let from = from.filter(|_| !late);
        let told: Vec<ServerMessage> = match from.and_then(|from| self.missed(from, watcher.person.as_ref()))
        {
            Some(missed) => {
                let missed = missed.map(|past| watcher.happened(&builder, past, false));
                let seats = ServerMessage::Seats {
                    seats: Box::new(seats.clone()),
                };
                missed.chain([seats]).collect()
            }
            None => vec![watcher.snapshot(&builder, late)],
        };
        if let Some(watcher) = self.watchers.last_mut() {
            for message in told {
                watcher.send(message);
            }
        }
    }

    /// The events after number `from`, if all are still in memory and none of them changes this
    /// person's view of the game.
    fn missed(&self, from: usize, person: Option<&PersonId>) -> Option<impl Iterator<Item = &RecentEvent>> {
        let missed = self.commands.len().checked_sub(from)?;
        let known = self.recent.len().checked_sub(missed)?;
        let mut anew = self
            .recent
            .range(known..)
            .map(|past| past.changes_knowledge(person, &self.room));
        (!anew.any(|anew| anew)).then(|| self.recent.range(known..))
    }

    /// Handles the end of a watch.
    pub(super) fn gone(&mut self, connection: u64, watch: u64) {
        let Some(person) = self
            .watchers
            .remove(connection, watch)
            .and_then(|watcher| watcher.person)
        else {
            return;
        };
        if let Some(seat) = self.room.seat_of(&person)
            && !self.watchers.has(&person)
        {
            self.presences.away_since[seat] = Instant::now();
            self.tell_seats();
        }
    }

    /// Classifies an event as a decision for the metrics. Call it before applying the event.
    pub(super) fn decision(&self, entry: &TableEvent) -> Decided {
        let TableEvent::Acted { seat, late, .. } = entry else {
            return None;
        };
        let by = match &self.room.seats()[*seat] {
            _ if *late => By::late,
            Some(Occupant::Bot(_)) => By::bot,
            Some(Occupant::Person { gone: Some(_), .. }) => By::stand_in,
            Some(Occupant::Person { .. }) | None => By::person,
        };
        let phase = PhaseLabel(self.room.game()?.phase());
        Some((
            Decision { phase, by },
            self.presences.turn_since.elapsed().as_secs_f64(),
        ))
    }

    /// Updates the metrics for an event that has been applied.
    pub(super) fn count(&self, entry: &TableEvent, past: &RecentEvent, decided: Decided) {
        let metrics = &self.context.metrics;
        if let Some((decision, seconds)) = decided {
            metrics.decisions.get_or_create(&decision).observe(seconds);
        }
        if *entry == TableEvent::Started {
            metrics.begun.inc();
        }
        let log = self.room.table().map_or(&[][..], |table| table.history().log());
        for event in log.get(past.events.clone()).unwrap_or_default() {
            metrics.note(event);
        }
        if self.room.is_over() && !past.events.is_empty() {
            metrics.finished.inc();
            metrics.note_hidden(log);
        }
    }
}
