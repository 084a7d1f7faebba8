//! The language of the player's locale, and how cards are written in it.

use pidro::{Card, CardSet, Rank, Seat, Suit, Trump};
use pidro_text::{Lang, Word, say, text};

/// The language that the environment asks for.
pub(crate) fn lang_of_locale(variable: impl Fn(&str) -> Option<String>) -> Lang {
    let locale = locale(variable, "LC_MESSAGES");
    let code = locale.split(['_', '.', '@']).next().unwrap_or_default();
    Lang::from_code(code).unwrap_or(Lang::En)
}

pub(crate) fn seat_name(lang: Lang, seat: Seat) -> &'static str {
    lang.word([text::N, text::E, text::S, text::W][seat as usize])
}

pub(crate) fn suit_name(lang: Lang, suit: Suit) -> &'static str {
    lang.word([text::SUIT_S, text::SUIT_H, text::SUIT_D, text::SUIT_C][suit as usize])
}

/// A text from outside without anything that a terminal would take for a command, and of at most so many letters.
pub(crate) fn printable(text: &str, most: usize) -> String {
    let mut letters = text.chars().filter(|letter| !letter.is_control());
    let mut shown: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        shown.pop();
        shown.push('…');
    }
    shown
}

/// The value of the first of these variables that is set to something, as the C library looks them up.
fn locale(variable: impl Fn(&str) -> Option<String>, category: &str) -> String {
    ["LC_ALL", category, "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty())
        .unwrap_or_default()
}

/// How cards are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suits {
    /// `A♥`
    Signs,
    /// `Ah`, where the terminal has no signs.
    Letters,
    /// `ace of hearts`, to be read aloud.
    Spoken,
    /// `Th`, as in the notation.
    Notation,
}

impl Suits {
    /// Letters where the locale says that there is nothing but ASCII.
    pub(crate) fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Suits {
        let locale = locale(variable, "LC_CTYPE").to_lowercase();
        let signs = locale.is_empty() || locale.contains("utf-8") || locale.contains("utf8");
        if signs { Suits::Signs } else { Suits::Letters }
    }
}

/// How the table looks and speaks to a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) lang: Lang,
    pub(crate) suits: Suits,
}

impl Look {
    pub(crate) fn suit(self, suit: Suit) -> String {
        match self.suits {
            Suits::Signs => ["♠", "♥", "♦", "♣"][suit as usize].to_owned(),
            Suits::Letters | Suits::Notation => suit.to_string(),
            Suits::Spoken => suit_name(self.lang, suit).to_owned(),
        }
    }

    pub(crate) fn card(self, card: Card) -> String {
        let suit = self.suit(card.suit());
        match self.suits {
            Suits::Notation => card.to_string(),
            Suits::Spoken => card_name(self.lang, card),
            Suits::Signs | Suits::Letters => format!("{}{suit}", rank(card.rank())),
        }
    }

    /// Cards in the order in which a player holds them.
    pub(crate) fn cards(self, cards: CardSet, trump: Option<Trump>) -> String {
        self.list(in_order(cards, trump))
    }

    pub(crate) fn list(self, cards: impl IntoIterator<Item = Card>) -> String {
        let names: Vec<String> = cards.into_iter().map(|card| self.card(card)).collect();
        let separator = if self.suits == Suits::Spoken { ", " } else { " " };
        if names.is_empty() {
            return "–".to_owned();
        }
        names.join(separator)
    }

    /// A range such as 6–14.
    pub(crate) const fn dash(self) -> &'static str {
        match self.suits {
            Suits::Letters | Suits::Notation => "-",
            Suits::Signs | Suits::Spoken => "–",
        }
    }
}

/// The trumps first, from the top, then the others by suit.
pub(crate) fn in_order(cards: CardSet, trump: Option<Trump>) -> Vec<Card> {
    let trumps = trump.map_or(CardSet::NONE, |trump| cards & trump.cards());
    let highest_first = trump.into_iter().flat_map(|trump| trump.highest_first(trumps));
    highest_first.chain(cards - trumps).collect()
}

/// The name of a card in words.
pub(crate) fn card_name(lang: Lang, card: Card) -> String {
    const RANKS: [Word; 13] = [
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
    let rank = lang.word(RANKS[card.rank() as usize]);
    say!(lang, text::CARD, rank = rank, suit = suit_name(lang, card.suit()))
}

const fn rank(rank: Rank) -> &'static str {
    ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][rank as usize]
}

/// A card as people type it: `Ah`, `ah`, `10H`.
pub(crate) fn read_card(word: &str) -> Option<Card> {
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
    fn the_locale_tells_the_language_and_the_signs() {
        for (set, lang, suits) in [
            (&[("LANG", "sv_FI.UTF-8")][..], Lang::Sv, Suits::Signs),
            (&[("LANG", "fi_FI.utf8")], Lang::Fi, Suits::Signs),
            (
                &[("LANG", "sv_FI.UTF-8"), ("LC_ALL", "C")],
                Lang::En,
                Suits::Letters,
            ),
            (
                &[("LANG", "fi_FI.ISO-8859-15"), ("LC_ALL", "")],
                Lang::Fi,
                Suits::Letters,
            ),
            (
                &[("LANG", "sv"), ("LC_MESSAGES", "fi_FI.UTF-8")],
                Lang::Fi,
                Suits::Letters,
            ),
            (&[("LANG", "fil_PH.UTF-8")], Lang::En, Suits::Signs),
            (&[], Lang::En, Suits::Signs),
        ] {
            assert_eq!(lang_of_locale(environment(set)), lang, "{set:?}");
            assert_eq!(Suits::of_locale(environment(set)), suits, "{set:?}");
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
            assert_eq!(read_card(word), card.parse().ok(), "{word}");
        }
        for word in ["", "h", "1h", "Ax", "Ahh", "ä", "10"] {
            assert_eq!(read_card(word), None, "{word}");
        }
    }

    #[test]
    fn text_from_outside_is_made_printable() {
        assert_eq!(printable("\x1b[31mAnna\n", 20), "[31mAnna");
        assert_eq!(printable("Gunvor", 6), "Gunvor");
        assert_eq!(printable("Gunvora", 6), "Gunvo…");
    }

    #[test]
    fn every_card_has_its_own_name_in_every_look() {
        for lang in Lang::ALL {
            for suits in [Suits::Signs, Suits::Letters, Suits::Spoken, Suits::Notation] {
                let look = Look { lang, suits };
                let mut names: Vec<String> = Card::all().map(|card| look.card(card)).collect();
                names.sort();
                names.dedup();
                assert_eq!(names.len(), 52, "{look:?}");
            }
        }
    }
}
