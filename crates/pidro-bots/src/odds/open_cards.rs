//! The rob, the kill and the play with all cards known.

use pidro::{Action, ByTeam, CardSet, Event, Game, Phase, Seat, Team, Trump, View};

use crate::ending::Ending;
use crate::expert::one_per_kind;
use crate::solver::Solver;

/// Searches for what a team takes when everybody knows all cards and does what is best for their
/// own team.
///
/// The rob and the kills are a minimax search over the engine's own decisions, so every rule option
/// applies. One side maximises the points of `team` and the other minimises them. They don't
/// maximise their own points, because buried points belong to nobody.
pub(super) struct OpenCards<'a> {
    pub(super) team: Team,
    pub(super) solver: &'a mut Solver,
}

/// A node of the search: a hand between the naming of trump and its first card.
pub(super) enum OpenCardsNode {
    /// A seat has to keep or kill cards. `actions` has one action of each kind.
    Choice {
        game: Box<Game>,
        seat: Seat,
        actions: Vec<Action>,
    },
    /// A seat has to lead the first card.
    Play(Ending),
    /// Only one team has trumps, so the hand ended before a card was played.
    Scored(ByTeam<u8>),
}

impl OpenCardsNode {
    /// The node after the seat to act takes this action.
    pub(super) fn after(mut game: Game, action: Action) -> Option<OpenCardsNode> {
        let mut scored = None;
        game.act(game.turn()?, action, |event| {
            if let Event::HandScored { taken, .. } = event {
                scored = Some(*taken);
            }
        })
        .ok()?;
        if let Some(taken) = scored {
            return Some(OpenCardsNode::Scored(taken));
        }
        let view = game.full_view();
        if view.phase == Phase::Playing {
            return Ending::of(&view).map(OpenCardsNode::Play);
        }
        let (seat, trump) = (view.turn?, view.trump?);
        let others = trumps_of_others(&view, trump, seat)?;
        let actions = one_per_kind(&view, |cards| equivalent_groups(trump, cards, others))?;
        Some(OpenCardsNode::Choice {
            game: Box::new(game),
            seat,
            actions,
        })
    }
}

impl OpenCards<'_> {
    /// The points that the team takes.
    pub(super) fn taken(&mut self, node: &OpenCardsNode) -> Option<u8> {
        let (game, seat, actions) = match node {
            OpenCardsNode::Choice { game, seat, actions } => (game, seat, actions),
            OpenCardsNode::Play(ending) => {
                return Some(self.solver.solve(ending)[self.team] + ending.taken()[self.team]);
            }
            OpenCardsNode::Scored(taken) => return Some(taken[self.team]),
        };
        let mut best = None;
        for action in actions {
            let next = OpenCardsNode::after(**game, *action)?;
            // Asking whether an action beats the best one so far is much faster than asking what it
            // brings.
            let is_better = match best {
                None => true,
                Some(best) if seat.team() == self.team => self.reaches(&next, best + 1)?,
                Some(best) => !self.reaches(&next, best)?,
            };
            if is_better {
                best = Some(self.taken(&next)?);
            }
        }
        best
    }

    /// Returns whether the team takes at least `points` points.
    fn reaches(&mut self, node: &OpenCardsNode, points: u8) -> Option<bool> {
        let (game, seat, actions) = match node {
            OpenCardsNode::Choice { game, seat, actions } => (game, seat, actions),
            OpenCardsNode::Play(ending) => {
                let needed = points.saturating_sub(ending.taken()[self.team]);
                return Some(self.solver.reaches(ending, self.team, needed));
            }
            OpenCardsNode::Scored(taken) => return Some(taken[self.team] >= points),
        };
        // The team needs one action that reaches the points; the other team needs one that prevents
        // it.
        let wanted = seat.team() == self.team;
        for action in actions {
            let next = OpenCardsNode::after(**game, *action)?;
            if self.reaches(&next, points)? == wanted {
                return Some(wanted);
            }
        }
        Some(!wanted)
    }
}

/// The trumps that the other seats can still play.
fn trumps_of_others(view: &View, trump: Trump, seat: Seat) -> Option<CardSet> {
    let mut cards = CardSet::NONE;
    for other in Seat::ALL.into_iter().filter(|other| *other != seat) {
        cards |= view.hands[other].cards()? & trump.cards();
        cards.extend(view.killed.forced_top(other));
    }
    Some(cards)
}

/// Groups a seat's trumps so that only the number kept of each group matters. The cards of a group
/// carry the same points and have no other seat's card between them. The two is a group of its own,
/// because its point is never lost in play.
fn equivalent_groups(trump: Trump, cards: CardSet, others: CardSet) -> Vec<CardSet> {
    let kind = |card| {
        let above = others
            .iter()
            .filter(|other| trump.strength(*other) > trump.strength(card));
        (above.count(), trump.points(card), card == trump.two())
    };
    let mut groups = Vec::new();
    for card in cards {
        let is_same = |(known, _): &&mut (_, CardSet)| *known == kind(card);
        match groups.iter_mut().find(is_same) {
            Some((_, group)) => group.insert(card),
            None => groups.push((kind(card), CardSet::of(card))),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
