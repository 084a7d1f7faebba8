//! Scoring the hand, and the end of the game.

use crate::cards::CardSet;
use crate::game::{Contract, Event, Game, Stage};
use crate::seat::{ByTeam, Seat, Team};

impl Game {
    #[inline]
    pub(crate) fn scored(&self) -> Event {
        let contract = self.contract();
        let taken = self.taken();
        Event::HandScored {
            contract,
            taken,
            made: contract.is_made(taken),
            change: contract.score(taken),
            left: self.left_in_play(),
        }
    }

    /// The cards left with the seats that are not cold. Cold seats have already shown theirs.
    fn left_in_play(&self) -> crate::BySeat<CardSet> {
        let in_play = self.in_play();
        crate::BySeat::from_fn(|seat| {
            if in_play.contains(seat) {
                self.hand.cards[seat]
            } else {
                CardSet::NONE
            }
        })
    }

    /// The points each team took: those of the finished tricks, plus those still in hand. The
    /// latter go to the holder's team or, after a claim, to the claiming team, except that an
    /// opponent keeps the two's point.
    fn taken(&self) -> ByTeam<u8> {
        let trump = self.trump();
        let mut taken = self.hand.points;
        for (seat, &cards) in self.hand.cards.iter() {
            let two = u8::from(cards.contains(trump.two()));
            let receiver = self.hand.claimed.unwrap_or(seat);
            taken[receiver.team()] += trump.points_in(cards) - two;
            taken[seat.team()] += two;
        }
        taken
    }

    pub(crate) fn evolve_scored(&mut self, contract: Contract, change: ByTeam<i8>) {
        for (team, &change) in change.iter() {
            self.scores[team] += i32::from(change);
        }
        self.winner = contract.winner(self.scores, self.rules.target);
        if self.winner.is_some() {
            self.stage = Stage::AnnounceWinner;
        } else {
            self.number += 1;
            self.dealer = Some(self.hand.dealer.left());
            self.stage = Stage::Deal;
        }
    }

    pub(crate) fn evolve_resigned(&mut self, seat: Seat) {
        self.winner = Some(seat.team().opponents());
        self.stage = Stage::AnnounceWinner;
    }

    pub(crate) fn game_won(&self) -> Event {
        Event::GameWon {
            team: self.winner.expect("the winner is set before this stage"),
        }
    }

    pub(crate) fn evolve_won(&mut self, team: Team) {
        self.winner = Some(team);
        self.stage = Stage::Over;
    }
}
