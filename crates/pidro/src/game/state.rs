//! The state of a game, and the two functions that drive it: `decide` and `evolve`.

use crate::cards::{CardSet, Deck, Trump};
use crate::game::cut;
use crate::game::{
    Action, Auction, Call, Event, IllegalAction, KilledCards, Legal, Pack, Phase, Redeal, Stage, Tricks,
};
use crate::rules::{FirstDealer, Rules};
use crate::seat::{BySeat, ByTeam, Seat, SeatSet, Team};

/// A game of Pidro: the complete state, including hidden cards.
///
/// A `Game` is a small value. [`decide`](Game::decide) says what an action would cause and changes
/// nothing; [`evolve`](Game::evolve) applies one event and never refuses; [`view`](Game::view)
/// returns what an observer may know.
///
/// ```
/// use pidro::{Action, Bid, Game, Phase, Rules, Seat, Seed};
///
/// let rules: Rules = "finnish first_dealer=W".parse()?;
/// let game = Game::new(rules).decide_deal(&Seed::new("1").deck(1))?.finish();
/// assert_eq!(game.turn(), Some(Seat::North));
///
/// let step = game.decide(Seat::North, Action::Bid(Bid::MAX))?;
/// let after = step.clone().fold(game, |game, event| game.evolve(&event));
/// assert_eq!(after, step.finish());
/// assert_eq!(after.phase(), Phase::Bidding);
///
/// assert_eq!(game.decide(Seat::East, Action::Pass).unwrap_err().code(), "not_your_turn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    pub(crate) rules: Rules,
    pub(crate) stage: Stage,
    /// The seat that the stage concerns: the seat that must decide, or the subject of the next
    /// automatic event.
    pub(crate) actor: Seat,
    /// The number of the current hand or, between hands, of the next one.
    pub(crate) number: u32,
    /// The dealer of that hand, once known.
    pub(crate) dealer: Option<Seat>,
    pub(crate) scores: ByTeam<i32>,
    /// The winner, once decided.
    pub(crate) winner: Option<Team>,
    pub(crate) hand: Hand,
}

/// The current hand or, between hands, the last one: only the next deal resets it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Hand {
    pub(crate) dealer: Seat,
    /// The cards each seat holds. The cards that a cold seat has shown stay here.
    pub(crate) cards: BySeat<CardSet>,
    pub(crate) pack: Pack,
    pub(crate) auction: Auction,
    pub(crate) trump: Option<Trump>,
    pub(crate) discards: BySeat<CardSet>,
    pub(crate) redeal: BySeat<Option<Redeal>>,
    /// The size of the pool: the dealer's own trumps plus the cards to rob. `None` until the redeal
    /// is over, and if the pack runs out.
    pub(crate) pool_size: Option<u8>,
    pub(crate) buried: CardSet,
    pub(crate) killed: KilledCards,
    pub(crate) tricks: Tricks,
    /// The seat that leads to the current trick.
    pub(crate) lead: Seat,
    pub(crate) cold: SeatSet,
    /// The points from the finished tricks.
    pub(crate) points: ByTeam<u8>,
    pub(crate) claimed: Option<Seat>,
}

impl Hand {
    pub(crate) const fn new(dealer: Seat) -> Hand {
        Hand {
            dealer,
            cards: BySeat::all(CardSet::NONE),
            pack: Pack::EMPTY,
            auction: Auction::new(dealer),
            trump: None,
            discards: BySeat::all(CardSet::NONE),
            redeal: BySeat::all(None),
            pool_size: None,
            buried: CardSet::NONE,
            killed: KilledCards::NONE,
            tricks: Tricks::NONE,
            lead: dealer,
            cold: SeatSet::NONE,
            points: ByTeam::both(0),
            claimed: None,
        }
    }
}

impl Game {
    /// Creates a game in which nothing has happened yet.
    #[must_use]
    pub const fn new(rules: Rules) -> Game {
        let (stage, dealer) = match rules.first_dealer {
            FirstDealer::Cut => (Stage::Cut, None),
            FirstDealer::Fixed(seat) => (Stage::Deal, Some(seat)),
        };
        Game {
            rules,
            stage,
            actor: Seat::North,
            number: 1,
            dealer,
            scores: ByTeam::both(0),
            winner: None,
            hand: Hand::new(Seat::North),
        }
    }

