//! A table with its people: what may be done there, and what follows.
//!
//! It is the engine's idea once more: [`Room::decide`] changes nothing and [`Room::evolve`] refuses nothing, so the entries of a table give it
//! back after a crash. Nothing here waits, stores or sends.

use pidro::{Action, BySeat, FairDeal, Game, HistoryError, RuleError, Rules, Seat, Seats, Secret, Table};
use pidro_bots::Level;
use thiserror::Error;

use crate::entry::Entry;
use crate::person::PersonId;

/// A table: who sits there, and the game.
#[derive(Clone, Debug)]
pub struct Room {
    rules: Rules,
    deal: FairDeal,
    seats: BySeat<Option<Sitter>>,
    /// The game, once it has begun.
    table: Option<Table>,
    /// Who has agreed to take the last decision back, while that is asked.
    agreed: Option<Seats>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// A person.
    Person {
        /// Who it is.
        id: PersonId,
        /// What the person is called.
        name: String,
    },
    /// A bot of this strength.
    Bot(Level),
}

/// What somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// To sit down, or at another seat.
    Sit {
        /// Where.
        seat: Seat,
        /// Under which name.
        name: String,
    },
    /// To put a bot on a free seat, or another one in its place.
    PutBot {
        /// Where.
        seat: Seat,
        /// How strong.
        level: Level,
    },
    /// To stand up, or to take a bot away.
    Clear {
        /// From where.
        seat: Seat,
    },
    /// To begin the game.
    Start,
    /// To decide something in the game.
    Act(Action),
    /// To take the last decision back, or to agree to that.
    Undo,
    /// Not to take it back.
    RefuseUndo,
}

/// Why that can't be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Only who sits at the table may do that.
    #[error("only who sits at the table may do that")]
    NotSeated,
    /// Somebody else sits there.
    #[error("somebody else sits at {0}")]
    SeatTaken(Seat),
    /// Nobody sits there.
    #[error("nobody sits at {0}")]
    SeatFree(Seat),
    /// Four are needed.
    #[error("the game begins when all four seats are taken")]
    SeatsFree,
    /// It is too late.
    #[error("the game has begun")]
    Begun,
    /// It is too early.
    #[error("the game has not begun")]
    NotBegun,
    /// Nobody asked for it.
    #[error("nobody has asked to take a decision back")]
    NoUndoAsked,
    /// The rules don't allow it.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// There is nothing to take back.
    #[error(transparent)]
    History(#[from] HistoryError),
}

impl Refusal {
    /// The stable code of this refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotSeated => "not_seated",
            Refusal::SeatTaken(_) => "seat_taken",
            Refusal::SeatFree(_) => "seat_free",
            Refusal::SeatsFree => "seats_free",
            Refusal::Begun => "begun",
            Refusal::NotBegun => "not_begun",
            Refusal::NoUndoAsked => "no_undo_asked",
            Refusal::Rule(error) => error.code(),
            Refusal::History(error) => error.code(),
        }
    }
}

impl Room {
    /// An empty table with these rules, at which all decks follow from this secret.
    #[must_use]
    pub fn new(rules: Rules, secret: Secret) -> Room {
        Room {
            rules,
            deal: FairDeal::new(secret),
            seats: BySeat::default(),
            table: None,
            agreed: None,
        }
    }

