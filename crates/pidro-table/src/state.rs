//! The state of a table: its people, its game, and which commands are legal.

mod apply;
mod decide;

use pidro::{BySeat, FairDeal, Game, Legal, Observer, Seat, SeatSet, Secret, SeededGame, WordPromise};
use pidro_bots::{Level, SearchLimit};
use pidro_protocol::{PersonId, Spectators, TableId};

use crate::access::{Access, Feed};
use crate::options::{MAX_HANDS, TableOptions};
use crate::refusal::Refusal;
pub use apply::ApplyError;

/// The bot that decides for people who are away or out of time: a strong player that decides
/// quickly.
pub const STAND_IN: Level = Level::Expert(SearchLimit::DEFAULT);

/// The state of a table: its occupants and the game.
#[derive(Clone, Debug)]
pub struct TableState {
    options: TableOptions,
    fair_deal: FairDeal,
    /// The promises of the players' words.
    promises: BySeat<Option<WordPromise>>,
    /// The seats whose words are still missing, while the game is about to begin.
    awaited: Option<SeatSet>,
    seats: BySeat<Option<Occupant>>,
    /// Who has sat where since the game began, so that nobody can see the cards of two seats.
    past_players: Vec<(PersonId, Seat)>,
    /// The game, once it has begun.
    game: Option<SeededGame>,
    /// The seats that have agreed to take back the last decision, if somebody has asked for that.
    undo_agreed: Option<SeatSet>,
    /// The seats that want another game.
    rematch_asked: SeatSet,
    /// The table of the next game.
    next_table: Option<TableId>,
    moderation: Moderation,
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A person.
    Person {
        /// The person's id.
        id: PersonId,
        /// Set while the person is absent and a bot stands in.
        absence: Option<Absence>,
    },
    /// A bot of this level.
    Bot(Level),
}

/// How a person became absent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    /// Lost the connection: the seat is reserved for them.
    Disconnected,
    /// Left the table: the seat stays theirs until somebody else takes it.
    Left,
}

/// Whether free text is allowed, and who is muted or removed.
#[derive(Clone, Default, Debug)]
struct Moderation {
    chat_open: bool,
    muted: Vec<PersonId>,
    removed: Vec<PersonId>,
}

impl TableState {
    /// An empty table with these options. The secret determines all deals.
    #[must_use]
    pub fn new(options: TableOptions, secret: Secret) -> TableState {
        TableState {
            options,
            fair_deal: FairDeal::new(secret),
            promises: BySeat::default(),
            awaited: None,
            seats: BySeat::default(),
            past_players: Vec::new(),
            game: None,
            undo_agreed: None,
            rematch_asked: SeatSet::NONE,
            next_table: None,
            moderation: Moderation::default(),
        }
    }

    /// The options chosen when the table was created.
    #[must_use]
    pub const fn options(&self) -> &TableOptions {
        &self.options
    }

    /// The fair deal that determines the cards.
    #[must_use]
    pub const fn fair_deal(&self) -> &FairDeal {
        &self.fair_deal
    }

    /// The secret that determined all deals, once the game is over. Until then it would reveal
    /// every card.
    #[must_use]
    pub fn published_secret(&self) -> Option<&Secret> {
        self.is_over().then(|| self.fair_deal.secret())
    }

    /// The promises of the players' words.
    #[must_use]
    pub const fn promises(&self) -> &BySeat<Option<WordPromise>> {
        &self.promises
    }

    /// The seats whose words are still missing, while the game is about to begin.
    #[must_use]
    pub const fn awaited(&self) -> Option<SeatSet> {
        self.awaited
    }