    /// The rules of this game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The current phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.stage.phase()
    }

    /// The seat whose turn it is; `None` while the game waits for a deck, when an automatic event
    /// is due, or when the game is over.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        if self.stage.is_decision() {
            Some(self.actor)
        } else {
            None
        }
    }

    /// Whether the game is waiting for a deck.
    #[must_use]
    pub const fn wants_deck(&self) -> bool {
        self.stage.wants_deck()
    }

    /// The number of the current hand or, between hands, of the next one. The first hand is 1.
    #[must_use]
    pub const fn hand_number(&self) -> u32 {
        self.number
    }

    /// The dealer of hand [`hand_number`](Game::hand_number); `None` until the cut has decided it.
    #[must_use]
    pub const fn dealer(&self) -> Option<Seat> {
        self.dealer
    }

    /// Each team's score.
    #[must_use]
    pub const fn scores(&self) -> ByTeam<i32> {
        self.scores
    }

    /// The team that has won the game, if any.
    #[must_use]
    pub const fn winner(&self) -> Option<Team> {
        self.winner
    }

    /// The legal actions of the seat whose turn it is. [`decide`](Game::decide) accepts exactly
    /// these actions from that seat, plus [`Action::Resign`], which any seat may choose until the
    /// game is over, and [`Action::Claim`].
    #[must_use]
    #[inline]
    pub fn legal(&self) -> Legal {
        match self.stage {
            Stage::Cut | Stage::Deal => Legal::Deal,
            Stage::Call => self.legal_call(),
            Stage::Declare => Legal::Trump,
            Stage::Keep => self.legal_keep(),
            Stage::Kill => self.legal_kill(),
            Stage::Play => self.legal_play(),
            _ => Legal::Nothing,
        }
    }

    /// Returns what this action would cause.
    ///
    /// # Errors
    ///
    /// If the rules forbid the action.
    pub fn decide(&self, seat: Seat, action: Action) -> Result<Step, IllegalAction> {
        let mut step = Step::resume(*self);
        step.game
            .apply_action(seat, &action, &mut |event| step.first = Some(*event))?;
        Ok(step)
    }

    /// Returns what this deck would cause: the cut for the first deal, or the deal of a hand.
    ///
    /// # Errors
    ///
    /// If the game is not waiting for a deck, or if the whole deck does not decide the cut.
    pub fn decide_deal(&self, deck: &Deck) -> Result<Step, IllegalAction> {
        let mut step = Step::resume(*self);
        step.game
            .apply_deck(deck, &mut |event| step.first = Some(*event))?;
        Ok(step)
    }

    /// Decides and evolves in place, and passes every event to `emit`. Fast enough for simulations:
    /// it copies and allocates nothing.
    ///
    /// # Errors
    ///
    /// If the rules forbid the action; the game is then unchanged.
    ///
    /// ```
    /// use pidro::{Action, Game, Rules, Seat, Seed};
    ///
    /// let mut game = Game::new("finnish first_dealer=W".parse()?);
    /// let mut log = Vec::new();
    /// game.deal(&Seed::new("1").deck(1), |event| log.push(*event))?;
    /// game.act(Seat::North, Action::Pass, |event| log.push(*event))?;
    /// assert_eq!(log.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn act(
        &mut self,
        seat: Seat,
        action: Action,
        mut emit: impl FnMut(&Event),
    ) -> Result<(), IllegalAction> {
        self.apply_action(seat, &action, &mut emit)?;
        self.finish_step(&mut emit);
        Ok(())
    }

    /// Applies a deck in place, and passes every event to `emit`.
    ///
    /// # Errors
    ///
    /// As for [`decide_deal`](Game::decide_deal); the game is then unchanged.
    pub fn deal(&mut self, deck: &Deck, mut emit: impl FnMut(&Event)) -> Result<(), IllegalAction> {
        self.apply_deck(deck, &mut emit)?;
        self.finish_step(&mut emit);
        Ok(())
    }

    /// Applies the action's event if it is legal.
    #[inline]
    pub(crate) fn apply_action(
        &mut self,
        seat: Seat,
        action: &Action,
        emit: &mut impl FnMut(&Event),
    ) -> Result<(), IllegalAction> {
        let turn = self.actor == seat;
        match (self.stage, action) {
            (Stage::Play, &Action::Play(card)) if turn && self.legal_play().contains(action) => {
                self.apply_and_emit(&Event::CardPlayed { seat, card }, emit);
            }
            (Stage::Call, &Action::Bid(bid)) if turn && self.legal_call().contains(action) => {
                let call = Call::Bid(bid);
                self.apply_and_emit(&Event::CallMade { seat, call }, emit);
            }
            (Stage::Call, Action::Pass) if turn && self.legal_call().contains(action) => {
                let call = Call::Pass;
                self.apply_and_emit(&Event::CallMade { seat, call }, emit);
            }
            (Stage::Declare, &Action::Trump(suit)) if turn => {
                let trump = Trump::new(suit);
                self.apply_and_emit(&Event::TrumpDeclared { seat, trump }, emit);
            }
            (Stage::Keep, &Action::Keep(cards)) if turn && self.legal_keep().contains(action) => {
                self.apply_and_emit(&self.robbed(cards), emit);
            }
            (Stage::Kill, &Action::Kill(cards)) if turn && self.legal_kill().contains(action) => {
                self.apply_and_emit(&Event::Killed { seat, cards }, emit);
            }
            (Stage::Play, Action::Claim) if turn && self.claim_is_proven() => {
                self.apply_and_emit(&Event::Claimed { seat }, emit);
            }
            (stage, Action::Resign) if stage != Stage::Over => {
                self.apply_and_emit(&Event::Resigned { seat }, emit);
            }
            _ => return Err(self.refused(seat, action)),
        }
        Ok(())
    }

    /// Applies the deck's event: the cut or the deal.
    fn apply_deck(&mut self, deck: &Deck, emit: &mut impl FnMut(&Event)) -> Result<(), IllegalAction> {
        match (self.stage, self.dealer) {
            (Stage::Cut, _) => {
                let cut = cut::draw(deck)?;
                self.apply_and_emit(&Event::DealerCut { cut }, emit);
            }
            (Stage::Deal, Some(dealer)) => {
                self.apply_and_emit(&Event::HandDealt { dealer, deck: *deck }, emit);
            }
            (Stage::Over, _) => return Err(IllegalAction::GameOver),
            _ => return Err(IllegalAction::NoDeckWanted { phase: self.phase() }),
        }
        Ok(())
    }

    /// Applies all automatic events that are due.
    #[inline]
    fn finish_step(&mut self, emit: &mut impl FnMut(&Event)) {
        while self.stage.is_automatic() {
            self.apply_next_automatic(emit);
        }
    }

    /// Applies the next automatic event, if one is due.
    #[inline]
    pub(crate) fn apply_next_automatic(&mut self, emit: &mut impl FnMut(&Event)) {
        match self.stage {
            Stage::ChooseDealer => self.apply_and_emit(&self.dealer_chosen(), emit),
            Stage::CloseBidding => self.apply_and_emit(&self.bidding_won(), emit),
            Stage::Discard => self.apply_and_emit(&self.discarded(), emit),
            Stage::Redeal => self.apply_and_emit(&self.redealt(), emit),
            Stage::Rob => self.apply_and_emit(&self.robbed(self.kept_without_choice()), emit),
            Stage::AutoKill => self.apply_and_emit(&self.auto_killed(), emit),
            Stage::GoCold => self.apply_and_emit(&self.went_cold(), emit),
            Stage::TrickEnd => self.apply_and_emit(&self.trick_won(), emit),
            Stage::Score => self.apply_and_emit(&self.scored(), emit),
            Stage::AnnounceWinner => self.apply_and_emit(&self.game_won(), emit),
            // The arms above cover every automatic stage.
            _ => debug_assert!(!self.stage.is_automatic()),
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "the callers know the event, so one arm of `apply` is left"
    )]
    #[inline(always)]
    fn apply_and_emit(&mut self, event: &Event, emit: &mut impl FnMut(&Event)) {
        self.apply(event);
        emit(event);
    }

    /// Explains why an illegal action is refused.
    #[cold]
    fn refused(&self, seat: Seat, action: &Action) -> IllegalAction {
        let Some(turn) = self.turn() else {
            return match self.stage {
                Stage::Over => IllegalAction::GameOver,
                _ => self.wrong_phase(action),
            };
        };
        let refusal = match (self.stage, action) {
            (Stage::Call, Action::Bid(bid)) => self.call_refused(Call::Bid(*bid)),
            (Stage::Call, Action::Pass) => self.call_refused(Call::Pass),
            (Stage::Keep, Action::Keep(cards)) => self.keep_refused(*cards),
            (Stage::Kill, Action::Kill(cards)) => self.kill_refused(cards),
            (Stage::Play, Action::Play(card)) => self.play_refused(*card),
            (Stage::Play, Action::Claim) => IllegalAction::ClaimNotProven,
            (Stage::Declare, Action::Trump(_)) => IllegalAction::NotYourTurn { seat, turn },
            _ => return self.wrong_phase(action),
        };
        if turn == seat {
            refusal
        } else {
            IllegalAction::NotYourTurn { seat, turn }
        }
    }

    fn wrong_phase(&self, action: &Action) -> IllegalAction {
        IllegalAction::WrongPhase {
            asked: action.kind(),
            phase: self.phase(),
            awaited: self.legal().awaited(),
        }
    }

    /// Returns the game after this event, without checking it: an event is a fact.
    ///
    /// # Panics
    ///
    /// May panic if the event can't follow in this game, such as a card played before trump is
    /// named, or a fifteenth play. To load a log from an untrusted source, use
    /// [`History::from_events`](crate::History::from_events).
    #[must_use]
    pub fn evolve(mut self, event: &Event) -> Game {
        self.apply(event);
        self
    }

    /// Applies an event. All changes to a game go through this function.
    #[expect(clippy::inline_always, reason = "see `apply_and_emit`")]
    #[inline(always)]
    pub(crate) fn apply(&mut self, event: &Event) {
        match *event {
            Event::DealerCut { cut } => self.evolve_cut(cut.dealer()),
            Event::DealerChosen { seat } => self.evolve_chosen(seat),
            Event::HandDealt { dealer, ref deck } => self.evolve_dealt(dealer, deck),
            Event::CallMade { seat, call } => self.evolve_called(seat, call),
            Event::BiddingWon { contract } => self.evolve_bidding_won(contract),
            Event::TrumpDeclared { trump, .. } => self.evolve_declared(trump),
            Event::Discarded { seat, cards, .. } => self.evolve_discarded(seat, cards),
            Event::Redealt {
                seat,
                requested,
                cards,
            } => self.evolve_redealt(seat, requested, cards),
            Event::Robbed { kept, buried, .. } => self.evolve_robbed(kept, buried),
            Event::Killed { seat, ref cards } => self.evolve_killed(seat, cards),
            Event::CardPlayed { seat, card } => self.evolve_played(seat, card),
            Event::WentCold { seat, .. } => self.evolve_cold(seat),
            Event::TrickWon { result } => self.evolve_trick(result),
            Event::Claimed { seat } => self.evolve_claimed(seat),
            Event::HandScored { contract, change, .. } => self.evolve_scored(contract, change),
            Event::GameWon { team } => self.evolve_won(team),
            Event::Resigned { seat } => self.evolve_resigned(seat),
        }
    }
}

