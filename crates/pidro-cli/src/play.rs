//! `pidro play`: a game against bots or with other people at the same keyboard.

mod after;
mod lines;
mod read;
mod screen;
mod sitting;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use pidro::{Action, BySeat, Event, FairDeal, History, Observer, Rules, Seat, SeatSet, Seed};
use pidro_bots::{Level, SearchLimit};
use pidro_text::{say, text};
use sitting::{LocalGame, Setup, games_folder};

use crate::chance;
use crate::games::LONGEST_NAME;
use crate::lang::{Look, printable, seat_name};
use crate::look::{LookArguments, Speed};
use crate::tell::Narrator;

/// How many worlds the expert samples for a hint. A fixed number makes hints reproducible.
const HINT: SearchLimit = SearchLimit::Worlds(150);

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
    /// Resume the most recent game, or the one in this file. Its record says who plays.
    #[arg(long, value_name = "FILE")]
    #[expect(clippy::option_option, reason = "the option may come without a file")]
    resume: Option<Option<PathBuf>>,
    /// Pause before each action of a bot
    #[arg(long, value_enum, default_value = "normal")]
    speed: Speed,
    #[command(flatten)]
    look: LookArguments,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let lines = arguments.look.in_lines();
    let humans: SeatSet = arguments.humans.iter().copied().collect();
    ensure!(
        arguments.names.len() <= arguments.humans.len(),
        "there are more names than people"
    );
    let mut names = BySeat::from_fn(|seat| seat_name(lines.lang, seat).to_owned());
    for (seat, name) in arguments.humans.iter().zip(&arguments.names) {
        names[*seat] = printable(name, LONGEST_NAME);
    }
    let mut words = BySeat::<String>::default();
    if let (Some(Some(word)), Some(seat)) = (&arguments.word, arguments.humans.first()) {
        words[*seat].clone_from(word);
    }
    let seed = match arguments.word {
        Some(None) => Some(ask_words(&arguments.humans, &names, lines)?),
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
    let mut sitting = match &arguments.resume {
        None => LocalGame::new(&setup, &folder)?,
        Some(None) => LocalGame::resume(&LocalGame::left_last(&folder)?, &setup)?,
        Some(Some(file)) => LocalGame::resume(file, &setup)?,
    };
    if let Some(look) = arguments.look.on_screen() {
        return screen::run(sitting, look, arguments.speed);
    }
    lines::run(&mut sitting, lines, io::stdin().lock(), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// Asks each person for a word and returns the seed of their fair deal. Shows the commitment first,
/// which proves that the secret wasn't chosen to fit the words.
fn ask_words(humans: &[Seat], names: &BySeat<String>, look: Look) -> anyhow::Result<Seed> {
    let mut deal = FairDeal::new(chance::secret()?);
    let mut output = io::stdout().lock();
    let commitment = deal.commitment();
    let promise = say!(look.lang, text::PROMISE, commitment = commitment.to_string());
    writeln!(output, "{promise}")?;
    for seat in humans {
        writeln!(output, "{}", say!(look.lang, text::ASK_WORD, who = &names[*seat]))?;
        output.flush()?;
        let mut word = String::new();
        io::stdin().read_line(&mut word)?;
        deal.add_word(*seat, word.trim())?;
    }
    Ok(deal.seed())
}

/// Explains where the points of a hand went, given the index of its scoring event.
fn points(history: &History, scored: usize, teller: Narrator<'_>) -> Vec<String> {
    let Some(game) = history.at_event(scored + 1) else {
        return vec![];
    };
    let claimer = match scored.checked_sub(1).and_then(|before| history.log().get(before)) {
        Some(Event::Claimed { seat }) => Some(*seat),
        _ => None,
    };
    let mut lines = vec![teller.look.lang.word(text::POINTS_WENT).to_owned()];
    lines.extend(teller.points(&game.view(Observer::Spectator), claimer));
    lines
}

/// Undoes the last human decision and adds a remark to the record. Returns the text of the remark,
/// or `None` if there is nothing to undo. The remark omits the cards kept from the pool, because
/// other players may read it.
fn undo(sitting: &mut LocalGame, look: Look) -> Option<String> {
    let (seat, action) = sitting.undo().ok()?;
    // Everybody who reads the record reads the remark, so it calls nobody "you".
    let teller = Narrator {
        look,
        names: sitting.names(),
        reader: None,
    };
    let what = match action {
        Action::Keep(_) => look.lang.word(text::THE_ROB).to_owned(),
        other => teller.action(other, None),
    };
    let who = &sitting.names()[seat];
    let remark = say!(look.lang, text::TAKEN_BACK, who = who, action = what);
    sitting.remark(remark.clone());
    Some(remark)
}

/// The message shown when the player leaves: where the game is saved, or why it couldn't be saved.
fn left(sitting: &LocalGame, look: Look, not_saved: Option<&str>) -> String {
    let lang = look.lang;
    let file = sitting.file().display().to_string();
    if let Some(reason) = not_saved {
        say!(lang, text::NOT_SAVED, reason = reason)
    } else if sitting.game().winner().is_some() {
        say!(lang, text::RECORD_AT, file = file)
    } else if sitting.is_kept() {
        say!(lang, text::GAME_WAITS, file = file)
    } else {
        String::new()
    }
}
