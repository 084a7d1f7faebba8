//! The options for how a game is displayed, which several commands share.

use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::lang::{CardStyle, TextStyle, lang_of_locale};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pidro_text::Lang;

#[derive(clap::Args)]
pub(crate) struct DisplayArguments {
    /// Language; taken from the locale by default
    #[arg(long, value_parser = parse_lang())]
    lang: Option<Lang>,
    /// Print plain lines instead of a full screen, as if there were no terminal
    #[arg(long)]
    plain: bool,
    /// Use letters for the suits and ASCII for borders
    #[arg(long)]
    ascii: bool,
}

impl DisplayArguments {
    /// The style for the full screen; `None` if there is no terminal or the user asked for lines.
    pub(crate) fn screen_style(&self) -> Option<TextStyle> {
        let dumb = env_var("TERM").is_some_and(|term| term == "dumb");
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb;
        let style = TextStyle {
            card_style: if self.ascii {
                CardStyle::Letters
            } else {
                CardStyle::of_locale(env_var)
            },
            ..self.line_style()
        };
        (terminal && !self.plain).then_some(style)
    }

    /// The style for plain lines.
    pub(crate) fn line_style(&self) -> TextStyle {
        TextStyle {
            lang: self.lang.unwrap_or_else(|| lang_of_locale(env_var)),
            card_style: CardStyle::Words,
        }
    }
}

/// Parses the code of a language. The help lists all codes.
fn parse_lang() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::ALL.map(Lang::code))
        .try_map(|code| Lang::from_code(&code).ok_or("no such language"))
}

fn env_var(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// How long to pause before a bot's action, or between two events of a replay.
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
