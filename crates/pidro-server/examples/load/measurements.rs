//! What a load test measures.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::Instant;

/// The measurements.
#[derive(Default)]
pub(crate) struct Measurements {
    /// From a command until all four clients know, in microseconds.
    pub(crate) to_all: Durations,
    /// From a command to its answer.
    pub(crate) to_answer: Durations,
    pub(crate) acknowledged: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) dropped: AtomicU64,
    pub(crate) resumed: AtomicU64,
    pub(crate) snapshots: AtomicU64,
    pub(crate) garbage: AtomicU64,
    pub(crate) duplicates: AtomicU64,
    pub(crate) gaps: AtomicU64,
    pub(crate) over: AtomicUsize,
}

/// Durations, in microseconds.
#[derive(Default)]
pub(crate) struct Durations(Mutex<Vec<u32>>);

impl Durations {
    /// Records how long something took.
    pub(crate) fn record(&self, since: Instant) {
        if let Ok(mut times) = self.0.lock() {
            times.push(u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX));
        }
    }

    pub(crate) fn clear(&self) {
        if let Ok(mut times) = self.0.lock() {
            times.clear();
        }
    }

    /// The median and the high percentiles, as text.
    pub(crate) fn summary(&self) -> String {
        let mut times = self.0.lock().map(|times| times.clone()).unwrap_or_default();
        times.sort_unstable();
        let at = |permille: usize| {
            let place = (times.len() * permille / 1000).min(times.len().saturating_sub(1));
            f64::from(times.get(place).copied().unwrap_or(0)) / 1000.0
        };
        let (median, max) = (at(500), at(1000));
        let count = times.len();
        format!(
            "median {median:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, max {max:.1} ms, of {count}",
            at(990),
            at(999)
        )
    }
}

/// The resident memory of a process, in KB.
pub(crate) fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}
