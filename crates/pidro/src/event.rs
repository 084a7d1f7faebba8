//! What happens in a game, each event a fact with its cards in it.

use crate::action::Action;
use crate::bidding::{Call, Contract};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::cut::Cut;
use crate::deck::Deck;
use crate::pile::Pile;
use crate::seat::{BySeat, ByTeam, Seat, Team};
use crate::trick::TrickResult;
use crate::trump::Trump;

/// A fact of the game. The log of all of them is the game: [`Game::evolve`](crate::Game::evolve) over it from
/// a new game gives the same game again.
///
/// An event holds everything, hidden cards too. What an observer sees of it is
/// [`Event::seen_by`](crate::Event::seen_by).
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
pub enum Event {
    /// Cards were cut for the first deal.
    DealerCut {
        /// The cards that were drawn, and so who drew them.
        cut: Cut,
    },
    /// The first dealer is known.
    DealerChosen {
        /// Who drew the highest card.
        seat: Seat,
    },
    /// A hand was dealt.
    HandDealt {
        /// Who dealt.
        dealer: Seat,
        /// The whole deck, the top card first.
        deck: Deck,
    },
    /// A seat bid or passed.
    CallMade {
        /// Who called.
        seat: Seat,
        /// What was called.
        call: Call,
    },
    /// The bidding is over.
    BiddingWon {
        /// The highest bid and who made it.
        contract: Contract,
    },
    /// The bid winner named the trump suit.
    TrumpDeclared {
        /// The bid winner.
        seat: Seat,
        /// The trumps.
        trump: Trump,
    },
    /// A seat threw its non-trumps away.
    Discarded {
        /// Who discarded.
        seat: Seat,
        /// The cards.
        cards: CardSet,
        /// Whether it is the dealer, whose discard even the count of is hidden.
        by_dealer: bool,
    },
    /// A seat's hand was filled up from the pack.
    Redealt {
        /// Who got the cards.
        seat: Seat,
        /// How many cards the seat asked for.
        requested: u8,
        /// The cards it got: fewer where the pack ran out.
        cards: CardSet,
    },
    /// The dealer took the rest of the pack and kept a hand.
    Robbed {
        /// The dealer.
        seat: Seat,
        /// How many cards came from the pack.
        taken: u8,
        /// The dealer's trumps and the rest of the pack.
        pool: CardSet,
        /// The hand that the dealer kept. Cards outside the pool come from the dealer's own discard.
        kept: CardSet,
        /// The cards of the pool that were not kept.
        buried: CardSet,
    },
    /// A seat with more than six trumps killed the excess.
    Killed {
        /// Who killed.
        seat: Seat,
        /// The killed cards as named, the top one first.
        cards: Pile<8>,
    },
    /// A card was played.
    CardPlayed {
        /// Who played it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat without trumps showed its cards and is out of the hand.
    WentCold {
        /// Who went cold.
        seat: Seat,
        /// What it showed.
        shown: CardSet,
    },
    /// A trick was taken.
    TrickWon {
        /// Who took it, the points that go with it, and the two's point apart.
        result: TrickResult,
    },
    /// A seat claimed the rest of the hand, and it is proven.
    Claimed {
        /// Who claimed.
        seat: Seat,
    },
    /// A hand was scored.
    HandScored {
        /// The bid that was played for.
        contract: Contract,
        /// The points each team took.
        taken: ByTeam<u8>,
        /// Whether the bidding team reached its bid.
        made: bool,
        /// What the hand adds to each team's score.
        change: ByTeam<i8>,
        /// What was left in the hands, and is shown now.
        left: BySeat<CardSet>,
    },
    /// A team won the game.
    GameWon {
        /// The winner.
        team: Team,
    },
    /// A seat gave the game up for its team.
    Resigned {
        /// Who resigned.
        seat: Seat,
    },
}

impl Event {
    /// The action of a seat that this event is; `None` if it is chance's or follows by itself. A keep or a kill
    /// may have followed by itself, too: [`History::decisions`](crate::History::decisions) leaves those out.
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
