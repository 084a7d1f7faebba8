//! Undo and rematch, which need everybody's agreement, and the end of a game that is too long.

use pidro::{Action, Legal, Seat, Secret};
use pidro_table::{Command, MAX_HANDS, TableOptions, TableState};

use crate::{NEXT, PEOPLE, execute, game_of_four, game_of_four_with, person, sit};

#[test]
fn an_undo_needs_everybodys_agreement() {
    let mut state = game_of_four();
    execute(&mut state, "b", &Command::Act(Action::Pass)).unwrap();
    execute(&mut state, "d", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "b", &Command::Undo), Ok(1));
    assert_eq!(execute(&mut state, "b", &Command::Undo), Err("no_change"));
    assert_eq!(execute(&mut state, "a", &Command::Undo), Ok(1));
    assert_eq!(
        execute(&mut state, "c", &Command::Undo),
        Ok(1),
        "an absent person has not agreed"
    );
    execute(&mut state, "d", &sit(Seat::West)).unwrap();
    assert_eq!(execute(&mut state, "d", &Command::Undo), Ok(2));
    assert_eq!(state.game().unwrap().turn(), Some(Seat::East));
    assert_eq!(
        execute(&mut state, "a", &Command::RefuseUndo),
        Err("no_undo_asked")
    );
}

#[test]
fn a_rematch_needs_everybody_present_and_changes_partners() {
    let mut state = game_of_four();
    let rematch = Command::Rematch;
    assert_eq!(execute(&mut state, "a", &rematch), Err("not_over"));
    execute(&mut state, "b", &Command::Act(Action::Resign)).unwrap();
    assert!(state.is_over());
    assert_eq!(execute(&mut state, "a", &Command::Undo), Err("game_over"));
    execute(&mut state, "d", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "a", &rematch), Ok(1));
    assert_eq!(execute(&mut state, "b", &rematch), Ok(1));
    assert_eq!(state.next_table(), None);
    assert_eq!(execute(&mut state, "c", &rematch), Ok(2));
    assert_eq!(state.next_table(), NEXT.parse().ok());
    assert_eq!(execute(&mut state, "a", &rematch), Err("rematched"));
    // Over three games everybody partners everybody.
    let mut partners = std::collections::BTreeSet::new();
    let mut state = game_of_four_with(state.options().clone());
    for _ in 0..3 {
        let at = |seat| state.person_at(seat).unwrap().to_string();
        partners.extend([
            (at(Seat::North), at(Seat::South)),
            (at(Seat::South), at(Seat::North)),
        ]);
        partners.extend([(at(Seat::East), at(Seat::West)), (at(Seat::West), at(Seat::East))]);
        let mut next = TableState::new(state.options().clone(), Secret::new([2; 32]));
        for event in &state.rotated_seating() {
            next.apply(event).unwrap();
        }
        state = next;
    }
    assert_eq!(partners.len(), 12);
}

#[test]
fn a_game_ends_without_a_winner_after_the_maximum_of_hands() {
    let mut state = game_of_four_with(TableOptions::new(
        person("a"),
        "finnish first_dealer=N".parse().unwrap(),
    ));
    let mut decisions = 0;
    // Everybody bids as high as possible, so that no team ever has the score to win.
    let refused = loop {
        let game = state.game().unwrap();
        let seat = game.turn().expect("nobody wins like this");
        let legal = game.legal();
        let action = match legal {
            Legal::Call { bids, .. } => bids.iter().last().map_or(Action::Pass, Action::Bid),
            other => other.nth(0).unwrap(),
        };
        let name = PEOPLE[seat as usize];
        if let Err(code) = execute(&mut state, name, &Command::Act(action)) {
            break code;
        }
        decisions += 1;
        assert!(decisions < 20_000, "there is an end");
    };
    assert_eq!(refused, "game_too_long");
    assert_eq!(state.game().unwrap().hand_number(), MAX_HANDS + 1);
    assert!(!state.is_over(), "nobody has won");
    // The table waits for nobody any more, but people can start another game.
    assert!(state.bot_to_move().is_none());
    for name in PEOPLE {
        execute(&mut state, name, &Command::Rematch).unwrap();
    }
    assert!(state.next_table().is_some());
}
