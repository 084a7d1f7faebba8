//! A position as a table.

use std::io::{self, Write};

use pidro::{Seat, Team, Trick, View};

use super::paint::{DIM, HEAD, Painted, table};

pub(super) fn print(view: &View, output: &mut impl Write) -> io::Result<()> {
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
    let titles = ["", "hand", "thrown", "asked", "killed"];
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
    let asked = view.redeal[seat].map_or(Painted::default(), |redeal| {
        let short = if redeal.received < redeal.requested {
            format!("{} got {}", redeal.requested, redeal.received)
        } else {
            redeal.requested.to_string()
        };
        Painted::plain(short)
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
