//! `pidro play`, `pidro watch` and `pidro repl` at a terminal, as a person uses them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[expect(dead_code, reason = "other tests need all of it")]
mod program;

use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Duration;

use pidro_testing::{Person, Signal, WaitStatus};
use program::{example, temporary};

const ENTER: &str = "\r";
const RIGHT: &str = "\x1b[C";
const ESCAPE: &str = "\x1b";

/// The program, with its data in a separate folder.
fn pidro(folder: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pidro"));
    command
        .args(arguments)
        .env("XDG_DATA_HOME", home(folder))
        .env("XDG_STATE_HOME", home(folder))
        .env_remove("NO_COLOR");
    command
}

fn home(folder: &str) -> PathBuf {
    temporary(folder)
}

fn new_home(folder: &str) {
    let _ = std::fs::remove_dir_all(home(folder));
}

const PLAY: [&str; 9] = [
    "play",
    "--seed",
    "vasa",
    "--bots",
    "basic",
    "--speed",
    "none",
    "--rules",
    "finnish first_dealer=S target=15",
];

/// The lines of the screen with the hand and the prompt.
fn hand(screen: &str) -> Vec<String> {
    screen.lines().skip(15).take(6).map(str::to_owned).collect()
}

#[test]
fn a_whole_game_against_bots() {
    new_home("whole");
    let mut person = Person::starts(&pidro("whole", &PLAY));
    person.wait_for_text("Your bid, South:");
    person.types("?");
    person.wait_for_text("choose a card, a bid or a suit");
    person.types(ESCAPE);
    person.wait_until_gone("choose a card, a bid or a suit");
    person.types("h");
    person.wait_for_text("Hint: ");
    person.types("14");
    person.wait_for_text("[14]");
    person.types(ENTER);
    person.wait_for_text("Which suit is trump, South?");
    person.types(ENTER);
    person.wait_for_text("Keep 6 of");
    // Put the first card back and pick it again.
    person.types(" ");
    person.wait_for_text("(chosen: 5)");
    person.types(" ");
    person.wait_for_text("(chosen: 6)");
    person.types(ENTER);
    person.wait_for_text("Your card, South:");
    person.types(RIGHT);
    person.types(ENTER);
    person.wait_for_text("Enter continues");
    person.types("l");
    person.wait_for_text("What happened");
    person.types(ESCAPE);
    person.wait_until_gone("What happened");
    // Play to the end, always with the first card. The program may still be drawing the last
    // screen, so wait for all of its parts.
    let won = |screen: &str| {
        ["win the game", "Accuracy", "Chance to win after each hand"]
            .iter()
            .all(|part| screen.contains(part))
    };
    for _ in 0..600 {
        if person.screen().contains("win the game") {
            break;
        }
        person.types(ENTER);
        thread::sleep(Duration::from_millis(15));
    }
    person.wait_until("the end of the game", won);
    person.types("q");
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
    assert!(
        person.screen().contains("The game is saved in"),
        "{}",
        person.screen()
    );
    let folder = home("whole").join("pidro/games");
    let file = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    let record = pidro::Record::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(record.history().game().winner().is_some());
}

#[test]
fn undo_takes_back_the_last_decision() {
    new_home("undo");
    let mut person = Person::starts(&pidro("undo", &PLAY));
    // The line with the keys is drawn last: once it is there, so is the rest.
    person.wait_for_text("Your bid, South:");
    let first = person.wait_for_text("q leave");
    person.types("14");
    person.types(ENTER);
    person.wait_for_text("Which suit is trump, South?");
    person.types("u");
    let screen = person.wait_for_text("South took back: bid 14");
    assert_eq!(hand(&screen), hand(&first));
    person.types("q");
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
}

#[test]
fn the_screen_follows_window_resizes() {
    new_home("resize");
    let mut person = Person::starts(&pidro("resize", &PLAY));
    person.wait_for_text("Your bid, South:");
    person.types("12");
    let large = person.wait_for_text("[12]");
    person.resizes(40, 10);
    let small = person.wait_until("the small window", |screen| {
        screen.lines().count() <= 10 && screen.contains("[12]")
    });
    assert!(small.lines().all(|line| line.chars().count() <= 40), "{small}");
    person.resizes(20, 4);
    person.wait_for_text("The window is too");
    person.resizes(80, 24);
    person.wait_until("the large window", |screen| screen == large);
    person.types(ENTER);
    person.wait_for_text("Which suit is trump, South?");
    person.types("q");
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
}

#[test]
fn a_game_ended_by_a_signal_resumes_completely() {
    for (signal, code) in [
        (Signal::SIGTERM, 143),
        (Signal::SIGHUP, 129),
        (Signal::SIGINT, 130),
    ] {
        let folder = format!("signal-{code}");
        new_home(&folder);
        let mut person = Person::starts(&pidro(&folder, &PLAY));
        person.wait_for_text("Your bid, South:");
        person.types("14");
        person.types(ENTER);
        person.wait_for_text("Which suit is trump, South?");
        person.types(ENTER);
        let before = person.wait_for_text("(chosen: 6).");
        person.signals(signal);
        assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, exit) if exit == code));
        assert!(
            person
                .screen()
                .contains("To resume the game: pidro play --resume"),
            "{}",
            person.screen()
        );

        let mut person = Person::starts(&pidro(&folder, &["play", "--resume", "--speed", "none"]));
        let after = person.wait_for_text("(chosen: 6).");
        assert_eq!(hand(&after), hand(&before));
        person.types(ENTER);
        person.wait_for_text("Your card, South:");
        person.signals(Signal::SIGKILL);
        drop(person);
        // The game was saved before the kill.
        let mut person = Person::starts(&pidro(&folder, &["play", "--resume", "--speed", "none"]));
        person.wait_for_text("Your card, South:");
        person.types("q");
        assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
    }
}

