//! Checks the screens as text.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pidro::{BySeat, FairDeal, Legal, Record, Seat, SeatSet, Secret, Seed};
use pidro_bots::Level;
use pidro_testing::golden;
use pidro_text::{Lang, say, text};
use ratatui::crossterm::event::KeyCode;

use super::app::App;
use crate::lang::{CardStyle, TextStyle, seat_name};
use crate::play::local_game::{LocalGame, Setup};
use crate::terminal::{Screen as _, render_text as screen};

mod picture;
mod saving;

const ENGLISH: TextStyle = TextStyle {
    lang: Lang::En,
    card_style: CardStyle::Symbols,
};

/// A separate folder for each test.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pidro-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn setup(lang: Lang, humans: &[Seat]) -> Setup {
    Setup {
        words: BySeat::default(),
        rules: "finnish first_dealer=S target=40".parse().unwrap(),
        seed: Some(Seed::new("b3")),
        humans: humans.iter().copied().collect::<SeatSet>(),
        level: Level::Basic,
        names: BySeat::from_fn(|seat| seat_name(lang, seat).to_owned()),
    }
}

/// A new game in which bots don't pause.
fn app(test: &str, style: TextStyle, humans: &[Seat]) -> App {
    let setup = setup(style.lang, humans);
    let local_game = LocalGame::new(&setup, &folder(test)).unwrap();
    let mut app = App::new(local_game, style, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    app
}

/// Presses keys: letters, and symbols for some special keys.
fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let key = match key {
            '⏎' => KeyCode::Enter,
            '←' => KeyCode::Left,
            '→' => KeyCode::Right,
            '⎋' => KeyCode::Esc,
            letter => KeyCode::Char(letter),
        };
        app.key(key).unwrap();
        app.tick(Instant::now()).unwrap();
    }
}

/// Presses Enter until the condition holds.
fn until(app: &mut App, condition: impl Fn(&App) -> bool) {
    for _ in 0..1000 {
        if condition(app) {
            return;
        }
        press(app, "⏎");
    }
    panic!("the condition never holds: {}", screen(app, 80, 24));
}

/// Whether a person has to make a decision of this kind.
fn awaits(kind: fn(&Legal) -> bool) -> impl Fn(&App) -> bool {
    move |app| app.choice.as_ref().is_some_and(|choice| kind(&choice.legal))
}

