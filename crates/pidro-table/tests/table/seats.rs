//! Who may take, change and leave a seat, before and during the game.

use pidro::{Action, Seat};
use pidro_bots::Level;
use pidro_protocol::Spectators;
use pidro_table::{Command, STAND_IN, TableEvent, TableOptions};

use crate::{bot, empty_table, execute, game_of_four, game_of_four_with, person, sit};

#[test]
fn seats_are_taken_changed_and_left_before_the_game() {
    let mut state = empty_table();
    assert_eq!(execute(&mut state, "a", &sit(Seat::North)), Ok(1));
    assert_eq!(execute(&mut state, "b", &sit(Seat::North)), Err("seat_taken"));
    assert_eq!(
        execute(&mut state, "a", &sit(Seat::South)),
        Ok(2),
        "stands up and sits down"
    );
    assert_eq!(state.seat_of(&person("a")), Some(Seat::South));
    assert_eq!(execute(&mut state, "b", &Command::Leave), Err("not_seated"));
    assert_eq!(execute(&mut state, "b", &sit(Seat::North)), Ok(1));
    assert_eq!(execute(&mut state, "b", &Command::Leave), Ok(1));
    assert_eq!(state.seat_of(&person("b")), None);
}

#[test]
fn only_the_host_and_seated_people_add_bots() {
    let mut state = empty_table();
    assert_eq!(execute(&mut state, "a", &bot(Seat::East)), Err("not_seated"));
    assert_eq!(execute(&mut state, "host", &bot(Seat::East)), Ok(1));
    assert_eq!(execute(&mut state, "a", &sit(Seat::South)), Ok(1));
    assert_eq!(execute(&mut state, "a", &bot(Seat::South)), Err("seat_taken"));
    let clear = |seat| Command::ClearBot { seat };
    assert_eq!(execute(&mut state, "a", &clear(Seat::South)), Err("no_bot"));
    assert_eq!(execute(&mut state, "a", &clear(Seat::West)), Err("no_bot"));
    assert_eq!(execute(&mut state, "a", &clear(Seat::East)), Ok(1));
    assert_eq!(
        execute(&mut state, "a", &sit(Seat::East)),
        Ok(2),
        "the seat is free again"
    );
}

#[test]
fn a_game_begins_with_four_players_and_then_seats_are_fixed() {
    let mut state = empty_table();
    assert_eq!(execute(&mut state, "a", &Command::Start), Err("not_seated"));
    execute(&mut state, "a", &sit(Seat::East)).unwrap();
    assert_eq!(execute(&mut state, "a", &Command::Start), Err("seats_free"));
    assert_eq!(
        execute(&mut state, "a", &Command::Act(Action::Pass)),
        Err("not_begun")
    );
    for seat in [Seat::North, Seat::South, Seat::West] {
        assert_eq!(execute(&mut state, "a", &bot(seat)), Ok(1));
    }
    assert_eq!(execute(&mut state, "a", &Command::Start), Ok(1));
    for (command, code) in [
        (sit(Seat::East), "game_started"),
        (sit(Seat::North), "seat_taken"),
        (bot(Seat::North), "game_started"),
        (Command::ClearBot { seat: Seat::North }, "game_started"),
        (Command::Start, "game_started"),
    ] {
        assert_eq!(execute(&mut state, "a", &command), Err(code), "{command:?}");
    }
    assert_eq!(
        execute(&mut state, "b", &Command::Act(Action::Pass)),
        Err("not_seated")
    );
    let trump = Command::Act("trump h".parse().unwrap());
    assert_eq!(execute(&mut state, "a", &trump), Err("wrong_phase"));
    assert_eq!(execute(&mut state, "a", &Command::Undo), Err("nothing_to_undo"));
    assert_eq!(execute(&mut state, "a", &Command::Act(Action::Pass)), Ok(1));
    assert_eq!(state.bot_to_move(), Some((Seat::South, Level::Basic)));
    // Bots always agree, and their decisions since then are taken back as well.
    for seat in [Seat::South, Seat::West] {
        let events = state.act(seat, Action::Pass, false).unwrap();
        for event in &events {
            state.apply(event).unwrap();
        }
    }
    assert_eq!(execute(&mut state, "a", &Command::Undo), Ok(2));
    assert_eq!(state.game().unwrap().turn(), Some(Seat::East));
}

#[test]
fn a_bot_stands_in_for_a_person_who_left_and_may_return() {
    let mut state = game_of_four();
    let pass = Command::Act(Action::Pass);
    assert_eq!(execute(&mut state, "b", &Command::Leave), Ok(1));
    assert_eq!(state.bot_to_move(), Some((Seat::East, STAND_IN)));
    assert_eq!(execute(&mut state, "b", &pass), Err("not_seated"));
    assert_eq!(execute(&mut state, "b", &Command::Leave), Err("not_seated"));
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Ok(1));
    assert_eq!(state.bot_to_move(), None);
    assert_eq!(execute(&mut state, "b", &pass), Ok(1));
}

#[test]
fn only_a_person_who_knows_no_other_cards_may_take_over_a_seat() {
    let mut state = game_of_four();
    assert_eq!(execute(&mut state, "e", &sit(Seat::East)), Err("seat_taken"));
    execute(&mut state, "b", &Command::Leave).unwrap();
    assert_eq!(
        execute(&mut state, "a", &sit(Seat::East)),
        Err("seat_taken"),
        "a has seen North's cards"
    );
    assert_eq!(execute(&mut state, "e", &sit(Seat::East)), Ok(1));
    assert_eq!(state.seat_of(&person("b")), None);
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Err("seat_taken"));
    // b has seen East's cards and must not see any others.
    execute(&mut state, "c", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "b", &sit(Seat::South)), Err("seat_taken"));
    execute(&mut state, "e", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Ok(1));
    // A disconnected person keeps the seat.
    state
        .apply(&TableEvent::Left {
            seat: Seat::West,
            disconnected: true,
        })
        .unwrap();
    assert_eq!(execute(&mut state, "f", &sit(Seat::West)), Err("seat_taken"));
    assert_eq!(execute(&mut state, "d", &sit(Seat::West)), Ok(1));
    // If spectators see all cards, nobody may take over a seat.
    let open = TableOptions {
        spectators: Spectators::AllCards,
        ..state.options().clone()
    };
    let mut state = game_of_four_with(open);
    execute(&mut state, "b", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "e", &sit(Seat::East)), Err("seat_taken"));
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Ok(1));
}
