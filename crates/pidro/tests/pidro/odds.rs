//! The odds in the rules guide: computed exactly, and reproduced by simulation.
//!
//! `cargo nextest run -p pidro odds --no-capture` prints them.

use pidro::{Action, Bid, CardSet, Deck, Event, Game, Suit};

use crate::script::{draw, rng};

/// The probability of each event, with a random trump suit.
const STATED: [(&str, f64); 5] = [
    ("pool below six", 0.0709),
    ("pool with more than six trumps", 0.0102),
    ("a non-dealer above six trumps", 0.00206),
    ("a non-dealer who can't be filled", 0.000_082),
    ("all three ask for six", 1.0 / 397_000.0),
];

fn binomial(from: usize, count: usize) -> f64 {
    if count > from {
        return 0.0;
    }
    (0..count).fold(1.0, |ways, taken| {
        ways * f64::from(u32::try_from(from - taken).unwrap()) / f64::from(u32::try_from(taken + 1).unwrap())
    })
}

/// Computes the odds over every distribution of the fourteen trumps to the three non-dealers (each
/// count applies to any of them), the dealer and the pack.
fn exact() -> [f64; 5] {
    let mut odds = [0.0; 5];
    let mut all = 0.0;
    for number in 0..10_000 {
        let counts @ [a, b, c, d] = [number / 1000, number / 100 % 10, number / 10 % 10, number % 10];
        let Some(in_pack) = 14_usize.checked_sub(a + b + c + d) else {
            continue;
        };
        // The number of ways to deal: each hand takes its trumps and its other cards from those
        // left.
        let (mut trumps, mut others, mut ways) = (14, 38, 1.0);
        for count in counts {
            ways *= binomial(trumps, count) * binomial(others, 9 - count);
            trumps -= count;
            others -= 9 - count;
        }
        if in_pack > 16 || ways == 0.0 {
            continue;
        }
        all += ways;
        let asked: usize = [a, b, c].iter().map(|held| 6_usize.saturating_sub(*held)).sum();
        let left = 16_usize.saturating_sub(asked);
        let pool = left + d;
        odds[0] += if pool < 6 { ways } else { 0.0 };
        // The trumps in the pack are anywhere among its sixteen cards; the dealer gets the last
        // ones.
        for more in 0..=left.min(in_pack) {
            let share = binomial(left, more) * binomial(16 - left, in_pack - more) / binomial(16, in_pack);
            if d + more > 6 {
                odds[1] += ways * share;
            }
        }
        odds[2] += if a.max(b).max(c) > 6 { ways } else { 0.0 };
        odds[3] += if asked > 16 { ways } else { 0.0 };
        odds[4] += if a + b + c == 0 { ways } else { 0.0 };
    }
    odds.map(|ways| ways / all)
}

fn simulated(hands: usize) -> [usize; 5] {
    let mut rng = rng(62);
    let new = Game::new("finnish first_dealer=N auto_rob=true".parse().unwrap());
    let mut seen = [0; 5];
    for _ in 0..hands {
        let mut game = new;
        game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap();
        for _ in 0..3 {
            game.act(game.turn().unwrap(), Action::Pass, |_| ()).unwrap();
        }
        let dealer = game.turn().unwrap();
        game.act(dealer, Action::Bid(Bid::MIN), |_| ()).unwrap();
        let suit = Suit::ALL[draw(&mut rng, 4)];
        let trumps = pidro::Trump::from(suit).cards();
        let (mut asked, mut got, mut above_six, mut pool, mut dealers) = (0, 0, false, None, 0);
        game.act(dealer, Action::Trump(suit), |event| match *event {
            Event::Redealt { requested, cards, .. } => {
                asked += usize::from(requested);
                got += cards.len();
            }
            Event::Discarded { cards, by_dealer, .. } => {
                if by_dealer {
                    dealers = 9 - cards.len();
                } else {
                    above_six |= cards.len() < 3;
                }
            }
            Event::Robbed { pool: robbed, .. } => pool = Some(robbed),
            _ => {}
        })
        .unwrap();
        // If the pack has run out, the pool is just the dealer's trumps.
        seen[0] += usize::from(pool.map_or(dealers, CardSet::len) < 6);
        seen[1] += usize::from(pool.map_or(dealers, |pool| (pool & trumps).len()) > 6);
        seen[2] += usize::from(above_six);
        seen[3] += usize::from(got < asked);
        seen[4] += usize::from(asked == 18);
    }
    seen
}

#[test]
fn the_odds_are_reproduced_by_simulation() {
    const HANDS: usize = 2_000_000;
    let exact = exact();
    let seen = simulated(HANDS);
    println!("{:34} {:>12} {:>12} {:>12}", "", "stated", "exact", "simulated");
    for (((what, stated), exact), seen) in STATED.into_iter().zip(exact).zip(seen) {
        let hands = f64::from(u32::try_from(HANDS).unwrap());
        let found = f64::from(u32::try_from(seen).unwrap()) / hands;
        println!(
            "{what:34} {:>11.5}% {:>11.5}% {:>11.5}%",
            stated * 100.0,
            exact * 100.0,
            found * 100.0
        );
        assert!((exact - stated).abs() < stated * 0.01, "{what} is {exact}");
        let error = (exact * (1.0 - exact) / hands).sqrt();
        assert!((found - exact).abs() < 4.5 * error, "{what} came up {seen} times");
    }
}
