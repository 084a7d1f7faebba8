//! Checks the consequences that a record states against those that the decisions cause.

use alloc::format;

use super::has_own_place;
use super::read::Reader;
use super::statement::{Score, Stated};
use crate::game::Redeal;
use crate::notation::word::{Fault, Word};
use crate::projection::{VisibleCards, VisibleEvent};
use crate::seat::{Seat, Team};

type StatedSeat<'a> = Stated<'a, Seat>;
type StatedCards<'a> = Stated<'a, VisibleCards>;

impl Reader {
    pub(super) fn check_cut_dealer(&self, dealer: &StatedSeat<'_>) -> Result<(), Fault> {
        match self.game().dealer() {
            Some(actual) => dealer.check(&actual),
            None => Err(dealer.word.fault("the first dealer is not known yet")),
        }
    }

    pub(super) fn check_discard(
        &mut self,
        seat: &StatedSeat<'_>,
        cards: &StatedCards<'_>,
    ) -> Result<(), Fault> {
        let discarded = self.find(seat.word, |event| match event {
            VisibleEvent::Discarded { seat: owner, cards } if *owner == seat.value => Some(*cards),
            _ => None,
        })?;
        cards.check(&discarded)
    }

    pub(super) fn check_redeal(
        &mut self,
        seat: &StatedSeat<'_>,
        counts: &Stated<'_, Redeal>,
        stated: Option<&StatedCards<'_>>,
    ) -> Result<(), Fault> {
        let (requested, cards) = self.find(seat.word, |event| match event {
            VisibleEvent::Redealt {
                seat: owner,
                requested,
                cards,
                ..
            } if *owner == seat.value => Some((*requested, *cards)),
            _ => None,
        })?;
        let received = cards.len().and_then(|received| u8::try_from(received).ok());
        counts.check(&Redeal {
            requested,
            received: received.unwrap_or_default(),
        })?;
        stated.map_or(Ok(()), |stated| stated.check(&cards))
    }

    pub(super) fn check_keep(
        &mut self,
        seat: &StatedSeat<'_>,
        stated_kept: &StatedCards<'_>,
        stated_pool: Option<&StatedCards<'_>>,
        stated_buried: Option<&StatedCards<'_>>,
    ) -> Result<(), Fault> {
        let (pool, kept, buried) = self.find(seat.word, |event| match event {
            VisibleEvent::Robbed {
                seat: owner,
                pool,
                kept,
                buried,
                ..
            } if *owner == seat.value => Some((*pool, *kept, *buried)),
            _ => None,
        })?;
        stated_kept.check(&kept)?;
        stated_pool.map_or(Ok(()), |stated| stated.check(&pool))?;
        stated_buried.map_or(Ok(()), |stated| stated.check(&buried))
    }

    pub(super) fn check_no_play(&self, seat: &StatedSeat<'_>) -> Result<(), Fault> {
        if self.game().hand.cold.contains(seat.value) {
            Ok(())
        } else {
            let reason = format!("{} is not cold: a card is expected", seat.value);
            Err(seat.word.fault(reason))
        }
    }

    pub(super) fn check_trick_result(
        &mut self,
        winner: &StatedSeat<'_>,
        points: &Stated<'_, u8>,
        two: Option<&StatedSeat<'_>>,
    ) -> Result<(), Fault> {
        if self.finished_tricks() < self.trick {
            return Err(winner.word.fault("the trick is not over: a card is expected"));
        }
        let result = self.find(winner.word, |event| match event {
            VisibleEvent::TrickWon { result } => Some(*result),
            _ => None,
        })?;
        winner.check(&result.winner)?;
        points.check(&result.points)?;
        match (two, result.two) {
            (None, _) => Ok(()),
            (Some(stated), Some(seat)) => stated.check(&seat),
            (Some(stated), None) => Err(stated.word.fault("the two is not in this trick")),
        }
    }

    pub(super) fn check_cold(&self, seat: &StatedSeat<'_>, cards: &StatedCards<'_>) -> Result<(), Fault> {
        let hand = &self.game().hand;
        if hand.cold.contains(seat.value) {
            cards.check(&VisibleCards::Cards(hand.cards[seat.value]))
        } else {
            Err(seat.word.fault(format!("{} is not cold here", seat.value)))
        }
    }

    pub(super) fn check_left(&mut self, seat: &StatedSeat<'_>, cards: &StatedCards<'_>) -> Result<(), Fault> {
        let left = self.find(seat.word, |event| match event {
            VisibleEvent::HandScored { left, .. } => Some(left[seat.value]),
            _ => None,
        })?;
        cards.check(&VisibleCards::Cards(left))
    }

    pub(super) fn check_score(&mut self, score: &Score<'_>) -> Result<(), Fault> {
        let (contract, taken, made) = self.find(score.part, |event| match event {
            VisibleEvent::HandScored {
                contract,
                taken,
                made,
                ..
            } => Some((*contract, *taken, *made)),
            _ => None,
        })?;
        for team in Team::ALL {
            score.taken[team].check(&taken[team])?;
        }
        score.bid_winner.check(&contract.seat)?;
        score.bid.check(&contract.bid)?;
        score.outcome.check(&made.into())?;
        let scores = self.game().scores();
        for team in Team::ALL {
            score.total[team].check(&scores[team])?;
        }
        Ok(())
    }

    pub(super) fn check_wins(&mut self, team: &Stated<'_, Team>) -> Result<(), Fault> {
        let winner = self.find(team.word, |event| match event {
            VisibleEvent::GameWon { team } => Some(*team),
            _ => None,
        })?;
        team.check(&winner)
    }

    /// Searches the hand's events backwards, as the record's observer sees them, and returns the
    /// first match.
    pub(super) fn find<T>(
        &mut self,
        word: Word<'_>,
        find: impl Fn(&VisibleEvent) -> Option<T>,
    ) -> Result<T, Fault> {
        let rules = self.game().rules();
        let mut numbered = self.events().iter().enumerate().rev();
        let found =
            numbered.find_map(|(index, event)| Some((index, find(&event.project(self.observer, rules))?)));
        let (index, found) = found.ok_or_else(|| word.fault("this has not happened in this hand"))?;
        if has_own_place(&self.events()[index]) {
            self.covered_events = self.covered_events.max(self.hand_start + index + 1);
        }
        Ok(found)
    }
}
