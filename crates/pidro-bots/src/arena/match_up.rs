//! Matches between two bots.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use pidro::{Event, Game, Rules, Seat, Seed, Team};

use super::report::Report;
use super::tally::Tally;
use crate::level::Level;

/// Two teams of bots and the conditions of their match.
///
/// Games come in pairs: the same decks, with the teams swapped. A match-up gives the same games on
/// any number of threads, unless its bots have a time limit.
///
/// ```
/// use pidro::Rules;
/// use pidro_bots::Level;
/// use pidro_bots::arena::MatchUp;
///
/// let match_up = MatchUp { teams: [Level::Basic, Level::Random], rules: Rules::default(), seed: 1 };
/// let report = match_up.run(20);
/// assert_eq!(report.games, 20);
/// assert!(report.teams[0].wins > report.teams[1].wins);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MatchUp {
    /// The bots of the two teams.
    pub teams: [Level; 2],
    /// The rules of the games.
    pub rules: Rules,
    /// The seed of all decks.
    pub seed: u64,
}

/// The number of threads that can run in parallel.
#[must_use]
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl MatchUp {
    /// Plays this many games on all processors, rounded up to an even number.
    #[must_use]
    pub fn run(&self, games: u64) -> Report {
        self.run_until(games, processors(), &AtomicBool::new(false), |_| ())
    }

    /// Plays this many games, rounded up to an even number, on this many threads. After each pair,
    /// `on_progress` gets the number of games so far. Once `stop` is set, the match-up abandons the
    /// pairs in progress and reports the finished ones.
    #[must_use]
    pub fn run_until(
        &self,
        games: u64,
        threads: usize,
        stop: &AtomicBool,
        on_progress: impl Fn(u64) + Sync,
    ) -> Report {
        let start = Instant::now();
        let total = Mutex::new(Tally::default());
        let next = AtomicU64::new(0);
        let work = || {
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= games.div_ceil(2) {
                    return;
                }
                let Some(tally) = self.play_pair(pair, stop) else {
                    return;
                };
                if let Ok(mut total) = total.lock() {
                    *total += &tally;
                    on_progress(total.games());
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        let total = total.into_inner().unwrap_or_default();
        Report::new(&self.teams, &total, games, start.elapsed())
    }

    /// Plays two games with the same decks. Returns `None` if it was stopped.
    fn play_pair(&self, number: u64, stop: &AtomicBool) -> Option<Tally> {
        let mut tally = Tally::default();
        for first in Team::ALL {
            self.play_game(number, first, stop, &mut tally)?;
        }
        tally.finish_pair();
        Some(tally)
    }

    /// Plays a game with the first team in the seats of `first`. Returns `None` if it was stopped.
    fn play_game(&self, number: u64, first: Team, stop: &AtomicBool, tally: &mut Tally) -> Option<()> {
        let side = |team: Team| usize::from(team != first);
        let seed = Seed::new(format!("{}/{number}", self.seed));
        let mut bots = Seat::ALL.map(|seat| {
            let bot_seed = number.wrapping_mul(8) + 4 * (first as u64) + seat as u64;
            self.teams[side(seat.team())].bot(bot_seed ^ self.seed.rotate_left(32))
        });
        let mut game = Game::new(self.rules);
        let mut events = Vec::new();
        while game.winner().is_none() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            events.clear();
            let dealer = game.dealer();
            let on_event = |event: &Event| events.push(*event);
            if let Some(seat) = game.turn() {
                let view = game.view(seat);
                let start = Instant::now();
                let action = bots[seat as usize].choose(&view);
                tally.sides[side(seat.team())].decision_times.add(start.elapsed());
                let is_legal = action.is_some_and(|action| game.act(seat, action, on_event).is_ok());
                assert!(is_legal, "{seat}'s bot chose {action:?}: {}", game.to_position());
            } else {
                let deck = seed.deck_for(&game);
                game.deal(&deck, on_event)
                    .expect("the game awaits a deck, and `deck_for` never ties a cut");
            }
            for event in &events {
                if let (Event::HandScored { contract, taken, .. }, Some(dealer)) = (event, dealer) {
                    tally.add_hand(side, dealer, *contract, *taken);
                }
            }
        }
        tally.sides[side(game.winner()?)].wins += 1;
        Some(())
    }
}
