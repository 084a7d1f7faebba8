//! The discard, the redeal and the rob.

use pidro::{Event, Legal, Observer, Phase, Seat, Suit, VisibleCards};
use serde_json::json;

use crate::test_game::{TestGame, list};

/// East has bid and named hearts; the hands are as given.
fn named(rules: &str, hands: &[(Seat, &str)], pack: &str) -> TestGame {
    let mut game = TestGame::new(rules);
    game.deal(Suit::Hearts, hands, pack);
    game.act("E bid 6, S pass, W pass, N pass, E trump h");
    game
}

use Seat::{East, North, South, West};

#[test]
fn everybody_discards_all_non_trumps() {
    let game = named("finnish", &[(East, "Ah 5d 2h As Ks"), (South, "Kh")], "");
    let discards: Vec<_> = game
        .log()
        .iter()
        .filter_map(|event| match event {
            Event::Discarded {
                seat,
                cards,
                by_dealer,
            } => Some((*seat, cards.len(), *by_dealer)),
            _ => None,
        })
        .collect();
    assert_eq!(
        discards,
        [
            (East, 6, false),
            (South, 8, false),
            (West, 9, false),
            (North, 9, true)
        ]
    );
    let view = game.full_view();
    assert_eq!(view.discards[East].cards().unwrap().len(), 6);
}

#[test]
fn each_non_dealer_is_filled_up_to_six_before_the_next() {
    let game = named(
        "finnish",
        &[(East, "Ah Kh Qh"), (South, "Jh"), (West, "Th 9h 8h 7h 6h 5h")],
        "2c 3c 4c 6c 7c 8c 9c Tc",
    );
    let state = game.state_json();
    assert_eq!(state["requested"], json!({"E": 3, "S": 5, "W": 0}));
    assert_eq!(state["received"], json!({"E": 3, "S": 5, "W": 0}));
    assert_eq!(state["hands"]["E"], list("Ah Kh Qh 4c 3c 2c"));
    assert_eq!(state["hands"]["S"], list("Jh Tc 9c 8c 7c 6c"));
    assert_eq!(state["hands"]["W"], list("Th 9h 8h 7h 6h 5h"));
}

#[test]
fn a_seat_with_more_than_six_trumps_gets_none() {
    let game = named(
        "finnish",
        &[(East, "Ah Kh Qh Jh Th 9h 8h"), (South, "7h 6h 4h")],
        "",
    );
    assert_eq!(game.state_json()["requested"]["E"], 0);
    assert_eq!(game.state_json()["received"]["E"], 0);
}

#[test]
fn later_seats_stay_short_when_the_pack_runs_out() {
    // Only the dealer holds trumps: the others request eighteen cards, but the pack has sixteen.
    let trumps = "Ah Kh Qh Jh Th 9h 8h 7h 6h";
    let game = named("finnish", &[(North, trumps)], "5h 5d");
    let state = game.state_json();
    assert_eq!(state["requested"], json!({"E": 6, "S": 6, "W": 6}));
    assert_eq!(state["received"], json!({"E": 6, "S": 6, "W": 4}));
    assert_eq!(state["deck"], list(""));
    // There is nothing to rob: the dealer, with nine trumps, kills like any other seat.
    assert_eq!(state["pool_size"], json!(null));
    assert_eq!(game.legal_json()["kind"], "kill");
    assert_eq!(game.turn(), Some(North));
}

#[test]
fn a_dealer_with_a_short_pool_keeps_it_all() {
    let game = named("finnish", &[(East, "Ah Kh"), (South, "Qh"), (North, "Jh Th")], "");
    let state = game.state_json();
    assert_eq!(state["pool_size"], 3);
    assert_eq!(state["hands"]["N"].as_array().unwrap().len(), 3);
    assert_eq!(state["buried"], list(""));
    assert_eq!(state["phase"], "playing");
}

