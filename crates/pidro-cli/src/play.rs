//! `pidro play`: a game against bots, or with other people at the same keyboard.

mod lines;
mod local_game;
mod parse;
mod screen;
mod summary;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use local_game::{LocalGame, Setup, games_folder};
use pidro::{Action, BySeat, Event, FairDeal, History, Observer, Rules, Seat, SeatSet, Seed};
use pidro_bots::{Level, SearchLimit};
use pidro_text::{say, text};

use crate::display::{DisplayArguments, Speed};
use crate::games::MAX_NAME_LENGTH;
use crate::lang::{TextStyle, printable, seat_name};
use crate::narrator::Narrator;
use crate::random;

/// How many worlds the expert searches for a hint. Unlike a time limit, this makes hints
/// reproducible.
const HINT_LIMIT: SearchLimit = SearchLimit::Worlds(150);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Seats played by people: N, E, S, W, separated by commas
    #[arg(long, value_name = "SEATS", default_value = "S", value_delimiter = ',')]
    humans: Vec<Seat>,
    /// Names of these people, in the same order, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    names: Vec<String>,
    /// Strength of the bots: random, basic, expert, `expert:10ms` or `expert:200w` (worlds)
    #[arg(long, value_name = "BOT", default_value = "expert")]
    bots: Level,
    /// Rules in one line, such as "traditional target=42"; see docs/rules.md
    #[arg(long, default_value = "finnish", conflicts_with = "resume")]
    rules: Rules,
    /// Deal from this seed instead of a random secret
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    seed: Option<String>,
    /// Add this word to the fair deal, for the first person. Without TEXT, ask every person for a
    /// word after showing the commitment to the secret.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["resume", "seed"])]
    #[expect(clippy::option_option, reason = "the option may come without a text")]
    word: Option<Option<String>>,
    /// Resume the most recent unfinished game, or the one in this file. Its record says who plays.
    #[arg(long, value_name = "FILE")]
    #[expect(clippy::option_option, reason = "the option may come without a file")]
    resume: Option<Option<PathBuf>>,
    /// Pause before each action of a bot
    #[arg(long, value_enum, default_value = "normal")]
    speed: Speed,
    #[command(flatten)]
    display: DisplayArguments,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let line_style = arguments.display.line_style();
    let humans: SeatSet = arguments.humans.iter().copied().collect();
    ensure!(
        arguments.names.len() <= arguments.humans.len(),
        "there are more names than people"
    );
    let mut names = BySeat::from_fn(|seat| seat_name(line_style.lang, seat).to_owned());
    for (seat, name) in arguments.humans.iter().zip(&arguments.names) {
        names[*seat] = printable(name, MAX_NAME_LENGTH);
    }
    let mut words = BySeat::<String>::default();
    if let (Some(Some(word)), Some(seat)) = (&arguments.word, arguments.humans.first()) {
        words[*seat].clone_from(word);
    }
    let seed = match arguments.word {
        Some(None) => Some(ask_words(&arguments.humans, &names, line_style)?),
        Some(Some(_)) | None => arguments.seed.as_ref().map(Seed::new),
    };
    let setup = Setup {
        rules: arguments.rules,
        seed,
        words,
        humans,
        level: arguments.bots,
        names,
    };
    let folder = games_folder();
    let mut local_game = match &arguments.resume {
        None => LocalGame::new(&setup, &folder)?,
        Some(None) => LocalGame::resume(&LocalGame::last_unfinished(&folder)?, &setup)?,
        Some(Some(file)) => LocalGame::resume(file, &setup)?,
    };
    if let Some(style) = arguments.display.screen_style() {
        return screen::run(local_game, style, arguments.speed);
    }
    lines::run(
        &mut local_game,
        line_style,
        io::stdin().lock(),
        io::stdout().lock(),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Asks each person for a word and returns the seed of their fair deal. Shows the commitment first:
/// it proves that the secret wasn't chosen to fit the words.
fn ask_words(humans: &[Seat], names: &BySeat<String>, style: TextStyle) -> anyhow::Result<Seed> {
    let mut deal = FairDeal::new(random::secret()?);
    let mut output = io::stdout().lock();
    let commitment = deal.commitment();
    let line = say!(style.lang, text::COMMITMENT, commitment = commitment.to_string());
    writeln!(output, "{line}")?;
    for seat in humans {
        writeln!(
            output,
            "{}",
            say!(style.lang, text::ASK_WORD, who = &names[*seat])
        )?;
        output.flush()?;
        let mut word = String::new();
        io::stdin().read_line(&mut word)?;
        deal.add_word(*seat, word.trim())?;
    }
    Ok(deal.seed())
}

/// Explains where the points of a hand went. `scored` is the index of its scoring event.
fn point_lines(history: &History, scored: usize, narrator: Narrator<'_>) -> Vec<String> {
    let Some(game) = history.at_event(scored + 1) else {
        return vec![];
    };
    let claimer = match scored.checked_sub(1).and_then(|before| history.log().get(before)) {
        Some(Event::Claimed { seat }) => Some(*seat),
        _ => None,
    };
    let mut lines = vec![narrator.style.lang.get(text::POINTS_WENT).to_owned()];
    lines.extend(narrator.points(&game.view(Observer::Spectator), claimer));
    lines
}

/// Undoes the last human decision and comments on it in the record. Returns the comment, or `None`
/// if there is nothing to undo. The comment omits the cards kept from the pool, because other
/// players may read it.
fn undo(local_game: &mut LocalGame, style: TextStyle) -> Option<String> {
    let (seat, action) = local_game.undo().ok()?;
    // Everybody may read the record, so the comment calls nobody "you".
    let narrator = Narrator {
        style,
        names: local_game.names(),
        reader: None,
    };
    let what = match action {
        Action::Keep(_) => style.lang.get(text::THE_ROB).to_owned(),
        other => narrator.action(other, None),
    };
    let who = &local_game.names()[seat];
    let comment = say!(style.lang, text::UNDONE, who = who, action = what);
    local_game.add_comment(comment.clone());
    Some(comment)
}

/// The message shown when the player leaves: where the game is saved, or why it couldn't be saved.
fn exit_message(local_game: &LocalGame, style: TextStyle, not_saved: Option<&str>) -> String {
    let lang = style.lang;
    let file = local_game.file().display().to_string();
    if let Some(reason) = not_saved {
        say!(lang, text::NOT_SAVED, reason = reason)
    } else if local_game.game().winner().is_some() {
        say!(lang, text::SAVED_IN, file = file)
    } else if local_game.is_saved() {
        say!(lang, text::RESUME_WITH, file = file)
    } else {
        String::new()
    }
}
