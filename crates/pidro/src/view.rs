//! Who may know what: views of a game and of its events.

use std::fmt;
use std::str::FromStr;

use crate::bidding::Auction;
use crate::cards::Cards;
use crate::dealing;
use crate::deck::Deck;
use crate::event::Event;
use crate::game::Game;
use crate::kill::Killed;
use crate::legal::Legal;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::redeal::Redeal;
use crate::rules::{Discards, PoolSize, Rules};
use crate::seat::{BySeat, ByTeam, Seat, SeatError, Team};
use crate::stage::Stage;
use crate::trick::Tricks;
use crate::trump::Trump;

/// Who looks at a game.
///
/// ```
/// use pidro::{Game, Observer, Rules, Seat, Seed, Shown};
///
/// let game = Game::new("first_dealer=N".parse()?).decide_deal(&Seed::new("1").deck(1))?.finish();
/// let view = game.view(Observer::Seat(Seat::South));
/// assert!(matches!(view.hands[Seat::South], Shown::Cards(hand) if hand.len() == 9));
/// assert_eq!(view.hands[Seat::East], Shown::Count(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observer {
    /// A player.
    Seat(Seat),
    /// Somebody who knows what everybody knows.
    Spectator,
    /// Whoever runs the game and knows everything.
    Arbiter,
}

impl Observer {
    /// Whether this observer sees what belongs to the seat alone.
    const fn owns(self, seat: Seat) -> bool {
        match self {
            Observer::Seat(own) => own as u8 == seat as u8,
            Observer::Spectator => false,
            Observer::Arbiter => true,
        }
    }
}

/// A seat's letter, `spectator` or `arbiter`.
impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observer::Seat(seat) => write!(f, "{seat}"),
            Observer::Spectator => f.write_str("spectator"),
            Observer::Arbiter => f.write_str("arbiter"),
        }
    }
}

/// A seat or a spectator. Who knows everything is nobody that one may ask to be.
impl FromStr for Observer {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Observer, SeatError> {
        match text {
            "spectator" => Ok(Observer::Spectator),
            seat => seat.parse().map(Observer::Seat),
        }
    }
}

impl From<Seat> for Observer {
    fn from(seat: Seat) -> Observer {
        Observer::Seat(seat)
    }
}

/// Cards as an observer sees them.
///
/// ```
/// use pidro::{Cards, Shown};
///
/// let own: Cards = "Ah 5d".parse()?;
/// assert_eq!(Shown::Cards(own).len(), Some(2));
/// assert_eq!(Shown::Count(9).cards(), None);
/// assert_eq!(Shown::Hidden.len(), None);
/// assert_eq!(Shown::Cards(own).to_string(), "Ah5d");
/// # Ok::<(), pidro::CardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shown {
    /// The cards themselves.
    Cards(Cards),
    /// How many they are.
    Count(u8),
    /// Not even how many.
    Hidden,
}

/// As in the notation: cards without anything between them, `-` for none, `?9` for nine unknown ones, `?` where not
/// even their number is known.
impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Cards(cards) if cards.is_empty() => f.write_str("-"),
            Shown::Cards(cards) => cards.iter().try_for_each(|card| write!(f, "{card}")),
            Shown::Count(count) => write!(f, "?{count}"),
            Shown::Hidden => f.write_str("?"),
        }
    }
}

impl Shown {
    fn count(cards: Cards) -> Shown {
        Shown::Count(cards.count())
    }

    /// The cards, if they are known.
    #[must_use]
    pub const fn cards(self) -> Option<Cards> {
        match self {
            Shown::Cards(cards) => Some(cards),
            Shown::Count(_) | Shown::Hidden => None,
        }
    }

    /// How many cards there are, if that is known.
    #[must_use]
    pub const fn len(self) -> Option<usize> {
        match self {
            Shown::Cards(cards) => Some(cards.len()),
            Shown::Count(count) => Some(count as usize),
            Shown::Hidden => None,
        }
    }

    /// Whether it is known that there are no cards.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        matches!(self.len(), Some(0))
    }
}

