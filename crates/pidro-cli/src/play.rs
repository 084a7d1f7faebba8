//! `pidro play`: a game at the table, with bots or with other people at the same keyboard.

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
use pidro_bots::{Level, Limit};
use sitting::{Setup, Sitting, games_folder};

use crate::chance;
use crate::games::LONGEST_NAME;
use crate::lang::{Look, printable, text};
use crate::look::{LookArguments, Speed};
use crate::tell::Teller;

/// In how many worlds an expert weighs a hint: the same question gets the same answer.
const HINT: Limit = Limit::Worlds(150);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The seats of the people: N, E, S, W with commas between them.
    #[arg(long, value_name = "SEATS", default_value = "S", value_delimiter = ',')]
    humans: Vec<Seat>,
    /// What they are called, in the same order.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    names: Vec<String>,
    /// How strong the bots are: random, basic, expert, `expert:10ms` or `expert:200w` (worlds).
    #[arg(long, value_name = "BOT", default_value = "expert")]
    bots: Level,
    /// The rules in one line, such as "traditional target=42"; docs/rules.md has them all.
    #[arg(long, default_value = "finnish", conflicts_with = "resume")]
    rules: Rules,
    /// The decks of this seed, and not such as nobody knows.
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    seed: Option<String>,
    /// Add a word to the fair deal: this one, for the first of the people. Without TEXT every person is asked for one, after the
    /// commitment to the secret has been shown.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["resume", "seed"])]
    #[expect(clippy::option_option, reason = "the option may come without a text")]
    word: Option<Option<String>>,
    /// Go on with a game: the one that was left last, or the one in this file. Who plays is what its record tells.
    #[arg(long, value_name = "FILE")]
    #[expect(clippy::option_option, reason = "the option may come without a file")]
    resume: Option<Option<PathBuf>>,
    /// How long bots pause before they act.
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
    let mut names = BySeat::from_fn(|seat| lines.lang.seat(seat).to_owned());
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
        None => Sitting::new(&setup, &folder)?,
        Some(None) => Sitting::resume(&Sitting::left_last(&folder)?, &setup)?,
        Some(Some(file)) => Sitting::resume(file, &setup)?,
    };
    if let Some(look) = arguments.look.on_screen() {
        return screen::run(sitting, look, arguments.speed);
    }
    lines::run(&mut sitting, lines, io::stdin().lock(), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// The seed of a fair deal with a word of each person. The commitment comes first: the secret can't have been chosen for the words.
fn ask_words(humans: &[Seat], names: &BySeat<String>, look: Look) -> anyhow::Result<Seed> {
    let mut deal = FairDeal::new(chance::secret()?);
    let mut output = io::stdout().lock();
    let commitment = deal.commitment();
    let promise = look.lang.say(text::PROMISE, &[("commitment", &commitment)]);
    writeln!(output, "{promise}")?;
    for seat in humans {
        writeln!(
            output,
            "{}",
            look.lang.say(text::ASK_WORD, &[("who", &names[*seat])])
        )?;
        output.flush()?;
        let mut word = String::new();
        io::stdin().read_line(&mut word)?;
        deal.add_word(*seat, word.trim())?;
    }
    Ok(deal.seed())
}

/// Where the points went of the hand that the event at this place scored.
fn points(history: &History, scored: usize, teller: Teller<'_>) -> Vec<String> {
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

/// Takes the last decision of a person back and remarks it, here and in the record; `None` if there is none. What was kept of the
/// pool is not told: others may read it.
fn undo(sitting: &mut Sitting, look: Look) -> Option<String> {
    let (seat, action) = sitting.undo().ok()?;
    let teller = Teller {
        look,
        names: sitting.names(),
    };
    let what = match action {
        Action::Keep(_) => look.lang.word(text::THE_ROB).to_owned(),
        other => teller.action(other, None),
    };
    let values: [(&str, &dyn std::fmt::Display); 2] = [("who", &sitting.names()[seat]), ("action", &what)];
    let remark = look.lang.say(text::TAKEN_BACK, &values);
    sitting.remark(remark.clone());
    Some(remark)
}

/// What is told when a game is left: where it waits, or that it could not be kept.
fn left(sitting: &Sitting, look: Look, not_saved: Option<&str>) -> String {
    let lang = look.lang;
    let file = sitting.file().display();
    if let Some(reason) = not_saved {
        lang.say(text::NOT_SAVED, &[("reason", &reason)])
    } else if sitting.game().winner().is_some() {
        lang.say(text::RECORD_AT, &[("file", &file)])
    } else if sitting.is_kept() {
        lang.say(text::LEFT, &[("file", &file)])
    } else {
        String::new()
    }
}