/// Starts a program at a terminal, closes the terminal, and prints the exit code.
const CLOSE_TERMINAL: &str = "
import fcntl, os, pty, struct, sys, termios, time
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
seen = b''
while b'Pidro' not in seen:
    seen += os.read(terminal, 65536)
os.close(terminal)
for _ in range(200):
    done, status = os.waitpid(pid, os.WNOHANG)
    if done:
        print(os.waitstatus_to_exitcode(status))
        break
    time.sleep(0.05)
else:
    os.kill(pid, 9)
";

#[test]
fn closing_the_terminal_ends_the_program() {
    for arguments in [&PLAY[..], &["watch", example().to_str().unwrap()]] {
        let program = pidro("closed", arguments);
        let output = Command::new("python3")
            .args(["-c", CLOSE_TERMINAL])
            .arg(program.get_program())
            .args(program.get_args())
            .env("TERM", "xterm")
            .env("XDG_DATA_HOME", home("closed"))
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "129\n", "{output:?}");
    }
}

#[test]
fn control_keys_are_not_letters() {
    new_home("control");
    let mut person = Person::starts(&pidro("control", &PLAY));
    person.wait_for_text("Your bid, South:");
    // Ctrl-R twice doesn't resign, Ctrl-U undoes nothing, Alt-q doesn't leave.
    person.types("\x12\x12\x15\x1bq");
    person.types("14");
    person.wait_for_text("[14]");
    person.types("q");
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
}

#[test]
fn control_z_suspends_and_restores_the_terminal() {
    new_home("suspend");
    let mut person = Person::starts(&pidro("suspend", &PLAY));
    person.wait_for_text("Your bid, South:");
    person.types("\x1a");
    person.wait_until_gone("Your bid, South:");
    assert!(person.terminal_is_free());
    person.signals(Signal::SIGCONT);
    person.wait_for_text("Your bid, South:");
    person.types("q");
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
}

#[test]
fn control_c_leaves() {
    new_home("control-c");
    let mut person = Person::starts(&pidro("control-c", &PLAY));
    person.wait_for_text("Your bid, South:");
    person.types("14");
    person.types(ENTER);
    person.wait_for_text("Which suit is trump, South?");
    person.types("\x03");
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
    assert!(
        person.screen().contains("To resume the game"),
        "{}",
        person.screen()
    );
}

#[test]
fn no_color_disables_colours() {
    new_home("no-color");
    let mut command = pidro("no-color", &PLAY);
    command.env("NO_COLOR", "1");
    let mut person = Person::starts(&command);
    person.wait_for_text("Your bid, South:");
    assert_eq!(person.colours(), 0);
    person.types("q");
    person.wait_for_exit();
    let mut person = Person::starts(&pidro("no-color", &PLAY));
    person.wait_for_text("Your bid, South:");
    assert!(person.colours() > 0);
    person.types("q");
    person.wait_for_exit();
}

#[test]
fn a_record_plays_forward_and_back_for_any_observer() {
    let example = example();
    let mut person = Person::starts(&pidro(
        "watch",
        &["watch", example.to_str().unwrap(), "--speed", "fast", "--analyse"],
    ));
    person.wait_for_text("Event 0 of 102, all cards open");
    person.types(RIGHT);
    person.wait_for_text("The cut: Anna K♥");
    person.types("\x1b[B\x1b[B");
    let open = person.wait_for_text("Event 5 of 102");
    assert!(
        open.contains("Dan bids 7.") && open.contains("A♥ Q♥ J♥ 5♥"),
        "{open}"
    );
    person.types("\x1b[D");
    person.wait_for_text("Event 4 of 102");
    person.types("\x1b[6~");
    person.wait_for_text("Hand 2: Cecilia deals.");
    person.types("\x1b[5~");
    person.wait_for_text("Hand 1: Bo deals.");
    person.types("v");
    let north = person.wait_for_text("as Anna sees it");
    assert!(!north.contains("A♥ Q♥ J♥ 5♥"), "{north}");
    person.types("\x1b[F");
    person.wait_for_text("Event 102 of 102");
    person.wait_for_text("Chance to win after the last hand: Anna and Cecilia 0 %");
    person.types("\x1b[H ");
    person.wait_for_text("Event 9 of 102");
    // Anna's view shows neither better plays of the others nor comments about hidden cards.
    assert!(
        !person.screen().contains("South has one trump"),
        "{}",
        person.screen()
    );
    person.types(" ");
    person.types("q");
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
}

#[test]
fn the_prompt_has_completion_help_and_history() {
    new_home("repl");
    let mut person = Person::starts(&pidro("repl", &["repl"]));
    person.wait_for_text("`help` lists the commands");
    person.types("got");
    person.wait_for_text("> got");
    person.types("o");
    person.wait_for_text("go to the decision at or before event N");
    person.types("\x15new seed=vasa dealer=N\r");
    person.wait_for_text("E>");
    person.types("bid 14\r");
    person.wait_for_text("S>");
    person.types("pa\t");
    person.wait_for_text("S> pass");
    person.types("\r");
    person.wait_for_text("W>");
    person.types("nonsense\r");
    person.wait_for_text("`nonsense` is neither a command nor an action");
    person.types("quit\r");
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 0)));
    let mut person = Person::starts(&pidro("repl", &["repl"]));
    person.wait_for_text("`help` lists the commands");
    person.types("\x1b[A\x1b[A\x1b[A");
    person.wait_for_text("> pass");
    person.signals(Signal::SIGTERM);
    assert!(matches!(person.wait_for_exit(), WaitStatus::Exited(_, 143)));
}
