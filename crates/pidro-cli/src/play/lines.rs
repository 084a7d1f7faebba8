//! The game as plain lines, for screen readers and pipes: prints what happens and asks for
//! decisions.

use std::io::{BufRead, Write};

use pidro::{Action, Card, Event, Legal, Observer, Seat, Team, View};
use pidro_bots::{Analysis, Hint};
use pidro_text::{Lang, StaticText, say, text};

use super::local_game::LocalGame;
use super::{HINT_LIMIT, parse, summary};
use crate::background_analysis::ANALYSIS_LIMIT;
use crate::lang::{TextStyle, in_display_order, suit_name};
use crate::narrator::Narrator;

/// A command that a player can type instead of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Help,
    Hint,
    Undo,
    Hand,
    Table,
    Score,
    Log,
    Save,
    Quit,
}

/// Each command with its translated name and its one-letter shortcut.
const COMMANDS: [(Command, StaticText, &str); 9] = [
    (Command::Help, text::COMMAND_HELP, "?"),
    (Command::Hint, text::COMMAND_HINT, "h"),
    (Command::Undo, text::COMMAND_UNDO, "u"),
    (Command::Hand, text::COMMAND_HAND, ""),
    (Command::Table, text::COMMAND_TABLE, "t"),
    (Command::Score, text::COMMAND_SCORE, ""),
    (Command::Log, text::COMMAND_LOG, "l"),
    (Command::Save, text::COMMAND_SAVE, "s"),
    (Command::Quit, text::COMMAND_QUIT, "q"),
];

/// Plays until the game is over or the input ends. Saves the game after every decision.
pub(crate) fn run(
    local_game: &mut LocalGame,
    style: TextStyle,
    input: impl BufRead,
    output: impl Write,
) -> anyhow::Result<()> {
    let printed = hand_start(local_game);
    let mut lines = Lines {
        local_game,
        style,
        input,
        output,
        printed,
        at_keyboard: None,
        not_saved: None,
    };
    lines.play()
}

/// The index of the log event at which the current hand begins.
fn hand_start(local_game: &LocalGame) -> usize {
    let log = local_game.history().log();
    let dealt = log
        .iter()
        .rposition(|event| matches!(event, Event::HandDealt { .. }));
    // The first hand starts with its cut, so begin at the start of the log.
    dealt
        .filter(|place| {
            log[..*place]
                .iter()
                .any(|event| matches!(event, Event::HandScored { .. }))
        })
        .unwrap_or_default()
}

struct Lines<'a, I, O> {
    local_game: &'a mut LocalGame,
    style: TextStyle,
    input: I,
    output: O,
    /// How many events have been printed.
    printed: usize,
    /// The person who has the keyboard, if several people share it.
    at_keyboard: Option<Seat>,
    not_saved: Option<String>,
}

