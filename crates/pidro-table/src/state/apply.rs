//! How an event changes a table.

use pidro::{FairDealError, HistoryError, IllegalAction, Seat, SeatSet, SeededGame};
use thiserror::Error;

use super::{Absence, Occupant, TableState};
use crate::event::TableEvent;

/// The reason why an event can't have happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ApplyError {
    /// The event can only happen before the game.
    #[error("the game has begun")]
    Begun,
    /// The event can only happen during the game.
    #[error("the game has not begun")]
    NotBegun,
    /// The event requires a person at this seat.
    #[error("no person sits at {0}")]
    NobodyAt(Seat),
    /// The table is not waiting for a word from this seat.
    #[error("no word is awaited from {0}")]
    NotAwaited(Seat),
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
    /// Applies an event.
    ///
    /// # Errors
    ///
    /// If the event can't have happened at this table: the stored events are damaged, or a program
    /// with different rules wrote them. Skipping the event would change the game.
    pub fn apply(&mut self, entry: &TableEvent) -> Result<(), ApplyError> {
        match entry {
            TableEvent::Sat {
                seat,
                person,
                name,
                word,
                promise,
            } => {
                if self.table.is_none() {
                    self.deal.add_word(*seat, word)?;
                    self.promises[*seat] = *promise;
                } else {
                    self.past.push((person.clone(), *seat));
                }
                self.seats[*seat] = Some(Occupant::Person {
                    id: person.clone(),
                    name: name.clone(),
                    gone: None,
                });
            }
            TableEvent::BotSat { seat, level } => {
                self.expect_no_game()?;
                self.seats[*seat] = Some(Occupant::Bot(*level));
                self.forget_word(*seat)?;
            }
            TableEvent::Stood { seat } => self.stand(*seat)?,
            TableEvent::Promised { seat, promise } => {
                self.expect_no_game()?;
                self.promises[*seat] = Some(*promise);
            }
            TableEvent::Starting { promises } => {
                self.expect_no_game()?;
                // Words from earlier releases that were stored without a promise don't count.
                self.forget_words()?;
                self.promises = *promises;
                let promised = Seat::ALL.into_iter().filter(|seat| promises[*seat].is_some());
                self.awaited = Some(promised.collect());
            }
            TableEvent::Revealed { seat, word } => {
                let awaited = self.awaited.as_mut().filter(|awaited| awaited.contains(*seat));
                awaited.ok_or(ApplyError::NotAwaited(*seat))?.remove(*seat);
                self.deal.add_word(*seat, word)?;
            }
            TableEvent::StartCalledOff { seats } => {
                self.awaited = None;
                self.forget_words()?;
                for seat in seats {
                    self.stand(*seat)?;
                }
            }
            TableEvent::Started => {
                self.expect_no_game()?;
                self.awaited = None;
                self.past = self
                    .players()
                    .map(|(seat, person)| (person.clone(), seat))
                    .collect();
                self.table = Some(SeededGame::new(self.options.rules, Some(self.deal.seed())));
            }
            TableEvent::Acted { seat, action, .. } => {
                let table = self.table.as_mut().ok_or(ApplyError::NotBegun)?;
                table.act(*seat, *action)?;
                self.undo = None;
            }
            TableEvent::Left { seat, away } => {
                self.set_gone(*seat, Some(if *away { Absence::Away } else { Absence::Left }))?;
            }
            TableEvent::Back { seat } => self.set_gone(*seat, None)?,
            TableEvent::UndoAsked { seat } | TableEvent::UndoAgreed { seat } => {
                self.undo.get_or_insert(SeatSet::NONE).insert(*seat);
            }
            TableEvent::UndoRefused { .. } => self.undo = None,
            TableEvent::Undone => {
                let mut table = self.table.clone().ok_or(ApplyError::NotBegun)?;
                self.take_back(&mut table)?;
                self.table = Some(table);
                self.undo = None;
            }
            TableEvent::RematchAsked { seat } => self.rematch.insert(*seat),
            TableEvent::Rematched { table } => self.next = Some(*table),
            TableEvent::ChatOpened { open } => self.chat.open = *open,
            TableEvent::Muted { person, muted } => {
                self.chat.muted.retain(|other| other != person);
                self.chat.muted.extend(muted.then(|| person.clone()));
            }
            TableEvent::Removed { person } => {
                match self.seat_of(person) {
                    Some(seat) if self.table.is_some() => self.set_gone(seat, Some(Absence::Left))?,
                    Some(seat) => self.stand(seat)?,
                    None => {}
                }
                self.chat.removed.push(person.clone());
            }
        }
        Ok(())
    }

    const fn expect_no_game(&self) -> Result<(), ApplyError> {
        match self.table {
            Some(_) => Err(ApplyError::Begun),
            None => Ok(()),
        }
    }

    fn stand(&mut self, seat: Seat) -> Result<(), ApplyError> {
        self.expect_no_game()?;
        self.seats[seat] = None;
        self.forget_word(seat)
    }

    fn forget_words(&mut self) -> Result<(), ApplyError> {
        Seat::ALL.into_iter().try_for_each(|seat| self.forget_word(seat))
    }

    fn forget_word(&mut self, seat: Seat) -> Result<(), ApplyError> {
        self.promises[seat] = None;
        Ok(self.deal.add_word(seat, "")?)
    }

    fn set_gone(&mut self, seat: Seat, now: Option<Absence>) -> Result<(), ApplyError> {
        match &mut self.seats[seat] {
            Some(Occupant::Person { gone, .. }) => {
                *gone = now;
                Ok(())
            }
            Some(Occupant::Bot(_)) | None => Err(ApplyError::NobodyAt(seat)),
        }
    }
}
