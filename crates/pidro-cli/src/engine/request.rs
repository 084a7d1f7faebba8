//! The requests of the engine protocol, as they are written.

use pidro::{Action, Card, Deck, Observer, Rules, Seat, Seed};
use serde::Deserialize;
use serde_json::Value;

use super::Failure;

/// A request whose fields have been read.
pub(super) enum Request {
    New { rules: Rules, seed: Option<Seed> },
    Load { record: String },
    Bot,
    OfGame(GameRequest),
}

/// A request that needs a game.
pub(super) enum GameRequest {
    Deal(Deck),
    Act { seat: Seat, action: Action },
    Legal,
    State,
    View(Observer),
    Events { observer: Observer, from: usize },
    Undo,
    Redo,
    Save,
    Rules,
}

/// The fields of all requests. What a request does not know is passed over.
#[derive(Deserialize)]
struct Fields {
    cmd: String,
    rules: Option<Value>,
    dealer: Option<String>,
    seed: Option<Value>,
    deck: Option<Value>,
    seat: Option<String>,
    action: Option<String>,
    #[serde(rename = "as")]
    observer: Option<String>,
    from: Option<usize>,
    record: Option<String>,
}

impl Request {
    pub(super) fn read(line: &str) -> Result<Request, Failure> {
        if !line.trim_start().starts_with('{') {
            return Err(Failure::bad_request(&"a request is a JSON object"));
        }
        let fields: Fields = serde_json::from_str(line)
            .map_err(|error| Failure::bad_request(&format!("no request: {error}")))?;
        Ok(match fields.cmd.as_str() {
            "new" => Request::New {
                rules: fields.rules()?,
                seed: fields.seed.as_ref().map(seed).transpose()?,
            },
            "load" => Request::Load {
                record: needed(fields.record, "record")?,
            },
            "bot" => Request::Bot,
            _ => Request::OfGame(fields.of_game()?),
        })
    }
}

impl Fields {
    fn of_game(self) -> Result<GameRequest, Failure> {
        Ok(match self.cmd.as_str() {
            "deal" => GameRequest::Deal(deck(needed(self.deck, "deck")?)?),
            "act" => GameRequest::Act {
                seat: seat(&needed(self.seat, "seat")?)?,
                action: needed(self.action, "action")?
                    .parse()
                    .map_err(|error: pidro::ActionError| Failure::new(error.code(), &error))?,
            },
            "legal" => GameRequest::Legal,
            "state" => GameRequest::State,
            "view" => GameRequest::View(observer(&needed(self.observer, "as")?)?),
            "events" => GameRequest::Events {
                observer: self.observer.as_deref().map_or(Ok(Observer::Arbiter), observer)?,
                from: self.from.unwrap_or(0),
            },
            "undo" => GameRequest::Undo,
            "redo" => GameRequest::Redo,
            "save" => GameRequest::Save,
            "rules" => GameRequest::Rules,
            other => {
                let shown: String = other.chars().take(40).collect();
                return Err(Failure::bad_request(&format!(
                    "there is no command `{shown}`: the commands are new, deal, act, legal, state, view, \
                     events, undo, redo, save, load, bot and rules"
                )));
            }
        })
    }

    /// The rules, with the first dealer that the request fixes.
    fn rules(&self) -> Result<Rules, Failure> {
        let mut rules = match &self.rules {
            Some(rules) => Rules::deserialize(rules).map_err(|error| Failure::new("bad_rules", &error))?,
            None => Rules::default(),
        };
        if let Some(dealer) = &self.dealer {
            rules.first_dealer = pidro::rules::FirstDealer::Fixed(seat(dealer)?);
        }
        Ok(rules)
    }
}

fn needed<T>(field: Option<T>, name: &str) -> Result<T, Failure> {
    field.ok_or_else(|| Failure::bad_request(&format!("`{name}` is missing")))
}

fn seat(text: &str) -> Result<Seat, Failure> {
    text.parse()
        .map_err(|error: pidro::SeatError| Failure::bad_request(&error))
}

fn observer(text: &str) -> Result<Observer, Failure> {
    match text {
        "spectator" => Ok(Observer::Spectator),
        text => Ok(Observer::Seat(seat(text)?)),
    }
}

fn seed(value: &Value) -> Result<Seed, Failure> {
    match value {
        Value::String(text) => Ok(Seed::new(text)),
        Value::Number(number) if !number.is_f64() => Ok(Seed::new(number.to_string())),
        _ => Err(Failure::bad_request(&"`seed` is a string or a whole number")),
    }
}

fn deck(value: Value) -> Result<Deck, Failure> {
    let bad = |error: &dyn std::fmt::Display| Failure::new("bad_deck", &error);
    let words: Vec<String> =
        serde_json::from_value(value).map_err(|_| bad(&"a deck is a list of 52 cards"))?;
    let cards: Vec<Card> = words
        .iter()
        .map(|word| word.parse())
        .collect::<Result<_, pidro::CardError>>()
        .map_err(|error| bad(&error))?;
    Deck::new(&cards).map_err(|error| bad(&error))
}
