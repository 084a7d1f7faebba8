//! Undo and redo, step by step.

use pidro::{Game, Phase, Seat, Suit};

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
