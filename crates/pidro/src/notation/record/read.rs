//! Applies the statements of a record to a game. Every decision goes through the rules, and every
//! stated consequence must match the actual one.

use super::parse::{Parser, TRICK_IS_OVER};
use super::statement::{Deal, Mark, Stated, Statement};
use super::tags::Source;
use crate::cards::{Card, CardSet, Deck, Pile};
use crate::game::{Action, Cut, Event, Game, History, Stage};
use crate::notation::word::{Fault, Word};
use crate::projection::{Observer, VisibleCards, VisibleEvent};
use crate::seat::Seat;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The error for a mark on an automatic event.
const NO_CHOICE: &str = "there was no choice here that could be marked";

/// The game that the statements so far describe.
pub(super) struct Reader {
    pub(super) history: History,
    pub(super) source: Source,
    pub(super) observer: Option<Observer>,
    /// The byte offsets of the decks in the text.
    pub(super) deck_offsets: Vec<usize>,
    pub(super) marks: Vec<(usize, Mark)>,
    pub(super) comments: Vec<(usize, String)>,
    /// The number of events before the current hand was dealt.
    pub(super) hand_start: usize,
    /// The number of the current trick.
    pub(super) trick: usize,
    /// The number of events that the statements have covered so far: a comment belongs after the
    /// last of them.
    pub(super) covered_events: usize,
    /// The cards to keep for the dealer of this hand if the record doesn't state them.
    pub(super) kept: Option<CardSet>,
}

impl Reader {
    pub(super) const fn new(history: History, source: Source, observer: Option<Observer>) -> Reader {
        Reader {
            history,
            source,
            observer,
            deck_offsets: Vec::new(),
            marks: Vec::new(),
            comments: Vec::new(),
            hand_start: 0,
            trick: 0,
            covered_events: 0,
            kept: None,
        }
    }

    /// Reads everything up to the end of the text.
    pub(super) fn read(&mut self, parser: &mut Parser<'_>) -> Result<(), Fault> {
        while parser.has_next()? {
            self.take_comments(parser);
            let statement = parser.next()?;
            self.apply(&statement, || parser.rest_of_hand())?;
        }
        self.take_comments(parser);
        Ok(())
    }

    /// Reads statements that don't come from a text.
    pub(super) fn apply_all(&mut self, statements: &[Statement<'_>]) -> Result<(), Fault> {
        for (index, statement) in statements.iter().enumerate() {
            let rest = statements[index + 1..].iter();
            let rest_of_hand = rest.take_while(|next| !matches!(next, Statement::Hand { .. }));
            self.apply(statement, || Ok(rest_of_hand.cloned().collect()))?;
        }
        Ok(())
    }

    /// Collects the pending comments, each with the number of events before it.
    fn take_comments(&mut self, parser: &mut Parser<'_>) {
        let comments = parser.take_comments().into_iter();
        self.comments
            .extend(comments.map(|comment| (self.covered_events, comment)));
    }

    /// Applies a statement, with one arm per production of the grammar. `rest_of_hand` returns the
    /// statements after it up to the next hand.
    pub(super) fn apply<'a>(
        &mut self,
        statement: &Statement<'a>,
        rest_of_hand: impl FnOnce() -> Result<Vec<Statement<'a>>, Fault>,
    ) -> Result<(), Fault> {
        match statement {
            Statement::List => Ok(()),
            Statement::Cut(cut) => self.cut(cut),
            Statement::CutDealer(dealer) => self.check_cut_dealer(dealer),
            Statement::Hand { number, dealer, deal } => {
                self.check_hand(number, dealer, deal.word)?;
                self.hand_start = self.history.log().len();
                let deck = match &deal.value {
                    Deal::Whole(deck) => *deck,
                    Deal::Seen(hands) => {
                        self.complete_deal(dealer.value, hands, deal.word, &rest_of_hand()?)?
                    }
                };
                self.deal(deal.word, &deck)
            }
            Statement::Call { seat, call, mark } => self.act(call.word, *seat, call.value.action(), *mark),
            Statement::Trump { seat, suit, mark } => {
                self.act(suit.word, *seat, Action::Trump(suit.value), *mark)
            }
            Statement::Discard { seat, cards } => self.check_discard(seat, cards),
            Statement::Redeal { seat, counts, cards } => self.check_redeal(seat, counts, cards.as_ref()),
            Statement::Keep {
                seat,
                kept,
                mark,
                pool,
                buried,
            } => {
                self.keep(seat.value, kept, *mark)?;
                self.check_keep(seat, kept, pool.as_ref(), buried.as_ref())
            }
            Statement::Kill { seat, cards, mark } => self.kill(seat, cards, *mark),
            Statement::Trick { number, .. } => self.begin_trick(number),
            Statement::Play { seat, card, mark } => self.play(*seat, card, *mark),
            Statement::NoPlay(seat) => self.check_no_play(seat),
            Statement::TrickResult { winner, points, two } => {
                self.check_trick_result(winner, points, two.as_ref())
            }
            Statement::Cold { seat, cards } => self.check_cold(seat, cards),
            Statement::Claim { seat, mark } => self.act(seat.word, seat.value, Action::Claim, *mark),
            Statement::Left { seat, cards } => self.check_left(seat, cards),
            Statement::Score(score) => self.check_score(score),
            Statement::Resign { seat, mark } => self.act(seat.word, seat.value, Action::Resign, *mark),
            Statement::Wins(team) => self.check_wins(team),
        }
    }

