//! Who is told what happens at a table, each as much as they may know.

use pidro::{BySeat, Observer, Seen, View};
use tokio::sync::mpsc;

use crate::entry::Entry;
use crate::person::PersonId;
use crate::room::{Room, Sitter};

/// How much may wait to be sent to somebody who is slow.
const ROOM: usize = 64;

/// Something that somebody is told.
#[derive(Clone, Debug)]
pub enum Told {
    /// Everything, as it is now: at the beginning, and after something was taken back.
    Snapshot {
        /// Who sits where.
        seats: Box<BySeat<Option<Sitter>>>,
        /// How many events there have been.
        events: usize,
        /// The game as far as the watcher may know it, once it has begun.
        view: Option<Box<View>>,
    },
    /// The next event, as the watcher sees it.
    Event {
        /// Its number.
        n: usize,
        /// What happened.
        event: Box<Seen>,
    },
    /// Somebody sat down, stood up, asked for an undo, agreed or refused.
    Entry(Box<Entry>),
}

/// What a watcher gets, a snapshot first.
#[derive(Debug)]
pub struct Watching(mpsc::Receiver<Told>);

impl Watching {
    /// The next thing. `None` when the watcher was too slow, or the table has gone to sleep, broke or ended: whoever wants to know more
    /// watches again, and gets a fresh snapshot.
    pub async fn next(&mut self) -> Option<Told> {
        self.0.recv().await
    }
}

struct Watcher {
    person: Option<PersonId>,
    sender: mpsc::Sender<Told>,
}

/// All watchers of a table. None is ever waited for: who doesn't take what is told is no longer told anything.
#[derive(Default)]
pub(super) struct Watchers(Vec<Watcher>);

impl Watchers {
    /// Whether nobody watches any more.
    pub(super) fn is_empty(&mut self) -> bool {
        self.0.retain(|watcher| !watcher.sender.is_closed());
        self.0.is_empty()
    }

    pub(super) fn add(&mut self, person: Option<PersonId>, room: &Room) -> Watching {
        let (sender, receiver) = mpsc::channel(ROOM);
        let watcher = Watcher { person, sender };
        if watcher.send(snapshot(room, watcher.eyes(room))) {
            self.0.push(watcher);
        }
        Watching(receiver)
    }

    /// Tells everybody of an entry that the room has taken into account, before which there were so many events.
    pub(super) fn tell(&mut self, room: &Room, entry: &Entry, before: usize) {
        self.0.retain(|watcher| watcher.tell(room, entry, before));
    }
}

impl Watcher {
    fn eyes(&self, room: &Room) -> Observer {
        let seat = self.person.as_ref().and_then(|person| room.seat_of(person));
        seat.map_or(Observer::Spectator, Observer::Seat)
    }

    /// Whether there was room for it.
    fn send(&self, told: Told) -> bool {
        self.sender.try_send(told).is_ok()
    }

    fn tell(&self, room: &Room, entry: &Entry, before: usize) -> bool {
        let eyes = self.eyes(room);
        match (entry, room.table()) {
            (Entry::Started | Entry::Undone, _) => self.send(snapshot(room, eyes)),
            (Entry::Acted { .. }, Some(table)) => {
                let mut events = (before..).zip(table.history().seen_by(eyes, before));
                events.all(|(n, event)| {
                    self.send(Told::Event {
                        n,
                        event: Box::new(event),
                    })
                })
            }
            _ => self.send(Told::Entry(Box::new(entry.clone()))),
        }
    }
}

fn snapshot(room: &Room, eyes: Observer) -> Told {
    Told::Snapshot {
        seats: Box::new(room.seats().clone()),
        events: room.table().map_or(0, |table| table.history().log().len()),
        view: room.game().map(|game| Box::new(game.view(eyes))),
    }
}
