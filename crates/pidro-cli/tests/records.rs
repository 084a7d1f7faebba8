//! `pidro show` and `pidro convert` as people use them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use program::{example, pidro, pidro_with, printed, temporary};
use serde_json::Value;

#[test]
fn a_hand_is_shown_as_a_table_and_plainly_in_a_pipe() {
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
    let text = printed(&pidro(&["show", path, "--position", "40"]));
    let line = text.lines().last().unwrap();
    assert!(line.starts_with("finnish target=20 next:won hand:2"), "{text}");
    let again = printed(&pidro_with(&["show"], line.as_bytes()));
    assert_eq!(again, text);
    let json: Value =
        serde_json::from_str(&printed(&pidro(&["show", path, "--position", "40", "--json"]))).unwrap();
    assert_eq!(json["position"], line);
    assert_eq!(json["view"]["phase"], "bidding");
    let view = printed(&pidro(&["show", path, "--position", "40", "--as", "W"]));
    let line = view.lines().last().unwrap();
    assert!(line.contains("view:W") && line.contains("N:?9"), "{view}");
    assert!(printed(&pidro_with(&["show"], line.as_bytes())).contains("N  9 cards"));
}

#[test]
fn json_has_the_events_of_the_protocol() {
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
fn games_go_through_all_the_forms_and_come_back() {
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
fn the_names_of_files_tell_the_form() {
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
    assert!(String::from_utf8_lossy(&undecided.stderr).contains("which form?"));
}

#[test]
fn a_broken_game_is_reported_and_the_others_come() {
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
        errors.contains("game 2: the checksum does not fit the bytes"),
        "{errors}"
    );
    // Cut off in the last game: the first two come.
    let output = pidro_with(&["show", "--json"], &bytes[..bytes.len() - 3]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
}

#[test]
fn what_is_no_game_is_a_clear_error() {
    for (input, reason) in [
        (&b""[..], "there is no game in it"),
        (b"\xff\xfe", "neither text nor games as bytes"),
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
