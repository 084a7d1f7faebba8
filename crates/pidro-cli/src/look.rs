//! How a game looks and how fast it goes, in every command that shows one to players.

use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::lang::{Lang, Look, Suits};

#[derive(clap::Args)]
pub(crate) struct LookArguments {
    /// The language; without it the locale tells.
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// Lines instead of a full screen, as without a terminal.
    #[arg(long)]
    plain: bool,
    /// Letters instead of the signs of suits, and plain lines around them.
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
            ..self.in_lines()
        };
        (terminal && !self.plain).then_some(look)
    }

    /// How it is told in lines.
    pub(crate) fn in_lines(&self) -> Look {
        Look {
            lang: self.lang.unwrap_or_else(|| Lang::of_locale(variable)),
            suits: Suits::Spoken,
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// How long bots pause, or an event is seen that plays by itself.
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
