//! Hands of which a record omits some cards, because it contains only what one observer saw.
//!
//! The reader lays out the unknown cards so that everything happens as the record says. To the
//! observer, the resulting game is indistinguishable from the one that was played.

use super::cursor::{Cursor, Word};
use super::error::Fault;
use super::read::{Reader, shown};
use super::tags::Source;
use crate::card_set::CardSet;
use crate::deck::Deck;
use crate::event::Event;
use crate::history::History;
use crate::position::facts::{Facts, HandFacts};
use crate::position::partial::Partial;
use crate::seat::{BySeat, Seat};
use crate::stage::Stage;
use crate::trick::Play;
use crate::trump::Trump;
use crate::view::{Observer, VisibleCards};
use alloc::vec::Vec;

/// The maximum number of words to read while trying layouts of the unknown cards. The hands of
/// thousands of random games needed at most 800. The limit counts words instead of layouts because
/// a text may describe the same hand at any length.
const MOST_WORDS: usize = 200_000;

impl<'a> Reader<'a> {
    /// Reads the deal as far as the observer knows it, scans the rest of the hand, and returns a
    /// deck that fits.
    pub(super) fn partial_deal(
        &mut self,
        part: Word<'a>,
        dealer: Seat,
        observer: Observer,
    ) -> Result<Deck, Fault> {
        let mut dealt = BySeat::all(VisibleCards::Hidden);
        for _ in 0..4 {
            let seat = self.cursor.expect("a seat and its cards")?.seat()?;
            let (word, cards) = self.shown()?;
            let own = observer == Observer::Seat(seat);
            if cards.len() != Some(9) || own != cards.cards().is_some() {
                return Err(word.wrong("the observer's nine cards are expected, and ?9 for the others"));
            }
            dealt[seat] = cards;
        }
        self.word("Pack")?;
        self.word("?16")?;
        let known = match observer {
            Observer::Seat(seat) => dealt[seat].cards().map(|cards| (seat, cards)),
            _ => None,
        };
        let words = self.cursor.ahead_to("Hand");
        let told = Told::collect(words.clone())?;
        let partial = told.partial(dealer, Facts::of(self.game()), known);
        let mut search = Search {
            reader: self,
            words,
            part,
            told: &told,
            known,
            words_read: 0,
            found: None,
            furthest: None,
        };
        partial.layouts(&mut |facts| search.attempt(facts));
        let Search { found, furthest, .. } = search;
        match (found, furthest) {
            (Some((deck, kept)), _) => {
                self.kept = Some(kept);
                Ok(deck)
            }
            (None, Some(fault)) => Err(fault),
            (None, None) => Err(part.wrong("no cards that the others can have fit this hand")),
        }
    }
}

impl Reader<'_> {
    /// Reads the parts up to the next hand.
    fn rest_of_hand(&mut self) -> Result<(), Fault> {
        while let Some(word) = self.cursor.next()? {
            if word.text == "Hand" {
                break;
            }
            self.part(word)?;
        }
        Ok(())
    }
}

/// A search for a deck with which the text of the hand is valid.
struct Search<'r, 'a> {
    reader: &'r Reader<'a>,
    /// The words of the hand.
    words: Cursor<'a>,
    part: Word<'a>,
    told: &'r Told,
    known: Option<(Seat, CardSet)>,
    words_read: usize,
    found: Option<(Deck, CardSet)>,
    /// The error of the attempt that got furthest, which is the one to report for the record.
    furthest: Option<Fault>,
}

impl Search<'_, '_> {
    /// Tries one layout, and returns whether to continue.
    fn attempt(&mut self, facts: &Facts) -> bool {
        // Laying out the cards costs as much as reading a few words.
        self.words_read += 10;
        let Some(hand) = &facts.hand else { return false };
        let Ok(deck) = hand.deck(self.known) else {
            return self.words_read < MOST_WORDS;
        };
        let kept = hand.held()[hand.dealer];
        match self.read_hand(&deck, kept) {
            Ok(()) => self.found = Some((deck, kept)),
            Err(fault) => {
                if self
                    .furthest
                    .as_ref()
                    .is_none_or(|furthest| furthest.at < fault.at)
                {
                    self.furthest = Some(fault);
                }
            }
        }
        self.found.is_none() && self.words_read < MOST_WORDS
    }

