//! Scores, the end of a game, claims and resignations.

use pidro::{Action, Phase, Seat, Suit, Team};
use serde_json::json;

use crate::test_game::TestGame;
use Seat::{East, North, South, West};

const PACK: &str = "2c 3c 4c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2s 3s 4s 6s";

/// East and West hold every point except the ten, and win that too.
fn strong_east(rules: &str, bids: &str) -> TestGame {
    let mut game = TestGame::new(&format!("{rules} auto_rob=true"));
    deal_strong_east(&mut game, bids);
    game
}

fn deal_strong_east(game: &mut TestGame, bids: &str) {
    let dealer = game.state().dealer().unwrap();
    assert_eq!(dealer, North);
    game.deal(
        Suit::Hearts,
        &[
            (East, "Ah Kh Qh Jh 5h"),
            (South, "9h 8h"),
            (West, "5d 2h 4h"),
            (North, "Th 7h 6h 3h"),
        ],
        PACK,
    );
    game.act(bids);
    game.act(
        "E trump h, E play Ah, S play 8h, W play 5d, N play Th, E play Kh, S play 9h, W play 2h, N play 3h",
    );
    game.play_out();
}

#[test]
fn a_made_bid_scores_what_was_taken() {
    let game = strong_east("finnish", "E bid 9, S pass, W pass, N pass");
    assert_eq!(game.state_json()["scores"], json!({"NS": 0, "EW": 14}));
}

#[test]
fn a_failed_bid_costs_the_bid_and_the_defenders_keep_theirs() {
    let mut game = TestGame::new("finnish auto_rob=true");
    let hands = [
        (East, "Kh Qh"),
        (South, "9h 8h 4h"),
        (West, "7h 6h 3h"),
        (North, "Ah Jh Th 5h 5d 2h"),
    ];
    game.deal(Suit::Hearts, &hands, PACK);
    game.act("E bid 8, S pass, W pass, N pass, E trump h");
    game.act("E play Kh, S play 8h, W play 6h, N play Ah");
    game.play_out();
    let [ns, ew] = [
        &game.state_json()["scores"]["NS"],
        &game.state_json()["scores"]["EW"],
    ]
    .map(serde_json::Value::as_i64);
    assert_eq!(ew, Some(-8));
    assert!(ns.unwrap() > 0);
}

#[test]
fn the_first_team_at_the_target_wins() {
    let game = strong_east("finnish target=14", "E bid 9, S pass, W pass, N pass");
    assert_eq!(game.state().phase(), Phase::Complete);
    assert_eq!(game.state().winner(), Some(Team::EastWest));
    assert_eq!(game.state_json()["winner"], "EW");
    let game = strong_east("finnish target=15", "E bid 9, S pass, W pass, N pass");
    assert_eq!(game.state().phase(), Phase::Dealing);
    assert_eq!(game.state().winner(), None);
}

/// The defenders reach the target with the points they took.
fn defended(target: u16, bid: u8) -> TestGame {
    let mut game = TestGame::new(&format!("finnish auto_rob=true target={target}"));
    let hands = [
        (East, "Ah Kh 5h 5d"),
        (South, "Qh Jh 2h"),
        (West, "9h 8h 4h"),
        (North, "Th 7h 6h 3h"),
    ];
    game.deal(Suit::Hearts, &hands, PACK);
    game.act(&format!("E bid {bid}, S pass, W pass, N pass, E trump h"));
    game.act("E play Ah, S play Qh, W play 8h, N play 6h, E play Kh, S play 2h, W play 9h, N play 7h");
    // East leads a five into South's jack and North's ten, and wins the other five.
    game.act("E play 5h, S play Jh, W play 4h, N play Th, N play 3h, E play 5d");
    game
}

#[test]
fn a_team_may_win_while_defending() {
    let game = defended(8, 9);
    assert_eq!(game.state_json()["scores"], json!({"NS": 8, "EW": -9}));
    assert_eq!(game.state().winner(), Some(Team::NorthSouth));
}

#[test]
fn if_both_teams_reach_the_target_the_bidders_win() {
    let game = defended(6, 6);
    assert_eq!(game.state_json()["scores"], json!({"NS": 8, "EW": 6}));
    assert_eq!(game.state().winner(), Some(Team::EastWest));
}

