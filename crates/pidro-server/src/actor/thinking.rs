//! Bots that think beside the table, which goes on serving.

use std::ops::ControlFlow::{self, Continue};
use std::time::Duration;

use pidro::{Action, Seat};
use pidro_bots::{Level, Limit};
use pidro_table::{Occupant, STAND_IN};
use tokio::task::JoinError;
use tokio::time::{Instant, sleep_until};
use tokio_util::task::AbortOnDropHandle;

use super::TableActor;
use crate::work::{Urgency, WorkError};

/// A bot that thinks.
pub(super) struct Thinking {
    seat: Seat,
    why: Why,
    /// The game that it thinks about: if it is another one, the thought is of no use any more.
    game: u64,
    /// Ends with the table, so that no thought waits for a turn that nobody needs.
    action: AbortOnDropHandle<Result<Option<Action>, WorkError>>,
}

/// Why a bot thinks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// It is its turn, or that of somebody who has gone.
    Turn,
    /// Only bots play, for those who watch.
    Show,
    /// Somebody's time is over.
    TimedOut,
}

/// What a bot has come to.
pub(super) type Thought = (Thinking, Result<Result<Option<Action>, WorkError>, JoinError>);

/// In how many worlds an expert of the server thinks. Measured in work and not in time, a bot plays as
/// well on a busy server as on an idle one.
const WORLDS: Limit = Limit::Worlds(150);

/// A bot as the server lets it think.
const fn with_work_limit(level: Level) -> Level {
    match level {
        Level::Expert(Limit::Time(_)) => Level::Expert(WORLDS),
        Level::Expert(Limit::Worlds(_)) | Level::Basic | Level::Random => level,
    }
}

/// When an answer that is ready now is given: on the beat after it was asked for, the second if it
/// took longer than one, and so on. Only a thought longer than a beat tells anything by its time.
fn next_beat(asked: Instant, now: Instant, beat: Duration) -> Instant {
    if beat.is_zero() {
        return now;
    }
    let beats = now.duration_since(asked).as_nanos() / beat.as_nanos() + 1;
    asked + beat.saturating_mul(u32::try_from(beats).unwrap_or(u32::MAX))
}

/// Waits for the thought, or for ever.
pub(super) async fn done(thinking: &mut Option<Thinking>) -> Thought {
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
    /// Lets the bot think whose turn it is. Bots don't play for nobody.
    pub(super) fn let_bots_think(&mut self) {
        // A decision would end the question whether the last one is taken back.
        let asked = self.room.undo_agreed().is_some();
        let alone = self.room.players().next().is_none();
        if !alone {
            // Somebody has come back, who need not wait until it is the turn of a game of bots.
            self.thinking.take_if(|bot| bot.why == Why::Show);
        }
        if asked || self.thinking.is_some() || self.resting.is_some() {
            return;
        }
        let Some((seat, level)) = self.room.bot_to_move() else {
            return;
        };
        let stands_in = matches!(self.room.seats()[seat], Some(Occupant::Person { .. }));
        let wanted = if stands_in {
            self.anybody_here()
        } else {
            !alone || !self.watchers.is_empty()
        };
        if wanted {
            self.think(seat, level, if alone { Why::Show } else { Why::Turn });
        }
    }

    /// The time of who decides is over: a bot decides this once.
    pub(super) fn think_for_who_is_late(&mut self) {
        if let Some(seat) = self.room.game().and_then(pidro::Game::turn) {
            self.think(seat, STAND_IN, Why::TimedOut);
        }
    }

    fn think(&mut self, seat: Seat, level: Level, why: Why) {
        let Some(game) = self.room.game() else { return };
        let (view, seed) = (game.view(seat), game.fingerprint());
        let (queue, metrics) = (self.context.work.clone(), self.context.metrics.clone());
        let (urgency, beat) = match why {
            Why::Show => (Urgency::Show, self.context.times.show),
            Why::Turn | Why::TimedOut => (Urgency::Game, self.context.times.beat),
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
            let action = queue.work(urgency, think).await;
            sleep_until(next_beat(asked, Instant::now(), beat)).await;
            action
        }));
        self.thinking = Some(Thinking {
            seat,
            why,
            game: seed,
            action,
        });
    }

    /// Does what a bot has come to, if nothing has happened in the meantime.
    pub(super) async fn take_thought(&mut self, (bot, action): Thought) -> ControlFlow<()> {
        // A bot that breaks breaks its table: the supervisor counts how often.
        let action = action.ok().and_then(Result::ok);
        let action = action.expect("bots think without breaking");
        let same = self
            .room
            .game()
            .is_some_and(|game| game.fingerprint() == bot.game);
        let late = bot.why == Why::TimedOut;
        let decides = late || self.room.bot_to_move().is_some_and(|(seat, _)| seat == bot.seat);
        let asked = self.room.undo_agreed().is_some() && !late;
        if !same || !decides || asked {
            return Continue(());
        }
        let entries = action.and_then(|action| self.room.act(bot.seat, action, late).ok());
        assert!(
            entries.is_some(),
            "a bot does what the rules allow: {action:?} at {}",
            bot.seat
        );
        self.by_itself(entries.unwrap_or_default()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_answer_on_the_beat() {
        let (asked, beat) = (Instant::now(), Duration::from_millis(100));
        for (thought, answered) in [(0, 100), (1, 100), (35, 100), (99, 100), (100, 200), (340, 400)] {
            let ready = asked + Duration::from_millis(thought);
            let answer = asked + Duration::from_millis(answered);
            assert_eq!(next_beat(asked, ready, beat), answer, "{thought} ms");
        }
        assert_eq!(next_beat(asked, asked, Duration::ZERO), asked);
    }

    #[test]
    fn no_bot_of_a_server_plays_by_the_clock() {
        for level in Level::ALL.into_iter().chain([STAND_IN]) {
            let limited = with_work_limit(level);
            assert!(!matches!(limited, Level::Expert(Limit::Time(_))), "{level}");
        }
    }
}
