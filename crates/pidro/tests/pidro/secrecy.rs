//! Non-interference: two games that differ only in what a seat may not know give that seat the same
//! views, the same events and the same legal actions, byte for byte.
//!
//! The test plays a game, swaps hidden cards in one of its decks, and plays the same actions again.
//! As long as everything the observer may know is the same in both games, the views must be equal.
//! [`known`] restates what an observer may know, independently of the engine and straight from the
//! table "who may know what": the test checks the engine against it.

use std::collections::BTreeMap;

use chacha20::ChaCha20Rng;
use pidro::rules::{Discards, PoolSize};
use pidro::{Action, BySeat, Card, CardSet, Deck, Event, Game, History, Observer, Phase, Rules, Seat, Suit};

use proptest::prelude::*;

use crate::script::{Script, any_script, deck_with_trumps, draw, rng, rules_of};

const OBSERVERS: [Observer; 5] = [
    Observer::Seat(Seat::North),
    Observer::Seat(Seat::East),
    Observer::Seat(Seat::South),
    Observer::Seat(Seat::West),
    Observer::Spectator,
];

/// What the observer may know about an event, according to the table; `None` if not even that it
/// happened.
fn known(event: &Event, observer: Observer, rules: &Rules) -> Option<String> {
    let own = |seat: Seat| observer == Observer::Seat(seat);
    Some(match *event {
        // If the pack has run out, the dealer takes nothing from it.
        Event::Robbed { seat, taken: 0, .. } if !own(seat) => return None,
        // Only its owner knows a hand, and nobody knows the order of the pack.
        Event::HandDealt { dealer, ref deck } => {
            let hand = match observer {
                Observer::Seat(seat) => Some(dealt(deck, dealer)[seat]),
                Observer::Spectator => None,
            };
            format!("{dealer} dealt {hand:?}")
        }
        // The count of a non-dealer's discard is public; the dealer's discard is entirely hidden.
        Event::Discarded {
            seat,
            cards,
            by_dealer,
        } => {
            let public = match (by_dealer, rules.discards) {
                (true, _) => String::new(),
                (false, Discards::FaceDown) => cards.len().to_string(),
                (false, Discards::FaceUp) => cards.to_string(),
            };
            format!("{seat} discarded {public} {:?}", own(seat).then_some(cards))
        }
        Event::Redealt {
            seat,
            requested,
            cards,
        } => format!(
            "{seat} asked for {requested}, got {} {:?}",
            cards.len(),
            own(seat).then_some(cards)
        ),
        // Everybody knows how many cards the dealer took and kept; only the dealer knows the pool.
        Event::Robbed {
            seat,
            taken,
            pool,
            kept,
            buried,
        } => {
            let size = (rules.pool_size == PoolSize::Public).then_some(pool.len());
            let all = own(seat).then_some((pool, kept, buried));
            format!("{seat} took {taken}, kept {} {size:?} {all:?}", kept.len())
        }
        // Everything else is public: cut, calls, trump, kills, plays, tricks, shown cards, scores.
        ref public => format!("{public:?}"),
    })
}

/// What the observer may know about the current state, beyond the events.
fn known_now(game: &Game, observer: Observer) -> String {
    let view = game.full_view();
    let robbing = matches!(game.legal(), pidro::Legal::Keep { .. });
    // The sizes of hands are public, except the dealer's until the rob is over.
    let sizes = BySeat::from_fn(|seat| {
        let hidden = robbing && Some(seat) == view.dealer;
        if hidden { None } else { view.hands[seat].len() }
    });
    // The dealer sees the pool while choosing from it. If its size is public, everybody sees the
    // size at that point.
    let choosing = robbing && view.dealer.map(Observer::Seat) == Some(observer);
    let public = view.rules.pool_size == PoolSize::Public;
    format!(
        "{sizes:?} {:?} {:?}",
        choosing.then_some(game.legal()),
        public.then_some(view.pool_size)
    )
}

fn dealt(deck: &Deck, dealer: Seat) -> BySeat<CardSet> {
    let mut hands = BySeat::all(CardSet::NONE);
    for (packet, cards) in deck.cards()[..36].chunks(3).enumerate() {
        let seat = dealer.left().clockwise()[packet % 4];
        hands[seat].extend(cards.iter().copied());
    }
    hands
}

/// Everything the engine shows an observer now, byte for byte.
fn output_for(history: &History, observer: Observer, from: usize) -> Vec<u8> {
    let view = history.game().view(observer);
    let mut bytes = serde_json::to_vec(&view).unwrap();
    bytes.extend(format!("{view:?}").into_bytes());
    bytes.extend(serde_json::to_vec(&view.legal).unwrap());
    for seen in history.seen_by(observer, from) {
        bytes.extend(serde_json::to_vec(&seen).unwrap());
        bytes.extend(format!("{seen:?}").into_bytes());
    }
    // Whether a claim is accepted also counts as a legal action.
    if let Observer::Seat(seat) = observer {
        let claim = history.game().decide(seat, Action::Claim).map(drop);
        bytes.extend(format!("{claim:?}").into_bytes());
    }
    bytes
}

