//! Where work that takes a processor is done, beside the tasks that must not wait.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::error::ApiError;
use crate::table::Failure;

/// Does some work at once, lets some wait, and turns the rest away.
pub(super) struct Desk {
    turns: Arc<Semaphore>,
    queue: Semaphore,
}

impl Desk {
    pub(super) fn new(at_once: usize, waiting: usize) -> Desk {
        Desk {
            turns: Arc::new(Semaphore::new(at_once)),
            queue: Semaphore::new(waiting),
        }
    }

    /// Works something out. Work that has begun keeps its turn to its end, also when nobody waits for it any more.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self.queue.try_acquire().map_err(|_| ApiError::TooMany)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|_| Failure::Closing)?;
        let work = move || {
            let done = work();
            drop(turn);
            done
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|_| Failure::Broken.into())
    }
}
