//! A game at the prompt, and the commands that act on it.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use pidro::rules::FirstDealer;
use pidro::{Action, BySeat, Card, Deck, Event, Game, History, Record, Rules, Seat, Seed, SeededGame, Team};
use pidro_bots::{Ending, Hint, Level, SearchLimit, Solver};
use pidro_text::Lang;

use super::commands::{ACTIONS, COMMANDS, Command, find};
use crate::games::{self, Format, LoadedGame, position_line};
use crate::lang::{CardStyle, TextStyle};
use crate::narrator::Narrator;
use crate::perspective::Perspective;
use crate::show::{event_json, print_position};
use crate::{files, random};

/// How long the experts search in a demonstration.
const DEMO_LIMIT: SearchLimit = SearchLimit::Worlds(60);
const NO_GAME: &str = "there is no game: start one with `new` or `load`";
/// The maximum number of legal actions to list.
const MAX_LISTED: usize = 100;

pub(super) struct Session {
    seeded_game: Option<SeededGame>,
    /// The record from which the game was loaded.
    loaded: Option<Record>,
    perspective: Perspective,
    level: Level,
}

impl Default for Session {
    fn default() -> Session {
        Session {
            seeded_game: None,
            loaded: None,
            perspective: Perspective::Everything,
            level: Level::Expert(SearchLimit::DEFAULT),
        }
    }
}

