//! Cards and trumps: finite facts, checked exhaustively.

use pidro::{Card, CardSet, Rank, Suit, Trump};

use crate::test_game::card;

#[test]
fn cards_survive_a_round_trip_through_text() {
    let mut seen = CardSet::NONE;
    for number in 0..52 {
        let card = Card::from_index(number).unwrap();
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(card.index(), number);
        seen.insert(card);
    }
    assert_eq!(seen, CardSet::ALL);
    for number in 52..=255 {
        assert_eq!(Card::from_index(number), None);
    }
    for wrong in ["", "A", "Ahh", "1h", "Ax", "ah", "AH", "10h", "é", "5 "] {
        assert!(wrong.parse::<Card>().is_err(), "{wrong}");
    }
}

#[test]
fn lists_are_ordered_by_suit_and_from_the_ace_down() {
    let sorted = CardSet::ALL.to_string();
    assert!(sorted.starts_with("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s Ah"));
    assert!(sorted.contains("2h Ad"));
    assert!(sorted.ends_with("2d Ac Kc Qc Jc Tc 9c 8c 7c 6c 5c 4c 3c 2c"));
}

#[test]
fn wrong_five_is_trump() {
    for (suit, wrong) in [("h", "5d"), ("d", "5h"), ("s", "5c"), ("c", "5s")] {
        let trump = Trump::new(suit.parse().unwrap());
        assert_eq!(trump.wrong_five(), card(wrong));
        assert!(trump.contains(card(wrong)));
    }
}

/// All 52 × 4 pairs of a card and a trump suit.
#[test]
fn fourteen_cards_are_trumps_and_their_order_is_the_rules_order() {
    for suit in Suit::ALL {
        let trump = Trump::new(suit);
        let other = suit.same_colour();
        let order: Vec<Card> = [
            "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "5'", "4", "3", "2",
        ]
        .iter()
        .map(|rank| match rank.strip_suffix('\'') {
            Some(rank) => card(&format!("{rank}{other}")),
            None => card(&format!("{rank}{suit}")),
        })
        .collect();
        assert_eq!(trump.highest_first(CardSet::ALL).collect::<Vec<_>>(), order);
        for card in Card::all() {
            let place = order.iter().position(|trump| *trump == card);
            assert_eq!(trump.contains(card), place.is_some());
            let strength = place.map(|place| 13 - u8::try_from(place).unwrap());
            assert_eq!(trump.strength(card), strength);
        }
    }
}

#[test]
fn six_cards_carry_fourteen_points() {
    for suit in Suit::ALL {
        let trump = Trump::new(suit);
        for card in Card::all() {
            let points = match card.rank() {
                Rank::Five if trump.contains(card) => 5,
                Rank::Ace | Rank::Jack | Rank::Ten | Rank::Two if card.suit() == suit => 1,
                _ => 0,
            };
            assert_eq!(trump.points(card), points, "{card} when {suit} is trump");
            assert_eq!(trump.point_cards().contains(card), points > 0);
        }
        assert_eq!(trump.points_in(CardSet::ALL), 14);
        assert_eq!(trump.point_cards().len(), 6);
        let killable: CardSet = "KQ987643"
            .chars()
            .map(|rank| card(&format!("{rank}{suit}")))
            .collect();
        assert_eq!(trump.killable(), killable);
    }
}
