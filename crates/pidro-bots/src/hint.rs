//! Advice: what an expert would do, and why.

use pidro::{Action, Card, CardSet, Legal, Seat, Suit, Trump, View};
use serde::{Deserialize, Serialize};

use crate::basic::{PlayKnowledge, best_suit};
use crate::expert::{Evaluation, Expert, SearchLimit};

/// Advice for the seat to act, based on what that seat may know.
///
/// ```
/// use pidro::{Seat, Seed, SeededGame};
/// use pidro_bots::{Hint, SearchLimit};
///
/// let game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let view = game.history().game().view(Seat::East);
/// let hint = Hint::of(&view, SearchLimit::Worlds(20)).ok_or("it is East's turn")?;
/// assert!(view.legal.contains(&hint.best.action));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hint {
    /// The recommended action and its expected payoff.
    pub best: Evaluation,
    /// The second-best action.
    pub next: Option<Evaluation>,
    /// The reason for the recommendation.
    pub reason: Reason,
}

/// Why an action is good, in a player's terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Reason {
    /// There is no other choice.
    OnlyChoice,
    /// After three passes the dealer must bid.
    MustBid,
    /// The hand is strong enough for a bid in this suit.
    Strong(Strength),
    /// The hand is too weak for a bid.
    Weak(Strength),
    /// It keeps the points and the high trumps.
    KeepsBest,
    /// It buries points that the other team would take.
    BuriesPoints,
    /// It kills the lowest trumps without points, which are the least useful.
    KillsLow,
    /// The top killed card is still played, and the other killed cards are the least useful.
    TopIsPlayed,
    /// No card that another seat may hold can beat this card.
    Unbeatable,
    /// The partner takes the trick, so the card's points are safe.
    FeedsPartner,
    /// The card takes a trick with this many points.
    TakesPoints {
        /// The points of the trick, including those of the card.
        points: u8,
    },
    /// The card beats the cards on the table, but may be beaten.
    Beats,
    /// The point of the two stays with the team that plays it.
    TwoIsSafe,
    /// The card gives away no points.
    GivesNothing,
    /// Every card costs something, and this one costs the least.
    CostsLeast,
}

/// What a hand holds in its best suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Strength {
    /// The suit.
    pub suit: Suit,
    /// The number of trumps the hand would have.
    pub trumps: u8,
    /// The points of these trumps.
    pub points: u8,
}

impl Reason {
    /// The stable code of the reason, which is its `kind` in JSON.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Reason::OnlyChoice => "only_choice",
            Reason::MustBid => "must_bid",
            Reason::Strong(_) => "strong",
            Reason::Weak(_) => "weak",
            Reason::KeepsBest => "keeps_best",
            Reason::BuriesPoints => "buries_points",
            Reason::KillsLow => "kills_low",
            Reason::TopIsPlayed => "top_is_played",
            Reason::Unbeatable => "unbeatable",
            Reason::FeedsPartner => "feeds_partner",
            Reason::TakesPoints { .. } => "takes_points",
            Reason::Beats => "beats",
            Reason::TwoIsSafe => "two_is_safe",
            Reason::GivesNothing => "gives_nothing",
            Reason::CostsLeast => "costs_least",
        }
    }
}

impl Strength {
    fn of(hand: CardSet, suit: Suit) -> Strength {
        let trump = Trump::new(suit);
        let trumps = hand & trump.cards();
        Strength {
            suit,
            trumps: trumps.count(),
            points: trump.points_in(trumps),
        }
    }
}

impl Hint {
    /// Asks an expert with this limit for advice. Returns `None` if the observer has nothing to
    /// decide.
    #[must_use]
    pub fn of(view: &View, limit: SearchLimit) -> Option<Hint> {
        let seat = view.turn?;
        let mut evaluations = Expert::with_limit(62, limit).evaluate(view).into_iter();
        let best = evaluations.next()?;
        let reason = if view.legal.len() == 1 {
            Reason::OnlyChoice
        } else {
            reason(view, seat, best.action)?
        };
        Some(Hint {
            best,
            next: evaluations.next(),
            reason,
        })
    }
}

fn reason(view: &View, seat: Seat, action: Action) -> Option<Reason> {
    let hand = view.hands[seat].cards()?;
    Some(match action {
        Action::Bid(_) if !view.legal.contains(&Action::Pass) => Reason::MustBid,
        Action::Bid(_) => Reason::Strong(Strength::of(hand, best_suit(hand))),
        Action::Pass => Reason::Weak(Strength::of(hand, best_suit(hand))),
        Action::Trump(suit) => Reason::Strong(Strength::of(hand, suit)),
        Action::Keep(kept) => match view.legal {
            Legal::Keep { from, .. } if buries_points(view.trump?, from, kept) => Reason::BuriesPoints,
            _ => Reason::KeepsBest,
        },
        Action::Kill(pile) => match view.legal {
            Legal::Kill { from, count } if pile.cards() == lowest(view.trump?, from, count) => {
                Reason::KillsLow
            }
            _ => Reason::TopIsPlayed,
        },
        Action::Play(card) => reason_to_play(view, seat, card)?,
        Action::Claim | Action::Resign => return None,
    })
}

