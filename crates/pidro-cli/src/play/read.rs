//! Parses what players type.

use pidro::{Action, Bid, Card, Legal, Pile, Suit};

use crate::lang::{Lang, read_card};

/// Parses an action in the context of what is legal. Accepts the words of the protocol, short
/// forms, and cards as the language speaks them (`hearts 10`). A card may also be given by its
/// place in the displayed list, counted from 1. Does not check whether the rules allow the action.
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
    let named = Suit::ALL.into_iter().find(|suit| lang.suit(*suit) == word);
    named.or_else(|| word.parse().ok())
}

/// Parses cards by name, by place in the list, or as spoken: the suit and then the rank.
fn cards(words: &str, shown: &[Card], lang: Lang) -> Option<Vec<Card>> {
    let mut words = words.split([' ', ',', ';']).filter(|word| !word.is_empty());
    let mut cards = vec![];
    while let Some(word) = words.next() {
        cards.push(
            match (suit(word, lang).filter(|_| word.len() > 1), word.parse::<usize>()) {
                (Some(suit), _) => read_card(&format!("{}{suit}", words.next()?))?,
                (None, Ok(place)) => *shown.get(place.checked_sub(1)?)?,
                (None, Err(_)) => read_card(word)?,
            },
        );
    }
    Some(cards)
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
            ("", &play),
        ] {
            assert_eq!(action(words, legal, &shown, Lang::En), None, "{words}");
        }
        let swedish = action("hjärter", &Legal::Trump, &[], Lang::Sv);
        assert_eq!(swedish, "trump h".parse().ok());
        assert_eq!(action("1 1", &kill, &shown, Lang::En), None, "a card twice");
    }
}