impl<I: BufRead, O: Write> Lines<'_, I, O> {
    fn narrator(&self) -> Narrator<'_> {
        Narrator {
            style: self.style,
            names: self.local_game.names(),
            reader: self.local_game.only_human(),
        }
    }

    fn print(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.output, "{line}")
    }

    fn play(&mut self) -> anyhow::Result<()> {
        let lang = self.style.lang;
        self.print(lang.get(text::LINE_WELCOME))?;
        if let Some(commitment) = self.local_game.commitment() {
            self.print(&say!(lang, text::COMMITMENT, commitment = commitment))?;
        }
        loop {
            self.print_new_events()?;
            self.autosave()?;
            if self.local_game.game().winner().is_some() {
                return self.end();
            }
            if self.local_game.advance()? {
                continue;
            }
            let Some(seat) = self.local_game.human_turn() else {
                return Ok(());
            };
            if !self.hand_over_keyboard(seat)? || !self.decide(seat)? {
                let message = super::exit_message(self.local_game, self.style, self.not_saved.as_deref());
                return Ok(self.print(&message)?);
            }
        }
    }

    /// Saves the game. Reports a failure once here, and again when the player leaves.
    fn autosave(&mut self) -> anyhow::Result<()> {
        let failure = self.local_game.autosave().err().map(|error| format!("{error:#}"));
        if let Some(reason) = failure.as_ref().filter(|_| self.not_saved.is_none()) {
            let line = say!(self.style.lang, text::NOT_SAVED, reason = reason);
            self.print(&line)?;
        }
        self.not_saved = failure;
        Ok(())
    }

    fn read_line(&mut self) -> anyhow::Result<Option<String>> {
        self.output.flush()?;
        let mut line = String::new();
        let read = self.input.read_line(&mut line)?;
        Ok((read > 0).then(|| line.trim().to_owned()))
    }

    /// If several people play, hides what the last one saw and waits until the next one takes the
    /// keyboard. Returns `false` if the input ends first.
    fn hand_over_keyboard(&mut self, seat: Seat) -> anyhow::Result<bool> {
        if self.observer() == Observer::Seat(seat) || self.at_keyboard == Some(seat) {
            return Ok(true);
        }
        self.at_keyboard = Some(seat);
        let who = self.local_game.names()[seat].clone();
        let line = say!(self.style.lang, text::PASS_KEYBOARD, who = &who);
        self.print(&"\n".repeat(40))?;
        self.print(&line)?;
        if self.read_line()?.is_none() {
            return Ok(false);
        }
        let view = self.local_game.game().view(seat);
        self.run_command(Command::Hand, seat, &view)?;
        Ok(true)
    }

    /// Whose view to print: that of a person who plays alone, or a spectator's if several people
    /// share the keyboard.
    fn observer(&self) -> Observer {
        self.local_game
            .only_human()
            .map_or(Observer::Spectator, Observer::Seat)
    }

    fn print_new_events(&mut self) -> std::io::Result<()> {
        while let Some(event) = self.local_game.history().log().get(self.printed) {
            let scored = matches!(event, Event::HandScored { .. });
            let mut lines = self.narrator().describe_events(
                self.local_game.history(),
                self.observer(),
                self.printed,
                self.printed + 1,
            );
            if scored {
                lines.extend(super::point_lines(
                    self.local_game.history(),
                    self.printed,
                    self.narrator(),
                ));
            }
            self.printed += 1;
            for line in lines {
                self.print(&line)?;
            }
        }
        Ok(())
    }

    /// Asks until the player has decided something. Returns `false` if the player leaves.
    fn decide(&mut self, seat: Seat) -> anyhow::Result<bool> {
        let mut asked_to_resign = false;
        loop {
            let view = self.local_game.game().view(seat);
            let shown = numbered_cards(&view);
            let prompt = self.prompt(seat, &view, &shown);
            self.print(&prompt)?;
            let Some(line) = self.read_line()? else {
                return Ok(false);
            };
            if line.is_empty() {
                continue;
            }
            let line = line.as_str();
            let resigning = std::mem::take(&mut asked_to_resign);
            // At the prompt for a suit, `h` and `s` name suits and not commands.
            let suit = view.legal == Legal::Trump
                && parse::action(line, &view.legal, &shown, self.style.lang).is_some();
            if let Some(command) = self.command(line).filter(|_| !suit) {
                match command {
                    Command::Quit => return Ok(false),
                    Command::Undo if self.undo()? => return Ok(true),
                    command => self.run_command(command, seat, &view)?,
                }
                continue;
            }
            let lang = self.style.lang;
            let action = match line.to_lowercase() {
                word if word == lang.get(text::COMMAND_PASS) => Some(Action::Pass),
                word if word == lang.get(text::COMMAND_CLAIM) => Some(Action::Claim),
                word if word == lang.get(text::COMMAND_RESIGN) => Some(Action::Resign),
                _ => parse::action(line, &view.legal, &shown, self.style.lang),
            };
            let refused = match action {
                Some(Action::Resign) if !resigning => {
                    self.print(lang.get(text::LINE_RESIGN))?;
                    asked_to_resign = true;
                    continue;
                }
                Some(action) => match self.local_game.act(seat, action) {
                    Ok(()) => return Ok(true),
                    Err(error) => self.narrator().refusal(&error, &view.legal),
                },
                None => say!(lang, text::LINE_UNKNOWN, word = line),
            };
            self.print(&refused)?;
        }
    }

    fn command(&self, line: &str) -> Option<Command> {
        let word = line.to_lowercase();
        let is_named = |name: &StaticText| {
            [Lang::En, self.style.lang]
                .iter()
                .any(|lang| lang.get(*name) == word)
        };
        COMMANDS
            .iter()
            .find(|(_, name, letter)| is_named(name) || *letter == word)
            .map(|(command, ..)| *command)
    }

    fn run_command(&mut self, command: Command, seat: Seat, view: &View) -> anyhow::Result<()> {
        let lang = self.style.lang;
        let lines = match command {
            Command::Help => vec![lang.get(text::LINE_HELP).to_owned()],
            Command::Hint => match Hint::of(view, HINT_LIMIT) {
                Some(hint) => vec![self.narrator().hint(&hint, view.trump)],
                None => vec![],
            },
            Command::Hand => {
                let hand = view.hands[seat].cards().unwrap_or_default();
                let cards = self.style.cards(hand, view.trump);
                vec![say!(
                    lang,
                    text::LINE_HAND,
                    who = &self.local_game.names()[seat],
                    cards = cards
                )]
            }
            Command::Table => self.table(view),
            Command::Score => vec![self.score(view)],
            Command::Log => {
                let from = hand_start(self.local_game);
                self.narrator().describe_events(
                    self.local_game.history(),
                    self.observer(),
                    from,
                    self.printed,
                )
            }
            Command::Save => {
                let file = self.local_game.file().display().to_string();
                match self.local_game.save() {
                    Ok(()) => vec![say!(lang, text::SAVED_TO, file = &file)],
                    Err(error) => vec![say!(lang, text::NOT_SAVED, reason = format!("{error:#}"))],
                }
            }
            Command::Undo | Command::Quit => vec![],
        };
        for line in lines {
            self.print(&line)?;
        }
        Ok(())
    }

    fn undo(&mut self) -> anyhow::Result<bool> {
        let lang = self.style.lang;
        let line = match super::undo(self.local_game, self.style) {
            Some(comment) => {
                self.printed = self.local_game.history().log().len();
                self.at_keyboard = None;
                self.print(&comment)?;
                return Ok(true);
            }
            None => lang.get(text::ERROR_NOTHING_TO_UNDO),
        };
        self.print(line)?;
        Ok(false)
    }

    fn prompt(&self, seat: Seat, view: &View, shown: &[Card]) -> String {
        let lang = self.style.lang;
        let who = &self.local_game.names()[seat];
        let cards: Vec<String> = (1..)
            .zip(shown)
            .map(|(place, card)| format!("{place} {}", self.style.card(*card)))
            .collect();
        let cards = cards.join(", ");
        let suggestion = || match Hint::of(view, HINT_LIMIT).map(|hint| hint.best.action) {
            Some(Action::Keep(cards)) => self.style.cards(cards, view.trump),
            Some(Action::Kill(pile)) => self.style.list(pile.as_slice().iter().copied()),
            _ => String::new(),
        };
        match view.legal {
            Legal::Call { .. } => say!(
                lang,
                text::LINE_BID,
                who = who,
                bids = self.narrator().calls(&view.legal)
            ),
            Legal::Trump => say!(lang, text::LINE_TRUMP, who = who),
            Legal::Keep { count, .. } => say!(
                lang,
                text::LINE_KEEP,
                who = who,
                count = count,
                cards = cards,
                suggestion = suggestion()
            ),
            Legal::Kill { count, .. } => say!(
                lang,
                text::LINE_KILL,
                who = who,
                count = count,
                cards = cards,
                suggestion = suggestion()
            ),
            Legal::Play { .. } => say!(lang, text::LINE_PLAY, who = who, cards = cards),
            Legal::Nothing | Legal::Deal => String::new(),
        }
    }

    fn score(&self, view: &View) -> String {
        let narrator = self.narrator();
        let score = Team::ALL.map(|team| format!("{} {}", narrator.team(team), view.scores[team]));
        say!(self.style.lang, text::LINE_SCORE, score = score.join(", "))
    }

    /// The current state of the hand.
    fn table(&self, view: &View) -> Vec<String> {
        let lang = self.style.lang;
        let names = self.local_game.names();
        let mut lines = vec![self.score(view)];
        if let Some(contract) = view.auction.contract() {
            lines.push(say!(
                lang,
                text::LINE_CONTRACT,
                who = &names[contract.seat],
                bid = contract.bid.get()
            ));
        }
        if let Some(trump) = view.trump {
            lines.push(say!(
                lang,
                text::LINE_TRUMP_IS,
                suit = suit_name(lang, trump.suit())
            ));
            let taken = Team::ALL.map(|team| format!("{} {}", self.narrator().team(team), view.points[team]));
            lines.push(format!("{}: {}.", lang.get(text::POINTS_TAKEN), taken.join(", ")));
        }
        let trick = view.tricks.current();
        if !trick.is_empty() {
            let plays = self.narrator().plays(trick).join(", ");
            lines.push(say!(lang, text::LINE_ON_TABLE, cards = plays));
        }
        for seat in Seat::ALL {
            let facts = self.narrator().seat_facts(view, seat);
            if !facts.is_empty() {
                lines.push(format!("{}: {}.", names[seat], facts.join("; ")));
            }
        }
        lines
    }

    fn end(&mut self) -> anyhow::Result<()> {
        let history = self.local_game.history().clone();
        let analysis = Analysis::of(&history, self.local_game.names(), ANALYSIS_LIMIT, |_| ());
        let team = self
            .local_game
            .humans()
            .iter()
            .next()
            .map_or(Team::NorthSouth, Seat::team);
        for line in summary::summary(&analysis, self.narrator(), &history, team) {
            self.print(&line)?;
        }
        let message = super::exit_message(self.local_game, self.style, self.not_saved.as_deref());
        Ok(self.print(&message)?)
    }
}

/// The cards that the prompt lists with numbers, in order.
fn numbered_cards(view: &View) -> Vec<Card> {
    match view.legal {
        Legal::Keep { from, .. } | Legal::Kill { from, .. } => in_display_order(from, view.trump),
        Legal::Play { cards } => in_display_order(cards, view.trump),
        _ => vec![],
    }
}