#[test]
fn a_finished_game_accepts_no_action() {
    let mut game = strong_east("finnish target=14", "E bid 9, S pass, W pass, N pass");
    for act in ["N bid 6", "E play Ah", "W resign", "S claim", "N pass"] {
        assert_eq!(game.refused(act), "game_over");
    }
    let deck = pidro::Seed::new("1").deck(1);
    assert_eq!(game.history.deal(&deck).unwrap_err().code(), "game_over");
    assert_eq!(game.legal_json(), json!({"kind": "none"}));
}

#[test]
fn scores_may_be_negative_and_add_up() {
    let mut game = TestGame::new("finnish auto_rob=true");
    for hand in 1..=4 {
        game.deal_deck(&pidro::Seed::new("low").deck(hand));
        let first = game.turn().unwrap();
        let before = game.state().scores()[first.team()];
        game.act(&format!("{first} bid 14"));
        // Everybody else passes, and nobody bids fourteen.
        while game.state().hand_number() == hand {
            let legal = game.state().legal();
            let place = if matches!(legal, pidro::Legal::Play { .. }) {
                legal.len() - 1
            } else {
                0
            };
            game.history
                .act(game.turn().unwrap(), legal.nth(place).unwrap())
                .unwrap();
        }
        assert_eq!(game.state().scores()[first.team()], before - 14);
    }
    assert!(game.state().scores().iter().any(|(_, score)| *score < 0));
}

#[test]
fn a_team_may_resign_at_any_time() {
    let mut game = TestGame::with_rules("finnish");
    game.act("S resign");
    assert_eq!(game.state().winner(), Some(Team::EastWest));
    assert_eq!(game.state().phase(), Phase::Complete);
    // There was no cut and no deal.
    assert_eq!(game.state_json()["dealer"], json!(null));
    assert_eq!(game.state_json()["hand"], 1);
    game.history.undo().unwrap();
    assert_eq!(game.state().phase(), Phase::DealerSelection);

    let mut game = TestGame::new("finnish");
    game.deal(Suit::Hearts, &[], PACK);
    // A seat can resign out of turn.
    game.act("E bid 6, W resign");
    assert_eq!(game.state().winner(), Some(Team::NorthSouth));
    assert_eq!(game.turn(), None);
}

/// East is on lead with these trumps; South holds those.
fn claiming(east: &str, south: &str) -> TestGame {
    let mut game = TestGame::new("finnish auto_rob=true");
    let hands = [(East, east), (South, south), (West, "4h 7h"), (North, "5h 2h 3h")];
    game.deal(Suit::Hearts, &hands, PACK);
    game.act("E bid 6, S pass, W pass, N pass, E trump h");
    game
}

#[test]
fn a_proven_claim_takes_all_points_but_an_opponents_two() {
    let mut game = claiming("Ah Kh Qh Jh Th 9h", "8h 6h 5d");
    assert_eq!(game.refused("S claim"), "not_your_turn");
    let mut played = TestGame {
        history: game.history.clone(),
    };
    game.act("E claim");
    assert_eq!(game.state().phase(), Phase::Dealing);
    // North keeps the two's point.
    assert_eq!(game.state_json()["scores"], json!({"NS": 1, "EW": 13}));
    // Playing it out from the top gives the same result.
    played.play_out();
    assert_eq!(played.state_json()["scores"], game.state_json()["scores"]);
}

#[test]
fn a_claim_that_is_not_proven_is_refused() {
    // The king is missing: as far as East knows, an opponent may hold it.
    assert_eq!(
        claiming("Ah Qh Jh Th 9h 8h", "Kh 6h 5d").refused("E claim"),
        "claim_not_proven"
    );
    // Five trumps may not suffice against six cards.
    assert_eq!(
        claiming("Ah Kh Qh Jh Th", "9h 8h 6h 5d").refused("E claim"),
        "claim_not_proven"
    );
    let mut game = claiming("Ah Kh Qh Jh Th 9h", "8h 6h 5d");
    game.act("E play Ah");
    assert_eq!(game.refused("S claim"), "claim_not_proven");
    assert_eq!(claiming_in_bidding(), "wrong_phase");
}

