//! The moments that decided a game, in words.

use pidro::{Action, BySeat, Card, Cards, Event, Game, History, Observer, Seat, Trump, View};

use super::{Decision, HandEnd, Moment};

/// How many moments are told.
const MOMENTS: usize = 3;
/// A decision that gave away less than this has decided nothing.
const LEAST: f32 = 0.01;

/// The decisions that cost most, and where there are not enough of them the hands that changed most.
pub(super) fn moments(
    history: &History,
    names: &BySeat<String>,
    decisions: &[Decision],
    hands: &[HandEnd],
) -> Vec<Moment> {
    let costly = decisions.iter().filter(|decision| decision.cost.win >= LEAST);
    let mut costly: Vec<&Decision> = costly.collect();
    costly.sort_by(|one, other| other.cost.win.total_cmp(&one.cost.win));
    let mut moments: Vec<Moment> = costly
        .iter()
        .take(MOMENTS)
        .filter_map(|decision| of_decision(history, names, decision))
        .collect();
    let mut swings = swings(history, names, hands);
    swings.sort_by(|one, other| other.win.total_cmp(&one.win));
    swings.truncate(MOMENTS - moments.len());
    moments.extend(swings);
    moments
}

/// What each hand changed.
fn swings(history: &History, names: &BySeat<String>, hands: &[HandEnd]) -> Vec<Moment> {
    let mut moments = Vec::new();
    let mut before = 0.5;
    for hand in hands {
        let after = hand.win[pidro::Team::NorthSouth];
        if let Some(&Event::HandScored {
            contract,
            taken,
            made,
            ..
        }) = history.log().get(hand.event)
        {
            let who = &names[contract.seat];
            let bid = contract.bid;
            let took = taken[contract.seat.team()];
            let result = if made { "made it with" } else { "took only" };
            let gain = 100.0 * (after - before);
            let text = format!(
                "hand {}: {who} bid {bid} and {result} {took}, {gain:+.0} % for North and South",
                hand.hand
            );
            moments.push(Moment {
                event: hand.event,
                hand: hand.hand,
                win: (after - before).abs(),
                text,
            });
        }
        before = after;
    }
    moments
}

fn of_decision(history: &History, names: &BySeat<String>, decision: &Decision) -> Option<Moment> {
    let game = history.at_event(decision.event)?;
    let Decision {
        seat, action, best, ..
    } = *decision;
    let who = &names[seat];
    let what = match action {
        Action::Pass => format!("{who}'s pass"),
        Action::Bid(bid) => format!("{who}'s bid of {bid}"),
        Action::Trump(suit) => format!("{who}'s trump {suit}"),
        Action::Keep(_) => format!("what {who} kept of the pool"),
        Action::Kill(_) => format!("what {who} killed"),
        Action::Play(card) => format!("{who}'s {card} on trick {}", decision.trick.unwrap_or_default()),
        Action::Claim | Action::Resign => return None,
    };
    let why = match action {
        Action::Play(card) => why(history, &game, decision.event, seat, card, names),
        Action::Bid(_) | Action::Pass => Some(bidding(history, decision, names)),
        _ => None,
    };
    let why = why.map_or(String::new(), |why| format!(": {why}"));
    let better = better(&game, action, best);
    let text = format!(
        "hand {}: {what} cost {:.1} points and {:.0} % of the game{why}{better}",
        decision.hand,
        decision.cost.points.max(0.0),
        100.0 * decision.cost.win,
    );
    Some(Moment {
        event: decision.event,
        hand: decision.hand,
        win: decision.cost.win,
        text,
    })
}

fn better(game: &Game, action: Action, best: Action) -> String {
    match (action, best, game.view(Observer::Arbiter).trump) {
        (Action::Keep(kept), Action::Keep(best), Some(trump)) => {
            let names = |cards: Cards| {
                cards
                    .iter()
                    .map(|card| card.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let (more, fewer) = ((best - kept) & trump.cards(), (kept - best) & trump.cards());
            match (more.is_empty(), fewer.is_empty()) {
                (false, true) => format!(" (better: keep {})", names(more)),
                (true, false) => format!(" (better: bury {})", names(fewer)),
                _ => format!(" (better: {} instead of {})", names(more), names(fewer)),
            }
        }
        (_, best, _) => format!(" (better: {best})"),
    }
}

/// What came of a call.
fn bidding(history: &History, decision: &Decision, names: &BySeat<String>) -> String {
    let later = &history.log()[decision.event..];
    let scored = later.iter().find_map(|event| match *event {
        Event::HandScored {
            contract,
            taken,
            made,
            ..
        } => Some((contract, taken, made)),
        _ => None,
    });
    match scored {
        Some((contract, taken, made)) => {
            let points = taken[contract.seat.team()];
            let result = if made { "made" } else { "lost" };
            let own = if contract.seat == decision.seat {
                "it was"
            } else {
                "the hand was"
            };
            let who = if contract.seat == decision.seat {
                String::new()
            } else {
                format!(" by {}", names[contract.seat])
            };
            format!("{own} {result}{who} with {points} points at {}", contract.bid)
        }
        None => "the hand was not played out".to_owned(),
    }
}

/// What happened to a card that was played.
fn why(
    history: &History,
    game: &Game,
    event: usize,
    seat: Seat,
    card: Card,
    names: &BySeat<String>,
) -> Option<String> {
    let view = game.view(Observer::Arbiter);
    let trump = view.trump?;
    let trick = view.tricks.current();
    let partner = seat.partner();
    let strength = |card: Card| trump.strength(card);
    if let Some(result) = trick.result(trump)
        && result.winner == partner
    {
        let best = trick.plays().iter().find(|play| play.seat == partner)?.card;
        if strength(card) > strength(best) {
            return Some(format!("it took {}'s trick", names[partner]));
        }
    }
    let winner = history.log()[event..].iter().find_map(|event| match event {
        Event::TrickWon { result } => Some(result.winner),
        _ => None,
    });
    let above = |holder: Seat| -> Cards {
        let cards = held(&view, holder, trump);
        cards
            .iter()
            .filter(|other| strength(*other) > strength(card))
            .collect()
    };
    let higher: Vec<(Seat, Cards)> = Seat::ALL
        .into_iter()
        .filter(|other| *other != seat && trick.plays().iter().all(|play| play.seat != *other))
        .map(|other| (other, above(other)))
        .filter(|(_, cards)| !cards.is_empty())
        .collect();
    let points = trump.points(card);
    match (winner, &higher[..]) {
        (Some(winner), _) if winner.team() != seat.team() && points > 0 && card != trump.two() => {
            let word = if points == 1 { "point" } else { "points" };
            Some(format!(
                "{} took the trick and its {points} {word}",
                names[winner]
            ))
        }
        (_, [(holder, cards)]) if cards.len() == 1 && holder.team() != seat.team() => {
            Some(format!("{} held the only higher trump", names[*holder]))
        }
        (Some(winner), _) if winner == seat => Some("it won a trick that was not worth it".to_owned()),
        (Some(winner), _) if winner.team() != seat.team() => {
            Some(format!("{} took the trick", names[winner]))
        }
        _ => None,
    }
}

/// The trumps that a seat can still play.
fn held(view: &View, seat: Seat, trump: Trump) -> Cards {
    let hand = view.hands[seat].cards().unwrap_or_default();
    let mut cards = hand & trump.cards();
    cards.extend(view.killed.waiting_top(seat));
    cards
}
