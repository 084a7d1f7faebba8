//! CPU-bound work: bots, hints, analyses and password hashing. All of it goes through one queue,
//! which runs it outside the async tasks, with limited parallelism, highest priority first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

/// How many passwords are hashed at once. Each takes a processor for a while, and 19 MB of memory.
pub(crate) const MAX_RUNNING_LOGINS: usize = 2;

/// The priority of a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// A bot in a game with people, who are waiting for it.
    Game,
    /// The hash of a password. Logins have their own limit: a server that is busy with games must
    /// not lock people out, and many logins must not hold up games.
    Login,
    /// A response that a user is waiting for.
    Interactive,
    /// A bot in a game without people.
    BotsOnly,
    /// An analysis: it takes seconds, and the user knows that.
    Analysis,
}

impl Priority {
    /// All priorities, highest first.
    const ALL: [Priority; 5] = [
        Priority::Game,
        Priority::Login,
        Priority::Interactive,
        Priority::BotsOnly,
        Priority::Analysis,
    ];

    /// How many pieces of work may wait. Games need no limit: each table waits for one bot at most.
    const fn max_waiting(self) -> usize {
        match self {
            Priority::Game | Priority::BotsOnly => usize::MAX,
            // Enough for a club that logs in together.
            Priority::Login => 64,
            Priority::Interactive | Priority::Analysis => 16,
        }
    }

    /// How long the work may wait before it fails. Bots wait without a limit.
    const fn timeout(self) -> Duration {
        match self {
            Priority::Game | Priority::BotsOnly => Duration::MAX,
            Priority::Login | Priority::Interactive => Duration::from_secs(15),
            Priority::Analysis => Duration::from_mins(1),
        }
    }

    /// Whether the work runs in the background, where nobody minds if it is slow.
    const fn is_background(self) -> bool {
        matches!(self, Priority::BotsOnly | Priority::Analysis)
    }

    /// Whether the work counts towards the common limit of running work.
    const fn shares_limit(self) -> bool {
        !matches!(self, Priority::Login)
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
    /// How many pieces of work may run at once, apart from logins.
    max_running: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How many pieces of work of each priority are running.
    running: [usize; Priority::ALL.len()],
    waiting: [VecDeque<oneshot::Sender<RunPermit>>; Priority::ALL.len()],
}

impl State {
    fn count_running(&self, counts: impl Fn(Priority) -> bool) -> usize {
        let priorities = Priority::ALL.into_iter().filter(|priority| counts(*priority));
        priorities.map(|priority| self.running[priority as usize]).sum()
    }

