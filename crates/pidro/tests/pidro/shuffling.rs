//! The shuffle and seeded games: the same on every machine and in every release.

use pidro::{Action, Card, Deck, Phase, Record, Rules, Seed, SeededGame};
use rand_core::{Rng, SeedableRng};

use crate::script::{draw, rng};

fn written(deck: &Deck) -> String {
    deck.cards().iter().map(Card::to_string).collect()
}

/// Golden values. If one of these fails, existing seeded games no longer replay: fix the shuffle,
/// not the test.
#[test]
fn seeded_decks_never_change() {
    let seed = Seed::new("pidro");
    for (deck, golden) in [
        (seed.cut_deck(), GOLDEN[0]),
        (seed.deck(1), GOLDEN[1]),
        (seed.deck(2), GOLDEN[2]),
        (Seed::new("").deck(1), GOLDEN[3]),
        (Seed::new("närpes").deck(4_000_000_000), GOLDEN[4]),
    ] {
        assert_eq!(written(&deck), golden);
    }
}

/// Computed by another program from the description in `docs/rules.md`.
const GOLDEN: [&str; 5] = [
    "9h9c6cJd7hKsKhTc2c9s4c4sAdQsQcKd9d8c6hQd2s7sJcTh4d5d5cJh8h7d6s2dTsAs4h3s8sAc5s3dTdQhAh8d2h5hJs3hKc7c3c6d",
    "7sQh3dTdJc6d4sJhKsQsKhThQdAc6h7h5c8h9c9s9hAs4h3hTc8d4cAd5d5h2d3sTs5s7c6s2sJdKcJs3c6cAh4d9d2hQcKd8s7d8c2c",
    "JhQd4c9h8d5dAdKh6c2d9c5h3s3cAcTs9s6h8s6d2s7hQcTc2c4d5s6sJc8cJsKdTh3dQs7c4s4h7dTd2hKcAsJdAhKs9d3h5c7s8hQh",
    "5sQd4s5d6d2hQc9s8s7cTd5h7dAcJhTs2dAdKh9c7s2s3s9h6c2c8d6s8h4c4d7h3dKcAhJdAsQhJsJc3h3c8cTh5c4hKsQs6h9dKdTc",
    "5h3hKdKs8dJcAcJh8s6s4hJd5dAs2h4d2c7d2s5s9dThKhKcTdJs8c5cTsTc7s3d3c6cQs9h7cQh3sAd6d9cQd8h6h4c2d9s4s7hQcAh",
];

/// A generator that returns the given words, to test what the shuffle does with them.
struct Words(Vec<u32>);

impl rand_core::TryRng for Words {
    type Error = rand_core::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0.remove(0))
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        unreachable!("a shuffle takes words of 32 bits")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("a shuffle takes words of 32 bits")
    }
}

#[test]
fn a_shuffle_swaps_each_card_with_a_drawn_one_from_the_bottom_up() {
    // The highest word draws the index itself, so nothing moves.
    let unmoved = Deck::shuffled(&mut Words(vec![u32::MAX; 51]));
    assert_eq!(unmoved.cards().to_vec(), Card::all().collect::<Vec<_>>());
    // A draw of 0 for the last index only: the ace of spades and the two of clubs swap places. A
    // word of zero is surplus for a count of 52 and is redrawn.
    let mut words = vec![0, 100];
    words.extend([u32::MAX; 50]);
    let swapped = Deck::shuffled(&mut Words(words));
    assert_eq!(swapped.cards()[0].to_string(), "2c");
    assert_eq!(swapped.cards()[51].to_string(), "As");
}

#[test]
fn a_draw_rejects_exactly_the_surplus() {
    // 2^32 mod 52 is 48: among the words that draw 0, those whose product has a low half below 48
    // are surplus.
    assert_eq!((1u64 << 32) % 52, 48);
    let mut words = vec![0, 1];
    words.extend([u32::MAX; 50]);
    let mut words = Words(words);
    let _ = Deck::shuffled(&mut words);
    assert!(words.0.is_empty(), "0 is thrown away, 1 (52 ≥ 48) is not");
}

