//! Decides which events a command causes.

use pidro::{Action, IllegalAction, Seat, SeatSet, WordPromise};
use pidro_bots::Level;

use super::{Absence, Occupant, TableState};
use crate::command::Command;
use crate::event::TableEvent;
use crate::refusal::Refusal;
use pidro_protocol::{PersonId, Spectators, TableId};

impl TableState {
    /// Returns the events that this person's command would cause, and changes nothing. `next` is
    /// the id to give to the new table if the command completes a rematch.
    ///
    /// # Errors
    ///
    /// If the table refuses the command.
    pub fn decide(
        &self,
        person: &PersonId,
        command: &Command,
        next: TableId,
    ) -> Result<Vec<TableEvent>, Refusal> {
        self.check_admitted(Some(person))?;
        let own = self
            .seat_of(person)
            .filter(|seat| self.absence(*seat) != Some(Absence::Left))
            .ok_or(Refusal::NotSeated);
        match command {
            Command::Sit { seat, promise } => self.sit(person, *seat, *promise),
            Command::Promise(promise) => self.promise(own?, *promise),
            Command::Reveal { word } => self.reveal(own?, word),
            Command::PutBot { seat, level } => self.put_bot(person, *seat, *level),
            Command::ClearBot { seat } => self.clear_bot(person, *seat),
            Command::Leave => Ok(vec![self.leave(own?)]),
            Command::Start => self.start(person),
            Command::Act(action) => self.act(own?, *action, false),
            Command::Undo => self.ask_undo(own?),
            Command::RefuseUndo => self.refuse_undo(own?),
            Command::Rematch => self.ask_rematch(own?, next),
            Command::OpenChat(open) => {
                let change = TableEvent::ChatOpened { open: *open };
                self.by_host(person, self.moderation.chat_open != *open, change)
            }
            Command::Mute { person: whom, muted } => {
                let change = TableEvent::Muted {
                    person: whom.clone(),
                    muted: *muted,
                };
                self.by_host(person, self.moderation.muted.contains(whom) != *muted, change)
            }
            Command::Remove { person: whom } => self.remove(person, whom),
        }
    }

    /// Only the host and the people at the table can prepare the game.
    fn may_prepare(&self, person: &PersonId) -> Result<(), Refusal> {
        self.not_yet_begun()?;
        if self.options.host != *person && self.seat_of(person).is_none() {
            Err(Refusal::NotSeated)
        } else {
            Ok(())
        }
    }

    /// Seats and promises can change until the start.
    const fn not_yet_begun(&self) -> Result<(), Refusal> {
        if self.has_begun() {
            Err(Refusal::GameStarted)
        } else if self.awaited.is_some() {
            Err(Refusal::GameStarting)
        } else {
            Ok(())
        }
    }

    fn put_bot(&self, person: &PersonId, seat: Seat, level: Level) -> Result<Vec<TableEvent>, Refusal> {
        self.may_prepare(person)?;
        if self.person_at(seat).is_some() {
            return Err(Refusal::SeatTaken(seat));
        }
        Ok(vec![TableEvent::BotSat { seat, level }])
    }

    fn clear_bot(&self, person: &PersonId, seat: Seat) -> Result<Vec<TableEvent>, Refusal> {
        self.may_prepare(person)?;
        match self.seats[seat] {
            Some(Occupant::Bot(_)) => Ok(vec![TableEvent::Stood { seat }]),
            Some(Occupant::Person { .. }) | None => Err(Refusal::NoBot(seat)),
        }
    }

    /// What happens when the person at this seat leaves.
    #[must_use]
    pub fn leave(&self, seat: Seat) -> TableEvent {
        if self.has_begun() {
            TableEvent::Left {
                seat,
                disconnected: false,
            }
        } else if self.awaited.is_some() {
            TableEvent::StartCalledOff { seats: vec![seat] }
        } else {
            TableEvent::Stood { seat }
        }
    }

    /// Starts the game, or first waits for the words if any were promised.
    fn start(&self, person: &PersonId) -> Result<Vec<TableEvent>, Refusal> {
        self.may_prepare(person)?;
        if Seat::ALL.into_iter().any(|seat| self.seats[seat].is_none()) {
            return Err(Refusal::SeatsFree);
        }
        let promises = self.promises;
        let must_wait = promises.iter().any(|(_, promise)| promise.is_some());
        Ok(vec![if must_wait {
            TableEvent::Starting { promises }
        } else {
            TableEvent::Started
        }])
    }

