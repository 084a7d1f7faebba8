//! Turns the events of a game into the statements of its record.

use super::statement::{ContractOutcome, Deal, Mark, Score, Stated, Statement};
use crate::cards::Card;
use crate::game::{Contract, Event, Game, History, Redeal, TrickResult};
use crate::notation::word::Word;
use crate::projection::{Observer, VisibleCards, VisibleEvent};
use crate::seat::{ByTeam, Seat};
use alloc::vec::Vec;

/// All statements about a game.
pub(super) fn statements(history: &History, observer: Option<Observer>) -> Vec<Statement<'static>> {
    let mut transcript = Transcript::new(*history.initial_game(), observer);
    let mut statements = Vec::new();
    for event in history.log() {
        transcript.event(event, None, &mut |statement| statements.push(statement));
    }
    statements
}

/// The state while events become statements.
pub(super) struct Transcript {
    /// The game before the next event.
    game: Game,
    observer: Option<Observer>,
    /// The seat whose column comes next in the trick that the record describes.
    next_column: Option<Seat>,
}

impl Transcript {
    pub(super) const fn new(first: Game, observer: Option<Observer>) -> Transcript {
        Transcript {
            game: first,
            observer,
            next_column: None,
        }
    }

    /// Emits the statements about an event. One arm per event.
    pub(super) fn event(
        &mut self,
        event: &Event,
        mark: Option<Mark>,
        emit: &mut impl FnMut(Statement<'static>),
    ) {
        match event.project(self.observer, self.game.rules()) {
            VisibleEvent::HandDealt { dealer, hands, deck } => emit(Statement::Hand {
                number: self.game.hand_number().into(),
                dealer: dealer.into(),
                deal: deck.map_or(Deal::Seen(hands), Deal::Whole).into(),
            }),
            // Whole records omit the discards, which follow from the cards.
            VisibleEvent::Discarded { .. } if self.observer.is_none() => {}
            VisibleEvent::Discarded { seat, cards } => emit(Statement::Discard {
                seat: seat.into(),
                cards: cards.into(),
            }),
            VisibleEvent::Redealt {
                seat,
                requested,
                received,
                cards,
            } => {
                let known = cards.cards().filter(|cards| !cards.is_empty());
                emit(Statement::Redeal {
                    seat: seat.into(),
                    counts: Redeal { requested, received }.into(),
                    cards: known.map(|cards| VisibleCards::Cards(cards).into()),
                });
            }
            VisibleEvent::Robbed {
                seat,
                pool,
                kept,
                buried,
                ..
            } => emit(Statement::Keep {
                seat: seat.into(),
                kept: kept.into(),
                mark,
                pool: matches!(pool, VisibleCards::Count(_)).then(|| pool.into()),
                buried: (!buried.is_empty()).then(|| buried.into()),
            }),
            VisibleEvent::DealerCut { cut } => {
                emit(Statement::Cut(cut.into()));
                emit(Statement::CutDealer(cut.dealer().into()));
            }
            VisibleEvent::CallMade { seat, call } => emit(Statement::Call {
                seat,
                call: call.into(),
                mark,
            }),
            VisibleEvent::TrumpDeclared { seat, trump } => emit(Statement::Trump {
                seat,
                suit: trump.suit().into(),
                mark,
            }),
            VisibleEvent::Killed { seat, cards, .. } => emit(Statement::Kill {
                seat: seat.into(),
                cards: cards.into(),
                mark,
            }),
            VisibleEvent::CardPlayed { seat, card } => self.play(seat, card, mark, emit),
            VisibleEvent::WentCold { seat, shown } => emit(Statement::Cold {
                seat: seat.into(),
                cards: VisibleCards::Cards(shown).into(),
            }),
            VisibleEvent::TrickWon { result } => self.trick_result(result, emit),
            VisibleEvent::Claimed { seat } => {
                self.next_column = None;
                emit(Statement::Claim {
                    seat: seat.into(),
                    mark,
                });
            }
            VisibleEvent::HandScored {
                contract,
                taken,
                made,
                change,
                left,
            } => {
                for (seat, &cards) in left.iter().filter(|(_, cards)| !cards.is_empty()) {
                    emit(Statement::Left {
                        seat: seat.into(),
                        cards: VisibleCards::Cards(cards).into(),
                    });
                }
                emit(Statement::Score(self.score(contract, taken, made, change)));
            }
            VisibleEvent::GameWon { team } => emit(Statement::Wins(team.into())),
            VisibleEvent::Resigned { seat } => emit(Statement::Resign {
                seat: seat.into(),
                mark,
            }),
            // These follow from other statements.
            VisibleEvent::DealerChosen { .. } | VisibleEvent::BiddingWon { .. } => {}
        }
        self.game.apply(event);
    }

    fn play(
        &mut self,
        seat: Seat,
        card: Card,
        mark: Option<Mark>,
        emit: &mut impl FnMut(Statement<'static>),
    ) {
        if self.next_column.is_none() {
            emit(Statement::Trick {
                number: (self.game.hand.tricks.finished().count() + 1).into(),
                leader: seat,
            });
            self.next_column = Some(seat);
        }
        self.cold_columns(seat, emit);
        emit(Statement::Play {
            seat,
            card: card.into(),
            mark,
        });
        self.next_column = Some(seat.left());
    }

    fn trick_result(&mut self, result: TrickResult, emit: &mut impl FnMut(Statement<'static>)) {
        // A record that starts from a position may start after the last card of a trick: then it
        // doesn't describe that trick.
        let first = self.game.hand.tricks.current().plays().first().copied();
        if let (Some(_), Some(first)) = (self.next_column, first) {
            self.cold_columns(first.seat, emit);
            emit(Statement::TrickResult {
                winner: result.winner.into(),
                points: result.points.into(),
                two: result.two.map(Stated::from),
            });
        }
        self.next_column = None;
    }

    fn score(&self, contract: Contract, taken: ByTeam<u8>, made: bool, change: ByTeam<i8>) -> Score<'static> {
        let scores = self.game.scores();
        Score {
            part: Word { text: "", offset: 0 },
            taken: ByTeam::from_fn(|team| taken[team].into()),
            bid_winner: contract.seat.into(),
            bid: contract.bid.into(),
            outcome: ContractOutcome::from(made).into(),
            total: ByTeam::from_fn(|team| (scores[team] + i32::from(change[team])).into()),
        }
    }

    /// Fills the columns of cold seats up to this seat's column.
    fn cold_columns(&mut self, seat: Seat, emit: &mut impl FnMut(Statement<'static>)) {
        while let Some(next) = self.next_column.filter(|next| *next != seat) {
            emit(Statement::NoPlay(next.into()));
            self.next_column = Some(next.left());
        }
    }
}
