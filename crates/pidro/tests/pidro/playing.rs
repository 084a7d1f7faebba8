//! The play, going cold, and the end of a hand.

use pidro::{Event, Observer, Phase, Seat, Suit};
use serde_json::json;

use crate::test_game::{TestGame, list};
use Seat::{East, North, South, West};

/// Hearts are trumps, East has bid six, and the dealer's rob is automatic.
fn playing(rules: &str, hands: &[(Seat, &str)]) -> TestGame {
    let mut game = TestGame::new(&format!("{rules} auto_rob=true"));
    game.deal(Suit::Hearts, hands, "2c 3c 4c");
    game.act("E bid 6, S pass, W pass, N pass, E trump h");
    game
}

const FOUR: [(Seat, &str); 4] = [
    (East, "Ah Kh 2h"),
    (South, "Qh Jh 5d"),
    (West, "Th 9h 8h"),
    (North, "7h 6h 5h 4h 3h"),
];

/// East's only trump is the highest.
const ONE_AND_MORE: [(Seat, &str); 4] = [
    (East, "Ah"),
    (South, "Qh Jh 9h 8h"),
    (West, "Kh Th 7h 6h"),
    (North, "5h 5d 4h 3h 2h"),
];

/// After one trick East and West are out of trumps.
const ONE_EACH_AGAINST_MANY: [(Seat, &str); 4] = [
    (East, "Ah"),
    (South, "Kh Qh Jh 5d"),
    (West, "Th"),
    (North, "9h 8h 7h 6h 5h 4h 3h 2h"),
];

#[test]
fn the_first_lead_is_left_of_the_dealer_or_the_bid_winners() {
    assert_eq!(playing("finnish", &FOUR).turn(), Some(East));
    let mut game = TestGame::new("finnish first_lead=bid_winner auto_rob=true");
    game.deal(Suit::Hearts, &FOUR, "2c 3c 4c 6c 7c 8c 9c Tc Jc Qc Kc");
    game.act("E pass, S bid 6, W pass, N pass, S trump h");
    assert_eq!(game.turn(), Some(South));
}

#[test]
fn only_trumps_are_played_and_the_highest_takes_the_trick_and_leads() {
    let mut game = playing("finnish", &FOUR);
    assert_eq!(
        game.legal_json(),
        json!({"kind": "play", "cards": ["Ah", "Kh", "2h"]})
    );
    assert_eq!(game.refused("E play 2c"), "not_trump");
    assert_eq!(game.refused("E play Qh"), "card_not_held");
    assert_eq!(game.refused("E pass"), "wrong_phase");
    game.act("E play 2h");
    assert_eq!(game.turn(), Some(South));
    // Any trump is legal: there is no obligation to beat the others.
    assert_eq!(game.legal_json()["cards"], list("Qh Jh 5d"));
    game.act("S play 5d, W play Th, N play 3h");
    assert_eq!(game.turn(), Some(West));
    assert_eq!(game.state_json()["tricks"][0]["winner"], "W");
}

#[test]
fn the_right_five_beats_the_wrong_five_and_the_wrong_five_the_four() {
    let mut game = playing("finnish", &FOUR);
    game.act("E play 2h, S play 5d, W play 8h, N play 5h");
    assert_eq!(game.state_json()["tricks"][0]["winner"], "W");
    let hands = [
        (East, "4h Ah"),
        (South, "5d Kh"),
        (West, "5h Qh"),
        (North, "3h Jh 2h Th 9h 8h 7h 6h"),
    ];
    let mut game = playing("finnish", &hands);
    game.act("E play 4h, S play 5d, W play 5h, N play 2h");
    assert_eq!(game.state_json()["tricks"][0]["winner"], "W");
    assert_eq!(game.state_json()["points"], json!({"NS": 1, "EW": 10}));
}

#[test]
fn the_twos_point_goes_to_the_team_that_played_it() {
    let mut game = playing("finnish", &FOUR);
    game.act("E play 2h, S play Qh, W play Th, N play 3h");
    // South takes the ten; the two's point stays with East, also in the running total.
    assert_eq!(game.state_json()["tricks"][0]["winner"], "S");
    assert_eq!(
        game.state_json()["tricks"][0]["points"],
        json!({"NS": 1, "EW": 1})
    );
    assert_eq!(game.state_json()["points"], json!({"NS": 1, "EW": 1}));
    let won = game.log().last().copied();
    assert!(
        matches!(won, Some(Event::TrickWon { result }) if result.points == 1 && result.two == Some(East)),
        "{won:?}"
    );
}

