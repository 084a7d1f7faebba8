//! Writes positions as one line of text.

use alloc::string::{String, ToString};
use core::fmt::{self, Display, Write as _};

use crate::game::{Call, Game, Legal, Play};
use crate::projection::{View, VisibleCards};
use crate::seat::{ByTeam, Seat};

/// What a position line describes: a whole game, or what one observer knows of it.
pub(super) struct Position<'a> {
    view: View,
    /// The game, if the position is a whole one.
    game: Option<&'a Game>,
}

/// A field: its key, and the function that writes its text. An empty text omits the field.
type Field = (&'static str, fn(&Position<'_>, &mut String) -> fmt::Result);

/// The fields in the order in which they are written.
const FIELDS: [Field; 25] = [
    ("view", view),
    ("next", next),
    ("hand", |position, text| write!(text, "{}", position.view.hand)),
    ("dealer", |position, text| optional(position.view.dealer, text)),
    ("score", |position, text| pair(&position.view.scores, text)),
    ("winner", |position, text| optional(position.view.winner, text)),
    ("last", last_dealer),
    (SEAT_KEYS[0], |position, text| hand(position, Seat::North, text)),
    (SEAT_KEYS[1], |position, text| hand(position, Seat::East, text)),
    (SEAT_KEYS[2], |position, text| hand(position, Seat::South, text)),
    (SEAT_KEYS[3], |position, text| hand(position, Seat::West, text)),
    ("pack", pack),
    ("calls", calls),
    ("contract", contract),
    ("trump", |position, text| optional(position.view.trump, text)),
    ("discards", discards),
    ("redeal", redeal),
    ("pool", pool),
    ("buried", |position, text| {
        unless_empty(position.view.buried, text)
    }),
    ("killed", killed),
    ("top", top_cards),
    ("plays", plays),
    ("cold", cold),
    ("points", points),
    ("claim", claim),
];

/// The number of fields before those that describe the hand on the table.
const GAME_FIELDS: usize = 6;

/// The keys of the four hands, by seat.
pub(super) const SEAT_KEYS: [&str; 4] = ["N", "E", "S", "W"];

/// Fields that follow from the others in a complete position: optional, but checked if present. In
/// a view they are required, because the unknown fields may depend on them.
pub(super) const CONSEQUENCES: [&str; 5] = ["contract", "redeal", "top", "cold", "points"];

/// The keys of all fields, in the order in which they are written.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(key, _)| *key)
}

/// The value of the field `view` where nothing is hidden.
pub(super) const FULL_VIEW: &str = "arbiter";

impl<'a> Position<'a> {
    pub(super) fn of_game(game: &'a Game) -> Position<'a> {
        Position {
            view: game.full_view(),
            game: Some(game),
        }
    }

    pub(super) const fn of_view(view: &View) -> Position<'a> {
        Position {
            view: *view,
            game: None,
        }
    }

    /// Writes the rules, followed by the fields.
    pub(super) fn to_line(&self) -> String {
        let mut line = self.view.rules.to_string();
        for (index, (key, _)) in FIELDS.iter().enumerate() {
            let end = line.len();
            line.push(' ');
            line.push_str(key);
            line.push(':');
            let start = line.len();
            self.write_field(index, &mut line);
            if line.len() == start {
                line.truncate(end);
            }
        }
        line
    }

    /// Appends the text of the field at this index in [`keys`].
    pub(super) fn write_field(&self, index: usize, text: &mut String) {
        if index < GAME_FIELDS || self.has_hand() {
            let (_, write) = FIELDS[index];
            // Writing to a `String` can't fail.
            let _ = write(self, text);
        }
    }

    /// Whether a hand is on the table.
    fn has_hand(&self) -> bool {
        let view = &self.view;
        !view.auction.is_empty() || Seat::ALL.iter().any(|seat| !view.hands[*seat].is_empty())
    }
}

fn view(position: &Position<'_>, text: &mut String) -> fmt::Result {
    match position.game {
        Some(_) => Ok(()),
        None => match position.view.observer {
            Some(observer) => write!(text, "{observer}"),
            None => text.write_str(FULL_VIEW),
        },
    }
}

fn next(position: &Position<'_>, text: &mut String) -> fmt::Result {
    let view = &position.view;
    match (position.game, view.turn) {
        (Some(game), _) if game.stage.has_actor() => {
            write!(text, "{},{}", game.stage.keyword(), game.actor)
        }
        (Some(game), _) => text.write_str(game.stage.keyword()),
        (None, Some(seat)) => write!(text, "{},{seat}", view.phase),
        (None, None) if view.legal == Legal::Deal => write!(text, "{},deck", view.phase),
        (None, None) => write!(text, "{}", view.phase),
    }
}

fn last_dealer(position: &Position<'_>, text: &mut String) -> fmt::Result {
    let dealer = Some(position.view.auction.dealer());
    optional(dealer.filter(|_| dealer != position.view.dealer), text)
}

