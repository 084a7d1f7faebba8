//! Parses records from text. Every decision goes through the rules, and every stated consequence
//! must match the actual one.

use super::Record;
use super::cursor::{Cursor, Mark, PARTS, Word};
use super::error::Fault;
use super::tags::Source;
use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::cut::Cut;
use crate::deck::{Deck, place_in_deck};
use crate::event::Event;
use crate::game::Game;
use crate::history::History;
use crate::pile::Pile;
use crate::seat::Seat;
use crate::stage::Stage;
use crate::view::{Observer, VisibleCards, VisibleEvent};
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The error for a mark on an automatic event.
const NO_CHOICE: &str = "there was no choice here that could be marked";

/// The state of the parser.
pub(super) struct Reader<'a> {
    pub(super) cursor: Cursor<'a>,
    history: History,
    source: Source,
    pub(super) observer: Option<Observer>,
    /// The byte offsets of the decks in the text.
    decks: Vec<usize>,
    marks: Vec<(usize, Mark)>,
    comments: Vec<(usize, String)>,
    /// The number of events before the current hand was dealt.
    pub(super) hand_start: usize,
    /// The number of events that the text has covered so far: a comment belongs after the last of
    /// them.
    pub(super) covered_events: usize,
    /// The cards to keep for the dealer of this hand if the record doesn't state them.
    pub(super) kept: Option<CardSet>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        cursor: Cursor<'a>,
        history: History,
        source: Source,
        observer: Option<Observer>,
    ) -> Reader<'a> {
        Reader {
            cursor,
            history,
            source,
            observer,
            decks: Vec::new(),
            marks: Vec::new(),
            comments: Vec::new(),
            hand_start: 0,
            covered_events: 0,
            kept: None,
        }
    }

    /// Reads the whole text.
    pub(super) fn read(mut self, tags: Vec<(String, String)>) -> Result<Record, Fault> {
        loop {
            let word = self.cursor.next()?;
            self.take_comments();
            let Some(word) = word else {
                return Ok(Record {
                    tags,
                    history: self.history,
                    source: self.source,
                    observer: self.observer,
                    decks: self.decks,
                    marks: self.marks,
                    comments: self.comments,
                });
            };
            self.part(word)?;
        }
    }

    pub(super) fn part(&mut self, word: Word<'a>) -> Result<(), Fault> {
        match word.text {
            "Cut" => self.cut(word),
            "Hand" => self.hand(word),
            "Calls" => self.items(Reader::call),
            "Trump" => self.trump(),
            "Discard" => self.items(Reader::discard),
            "Redeal" => self.items(Reader::redeal),
            "Keep" => self.keep(),
            "Kill" => self.items(Reader::kill),
            "Cold" => self.items(Reader::cold),
            "Claim" => self.one_act(word, Action::Claim),
            "Left" => self.items(Reader::left),
            "Score" => self.score(word),
            "Resign" => self.one_act(word, Action::Resign),
            "Wins" => self.wins(),
            _ if word.begins_part() && word.text != "Pack" => self.trick(word),
            _ => Err(word.wrong(expected_part())),
        }
    }

    /// Collects the pending comments, each with the number of events before it.
    fn take_comments(&mut self) {
        let comments = core::mem::take(&mut self.cursor.comments);
        self.comments
            .extend(comments.into_iter().map(|comment| (self.covered_events, comment)));
    }

    pub(super) fn game(&self) -> &Game {
        self.history.game()
    }

    /// The events of the current hand.
    pub(super) fn events(&self) -> &[Event] {
        &self.history.log()[self.hand_start..]
    }

    fn act(&mut self, word: Word<'a>, seat: Seat, action: Action, mark: Option<Mark>) -> Result<(), Fault> {
        let place = self.history.log().len();
        self.history
            .act(seat, action)
            .map_err(|error| word.wrong(error.to_string()))?;
        self.covered_events = place + 1;
        self.marks.extend(mark.map(|mark| (place, mark)));
        Ok(())
    }

    /// Reads items that start with a seat, up to the next part.
    fn items(&mut self, mut item: impl FnMut(&mut Self, Word<'a>) -> Result<(), Fault>) -> Result<(), Fault> {
        while !self.cursor.part_ends()? {
            self.take_comments();
            let seat = self.cursor.expect("a seat")?;
            item(self, seat)?;
        }
        Ok(())
    }

    fn cut(&mut self, part: Word<'a>) -> Result<(), Fault> {
        let mut pile = Vec::new();
        while let Some(word) = self.cursor.peek()?
            && let Ok(card) = word.card()
        {
            self.cursor.next()?;
            pile.push(card);
        }
        let undecided = "these cards do not decide the cut, or are more than it takes";
        let pile = Pile::new(pile).map_err(|error| part.wrong(error.to_string()))?;
        let cut = Cut::new(pile).ok_or_else(|| part.wrong(undecided))?;
        if self.game().stage != Stage::Cut {
            return Err(part.wrong("the first dealer is known already"));
        }
        let deck = Deck::beginning_with(cut.cards()).map_err(|error| part.wrong(error.to_string()))?;
        self.deal(part, &deck)?;
        if self.cursor.peek()?.is_some_and(|word| !word.begins_part()) {
            let dealer = self.cursor.expect("a seat")?;
            let stated = dealer.seat()?;
            dealer.same(&stated, &cut.dealer())?;
            self.word("deals")?;
        }
        Ok(())
    }

    fn hand(&mut self, part: Word<'a>) -> Result<(), Fault> {
        let number = self.cursor.expect("the number of the hand")?;
        let stated: u32 = number.number()?;
        let seat = self.cursor.expect("the dealer")?;
        let dealer = seat.seat()?;
        self.word("deals")?;
        let game = self.game();
        let (Stage::Deal, Some(expected)) = (game.stage, game.dealer()) else {
            return Err(part.wrong(format!("no hand is dealt in the phase {}", game.phase())));
        };
        let hand_number = game.hand_number();
        number.same(&stated, &hand_number)?;
        seat.same(&dealer, &expected)?;
        self.hand_start = self.history.log().len();
        let deck = match self.observer {
            Some(observer) => self.partial_deal(part, dealer, observer)?,
            None => self.whole_deal(dealer)?,
        };
        self.deal(part, &deck)
    }

    /// Reads the four hands and the pack.
    fn whole_deal(&mut self, dealer: Seat) -> Result<Deck, Fault> {
        let mut cards = *Deck::UNSHUFFLED.cards();
        let mut seen = CardSet::NONE;
        let order = dealer.left().clockwise();
        for _ in 0..4 {
            let word = self.cursor.expect("a seat and its cards")?;
            let seat = word.seat()?;
            let place = order.iter().position(|known| *known == seat).unwrap_or_default();
            self.dealt(9, &mut seen, |number, card| {
                cards[place_in_deck(place, number)] = card;
            })?;
        }
        let pack = self.word("Pack")?;
        self.dealt(16, &mut seen, |number, card| cards[36 + number] = card)?;
        // These are 52 different cards, unless one seat was named twice and another never.
        Deck::new(&cards).map_err(|_| pack.wrong("every seat is dealt nine cards, once"))
    }

    /// Reads `count` cards that have not been dealt before.
    fn dealt(
        &mut self,
        count: usize,
        seen: &mut CardSet,
        mut each: impl FnMut(usize, Card),
    ) -> Result<(), Fault> {
        let mut number = 0;
        while number < count {
            let word = self.cursor.expect("a card")?;
            if word.begins_part() {
                return Err(word.wrong(format!("{count} cards are expected before this")));
            }
            for card in word.cards() {
                let (word, card) = card?;
                if seen.contains(card) {
                    return Err(word.wrong(format!("{card} is dealt twice")));
                }
                if number == count {
                    return Err(word.wrong(format!("there are {count} cards here, and this is one more")));
                }
                seen.insert(card);
                each(number, card);
                number += 1;
            }
        }
        Ok(())
    }

    /// Applies a deck: a cut or a deal.
    pub(super) fn deal(&mut self, part: Word<'a>, deck: &Deck) -> Result<(), Fault> {
        self.decks.push(part.at);
        self.covered_events = self.history.log().len() + 1;
        let dealt = if self.source.seed.is_some() {
            self.history.deal_within_step(deck)
        } else {
            self.history.deal(deck).map(drop)
        };
        dealt.map_err(|error| part.wrong(error.to_string()))
    }

    fn call(&mut self, seat: Word<'a>) -> Result<(), Fault> {
        let caller = seat.seat()?;
        let (word, mark) = self.cursor.expect("a bid or `pass`")?.unmarked();
        let action = match word.text {
            "pass" => Action::Pass,
            text => Action::Bid(
                text.parse()
                    .map_err(|error: crate::ParseBidError| word.wrong(error.to_string()))?,
            ),
        };
        self.act(word, caller, action, mark)
    }

    fn trump(&mut self) -> Result<(), Fault> {
        let seat = self.cursor.expect("the bid winner")?.seat()?;
        let (word, mark) = self.cursor.expect("a suit")?.unmarked();
        let suit = word
            .text
            .parse()
            .map_err(|error: crate::ParseCardError| word.wrong(error.to_string()))?;
        self.act(word, seat, Action::Trump(suit), mark)
    }

    fn one_act(&mut self, part: Word<'a>, action: Action) -> Result<(), Fault> {
        let (word, mark) = self.cursor.expect("a seat")?.unmarked();
        self.act(part, word.seat()?, action, mark)
    }

    fn keep(&mut self) -> Result<(), Fault> {
        let seat = self.cursor.expect("the dealer")?;
        let dealer = seat.seat()?;
        let (word, stated, mark) = self.marked_cards()?;
        let chosen = self.game().stage == Stage::Keep;
        if chosen {
            // If the record hides the cards, use those that make the rest of the hand possible.
            let cards = stated.cards().or(self.kept);
            let cards = cards.ok_or_else(|| word.wrong("the cards that were kept are expected here"))?;
            self.act(word, dealer, Action::Keep(cards), mark)?;
        } else if mark.is_some() {
            return Err(word.wrong(NO_CHOICE));
        }
        let (pool, kept, buried) = self.find(seat, |seen| match seen {
            VisibleEvent::Robbed {
                seat,
                pool,
                kept,
                buried,
                ..
            } if *seat == dealer => Some((*pool, *kept, *buried)),
            _ => None,
        })?;
        word.same_cards(stated, kept)?;
        if self.cursor.passes("of")? {
            let (word, stated) = self.shown()?;
            word.same_cards(stated, pool)?;
        }
        if self.cursor.passes("buried")? {
            let (word, stated) = self.shown()?;
            word.same_cards(stated, buried)?;
        }
        Ok(())
    }

    fn kill(&mut self, seat: Word<'a>) -> Result<(), Fault> {
        let owner = seat.seat()?;
        let (word, mark) = self.cursor.expect("cards")?.unmarked();
        let cards: Vec<Card> = word
            .cards()
            .map(|card| Ok(card?.1))
            .collect::<Result<_, Fault>>()?;
        let pile = Pile::new(cards).map_err(|error| word.wrong(error.to_string()))?;
        let game = self.game();
        if game.stage == Stage::Kill && game.actor == owner {
            return self.act(word, owner, Action::Kill(pile), mark);
        }
        if mark.is_some() {
            return Err(word.wrong(NO_CHOICE));
        }
        let follows = self.find(seat, |seen| match seen {
            VisibleEvent::Open(Event::Killed { seat, cards }) if *seat == owner => Some(*cards),
            _ => None,
        })?;
        word.same(&pile, &follows)
    }

    fn trick(&mut self, part: Word<'a>) -> Result<(), Fault> {
        let number = self.game().hand.tricks.finished().count() + 1;
        part.same(&part.text, &&*format!("{number}."))?;
        let word = self.cursor.expect("who plays first")?;
        let mut next = word.seat()?;
        while !self.cursor.part_ends()? {
            self.take_comments();
            let word = self.cursor.expect("a card")?;
            let hand = &self.game().hand;
            match word.text {
                "=" => return self.trick_result(number),
                "-" if hand.cold.contains(next) => {}
                "-" => return Err(word.wrong(format!("{next} is not cold: a card is expected"))),
                _ if hand.tricks.finished().count() == number => {
                    return Err(word.wrong("the trick is over: the next one begins with its number"));
                }
                _ => {
                    let (word, mark) = word.unmarked();
                    self.act(word, next, Action::Play(word.card()?), mark)?;
                }
            }
            next = next.left();
        }
        Ok(())
    }

    /// Reads cards, their number, or a marker that even the number is unknown.
    pub(super) fn shown(&mut self) -> Result<(Word<'a>, VisibleCards), Fault> {
        let word = self.cursor.expect("cards")?;
        Ok((word, shown(word)?))
    }

    fn marked_cards(&mut self) -> Result<(Word<'a>, VisibleCards, Option<Mark>), Fault> {
        let word = self.cursor.expect("cards")?;
        match word.unmarked() {
            (word, mark) if !word.text.is_empty() => Ok((word, shown(word)?, mark)),
            _ => Ok((word, shown(word)?, None)),
        }
    }

    /// Consumes a required word.
    pub(super) fn word(&mut self, text: &str) -> Result<Word<'a>, Fault> {
        let word = self.cursor.expect(&format!("`{text}`"))?;
        word.same(&word.text, &text)?;
        Ok(word)
    }
}

fn expected_part() -> String {
    let parts: Vec<&str> = PARTS.into_iter().filter(|part| *part != "Pack").collect();
    format!(
        "a part of a game is expected: {}, or the number of a trick",
        parts.join(", ")
    )
}

pub(super) fn shown(word: Word<'_>) -> Result<VisibleCards, Fault> {
    match word.text.strip_prefix('?') {
        Some("") => Ok(VisibleCards::Hidden),
        Some(count) => count
            .parse()
            .map(VisibleCards::Count)
            .map_err(|_| word.wrong("unknown cards are written as ? and how many they are")),
        None if word.text == "-" => Ok(VisibleCards::Cards(CardSet::NONE)),
        None => {
            let mut cards = CardSet::NONE;
            for card in word.cards() {
                let (word, card) = card?;
                if cards.contains(card) {
                    return Err(word.wrong(format!("{card} is named twice")));
                }
                cards.insert(card);
            }
            Ok(VisibleCards::Cards(cards))
        }
    }
}
