//! End-to-end tests of `pidro show` and `pidro convert`.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

use program::{example, pidro, pidro_with, printed, temporary};
use serde_json::Value;

#[test]
fn a_hand_is_shown_as_a_table_without_colours_in_a_pipe() {
    let path = example();
    let text = printed(&pidro(&["show", path.to_str().unwrap(), "--hand", "2"]));
    let expected = "  Event  Friday table, Vasa
  Date   2026-11-13
  North  Anna
  East   Bo
  South  Cecilia
  West   Dan
  finnish target=20
  EW wins: NS 9, EW 25

Hand 2, S deals
     dealt                       asked  got
  N  As Qs Js 7s 3s Jd 3d Kc Tc  1      2s
  E  Ks Ts Ah Kh 2h Ad Kd Td 7c  4      8h Qd 6d Jc
  S  9s 4s Qh 3h 7d 5d Qc 8c 3c
  W  5c Jh Th 7h 6h 2d Ac 9c 6c  5      8s 9h 9d 8d 4c
  calls  W 6?, N 7, E pass, S pass
  trump  N names s
  rob    S takes 6, keeps 9s 6s 5s 4s 4d 2c, buries 5h 4h
      N     E      S    W    points
  1.   3s    Ks?*   4s  >8s
  2.   As*  >Ts     6s   5c  NS 7
  cold  E 8h Qd 6d Jc, W 9h 9d 8d 4c
  left  N Qs Js 7s 2s, S 9s 5s 4d 2c
  N 7 made: NS took 14 for +14, EW took 0 for +0
  The ten takes it as well.
  West has nothing else: the five falls to the ace.
";
    assert_eq!(text, expected);
}

#[test]
fn one_seat_sees_only_its_own_cards() {
    let path = example();
    let text = printed(&pidro(&[
        "show",
        path.to_str().unwrap(),
        "--hand",
        "1",
        "--as",
        "W",
    ]));
    assert!(
        text.contains("as W saw it") && text.contains("N  9 cards"),
        "{text}"
    );
    assert!(text.contains("W  Ah Qh Jh 5h Jd Td 9d Tc 8c"), "{text}");
    assert!(text.contains("keeps 6 cards, buries unknown"), "{text}");
}

#[test]
fn a_position_is_shown_with_its_line() {
    let path = example();
    let path = path.to_str().unwrap();
    let text = printed(&pidro(&["show", path, "--at", "40"]));
    let line = text.lines().last().unwrap();
    assert!(line.starts_with("finnish target=20 next:won hand:2"), "{text}");
    let again = printed(&pidro_with(&["show"], line.as_bytes()));
    assert_eq!(again, text);
    let json: Value =
        serde_json::from_str(&printed(&pidro(&["show", path, "--at", "40", "--json"]))).unwrap();
    assert_eq!(json["position"], line);
    assert_eq!(json["view"]["phase"], "bidding");
    let view = printed(&pidro(&["show", path, "--at", "40", "--as", "W"]));
    let line = view.lines().last().unwrap();
    assert!(line.contains("view:W") && line.contains("N:?9"), "{view}");
    assert!(printed(&pidro_with(&["show"], line.as_bytes())).contains("N  9 cards"));
}

#[test]
fn json_output_has_the_events_of_the_protocol() {
    let path = example();
    let json: Value = serde_json::from_str(&printed(&pidro(&[
        "show",
        path.to_str().unwrap(),
        "--json",
        "--hand",
        "3",
    ])))
    .unwrap();
    let events = json["events"].as_array().unwrap();
    assert_eq!(events[0]["event"], "hand_dealt");
    assert_eq!(events.last().unwrap()["event"], "game_won");
    assert_eq!(json["tags"]["North"], "Anna");
    assert_eq!(json["rules"]["target"], 20);
    assert_eq!(json["winner"], "EW");
}

#[test]
fn converting_between_all_formats_preserves_games() {
    let text = std::fs::read(example()).unwrap();
    let two = [&text[..], b"\n", &text[..]].concat();
    let bytes = pidro_with(&["convert", "--to", "bytes"], &two);
    assert!(bytes.status.success());
    assert_eq!(bytes.stdout.first(), Some(&0));
    let back = pidro_with(&["convert", "--to", "text"], &bytes.stdout);
    assert_eq!(back.stdout, two);

    let lines = printed(&pidro_with(&["convert", "--to", "position"], &bytes.stdout));
    assert_eq!(lines.lines().count(), 2);
    let records = printed(&pidro_with(&["convert", "--to", "text"], lines.as_bytes()));
    assert!(
        records.starts_with("[Position \"finnish target=20 next:over"),
        "{records}"
    );
    let through_bytes = pidro_with(&["convert", "--to", "bytes"], records.as_bytes());
    assert_eq!(
        printed(&pidro_with(
            &["convert", "--to", "position"],
            &through_bytes.stdout
        )),
        lines
    );
}

