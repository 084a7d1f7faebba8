//! CPU-bound work: bots, hints, analyses and password hashing. It runs outside the async tasks,
//! with limited parallelism, most urgent first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

/// The priority of a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Urgency {
    /// A bot in a game with people, who are waiting for it.
    Game,
    /// A login.
    Login,
    /// A page that a user is waiting for.
    Page,
    /// A bot in a game without people.
    Show,
    /// Work that takes seconds, as the user expects.
    Study,
}

impl Urgency {
    /// All priorities, most urgent first.
    const ALL: [Urgency; 5] = [
        Urgency::Game,
        Urgency::Login,
        Urgency::Page,
        Urgency::Show,
        Urgency::Study,
    ];

    /// How many pieces of work may wait. Games need no limit: each table waits for one bot at most.
    const fn most_waiting(self) -> usize {
        match self {
            Urgency::Game | Urgency::Show => usize::MAX,
            // Enough for a club that logs in together.
            Urgency::Login => 64,
            Urgency::Page | Urgency::Study => 16,
        }
    }

    /// How long the work may wait: nobody keeps looking at a page that stays empty. Games never
    /// give up.
    const fn patience(self) -> Duration {
        match self {
            Urgency::Game | Urgency::Show => Duration::MAX,
            Urgency::Login | Urgency::Page => Duration::from_secs(15),
            Urgency::Study => Duration::from_mins(1),
        }
    }

    /// Whether the work can be slow without anybody minding.
    const fn can_wait(self) -> bool {
        matches!(self, Urgency::Show | Urgency::Study)
    }
}

/// Why a piece of work was not completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WorkError {
    /// Too much work of the same priority is waiting, or the wait timed out.
    Busy,
    /// The work panicked.
    Panicked,
}

/// A priority queue for CPU-bound work. Clones share the queue.
#[derive(Clone, Debug)]
pub(crate) struct WorkQueue {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// The maximum number of pieces of work that run at once.
    turns: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    /// How many of the running pieces can wait.
    running_idly: usize,
    waiting: [VecDeque<oneshot::Sender<Turn>>; Urgency::ALL.len()],
}

/// Permission to run. Dropping it starts the next piece of work.
#[derive(Debug)]
struct Turn {
    urgency: Urgency,
    inner: Arc<Inner>,
}

impl WorkQueue {
    /// A queue that runs up to `turns` pieces of work at once.
    pub(crate) fn new(turns: usize) -> WorkQueue {
        WorkQueue {
            inner: Arc::new(Inner {
                turns: turns.max(1),
                state: Mutex::default(),
            }),
        }
    }

    /// A queue that uses all processors. On a single processor it still runs two pieces at once, so
    /// that an analysis can't block games until it is finished.
    pub(crate) fn for_all_processors() -> WorkQueue {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        WorkQueue::new(processors.max(2))
    }

