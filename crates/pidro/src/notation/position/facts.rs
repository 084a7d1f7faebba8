//! The contents of a position, and the game that they describe.
//!
//! `Facts` contains everything that can't be derived. From it, this module deals and plays a hand
//! that ends in exactly this position; if that fails, no game can reach it.

use super::replay::Replay;
use crate::cards::{Card, CardSet, Deck, Pile, Trump, by_rank};
use crate::game::{Auction, Game, Play, Stage};
use crate::rules::{FirstDealer, Rules};
use crate::seat::{BySeat, ByTeam, Seat, Team};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;

/// A position, without anything that can be derived from the rest.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) rules: Rules,
    pub(crate) stage: Stage,
    /// The seat that the stage concerns, if any.
    pub(crate) actor: Option<Seat>,
    /// The number of the current or next hand, and its dealer.
    pub(crate) number: u32,
    pub(crate) dealer: Option<Seat>,
    pub(crate) scores: ByTeam<i32>,
    pub(crate) winner: Option<Team>,
    /// The hand on the table, once one has been dealt.
    pub(crate) hand: Option<HandFacts>,
}

/// A hand, without anything that can be derived from the rest.
#[derive(Clone, Debug)]
pub(crate) struct HandFacts {
    pub(crate) dealer: Seat,
    pub(crate) cards: BySeat<CardSet>,
    pub(crate) pack: Pile<16>,
    pub(crate) auction: Auction,
    pub(crate) trump: Option<Trump>,
    pub(crate) discards: BySeat<CardSet>,
    pub(crate) pool_size: Option<u8>,
    pub(crate) buried: CardSet,
    /// The killed cards, top card first for each seat, including a top card that has since been
    /// played.
    pub(crate) killed: [Option<Play>; 8],
    pub(crate) plays: [Option<Play>; 14],
    pub(crate) claimed: Option<Seat>,
}

impl HandFacts {
    /// A hand of which only the dealer is known.
    pub(crate) const fn new(dealer: Seat) -> HandFacts {
        HandFacts {
            dealer,
            cards: BySeat::all(CardSet::NONE),
            pack: Pile::EMPTY,
            auction: Auction::new(dealer),
            trump: None,
            discards: BySeat::all(CardSet::NONE),
            pool_size: None,
            buried: CardSet::NONE,
            killed: [None; 8],
            plays: [None; 14],
            claimed: None,
        }
    }

