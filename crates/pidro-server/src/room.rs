//! A table with its people: what may be done there, and what follows.
//!
//! It is the engine's idea once more: [`TableState::decide`] changes nothing, and [`TableState::apply`] applies
//! whatever was decided, so the events of a table restore it after a crash. Nothing here waits, stores
//! or sends.

mod command;
mod refusal;

use pidro::{
    Action, BySeat, FairDeal, FairDealError, Game, HistoryError, IllegalAction, Seat, SeatSet, Secret,
    SeededGame, WordPromise,
};
use pidro_bots::{Level, Limit};
use thiserror::Error;

use crate::entry::TableEvent;
use crate::options::{Options, Spectators};
use crate::person::PersonId;
use crate::store::TableId;
pub use command::Command;
pub use refusal::Refusal;

/// Who decides for a person that has gone, or whose time is over: a good player that doesn't think long.
pub(crate) const STAND_IN: Level = Level::Expert(Limit::STANDARD);

/// The most hands of a game. Real games end after ten or twenty; without an end, four clients that bid
/// 14 for ever would fill the store.
pub(crate) const MOST_HANDS: u32 = 250;

/// A table: who sits there, and the game.
#[derive(Clone, Debug)]
pub struct TableState {
    options: Options,
    deal: FairDeal,
    /// The promises of the players' words.
    promises: BySeat<Option<WordPromise>>,
    /// The seats whose words have not come yet, while the game is about to begin.
    awaited: Option<SeatSet>,
    seats: BySeat<Option<Occupant>>,
    /// Who has sat where since the game began: nobody gets to know the cards of two seats.
    past: Vec<(PersonId, Seat)>,
    /// The game, once it has begun.
    table: Option<SeededGame>,
    /// Who has agreed to take the last decision back, while that is asked.
    undo: Option<SeatSet>,
    /// Who wants another game.
    rematch: SeatSet,
    /// Where the other game is.
    next: Option<TableId>,
    chat: Chat,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A person.
    Person {
        /// Who it is.
        id: PersonId,
        /// What the person is called.
        name: String,
        /// Whether the person has gone, so that a bot stands in.
        gone: Option<Absence>,
    },
    /// A bot of this strength.
    Bot(Level),
}

/// How somebody has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    /// Without a word: the seat waits for them.
    Away,
    /// For good, it may be: the seat waits for them, and for whoever takes it before.
    Left,
}

/// Why an event can't have happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ApplyError {
    /// It happens only before the game.
    #[error("the game has begun")]
    Begun,
    /// It happens only in a game.
    #[error("the game has not begun")]
    NotBegun,
    /// It needs a person at this seat.
    #[error("no person sits at {0}")]
    NobodyAt(Seat),
    /// No word of this seat is awaited.
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

/// Who may say what.
#[derive(Clone, Default, Debug)]
struct Chat {
    open: bool,
    muted: Vec<PersonId>,
    removed: Vec<PersonId>,
}

impl TableState {
    /// An empty table with these options, at which all decks follow from this secret.
    #[must_use]
    pub fn new(options: Options, secret: Secret) -> TableState {
        TableState {
            options,
            deal: FairDeal::new(secret),
            promises: BySeat::default(),
            awaited: None,
            seats: BySeat::default(),
            past: Vec::new(),
            table: None,
            undo: None,
            rematch: SeatSet::NONE,
            next: None,
            chat: Chat::default(),
        }
    }

    /// What was agreed on when the table was made.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Where the decks come from.
    #[must_use]
    pub const fn deal(&self) -> &FairDeal {
        &self.deal
    }

    /// The promises of the players' words.
    #[must_use]
    pub const fn promises(&self) -> &BySeat<Option<WordPromise>> {
        &self.promises
    }

    /// The seats whose words have not come yet, while the game is about to begin.
    #[must_use]
    pub const fn awaited(&self) -> Option<SeatSet> {
        self.awaited
    }