/// Rewinds a record to this seat's last decision of this kind and lets a person take the seat.
fn app_before(test: &str, style: TextStyle, record: &str, seat: Seat, kind: fn(&Legal) -> bool) -> App {
    let mut history = Record::parse(record).unwrap().history().clone();
    while history.game().turn() != Some(seat) || !kind(&history.game().legal()) {
        history.undo().unwrap();
    }
    let folder = folder(test);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.pidro");
    std::fs::write(&file, Record::new(history, None).to_string()).unwrap();
    let setup = setup(style.lang, &[seat]);
    let local_game = LocalGame::resume(&file, &setup).unwrap();
    let mut app = App::new(local_game, style, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    app
}

const KILLS: &str = include_str!("../../../../pidro/tests/golden/kills.pidro");

#[test]
fn the_screens_of_a_game_match_in_every_language() {
    for lang in Lang::ALL {
        let style = TextStyle { lang, ..ENGLISH };
        let name = format!("{lang:?}").to_lowercase();
        let mut app = app(&format!("screens-{name}"), style, &[Seat::South]);
        let mut shown = String::new();
        let mut show = |app: &App, title: &str| {
            writeln!(shown, "== {title}\n{}", screen(app, 80, 24)).unwrap();
        };
        show(&app, "bid");
        press(&mut app, "?");
        show(&app, "help");
        press(&mut app, "⎋14⏎");
        show(&app, "trump");
        press(&mut app, "h");
        show(&app, "hint");
        press(&mut app, "⏎");
        show(&app, "rob");
        press(&mut app, "⏎");
        until(&mut app, awaits(|legal| matches!(legal, Legal::Play { .. })));
        press(&mut app, "→");
        show(&app, "play");
        until(&mut app, |app| app.awaits_key().is_some());
        show(&app, "trick");
        until(&mut app, |app| {
            screen(app, 80, 24).contains(lang.get(text::POINTS_WENT))
        });
        show(&app, "hand");
        press(&mut app, "l");
        show(&app, "log");
        press(&mut app, "⎋⏎");
        write!(shown, "== small\n{}", screen(&app, 40, 10)).unwrap();
        golden(&format!("tests/screens/{name}.txt"), &shown);
        golden(&format!("tests/screens/{name}-end.txt"), &the_end(style));
        let mut two = self::app(&format!("two-{name}"), style, &[Seat::North, Seat::South]);
        press(&mut two, "⏎P⏎");
        golden(
            &format!("tests/screens/{name}-handed-over.txt"),
            &screen(&two, 80, 24),
        );
        let kill = app_before(&format!("kill-{name}"), style, KILLS, Seat::East, |legal| {
            matches!(legal, Legal::Kill { .. })
        });
        golden(&format!("tests/screens/{name}-kill.txt"), &screen(&kill, 80, 24));
    }
}

/// The screen at the end of a short game, without the file name, which varies.
fn the_end(style: TextStyle) -> String {
    let mut app = app(&format!("the-end-{:?}", style.lang), style, &[Seat::South]);
    until(&mut app, |app| app.final_analysis.is_some());
    while app.final_analysis.as_ref().unwrap().analysis.is_none() {
        std::thread::sleep(Duration::from_millis(10));
        app.tick(Instant::now()).unwrap();
    }
    let file = app.local_game.file().display().to_string();
    let lines = app.result().unwrap();
    let lines = lines.into_iter().filter(|line| !line.contains(&file));
    lines.map(|line| line + "\n").collect()
}

#[test]
fn a_finished_game_leads_to_another() {
    let mut app = app("end", ENGLISH, &[Seat::South]);
    until(&mut app, |app| app.final_analysis.is_some());
    while app.final_analysis.as_ref().unwrap().analysis.is_none() {
        std::thread::sleep(Duration::from_millis(10));
        app.tick(Instant::now()).unwrap();
    }
    let shown = screen(&app, 80, 24);
    assert!(shown.contains("win the game"), "{shown}");
    assert!(
        shown.contains("Accuracy") && shown.contains("Chance to win after each hand"),
        "{shown}"
    );
    let file = app.local_game.file().to_owned();
    let record = Record::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(record.history().game().winner().is_some());
    assert!(
        LocalGame::last_unfinished(file.parent().unwrap()).is_err(),
        "a finished game can't be resumed"
    );
    press(&mut app, "n");
    assert!(app.final_analysis.is_none() && !app.is_over());
    assert_ne!(app.local_game.file(), file);
}

#[test]
fn resigning_asks_for_confirmation() {
    let mut app = app("resign", ENGLISH, &[Seat::South]);
    press(&mut app, "r");
    assert!(screen(&app, 80, 24).contains("Press r again"));
    press(&mut app, "→r");
    assert!(!app.is_over(), "another key came in between");
    press(&mut app, "r");
    assert!(app.is_over());
}

#[test]
fn a_refused_action_is_explained() {
    let mut app = app("refused", ENGLISH, &[Seat::South]);
    press(&mut app, "c");
    assert!(screen(&app, 80, 24).contains("You can't do that now."));
    press(&mut app, "6");
    assert!(screen(&app, 80, 24).contains("You can't choose 6 here."));
    press(&mut app, "14⏎⏎");
    assert!(awaits(|legal| matches!(legal, Legal::Keep { .. }))(&app));
    press(&mut app, " ⏎");
    assert!(screen(&app, 80, 24).contains("Choose 6, not 5."));
}

#[test]
fn people_at_one_keyboard_see_only_their_own_cards() {
    let mut app = app("two", ENGLISH, &[Seat::North, Seat::South]);
    let hand = |app: &App, seat: Seat| {
        let cards = app.local_game.game().view(seat).hands[seat].cards().unwrap();
        cards.iter().map(|card| ENGLISH.card(card)).collect::<Vec<_>>()
    };
    let shows = |app: &App, seat: Seat| {
        let shown = screen(app, 80, 24);
        hand(app, seat).iter().all(|card| shown.contains(card.as_str()))
    };
    assert!(screen(&app, 80, 24).contains("Pass the keyboard to North."));
    assert!(!shows(&app, Seat::North) && !shows(&app, Seat::South));
    press(&mut app, "l");
    assert!(
        !shows(&app, Seat::North) && !shows(&app, Seat::South),
        "the log shows no cards"
    );
    press(&mut app, "⎋⏎");
    assert!(shows(&app, Seat::North) && !shows(&app, Seat::South));
    press(&mut app, "P⏎");
    assert!(screen(&app, 80, 24).contains("Pass the keyboard to South."));
    assert!(!shows(&app, Seat::North) && !shows(&app, Seat::South));
    press(&mut app, "⏎");
    assert!(!shows(&app, Seat::North) && shows(&app, Seat::South));
}

#[test]
fn an_ascii_screen_contains_only_ascii() {
    let style = TextStyle {
        card_style: CardStyle::Letters,
        ..ENGLISH
    };
    let mut app = app("plain", style, &[Seat::South]);
    press(&mut app, "14⏎⏎⏎");
    until(&mut app, |app| app.awaits_key().is_some());
    golden("tests/screens/ascii.txt", &screen(&app, 80, 24));
    assert!(screen(&app, 80, 24).is_ascii());
    for keys in ["⏎", "?", "⎋l"] {
        press(&mut app, keys);
        assert!(screen(&app, 80, 24).is_ascii(), "{}", screen(&app, 80, 24));
    }
}

/// A window below the minimum size only says that it is too small; a larger one always shows the
/// prompt.
#[test]
fn every_window_size_can_be_drawn() {
    for humans in [&[Seat::South][..], &[Seat::North, Seat::East]] {
        let mut app = app(&format!("sizes-{}", humans.len()), ENGLISH, humans);
        let keys = ["", "?", "⎋⏎14⏎", "⏎", "⏎", "l", "⎋⏎⏎⏎", "⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎", "rr⏎⏎"];
        for keys in keys {
            press(&mut app, keys);
            for width in [1, 20, 35, 36, 40, 79, 80, 81, 120] {
                for height in [1, 7, 8, 10, 23, 24, 25, 50] {
                    let shown = screen(&app, width, height);
                    let too_small = width < 36 || height < 8;
                    assert_eq!(shown.starts_with('T'), too_small, "{width}×{height}: {shown}");
                }
            }
        }
        assert!(app.final_analysis.is_some());
    }
}

#[test]
fn a_top_killed_card_is_shown_as_the_only_choice() {
    for lang in Lang::ALL {
        let style = TextStyle { lang, ..ENGLISH };
        let kill = |legal: &Legal| matches!(legal, Legal::Kill { .. });
        let mut app = app_before(&format!("duty-{lang:?}"), style, KILLS, Seat::East, kill);
        press(&mut app, "⏎");
        assert!(awaits(|legal| matches!(legal, Legal::Play { .. }))(&app));
        let shown = screen(&app, 80, 24);
        // The top card must be played first: it is the only bright one, and the prompt names it.
        let fan = app.choice.as_ref().unwrap().fan();
        let bright: Vec<String> = fan
            .iter()
            .filter(|card| card.bright)
            .map(|card| card.card.to_string())
            .collect();
        assert_eq!(bright, ["Qh"]);
        let first = say!(lang, text::PLAYS_FIRST, card = "Q♥");
        assert!(shown.contains(&first), "{shown}");
        for row in 0..3 {
            let small = screen(&app, 80, 23 - row);
            assert!(small.contains(&first), "{small}");
        }
    }
}

#[test]
fn a_prefix_of_a_choice_is_not_a_decision() {
    let mut app = app("typed", ENGLISH, &[Seat::South]);
    press(&mut app, "1");
    assert!(screen(&app, 80, 24).contains("14  1_"));
    press(&mut app, "⏎");
    assert!(screen(&app, 80, 24).contains("You can't choose 1 here."));
    assert!(
        awaits(|legal| matches!(legal, Legal::Call { .. }))(&app),
        "nobody has passed"
    );
    press(&mut app, "1→");
    assert!(app.choice.as_ref().unwrap().typed.is_empty());
}

#[test]
fn undo_reveals_nobody_elses_cards() {
    let mut app = app("peek", ENGLISH, &[Seat::West, Seat::South]);
    until(&mut app, |app| {
        app.choice
            .as_ref()
            .is_some_and(|choice| choice.seat == Seat::South)
    });
    press(&mut app, "14⏎⏎");
    assert!(awaits(|legal| matches!(legal, Legal::Keep { .. }))(&app));
    press(&mut app, "⏎");
    until(&mut app, |app| app.handover_to() == Some(Seat::West));
    press(&mut app, "u");
    assert_eq!(
        app.handover_to(),
        Some(Seat::West),
        "nobody can undo before taking the keyboard"
    );
    press(&mut app, "⏎u");
    assert_eq!(app.handover_to(), Some(Seat::South));
    let shown = screen(&app, 80, 24);
    assert!(shown.contains("South took back: the rob"), "{shown}");
    let pool = app.local_game.game().view(Seat::South).hands[Seat::South]
        .cards()
        .unwrap();
    assert!(
        pool.iter().all(|card| !shown.contains(&ENGLISH.card(card))),
        "{shown}"
    );
}

#[test]
fn bots_pause_and_a_key_ends_the_pause() {
    let setup = setup(Lang::En, &[Seat::South]);
    let local_game = LocalGame::new(&setup, &folder("pause")).unwrap();
    let mut app = App::new(local_game, ENGLISH, Duration::from_mins(1));
    let start = Instant::now();
    app.tick(start).unwrap();
    let calls = |app: &App| app.game().view(Seat::South).auction.len();
    assert_eq!(calls(&app), 0, "West pauses before the call");
    assert!(app.next_tick_in(start).unwrap() > Duration::from_secs(59));
    app.tick(start + Duration::from_secs(59)).unwrap();
    assert_eq!(calls(&app), 0);
    app.tick(start + Duration::from_mins(1)).unwrap();
    assert_eq!(calls(&app), 1);
    press(&mut app, "⏎");
    assert_eq!(calls(&app), 2);
}
