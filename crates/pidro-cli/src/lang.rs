//! The player's language, and how cards are written in it.

use pidro::{Card, CardSet, Rank, Seat, Suit, Trump};
use pidro_text::{Lang, StaticText, say, text};

/// The language of the locale in these environment variables.
pub(crate) fn lang_of_locale(variable: impl Fn(&str) -> Option<String>) -> Lang {
    let locale = locale(variable, "LC_MESSAGES");
    let code = locale.split(['_', '.', '@']).next().unwrap_or_default();
    Lang::from_code(code).unwrap_or(Lang::En)
}

pub(crate) fn seat_name(lang: Lang, seat: Seat) -> &'static str {
    lang.get([text::N, text::E, text::S, text::W][seat as usize])
}

pub(crate) fn suit_name(lang: Lang, suit: Suit) -> &'static str {
    lang.get([text::SUIT_S, text::SUIT_H, text::SUIT_D, text::SUIT_C][suit as usize])
}

/// Removes control characters, which could change the terminal, and truncates to `max_length`
/// characters. For text that users or other programs wrote.
pub(crate) fn printable(text: &str, max_length: usize) -> String {
    let mut letters = text.chars().filter(|letter| !letter.is_control());
    let mut shown: String = letters.by_ref().take(max_length).collect();
    if letters.next().is_some() {
        shown.pop();
        shown.push('…');
    }
    shown
}

/// The locale for a category. Looks up the variables in the same order as the C library.
fn locale(variable: impl Fn(&str) -> Option<String>, category: &str) -> String {
    ["LC_ALL", category, "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty())
        .unwrap_or_default()
}

/// How cards are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CardStyle {
    /// `A♥`
    Symbols,
    /// `Ah`, where the terminal can't show symbols.
    Letters,
    /// `ace of hearts`, to be read aloud.
    Words,
    /// `Th`, as in the notation.
    Notation,
}

impl CardStyle {
    /// Letters if the locale has a character set other than UTF-8.
    pub(crate) fn of_locale(variable: impl Fn(&str) -> Option<String>) -> CardStyle {
        let locale = locale(variable, "LC_CTYPE").to_lowercase();
        let unicode = locale.is_empty() || locale.contains("utf-8") || locale.contains("utf8");
        if unicode {
            CardStyle::Symbols
        } else {
            CardStyle::Letters
        }
    }
}

/// The language of texts, and how they write cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TextStyle {
    pub(crate) lang: Lang,
    pub(crate) card_style: CardStyle,
}

impl TextStyle {
    pub(crate) fn suit(self, suit: Suit) -> String {
        match self.card_style {
            CardStyle::Symbols => ["♠", "♥", "♦", "♣"][suit as usize].to_owned(),
            CardStyle::Letters | CardStyle::Notation => suit.to_string(),
            CardStyle::Words => suit_name(self.lang, suit).to_owned(),
        }
    }

    pub(crate) fn card(self, card: Card) -> String {
        let suit = self.suit(card.suit());
        match self.card_style {
            CardStyle::Notation => card.to_string(),
            CardStyle::Words => card_name(self.lang, card),
            CardStyle::Symbols | CardStyle::Letters => format!("{}{suit}", rank(card.rank())),
        }
    }

    /// A list of cards in display order.
    pub(crate) fn cards(self, cards: CardSet, trump: Option<Trump>) -> String {
        self.list(in_display_order(cards, trump))
    }

    pub(crate) fn list(self, cards: impl IntoIterator<Item = Card>) -> String {
        let names: Vec<String> = cards.into_iter().map(|card| self.card(card)).collect();
        let separator = if self.card_style == CardStyle::Words {
            ", "
        } else {
            " "
        };
        if names.is_empty() {
            return "–".to_owned();
        }
        names.join(separator)
    }

    /// The dash for ranges such as 6–14.
    pub(crate) const fn dash(self) -> &'static str {
        match self.card_style {
            CardStyle::Letters | CardStyle::Notation => "-",
            CardStyle::Symbols | CardStyle::Words => "–",
        }
    }
}