/// What the comparisons covered, for statistics.
#[derive(Default)]
struct Count {
    compared: BTreeMap<String, u64>,
    differed: BTreeMap<&'static str, u64>,
}

impl Count {
    fn add(&mut self, one: &Game, other: &Game, observer: Observer) {
        let (one, other) = (one.full_view(), other.full_view());
        let who = match observer {
            Observer::Seat(seat) if Some(seat) == one.dealer => "dealer",
            Observer::Seat(_) => "other seat",
            Observer::Spectator => "spectator",
        };
        *self
            .compared
            .entry(format!("{} as {who}", one.phase))
            .or_default() += 1;
        let mut differs = |what, differs: bool| {
            *self.differed.entry(what).or_default() += u64::from(differs);
        };
        differs("the hands", one.hands != other.hands);
        differs("the pack", one.pack != other.pack);
        differs("the size of the pool", one.pool_size != other.pool_size);
        differs("what was buried", one.buried != other.buried);
        differs("the discards", one.discards != other.discards);
        differs(
            "how many the dealer discarded",
            one.dealer
                .is_some_and(|dealer| one.discards[dealer].len() != other.discards[dealer].len()),
        );
    }
}

/// Replays the actions of the log with another deck in one hand, and compares what the observer
/// sees until the first difference that the observer may know.
fn compare(script: &Script, decks: &[Deck], swap: (Card, Card), observer: Observer, count: &mut Count) {
    let mut original = History::new(script.rules);
    let mut changed = History::new(script.rules);
    let played = script.play(|_, _| ());
    let mut decks = script.decks.iter().zip(decks);
    let (mut from_original, mut from_changed) = (0, 0);
    for decision in played.decisions() {
        match decision.action() {
            None => {
                let (deck, other) = decks.next().unwrap();
                original.deal(deck).unwrap();
                changed.deal(other).unwrap();
            }
            Some((seat, action)) => {
                original.act(seat, action).unwrap();
                // Other seats' choices among cards that the observer can't see may follow the swap.
                let followed = match action {
                    Action::Keep(cards) if observer != Observer::Seat(seat) => {
                        Action::Keep(swapped(cards, swap))
                    }
                    action => action,
                };
                if changed.act(seat, action).is_err() && changed.act(seat, followed).is_err() {
                    return;
                }
            }
        }
        let log = |history: &History, from: usize| {
            let facts: Vec<String> = history.log()[from..]
                .iter()
                .filter_map(|event| known(event, observer, &script.rules))
                .collect();
            (facts, known_now(history.game(), observer))
        };
        let over = original.game().winner().is_some() || changed.game().winner().is_some();
        if over || log(&original, from_original) != log(&changed, from_changed) {
            return;
        }
        let (start, other_start) = (from_original, from_changed);
        from_original = original.log().len();
        from_changed = changed.log().len();
        if original.game() == changed.game() && original.log()[start..] == changed.log()[other_start..] {
            continue;
        }
        let (one, other) = (
            output_for(&original, observer, start),
            output_for(&changed, observer, other_start),
        );
        assert!(
            one == other,
            "{observer:?} can tell these games apart:\n{}\n{}\nby\n{}\n{}",
            pidro::SeededGame::resume(original.clone(), None).to_record(),
            pidro::SeededGame::resume(changed.clone(), None).to_record(),
            String::from_utf8_lossy(&one),
            String::from_utf8_lossy(&other),
        );
        count.add(original.game(), changed.game(), observer);
    }
}

fn swapped(cards: CardSet, (one, other): (Card, Card)) -> CardSet {
    let swap = |card| match card {
        card if card == one => other,
        card if card == other => one,
        card => card,
    };
    cards.iter().map(swap).collect()
}

/// Swaps two cards of the deck. Any two will do, because a difference that the observer may know
/// ends the comparison.
fn swap_in(deck: &Deck, rng: &mut ChaCha20Rng) -> (Deck, (Card, Card)) {
    let mut cards = *deck.cards();
    let (one, other) = (draw(rng, 52), draw(rng, 52));
    cards.swap(one, other);
    (Deck::new(&cards).unwrap(), (cards[one], cards[other]))
}

