//! Measures how fast hands are played, compared with bare shuffles in the same run.

use std::hint::black_box;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chacha20::ChaCha20Rng;
use pidro::{Deck, Game, Rules, Seat};
use rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::level::Level;
use crate::random::Random;

/// How fast bots play hands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Speed {
    /// The number of hands played.
    pub hands: u64,
    /// The number of threads.
    pub threads: usize,
    /// How long the hands took, in seconds, without the shuffles.
    pub seconds: f64,
    /// Hands per second, on all threads together.
    pub hands_per_second: f64,
    /// Bare shuffles per second with the same random number generator, on all threads together. The
    /// measurement alternates between hands and shuffles.
    pub shuffles_per_second: f64,
}

/// The number of hands in a batch. After each batch, the same number of decks are shuffled.
const BATCH: u64 = 1_000;

impl Speed {
    /// Plays this many hands on this many threads with four bots of this level, one game after
    /// another. After each batch, `on_batch` gets the number of hands in it. The measurement ends
    /// early once `stop` is set.
    #[must_use]
    pub fn measure(
        level: Level,
        rules: Rules,
        seed: u64,
        hands: u64,
        threads: usize,
        stop: &AtomicBool,
        on_batch: impl Fn(u64) + Sync,
    ) -> Speed {
        let on_batch = &on_batch;
        let speeds: Vec<ThreadSpeed> = thread::scope(|scope| {
            let threads = threads.max(1) as u64;
            let started: Vec<_> = (0..threads)
                .map(|thread| {
                    let share = hands / threads + u64::from(thread < hands % threads);
                    scope.spawn(move || {
                        ThreadSpeed::measure(level, rules, seed.wrapping_add(thread), share, stop, on_batch)
                    })
                })
                .collect();
            let joined = started.into_iter().map(thread::ScopedJoinHandle::join);
            joined
                .map(|speed| speed.unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
        let hands = speeds.iter().map(|speed| speed.hands).sum();
        let rate = |time: fn(&ThreadSpeed) -> Duration| {
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let rates = speeds
                .iter()
                .map(|speed| speed.hands as f64 / time(speed).as_secs_f64().max(1e-9));
            rates.sum()
        };
        Speed {
            hands,
            threads,
            seconds: speeds
                .iter()
                .map(|speed| speed.playing)
                .max()
                .unwrap_or_default()
                .as_secs_f64(),
            hands_per_second: rate(|speed| speed.playing),
            shuffles_per_second: rate(|speed| speed.shuffling),
        }
    }
}

/// The measurement of one thread.
struct ThreadSpeed {
    hands: u64,
    playing: Duration,
    shuffling: Duration,
}

impl ThreadSpeed {
    fn measure(
        level: Level,
        rules: Rules,
        seed: u64,
        hands: u64,
        stop: &AtomicBool,
        on_batch: &impl Fn(u64),
    ) -> ThreadSpeed {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut measured = ThreadSpeed {
            hands: 0,
            playing: Duration::ZERO,
            shuffling: Duration::ZERO,
        };
        let mut bots = Seat::ALL.map(|seat| level.bot(seed ^ seat as u64));
        let mut random = Random::new(seed);
        let mut game = Game::new(rules);
        while measured.hands < hands && !stop.load(Ordering::Relaxed) {
            let start = Instant::now();
            let mut batch = 0;
            while batch < BATCH.min(hands - measured.hands) && !stop.load(Ordering::Relaxed) {
                // The random bot only looks at the legal actions, so we skip building a view.
                match level {
                    Level::Random => play_hand(&mut game, &mut rng, |game| random.pick(game.legal())),
                    _ => play_hand(&mut game, &mut rng, |game| {
                        let seat = game.turn()?;
                        bots[seat as usize].choose(&game.view(seat))
                    }),
                }
                batch += 1;
            }
            measured.playing += start.elapsed();
            let start = Instant::now();
            for _ in 0..batch {
                black_box(Deck::shuffled(&mut rng));
            }
            measured.shuffling += start.elapsed();
            measured.hands += batch;
            on_batch(batch);
        }
        measured
    }
}

/// Plays one hand, up to the next deal or the end of the game. Starts a new game first if the last
/// one is over.
fn play_hand(game: &mut Game, rng: &mut ChaCha20Rng, mut choose: impl FnMut(&Game) -> Option<pidro::Action>) {
    if game.winner().is_some() {
        *game = Game::new(*game.rules());
    }
    while game.wants_deck() {
        // A cut that stays tied needs another deck.
        let _ = game.deal(&Deck::shuffled(rng), |_| ());
    }
    while let Some(seat) = game.turn() {
        let action = choose(game).expect("a bot whose turn it is acts");
        game.act(seat, action, |_| ()).expect("bots act legally");
    }
}
