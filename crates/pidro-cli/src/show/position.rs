//! A position as a table.

use std::io::{self, Write};

use pidro::{Redeal, Seat, Team, Trick, View};

use super::styled_text::{DIM, HEAD, StyledText, table};

pub(crate) fn print(view: &View, output: &mut impl Write) -> io::Result<()> {
    let mut head = StyledText::styled(format!("Hand {}", view.hand), HEAD);
    if let Some(dealer) = view.dealer {
        head = head.append_str(format!(", {dealer} deals"));
    }
    if let Some(contract) = view.auction.contract() {
        head = head.append_str(format!(", {} bid {}", contract.seat, contract.bid));
    }
    if let Some(trump) = view.trump {
        head = head.append_str(format!(", trump {trump}"));
    }
    head = head.append_str(format!(", {}", view.phase));
    if let Some(turn) = view.turn {
        head = head.append_str(format!(", {turn} to act"));
    }
    writeln!(output, "{}", head.padded(0))?;
    writeln!(output, "  {}", view.rules)?;
    let titles = ["", "hand", "discarded", "redeal", "killed"];
    let mut rows = vec![titles.map(|title| StyledText::styled(title, DIM)).to_vec()];
    for seat in Seat::ALL {
        rows.push(seat_row(view, seat));
    }
    write!(output, "{}", table(&rows))?;
    print_lists(view, output)
}

fn seat_row(view: &View, seat: Seat) -> Vec<StyledText> {
    let hand = match view.cold[seat] {
        Some(cards) => StyledText::styled("cold ", DIM).append(&StyledText::cards(cards, view.trump)),
        None => StyledText::visible_cards(view.hands[seat], view.trump),
    };
    let redeal = StyledText::plain(if view.dealer == Some(seat) {
        rob(view)
    } else {
        redeal(view, seat)
    });
    let discarded = match view.trump {
        Some(_) => StyledText::visible_cards(view.discards[seat], None),
        None => StyledText::default(),
    };
    let killed = view.killed.pile(seat).map_or(StyledText::default(), |pile| {
        StyledText::list(pile.as_slice().iter().copied(), view.trump)
    });
    let turn = if view.turn == Some(seat) { ">" } else { " " };
    vec![
        StyledText::plain(format!("{turn}{seat}")),
        hand,
        discarded,
        redeal,
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
    let mut rows: Vec<Vec<StyledText>> = Vec::new();
    let mut row = |name: &str, text: StyledText| {
        if !text.is_empty() {
            rows.push(vec![StyledText::styled(name, DIM), text]);
        }
    };
    row(
        "pack",
        match &view.pack {
            Some(pack) => StyledText::list(pack.as_slice().iter().copied(), view.trump),
            None if view.pack_size > 0 => StyledText::plain(format!("{} cards", view.pack_size)),
            None => StyledText::default(),
        },
    );
    let calls: Vec<String> = view
        .auction
        .calls()
        .map(|(seat, call)| format!("{seat} {call}"))
        .collect();
    row("calls", StyledText::plain(calls.join(", ")));
    row(
        "pool",
        StyledText::plain(
            view.pool_size
                .map_or(String::new(), |size| format!("{size} cards")),
        ),
    );
    row("buried", StyledText::visible_cards(view.buried, view.trump));
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
        StyledText::plain(view.winner.map_or(String::new(), |team| team.to_string())),
    );
    write!(output, "{}", table(&rows))
}

fn plays(view: &View, trick: Trick<'_>) -> StyledText {
    let mut text = StyledText::default();
    for (place, play) in trick.plays().iter().enumerate() {
        let separator = if place == 0 { "" } else { ", " };
        text = text
            .append_str(format!("{separator}{} ", play.seat))
            .append(&StyledText::card(play.card, view.trump));
    }
    text
}

fn teams(value: impl Fn(Team) -> String) -> StyledText {
    let scores: Vec<String> = Team::ALL
        .into_iter()
        .map(|team| format!("{team} {}", value(team)))
        .collect();
    StyledText::plain(scores.join(", "))
}
