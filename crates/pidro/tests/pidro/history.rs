//! Undo and redo, step by step.

use pidro::{Action, Game, Phase, Seat, Suit};

use crate::tale::Tale;

fn told() -> Tale {
    let mut tale = Tale::new("finnish auto_rob=true");
    tale.deal(
        Suit::Hearts,
        &[(Seat::East, "Ah Kh Qh"), (Seat::South, "Jh Th")],
        "",
    );
    tale.acts("E bid 6, S pass, W pass, N pass, E trump h");
    tale
}

#[test]
fn undo_takes_back_a_whole_step() {
    let mut tale = told();
    assert_eq!(tale.game().phase(), Phase::Playing);
    // Takes back the trump with the discards, the redeal and the rob that it caused.
    tale.history.undo().unwrap();
    assert_eq!(tale.game().phase(), Phase::Declaring);
    assert_eq!(tale.turn(), Some(Seat::East));
    tale.history.undo().unwrap();
    assert_eq!(tale.turn(), Some(Seat::North));
}

#[test]
fn undo_stops_at_the_beginning() {
    let mut tale = told();
    let log = tale.log().len();
    for _ in 0..6 {
        tale.history.undo().unwrap();
    }
    assert_eq!(
        *tale.game(),
        Game::new("finnish auto_rob=true first_dealer=N".parse().unwrap())
    );
    assert!(tale.log().is_empty());
    assert_eq!(tale.history.undo().unwrap_err().code(), "nothing_to_undo");
    for _ in 0..6 {
        tale.history.redo().unwrap();
    }
    assert_eq!(tale.log().len(), log);
    assert_eq!(tale.history.redo().unwrap_err().code(), "nothing_to_redo");
}

#[test]
fn a_refused_action_keeps_the_redo() {
    let mut tale = told();
    tale.history.undo().unwrap();
    assert_eq!(tale.refused("N trump h"), "not_your_turn");
    tale.history.redo().unwrap();
    assert_eq!(tale.game().phase(), Phase::Playing);
}

#[test]
fn undo_to_takes_back_the_last_decision_of_a_seat_and_what_followed() {
    let mut tale = told();
    // West passed third; North passed and East declared after that.
    let undone = tale.history.undo_to(|seat| seat == Seat::West).unwrap();
    assert_eq!(undone, (Seat::West, Action::Pass));
    assert_eq!(tale.turn(), Some(Seat::West));
    assert_eq!(
        tale.log().last().unwrap().action(),
        Some((Seat::South, Action::Pass))
    );
}

#[test]
fn undo_to_changes_nothing_if_the_seat_has_not_decided() {
    let mut tale = told();
    tale.history.undo_to(|seat| seat == Seat::South).unwrap();
    let (before, log) = (*tale.game(), tale.log().len());
    // South and West have made no decision that is still there, and the deck is nobody's decision.
    let refused = tale
        .history
        .undo_to(|seat| matches!(seat, Seat::South | Seat::West));
    assert_eq!(refused.unwrap_err().code(), "nothing_to_undo");
    assert_eq!((*tale.game(), tale.log().len()), (before, log));
    // What was undone before can still be redone.
    tale.history.redo().unwrap();
    assert_eq!(tale.turn(), Some(Seat::West));
}