    /// Runs `work` when it is its turn. Once started, it keeps its turn until it is done, even if
    /// the caller has gone.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        urgency: Urgency,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let turn = timeout(urgency.patience(), self.turn(urgency)?).await;
        let Ok(Ok(turn)) = turn else {
            return Err(WorkError::Busy);
        };
        let work = move || {
            let done = work();
            drop(turn);
            done
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|_| WorkError::Panicked)
    }

    fn turn(&self, urgency: Urgency) -> Result<oneshot::Receiver<Turn>, WorkError> {
        let (next, turn) = oneshot::channel();
        let mut state = self.inner.state();
        let waiting = &mut state.waiting[urgency as usize];
        // Drop the callers that have gone.
        waiting.retain(|waits| !waits.is_closed());
        if waiting.len() >= urgency.most_waiting() {
            return Err(WorkError::Busy);
        }
        waiting.push_back(next);
        drop(state);
        Inner::go_on(&self.inner);
        Ok(turn)
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts waiting work, most urgent first, while there are free turns.
    fn go_on(inner: &Arc<Inner>) {
        while let Some((urgency, next)) = inner.next() {
            let turn = Turn {
                urgency,
                inner: Arc::clone(inner),
            };
            // If the caller has gone, this drops the turn and frees it for the next one.
            let _ = next.send(turn);
        }
    }

    fn next(&self) -> Option<(Urgency, oneshot::Sender<Turn>)> {
        let mut state = self.state();
        if state.running == self.turns {
            return None;
        }
        // Low-priority work leaves one turn free, so that no game waits for an analysis.
        let idly = state.running_idly < self.turns.saturating_sub(1).max(1);
        let urgency = Urgency::ALL
            .into_iter()
            .find(|urgency| !state.waiting[*urgency as usize].is_empty() && (idly || !urgency.can_wait()))?;
        let next = state.waiting[urgency as usize].pop_front()?;
        state.running += 1;
        state.running_idly += usize::from(urgency.can_wait());
        Some((urgency, next))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.inner.state();
        state.running -= 1;
        state.running_idly -= usize::from(self.urgency.can_wait());
        drop(state);
        Inner::go_on(&self.inner);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Starts work that runs until the returned sender is dropped.
    async fn busy(queue: &WorkQueue, urgency: Urgency) -> mpsc::Sender<()> {
        let (end, ended) = mpsc::channel::<()>();
        let (begun, begins) = oneshot::channel();
        let queue = queue.clone();
        tokio::spawn(async move {
            let work = move || {
                let _ = begun.send(());
                let _ = ended.recv();
            };
            queue.work(urgency, work).await
        });
        begins.await.unwrap();
        end
    }

    #[tokio::test]
    async fn the_most_urgent_comes_first() {
        let queue = WorkQueue::new(1);
        let first = busy(&queue, Urgency::Game).await;
        let (order, done) = mpsc::channel();
        let mut works = Vec::new();
        for urgency in [Urgency::Study, Urgency::Show, Urgency::Game, Urgency::Page] {
            let (order, waits) = (order.clone(), queue.turn(urgency).unwrap());
            works.push(tokio::spawn(async move {
                let turn = waits.await.unwrap();
                order.send(turn.urgency).unwrap();
            }));
        }
        drop(first);
        for work in works {
            work.await.unwrap();
        }
        let order: Vec<Urgency> = done.try_iter().collect();
        assert_eq!(
            order,
            [Urgency::Game, Urgency::Page, Urgency::Show, Urgency::Study]
        );
    }

    #[tokio::test]
    async fn a_game_never_waits_for_analyses() {
        let queue = WorkQueue::new(2);
        let _one = busy(&queue, Urgency::Study).await;
        let mut another = queue.turn(Urgency::Study).unwrap();
        assert!(another.try_recv().is_err(), "one turn is left to games");
        assert_eq!(queue.work(Urgency::Game, || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn only_so_many_wait() {
        let queue = WorkQueue::new(1);
        let _first = busy(&queue, Urgency::Game).await;
        let mut waiting: Vec<_> = (0..16).map(|_| queue.turn(Urgency::Page).unwrap()).collect();
        assert_eq!(queue.turn(Urgency::Page).unwrap_err(), WorkError::Busy);
        // Dropping a receiver makes room.
        waiting.pop();
        assert!(queue.turn(Urgency::Page).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever_but_games() {
        let queue = WorkQueue::new(1);
        let turn = queue.turn(Urgency::Game).unwrap().await.unwrap();
        for urgency in [Urgency::Login, Urgency::Page, Urgency::Study] {
            assert_eq!(
                queue.work(urgency, || 7).await,
                Err(WorkError::Busy),
                "{urgency:?}"
            );
        }
        let game = tokio::spawn({
            let queue = queue.clone();
            async move { queue.work(Urgency::Game, || 7).await }
        });
        tokio::time::sleep(Duration::from_hours(1)).await;
        drop(turn);
        assert_eq!(game.await.unwrap(), Ok(7));
    }

    #[tokio::test]
    async fn work_that_breaks_gives_its_turn_back() {
        let queue = WorkQueue::new(1);
        let broke = queue.work(Urgency::Game, || panic!("a test wants it")).await;
        assert_eq!(broke, Err::<(), _>(WorkError::Panicked));
        assert_eq!(queue.work(Urgency::Game, || 7).await, Ok(7));
    }
}