    /// Reads the hand with this deck, up to the next hand.
    fn read_hand(&mut self, deck: &Deck, kept: CardSet) -> Result<(), Fault> {
        let history = History::starting_at(*self.reader.game());
        let observer = self.reader.observer;
        let mut reader = Reader::new(self.words.clone(), history, Source::default(), observer);
        reader.kept = Some(kept);
        reader.deal(self.part, deck)?;
        let read = reader.rest_of_hand();
        self.words_read += reader.cursor.passed();
        read?;
        if self.told.tells(reader.events()) {
            Ok(())
        } else {
            Err(self.part.wrong("no cards that the others can have fit this hand"))
        }
    }
}

/// The statements of a record about a hand, not yet checked.
#[derive(Default)]
struct Told {
    trump: Option<Trump>,
    discards: BySeat<Option<VisibleCards>>,
    received: BySeat<Option<(u8, Option<CardSet>)>>,
    kept: Option<(VisibleCards, VisibleCards)>,
    killed: Vec<Play>,
    plays: Vec<Play>,
    /// The cards shown by cold seats, and those left in the hands at the end.
    open: BySeat<Option<CardSet>>,
    claimed: Option<Seat>,
    /// The number of seats that went cold, and the seats whose remaining cards the record states.
    cold: usize,
    left: BySeat<bool>,
    scored: bool,
}

impl Told {
    fn collect(mut cursor: Cursor<'_>) -> Result<Told, Fault> {
        let mut told = Told::default();
        while let Some(part) = cursor.next()? {
            match part.text {
                "Hand" => break,
                "Trump" => {
                    cursor.expect("the bid winner")?;
                    let (word, _) = cursor.expect("a suit")?.unmarked();
                    told.trump = word.text.parse().ok().map(Trump::new);
                }
                "Claim" => told.claimed = Some(cursor.expect("a seat")?.unmarked().0.seat()?),
                "Calls" | "Score" | "Resign" | "Wins" => {
                    told.scored |= part.text == "Score";
                    while !cursor.part_ends()? {
                        cursor.next()?;
                    }
                }
                name => {
                    let mut trick = None;
                    while !cursor.part_ends()? {
                        let word = cursor.expect("a seat")?;
                        told.item(name, word, &mut cursor, &mut trick)?;
                    }
                }
            }
        }
        Ok(told)
    }

    /// Whether the record mentions all of these events: other hidden cards might cause additional
    /// ones.
    fn tells(&self, events: &[Event]) -> bool {
        let count = |kind: fn(&Event) -> bool| events.iter().filter(|event| kind(event)).count();
        count(|event| matches!(event, Event::WentCold { .. })) == self.cold
            && count(|event| matches!(event, Event::Discarded { .. })) == filled(&self.discards)
            && count(|event| matches!(event, Event::Redealt { .. })) == filled(&self.received)
            && count(|event| matches!(event, Event::Robbed { .. })) == usize::from(self.kept.is_some())
            && count(|event| matches!(event, Event::HandScored { .. })) == usize::from(self.scored)
            && events.iter().all(|event| match event {
                Event::HandScored { left, .. } => left
                    .iter()
                    .all(|(seat, cards)| cards.is_empty() || self.left[seat]),
                _ => true,
            })
    }