#[test]
fn a_resigned_hand_keeps_its_fields() {
    let mut game = robbing("finnish");
    game.act("E resign");
    assert_eq!(game.state_json()["pool_size"], 9);
}

#[test]
fn padding_does_not_reveal_whether_it_was_needed() {
    // The pack runs out. The dealer has either six trumps, or five and a card to pad with; in that
    // case West gets the sixth trump as the last card of the pack.
    let seen = |dealers: &str, wests: &str| {
        let rules = "finnish dealer_short=pad_from_discards pool_size=public";
        let hands = [
            (East, "5h"),
            (South, "5d"),
            (North, &format!("Ah Kh Qh Jh Th As Ks Qs {dealers}")),
        ];
        let pack = format!("6h 2c 3c 4c 6c 7c 8c 9c Tc Jc 8h 7h 4h 3h 2h {wests}");
        let game = named(rules, &hands, &pack);
        assert_eq!(game.state_json()["hands"]["N"].as_array().unwrap().len(), 6);
        let seen: Vec<_> = game.history.seen_by(East, 0).collect();
        let seen = serde_json::to_string(&seen).unwrap();
        assert!(seen.contains("robbed"));
        (seen, serde_json::to_string(&game.view(East)).unwrap())
    };
    assert_eq!(seen("9h", "Js"), seen("Js", "9h"));
}

#[test]
fn a_pool_of_exactly_six_is_kept_automatically() {
    let game = named(
        "finnish",
        &[
            (East, "Ah Kh"),
            (South, "Qh"),
            (West, "Jh"),
            (North, "Th 9h 8h 7h"),
        ],
        "",
    );
    assert_eq!(game.state_json()["pool_size"], 6);
    assert_eq!(game.state_json()["phase"], "playing");
}

#[test]
fn a_short_dealer_fills_up_from_their_own_discard() {
    let hands = [
        (East, "Ah Kh"),
        (South, "Qh"),
        (North, "Jh Th Kc Qc 9s 8s 7s 6s 4d"),
    ];
    let game = named("finnish dealer_short=pad_from_discards", &hands, "");
    let state = game.state_json();
    // Two trumps, the last card of the pack, and the three highest cards of the discard.
    let hand = state["hands"]["N"].as_array().unwrap();
    assert_eq!(hand.len(), 6);
    for card in ["Jh", "Th", "Kc", "Qc", "9s"] {
        assert!(hand.contains(&json!(card)), "{card} is not in {hand:?}");
    }
    assert_eq!(game.view(East).hands[North], VisibleCards::Count(6));
}

#[test]
fn a_short_dealer_fills_up_even_when_the_pack_has_run_out() {
    let game = named(
        "finnish dealer_short=pad_from_discards",
        &[(North, "Ah Kh Qh 9c 8c 7c 6s 4s 3s")],
        "",
    );
    assert_eq!(game.state_json()["hands"]["N"], list("Ah Kh Qh 9c 8c 7c"));
    assert!(
        game.log()
            .iter()
            .any(|event| matches!(event, Event::Robbed { taken: 0, .. }))
    );
}

/// A dealer with four trumps, and five cards left in the pack.
fn robbing(rules: &str) -> TestGame {
    named(
        rules,
        &[
            (East, "Ah Kh Qh"),
            (South, "5h 5d"),
            (West, "9h 8h"),
            (North, "Jh Th 2h 3h"),
        ],
        "2c 3c 4c 6c 7c 8c 9c Tc Jc Qc Kc 4h 7h 6h As Ks",
    )
}