/// What one observer may know of a game. Everything hidden from that observer is gone from it, so a bot or a
/// client that has only a seat's `View` can't cheat. Made by [`Game::view`].
///
/// When the game is over, everybody may know everything.
///
/// ```
/// use pidro::{Legal, Observer, Rules, Seat, Seed, Table};
///
/// let table = Table::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let game = table.history().game();
/// assert!(matches!(game.view(Seat::East).legal, Legal::Call { pass: true, .. }));
/// assert_eq!(game.view(Seat::South).legal, Legal::Nothing);
/// assert_eq!(game.view(Observer::Spectator).pack_size, 16);
/// # Ok::<(), pidro::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub observer: Observer,
    /// The rules of the table.
    pub rules: Rules,
    /// The phase the game is in.
    pub phase: Phase,
    /// The number of the hand that is being played or, between hands, comes next.
    pub hand: u32,
    /// Who deals that hand.
    pub dealer: Option<Seat>,
    /// Whose decision it is.
    pub turn: Option<Seat>,
    /// What the observer may do now.
    pub legal: Legal,
    /// What each seat holds. A cold seat holds nothing: its cards are in `cold`.
    pub hands: BySeat<Shown>,
    /// How many cards are left in the pack.
    pub pack_size: u8,
    /// The pack in its order, for the arbiter.
    pub pack: Option<Pile<16>>,
    /// The calls, and the highest bid.
    pub auction: Auction,
    /// The trumps, once they are named.
    pub trump: Option<Trump>,
    /// What each seat threw away.
    pub discards: BySeat<Shown>,
    /// What each non-dealer asked for and got.
    pub redeal: BySeat<Option<Redeal>>,
    /// How many cards the dealer chooses or chose from.
    pub pool_size: Option<u8>,
    /// What the dealer did not keep.
    pub buried: Shown,
    /// The killed piles.
    pub killed: Killed,
    /// The tricks of the hand.
    pub tricks: Tricks,
    /// What the cold seats showed.
    pub cold: BySeat<Option<Cards>>,
    /// The points of the finished tricks, the two's with who played it.
    pub points: ByTeam<u8>,
    /// The scores.
    pub scores: ByTeam<i32>,
    /// Who has won.
    pub winner: Option<Team>,
}

impl Game {
    /// What this observer may know now.
    #[must_use]
    pub fn view(&self, observer: impl Into<Observer>) -> View {
        let observer = observer.into();
        // Nothing is hidden in a game that is over.
        let eyes = match self.stage {
            Stage::Over => Observer::Arbiter,
            _ => observer,
        };
        let hand = &self.hand;
        let robbed = hand.pool_size.is_some() && hand.pack.count() == 0;
        let legal = match self.turn() {
            Some(seat) if !eyes.owns(seat) => Legal::Nothing,
            _ => self.legal(),
        };
        View {
            observer,
            rules: self.rules,
            phase: self.phase(),
            hand: self.hand_number(),
            dealer: self.dealer(),
            turn: self.turn(),
            legal,
            hands: BySeat::from_fn(|seat| self.hand_shown(seat, eyes)),
            pack_size: hand.pack.count(),
            pack: (eyes == Observer::Arbiter).then(|| Pile::of(hand.pack.as_slice())),
            auction: hand.auction,
            trump: hand.trump,
            discards: BySeat::from_fn(|seat| {
                discard_shown(hand.discards[seat], seat, seat == hand.dealer, eyes, &self.rules)
            }),
            redeal: hand.redeal,
            pool_size: hand
                .pool_size
                .filter(|_| pool_size_known(hand.dealer, eyes, &self.rules)),
            buried: if robbed {
                pool_shown(hand.buried, hand.dealer, eyes, &self.rules)
            } else {
                Shown::Cards(Cards::NONE)
            },
            killed: hand.killed,
            tricks: hand.tricks,
            cold: BySeat::from_fn(|seat| hand.cold.contains(seat).then_some(hand.cards[seat])),
            points: hand.points,
            scores: self.scores,
            winner: self.winner,
        }
    }

    fn hand_shown(&self, seat: Seat, eyes: Observer) -> Shown {
        let cards = if self.hand.cold.contains(seat) {
            Cards::NONE
        } else {
            self.hand.cards[seat]
        };
        // What is left when a hand ends is shown to everybody.
        let hand_is_over = match self.stage {
            Stage::Deal => self.number > 1,
            stage => stage == Stage::Decided,
        };
        // The dealer's hand looks untouched until the rob is over: its size would tell the trumps in it.
        let robbing = matches!(
            self.stage,
            Stage::Discard | Stage::Redeal | Stage::Rob | Stage::Keep
        );
        if eyes.owns(seat) || hand_is_over {
            Shown::Cards(cards)
        } else if robbing && seat == self.hand.dealer {
            Shown::Count(9)
        } else {
            Shown::count(cards)
        }
    }
}

/// A non-dealer's discard: the cards for its owner, the count for everybody, or the cards for everybody where
/// they lie face up. The dealer's: nothing but for the dealer.
fn discard_shown(cards: Cards, seat: Seat, by_dealer: bool, eyes: Observer, rules: &Rules) -> Shown {
    let face_up = rules.discards == Discards::FaceUp && !by_dealer;
    match (eyes.owns(seat) || face_up, by_dealer) {
        (true, _) => Shown::Cards(cards),
        (false, false) => Shown::count(cards),
        (false, true) => Shown::Hidden,
    }
}