    /// Reads an item of a part. `trick` is the seat whose column of the trick comes next.
    fn item<'a>(
        &mut self,
        part: &str,
        word: Word<'a>,
        cursor: &mut Cursor<'a>,
        trick: &mut Option<Seat>,
    ) -> Result<(), Fault> {
        if let Some(next) = *trick {
            let (card, _) = word.unmarked();
            if card.text == "=" {
                while !cursor.part_ends()? {
                    cursor.next()?;
                }
                return Ok(());
            }
            if card.text != "-" {
                let card = card.card()?;
                self.plays.push(Play { seat: next, card });
            }
            *trick = Some(next.left());
            return Ok(());
        }
        let seat = word.seat()?;
        match part {
            "Discard" => self.discards[seat] = Some(shown(cursor.expect("cards")?)?),
            "Redeal" => {
                let word = cursor.expect("a number")?;
                let count = word.text.rsplit('/').next().unwrap_or_default();
                let count = count.parse().map_err(|_| word.wrong("a number is expected"))?;
                let cards = cursor
                    .next_cards()?
                    .map(shown)
                    .transpose()?
                    .and_then(VisibleCards::cards);
                self.received[seat] = Some((count, cards));
            }
            "Keep" => {
                let (word, _) = cursor.expect("cards")?.unmarked();
                let kept = shown(word)?;
                if cursor.passes("of")? {
                    cursor.expect("how many cards")?;
                }
                let buried = if cursor.passes("buried")? {
                    shown(cursor.expect("cards")?)?
                } else {
                    VisibleCards::Cards(CardSet::NONE)
                };
                self.kept = Some((kept, buried));
            }
            "Kill" => {
                for card in cursor.expect("cards")?.unmarked().0.cards() {
                    self.killed.push(Play { seat, card: card?.1 });
                }
            }
            "Cold" | "Left" => {
                self.cold += usize::from(part == "Cold");
                self.left[seat] |= part == "Left";
                self.open[seat] = shown(cursor.expect("cards")?)?.cards();
            }
            _ => *trick = Some(seat),
        }
        Ok(())
    }

    /// The final state of the hand, with its unknown parts.
    fn partial(&self, dealer: Seat, facts: Facts, known: Option<(Seat, CardSet)>) -> Partial {
        let mut hand = HandFacts::new(dealer);
        hand.trump = self.trump;
        hand.claimed = self.claimed;
        for (place, play) in hand.plays.iter_mut().zip(&self.plays) {
            *place = Some(*play);
        }
        for (place, play) in hand.killed.iter_mut().zip(&self.killed) {
            *place = Some(*play);
        }
        let laid = hand.held();
        let begun = !self.plays.is_empty() || !self.killed.is_empty();
        let robbed = self.kept.is_some() || begun;
        let received = self.received.iter().filter_map(|(_, got)| *got);
        let pack = received.fold(16u8, |pack, (count, _)| pack.saturating_sub(count));
        let mut partial = Partial::new(Facts {
            stage: match self.trump {
                None => Stage::Call,
                Some(_) if !self.plays.is_empty() => Stage::Play,
                // A seat may still have to kill, in which case no seat has gone cold yet.
                Some(_) if robbed || pack == 0 => Stage::Kill,
                Some(_) => Stage::Keep,
            },
            ..facts
        });
        partial.pack_size = if robbed { 0 } else { pack };
        for seat in Seat::ALL {
            let thrown = self.discards[seat];
            partial.discards[seat] = thrown.unwrap_or(VisibleCards::Cards(CardSet::NONE));
            let own = known.filter(|(own, _)| *own == seat).map(|(_, cards)| cards);
            partial.hands[seat] = match (self.open[seat], own) {
                (Some(cards), _) => VisibleCards::Cards(cards),
                (None, Some(cards)) => {
                    let got = self.received[seat]
                        .and_then(|(_, cards)| cards)
                        .unwrap_or_default();
                    let thrown = thrown.and_then(VisibleCards::cards).unwrap_or_default();
                    let mut now = (cards - thrown) | got;
                    if seat == dealer
                        && let Some((VisibleCards::Cards(kept), _)) = self.kept
                    {
                        now = kept;
                    }
                    VisibleCards::Cards(now - laid[seat])
                }
                (None, None) if seat == dealer => match self.kept {
                    Some((kept, _)) => count(kept.len(), laid[seat]),
                    None if robbed || pack == 0 => VisibleCards::Hidden,
                    None => VisibleCards::Count(9),
                },
                (None, None) => {
                    let got = self.received[seat].map_or(0, |(count, _)| usize::from(count));
                    let thrown = thrown.and_then(VisibleCards::len).unwrap_or_default();
                    count((9 + got).checked_sub(thrown), laid[seat])
                }
            };
        }
        if let Some((kept, buried)) = self.kept {
            partial.buried = buried;
            if known.is_some_and(|(own, _)| own == dealer)
                && let (VisibleCards::Cards(kept), VisibleCards::Cards(thrown)) =
                    (kept, partial.discards[dealer])
            {
                hand.pool_size = Some((9 - thrown.count().min(9)) + pack);
                partial.discards[dealer] = VisibleCards::Cards(thrown - kept);
            }
        } else if partial.discards[dealer] == VisibleCards::Hidden {
            partial.buried = VisibleCards::Cards(CardSet::NONE);
        }
        partial.facts.hand = Some(hand);
        partial
    }
}

fn filled<T>(places: &BySeat<Option<T>>) -> usize {
    places.iter().filter(|(_, place)| place.is_some()).count()
}

/// The number of cards left out of `all` after these have been laid down.
fn count(all: Option<usize>, laid: CardSet) -> VisibleCards {
    let left = all.and_then(|all| all.checked_sub(laid.len()));
    left.and_then(|left| u8::try_from(left).ok())
        .map_or(VisibleCards::Hidden, VisibleCards::Count)
}
