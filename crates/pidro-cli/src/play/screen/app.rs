//! The state of the screen.
//!
//! The game runs ahead of the display: bots decide immediately, and the screen shows their
//! decisions one by one, with a pause before each. The screen shows the game as it was after the
//! first `shown` events.

use std::time::{Duration, Instant};

use pidro::{Event, Game, Legal, Observer, Seat, SeatSet, VisibleCards, VisibleEvent};
use pidro_bots::Hint;
use pidro_text::{Word, say, text};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use super::super::HINT;
use super::super::sitting::LocalGame;
use super::choice::Choice;
use crate::analysing::BackgroundAnalysis;
use crate::lang::{Look, printable};
use crate::scene::Scroll;
use crate::tell::Narrator;
use crate::terminal::Screen;

/// How many digits of the commitment to show below the table; the log shows all of them.
const PROMISED: usize = 17;

/// What must happen before the next event is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    Nothing,
    /// Wait until this instant.
    Until(Instant),
    /// Wait for a key, so that the player notices the event.
    Key,
}

/// The window over the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Over {
    Help,
    Log,
}

pub(super) struct App {
    pub(super) sitting: LocalGame,
    pub(super) look: Look,
    pub(super) pause: Duration,
    /// How many events have been shown.
    pub(super) shown: usize,
    pub(super) wait: Wait,
    /// The index of the event that `wait` belongs to.
    waited_for: Option<usize>,
    pub(super) choice: Option<Choice>,
    /// Who is at the keyboard, if several people share it.
    pub(super) at_keyboard: Option<Seat>,
    /// The response to the last key, or the description of the last events.
    pub(super) message: String,
    /// Whether the next event replaces the message.
    pub(super) message_is_old: bool,
    pub(super) over: Option<Over>,
    /// The scroll position of the window over the table.
    pub(super) scroll: Scroll,
    /// Whether the player has pressed `r` once and must confirm.
    pub(super) resigning: bool,
    pub(super) end: Option<BackgroundAnalysis>,
    pub(super) not_saved: Option<String>,
    pub(super) left: bool,
}

impl App {
    /// Shows a game from its current state.
    pub(super) fn new(sitting: LocalGame, look: Look, pause: Duration) -> App {
        let mut app = App {
            shown: 0,
            wait: Wait::Nothing,
            waited_for: None,
            choice: None,
            at_keyboard: None,
            message: String::new(),
            message_is_old: false,
            over: None,
            scroll: Scroll::default(),
            resigning: false,
            end: None,
            not_saved: None,
            left: false,
            sitting,
            look,
            pause,
        };
        // Show a new game from its cut, and a resumed game in its current state.
        let log = app.sitting.history().log();
        let begun = log.iter().any(|event| event.action().is_some());
        app.shown = if begun { log.len() } else { 0 };
        app.message = app.promise(PROMISED).unwrap_or_default();
        app
    }

    /// The commitment to the decks, cut to this many digits.
    pub(super) fn promise(&self, digits: usize) -> Option<String> {
        let promise = printable(&self.sitting.promise()?, digits);
        Some(say!(self.look.lang, text::PROMISE, commitment = promise))
    }

