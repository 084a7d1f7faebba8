//! Matches between bots, and the statistics of their results.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chacha20::ChaCha20Rng;
use pidro::Rules;
use pidro_bots::arena::{Estimate, Interval, MatchUp, Report, Speed, ratings};
use pidro_bots::{Level, SearchLimit};
use rand_core::{Rng, SeedableRng};

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
    let report = match_up(Level::Expert(SearchLimit::Worlds(200)), Level::Basic).run(200);
    println!(
        "expert won {} of {} games against basic",
        report.teams[0].wins, report.games
    );
    assert!(report.teams[0].wins >= 160, "{:?}", report.teams[0].win_rate);
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let match_up = match_up(Level::Expert(SearchLimit::Worlds(5)), Level::Random);
    let run = |threads| match_up.run_until(12, threads, &AtomicBool::new(false), |_| ());
    assert_eq!(counts(&run(1)), counts(&run(3)));
    let other = MatchUp { seed: 2, ..match_up };
    assert_ne!(counts(&other.run(12)), counts(&run(1)));
}

/// Luck cancels out: with the same bots on both sides, each team wins each deck once.
#[test]
fn a_bot_draws_against_itself() {
    let report = match_up(Level::Basic, Level::Basic).run(50);
    assert_eq!(report.teams[0].wins, 25);
    assert!(report.lead.value.abs() < 1e-9);
    // The interval is based on 25 pairs, not on 50 games that happened to split evenly.
    assert_eq!(report.teams[0].win_rate, Estimate::from_pairs([0, 25, 0]));
    assert!(report.teams[0].win_rate.interval.low > 0.43);
}

/// The two teams' intervals mirror each other.
#[test]
fn win_rates_of_both_teams_add_up_to_1() {
    let report = match_up(Level::Basic, Level::Random).run(30);
    let [one, other] = [0, 1].map(|team| report.teams[team].win_rate);
    assert!((one.value + other.value - 1.0).abs() < 1e-9);
    assert!((one.interval.low + other.interval.high - 1.0).abs() < 1e-9);
    assert!((one.interval.high + other.interval.low - 1.0).abs() < 1e-9);
}

const Z: f64 = 1.96;

fn covers(interval: Interval, value: f64) -> bool {
    (interval.low..=interval.high).contains(&value)
}

/// If all pairs come out alike, the score equation is quadratic, so we can compute the interval by
/// hand.
#[test]
fn an_interval_has_a_width_even_if_all_pairs_are_alike() {
    for pairs in [1, 10, 200, 10_000] {
        let count = f64::from(u32::try_from(pairs).unwrap());
        let width = Z * Z / (count + Z * Z);
        let even = Estimate::from_pairs([0, pairs, 0]).interval;
        assert!((even.low - (0.5 - width / 2.0)).abs() < 1e-9, "{even:?}");
        assert!((even.high - (0.5 + width / 2.0)).abs() < 1e-9, "{even:?}");
        let won = Estimate::from_pairs([0, 0, pairs]).interval;
        assert!((won.low - (1.0 - width)).abs() < 1e-9 && won.high >= 1.0 - 1e-9);
        let lost = Estimate::from_pairs([pairs, 0, 0]).interval;
        assert!(lost.low <= 1e-9 && (lost.high - width).abs() < 1e-9);
    }
    let nothing = Estimate::from_pairs([0; 3]).interval;
    assert_eq!((nothing.low, nothing.high), (0.0, 1.0));
}

/// At both ends of the interval the score is 1.96. The test maximises the likelihood with a grid
/// search.
#[test]
fn the_score_at_both_ends_of_an_interval_is_z() {
    for counts in [[3, 20, 7], [0, 5, 20], [10, 0, 10], [1, 98, 1], [30, 2, 0]] {
        let [lost, even, won] = counts.map(|count| f64::from(u32::try_from(count).unwrap()));
        let pairs = lost + even + won;
        let Estimate { value, interval } = Estimate::from_pairs(counts);
        assert!((value - (won + even / 2.0) / pairs).abs() < 1e-9);
        for end in [interval.low, interval.high] {
            let ahead = 2.0 * end - 1.0;
            let log_likelihood = |lost_share: f64| {
                let won_share = lost_share + ahead;
                let term = |count: f64, part: f64| {
                    if count == 0.0 { 0.0 } else { count * part.ln() }
                };
                term(lost, lost_share) + term(won, won_share) + term(even, 1.0 - lost_share - won_share)
            };
            let (lowest, highest) = (f64::max(0.0, -ahead), (1.0 - ahead) / 2.0);
            let steps = 200_000;
            let lost_share = (0..=steps)
                .map(|step| lowest + (highest - lowest) * f64::from(step) / f64::from(steps))
                .filter(|part| log_likelihood(*part).is_finite())
                .max_by(|one, other| log_likelihood(*one).total_cmp(&log_likelihood(*other)))
                .unwrap();
            let error = ((2.0 * lost_share + ahead - ahead * ahead) / pairs).sqrt();
            let score = ((won - lost) / pairs - ahead) / error;
            assert!((score.abs() - Z).abs() < 1e-3, "{counts:?}: {score} at {end}");
        }
    }
}

