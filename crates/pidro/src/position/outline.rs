//! What a position says, and the game that it says it of.
//!
//! An outline has everything that doesn't follow by itself. From it a hand can be dealt and played that ends in
//! just this position; if none can, no game comes to it.

use crate::action::Action;
use crate::bidding::{Auction, Call};
use crate::cards::Cards;
use crate::deck::Deck;
use crate::event::Event;
use crate::game::Game;
use crate::pile::Pile;
use crate::rob::by_rank;
use crate::rules::{FirstDealer, RobPoints, Rules};
use crate::seat::{BySeat, ByTeam, Seat, Team};
use crate::stage::Stage;
use crate::trick::Play;
use crate::trump::Trump;

/// A position without what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outline {
    pub(crate) rules: Rules,
    pub(crate) stage: Stage,
    /// The seat that the stage is about, if it is about one.
    pub(crate) at: Option<Seat>,
    /// The hand that is being played or comes next, and who deals it.
    pub(crate) number: u32,
    pub(crate) dealer: Option<Seat>,
    pub(crate) scores: ByTeam<i32>,
    pub(crate) winner: Option<Team>,
    /// The hand that lies on the table, once one has been dealt.
    pub(crate) hand: Option<HandOutline>,
}

/// A hand without what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandOutline {
    pub(crate) dealer: Seat,
    pub(crate) cards: BySeat<Cards>,
    pub(crate) pack: Pile<16>,
    pub(crate) auction: Auction,
    pub(crate) trump: Option<Trump>,
    pub(crate) discards: BySeat<Cards>,
    pub(crate) pool_size: Option<u8>,
    pub(crate) buried: Cards,
    /// The killed cards, each seat's top card first: also one that has been played since.
    pub(crate) killed: [Option<Play>; 8],
    pub(crate) plays: [Option<Play>; 14],
    pub(crate) claimed: Option<Seat>,
}

impl HandOutline {
    /// A hand of which nothing is known but the dealer.
    pub(crate) const fn new(dealer: Seat) -> HandOutline {
        HandOutline {
            dealer,
            cards: BySeat::all(Cards::NONE),
            pack: Pile::EMPTY,
            auction: Auction::new(dealer),
            trump: None,
            discards: BySeat::all(Cards::NONE),
            pool_size: None,
            buried: Cards::NONE,
            killed: [None; 8],
            plays: [None; 14],
            claimed: None,
        }
    }

    fn of(game: &Game) -> HandOutline {
        let hand = &game.hand;
        let mut plays = [None; 14];
        for (place, play) in plays.iter_mut().zip(hand.tricks.plays()) {
            *place = Some(*play);
        }
        HandOutline {
            dealer: hand.dealer,
            cards: hand.cards,
            pack: Pile::of(hand.pack.as_slice()),
            auction: hand.auction,
            trump: hand.trump,
            discards: hand.discards,
            pool_size: hand.pool_size,
            buried: hand.buried,
            killed: *hand.killed.all(),
            plays,
            claimed: hand.claimed,
        }
    }

    /// What each seat has held since it was filled up, or since the deal if it wasn't yet.
    pub(crate) fn held(&self) -> BySeat<Cards> {
        let mut held = self.cards;
        for play in self.plays.iter().chain(&self.killed).flatten() {
            held[play.seat].insert(play.card);
        }
        held
    }

    /// What this seat was dealt, and what it got from the pack. Which of its trumps came when makes no difference
    /// to the position, so any choice will do.
    fn origin(&self, seat: Seat, mut held: Cards) -> Result<(Cards, Cards), Unreachable> {
        let mut thrown = self.discards[seat];
        if seat == self.dealer {
            let padding = self.padding(held);
            held = (held - padding) | self.buried;
            thrown |= padding;
        }
        let all = held | thrown;
        let dealt_nine =
            || Unreachable::new(format!("{seat} was dealt nine cards: {all} can't be explained"));
        let received = all.len().checked_sub(DEALT).ok_or_else(dealt_nine)?;
        if received == 0 {
            return Ok((all, Cards::NONE));
        }
        // Whoever gets cards has thrown the non-trumps away before.
        let trumps = self.trump.map_or(Cards::ALL, Trump::cards);
        let others = held - trumps;
        let more = received.checked_sub(others.len()).ok_or_else(dealt_nine)?;
        let from_pack = others | (held & trumps).iter().take(more).collect();
        if from_pack.len() == received {
            Ok((all - from_pack, from_pack))
        } else {
            Err(dealt_nine())
        }
    }

