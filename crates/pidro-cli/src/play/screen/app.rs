//! The state of the screen, and what keys do to it.
//!
//! The game runs ahead of what is shown: bots decide at once, and their decisions are shown one after the other, each
//! after a pause. What is shown is the game as it was after so many events.

use std::time::{Duration, Instant};

use pidro::{Action, Event, Game, Legal, Observer, Seat, Seats};
use pidro_bots::Hint;
use ratatui::crossterm::event::KeyCode;

use super::super::sitting::{Setup, Sitting};
use super::super::{HINT, undo};
use super::choice::{Choice, Typed};
use crate::analysing::Analysing;
use crate::lang::Look;
use crate::lang::text::{self, Text};
use crate::tell::Teller;

/// What the next event waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wait {
    Nothing,
    /// This moment.
    Until(Instant),
    /// A key: it must have been seen.
    Key,
}

/// What lies over the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Over {
    Help,
    /// The log, scrolled back by so many lines.
    Log(usize),
}

pub(super) struct App {
    pub(super) sitting: Sitting,
    setup: Setup,
    pub(super) look: Look,
    pause: Duration,
    /// How many events have been shown.
    pub(super) shown: usize,
    wait: Wait,
    /// The event that has been waited for.
    waited_for: Option<usize>,
    pub(super) choice: Option<Choice>,
    /// Who is at the keyboard, where several people share it.
    pub(super) at_keyboard: Option<Seat>,
    /// What has been answered to the last key, or told last.
    pub(super) message: String,
    /// Whether what happens next takes its place.
    message_is_old: bool,
    pub(super) over: Option<Over>,
    /// Whether somebody is about to resign.
    resigning: bool,
    pub(super) end: Option<Analysing>,
    not_saved: Option<String>,
    pub(super) left: bool,
}

impl App {
    /// A game that goes on where it stands.
    pub(super) fn new(sitting: Sitting, setup: Setup, look: Look, pause: Duration) -> App {
        let mut app = App {
            shown: 0,
            wait: Wait::Nothing,
            waited_for: None,
            choice: None,
            at_keyboard: None,
            message: String::new(),
            message_is_old: true,
            over: None,
            resigning: false,
            end: None,
            not_saved: None,
            left: false,
            sitting,
            setup,
            look,
            pause,
        };
        // A new game is shown from its cut on, one that was left as it was left.
        let log = app.sitting.history().log();
        let begun = log.iter().any(|event| event.action().is_some());
        app.shown = if begun { log.len() } else { 0 };
        app.message = app.sitting.promise().map_or(String::new(), |promise| {
            look.lang.say(text::PROMISE, &[("commitment", &promise)])
        });
        app.save();
        app
    }

