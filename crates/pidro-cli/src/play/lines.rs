//! The game as plain lines, for screen readers and pipes: prints what happens and asks for
//! decisions.

use std::io::{BufRead, Write};

use pidro::{Action, Card, Event, Legal, Observer, Seat, Team, View};
use pidro_bots::{Analysis, Hint};
use pidro_text::{Lang, Word, say, text};

use super::sitting::LocalGame;
use super::{HINT, after, read};
use crate::analysing::WORLDS;
use crate::lang::{Look, in_order, suit_name};
use crate::tell::Narrator;

/// What a player can type besides a decision.
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

/// Each command with its word in every language and its one-letter shortcut.
const COMMANDS: [(Command, Word, &str); 9] = [
    (Command::Help, text::SAY_HELP, "?"),
    (Command::Hint, text::SAY_HINT, "h"),
    (Command::Undo, text::SAY_UNDO, "u"),
    (Command::Hand, text::SAY_HAND, ""),
    (Command::Table, text::SAY_TABLE, "t"),
    (Command::Score, text::SAY_SCORE, ""),
    (Command::Log, text::SAY_LOG, "l"),
    (Command::Save, text::SAY_SAVE, "s"),
    (Command::Quit, text::SAY_QUIT, "q"),
];

/// Plays until the game is over or the input ends. Saves the game after every decision.
pub(crate) fn run(
    sitting: &mut LocalGame,
    look: Look,
    input: impl BufRead,
    output: impl Write,
) -> anyhow::Result<()> {
    let told = hand_start(sitting);
    let mut lines = Lines {
        sitting,
        look,
        input,
        output,
        told,
        at_keyboard: None,
        not_saved: None,
    };
    lines.play()
}

/// The index of the log event at which the current hand begins.
fn hand_start(sitting: &LocalGame) -> usize {
    let log = sitting.history().log();
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
    sitting: &'a mut LocalGame,
    look: Look,
    input: I,
    output: O,
    /// How many events have been printed.
    told: usize,
    /// The person who decided last, if several people share the keyboard.
    at_keyboard: Option<Seat>,
    not_saved: Option<String>,
}

