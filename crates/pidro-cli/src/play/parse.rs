//! Parses what players type.

use pidro::{Action, Bid, Card, Legal, Pile, Suit};
use pidro_text::Lang;

use crate::lang::{card_name, parse_card, suit_name};

/// Parses an action in the context of what is legal. Accepts the words of the protocol, short
/// forms, and the names of cards in the language (`hearts 10`). A card may also be given by its
/// number in the displayed list. Does not check whether the rules allow the action.
pub(crate) fn action(words: &str, legal: &Legal, shown: &[Card], lang: Lang) -> Option<Action> {
    let words = words.trim();
    if let Ok(action) = words.parse() {
        return Some(action);
    }
    let cards = || cards(words, shown, lang);
    match legal {
        Legal::Call { .. } => match words.to_lowercase().as_str() {
            "p" => Some(Action::Pass),
            number => number.parse().ok().and_then(Bid::new).map(Action::Bid),
        },
        Legal::Trump => suit(words, lang).map(Action::Trump),
        Legal::Keep { .. } => cards().map(|cards| Action::Keep(cards.into_iter().collect())),
        Legal::Kill { .. } => Some(Action::Kill(Pile::new(cards()?).ok()?)),
        Legal::Play { .. } => match cards()?[..] {
            [card] => Some(Action::Play(card)),
            _ => None,
        },
        Legal::Nothing | Legal::Deal => None,
    }
}

/// Parses a suit by its letter or its name.
fn suit(word: &str, lang: Lang) -> Option<Suit> {
    let word = word.to_lowercase();
    let named = Suit::ALL.into_iter().find(|suit| suit_name(lang, *suit) == word);
    named.or_else(|| word.parse().ok())
}

/// Parses cards given by name (`Th`, `ten of hearts`), by suit and rank (`hearts 10`) or by number
/// in the list.
fn cards(words: &str, shown: &[Card], lang: Lang) -> Option<Vec<Card>> {
    let words: Vec<&str> = words
        .split([' ', ',', ';'])
        .filter(|word| !word.is_empty())
        .collect();
    let mut rest = words.as_slice();
    let mut cards = vec![];
    while let [word, after @ ..] = rest {
        let named = Card::all().find_map(|card| Some((card, strip_name(rest, &card_name(lang, card))?)));
        let (card, after) = if let Some(named) = named {
            named
        } else if let Some(suit) = suit(word, lang).filter(|_| word.len() > 1) {
            let (rank, after) = after.split_first()?;
            (parse_card(&format!("{rank}{suit}"))?, after)
        } else if let Ok(number) = word.parse::<usize>() {
            (*shown.get(number.checked_sub(1)?)?, after)
        } else {
            (parse_card(word)?, after)
        };
        cards.push(card);
        rest = after;
    }
    Some(cards)
}

/// The words that follow this name, if the words begin with it.
fn strip_name<'a>(words: &'a [&'a str], name: &str) -> Option<&'a [&'a str]> {
    let mut rest = words;
    for part in name.split(' ') {
        let (word, after) = rest.split_first()?;
        if word.to_lowercase() != part {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_input_means_the_expected_action() {
        let shown = ["Ah", "5d", "Th"].map(|card| card.parse().unwrap());
        let play = Legal::Play {
            cards: shown.into_iter().collect(),
        };
        let keep = Legal::Keep {
            from: shown.into_iter().collect(),
            must: pidro::CardSet::NONE,
            count: 2,
        };
        let kill = Legal::Kill {
            from: shown.into_iter().collect(),
            count: 2,
        };
        let bids = Legal::Call {
            bids: pidro::BidRange::new(Bid::MIN..=Bid::MAX),
            pass: true,
        };
        for (words, legal, meant) in [
            ("8", &bids, "bid 8"),
            ("bid 14", &bids, "bid 14"),
            ("P", &bids, "pass"),
            ("H", &Legal::Trump, "trump h"),
            ("1", &play, "play Ah"),
            (" 10H ", &play, "play Th"),
            ("play 5d", &play, "play 5d"),
            ("3, ah", &keep, "keep Ah Th"),
            ("2 1", &kill, "kill 5d Ah"),
            ("diamonds 5", &play, "play 5d"),
            ("five of Diamonds", &play, "play 5d"),
            ("ten of hearts, ace of hearts", &keep, "keep Ah Th"),
            ("ten of hearts 1", &keep, "keep Ah Th"),
            ("hearts 10, hearts A", &keep, "keep Ah Th"),
            ("Hearts", &Legal::Trump, "trump h"),
            ("resign", &play, "resign"),
        ] {
            assert_eq!(
                action(words, legal, &shown, Lang::En),
                Some(meant.parse().unwrap()),
                "{words}"
            );
        }
        for (words, legal) in [
            ("15", &bids),
            ("hjärter", &Legal::Trump),
            ("4", &play),
            ("0", &play),
            ("1 2", &play),
            ("ten of", &play),
            ("ten hearts", &play),
            ("", &play),
        ] {
            assert_eq!(action(words, legal, &shown, Lang::En), None, "{words}");
        }
        let swedish = action("hjärter", &Legal::Trump, &[], Lang::Sv);
        assert_eq!(swedish, "trump h".parse().ok());
        for (words, lang) in [("hjärter tio", Lang::Sv), ("herttakymppi", Lang::Fi)] {
            assert_eq!(action(words, &play, &[], lang), "play Th".parse().ok(), "{words}");
        }
        assert_eq!(action("1 1", &kill, &shown, Lang::En), None, "a card twice");
    }
}
