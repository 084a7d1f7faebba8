//! Parses positions from one line of text.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use super::ParsePositionError;
use super::facts::{Facts, HandFacts, Unreachable};
use super::partial::{Awaited, PartialFacts};
use super::write::{CONSEQUENCES, FULL_VIEW, Position, SEAT_KEYS, keys};
use crate::cards::{Card, CardSet, Pile, Trump};
use crate::game::{Auction, Bid, Call, Phase, Play, Stage};
use crate::notation::word::{Fault, Word};
use crate::projection::{Observer, VisibleCards};
use crate::rules::Rules;
use crate::seat::{ByTeam, Seat, Team};

/// A line split into its fields.
pub(super) struct Reader<'a> {
    pub(super) rules: Rules,
    fields: BTreeMap<&'static str, Word<'a>>,
}

/// Why a line is not a position.
pub(super) enum Problem {
    /// A word is wrong.
    At(Fault),
    /// Nothing in the line is wrong by itself.
    Whole(String),
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        Problem::At(fault)
    }
}

impl From<Unreachable> for Problem {
    fn from(Unreachable(reason): Unreachable) -> Problem {
        Problem::Whole(reason)
    }
}

impl Problem {
    pub(super) fn whole(reason: impl Into<String>) -> Problem {
        Problem::Whole(reason.into())
    }