    /// What the dealer, who held these cards, took up again of the own discard.
    fn padding(&self, held: Cards) -> Cards {
        let (Some(size), Some(trump)) = (self.pool_size, self.trump) else {
            return Cards::NONE;
        };
        match (held.len() + self.buried.len()).saturating_sub(size.into()) {
            0 => Cards::NONE,
            count => by_rank(held - trump.cards()).take(count).collect(),
        }
    }

    /// A deck from which the hand comes as it is.
    fn deck(&self) -> Result<Deck, Unreachable> {
        self.check_cards()?;
        let held = self.held();
        let mut dealt = BySeat::all(Cards::NONE);
        let mut taken = BySeat::all(Cards::NONE);
        for seat in Seat::ALL {
            (dealt[seat], taken[seat]) = self.origin(seat, held[seat])?;
        }
        let order = self.dealer.left().clockwise();
        let pack = order.into_iter().flat_map(|seat| taken[seat]);
        Ok(Deck::dealing(
            self.dealer,
            &dealt,
            pack.chain(self.pack.as_slice().iter().copied()),
        ))
    }

    /// Every card is in one place.
    fn check_cards(&self) -> Result<(), Unreachable> {
        let played: Cards = self.plays.iter().flatten().map(|play| play.card).collect();
        let killed: Cards = self.killed.iter().flatten().map(|play| play.card).collect();
        // A top killed card that has been played is told of twice.
        let mut places = [
            played,
            killed - played,
            self.pack.cards(),
            self.buried,
            Cards::NONE,
        ]
        .into_iter()
        .chain(Seat::ALL.map(|seat| self.cards[seat]))
        .chain(Seat::ALL.map(|seat| self.discards[seat]));
        let mut seen = Cards::NONE;
        let twice = places.find_map(|place| {
            let twice = seen & place;
            seen |= place;
            twice.first()
        });
        let pairs = |cards: Cards, plays: &[Option<Play>]| cards.len() == plays.iter().flatten().count();
        if let Some(card) = twice {
            Err(Unreachable::new(format!("{card} is in two places")))
        } else if !pairs(played, &self.plays) || !pairs(killed, &self.killed) {
            Err(Unreachable::new("a card is played or killed twice"))
        } else if let Some((seat, cards)) = self.cards.iter().find(|(_, cards)| cards.len() > DEALT) {
            let count = cards.len();
            Err(Unreachable::new(format!(
                "{seat} holds {count} cards: nobody holds more than nine"
            )))
        } else if let Some(card) = (Cards::ALL - seen).first() {
            Err(Unreachable::new(format!("{card} is nowhere")))
        } else {
            Ok(())
        }
    }
}

/// The cards of a hand before the redeal.
const DEALT: usize = 9;

impl Outline {
    pub(crate) fn of(game: &Game) -> Outline {
        // Before the first deal there is only the empty hand that a game begins with.
        let dealt = game.hand.cards.iter().any(|(_, cards)| !cards.is_empty())
            || !game.hand.tricks.plays().is_empty();
        Outline {
            rules: game.rules,
            stage: game.stage,
            at: game.stage.is_about_a_seat().then_some(game.at),
            number: game.number,
            dealer: game.dealer,
            scores: game.scores,
            winner: game.winner,
            hand: dealt.then(|| HandOutline::of(game)),
        }
    }

    /// The game that stands so.
    pub(crate) fn game(&self) -> Result<Game, Unreachable> {
        let game = match &self.hand {
            None => self.undealt()?,
            Some(hand) => Replay::new(self, hand)?.run()?,
        };
        if Outline::of(&game) == *self {
            Ok(game)
        } else {
            Err(self.contradiction(&game))
        }
    }

    /// A game before its first hand.
    fn undealt(&self) -> Result<Game, Unreachable> {
        let mut game = Game::new(self.rules);
        if self.rules.first_dealer == FirstDealer::Cut
            && let Some(dealer) = self.at.or(self.dealer)
        {
            game.evolve_cut(dealer);
            if self.stage != Stage::Chosen {
                game.evolve_chosen(dealer);
            }
        }
        self.give_up(&mut game)?;
        Ok(game)
    }

