//! `pidro play`: a game at the table, with bots or with other people at the same keyboard.

mod after;
mod lines;
mod read;
mod screen;
mod sitting;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use pidro::{BySeat, Event, History, Rules, Seat, Seats, Seed};
use pidro_bots::{Level, Limit};
use sitting::{Setup, Sitting, games_folder};

use crate::lang::{Lang, Look, Suits, text};
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
    #[arg(long, default_value = "finnish")]
    rules: Rules,
    /// The decks of this seed, and not such as nobody knows.
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    seed: Option<String>,
    /// Go on with a game that was left: the newest, or the one in this file.
    #[arg(long, value_name = "FILE")]
    #[expect(clippy::option_option, reason = "the option may come without a file")]
    resume: Option<Option<PathBuf>>,
    /// How long bots pause before they act.
    #[arg(long, value_enum, default_value = "normal")]
    speed: Speed,
    #[command(flatten)]
    look: LookArguments,
}

/// How a game looks, in every command that shows one to players.
#[derive(clap::Args)]
pub(crate) struct LookArguments {
    /// The language; without it the locale tells.
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// Lines instead of a full screen, as without a terminal.
    #[arg(long)]
    plain: bool,
    /// Letters instead of the signs of suits, and no lines around them.
    #[arg(long)]
    ascii: bool,
}

impl LookArguments {
    /// How it looks on a screen; `None` where there is none.
    pub(crate) fn on_screen(&self) -> Option<Look> {
        let dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb;
        let look = Look {
            suits: if self.ascii {
                Suits::Letters
            } else {
                Suits::of_locale(variable)
            },
            colour: variable("NO_COLOR").is_none_or(|value| value.is_empty()),
            ..self.in_lines()
        };
        (terminal && !self.plain).then_some(look)
    }

    /// How it is told in lines.
    pub(crate) fn in_lines(&self) -> Look {
        Look {
            lang: self.lang.unwrap_or_else(|| Lang::of_locale(variable)),
            suits: Suits::Spoken,
            colour: false,
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// How long bots pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Speed {
    Slow,
    Normal,
    Fast,
    /// No pauses at all.
    None,
}

impl Speed {
    pub(crate) const fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Slow => 1500,
            Speed::Normal => 700,
            Speed::Fast => 250,
            Speed::None => 0,
        })
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let lines = arguments.look.in_lines();
    let humans: Seats = arguments.humans.iter().copied().collect();
    ensure!(
        arguments.names.len() <= arguments.humans.len(),
        "there are more names than people"
    );
    let mut names = BySeat::from_fn(|seat| lines.lang.seat(seat).to_owned());
    for (seat, name) in arguments.humans.iter().zip(&arguments.names) {
        name.clone_into(&mut names[*seat]);
    }
    let setup = Setup {
        rules: arguments.rules,
        seed: arguments.seed.as_ref().map(Seed::new),
        humans,
        level: arguments.bots,
        names,
    };
    let folder = games_folder(variable);
    let mut sitting = match &arguments.resume {
        None => Sitting::new(&setup, &folder)?,
        Some(None) => Sitting::resume(&Sitting::newest(&folder)?, &setup)?,
        Some(Some(file)) => Sitting::resume(file, &setup)?,
    };
    if let Some(look) = arguments.look.on_screen() {
        return screen::run(sitting, setup, look, arguments.speed);
    }
    lines::run(&mut sitting, lines, io::stdin().lock(), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// Who claimed the rest of the hand that the event at this place scores.
fn claimer(history: &History, scored: usize) -> Option<Seat> {
    match history.log().get(scored.checked_sub(1)?)? {
        Event::Claimed { seat } => Some(*seat),
        _ => None,
    }
}

/// Takes the last decision of a person back and tells it; `None` if there is none.
fn undo(sitting: &mut Sitting, look: Look) -> Option<String> {
    let names = sitting.names().clone();
    let trump = sitting.game().view(pidro::Observer::Spectator).trump;
    let mut told = None;
    let undone = sitting.undo(|seat, action| {
        let teller = Teller { look, names: &names };
        let action = teller.action(action, trump);
        let remark = look
            .lang
            .say(text::TAKEN_BACK, &[("who", &names[seat]), ("action", &action)]);
        told.insert(remark).clone()
    });
    undone.ok().and(told)
}