    /// The error for this line.
    pub(super) fn in_line(self, line: &str) -> ParsePositionError {
        match self {
            Problem::At(fault) => ParsePositionError {
                column: Some(line[..fault.offset].chars().count() + 1),
                reason: fault.reason,
            },
            Problem::Whole(reason) => ParsePositionError { column: None, reason },
        }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(line: &'a str) -> Result<Reader<'a>, Problem> {
        let mut fields = BTreeMap::new();
        let mut rules = String::new();
        for text in line.split_whitespace() {
            let offset = text.as_ptr().addr() - line.as_ptr().addr();
            let word = Word { text, offset };
            let Some((key, text)) = text.split_once(':') else {
                if !fields.is_empty() {
                    return Err(word.fault(format!("`{}` is not a field", word.excerpt())).into());
                }
                rules.push_str(text);
                rules.push(' ');
                continue;
            };
            let Some(key) = keys().find(|known| *known == key) else {
                let key = Word { text: key, offset };
                let keys: Vec<&str> = keys().collect();
                let reason = format!(
                    "there is no field `{}`: the fields are {}",
                    key.excerpt(),
                    keys.join(", ")
                );
                return Err(word.fault(reason).into());
            };
            let value = Word {
                text,
                offset: offset + key.len() + 1,
            };
            if fields.insert(key, value).is_some() {
                return Err(value.fault(format!("the field `{key}` appears twice")).into());
            }
        }
        let rules = Word {
            text: rules.trim(),
            offset: 0,
        };
        Ok(Reader {
            rules: rules.parse()?,
            fields,
        })
    }

    fn word(&self, key: &'static str) -> Option<Word<'a>> {
        self.fields.get(key).copied()
    }

    fn required(&self, key: &'static str) -> Result<Word<'a>, Problem> {
        self.word(key).ok_or_else(|| missing(key))
    }

    fn optional<T>(
        &self,
        key: &'static str,
        read: impl Fn(Word<'a>) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        self.word(key).map(read).transpose()
    }

    /// Whether the position is a view.
    pub(super) fn is_view(&self) -> bool {
        self.word("view").is_some()
    }

    /// Whose view the position is; `None` for the full view and for a whole position.
    pub(super) fn observer(&self) -> Result<Option<Observer>, Fault> {
        match self.word("view") {
            Some(word) if word.text != FULL_VIEW => word.parse().map(Some),
            _ => Ok(None),
        }
    }

    /// The contents of the line, including its unknown parts.
    pub(super) fn partial_facts(&self) -> Result<PartialFacts, Problem> {
        let (stage, actor) = if self.is_view() {
            (Stage::Cut, None)
        } else {
            self.stage()?
        };
        let dealer = self.optional("dealer", Word::parse)?;
        let mut partial = PartialFacts::new(Facts {
            rules: self.rules,
            stage,
            actor,
            number: number(self.required("hand")?)?,
            dealer,
            scores: score(self.required("score")?)?,
            winner: self.optional("winner", team)?,
            hand: None,
        });
        if SEAT_KEYS.into_iter().all(|key| self.word(key).is_none()) {
            return Ok(partial);
        }
        let hand_dealer = self.optional("last", Word::parse)?.or(dealer);
        let mut hand = self.hand(hand_dealer.ok_or_else(|| missing("dealer"))?)?;
        self.cards(&mut partial, &mut hand)?;
        partial.facts.hand = Some(hand);
        Ok(partial)
    }

    /// Reads where the cards are.
    fn cards(&self, partial: &mut PartialFacts, hand: &mut HandFacts) -> Result<(), Problem> {
        for seat in Seat::ALL {
            partial.hands[seat] = visible_cards(self.required(SEAT_KEYS[seat as usize])?)?;
        }
        if let Some(word) = self.word("discards") {
            for item in items(word) {
                let (seat, cards) = seat_and(item)?;
                partial.discards[seat] = visible_cards(cards)?;
            }
        }
        if let Some(word) = self.word("buried") {
            partial.buried = visible_cards(word)?;
        }
        if let Some(word) = self.word("pack") {
            match word.text.strip_prefix('?') {
                Some(text) => partial.pack_size = number(Word { text, ..word })?,
                None => hand.pack = pile(word)?,
            }
        }
        // A dealer who has to choose sees the pool, and therefore the pack.
        if partial.pack_size > 0
            && let Some(Ok(pool)) = self.word("pool").map(pile::<52>)
        {
            let pack = pool.cards() - partial.hands[hand.dealer].cards().unwrap_or_default();
            hand.pack = Pile::new(pack).unwrap_or_default();
            partial.pack_size = 0;
        }
        Ok(())
    }

    /// The hand, except for its cards.
    fn hand(&self, dealer: Seat) -> Result<HandFacts, Fault> {
        let mut hand = HandFacts::new(dealer);
        if let Some(word) = self.word("calls") {
            let calls = items(word).map(call).collect::<Result<Vec<Call>, _>>()?;
            hand.auction =
                Auction::of(dealer, &calls).ok_or_else(|| word.fault("there are too many calls"))?;
        }
        hand.trump = self.optional("trump", Word::parse)?.map(Trump::new);
        hand.pool_size = self.optional("pool", |word| match number(word) {
            Err(_) if self.word("view").is_some() => Ok(pile::<52>(word)?.cards().count()),
            size => size,
        })?;
        hand.claimed = self.optional("claim", Word::parse)?;
        if let Some(word) = self.word("killed") {
            killed(word, &mut hand)?;
        }
        if let Some(word) = self.word("plays") {
            plays(word, &mut hand)?;
        }
        Ok(hand)
    }

    /// The next event: a keyword, and the seat concerned.
    fn next(&self) -> Result<(Word<'a>, Option<Word<'a>>), Problem> {
        let word = self.required("next")?;
        Ok(match word.text.split_once(',') {
            Some((text, about)) => (Word { text, ..word }, Some(Word { text: about, ..word })),
            None => (word, None),
        })
    }

    /// The phase, and what the game waits for: all that a view says about the next event.
    pub(super) fn phase(&self) -> Result<(Phase, Awaited), Problem> {
        let (word, about) = self.next()?;
        let phase = Phase::ALL
            .into_iter()
            .find(|phase| phase.to_string() == word.text);
        let phase = phase.ok_or_else(|| word.fault(format!("`{}` is not a phase", word.excerpt())))?;
        let awaited = match about {
            Some(about) if about.text == "deck" => Awaited::Deck,
            Some(about) => Awaited::Seat(about.parse()?),
            None => Awaited::Nothing,
        };
        Ok((phase, awaited))
    }

    /// The stage and the seat concerned.
    fn stage(&self) -> Result<(Stage, Option<Seat>), Problem> {
        let (word, about) = self.next()?;
        let unknown = || word.fault(format!("`{}` can't come next", word.excerpt()));
        let stage = Stage::from_keyword(word.text).ok_or_else(unknown)?;
        Ok((stage, about.map(Word::parse).transpose()?))
    }

    /// Whether every field is as this position has it.
    pub(super) fn matches(&self, position: &Position<'_>) -> bool {
        self.mismatch(position).is_none()
    }

    /// Checks every field against the position.
    pub(super) fn check(&self, position: &Position<'_>) -> Result<(), Problem> {
        let Some((key, actual)) = self.mismatch(position) else {
            return Ok(());
        };
        let Some(word) = self.word(key) else {
            return Err(missing(&format!("{key}:{actual}")));
        };
        let actual = if actual.is_empty() { "nothing" } else { &actual };
        let reason = format!(
            "`{key}` is {}, but the other fields imply {actual}",
            word.excerpt()
        );
        Err(word.fault(reason).into())
    }

    /// The first field that differs, with the text that it should have.
    fn mismatch(&self, position: &Position<'_>) -> Option<(&'static str, String)> {
        let is_view = self.word("view").is_some();
        let mut text = String::new();
        for (index, key) in keys().enumerate() {
            text.clear();
            position.write_field(index, &mut text);
            let stated = self.word(key).map(|word| word.text);
            let actual = (!text.is_empty()).then_some(&*text);
            let omitted = stated.is_none() && !is_view && CONSEQUENCES.contains(&key);
            if stated != actual && !omitted {
                return Some((key, text));
            }
        }
        None
    }
}

fn missing(field: &str) -> Problem {
    Problem::whole(format!("the field `{field}` is missing"))
}

fn items(word: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let mut offset = word.offset;
    word.text.split(',').map(move |text| {
        let item = Word { text, offset };
        offset += text.len() + 1;
        item
    })
}

fn number<T: FromStr + Display>(word: Word<'_>) -> Result<T, Fault> {
    word.text
        .parse()
        .ok()
        // Accept only the canonical form: no sign, no leading zero.
        .filter(|number: &T| number.to_string() == word.text)
        .ok_or_else(|| word.fault(format!("`{}` is not a valid number here", word.excerpt())))
}

fn score(word: Word<'_>) -> Result<ByTeam<i32>, Fault> {
    let numbers: Vec<i32> = items(word).map(number).collect::<Result<_, _>>()?;
    match numbers[..] {
        [ns, ew] => Ok(ByTeam::new(ns, ew)),
        _ => Err(word.fault("a score is two numbers, like 21,-8")),
    }
}

fn team(word: Word<'_>) -> Result<Team, Fault> {
    Team::ALL
        .into_iter()
        .find(|team| team.to_string() == word.text)
        .ok_or_else(|| word.fault("a team is NS or EW"))
}

/// Splits a seat's letter from the rest of the word.
fn seat_and(word: Word<'_>) -> Result<(Seat, Word<'_>), Fault> {
    let (letter, text) = word
        .text
        .split_at_checked(1)
        .ok_or_else(|| word.fault("a seat is missing"))?;
    let seat = Word { text: letter, ..word }.parse()?;
    let offset = word.offset + 1;
    Ok((seat, Word { text, offset }))
}

fn call(word: Word<'_>) -> Result<Call, Fault> {
    match word.text {
        "-" => Ok(Call::Pass),
        text => match text.parse::<Bid>() {
            Ok(bid) => Ok(Call::Bid(bid)),
            Err(error) => Err(word.fault(format!("{error}; a pass is -"))),
        },
    }
}

fn killed(word: Word<'_>, hand: &mut HandFacts) -> Result<(), Fault> {
    let mut slots = hand.killed.iter_mut();
    for item in items(word) {
        let (seat, cards) = seat_and(item)?;
        for &card in pile::<8>(cards)?.as_slice() {
            let slot = slots.next();
            let slot = slot.ok_or_else(|| word.fault("at most eight cards can be killed"))?;
            *slot = Some(Play { seat, card });
        }
    }
    Ok(())
}

fn plays(word: Word<'_>, hand: &mut HandFacts) -> Result<(), Fault> {
    let mut slots = hand.plays.iter_mut();
    let tricks = word.text.split('/').filter(|trick| !trick.is_empty());
    for item in tricks.flat_map(|text| items(Word { text, ..word })) {
        let (seat, card) = seat_and(item)?;
        let card = card.parse()?;
        let slot = slots.next();
        let slot = slot.ok_or_else(|| word.fault("at most fourteen cards can be played"))?;
        *slot = Some(Play { seat, card });
    }
    Ok(())
}

/// Parses cards without separators.
fn pile<const N: usize>(word: Word<'_>) -> Result<Pile<N>, Fault> {
    let cards: Vec<Card> = word
        .cards()
        .map(|card| Ok(card?.1))
        .collect::<Result<_, Fault>>()?;
    Pile::new(cards).map_err(|error| word.fault(error.to_string()))
}

fn visible_cards(word: Word<'_>) -> Result<VisibleCards, Fault> {
    match word.text.strip_prefix('?') {
        Some("") => Ok(VisibleCards::Hidden),
        Some(count) => Ok(VisibleCards::Count(number(Word { text: count, ..word })?)),
        None if word.text == "-" => Ok(VisibleCards::Cards(CardSet::NONE)),
        None => Ok(VisibleCards::Cards(pile::<52>(word)?.cards())),
    }
}
