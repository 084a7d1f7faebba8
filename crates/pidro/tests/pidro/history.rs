//! Undo and redo, step by step.

use pidro::{Action, Game, Phase, Seat, Suit};

use crate::test_game::TestGame;

fn after_trump_is_named() -> TestGame {
    let mut game = TestGame::new("finnish auto_rob=true");
    game.deal(
        Suit::Hearts,
        &[(Seat::East, "Ah Kh Qh"), (Seat::South, "Jh Th")],
        "",
    );
    game.act("E bid 6, S pass, W pass, N pass, E trump h");
    game
}

#[test]
fn undo_takes_back_a_whole_step() {
    let mut game = after_trump_is_named();
    assert_eq!(game.state().phase(), Phase::Playing);
    // Takes back the trump with the discards, the redeal and the rob that it caused.
    game.history.undo().unwrap();
    assert_eq!(game.state().phase(), Phase::Declaring);
    assert_eq!(game.turn(), Some(Seat::East));
    game.history.undo().unwrap();
    assert_eq!(game.turn(), Some(Seat::North));
}

#[test]
fn undo_stops_at_the_beginning() {
    let mut game = after_trump_is_named();
    let log = game.log().len();
    for _ in 0..6 {
        game.history.undo().unwrap();
    }
    assert_eq!(
        *game.state(),
        Game::new("finnish auto_rob=true first_dealer=N".parse().unwrap())
    );
    assert!(game.log().is_empty());
    assert_eq!(game.history.undo().unwrap_err().code(), "nothing_to_undo");
    for _ in 0..6 {
        game.history.redo().unwrap();
    }
    assert_eq!(game.log().len(), log);
    assert_eq!(game.history.redo().unwrap_err().code(), "nothing_to_redo");
}

#[test]
fn a_refused_action_keeps_the_redo() {
    let mut game = after_trump_is_named();
    game.history.undo().unwrap();
    assert_eq!(game.refused("N trump h"), "not_your_turn");
    game.history.redo().unwrap();
    assert_eq!(game.state().phase(), Phase::Playing);
}

#[test]
fn undo_to_takes_back_the_last_decision_of_a_seat_and_what_followed() {
    let mut game = after_trump_is_named();
    // West passed third; North passed and East declared after that.
    let undone = game.history.undo_to(|seat| seat == Seat::West).unwrap();
    assert_eq!(undone, (Seat::West, Action::Pass));
    assert_eq!(game.turn(), Some(Seat::West));
    assert_eq!(
        game.log().last().unwrap().action(),
        Some((Seat::South, Action::Pass))
    );
}

#[test]
fn undo_to_changes_nothing_if_the_seat_has_not_decided() {
    let mut game = after_trump_is_named();
    game.history.undo_to(|seat| seat == Seat::South).unwrap();
    let (before, log) = (*game.state(), game.log().len());
    // South and West have made no decision that is still there, and the deck is nobody's decision.
    let refused = game
        .history
        .undo_to(|seat| matches!(seat, Seat::South | Seat::West));
    assert_eq!(refused.unwrap_err().code(), "nothing_to_undo");
    assert_eq!((*game.state(), game.log().len()), (before, log));
    // What was undone before can still be redone.
    game.history.redo().unwrap();
    assert_eq!(game.turn(), Some(Seat::West));
}