impl Session {
    /// Executes a line. Returns `false` if the line is `quit`.
    pub(super) fn execute(&mut self, line: &str, output: &mut impl Write) -> anyhow::Result<bool> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match find(name).map(|entry| entry.command) {
            Some(Command::Quit) => return Ok(false),
            Some(command) => self.command(command, rest, output)?,
            None if line.is_empty() => {}
            None => self.act(line, output)?,
        }
        Ok(true)
    }

    fn command(&mut self, command: Command, rest: &str, output: &mut impl Write) -> anyhow::Result<()> {
        match command {
            Command::New => self.new_game(rest, output),
            Command::Deal => self.deal(rest, output),
            Command::Show => self.show(output),
            Command::As => self.set_perspective(rest, output),
            Command::Legal => self.legal(output),
            Command::Undo => {
                self.seeded_game_mut()?.undo()?;
                self.show(output)
            }
            Command::Redo => {
                self.seeded_game_mut()?.redo()?;
                self.show(output)
            }
            Command::Goto => self.go_to(rest, output),
            Command::Log => self.log(rest, output),
            Command::Events => self.events(rest, output),
            Command::Position => self.position(rest, output),
            Command::Load => self.load(rest, output),
            Command::Save => self.save(rest, output),
            Command::Rules => self.rules(output),
            Command::Bot => self.bot(rest, output),
            Command::Solve => self.solve(output),
            Command::Step => self.step(output),
            Command::Run => self.run(output),
            Command::Demo => self.demo(rest, output),
            Command::Help => help(rest, output),
            Command::Quit => Ok(()),
        }
    }

    /// The text before the input: the seat to act, if there is one.
    pub(super) fn prompt(&self) -> String {
        match self
            .seeded_game
            .as_ref()
            .and_then(|game| game.history().game().turn())
        {
            Some(seat) => format!("{seat}> "),
            None => "> ".to_owned(),
        }
    }

    /// The legal actions, as suggestions for completion.
    pub(super) fn suggestions(&self) -> Vec<String> {
        let legal = self
            .seeded_game
            .as_ref()
            .map(|game| game.history().game().legal());
        let actions = legal
            .into_iter()
            .flat_map(|legal| legal.iter().take(MAX_LISTED).collect::<Vec<_>>());
        actions.map(|action| action.to_string()).collect()
    }

    fn seeded_game(&self) -> anyhow::Result<&SeededGame> {
        self.seeded_game.as_ref().context(NO_GAME)
    }

    fn seeded_game_mut(&mut self) -> anyhow::Result<&mut SeededGame> {
        self.seeded_game.as_mut().context(NO_GAME)
    }

    fn history(&self) -> anyhow::Result<&History> {
        Ok(self.seeded_game()?.history())
    }

    fn game(&self) -> anyhow::Result<&Game> {
        Ok(self.history()?.game())
    }

    fn new_game(&mut self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let (mut seed, mut dealer, mut rules) = (None, None, vec![]);
        for word in words.split_whitespace() {
            match word.split_once('=') {
                Some(("seed", text)) => seed = Some(Seed::new(text)),
                Some(("dealer", seat)) => dealer = Some(seat.parse::<Seat>()?),
                _ => rules.push(word),
            }
        }
        let mut rules: Rules = rules.join(" ").parse()?;
        if let Some(dealer) = dealer {
            rules.first_dealer = FirstDealer::Fixed(dealer);
        }
        self.seeded_game = Some(SeededGame::new(rules, seed));
        self.loaded = None;
        self.show(output)
    }

    fn deal(&mut self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let game = *self.game()?;
        let deck = if words.is_empty() {
            random::seed()?.deck_for(&game)
        } else {
            let cards: Vec<Card> = words
                .split_whitespace()
                .map(str::parse)
                .collect::<Result<_, pidro::ParseCardError>>()?;
            Deck::new(&cards)?
        };
        self.seeded_game_mut()?.deal(&deck)?;
        self.show(output)
    }

    /// Applies an action for the seat to act, or for the seat named before the action.
    fn act(&mut self, line: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (seat, words) = match first.parse::<Seat>() {
            Ok(seat) => (Some(seat), rest),
            Err(_) => (None, line),
        };
        let kind = words.split_whitespace().next().unwrap_or_default();
        if !ACTIONS.iter().any(|(action, _)| *action == kind) {
            bail!("`{first}` is neither a command nor an action: `help` lists both");
        }
        let action: Action = words.parse()?;
        let game = self.game()?;
        // If nobody is to act, the game waits for a deck or is over. `act` then reports which,
        // whatever the seat.
        let seat = seat.or(game.turn()).or(game.dealer()).unwrap_or(Seat::North);
        self.seeded_game_mut()?.act(seat, action)?;
        self.show(output)
    }

    fn show(&self, output: &mut impl Write) -> anyhow::Result<()> {
        Ok(print_position(&self.perspective.view(self.game()?), output)?)
    }

    fn set_perspective(&mut self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        self.perspective = match words {
            "all" => Perspective::Everything,
            other => other
                .parse()
                .map(Perspective::Of)
                .with_context(|| format!("unknown observer `{other}`: use N, E, S, W, spectator or all"))?,
        };
        if self.seeded_game.is_some() {
            self.show(output)
        } else {
            Ok(())
        }
    }

    /// Lists the legal actions of the seat to act, as far as the current observer may know them.
    fn legal(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let game = self.game()?;
        let legal = self.perspective.view(game).legal;
        match game.turn() {
            Some(seat) if legal.is_empty() => {
                writeln!(
                    output,
                    "{seat} is to act; use `as {seat}` or `as all` to see its choices"
                )?;
            }
            Some(seat) => {
                writeln!(output, "{seat} has {} choices:", legal.len())?;
                for action in legal.iter().take(MAX_LISTED) {
                    writeln!(output, "  {action}")?;
                }
                let more = legal.len().saturating_sub(MAX_LISTED);
                if more > 0 {
                    writeln!(output, "  and {more} more")?;
                }
            }
            None if game.wants_deck() => writeln!(output, "the game waits for a deck: use `deal`")?,
            None => writeln!(output, "the game is over")?,
        }
        Ok(())
    }

    fn go_to(&mut self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let event: usize = words
            .parse()
            .context("`goto` needs the number of an event, as in `goto 57`")?;
        let game = self.seeded_game_mut()?;
        while game.history().log().len() > event && game.undo().is_ok() {}
        while game.history().log().len() < event && game.redo().is_ok() {}
        if game.history().log().len() > event {
            // Ignore the error: at the very beginning there is nothing to undo.
            let _ = game.undo();
        }
        writeln!(output, "after {} events:", self.history()?.log().len())?;
        self.show(output)
    }

    fn log(&self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let names = seat_names();
        for event in first_event(words)?..self.history()?.log().len() {
            for line in narrator(&names).describe_events(self.history()?, self.perspective, event, event + 1)
            {
                writeln!(output, "{event:>4}  {line}")?;
            }
        }
        Ok(())
    }

    fn events(&self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let from = first_event(words)?;
        for (n, event) in (from..).zip(self.perspective.log(self.history()?, from)) {
            writeln!(output, "{}", event_json(n, &event))?;
        }
        Ok(())
    }

    fn position(&mut self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        if words.is_empty() {
            let line = position_line(self.game()?, self.perspective);
            return Ok(writeln!(output, "{line}")?);
        }
        let game = Game::from_position(words)?;
        self.seeded_game = Some(SeededGame::resume(History::starting_at(game), None));
        self.show(output)
    }

    fn load(&mut self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        ensure!(!words.is_empty(), "`load` needs a file, as in `load game.pidro`");
        self.loaded = None;
        let game = match games::read_one(Path::new(words), 1)? {
            LoadedGame::Record(record) => {
                let game = record.to_game()?;
                self.loaded = Some(*record);
                game
            }
            LoadedGame::Position(game) => SeededGame::resume(History::starting_at(*game), None),
            LoadedGame::View(_) => bail!("this is one observer's view, which can't be continued"),
        };
        self.seeded_game = Some(game);
        self.show(output)
    }

    /// The record of the game, with the tags of the record it was loaded from. Includes that
    /// record's marks and comments if the game still continues it, without an undo past its end.
    fn record(&self) -> anyhow::Result<Record> {
        let mut record = self.seeded_game()?.to_record();
        if let Some(loaded) = &self.loaded {
            for (tag, value) in loaded.tags() {
                record.set_tag(tag, value);
            }
            if record.history().log().starts_with(loaded.history().log()) {
                for (event, mark) in loaded.marks() {
                    record.set_mark(event, mark);
                }
                for (after, text) in loaded.comments() {
                    record.add_comment(after, text);
                }
            }
        }
        Ok(record)
    }

    /// Saves the game to a file, in the format that the file name implies.
    fn save(&self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        ensure!(!words.is_empty(), "`save` needs a file, as in `save game.pidro`");
        let bytes = match Format::of(Path::new(words)) {
            Some(Format::Bytes) => games::frame(&self.record()?.to_bytes())?,
            Some(Format::Position) => format!("{}\n", self.game()?.to_position()).into_bytes(),
            Some(Format::Text) | None => self.record()?.to_string().into_bytes(),
        };
        files::replace(Path::new(words), &bytes)?;
        Ok(writeln!(output, "saved: {words}")?)
    }

    fn rules(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let rules = self.game()?.rules();
        writeln!(output, "{rules}")?;
        for (option, value) in rules.options() {
            writeln!(output, "  {option:<14} {value}")?;
        }
        Ok(())
    }

    /// A bot's choice for the seat to act, based on that seat's view alone.
    fn bot_choice(&self) -> anyhow::Result<(Seat, Action)> {
        let game = self.game()?;
        let seat = game.turn().context("there is no decision to make")?;
        let action = self.level.bot(game.fingerprint()).choose(&game.view(seat));
        Ok((seat, action.context("there is no decision to make")?))
    }

    fn bot(&mut self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        self.level = words.parse()?;
        match self.bot_choice() {
            Ok((seat, action)) => writeln!(output, "{} would {action} for {seat}", self.level)?,
            Err(_) => writeln!(output, "`step` and `run` use {} from now on", self.level)?,
        }
        Ok(())
    }

    fn solve(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let view = self.game()?.full_view();
        let ending = Ending::of(&view).context("`solve` needs a hand in which cards are being played")?;
        let taken = |points: pidro::ByTeam<u8>| {
            Team::ALL
                .map(|team| format!("{team} {}", points[team]))
                .join(", ")
        };
        let mut solver = Solver::new();
        writeln!(output, "with perfect play: {}", taken(solver.solve(&ending)))?;
        for (card, points) in solver.values(&ending) {
            writeln!(output, "  {} {card}: {}", ending.turn(), taken(points))?;
        }
        Ok(())
    }

    /// Makes one bot decision, or deals, and prints the resulting events.
    fn advance(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        let before = self.history()?.log().len();
        if self.game()?.wants_deck() {
            let deck = random::seed()?.deck_for(self.game()?);
            self.seeded_game_mut()?.deal(&deck)?;
        } else {
            let (seat, action) = self.bot_choice()?;
            self.seeded_game_mut()?.act(seat, action)?;
        }
        self.print_events(before, output)
    }

    fn print_events(&self, from: usize, output: &mut impl Write) -> anyhow::Result<()> {
        let names = seat_names();
        let history = self.history()?;
        for line in narrator(&names).describe_events(history, self.perspective, from, history.log().len()) {
            writeln!(output, "{line}")?;
        }
        Ok(())
    }

    fn step(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        self.advance(output)?;
        self.show(output)
    }

    fn run(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        let scored = |history: &History| {
            let hands = history
                .log()
                .iter()
                .filter(|event| matches!(event, Event::HandScored { .. }));
            hands.count()
        };
        let before = scored(self.history()?);
        while scored(self.history()?) == before && self.game()?.winner().is_none() {
            self.advance(output)?;
        }
        self.show(output)
    }

    /// Lets experts play a game and explain their decisions.
    fn demo(&mut self, words: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let mut words = words.split_whitespace();
        let hands: Option<u32> = words
            .next()
            .map(str::parse)
            .transpose()
            .context("`demo` needs a number of hands, as in `demo 2 vasa`")?;
        let seed = match words.next() {
            Some(seed) => Seed::new(seed),
            None => random::seed()?,
        };
        self.seeded_game = Some(SeededGame::new(Rules::default(), Some(seed)));
        self.print_events(0, output)?;
        let names = seat_names();
        while let Some(seat) = self.game()?.turn() {
            if hands.is_some_and(|hands| self.game().is_ok_and(|game| game.hand_number() > hands)) {
                break;
            }
            let view = self.game()?.view(seat);
            let hint = Hint::of(&view, DEMO_LIMIT).ok_or_else(|| anyhow!("{seat} has nothing to decide"))?;
            if view.legal.len() > 1 {
                writeln!(
                    output,
                    "    {seat} thinks: {}",
                    narrator(&names).reason(hint.reason)
                )?;
            }
            let before = self.history()?.log().len();
            self.seeded_game_mut()?.act(seat, hint.best.action)?;
            self.print_events(before, output)?;
        }
        Ok(())
    }
}

