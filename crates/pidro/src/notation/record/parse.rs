//! The grammar of records: parses statements from words. `docs/notation.md` contains it as EBNF.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::cursor::Cursor;
use super::statement::{ContractOutcome, Deal, Mark, Score, Stated, Statement};
use crate::cards::{Card, CardSet, Deck, Pile, deck_index};
use crate::game::{Call, Cut, Redeal};
use crate::notation::word::{Fault, Word};
use crate::projection::{Observer, VisibleCards};
use crate::seat::{BySeat, ByTeam, Seat, Team};

/// The error for a card after the end of a trick.
pub(super) const TRICK_IS_OVER: &str = "the trick is over: the next one begins with its number";

/// Parses statements one by one.
pub(super) struct Parser<'a> {
    cursor: Cursor<'a>,
    /// The observer whose view the record contains, if it doesn't contain everything.
    observer: Option<Observer>,
    /// The part whose items may follow.
    part: Option<ListPart>,
}

/// A part that consists of items, each a statement of its own.
#[derive(Clone, Copy)]
enum ListPart {
    Cut,
    Calls,
    Discard,
    Redeal,
    Kill,
    Trick {
        /// The seat whose column comes next, and the number of columns before it.
        next: Seat,
        columns: usize,
    },
    Cold,
    Left,
}

/// The keywords that start a part of a record, besides trick numbers.
const PARTS: [&str; 14] = [
    "Cut", "Hand", "Calls", "Trump", "Discard", "Redeal", "Keep", "Kill", "Cold", "Claim", "Left", "Score",
    "Resign", "Wins",
];

/// Whether a part of the record starts with this word: a keyword or the number of a trick.
fn begins_part(word: Word<'_>) -> bool {
    match word.text.strip_suffix('.') {
        Some(number) => number.parse::<u8>().is_ok(),
        // Most other words are seats and cards, which are shorter than any keyword.
        None => word.text.len() > 2 && (PARTS.contains(&word.text) || word.text == "Pack"),
    }
}

impl<'a> Parser<'a> {
    pub(super) const fn new(cursor: Cursor<'a>, observer: Option<Observer>) -> Parser<'a> {
        Parser {
            cursor,
            observer,
            part: None,
        }
    }

    /// Whether there is more text than comments.
    pub(super) fn has_next(&mut self) -> Result<bool, Fault> {
        Ok(self.cursor.peek()?.is_some())
    }

    /// The comments passed since the last call.
    pub(super) fn take_comments(&mut self) -> Vec<String> {
        core::mem::take(&mut self.cursor.comments)
    }

    /// The statements up to the next hand, without consuming them.
    pub(super) fn rest_of_hand(&self) -> Result<Vec<Statement<'a>>, Fault> {
        let mut ahead = Parser::new(self.cursor.fork(), self.observer);
        let mut statements = Vec::new();
        while ahead.cursor.peek()?.is_some_and(|word| word.text != "Hand") {
            statements.push(ahead.next()?);
        }
        Ok(statements)
    }

