//! The speed of the engine, relative to a bare shuffle in the same run: times differ between
//! machines and runs, but ratios hold.
//!
//! `cargo bench -p pidro` first prints the cost of a random hand in bare shuffles, then the time of
//! each part.

#![expect(clippy::unwrap_used, reason = "a benchmark that can't go on stops")]

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use chacha20::ChaCha20Rng;
use divan::{Bencher, counter::ItemsCount};
use pidro::{Action, Deck, Event, Fingerprint, Game, History, Legal, Observer, Record, Rules, Seat, View};
use rand_core::SeedableRng;

fn main() {
    print_ratios();
    print_reading_ratio();
    print_cache_ratio();
    divan::main();
}

const HANDS: usize = 100;

/// Alternates between a shuffle, a hand, and a hand with its events, so that all three run under
/// the same machine load. Prints the median ratios.
fn print_ratios() {
    const ROUNDS: usize = 301;
    let mut rng = rng();
    let mut log = Vec::new();
    let mut ratios: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let shuffle = timed(|| {
            for _ in 0..20 * HANDS {
                black_box(Deck::shuffled(&mut rng));
            }
        });
        let mut game = new_game();
        let hand = timed(|| {
            for _ in 0..20 * HANDS {
                play_hand(&mut game, &mut rng, |_| ());
            }
        });
        let mut game = new_game();
        log.clear();
        let events = timed(|| {
            for _ in 0..20 * HANDS {
                play_hand(&mut game, &mut rng, |event| log.push(*event));
            }
        });
        black_box(&log);
        for (ratios, time) in ratios.iter_mut().zip([hand, events]) {
            ratios.push(time.as_secs_f64() / shuffle.as_secs_f64());
        }
    }
    for (ratios, what) in ratios.iter_mut().zip(["without", "with"]) {
        ratios.sort_by(f64::total_cmp);
        println!(
            "a random hand {what} kept events costs {:.2} bare shuffles",
            ratios[ROUNDS / 2]
        );
    }
}

/// Prints how many times faster a game is decoded from bytes than parsed from text, in alternation.
fn print_reading_ratio() {
    const ROUNDS: usize = 301;
    let history = whole_game();
    let text = Record::new(history.clone(), None).to_string();
    let bytes = history.to_bytes();
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let from_text = timed(|| {
                for _ in 0..10 {
                    black_box(Record::parse(black_box(&text)).unwrap());
                }
            });
            let from_bytes = timed(|| {
                for _ in 0..10 {
                    black_box(History::from_bytes(black_box(&bytes)).unwrap());
                }
            });
            from_text.as_secs_f64() / from_bytes.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "a game of {} hands is {} bytes of text or {} bytes, and is read {:.1} times as fast from bytes",
        history.game().hand_number(),
        text.len(),
        bytes.len(),
        ratios[ROUNDS / 2]
    );
}

/// Compares computing legal actions with looking them up in a complete map. This favours the map,
/// whose keys are precomputed: a real cache would also have to compute them.
fn print_cache_ratio() {
    const ROUNDS: usize = 301;
    let games: Vec<(u64, Game)> = decisions("playing")
        .into_iter()
        .map(|(game, ..)| (game.fingerprint(), game))
        .collect();
    let cache: HashMap<u64, Legal> = games.iter().map(|(key, game)| (*key, game.legal())).collect();
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let worked_out = timed(|| {
                for (_, game) in &games {
                    black_box(black_box(game).legal());
                }
            });
            let looked_up = timed(|| {
                for (key, _) in &games {
                    black_box(cache.get(black_box(key)));
                }
            });
            looked_up.as_secs_f64() / worked_out.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "legal plays are worked out {:.1} times as fast as they are looked up",
        ratios[ROUNDS / 2]
    );
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([62; 32])
}

fn new_game() -> Game {
    Game::new("finnish first_dealer=N target=9999".parse().unwrap())
}

