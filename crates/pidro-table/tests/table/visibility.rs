//! What people and spectators see, and what messages offer them.

use pidro::{Action, Legal, Observer, Seat};
use pidro_bots::{Basic, Bot as _};
use pidro_protocol::Spectators;
use pidro_protocol::ws::{ServerMessage, Snapshot};
use pidro_table::{
    Access, Command, Feed, MessageBuilder, Occupant, People, TableEvent, TableOptions, TableState,
    seat_statuses,
};

use crate::{NEXT, PEOPLE, add_bots, execute, game_of_four_with, options, person, secret, sit};

#[test]
fn access_depends_on_the_seat_the_spectators_and_the_end_of_the_game() {
    let everything = Access::Everything;
    let north = Access::Observer(Observer::Seat(Seat::North));
    let spectator = Access::Observer(Observer::Spectator);
    let (player, guest) = (person("a"), person("guest"));
    for (spectators, live, delayed) in [
        (Spectators::Nobody, Access::Nothing, Access::Nothing),
        (Spectators::Public, spectator, spectator),
        (Spectators::AllCards, spectator, everything),
    ] {
        let options = TableOptions {
            spectators,
            ..options()
        };
        let mut state = game_of_four_with(options);
        for feed in [Feed::Live, Feed::Delayed] {
            assert_eq!(state.access(Some(&player), feed), north, "{feed:?}");
        }
        assert_eq!(state.record_access(Some(&player)), north);
        for somebody in [Some(&guest), None] {
            assert_eq!(state.access(somebody, Feed::Live), live);
            assert_eq!(state.access(somebody, Feed::Delayed), delayed);
            assert_eq!(state.record_access(somebody), live, "a record has no delay");
            assert_eq!(
                state.watches_delayed(somebody),
                spectators == Spectators::AllCards
            );
        }
        assert!(!state.watches_delayed(Some(&player)));
        assert!(state.published_secret().is_none());
        // Once the game is over, its record is public. Watching doesn't change.
        execute(&mut state, "a", &Command::Act(Action::Resign)).unwrap();
        assert!(state.is_over() && state.published_secret().is_some());
        for somebody in [Some(&player), Some(&guest), None] {
            assert_eq!(state.record_access(somebody), everything);
        }
        assert_eq!(state.access(Some(&player), Feed::Live), north);
        assert_eq!(state.access(None, Feed::Live), live);
    }
}

/// The snapshot for the person at this seat, or for a spectator.
fn snapshot(state: &TableState, seat: Option<Seat>) -> Snapshot {
    let builder = MessageBuilder {
        table: NEXT.parse().unwrap(),
        state,
        feed: Feed::Live,
        n: 0,
        clock: None,
        seats: &seat_statuses(state, &People::default(), |_| true),
    };
    let person = seat.and_then(|seat| match &state.seats()[seat] {
        Some(Occupant::Person { id, .. }) => Some(id),
        _ => None,
    });
    match builder.snapshot(person) {
        ServerMessage::Snapshot(snapshot) => *snapshot,
        other => panic!("{other:?}"),
    }
}

/// Lets basic bots play for everybody, and calls back before each decision.
fn play_out(state: &mut TableState, mut before: impl FnMut(&TableState, Seat)) {
    while let Some(seat) = state.game().and_then(pidro::Game::turn) {
        before(state, seat);
        let action = Basic.choose(&state.game().unwrap().view(seat)).unwrap();
        state
            .apply(&TableEvent::Acted {
                seat,
                action,
                timed_out: false,
            })
            .unwrap();
    }
}

#[test]
fn messages_offer_hints_only_where_the_table_allows_them() {
    let rules = "finnish first_dealer=N target=30".parse().unwrap();
    let mut four = game_of_four_with(TableOptions::new(person("a"), rules));
    let (mut offered, mut refused) = (0, 0);
    play_out(&mut four, |state, turn| {
        let robs = matches!(state.game().unwrap().legal(), Legal::Keep { .. });
        for seat in Seat::ALL {
            let hint = snapshot(state, Some(seat)).hint;
            assert_eq!(hint, state.may_ask_hint(seat).is_ok());
            assert_eq!(
                hint,
                seat == turn && robs,
                "people play together: only for the rob"
            );
        }
        assert!(!snapshot(state, None).hint, "spectators get no hints");
        if robs { offered += 1 } else { refused += 1 }
    });
    assert!(offered > 0 && refused > 0);

    let mut alone = TableState::new(TableOptions::new(person("a"), rules), secret());
    execute(&mut alone, "a", &sit(Seat::South)).unwrap();
    add_bots(&mut alone, "a", &[Seat::North, Seat::East, Seat::West]);
    execute(&mut alone, "a", &Command::Start).unwrap();
    play_out(&mut alone, |state, turn| {
        let sent = snapshot(state, Some(Seat::South));
        assert_eq!(sent.hint, turn == Seat::South, "against bots: for every decision");
        assert_eq!(sent.hint, sent.legal.is_some());
    });
}

#[test]
fn messages_offer_a_claim_only_on_lead() {
    let rules = "finnish first_dealer=N target=30".parse().unwrap();
    let mut state = game_of_four_with(TableOptions::new(person("a"), rules));
    let mut offered = 0;
    play_out(&mut state, |state, turn| {
        let view = state.game().unwrap().view(turn);
        let on_lead = matches!(view.legal, Legal::Play { .. }) && view.tricks.current().is_empty();
        for seat in Seat::ALL {
            assert_eq!(snapshot(state, Some(seat)).claim, seat == turn && on_lead);
        }
        offered += usize::from(on_lead);
        if !on_lead {
            // Where no claim is offered, none is accepted.
            let name = PEOPLE[turn as usize];
            let claim = state.decide(&person(name), &Command::Act(Action::Claim), NEXT.parse().unwrap());
            assert!(claim.is_err());
        }
    });
    assert!(offered > 0);
}
