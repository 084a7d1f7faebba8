//! The play: only trumps, trick by trick. A seat that runs out of trumps goes cold.

use crate::cards::{Card, CardSet};
use crate::game::{Event, Game, IllegalAction, Legal, Play, Stage, TrickResult};
use crate::rules::{Cold, FirstLead, HandEnd};
use crate::seat::{Seat, SeatSet, Team};

impl Game {
    /// The seats that are not cold.
    pub(crate) fn in_play(&self) -> SeatSet {
        SeatSet::ALL.without(self.hand.cold)
    }

    /// The cards this seat could play on its turn.
    #[inline]
    fn playable(&self, seat: Seat) -> CardSet {
        match self.forced_top(seat) {
            Some(top) => top.into(),
            None => self.hand.cards[seat] & self.trump().cards(),
        }
    }

    #[inline]
    pub(crate) fn legal_play(&self) -> Legal {
        Legal::Play {
            cards: self.playable(self.actor),
        }
    }

    /// Explains why this card can't be played.
    pub(crate) fn play_refused(&self, card: Card) -> IllegalAction {
        let seat = self.actor;
        let allowed = self.playable(seat);
        if !self.hand.cards[seat].contains(card) {
            return IllegalAction::CardNotHeld { card, allowed };
        }
        let trump = self.trump();
        match self.forced_top(seat) {
            Some(top) => IllegalAction::MustPlayTopKilled { card, top },
            None => IllegalAction::NotTrump { card, trump, allowed },
        }
    }

    pub(crate) fn evolve_to_play(&mut self) {
        self.hand.lead = match self.rules.first_lead {
            FirstLead::BidWinner => self.contract().seat,
            FirstLead::LeftOfDealer => self.hand.dealer.left(),
        };
        self.evolve_to_next_play();
    }

    /// Moves on to whatever comes next in the play: a seat that goes cold, the end of the trick or
    /// of the hand, or a seat's turn.
    fn evolve_to_next_play(&mut self) {
        let in_play = self.in_play();
        let out = self.without_trumps(in_play);
        if self.rules.cold == Cold::Immediate
            && let Some(seat) = out.first_from(self.hand.lead)
        {
            self.actor = seat;
            self.stage = Stage::GoCold;
            return;
        }
        let played = self.hand.tricks.played();
        if played.is_empty() && self.hand_is_over(in_play) {
            self.stage = Stage::Score;
            return;
        }
        // The seats that have already played sit between the lead and the next seat, so the first
        // seat that has not played is next.
        self.stage = match in_play.without(played).first_from(self.hand.lead) {
            None => Stage::TrickEnd,
            Some(seat) => {
                self.actor = seat;
                if out.contains(seat) {
                    Stage::GoCold
                } else {
                    Stage::Play
                }
            }
        };
    }

    /// The seats among these that hold no trump. A seat that still has to play its top killed card
    /// also holds six trumps, so this never includes it.
    #[inline]
    fn without_trumps(&self, seats: SeatSet) -> SeatSet {
        let trumps = self.trump().cards();
        let holding = SeatSet::from_fn(|seat| !(self.hand.cards[seat] & trumps).is_empty());
        seats.without(holding)
    }

    /// Whether the hand is over, between tricks, with these seats still in play.
    fn hand_is_over(&self, in_play: SeatSet) -> bool {
        match self.rules.hand_end {
            HandEnd::OneTeamLeft => {
                in_play.without(Team::NorthSouth.seats()).is_empty()
                    || in_play.without(Team::EastWest.seats()).is_empty()
            }
            HandEnd::PlayOut => in_play.is_empty(),
        }
    }

    #[inline]
    pub(crate) fn evolve_played(&mut self, seat: Seat, card: Card) {
        if self.hand.cards[seat].contains(card) {
            self.hand.cards[seat].remove(card);
        } else {
            self.evolve_top_played(seat);
        }
        self.hand.tricks.play(Play { seat, card });
        self.evolve_to_next_play();
    }

    #[inline]
    pub(crate) fn went_cold(&self) -> Event {
        Event::WentCold {
            seat: self.actor,
            shown: self.hand.cards[self.actor],
        }
    }

    pub(crate) fn evolve_cold(&mut self, seat: Seat) {
        self.hand.cold.insert(seat);
        self.evolve_to_next_play();
    }

    /// The event that ends a trick. The highest trump takes it; the two's point is separate.
    #[inline]
    pub(crate) fn trick_won(&self) -> Event {
        let result = self.hand.tricks.current().result(self.trump());
        Event::TrickWon {
            result: result.expect("a trick that ends has at least one card"),
        }
    }

    #[inline]
    pub(crate) fn evolve_trick(&mut self, result: TrickResult) {
        self.hand.tricks.finish();
        for (team, points) in result.by_team().iter() {
            self.hand.points[team] += points;
        }
        self.hand.lead = result.winner;
        self.evolve_to_next_play();
    }
}
