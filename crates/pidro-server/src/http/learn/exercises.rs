//! Exercises for new players: a guided first hand, and hands to bid on.

use chacha20::ChaCha20Rng;
use pidro::rules::FirstDealer;
use pidro::{
    Action, BySeat, CardSet, Deck, History, IllegalAction, Legal, Observer, Record, Rules, Seat, View,
};
use pidro_bots::{Basic, Bot, Hint, Odds, Reason, SearchLimit};
use pidro_protocol::NumberedEvent;
use pidro_protocol::http::Advice;
use pidro_table::{Access, numbered_events};
use rand_core::SeedableRng;

/// The learner's seat.
pub(super) const LEARNER: Seat = Seat::South;

/// What the lesson advises to keep when the learner robs.
const KEEP: &str = "keep Jh 9h 5h 5d As 6s";

/// How many deals the odds of a puzzle are based on.
const DEALS: u32 = 300;
/// How many worlds the expert samples for its own call.
const WORLDS: SearchLimit = SearchLimit::Worlds(100);

/// The guided first hand. It is always the same, dealt so that everything that needs explaining
/// happens in it. [`Basic`] bots play the other seats.
pub(super) struct Lesson {
    history: History,
}

impl Lesson {
    /// The hand after these decisions of the learner.
    ///
    /// # Errors
    ///
    /// If the rules don't allow one of the decisions.
    pub(super) fn after(decisions: &[Action]) -> Result<Lesson, IllegalAction> {
        let record = Record::parse(include_str!("first_hand.pidro"));
        // A test ensures that the record can be parsed.
        let mut history = record.map_or_else(
            |_| History::new(Rules::default()),
            |record| record.history().clone(),
        );
        let mut decisions = decisions.iter();
        while let Some(seat) = history.game().turn() {
            let next = if seat == LEARNER {
                decisions.next().copied()
            } else {
                Basic.choose(&history.game().view(seat))
            };
            let Some(action) = next else { break };
            history.act(seat, action)?;
        }
        if let Some(action) = decisions.next() {
            // The hand is over: this returns the error for an extra decision.
            history.act(LEARNER, *action)?;
        }
        Ok(Lesson { history })
    }

    /// All events so far, as the learner sees them.
    pub(super) fn events(&self) -> Vec<NumberedEvent> {
        let access = Access::Observer(Observer::Seat(LEARNER));
        numbered_events(&self.history, 0..self.history.log().len(), access, true)
    }

    /// The rules of the hand.
    pub(super) fn rules(&self) -> &Rules {
        self.history.game().rules()
    }

    /// What the learner should do, and why. The lesson advises only on the rob, where a beginner
    /// could otherwise spoil the rest of the hand.
    pub(super) fn advice(&self) -> Option<Advice> {
        let legal = self.legal()?;
        // A test ensures that the action can be parsed and is legal.
        let action = KEEP.parse().ok().filter(|action| legal.contains(action))?;
        let reason = Reason::KeepsBest;
        Some(Advice { action, reason })
    }

    /// What the learner may do now.
    pub(super) fn legal(&self) -> Option<Legal> {
        let game = self.history.game();
        (game.turn() == Some(LEARNER)).then(|| game.legal())
    }
}

/// A hand to bid on, the calls before it, and what the expert thinks of it.
pub(super) struct Puzzle {
    /// The game as the learner sees it.
    pub(super) view: View,
    /// What the hand can make.
    pub(super) odds: Odds,
    /// What the expert would call.
    pub(super) hint: Option<Hint>,
}

impl Puzzle {
    /// The puzzle with this number. The same number always gives the same puzzle.
    pub(super) fn new(number: u32) -> Puzzle {
        let mut rng = ChaCha20Rng::seed_from_u64(number.into());
        let dealer = Seat::ALL[number as usize % 4];
        let rules = Rules {
            first_dealer: FirstDealer::Fixed(dealer),
            ..Rules::default()
        };
        loop {
            let deck = Deck::shuffled_with(dealer, &BySeat::all(CardSet::NONE), &mut rng);
            if let Some(view) = interesting_turn(rules, &deck) {
                let hand = view.hands[LEARNER].cards().unwrap_or_default();
                let callers = dealer.left().clockwise();
                let position = callers.iter().zip(1..).find(|(seat, _)| **seat == LEARNER);
                let position = position.map_or(Odds::DEALER, |(_, position)| position);
                return Puzzle {
                    view,
                    odds: Odds::of(hand, position, rules, DEALS, number.into()),
                    hint: Hint::of(&view, WORLDS),
                };
            }
        }
    }
}

