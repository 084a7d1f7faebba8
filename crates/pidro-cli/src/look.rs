//! The look and speed of a game, for every command that shows one to players.

use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::lang::{Look, Suits, lang_of_locale};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pidro_text::Lang;

#[derive(clap::Args)]
pub(crate) struct LookArguments {
    /// Language; taken from the locale by default
    #[arg(long, value_parser = parse_lang())]
    lang: Option<Lang>,
    /// Print lines instead of a full screen, as without a terminal
    #[arg(long)]
    plain: bool,
    /// Use letters for the suits and ASCII for borders
    #[arg(long)]
    ascii: bool,
}

impl LookArguments {
    /// The look on a full screen; `None` if there is no terminal or the user asked for lines.
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

    /// The look for plain lines.
    pub(crate) fn in_lines(&self) -> Look {
        Look {
            lang: self.lang.unwrap_or_else(|| lang_of_locale(variable)),
            suits: Suits::Spoken,
        }
    }
}

/// Reads the code of a language, and lists all codes in the help.
fn parse_lang() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::ALL.map(Lang::code))
        .try_map(|code| Lang::from_code(&code).ok_or("no such language"))
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// How long bots pause, and how long automatic playback shows each event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Speed {
    Slow,
    Normal,
    Fast,
    /// No pauses
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