    pub(super) const fn game(&self) -> &Game {
        self.history.game()
    }

    /// The events of the current hand.
    pub(super) fn events(&self) -> &[Event] {
        &self.history.log()[self.hand_start..]
    }

    /// Applies a seat's decision.
    fn act(&mut self, word: Word<'_>, seat: Seat, action: Action, mark: Option<Mark>) -> Result<(), Fault> {
        let index = self.history.log().len();
        self.history
            .act(seat, action)
            .map_err(|error| word.fault(error.to_string()))?;
        self.covered_events = index + 1;
        self.marks.extend(mark.map(|mark| (index, mark)));
        Ok(())
    }

    fn cut(&mut self, cut: &Stated<'_, Cut>) -> Result<(), Fault> {
        if self.game().stage != Stage::Cut {
            return Err(cut.word.fault("the first dealer is known already"));
        }
        let deck =
            Deck::beginning_with(cut.value.cards()).map_err(|error| cut.word.fault(error.to_string()))?;
        self.deal(cut.word, &deck)
    }

    fn check_hand(
        &self,
        number: &Stated<'_, u32>,
        dealer: &Stated<'_, Seat>,
        part: Word<'_>,
    ) -> Result<(), Fault> {
        let game = self.game();
        let (Stage::Deal, Some(actual)) = (game.stage, game.dealer()) else {
            return Err(part.fault(format!("no hand is dealt in the phase {}", game.phase())));
        };
        number.check(&game.hand_number())?;
        dealer.check(&actual)
    }

    /// Applies a deck: a cut or a deal.
    pub(super) fn deal(&mut self, part: Word<'_>, deck: &Deck) -> Result<(), Fault> {
        self.deck_offsets.push(part.offset);
        self.covered_events = self.history.log().len() + 1;
        let dealt = if self.source.seed.is_some() {
            self.history.deal_within_step(deck)
        } else {
            self.history.deal(deck).map(drop)
        };
        dealt.map_err(|error| part.fault(error.to_string()))
    }

    /// Applies the dealer's choice, if there was one.
    fn keep(&mut self, seat: Seat, kept: &Stated<'_, VisibleCards>, mark: Option<Mark>) -> Result<(), Fault> {
        if self.game().stage == Stage::Keep {
            // If the record hides the cards, use those that make the rest of the hand possible.
            let cards = kept.value.cards().or(self.kept);
            let cards = cards.ok_or_else(|| kept.word.fault("the cards that were kept are expected here"))?;
            self.act(kept.word, seat, Action::Keep(cards), mark)
        } else if mark.is_some() {
            Err(kept.word.fault(NO_CHOICE))
        } else {
            Ok(())
        }
    }

    /// Applies a seat's choice, or checks an automatic kill.
    fn kill(
        &mut self,
        seat: &Stated<'_, Seat>,
        cards: &Stated<'_, Pile<8>>,
        mark: Option<Mark>,
    ) -> Result<(), Fault> {
        let game = self.game();
        if game.stage == Stage::Kill && game.actor == seat.value {
            return self.act(cards.word, seat.value, Action::Kill(cards.value), mark);
        }
        if mark.is_some() {
            return Err(cards.word.fault(NO_CHOICE));
        }
        let killed = self.find(seat.word, |event| match event {
            VisibleEvent::Killed {
                seat: owner, cards, ..
            } if *owner == seat.value => Some(*cards),
            _ => None,
        })?;
        cards.check(&killed)
    }

    fn begin_trick(&mut self, number: &Stated<'_, usize>) -> Result<(), Fault> {
        self.trick = self.finished_tricks() + 1;
        if number.value == self.trick {
            Ok(())
        } else {
            Err(number.word.expected(format_args!("{}.", self.trick)))
        }
    }

    fn play(&mut self, seat: Seat, card: &Stated<'_, Card>, mark: Option<Mark>) -> Result<(), Fault> {
        if self.finished_tricks() == self.trick {
            return Err(card.word.fault(TRICK_IS_OVER));
        }
        self.act(card.word, seat, Action::Play(card.value), mark)
    }

    pub(super) fn finished_tricks(&self) -> usize {
        self.game().hand.tricks.finished().count()
    }
}
