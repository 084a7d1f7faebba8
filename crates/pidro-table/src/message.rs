//! Builds the messages to clients. Each reveals only what its recipient may know.

use std::collections::HashMap;
use std::ops::Range;

use pidro::json::State;
use pidro::rules::Kill;
use pidro::{BySeat, Event, History, Legal, Observer, Rules, SeatSet, Secret, VisibleEvent};
use pidro_protocol::ws::{Clock, Happened, ServerMessage, Snapshot, TableChange};
use pidro_protocol::{NumberedEvent, PersonId, Presence, RulesInfo, SeatStatus, TableId};

use crate::access::{Access, Feed};
use crate::event::AppliedEvent;
use crate::options::TableOptions;
use crate::state::{Absence, Occupant, TableState};

/// The game events in this range, as far as somebody with this access may see them. With `views`,
/// each comes with the game after it.
#[must_use]
pub fn numbered_events(
    history: &History,
    range: Range<usize>,
    access: Access,
    views: bool,
) -> Vec<NumberedEvent> {
    let mut game = history.at_event(range.start).filter(|_| views);
    let events = history.log().get(range.clone()).unwrap_or_default();
    let number = |(n, event): (usize, &Event)| {
        game = game.map(|game| game.evolve(event));
        let view = game.and_then(|game| access.view(&game));
        Some(NumberedEvent {
            n,
            event: access.event(event, history.game().rules())?,
            view: view.map(|view| Box::new(State::from(&view))),
        })
    };
    range.zip(events).filter_map(number).collect()
}

/// What clients need to know about these rules.
#[must_use]
pub fn rules_info(rules: &Rules) -> RulesInfo {
    let (preset, defaults) = rules.nearest_preset();
    let options = rules
        .differences(&defaults)
        .filter(|(option, _)| *option != "target");
    RulesInfo {
        text: rules.to_string(),
        preset: preset.into(),
        options: options
            .map(|(option, value)| format!("{option}={value}"))
            .collect(),
        target: rules.target.get(),
        forced_top: rules.kill == Kill::ForcedTop,
    }
}

/// What a recipient may do now.
#[derive(Default)]
struct Turn {
    legal: Option<Legal>,
    hint: bool,
    claim: bool,
}

/// Builds messages from a table at one moment. Each message shows as much of the game as
/// [`TableState::access`] grants its recipient.
#[derive(Clone, Copy)]
pub struct MessageBuilder<'a> {
    /// The table's id.
    pub table: TableId,
    /// The table.
    pub state: &'a TableState,
    /// The feed that the recipients watch.
    pub feed: Feed,
    /// How many events the table has.
    pub n: usize,
    /// The clock of the seat whose turn it is.
    pub clock: Option<Clock>,
    /// The occupant of each seat.
    pub seats: &'a BySeat<Option<SeatStatus>>,
}

impl MessageBuilder<'_> {
    /// Everything that this person may know.
    #[must_use]
    pub fn snapshot(&self, person: Option<&PersonId>) -> ServerMessage {
        let state = self.state;
        let access = state.access(person, self.feed);
        let TableOptions {
            host,
            rules,
            time,
            spectators,
            ..
        } = state.options();
        let list = |seats: SeatSet| seats.iter().collect();
        let view = state.game().and_then(|game| access.view(game));
        let turn = self.turn(access);
        ServerMessage::Snapshot(Box::new(Snapshot {
            n: self.n,
            table: self.table,
            host: host.clone(),
            rules: rules_info(rules),
            time: *time,
            spectators: *spectators,
            you: person.and_then(|person| state.seat_of(person)),
            seats: self.seats.clone(),
            commitment: state.fair_deal().commitment().to_string(),
            promises: *state.promises(),
            awaited: state.awaited().map(list),
            words: state.has_begun().then(|| state.fair_deal().words().clone()),
            secret: self.secret(),
            events: state.game_events(),
            sheet: self.hand_results(access),
            view: view.as_ref().map(State::from),
            legal: turn.legal,
            hint: turn.hint,
            claim: turn.claim,
            clock: self.clock,
            undo: state.undo_agreed().map(list),
            rematch: list(state.rematch_asked()),
            next: state.next_table(),
            chat: state.chat_open(),
        }))
    }

    /// A message to this person about an event that the table has applied. Only the message about
    /// the last event says what may be done now.
    #[must_use]
    pub fn happened(&self, event: &AppliedEvent, person: Option<&PersonId>, views: bool) -> ServerMessage {
        let state = self.state;
        let access = state.access(person, self.feed);
        let is_last = event.n == self.n;
        let range = event.game_events.clone();
        let ends_game = !range.is_empty() && range.end == state.game_events();
        let started = event.change.as_deref() == Some(&TableChange::Started);
        let visible = if state.is_over() {
            access.after_game()
        } else {
            access
        };
        let events = state
            .seeded_game()
            .map(|game| numbered_events(game.history(), range, visible, views));
        let turn = if is_last {
            self.turn(access)
        } else {
            Turn::default()
        };
        ServerMessage::Happened(Box::new(Happened {
            n: event.n,
            change: event.change.as_deref().cloned(),
            words: started.then(|| state.fair_deal().words().clone()),
            timed_out: event.timed_out,
            events: events.unwrap_or_default(),
            legal: turn.legal,
            hint: turn.hint,
            claim: turn.claim,
            clock: self.clock.filter(|_| is_last),
            secret: self.secret().filter(|_| ends_game),
        }))
    }

    /// What the recipient may do: nothing for spectators and for people who have left.
    fn turn(&self, access: Access) -> Turn {
        let Access::Observer(Observer::Seat(seat)) = access else {
            return Turn::default();
        };
        let view = self.state.game().map(|game| game.view(seat));
        let may_act = self.state.absence(seat) != Some(Absence::Left);
        match view {
            Some(view) if may_act && view.legal != Legal::Nothing => Turn {
                legal: Some(view.legal),
                hint: self.state.may_ask_hint(seat).is_ok(),
                claim: matches!(view.legal, Legal::Play { .. }) && view.tricks.current().is_empty(),
            },
            _ => Turn::default(),
        }
    }

    /// The results of the previous hands. They are public to everybody who sees the game.
    fn hand_results(&self, access: Access) -> Vec<VisibleEvent> {
        let Some(game) = self.state.seeded_game() else {
            return Vec::new();
        };
        let log = game.history().log().iter();
        log.filter(|event| matches!(event, Event::HandScored { .. }))
            .filter_map(|event| access.event(event, game.history().game().rules()))
            .collect()
    }

    fn secret(&self) -> Option<String> {
        self.state.published_secret().map(Secret::to_hex)
    }
}

