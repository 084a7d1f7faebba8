//! The kill.

use pidro::{Seat, Suit};
use serde_json::json;

use crate::test_game::{TestGame, list};
use Seat::{East, North, South, West};

/// East has eight trumps and has named the suit; the dealer's rob was automatic.
fn killing(rules: &str) -> TestGame {
    let mut game = TestGame::new(&format!("{rules} auto_rob=true"));
    game.deal(
        Suit::Hearts,
        &[
            (East, "Ah Kh Qh 9h 8h 5h 4h 2h"),
            (South, "Jh Th"),
            (West, "7h"),
            (North, "6h 3h"),
        ],
        "2c 3c 4c 6c 7c 8c 9c Tc Jc 5d",
    );
    game.act("E bid 6, S pass, W pass, N pass, E trump h");
    game
}

#[test]
fn a_seat_with_more_than_six_trumps_kills_the_excess_but_no_points() {
    let mut game = killing("finnish");
    assert_eq!(game.turn(), Some(East));
    assert_eq!(
        game.legal_json(),
        json!({"kind": "kill", "from": ["Kh", "Qh", "9h", "8h", "4h"], "count": 2})
    );
    assert_eq!(game.refused("E kill Kh"), "wrong_card_count");
    assert_eq!(game.refused("E kill Kh Qh 9h"), "wrong_card_count");
    assert_eq!(game.refused("E kill Kh Ah"), "cannot_kill_points");
    assert_eq!(game.refused("E kill 5h 2h"), "cannot_kill_points");
    assert_eq!(game.refused("E kill Kh 7h"), "card_not_held");
    assert_eq!(game.refused("E play Ah"), "wrong_phase");
    assert_eq!(game.refused("S kill Kh 4h"), "not_your_turn");
    game.act("E kill Kh 4h");
    assert_eq!(game.state_json()["killed"], json!({"E": ["Kh", "4h"]}));
    assert_eq!(game.state_json()["hands"]["E"], list("Ah Qh 9h 8h 5h 2h"));
    // Face up: everybody sees the pile and its order.
    assert_eq!(
        serde_json::to_value(game.view(South)).unwrap()["killed"],
        json!({"E": ["Kh", "4h"]})
    );
}

#[test]
fn the_top_killed_card_must_be_the_first_play_and_the_others_are_dead() {
    let mut game = killing("finnish");
    game.act("E kill Kh 4h");
    assert_eq!(game.legal_json(), json!({"kind": "play", "cards": ["Kh"]}));
    assert_eq!(game.refused("E play Ah"), "must_play_top_killed");
    assert_eq!(game.refused("E play 4h"), "card_not_held");
    game.act("E play Kh");
    assert_eq!(game.state_json()["killed"], json!({"E": ["4h"]}));
    assert_eq!(game.state_json()["hands"]["E"].as_array().unwrap().len(), 6);
    game.act("S play Jh, W play 7h, N play 3h");
    assert_eq!(game.turn(), Some(East));
    assert_eq!(game.refused("E play 4h"), "card_not_held");
    // Killed cards stay visible after the first play.
    game.act("E play Ah");
    assert_eq!(game.state_json()["killed"], json!({"E": ["4h"]}));
}

#[test]
fn a_seat_that_killed_makes_seven_plays() {
    let mut game = killing("finnish hand_end=play_out");
    game.act("E kill Kh 4h");
    game.play_out();
    let state = game.state_json();
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
        let mut game = killing(rules);
        game.act("E kill Kh 4h");
        // The first play is free, and leaves five cards.
        assert_eq!(game.legal_json()["cards"], list("Ah Qh 9h 8h 5h 2h"));
        assert_eq!(game.refused("E play Kh"), "card_not_held");
        game.act("E play Qh");
        assert_eq!(game.state_json()["hands"]["E"].as_array().unwrap().len(), 5);
        assert_eq!(game.state_json()["killed"], json!({"E": ["Kh", "4h"]}));
    }
}

#[test]
fn the_automatic_kill_takes_the_lowest_with_the_highest_of_them_on_top() {
    let game = killing("finnish auto_kill=true");
    assert_eq!(game.state_json()["killed"], json!({"E": ["8h", "4h"]}));
    assert_eq!(game.legal_json(), json!({"kind": "play", "cards": ["8h"]}));
}

#[test]
fn seats_kill_in_order_from_the_dealers_left_and_the_dealer_last() {
    let mut game = TestGame::new("finnish rob=all_trumps");
    game.deal(
        Suit::Hearts,
        &[(South, "Ah Kh Qh 9h 8h 5h 4h"), (North, "Jh Th 7h 6h 3h 2h 5d")],
        "",
    );
    game.act("E bid 6, S pass, W pass, N pass, E trump h");
    assert_eq!(game.turn(), Some(South));
    game.act("S kill 4h");
    assert_eq!(game.turn(), Some(North));
    game.act("N kill 3h");
    assert_eq!(game.state_json()["killed"], json!({"S": ["4h"], "N": ["3h"]}));
}
