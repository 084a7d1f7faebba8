//! The cut for the first deal, and the deal.

use pidro::{Card, CardSet, Cut, Deck, Event, Game, Phase, Pile, Rules, Seat, Suit};

use crate::script::{any_deck, rng};
use crate::test_game::{TestGame, card, list};
use proptest::prelude::*;

/// A deck that starts with these cards.
fn deck(top: &str) -> Deck {
    let top: Pile<52> = top.parse().unwrap();
    let rest = CardSet::ALL - top.cards();
    let cards: Vec<Card> = top.as_slice().iter().copied().chain(rest).collect();
    Deck::new(&cards).unwrap()
}

fn cut(top: &str) -> (Cut, Game) {
    let mut cut = None;
    let mut game = Game::new(Rules::default());
    game.deal(&deck(top), |event| {
        if let Event::DealerCut { cut: drawn } = event {
            cut = Some(*drawn);
        }
    })
    .unwrap();
    (cut.unwrap(), game)
}

#[test]
fn the_highest_cut_card_deals() {
    for (top, dealer) in [
        ("Ah 2c 3c 4c", Seat::North),
        ("2c Kd Qd Js", Seat::East),
        ("9c 9d Th 8s", Seat::South),
        ("2c 3c 4c 5c", Seat::West),
    ] {
        let (cut, game) = cut(top);
        assert_eq!(cut.cards().len(), 4);
        assert_eq!(game.dealer(), Some(dealer));
        assert_eq!(game.phase(), Phase::Dealing);
        assert_eq!(game.hand_number(), 1);
    }
}

#[test]
fn only_the_tied_seats_cut_again_with_the_next_cards_of_the_same_deck() {
    // North and West tie twice; East's king no longer counts.
    let (cut, game) = cut("Ac Kd 2h Ad 7c 7d 3s 9s Qs");
    assert_eq!(game.dealer(), Some(Seat::West));
    let draws: Vec<String> = cut.draws().map(|(seat, card)| format!("{seat}{card}")).collect();
    assert_eq!(draws, ["NAc", "EKd", "S2h", "WAd", "N7c", "W7d", "N3s", "W9s"]);
}

#[test]
fn a_tie_does_not_always_go_to_north() {
    let (_, game) = cut("Ac Ad 2h 3h 4c 5c");
    assert_eq!(game.dealer(), Some(Seat::East));
}

#[test]
fn a_deck_that_never_decides_the_cut_is_refused() {
    let cards: Vec<Card> = "23456789TJQKA"
        .chars()
        .flat_map(|rank| Suit::ALL.map(|suit| card(&format!("{rank}{suit}"))))
        .collect();
    let mut game = Game::new(Rules::default());
    let before = game;
    let error = game.deal(&Deck::new(&cards).unwrap(), |_| ()).unwrap_err();
    assert_eq!(error.code(), "bad_deck");
    assert_eq!(game, before);
}

proptest! {
    #[test]
    fn the_cut_draws_without_replacement_and_the_highest_card_deals(deck in any_deck()) {
        let mut game = Game::new(Rules::default());
        let mut cut = None;
        if game.deal(&deck, |event| if let Event::DealerCut { cut: drawn } = event { cut = Some(*drawn) }).is_ok() {
            let cut = cut.unwrap();
            prop_assert_eq!(cut.cards(), &deck.cards()[..cut.cards().len()]);
            let dealers = cut.draws().filter(|(seat, _)| *seat == cut.dealer()).last().unwrap().1;
            let last_round: Vec<_> = cut.draws().skip(cut.cards().len() - 2).collect();
            for (seat, card) in last_round {
                prop_assert!(seat == cut.dealer() || card.rank() < dealers.rank());
            }
            let drawn = Pile::new(cut.cards().iter().copied()).unwrap();
            prop_assert_eq!(Cut::new(drawn), Some(cut));
        }
    }
}

#[test]
fn a_fixed_first_dealer_needs_no_cut() {
    let game = Game::new("first_dealer=S".parse().unwrap());
    assert_eq!(game.phase(), Phase::Dealing);
    assert_eq!(game.dealer(), Some(Seat::South));
    // Nobody has cards yet, for any observer.
    assert_eq!(
        game.view(Seat::East).hands[Seat::North],
        pidro::VisibleCards::Count(0)
    );
}

#[test]
fn nine_cards_each_three_at_a_time_from_the_dealers_left() {
    let mut game = TestGame::new("finnish");
    let deck = Deck::new(&Card::all().collect::<Vec<_>>()).unwrap();
    game.deal_deck(&deck);
    let state = game.state_json();
    // East comes first: cards 1 to 3, 13 to 15 and 25 to 27 of the deck.
    assert_eq!(state["hands"]["E"], list("As Ks Qs 2s Ah Kh 3h 2h Ad"));
    assert_eq!(state["hands"]["N"], list("5s 4s 3s 6h 5h 4h 7d 6d 5d"));
    let pack: Vec<String> = deck.cards()[36..].iter().map(Card::to_string).collect();
    assert_eq!(state["deck"], serde_json::json!(pack));
    assert_eq!(game.turn(), Some(Seat::East));
}

#[test]
fn the_deal_passes_to_the_left() {
    let mut rng = rng(5);
    let mut game = Game::new("traditional first_dealer=S target=9999".parse().unwrap());
    for (hand, dealer) in (1..=5).zip([Seat::South, Seat::West, Seat::North, Seat::East, Seat::South]) {
        assert_eq!(game.hand_number(), hand);
        assert_eq!(game.dealer(), Some(dealer));
        game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap();
        assert_eq!((game.hand_number(), game.dealer()), (hand, Some(dealer)));
        while let Some(seat) = game.turn() {
            let action = game.legal().sample(&mut rng).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
    }
}

#[test]
fn a_hands_fields_stay_until_the_next_hand_is_dealt() {
    let mut game = TestGame::new("finnish");
    game.deal(Suit::Hearts, &[(Seat::East, "Ah Kh")], "");
    game.act("E bid 6, S pass, W pass, N pass, E trump h");
    while game.state().phase() != Phase::Dealing {
        let action = game.state().legal().nth(0).unwrap();
        game.history.act(game.turn().unwrap(), action).unwrap();
    }
    let state = game.state_json();
    assert_eq!(state["hand"], 2);
    assert_eq!(state["dealer"], "E");
    assert_eq!(state["trump"], "h");
    assert!(!state["tricks"].as_array().unwrap().is_empty());
    game.deal_deck(&deck("As"));
    let state = game.state_json();
    assert_eq!(state["trump"], serde_json::Value::Null);
    assert_eq!(state["tricks"], list(""));
    assert_eq!(game.full_view().auction.len(), 0);
}
