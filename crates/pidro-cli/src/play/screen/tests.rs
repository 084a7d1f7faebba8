//! The screens, looked at as text.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pidro::{BySeat, Legal, Record, Seat, Seats, Seed};
use pidro_bots::Level;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;

use super::app::App;
use crate::lang::{Lang, Look, Suits};
use crate::play::sitting::{Setup, Sitting};

mod picture;

const ENGLISH: Look = Look {
    lang: Lang::En,
    suits: Suits::Signs,
    colour: true,
};

/// A folder of its own for each test.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pidro-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn setup(lang: Lang, humans: &[Seat]) -> Setup {
    Setup {
        rules: "finnish first_dealer=S target=40".parse().unwrap(),
        seed: Some(Seed::new("b3")),
        humans: humans.iter().copied().collect::<Seats>(),
        level: Level::Basic,
        names: BySeat::from_fn(|seat| lang.seat(seat).to_owned()),
    }
}

/// A new game at which bots don't pause.
fn app(test: &str, look: Look, humans: &[Seat]) -> App {
    let setup = setup(look.lang, humans);
    let sitting = Sitting::new(&setup, &folder(test)).unwrap();
    let mut app = App::new(sitting, setup, look, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    app
}

/// Presses these keys: letters, and the signs of some others.
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

/// Presses Enter until this is so.
fn until(app: &mut App, so: impl Fn(&App) -> bool) {
    for _ in 0..1000 {
        if so(app) {
            return;
        }
        press(app, "⏎");
    }
    panic!("it never comes: {}", screen(app, 80, 24));
}

fn buffer(app: &App, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// What is on a screen of this size; where the game is kept is not always the same place.
fn screen(app: &App, width: u16, height: u16) -> String {
    let buffer = buffer(app, width, height);
    let mut text = String::new();
    for y in 0..height {
        let line: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Compares with what the screen was when somebody looked at it. `PIDRO_BLESS=1 cargo nextest run -p pidro-cli screen` writes it
/// anew.
fn golden(name: &str, shown: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/screens")
        .join(name);
    if std::env::var_os("PIDRO_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, shown).unwrap();
    }
    let seen = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(shown, seen, "{name} has changed:\n{shown}");
}

fn asked(kind: fn(&Legal) -> bool) -> impl Fn(&App) -> bool {
    move |app| app.choice.as_ref().is_some_and(|choice| kind(&choice.legal))
}

/// The game of a record, at its last decision of this kind by this seat, which a person now takes.
fn app_before(test: &str, look: Look, record: &str, seat: Seat, kind: fn(&Legal) -> bool) -> App {
    let mut history = Record::parse(record).unwrap().history().clone();
    while history.game().turn() != Some(seat) || !kind(&history.game().legal()) {
        history.undo().unwrap();
    }
    let folder = folder(test);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.pidro");
    std::fs::write(&file, Record::new(history, None).to_text()).unwrap();
    let setup = setup(look.lang, &[seat]);
    let sitting = Sitting::resume(&file, &setup).unwrap();
    let mut app = App::new(sitting, setup, look, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    app
}

const KILLS: &str = include_str!("../../../../pidro/tests/golden/kills.pidro");

#[test]
fn the_screens_of_a_game_in_every_language() {
    for lang in Lang::ALL {
        let look = Look { lang, ..ENGLISH };
        let name = format!("{lang:?}").to_lowercase();
        let mut app = app(&format!("screens-{name}"), look, &[Seat::South]);
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
        until(&mut app, asked(|legal| matches!(legal, Legal::Play { .. })));
        press(&mut app, "→");
        show(&app, "play");
        until(&mut app, |app| app.awaits_key().is_some());
        show(&app, "trick");
        until(&mut app, |app| {
            screen(app, 80, 24).contains(lang.word(crate::lang::text::POINTS_WENT))
        });
        show(&app, "hand");
        press(&mut app, "l");
        show(&app, "log");
        press(&mut app, "⎋⏎");
        write!(shown, "== small\n{}", screen(&app, 40, 10)).unwrap();
        golden(&format!("{name}.txt"), &shown);
        let kill = app_before(&format!("kill-{name}"), look, KILLS, Seat::East, |legal| {
            matches!(legal, Legal::Kill { .. })
        });
        golden(&format!("{name}-kill.txt"), &screen(&kill, 80, 24));
    }
}

#[test]
fn an_undo_is_remarked_and_a_game_goes_on_where_it_was_left() {
    let mut app = app("resume", ENGLISH, &[Seat::South]);
    press(&mut app, "8⏎");
    until(&mut app, asked(|legal| *legal == Legal::Trump));
    let log = app.sitting.history().log().to_vec();
    press(&mut app, "u");
    assert!(asked(|legal| matches!(legal, Legal::Call { .. }))(&app));
    assert!(screen(&app, 80, 24).contains("South took back: bid 8"));
    assert!(app.sitting.history().log().len() < log.len());
    press(&mut app, "9⏎");
    let file = app.sitting.file().to_owned();
    let shown = screen(&app, 80, 24);
    drop(app);

    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("E 7 {South took back: bid 8}, S 9"), "{text}");
    assert!(
        text.contains("[SouthType \"human\"]") && text.contains("[NorthType \"basic\"]"),
        "{text}"
    );
    let newest = Sitting::newest(file.parent().unwrap()).unwrap();
    assert_eq!(newest, file);
    // The record knows who plays: the set-up has nothing to say.
    let setup = setup(Lang::En, &[Seat::West]);
    let sitting = Sitting::resume(&newest, &setup).unwrap();
    let mut app = App::new(sitting, setup, ENGLISH, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    assert_eq!(app.humans(), [Seat::South].into_iter().collect());
    // Only the message is another one.
    let table = |screen: &str| screen.lines().take(21).collect::<Vec<_>>().join("\n");
    assert_eq!(table(&screen(&app, 80, 24)), table(&shown));
    press(&mut app, "⏎");
    assert!(std::fs::read_to_string(&file).unwrap().contains("took back"));
}

#[test]
fn what_was_taken_back_before_is_still_remarked() {
    let mut app = app("twice", ENGLISH, &[Seat::South]);
    press(&mut app, "9⏎");
    until(&mut app, asked(|legal| *legal == Legal::Trump));
    press(&mut app, "H⏎");
    until(&mut app, asked(|legal| matches!(legal, Legal::Play { .. })));
    // What was kept, the suit before it, and the bid before that.
    press(&mut app, "uuu");
    let record = app.sitting.record();
    let remarks: Vec<_> = record.comments().map(|(_, text)| text).collect();
    assert_eq!(
        remarks,
        [
            "South took back: keep J♥ 10♥ 9♥ K♠ 5♠ 2♠",
            "South took back: hearts",
            "South took back: bid 9"
        ]
    );
    assert!(Record::parse(&record.to_text()).is_ok());
}

#[test]
fn nothing_can_be_taken_back_before_anything_was_decided() {
    let mut app = app("nothing", ENGLISH, &[Seat::South]);
    let before = app.sitting.history().log().to_vec();
    assert!(!before.is_empty(), "bots have bid");
    press(&mut app, "u");
    assert_eq!(app.sitting.history().log(), before);
    assert!(screen(&app, 80, 24).contains("There is nothing to take back."));
}

#[test]
fn a_game_is_played_to_its_end_and_another_begins() {
    let mut app = app("end", ENGLISH, &[Seat::South]);
    until(&mut app, |app| app.end.is_some());
    while app.end.as_ref().unwrap().analysis.is_none() {
        std::thread::sleep(Duration::from_millis(10));
        app.tick(Instant::now()).unwrap();
    }
    let shown = screen(&app, 80, 24);
    assert!(shown.contains("win the game"), "{shown}");
    assert!(
        shown.contains("Accuracy") && shown.contains("Chance to win after each hand"),
        "{shown}"
    );
    let file = app.sitting.file().to_owned();
    let record = Record::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(record.history().game().winner().is_some());
    assert!(
        Sitting::newest(file.parent().unwrap()).is_err(),
        "a game that is over is not gone on with"
    );
    press(&mut app, "n");
    assert!(app.end.is_none() && !app.is_over());
    assert_ne!(app.sitting.file(), file);
}

#[test]
fn who_gives_up_is_asked_twice() {
    let mut app = app("resign", ENGLISH, &[Seat::South]);
    press(&mut app, "r");
    assert!(screen(&app, 80, 24).contains("Press r once more"));
    press(&mut app, "→r");
    assert!(!app.is_over(), "another key came in between");
    press(&mut app, "r");
    assert!(app.is_over());
}

#[test]
fn what_the_rules_refuse_is_told() {
    let mut app = app("refused", ENGLISH, &[Seat::South]);
    press(&mut app, "c");
    assert!(screen(&app, 80, 24).contains("That can't be done now."));
    press(&mut app, "6");
    assert!(screen(&app, 80, 24).contains("6 can't be chosen here."));
    press(&mut app, "14⏎⏎");
    assert!(asked(|legal| matches!(legal, Legal::Keep { .. }))(&app));
    press(&mut app, " ⏎");
    assert!(screen(&app, 80, 24).contains("Choose 6, not 5."));
}

#[test]
fn people_at_one_keyboard_see_their_own_cards_only() {
    let mut app = app("two", ENGLISH, &[Seat::North, Seat::South]);
    let hand = |app: &App, seat: Seat| {
        let cards = app.sitting.game().view(seat).hands[seat].cards().unwrap();
        cards.iter().map(|card| ENGLISH.card(card)).collect::<Vec<_>>()
    };
    let shows = |app: &App, seat: Seat| {
        let shown = screen(app, 80, 24);
        hand(app, seat).iter().all(|card| shown.contains(card.as_str()))
    };
    assert!(screen(&app, 80, 24).contains("The keyboard goes to North."));
    assert!(!shows(&app, Seat::North) && !shows(&app, Seat::South));
    press(&mut app, "l");
    assert!(
        !shows(&app, Seat::North) && !shows(&app, Seat::South),
        "the log tells no cards"
    );
    press(&mut app, "⎋⏎");
    assert!(shows(&app, Seat::North) && !shows(&app, Seat::South));
    press(&mut app, "P⏎");
    assert!(screen(&app, 80, 24).contains("The keyboard goes to South."));
    assert!(!shows(&app, Seat::North) && !shows(&app, Seat::South));
    press(&mut app, "⏎");
    assert!(!shows(&app, Seat::North) && shows(&app, Seat::South));
}

#[test]
fn without_colours_and_signs_the_same_is_told() {
    let look = Look {
        suits: Suits::Letters,
        colour: false,
        ..ENGLISH
    };
    let mut app = app("plain", look, &[Seat::South]);
    press(&mut app, "14⏎⏎⏎");
    until(&mut app, |app| app.awaits_key().is_some());
    let buffer = buffer(&app, 80, 24);
    let coloured = buffer
        .content
        .iter()
        .filter(|cell| cell.fg != ratatui::style::Color::Reset);
    assert_eq!(coloured.count(), 0);
    golden("ascii.txt", &screen(&app, 80, 24));
    assert!(screen(&app, 80, 24).is_ascii());
    for keys in ["⏎", "?", "⎋l"] {
        press(&mut app, keys);
        assert!(screen(&app, 80, 24).is_ascii(), "{}", screen(&app, 80, 24));
    }
}

#[test]
fn a_game_that_cannot_be_kept_says_so_and_goes_on() {
    let folder = folder("unwritable");
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    // A file is where the folder should be.
    std::fs::write(&folder, "").unwrap();
    let setup = setup(Lang::En, &[Seat::South]);
    let sitting = Sitting::new(&setup, &folder).unwrap();
    let mut app = App::new(sitting, setup, ENGLISH, Duration::ZERO);
    app.tick(Instant::now()).unwrap();
    press(&mut app, "s");
    assert!(screen(&app, 80, 24).contains("Not saved:"));
    press(&mut app, "14⏎");
    assert!(app.not_saved().is_some());
    assert!(asked(|legal| *legal == Legal::Trump)(&app));
    std::fs::remove_file(folder).unwrap();
}

#[test]
fn every_size_of_window_can_be_drawn() {
    for humans in [&[Seat::South][..], &[Seat::North, Seat::East]] {
        let mut app = app(&format!("sizes-{}", humans.len()), ENGLISH, humans);
        let keys = ["", "?", "⎋⏎14⏎", "⏎", "⏎", "l", "⎋⏎⏎⏎", "⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎"];
        for keys in keys {
            press(&mut app, keys);
            for width in (1..100).step_by(7) {
                for height in (1..30).step_by(2) {
                    buffer(&app, width, height);
                }
            }
        }
    }
}

#[test]
fn bots_pause_and_a_key_ends_the_pause() {
    let setup = setup(Lang::En, &[Seat::South]);
    let sitting = Sitting::new(&setup, &folder("pause")).unwrap();
    let mut app = App::new(sitting, setup, ENGLISH, Duration::from_mins(1));
    let start = Instant::now();
    app.tick(start).unwrap();
    let calls = |app: &App| app.game().view(Seat::South).auction.len();
    assert_eq!(calls(&app), 0, "West pauses before the call");
    assert!(app.wakes_in(start).unwrap() > Duration::from_secs(59));
    app.tick(start + Duration::from_secs(59)).unwrap();
    assert_eq!(calls(&app), 0);
    app.tick(start + Duration::from_mins(1)).unwrap();
    assert_eq!(calls(&app), 1);
    press(&mut app, "⏎");
    assert_eq!(calls(&app), 2);
}