    /// Parses the next statement.
    pub(super) fn next(&mut self) -> Result<Statement<'a>, Fault> {
        let word = self.cursor.expect("a part of a game")?;
        if begins_part(word) {
            self.part = None;
            return self.part(word);
        }
        match self.part {
            None => Err(word.fault(expected_part())),
            Some(ListPart::Cut) => self.cut_dealer(word),
            Some(ListPart::Calls) => self.call(word),
            Some(ListPart::Discard) => {
                let (seat, cards) = self.seat_and_cards(word)?;
                Ok(Statement::Discard { seat, cards })
            }
            Some(ListPart::Redeal) => self.redeal(word),
            Some(ListPart::Kill) => self.kill(word),
            Some(ListPart::Trick { next, columns }) => self.column(word, next, columns),
            Some(ListPart::Cold) => {
                let (seat, cards) = self.seat_and_cards(word)?;
                Ok(Statement::Cold { seat, cards })
            }
            Some(ListPart::Left) => {
                let (seat, cards) = self.seat_and_cards(word)?;
                Ok(Statement::Left { seat, cards })
            }
        }
    }

    fn part(&mut self, word: Word<'a>) -> Result<Statement<'a>, Fault> {
        let list = match word.text {
            "Calls" => ListPart::Calls,
            "Discard" => ListPart::Discard,
            "Redeal" => ListPart::Redeal,
            "Kill" => ListPart::Kill,
            "Cold" => ListPart::Cold,
            "Left" => ListPart::Left,
            _ => return self.single_part(word),
        };
        self.part = Some(list);
        Ok(Statement::List)
    }

    fn single_part(&mut self, word: Word<'a>) -> Result<Statement<'a>, Fault> {
        match word.text {
            "Cut" => self.cut(word),
            "Hand" => self.hand(word),
            "Trump" => self.trump(),
            "Keep" => self.keep(),
            "Claim" => {
                let (seat, mark) = self.actor(word)?;
                Ok(Statement::Claim { seat, mark })
            }
            "Score" => self.score(word),
            "Resign" => {
                let (seat, mark) = self.actor(word)?;
                Ok(Statement::Resign { seat, mark })
            }
            "Wins" => self.wins(),
            "Pack" => Err(word.fault(expected_part())),
            _ => self.trick(word),
        }
    }

    fn cut(&mut self, part: Word<'a>) -> Result<Statement<'a>, Fault> {
        let mut cards = Vec::new();
        while let Some(word) = self.cursor.next_if(|word| word.parse::<Card>().is_ok())? {
            cards.push(word.parse()?);
        }
        self.part = Some(ListPart::Cut);
        let cards = Pile::new(cards).map_err(|error| part.fault(error.to_string()))?;
        let cut = Cut::new(cards).ok_or_else(|| {
            part.fault("these cards do not decide the cut, or there are more than it takes")
        })?;
        Ok(Statement::Cut(Stated {
            value: cut,
            word: part,
        }))
    }

    fn cut_dealer(&mut self, word: Word<'a>) -> Result<Statement<'a>, Fault> {
        let dealer = parsed(word)?;
        self.cursor.expect_word("deals")?;
        self.part = None;
        Ok(Statement::CutDealer(dealer))
    }

    fn hand(&mut self, part: Word<'a>) -> Result<Statement<'a>, Fault> {
        let number = self.number("the number of the hand")?;
        let dealer = parsed(self.cursor.expect("the dealer")?)?;
        self.cursor.expect_word("deals")?;
        let deal = match self.observer {
            Some(observer) => self.seen_deal(observer)?,
            None => self.whole_deal(dealer.value)?,
        };
        Ok(Statement::Hand {
            number,
            dealer,
            deal: Stated {
                value: deal,
                word: part,
            },
        })
    }

    /// Parses the four hands and the pack.
    fn whole_deal(&mut self, dealer: Seat) -> Result<Deal, Fault> {
        let mut cards = *Deck::UNSHUFFLED.cards();
        let mut seen = CardSet::NONE;
        let order = dealer.left().clockwise();
        for _ in 0..4 {
            let seat: Seat = self.cursor.expect("a seat and its cards")?.parse()?;
            let turn = order.iter().position(|known| *known == seat).unwrap_or_default();
            self.dealt(9, &mut seen, |number, card| {
                cards[deck_index(turn, number)] = card;
            })?;
        }
        let pack = self.cursor.expect_word("Pack")?;
        self.dealt(16, &mut seen, |number, card| cards[36 + number] = card)?;
        // These are 52 different cards, unless one seat was named twice and another never.
        let deck = Deck::new(&cards).map_err(|_| pack.fault("each seat must be dealt nine cards, once"))?;
        Ok(Deal::Whole(deck))
    }

    /// Parses `count` cards that have not been dealt before.
    fn dealt(
        &mut self,
        count: usize,
        seen: &mut CardSet,
        mut each: impl FnMut(usize, Card),
    ) -> Result<(), Fault> {
        let mut number = 0;
        while number < count {
            let word = self.cursor.expect("a card")?;
            if begins_part(word) {
                return Err(word.fault(format!("{count} cards are expected before this")));
            }
            for card in word.cards() {
                let (word, card) = card?;
                if seen.contains(card) {
                    return Err(word.fault(format!("{card} is dealt twice")));
                }
                if number == count {
                    return Err(word.fault(format!("only {count} cards are expected, and this is one more")));
                }
                seen.insert(card);
                each(number, card);
                number += 1;
            }
        }
        Ok(())
    }

    /// Parses the deal as the observer saw it.
    fn seen_deal(&mut self, observer: Observer) -> Result<Deal, Fault> {
        let mut hands = BySeat::all(VisibleCards::Hidden);
        for _ in 0..4 {
            let seat: Seat = self.cursor.expect("a seat and its cards")?.parse()?;
            let cards = self.cards()?;
            let own = observer == Observer::Seat(seat);
            if cards.value.len() != Some(9) || own != cards.value.cards().is_some() {
                return Err(cards
                    .word
                    .fault("the observer's nine cards are expected, and ?9 for the others"));
            }
            hands[seat] = cards.value;
        }
        self.cursor.expect_word("Pack")?;
        self.cursor.expect_word("?16")?;
        Ok(Deal::Seen(hands))
    }

    fn call(&mut self, seat: Word<'a>) -> Result<Statement<'a>, Fault> {
        let seat = seat.parse()?;
        let (word, mark) = Mark::split(self.cursor.expect("a bid or `pass`")?);
        let value = match word.text {
            "pass" => Call::Pass,
            _ => Call::Bid(word.parse()?),
        };
        let call = Stated { value, word };
        Ok(Statement::Call { seat, call, mark })
    }

    fn trump(&mut self) -> Result<Statement<'a>, Fault> {
        let seat = self.cursor.expect("the bid winner")?.parse()?;
        let (word, mark) = Mark::split(self.cursor.expect("a suit")?);
        let suit = parsed(word)?;
        Ok(Statement::Trump { seat, suit, mark })
    }

    fn redeal(&mut self, seat: Word<'a>) -> Result<Statement<'a>, Fault> {
        let seat = parsed(seat)?;
        let word = self.cursor.expect("how many cards the seat asked for")?;
        let (requested, received) = word.text.split_once('/').unwrap_or((word.text, word.text));
        let counts = match (requested.parse(), received.parse()) {
            (Ok(requested), Ok(received)) => Redeal { requested, received },
            _ => return Err(word.fault("a number of cards is expected here")),
        };
        if counts.to_string() != word.text {
            return Err(word.expected(counts));
        }
        let counts = Stated { value: counts, word };
        let is_cards = |word: Word<'_>| word.text.len() > 1 && !begins_part(word);
        let cards = self.cursor.next_if(is_cards)?.map(cards).transpose()?;
        Ok(Statement::Redeal { seat, counts, cards })
    }

    fn keep(&mut self) -> Result<Statement<'a>, Fault> {
        let seat = parsed(self.cursor.expect("the dealer")?)?;
        let word = self.cursor.expect("cards")?;
        let (word, mark) = match Mark::split(word) {
            // A lone `?` stands for unknown cards.
            (unmarked, _) if unmarked.text.is_empty() => (word, None),
            split => split,
        };
        Ok(Statement::Keep {
            seat,
            kept: cards(word)?,
            mark,
            pool: self.cards_after("of")?,
            buried: self.cards_after("buried")?,
        })
    }

    fn kill(&mut self, seat: Word<'a>) -> Result<Statement<'a>, Fault> {
        let seat = parsed(seat)?;
        let (word, mark) = Mark::split(self.cursor.expect("cards")?);
        let killed: Vec<Card> = word
            .cards()
            .map(|card| Ok(card?.1))
            .collect::<Result<_, Fault>>()?;
        let value = Pile::new(killed).map_err(|error| word.fault(error.to_string()))?;
        let cards = Stated { value, word };
        Ok(Statement::Kill { seat, cards, mark })
    }

    fn trick(&mut self, part: Word<'a>) -> Result<Statement<'a>, Fault> {
        let digits = part.text.strip_suffix('.').unwrap_or(part.text);
        let value: usize = Word { text: digits, ..part }.number()?;
        if value.to_string() != digits {
            return Err(part.expected(format!("{value}.")));
        }
        let number = Stated { value, word: part };
        let leader = self.cursor.expect("the seat that plays first")?.parse()?;
        self.part = Some(ListPart::Trick {
            next: leader,
            columns: 0,
        });
        Ok(Statement::Trick { number, leader })
    }

    fn column(&mut self, word: Word<'a>, seat: Seat, columns: usize) -> Result<Statement<'a>, Fault> {
        if word.text == "=" {
            self.part = None;
            return self.trick_result();
        }
        self.part = Some(ListPart::Trick {
            next: seat.left(),
            columns: columns + 1,
        });
        if word.text == "-" {
            return Ok(Statement::NoPlay(Stated { value: seat, word }));
        }
        let (word, mark) = Mark::split(word);
        match parsed(word) {
            Ok(card) => Ok(Statement::Play { seat, card, mark }),
            Err(_) if columns >= 4 => Err(word.fault(TRICK_IS_OVER)),
            Err(fault) => Err(fault),
        }
    }

    fn trick_result(&mut self) -> Result<Statement<'a>, Fault> {
        let winner = parsed(self.cursor.expect("the seat that took the trick")?)?;
        let points = self.number("the points")?;
        let two = match self.cursor.next_if(|word| word.text == "two")? {
            Some(_) => Some(parsed(self.cursor.expect("the seat that played the two")?)?),
            None => None,
        };
        Ok(Statement::TrickResult { winner, points, two })
    }

    fn score(&mut self, part: Word<'a>) -> Result<Statement<'a>, Fault> {
        let taken = self.teams()?;
        let bid_winner = parsed(self.cursor.expect("the bid winner")?)?;
        let bid = parsed(self.cursor.expect("the bid")?)?;
        let word = self.cursor.expect("`made` or `failed`")?;
        let outcome = match word.text {
            "made" => ContractOutcome::Made,
            "failed" => ContractOutcome::Failed,
            _ => return Err(word.fault("`made` or `failed` is expected here")),
        };
        self.cursor.expect_word("total")?;
        Ok(Statement::Score(Score {
            part,
            taken,
            bid_winner,
            bid,
            outcome: Stated { value: outcome, word },
            total: self.teams()?,
        }))
    }

    /// Parses a number for each team.
    fn teams<T: FromStr>(&mut self) -> Result<ByTeam<Stated<'a, T>>, Fault> {
        self.cursor.expect_word("NS")?;
        let ns = self.number("a number")?;
        self.cursor.expect_word("EW")?;
        let ew = self.number("a number")?;
        Ok(ByTeam::new(ns, ew))
    }

    fn wins(&mut self) -> Result<Statement<'a>, Fault> {
        let word = self.cursor.expect("a team")?;
        let value = Team::ALL.into_iter().find(|team| team.to_string() == word.text);
        let value = value.ok_or_else(|| word.fault("a team is NS or EW"))?;
        Ok(Statement::Wins(Stated { value, word }))
    }

    /// Parses a seat, possibly with a mark. Errors about its action blame the whole part.
    fn actor(&mut self, part: Word<'a>) -> Result<(Stated<'a, Seat>, Option<Mark>), Fault> {
        let (word, mark) = Mark::split(self.cursor.expect("a seat")?);
        let value = word.parse()?;
        Ok((Stated { value, word: part }, mark))
    }

    fn seat_and_cards(&mut self, seat: Word<'a>) -> Result<SeatAndCards<'a>, Fault> {
        Ok((parsed(seat)?, self.cards()?))
    }

    fn cards(&mut self) -> Result<Stated<'a, VisibleCards>, Fault> {
        cards(self.cursor.expect("cards")?)
    }

    fn cards_after(&mut self, keyword: &str) -> Result<Option<Stated<'a, VisibleCards>>, Fault> {
        match self.cursor.next_if(|word| word.text == keyword)? {
            Some(_) => self.cards().map(Some),
            None => Ok(None),
        }
    }

    fn number<T: FromStr>(&mut self, what: &str) -> Result<Stated<'a, T>, Fault> {
        let word = self.cursor.expect(what)?;
        let value = word.number()?;
        Ok(Stated { value, word })
    }
}

type SeatAndCards<'a> = (Stated<'a, Seat>, Stated<'a, VisibleCards>);

fn parsed<T>(word: Word<'_>) -> Result<Stated<'_, T>, Fault>
where
    T: FromStr<Err: core::fmt::Display>,
{
    let value = word.parse()?;
    Ok(Stated { value, word })
}

/// Parses cards, their number, or a sign that even the number is unknown.
fn cards(word: Word<'_>) -> Result<Stated<'_, VisibleCards>, Fault> {
    let value = match word.text.strip_prefix('?') {
        Some("") => VisibleCards::Hidden,
        Some(count) => match count.parse() {
            Ok(count) => VisibleCards::Count(count),
            Err(_) => return Err(word.fault("unknown cards are written as `?` and their number")),
        },
        None if word.text == "-" => VisibleCards::Cards(CardSet::NONE),
        None => {
            let mut cards = CardSet::NONE;
            for card in word.cards() {
                let (word, card) = card?;
                if cards.contains(card) {
                    return Err(word.fault(format!("{card} is named twice")));
                }
                cards.insert(card);
            }
            VisibleCards::Cards(cards)
        }
    };
    Ok(Stated { value, word })
}

fn expected_part() -> String {
    format!(
        "a part of a game is expected: {}, or the number of a trick",
        PARTS.join(", ")
    )
}