    /// The game, once it has begun.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref().map(|game| game.history().game())
    }

    /// The game with its history, once it has begun.
    #[must_use]
    pub const fn seeded_game(&self) -> Option<&SeededGame> {
        self.game.as_ref()
    }

    /// Whether the game has begun.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.game.is_some()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game().is_some_and(|game| game.winner().is_some())
    }

    /// Whether the game has exceeded [`MAX_HANDS`], so that it ends without a winner.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        let turn = self.game().filter(|game| game.turn().is_some());
        turn.is_some_and(|game| game.hand_number() > MAX_HANDS)
    }

    /// The number of game events so far.
    #[must_use]
    pub fn game_events(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.history().log().len())
    }

    /// The occupant of each seat.
    #[must_use]
    pub const fn seats(&self) -> &BySeat<Option<Occupant>> {
        &self.seats
    }

    /// The seats that have agreed to take back the last decision, if somebody has asked for that.
    #[must_use]
    pub const fn undo_agreed(&self) -> Option<SeatSet> {
        self.undo_agreed
    }

    /// The seats that want another game.
    #[must_use]
    pub const fn rematch_asked(&self) -> SeatSet {
        self.rematch_asked
    }

    /// The table of the next game.
    #[must_use]
    pub const fn next_table(&self) -> Option<TableId> {
        self.next_table
    }

    /// Whether free text is allowed in the chat.
    #[must_use]
    pub const fn chat_open(&self) -> bool {
        self.moderation.chat_open
    }

    /// This person's seat, even while a bot stands in.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|seat| self.person_at(*seat) == Some(person))
    }

    /// The person at this seat.
    #[must_use]
    pub fn person_at(&self, seat: Seat) -> Option<&PersonId> {
        match &self.seats[seat] {
            Some(Occupant::Person { id, .. }) => Some(id),
            Some(Occupant::Bot(_)) | None => None,
        }
    }

    /// Why the person at this seat is absent, if they are.
    #[must_use]
    pub fn absence(&self, seat: Seat) -> Option<Absence> {
        match &self.seats[seat] {
            Some(Occupant::Person { absence, .. }) => *absence,
            Some(Occupant::Bot(_)) | None => None,
        }
    }

    /// The people who are playing, without those for whom a bot stands in.
    pub fn players(&self) -> impl Iterator<Item = (Seat, &PersonId)> {
        let players = Seat::ALL.into_iter().filter(|seat| self.absence(*seat).is_none());
        players.filter_map(|seat| Some((seat, self.person_at(seat)?)))
    }

    /// The seats of [`players`](TableState::players).
    fn player_seats(&self) -> SeatSet {
        self.players().map(|(seat, _)| seat).collect()
    }

    /// The bot whose turn it is, including one that stands in for a person.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<(Seat, Level)> {
        let seat = self.game()?.turn().filter(|_| !self.is_too_long())?;
        match self.seats[seat] {
            Some(Occupant::Bot(level)) => Some((seat, level)),
            Some(Occupant::Person { absence: Some(_), .. }) => Some((seat, STAND_IN)),
            Some(Occupant::Person { .. }) | None => None,
        }
    }

    /// How much of the game this person may see in a feed. All messages about a game ask this
    /// function.
    #[must_use]
    pub fn access(&self, person: Option<&PersonId>, feed: Feed) -> Access {
        let seat = person.and_then(|person| self.seat_of(person));
        match (seat, self.options.spectators) {
            (Some(seat), _) => Access::Observer(Observer::Seat(seat)),
            (None, Spectators::Nobody) => Access::Nothing,
            (None, Spectators::AllCards) if feed == Feed::Delayed => Access::Everything,
            (None, Spectators::AllCards | Spectators::Public) => Access::Observer(Observer::Spectator),
        }
    }

    /// How much of the game's record this person may see: everything once the game is over, before
    /// that as much as in the live feed. Records, replays and analyses ask this function.
    #[must_use]
    pub fn record_access(&self, person: Option<&PersonId>) -> Access {
        if self.is_over() {
            Access::Everything
        } else {
            self.access(person, Feed::Live)
        }
    }

    /// Whether this person watches the delayed game instead of the live one: a spectator of a table
    /// at which spectators see all cards.
    #[must_use]
    pub fn watches_delayed(&self, person: Option<&PersonId>) -> bool {
        self.has_begun() && self.access(person, Feed::Delayed) == Access::Everything
    }

    /// Checks that this person may be at the table.
    ///
    /// # Errors
    ///
    /// If the host has removed them.
    pub fn check_admitted(&self, person: Option<&PersonId>) -> Result<(), Refusal> {
        if person.is_some_and(|person| self.moderation.removed.contains(person)) {
            return Err(Refusal::Removed);
        }
        Ok(())
    }

    /// Checks that this person may chat, or send free text if `text` is set. Returns their seat.
    ///
    /// # Errors
    ///
    /// If the person doesn't sit here, is muted, or only phrases are allowed.
    pub fn may_say(&self, person: &PersonId, text: bool) -> Result<Seat, Refusal> {
        self.check_admitted(Some(person))?;
        let seat = self.seat_of(person).ok_or(Refusal::NotSeated)?;
        if self.moderation.muted.contains(person) {
            return Err(Refusal::Muted);
        }
        if text && !self.moderation.chat_open {
            return Err(Refusal::ChatClosed);
        }
        Ok(seat)
    }

    /// Checks that the person at this seat may ask for a hint now. If other people are playing,
    /// hints are available only for the rob: choosing the cards to keep is routine, not skill.
    ///
    /// # Errors
    ///
    /// If the game has not begun, it is another seat's turn, or hints would be unfair to others.
    pub fn may_ask_hint(&self, seat: Seat) -> Result<(), Refusal> {
        let game = self.game().ok_or(Refusal::NotBegun)?;
        if game.turn() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let alone = self.players().count() == 1;
        if !alone && !matches!(game.legal(), Legal::Keep { .. }) {
            return Err(Refusal::NoHints);
        }
        Ok(())
    }
}
