//! Parses the requests of the engine protocol.

use pidro::rules::FirstDealer;
use pidro::{Action, Card, Deck, Observer, Rules, Seat, Seed};
use pidro_bots::Level;
use pidro_protocol::engine::{self, SeedText};
use serde::Deserialize;
use serde_json::{Map, Value};

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
    Act {
        seat: Seat,
        action: Action,
    },
    Legal,
    State,
    View(Observer),
    /// The events from this number on, as an observer sees them; in full without one.
    Events {
        observer: Option<Observer>,
        from: usize,
    },
    Undo,
    Redo,
    Save,
    Bot(Level),
    Rules,
}

impl Request {
    pub(super) fn parse(line: &str) -> Result<Request, Failure> {
        // If a field occurs twice, the last one counts.
        let fields: Map<String, Value> = serde_json::from_str(line)
            .map_err(|error| Failure::bad_request(&format!("a request is a JSON object: {error}")))?;
        if let Some(Value::String(name)) = fields.get("cmd")
            && !engine::Request::COMMANDS.contains(&&**name)
        {
            let shown: String = name.chars().take(40).collect();
            let known = engine::Request::COMMANDS.join(", ");
            let message = format!("there is no command `{shown}`: the commands are {known}");
            return Err(Failure::bad_request(&message));
        }
        let request = engine::Request::deserialize(Value::Object(fields))
            .map_err(|error| Failure::bad_request(&error))?;
        Request::of(request)
    }

    /// Parses the values whose errors have their own codes.
    fn of(request: engine::Request) -> Result<Request, Failure> {
        Ok(Request::OfGame(match request {
            engine::Request::New { rules, seed, dealer } => {
                return Ok(Request::New {
                    rules: parse_rules(rules, dealer)?,
                    seed: seed.map(parse_seed),
                });
            }
            engine::Request::Load { record } => return Ok(Request::Load { record }),
            engine::Request::Deal { deck } => GameRequest::Deal(parse_deck(&deck)?),
            engine::Request::Act { seat, action } => GameRequest::Act {
                seat,
                action: action
                    .parse()
                    .map_err(|error: pidro::ParseActionError| Failure::new(error.code(), &error))?,
            },
            engine::Request::View { observer } => GameRequest::View(observer),
            engine::Request::Events { observer, from } => GameRequest::Events {
                observer,
                from: from.unwrap_or(0),
            },
            engine::Request::Bot { level } => GameRequest::Bot(level),
            engine::Request::Legal => GameRequest::Legal,
            engine::Request::State => GameRequest::State,
            engine::Request::Undo => GameRequest::Undo,
            engine::Request::Redo => GameRequest::Redo,
            engine::Request::Save => GameRequest::Save,
            engine::Request::Rules => GameRequest::Rules,
        }))
    }
}

/// The rules, with the first dealer if the request names one.
fn parse_rules(rules: Option<Value>, dealer: Option<Seat>) -> Result<Rules, Failure> {
    let mut rules = match rules {
        Some(rules) => Rules::deserialize(rules).map_err(|error| Failure::new("bad_rules", &error))?,
        None => Rules::default(),
    };
    if let Some(dealer) = dealer {
        rules.first_dealer = FirstDealer::Fixed(dealer);
    }
    Ok(rules)
}

fn parse_seed(seed: SeedText) -> Seed {
    match seed {
        SeedText::Text(text) => Seed::new(text),
        SeedText::Unsigned(number) => Seed::new(number.to_string()),
        SeedText::Signed(number) => Seed::new(number.to_string()),
    }
}

fn parse_deck(value: &Value) -> Result<Deck, Failure> {
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