#[test]
fn the_dealer_keeps_six_of_their_trumps_and_the_rest_of_the_pack() {
    let mut game = robbing("finnish");
    assert_eq!(game.state().phase(), Phase::SecondDeal);
    assert_eq!(game.turn(), Some(North));
    assert_eq!(
        game.legal_json(),
        json!({
            "kind": "keep",
            "from": ["As", "Ks", "Jh", "Th", "7h", "6h", "4h", "3h", "2h"],
            "count": 6,
            "must": [],
        })
    );
    assert_eq!(game.state_json()["pool_size"], 9);
    assert_eq!(game.refused("N keep Jh Th 7h 6h 4h"), "wrong_card_count");
    assert_eq!(game.refused("N keep Jh Th 7h 6h 4h 3h 2h"), "wrong_card_count");
    assert_eq!(game.refused("N keep Ah Th 7h 6h 4h 3h"), "card_not_held");
    assert_eq!(game.refused("E keep Jh Th 7h 6h 4h 3h"), "not_your_turn");
    assert_eq!(game.refused("N play Jh"), "wrong_phase");
    game.act("N keep Jh Th 7h 6h 4h As");
    let state = game.state_json();
    assert_eq!(state["hands"]["N"], list("As Jh Th 7h 6h 4h"));
    assert_eq!(state["buried"], list("Ks 3h 2h"));
    assert_eq!(state["deck"], list(""));
    assert_eq!(state["pool_size"], 9);
}

#[test]
fn the_same_card_named_six_times_is_refused() {
    for wrong in [
        "keep Ah Ah Ah Ah Ah Ah",
        "keep Jh Th 7h 6h 4h 4h",
        "keep Jh Th 7h 6h 4h 3h 3h",
        "kill Kh Kh",
    ] {
        let error = wrong.parse::<pidro::Action>().unwrap_err();
        assert_eq!(error.code(), "wrong_card_count", "{wrong}");
    }
}

#[test]
fn points_may_be_buried_and_are_then_lost() {
    let mut game = robbing("finnish");
    game.act("N keep 7h 6h 4h 3h As Ks");
    assert_eq!(game.state_json()["buried"], list("Jh Th 2h"));
    game.play_out();
    let scored = game.log().iter().rev().find_map(|event| match event {
        Event::HandScored { taken, .. } => Some(*taken),
        _ => None,
    });
    let taken = scored.unwrap();
    assert_eq!(taken.iter().map(|(_, points)| points).sum::<u8>(), 14 - 3);
}

#[test]
fn protected_points_cannot_be_buried() {
    let mut game = robbing("finnish rob_points=protected");
    assert_eq!(game.legal_json()["must"], list("Jh Th 2h"));
    assert_eq!(game.refused("N keep Jh Th 7h 6h 4h 3h"), "points_protected");
    game.act("N keep Jh Th 2h 7h As Ks");
}

#[test]
fn a_dealer_with_six_trumps_still_robs_the_pack() {
    let hands = [
        (East, "Ah Kh 3h 2h"),
        (South, "Qh"),
        (West, "Jh"),
        (North, "Th 9h 8h 7h 6h 4h"),
    ];
    let mut game = named(
        "finnish",
        &hands,
        "2c 3c 4c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2s 3s 5h 5d",
    );
    assert_eq!(
        game.state().legal(),
        Legal::Keep {
            from: "Th 9h 8h 7h 6h 4h 5h 5d 2s 3s".parse().unwrap(),
            must: pidro::CardSet::NONE,
            count: 6
        }
    );
    game.act("N keep Th 9h 8h 7h 5h 5d");
    assert_eq!(game.state_json()["buried"], list("3s 2s 6h 4h"));
}

#[test]
fn the_automatic_rob_keeps_points_then_king_and_queen_then_trumps_from_the_top_then_others() {
    let hands = [(East, "Ah Jh Th"), (South, "8h"), (North, "Kh 9h 2h 3h")];
    let pack = "2c 3c 4c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2s 3s 5d Qh";
    let game = named("finnish auto_rob=true", &hands, pack);
    assert_eq!(game.state_json()["hands"]["N"], list("Kh Qh 9h 3h 2h 5d"));
    // With fewer trumps, the dealer also keeps the highest other cards, those of the same rank in
    // the order of card lists.
    let hands = [
        (East, "Ah Jh Th 9h 5h"),
        (South, "Qh 8h 7h 5d"),
        (West, "6h 4h 3h 2h"),
        (North, "Kh"),
    ];
    let pack = "2c 3c 4c 6c 7c 8c 9c Tc Jc Kc Kd Ks 2s 5c 3s 2d";
    let game = named("finnish auto_rob=true", &hands, pack);
    assert_eq!(game.state_json()["hands"]["N"], list("Ks Kh Kd Kc Jc Tc"));
}