fn claiming_in_bidding() -> &'static str {
    let mut game = TestGame::new("finnish");
    game.deal(Suit::Hearts, &[], PACK);
    game.refused("E claim")
}

#[test]
fn a_top_killed_card_still_to_be_played_counts_as_unseen() {
    let mut game = TestGame::new("finnish auto_rob=true");
    let hands = [(East, "Ah Qh Jh Th 9h 8h"), (South, "Kh 7h 6h 5h 5d 4h 3h 2h")];
    game.deal(Suit::Hearts, &hands, PACK);
    game.act("E bid 6, S pass, W pass, N pass, E trump h, S kill Kh 3h");
    // South's king lies face up, and will win East's first trick.
    assert_eq!(game.turn(), Some(East));
    assert_eq!(game.refused("E claim"), "claim_not_proven");
}

/// North deals, leads, and holds every trump except those that North buried; East can't know where
/// those are.
fn buried(rules: &str) -> TestGame {
    let mut game = TestGame::new(&format!("{rules} first_lead=bid_winner"));
    let hands = [
        (East, "2h 3h"),
        (South, "4h 5d"),
        (West, "6h 5h"),
        (North, "Ah Kh Qh Jh Th 9h 8h 7h"),
    ];
    game.deal(Suit::Hearts, &hands, PACK);
    game.act("E pass, S pass, W pass, N bid 6, N trump h");
    game
}

#[test]
fn a_dealer_may_base_a_claim_on_buried_cards() {
    // The king is buried, and the dealer knows it.
    let mut game = buried("finnish");
    game.act("N keep Ah Qh Jh Th 9h 8h, N claim");
    assert_eq!(game.state().phase(), Phase::Dealing);
    assert_eq!(game.state_json()["scores"], json!({"NS": 13, "EW": 1}));
}

#[test]
fn a_claim_does_not_reveal_what_the_dealer_buried() {
    // East is on lead with the six highest trumps except the king. Whether that is buried or in
    // South's hand, East gets the same answer.
    for south in ["Kh 3h", "2h 3h"] {
        let mut game = TestGame::new("finnish");
        let north = if south.contains('K') {
            "2h 6h 7h"
        } else {
            "Kh 6h 7h"
        };
        let hands = [
            (East, "Ah Qh Jh Th 9h 8h"),
            (South, south),
            (West, "5h 5d 4h"),
            (North, north),
        ];
        game.deal(Suit::Hearts, &hands, PACK);
        game.act("E bid 6, S pass, W pass, N pass, E trump h");
        game.act(&format!(
            "N keep 6h 7h {} 6s 4s 3s",
            if south.contains('K') { "2h" } else { "2s" }
        ));
        assert_eq!(game.refused("E claim"), "claim_not_proven");
    }
}

/// A claim scores the same as every possible continuation: checked by playing all of them.
#[test]
fn a_claim_scores_the_same_as_any_play() {
    let mut claims = 0;
    for hand in 1..400 {
        let mut game = pidro::Game::new("finnish first_dealer=N auto_rob=true".parse().unwrap());
        game.deal(&pidro::Seed::new("claims").deck(hand), |_| ()).unwrap();
        while game.hand_number() == 1
            && let Some(seat) = game.turn()
        {
            if let Ok(step) = game.decide(seat, Action::Claim) {
                let scores = step.finish().scores();
                every_way(game, seat, &mut |end| {
                    assert_eq!(end.scores(), scores, "hand {hand}");
                });
                claims += 1;
                break;
            }
            let action = game.legal().nth(0).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
    }
    println!("{claims} claims");
    assert!(claims > 50, "only {claims} claims were proven");
}

/// Plays the rest of the hand in every possible way, with the claimer playing from the top.
fn every_way(game: pidro::Game, claimer: Seat, end: &mut impl FnMut(&pidro::Game)) {
    let Some(seat) = game.turn() else {
        return end(&game);
    };
    let legal = game.legal();
    let choices = if seat == claimer { 1 } else { legal.len() };
    for place in 0..choices {
        let mut next = game;
        next.act(seat, legal.nth(place).unwrap(), |_| ()).unwrap();
        every_way(next, claimer, end);
    }
}
