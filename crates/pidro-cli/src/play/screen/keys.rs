//! Handles keys.

use std::path::Path;

use pidro::{Action, Observer, Seat};
use pidro_bots::Hint;
use pidro_text::{say, text};
use ratatui::crossterm::event::KeyCode;

use super::super::local_game::LocalGame;
use super::super::{HINT_LIMIT, undo};
use super::app::{App, Overlay, Wait};
use super::choice::TypedKey;
use crate::scene::Scroll;

impl App {
    pub(super) fn handle_key(&mut self, key: KeyCode) -> anyhow::Result<()> {
        let resigning = std::mem::take(&mut self.resigning);
        if (self.overlay.is_some() || self.choice.is_none()) && self.scroll.key(key) {
            return Ok(());
        }
        if self.overlay.take().is_some() {
            self.scroll = Scroll::default();
            return Ok(());
        }
        if let (Some(choice), KeyCode::Char(letter)) = (&mut self.choice, key) {
            match choice.type_letter(letter) {
                TypedKey::Accepted => return Ok(()),
                TypedKey::UnknownName(word) => {
                    self.message = say!(self.style.lang, text::CANT_CHOOSE, word = &word);
                    return Ok(());
                }
                TypedKey::NotAName => {}
            }
        }
        match key {
            KeyCode::Char('q') => self.has_quit = true,
            KeyCode::Char('?') => {
                self.overlay = Some(Overlay::Help);
                self.scroll = Scroll::default();
            }
            KeyCode::Char('l') => {
                self.overlay = Some(Overlay::Log);
                self.scroll = Scroll::at_the_end();
            }
            KeyCode::Char('s') => self.save_now(),
            // Between two people nobody has the keyboard, so nobody can undo.
            KeyCode::Char('u') if !self.is_over() && self.handover_to().is_none() => self.undo_decision(),
            KeyCode::Char('h') => self.show_hint(),
            KeyCode::Char('t') => self.show_last_trick(),
            KeyCode::Char('c') if !self.is_over() => self.act(Action::Claim),
            KeyCode::Char('r') if resigning => self.act(Action::Resign),
            KeyCode::Char('r') if !self.is_over() && self.resigner().is_some() => {
                self.resigning = true;
                self.show_message(text::RESIGN_AGAIN);
            }
            KeyCode::Char('n') if self.final_analysis.is_some() => self.start_rematch()?,
            KeyCode::Enter | KeyCode::Char(' ') if self.choice.is_none() => self.continue_game(),
            KeyCode::Esc if self.choice.is_none() => {}
            key => self.handle_choice_key(key),
        }
        Ok(())
    }

    fn handle_choice_key(&mut self, key: KeyCode) {
        let Some(choice) = &mut self.choice else { return };
        let typed = std::mem::take(&mut choice.typed);
        match key {
            KeyCode::Left | KeyCode::Up => choice.move_cursor(false),
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => choice.move_cursor(true),
            KeyCode::Char(' ') => choice.toggle(),
            // Enter doesn't accept a partly typed name.
            KeyCode::Enter if !typed.is_empty() => {
                self.message = say!(self.style.lang, text::CANT_CHOOSE, word = &typed);
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
    fn continue_game(&mut self) {
        self.wait = Wait::Nothing;
        self.scroll = Scroll::default();
        if let Some(seat) = self.handover_to() {
            self.at_keyboard = Some(seat);
        }
    }

    /// Who resigns on `r`: the person to decide or, out of turn, the only person.
    fn resigner(&self) -> Option<Seat> {
        let decider = self.choice.as_ref().map(|choice| choice.seat);
        decider.or(self.local_game.only_human())
    }

    /// Applies a decision of the person whose turn it is.
    fn act(&mut self, action: Action) {
        let decider = self.choice.as_ref().map(|choice| choice.seat);
        let seat = if action == Action::Resign {
            self.resigner()
        } else {
            decider
        };
        let Some(seat) = seat else {
            self.show_message(text::ERROR_NOT_YOUR_TURN);
            return;
        };
        let legal = self.local_game.game().legal();
        match self.local_game.act(seat, action) {
            Ok(()) => {
                self.choice = None;
                self.message_is_old = true;
                self.autosave();
            }
            Err(error) => self.message = self.narrator().refusal(&error, &legal),
        }
    }

    fn undo_decision(&mut self) {
        self.message = match undo(&mut self.local_game, self.style) {
            Some(comment) => {
                self.choice = None;
                self.wait = Wait::Nothing;
                // If several people play, the one whose decision we undid has to take the keyboard
                // again.
                self.at_keyboard = None;
                self.shown = self.local_game.history().log().len();
                self.autosave();
                comment
            }
            None => self.style.lang.get(text::ERROR_NOTHING_TO_UNDO).to_owned(),
        };
    }

    fn show_hint(&mut self) {
        let Some(choice) = &self.choice else { return };
        let view = self.local_game.game().view(choice.seat);
        if let Some(hint) = Hint::of(&view, HINT_LIMIT) {
            self.message = self.narrator().hint(&hint, view.trump);
        }
    }

    fn show_last_trick(&mut self) {
        let lang = self.style.lang;
        let game = self.game();
        let view = game.view(Observer::Spectator);
        self.message = match view.tricks.finished().last() {
            Some(trick) => {
                let plays = self.narrator().plays(trick).join(", ");
                format!("{}: {plays}", lang.get(text::LAST_TRICK))
            }
            None => lang.get(text::NO_LAST_TRICK).to_owned(),
        };
    }

    fn save_now(&mut self) {
        self.report_save(self.local_game.save());
        if self.not_saved.is_none() {
            self.message = say!(self.style.lang, text::SAVED_TO, file = self.file());
        }
    }

    /// Starts another game with the same people, bots and rules, but new decks.
    fn start_rematch(&mut self) -> anyhow::Result<()> {
        let folder = self.local_game.file().parent().unwrap_or(Path::new("."));
        let local_game = LocalGame::new(&self.local_game.rematch_setup(), folder)?;
        *self = App::new(local_game, self.style, self.pause);
        Ok(())
    }
}
