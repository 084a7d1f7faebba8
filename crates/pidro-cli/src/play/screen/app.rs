//! The state of the screen.
//!
//! The game runs ahead of the display: bots decide immediately, and the screen shows their
//! decisions one by one, with a pause before each. The screen shows the game as it was after the
//! first `shown` events.

use std::time::{Duration, Instant};

use pidro::{Event, Game, Legal, Observer, Seat, SeatSet, VisibleCards, VisibleEvent};
use pidro_bots::Hint;
use pidro_text::{StaticText, say, text};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use super::super::HINT_LIMIT;
use super::super::local_game::LocalGame;
use super::choice::Choice;
use crate::background_analysis::BackgroundAnalysis;
use crate::lang::{TextStyle, printable};
use crate::narrator::Narrator;
use crate::scene::Scroll;
use crate::terminal::Screen;

/// How many digits of the commitment fit below the table. The log shows all of them.
const COMMITMENT_DIGITS: usize = 17;

/// What must happen before the next event is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    Nothing,
    /// Wait until this instant.
    Until(Instant),
    /// Wait for a key, so that the player notices the event.
    Key,
}

/// A window that covers the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Overlay {
    Help,
    Log,
}

pub(super) struct App {
    pub(super) local_game: LocalGame,
    pub(super) style: TextStyle,
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
    /// Whether the next event replaces the message instead of extending it.
    pub(super) message_is_old: bool,
    pub(super) overlay: Option<Overlay>,
    /// The scroll position of the overlay or the result.
    pub(super) scroll: Scroll,
    /// Whether the player has pressed `r` once and must confirm.
    pub(super) resigning: bool,
    pub(super) final_analysis: Option<BackgroundAnalysis>,
    pub(super) not_saved: Option<String>,
    pub(super) has_quit: bool,
}

impl App {
    /// Shows a game from its current state.
    pub(super) fn new(local_game: LocalGame, style: TextStyle, pause: Duration) -> App {
        let mut app = App {
            shown: 0,
            wait: Wait::Nothing,
            waited_for: None,
            choice: None,
            at_keyboard: None,
            message: String::new(),
            message_is_old: false,
            overlay: None,
            scroll: Scroll::default(),
            resigning: false,
            final_analysis: None,
            not_saved: None,
            has_quit: false,
            local_game,
            style,
            pause,
        };
        // A new game is shown from its cut on, a resumed game in its current state.
        let log = app.local_game.history().log();
        let begun = log.iter().any(|event| event.action().is_some());
        app.shown = if begun { log.len() } else { 0 };
        app.message = app.commitment(COMMITMENT_DIGITS).unwrap_or_default();
        app
    }

    /// The commitment to the decks, cut to this many digits.
    pub(super) fn commitment(&self, digits: usize) -> Option<String> {
        let commitment = printable(&self.local_game.commitment()?, digits);
        Some(say!(self.style.lang, text::COMMITMENT, commitment = commitment))
    }

