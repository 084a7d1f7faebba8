//! The languages, and how a message becomes a text in one.

use std::collections::HashMap;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

use crate::text::{STATIC_TEXTS, StaticText, Text};
use crate::value::{Value, with_comma, with_point};

/// A language of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lang {
    /// English.
    En,
    /// Swedish.
    Sv,
    /// Finnish.
    Fi,
}

/// The messages of one language.
struct Messages {
    bundle: FluentBundle<FluentResource>,
    /// The texts without variables, formatted.
    static_texts: HashMap<&'static str, String>,
}

static MESSAGES: LazyLock<[Messages; 3]> = LazyLock::new(|| Lang::ALL.map(Messages::of));

macro_rules! source {
    ($lang:literal, $file:literal) => {
        include_str!(concat!("../ftl/", $lang, "/", $file, ".ftl"))
    };
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::Sv, Lang::Fi];

    /// The language's code: `en`, `sv` or `fi`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Sv => "sv",
            Lang::Fi => "fi",
        }
    }

    /// The language with this code.
    ///
    /// ```
    /// use pidro_text::Lang;
    ///
    /// assert_eq!(Lang::from_code("fi"), Some(Lang::Fi));
    /// assert_eq!(Lang::from_code("fil"), None);
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The messages of the page, in Fluent's syntax and without comments.
    #[must_use]
    pub fn page_source(self) -> String {
        let files = match self {
            Lang::En => [source!("en", "game"), source!("en", "page")],
            Lang::Sv => [source!("sv", "game"), source!("sv", "page")],
            Lang::Fi => [source!("fi", "game"), source!("fi", "page")],
        };
        let lines = files.into_iter().flat_map(str::lines);
        let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// The messages of the terminal program.
    const fn terminal_sources(self) -> [&'static str; 2] {
        match self {
            Lang::En => [source!("en", "game"), source!("en", "terminal")],
            Lang::Sv => [source!("sv", "game"), source!("sv", "terminal")],
            Lang::Fi => [source!("fi", "game"), source!("fi", "terminal")],
        }
    }

    fn messages(self) -> &'static Messages {
        &MESSAGES[self as usize]
    }

    /// A text that has no variables.
    #[must_use]
    pub fn get(self, text: StaticText) -> &'static str {
        let texts = &self.messages().static_texts;
        texts.get(text.id()).map_or(text.id(), String::as_str)
    }

    /// A text with its variables filled in. [`say!`](crate::say) checks their names.
    #[must_use]
    pub fn format<'a>(self, text: Text, values: impl IntoIterator<Item = (&'a str, Value<'a>)>) -> String {
        self.messages().format(text.id(), &values.into_iter().collect())
    }
}

impl Messages {
    fn of(lang: Lang) -> Messages {
        let mut bundle = FluentBundle::new_concurrent(vec![lang.code().parse().unwrap_or_default()]);
        // Marks around each value, for text of mixed direction, would be visible in a terminal.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(match lang {
            Lang::En => with_point,
            Lang::Sv | Lang::Fi => with_comma,
        }));
        // The sources are part of the program, and tests parse them: nothing here can fail.
        let added = bundle.add_builtins();
        debug_assert!(added.is_ok(), "{added:?}");
        for source in lang.terminal_sources() {
            let resource = FluentResource::try_new(source.to_owned());
            debug_assert!(resource.is_ok(), "{lang:?} {:?}", resource.err());
            let added = bundle.add_resource(resource.unwrap_or_else(|(parsed, _)| parsed));
            debug_assert!(added.is_ok(), "{lang:?} {added:?}");
        }
        let mut messages = Messages {
            bundle,
            static_texts: HashMap::new(),
        };
        let ids = STATIC_TEXTS.iter().map(|text| text.id());
        messages.static_texts = ids
            .map(|id| (id, messages.format(id, &FluentArgs::new())))
            .collect();
        messages
    }

    fn format(&self, id: &'static str, values: &FluentArgs<'_>) -> String {
        let pattern = self.bundle.get_message(id).and_then(|message| message.value());
        let Some(pattern) = pattern else {
            return id.to_owned();
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(values), &mut errors);
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        text.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Addressee, say, text};

    #[test]
    fn a_value_is_taken_as_it_is() {
        let said = say!(
            Lang::En,
            text::BIDS,
            who = "{ $bid }",
            person = Addressee::Other,
            bid = 9
        );
        assert_eq!(said, "{ $bid } bids 9.");
    }

    #[test]
    fn plurals_and_decimals_follow_the_language() {
        let counted = |lang: Lang, count: usize| say!(lang, text::CARD_COUNT, count = count);
        assert_eq!(counted(Lang::En, 1), "1 card");
        assert_eq!(counted(Lang::En, 3), "3 cards");
        assert_eq!(counted(Lang::Sv, 3), "3 kort");
        assert_eq!(counted(Lang::Fi, 1), "1 kortti");
        assert_eq!(counted(Lang::Fi, 3), "3 korttia");
        let percent = |lang: Lang| say!(lang, text::PERCENT, number = 90.44);
        assert_eq!(percent(Lang::En), "90.4 %");
        assert_eq!(percent(Lang::Sv), "90,4 %");
        assert_eq!(percent(Lang::Fi), "90,4 %");
    }

    #[test]
    fn the_page_source_omits_terminal_texts_and_comments() {
        for lang in Lang::ALL {
            let source = lang.page_source();
            assert!(
                source.contains("\nbids =\n") && source.contains("\nplay_now = "),
                "{source}"
            );
            assert!(
                !source.contains("line_welcome") && !source.contains('#'),
                "{source}"
            );
        }
    }
}
