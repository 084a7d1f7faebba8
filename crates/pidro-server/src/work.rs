//! CPU-bound work: bots, hints, analyses and password hashing. All of it goes through one queue,
//! which runs it outside the async tasks, with limited parallelism, most urgent first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

/// How many passwords are hashed at once. Each takes a processor for a while, and 19 MB of memory.
pub(crate) const LOGINS_AT_ONCE: usize = 2;

/// The priority of a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Urgency {
    /// A bot in a game with people, who are waiting for it.
    Game,
    /// The hash of a password. Logins have turns of their own: a server that is busy with games
    /// must not lock people out, and many logins must not hold up games.
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

    /// Whether the work shares its turns with all other urgencies that do.
    const fn shares_turns(self) -> bool {
        !matches!(self, Urgency::Login)
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
    /// How many pieces of work run at once, apart from logins.
    turns: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How many pieces of work of each urgency are running.
    running: [usize; Urgency::ALL.len()],
    waiting: [VecDeque<oneshot::Sender<Turn>>; Urgency::ALL.len()],
}

impl State {
    fn count_running(&self, counts: impl Fn(Urgency) -> bool) -> usize {
        let urgencies = Urgency::ALL.into_iter().filter(|urgency| counts(*urgency));
        urgencies.map(|urgency| self.running[urgency as usize]).sum()
    }

    /// Whether work of this urgency may start now.
    fn has_turn(&self, urgency: Urgency, turns: usize) -> bool {
        if !urgency.shares_turns() {
            return self.running[urgency as usize] < LOGINS_AT_ONCE;
        }
        // Work that can wait leaves one turn free, so that no game waits for an analysis.
        let leaves_one_free = self.count_running(Urgency::can_wait) < turns.saturating_sub(1).max(1);
        self.count_running(Urgency::shares_turns) < turns && (leaves_one_free || !urgency.can_wait())
    }
}

/// Permission to run. Dropping it starts the next piece of work.
#[derive(Debug)]
struct Turn {
    urgency: Urgency,
    inner: Arc<Inner>,
}

impl WorkQueue {
    /// A queue that runs up to `turns` pieces of work at once, and beside them
    /// [`LOGINS_AT_ONCE`] logins.
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
    pub(crate) async fn run<T: Send + 'static>(
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
        // Callers that have gone leave their place to others.
        waiting.retain(|caller| !caller.is_closed());
        if waiting.len() >= urgency.most_waiting() {
            return Err(WorkError::Busy);
        }
        waiting.push_back(next);
        drop(state);
        Inner::start_waiting(&self.inner);
        Ok(turn)
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts waiting work, most urgent first, while there are free turns.
    fn start_waiting(inner: &Arc<Inner>) {
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
        let urgency = Urgency::ALL.into_iter().find(|urgency| {
            !state.waiting[*urgency as usize].is_empty() && state.has_turn(*urgency, self.turns)
        })?;
        let next = state.waiting[urgency as usize].pop_front()?;
        state.running[urgency as usize] += 1;
        Some((urgency, next))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.inner.state().running[self.urgency as usize] -= 1;
        Inner::start_waiting(&self.inner);
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
            queue.run(urgency, work).await
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
        assert!(another.try_recv().is_err(), "one turn is reserved for games");
        assert_eq!(queue.run(Urgency::Game, || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn logins_and_games_do_not_wait_for_each_other() {
        let queue = WorkQueue::new(1);
        let game = busy(&queue, Urgency::Game).await;
        let mut logins = Vec::new();
        for _ in 0..LOGINS_AT_ONCE {
            logins.push(busy(&queue, Urgency::Login).await);
        }
        let mut another = queue.turn(Urgency::Login).unwrap();
        assert!(
            another.try_recv().is_err(),
            "only so many passwords are hashed at once"
        );
        drop(game);
        assert_eq!(queue.run(Urgency::Game, || 7).await, Ok(7));
        logins.pop();
        assert!(another.await.is_ok());
    }

    #[tokio::test]
    async fn the_number_of_waiting_callers_is_limited() {
        let queue = WorkQueue::new(1);
        let _first = busy(&queue, Urgency::Game).await;
        let mut waiting: Vec<_> = (0..16).map(|_| queue.turn(Urgency::Page).unwrap()).collect();
        assert_eq!(queue.turn(Urgency::Page).unwrap_err(), WorkError::Busy);
        // Dropping a receiver makes room.
        waiting.pop();
        assert!(queue.turn(Urgency::Page).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn only_games_wait_without_a_limit() {
        let queue = WorkQueue::new(1);
        let turn = queue.turn(Urgency::Game).unwrap().await.unwrap();
        let mut logins = Vec::new();
        for _ in 0..LOGINS_AT_ONCE {
            logins.push(queue.turn(Urgency::Login).unwrap().await.unwrap());
        }
        for urgency in [Urgency::Login, Urgency::Page, Urgency::Study] {
            assert_eq!(
                queue.run(urgency, || 7).await,
                Err(WorkError::Busy),
                "{urgency:?}"
            );
        }
        let game = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(Urgency::Game, || 7).await }
        });
        tokio::time::sleep(Duration::from_hours(1)).await;
        drop(turn);
        assert_eq!(game.await.unwrap(), Ok(7));
    }

    #[tokio::test]
    async fn work_that_panics_returns_its_turn() {
        let queue = WorkQueue::new(1);
        let panicked = queue.run(Urgency::Game, || panic!("a test wants it")).await;
        assert_eq!(panicked, Err::<(), _>(WorkError::Panicked));
        assert_eq!(queue.run(Urgency::Game, || 7).await, Ok(7));
    }
}