#[test]
fn the_file_name_selects_the_format() {
    let (bytes, text) = (temporary("forms.pidrob"), temporary("forms.pidro"));
    let (bytes, text) = (bytes.to_str().unwrap(), text.to_str().unwrap());
    assert!(
        pidro(&["convert", example().to_str().unwrap(), "-o", bytes])
            .status
            .success()
    );
    assert!(pidro(&["convert", bytes, "-o", text]).status.success());
    assert_eq!(std::fs::read(text).unwrap(), std::fs::read(example()).unwrap());
    let undecided = pidro(&["convert", text]);
    assert_eq!(undecided.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&undecided.stderr).contains("the output format is missing"));
}

#[test]
fn a_broken_game_is_reported_and_the_others_are_read() {
    let text = std::fs::read_to_string(example()).unwrap();
    let broken = text.replacen("total NS 15 EW 13", "total NS 15 EW 14", 1);
    let many = format!("{text}\n{broken}\n{text}");
    let output = pidro_with(&["convert", "--to", "position"], many.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("standard input: game 2: line 108, column 44: 13 is expected here\n108 | Score"),
        "{errors}"
    );

    let mut bytes = pidro_with(
        &["convert", "--to", "bytes"],
        format!("{text}\n{text}\n{text}").as_bytes(),
    )
    .stdout;
    let second = bytes.len() / 2;
    bytes[second] ^= 1;
    let output = pidro_with(&["show", "--json"], &bytes);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("game 2: the checksum does not match the bytes"),
        "{errors}"
    );
    // Truncated in the last game: the readable games before it are still printed.
    let output = pidro_with(&["show", "--json"], &bytes[..bytes.len() - 3]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
}

