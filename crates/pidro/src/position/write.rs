//! Writes positions as one line of text.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::{Display, Write as _};

use crate::bidding::Call;
use crate::card_set::together;
use crate::game::Game;
use crate::kill::Killed;
use crate::legal::Legal;
use crate::rules::Rules;
use crate::seat::{ByTeam, Seat};
use crate::trick::{Play, Trick};
use crate::view::{Observer, View, VisibleCards};

/// The fields in the order in which they are written.
pub(super) const KEYS: [&str; 25] = [
    "view", "next", "hand", "dealer", "score", "winner", "last", "N", "E", "S", "W", "pack", "calls",
    "contract", "trump", "discards", "redeal", "pool", "buried", "killed", "top", "plays", "cold", "points",
    "claim",
];

/// Fields that follow from the others in a complete position: optional, but checked if present. In
/// a view they are required, because the unknown fields may depend on them.
pub(super) const CONSEQUENCES: [&str; 5] = ["contract", "redeal", "top", "cold", "points"];

/// The fields of a position with their texts.
pub(super) type Fields = BTreeMap<&'static str, String>;

/// Writes the rules, followed by the fields.
pub(super) fn line(rules: &Rules, fields: &Fields) -> String {
    let mut line = rules.to_string();
    for key in KEYS {
        if let Some(text) = fields.get(key) {
            // Writing to a `String` can't fail.
            let _ = write!(line, " {key}:{text}");
        }
    }
    line
}

pub(super) fn of_game(game: &Game) -> Fields {
    let mut fields = known(&game.view(Observer::Arbiter));
    let next = if game.stage.is_about_a_seat() {
        format!("{},{}", game.stage.word(), game.actor)
    } else {
        game.stage.word().to_owned()
    };
    fields.insert("next", next);
    if let Some(seat) = game.hand.claimed {
        fields.insert("claim", seat.to_string());
    }
    fields
}

pub(super) fn of_view(view: &View) -> Fields {
    let mut fields = known(view);
    fields.insert("view", view.observer.to_string());
    let next = match view.turn {
        Some(seat) => format!("{},{seat}", view.phase),
        None if view.legal == Legal::Deal => format!("{},deck", view.phase),
        None => view.phase.to_string(),
    };
    fields.insert("next", next);
    fields
}

/// The fields that a view shows.
fn known(view: &View) -> Fields {
    let mut fields = Fields::new();
    let mut add = |key, text: String| {
        if !text.is_empty() {
            fields.insert(key, text);
        }
    };
    add("hand", view.hand.to_string());
    add("dealer", optional(view.dealer));
    add("score", pair(&view.scores));
    add("winner", optional(view.winner));
    if !is_dealt(view) {
        return fields;
    }
    let hand_dealer = view.auction.dealer();
    if view.dealer != Some(hand_dealer) {
        add("last", hand_dealer.to_string());
    }
    for seat in Seat::ALL {
        let cards = match view.cold[seat] {
            Some(cards) => VisibleCards::Cards(cards),
            None => view.hands[seat],
        };
        add(SEAT_KEYS[seat as usize], cards.to_string());
    }
    add(
        "pack",
        match &view.pack {
            Some(pack) if !pack.is_empty() => together(pack.as_slice().iter().copied()),
            None if view.pack_size > 0 => format!("?{}", view.pack_size),
            _ => String::new(),
        },
    );
    add(
        "calls",
        listed(view.auction.calls().map(|(_, call)| match call {
            Call::Pass => "-".to_owned(),
            Call::Bid(bid) => bid.to_string(),
        })),
    );
    add(
        "contract",
        view.auction.contract().map_or(String::new(), |contract| {
            format!("{}{}", contract.seat, contract.bid)
        }),
    );
    add("trump", optional(view.trump));
    if view.trump.is_some() {
        let discards = view.discards.iter().filter(|(_, cards)| !cards.is_empty());
        add(
            "discards",
            listed(discards.map(|(seat, cards)| format!("{seat}{cards}"))),
        );
    }
    add(
        "redeal",
        listed(view.redeal.iter().filter_map(|(seat, redeal)| {
            redeal.map(|redeal| format!("{seat}{}/{}", redeal.requested, redeal.received))
        })),
    );
    add(
        "pool",
        match view.legal {
            // A dealer who has to choose sees the pool, but not the order of the pack.
            Legal::Keep { from, .. } if view.pack.is_none() => together(from.iter()),
            _ => optional(view.pool_size),
        },
    );
    if !view.buried.is_empty() {
        add("buried", view.buried.to_string());
    }
    add("killed", killed(&view.killed));
    add(
        "top",
        Seat::ALL
            .iter()
            .filter(|seat| view.killed.waiting_top(**seat).is_some())
            .map(Seat::to_string)
            .collect(),
    );
    let current = view.tricks.current();
    let tricks: Vec<String> = view.tricks.finished().chain([current]).map(plays).collect();
    // A separator follows every finished trick, even if no other trick has started.
    add("plays", tricks.join("/"));
    add(
        "cold",
        Seat::ALL
            .iter()
            .filter(|seat| view.cold[**seat].is_some())
            .map(Seat::to_string)
            .collect(),
    );
    if view.trump.is_some() {
        add("points", pair(&view.points));
    }
    fields
}

pub(super) const SEAT_KEYS: [&str; 4] = ["N", "E", "S", "W"];

/// Whether a hand is on the table.
fn is_dealt(view: &View) -> bool {
    !view.auction.is_empty() || Seat::ALL.iter().any(|seat| !view.hands[*seat].is_empty())
}

fn optional(value: Option<impl Display>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn pair(values: &ByTeam<impl Display>) -> String {
    listed(values.iter().map(|(_, value)| value.to_string()))
}

fn listed(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<String>>().join(",")
}

fn plays(trick: Trick<'_>) -> String {
    listed(
        trick
            .plays()
            .iter()
            .map(|play| format!("{}{}", play.seat, play.card)),
    )
}

fn killed(killed: &Killed) -> String {
    let mut piles: Vec<String> = Vec::new();
    let mut last = None;
    for Play { seat, card } in killed.all().iter().flatten() {
        if last != Some(seat) {
            piles.push(seat.to_string());
        }
        last = Some(seat);
        if let Some(pile) = piles.last_mut() {
            *pile += &card.to_string();
        }
    }
    piles.join(",")
}