    pub(super) fn narrator(&self) -> Narrator<'_> {
        Narrator {
            style: self.style,
            names: self.local_game.names(),
            reader: self.local_game.only_human(),
        }
    }

    /// The game at the event shown last.
    pub(super) fn game(&self) -> Game {
        let history = self.local_game.history();
        history.at_event(self.shown).unwrap_or(*history.game())
    }

    /// Whether every event has been shown.
    fn is_up_to_date(&self) -> bool {
        self.shown >= self.local_game.history().log().len()
    }

    /// Whose view to draw: that of a person who plays alone, or of the one who decides now if
    /// several share the keyboard.
    pub(super) fn observer(&self) -> Observer {
        match (self.local_game.only_human(), &self.choice) {
            (Some(seat), _) => Observer::Seat(seat),
            (None, Some(choice)) => Observer::Seat(choice.seat),
            (None, None) => Observer::Spectator,
        }
    }

    pub(super) fn humans(&self) -> SeatSet {
        self.local_game.humans()
    }

    /// The seat at the bottom of the screen.
    pub(super) fn bottom(&self) -> Seat {
        let first = self.humans().iter().next();
        self.at_keyboard.or(first).unwrap_or(Seat::South)
    }

    /// The person who must take the keyboard before we show any cards.
    pub(super) fn handover_to(&self) -> Option<Seat> {
        let seat = self.local_game.human_turn().filter(|_| self.is_up_to_date())?;
        let needed = self.local_game.only_human().is_none() && self.at_keyboard != Some(seat);
        needed.then_some(seat)
    }

    /// The next event, if it waits for a key.
    pub(super) fn awaits_key(&self) -> Option<&Event> {
        let next = self.local_game.history().log().get(self.shown);
        next.filter(|_| self.wait == Wait::Key)
    }

    pub(super) fn is_over(&self) -> bool {
        self.local_game.game().winner().is_some()
    }

    pub(super) fn file(&self) -> String {
        self.local_game.file().display().to_string()
    }

    pub(super) fn not_saved(&self) -> Option<&str> {
        self.not_saved.as_deref()
    }

    /// What to wait for before showing the next event.
    fn wait_before_next(&self, now: Instant) -> Wait {
        let history = self.local_game.history();
        let pause = Wait::Until(now + self.pause);
        match history.log().get(self.shown) {
            // Give people time to see a full trick, the end of a hand and the choice of the first
            // dealer.
            Some(Event::TrickWon { .. } | Event::GameWon { .. }) => Wait::Key,
            Some(Event::HandDealt { .. }) if self.shown > 0 => Wait::Key,
            Some(Event::Redealt { .. } | Event::Robbed { .. } | Event::WentCold { .. }) => pause,
            Some(event) => match event.action() {
                Some((seat, _)) if !self.humans().contains(seat) => pause,
                _ => Wait::Nothing,
            },
            None => Wait::Nothing,
        }
    }

    /// Shows the next event and appends its description to the message. Omits discards that are the
    /// player's own or hidden.
    fn show_next(&mut self) {
        let (history, observer) = (self.local_game.history(), self.observer());
        let seen = history.log()[self.shown].seen_by(observer, history.game().rules());
        let is_omitted = match seen {
            VisibleEvent::Discarded { seat, cards } => {
                observer == Observer::Seat(seat) || !matches!(cards, VisibleCards::Cards(_))
            }
            _ => false,
        };
        let lines = self
            .narrator()
            .describe_events(history, observer, self.shown, self.shown + 1);
        self.shown += 1;
        for line in lines.iter().filter(|_| !is_omitted) {
            if !self.message.is_empty() {
                self.message += " ";
            }
            self.message += line;
        }
    }

    /// If a person has to decide, offers the choices.
    fn await_decision(&mut self) {
        let Some(seat) = self.local_game.human_turn() else {
            return;
        };
        if self.choice.is_some() || self.handover_to().is_some() {
            return;
        }
        self.at_keyboard = Some(seat);
        let view = self.local_game.game().view(seat);
        let picks = matches!(view.legal, Legal::Keep { .. } | Legal::Kill { .. });
        let suggestion = if picks { Hint::of(&view, HINT_LIMIT) } else { None };
        if suggestion.is_some() {
            self.show_message(text::SUGGESTED);
        }
        self.choice = Some(Choice::new(&view, seat, suggestion.map(|hint| hint.best.action)));
    }

    fn analyse_finished_game(&mut self) {
        if self.final_analysis.is_none() {
            self.scroll = Scroll::default();
            self.final_analysis = Some(BackgroundAnalysis::start(
                self.local_game.history(),
                self.local_game.names(),
            ));
        }
        if let Some(end) = &mut self.final_analysis {
            end.poll();
        }
    }

    pub(super) fn show_message(&mut self, text: StaticText) {
        self.style.lang.get(text).clone_into(&mut self.message);
    }

    pub(super) fn autosave(&mut self) {
        self.report_save(self.local_game.autosave());
    }

    /// Records and reports whether saving succeeded.
    pub(super) fn report_save(&mut self, result: anyhow::Result<()>) {
        self.not_saved = result.err().map(|error| format!("{error:#}"));
        if let Some(reason) = &self.not_saved {
            self.message = say!(self.style.lang, text::NOT_SAVED, reason = reason);
        }
    }
}

impl Screen for App {
    fn next_tick_in(&self, now: Instant) -> Option<Duration> {
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
                self.analyse_finished_game();
                return Ok(());
            } else if self.local_game.advance()? {
                self.autosave();
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
        self.handle_key(key)
    }

    fn has_quit(&self) -> bool {
        self.has_quit
    }
}
