//! What is said to players of Finnish Pidro, in English, Swedish and Finnish.
//!
//! The sentences are [Fluent](https://projectfluent.org) messages in `ftl`. `game.ftl` has those
//! that the terminal program and the page share, so that a fact has one sentence in each language.
//!
//! The words are those of the tables in Ostrobothnia: a five is a *pidro*, in Swedish the trump
//! suit is the *sort* and a hand an *omgång*, and a player without trumps is *kall*, in Finnish
//! *kylmä*. Sentences never inflect names, so they work with any name.
//!
//! ```
//! use pidro_text::{Lang, Addressee, say, text};
//!
//! let bids = |lang: Lang, person| say!(lang, text::BIDS, who = "Anna", person = person, bid = 8);
//! assert_eq!(bids(Lang::En, Addressee::Other), "Anna bids 8.");
//! assert_eq!(bids(Lang::En, Addressee::You), "You bid 8.");
//! ```

mod addressee;
mod lang;
pub mod text;
mod value;

pub use addressee::{Addressee, Side};
pub use lang::Lang;
#[doc(inline)]
pub use text::{StaticText, Text};
pub use value::Value;

/// Formats a text in a language, with a value for each of its variables.
///
/// ```
/// use pidro_text::{Lang, say, text};
///
/// assert_eq!(say!(Lang::Sv, text::HAND_NUMBER, hand = 3), "Omgång 3");
/// ```
///
/// A missing or unknown variable does not compile:
///
/// ```compile_fail
/// use pidro_text::{Lang, say, text};
///
/// say!(Lang::Sv, text::HAND_NUMBER, number = 3);
/// ```
///
/// ```compile_fail
/// use pidro_text::{Lang, say, text};
///
/// say!(Lang::Sv, text::BID_OF, bid = 8, who = "Anna");
/// ```
#[macro_export]
macro_rules! say {
    ($lang:expr, $text:path, $($name:ident = $value:expr),+ $(,)?) => {{
        const { $text.check_variables(&[$(stringify!($name)),+]) }
        $lang.format($text, [$((stringify!($name), $crate::Value::from($value))),+])
    }};
}

/// Compiles and runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