fn pool_size_known(dealer: Seat, eyes: Observer, rules: &Rules) -> bool {
    eyes.owns(dealer) || rules.pool_size == PoolSize::Public
}

/// The pool or what was buried of it: the cards for the dealer, and for the others nothing, or their count
/// where the pool's size is public.
fn pool_shown(cards: Cards, dealer: Seat, eyes: Observer, rules: &Rules) -> Shown {
    if eyes.owns(dealer) {
        Shown::Cards(cards)
    } else if pool_size_known(dealer, eyes, rules) {
        Shown::count(cards)
    } else {
        Shown::Hidden
    }
}

/// What an observer sees of an event. Made by [`Event::seen_by`].
///
/// ```
/// use pidro::{Observer, Seat, Seed, Seen, Table};
///
/// let table = Table::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let seen: Vec<Seen> = table.history().seen_by(Seat::West, 0).collect();
/// let [Seen::HandDealt { hands, deck: None, .. }] = seen[..] else { panic!() };
/// assert_eq!(hands[Seat::West].cards().map(|hand| hand.len()), Some(9));
/// assert_eq!(hands[Seat::North].cards(), None);
/// # Ok::<(), pidro::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// An event without anything hidden.
    Open(Event),
    /// A hand was dealt.
    HandDealt {
        /// Who dealt.
        dealer: Seat,
        /// What each seat got.
        hands: BySeat<Shown>,
        /// The whole deck, for the arbiter.
        deck: Option<Deck>,
    },
    /// A seat threw its non-trumps away.
    Discarded {
        /// Who discarded.
        seat: Seat,
        /// The cards.
        cards: Shown,
    },
    /// A seat's hand was filled up from the pack.
    Redealt {
        /// Who got the cards.
        seat: Seat,
        /// How many it asked for.
        requested: u8,
        /// The cards it got.
        cards: Shown,
    },
    /// The dealer took the rest of the pack and kept a hand.
    Robbed {
        /// The dealer.
        seat: Seat,
        /// How many cards came from the pack.
        taken: u8,
        /// What there was to choose from.
        pool: Shown,
        /// What was kept.
        kept: Shown,
        /// What was not.
        buried: Shown,
    },
}

impl Event {
    /// What this observer sees of the event, at a table with these rules, while the game is on.
    ///
    /// ```
    /// use pidro::{Event, Observer, Rules, Seat, Seen, Shown};
    ///
    /// let event = Event::Discarded { seat: Seat::East, cards: "2c 9d".parse()?, by_dealer: false };
    /// let seen = event.seen_by(Observer::Spectator, &Rules::default());
    /// assert_eq!(seen, Seen::Discarded { seat: Seat::East, cards: Shown::Count(2) });
    /// # Ok::<(), pidro::CardsError>(())
    /// ```
    #[must_use]
    pub fn seen_by(&self, observer: impl Into<Observer>, rules: &Rules) -> Seen {
        let eyes = observer.into();
        let own = |seat, cards| {
            if eyes.owns(seat) {
                Shown::Cards(cards)
            } else {
                Shown::count(cards)
            }
        };
        match *self {
            Event::HandDealt { dealer, ref deck } => {
                let hands = dealing::hands(dealer, deck);
                Seen::HandDealt {
                    dealer,
                    hands: BySeat::from_fn(|seat| own(seat, hands[seat])),
                    deck: (eyes == Observer::Arbiter).then_some(*deck),
                }
            }
            Event::Discarded {
                seat,
                cards,
                by_dealer,
            } => Seen::Discarded {
                seat,
                cards: discard_shown(cards, seat, by_dealer, eyes, rules),
            },
            Event::Redealt {
                seat,
                requested,
                cards,
            } => Seen::Redealt {
                seat,
                requested,
                cards: own(seat, cards),
            },
            Event::Robbed {
                seat,
                taken,
                pool,
                kept,
                buried,
            } => Seen::Robbed {
                seat,
                taken,
                pool: match taken {
                    // Nothing was robbed: there are only the dealer's own trumps, which nobody is told of.
                    0 if !eyes.owns(seat) => Shown::Hidden,
                    _ => pool_shown(pool, seat, eyes, rules),
                },
                kept: own(seat, kept),
                buried: pool_shown(buried, seat, eyes, rules),
            },
            open => Seen::Open(open),
        }
    }
}
