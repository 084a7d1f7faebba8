//! Undo, save and resume.

use super::*;

#[test]
fn an_undo_is_commented_and_a_saved_game_resumes() {
    let mut app = app("resume", ENGLISH, &[Seat::South]);
    press(&mut app, "8⏎");
    until(&mut app, awaits(|legal| *legal == Legal::Trump));
    let log = app.local_game.history().log().to_vec();
    press(&mut app, "u");
    assert!(awaits(|legal| matches!(legal, Legal::Call { .. }))(&app));
    assert!(screen(&app, 80, 24).contains("South took back: bid 8"));
    assert!(app.local_game.history().log().len() < log.len());
    press(&mut app, "9⏎");
    let file = app.local_game.file().to_owned();
    let shown = screen(&app, 80, 24);
    drop(app);

    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("E 7 {South took back: bid 8}, S 9"), "{text}");
    assert!(
        text.contains("[SouthType \"human\"]") && text.contains("[NorthType \"basic\"]"),
        "{text}"
    );
    let newest = LocalGame::last_unfinished(file.parent().unwrap()).unwrap();
    assert_eq!(newest, file);
    // The record says who plays and overrides the set-up.
    let setup = setup(Lang::En, &[Seat::West]);
    let local_game = LocalGame::resume(&newest, &setup).unwrap();
    let mut app = App::new(local_game, ENGLISH, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    assert_eq!(app.humans(), [Seat::South].into_iter().collect());
    // Only the message differs.
    let table = |screen: &str| screen.lines().take(21).collect::<Vec<_>>().join("\n");
    assert_eq!(table(&screen(&app, 80, 24)), table(&shown));
    press(&mut app, "⏎");
    assert!(std::fs::read_to_string(&file).unwrap().contains("took back"));
}

#[test]
fn every_undo_keeps_its_comment() {
    let mut app = app("twice", ENGLISH, &[Seat::South]);
    press(&mut app, "9⏎");
    until(&mut app, awaits(|legal| *legal == Legal::Trump));
    press(&mut app, "H⏎");
    until(&mut app, awaits(|legal| matches!(legal, Legal::Play { .. })));
    // Undo the kept cards, then the suit, then the bid.
    press(&mut app, "uuu");
    let record = app.local_game.record();
    let comments: Vec<_> = record.comments().map(|(_, text)| text).collect();
    assert_eq!(
        comments,
        [
            "South took back: the rob",
            "South took back: choose hearts",
            "South took back: bid 9"
        ]
    );
    assert!(Record::parse(&record.to_string()).is_ok());
    // The comments stay at the bid, however the game continues.
    let place = app.local_game.history().log().len();
    press(&mut app, "10⏎⏎⏎");
    until(&mut app, awaits(|legal| matches!(legal, Legal::Play { .. })));
    let record = app.local_game.record();
    assert!(record.comments().all(|(after, _)| after == place), "{record}");
}

#[test]
fn undo_needs_a_decision() {
    let mut app = app("nothing", ENGLISH, &[Seat::South]);
    let before = app.local_game.history().log().to_vec();
    assert!(!before.is_empty(), "bots have bid");
    press(&mut app, "u");
    assert_eq!(app.local_game.history().log(), before);
    assert!(screen(&app, 80, 24).contains("There is nothing to take back."));
}