    /// Whether work of this priority may start now.
    fn may_start(&self, priority: Priority, max_running: usize) -> bool {
        if !priority.shares_limit() {
            return self.running[priority as usize] < MAX_RUNNING_LOGINS;
        }
        // Background work leaves room for one other piece, so that no game waits for an analysis.
        let max_background = max_running.saturating_sub(1).max(1);
        let leaves_room = self.count_running(Priority::is_background) < max_background;
        self.count_running(Priority::shares_limit) < max_running && (leaves_room || !priority.is_background())
    }
}

/// Permission to run. Dropping it starts the next piece of work.
#[derive(Debug)]
struct RunPermit {
    priority: Priority,
    inner: Arc<Inner>,
}

impl WorkQueue {
    /// A queue that runs up to `max_running` pieces of work at once, and besides them up to
    /// [`MAX_RUNNING_LOGINS`] logins.
    pub(crate) fn new(max_running: usize) -> WorkQueue {
        WorkQueue {
            inner: Arc::new(Inner {
                max_running: max_running.max(1),
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

    /// Runs `work` as soon as it gets a permit. Work that has started keeps its permit until it is
    /// done, even if the caller has gone.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        priority: Priority,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let permit = timeout(priority.timeout(), self.request_permit(priority)?).await;
        let Ok(Ok(permit)) = permit else {
            return Err(WorkError::Busy);
        };
        let work = move || {
            let done = work();
            drop(permit);
            done
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|_| WorkError::Panicked)
    }

    fn request_permit(&self, priority: Priority) -> Result<oneshot::Receiver<RunPermit>, WorkError> {
        let (sender, permit) = oneshot::channel();
        let mut state = self.inner.state();
        let waiting = &mut state.waiting[priority as usize];
        // Callers that have gone leave their place to others.
        waiting.retain(|caller| !caller.is_closed());
        if waiting.len() >= priority.max_waiting() {
            return Err(WorkError::Busy);
        }
        waiting.push_back(sender);
        drop(state);
        Inner::grant_permits(&self.inner);
        Ok(permit)
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets waiting work start, highest priority first, as far as the limits allow.
    fn grant_permits(inner: &Arc<Inner>) {
        while let Some((priority, next)) = inner.next() {
            let permit = RunPermit {
                priority,
                inner: Arc::clone(inner),
            };
            // If the caller has gone, this drops the permit, which goes to the next one.
            let _ = next.send(permit);
        }
    }

    fn next(&self) -> Option<(Priority, oneshot::Sender<RunPermit>)> {
        let mut state = self.state();
        let priority = Priority::ALL.into_iter().find(|priority| {
            !state.waiting[*priority as usize].is_empty() && state.may_start(*priority, self.max_running)
        })?;
        let next = state.waiting[priority as usize].pop_front()?;
        state.running[priority as usize] += 1;
        Some((priority, next))
    }
}

impl Drop for RunPermit {
    fn drop(&mut self) {
        self.inner.state().running[self.priority as usize] -= 1;
        Inner::grant_permits(&self.inner);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Starts work that runs until the returned sender is dropped.
    async fn busy(queue: &WorkQueue, priority: Priority) -> mpsc::Sender<()> {
        let (end, ended) = mpsc::channel::<()>();
        let (begun, begins) = oneshot::channel();
        let queue = queue.clone();
        tokio::spawn(async move {
            let work = move || {
                let _ = begun.send(());
                let _ = ended.recv();
            };
            queue.run(priority, work).await
        });
        begins.await.unwrap();
        end
    }

    #[tokio::test]
    async fn the_highest_priority_comes_first() {
        let queue = WorkQueue::new(1);
        let first = busy(&queue, Priority::Game).await;
        let (order, done) = mpsc::channel();
        let mut works = Vec::new();
        for priority in [
            Priority::Analysis,
            Priority::BotsOnly,
            Priority::Game,
            Priority::Interactive,
        ] {
            let (order, waits) = (order.clone(), queue.request_permit(priority).unwrap());
            works.push(tokio::spawn(async move {
                let permit = waits.await.unwrap();
                order.send(permit.priority).unwrap();
            }));
        }
        drop(first);
        for work in works {
            work.await.unwrap();
        }
        let order: Vec<Priority> = done.try_iter().collect();
        assert_eq!(
            order,
            [
                Priority::Game,
                Priority::Interactive,
                Priority::BotsOnly,
                Priority::Analysis
            ]
        );
    }

    #[tokio::test]
    async fn a_game_never_waits_for_analyses() {
        let queue = WorkQueue::new(2);
        let _one = busy(&queue, Priority::Analysis).await;
        let mut another = queue.request_permit(Priority::Analysis).unwrap();
        assert!(another.try_recv().is_err(), "one place is reserved for games");
        assert_eq!(queue.run(Priority::Game, || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn logins_and_games_do_not_wait_for_each_other() {
        let queue = WorkQueue::new(1);
        let game = busy(&queue, Priority::Game).await;
        let mut logins = Vec::new();
        for _ in 0..MAX_RUNNING_LOGINS {
            logins.push(busy(&queue, Priority::Login).await);
        }
        let mut another = queue.request_permit(Priority::Login).unwrap();
        assert!(
            another.try_recv().is_err(),
            "the number of running hashes is limited"
        );
        drop(game);
        assert_eq!(queue.run(Priority::Game, || 7).await, Ok(7));
        logins.pop();
        assert!(another.await.is_ok());
    }

    #[tokio::test]
    async fn the_number_of_waiting_callers_is_limited() {
        let queue = WorkQueue::new(1);
        let _first = busy(&queue, Priority::Game).await;
        let mut waiting: Vec<_> = (0..16)
            .map(|_| queue.request_permit(Priority::Interactive).unwrap())
            .collect();
        assert_eq!(
            queue.request_permit(Priority::Interactive).unwrap_err(),
            WorkError::Busy
        );
        // Dropping a receiver makes room.
        waiting.pop();
        assert!(queue.request_permit(Priority::Interactive).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn only_games_wait_without_a_limit() {
        let queue = WorkQueue::new(1);
        let permit = queue.request_permit(Priority::Game).unwrap().await.unwrap();
        let mut logins = Vec::new();
        for _ in 0..MAX_RUNNING_LOGINS {
            logins.push(queue.request_permit(Priority::Login).unwrap().await.unwrap());
        }
        for priority in [Priority::Login, Priority::Interactive, Priority::Analysis] {
            assert_eq!(
                queue.run(priority, || 7).await,
                Err(WorkError::Busy),
                "{priority:?}"
            );
        }
        let game = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(Priority::Game, || 7).await }
        });
        tokio::time::sleep(Duration::from_hours(1)).await;
        drop(permit);
        assert_eq!(game.await.unwrap(), Ok(7));
    }

    #[tokio::test]
    async fn work_that_panics_returns_its_permit() {
        let queue = WorkQueue::new(1);
        let panicked = queue.run(Priority::Game, || panic!("injected by a test")).await;
        assert_eq!(panicked, Err::<(), _>(WorkError::Panicked));
        assert_eq!(queue.run(Priority::Game, || 7).await, Ok(7));
    }
}