/// Sorts cards for display: trumps first, from the top, then the others by suit.
pub(crate) fn in_display_order(cards: CardSet, trump: Option<Trump>) -> Vec<Card> {
    let trumps = trump.map_or(CardSet::NONE, |trump| cards & trump.cards());
    let highest_first = trump.into_iter().flat_map(|trump| trump.highest_first(trumps));
    highest_first.chain(cards - trumps).collect()
}

/// The name of a card in words.
pub(crate) fn card_name(lang: Lang, card: Card) -> String {
    const RANKS: [StaticText; 13] = [
        text::RANK_2,
        text::RANK_3,
        text::RANK_4,
        text::RANK_5,
        text::RANK_6,
        text::RANK_7,
        text::RANK_8,
        text::RANK_9,
        text::RANK_T,
        text::RANK_J,
        text::RANK_Q,
        text::RANK_K,
        text::RANK_A,
    ];
    let rank = lang.get(RANKS[card.rank() as usize]);
    say!(lang, text::CARD, rank = rank, suit = suit_name(lang, card.suit()))
}

const fn rank(rank: Rank) -> &'static str {
    ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][rank as usize]
}

/// Parses a card as people type it: `Ah`, `ah`, `10H`.
pub(crate) fn parse_card(word: &str) -> Option<Card> {
    let word = word.to_ascii_uppercase().replacen("10", "T", 1);
    let suit = word.chars().last()?.to_ascii_lowercase();
    let rank = &word[..word.len() - suit.len_utf8()];
    format!("{rank}{suit}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment<'a>(set: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |name| {
            let found = set.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        }
    }

    #[test]
    fn the_locale_determines_the_language_and_the_card_style() {
        for (set, lang, card_style) in [
            (&[("LANG", "sv_FI.UTF-8")][..], Lang::Sv, CardStyle::Symbols),
            (&[("LANG", "fi_FI.utf8")], Lang::Fi, CardStyle::Symbols),
            (
                &[("LANG", "sv_FI.UTF-8"), ("LC_ALL", "C")],
                Lang::En,
                CardStyle::Letters,
            ),
            (
                &[("LANG", "fi_FI.ISO-8859-15"), ("LC_ALL", "")],
                Lang::Fi,
                CardStyle::Letters,
            ),
            (
                &[("LANG", "sv"), ("LC_MESSAGES", "fi_FI.UTF-8")],
                Lang::Fi,
                CardStyle::Letters,
            ),
            (&[("LANG", "fil_PH.UTF-8")], Lang::En, CardStyle::Symbols),
            (&[], Lang::En, CardStyle::Symbols),
        ] {
            assert_eq!(lang_of_locale(environment(set)), lang, "{set:?}");
            assert_eq!(CardStyle::of_locale(environment(set)), card_style, "{set:?}");
        }
    }

    #[test]
    fn cards_are_read_as_people_type_them() {
        for (word, card) in [
            ("Ah", "Ah"),
            ("ah", "Ah"),
            ("10s", "Ts"),
            ("TS", "Ts"),
            ("5D", "5d"),
        ] {
            assert_eq!(parse_card(word), card.parse().ok(), "{word}");
        }
        for word in ["", "h", "1h", "Ax", "Ahh", "ä", "10"] {
            assert_eq!(parse_card(word), None, "{word}");
        }
    }

    #[test]
    fn untrusted_text_is_made_printable() {
        assert_eq!(printable("\x1b[31mAnna\n", 20), "[31mAnna");
        assert_eq!(printable("Gunvor", 6), "Gunvor");
        assert_eq!(printable("Gunvora", 6), "Gunvo…");
    }

    #[test]
    fn every_card_has_its_own_name_in_every_style() {
        for lang in Lang::ALL {
            for card_style in [
                CardStyle::Symbols,
                CardStyle::Letters,
                CardStyle::Words,
                CardStyle::Notation,
            ] {
                let style = TextStyle { lang, card_style };
                let mut names: Vec<String> = Card::all().map(|card| style.card(card)).collect();
                names.sort();
                names.dedup();
                assert_eq!(names.len(), 52, "{style:?}");
            }
        }
    }
}