/// Coverage and mean width of the interval over many matches, followed by the same for Wilson's
/// interval, which treats all games as independent.
fn coverage(shares: [f64; 2], pairs: u32, rng: &mut ChaCha20Rng) -> [(f64, f64); 2] {
    let [lost, won] = shares;
    let truth = 0.5 + (won - lost) / 2.0;
    let matches = 4_000;
    let mut seen = [(0.0, 0.0); 2];
    for _ in 0..matches {
        let mut counts = [0; 3];
        for _ in 0..pairs {
            let luck = f64::from(rng.next_u32()) / f64::from(u32::MAX);
            let result = if luck < lost {
                0
            } else if luck < lost + won {
                2
            } else {
                1
            };
            counts[result] += 1;
        }
        let games = 2.0 * f64::from(pairs);
        let paired = Estimate::from_pairs(counts);
        let scale = 1.0 + Z * Z / games;
        let middle = (paired.value + Z * Z / (2.0 * games)) / scale;
        let half =
            Z / scale * (paired.value * (1.0 - paired.value) / games + Z * Z / (4.0 * games * games)).sqrt();
        let single = Interval {
            low: middle - half,
            high: middle + half,
        };
        for (seen, interval) in seen.iter_mut().zip([paired.interval, single]) {
            seen.0 += f64::from(u8::from(covers(interval, truth))) / f64::from(matches);
            seen.1 += (interval.high - interval.low) / f64::from(matches);
        }
    }
    seen
}

#[test]
fn intervals_cover_the_true_value_95_times_in_100() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    for shares in [
        [0.25, 0.25],
        [0.05, 0.05],
        [0.01, 0.01],
        [0.1, 0.6],
        [0.0, 0.5],
        [0.02, 0.9],
        [0.5, 0.5],
        [0.025, 0.975],
    ] {
        for pairs in [25, 100, 400] {
            let [(paired, width), (single, width_single)] = coverage(shares, pairs, &mut rng);
            println!(
                "{shares:?}, {pairs} pairs: {paired:.3} ({width:.3}); as single games {single:.3} ({width_single:.3})"
            );
            assert!(paired >= 0.93, "{shares:?}, {pairs} pairs: {paired}");
        }
    }
}

/// Ignoring the pairs visibly fails in both directions.
#[test]
fn intervals_from_single_games_are_too_wide_or_too_narrow() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    // The cards decide, so each team wins each deck once. Single games can't show that.
    let [(paired, width), (_, width_single)] = coverage([0.01, 0.01], 200, &mut rng);
    assert!(
        paired >= 0.93 && 3.0 * width < width_single,
        "{width}, {width_single}"
    );
    // The same team wins both games of a deck, so two games say no more than one.
    let [(paired, _), (single, _)] = coverage([0.5, 0.5], 200, &mut rng);
    assert!(paired >= 0.93 && single < 0.87, "{paired}, {single}");
}

#[test]
fn an_interrupted_match_reports_its_first_games() {
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
fn the_rating_of_a_bot_that_only_met_itself_has_an_infinite_error() {
    let ratings = ratings(&[match_up(Level::Random, Level::Random).run(2)]);
    assert!(
        ratings[0].error > 0.0 && ratings[0].error.is_infinite(),
        "{ratings:?}"
    );
}

#[test]
fn speed_counts_every_hand() {
    let reported = AtomicU64::new(0);
    let count = |more| {
        reported.fetch_add(more, Ordering::Relaxed);
    };
    for level in [Level::Random, Level::Basic] {
        reported.store(0, Ordering::Relaxed);
        let speed = Speed::measure(
            level,
            Rules::default(),
            1,
            2_500,
            2,
            &AtomicBool::new(false),
            count,
        );
        assert_eq!((speed.hands, reported.load(Ordering::Relaxed)), (2_500, 2_500));
        assert!(speed.shuffles_per_second > 0.0 && speed.hands_per_second > 0.0);
    }
}
