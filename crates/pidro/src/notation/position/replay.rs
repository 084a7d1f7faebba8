//! Replays a hand to find out whether a game can reach a position.

use super::facts::{Facts, HandFacts, Unreachable};
use crate::cards::Pile;
use crate::game::{Action, Event, Game, Pack, Stage};
use crate::rules::{FirstDealer, RobPoints, Rules};
use crate::seat::Team;
use alloc::format;

/// The replay of a hand that should reach a position.
pub(super) struct Replay<'a> {
    goal: &'a Facts,
    hand: &'a HandFacts,
    game: Game,
    calls: usize,
    plays: usize,
}

impl Replay<'_> {
    pub(super) fn new<'a>(goal: &'a Facts, hand: &'a HandFacts) -> Result<Replay<'a>, Unreachable> {
        let mut game = Game::new(goal.rules);
        game.number = goal.hand_number(hand);
        if game.number == u32::MAX {
            return Err(Unreachable::new("no game has that many hands"));
        }
        if let FirstDealer::Fixed(first) = goal.rules.first_dealer
            && first.clockwise()[(game.number.wrapping_sub(1) % 4) as usize] != hand.dealer
        {
            return Err(Unreachable::new(format!(
                "{} can't deal hand {} if {first} deals the first",
                hand.dealer, game.number
            )));
        }
        game.evolve_chosen(hand.dealer);
        game.scores = goal.scores;
        let (dealt, taken) = hand.deal(None)?;
        game.evolve_hands(hand.dealer, dealt, Pack::of_cards(hand.pack(taken)));
        Ok(Replay {
            goal,
            hand,
            game,
            calls: 0,
            plays: 0,
        })
    }

    pub(super) fn run(mut self) -> Result<Game, Unreachable> {
        while !self.has_reached_goal() {
            match self.game.stage {
                stage if stage.is_decision() => {
                    let Some(action) = self.next_action() else {
                        self.check_scores()?;
                        self.goal.apply_resignation(&mut self.game)?;
                        return Ok(self.game);
                    };
                    self.act(action)?;
                }
                Stage::Score => self.score()?,
                Stage::Deal => {
                    self.goal.apply_resignation(&mut self.game)?;
                    return Ok(self.game);
                }
                Stage::Over => return Err(self.goal.contradiction(&self.game)),
                _ => self.game.apply_next_automatic(&mut |_| ()),
            }
        }
        if !matches!(self.game.stage, Stage::Deal | Stage::AnnounceWinner | Stage::Over) {
            self.check_scores()?;
        }
        Ok(self.game)
    }

    /// Whether the replay has reached the position: everything has happened, and the same comes
    /// next.
    fn has_reached_goal(&self) -> bool {
        let (goal, game) = (self.goal, &self.game);
        game.stage == goal.stage
            && goal.actor.is_none_or(|actor| actor == game.actor)
            && self.calls == self.hand.auction.len()
            && self.hand.plays.get(self.plays).is_none_or(Option::is_none)
            && game.hand.claimed == self.hand.claimed
    }

    /// The next action of the seat whose turn it is.
    fn next_action(&self) -> Option<Action> {
        let hand = self.hand;
        let seat = self.game.actor;
        match self.game.stage {
            Stage::Call => hand.auction.as_slice().get(self.calls).map(|call| call.action()),
            Stage::Declare => hand.trump.map(|trump| Action::Trump(trump.suit())),
            Stage::Keep => hand.pack.is_empty().then(|| Action::Keep(hand.held()[seat])),
            Stage::Kill => {
                let own = hand.killed.iter().flatten().filter(|play| play.seat == seat);
                let pile = Pile::new(own.map(|play| play.card)).unwrap_or_default();
                (!pile.is_empty()).then_some(Action::Kill(pile))
            }
            _ => match hand.plays.get(self.plays).copied().flatten() {
                Some(play) => Some(Action::Play(play.card)),
                None => hand.claimed.map(|_| Action::Claim),
            },
        }
    }

    fn act(&mut self, action: Action) -> Result<(), Unreachable> {
        let mut seat = self.game.actor;
        match action {
            Action::Bid(_) | Action::Pass => self.calls += 1,
            Action::Play(_) => {
                if let Some(play) = self.hand.plays[self.plays] {
                    seat = play.seat;
                }
                self.plays += 1;
            }
            _ => {}
        }
        self.game
            .apply_action(seat, &action, &mut |_| ())
            .map_err(|error| {
                let cold = if self.game.hand.cold.contains(seat) {
                    " and is cold"
                } else {
                    ""
                };
                Unreachable::new(format!("{seat} can't {action}{cold}: {error}"))
            })
    }

    /// Scores the hand. The position contains the scores after it, so this computes those before it
    /// first.
    fn score(&mut self) -> Result<(), Unreachable> {
        if let Event::HandScored { change, .. } = self.game.scored() {
            for (team, &change) in change.iter() {
                self.game.scores[team] = self.game.scores[team].saturating_sub(change.into());
            }
        }
        self.check_scores()?;
        self.game.apply_next_automatic(&mut |_| ());
        Ok(())
    }

    /// Checks whether earlier hands can lead to these scores.
    fn check_scores(&self) -> Result<(), Unreachable> {
        let game = &self.game;
        let [ns, ew] = Team::ALL.map(|team| i64::from(game.scores[team]));
        let target = i64::from(game.rules.target.get());
        let hands = i64::from(game.number) - 1;
        let possible = match hands {
            0 => (ns, ew) == (0, 0),
            1 => one_hand(ns, ew, &game.rules) || one_hand(ew, ns, &game.rules),
            _ => ns.min(ew) >= -14 * hands && ns + ew <= 14 * hands && ns.max(ew) <= 14 * hands,
        };
        if ns >= target || ew >= target {
            Err(Unreachable::new(format!(
                "with {ns} and {ew} points before hand {}, the game would have been over",
                game.number
            )))
        } else if !possible {
            Err(Unreachable::new(format!(
                "no game can have {ns} and {ew} points before hand {}",
                game.number
            )))
        } else {
            Ok(())
        }
    }
}

/// Whether one hand can bring the bidders and the defenders these points.
fn one_hand(bidders: i64, defenders: i64, rules: &Rules) -> bool {
    let protected = rules.rob_points == RobPoints::Protected;
    let made = bidders >= 6 && defenders >= 0 && bidders + defenders <= 14;
    let failed = (-14..=-6).contains(&bidders) && (0..=14).contains(&defenders);
    if protected {
        made && bidders + defenders == 14 || failed && defenders > 14 + bidders
    } else {
        made || failed
    }
}