/// How people are shown at a table. Events name people by their ids only, so a name that changes or
/// is deleted changes here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct People(HashMap<PersonId, PersonLabel>);

/// How a person is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonLabel {
    /// The name.
    pub name: String,
    /// Whether the person is a guest.
    pub guest: bool,
}

impl People {
    /// How this person is shown. `None` if the person has been deleted.
    #[must_use]
    pub fn get(&self, person: &PersonId) -> Option<&PersonLabel> {
        self.0.get(person)
    }

    /// Forgets a person who was deleted.
    pub fn remove(&mut self, person: &PersonId) {
        self.0.remove(person);
    }

    /// Adds people, or updates how they are shown.
    pub fn extend(&mut self, people: People) {
        self.0.extend(people.0);
    }
}

impl FromIterator<(PersonId, PersonLabel)> for People {
    fn from_iter<T: IntoIterator<Item = (PersonId, PersonLabel)>>(people: T) -> People {
        People(HashMap::from_iter(people))
    }
}

/// The occupant of each seat, and whether people are connected.
pub fn seat_statuses(
    state: &TableState,
    people: &People,
    connected: impl Fn(&PersonId) -> bool,
) -> BySeat<Option<SeatStatus>> {
    BySeat::from_fn(|seat| {
        Some(match state.seats()[seat].as_ref()? {
            Occupant::Bot(level) => SeatStatus::Bot {
                level: level.to_string(),
            },
            Occupant::Person { id, absence } => SeatStatus::Person {
                id: id.clone(),
                name: people.get(id).map(|label| label.name.clone()),
                guest: people.get(id).is_some_and(|label| label.guest),
                state: match absence {
                    Some(Absence::Left) => Presence::Left,
                    Some(Absence::Disconnected) => Presence::StandIn,
                    None if connected(id) => Presence::Here,
                    None => Presence::Away,
                },
            },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_is_described_by_its_name() {
        for (name, rules) in Rules::PRESETS {
            let info = rules_info(&rules);
            assert_eq!(info.text, name);
            assert_eq!(info.preset, name);
            assert_eq!(info.options, Vec::<String>::new());
            assert_eq!(info.target, rules.target.get());
            assert_eq!(info.forced_top, rules.kill == Kill::ForcedTop, "{name}");
        }
    }

    #[test]
    fn options_are_those_that_differ_from_the_preset() {
        let rules: Rules = "traditional kill=forced_top target=30".parse().unwrap();
        let info = rules_info(&rules);
        assert_eq!(info.preset, "traditional");
        assert_eq!(info.options, ["kill=forced_top"]);
        assert_eq!(info.target, 30);
        assert!(info.forced_top);
        assert_eq!(info.text.parse(), Ok(rules));
        let dead: Rules = "finnish kill=dead".parse().unwrap();
        assert!(!rules_info(&dead).forced_top);
    }
}