    pub(super) fn teller(&self) -> Narrator<'_> {
        Narrator {
            look: self.look,
            names: self.sitting.names(),
            reader: self.sitting.alone(),
        }
    }

    /// The game at the event shown last.
    pub(super) fn game(&self) -> Game {
        let history = self.sitting.history();
        history.at_event(self.shown).unwrap_or(*history.game())
    }

    /// Whether every event has been shown.
    fn is_up_to_date(&self) -> bool {
        self.shown >= self.sitting.history().log().len()
    }

    /// Whose view to draw: that of a person who plays alone, or of the one who decides now if
    /// several share the keyboard.
    pub(super) fn observer(&self) -> Observer {
        match (self.sitting.alone(), &self.choice) {
            (Some(seat), _) => Observer::Seat(seat),
            (None, Some(choice)) => Observer::Seat(choice.seat),
            (None, None) => Observer::Spectator,
        }
    }

    pub(super) fn humans(&self) -> SeatSet {
        self.sitting.humans()
    }

    /// The seat at the bottom of the screen.
    pub(super) fn bottom(&self) -> Seat {
        let first = self.humans().iter().next();
        self.at_keyboard.or(first).unwrap_or(Seat::South)
    }

    /// The person who has to take the keyboard before the cards are shown.
    pub(super) fn handed_to(&self) -> Option<Seat> {
        let seat = self.sitting.human_turn().filter(|_| self.is_up_to_date())?;
        let needed = self.sitting.alone().is_none() && self.at_keyboard != Some(seat);
        needed.then_some(seat)
    }

    /// The next event, if it waits for a key.
    pub(super) fn awaits_key(&self) -> Option<&Event> {
        let next = self.sitting.history().log().get(self.shown);
        next.filter(|_| self.wait == Wait::Key)
    }

    pub(super) fn is_over(&self) -> bool {
        self.sitting.game().winner().is_some()
    }

    pub(super) fn file(&self) -> String {
        self.sitting.file().display().to_string()
    }

    pub(super) fn not_saved(&self) -> Option<&str> {
        self.not_saved.as_deref()
    }

    /// What to wait for before showing the next event.
    fn wait_before_next(&self, now: Instant) -> Wait {
        let history = self.sitting.history();
        let moment = Wait::Until(now + self.pause);
        match history.log().get(self.shown) {
            // Give people time to see a full trick, the end of a hand and the choice of the first
            // dealer.
            Some(Event::TrickWon { .. } | Event::GameWon { .. }) => Wait::Key,
            Some(Event::HandDealt { .. }) if self.shown > 0 => Wait::Key,
            Some(Event::Redealt { .. } | Event::Robbed { .. } | Event::WentCold { .. }) => moment,
            Some(event) => match event.action() {
                Some((seat, _)) if !self.humans().contains(seat) => moment,
                _ => Wait::Nothing,
            },
            None => Wait::Nothing,
        }
    }

    /// Shows the next event and adds it to the message, after the events right before it. Omits the
    /// player's own discards and those whose cards are hidden.
    fn show_next(&mut self) {
        let (history, observer) = (self.sitting.history(), self.observer());
        let seen = history.log()[self.shown].seen_by(observer, history.game().rules());
        let untold = match seen {
            VisibleEvent::Discarded { seat, cards } => {
                observer == Observer::Seat(seat) || !matches!(cards, VisibleCards::Cards(_))
            }
            _ => false,
        };
        let told = self.teller().log(history, observer, self.shown, self.shown + 1);
        self.shown += 1;
        for line in told.iter().filter(|_| !untold) {
            if !self.message.is_empty() {
                self.message += " ";
            }
            self.message += line;
        }
    }

    /// Prepares the choice for a person's decision.
    fn await_decision(&mut self) {
        let Some(seat) = self.sitting.human_turn() else {
            return;
        };
        if self.choice.is_some() || self.handed_to().is_some() {
            return;
        }
        self.at_keyboard = Some(seat);
        let view = self.sitting.game().view(seat);
        let picks = matches!(view.legal, Legal::Keep { .. } | Legal::Kill { .. });
        let suggestion = if picks { Hint::of(&view, HINT) } else { None };
        if suggestion.is_some() {
            self.answer(text::SUGGESTED);
        }
        self.choice = Some(Choice::new(&view, seat, suggestion.map(|hint| hint.best.action)));
    }

    fn end_game(&mut self) {
        if self.end.is_none() {
            self.scroll = Scroll::default();
            self.end = Some(BackgroundAnalysis::begin(
                self.sitting.history(),
                self.sitting.names(),
            ));
        }
        if let Some(end) = &mut self.end {
            end.look();
        }
    }

    pub(super) fn answer(&mut self, text: Word) {
        self.look.lang.word(text).clone_into(&mut self.message);
    }

    pub(super) fn keep(&mut self) {
        self.kept(self.sitting.keep());
    }

    /// Records and reports whether saving succeeded.
    pub(super) fn kept(&mut self, done: anyhow::Result<()>) {
        self.not_saved = done.err().map(|error| format!("{error:#}"));
        if let Some(reason) = &self.not_saved {
            self.message = say!(self.look.lang, text::NOT_SAVED, reason = reason);
        }
    }
}

impl Screen for App {
    fn wakes_in(&self, now: Instant) -> Option<Duration> {
        match self.wait {
            Wait::Until(end) => Some(end.saturating_duration_since(now)),
            Wait::Nothing | Wait::Key => None,
        }
    }

    /// Shows events whose pause is over, and lets bots decide.
    fn tick(&mut self, now: Instant) -> anyhow::Result<()> {
        loop {
            match self.wait {
                Wait::Key => return Ok(()),
                Wait::Until(end) if now < end => return Ok(()),
                Wait::Until(_) | Wait::Nothing => self.wait = Wait::Nothing,
            }
            if !self.is_up_to_date() {
                if self.waited_for == Some(self.shown) {
                    if std::mem::take(&mut self.message_is_old) {
                        self.message.clear();
                    }
                    self.show_next();
                } else {
                    self.waited_for = Some(self.shown);
                    self.wait = self.wait_before_next(now);
                    if self.wait != Wait::Nothing {
                        self.message_is_old = true;
                    }
                }
            } else if self.is_over() {
                self.end_game();
                return Ok(());
            } else if self.sitting.go_on()? {
                self.keep();
            } else {
                self.await_decision();
                return Ok(());
            }
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        self.draw_all(frame);
    }

    fn key(&mut self, key: KeyCode) -> anyhow::Result<()> {
        self.press(key)
    }

    fn is_left(&self) -> bool {
        self.left
    }
}
