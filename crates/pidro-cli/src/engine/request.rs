//! Parses the requests of the engine protocol.

use pidro::rules::FirstDealer;
use pidro::{Action, Card, Deck, Observer, Rules, Seat, Seed};
use pidro_bots::Level;
use serde::Deserialize;
use serde_json::Value;

use super::Failure;

/// A parsed request.
pub(super) enum Request {
    New { rules: Rules, seed: Option<Seed> },
    Load { record: String },
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
    Bot(Level),
    Rules,
}

impl Request {
    pub(super) fn read(line: &str) -> Result<Request, Failure> {
        let fields: serde_json::Map<String, Value> = serde_json::from_str(line)
            .map_err(|error| Failure::bad_request(&format!("a request is a JSON object: {error}")))?;
        let fields = Fields(fields);
        Ok(match fields.text("cmd")? {
            "new" => Request::New {
                rules: fields.rules()?,
                seed: fields.get("seed").map(seed).transpose()?,
            },
            "load" => Request::Load {
                record: fields.text("record")?.to_owned(),
            },
            cmd => Request::OfGame(fields.of_game(cmd)?),
        })
    }
}

/// The fields of a request. A command reads only the fields it needs and ignores the others.
struct Fields(serde_json::Map<String, Value>);

impl Fields {
    /// An optional field; null counts as missing.
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn needed(&self, name: &str) -> Result<&Value, Failure> {
        self.get(name)
            .ok_or_else(|| Failure::bad_request(&format!("`{name}` is missing")))
    }

    fn text(&self, name: &str) -> Result<&str, Failure> {
        text(name, self.needed(name)?)
    }

    fn of_game(&self, cmd: &str) -> Result<GameRequest, Failure> {
        Ok(match cmd {
            "deal" => GameRequest::Deal(deck(self.needed("deck")?)?),
            "act" => GameRequest::Act {
                seat: seat(self.text("seat")?)?,
                action: self
                    .text("action")?
                    .parse()
                    .map_err(|error: pidro::ParseActionError| Failure::new(error.code(), &error))?,
            },
            "legal" => GameRequest::Legal,
            "state" => GameRequest::State,
            "view" => GameRequest::View(observer(self.text("as")?)?),
            "events" => GameRequest::Events {
                observer: match self.get("as") {
                    Some(name) => observer(text("as", name)?)?,
                    None => Observer::Arbiter,
                },
                from: self.get("from").map_or(Ok(0), number)?,
            },
            "undo" => GameRequest::Undo,
            "redo" => GameRequest::Redo,
            "save" => GameRequest::Save,
            "bot" => GameRequest::Bot(
                self.text("level")?
                    .parse()
                    .map_err(|error: pidro_bots::ParseLevelError| Failure::bad_request(&error))?,
            ),
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

    /// The rules, with the first dealer if the request names one.
    fn rules(&self) -> Result<Rules, Failure> {
        let mut rules = match self.get("rules") {
            Some(rules) => Rules::deserialize(rules).map_err(|error| Failure::new("bad_rules", &error))?,
            None => Rules::default(),
        };
        if let Some(dealer) = self.get("dealer") {
            rules.first_dealer = FirstDealer::Fixed(seat(text("dealer", dealer)?)?);
        }
        Ok(rules)
    }
}

fn text<'a>(name: &str, value: &'a Value) -> Result<&'a str, Failure> {
    value
        .as_str()
        .ok_or_else(|| Failure::bad_request(&format!("`{name}` is a string")))
}

fn number(value: &Value) -> Result<usize, Failure> {
    value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
        .ok_or_else(|| Failure::bad_request(&"`from` is the number of an event"))
}

fn seat(text: &str) -> Result<Seat, Failure> {
    text.parse()
        .map_err(|error: pidro::ParseSeatError| Failure::bad_request(&error))
}

fn observer(text: &str) -> Result<Observer, Failure> {
    text.parse()
        .map_err(|error: pidro::ParseSeatError| Failure::bad_request(&error))
}

fn seed(value: &Value) -> Result<Seed, Failure> {
    match value {
        Value::String(text) => Ok(Seed::new(text)),
        Value::Number(number) if !number.is_f64() => Ok(Seed::new(number.to_string())),
        _ => Err(Failure::bad_request(&"`seed` is a string or a whole number")),
    }
}

fn deck(value: &Value) -> Result<Deck, Failure> {
    let bad = |error: &dyn std::fmt::Display| Failure::new("bad_deck", &error);
    let words: Vec<&str> =
        Deserialize::deserialize(value).map_err(|_| bad(&"a deck is a list of 52 cards"))?;
    let cards: Vec<Card> = words
        .iter()
        .map(|word| word.parse())
        .collect::<Result<_, pidro::ParseCardError>>()
        .map_err(|error| bad(&error))?;
    Deck::new(&cards).map_err(|error| bad(&error))
}
