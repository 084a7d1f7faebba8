//! Measures whether something takes time proportional to the length of its input.

use std::time::{Duration, Instant};

/// The length of the second input relative to the first.
const LENGTH_RATIO: usize = 8;
/// The maximum time ratio. Quadratic code takes 64 times as long; linear code stays below this
/// ratio even on a busy machine.
const MAX_TIME_RATIO: u32 = 24;
/// How long and how often to measure, at least, before a test fails.
const MIN_TIME: Duration = Duration::from_secs(20);
const MIN_ROUNDS: usize = 8;

/// Fails unless `read` takes linear time: compares an input with one that is eight times as long.
///
/// Only the fastest of many rounds counts, so that other processes don't affect the result.
#[track_caller]
pub fn assert_linear_time(name: &str, size: usize, make: impl Fn(usize) -> Vec<u8>, read: impl Fn(&[u8])) {
    let (short, long) = (make(size), make(LENGTH_RATIO * size));
    let ratio = long.len() / short.len();
    assert!(
        (LENGTH_RATIO / 2..=2 * LENGTH_RATIO).contains(&ratio),
        "{name}: {ratio} times as long"
    );
    let time = |input: &[u8]| {
        let start = Instant::now();
        read(input);
        start.elapsed()
    };
    let mut best = [Duration::MAX; 2];
    let begun = Instant::now();
    let mut rounds = 0;
    while rounds < MIN_ROUNDS || begun.elapsed() < MIN_TIME {
        rounds += 1;
        best[0] = best[0].min(time(&short));
        best[1] = best[1].min(time(&long));
        if best[1] <= MAX_TIME_RATIO * best[0] {
            return;
        }
    }
    panic!(
        "{name}: {} bytes take {:?}, {} bytes take {:?}",
        short.len(),
        best[0],
        long.len(),
        best[1]
    );
}
