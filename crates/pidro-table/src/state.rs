//! A table with its people: what may be done there, and what follows.
//!
//! It is the engine's idea once more: [`TableState::decide`] changes nothing, and [`TableState::apply`] applies
//! whatever was decided, so the events of a table restore it after a crash. Nothing here waits, stores
//! or sends.

mod apply;
mod decide;

use pidro::{BySeat, FairDeal, Game, HistoryError, Seat, SeatSet, Secret, SeededGame, WordPromise};
use pidro_bots::{Level, Limit};

use crate::id::{PersonId, TableId};
use crate::options::{MOST_HANDS, Options};
use crate::refusal::Refusal;
pub use apply::ApplyError;

/// Who decides for a person that has gone, or whose time is over: a good player that doesn't think long.
pub const STAND_IN: Level = Level::Expert(Limit::STANDARD);

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
}