fn hand(position: &Position<'_>, seat: Seat, text: &mut String) -> fmt::Result {
    let shown = position.view.cold[seat].map(VisibleCards::Cards);
    write!(text, "{}", shown.unwrap_or(position.view.hands[seat]))
}

fn pack(position: &Position<'_>, text: &mut String) -> fmt::Result {
    match &position.view.pack {
        Some(pack) => concatenated(pack.as_slice(), text),
        None if position.view.pack_size > 0 => write!(text, "?{}", position.view.pack_size),
        None => Ok(()),
    }
}

fn calls(position: &Position<'_>, text: &mut String) -> fmt::Result {
    list(
        position.view.auction.calls(),
        text,
        |(_, call), text| match call {
            Call::Pass => text.write_str("-"),
            Call::Bid(bid) => write!(text, "{bid}"),
        },
    )
}

fn contract(position: &Position<'_>, text: &mut String) -> fmt::Result {
    match position.view.auction.contract() {
        Some(contract) => write!(text, "{}{}", contract.seat, contract.bid),
        None => Ok(()),
    }
}

fn discards(position: &Position<'_>, text: &mut String) -> fmt::Result {
    if position.view.trump.is_none() {
        return Ok(());
    }
    let discards = position.view.discards.iter();
    let not_empty = discards.filter(|(_, cards)| !cards.is_empty());
    list(not_empty, text, |(seat, cards), text| {
        write!(text, "{seat}{cards}")
    })
}

fn redeal(position: &Position<'_>, text: &mut String) -> fmt::Result {
    let redeals = position.view.redeal.iter();
    let known = redeals.filter_map(|(seat, redeal)| Some((seat, (*redeal)?)));
    list(known, text, |(seat, redeal), text| {
        write!(text, "{seat}{}/{}", redeal.requested, redeal.received)
    })
}

fn pool(position: &Position<'_>, text: &mut String) -> fmt::Result {
    match position.view.legal {
        // A dealer who has to choose sees the pool, but not the order of the pack.
        Legal::Keep { from, .. } if position.view.pack.is_none() => concatenated(from, text),
        _ => optional(position.view.pool_size, text),
    }
}

fn killed(position: &Position<'_>, text: &mut String) -> fmt::Result {
    let mut owner = None;
    for Play { seat, card } in position.view.killed.all().iter().flatten() {
        if owner != Some(seat) {
            let separator = if owner.is_some() { "," } else { "" };
            write!(text, "{separator}{seat}")?;
            owner = Some(seat);
        }
        write!(text, "{card}")?;
    }
    Ok(())
}

fn top_cards(position: &Position<'_>, text: &mut String) -> fmt::Result {
    seats(text, |seat| position.view.killed.forced_top(seat).is_some())
}

fn plays(position: &Position<'_>, text: &mut String) -> fmt::Result {
    let tricks = &position.view.tricks;
    for (index, trick) in tricks.finished().chain([tricks.current()]).enumerate() {
        // A separator follows every finished trick, even if no other trick has started.
        if index > 0 {
            text.write_str("/")?;
        }
        list(trick.plays(), text, |play, text| {
            write!(text, "{}{}", play.seat, play.card)
        })?;
    }
    Ok(())
}

fn cold(position: &Position<'_>, text: &mut String) -> fmt::Result {
    seats(text, |seat| position.view.cold[seat].is_some())
}

fn points(position: &Position<'_>, text: &mut String) -> fmt::Result {
    match position.view.trump {
        Some(_) => pair(&position.view.points, text),
        None => Ok(()),
    }
}

fn claim(position: &Position<'_>, text: &mut String) -> fmt::Result {
    optional(position.game.and_then(|game| game.hand.claimed), text)
}

fn unless_empty(cards: VisibleCards, text: &mut String) -> fmt::Result {
    if cards.is_empty() {
        Ok(())
    } else {
        write!(text, "{cards}")
    }
}

fn optional(value: Option<impl Display>, text: &mut String) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(text, "{value}"))
}

fn pair(values: &ByTeam<impl Display>, text: &mut String) -> fmt::Result {
    list(values.iter(), text, |(_, value), text| write!(text, "{value}"))
}

/// Writes items with commas between them.
fn list<T>(
    items: impl IntoIterator<Item = T>,
    text: &mut String,
    write: impl Fn(T, &mut String) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.write_str(",")?;
        }
        write(item, text)?;
    }
    Ok(())
}

fn concatenated(items: impl IntoIterator<Item = impl Display>, text: &mut String) -> fmt::Result {
    items.into_iter().try_for_each(|item| write!(text, "{item}"))
}

fn seats(text: &mut String, condition: impl Fn(Seat) -> bool) -> fmt::Result {
    concatenated(Seat::ALL.into_iter().filter(|seat| condition(*seat)), text)
}
