//! Measures the speed of the solver on random deals after the redeal, from the opening lead.
//!
//! `cargo bench -p pidro-bots` prints solves per second, the median and the 99th percentile of the
//! solve times, and the plays searched per solve.

#![expect(clippy::unwrap_used, reason = "a failure ends the benchmark")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use chacha20::ChaCha20Rng;
use pidro::{Action, Deck, Game, Phase, Team};
use pidro_bots::{Ending, Solver};
use rand_core::SeedableRng;

/// Random hands at their opening lead. The dealer keeps the best cards of the pool.
fn endings(count: usize) -> Vec<(Ending, Team, u8)> {
    let mut rng = ChaCha20Rng::from_seed([62; 32]);
    let mut endings = Vec::new();
    let rules = "traditional first_dealer=N auto_rob=true auto_kill=true"
        .parse()
        .unwrap();
    while endings.len() < count {
        let mut game = Game::new(rules);
        game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap();
        while let Some(seat) = game.turn().filter(|_| game.phase() != Phase::Playing) {
            let action = match game.legal().sample(&mut rng).unwrap() {
                Action::Bid(bid) if bid.get() > 8 && game.legal().contains(&Action::Pass) => Action::Pass,
                action => action,
            };
            game.act(seat, action, |_| ()).unwrap();
        }
        let view = game.full_view();
        if let (Some(ending), Some(contract)) = (Ending::of(&view), view.auction.contract()) {
            endings.push((ending, contract.seat.team(), contract.bid.get()));
        }
    }
    endings
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn report(what: &str, mut times: Vec<Duration>, nodes: u64) {
    times.sort_unstable();
    let total: Duration = times.iter().sum();
    let count = times.len();
    println!(
        "{what}: {:.0} solves per second, median {:?}, 99th percentile {:?}, {:.0} plays searched per solve",
        count as f64 / total.as_secs_f64(),
        times[count / 2],
        times[count * 99 / 100],
        nodes as f64 / count as f64,
    );
}

fn main() {
    let endings = endings(100_000);
    for _ in 0..2 {
        let mut solver = Solver::new();
        let times = endings.iter().map(|(ending, ..)| {
            let start = Instant::now();
            black_box(solver.solve(black_box(ending)));
            start.elapsed()
        });
        let times = times.collect();
        report("exact", times, solver.nodes());
        let mut solver = Solver::new();
        let times = endings.iter().map(|(ending, team, bid)| {
            let start = Instant::now();
            black_box(solver.reaches(black_box(ending), *team, *bid));
            start.elapsed()
        });
        let times = times.collect();
        report("contract made?", times, solver.nodes());
    }
}
