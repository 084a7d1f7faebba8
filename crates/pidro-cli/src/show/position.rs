//! A position as a table.

use std::io::{self, Write};

use pidro::{Redeal, Seat, Team, Trick, View};

use super::paint::{DIM, HEAD, Painted, table};

pub(crate) fn print(view: &View, output: &mut impl Write) -> io::Result<()> {
    let mut head = Painted::styled(format!("Hand {}", view.hand), HEAD);
    if let Some(dealer) = view.dealer {
        head = head.then(format!(", {dealer} deals"));
    }
    if let Some(contract) = view.auction.contract() {
        head = head.then(format!(", {} bid {}", contract.seat, contract.bid));
    }
    if let Some(trump) = view.trump {
        head = head.then(format!(", trump {trump}"));
    }
    head = head.then(format!(", {}", view.phase));
    if let Some(turn) = view.turn {
        head = head.then(format!(", {turn} to act"));
    }
    writeln!(output, "{}", head.padded(0))?;
    writeln!(output, "  {}", view.rules)?;
    let titles = ["", "hand", "thrown", "second deal", "killed"];
    let mut rows = vec![titles.map(|title| Painted::styled(title, DIM)).to_vec()];
    for seat in Seat::ALL {
        rows.push(seat_row(view, seat));
    }
    write!(output, "{}", table(&rows))?;
    print_lists(view, output)
}

fn seat_row(view: &View, seat: Seat) -> Vec<Painted> {
    let hand = match view.cold[seat] {
        Some(cards) => Painted::styled("cold ", DIM).and(&Painted::cards(cards, view.trump)),
        None => Painted::shown(view.hands[seat], view.trump),
    };
    let asked = Painted::plain(if view.dealer == Some(seat) {
        rob(view)
    } else {
        redeal(view, seat)
    });
    let thrown = match view.trump {
        Some(_) => Painted::shown(view.discards[seat], None),
        None => Painted::default(),
    };
    let killed = view.killed.pile(seat).map_or(Painted::default(), |pile| {
        Painted::list(pile.as_slice().iter().copied(), view.trump)
    });
    let turn = if view.turn == Some(seat) { ">" } else { " " };
    vec![
        Painted::plain(format!("{turn}{seat}")),
        hand,
        thrown,
        asked,
        killed,
    ]
}

/// How many cards a seat requested and received in the redeal.
fn redeal(view: &View, seat: Seat) -> String {
    match view.redeal[seat] {
        Some(Redeal { requested, received }) if received < requested => {
            format!("[REDEAL] {requested}, got {received}")
        }
        Some(Redeal { requested, .. }) => format!("[REDEAL] {requested}"),
        None => String::new(),
    }
}

/// The dealer's rob, pending or done.
fn rob(view: &View) -> String {
    let others = Seat::ALL.into_iter().filter(|seat| view.dealer != Some(*seat));
    let redealt = others.filter_map(|seat| view.redeal[seat]);
    let received: Vec<u8> = redealt.map(|redeal| redeal.received).collect();
    let taken = 16 - received.iter().sum::<u8>();
    if received.len() < 3 || taken == 0 {
        return String::new();
    }
    match (view.pool_size, view.buried.len()) {
        (Some(pool), Some(buried)) if buried > 0 => format!("[ROB] {taken}, of {pool} buried {buried}"),
        (Some(pool), _) => format!("[ROB] {taken}, of {pool}"),
        (None, _) => format!("[ROB] {taken}"),
    }
}

fn print_lists(view: &View, output: &mut impl Write) -> io::Result<()> {
    let mut rows: Vec<Vec<Painted>> = Vec::new();
    let mut row = |name: &str, text: Painted| {
        if !text.is_empty() {
            rows.push(vec![Painted::styled(name, DIM), text]);
        }
    };
    row(
        "pack",
        match &view.pack {
            Some(pack) => Painted::list(pack.as_slice().iter().copied(), view.trump),
            None if view.pack_size > 0 => Painted::plain(format!("{} cards", view.pack_size)),
            None => Painted::default(),
        },
    );
    let calls: Vec<String> = view
        .auction
        .calls()
        .map(|(seat, call)| format!("{seat} {call}"))
        .collect();
    row("calls", Painted::plain(calls.join(", ")));
    row(
        "pool",
        Painted::plain(
            view.pool_size
                .map_or(String::new(), |size| format!("{size} cards")),
        ),
    );
    row("buried", Painted::shown(view.buried, view.trump));
    for (number, trick) in (1..).zip(view.tricks.finished()) {
        row(&format!("{number}."), plays(view, trick));
    }
    row("on the table", plays(view, view.tricks.current()));
    if view.trump.is_some() {
        row("points", teams(|team| view.points[team].to_string()));
    }
    row("score", teams(|team| view.scores[team].to_string()));
    row(
        "winner",
        Painted::plain(view.winner.map_or(String::new(), |team| team.to_string())),
    );
    write!(output, "{}", table(&rows))
}

fn plays(view: &View, trick: Trick<'_>) -> Painted {
    let mut text = Painted::default();
    for (place, play) in trick.plays().iter().enumerate() {
        let separator = if place == 0 { "" } else { ", " };
        text = text
            .then(format!("{separator}{} ", play.seat))
            .and(&Painted::card(play.card, view.trump));
    }
    text
}

fn teams(value: impl Fn(Team) -> String) -> Painted {
    let texts: Vec<String> = Team::ALL
        .into_iter()
        .map(|team| format!("{team} {}", value(team)))
        .collect();
    Painted::plain(texts.join(", "))
}