/// The learner's turn to call, if the decision is interesting: the hand is neither hopeless nor
/// forced to bid.
fn interesting_turn(rules: Rules, deck: &Deck) -> Option<View> {
    let mut history = History::new(rules);
    history.deal(deck).ok()?;
    while let Some(seat) = history.game().turn()
        && seat != LEARNER
    {
        let call = Basic.choose(&history.game().view(seat))?;
        history.act(seat, call).ok()?;
    }
    let view = history.game().view(LEARNER);
    let may_choose = matches!(view.legal, Legal::Call { bids, pass: true } if bids.nth(0).is_some());
    let strong = Hint::of(&view, SearchLimit::Worlds(4)).is_some_and(|hint| match hint.reason {
        Reason::Strong(strength) | Reason::Weak(strength) => strength.trumps >= 3 && strength.points >= 2,
        _ => false,
    });
    (may_choose && strong).then_some(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(text: &str) -> Vec<Action> {
        text.split(',')
            .map(|action| action.trim().parse().unwrap())
            .collect()
    }

    fn names(lesson: &Lesson) -> Vec<String> {
        let events = serde_json::to_value(lesson.events()).unwrap();
        let events = events.as_array().unwrap().iter();
        events
            .map(|event| event["event"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Everything that the lesson explains happens in it, whoever wins the bidding.
    #[test]
    fn everything_that_needs_explaining_happens_in_the_first_hand() {
        for begin in ["bid 8, trump h", "pass"] {
            let choices = format!("{begin}, keep Jh 5h 5d 9h As 5s");
            let mut choices = actions(&choices);
            // The learner follows the ace with a trump that is worth nothing.
            choices.extend(actions("play 9h, play 5h"));
            let lesson = Lesson::after(&choices).unwrap();
            let names = names(&lesson);
            for name in [
                "call_made",
                "trump_declared",
                "discarded",
                "redealt",
                "robbed",
                "killed",
                "went_cold",
                "hand_scored",
            ] {
                assert!(
                    names.iter().any(|other| other == name),
                    "{begin}: {name} of {names:?}"
                );
            }
            assert!(lesson.legal().is_none(), "{:?}", lesson.legal());
        }
    }

    #[test]
    fn the_lesson_advises_only_on_the_rob() {
        for begin in ["bid 8, trump h", "pass"] {
            let before = actions(begin);
            for count in 0..before.len() {
                assert!(Lesson::after(&before[..count]).unwrap().advice().is_none());
            }
            let robbing = Lesson::after(&before).unwrap();
            assert!(matches!(robbing.legal(), Some(Legal::Keep { .. })), "{begin}");
            let action = robbing.advice().unwrap().action;
            let mut after = before;
            after.push(action);
            assert!(Lesson::after(&after).unwrap().advice().is_none());
        }
    }

    /// Throwing a five on the ace costs the bid.
    #[test]
    fn the_result_depends_on_what_the_learner_plays() {
        let made = |plays: &str| {
            let mut choices = actions("bid 8, trump h, keep Jh 5h 5d 9h As 5s");
            choices.extend(actions(plays));
            let lesson = Lesson::after(&choices).unwrap();
            let events = serde_json::to_value(lesson.events()).unwrap();
            let scored = events
                .as_array()
                .unwrap()
                .iter()
                .find(|event| event["event"] == "hand_scored");
            scored.map(|event| (event["made"].clone(), event["taken"].clone()))
        };
        let good = made("play 9h, play 5h").unwrap();
        assert_eq!(good.0, true, "{good:?}");
        let bad = made("play 5h, play 5d").unwrap();
        assert_eq!(bad.0, false, "{bad:?}");
    }

    #[test]
    fn illegal_and_extra_decisions_are_refused() {
        assert!(Lesson::after(&actions("bid 14, trump h, keep Jh 5h 5d")).is_err());
        let over =
            "bid 8, trump h, keep Jh 5h 5d 9h As 5s, play 9h, play 5h, play 5d, play Jh, play Ah, play Ah";
        assert!(Lesson::after(&actions(over)).is_err());
    }

    #[test]
    fn a_puzzle_is_deterministic_and_offers_a_choice() {
        for number in 0..8 {
            let (one, other) = (Puzzle::new(number), Puzzle::new(number));
            assert_eq!(one.view.hands, other.view.hands);
            assert_eq!(one.view.turn, Some(LEARNER));
            assert!(matches!(one.view.legal, Legal::Call { pass: true, .. }));
            assert_eq!(one.odds.suits.len(), 4);
            assert!(one.hint.is_some());
        }
        assert_ne!(Puzzle::new(1).view.hands, Puzzle::new(5).view.hands);
    }
}
