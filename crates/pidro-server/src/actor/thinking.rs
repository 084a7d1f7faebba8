//! Bots think outside the table task, so that the table keeps serving requests.

use std::ops::ControlFlow::{self, Continue};
use std::time::Duration;

use pidro::{Action, Seat};
use pidro_bots::{Level, SearchLimit};
use pidro_table::{Occupant, STAND_IN};
use tokio::task::JoinError;
use tokio::time::{Instant, sleep_until};
use tokio_util::task::AbortOnDropHandle;

use super::TableActor;
use crate::work::{Priority, WorkError};

/// A bot that is thinking.
pub(super) struct Thinking {
    seat: Seat,
    reason: Reason,
    /// The fingerprint of the game it thinks about. If the game has changed, the result is useless.
    game: u64,
    /// Aborted with the table, so that no bot waits in the queue for nothing.
    action: AbortOnDropHandle<Result<Option<Action>, WorkError>>,
}

/// Why a bot is thinking.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// It is the turn of a bot, or of an absent person.
    Turn,
    /// Only bots are playing, and somebody watches.
    BotsOnly,
    /// A person has run out of time.
    TimedOut,
}

/// A bot's decision.
pub(super) type BotDecision = (Thinking, Result<Result<Option<Action>, WorkError>, JoinError>);

/// How many worlds an expert samples on the server. The limit is an amount of work, not a time, so
/// that bots play equally well on a busy server and on an idle one.
const WORLDS: SearchLimit = SearchLimit::Worlds(150);

/// Replaces a time limit with the server's work limit.
const fn with_work_limit(level: Level) -> Level {
    match level {
        Level::Expert(SearchLimit::Time(_)) => Level::Expert(WORLDS),
        _ => level,
    }
}

/// When to publish a decision that is ready now: one interval after the request, or two if
/// the bot needed longer than one, and so on. Response times then reveal nothing unless a bot
/// thinks for longer than an interval.
fn reply_time(asked: Instant, now: Instant, interval: Duration) -> Instant {
    if interval.is_zero() {
        return now;
    }
    let intervals = now.duration_since(asked).as_nanos() / interval.as_nanos() + 1;
    asked + interval.saturating_mul(u32::try_from(intervals).unwrap_or(u32::MAX))
}

/// Waits for the bot that is thinking; waits forever if there is none.
pub(super) async fn finished(thinking: &mut Option<Thinking>) -> BotDecision {
    let Some(bot) = thinking else {
        return std::future::pending().await;
    };
    let action = (&mut bot.action).await;
    match thinking.take() {
        Some(bot) => (bot, action),
        None => std::future::pending().await,
    }
}

impl TableActor {
    /// Starts the bot whose turn it is. Bots pause while nobody is connected.
    pub(super) fn let_bots_think(&mut self) {
        // A decision would cancel a pending undo request.
        let undo_asked = self.state.undo_agreed().is_some();
        let only_bots = self.state.players().next().is_none();
        if !only_bots {
            // A person has returned and must not wait for a move at the pace and priority of
            // bots-only games.
            self.thinking.take_if(|bot| bot.reason == Reason::BotsOnly);
        }
        if undo_asked || self.thinking.is_some() || self.paused_until.is_some() {
            return;
        }
        let Some((seat, level)) = self.state.bot_to_move() else {
            return;
        };
        let stands_in = matches!(self.state.seats()[seat], Some(Occupant::Person { .. }));
        let wanted = if stands_in {
            self.any_player_connected()
        } else {
            !only_bots || !self.watchers.is_empty()
        };
        if wanted {
            let reason = if only_bots { Reason::BotsOnly } else { Reason::Turn };
            self.think(seat, level, reason);
        }
    }

    /// Lets a bot decide for the person who has run out of time.
    pub(super) fn think_for_timed_out(&mut self) {
        if let Some(seat) = self.state.game().and_then(pidro::Game::turn) {
            self.think(seat, STAND_IN, Reason::TimedOut);
        }
    }

    fn think(&mut self, seat: Seat, level: Level, reason: Reason) {
        let Some(game) = self.state.game() else { return };
        let (view, seed) = (game.view(seat), game.fingerprint());
        let (queue, metrics) = (self.context.work.clone(), self.context.metrics.clone());
        let (priority, interval) = match reason {
            Reason::BotsOnly => (Priority::BotsOnly, self.context.timings.bots_only_pace),
            Reason::Turn | Reason::TimedOut => (Priority::Game, self.context.timings.bot_reply_interval),
        };
        let limited = with_work_limit(level);
        let asked = Instant::now();
        let action = AbortOnDropHandle::new(tokio::spawn(async move {
            let think = move || {
                let begun = std::time::Instant::now();
                let action = limited.bot(seed).choose(&view);
                metrics.thinking.observe(begun.elapsed().as_secs_f64());
                action
            };
            let action = queue.run(priority, think).await;
            sleep_until(reply_time(asked, Instant::now(), interval)).await;
            action
        }));
        self.thinking = Some(Thinking {
            seat,
            reason,
            game: seed,
            action,
        });
    }

    /// Applies a bot's decision, unless the game has changed in the meantime.
    pub(super) async fn apply_bot_decision(&mut self, (bot, action): BotDecision) -> ControlFlow<()> {
        // A bot that panics takes its table down: the supervisor counts how often.
        let action = action.ok().and_then(Result::ok);
        let action = action.expect("bots don't panic");
        let same_game = self
            .state
            .game()
            .is_some_and(|game| game.fingerprint() == bot.game);
        let timed_out = bot.reason == Reason::TimedOut;
        let its_turn = timed_out || self.state.bot_to_move().is_some_and(|(seat, _)| seat == bot.seat);
        let undo_asked = self.state.undo_agreed().is_some() && !timed_out;
        if !same_game || !its_turn || undo_asked {
            return Continue(());
        }
        let events = action.and_then(|action| self.state.act(bot.seat, action, timed_out).ok());
        assert!(
            events.is_some(),
            "a bot makes legal decisions: {action:?} at {}",
            bot.seat
        );
        self.append_unprompted(events.unwrap_or_default()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_reply_at_fixed_intervals() {
        let (asked, interval) = (Instant::now(), Duration::from_millis(100));
        for (thought, answered) in [(0, 100), (1, 100), (35, 100), (99, 100), (100, 200), (340, 400)] {
            let ready = asked + Duration::from_millis(thought);
            let answer = asked + Duration::from_millis(answered);
            assert_eq!(reply_time(asked, ready, interval), answer, "{thought} ms");
        }
        assert_eq!(reply_time(asked, asked, Duration::ZERO), asked);
    }

    #[test]
    fn bots_on_a_server_have_no_time_limit() {
        for level in Level::ALL.into_iter().chain([STAND_IN]) {
            let limited = with_work_limit(level);
            assert!(!matches!(limited, Level::Expert(SearchLimit::Time(_))), "{level}");
        }
    }
}