    fn of(game: &Game) -> HandFacts {
        let hand = &game.hand;
        let mut plays = [None; 14];
        for (slot, play) in plays.iter_mut().zip(hand.tricks.plays()) {
            *slot = Some(*play);
        }
        HandFacts {
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

    fn describes(&self, game: &Game) -> bool {
        let hand = &game.hand;
        let plays = hand.tricks.plays();
        self.dealer == hand.dealer
            && self.cards == hand.cards
            && self.pack.as_slice() == hand.pack.as_slice()
            && self.trump == hand.trump
            && self.discards == hand.discards
            && self.pool_size == hand.pool_size
            && self.buried == hand.buried
            && self.killed == *hand.killed.all()
            && self.claimed == hand.claimed
            && self.plays.iter().flatten().eq(plays)
            // The seats that called follow from the dealer and the calls.
            && self.auction.as_slice() == hand.auction.as_slice()
    }

    /// The cards each seat has held since the redeal, or since the deal if it hasn't had its redeal
    /// yet.
    pub(crate) fn held(&self) -> BySeat<CardSet> {
        let mut held = self.cards;
        for play in self.plays.iter().chain(&self.killed).flatten() {
            held[play.seat].insert(play.card);
        }
        held
    }

    /// The cards that this seat was dealt, and those that it got from the pack. The position
    /// doesn't depend on which of its trumps came when, so any choice will do.
    fn origin(&self, seat: Seat, mut held: CardSet) -> Result<(CardSet, CardSet), Unreachable> {
        let mut discarded = self.discards[seat];
        if seat == self.dealer {
            let padding = self.padding(held);
            held = (held - padding) | self.buried;
            discarded |= padding;
        }
        let all = held | discarded;
        let dealt_nine = || {
            Unreachable::new(format!(
                "{seat}'s hand, discard and plays must come from nine dealt cards and the redeal; found {all}"
            ))
        };
        let received = all.len().checked_sub(DEALT).ok_or_else(dealt_nine)?;
        if received == 0 {
            return Ok((all, CardSet::NONE));
        }
        // A seat discards its non-trumps before it gets cards.
        let trumps = self.trump.map_or(CardSet::ALL, Trump::cards);
        let others = held - trumps;
        let more = received.checked_sub(others.len()).ok_or_else(dealt_nine)?;
        let from_pack = others | (held & trumps).iter().take(more).collect();
        if from_pack.len() == received {
            Ok((all - from_pack, from_pack))
        } else {
            Err(dealt_nine())
        }
    }

    /// The cards that the dealer, who held `held`, took back from the dealer's discard.
    fn padding(&self, held: CardSet) -> CardSet {
        let (Some(size), Some(trump)) = (self.pool_size, self.trump) else {
            return CardSet::NONE;
        };
        match (held.len() + self.buried.len()).saturating_sub(size.into()) {
            0 => CardSet::NONE,
            count => by_rank(held - trump.cards()).take(count).collect(),
        }
    }

    /// A deck that leads to this hand. If it is known what one seat was dealt, the deck deals it
    /// those cards.
    pub(crate) fn deck(&self, known: Option<(Seat, CardSet)>) -> Result<Deck, Unreachable> {
        let (dealt, taken) = self.deal(known)?;
        Ok(Deck::dealing(self.dealer, &dealt, self.pack(taken)))
    }

    /// The cards that each seat was dealt, and those that it got from the pack later.
    pub(super) fn deal(
        &self,
        known: Option<(Seat, CardSet)>,
    ) -> Result<(BySeat<CardSet>, BySeat<CardSet>), Unreachable> {
        let held = self.held();
        self.check_cards(&held)?;
        let mut dealt = BySeat::all(CardSet::NONE);
        let mut taken = BySeat::all(CardSet::NONE);
        for seat in Seat::ALL {
            (dealt[seat], taken[seat]) = match known {
                Some((own, cards)) if own == seat => {
                    let mut all = held[seat] | self.discards[seat];
                    if seat == self.dealer {
                        all |= self.buried;
                    }
                    (cards, all - cards)
                }
                _ => self.origin(seat, held[seat])?,
            };
        }
        Ok((dealt, taken))
    }

    /// The pack before the redeal, from which the seats took these cards.
    pub(super) fn pack(&self, taken: BySeat<CardSet>) -> impl Iterator<Item = Card> {
        let order = self.dealer.left().clockwise();
        let taken = order.into_iter().flat_map(move |seat| taken[seat]);
        taken.chain(self.pack.as_slice().iter().copied())
    }

    /// Checks that every card is in exactly one place.
    fn check_cards(&self, held: &BySeat<CardSet>) -> Result<(), Unreachable> {
        let mut seen = self.pack.cards();
        let mut count = self.pack.len() + self.buried.len();
        seen |= self.buried;
        for seat in Seat::ALL {
            count += self.cards[seat].len() + self.discards[seat].len();
            seen |= held[seat] | self.discards[seat];
        }
        count += self.plays.iter().flatten().count() + self.killed.iter().flatten().count();
        if self.killed[0].is_some() {
            // A top killed card that has been played appears twice.
            let tops = Seat::ALL.map(|seat| (first_of(&self.plays, seat), first_of(&self.killed, seat)));
            count -= tops
                .into_iter()
                .filter(|(play, top)| top.is_some() && play == top)
                .count();
        }
        // A dealer who keeps all trumps can briefly hold ten cards.
        let too_many =
            |seat, cards: CardSet| cards.len() > DEALT && (seat != self.dealer || self.pool_size.is_none());
        if let Some((seat, cards)) = self.cards.iter().find(|(seat, cards)| too_many(*seat, **cards)) {
            let count = cards.len();
            Err(Unreachable::new(format!(
                "{seat} holds {count} cards: nobody holds more than nine"
            )))
        } else if count > seen.len() {
            Err(self.card_twice())
        } else if let Some(card) = (CardSet::ALL - seen).first() {
            Err(Unreachable::new(format!("{card} is missing")))
        } else {
            Ok(())
        }
    }

    /// The error that names a card in two places.
    #[cold]
    fn card_twice(&self) -> Unreachable {
        let played = self.plays.iter().flatten().map(|play| play.card);
        let killed = self.killed.iter().flatten().map(|play| play.card);
        let played_set: CardSet = played.clone().collect();
        let held = Seat::ALL
            .into_iter()
            .flat_map(|seat| self.cards[seat].iter().chain(self.discards[seat]));
        let all = held
            .chain(self.pack.as_slice().iter().copied())
            .chain(self.buried)
            .chain(played)
            .chain(killed.filter(|card| !played_set.contains(*card)));
        let mut seen = CardSet::NONE;
        for card in all {
            if seen.contains(card) {
                return Unreachable::new(format!("{card} is in two places"));
            }
            seen.insert(card);
        }
        Unreachable::new("a killed card was played that was not on top")
    }
}

fn first_of(plays: &[Option<Play>], seat: Seat) -> Option<Card> {
    plays
        .iter()
        .flatten()
        .find(|play| play.seat == seat)
        .map(|play| play.card)
}

/// The number of cards in a hand before the redeal.
const DEALT: usize = 9;

impl Facts {
    pub(crate) fn of(game: &Game) -> Facts {
        Facts {
            rules: game.rules,
            stage: game.stage,
            actor: game.stage.has_actor().then_some(game.actor),
            number: game.number,
            dealer: game.dealer,
            scores: game.scores,
            winner: game.winner,
            hand: is_dealt(game).then(|| HandFacts::of(game)),
        }
    }

    /// Constructs the game with these facts.
    pub(crate) fn game(&self) -> Result<Game, Unreachable> {
        let game = match &self.hand {
            None => self.undealt()?,
            Some(hand) => Replay::new(self, hand)?.run()?,
        };
        if self.describes(&game) {
            Ok(game)
        } else {
            Err(self.contradiction(&game))
        }
    }

    /// Whether these are the facts of this game. Compares with the game directly, to avoid building
    /// its `Facts`.
    fn describes(&self, game: &Game) -> bool {
        self.stage == game.stage
            && self.actor == game.stage.has_actor().then_some(game.actor)
            && self.number == game.number
            && self.dealer == game.dealer
            && self.scores == game.scores
            && self.winner == game.winner
            && self.rules == game.rules
            && match &self.hand {
                Some(hand) => is_dealt(game) && hand.describes(game),
                None => !is_dealt(game),
            }
    }

    /// Constructs a game before its first hand.
    fn undealt(&self) -> Result<Game, Unreachable> {
        let mut game = Game::new(self.rules);
        if self.rules.first_dealer == FirstDealer::Cut
            && let Some(dealer) = self.actor.or(self.dealer)
        {
            game.evolve_cut(dealer);
            if self.stage != Stage::ChooseDealer {
                game.evolve_chosen(dealer);
            }
        }
        self.apply_resignation(&mut game)?;
        Ok(game)
    }

    /// Applies the losing team's resignation, if that ended the game.
    pub(super) fn apply_resignation(&self, game: &mut Game) -> Result<(), Unreachable> {
        if let Some(winner) = self.winner {
            game.evolve_resigned(losing_seat(winner));
        }
        match self.stage {
            Stage::Over => game.evolve_won(
                self.winner
                    .ok_or_else(|| Unreachable::new("a game that is over must have a winner"))?,
            ),
            stage if stage != game.stage => return Err(self.contradiction(game)),
            _ => {}
        }
        Ok(())
    }

    /// The number of the hand on the table, which stays there until the next deal.
    pub(super) fn hand_number(&self, hand: &HandFacts) -> u32 {
        if self.dealer == Some(hand.dealer) {
            self.number
        } else {
            self.number.saturating_sub(1)
        }
    }

    #[cold]
    pub(super) fn contradiction(&self, game: &Game) -> Unreachable {
        let other = Facts::of(game);
        let (what, stated, follows) = if self.stage != other.stage || self.actor != other.actor {
            ("`next`", stage(self), stage(&other))
        } else if self.scores != other.scores {
            let score = |of: &Facts| Team::ALL.map(|team| of.scores[team].to_string()).join(",");
            ("the score", score(self), score(&other))
        } else if self.number != other.number || self.dealer != other.dealer {
            let deal = |of: &Facts| match of.dealer {
                Some(dealer) => format!("hand {}, dealt by {dealer}", of.number),
                None => format!("hand {}, before the cut", of.number),
            };
            ("the hand's number", deal(self), deal(&other))
        } else if self.winner != other.winner {
            let team = |of: &Facts| of.winner.map_or("nobody".to_owned(), |team| team.to_string());
            ("the winner", team(self), team(&other))
        } else {
            return Unreachable::new("no sequence of plays leads to this layout");
        };
        Unreachable::new(format!(
            "{what} is {stated}, but the other fields imply {follows}"
        ))
    }
}

/// Whether a hand is on the table. Before the first deal there is only the empty hand of a new
/// game.
fn is_dealt(game: &Game) -> bool {
    !game.hand.auction.is_empty() || game.hand.cards.iter().any(|(_, cards)| !cards.is_empty())
}

/// The number of hands that have been dealt in this game.
pub(crate) fn hands_dealt(game: &Game) -> u32 {
    let facts = Facts::of(game);
    facts.hand.as_ref().map_or(0, |hand| facts.hand_number(hand))
}

fn stage(facts: &Facts) -> String {
    match facts.actor {
        Some(seat) => format!("`{},{seat}`", facts.stage.keyword()),
        None => format!("`{}`", facts.stage.keyword()),
    }
}

/// A seat of the losing team.
fn losing_seat(winner: Team) -> Seat {
    match winner {
        Team::NorthSouth => Seat::East,
        Team::EastWest => Seat::North,
    }
}

/// Why no game can reach a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unreachable(pub(crate) String);

impl Unreachable {
    #[cold]
    pub(crate) fn new(reason: impl Into<String>) -> Unreachable {
        Unreachable(reason.into())
    }
}