/// Plays a hand from the shuffle to the score with random actions.
fn play_hand(game: &mut Game, rng: &mut ChaCha20Rng, mut emit: impl FnMut(&Event)) {
    game.deal(&Deck::shuffled(rng), &mut emit).unwrap();
    while let Some(seat) = game.turn() {
        let action = game.legal().sample(rng).unwrap();
        game.act(seat, action, &mut emit).unwrap();
    }
}

/// The baseline: a shuffle of 52 cards with the generator that everything else here uses.
#[divan::bench]
fn a_bare_shuffle(bencher: Bencher) {
    let mut rng = rng();
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        for _ in 0..HANDS {
            black_box(Deck::shuffled(&mut rng));
        }
    });
}

#[divan::bench]
fn b_hand_without_events(bencher: Bencher) {
    let mut rng = rng();
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        let mut game = new_game();
        for _ in 0..HANDS {
            play_hand(&mut game, &mut rng, |_| ());
        }
        game
    });
}

#[divan::bench]
fn c_hand_with_events(bencher: Bencher) {
    let mut rng = rng();
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        let mut game = new_game();
        let mut log = Vec::new();
        for _ in 0..HANDS {
            play_hand(&mut game, &mut rng, |event| log.push(*event));
        }
        log
    });
}

/// The decisions of many hands in this phase, each with the game in which it was made.
fn decisions(phase: &str) -> Vec<(Game, Seat, Action)> {
    let mut rng = rng();
    let mut game = new_game();
    let mut found = Vec::new();
    while found.len() < 1000 {
        if game.wants_deck() {
            game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap();
        }
        let seat = game.turn().unwrap();
        let action = game.legal().sample(&mut rng).unwrap();
        if game.phase().to_string() == phase {
            found.push((game, seat, action));
        }
        game.act(seat, action, |_| ()).unwrap();
    }
    found
}

const PHASES: [&str; 4] = ["bidding", "declaring", "second_deal", "playing"];

#[divan::bench(args = PHASES)]
fn d_legal(bencher: Bencher, phase: &str) {
    let games = decisions(phase);
    bencher.counter(ItemsCount::new(games.len())).bench(|| {
        for (game, ..) in &games {
            black_box(black_box(game).legal());
        }
    });
}

#[divan::bench(args = PHASES)]
fn e_decide_and_evolve(bencher: Bencher, phase: &str) {
    let games = decisions(phase);
    bencher
        .counter(ItemsCount::new(games.len()))
        .with_inputs(|| games.clone())
        .bench_refs(|games| {
            for (game, seat, action) in games {
                game.act(*seat, *action, |_| ()).unwrap();
            }
        });
}

#[divan::bench]
fn f_view(bencher: Bencher) {
    let games = decisions("playing");
    bencher.counter(ItemsCount::new(games.len())).bench(|| {
        for (game, seat, _) in &games {
            black_box::<View>(game.view(Observer::Seat(*seat)));
        }
    });
}

/// A whole game of random hands up to 62.
fn whole_game() -> History {
    let mut rng = rng();
    let mut history = History::new(Rules::default());
    while history.game().winner().is_none() {
        let game = *history.game();
        match game.turn() {
            Some(seat) => {
                let action = game.legal().sample(&mut rng).unwrap();
                history.act(seat, modest(&game, action)).unwrap();
            }
            None => drop(history.deal(&Deck::shuffled(&mut rng)).unwrap()),
        }
    }
    history
}

/// Passes instead of bidding above eight: players who always overbid never reach 62.
fn modest(game: &Game, action: Action) -> Action {
    match action {
        Action::Bid(bid) if bid.get() > 8 && game.legal().contains(&Action::Pass) => Action::Pass,
        action => action,
    }
}

#[divan::bench]
fn g_undo_the_last_decision(bencher: Bencher) {
    let history = whole_game();
    bencher
        .with_inputs(|| history.clone())
        .bench_refs(|history| history.undo().unwrap());
}

