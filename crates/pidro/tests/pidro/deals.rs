//! Decks that deal the cards a test needs.

use pidro::{Card, CardSet, Deck, Seat, Suit, Trump};

/// A deck that deals these cards to these seats and leaves this pack, top card first.
///
/// Other cards fill the hands up to nine and the pack up to sixteen: non-trumps first, so that
/// trumps not named here lie at the bottom of the pack.
#[track_caller]
pub(crate) fn stacked(dealer: Seat, trump: Suit, hands: &[(Seat, &str)], pack: &str) -> Deck {
    let hand = |seat| -> CardSet {
        let named = hands.iter().find(|(named, _)| *named == seat);
        named.map_or(CardSet::NONE, |(_, cards)| cards.parse().unwrap())
    };
    let pack: Vec<Card> = pack
        .split_whitespace()
        .map(|card| card.parse().unwrap())
        .collect();
    let named = Seat::ALL.map(hand).into_iter().flatten().chain(pack.clone());
    let mut free = CardSet::ALL;
    for card in named {
        assert!(free.contains(card), "{card} is named twice");
        free.remove(card);
    }
    let trumps = Trump::new(trump).cards();
    let mut rest = (free - trumps).iter().chain(free & trumps);
    let filled = Seat::ALL.map(|seat| {
        let cards = hand(seat);
        assert!(cards.len() <= 9, "{seat} is dealt {} cards", cards.len());
        let more: Vec<Card> = rest.by_ref().take(9 - cards.len()).collect();
        cards.iter().chain(more).collect::<Vec<Card>>()
    });
    let mut deck = Vec::new();
    for round in 0..3 {
        for seat in dealer.left().clockwise() {
            deck.extend(&filled[seat as usize][3 * round..3 * round + 3]);
        }
    }
    deck.extend(pack);
    deck.extend(rest);
    Deck::new(&deck).unwrap()
}