impl<I: BufRead, O: Write> Lines<'_, I, O> {
    fn teller(&self) -> Narrator<'_> {
        Narrator {
            look: self.look,
            names: self.sitting.names(),
            reader: self.sitting.alone(),
        }
    }

    fn say(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.output, "{line}")
    }

    fn play(&mut self) -> anyhow::Result<()> {
        let lang = self.look.lang;
        self.say(lang.word(text::LINE_WELCOME))?;
        if let Some(promise) = self.sitting.promise() {
            self.say(&say!(lang, text::PROMISE, commitment = promise))?;
        }
        loop {
            self.tell_news()?;
            self.keep()?;
            if self.sitting.game().winner().is_some() {
                return self.end();
            }
            if self.sitting.go_on()? {
                continue;
            }
            let Some(seat) = self.sitting.human_turn() else {
                return Ok(());
            };
            if !self.hand_over(seat)? || !self.decide(seat)? {
                let left = super::left(self.sitting, self.look, self.not_saved.as_deref());
                return Ok(self.say(&left)?);
            }
        }
    }

    /// Saves the game. Reports a failure once here, and again when the player leaves.
    fn keep(&mut self) -> anyhow::Result<()> {
        let failure = self.sitting.keep().err().map(|error| format!("{error:#}"));
        if let Some(reason) = failure.as_ref().filter(|_| self.not_saved.is_none()) {
            let line = say!(self.look.lang, text::NOT_SAVED, reason = reason);
            self.say(&line)?;
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
    fn hand_over(&mut self, seat: Seat) -> anyhow::Result<bool> {
        if self.observer() == Observer::Seat(seat) || self.at_keyboard == Some(seat) {
            return Ok(true);
        }
        self.at_keyboard = Some(seat);
        let who = self.sitting.names()[seat].clone();
        let line = say!(self.look.lang, text::PASS_KEYBOARD, who = &who);
        self.say(&"\n".repeat(40))?;
        self.say(&line)?;
        if self.read_line()?.is_none() {
            return Ok(false);
        }
        let view = self.sitting.game().view(seat);
        self.obey(Command::Hand, seat, &view)?;
        Ok(true)
    }

    /// Whose view to print: that of a person who plays alone, or a spectator's if several people
    /// share the keyboard.
    fn observer(&self) -> Observer {
        self.sitting.alone().map_or(Observer::Spectator, Observer::Seat)
    }

    fn tell_news(&mut self) -> std::io::Result<()> {
        while let Some(event) = self.sitting.history().log().get(self.told) {
            let scored = matches!(event, Event::HandScored { .. });
            let mut lines =
                self.teller()
                    .log(self.sitting.history(), self.observer(), self.told, self.told + 1);
            if scored {
                lines.extend(super::points(self.sitting.history(), self.told, self.teller()));
            }
            self.told += 1;
            for line in lines {
                self.say(&line)?;
            }
        }
        Ok(())
    }

    /// Asks until the player has decided something. Returns `false` if the player leaves.
    fn decide(&mut self, seat: Seat) -> anyhow::Result<bool> {
        // Whether the previous line asked to resign.
        let mut asked = false;
        loop {
            let view = self.sitting.game().view(seat);
            let shown = choices(&view);
            let prompt = self.prompt(seat, &view, &shown);
            self.say(&prompt)?;
            let Some(line) = self.read_line()? else {
                return Ok(false);
            };
            if line.is_empty() {
                continue;
            }
            let line = line.as_str();
            let resigning = std::mem::take(&mut asked);
            // When we ask for a suit, its letter means the suit and not a command.
            let suit = view.legal == Legal::Trump
                && read::action(line, &view.legal, &shown, self.look.lang).is_some();
            if let Some(command) = self.command(line).filter(|_| !suit) {
                match command {
                    Command::Quit => return Ok(false),
                    Command::Undo if self.undo()? => return Ok(true),
                    command => self.obey(command, seat, &view)?,
                }
                continue;
            }
            let lang = self.look.lang;
            let action = match line.to_lowercase() {
                word if word == lang.word(text::SAY_PASS) => Some(Action::Pass),
                word if word == lang.word(text::SAY_CLAIM) => Some(Action::Claim),
                word if word == lang.word(text::SAY_RESIGN) => Some(Action::Resign),
                _ => read::action(line, &view.legal, &shown, self.look.lang),
            };
            let refused = match action {
                Some(Action::Resign) if !resigning => {
                    self.say(lang.word(text::LINE_RESIGN))?;
                    asked = true;
                    continue;
                }
                Some(action) => match self.sitting.act(seat, action) {
                    Ok(()) => return Ok(true),
                    Err(error) => self.teller().refusal(&error, &view.legal),
                },
                None => say!(lang, text::LINE_UNKNOWN, word = line),
            };
            self.say(&refused)?;
        }
    }

    fn command(&self, line: &str) -> Option<Command> {
        let word = line.to_lowercase();
        let known = |said: &Word| {
            [Lang::En, self.look.lang]
                .iter()
                .any(|lang| lang.word(*said) == word)
        };
        COMMANDS
            .iter()
            .find(|(_, said, letter)| known(said) || *letter == word)
            .map(|(command, ..)| *command)
    }

    fn obey(&mut self, command: Command, seat: Seat, view: &View) -> anyhow::Result<()> {
        let lang = self.look.lang;
        let lines = match command {
            Command::Help => vec![lang.word(text::LINE_HELP).to_owned()],
            Command::Hint => match Hint::of(view, HINT) {
                Some(hint) => vec![self.teller().hint(&hint, view.trump)],
                None => vec![],
            },
            Command::Hand => {
                let hand = view.hands[seat].cards().unwrap_or_default();
                let cards = self.look.cards(hand, view.trump);
                vec![say!(
                    lang,
                    text::LINE_HAND,
                    who = &self.sitting.names()[seat],
                    cards = cards
                )]
            }
            Command::Table => self.table(view),
            Command::Score => vec![self.score(view)],
            Command::Log => {
                let from = hand_start(self.sitting);
                self.teller()
                    .log(self.sitting.history(), self.observer(), from, self.told)
            }
            Command::Save => {
                let file = self.sitting.file().display().to_string();
                match self.sitting.save() {
                    Ok(()) => vec![say!(lang, text::SAVED_TO, file = &file)],
                    Err(error) => vec![say!(lang, text::NOT_SAVED, reason = format!("{error:#}"))],
                }
            }
            Command::Undo | Command::Quit => vec![],
        };
        for line in lines {
            self.say(&line)?;
        }
        Ok(())
    }

    fn undo(&mut self) -> anyhow::Result<bool> {
        let lang = self.look.lang;
        let line = match super::undo(self.sitting, self.look) {
            Some(remark) => {
                self.told = self.sitting.history().log().len();
                self.at_keyboard = None;
                self.say(&remark)?;
                return Ok(true);
            }
            None => lang.word(text::ERROR_NOTHING_TO_UNDO),
        };
        self.say(line)?;
        Ok(false)
    }

    fn prompt(&self, seat: Seat, view: &View, shown: &[Card]) -> String {
        let lang = self.look.lang;
        let who = &self.sitting.names()[seat];
        let cards: Vec<String> = (1..)
            .zip(shown)
            .map(|(place, card)| format!("{place} {}", self.look.card(*card)))
            .collect();
        let cards = cards.join(", ");
        let suggestion = || match Hint::of(view, HINT).map(|hint| hint.best.action) {
            Some(Action::Keep(cards)) => self.look.cards(cards, view.trump),
            Some(Action::Kill(pile)) => self.look.list(pile.as_slice().iter().copied()),
            _ => String::new(),
        };
        match view.legal {
            Legal::Call { .. } => say!(
                lang,
                text::LINE_BID,
                who = who,
                bids = self.teller().calls(&view.legal)
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
        let teller = self.teller();
        let score = Team::ALL.map(|team| format!("{} {}", teller.team(team), view.scores[team]));
        say!(self.look.lang, text::LINE_SCORE, score = score.join(", "))
    }

    /// The current state of the hand.
    fn table(&self, view: &View) -> Vec<String> {
        let lang = self.look.lang;
        let names = self.sitting.names();
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
            let taken = Team::ALL.map(|team| format!("{} {}", self.teller().team(team), view.points[team]));
            lines.push(format!(
                "{}: {}.",
                lang.word(text::POINTS_TAKEN),
                taken.join(", ")
            ));
        }
        let trick = view.tricks.current();
        if !trick.is_empty() {
            let plays = self.teller().plays(trick).join(", ");
            lines.push(say!(lang, text::LINE_ON_TABLE, cards = plays));
        }
        for seat in Seat::ALL {
            let state = self.teller().seat(view, seat);
            if !state.is_empty() {
                lines.push(format!("{}: {}.", names[seat], state.join("; ")));
            }
        }
        lines
    }

    fn end(&mut self) -> anyhow::Result<()> {
        let history = self.sitting.history().clone();
        let analysis = Analysis::of(&history, self.sitting.names(), WORLDS, |_| ());
        let team = self
            .sitting
            .humans()
            .iter()
            .next()
            .map_or(Team::NorthSouth, Seat::team);
        for line in after::summary(&analysis, self.teller(), &history, team) {
            self.say(&line)?;
        }
        let left = super::left(self.sitting, self.look, self.not_saved.as_deref());
        Ok(self.say(&left)?)
    }
}

/// The cards that the prompt numbers, in order.
fn choices(view: &View) -> Vec<Card> {
    match view.legal {
        Legal::Keep { from, .. } | Legal::Kill { from, .. } => in_order(from, view.trump),
        Legal::Play { cards } => in_order(cards, view.trump),
        _ => vec![],
    }
}