/// A decision and everything it causes, as a lazy iterator of events.
///
/// The first event is the decision itself; the others are its automatic consequences, up to the
/// next decision. The game that decided is unchanged: apply the events to it, or take the resulting
/// game from [`finish`](Step::finish).
///
/// ```
/// use pidro::{Action, Bid, Event, Game, Seat, Seed};
///
/// let mut game = Game::new("first_dealer=N".parse()?);
/// game.deal(&Seed::new("1").deck(1), |_| ())?;
/// for seat in [Seat::East, Seat::South, Seat::West] {
///     game.act(seat, Action::Pass, |_| ())?;
/// }
/// // The last call also ends the bidding.
/// let step = game.decide(Seat::North, Action::Bid(Bid::MIN))?;
/// assert_eq!(step.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a step changes nothing by itself"]
pub struct Step {
    /// The game after every event yielded so far, and after `first` if that is still pending.
    game: Game,
    first: Option<Event>,
}

impl Step {
    /// Continues a game with the automatic events that are due. Yields nothing if the game waits
    /// for a decision or a deck, and the rest of the step if the game was replayed into the middle
    /// of one.
    pub const fn resume(game: Game) -> Step {
        Step { game, first: None }
    }

    /// Returns the game after all the events.
    #[must_use]
    pub fn finish(mut self) -> Game {
        self.game.finish_step(&mut |_| ());
        self.game
    }
}

impl Iterator for Step {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if self.first.is_none() {
            self.game
                .apply_next_automatic(&mut |event| self.first = Some(*event));
        }
        self.first.take()
    }
}
