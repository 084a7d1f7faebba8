//! The rob, the kill and the play: endings with the unseen trumps filled in.

use pidro::rules::{FirstLead, Kill};
use pidro::{Action, BySeat, ByTeam, Card, CardSet, Contract, Legal, Phase, Pile, Seat, Trump, View};

use super::worlds::World;
use crate::ending::{Ending, bit, bits_of};
use crate::solver::Solver;

/// What a seat knows about the rest of the hand. A world fills in the hands.
pub(super) struct Frame {
    trump: Trump,
    seat: Seat,
    contract: Contract,
    kill: Kill,
    is_play: bool,
    ending: Ending,
}

impl Frame {
    pub(super) fn of(view: &View, seat: Seat) -> Option<Frame> {
        let trump = view.trump?;
        let contract = view.auction.contract()?;
        let lead = match view.rules.first_lead {
            FirstLead::LeftOfDealer => view.dealer?.left(),
            FirstLead::BidWinner => contract.seat,
        };
        let turn = if view.phase == Phase::Playing {
            view.turn?
        } else {
            lead
        };
        Some(Frame {
            trump,
            seat,
            contract,
            kill: view.rules.kill,
            is_play: view.phase == Phase::Playing,
            ending: Ending::on_table(view, trump, turn),
        })
    }

    pub(super) const fn contract(&self) -> Contract {
        self.contract
    }

    /// Whether the seat has to play a card, as opposed to keeping or killing cards.
    pub(super) const fn is_play(&self) -> bool {
        self.is_play
    }

    /// What both teams take with each legal card in this world, with open cards.
    pub(super) fn plays(&self, world: &World, solver: &mut Solver) -> Plays {
        Plays(self.all_of(solver.values(&self.with(world))))
    }

    /// Like `plays`, but nobody sees another hand until the trick is finished.
    pub(super) fn plays_in_the_dark(&self, world: &World, solver: &mut Solver) -> Plays {
        Plays(self.all_of(solver.values_hidden_hands(&self.with(world))))
    }

    fn all_of(&self, rests: Vec<(Card, ByTeam<u8>)>) -> Vec<(Card, ByTeam<u8>)> {
        rests
            .into_iter()
            .map(|(card, rest)| (card, self.all(rest)))
            .collect()
    }

    /// What both teams take if the seat keeps or kills these cards.
    pub(super) fn after(&self, action: &Action, world: &World, solver: &mut Solver) -> ByTeam<u8> {
        let mut ending = self.with(world);
        match action {
            Action::Keep(cards) => ending.hands[self.seat] = bits_of(self.trump, *cards),
            Action::Kill(pile) => self.lay_down(
                &mut ending,
                self.seat,
                pile.as_slice().iter().map(|card| bit(self.trump, *card)),
            ),
            _ => {}
        }
        for other in Seat::ALL {
            self.kill_the_lowest(&mut ending, other);
        }
        self.all(solver.solve(&ending))
    }

    fn with(&self, world: &World) -> Ending {
        let mut ending = self.ending.clone();
        ending.hands = world.hands;
        ending
    }

    fn all(&self, rest: ByTeam<u8>) -> ByTeam<u8> {
        ByTeam::from_fn(|team| rest[team] + self.ending.taken()[team])
    }

    /// Removes killed trumps from a hand, top card first.
    fn lay_down(&self, ending: &mut Ending, seat: Seat, pile: impl Iterator<Item = u16>) {
        for (place, card) in pile.enumerate() {
            ending.hands[seat] &= !card;
            if place == 0 && self.kill == Kill::ForcedTop {
                ending.tops[seat] = card;
            }
        }
    }

    /// Kills the lowest trumps of a hand with more than six, as the other seats will.
    fn kill_the_lowest(&self, ending: &mut Ending, seat: Seat) {
        let excess = ending.hands[seat].count_ones().saturating_sub(6) as usize;
        if excess > 0 {
            let killable = self
                .trump
                .from_the_top(self.trump.killable())
                .map(|card| bit(self.trump, card));
            let held: Vec<u16> = killable.filter(|card| ending.hands[seat] & card != 0).collect();
            self.lay_down(ending, seat, held[held.len() - excess..].iter().copied());
        }
    }
}

/// What both teams take with each card.
pub(super) struct Plays(Vec<(Card, ByTeam<u8>)>);

impl Plays {
    pub(super) fn taken(&self, action: &Action) -> Option<ByTeam<u8>> {
        let mut cards = self.0.iter();
        cards
            .find(|(card, _)| *action == Action::Play(*card))
            .map(|(_, taken)| *taken)
    }
}

/// The legal actions worth considering, without duplicates. The non-trumps that fill up a hand
/// don't matter, and neither does the order of killed cards that are never played.
pub(super) fn choices(view: &View) -> Option<Vec<Action>> {
    distinct(view, |cards| cards.iter().map(CardSet::of).collect())
}

/// One action of each kind. `groups` splits cards into groups in which only the number of chosen
/// cards matters.
pub(crate) fn distinct(view: &View, groups: impl Fn(CardSet) -> Vec<CardSet>) -> Option<Vec<Action>> {
    let trump = view.trump?;
    Some(match view.legal {
        Legal::Keep { from, must, count } => {
            let free = (from & trump.cards()) - must;
            let fill: Vec<Card> = (from - must - trump.cards()).iter().collect();
            let keep = |trumps: CardSet| {
                let more = count.checked_sub((must | trumps).len())?;
                let filled: CardSet = fill.get(..more)?.iter().copied().collect();
                Some(Action::Keep(must | trumps | filled))
            };
            subsets(&groups(free)).into_iter().filter_map(keep).collect()
        }
        Legal::Kill { from, count } => {
            let groups = groups(from);
            let sets = subsets(&groups).into_iter().filter(|set| set.len() == count);
            let tops = |set: CardSet| -> CardSet {
                let tops = groups.iter().filter_map(|group| (set & *group).first());
                match view.rules.kill {
                    Kill::ForcedTop => tops.collect(),
                    Kill::Dead | Kill::Stack => tops.take(1).collect(),
                }
            };
            let pile = |set: CardSet, top: Card| Pile::new(std::iter::once(top).chain(set - top.into())).ok();
            sets.flat_map(|set| tops(set).iter().filter_map(move |top| pile(set, top)))
                .map(Action::Kill)
                .collect()
        }
        legal => legal.iter().collect(),
    })
}

/// Every way to choose some cards of each group.
fn subsets(groups: &[CardSet]) -> Vec<CardSet> {
    let mut sets = vec![CardSet::NONE];
    for group in groups {
        let before = sets.len();
        let mut chosen = CardSet::NONE;
        for card in *group {
            chosen.insert(card);
            for place in 0..before {
                sets.push(sets[place] | chosen);
            }
        }
    }
    sets
}

/// The actual world, from a view that shows all hands.
pub(super) fn actual(view: &View) -> Option<World> {
    let trump = view.trump?;
    let mut hands = BySeat::all(0);
    for seat in Seat::ALL {
        hands[seat] = bits_of(trump, view.hands[seat].cards()?);
    }
    Some(World { hands, weight: 1.0 })
}
