//! Checks the consequences that a record states against those that follow from the decisions.

use alloc::format;
use alloc::string::ToString;
use core::fmt::Display;

use super::cursor::Word;
use super::error::Fault;
use super::has_a_place;
use super::read::{Reader, shown};
use crate::bidding::Bid;
use crate::event::Event;
use crate::seat::{ByTeam, Team};
use crate::view::{Observer, VisibleCards, VisibleEvent};

impl<'a> Reader<'a> {
    pub(super) fn discard(&mut self, seat: Word<'a>) -> Result<(), Fault> {
        let thrower = seat.seat()?;
        let (word, stated) = self.shown()?;
        let follows = self.find(seat, |seen| match seen {
            VisibleEvent::Discarded { seat, cards } if *seat == thrower => Some(*cards),
            _ => None,
        })?;
        word.same_cards(stated, follows)
    }

    pub(super) fn redeal(&mut self, seat: Word<'a>) -> Result<(), Fault> {
        let getter = seat.seat()?;
        let word = self.cursor.expect("how many cards the seat asked for")?;
        let (requested, cards) = self.find(seat, |seen| match seen {
            VisibleEvent::Redealt {
                seat,
                requested,
                cards,
            } if *seat == getter => Some((*requested, *cards)),
            _ => None,
        })?;
        let received = cards.len().unwrap_or_default();
        let expected = if received == usize::from(requested) {
            requested.to_string()
        } else {
            format!("{requested}/{received}")
        };
        word.same(&word.text, &&*expected)?;
        if let Some(word) = self.cursor.next_cards()? {
            word.same_cards(shown(word)?, cards)?;
        }
        Ok(())
    }

    pub(super) fn trick_result(&mut self, number: usize) -> Result<(), Fault> {
        let winner = self.cursor.expect("who took the trick")?;
        let points = self.cursor.expect("the points")?;
        let finished = self.game().hand.tricks.finished().count();
        if finished < number {
            return Err(winner.wrong("the trick is not over: a card is expected"));
        }
        let result = self.find(winner, |seen| match seen {
            VisibleEvent::Open(Event::TrickWon { result }) => Some(*result),
            _ => None,
        })?;
        winner.same(&winner.seat()?, &result.winner)?;
        points.same(&points.number::<u8>()?, &result.points)?;
        if self.cursor.passes("two")? {
            let word = self.cursor.expect("who played the two")?;
            let two = result
                .two
                .ok_or_else(|| word.wrong("the two is not in this trick"))?;
            word.same(&word.seat()?, &two)?;
        }
        Ok(())
    }

    pub(super) fn cold(&mut self, seat: Word<'a>) -> Result<(), Fault> {
        let owner = seat.seat()?;
        let (word, stated) = self.shown()?;
        let hand = &self.game().hand;
        if !hand.cold.contains(owner) {
            return Err(seat.wrong(format!("{owner} is not cold here")));
        }
        let cards = hand.cards[owner];
        word.same_cards(stated, VisibleCards::Cards(cards))
    }

    pub(super) fn left(&mut self, seat: Word<'a>) -> Result<(), Fault> {
        let owner = seat.seat()?;
        let (word, stated) = self.shown()?;
        let cards = self.find(seat, |seen| match seen {
            VisibleEvent::Open(Event::HandScored { left, .. }) => Some(left[owner]),
            _ => None,
        })?;
        word.same_cards(stated, VisibleCards::Cards(cards))
    }

    pub(super) fn score(&mut self, part: Word<'a>) -> Result<(), Fault> {
        let (contract, taken, made) = self.find(part, |seen| match seen {
            VisibleEvent::Open(Event::HandScored {
                contract,
                taken,
                made,
                ..
            }) => Some((*contract, *taken, *made)),
            _ => None,
        })?;
        self.teams(taken)?;
        let seat = self.cursor.expect("the bid winner")?;
        seat.same(&seat.seat()?, &contract.seat)?;
        let bid = self.cursor.expect("the bid")?;
        let stated: Bid = bid
            .text
            .parse()
            .map_err(|error: crate::ParseBidError| bid.wrong(error.to_string()))?;
        bid.same(&stated, &contract.bid)?;
        let how = self.cursor.expect("`made` or `failed`")?;
        how.same(&how.text, &if made { "made" } else { "failed" })?;
        self.word("total")?;
        let scores = self.game().scores();
        self.teams(scores)
    }

    /// Reads a number for each team.
    fn teams<T>(&mut self, expected: ByTeam<T>) -> Result<(), Fault>
    where
        T: core::str::FromStr + Display + PartialEq + Copy,
    {
        for team in Team::ALL {
            self.word(&team.to_string())?;
            let word = self.cursor.expect("a number")?;
            word.same(&word.number()?, &expected[team])?;
        }
        Ok(())
    }

    pub(super) fn wins(&mut self) -> Result<(), Fault> {
        let word = self.cursor.expect("a team")?;
        let winner = self.find(word, |seen| match seen {
            VisibleEvent::Open(Event::GameWon { team }) => Some(*team),
            _ => None,
        })?;
        word.same(&word.text, &&*winner.to_string())
    }

    /// Searches the hand's events backwards, as the record's observer sees them, and returns the
    /// first match.
    pub(super) fn find<T>(
        &mut self,
        word: Word<'a>,
        find: impl Fn(&VisibleEvent) -> Option<T>,
    ) -> Result<T, Fault> {
        let observer = self.observer.unwrap_or(Observer::Arbiter);
        let rules = self.game().rules();
        let numbered = self.events().iter().enumerate().rev();
        let found = numbered
            .map(|(place, event)| (place, event.seen_by(observer, rules)))
            .find_map(|(place, seen)| Some((place, find(&seen)?)));
        let (place, found) =
            found.ok_or_else(|| word.wrong("this has not happened here, and does not follow"))?;
        if has_a_place(&self.events()[place]) {
            self.covered_events = self.covered_events.max(self.hand_start + place + 1);
        }
        Ok(found)
    }
}