    /// Lets the losers resign, if the game was won so.
    fn give_up(&self, game: &mut Game) -> Result<(), Unreachable> {
        if let Some(winner) = self.winner {
            game.evolve_resigned(loser(winner));
        }
        match self.stage {
            Stage::Over => game.evolve_won(
                self.winner
                    .ok_or_else(|| Unreachable::new("a game that is over has a winner"))?,
            ),
            stage if stage != game.stage => return Err(self.contradiction(game)),
            _ => {}
        }
        Ok(())
    }

    /// The number of the hand on the table: it stays there until the next one is dealt.
    fn hand_number(&self, hand: &HandOutline) -> u32 {
        if self.dealer == Some(hand.dealer) {
            self.number
        } else {
            self.number.saturating_sub(1)
        }
    }

    #[cold]
    fn contradiction(&self, game: &Game) -> Unreachable {
        let other = Outline::of(game);
        let (what, stated, follows) = if self.stage != other.stage || self.at != other.at {
            ("what comes next", stage(self), stage(&other))
        } else if self.scores != other.scores {
            (
                "the score",
                format!("{:?}", self.scores),
                format!("{:?}", other.scores),
            )
        } else if self.number != other.number || self.dealer != other.dealer {
            let deal = |of: &Outline| format!("hand {}, dealt by {:?}", of.number, of.dealer);
            ("the hand's number", deal(self), deal(&other))
        } else if self.winner != other.winner {
            let team = |of: &Outline| of.winner.map_or("nobody".to_owned(), |team| team.to_string());
            ("the winner", team(self), team(&other))
        } else {
            return Unreachable::new("no hand is played so that the cards lie like this");
        };
        Unreachable::new(format!(
            "{what} can't be {stated}: from the rest follows {follows}"
        ))
    }
}

fn stage(outline: &Outline) -> String {
    match outline.at {
        Some(seat) => format!("`{},{seat}`", outline.stage.word()),
        None => format!("`{}`", outline.stage.word()),
    }
}

/// A seat of the team that has lost.
fn loser(winner: Team) -> Seat {
    match winner {
        Team::NorthSouth => Seat::East,
        Team::EastWest => Seat::North,
    }
}

/// A hand that is played again to find out whether it comes to the position.
struct Replay<'a> {
    goal: &'a Outline,
    hand: &'a HandOutline,
    game: Game,
    calls: usize,
    plays: usize,
}

