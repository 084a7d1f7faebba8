//! The rules of the bidding.

use pidro::{Event, Phase, Seat, Suit};
use serde_json::json;

use crate::test_game::TestGame;

fn dealt(rules: &str) -> TestGame {
    let mut game = TestGame::new(rules);
    game.deal(Suit::Hearts, &[], "");
    game
}

#[test]
fn left_of_the_dealer_calls_first_and_the_dealer_last() {
    let mut game = dealt("finnish");
    for (seat, act) in [
        (Seat::East, "E bid 6"),
        (Seat::South, "S pass"),
        (Seat::West, "W bid 8"),
        (Seat::North, "N bid 9"),
    ] {
        assert_eq!(game.turn(), Some(seat));
        game.act(act);
    }
    assert_eq!(game.state().phase(), Phase::Declaring);
    assert_eq!(game.turn(), Some(Seat::North));
    assert_eq!(game.state_json()["contract"], json!({"seat": "N", "bid": 9}));
    assert_eq!(
        game.state_json()["calls"],
        json!([
            {"seat": "E", "bid": 6},
            {"seat": "S", "bid": null},
            {"seat": "W", "bid": 8},
            {"seat": "N", "bid": 9},
        ])
    );
}

#[test]
fn a_bid_is_above_the_highest_so_far() {
    let mut game = dealt("finnish");
    game.act("E bid 8");
    assert_eq!(
        game.legal_json(),
        json!({"kind": "bid", "bids": [9, 10, 11, 12, 13, 14], "pass": true})
    );
    assert_eq!(game.refused("S bid 8"), "illegal_bid");
    assert_eq!(game.refused("S bid 6"), "illegal_bid");
    assert_eq!(game.refused("W bid 9"), "not_your_turn");
    game.act("S bid 9");
}

#[test]
fn a_bid_is_a_whole_number_from_six_to_fourteen() {
    for wrong in [
        "bid 5",
        "bid 15",
        "bid 6.5",
        "bid -6",
        "bid 99999999999",
        "bid 0",
        "bid 1e1",
        "bid 08",
        "bid +8",
        "bid NaN",
    ] {
        let error = wrong.parse::<pidro::Action>().unwrap_err();
        assert_eq!(error.code(), "illegal_bid", "{wrong}");
    }
    for wrong in ["bid", "bid six", "bid 6 7", "bids 6", ""] {
        let error = wrong.parse::<pidro::Action>().unwrap_err();
        assert_eq!(error.code(), "bad_request", "{wrong}");
    }
}

#[test]
fn any_later_caller_may_bid_fourteen_over_fourteen_and_the_last_one_holds() {
    let mut game = dealt("finnish");
    game.act("E bid 14");
    assert_eq!(
        game.legal_json(),
        json!({"kind": "bid", "bids": [14], "pass": true})
    );
    game.act("S bid 14, W pass, N bid 14");
    assert_eq!(game.state_json()["contract"], json!({"seat": "N", "bid": 14}));
}

#[test]
fn only_the_dealer_may_bid_fourteen_over_fourteen() {
    let mut game = dealt("finnish fourteen=dealer");
    game.act("E bid 14");
    assert_eq!(
        game.legal_json(),
        json!({"kind": "bid", "bids": [], "pass": true})
    );
    assert_eq!(game.refused("S bid 14"), "illegal_bid");
    game.act("S pass, W pass, N bid 14");
    assert_eq!(game.state_json()["contract"], json!({"seat": "N", "bid": 14}));
}

#[test]
fn nobody_may_bid_fourteen_over_fourteen() {
    let mut game = dealt("finnish fourteen=never");
    game.act("E bid 14, S pass, W pass");
    assert_eq!(game.refused("N bid 14"), "illegal_bid");
    game.act("N pass");
    assert_eq!(game.turn(), Some(Seat::East));
}

#[test]
fn after_three_passes_the_dealer_bids_six() {
    let mut game = dealt("finnish");
    game.act("E pass, S pass, W pass");
    assert_eq!(
        game.legal_json(),
        json!({"kind": "bid", "bids": [6], "pass": false})
    );
    assert_eq!(game.refused("N pass"), "illegal_bid");
    assert_eq!(game.refused("N bid 7"), "illegal_bid");
    game.act("N bid 6");
    assert_eq!(game.turn(), Some(Seat::North));
}

#[test]
fn after_three_passes_the_dealer_bids_at_least_six() {
    let mut game = dealt("finnish forced_bid=at_least_six");
    game.act("E pass, S pass, W pass");
    assert_eq!(game.refused("N pass"), "illegal_bid");
    game.act("N bid 12");
    assert_eq!(game.state_json()["contract"]["bid"], 12);
}

#[test]
fn the_dealer_may_pass_over_a_bid() {
    let mut game = dealt("finnish");
    game.act("E pass, S pass, W bid 6, N pass");
    assert_eq!(game.turn(), Some(Seat::West));
}

#[test]
fn bidding_until_passed_continues_around_the_table() {
    let mut game = dealt("finnish bidding=until_passed");
    game.act("E bid 6, S pass, W bid 7, N pass, E bid 8");
    // South and North have passed and are out.
    assert_eq!(game.turn(), Some(Seat::West));
    game.act("W bid 9, E pass");
    assert_eq!(game.state().phase(), Phase::Declaring);
    assert_eq!(game.state_json()["contract"], json!({"seat": "W", "bid": 9}));
    let calls: Vec<_> = game
        .view(Seat::East)
        .auction
        .calls()
        .map(|(seat, _)| seat.to_string())
        .collect();
    assert_eq!(calls.concat(), "ESWNEWE");
}

#[test]
fn bidding_until_passed_forces_the_dealer_too() {
    let mut game = dealt("finnish bidding=until_passed");
    game.act("E pass, S pass, W pass");
    assert_eq!(game.refused("N pass"), "illegal_bid");
    game.act("N bid 6");
    assert_eq!(game.state().phase(), Phase::Declaring);
}

#[test]
fn bidding_ends_after_forty_calls() {
    let mut game = dealt("finnish bidding=until_passed");
    let mut calls = 0;
    while game.state().phase() == Phase::Bidding {
        let legal = game.state().legal();
        let action = legal.nth(legal.len() - 1).unwrap();
        game.history.act(game.turn().unwrap(), action).unwrap();
        calls += 1;
    }
    assert_eq!(calls, 40);
    assert!(matches!(game.log().last(), Some(Event::BiddingWon { contract }) if contract.bid.get() == 14));
}

#[test]
fn the_bid_winner_names_any_suit_even_one_not_held() {
    let mut game = TestGame::new("finnish");
    let spades = "As Ks Qs Js Ts 9s 8s 7s 6s";
    game.deal(Suit::Hearts, &[(Seat::East, spades)], "");
    game.act("E bid 6, S pass, W pass, N pass");
    assert_eq!(
        game.legal_json(),
        json!({"kind": "trump", "suits": ["s", "h", "d", "c"]})
    );
    assert_eq!(game.refused("N trump h"), "not_your_turn");
    assert_eq!(game.refused("E bid 7"), "wrong_phase");
    game.act("E trump d");
    assert_eq!(game.state_json()["trump"], "d");
    assert_eq!(game.state_json()["requested"]["E"], 6);
}