#[test]
fn every_card_reaches_every_place_equally_often() {
    let mut rng = rng(7);
    let mut counts = [[0u32; 52]; 52];
    let decks = 52_000;
    for _ in 0..decks {
        for (place, card) in Deck::shuffled(&mut rng).cards().iter().enumerate() {
            counts[place][usize::from(card.index())] += 1;
        }
    }
    // Chi-squared with 51² degrees of freedom: 2601 on average, standard deviation 72.
    let expected = f64::from(decks) / 52.0;
    let chi: f64 = counts
        .iter()
        .flatten()
        .map(|count| (f64::from(*count) - expected).powi(2) / expected)
        .sum();
    assert!((2601.0 - 5.0 * 72.0..2601.0 + 5.0 * 72.0).contains(&chi), "{chi}");
}

#[test]
fn sampling_is_uniform() {
    let legal = pidro::Legal::Keep {
        from: "Ah Kh Qh Jh Th 9h 8h".parse().unwrap(),
        must: pidro::CardSet::NONE,
        count: 6,
    };
    let mut rng = rng(8);
    let mut counts = std::collections::HashMap::new();
    for _ in 0..7000 {
        *counts.entry(legal.sample(&mut rng).unwrap()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 7);
    for (action, count) in counts {
        assert!((850..1150).contains(&count), "{action} came {count} times");
    }
}

#[test]
fn a_seeded_game_deals_by_itself_and_undo_reverts_the_deal() {
    let mut table = SeededGame::new(Rules::default(), Some(Seed::new("1")));
    assert_eq!(table.history().game().phase(), Phase::Bidding);
    assert_eq!(table.undo().unwrap_err().code(), "nothing_to_undo");
    let mut rng = rng(9);
    let mut before_last = *table.history().game();
    while table.history().game().hand_number() == 1 {
        before_last = *table.history().game();
        let action = before_last.legal().sample(&mut rng).unwrap();
        table.act(before_last.turn().unwrap(), action).unwrap();
    }
    let second = *table.history().game();
    assert_eq!(second.phase(), Phase::Bidding);
    table.undo().unwrap();
    assert_eq!(*table.history().game(), before_last);
    table.redo().unwrap();
    assert_eq!(*table.history().game(), second);
    // Whatever was undone, the second hand has the same deck.
    let deck = |table: &SeededGame| {
        table.history().log().iter().rev().find_map(|event| match event {
            pidro::Event::HandDealt { deck, .. } => Some(*deck),
            _ => None,
        })
    };
    assert_eq!(deck(&table), Some(Seed::new("1").deck(2)));
}

#[test]
fn a_seeded_game_resumes_from_its_record() {
    let mut table = SeededGame::new(
        "target=20".parse().unwrap(),
        Some(Seed::new("a \"quoted\" \\ seed\nof two lines")),
    );
    let mut rng = rng(10);
    for _ in 0..200 {
        let game = *table.history().game();
        let Some(seat) = game.turn() else { break };
        let legal = game.legal();
        let action = match legal.sample(&mut rng).unwrap() {
            Action::Bid(_) if legal.contains(&Action::Pass) && draw(&mut rng, 2) == 0 => Action::Pass,
            action => action,
        };
        table.act(seat, action).unwrap();
        let text = table.to_record().to_string();
        let read = Record::parse(&text).unwrap().to_game().unwrap();
        assert_eq!(read.history().log(), table.history().log());
        assert_eq!(read.seed(), table.seed());
    }
    assert!(table.history().game().hand_number() > 2);
}

#[test]
fn the_generator_matches_rfc_8439() {
    // The first words of ChaCha20 with a zero key and nonce, from RFC 8439, A.1, test vector 1.
    let mut stream = chacha20::ChaCha20Rng::from_seed([0; 32]);
    assert_eq!(stream.next_u32(), 0xade0_b876);
    assert_eq!(stream.next_u32(), 0x903d_f1a0);
}
