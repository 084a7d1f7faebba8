//! A background analysis, made while the screen shows something else.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

use pidro::{BySeat, History};
use pidro_bots::{Analysis, SearchLimit};

/// How many worlds to sample for each decision.
pub(crate) const WORLDS: SearchLimit = SearchLimit::Worlds(100);

pub(crate) struct BackgroundAnalysis {
    events: usize,
    done: Arc<AtomicUsize>,
    work: Option<JoinHandle<Analysis>>,
    /// The result, once it is ready.
    pub(crate) analysis: Option<Analysis>,
}

impl BackgroundAnalysis {
    pub(crate) fn begin(history: &History, names: &BySeat<String>) -> BackgroundAnalysis {
        let (history, names) = (history.clone(), names.clone());
        let done = Arc::new(AtomicUsize::new(0));
        let told = Arc::clone(&done);
        BackgroundAnalysis {
            events: history.log().len(),
            done,
            work: Some(thread::spawn(move || {
                Analysis::of(&history, &names, WORLDS, |event| {
                    told.store(event, Ordering::Relaxed);
                })
            })),
            analysis: None,
        }
    }

    /// Fetches the result if the analysis has finished.
    pub(crate) fn look(&mut self) {
        if let Some(work) = self.work.take_if(|work| work.is_finished()) {
            self.analysis = work.join().ok();
        }
    }

    /// The analysed part of the game, in per cent.
    pub(crate) fn percent(&self) -> usize {
        100 * self.done.load(Ordering::Relaxed) / self.events.max(1)
    }
}