impl Replay<'_> {
    fn new<'a>(goal: &'a Outline, hand: &'a HandOutline) -> Result<Replay<'a>, Unreachable> {
        let mut game = Game::new(goal.rules);
        game.number = goal.hand_number(hand);
        if game.number == u32::MAX {
            return Err(Unreachable::new("no game has so many hands"));
        }
        if let FirstDealer::Fixed(first) = goal.rules.first_dealer
            && first.clockwise()[(game.number.wrapping_sub(1) % 4) as usize] != hand.dealer
        {
            return Err(Unreachable::new(format!(
                "{} can't deal hand {} where {first} deals the first",
                hand.dealer, game.number
            )));
        }
        game.evolve_chosen(hand.dealer);
        game.scores = goal.scores;
        game.evolve_dealt(hand.dealer, &hand.deck()?);
        Ok(Replay {
            goal,
            hand,
            game,
            calls: 0,
            plays: 0,
        })
    }

    fn run(mut self) -> Result<Game, Unreachable> {
        while !self.is_there() {
            match self.game.stage {
                stage if stage.is_decision() => {
                    let Some(action) = self.next_action() else {
                        self.check_scores()?;
                        self.goal.give_up(&mut self.game)?;
                        return Ok(self.game);
                    };
                    self.act(action)?;
                }
                Stage::Score => self.score()?,
                Stage::Deal => {
                    self.goal.give_up(&mut self.game)?;
                    return Ok(self.game);
                }
                Stage::Over => return Err(self.goal.contradiction(&self.game)),
                _ => self.game.go_on(&mut |_| ()),
            }
        }
        if !matches!(self.game.stage, Stage::Deal | Stage::Decided | Stage::Over) {
            self.check_scores()?;
        }
        Ok(self.game)
    }

    /// Whether everything has happened and the same comes next.
    fn is_there(&self) -> bool {
        let (goal, game) = (self.goal, &self.game);
        game.stage == goal.stage
            && goal.at.is_none_or(|at| at == game.at)
            && self.calls == self.hand.auction.len()
            && self.hand.plays.get(self.plays).is_none_or(Option::is_none)
            && game.hand.claimed == self.hand.claimed
    }

    /// What the seat whose turn it is does next.
    fn next_action(&self) -> Option<Action> {
        let hand = self.hand;
        let seat = self.game.at;
        match self.game.stage {
            Stage::Call => hand.auction.calls().nth(self.calls).map(|(_, call)| match call {
                Call::Pass => Action::Pass,
                Call::Bid(bid) => Action::Bid(bid),
            }),
            Stage::Declare => hand.trump.map(|trump| Action::Trump(trump.suit())),
            Stage::Keep => hand.pack.is_empty().then(|| Action::Keep(hand.held()[seat])),
            Stage::Kill => {
                let own = hand.killed.iter().flatten().filter(|play| play.seat == seat);
                let pile = Pile::new(own.map(|play| play.card)).unwrap_or_default();
                (!pile.is_empty()).then_some(Action::Kill(pile))
            }
            _ => match hand.plays.get(self.plays).copied().flatten() {
                Some(play) => Some(Action::Play(play.card)),
                None => hand.claimed.map(|_| Action::Claim),
            },
        }
    }

    fn act(&mut self, action: Action) -> Result<(), Unreachable> {
        let mut seat = self.game.at;
        match action {
            Action::Bid(_) | Action::Pass => self.calls += 1,
            Action::Play(_) => {
                if let Some(play) = self.hand.plays[self.plays] {
                    seat = play.seat;
                }
                self.plays += 1;
            }
            _ => {}
        }
        self.game.begin(seat, &action, &mut |_| ()).map_err(|error| {
            let cold = if self.game.hand.cold.contains(seat) {
                " and is cold"
            } else {
                ""
            };
            Unreachable::new(format!("{seat} can't {action}{cold}: {error}"))
        })
    }

    /// Scores the hand. The position tells the scores after it, so those before it are worked out first.
    fn score(&mut self) -> Result<(), Unreachable> {
        if let Event::HandScored { change, .. } = self.game.scored() {
            for (team, &change) in change.iter() {
                self.game.scores[team] = self.game.scores[team].saturating_sub(change.into());
            }
        }
        self.check_scores()?;
        self.game.go_on(&mut |_| ());
        Ok(())
    }

    /// Whether the game could stand so after the hands before this one.
    fn check_scores(&self) -> Result<(), Unreachable> {
        let game = &self.game;
        let [ns, ew] = Team::ALL.map(|team| i64::from(game.scores[team]));
        let target = i64::from(game.rules.target.get());
        let hands = i64::from(game.number) - 1;
        let possible = match hands {
            0 => (ns, ew) == (0, 0),
            1 => one_hand(ns, ew, &game.rules) || one_hand(ew, ns, &game.rules),
            _ => ns.min(ew) >= -14 * hands && ns + ew <= 14 * hands && ns.max(ew) <= 14 * hands,
        };
        if ns >= target || ew >= target {
            Err(Unreachable::new(format!(
                "with {ns} and {ew} points before hand {} the game was over",
                game.number
            )))
        } else if !possible {
            Err(Unreachable::new(format!(
                "no game stands at {ns} and {ew} points before hand {}",
                game.number
            )))
        } else {
            Ok(())
        }
    }
}

/// Whether a hand can bring these points to the bidders and the defenders.
fn one_hand(bidders: i64, defenders: i64, rules: &Rules) -> bool {
    let protected = rules.rob_points == RobPoints::Protected;
    let made = bidders >= 6 && defenders >= 0 && bidders + defenders <= 14;
    let failed = (-14..=-6).contains(&bidders) && (0..=14).contains(&defenders);
    if protected {
        made && bidders + defenders == 14 || failed && defenders > 14 + bidders
    } else {
        made || failed
    }
}

/// Why no game comes to a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unreachable(pub(crate) String);

impl Unreachable {
    #[cold]
    pub(crate) fn new(reason: impl Into<String>) -> Unreachable {
        Unreachable(reason.into())
    }
}