fn lowest(trump: Trump, cards: CardSet, count: usize) -> CardSet {
    trump.highest_first(cards).skip(cards.len() - count).collect()
}

fn buries_points(trump: Trump, pool: CardSet, kept: CardSet) -> bool {
    !((pool - kept) & trump.point_cards()).is_empty()
}

fn reason_to_play(view: &View, seat: Seat, card: Card) -> Option<Reason> {
    let knowledge = PlayKnowledge::of(view, seat)?;
    let trump = view.trump?;
    let trick = view.tricks.current();
    let points = trump.points(card);
    let Some(result) = trick.result(trump) else {
        return Some(match points {
            _ if knowledge.is_unbeatable(card) => Reason::Unbeatable,
            0 => Reason::GivesNothing,
            _ => Reason::CostsLeast,
        });
    };
    let best = trick.plays().iter().find(|play| play.seat == result.winner)?.card;
    let beats = trump.strength(card) > trump.strength(best);
    let at_stake = result.points + if card == trump.two() { 0 } else { points };
    let partner_takes =
        result.winner == seat.partner() && (knowledge.is_last() || knowledge.is_unbeatable(best));
    let is_safe = knowledge.is_last() || knowledge.is_unbeatable(card);
    Some(if beats && is_safe && at_stake > 0 {
        Reason::TakesPoints { points: at_stake }
    } else if beats && knowledge.is_unbeatable(card) {
        Reason::Unbeatable
    } else if beats && at_stake > 0 {
        Reason::Beats
    } else if card == trump.two() {
        Reason::TwoIsSafe
    } else if points == 0 {
        Reason::GivesNothing
    } else if partner_takes {
        Reason::FeedsPartner
    } else {
        Reason::CostsLeast
    })
}

#[cfg(test)]
mod tests {
    use pidro::Record;

    use super::*;

    #[test]
    fn every_play_of_a_hand_has_the_right_reason() {
        let record = Record::parse(include_str!("../../../docs/example.pidro")).unwrap();
        let mut game = *record.history().initial_game();
        let mut reasons = Vec::new();
        for event in record.history().log() {
            if let Some((seat, Action::Play(card))) = event.action()
                && game.hand_number() == 1
            {
                let reason = reason_to_play(&game.view(seat), seat, card).unwrap();
                reasons.push((card.to_string(), reason));
            }
            game = game.evolve(event);
        }
        let expected = [
            ("3h", Reason::GivesNothing),
            ("Qh", Reason::GivesNothing),
            ("4h", Reason::GivesNothing),
            // West's queen stands, and East plays last.
            ("5d", Reason::FeedsPartner),
            ("Ah", Reason::Unbeatable),
            ("6h", Reason::GivesNothing),
            ("Th", Reason::FeedsPartner),
            ("8h", Reason::GivesNothing),
            ("5h", Reason::CostsLeast),
            ("9h", Reason::Beats),
            // Only the queen and the ace were higher.
            ("Kh", Reason::TakesPoints { points: 5 }),
            ("2h", Reason::TwoIsSafe),
        ];
        assert_eq!(reasons, expected.map(|(card, reason)| (card.to_owned(), reason)));
    }

    #[test]
    fn every_kind_of_decision_has_the_right_reason() {
        let record = Record::parse(include_str!("../../pidro/tests/golden/kills.pidro")).unwrap();
        let mut game = *record.history().initial_game();
        let mut reasons = Vec::new();
        for event in record.history().log() {
            if let Some((seat, action)) = event.action()
                && !matches!(action, Action::Play(_) | Action::Resign)
                && game.hand_number() == 1
            {
                reasons.push((action.kind(), reason(&game.view(seat), seat, action).unwrap()));
            }
            game = game.evolve(event);
        }
        let hearts = |trumps, points| Strength {
            suit: Suit::Hearts,
            trumps,
            points,
        };
        assert_eq!(reasons[0], ("bid", Reason::Strong(hearts(9, 6))));
        assert_eq!(reasons[2].0, "pass");
        assert!(matches!(reasons[2].1, Reason::Weak(_)), "{reasons:?}");
        assert!(
            reasons.contains(&("trump", Reason::Strong(hearts(9, 6)))),
            "{reasons:?}"
        );
        assert!(reasons.contains(&("keep", Reason::KeepsBest)), "{reasons:?}");
        // The eight lies on top of the four and the seven, and the six is kept.
        assert!(reasons.contains(&("kill", Reason::TopIsPlayed)), "{reasons:?}");
    }

    #[test]
    fn points_not_kept_count_as_buried() {
        let hearts = Trump::new(Suit::Hearts);
        let pool: CardSet = "Ah Kh Qh Jh Th 9h 5d".parse().unwrap();
        assert!(buries_points(hearts, pool, pool - "5d".parse().unwrap()));
        assert!(!buries_points(hearts, pool, pool - "9h".parse().unwrap()));
        assert_eq!(lowest(hearts, pool, 2), "9h 5d".parse().unwrap());
    }
}