#[test]
fn a_game_that_cannot_be_saved_says_so_and_continues() {
    let folder = folder("unwritable");
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    // Put a file where the folder should be.
    std::fs::write(&folder, "").unwrap();
    let setup = setup(Lang::En, &[Seat::South]);
    let local_game = LocalGame::new(&setup, &folder).unwrap();
    let mut app = App::new(local_game, ENGLISH, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    press(&mut app, "s");
    assert!(screen(&app, 80, 24).contains("Not saved:"));
    press(&mut app, "14⏎");
    assert!(app.not_saved().is_some());
    assert!(awaits(|legal| *legal == Legal::Trump)(&app));
    std::fs::remove_file(folder).unwrap();
}

#[test]
fn a_rematch_keeps_people_words_and_rules() {
    let mut setup = setup(Lang::En, &[Seat::West]);
    setup.rules = "traditional first_dealer=N target=7".parse().unwrap();
    setup.names[Seat::West] = "Anna".to_owned();
    let mut deal = FairDeal::new(Secret::new([7; 32]));
    deal.add_word(Seat::West, "lingonberry").unwrap();
    setup.seed = Some(deal.seed());
    let folder = folder("another");
    let mut first = App::new(LocalGame::new(&setup, &folder).unwrap(), ENGLISH, Duration::ZERO);
    first.tick(Instant::now()).unwrap();
    press(&mut first, "P⏎");
    let file = first.local_game.file().to_owned();
    let local_game = LocalGame::resume(&file, &super::setup(Lang::En, &[Seat::South])).unwrap();
    let mut app = App::new(local_game, ENGLISH, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    until(&mut app, |app| app.final_analysis.is_some());
    press(&mut app, "n");
    assert_eq!(app.local_game.game().rules(), &setup.rules);
    assert_eq!(app.humans(), setup.humans);
    assert_eq!(app.local_game.names()[Seat::West], "Anna");
    let record = app.local_game.record().to_string();
    assert!(record.contains("[NorthType \"basic\"]"));
    assert!(
        record.contains("[WordW \"lingonberry\"]"),
        "the word is carried over"
    );
    let secret = |record: &str| record.split("[Secret ").nth(1).map(|rest| rest[..66].to_owned());
    let before = std::fs::read_to_string(file).unwrap();
    assert!(secret(&record).is_some() && secret(&record) != secret(&before));
}

#[test]
fn a_file_changed_by_another_program_is_left_alone() {
    let mut app = app("changed", ENGLISH, &[Seat::South]);
    assert!(!app.local_game.file().exists(), "nobody has decided anything");
    press(&mut app, "8⏎");
    let file = app.local_game.file().to_owned();
    std::fs::write(&file, "another game").unwrap();
    press(&mut app, "H⏎");
    assert!(
        app.not_saved()
            .unwrap()
            .contains("was modified by another program")
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "another game");
}

#[test]
fn a_handwritten_record_keeps_its_marks_and_decks() {
    let text = "[South \"Anna\"]\n[Rules \"finnish first_dealer=E target=20\"]\n\nHand 1, E deals\n\
                S Ad3d2h 2d3sKc JcQd2s\nW Td5hQh 9dJh8c JdTcAh\nN Kd3cJs AcQs5c 4d9h7s\nE 7d4s8s 5d6d4c Kh7cQc\n\
                Pack Ks3h5s8h As9s8d6s 9c4h6hTs 7h2cTh6c\nCalls S 6? {a comment}, W 7\n";
    let folder = folder("by-hand");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.pidro");
    std::fs::write(&file, text).unwrap();
    let setup = setup(Lang::En, &[Seat::South]);
    let mut app = App::new(LocalGame::resume(&file, &setup).unwrap(), ENGLISH, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    until(&mut app, |app| {
        app.game().hand_number() == 2 && app.choice.is_some()
    });
    let deck = |app: &App| {
        let dealt = app
            .local_game
            .history()
            .log()
            .iter()
            .rfind(|event| matches!(event, pidro::Event::HandDealt { .. }));
        *dealt.unwrap()
    };
    let second = deck(&app);
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("S 6? {a comment}, W 7"), "{saved}");
    // Undo past the deal; the same cards are dealt again.
    for _ in 0..20 {
        if app.local_game.game().hand_number() == 2 {
            press(&mut app, "u");
        }
    }
    assert_eq!(app.local_game.game().hand_number(), 1);
    until(&mut app, |app| {
        app.game().hand_number() == 2 && app.choice.is_some()
    });
    assert_eq!(deck(&app), second);
}

#[test]
fn the_commitment_is_shown_before_the_first_card() {
    let mut setup = setup(Lang::En, &[Seat::South]);
    setup.seed = None;
    let local_game = LocalGame::new(&setup, &folder("promise")).unwrap();
    let commitment = local_game.commitment().unwrap();
    let mut app = App::new(local_game, ENGLISH, Duration::from_mins(1));
    app.tick(Instant::now()).unwrap();
    let expected = format!(
        "Fair deal, committed before the first card: {}",
        &commitment[..16]
    );
    assert!(
        screen(&app, 80, 24).contains(&expected),
        "{}",
        screen(&app, 80, 24)
    );
    press(&mut app, "l");
    assert!(
        screen(&app, 120, 24).contains(&commitment[..40]),
        "{}",
        screen(&app, 120, 24)
    );
}
