//! How an event changes a table.

use pidro::{BySeat, FairDealError, HistoryError, IllegalAction, Seat, SeatSet, SeededGame, WordPromise};
use thiserror::Error;

use super::{Absence, Occupant, TableState};
use crate::event::TableEvent;
use pidro_protocol::PersonId;

/// The reason why an event can't have happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ApplyError {
    /// The event can only happen before the game.
    #[error("the game has begun")]
    GameStarted,
    /// The event can only happen during the game.
    #[error("the game has not begun")]
    NotBegun,
    /// The event requires a person at this seat.
    #[error("no person sits at {0}")]
    NobodyAt(Seat),
    /// The table is not waiting for a word from this seat.
    #[error("no word is awaited from {0}")]
    WordNotExpected(Seat),
    /// The rules don't allow the action.
    #[error(transparent)]
    Rules(#[from] IllegalAction),
    /// There is no decision to take back.
    #[error(transparent)]
    Undo(#[from] HistoryError),
    /// The word can't be part of a fair deal.
    #[error(transparent)]
    Word(#[from] FairDealError),
}

impl TableState {
    /// Applies an event. The match has one arm for each event, so that the compiler asks what a
    /// new event does; the arms that take more than a few lines are methods.
    ///
    /// # Errors
    ///
    /// If the event can't have happened at this table: the stored events are damaged, or a program
    /// with different rules wrote them. Skipping the event would change the game.
    pub fn apply(&mut self, event: &TableEvent) -> Result<(), ApplyError> {
        match event {
            TableEvent::Sat {
                seat,
                person,
                word,
                promise,
            } => self.seat_person(*seat, person, word, *promise)?,
            TableEvent::BotSat { seat, level } => {
                self.vacate(*seat)?;
                self.seats[*seat] = Some(Occupant::Bot(*level));
            }
            TableEvent::Stood { seat } => self.vacate(*seat)?,
            TableEvent::Promised { seat, promise } => {
                self.expect_no_game()?;
                self.promises[*seat] = Some(*promise);
            }
            TableEvent::Starting { promises } => self.await_words(promises)?,
            TableEvent::Revealed { seat, word } => self.add_word(*seat, word)?,
            TableEvent::StartCalledOff { seats } => self.call_off_start(seats)?,
            TableEvent::Started => self.start_game()?,
            TableEvent::Acted { seat, action, .. } => {
                self.game_mut()?.act(*seat, *action)?;
                self.undo_agreed = None;
            }
            TableEvent::Left { seat, disconnected } => {
                let absence = if *disconnected {
                    Absence::Disconnected
                } else {
                    Absence::Left
                };
                self.set_absence(*seat, Some(absence))?;
            }
            TableEvent::Back { seat } => self.set_absence(*seat, None)?,
            TableEvent::UndoAsked { seat } | TableEvent::UndoAgreed { seat } => {
                self.undo_agreed.get_or_insert(SeatSet::NONE).insert(*seat);
            }
            TableEvent::UndoRefused { .. } => self.undo_agreed = None,
            TableEvent::Undone => {
                let players = self.player_seats();
                self.game_mut()?.undo_to(|seat| players.contains(seat))?;
                self.undo_agreed = None;
            }
            TableEvent::RematchAsked { seat } => self.rematch_asked.insert(*seat),
            TableEvent::Rematched { table } => self.next_table = Some(*table),
            TableEvent::ChatOpened { open } => self.moderation.chat_open = *open,
            TableEvent::Muted { person, muted } => {
                self.moderation.muted.retain(|other| other != person);
                self.moderation.muted.extend(muted.then(|| person.clone()));
            }
            TableEvent::Removed { person } => {
                match self.seat_of(person) {
                    Some(seat) if self.has_begun() => self.set_absence(seat, Some(Absence::Left))?,
                    Some(seat) => self.vacate(seat)?,
                    None => {}
                }
                self.moderation.removed.push(person.clone());
            }
        }
        Ok(())
    }

    fn game_mut(&mut self) -> Result<&mut SeededGame, ApplyError> {
        self.game.as_mut().ok_or(ApplyError::NotBegun)
    }

    const fn expect_no_game(&self) -> Result<(), ApplyError> {
        if self.has_begun() {
            Err(ApplyError::GameStarted)
        } else {
            Ok(())
        }
    }

    fn seat_person(
        &mut self,
        seat: Seat,
        person: &PersonId,
        word: &str,
        promise: Option<WordPromise>,
    ) -> Result<(), ApplyError> {
        if self.has_begun() {
            self.past_players.push((person.clone(), seat));
        } else {
            self.fair_deal.add_word(seat, word)?;
            self.promises[seat] = promise;
        }
        self.seats[seat] = Some(Occupant::Person {
            id: person.clone(),
            absence: None,
        });
        Ok(())
    }

    /// Frees a seat, and voids its word and its promise.
    fn vacate(&mut self, seat: Seat) -> Result<(), ApplyError> {
        self.expect_no_game()?;
        self.seats[seat] = None;
        self.void_promise(seat)
    }

    fn await_words(&mut self, promises: &BySeat<Option<WordPromise>>) -> Result<(), ApplyError> {
        self.expect_no_game()?;
        // Words from earlier releases that were stored without a promise don't count.
        self.void_promises()?;
        self.promises = *promises;
        let awaited = Seat::ALL.into_iter().filter(|seat| promises[*seat].is_some());
        self.awaited = Some(awaited.collect());
        Ok(())
    }

    fn add_word(&mut self, seat: Seat, word: &str) -> Result<(), ApplyError> {
        let awaited = self.awaited.as_mut().filter(|awaited| awaited.contains(seat));
        awaited.ok_or(ApplyError::WordNotExpected(seat))?.remove(seat);
        Ok(self.fair_deal.add_word(seat, word)?)
    }

    fn call_off_start(&mut self, missing: &[Seat]) -> Result<(), ApplyError> {
        self.awaited = None;
        self.void_promises()?;
        missing.iter().try_for_each(|seat| self.vacate(*seat))
    }

    fn start_game(&mut self) -> Result<(), ApplyError> {
        self.expect_no_game()?;
        self.awaited = None;
        let players = self.players().map(|(seat, person)| (person.clone(), seat));
        self.past_players = players.collect();
        self.game = Some(SeededGame::new(self.options.rules, Some(self.fair_deal.seed())));
        Ok(())
    }

    fn void_promises(&mut self) -> Result<(), ApplyError> {
        Seat::ALL.into_iter().try_for_each(|seat| self.void_promise(seat))
    }

    fn void_promise(&mut self, seat: Seat) -> Result<(), ApplyError> {
        self.promises[seat] = None;
        Ok(self.fair_deal.add_word(seat, "")?)
    }

    fn set_absence(&mut self, seat: Seat, now: Option<Absence>) -> Result<(), ApplyError> {
        match &mut self.seats[seat] {
            Some(Occupant::Person { absence, .. }) => {
                *absence = now;
                Ok(())
            }
            Some(Occupant::Bot(_)) | None => Err(ApplyError::NobodyAt(seat)),
        }
    }
}