    /// The game, once it has begun.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.table.as_ref().map(|table| table.history().game())
    }

    /// The game with its past, once it has begun.
    #[must_use]
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Who sits where.
    #[must_use]
    pub const fn seats(&self) -> &BySeat<Option<Sitter>> {
        &self.seats
    }

    /// Where this person sits.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        let sits =
            |seat: &Seat| matches!(&self.seats[*seat], Some(Sitter::Person { id, .. }) if id == person);
        Seat::ALL.into_iter().find(sits)
    }

    /// The bot whose turn it is.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<(Seat, Level)> {
        let seat = self.game()?.turn()?;
        match self.seats[seat] {
            Some(Sitter::Bot(level)) => Some((seat, level)),
            Some(Sitter::Person { .. }) | None => None,
        }
    }

    /// What this person's command would cause. Changes nothing.
    ///
    /// # Errors
    ///
    /// If it can't be.
    pub fn decide(&self, person: &PersonId, command: &Command) -> Result<Vec<Entry>, Refusal> {
        let own = self.seat_of(person);
        match command {
            Command::Sit { seat, name } => self.sit(person, own, *seat, name),
            Command::PutBot { seat, level } => {
                own.ok_or(Refusal::NotSeated)?;
                self.before_the_game()?;
                match self.seats[*seat] {
                    Some(Sitter::Person { .. }) => Err(Refusal::SeatTaken(*seat)),
                    Some(Sitter::Bot(_)) | None => Ok(vec![Entry::BotSat {
                        seat: *seat,
                        level: *level,
                    }]),
                }
            }
            Command::Clear { seat } => {
                own.ok_or(Refusal::NotSeated)?;
                self.before_the_game()?;
                match &self.seats[*seat] {
                    None => Err(Refusal::SeatFree(*seat)),
                    Some(Sitter::Person { id, .. }) if id != person => Err(Refusal::SeatTaken(*seat)),
                    Some(_) => Ok(vec![Entry::Stood { seat: *seat }]),
                }
            }
            Command::Start => {
                own.ok_or(Refusal::NotSeated)?;
                self.before_the_game()?;
                if Seat::ALL.into_iter().any(|seat| self.seats[seat].is_none()) {
                    return Err(Refusal::SeatsFree);
                }
                Ok(vec![Entry::Started])
            }
            Command::Act(action) => self.act(own.ok_or(Refusal::NotSeated)?, *action),
            Command::Undo => self.undo(own.ok_or(Refusal::NotSeated)?),
            Command::RefuseUndo => {
                let seat = own.ok_or(Refusal::NotSeated)?;
                self.agreed.ok_or(Refusal::NoUndoAsked)?;
                Ok(vec![Entry::UndoRefused { seat }])
            }
        }
    }

    fn before_the_game(&self) -> Result<(), Refusal> {
        if self.table.is_some() {
            Err(Refusal::Begun)
        } else {
            Ok(())
        }
    }

    fn sit(
        &self,
        person: &PersonId,
        own: Option<Seat>,
        seat: Seat,
        name: &str,
    ) -> Result<Vec<Entry>, Refusal> {
        self.before_the_game()?;
        match &self.seats[seat] {
            Some(Sitter::Person { id, .. }) if id != person => return Err(Refusal::SeatTaken(seat)),
            _ => {}
        }
        let stands = own.filter(|own| *own != seat).map(|seat| Entry::Stood { seat });
        let sits = Entry::Sat {
            seat,
            person: person.clone(),
            name: name.to_owned(),
        };
        Ok(stands.into_iter().chain([sits]).collect())
    }

    /// What a seat's decision would cause, whoever takes it.
    ///
    /// # Errors
    ///
    /// If the rules don't allow it, or the game has not begun.
    pub fn act(&self, seat: Seat, action: Action) -> Result<Vec<Entry>, Refusal> {
        let game = self.game().ok_or(Refusal::NotBegun)?;
        // What follows from it is worked out again when the entry is taken into account.
        let _ = game.decide(seat, action)?;
        Ok(vec![Entry::Acted { seat, action }])
    }

    /// Asks or agrees. Bots agree to everything; when all have, it is done.
    fn undo(&self, seat: Seat) -> Result<Vec<Entry>, Refusal> {
        let mut table = self.table.clone().ok_or(Refusal::NotBegun)?;
        table.undo()?;
        let mut agreed = self.agreed.unwrap_or(Seats::NONE);
        let entry = match self.agreed {
            None => Entry::UndoAsked { seat },
            Some(_) => Entry::UndoAgreed { seat },
        };
        agreed.insert(seat);
        let person = |seat: &Seat| matches!(self.seats[*seat], Some(Sitter::Person { .. }));
        let all = Seat::ALL
            .into_iter()
            .filter(person)
            .all(|seat| agreed.contains(seat));
        let done = all.then_some(Entry::Undone);
        Ok([entry].into_iter().chain(done).collect())
    }

    /// Takes an entry into account. Entries that no table could have come to are passed over.
    pub fn evolve(&mut self, entry: &Entry) {
        match entry {
            Entry::Sat { seat, person, name } => {
                self.seats[*seat] = Some(Sitter::Person {
                    id: person.clone(),
                    name: name.clone(),
                });
            }
            Entry::BotSat { seat, level } => self.seats[*seat] = Some(Sitter::Bot(*level)),
            Entry::Stood { seat } => self.seats[*seat] = None,
            Entry::Started => self.table = Some(Table::new(self.rules, Some(self.deal.seed()))),
            Entry::Acted { seat, action } => {
                self.agreed = None;
                if let Some(table) = &mut self.table {
                    let _ = table.act(*seat, *action);
                }
            }
            Entry::UndoAsked { seat } | Entry::UndoAgreed { seat } => {
                self.agreed.get_or_insert(Seats::NONE).insert(*seat);
            }
            Entry::UndoRefused { .. } => self.agreed = None,
            Entry::Undone => {
                self.agreed = None;
                if let Some(table) = &mut self.table {
                    let _ = table.undo();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> PersonId {
        PersonId::new(name)
    }

    fn sit(seat: Seat) -> Command {
        Command::Sit {
            seat,
            name: format!("at {seat}"),
        }
    }

    fn room() -> Room {
        Room::new("finnish first_dealer=N".parse().unwrap(), Secret::new([1; 32]))
    }

    fn does(room: &mut Room, who: &str, command: &Command) -> Result<usize, &'static str> {
        let entries = room
            .decide(&person(who), command)
            .map_err(|refusal| refusal.code())?;
        for entry in &entries {
            room.evolve(entry);
        }
        Ok(entries.len())
    }

    #[test]
    fn seats_are_taken_changed_and_left_before_the_game() {
        let mut room = room();
        assert_eq!(does(&mut room, "a", &sit(Seat::North)), Ok(1));
        assert_eq!(does(&mut room, "b", &sit(Seat::North)), Err("seat_taken"));
        assert_eq!(
            does(&mut room, "a", &sit(Seat::South)),
            Ok(2),
            "stands up and sits down"
        );
        assert_eq!(room.seat_of(&person("a")), Some(Seat::South));
        assert_eq!(
            does(&mut room, "b", &Command::Clear { seat: Seat::South }),
            Err("not_seated")
        );
        assert_eq!(does(&mut room, "b", &sit(Seat::North)), Ok(1));
        assert_eq!(
            does(&mut room, "b", &Command::Clear { seat: Seat::South }),
            Err("seat_taken")
        );
        assert_eq!(
            does(&mut room, "b", &Command::Clear { seat: Seat::East }),
            Err("seat_free")
        );
        assert_eq!(does(&mut room, "b", &Command::Clear { seat: Seat::North }), Ok(1));
        assert_eq!(room.seat_of(&person("b")), None);
    }

    #[test]
    fn a_game_begins_with_four_and_then_seats_stay() {
        let mut room = room();
        let bot = |seat| Command::PutBot {
            seat,
            level: Level::Basic,
        };
        assert_eq!(does(&mut room, "a", &Command::Start), Err("not_seated"));
        does(&mut room, "a", &sit(Seat::East)).unwrap();
        assert_eq!(does(&mut room, "a", &Command::Start), Err("seats_free"));
        assert_eq!(
            does(&mut room, "a", &Command::Act(Action::Pass)),
            Err("not_begun")
        );
        assert_eq!(does(&mut room, "a", &bot(Seat::East)), Err("seat_taken"));
        for seat in [Seat::North, Seat::South, Seat::West] {
            assert_eq!(does(&mut room, "a", &bot(seat)), Ok(1));
        }
        assert_eq!(does(&mut room, "a", &Command::Start), Ok(1));
        for command in [
            sit(Seat::East),
            bot(Seat::North),
            Command::Clear { seat: Seat::East },
            Command::Start,
        ] {
            assert_eq!(does(&mut room, "a", &command), Err("begun"));
        }
        assert_eq!(
            does(&mut room, "b", &Command::Act(Action::Pass)),
            Err("not_seated")
        );
        assert_eq!(
            does(&mut room, "a", &Command::Act("trump h".parse().unwrap())),
            Err("wrong_phase")
        );
        assert_eq!(does(&mut room, "a", &Command::Undo), Err("nothing_to_undo"));
        assert_eq!(does(&mut room, "a", &Command::Act(Action::Pass)), Ok(1));
        assert_eq!(room.bot_to_move(), Some((Seat::South, Level::Basic)));
        // Bots agree to everything.
        assert_eq!(does(&mut room, "a", &Command::Undo), Ok(2));
        assert_eq!(room.game().unwrap().turn(), Some(Seat::East));
    }

    #[test]
    fn entries_keep_their_form() {
        let entries = [
            Entry::Sat {
                seat: Seat::North,
                person: person("p1"),
                name: "Anna".to_owned(),
            },
            Entry::BotSat {
                seat: Seat::East,
                level: "expert:10ms".parse().unwrap(),
            },
            Entry::Stood { seat: Seat::East },
            Entry::Started,
            Entry::Acted {
                seat: Seat::South,
                action: "kill Kh 4h".parse().unwrap(),
            },
            Entry::UndoAsked { seat: Seat::West },
            Entry::UndoAgreed { seat: Seat::North },
            Entry::UndoRefused { seat: Seat::East },
            Entry::Undone,
        ];
        let kept = [
            r#"{"kind":"sat","seat":"N","person":"p1","name":"Anna"}"#,
            r#"{"kind":"bot_sat","seat":"E","level":"expert:10ms"}"#,
            r#"{"kind":"stood","seat":"E"}"#,
            r#"{"kind":"started"}"#,
            r#"{"kind":"acted","seat":"S","action":"kill Kh 4h"}"#,
            r#"{"kind":"undo_asked","seat":"W"}"#,
            r#"{"kind":"undo_agreed","seat":"N"}"#,
            r#"{"kind":"undo_refused","seat":"E"}"#,
            r#"{"kind":"undone"}"#,
        ];
        for (entry, kept) in entries.iter().zip(kept) {
            assert_eq!(serde_json::to_string(entry).unwrap(), kept);
            assert_eq!(serde_json::from_str::<Entry>(kept).unwrap(), *entry);
        }
    }
}