#[test]
fn a_seat_goes_cold_at_once_even_before_the_first_trick() {
    let hands = [(East, "Ah Kh 2h"), (South, "Qh Jh 5d"), (North, "7h 6h 5h 4h 3h")];
    let game = playing("finnish", &hands);
    let state = game.state_json();
    assert_eq!(
        state["cold"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["W"]
    );
    assert_eq!(state["cold"]["W"].as_array().unwrap().len(), 6);
    assert_eq!(state["hands"]["W"], list(""));
    // Everybody sees the cards it showed.
    assert_eq!(
        serde_json::to_value(game.view(North)).unwrap()["cold"],
        state["cold"]
    );
}

#[test]
fn a_seat_goes_cold_in_the_middle_of_a_trick() {
    let mut game = playing("finnish", &ONE_AND_MORE);
    game.act("E play Ah");
    assert_eq!(game.state_json()["cold"]["E"].as_array().unwrap().len(), 5);
    assert_eq!(game.turn(), Some(South));
    game.act("S play Qh, W play 7h, N play 3h");
    // East won the trick and is cold, so the next seat leads.
    assert_eq!(game.state_json()["tricks"][0]["winner"], "E");
    assert_eq!(game.turn(), Some(South));
}

#[test]
fn a_seat_without_trumps_goes_cold_when_its_turn_comes() {
    let mut game = playing("finnish cold=on_turn", &ONE_AND_MORE);
    game.act("E play Ah");
    assert_eq!(game.state_json()["cold"], json!({}));
    game.act("S play Qh, W play 7h, N play 3h");
    // It is East's turn to lead.
    assert_eq!(
        game.state_json()["cold"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        ["E"]
    );
    assert_eq!(game.turn(), Some(South));
    // The game doesn't wait for a seat that can't play.
    let hands = [
        (East, "Ah Kh Qh Jh"),
        (West, "Th 9h 8h 7h"),
        (North, "6h 5h 5d 4h 3h 2h"),
    ];
    let mut game = playing("finnish cold=on_turn", &hands);
    assert_eq!(game.state_json()["cold"], json!({}));
    game.act("E play Kh");
    assert_eq!(game.turn(), Some(West));
    assert_eq!(
        game.state_json()["cold"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        ["S"]
    );
}

#[test]
fn a_cold_leader_passes_the_first_lead_on() {
    let hands = [
        (South, "Ah Kh Qh Jh"),
        (West, "Th 9h 8h 7h"),
        (North, "6h 5h 5d 4h 3h 2h"),
    ];
    for rules in ["finnish", "finnish cold=on_turn"] {
        let game = playing(rules, &hands);
        assert_eq!(game.turn(), Some(South));
        assert!(game.view(Observer::Spectator).cold[East].is_some());
    }
}

#[test]
fn a_hand_ends_when_one_team_is_left_and_it_gets_what_it_holds() {
    let mut game = playing("finnish", &ONE_EACH_AGAINST_MANY);
    game.act("E play Ah, S play Kh, W play Th, N play 7h");
    // East and West are out: South and North hold 5d, Jh, 5h and 2h.
    assert_eq!(game.state().phase(), Phase::Dealing);
    assert_eq!(game.state_json()["points"], json!({"NS": 0, "EW": 2}));
    assert_eq!(game.state_json()["scores"], json!({"NS": 12, "EW": -6}));
    // Everybody sees the remaining cards.
    let view = serde_json::to_value(game.view(East)).unwrap();
    assert!(view["hands"]["S"].as_array().unwrap().contains(&json!("5d")));
}

#[test]
fn a_hand_that_is_played_out_scores_the_same() {
    let mut game = playing("finnish hand_end=play_out", &ONE_EACH_AGAINST_MANY);
    game.act("E play Ah, S play Kh, W play Th, N play 7h");
    assert_eq!(game.state().phase(), Phase::Playing);
    game.play_out();
    assert_eq!(game.state_json()["scores"], json!({"NS": 12, "EW": -6}));
}

#[test]
fn a_seat_without_trumps_after_the_redeal_does_not_block_the_game() {
    let hands = [(East, "Ah Kh Qh Jh Th 9h"), (South, "8h"), (North, "7h 6h 5h 5d")];
    for rules in ["finnish", "traditional", "tournament"] {
        let mut game = playing(rules, &hands);
        game.play_out();
        assert_eq!(game.state().hand_number(), 2, "{rules}");
    }
}