#[divan::bench]
fn h_replay_a_game(bencher: Bencher) {
    let history = whole_game();
    let events = history.log().to_vec();
    bencher.counter(ItemsCount::new(events.len())).bench(|| {
        events
            .iter()
            .fold(Game::new(Rules::default()), pidro::Game::evolve)
    });
}

#[divan::bench]
fn i_read_a_game_from_text(bencher: Bencher) {
    let text = Record::new(whole_game(), None).to_string();
    bencher.bench(|| Record::parse(black_box(&text)).unwrap());
}

#[divan::bench]
fn j_read_a_game_from_bytes(bencher: Bencher) {
    let bytes = whole_game().to_bytes();
    bencher.bench(|| History::from_bytes(black_box(&bytes)).unwrap());
}

#[divan::bench]
fn k_write_a_game_as_bytes(bencher: Bencher) {
    let history = whole_game();
    bencher.bench(|| black_box(&history).to_bytes());
}

/// Positions from many games and phases: every hundredth state of a simulation.
fn positions() -> Vec<Game> {
    let mut rng = rng();
    let mut game = new_game();
    let mut found = Vec::new();
    for number in 0.. {
        match game.turn() {
            Some(seat) => {
                let action = game.legal().sample(&mut rng).unwrap();
                game.act(seat, action, |_| ()).unwrap();
            }
            None => game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap(),
        }
        if number % 100 == 0 {
            found.push(game);
        }
        if found.len() == 1000 {
            break;
        }
    }
    found
}

#[divan::bench]
fn l_fingerprint(bencher: Bencher) {
    let games = positions();
    bencher.counter(ItemsCount::new(games.len())).bench(|| {
        for game in &games {
            black_box(black_box(game).fingerprint());
        }
    });
}

/// The same, updated incrementally over the plays of many hands, including the plays themselves.
#[divan::bench]
fn l_fingerprint_updated(bencher: Bencher) {
    let games = decisions("playing");
    let inputs: Vec<_> = games
        .into_iter()
        .map(|(game, seat, action)| (game, Fingerprint::of(&game), seat, action))
        .collect();
    bencher
        .counter(ItemsCount::new(inputs.len()))
        .with_inputs(|| inputs.clone())
        .bench_refs(|inputs| {
            for (game, fingerprint, seat, action) in inputs {
                let mut events = [None; 12];
                let mut places = events.iter_mut();
                game.act(*seat, *action, |event| {
                    if let Some(place) = places.next() {
                        *place = Some(*event);
                    }
                })
                .unwrap();
                fingerprint.update(events.iter().flatten(), game);
            }
        });
}

#[divan::bench]
fn m_position_to_bytes(bencher: Bencher) {
    let games = positions();
    bencher.counter(ItemsCount::new(games.len())).bench(|| {
        for game in &games {
            black_box(black_box(game).to_bytes());
        }
    });
}

#[divan::bench]
fn n_position_from_bytes(bencher: Bencher) {
    let bytes: Vec<Vec<u8>> = positions().iter().map(Game::to_bytes).collect();
    bencher.counter(ItemsCount::new(bytes.len())).bench(|| {
        for bytes in &bytes {
            black_box(Game::from_bytes(black_box(bytes)).unwrap());
        }
    });
}

#[divan::bench]
fn o_position_hashed_encoded_and_decoded(bencher: Bencher) {
    let games = positions();
    bencher.counter(ItemsCount::new(games.len())).bench(|| {
        for game in &games {
            black_box(game.fingerprint());
            black_box(Game::from_bytes(&game.to_bytes()).unwrap());
        }
    });
}

#[divan::bench]
fn p_position_to_text(bencher: Bencher) {
    let games = positions();
    bencher.counter(ItemsCount::new(games.len())).bench(|| {
        for game in &games {
            black_box(black_box(game).to_position());
        }
    });
}
