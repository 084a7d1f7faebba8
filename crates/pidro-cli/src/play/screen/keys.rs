//! Handles keys.

use std::path::Path;

use pidro::{Action, Observer, Seat};
use pidro_bots::Hint;
use pidro_text::{say, text};
use ratatui::crossterm::event::KeyCode;

use super::super::sitting::LocalGame;
use super::super::{HINT, undo};
use super::app::{App, Over, Wait};
use super::choice::Typed;
use crate::scene::Scroll;

impl App {
    pub(super) fn press(&mut self, key: KeyCode) -> anyhow::Result<()> {
        let resigning = std::mem::take(&mut self.resigning);
        if (self.over.is_some() || self.choice.is_none()) && self.scroll.key(key) {
            return Ok(());
        }
        if self.over.take().is_some() {
            self.scroll = Scroll::default();
            return Ok(());
        }
        if let (Some(choice), KeyCode::Char(letter)) = (&mut self.choice, key) {
            match choice.letter(letter) {
                Typed::Taken => return Ok(()),
                Typed::Wrong(word) => {
                    self.message = say!(self.look.lang, text::NO_SUCH_CARD, word = &word);
                    return Ok(());
                }
                Typed::Other => {}
            }
        }
        match key {
            KeyCode::Char('q') => self.left = true,
            KeyCode::Char('?') => {
                self.over = Some(Over::Help);
                self.scroll = Scroll::default();
            }
            KeyCode::Char('l') => {
                self.over = Some(Over::Log);
                self.scroll = Scroll::at_the_end();
            }
            KeyCode::Char('s') => self.save_aloud(),
            // A person who still has to take the keyboard has nothing to undo.
            KeyCode::Char('u') if !self.is_over() && self.handed_to().is_none() => self.take_back(),
            KeyCode::Char('h') => self.give_hint(),
            KeyCode::Char('t') => self.tell_last_trick(),
            KeyCode::Char('c') if !self.is_over() => self.act(Action::Claim),
            KeyCode::Char('r') if resigning => self.act(Action::Resign),
            KeyCode::Char('r') if !self.is_over() && self.resigner().is_some() => {
                self.resigning = true;
                self.answer(text::RESIGN_AGAIN);
            }
            KeyCode::Char('n') if self.end.is_some() => self.begin_anew()?,
            KeyCode::Enter | KeyCode::Char(' ') if self.choice.is_none() => self.go_on(),
            KeyCode::Esc if self.choice.is_none() => {}
            key => self.key_choice(key),
        }
        Ok(())
    }

    fn key_choice(&mut self, key: KeyCode) {
        let Some(choice) = &mut self.choice else { return };
        let typed = std::mem::take(&mut choice.typed);
        match key {
            KeyCode::Left | KeyCode::Up => choice.go(false),
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => choice.go(true),
            KeyCode::Char(' ') => choice.toggle(),
            // Enter doesn't accept a partly typed name.
            KeyCode::Enter if !typed.is_empty() => {
                self.message = say!(self.look.lang, text::NO_SUCH_CARD, word = &typed);
            }
            KeyCode::Enter => {
                if let Some(action) = choice.action() {
                    self.act(action);
                }
            }
            _ => {}
        }
    }

    /// Ends the wait for a key, or takes the keyboard.
    fn go_on(&mut self) {
        self.wait = Wait::Nothing;
        self.scroll = Scroll::default();
        if let Some(seat) = self.handed_to() {
            self.at_keyboard = Some(seat);
        }
    }

    /// Who would resign now: the person to decide or, out of turn, a person who plays alone.
    fn resigner(&self) -> Option<Seat> {
        let deciding = self.choice.as_ref().map(|choice| choice.seat);
        deciding.or(self.sitting.alone())
    }

    /// Applies a decision of the person whose turn it is.
    fn act(&mut self, action: Action) {
        let deciding = self.choice.as_ref().map(|choice| choice.seat);
        let seat = if action == Action::Resign {
            self.resigner()
        } else {
            deciding
        };
        let Some(seat) = seat else {
            self.answer(text::ERROR_NOT_YOUR_TURN);
            return;
        };
        let legal = self.sitting.game().legal();
        match self.sitting.act(seat, action) {
            Ok(()) => {
                self.choice = None;
                self.message_is_old = true;
                self.keep();
            }
            Err(error) => self.message = self.teller().refusal(&error, &legal),
        }
    }

    fn take_back(&mut self) {
        self.message = match undo(&mut self.sitting, self.look) {
            Some(remark) => {
                self.choice = None;
                self.wait = Wait::Nothing;
                // If several people play, the one whose decision we undid has to take the keyboard
                // again.
                self.at_keyboard = None;
                self.shown = self.sitting.history().log().len();
                self.keep();
                remark
            }
            None => self.look.lang.word(text::ERROR_NOTHING_TO_UNDO).to_owned(),
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
                let plays = self.teller().plays(trick).join(", ");
                format!("{}: {plays}", lang.word(text::LAST_TRICK))
            }
            None => lang.word(text::NO_LAST_TRICK).to_owned(),
        };
    }

    fn save_aloud(&mut self) {
        self.kept(self.sitting.save());
        if self.not_saved.is_none() {
            self.message = say!(self.look.lang, text::SAVED_TO, file = self.file());
        }
    }

    /// Starts another game with the same people, bots and rules, but new decks.
    fn begin_anew(&mut self) -> anyhow::Result<()> {
        let folder = self.sitting.file().parent().unwrap_or(Path::new("."));
        let sitting = LocalGame::new(&self.sitting.another(), folder)?;
        *self = App::new(sitting, self.look, self.pause);
        Ok(())
    }
}
