//! States that rarely occur by chance, each generated thousands of times and checked step by step.

use std::collections::BTreeMap;

use chacha20::ChaCha20Rng;
use pidro::rules::{FirstDealer, Target};
use pidro::{Call, CardSet, Deck, Event, Game, History, Phase, Rules, Seat, Suit};

use crate::invariants::check_step;
use crate::script::{Script, deck_with_trumps, draw, rng, rules_of};

type Counts = BTreeMap<String, u64>;

/// Counts the rare situations in a step.
fn count_rare_situations(before: &Game, history: &History, start: usize, counts: &mut Counts) {
    let mut note = |what: &str, times: usize| {
        *counts.entry(what.to_owned()).or_default() += u64::try_from(times).unwrap();
    };
    let view = before.full_view();
    for event in &history.log()[start..] {
        match *event {
            Event::Discarded { cards, by_dealer, .. } if cards.len() <= 2 => {
                let who = if by_dealer { "the dealer" } else { "a non-dealer" };
                note(&format!("{} trumps dealt to {who}", 9 - cards.len()), 1);
            }
            Event::Redealt { requested, cards, .. } if cards.len() < usize::from(requested) => {
                note("a seat that can't be filled up", 1);
            }
            Event::Robbed {
                taken, pool, kept, ..
            } => {
                let trump = history.game().full_view().trump.unwrap();
                if pool.len() < 6 && taken > 0 {
                    note(&format!("a pool of {}", pool.len()), 1);
                }
                note(
                    "a pool of more than six trumps",
                    usize::from((pool & trump.cards()).len() > 6),
                );
                note(
                    "a dealer who pads from the discard",
                    usize::from(kept.len() > pool.len()),
                );
            }
            Event::Killed { seat, cards } => {
                note(&format!("a kill of {}", cards.len()), 1);
                note("a kill by the dealer", usize::from(Some(seat) == view.dealer));
            }
            Event::WentCold { .. } if view.phase != Phase::Playing => {
                note("a seat with no trump before the first trick", 1);
            }
            Event::CallMade {
                call: Call::Bid(bid), ..
            } if bid.get() == 14 && view.auction.contract().is_some_and(|high| high.bid == bid) => {
                note("14 over 14", 1);
            }
            Event::DealerCut { cut } => note("a tie in the cut", usize::from(cut.cards().len() > 4)),
            Event::GameWon { .. } => {
                let scores = history.game().scores();
                let target = i32::from(history.game().rules().target.get());
                let at_target = scores.iter().filter(|(_, score)| **score >= target).count();
                note("both teams at the target", usize::from(at_target == 2));
            }
            _ => {}
        }
    }
    count_empty_packs(before, history, start, counts);
}

/// A pack that runs out before the dealer's turn: the pool is just the dealer's trumps.
fn count_empty_packs(before: &Game, history: &History, start: usize, counts: &mut Counts) {
    let events = &history.log()[start..];
    let redealt = events
        .iter()
        .position(|event| matches!(event, Event::Redealt { .. }));
    let Some(redealt) = redealt else {
        return;
    };
    let mut game = *before;
    for event in &events[..redealt + 3] {
        game = game.evolve(event);
    }
    let view = game.full_view();
    if view.pack_size == 0 {
        *counts.entry("an empty pack".to_owned()).or_default() += 1;
        let trumps = view.hands[view.dealer.unwrap()].cards().map_or(0, CardSet::len);
        if trumps < 6 {
            *counts.entry(format!("a pool of {trumps}")).or_default() += 1;
        }
    }
}

/// Generates the number of trumps dealt to each seat, non-dealers first, for one kind of hand.
type TrumpCounts = fn(&mut ChaCha20Rng) -> [usize; 4];