#[test]
fn input_that_is_not_a_game_is_a_clear_error() {
    for (input, reason) in [
        (&b""[..], "no games found"),
        (b"\xff\xfe", "neither text nor the binary format"),
        (b"hello", "a part of a game is expected"),
        (b"\0\0\0\x02ab", "the bytes end too early"),
        (b"finnish next:deal hand:2 dealer:W score:0,0", "hand 1"),
    ] {
        let output = pidro_with(&["show"], input);
        assert_eq!(output.status.code(), Some(1), "{input:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(reason), "{errors}");
    }
    let missing = pidro(&["show", "/nowhere/at/all.pidro"]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/nowhere/at/all.pidro can't be read"));
    let hand = pidro(&["show", example().to_str().unwrap(), "--hand", "9"]);
    assert_eq!(hand.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&hand.stderr).contains("there is no hand 9"));
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = temporary(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn convert_can_overwrite_its_input() {
    let folder = folder("onto-itself");
    let file = folder.join("game.pidro");
    let text = std::fs::read_to_string(example()).unwrap();
    std::fs::write(&file, format!("; a remark about the file\n{text}")).unwrap();
    let path = file.to_str().unwrap();
    let output = pidro(&["convert", path, "-o", path]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert_eq!(names_in(&folder), ["game.pidro"]);
}

#[test]
fn an_error_leaves_the_output_unchanged() {
    let folder = folder("as-it-was");
    let output = folder.join("out.pidrob");
    let broken = folder.join("broken.pidro");
    let text = std::fs::read_to_string(example()).unwrap();
    std::fs::write(&broken, format!("{text}\n[Rules \"\"]\nnonsense\n")).unwrap();
    let position = folder.join("view.pos");
    std::fs::write(
        &position,
        "finnish view:S next:dealing,deck hand:1 dealer:W score:0,0\n",
    )
    .unwrap();
    std::fs::write(&output, "precious").unwrap();
    let whole = example();
    for inputs in [
        vec!["/nowhere/at/all.pidro"],
        vec![broken.to_str().unwrap()],
        vec![position.to_str().unwrap()],
        vec![whole.to_str().unwrap(), "/nowhere/at/all.pidro"],
    ] {
        for target in [
            output.to_str().unwrap(),
            folder.join("new.pidrob").to_str().unwrap(),
        ] {
            let arguments = [&["convert"][..], &inputs, &["-o", target]].concat();
            let done = pidro(&arguments);
            assert_eq!(done.status.code(), Some(1), "{inputs:?}");
            let errors = String::from_utf8(done.stderr).unwrap();
            assert!(
                errors.contains(&format!("{target} was left unchanged")),
                "{errors}"
            );
        }
        assert_eq!(std::fs::read_to_string(&output).unwrap(), "precious");
        assert_eq!(
            names_in(&folder),
            ["broken.pidro", "out.pidrob", "view.pos"],
            "{inputs:?}"
        );
    }
    // Other commands that write files, with a path whose folder is a file.
    let record = whole.to_str().unwrap();
    let bad = folder.join("view.pos/record.pidro");
    let svg = folder.join("picture.svg");
    let done = pidro(&[
        "analyse",
        record,
        "--worlds",
        "1",
        "--svg",
        svg.to_str().unwrap(),
        "--record",
        bad.to_str().unwrap(),
    ]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(names_in(&folder), ["broken.pidro", "out.pidrob", "view.pos"]);
    let script = format!("load {record}\nsave {}\n", bad.display());
    pidro_with(&["repl"], script.as_bytes());
    assert_eq!(names_in(&folder), ["broken.pidro", "out.pidrob", "view.pos"]);
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions_and_its_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("permissions");
    let (file, link) = (folder.join("game.pidro"), folder.join("link.pidro"));
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("game.pidro", &link).unwrap();
    let done = pidro(&[
        "convert",
        example().to_str().unwrap(),
        "-o",
        link.to_str().unwrap(),
    ]);
    assert!(done.status.success(), "{done:?}");
    assert!(link.is_symlink());
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(example()).unwrap());
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    // A new file has the default permissions, and a dangling link leads to it.
    symlink("new.pidro", folder.join("dangling.pidro")).unwrap();
    let dangling = folder.join("dangling.pidro");
    let done = pidro(&[
        "convert",
        example().to_str().unwrap(),
        "-o",
        dangling.to_str().unwrap(),
    ]);
    assert!(done.status.success(), "{done:?}");
    std::fs::write(folder.join("ordinary"), "").unwrap();
    let mode = |name: &str| std::fs::metadata(folder.join(name)).unwrap().permissions().mode();
    assert_eq!(mode("new.pidro"), mode("ordinary"));
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_to_directly() {
    let text = std::fs::read_to_string(example()).unwrap();
    let path = example();
    let path = path.to_str().unwrap();
    assert_eq!(
        printed(&pidro(&["convert", path, "-t", "text", "-o", "/dev/stdout"])),
        text
    );
    assert!(
        pidro(&["convert", path, "-t", "text", "-o", "/dev/null"])
            .status
            .success()
    );
    // The file keeps what the shell has already written to it.
    let folder = folder("devices");
    let script = format!(
        "(echo before; {program} convert {path} -t text -o /dev/stdout; echo after) > out
         {program} analyse {path} --worlds 1 --record /dev/stdout > record
         mkfifo pipe; cat pipe > piped & {program} convert {path} -t text -o pipe; wait",
        program = env!("CARGO_BIN_EXE_pidro"),
    );
    let done = Command::new("sh")
        .args(["-c", &script])
        .current_dir(&folder)
        .status()
        .unwrap();
    assert!(done.success());
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("out"), format!("before\n{text}after\n"));
    assert_eq!(read("piped"), text);
    assert!(read("record").starts_with("[Event "), "{}", read("record"));
    assert_eq!(names_in(&folder), ["out", "pipe", "piped", "record"]);
}

#[test]
fn errors_in_a_file_are_listed_up_to_a_limit_and_then_counted() {
    let zeros = vec![0; 400_000];
    let output = pidro_with(&["convert", "-t", "text"], &zeros);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.lines().count(), 21, "{errors}");
    assert!(
        errors
            .lines()
            .nth(19)
            .unwrap()
            .contains("game 20: the bytes end too early"),
        "{errors}"
    );
    assert!(
        errors.ends_with("standard input: and 99980 more broken games\n"),
        "{errors}"
    );
    // Exactly the maximum number of errors needs no count; one more is counted as one game.
    for (games, last) in [(20, "| ^\n"), (21, "and 1 more broken game\n")] {
        let output = pidro_with(&["verify", "-"], "[A \"\"]\nx\n".repeat(games).as_bytes());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            errors.matches("game").count() - usize::from(games > 20),
            20 * 2,
            "{errors}"
        );
        assert!(errors.ends_with(last), "{errors}");
    }
}