    pub(super) const fn teller(&self) -> Teller<'_> {
        Teller {
            look: self.look,
            names: self.sitting.names(),
        }
    }

    /// The game as it is shown.
    pub(super) fn game(&self) -> Game {
        let history = self.sitting.history();
        history.at_event(self.shown).unwrap_or(*history.game())
    }

    /// Whether everything that has happened is shown.
    fn is_up_to_date(&self) -> bool {
        self.shown >= self.sitting.history().log().len()
    }

    /// Who looks at the screen: a person who plays alone or, where several do, the one who decides now.
    pub(super) fn eyes(&self) -> Observer {
        match (self.alone(), &self.choice) {
            (Some(seat), _) => Observer::Seat(seat),
            (None, Some(choice)) => Observer::Seat(choice.seat),
            (None, None) => Observer::Spectator,
        }
    }

    pub(super) fn humans(&self) -> Seats {
        self.sitting.humans()
    }

    fn alone(&self) -> Option<Seat> {
        let humans = self.humans();
        humans.iter().next().filter(|_| humans.len() == 1)
    }

    /// Who sits at the bottom of the screen.
    pub(super) fn bottom(&self) -> Seat {
        let first = self.humans().iter().next();
        self.at_keyboard.or(first).unwrap_or(Seat::South)
    }

    /// The person who has to take the keyboard before the cards are shown.
    pub(super) fn handed_to(&self) -> Option<Seat> {
        let seat = self.sitting.human_turn().filter(|_| self.is_up_to_date())?;
        let needed = self.alone().is_none() && self.at_keyboard != Some(seat);
        needed.then_some(seat)
    }

    /// The event that waits for a key until it is shown.
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

    /// How long nothing changes by itself.
    pub(super) fn wakes_in(&self, now: Instant) -> Option<Duration> {
        match self.wait {
            Wait::Until(end) => Some(end.saturating_duration_since(now)),
            Wait::Nothing | Wait::Key => None,
        }
    }

    /// Lets happen what is due: shows events whose pause is over, and lets bots decide.
    pub(super) fn tick(&mut self, now: Instant) -> anyhow::Result<()> {
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
                self.save();
            } else {
                self.await_decision();
                return Ok(());
            }
        }
    }

    /// What the next event waits for before it is shown.
    fn wait_before_next(&self, now: Instant) -> Wait {
        let history = self.sitting.history();
        let moment = Wait::Until(now + self.pause);
        match history.log().get(self.shown) {
            // A trick lies there until it has been seen, and so does the end of a hand, and who deals first.
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

    /// Shows an event and tells it: together with what came right before it, but without the discards.
    fn show_next(&mut self) {
        let discard = matches!(
            self.sitting.history().log().get(self.shown),
            Some(Event::Discarded { .. })
        );
        let told = self
            .teller()
            .log(self.sitting.history(), self.eyes(), self.shown, self.shown + 1);
        self.shown += 1;
        for line in told.iter().filter(|_| !discard) {
            if !self.message.is_empty() {
                self.message += " ";
            }
            self.message += line;
        }
    }

    /// Makes ready for the decision of a person.
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
            self.end = Some(Analysing::begin(self.sitting.history(), self.sitting.names()));
        }
        if let Some(end) = &mut self.end {
            end.look();
        }
    }

    fn answer(&mut self, text: Text) {
        self.look.lang.word(text).clone_into(&mut self.message);
    }

    fn save(&mut self) {
        self.not_saved = self.sitting.save().err().map(|error| format!("{error:#}"));
        if let Some(reason) = &self.not_saved {
            self.message = self.look.lang.say(text::NOT_SAVED, &[("reason", reason)]);
        }
    }

    /// What a key does.
    pub(super) fn key(&mut self, key: KeyCode) -> anyhow::Result<()> {
        let resigning = std::mem::take(&mut self.resigning);
        if self.over.is_some() {
            self.key_over(key);
            return Ok(());
        }
        if let (Some(choice), KeyCode::Char(letter)) = (&mut self.choice, key) {
            match choice.letter(letter) {
                Typed::Taken => return Ok(()),
                Typed::Wrong(word) => {
                    self.message = self.look.lang.say(text::NO_SUCH_CARD, &[("word", &word)]);
                    return Ok(());
                }
                Typed::Other => {}
            }
        }
        match key {
            KeyCode::Char('q') => self.left = true,
            KeyCode::Char('?') => self.over = Some(Over::Help),
            KeyCode::Char('l') => self.over = Some(Over::Log(0)),
            KeyCode::Char('s') => self.save_aloud(),
            KeyCode::Char('u') if !self.is_over() => self.take_back(),
            KeyCode::Char('h') => self.give_hint(),
            KeyCode::Char('t') => self.tell_last_trick(),
            KeyCode::Char('c') => self.act(Action::Claim),
            KeyCode::Char('r') if resigning => self.act(Action::Resign),
            KeyCode::Char('r') if !self.is_over() => {
                self.resigning = true;
                self.answer(text::RESIGN_SURE);
            }
            KeyCode::Char('n') if self.end.is_some() => self.begin_anew()?,
            KeyCode::Enter | KeyCode::Char(' ') if self.choice.is_none() => self.go_on(),
            KeyCode::Esc if self.choice.is_none() => {}
            key => self.key_choice(key),
        }
        Ok(())
    }

    /// A key while something lies over the table.
    fn key_over(&mut self, key: KeyCode) {
        self.over = match (self.over, key) {
            (Some(Over::Log(back)), KeyCode::Up) => Some(Over::Log(back + 1)),
            (Some(Over::Log(back)), KeyCode::PageUp) => Some(Over::Log(back + 10)),
            (Some(Over::Log(back)), KeyCode::Down) => Some(Over::Log(back.saturating_sub(1))),
            (Some(Over::Log(back)), KeyCode::PageDown) => Some(Over::Log(back.saturating_sub(10))),
            _ => None,
        };
    }

    fn key_choice(&mut self, key: KeyCode) {
        let Some(choice) = &mut self.choice else { return };
        match key {
            KeyCode::Left | KeyCode::Up => choice.go(false),
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => choice.go(true),
            KeyCode::Backspace | KeyCode::Esc => choice.typed.clear(),
            KeyCode::Char(' ') => choice.toggle(),
            KeyCode::Enter => {
                if let Some(action) = choice.action() {
                    self.act(action);
                }
            }
            _ => {}
        }
    }

    /// What was waited for has been seen, or the keyboard taken.
    fn go_on(&mut self) {
        self.wait = Wait::Nothing;
        if let Some(seat) = self.handed_to() {
            self.at_keyboard = Some(seat);
        }
    }

    /// A decision of the person whose turn it is.
    fn act(&mut self, action: Action) {
        let Some(choice) = &self.choice else {
            self.answer(text::NOT_YOUR_TURN);
            return;
        };
        let legal = choice.legal;
        match self.sitting.act(choice.seat, action) {
            Ok(()) => {
                self.choice = None;
                self.message_is_old = true;
                self.save();
            }
            Err(error) => self.message = self.teller().refusal(&error, &legal),
        }
    }

    fn take_back(&mut self) {
        self.message = match undo(&mut self.sitting, self.look) {
            Some(remark) => {
                self.choice = None;
                self.wait = Wait::Nothing;
                self.shown = self.sitting.history().log().len();
                self.save();
                remark
            }
            None => self.look.lang.word(text::NOTHING_TO_UNDO).to_owned(),
        };
    }

    fn give_hint(&mut self) {
        let Some(choice) = &self.choice else { return };
        let view = self.sitting.game().view(choice.seat);
        if let Some(hint) = Hint::of(&view, HINT) {
            self.message = self.teller().hint(&hint, view.trump);
        }
    }

    fn tell_last_trick(&mut self) {
        let lang = self.look.lang;
        let game = self.game();
        let view = game.view(Observer::Spectator);
        self.message = match view.tricks.finished().last() {
            Some(trick) => {
                let names = self.sitting.names();
                let plays: Vec<String> = trick
                    .plays()
                    .iter()
                    .map(|play| format!("{} {}", names[play.seat], self.look.card(play.card)))
                    .collect();
                lang.say(text::LAST_TRICK, &[("cards", &plays.join(", "))])
            }
            None => lang.word(text::NO_TRICK).to_owned(),
        };
    }

    fn save_aloud(&mut self) {
        self.save();
        if self.not_saved.is_none() {
            self.message = self.look.lang.say(text::SAVED, &[("file", &self.file())]);
        }
    }

    /// Another game with the same people and rules, from other decks.
    fn begin_anew(&mut self) -> anyhow::Result<()> {
        self.setup.seed = None;
        let folder = self.sitting.file().parent().unwrap_or(std::path::Path::new("."));
        let sitting = Sitting::new(&self.setup, folder)?;
        *self = App::new(sitting, self.setup.clone(), self.look, self.pause);
        Ok(())
    }
}
