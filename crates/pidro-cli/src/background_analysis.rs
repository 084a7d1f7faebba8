//! Analyses a game in a background thread, while the screen stays responsive.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

use pidro::{BySeat, History};
use pidro_bots::{Analysis, SearchLimit};

/// How many worlds to sample for each decision.
pub(crate) const ANALYSIS_LIMIT: SearchLimit = SearchLimit::Worlds(100);

pub(crate) struct BackgroundAnalysis {
    /// How many events the game has.
    events: usize,
    /// How many of them have been analysed.
    done: Arc<AtomicUsize>,
    thread: Option<JoinHandle<Analysis>>,
    /// The result, once it is ready.
    pub(crate) analysis: Option<Analysis>,
}

impl BackgroundAnalysis {
    pub(crate) fn start(history: &History, names: &BySeat<String>) -> BackgroundAnalysis {
        let (history, names) = (history.clone(), names.clone());
        let done = Arc::new(AtomicUsize::new(0));
        let progress = Arc::clone(&done);
        BackgroundAnalysis {
            events: history.log().len(),
            done,
            thread: Some(thread::spawn(move || {
                Analysis::of(&history, &names, ANALYSIS_LIMIT, |event| {
                    progress.store(event, Ordering::Relaxed);
                })
            })),
            analysis: None,
        }
    }

    /// Fetches the result if the analysis has finished.
    pub(crate) fn poll(&mut self) {
        if let Some(thread) = self.thread.take_if(|thread| thread.is_finished()) {
            self.analysis = thread.join().ok();
        }
    }

    /// The progress in per cent.
    pub(crate) fn percent(&self) -> usize {
        100 * self.done.load(Ordering::Relaxed) / self.events.max(1)
    }
}
