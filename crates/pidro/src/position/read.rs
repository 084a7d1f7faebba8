//! Parses positions from one line of text.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Display;

use super::ParsePositionError;
use super::facts::{Facts, HandFacts};
use super::partial::{Awaited, Partial};
use super::write::{CONSEQUENCES, Fields, KEYS, SEAT_KEYS};
use crate::bidding::{Auction, Bid, Call};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::rules::Rules;
use crate::seat::{ByTeam, Seat, Team};
use crate::stage::Stage;
use crate::trick::Play;
use crate::view::{Observer, VisibleCards};

/// A line split into its fields.
pub(super) struct Reader<'a> {
    pub(super) rules: Rules,
    fields: BTreeMap<&'static str, Word<'a>>,
}

/// The text of a field and its column.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl Word<'_> {
    fn wrong(self, reason: impl Into<String>) -> ParsePositionError {
        ParsePositionError::at(self.column, reason)
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(line: &'a str) -> Result<Reader<'a>, ParsePositionError> {
        let mut fields = BTreeMap::new();
        let mut rules = String::new();
        // Count columns incrementally, so that each character is counted only once.
        let (mut counted, mut column_there) = (0, 1);
        for word in line.split_whitespace() {
            let start = word.as_ptr().addr() - line.as_ptr().addr();
            column_there += line[counted..start].chars().count();
            counted = start;
            let column = column_there;
            let Some((key, text)) = word.split_once(':') else {
                if !fields.is_empty() {
                    return Err(ParsePositionError::at(
                        column,
                        format!("`{}` is no field", brief(word)),
                    ));
                }
                rules.push_str(word);
                rules.push(' ');
                continue;
            };
            let Some(key) = KEYS.into_iter().find(|known| *known == key) else {
                let reason = format!(
                    "there is no field `{}`: the fields are {}",
                    brief(key),
                    KEYS.join(", ")
                );
                return Err(ParsePositionError::at(column, reason));
            };
            let column = column + key.len() + 1;
            if fields.insert(key, Word { text, column }).is_some() {
                return Err(ParsePositionError::at(column, format!("a second field `{key}`")));
            }
        }
        let rules = rules
            .trim()
            .parse()
            .map_err(|error| ParsePositionError::at(1, format!("{error}")))?;
        Ok(Reader { rules, fields })
    }

    fn word(&self, key: &'static str) -> Option<Word<'a>> {
        self.fields.get(key).copied()
    }

    fn needed(&self, key: &'static str) -> Result<Word<'a>, ParsePositionError> {
        self.word(key)
            .ok_or_else(|| ParsePositionError::new(format!("the field `{key}` is missing")))
    }

    fn optional<T>(
        &self,
        key: &'static str,
        read: impl Fn(Word<'a>) -> Result<T, ParsePositionError>,
    ) -> Result<Option<T>, ParsePositionError> {
        self.word(key).map(read).transpose()
    }

    /// The observer, if the position is a view.
    pub(super) fn observer(&self) -> Result<Option<Observer>, ParsePositionError> {
        self.optional("view", |word| match word.text {
            "arbiter" => Ok(Observer::Arbiter),
            text => text
                .parse()
                .map_err(|error: crate::ParseSeatError| word.wrong(error.to_string())),
        })
    }

    /// The contents of the line, including its unknown parts.
    pub(super) fn partial(&self) -> Result<Partial, ParsePositionError> {
        let (stage, at) = match self.word("view") {
            Some(_) => (Stage::Cut, None),
            None => self.stage()?,
        };
        let dealer = self.optional("dealer", seat)?;
        let mut partial = Partial::new(Facts {
            rules: self.rules,
            stage,
            at,
            number: number(self.needed("hand")?)?,
            dealer,
            scores: score(self.needed("score")?)?,
            winner: self.optional("winner", team)?,
            hand: None,
        });
        if SEAT_KEYS.into_iter().all(|key| self.word(key).is_none()) {
            return Ok(partial);
        }
        let missing = || ParsePositionError::new("the field `dealer` is missing");
        let mut hand = self.hand(self.optional("last", seat)?.or(dealer).ok_or_else(missing)?)?;
        for seat in Seat::ALL {
            partial.hands[seat] = some_cards(self.needed(SEAT_KEYS[seat as usize])?)?;
        }
        if let Some(word) = self.word("discards") {
            for item in items(word) {
                let (seat, cards) = seat_and(item)?;
                partial.discards[seat] = some_cards(cards)?;
            }
        }
        if let Some(word) = self.word("buried") {
            partial.buried = some_cards(word)?;
        }
        if let Some(word) = self.word("pack") {
            match word.text.strip_prefix('?') {
                Some(text) => partial.pack_size = number(Word { text, ..word })?,
                None => hand.pack = pile(word)?,
            }
        }
        if partial.pack_size > 0
            && let Some(Ok(pool)) = self.word("pool").map(pile::<52>)
        {
            let pack = pool.cards() - partial.hands[hand.dealer].cards().unwrap_or_default();
            hand.pack = Pile::new(pack).unwrap_or_default();
            partial.pack_size = 0;
        }
        partial.facts.hand = Some(hand);
        Ok(partial)
    }

    /// The hand, except for its cards.
    fn hand(&self, dealer: Seat) -> Result<HandFacts, ParsePositionError> {
        let mut hand = HandFacts::new(dealer);
        if let Some(word) = self.word("calls") {
            let calls = items(word).map(call).collect::<Result<Vec<Call>, _>>()?;
            hand.auction =
                Auction::of(dealer, &calls).ok_or_else(|| word.wrong("there are too many calls"))?;
        }
        hand.trump = self.optional("trump", |word| {
            word.text
                .parse()
                .map(crate::trump::Trump::new)
                .map_err(|error| word.wrong(format!("{error}")))
        })?;
        hand.pool_size = self.optional("pool", |word| match number(word) {
            Err(_) if self.word("view").is_some() => Ok(pile::<52>(word)?.cards().count()),
            size => size,
        })?;
        hand.claimed = self.optional("claim", seat)?;
        let mut killed = hand.killed.iter_mut();
        if let Some(word) = self.word("killed") {
            for item in items(word) {
                let (seat, cards) = seat_and(item)?;
                for &card in pile::<8>(cards)?.as_slice() {
                    let place = killed
                        .next()
                        .ok_or_else(|| word.wrong("at most eight cards are killed"))?;
                    *place = Some(Play { seat, card });
                }
            }
        }
        let mut plays = hand.plays.iter_mut();
        if let Some(word) = self.word("plays") {
            let tricks = word.text.split('/').filter(|trick| !trick.is_empty());
            for item in tricks.flat_map(|text| items(Word { text, ..word })) {
                let (seat, card) = seat_and(item)?;
                let card = card
                    .text
                    .parse()
                    .map_err(|error| card.wrong(format!("{error}")))?;
                let place = plays
                    .next()
                    .ok_or_else(|| word.wrong("at most fourteen cards are played"))?;
                *place = Some(Play { seat, card });
            }
        }
        Ok(hand)
    }

    /// The next event: a keyword, and the seat concerned.
    fn next(&self) -> Result<(Word<'a>, Option<Word<'a>>), ParsePositionError> {
        let word = self.needed("next")?;
        Ok(match word.text.split_once(',') {
            Some((text, at)) => (Word { text, ..word }, Some(Word { text: at, ..word })),
            None => (word, None),
        })
    }

    /// The phase, and what the game waits for: all that a view says about the next event.
    pub(super) fn phase(&self) -> Result<(Phase, Awaited), ParsePositionError> {
        let (word, about) = self.next()?;
        let phase = Phase::ALL
            .into_iter()
            .find(|phase| phase.to_string() == word.text);
        let phase = phase.ok_or_else(|| word.wrong(format!("`{}` is no phase", brief(word.text))))?;
        let awaited = match about {
            Some(about) if about.text == "deck" => Awaited::Deck,
            Some(about) => Awaited::Seat(seat(about)?),
            None => Awaited::Nothing,
        };
        Ok((phase, awaited))
    }

    /// The stage and the seat concerned.
    fn stage(&self) -> Result<(Stage, Option<Seat>), ParsePositionError> {
        let (word, about) = self.next()?;
        let unknown = || word.wrong(format!("`{}` is nothing that can come next", brief(word.text)));
        let stage = Stage::from_word(word.text).ok_or_else(unknown)?;
        Ok((stage, about.map(seat).transpose()?))
    }

    /// Checks every field against the game.
    pub(super) fn check(&self, fields: &Fields) -> Result<(), ParsePositionError> {
        let whole = self.word("view").is_none();
        for key in KEYS {
            let follows = fields.get(key).map(String::as_str);
            match (self.word(key), follows) {
                (Some(word), Some(follows)) if word.text == follows => {}
                (None, Some(_)) if whole && CONSEQUENCES.contains(&key) => {}
                (None, None) => {}
                (Some(word), follows) => {
                    let follows = follows.unwrap_or("nothing");
                    return Err(word.wrong(format!(
                        "`{key}` is {}, but {follows} follows from the rest",
                        brief(word.text)
                    )));
                }
                (None, Some(follows)) => {
                    return Err(ParsePositionError::new(format!(
                        "the field `{key}:{follows}` is missing"
                    )));
                }
            }
        }
        Ok(())
    }
}

fn brief(text: &str) -> String {
    text.chars().take(40).collect()
}

fn items(word: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let mut column = word.column;
    word.text.split(',').map(move |text| {
        let item = Word { text, column };
        column += text.chars().count() + 1;
        item
    })
}

fn number<T: core::str::FromStr + Display>(word: Word<'_>) -> Result<T, ParsePositionError> {
    word.text
        .parse()
        .ok()
        // Accept only the canonical form: no sign, no leading zero.
        .filter(|number: &T| number.to_string() == word.text)
        .ok_or_else(|| word.wrong(format!("`{}` is no number that can stand here", brief(word.text))))
}

fn score(word: Word<'_>) -> Result<ByTeam<i32>, ParsePositionError> {
    let numbers: Vec<i32> = items(word).map(number).collect::<Result<_, _>>()?;
    match numbers[..] {
        [ns, ew] => Ok(ByTeam::new(ns, ew)),
        _ => Err(word.wrong("a score is two numbers, like 21,-8")),
    }
}

fn seat(word: Word<'_>) -> Result<Seat, ParsePositionError> {
    word.text.parse().map_err(|error| word.wrong(format!("{error}")))
}

fn team(word: Word<'_>) -> Result<Team, ParsePositionError> {
    Team::ALL
        .into_iter()
        .find(|team| team.to_string() == word.text)
        .ok_or_else(|| word.wrong("a team is NS or EW"))
}

/// Splits a seat's letter from the rest of the word.
fn seat_and(word: Word<'_>) -> Result<(Seat, Word<'_>), ParsePositionError> {
    let (letter, text) = word
        .text
        .split_at_checked(1)
        .ok_or_else(|| word.wrong("a seat is missing"))?;
    let rest = Word {
        text,
        column: word.column + 1,
    };
    Ok((seat(Word { text: letter, ..word })?, rest))
}

fn call(word: Word<'_>) -> Result<Call, ParsePositionError> {
    match word.text {
        "-" => Ok(Call::Pass),
        text => match text.parse::<Bid>() {
            Ok(bid) => Ok(Call::Bid(bid)),
            Err(error) => Err(word.wrong(format!("{error}; a pass is -"))),
        },
    }
}

/// Parses cards without separators.
fn pile<const N: usize>(word: Word<'_>) -> Result<Pile<N>, ParsePositionError> {
    let mut cards = Vec::new();
    let mut column = word.column;
    let mut rest = word.text;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end);
        let (text, after) = rest.split_at(end);
        let card: Card = text
            .parse()
            .map_err(|error| ParsePositionError::at(column, format!("{error}")))?;
        cards.push(card);
        column += 2;
        rest = after;
    }
    Pile::new(cards).map_err(|error| word.wrong(error.to_string()))
}

fn some_cards(word: Word<'_>) -> Result<VisibleCards, ParsePositionError> {
    match word.text.strip_prefix('?') {
        Some("") => Ok(VisibleCards::Hidden),
        Some(count) => Ok(VisibleCards::Count(number(Word { text: count, ..word })?)),
        None if word.text == "-" => Ok(VisibleCards::Cards(CardSet::NONE)),
        None => {
            let pile: Pile<52> = pile(word)?;
            Ok(VisibleCards::Cards(pile.cards()))
        }
    }
}
