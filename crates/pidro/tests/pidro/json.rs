//! JSON in the form of the engine protocol: what is written can be read.

use pidro::json::State;
use pidro::{
    Event, Game, History, Legal, Mark, Observer, Phase, ReplayError, Seat, Team, View, VisibleEvent,
};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::script::any_history;

/// What is read back after writing the value.
fn read_back<T: DeserializeOwned>(value: &impl Serialize) -> T {
    let text = serde_json::to_string(value).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn views(game: &Game) -> impl Iterator<Item = View> {
    let seats = Seat::ALL.map(Observer::Seat);
    let observers = seats.into_iter().chain([Observer::Spectator]);
    observers
        .map(|observer| game.view(observer))
        .chain([game.full_view()])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn views_and_legal_actions_are_read_as_written(history in any_history()) {
        for count in 0..=history.log().len() {
            let game = history.at_event(count).unwrap();
            for view in views(&game) {
                prop_assert_eq!(read_back::<State>(&view), State::from(&view));
                prop_assert_eq!(read_back::<Legal>(&view.legal), view.legal);
            }
        }
    }

    #[test]
    fn events_are_read_as_written(history in any_history()) {
        let rules = history.game().rules();
        for event in history.log() {
            prop_assert_eq!(&read_back::<Event>(event), event);
            prop_assert_eq!(read_back::<VisibleEvent>(&event.in_full()), event.in_full());
            for seat in Seat::ALL {
                let seen = event.seen_by(seat, rules);
                prop_assert_eq!(read_back::<VisibleEvent>(&seen), seen);
            }
            let seen = event.seen_by(Observer::Spectator, rules);
            prop_assert_eq!(read_back::<VisibleEvent>(&seen), seen);
        }
    }

    #[test]
    fn a_stored_log_becomes_the_same_history(history in any_history()) {
        let stored: Vec<Event> = read_back(&history.log());
        let replayed = History::from_events(*history.game().rules(), &stored).unwrap();
        prop_assert_eq!(replayed.game(), history.game());
        prop_assert_eq!(replayed.log(), history.log());
    }

    /// Whatever is read from a damaged log is exactly what the log says, never another game.
    #[test]
    fn a_damaged_log_never_becomes_another_game(
        history in any_history(),
        place in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
    ) {
        let log = history.log();
        prop_assume!(!log.is_empty());
        let (place, other) = (place.index(log.len()), other.index(log.len()));
        let mut without = log.to_vec();
        without.remove(place);
        let mut replaced = log.to_vec();
        replaced[place] = log[other];
        for damaged in [without, replaced] {
            if let Ok(replayed) = History::from_events(*history.game().rules(), &damaged) {
                prop_assert_eq!(replayed.log(), damaged);
            }
        }
    }

    /// An event that follows from a decision can't be missing, because it would follow again.
    #[test]
    fn a_log_without_an_automatic_event_is_refused(history in any_history()) {
        let log = history.log();
        let decisions: Vec<&Event> = history.decisions().collect();
        for place in 0..log.len() {
            if !decisions.iter().any(|decision| core::ptr::eq(*decision, &raw const log[place])) {
                let mut damaged = log.to_vec();
                damaged.remove(place);
                prop_assert!(History::from_events(*history.game().rules(), &damaged).is_err());
            }
        }
    }
}

#[test]
fn a_log_names_the_event_that_can_not_happen() {
    let mut history = History::new("first_dealer=N".parse().unwrap());
    history.deal(&pidro::Seed::new("1").deck(1)).unwrap();
    for call in ["pass", "pass", "bid 7", "pass", "trump h"] {
        let seat = history.game().turn().unwrap();
        history.act(seat, call.parse().unwrap()).unwrap();
    }
    let rules = *history.game().rules();
    let mut damaged = history.log().to_vec();
    let won = damaged
        .iter()
        .position(|event| matches!(event, Event::BiddingWon { .. }))
        .unwrap();
    let Event::BiddingWon { contract } = &mut damaged[won] else {
        unreachable!()
    };
    contract.seat = Seat::East;
    let error = History::from_events(rules, &damaged).unwrap_err();
    assert_eq!(error, ReplayError::Impossible { index: won });
    assert_eq!(error.code(), "impossible_event");

    let error = History::from_events(rules, &history.log()[..won]).unwrap_err();
    assert_eq!(error, ReplayError::Incomplete);
    assert_eq!(error.code(), "incomplete_log");
}

#[test]
fn phases_teams_and_marks_are_read_as_written() {
    for phase in [Phase::DealerSelection, Phase::SecondDeal, Phase::Complete] {
        assert_eq!(serde_json::to_value(phase).unwrap(), phase.to_string());
        assert_eq!(read_back::<Phase>(&phase), phase);
    }
    for team in Team::ALL {
        assert_eq!(serde_json::to_value(team).unwrap(), team.to_string());
        assert_eq!(read_back::<Team>(&team), team);
    }
    for mark in Mark::ALL {
        assert_eq!(read_back::<Mark>(&mark), mark);
    }
}

#[test]
fn impossible_values_are_refused() {
    fn refuses<T: DeserializeOwned>(text: &str) -> bool {
        serde_json::from_str::<T>(text).is_err()
    }
    assert!(refuses::<pidro::Bid>("5"));
    assert!(refuses::<pidro::CardSet>(r#"["Ah", "Ah"]"#));
    assert!(refuses::<pidro::Deck>(r#"["Ah"]"#));
    assert!(refuses::<pidro::Cut>(r#"[{"seat": "N", "card": "Ah"}]"#));
    assert!(refuses::<Legal>(
        r#"{"kind": "bid", "bids": [6, 8], "pass": true}"#
    ));
    assert!(refuses::<Legal>(r#"{"kind": "trump", "suits": ["h"]}"#));
    assert!(refuses::<Mark>(r#""?!?""#));
    assert!(refuses::<Team>(r#""N""#));
}
