//! `pidro play`, `pidro watch` and `pidro repl` without a terminal, line by line.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use pidro_testing::golden;
use program::{example, pidro, pidro_with, printed, temporary};

fn home(folder: &str) -> PathBuf {
    temporary(&format!("lines-{folder}"))
}

/// Plays with these input lines, with the user's data in this folder.
fn play(folder: &str, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pidro"))
        .arg("play")
        .args(arguments)
        .env("XDG_DATA_HOME", home(folder))
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Ignore a failed write: the game may be over before the program has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

const RULES: [&str; 6] = [
    "--seed",
    "vasa",
    "--bots",
    "basic",
    "--rules",
    "finnish first_dealer=S target=15",
];

#[test]
fn a_hand_is_played_in_lines() {
    let _ = std::fs::remove_dir_all(home("hand"));
    let input = "7\n9\nd\n1 2 3 4 5 6\n".to_owned() + &"1\n".repeat(9);
    let text = printed(&play("hand", &RULES, &input));
    for expected in [
        "Hand 1: you deal. You get eight of spades, four of spades, king of hearts, seven of diamonds, six of diamonds, five of diamonds, queen of clubs, seven of clubs, four of clubs.",
        "South, your bid (9–14 or pass):",
        "You can't bid 7. Allowed: 9–14 or pass.",
        "You bid 9.",
        "South, which suit is trump (s spades, h hearts, d diamonds, c clubs)?",
        "You name diamonds as trump.",
        "South, keep 6 of: 1 seven of diamonds,",
        "South, play one of: 1 seven of diamonds,",
        "Where the points went:",
        "Hand 2: Helge deals.",
        "To resume the game: pidro play --resume",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(!text.contains('\x1b'), "no colours and no cursor movements");
    // The output reveals nothing that South may not know.
    let hides = |line: &str| !line.contains("Helge discards") || !line.contains(" of ");
    assert!(!text.contains("Helge gets") && text.lines().all(hides), "{text}");
    assert!(text.contains("Helge discards 5 cards."), "{text}");
}

#[test]
fn a_game_resumes_where_its_input_ended() {
    let _ = std::fs::remove_dir_all(home("resume"));
    let first = printed(&play("resume", &RULES, "9\nd\n"));
    assert!(first.contains("South, keep 6 of"), "{first}");
    let all = "score\n1 2 3 4 5 6\n".to_owned() + &"1\npass\ns\n1 2 3 4 5 6\n".repeat(200);
    let second = printed(&play("resume", &["--resume"], &all));
    assert!(
        second.contains("Hand 1: you deal.") && second.contains("You bid 9."),
        "{second}"
    );
    assert!(
        second.contains("Score: Ebba and South 0, Runar and Helge 0."),
        "{second}"
    );
    assert!(second.contains("win the game"), "{second}");
    assert!(
        second.contains("Accuracy") && second.contains("Chance to win after each hand"),
        "{second}"
    );
    let over = play("resume", &["--resume"], "");
    assert_eq!(over.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&over.stderr).contains("there is no unfinished game"));
    // The saved record says which players are people and which are bots.
    let file = std::fs::read_dir(home("resume").join("pidro/games"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let record = printed(&pidro(&["show", file.path().to_str().unwrap()]));
    assert!(
        record.contains("SouthType  human") && record.contains("NorthType  basic"),
        "{record}"
    );
}

#[test]
fn a_played_game_proves_its_deal_fair() {
    let _ = std::fs::remove_dir_all(home("fair"));
    let arguments = ["--bots", "basic", "--rules", "finnish target=1"];
    let text = printed(&play(
        "fair",
        &arguments,
        &"1\npass\n6\ns\n1 2 3 4 5 6\n".repeat(100),
    ));
    assert!(
        text.contains("Fair deal, committed before the first card:"),
        "{text}"
    );
    let file = std::fs::read_dir(home("fair").join("pidro/games"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let verified = printed(&pidro(&["verify", file.path().to_str().unwrap()]));
    assert!(verified.contains("fair"), "{verified}");
}

/// The only saved game in this folder.
fn saved_game(folder: &str) -> PathBuf {
    let mut files = std::fs::read_dir(home(folder).join("pidro/games")).unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert!(files.next().is_none());
    file
}

/// Runs the Python check from the guide on a file; `None` if Python is not installed.
fn python_check(file: &str, more: &[&str]) -> Option<(bool, String)> {
    let check = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fair_deal_check.py");
    match Command::new("python3").arg(check).arg(file).args(more).output() {
        Ok(output) => {
            let printed = [output.stdout, output.stderr].concat();
            Some((
                output.status.success(),
                String::from_utf8_lossy(&printed).into_owned(),
            ))
        }
        Err(error) => {
            eprintln!("SKIPPED: python3 does not run here: {error}");
            None
        }
    }
}

#[test]
fn the_python_check_confirms_a_players_word() {
    let _ = std::fs::remove_dir_all(home("word"));
    let arguments = [
        "--bots",
        "basic",
        "--rules",
        "finnish target=1",
        "--word",
        "Närpes \"62\"",
    ];
    let text = printed(&play(
        "word",
        &arguments,
        &"1\npass\n6\ns\n1 2 3 4 5 6\n".repeat(100),
    ));
    let (_, commitment) = text
        .split_once("Fair deal, committed before the first card: ")
        .unwrap();
    let commitment = &commitment[..64];
    let file = saved_game("word");
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(record.contains(r#"[WordS "Närpes \"62\""]"#), "{record}");
    let file = file.to_str().unwrap();
    printed(&pidro(&["verify", file]));
    let expected = ["--word", "Närpes \"62\"", "--commitment", commitment];
    let Some((proven, output)) = python_check(file, &expected) else {
        return;
    };
    assert!(proven, "{output}");
    let tampered = temporary("tampered.pidro");
    // Swap two cards at the bottom of the last pack, which nobody would notice during play.
    let (before, after) = record.rsplit_once("Pack ").unwrap();
    let (pack, rest) = after.split_at(35);
    let (top, bottom) = pack.split_at(31);
    for (what, text) in [
        ("word", record.replace("Närpes", "Nykarleby")),
        ("hand", record.replacen("Hand 1,", "Hand 2,", 1)),
        (
            "pack",
            format!("{before}Pack {top}{}{}{rest}", &bottom[2..], &bottom[..2]),
        ),
    ] {
        std::fs::write(&tampered, text).unwrap();
        let (proven, output) = python_check(tampered.to_str().unwrap(), &[]).unwrap();
        assert!(!proven && output.contains("NOT PROVEN"), "{what}: {output}");
    }
}

#[test]
fn a_word_is_asked_for_after_the_commitment() {
    let _ = std::fs::remove_dir_all(home("ask"));
    let arguments = [
        "--bots",
        "basic",
        "--humans",
        "N,S",
        "--names",
        "Anna,Sven",
        "--word",
    ];
    let text = printed(&play(
        "ask",
        &arguments,
        &("lingonberry\n\n".to_owned() + &"\npass\n6\n".repeat(4)),
    ));
    let commitment = text.find("Fair deal, committed before").unwrap();
    let anna = text.find("Anna, your word for the deal").unwrap();
    let sven = text.find("Sven, your word for the deal").unwrap();
    assert!(commitment < anna && anna < sven, "{text}");
    let record = std::fs::read_to_string(saved_game("ask")).unwrap();
    assert!(record.contains(r#"[WordN "lingonberry"]"#), "{record}");
    assert!(!record.contains("[WordS"), "{record}");
    let recorded = record.split("[Commitment \"").nth(1).unwrap();
    assert!(text.contains(&recorded[..64]), "the same commitment: {text}");
    // A word is useless if the decks come from a seed.
    let refused = play("ask", &["--seed", "vasa", "--word", "x"], "");
    assert_eq!(refused.status.code(), Some(2));
    let long = "x".repeat(256);
    let refused = play("ask", &["--word", &long], "");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("at most 255 bytes"));
}

/// The file contains the secret from the first card on.
#[cfg(unix)]
#[test]
fn only_its_owner_can_read_a_saved_game() {
    use std::os::unix::fs::PermissionsExt;
    let _ = std::fs::remove_dir_all(home("private"));
    let mode = || {
        std::fs::metadata(saved_game("private"))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    printed(&play("private", &["--bots", "basic"], "6\npass\n"));
    let record = std::fs::read_to_string(saved_game("private")).unwrap();
    assert!(record.contains("[Secret "), "{record}");
    assert_eq!(mode(), 0o600);
    // This includes files written by an earlier release.
    let open = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(saved_game("private"), open).unwrap();
    let lines = "pass\n6\ns\n1 2 3 4 5 6\n1\n".repeat(3);
    printed(&play("private", &["--resume"], &lines));
    assert_ne!(std::fs::read_to_string(saved_game("private")).unwrap(), record);
    assert_eq!(mode(), 0o600);
}

#[test]
fn commands_work_at_the_prompts() {
    let _ = std::fs::remove_dir_all(home("words"));
    let input = "help\nhint\n14\nundo\n10\ntable\nh\nhand\nlog\nsave\nclaim\nnonsense\nquit\n";
    let text = printed(&play("words", &RULES, input));
    for expected in [
        "A bid: its number, or pass.",
        "Hint: ",
        "South took back: bid 14",
        "You bid 10.",
        "South has bid 10.",
        "You name hearts as trump.",
        "South holds: king of hearts,",
        "Saved: ",
        "It is not certain that you take the rest.",
        "I don't understand nonsense.",
        "To resume the game",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn every_language_accepts_its_own_commands() {
    for (lang, input, expected) in [
        (
            "sv",
            "tips\nångra\nställning\npass\nsluta\n",
            [
                "Tips: ",
                "Det finns inget att ta tillbaka.",
                "Ställning: ",
                "Du säger pass.",
            ],
        ),
        (
            "fi",
            "vihje\nperu\ntilanne\npassaa\nlopeta\n",
            ["Vihje: ", "Ei ole mitään peruttavaa.", "Tilanne: ", "Passaat."],
        ),
    ] {
        let _ = std::fs::remove_dir_all(home(lang));
        let text = printed(&play(lang, &[&RULES[..], &["--lang", lang]].concat(), input));
        for expected in expected {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
    }
}

#[test]
fn people_who_share_a_keyboard_see_only_public_events() {
    let _ = std::fs::remove_dir_all(home("two"));
    let arguments = [&RULES[..], &["--humans", "N,S", "--names", "Anna,Sven"]].concat();
    let text = printed(&play("two", &arguments, "\nhand\n7\n\nhand\n"));
    assert!(text.contains("Hand 1: Sven deals.\n"), "{text}");
    assert!(
        text.contains("Anna holds: ") && text.contains("Sven holds: eight of spades,"),
        "{text}"
    );
    assert!(text.contains("Anna bids 7."), "{text}");
    let handed = text.split("Pass the keyboard to Sven.").next().unwrap();
    assert!(!handed.contains("Sven holds"), "{text}");
}

#[test]
fn resigning_in_lines_asks_for_confirmation() {
    let _ = std::fs::remove_dir_all(home("resign"));
    let text = printed(&play("resign", &RULES, "resign\nhand\nresign\nresign\n"));
    assert_eq!(text.matches("Type it again to resign.").count(), 2, "{text}");
    assert!(
        text.contains("You resign.\nRunar and Helge win the game."),
        "{text}"
    );
}

#[test]
fn a_game_that_cannot_be_saved_says_so_once_and_at_the_end() {
    let file = home("no-folder");
    std::fs::write(&file, "").unwrap();
    let text = printed(&play("no-folder", &RULES, "9\nd\n1 2 3 4 5 6\n1\n"));
    assert_eq!(text.matches("Not saved: ").count(), 2, "{text}");
    assert!(!text.contains("To resume the game"), "{text}");
}

#[test]
fn a_game_in_lines_matches_its_golden_file_in_every_language() {
    for lang in ["en", "sv", "fi"] {
        let _ = std::fs::remove_dir_all(home(&format!("golden-{lang}")));
        let input = "9\nd\n1 2 3 4 5 6\n".to_owned() + &"1\n".repeat(6);
        let text = printed(&play(
            &format!("golden-{lang}"),
            &[&RULES[..], &["--lang", lang]].concat(),
            &input,
        ));
        let lines: Vec<&str> = text.lines().filter(|line| !line.contains("--resume")).collect();
        golden(
            &format!("tests/screens/{lang}-lines.txt"),
            &(lines.join("\n") + "\n"),
        );
    }
}

#[test]
fn invalid_arguments_are_a_clear_error() {
    for (arguments, reason) in [
        (&["--rules", "finnish kill=never"][..], "kill"),
        (&["--humans", "S,X"], "X"),
        (&["--resume", "/nowhere.pidro"], "/nowhere.pidro can't be read"),
        (&["--resume", example().to_str().unwrap()], "is over"),
        (&["--names", "A,B"], "more names than people"),
    ] {
        let output = play("wrong", arguments, "");
        assert!(!output.status.success());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(reason), "{reason}: {errors}");
    }
}

#[test]
fn watch_prints_a_record_without_a_terminal() {
    let example = example();
    let example = example.to_str().unwrap();
    let open = printed(&pidro(&["watch", example]));
    assert!(open.contains("Bo plays five of diamonds. !"), "{open}");
    assert!(
        open.contains("  With the ten instead, only the queen would have beaten North."),
        "{open}"
    );
    assert!(
        open.contains("Anna gets") && open.contains("Cecilia buries"),
        "{open}"
    );
    let west = printed(&pidro(&[
        "watch", example, "--as", "W", "--lang", "sv", "--at", "2",
    ]));
    assert!(
        west.starts_with("Omgång 1: Bo ger. Dan får hjärter ess"),
        "{west}"
    );
    assert!(!west.contains("Anna får spader"), "{west}");
    assert!(
        !west.contains("Kungen") && !west.contains("East holds the king"),
        "comments reveal other hands: {west}"
    );
    let south = printed(&pidro(&["watch", example, "--analyse", "--as", "S"]));
    assert!(
        south.contains("Cecilia bids 6. ?\n  ") && south.contains("Better: "),
        "{south}"
    );
    let analysed = printed(&pidro(&["analyse", example, "--record", "-", "--worlds", "20"]));
    let replay = printed(&pidro_with(&["watch", "-"], analysed.as_bytes()));
    assert!(
        replay.contains(" % win chance (") && replay.contains(" points); as the cards lay, "),
        "{replay}"
    );
}

#[test]
fn errors_in_a_script_name_their_line() {
    let script = temporary("script.txt");
    let saved = temporary("script.pidro");
    let text = format!(
        "# One hand.\nnew traditional dealer=N seed=närpes\n\nbid 8\nS pass\npass\npass\ntrump h\nas N\nlegal\nas all\n\
         bot basic\nstep\nsolve\nundo\nredo\ngoto 5\ngoto 15\nevents 14\nlog 13\nposition\nrules\nsave {}\nrun\nload {}\n",
        saved.display(),
        saved.display()
    );
    std::fs::write(&script, &text).unwrap();
    let printed_text = printed(&pidro(&["repl", script.to_str().unwrap()]));
    for expected in [
        "> bid 8\n",
        "[REDEAL] 4",
        "[ROB] 6, of 8",
        "N has 15 choices:\n  keep Js Ts 9s Kh Jh Th\n",
        "basic would keep",
        "N takes 6 cards from the pack and keeps",
        "with perfect play: NS 8, EW 6\n  E Ah: NS 8, EW 6\n",
        "after 4 events:",
        "after 15 events:",
        "\"event\":\"robbed\"",
        "  14  N takes 6 cards from the pack and keeps",
        "traditional first_dealer=N next:play,E hand:1",
        "  kill           dead\n",
        "E bid 8, E and W took",
    ] {
        assert!(printed_text.contains(expected), "{expected}\n{printed_text}");
    }
    for (line, reason) in [
        ("bid 5", "script.txt:26: `5` is not a bid"),
        ("W play Ah", "script.txt:26: it is E's turn, not W's"),
        (
            "fly away",
            "script.txt:26: `fly` is neither a command nor an action",
        ),
        ("load /nowhere", "script.txt:26: /nowhere can't be read"),
        ("goto x", "script.txt:26: `goto` needs the number of an event"),
        ("load", "script.txt:26: `load` needs a file"),
    ] {
        std::fs::write(&script, format!("{text}{line}\nquit\n")).unwrap();
        let output = pidro(&["repl", script.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{line}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(reason), "{errors}");
    }
}

#[test]
fn saving_loading_and_goto_preserve_a_game() {
    let (bytes, position) = (temporary("repl.pidrob"), temporary("repl.pos"));
    let (bytes, position) = (bytes.display(), position.display());
    let example = example();
    let script = format!(
        "load {}\nsave {bytes}\nload {bytes}\nsave {position}\ngoto 0\ngoto 9999\nload {position}\nas N\nlegal\nhelp bid\n",
        example.display()
    );
    let text = printed(&pidro_with(&["repl"], script.as_bytes()));
    assert!(
        text.contains("after 0 events:") || text.contains("after 3 events:"),
        "{text}"
    );
    assert!(
        text.contains("after 102 events:") && text.contains("the game is over"),
        "{text}"
    );
    assert!(text.contains("bid 8\n  an action"), "{text}");
    // The names, marks and comments are preserved.
    let shown = printed(&pidro(&["show", &bytes.to_string()]));
    assert!(
        shown.contains("Anna") && shown.contains("tie with aces"),
        "{shown}"
    );
    let hidden = printed(&pidro_with(&["repl"], b"new seed=vasa dealer=N\nas N\nlegal\n"));
    assert!(
        hidden.contains("E is to act; use `as E` or `as all` to see its choices"),
        "{hidden}"
    );
}

#[test]
fn the_printed_table_shows_killed_cards() {
    let kills = concat!(env!("CARGO_MANIFEST_DIR"), "/../pidro/tests/golden/kills.pidro");
    let text = printed(&pidro_with(
        &["repl"],
        format!("load {kills}\ngoto 21\n").as_bytes(),
    ));
    assert!(text.contains("8h 4h 7h"), "{text}");
}

#[test]
fn a_demonstration_explains_its_decisions() {
    let text = printed(&pidro_with(&["repl"], b"demo 1 vasa\n"));
    assert!(
        text.contains("thinks: ") && text.contains(" trumps in "),
        "{text}"
    );
    assert!(
        text.contains("Hand 1: ")
            && (text.contains(" They made it.") || text.contains(" They missed their bid.")),
        "{text}"
    );
    assert!(text.contains("Hand 2: ") && !text.contains("Hand 3: "), "{text}");
}

#[test]
fn commands_without_a_game_explain_how_to_start_one() {
    for command in ["show", "bid 8", "undo", "legal", "solve", "step"] {
        let output = pidro_with(&["repl"], command.as_bytes());
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.contains("standard input:1: there is no game: start one with `new` or `load`"),
            "{errors}"
        );
    }
}