    fn promise(&self, seat: Seat, promise: WordPromise) -> Result<Vec<TableEvent>, Refusal> {
        self.not_yet_begun()?;
        if self.promises[seat] == Some(promise) {
            return Err(Refusal::NoChange);
        }
        Ok(vec![TableEvent::Promised { seat, promise }])
    }

    /// Reveals a promised word. The last word starts the game.
    fn reveal(&self, seat: Seat, word: &str) -> Result<Vec<TableEvent>, Refusal> {
        let mut awaited = self.awaited.ok_or(Refusal::WordNotExpected)?;
        let promise = self.promises[seat].filter(|_| awaited.contains(seat));
        if !promise.ok_or(Refusal::WordNotExpected)?.matches(word) {
            return Err(Refusal::WrongWord);
        }
        // Fails if the word is too long.
        self.fair_deal.clone().add_word(seat, word)?;
        awaited.remove(seat);
        let revealed = TableEvent::Revealed {
            seat,
            word: word.to_owned(),
        };
        let started = awaited.is_empty().then_some(TableEvent::Started);
        Ok([revealed].into_iter().chain(started).collect())
    }

    /// Calls off the start because words are missing.
    #[must_use]
    pub fn call_off(&self) -> Vec<TableEvent> {
        let seats = self.awaited.map(|awaited| awaited.iter().collect());
        seats
            .map(|seats| TableEvent::StartCalledOff { seats })
            .into_iter()
            .collect()
    }

    /// A change that only the host may make. `has_effect` says whether it would change anything.
    fn by_host(
        &self,
        person: &PersonId,
        has_effect: bool,
        change: TableEvent,
    ) -> Result<Vec<TableEvent>, Refusal> {
        if !has_effect {
            Err(Refusal::NoChange)
        } else if self.options.host != *person {
            Err(Refusal::NotHost)
        } else {
            Ok(vec![change])
        }
    }

    /// Removes a person. If they are seated and the table is waiting for words, the start is called
    /// off first.
    fn remove(&self, host: &PersonId, whom: &PersonId) -> Result<Vec<TableEvent>, Refusal> {
        let removed = TableEvent::Removed { person: whom.clone() };
        let removed = self.by_host(host, !self.moderation.removed.contains(whom), removed)?;
        if *whom == self.options.host {
            return Err(Refusal::CannotRemoveHost);
        }
        let seat = self.seat_of(whom).filter(|_| self.awaited.is_some());
        let called_off = seat.map(|seat| TableEvent::StartCalledOff { seats: vec![seat] });
        Ok(called_off.into_iter().chain(removed).collect())
    }

    fn sit(
        &self,
        person: &PersonId,
        seat: Seat,
        promise: Option<WordPromise>,
    ) -> Result<Vec<TableEvent>, Refusal> {
        let own = self.seat_of(person);
        let sits = TableEvent::Sat {
            seat,
            person: person.clone(),
            word: String::new(),
            // Once the game has begun, it is too late for a word.
            promise: promise.filter(|_| !self.has_begun()),
        };
        if self.has_begun() {
            return match self.absence(seat) {
                Some(_) if own == Some(seat) => Ok(vec![TableEvent::Back { seat }]),
                Some(Absence::Left) if self.may_take_over(person, seat) => Ok(vec![sits]),
                _ if own == Some(seat) => Err(Refusal::GameStarted),
                _ => Err(Refusal::SeatTaken(seat)),
            };
        }
        self.not_yet_begun()?;
        if self.person_at(seat).is_some_and(|occupant| occupant != person) {
            return Err(Refusal::SeatTaken(seat));
        }
        let stands = own
            .filter(|own| *own != seat)
            .map(|seat| TableEvent::Stood { seat });
        Ok(stands.into_iter().chain([sits]).collect())
    }

