//! `pidro show`: prints games, hands and positions as tables.

mod hand;
mod position;
mod styled_text;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use pidro::{Event, Game, Observer, Phase, Record, View, VisibleEvent};
use serde_json::json;

pub(crate) use self::position::print as print_position;
use crate::games::{self, LoadedGame, NumberedGame, position_line};
use crate::perspective::Perspective;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games in any format; `-` is standard input
    #[arg(default_value = "-")]
    files: Vec<PathBuf>,
    /// Print one JSON object per game, with the events of the protocol
    #[arg(long)]
    json: bool,
    /// Show the position after N events
    #[arg(long, alias = "position", value_name = "N", conflicts_with = "hand")]
    at: Option<usize>,
    /// Show only what this seat (N, E, S, W) or a spectator saw
    #[arg(long = "as")]
    observer: Option<Observer>,
    /// Show only the hand with this number
    #[arg(long, value_name = "N")]
    hand: Option<u32>,
    /// Show only the game with this number in its file
    #[arg(long, value_name = "N")]
    game: Option<usize>,
}

pub(crate) fn as_seen_by(record: &Record, observer: Observer) -> anyhow::Result<Record> {
    record.as_seen_by(observer).context(
        "the record doesn't contain this observer's view: it holds another view, or starts from a position",
    )
}

/// Prints every game. Returns whether all of them could be read.
pub(crate) fn run(arguments: &Arguments, mut output: impl Write) -> anyhow::Result<bool> {
    let mut shown = false;
    let all_succeeded = games::for_each(&arguments.files, |_, game| {
        let NumberedGame { number, game } = game;
        if arguments.game.is_none_or(|wanted| wanted == number) {
            if shown && !arguments.json {
                writeln!(output)?;
            }
            shown = true;
            match game {
                LoadedGame::Record(record) => show_game(&record, arguments, &mut output)?,
                LoadedGame::Position(game) => {
                    show_position(
                        &game,
                        Perspective::new(arguments.observer),
                        arguments.json,
                        &mut output,
                    )?;
                }
                LoadedGame::View(view) => show_view(&view, &view.to_position(), arguments.json, &mut output)?,
            }
        }
        Ok(())
    });
    match arguments.game {
        Some(wanted) if !shown => Err(anyhow!("there is no game {wanted}")),
        _ => Ok(all_succeeded),
    }
}

/// Prints the position of a game from this perspective.
fn show_position(
    game: &Game,
    perspective: Perspective,
    json: bool,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let line = position_line(game, perspective);
    show_view(&perspective.view(game), &line, json, output)
}

fn show_view(view: &View, line: &str, json: bool, output: &mut impl Write) -> anyhow::Result<()> {
    if json {
        writeln!(output, "{}", json!({"position": line, "view": view}))?;
    } else {
        print_position(view, output)?;
        writeln!(output, "{line}")?;
    }
    Ok(())
}

fn show_game(record: &Record, arguments: &Arguments, output: &mut impl Write) -> anyhow::Result<()> {
    let record = match arguments.observer {
        Some(observer) => &as_seen_by(record, observer)?,
        None => record,
    };
    let perspective = Perspective::of_record(record);
    let history = record.history();
    let events = history.log().len();
    if let Some(count) = arguments.at {
        let game = history.at_event(count);
        let game = game.with_context(|| format!("the game has {events} events"))?;
        return show_position(&game, perspective, arguments.json, output);
    }
    let hands = Hand::all(record);
    let wanted = |hand: &&Hand| arguments.hand.is_none_or(|number| hand.number == Some(number));
    if let Some(number) = arguments.hand
        && !hands.iter().any(|hand| hand.number == Some(number))
    {
        return Err(anyhow!("there is no hand {number} in this game"));
    }
    if arguments.json {
        let events: Vec<_> = hands
            .iter()
            .filter(wanted)
            .flat_map(|hand| hand.json(record, perspective))
            .collect();
        writeln!(output, "{}", game_json(record, &events))?;
        return Ok(());
    }
    hand::print_head(record, output)?;
    for hand in hands.iter().filter(wanted) {
        hand::print(record, hand, perspective, output)?;
    }
    Ok(())
}

fn game_json(record: &Record, events: &[serde_json::Value]) -> serde_json::Value {
    let tags: serde_json::Map<String, serde_json::Value> = record
        .tags()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    let observer = record.observer().map(|observer| observer.to_string());
    let game = record.history().game();
    let marks: Vec<_> = record
        .marks()
        .map(|(event, mark)| json!({"n": event, "mark": mark.text()}))
        .collect();
    let comments: Vec<_> = record
        .comments()
        .map(|(after, text)| json!({"after": after, "text": text}))
        .collect();
    json!({
        "tags": tags,
        "rules": game.rules(),
        "as": observer,
        "scores": game.scores(),
        "winner": game.winner(),
        "events": events,
        "marks": marks,
        "comments": comments,
    })
}

/// The events of one hand. The events before the first deal form a part without a number.
pub(crate) struct Hand {
    number: Option<u32>,
    start: usize,
    end: usize,
}

impl Hand {
    fn all(record: &Record) -> Vec<Hand> {
        let history = record.history();
        let mut game = *history.initial_game();
        let between = matches!(
            game.phase(),
            Phase::DealerSelection | Phase::Dealing | Phase::Complete
        );
        let dealt = (!between).then(|| game.hand_number());
        let mut hands = vec![Hand {
            number: dealt,
            start: 0,
            end: 0,
        }];
        for (place, event) in history.log().iter().enumerate() {
            if matches!(event, Event::HandDealt { .. }) {
                hands.push(Hand {
                    number: Some(game.hand_number()),
                    start: place,
                    end: place,
                });
            }
            if let Some(hand) = hands.last_mut() {
                hand.end = place + 1;
            }
            game = game.evolve(event);
        }
        hands.retain(|hand| hand.end > hand.start);
        hands
    }

    /// The events of the hand from this perspective.
    fn visible_events(&self, record: &Record, perspective: Perspective) -> Vec<VisibleEvent> {
        let history = record.history();
        let rules = history.game().rules();
        history.log()[self.start..self.end]
            .iter()
            .map(|event| perspective.event(event, rules))
            .collect()
    }

    fn json(&self, record: &Record, perspective: Perspective) -> Vec<serde_json::Value> {
        let numbered = (self.start..).zip(self.visible_events(record, perspective));
        numbered.map(|(n, event)| event_json(n, &event)).collect()
    }
}

/// An event with its number, in the JSON of the protocol.
pub(crate) fn event_json(n: usize, event: &VisibleEvent) -> serde_json::Value {
    let mut line = json!({"n": n});
    if let (Some(line), Ok(serde_json::Value::Object(event))) =
        (line.as_object_mut(), serde_json::to_value(event))
    {
        line.extend(event);
    }
    line
}
