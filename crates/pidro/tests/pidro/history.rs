//! Undo, redo and records, told step by step.

use pidro::{Game, Phase, Seat, Suit, Table};

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
    // The trump with the discards, the redeal and the rob that it caused.
    tale.history.undo().unwrap();
    assert_eq!(tale.game().phase(), Phase::Declaring);
    assert_eq!(tale.turn(), Some(Seat::East));
    tale.history.undo().unwrap();
    assert_eq!(tale.turn(), Some(Seat::North));
}

#[test]
fn undo_goes_back_to_the_beginning_and_no_further() {
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
fn a_broken_record_is_refused_with_its_line() {
    let table = Table::resumed(told().history, None);
    let record = table.to_record();
    assert_eq!(
        Table::from_record(&record).unwrap().history().game(),
        table.history().game()
    );
    for (from, to, line, reason) in [
        ("E bid 6", "E bid 5", 4, "`5` is no bid"),
        ("S pass", "W pass", 5, "it is S's turn, not W's"),
        ("S pass", "S jump", 5, "`jump` is no action"),
        ("E trump h", "X trump h", 8, "`X` is no seat"),
        (
            "[Rules \"finnish",
            "[Rules \"finish",
            1,
            "there is no preset `finish`",
        ),
        ("[Rules", "[Ruler", 1, "there is no tag Ruler"),
        ("\ndeal ", "\ndeal Ah ", 3, "Ah is named twice"),
        (
            "E trump h",
            "E play Ah",
            8,
            "`play` can't be done in the phase declaring",
        ),
    ] {
        let broken = record.replace(from, to);
        let error = Table::from_record(&broken).unwrap_err();
        assert_eq!(error.line(), line, "{error}");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn a_record_of_a_cut_has_just_the_cards_that_decide_it() {
    let read = |cut: &str| Table::from_record(&format!("[Rules \"finnish\"]\n\ncut {cut}\n"));
    assert_eq!(
        read("2s 3s 4s 5s").unwrap().history().game().dealer(),
        Some(Seat::West)
    );
    let dealt = Table::from_record("[Rules \"first_dealer=N\"]\n\ncut 2s 3s 4s 5s\n").unwrap_err();
    assert_eq!(
        dealt.to_string(),
        "line 3: `cut` can't be done in the phase dealing"
    );
    for cut in ["2s", "2s 3s 4s 5s 9h", "2s 3s 5h 5s", ""] {
        assert!(read(cut).unwrap_err().to_string().contains("the cut"), "{cut}");
    }
}

#[test]
fn a_seeded_record_has_the_decks_of_its_seed() {
    let table = Table::new("first_dealer=N".parse().unwrap(), Some(pidro::Seed::new("1")));
    let record = table.to_record();
    assert!(Table::from_record(&record).is_ok());
    let error = Table::from_record(&record.replace("[Seed \"1\"]", "[Seed \"2\"]")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 4: this is not the deck that the seed gives"
    );
    let twice = record.replace("[Seed", "[Rules \"finnish\"]\n[Seed");
    assert_eq!(
        Table::from_record(&twice).unwrap_err().to_string(),
        "line 2: a second Rules tag"
    );
}
