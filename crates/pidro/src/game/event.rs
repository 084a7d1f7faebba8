//! The events of a game. Each is a fact, complete with its cards.

use crate::cards::{Card, CardSet, Deck, Pile, Trump};
use crate::game::{Action, Call, Contract, Cut, TrickResult};
use crate::seat::{BySeat, ByTeam, Seat, Team};

/// A fact of the game. The log of all events determines the game: folding
/// [`Game::evolve`](crate::Game::evolve) over it from a new game reproduces the same game.
///
/// An event contains everything, including hidden cards. [`Event::seen_by`](crate::Event::seen_by)
/// returns what an observer sees of it.
///
/// ```
/// use pidro::{Event, Game, Seed};
///
/// let new = Game::new("first_dealer=N".parse()?);
/// let events: Vec<Event> = new.decide_deal(&Seed::new("1").deck(1))?.collect();
/// let replayed = events.iter().fold(new, Game::evolve);
/// assert_eq!(replayed.turn(), Some(pidro::Seat::East));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
pub enum Event {
    /// The seats cut for the first deal.
    DealerCut {
        /// The cards drawn, which determine who drew them.
        cut: Cut,
    },
    /// The cut determined the first dealer.
    DealerChosen {
        /// The seat that drew the highest card.
        seat: Seat,
    },
    /// A hand was dealt.
    HandDealt {
        /// The dealer.
        dealer: Seat,
        /// The whole deck, top card first.
        deck: Deck,
    },
    /// A seat bid or passed.
    CallMade {
        /// The seat that called.
        seat: Seat,
        /// The call.
        #[cfg_attr(feature = "serde", serde(rename = "bid"))]
        call: Call,
    },
    /// The bidding is over.
    BiddingWon {
        /// The highest bid and the seat that made it.
        #[cfg_attr(feature = "serde", serde(flatten))]
        contract: Contract,
    },
    /// The bid winner named the trump suit.
    TrumpDeclared {
        /// The bid winner.
        seat: Seat,
        /// The trumps.
        trump: Trump,
    },
    /// A seat discarded its non-trumps.
    Discarded {
        /// The seat that discarded.
        seat: Seat,
        /// The cards.
        cards: CardSet,
        /// Whether the seat is the dealer. Even the number of cards in the dealer's discard is
        /// hidden.
        by_dealer: bool,
    },
    /// A seat drew cards from the pack to fill up its hand.
    Redealt {
        /// The seat that got the cards.
        seat: Seat,
        /// The number of cards the seat requested.
        requested: u8,
        /// The cards it got: fewer than requested if the pack ran out.
        cards: CardSet,
    },
    /// The dealer took the rest of the pack and kept a hand.
    Robbed {
        /// The dealer.
        seat: Seat,
        /// The number of cards taken from the pack.
        taken: u8,
        /// The dealer's trumps and the rest of the pack.
        pool: CardSet,
        /// The hand that the dealer kept. Cards outside the pool come from the dealer's own
        /// discard.
        kept: CardSet,
        /// The cards of the pool that the dealer did not keep.
        buried: CardSet,
    },
    /// A seat with more than six trumps killed the excess.
    Killed {
        /// The seat that killed.
        seat: Seat,
        /// The killed cards in the order the seat named them, top card first.
        cards: Pile<8>,
    },
    /// A card was played.
    CardPlayed {
        /// The seat that played.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat without trumps showed its cards and is out of the hand.
    WentCold {
        /// The seat that went cold.
        seat: Seat,
        /// The cards it showed.
        shown: CardSet,
    },
    /// A seat won a trick.
    TrickWon {
        /// The winner, the trick's points, and the two's point separately.
        #[cfg_attr(feature = "serde", serde(flatten))]
        result: TrickResult,
    },
    /// A seat claimed the rest of the hand and proved it.
    Claimed {
        /// The seat that claimed.
        seat: Seat,
    },
    /// A hand was scored.
    HandScored {
        /// The contract that was played.
        contract: Contract,
        /// The points each team took.
        taken: ByTeam<u8>,
        /// Whether the bidding team made its contract.
        made: bool,
        /// The change to each team's score.
        change: ByTeam<i8>,
        /// The cards left in the hands, which everybody now sees.
        left: BySeat<CardSet>,
    },
    /// A team won the game.
    GameWon {
        /// The winner.
        team: Team,
    },
    /// A seat resigned the game for its team.
    Resigned {
        /// The seat that resigned.
        seat: Seat,
    },
}

impl Event {
    /// The seat's action that this event records; `None` for decks and for automatic events. An
    /// automatic keep or kill also has an action:
    /// [`History::decisions`](crate::History::decisions) leaves those out.
    ///
    /// ```
    /// use pidro::{Action, Event, Seat};
    ///
    /// let card = "Ah".parse()?;
    /// let played = Event::CardPlayed { seat: Seat::North, card };
    /// assert_eq!(played.action(), Some((Seat::North, Action::Play(card))));
    /// # Ok::<(), pidro::ParseCardError>(())
    /// ```
    #[must_use]
    pub const fn action(&self) -> Option<(Seat, Action)> {
        Some(match *self {
            Event::CallMade { seat, call } => (seat, call.action()),
            Event::TrumpDeclared { seat, trump } => (seat, Action::Trump(trump.suit())),
            Event::Robbed { seat, kept, .. } => (seat, Action::Keep(kept)),
            Event::Killed { seat, cards } => (seat, Action::Kill(cards)),
            Event::CardPlayed { seat, card } => (seat, Action::Play(card)),
            Event::Claimed { seat } => (seat, Action::Claim),
            Event::Resigned { seat } => (seat, Action::Resign),
            Event::DealerCut { .. }
            | Event::DealerChosen { .. }
            | Event::HandDealt { .. }
            | Event::BiddingWon { .. }
            | Event::Discarded { .. }
            | Event::Redealt { .. }
            | Event::WentCold { .. }
            | Event::TrickWon { .. }
            | Event::HandScored { .. }
            | Event::GameWon { .. } => return None,
        })
    }
}