const DEALS: [(&str, TrumpCounts); 5] = [
    ("a long suit with a non-dealer", |rng| {
        let long = 7 + draw(rng, 3);
        let mut counts = [draw(rng, 3), draw(rng, 2), draw(rng, 2), draw(rng, 2)];
        counts[draw(rng, 3)] = long;
        counts
    }),
    ("a long suit with the dealer", |rng| {
        [draw(rng, 3), draw(rng, 2), draw(rng, 2), 7 + draw(rng, 3)]
    }),
    ("few trumps with the non-dealers", |rng| {
        [draw(rng, 2), draw(rng, 2), draw(rng, 1), draw(rng, 10)]
    }),
    ("a small pool", |rng| {
        [draw(rng, 3), draw(rng, 3), draw(rng, 3), draw(rng, 4)]
    }),
    ("a rich pool", |rng| {
        [draw(rng, 4), 1 + draw(rng, 3), 1 + draw(rng, 2), 4 + draw(rng, 3)]
    }),
];

const MINIMUM_COUNTS: [(&str, u64); 21] = [
    ("7 trumps dealt to a non-dealer", 1000),
    ("8 trumps dealt to a non-dealer", 1000),
    ("9 trumps dealt to a non-dealer", 1000),
    ("7 trumps dealt to the dealer", 1000),
    ("8 trumps dealt to the dealer", 1000),
    ("9 trumps dealt to the dealer", 1000),
    ("an empty pack", 1000),
    ("a seat that can't be filled up", 1000),
    ("a pool of 0", 1000),
    ("a pool of 1", 1000),
    ("a pool of 2", 1000),
    ("a pool of 3", 1000),
    ("a pool of 4", 1000),
    ("a pool of 5", 1000),
    ("a pool of more than six trumps", 1000),
    ("a dealer who pads from the discard", 1000),
    ("a kill by the dealer", 1000),
    ("a seat with no trump before the first trick", 1000),
    ("14 over 14", 1000),
    ("a tie in the cut", 1000),
    ("both teams at the target", 1000),
];

#[test]
fn rare_states_obey_the_rules() {
    let mut rng = rng(14);
    let mut counts = Counts::new();
    for game in 0..30_000 {
        let (_, trump_counts) = DEALS[game % DEALS.len()];
        let mut rules: Rules = rules_of(u64::try_from(draw(&mut rng, usize::MAX)).unwrap());
        if game % 3 == 0 {
            rules.target = Target::new(1).unwrap();
        }
        if game % 2 == 0 {
            rules.first_dealer = FirstDealer::Cut;
        }
        let suit = Suit::ALL[draw(&mut rng, 4)];
        // The first deck may be used for the cut.
        let decks: Vec<Deck> = (0..3)
            .map(|_| {
                let counts = trump_counts(&mut rng);
                let trumps_on_top = draw(&mut rng, 2) == 0;
                deck_with_trumps(&mut rng, suit, counts, trumps_on_top)
            })
            .collect();
        let mut script = Script::random(&mut rng, rules, decks, Some(suit));
        if game % 7 == 0 {
            // Everybody bids as high as possible.
            script.choices.fill(9);
        }
        let mut start = 0;
        script.play(|before, history| {
            check_step(before, history, start);
            count_rare_situations(before, history, start, &mut counts);
            start = history.log().len();
        });
    }
    for (what, times) in &counts {
        println!("{times:>7} times {what}");
    }
    for (what, least) in MINIMUM_COUNTS {
        let times = counts.get(what).copied().unwrap_or(0);
        assert!(times >= least, "{what} came up only {times} times");
    }
}

/// A hand in which nobody holds a trump is impossible: see
/// `impossible::somebody_always_has_a_trump_when_the_play_begins`. The closest case is a hand in
/// which only one seat holds trumps.
#[test]
fn a_hand_ends_before_the_first_trick_if_only_one_team_has_trumps() {
    let mut game = crate::test_game::TestGame::new("finnish");
    game.deal(
        Suit::Hearts,
        &[
            (Seat::North, "Ah Kh Qh Jh Th 9h 8h 7h 6h"),
            (Seat::South, "5h 5d 4h 3h 2h"),
        ],
        "",
    );
    game.act("E pass, S pass, W pass, N bid 6, N trump h, N keep Ah Kh Qh Jh Th 9h");
    assert_eq!(game.state().phase(), Phase::Dealing);
    assert_eq!(game.state_json()["scores"]["NS"], 14);
}