fn compare_games(games: usize, seed: u64, rules: impl Fn(u64) -> Rules) -> Count {
    let mut rng = rng(seed);
    let mut count = Count::default();
    for game in 0..games {
        let rules = rules(u64::try_from(draw(&mut rng, 1 << 30)).unwrap());
        let suit = Suit::ALL[draw(&mut rng, 4)];
        let loads = [
            [1, 2, 3, 2],
            [8, 0, 1, 2],
            [2, 3, 3, 4],
            [0, 1, 1, 6],
            [5, 4, 2, 3],
        ];
        let decks: Vec<Deck> = (0..2 + game % 2)
            .map(|_| {
                if draw(&mut rng, 3) == 0 {
                    Deck::shuffled(&mut rng)
                } else {
                    let load = loads[draw(&mut rng, loads.len())];
                    let high = draw(&mut rng, 2) == 0;
                    deck_with_trumps(&mut rng, suit, load, high)
                }
            })
            .collect();
        let script = Script::random(&mut rng, rules, decks, Some(suit));
        for observer in OBSERVERS {
            for _ in 0..4 {
                let hand = draw(&mut rng, script.decks.len());
                let (deck, swap) = swap_in(&script.decks[hand], &mut rng);
                let mut decks = script.decks.clone();
                decks[hand] = deck;
                compare(&script, &decks, swap, observer, &mut count);
            }
        }
    }
    count
}

#[test]
fn games_that_differ_in_hidden_cards_look_the_same() {
    let count = compare_games(2000, 1, rules_of);
    for (what, times) in &count.compared {
        println!("{times:>8} comparisons in {what}");
    }
    for (what, times) in &count.differed {
        println!("{times:>8} times {what} differed");
        assert!(*times > 500, "{what} hardly ever differed");
    }
    for phase in ["dealing", "bidding", "declaring", "second_deal", "playing"] {
        for who in ["dealer", "other seat", "spectator"] {
            let times = count
                .compared
                .get(&format!("{phase} as {who}"))
                .copied()
                .unwrap_or(0);
            assert!(times > 100, "{phase} as {who} was hardly compared: {times}");
        }
    }
}

#[test]
fn games_that_differ_in_hidden_cards_look_the_same_under_any_preset() {
    for (name, preset) in Rules::PRESETS {
        let count = compare_games(300, 2, |_| preset);
        println!("{name}: {} comparisons", count.compared.values().sum::<u64>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_shrink_iters: 10_000, ..ProptestConfig::default() })]

    /// The same over generated games, which shrink: prints the shortest game that leaks a secret.
    #[test]
    fn swapping_hidden_cards_is_invisible(
        script in any_script(),
        observer in prop::sample::select(&OBSERVERS[..]),
        hand in any::<prop::sample::Index>(),
        one in 0usize..52,
        other in 0usize..52,
    ) {
        let hand = hand.index(script.decks.len());
        let mut cards = *script.decks[hand].cards();
        cards.swap(one, other);
        let mut decks = script.decks.clone();
        decks[hand] = Deck::new(&cards).unwrap();
        compare(&script, &decks, (cards[one], cards[other]), observer, &mut Count::default());
    }
}

#[test]
fn everybody_sees_what_is_public() {
    // Hiding everything would pass the other tests, so this one checks what must be visible.
    let mut rng = rng(3);
    let decks: Vec<Deck> = (0..30).map(|_| Deck::shuffled(&mut rng)).collect();
    Script::random(&mut rng, "finnish target=9999".parse().unwrap(), decks, None).play(|_, history| {
        let game = history.game();
        let all = game.full_view();
        for observer in OBSERVERS {
            let view = game.view(observer);
            assert_eq!(view.auction, all.auction);
            assert_eq!(view.trump, all.trump);
            assert_eq!(view.redeal, all.redeal);
            assert_eq!(view.pack_size, all.pack_size);
            assert_eq!(view.killed, all.killed);
            assert_eq!(view.tricks, all.tricks);
            assert_eq!(view.cold, all.cold);
            assert_eq!(view.points, all.points);
            assert_eq!(view.scores, all.scores);
            for seat in Seat::ALL {
                let dealer_robs = view.phase == Phase::SecondDeal
                    && Some(seat) == view.dealer
                    && observer != Observer::Seat(seat)
                    && matches!(game.legal(), pidro::Legal::Keep { .. });
                let size = if dealer_robs {
                    Some(9)
                } else {
                    all.hands[seat].len()
                };
                assert_eq!(view.hands[seat].len(), size);
                if observer == Observer::Seat(seat) {
                    assert_eq!(view.hands[seat], all.hands[seat]);
                    assert_eq!(view.discards[seat], all.discards[seat]);
                }
                if Some(seat) != view.dealer && view.phase != Phase::Dealing {
                    assert_eq!(view.discards[seat].len(), all.discards[seat].len());
                }
            }
        }
    });
}
