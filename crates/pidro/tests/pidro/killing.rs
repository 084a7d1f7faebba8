//! The kill.

use pidro::{Seat, Suit};
use serde_json::json;

use crate::tale::{Tale, list};
use Seat::{East, North, South, West};

/// East has eight trumps and has named the suit; the dealer's rob was automatic.
fn killing(rules: &str) -> Tale {
    let mut tale = Tale::new(&format!("{rules} auto_rob=true"));
    tale.deal(
        Suit::Hearts,
        &[
            (East, "Ah Kh Qh 9h 8h 5h 4h 2h"),
            (South, "Jh Th"),
            (West, "7h"),
            (North, "6h 3h"),
        ],
        "2c 3c 4c 6c 7c 8c 9c Tc Jc 5d",
    );
    tale.acts("E bid 6, S pass, W pass, N pass, E trump h");
    tale
}

#[test]
fn a_seat_with_more_than_six_trumps_kills_the_excess_but_no_points() {
    let mut tale = killing("finnish");
    assert_eq!(tale.turn(), Some(East));
    assert_eq!(
        tale.legal(),
        json!({"kind": "kill", "from": ["Kh", "Qh", "9h", "8h", "4h"], "count": 2})
    );
    assert_eq!(tale.refused("E kill Kh"), "wrong_card_count");
    assert_eq!(tale.refused("E kill Kh Qh 9h"), "wrong_card_count");
    assert_eq!(tale.refused("E kill Kh Ah"), "cannot_kill_points");
    assert_eq!(tale.refused("E kill 5h 2h"), "cannot_kill_points");
    assert_eq!(tale.refused("E kill Kh 7h"), "card_not_held");
    assert_eq!(tale.refused("E play Ah"), "wrong_phase");
    assert_eq!(tale.refused("S kill Kh 4h"), "not_your_turn");
    tale.acts("E kill Kh 4h");
    assert_eq!(tale.state()["killed"], json!({"E": ["Kh", "4h"]}));
    assert_eq!(tale.state()["hands"]["E"], list("Ah Qh 9h 8h 5h 2h"));
    // Face up: everybody sees the pile and its order.
    assert_eq!(
        serde_json::to_value(tale.view(South)).unwrap()["killed"],
        json!({"E": ["Kh", "4h"]})
    );
}

#[test]
fn the_top_killed_card_must_be_the_first_play_and_the_others_are_dead() {
    let mut tale = killing("finnish");
    tale.acts("E kill Kh 4h");
    assert_eq!(tale.legal(), json!({"kind": "play", "cards": ["Kh"]}));
    assert_eq!(tale.refused("E play Ah"), "must_play_top_killed");
    assert_eq!(tale.refused("E play 4h"), "card_not_held");
    tale.acts("E play Kh");
    assert_eq!(tale.state()["killed"], json!({"E": ["4h"]}));
    assert_eq!(tale.state()["hands"]["E"].as_array().unwrap().len(), 6);
    tale.acts("S play Jh, W play 7h, N play 3h");
    assert_eq!(tale.turn(), Some(East));
    assert_eq!(tale.refused("E play 4h"), "card_not_held");
    // Killed cards stay visible after the first play.
    tale.acts("E play Ah");
    assert_eq!(tale.state()["killed"], json!({"E": ["4h"]}));
}

#[test]
fn a_seat_that_killed_makes_seven_plays() {
    let mut tale = killing("finnish hand_end=play_out");
    tale.acts("E kill Kh 4h");
    tale.play_out();
    let state = tale.state();
    let tricks = state["tricks"].as_array().unwrap();
    let plays = tricks
        .iter()
        .flat_map(|trick| trick["plays"].as_array().unwrap())
        .filter(|play| play["seat"] == "E")
        .count();
    assert_eq!(plays, 7);
}

#[test]
fn all_killed_cards_are_dead() {
    for rules in ["finnish kill=dead", "finnish kill=stack"] {
        let mut tale = killing(rules);
        tale.acts("E kill Kh 4h");
        // The first play is free, and leaves five cards.
        assert_eq!(tale.legal()["cards"], list("Ah Qh 9h 8h 5h 2h"));
        assert_eq!(tale.refused("E play Kh"), "card_not_held");
        tale.acts("E play Qh");
        assert_eq!(tale.state()["hands"]["E"].as_array().unwrap().len(), 5);
        assert_eq!(tale.state()["killed"], json!({"E": ["Kh", "4h"]}));
    }
}

#[test]
fn the_automatic_kill_takes_the_lowest_with_the_highest_of_them_on_top() {
    let tale = killing("finnish auto_kill=true");
    assert_eq!(tale.state()["killed"], json!({"E": ["8h", "4h"]}));
    assert_eq!(tale.legal(), json!({"kind": "play", "cards": ["8h"]}));
}

#[test]
fn seats_kill_in_order_from_the_dealers_left_and_the_dealer_last() {
    let mut tale = Tale::new("finnish rob=all_trumps");
    tale.deal(
        Suit::Hearts,
        &[(South, "Ah Kh Qh 9h 8h 5h 4h"), (North, "Jh Th 7h 6h 3h 2h 5d")],
        "",
    );
    tale.acts("E bid 6, S pass, W pass, N pass, E trump h");
    assert_eq!(tale.turn(), Some(South));
    tale.acts("S kill 4h");
    assert_eq!(tale.turn(), Some(North));
    tale.acts("N kill 3h");
    assert_eq!(tale.state()["killed"], json!({"S": ["4h"], "N": ["3h"]}));
}
