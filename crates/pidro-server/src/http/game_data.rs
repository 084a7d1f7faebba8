//! What the page has to know about the game: the trumps with their points, and the choices for a
//! new table. The engine says it, so that the page states no rule itself.

use std::collections::BTreeMap;

use pidro::rules::Target;
use pidro::{Bid, Card, Rules, Suit, Trump};
use pidro_table::DecisionTime;
use serde::Serialize;

/// The targets that the page offers for a new table. The API accepts others, too.
const TARGETS: [u16; 3] = [30, Target::DEFAULT.get(), 100];

/// The data that is sent with the page, as JSON.
#[derive(Serialize)]
pub(super) struct GameData {
    /// The trumps of each suit from the highest on, with their points.
    trumps: BTreeMap<String, Vec<(Card, u8)>>,
    /// The bid that promises all points of a hand.
    highest_bid: u8,
    /// The names of the presets; the first one is the default.
    presets: Vec<&'static str>,
    /// The targets to choose from.
    targets: [u16; 3],
    /// The target of all presets.
    default_target: u16,
    /// The time limits to choose from, in seconds.
    time_limits: Vec<u8>,
}

impl GameData {
    pub(super) fn new() -> GameData {
        let trumps = |suit: Suit| {
            let trump = Trump::new(suit);
            let cards = trump.from_the_top(trump.cards());
            let with_points = cards.map(|card| (card, trump.points(card)));
            (suit.to_string(), with_points.collect())
        };
        GameData {
            trumps: Suit::ALL.into_iter().map(trumps).collect(),
            highest_bid: Bid::MAX.get(),
            presets: Rules::PRESETS.into_iter().map(|(name, _)| name).collect(),
            targets: TARGETS,
            default_target: Rules::default().target.get(),
            time_limits: DecisionTime::ALL
                .into_iter()
                .filter_map(DecisionTime::seconds)
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn data() -> Value {
        serde_json::to_value(GameData::new()).unwrap()
    }

    /// Checks every card and every suit against the engine, by way of the JSON.
    #[test]
    fn the_page_gets_the_engines_trumps_for_every_suit() {
        for suit in Suit::ALL {
            let trump = Trump::new(suit);
            let data = data();
            let sent = data["trumps"][suit.to_string()].as_array().unwrap();
            let sent: Vec<(Card, u64)> = sent
                .iter()
                .map(|pair| {
                    (
                        pair[0].as_str().unwrap().parse().unwrap(),
                        pair[1].as_u64().unwrap(),
                    )
                })
                .collect();
            assert_eq!(sent.len(), 14, "{suit}");
            for card in Card::all() {
                let place = sent.iter().position(|(other, _)| *other == card);
                // From the top, while the engine counts from the two.
                assert_eq!(
                    place.map(|place| 13 - place),
                    trump.strength(card).map(usize::from)
                );
                let points = place.map_or(0, |place| sent[place].1);
                assert_eq!(points, u64::from(trump.points(card)), "{card} with {suit}");
            }
        }
    }

    #[test]
    fn the_page_offers_the_engines_presets() {
        let data = data();
        let presets: Vec<&str> = data["presets"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(presets.len(), Rules::PRESETS.len());
        assert_eq!(Rules::preset(presets[0]), Ok(Rules::default()));
        for (sent, (name, rules)) in presets.into_iter().zip(Rules::PRESETS) {
            assert_eq!(sent, name);
            // One default can stand for all presets.
            assert_eq!(data["default_target"], rules.target.get());
        }
        assert!(
            data["targets"]
                .as_array()
                .unwrap()
                .contains(&data["default_target"])
        );
        assert_eq!(data["highest_bid"], Bid::MAX.get());
        assert_eq!(data["time_limits"], json!([15, 30, 60]));
    }
}
