//! Bots that think beside the table, which goes on serving.

use std::time::Duration;

use pidro::{Action, Seat};
use pidro_bots::Level;
use tokio::task::{JoinError, JoinHandle};
use tokio::time::sleep;

use super::{Goes, Table};
use crate::room::{STAND_IN, Sitter};

/// A bot that thinks.
pub(super) struct Thinking {
    seat: Seat,
    /// Whether it decides for somebody whose time is over.
    late: bool,
    /// The game that it thinks about: if it is another one, the thought is of no use any more.
    game: u64,
    action: JoinHandle<Option<Action>>,
}

/// Why a bot thinks.
#[derive(Clone, Copy)]
enum Why {
    /// It is its turn, or that of somebody who has gone.
    Turn,
    /// Only bots play, for those who watch.
    Show,
    /// Somebody's time is over.
    Late,
}

/// What a bot has come to.
pub(super) type Thought = (Thinking, Result<Option<Action>, JoinError>);

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

impl Table {
    /// Lets the bot think whose turn it is. Bots don't play for nobody.
    pub(super) fn let_bots_think(&mut self) {
        // A decision would end the question whether the last one is taken back.
        let asked = self.room.undo_agreed().is_some();
        if asked || self.thinking.is_some() || self.resting.is_some() {
            return;
        }
        let Some((seat, level)) = self.room.bot_to_move() else {
            return;
        };
        let stands_in = matches!(self.room.seats()[seat], Some(Sitter::Person { .. }));
        let wanted = if stands_in {
            self.anybody_here()
        } else {
            self.room.players().next().is_some() || !self.watchers.is_empty()
        };
        if wanted {
            let alone = self.room.players().next().is_none();
            self.think(seat, level, if alone { Why::Show } else { Why::Turn });
        }
    }

    /// The time of who decides is over: a bot decides this once.
    pub(super) fn think_for_who_is_late(&mut self) {
        if let Some(seat) = self.room.game().and_then(pidro::Game::turn) {
            self.think(seat, STAND_IN, Why::Late);
        }
    }

    fn think(&mut self, seat: Seat, level: Level, why: Why) {
        let Some(game) = self.room.game() else { return };
        let (view, seed) = (game.view(seat), game.fingerprint());
        let (turns, metrics) = (
            self.surroundings.thinking.clone(),
            self.surroundings.metrics.clone(),
        );
        let pause = match why {
            Why::Show => self.surroundings.times.show,
            Why::Turn | Why::Late => Duration::ZERO,
        };
        let action = tokio::spawn(async move {
            sleep(pause).await;
            let _turn = turns.acquire().await.ok()?;
            let begun = std::time::Instant::now();
            let thought = tokio::task::spawn_blocking(move || level.bot(seed).choose(&view));
            let action = thought
                .await
                .unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
            metrics.thinking.observe(begun.elapsed().as_secs_f64());
            action
        });
        self.thinking = Some(Thinking {
            seat,
            late: matches!(why, Why::Late),
            game: seed,
            action,
        });
    }

    /// Does what a bot has come to, if nothing has happened in the meantime.
    pub(super) async fn take_thought(&mut self, (bot, action): Thought) -> Goes {
        let action = match action {
            Ok(action) => action,
            // A bot that breaks breaks its table: the supervisor counts how often.
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        };
        let same = self
            .room
            .game()
            .is_some_and(|game| game.fingerprint() == bot.game);
        let decides = bot.late || self.room.bot_to_move().is_some_and(|(seat, _)| seat == bot.seat);
        let asked = self.room.undo_agreed().is_some() && !bot.late;
        if !same || !decides || asked {
            return Goes::On;
        }
        let entries = action.and_then(|action| self.room.act(bot.seat, action, bot.late).ok());
        assert!(
            entries.is_some(),
            "a bot does what the rules allow: {action:?} at {}",
            bot.seat
        );
        self.by_itself(entries.unwrap_or_default()).await
    }
}