#[test]
fn keeping_all_trumps_is_automatic_and_the_excess_is_killed() {
    let hands = [
        (East, "Ah Kh"),
        (South, "Qh"),
        (West, "Jh"),
        (North, "Th 9h 8h 7h 6h 4h"),
    ];
    let pack = "2c 3c 4c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2s 3s 5h 5d";
    let mut game = named("finnish rob=all_trumps", &hands, pack);
    assert_eq!(game.state_json()["hands"]["N"], list("Th 9h 8h 7h 6h 5h 4h 5d"));
    assert_eq!(
        game.legal_json(),
        json!({"kind": "kill", "from": ["9h", "8h", "7h", "6h", "4h"], "count": 2})
    );
    game.act("N kill 9h 4h");
    assert_eq!(game.state_json()["hands"]["N"], list("Th 8h 7h 6h 5h 5d"));
}

#[test]
fn a_dealer_who_keeps_all_trumps_fills_up_to_six() {
    let hands = [
        (East, "Ah Kh Qh"),
        (South, "5h 5d 3h"),
        (West, "9h 8h 7h 6h"),
        (North, "Jh Th 2h"),
    ];
    let pack = "2c 3c 4c 6c 7c 8c 9c Tc 4h 6d 7d As Ks Qs Js Ts";
    let mut game = named("finnish rob=all_trumps", &hands, pack);
    assert_eq!(game.legal_json()["must"], list("Jh Th 4h 2h"));
    assert_eq!(game.refused("N keep Jh Th 2h As Ks 7d"), "trumps_protected");
    game.act("N keep Jh Th 4h 2h As Ks");
}

#[test]
fn the_dealers_hand_looks_untouched_until_the_rob_is_over() {
    let mut game = robbing("finnish");
    assert_eq!(game.view(East).hands[North], VisibleCards::Count(9));
    assert_eq!(
        game.view(Observer::Spectator).hands[North],
        VisibleCards::Count(9)
    );
    assert_eq!(game.view(East).discards[North], VisibleCards::Hidden);
    assert_eq!(game.view(East).pool_size, None);
    assert_eq!(game.view(North).pool_size, Some(9));
    assert_eq!(game.view(North).hands[North].len(), Some(4));
    game.act("N keep Jh Th 7h 6h 4h 3h");
    assert_eq!(game.view(East).hands[North], VisibleCards::Count(6));
    assert_eq!(game.view(East).buried, VisibleCards::Hidden);
    assert_eq!(
        game.view(North).buried,
        VisibleCards::Cards("2h As Ks".parse().unwrap())
    );
}

#[test]
fn a_public_pool_size_is_visible_to_everybody() {
    let mut game = robbing("finnish pool_size=public");
    assert_eq!(game.view(East).pool_size, Some(9));
    game.act("N keep Jh Th 7h 6h 4h 3h");
    assert_eq!(game.view(Observer::Spectator).pool_size, Some(9));
    assert_eq!(game.view(East).buried, VisibleCards::Count(3));
}

#[test]
fn discards_lie_face_down_or_face_up() {
    let game = robbing("finnish");
    assert_eq!(game.view(South).discards[East], VisibleCards::Count(6));
    assert_eq!(
        game.view(East).discards[East].cards().map(pidro::CardSet::len),
        Some(6)
    );
    let game = robbing("finnish discards=face_up");
    assert!(game.view(South).discards[East].cards().is_some());
    assert_eq!(game.view(South).discards[North], VisibleCards::Hidden);
}
