//! Bots measured against each other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pidro::Rules;
use pidro_bots::arena::{MatchUp, Report, Speed, ratings};
use pidro_bots::{Level, Limit};

fn match_up(one: Level, other: Level) -> MatchUp {
    MatchUp {
        teams: [one, other],
        rules: Rules::default(),
        seed: 1,
    }
}

fn counts(report: &Report) -> (u64, u64, [u64; 2], [u64; 2]) {
    let each =
        |count: fn(&pidro_bots::arena::TeamReport) -> u64| [count(&report.teams[0]), count(&report.teams[1])];
    (
        report.games,
        report.hands,
        each(|team| team.wins),
        each(|team| team.contracts),
    )
}

#[test]
fn expert_beats_basic() {
    let report = match_up(Level::Expert(Limit::Worlds(200)), Level::Basic).run(200);
    println!(
        "expert won {} of {} games against basic",
        report.teams[0].wins, report.games
    );
    assert!(report.teams[0].wins >= 160, "{:?}", report.teams[0].win_rate);
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let match_up = match_up(Level::Expert(Limit::Worlds(5)), Level::Random);
    let run = |threads| match_up.run_until(12, threads, &AtomicBool::new(false), |_| ());
    assert_eq!(counts(&run(1)), counts(&run(3)));
    let other = MatchUp { seed: 2, ..match_up };
    assert_ne!(counts(&other.run(12)), counts(&run(1)));
}

/// Luck cancels: with the same bots on both sides each deck is won once by each team.
#[test]
fn equal_bots_are_equal() {
    let report = match_up(Level::Basic, Level::Basic).run(50);
    assert_eq!(report.teams[0].wins, 25);
    assert!(report.lead.value.abs() < 1e-9);
}

#[test]
fn what_is_interrupted_is_a_beginning() {
    let match_up = match_up(Level::Basic, Level::Random);
    let stop = AtomicBool::new(false);
    let report = match_up.run_until(1_000, 1, &stop, |games| {
        stop.store(games >= 10, Ordering::Relaxed);
    });
    assert_eq!(counts(&report), counts(&match_up.run(10)));
}

#[test]
fn the_stronger_bot_is_rated_higher() {
    let reports = [
        match_up(Level::Basic, Level::Random).run(40),
        match_up(Level::Random, Level::Random).run(40),
    ];
    let ratings = ratings(&reports);
    let names: Vec<&str> = ratings.iter().map(|rating| rating.bot.as_str()).collect();
    assert_eq!(names, ["basic", "random"]);
    assert!(ratings[0].rating > ratings[1].rating + 200.0, "{ratings:?}");
}

#[test]
fn speed_counts_every_hand() {
    let told = AtomicU64::new(0);
    let count = |more| {
        told.fetch_add(more, Ordering::Relaxed);
    };
    for level in [Level::Random, Level::Basic] {
        told.store(0, Ordering::Relaxed);
        let speed = Speed::measure(
            level,
            Rules::default(),
            1,
            2_500,
            2,
            &AtomicBool::new(false),
            count,
        );
        assert_eq!((speed.hands, told.load(Ordering::Relaxed)), (2_500, 2_500));
        assert!(speed.shuffles_per_second > 0.0 && speed.hands_per_second > 0.0);
    }
}