    /// The game, once it has begun.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.table.as_ref().map(|table| table.history().game())
    }

    /// The game with its past, once it has begun.
    #[must_use]
    pub const fn table(&self) -> Option<&SeededGame> {
        self.table.as_ref()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game().is_some_and(|game| game.winner().is_some())
    }

    /// Whether the game has gone on for more hands than any may: it ends without a winner.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        let turn = self.game().filter(|game| game.turn().is_some());
        turn.is_some_and(|game| game.hand_number() > MOST_HANDS)
    }

    /// How many events of the game there have been.
    #[must_use]
    pub fn events(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.history().log().len())
    }

    /// Who sits where.
    #[must_use]
    pub const fn seats(&self) -> &BySeat<Option<Occupant>> {
        &self.seats
    }

    /// Who has agreed to take the last decision back, while that is asked.
    #[must_use]
    pub const fn undo_agreed(&self) -> Option<SeatSet> {
        self.undo
    }

    /// Who wants another game.
    #[must_use]
    pub const fn rematch_asked(&self) -> SeatSet {
        self.rematch
    }

    /// The table of the next game.
    #[must_use]
    pub const fn next(&self) -> Option<TableId> {
        self.next
    }

    /// Whether texts may be said.
    #[must_use]
    pub const fn chat_open(&self) -> bool {
        self.chat.open
    }

    /// Where this person sits, also if a bot stands in.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|seat| self.person_at(*seat) == Some(person))
    }

    /// The person who sits here.
    #[must_use]
    pub fn person_at(&self, seat: Seat) -> Option<&PersonId> {
        match &self.seats[seat] {
            Some(Occupant::Person { id, .. }) => Some(id),
            Some(Occupant::Bot(_)) | None => None,
        }
    }

    /// How the person at this seat has gone.
    #[must_use]
    pub fn gone(&self, seat: Seat) -> Option<Absence> {
        match &self.seats[seat] {
            Some(Occupant::Person { gone, .. }) => *gone,
            Some(Occupant::Bot(_)) | None => None,
        }
    }

    /// The people who play themselves.
    pub fn players(&self) -> impl Iterator<Item = (Seat, &PersonId)> {
        let players = Seat::ALL.into_iter().filter(|seat| self.gone(*seat).is_none());
        players.filter_map(|seat| Some((seat, self.person_at(seat)?)))
    }

    /// The bot whose turn it is, or that of a person who has gone.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<(Seat, Level)> {
        let seat = self.game()?.turn().filter(|_| !self.is_too_long())?;
        match self.seats[seat] {
            Some(Occupant::Bot(level)) => Some((seat, level)),
            Some(Occupant::Person { gone: Some(_), .. }) => Some((seat, STAND_IN)),
            Some(Occupant::Person { .. }) | None => None,
        }
    }

    /// Whether this person may be here at all.
    ///
    /// # Errors
    ///
    /// If the host has removed them.
    pub fn admits(&self, person: Option<&PersonId>) -> Result<(), Refusal> {
        if person.is_some_and(|person| self.chat.removed.contains(person)) {
            return Err(Refusal::Removed);
        }
        Ok(())
    }

    /// Whether this person may say something, or a text of their own.
    ///
    /// # Errors
    ///
    /// If the person doesn't sit here, is muted, or only phrases are allowed.
    pub fn may_say(&self, person: &PersonId, text: bool) -> Result<Seat, Refusal> {
        self.admits(Some(person))?;
        let seat = self.seat_of(person).ok_or(Refusal::NotSeated)?;
        if self.chat.muted.contains(person) {
            return Err(Refusal::Muted);
        }
        if text && !self.chat.open {
            return Err(Refusal::ChatClosed);
        }
        Ok(seat)
    }

    /// What this person's command would cause; `next` is the table to be made, if it is for a rematch. Changes nothing.
    ///
    /// # Errors
    ///
    /// If it can't be.
    pub fn decide(
        &self,
        person: &PersonId,
        command: &Command,
        next: TableId,
    ) -> Result<Vec<TableEvent>, Refusal> {
        self.admits(Some(person))?;
        let own = self
            .seat_of(person)
            .filter(|seat| self.gone(*seat) != Some(Absence::Left));
        let own = own.ok_or(Refusal::NotSeated);
        match command {
            Command::Sit { seat, name, promise } => self.sit(person, *seat, name, *promise),
            Command::Promise(promise) => self.promise(own?, *promise),
            Command::Reveal { word } => self.reveal(own?, word),
            Command::PutBot { seat, level } => {
                self.before_the_game(person)?;
                if self.person_at(*seat).is_some() {
                    return Err(Refusal::SeatTaken(*seat));
                }
                Ok(vec![TableEvent::BotSat {
                    seat: *seat,
                    level: *level,
                }])
            }
            Command::ClearBot { seat } => {
                self.before_the_game(person)?;
                match self.seats[*seat] {
                    Some(Occupant::Bot(_)) => Ok(vec![TableEvent::Stood { seat: *seat }]),
                    Some(Occupant::Person { .. }) | None => Err(Refusal::NoBot(*seat)),
                }
            }
            Command::Leave => {
                let seat = own?;
                Ok(vec![match self.table {
                    None if self.awaited.is_some() => TableEvent::StartCalledOff { seats: vec![seat] },
                    None => TableEvent::Stood { seat },
                    Some(_) => TableEvent::Left { seat, away: false },
                }])
            }
            Command::Start => {
                self.before_the_game(person)?;
                if Seat::ALL.into_iter().any(|seat| self.seats[seat].is_none()) {
                    return Err(Refusal::SeatsFree);
                }
                let words = self.promises.iter().any(|(_, promise)| promise.is_some());
                Ok(vec![if words {
                    TableEvent::Starting {
                        promises: self.promises,
                    }
                } else {
                    TableEvent::Started
                }])
            }
            Command::Act(action) => self.act(own?, *action, false),
            Command::Undo => self.ask_undo(own?),
            Command::RefuseUndo => {
                let seat = own?;
                self.undo.ok_or(Refusal::NoUndoAsked)?;
                Ok(vec![TableEvent::UndoRefused { seat }])
            }
            Command::Rematch => self.ask_rematch(own?, next),
            Command::OpenChat(open) if self.chat.open == *open => Err(Refusal::Already),
            Command::OpenChat(open) => self.by_host(person, TableEvent::ChatOpened { open: *open }),
            Command::Mute { person, muted } if self.chat.muted.contains(person) == *muted => {
                Err(Refusal::Already)
            }
            Command::Mute { person: whom, muted } => {
                let (whom, muted) = (whom.clone(), *muted);
                self.by_host(person, TableEvent::Muted { person: whom, muted })
            }
            Command::Remove { person: whom } if self.chat.removed.contains(whom) => Err(Refusal::Already),
            Command::Remove { person: whom } => {
                let removed = self.by_host(person, TableEvent::Removed { person: whom.clone() })?;
                if *whom == self.options.host {
                    return Err(Refusal::HostStays);
                }
                let seat = self.seat_of(whom).filter(|_| self.awaited.is_some());
                let called_off = seat.map(|seat| TableEvent::StartCalledOff { seats: vec![seat] });
                Ok(called_off.into_iter().chain(removed).collect())
            }
        }
    }

    /// The table is made up by the host and by those who sit there.
    fn before_the_game(&self, person: &PersonId) -> Result<(), Refusal> {
        self.not_yet_begun()?;
        if self.options.host != *person && self.seat_of(person).is_none() {
            Err(Refusal::NotSeated)
        } else {
            Ok(())
        }
    }

    /// Seats and promises can change until the start.
    const fn not_yet_begun(&self) -> Result<(), Refusal> {
        if self.table.is_some() {
            Err(Refusal::Begun)
        } else if self.awaited.is_some() {
            Err(Refusal::Starting)
        } else {
            Ok(())
        }
    }

    fn promise(&self, seat: Seat, promise: WordPromise) -> Result<Vec<TableEvent>, Refusal> {
        self.not_yet_begun()?;
        if self.promises[seat] == Some(promise) {
            return Err(Refusal::Already);
        }
        Ok(vec![TableEvent::Promised { seat, promise }])
    }

    /// A promised word. With the last one the game begins.
    fn reveal(&self, seat: Seat, word: &str) -> Result<Vec<TableEvent>, Refusal> {
        let mut awaited = self.awaited.ok_or(Refusal::NotAwaited)?;
        let promise = self.promises[seat].filter(|_| awaited.contains(seat));
        if !promise.ok_or(Refusal::NotAwaited)?.is_kept_by(word) {
            return Err(Refusal::WrongWord);
        }
        // It may be too long.
        self.deal.clone().add_word(seat, word)?;
        awaited.remove(seat);
        let revealed = TableEvent::Revealed {
            seat,
            word: word.to_owned(),
        };
        let started = awaited.is_empty().then_some(TableEvent::Started);
        Ok([revealed].into_iter().chain(started).collect())
    }

    /// What happens when words don't come: the start is called off.
    #[must_use]
    pub fn call_off(&self) -> Vec<TableEvent> {
        let seats = self.awaited.map(|awaited| awaited.iter().collect());
        seats
            .map(|seats| TableEvent::StartCalledOff { seats })
            .into_iter()
            .collect()
    }

    fn by_host(&self, person: &PersonId, entry: TableEvent) -> Result<Vec<TableEvent>, Refusal> {
        if self.options.host == *person {
            Ok(vec![entry])
        } else {
            Err(Refusal::NotHost)
        }
    }

    fn sit(
        &self,
        person: &PersonId,
        seat: Seat,
        name: &str,
        promise: Option<WordPromise>,
    ) -> Result<Vec<TableEvent>, Refusal> {
        let own = self.seat_of(person);
        let sits = TableEvent::Sat {
            seat,
            person: person.clone(),
            name: name.to_owned(),
            word: String::new(),
            // In the game it is too late for a word.
            promise: promise.filter(|_| self.table.is_none()),
        };
        if self.table.is_some() {
            return match self.gone(seat) {
                Some(_) if own == Some(seat) => Ok(vec![TableEvent::Back { seat }]),
                Some(Absence::Left) if self.may_take_over(person, seat) => Ok(vec![sits]),
                _ if own == Some(seat) => Err(Refusal::Begun),
                _ => Err(Refusal::SeatTaken(seat)),
            };
        }
        self.not_yet_begun()?;
        if self.person_at(seat).is_some_and(|sitter| sitter != person) {
            return Err(Refusal::SeatTaken(seat));
        }
        let stands = own
            .filter(|own| *own != seat)
            .map(|seat| TableEvent::Stood { seat });
        Ok(stands.into_iter().chain([sits]).collect())
    }

    /// Only who can't know any other cards may take a seat that was left.
    fn may_take_over(&self, person: &PersonId, seat: Seat) -> bool {
        let knows = |(who, at): &(PersonId, Seat)| who == person && *at != seat;
        self.options.spectators != Spectators::Open && !self.past.iter().any(knows)
    }

    /// What a seat's decision would cause, whoever takes it; whether a bot takes it because the time is over.
    ///
    /// # Errors
    ///
    /// If the rules don't allow it, or the game has not begun.
    pub fn act(&self, seat: Seat, action: Action, late: bool) -> Result<Vec<TableEvent>, Refusal> {
        let game = self.game().ok_or(Refusal::NotBegun)?;
        if self.is_too_long() {
            return Err(Refusal::GameTooLong);
        }
        // What follows from it is worked out again when the entry is taken into account.
        let _ = game.decide(seat, action)?;
        Ok(vec![TableEvent::Acted { seat, action, late }])
    }

    /// Asks or agrees. Bots agree to everything; when all have, it is done.
    fn ask_undo(&self, seat: Seat) -> Result<Vec<TableEvent>, Refusal> {
        let mut table = self.table.clone().ok_or(Refusal::NotBegun)?;
        if self.is_over() {
            // Ratings have been counted, and the secret is known.
            return Err(IllegalAction::GameOver.into());
        }
        self.take_back(&mut table)?;
        let mut agreed = self.undo.unwrap_or(SeatSet::NONE);
        if agreed.contains(seat) {
            return Err(Refusal::Already);
        }
        let entry = match self.undo {
            None => TableEvent::UndoAsked { seat },
            Some(_) => TableEvent::UndoAgreed { seat },
        };
        agreed.insert(seat);
        // Who has gone has not agreed; who was removed is not asked.
        let mut people = Seat::ALL.into_iter().filter(|seat| {
            let person = self.person_at(*seat);
            person.is_some_and(|person| !self.chat.removed.contains(person))
        });
        let done = people
            .all(|seat| agreed.contains(seat))
            .then_some(TableEvent::Undone);
        Ok([entry].into_iter().chain(done).collect())
    }

    /// Takes back the last decision of a person, with those that bots took after it: they would only take them again.
    fn take_back(&self, table: &mut SeededGame) -> Result<(), HistoryError> {
        loop {
            table.undo()?;
            let turn = table.history().game().turn();
            if turn.is_none_or(|seat| self.players().any(|(player, _)| player == seat)) {
                return Ok(());
            }
        }
    }

    fn ask_rematch(&self, seat: Seat, table: TableId) -> Result<Vec<TableEvent>, Refusal> {
        if !self.is_over() && !self.is_too_long() {
            return Err(Refusal::NotOver);
        }
        if self.next.is_some() {
            return Err(Refusal::Rematched);
        }
        let mut asked = self.rematch;
        if asked.contains(seat) {
            return Err(Refusal::Already);
        }
        asked.insert(seat);
        let all = self.players().all(|(seat, _)| asked.contains(seat));
        let done = all.then_some(TableEvent::Rematched { table });
        Ok([TableEvent::RematchAsked { seat }]
            .into_iter()
            .chain(done)
            .collect())
    }

    /// How the next game begins: one seat stays and the others move on, so that in three games everybody is everybody's partner.
    #[must_use]
    pub fn rotated(&self) -> Vec<TableEvent> {
        let next = |seat| match seat {
            Seat::North => Seat::North,
            Seat::East => Seat::South,
            Seat::South => Seat::West,
            Seat::West => Seat::East,
        };
        let sits = |seat| {
            let sitter = self.seats[seat].clone()?;
            let seat = next(seat);
            match sitter {
                Occupant::Person { gone: Some(_), .. } => None,
                Occupant::Person { id, name, gone: None } => Some(TableEvent::Sat {
                    seat,
                    person: id,
                    name,
                    word: String::new(),
                    // A word that has been told is never used again: everybody promises another one.
                    promise: None,
                }),
                Occupant::Bot(level) => Some(TableEvent::BotSat { seat, level }),
            }
        };
        Seat::ALL.into_iter().filter_map(sits).collect()
    }

    /// Applies an event.
    ///
    /// # Errors
    ///
    /// If it can't have happened at this table: the stored events were damaged, or written by a
    /// program with other rules. Skipping it would turn the game into another one.
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
                // A word that was not promised, at a table of an earlier release, doesn't count.
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

#[cfg(test)]
mod tests;
