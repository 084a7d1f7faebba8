//! The rest of the hand as a seat knows it, and its value once a world fills in the unseen trumps.

use pidro::rules::{FirstLead, Kill};
use pidro::{Action, BySeat, ByTeam, Card, Contract, Phase, Seat, Trump, View};

use super::worlds::World;
use crate::ending::{Ending, bit, bits_of};
use crate::solver::Solver;

/// What a seat knows about the rest of the hand. A world fills in the hands.
pub(super) struct PartialEnding {
    trump: Trump,
    seat: Seat,
    contract: Contract,
    kill: Kill,
    is_play: bool,
    ending: Ending,
}

impl PartialEnding {
    pub(super) fn of(view: &View, seat: Seat) -> Option<PartialEnding> {
        let trump = view.trump?;
        let contract = view.auction.contract()?;
        let is_play = view.phase == Phase::Playing;
        let turn = match view.rules.first_lead {
            _ if is_play => view.turn?,
            FirstLead::LeftOfDealer => view.dealer?.left(),
            FirstLead::BidWinner => contract.seat,
        };
        Some(PartialEnding {
            trump,
            seat,
            contract,
            kill: view.rules.kill,
            is_play,
            ending: Ending::without_hands(view, trump, turn),
        })
    }

    pub(super) const fn contract(&self) -> Contract {
        self.contract
    }

    /// Whether the seat has to play a card, as opposed to keeping or killing cards.
    pub(super) const fn is_play(&self) -> bool {
        self.is_play
    }

    /// What both teams take in the whole hand with each legal card in this world, if everybody sees
    /// all cards.
    pub(super) fn plays(&self, world: &World, solver: &mut Solver) -> PlayResults {
        self.play_results(solver.values(&self.in_world(world)))
    }

    /// Like `plays`, but nobody sees another hand until the trick is finished.
    pub(super) fn plays_with_hidden_hands(&self, world: &World, solver: &mut Solver) -> PlayResults {
        self.play_results(solver.values_with_hidden_hands(&self.in_world(world)))
    }

    fn play_results(&self, rests: Vec<(Card, ByTeam<u8>)>) -> PlayResults {
        let result = |(card, rest)| (card, self.whole_hand(rest));
        PlayResults(rests.into_iter().map(result).collect())
    }

    /// What both teams take in the whole hand if the seat keeps or kills these cards.
    pub(super) fn after_keep_or_kill(
        &self,
        action: &Action,
        world: &World,
        solver: &mut Solver,
    ) -> ByTeam<u8> {
        let mut ending = self.in_world(world);
        match action {
            Action::Keep(cards) => ending.hands[self.seat] = bits_of(self.trump, *cards),
            Action::Kill(pile) => self.remove_killed(
                &mut ending,
                self.seat,
                pile.as_slice().iter().map(|card| bit(self.trump, *card)),
            ),
            _ => {}
        }
        for other in Seat::ALL {
            self.kill_lowest(&mut ending, other);
        }
        self.whole_hand(solver.solve(&ending))
    }

    fn in_world(&self, world: &World) -> Ending {
        let mut ending = self.ending.clone();
        ending.hands = world.hands;
        ending
    }

    /// Adds the points taken so far to those of the rest of the hand.
    fn whole_hand(&self, rest: ByTeam<u8>) -> ByTeam<u8> {
        ByTeam::from_fn(|team| rest[team] + self.ending.taken()[team])
    }

    /// Removes killed trumps from a hand, top card first.
    fn remove_killed(&self, ending: &mut Ending, seat: Seat, pile: impl Iterator<Item = u16>) {
        for (index, card) in pile.enumerate() {
            ending.hands[seat] &= !card;
            if index == 0 && self.kill == Kill::ForcedTop {
                ending.tops[seat] = card;
            }
        }
    }

    /// Kills the lowest trumps of a hand with more than six, which is what the other seats will do.
    fn kill_lowest(&self, ending: &mut Ending, seat: Seat) {
        let excess = ending.hands[seat].count_ones().saturating_sub(6) as usize;
        if excess > 0 {
            let killable = self
                .trump
                .highest_first(self.trump.killable())
                .map(|card| bit(self.trump, card));
            let held: Vec<u16> = killable.filter(|card| ending.hands[seat] & card != 0).collect();
            self.remove_killed(ending, seat, held[held.len() - excess..].iter().copied());
        }
    }
}

/// What both teams take with each card.
pub(super) struct PlayResults(Vec<(Card, ByTeam<u8>)>);

impl PlayResults {
    pub(super) fn taken(&self, action: &Action) -> Option<ByTeam<u8>> {
        let mut cards = self.0.iter();
        cards
            .find(|(card, _)| *action == Action::Play(*card))
            .map(|(_, taken)| *taken)
    }
}

/// The actual world, from a view that shows all hands.
pub(super) fn actual_world(view: &View) -> Option<World> {
    let trump = view.trump?;
    let mut hands = BySeat::all(0);
    for seat in Seat::ALL {
        hands[seat] = bits_of(trump, view.hands[seat].cards()?);
    }
    Some(World { hands, weight: 1.0 })
}