/// The number of the first event to print; 0 by default.
fn first_event(words: &str) -> anyhow::Result<usize> {
    if words.is_empty() {
        return Ok(0);
    }
    words
        .parse()
        .with_context(|| format!("`{words}` is not the number of an event"))
}

fn help(words: &str, output: &mut impl Write) -> anyhow::Result<()> {
    if !words.is_empty() {
        if let Some((action, example)) = ACTIONS.iter().find(|(action, _)| *action == words) {
            return Ok(writeln!(
                output,
                "{action} {example}\n  an action of the seat to move"
            )?);
        }
        let entry = find(words).with_context(|| format!("there is no command `{words}`"))?;
        return Ok(writeln!(
            output,
            "{} {}\n  {}",
            entry.name, entry.arguments, entry.help
        )?);
    }
    for entry in &COMMANDS {
        let usage = format!("{} {}", entry.name, entry.arguments);
        writeln!(output, "  {usage:<36} {}", entry.help)?;
    }
    let actions = ACTIONS.map(|(action, words)| format!("`{}`", format!("{action} {words}").trim()));
    writeln!(
        output,
        "Actions are those of the protocol, for the seat to move or, as in `N bid 8`, for the named seat:"
    )?;
    Ok(writeln!(output, "  {}", actions.join(" "))?)
}

fn seat_names() -> BySeat<String> {
    BySeat::from_fn(|seat| seat.to_string())
}

const fn narrator(names: &BySeat<String>) -> Narrator<'_> {
    let style = TextStyle {
        lang: Lang::En,
        card_style: CardStyle::Notation,
    };
    Narrator {
        style,
        names,
        reader: None,
    }
}
