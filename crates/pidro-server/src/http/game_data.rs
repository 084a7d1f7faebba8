//! What the page needs to know about the game: the trumps with their points, and the choices for a
//! new table. It comes from the engine, so that the page contains no rules itself.

use pidro::rules::Target;
use pidro::{Bid, Rules, Suit, Trump};
use pidro_protocol::DecisionTime;
use pidro_protocol::http::GameData;

/// The targets that the page offers for a new table. The API accepts others, too.
const TARGETS: [u16; 3] = [30, Target::DEFAULT.get(), 100];

/// The data that is sent with the page.
pub(super) fn game_data() -> GameData {
    let trumps = |suit: Suit| {
        let trump = Trump::new(suit);
        let cards = trump.highest_first(trump.cards());
        let with_points = cards.map(|card| (card, trump.points(card)));
        (suit.to_string(), with_points.collect())
    };
    GameData {
        trumps: Suit::ALL.into_iter().map(trumps).collect(),
        highest_bid: Bid::MAX.get(),
        presets: Rules::PRESETS.map(|(name, _)| name.to_owned()).to_vec(),
        targets: TARGETS.to_vec(),
        default_target: Rules::default().target.get(),
        time_limits: DecisionTime::ALL
            .into_iter()
            .filter_map(DecisionTime::seconds)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pidro::Card;
    use serde_json::{Value, json};

    fn data() -> Value {
        serde_json::to_value(game_data()).unwrap()
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
