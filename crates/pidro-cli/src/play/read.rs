//! What players type, as something to do.

use pidro::{Action, Bid, Card, Legal, Pile};

use crate::lang::read_card;

/// The action that these words mean where this may be done: the words of the protocol, or shorter ones. A card may be told by
/// its place in the list that was shown, counted from 1. Whether the rules allow it is another question.
pub(crate) fn action(words: &str, legal: &Legal, shown: &[Card]) -> Option<Action> {
    let words = words.trim();
    if let Ok(action) = words.parse() {
        return Some(action);
    }
    match legal {
        Legal::Call { .. } => match words.to_lowercase().as_str() {
            "p" => Some(Action::Pass),
            number => number.parse().ok().and_then(Bid::new).map(Action::Bid),
        },
        Legal::Trump => words.to_lowercase().parse().ok().map(Action::Trump),
        Legal::Keep { .. } => cards(words, shown).map(|cards| Action::Keep(cards.into_iter().collect())),
        Legal::Kill { .. } => Some(Action::Kill(Pile::new(cards(words, shown)?).ok()?)),
        Legal::Play { .. } => match cards(words, shown)?[..] {
            [card] => Some(Action::Play(card)),
            _ => None,
        },
        Legal::Nothing | Legal::Deal => None,
    }
}

/// Cards by their names or places.
fn cards(words: &str, shown: &[Card]) -> Option<Vec<Card>> {
    let words = words.split([' ', ',', ';']).filter(|word| !word.is_empty());
    words
        .map(|word| match word.parse::<usize>() {
            Ok(place) => shown.get(place.checked_sub(1)?).copied(),
            Err(_) => read_card(word),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_mean_what_is_awaited() {
        let shown = ["Ah", "5d", "Th"].map(|card| card.parse().unwrap());
        let play = Legal::Play {
            cards: shown.into_iter().collect(),
        };
        let keep = Legal::Keep {
            from: shown.into_iter().collect(),
            must: pidro::Cards::NONE,
            count: 2,
        };
        let kill = Legal::Kill {
            from: shown.into_iter().collect(),
            count: 2,
        };
        let bids = Legal::Call {
            bids: pidro::Bids::new(Bid::MIN..=Bid::MAX),
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
            ("resign", &play, "resign"),
        ] {
            assert_eq!(
                action(words, legal, &shown),
                Some(meant.parse().unwrap()),
                "{words}"
            );
        }
        for (words, legal) in [
            ("15", &bids),
            ("hearts", &Legal::Trump),
            ("4", &play),
            ("0", &play),
            ("1 2", &play),
            ("", &play),
        ] {
            assert_eq!(action(words, legal, &shown), None, "{words}");
        }
        assert_eq!(action("1 1", &kill, &shown), None, "a card twice");
    }
}