    /// A person may take over a seat only if they can't know the cards of any other seat.
    fn may_take_over(&self, person: &PersonId, seat: Seat) -> bool {
        let knows_another = |(player, at): &(PersonId, Seat)| player == person && *at != seat;
        self.options.spectators != Spectators::AllCards && !self.past_players.iter().any(knows_another)
    }

    /// Returns the events that a seat's decision would cause, whether a person or a bot made it.
    /// `timed_out` says that a bot decided because the time ran out.
    ///
    /// # Errors
    ///
    /// If the rules don't allow it, or the game has not begun.
    pub fn act(&self, seat: Seat, action: Action, timed_out: bool) -> Result<Vec<TableEvent>, Refusal> {
        let game = self.game().ok_or(Refusal::NotBegun)?;
        if self.is_too_long() {
            return Err(Refusal::GameTooLong);
        }
        // Only checks that the action is legal: `apply` computes what follows from it.
        let _ = game.decide(seat, action)?;
        Ok(vec![TableEvent::Acted {
            seat,
            action,
            timed_out,
        }])
    }

    /// Asks to take back the last decision, or agrees. Bots always agree. The undo happens once
    /// everybody has agreed.
    fn ask_undo(&self, seat: Seat) -> Result<Vec<TableEvent>, Refusal> {
        let mut game = self.game.clone().ok_or(Refusal::NotBegun)?;
        if self.is_over() {
            // The ratings are final, and the secret is public.
            return Err(IllegalAction::GameOver.into());
        }
        // Only checks that there is something to take back: `apply` does it.
        let players = self.player_seats();
        game.undo_to(|seat| players.contains(seat))?;
        let mut agreed = self.undo_agreed.unwrap_or(SeatSet::NONE);
        if agreed.contains(seat) {
            return Err(Refusal::NoChange);
        }
        let asked = match self.undo_agreed {
            None => TableEvent::UndoAsked { seat },
            Some(_) => TableEvent::UndoAgreed { seat },
        };
        agreed.insert(seat);
        // Absent people have not agreed; removed people are not asked.
        let mut people = Seat::ALL.into_iter().filter(|seat| {
            let person = self.person_at(*seat);
            person.is_some_and(|person| !self.moderation.removed.contains(person))
        });
        let undone = people
            .all(|seat| agreed.contains(seat))
            .then_some(TableEvent::Undone);
        Ok([asked].into_iter().chain(undone).collect())
    }

    fn refuse_undo(&self, seat: Seat) -> Result<Vec<TableEvent>, Refusal> {
        self.undo_agreed.ok_or(Refusal::NoUndoAsked)?;
        Ok(vec![TableEvent::UndoRefused { seat }])
    }

    fn ask_rematch(&self, seat: Seat, table: TableId) -> Result<Vec<TableEvent>, Refusal> {
        if !self.is_over() && !self.is_too_long() {
            return Err(Refusal::NotOver);
        }
        if self.next_table.is_some() {
            return Err(Refusal::Rematched);
        }
        let mut asked = self.rematch_asked;
        if asked.contains(seat) {
            return Err(Refusal::NoChange);
        }
        asked.insert(seat);
        let all = self.players().all(|(seat, _)| asked.contains(seat));
        let done = all.then_some(TableEvent::Rematched { table });
        Ok([TableEvent::RematchAsked { seat }]
            .into_iter()
            .chain(done)
            .collect())
    }

    /// The seating for the next game: one seat stays and the others rotate, so that over three
    /// games everybody partners everybody.
    #[must_use]
    pub fn rotated_seating(&self) -> Vec<TableEvent> {
        let next_seat = |seat| match seat {
            Seat::North => Seat::North,
            Seat::East => Seat::South,
            Seat::South => Seat::West,
            Seat::West => Seat::East,
        };
        let sits = |seat| {
            let occupant = self.seats[seat].clone()?;
            let seat = next_seat(seat);
            match occupant {
                Occupant::Person { absence: Some(_), .. } => None,
                Occupant::Person { id, absence: None } => Some(TableEvent::Sat {
                    seat,
                    person: id,
                    word: String::new(),
                    // Revealed words are never reused: everybody promises a new one.
                    promise: None,
                }),
                Occupant::Bot(level) => Some(TableEvent::BotSat { seat, level }),
            }
        };
        Seat::ALL.into_iter().filter_map(sits).collect()
    }
}
