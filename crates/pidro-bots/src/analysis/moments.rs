//! Describes the moments that decided a game in words.

use pidro::{Action, BySeat, Card, CardSet, Event, Game, History, Seat, Team, Trump, View};

use super::{Decision, HandResult, KeyMoment};

/// The most moments to describe.
const MAX_MOMENTS: usize = 3;
/// A decision that costs less win chance than this decides nothing.
const MIN_COST: f32 = 0.01;

/// The costliest decisions, followed by the hands with the biggest swings if there are too few of
/// them.
pub(super) fn key_moments(
    history: &History,
    names: &BySeat<String>,
    decisions: &[Decision],
    hands: &[HandResult],
) -> Vec<KeyMoment> {
    let costly = decisions.iter().filter(|decision| decision.cost.win >= MIN_COST);
    let mut costly: Vec<&Decision> = costly.collect();
    costly.sort_by(|one, other| other.cost.win.total_cmp(&one.cost.win));
    let mut moments: Vec<KeyMoment> = costly
        .iter()
        .take(MAX_MOMENTS)
        .filter_map(|decision| decision_moment(history, names, decision))
        .collect();
    let mut swings = hand_moments(history, names, hands);
    swings.sort_by(|one, other| other.win.total_cmp(&one.win));
    swings.truncate(MAX_MOMENTS - moments.len());
    moments.extend(swings);
    moments
}

/// Every hand, by how much it changed the chance to win.
fn hand_moments(history: &History, names: &BySeat<String>, hands: &[HandResult]) -> Vec<KeyMoment> {
    let mut moments = Vec::new();
    for pair in hands.windows(2) {
        let [before, hand] = pair else { continue };
        let gain = hand.win[Team::NorthSouth] - before.win[Team::NorthSouth];
        if let Some(&Event::HandScored {
            contract,
            taken,
            made,
            ..
        }) = history.log().get(hand.event)
        {
            let text = format!(
                "hand {}: {} bid {} and {} {}, {:+.0} % for North and South",
                hand.hand,
                names[contract.seat],
                contract.bid,
                if made { "made it with" } else { "took only" },
                taken[contract.seat.team()],
                100.0 * gain
            );
            moments.push(KeyMoment {
                event: hand.event,
                hand: hand.hand,
                win: gain.abs(),
                text,
            });
        }
    }
    moments
}

fn decision_moment(history: &History, names: &BySeat<String>, decision: &Decision) -> Option<KeyMoment> {
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
        Action::Play(card) => explain_play(history, &game, decision.event, seat, card, names),
        Action::Bid(_) | Action::Pass => Some(explain_call(history, decision, names)),
        _ => None,
    };
    let why = why.map_or(String::new(), |why| format!(": {why}"));
    let suggestion = suggestion(&game, action, best);
    let text = format!(
        "hand {}: {what} cost {}{:.0} % win chance{why}{suggestion}",
        decision.hand,
        cost_in_points(decision.cost.points),
        100.0 * decision.cost.win,
    );
    Some(KeyMoment {
        event: decision.event,
        hand: decision.hand,
        win: decision.cost.win,
        text,
    })
}

/// Formats the cost in points. Omits it if it is too small or negative: now and then a costly
/// decision gains points.
fn cost_in_points(cost: f32) -> String {
    if cost < 0.05 {
        return String::new();
    }
    format!("{cost:.1} points and ")
}

fn suggestion(game: &Game, action: Action, best: Action) -> String {
    match (action, best, game.full_view().trump) {
        (Action::Keep(kept), Action::Keep(best), Some(trump)) => {
            let names = |cards: CardSet| {
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

/// Describes the outcome of a call.
fn explain_call(history: &History, decision: &Decision, names: &BySeat<String>) -> String {
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
            let result = if made { "made" } else { "failed" };
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

/// Describes what happened to a card after it was played.
fn explain_play(
    history: &History,
    game: &Game,
    event: usize,
    seat: Seat,
    card: Card,
    names: &BySeat<String>,
) -> Option<String> {
    let view = game.full_view();
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
    let taken = history.log()[event..].iter().find_map(|event| match event {
        Event::TrickWon { result } => Some(*result),
        _ => None,
    })?;
    if taken.winner.team() == seat.team() {
        return None;
    }
    let winner = &names[taken.winner];
    if trump.points(card) > 0 && card != trump.two() {
        return Some(format!("{winner} took it, and {} points with it", taken.points));
    }
    let is_higher = |other: &Card| strength(*other) > strength(card);
    let on_table = trick.plays().iter().any(|play| is_higher(&play.card));
    let in_hands = |holder: Seat| {
        playable_trumps(&view, holder, trump)
            .iter()
            .filter(is_higher)
            .count()
    };
    let others = Seat::ALL.into_iter().filter(|other| *other != seat);
    let holders: Vec<Seat> = others.filter(|other| in_hands(*other) > 0).collect();
    match holders[..] {
        [holder] if !on_table && in_hands(holder) == 1 => {
            Some(format!("{} held the only higher trump", names[holder]))
        }
        _ => Some(format!("{winner} took the trick")),
    }
}

/// The trumps that a seat can still play.
fn playable_trumps(view: &View, seat: Seat, trump: Trump) -> CardSet {
    let hand = view.hands[seat].cards().unwrap_or_default();
    let mut cards = hand & trump.cards();
    cards.extend(view.killed.forced_top(seat));
    cards
}
