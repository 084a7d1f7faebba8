//! Who may know what: views of a game and of its events.

use std::fmt;
use std::str::FromStr;

use crate::bidding::Auction;
use crate::card_set::CardSet;
use crate::deck::Deck;
use crate::event::Event;
use crate::game::Game;
use crate::kill::Killed;
use crate::legal::Legal;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::redeal::Redeal;
use crate::rules::{Discards, PoolSize, Rules};
use crate::seat::{BySeat, ByTeam, ParseSeatError, Seat, Team};
use crate::stage::Stage;
use crate::trick::Tricks;
use crate::trump::Trump;

/// Who looks at a game.
///
/// ```
/// use pidro::{Game, Observer, Rules, Seat, Seed, VisibleCards};
///
/// let game = Game::new("first_dealer=N".parse()?).decide_deal(&Seed::new("1").deck(1))?.finish();
/// let view = game.view(Observer::Seat(Seat::South));
/// assert!(matches!(view.hands[Seat::South], VisibleCards::Cards(hand) if hand.len() == 9));
/// assert_eq!(view.hands[Seat::East], VisibleCards::Count(9));
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
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Observer, ParseSeatError> {
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
/// use pidro::{CardSet, VisibleCards};
///
/// let own: CardSet = "Ah 5d".parse()?;
/// assert_eq!(VisibleCards::Cards(own).len(), Some(2));
/// assert_eq!(VisibleCards::Count(9).cards(), None);
/// assert_eq!(VisibleCards::Hidden.len(), None);
/// assert_eq!(VisibleCards::Cards(own).to_string(), "Ah5d");
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VisibleCards {
    /// The cards themselves.
    Cards(CardSet),
    /// How many they are.
    Count(u8),
    /// Not even how many.
    Hidden,
}

/// As in the notation: cards without anything between them, `-` for none, `?9` for nine unknown ones, `?` where not
/// even their number is known.
impl fmt::Display for VisibleCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VisibleCards::Cards(cards) if cards.is_empty() => f.write_str("-"),
            VisibleCards::Cards(cards) => cards.iter().try_for_each(|card| write!(f, "{card}")),
            VisibleCards::Count(count) => write!(f, "?{count}"),
            VisibleCards::Hidden => f.write_str("?"),
        }
    }
}

impl VisibleCards {
    fn count(cards: CardSet) -> VisibleCards {
        VisibleCards::Count(cards.count())
    }

    /// The cards, if they are known.
    #[must_use]
    pub const fn cards(self) -> Option<CardSet> {
        match self {
            VisibleCards::Cards(cards) => Some(cards),
            VisibleCards::Count(_) | VisibleCards::Hidden => None,
        }
    }

    /// How many cards there are, if that is known.
    #[must_use]
    pub const fn len(self) -> Option<usize> {
        match self {
            VisibleCards::Cards(cards) => Some(cards.len()),
            VisibleCards::Count(count) => Some(count as usize),
            VisibleCards::Hidden => None,
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
/// use pidro::{Legal, Observer, Rules, Seat, Seed, SeededGame};
///
/// let table = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let game = table.history().game();
/// assert!(matches!(game.view(Seat::East).legal, Legal::Call { pass: true, .. }));
/// assert_eq!(game.view(Seat::South).legal, Legal::Nothing);
/// assert_eq!(game.view(Observer::Spectator).pack_size, 16);
/// # Ok::<(), pidro::ParseRulesError>(())
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
    pub hands: BySeat<VisibleCards>,
    /// How many cards are left in the pack.
    pub pack_size: u8,
    /// The pack in its order, for the arbiter.
    pub pack: Option<Pile<16>>,
    /// The calls, and the highest bid.
    pub auction: Auction,
    /// The trumps, once they are named.
    pub trump: Option<Trump>,
    /// What each seat threw away.
    pub discards: BySeat<VisibleCards>,
    /// What each non-dealer asked for and got.
    pub redeal: BySeat<Option<Redeal>>,
    /// How many cards the dealer chooses or chose from.
    pub pool_size: Option<u8>,
    /// What the dealer did not keep.
    pub buried: VisibleCards,
    /// The killed piles.
    pub killed: Killed,
    /// The tricks of the hand.
    pub tricks: Tricks,
    /// What the cold seats showed.
    pub cold: BySeat<Option<CardSet>>,
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
        let sees_as = match self.stage {
            Stage::Over => Observer::Arbiter,
            _ => observer,
        };
        let hand = &self.hand;
        let robbed = hand.pool_size.is_some() && hand.pack.count() == 0;
        let legal = match self.turn() {
            Some(seat) if !sees_as.owns(seat) => Legal::Nothing,
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
            hands: BySeat::from_fn(|seat| self.hand_shown(seat, sees_as)),
            pack_size: hand.pack.count(),
            pack: (sees_as == Observer::Arbiter).then(|| Pile::of(hand.pack.as_slice())),
            auction: hand.auction,
            trump: hand.trump,
            discards: BySeat::from_fn(|seat| {
                discard_shown(
                    hand.discards[seat],
                    seat,
                    seat == hand.dealer,
                    sees_as,
                    &self.rules,
                )
            }),
            redeal: hand.redeal,
            pool_size: hand
                .pool_size
                .filter(|_| pool_size_known(hand.dealer, sees_as, &self.rules)),
            buried: if robbed {
                pool_shown(hand.buried, hand.dealer, sees_as, &self.rules)
            } else {
                VisibleCards::Cards(CardSet::NONE)
            },
            killed: hand.killed,
            tricks: hand.tricks,
            cold: BySeat::from_fn(|seat| hand.cold.contains(seat).then_some(hand.cards[seat])),
            points: hand.points,
            scores: self.scores,
            winner: self.winner,
        }
    }

    fn hand_shown(&self, seat: Seat, observer: Observer) -> VisibleCards {
        let cards = if self.hand.cold.contains(seat) {
            CardSet::NONE
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
        if observer.owns(seat) || hand_is_over {
            VisibleCards::Cards(cards)
        } else if robbing && seat == self.hand.dealer {
            VisibleCards::Count(9)
        } else {
            VisibleCards::count(cards)
        }
    }
}

/// A non-dealer's discard: the cards for its owner, the count for everybody, or the cards for everybody where
/// they lie face up. The dealer's: nothing but for the dealer.
fn discard_shown(
    cards: CardSet,
    seat: Seat,
    by_dealer: bool,
    observer: Observer,
    rules: &Rules,
) -> VisibleCards {
    let face_up = rules.discards == Discards::FaceUp && !by_dealer;
    match (observer.owns(seat) || face_up, by_dealer) {
        (true, _) => VisibleCards::Cards(cards),
        (false, false) => VisibleCards::count(cards),
        (false, true) => VisibleCards::Hidden,
    }
}

fn pool_size_known(dealer: Seat, observer: Observer, rules: &Rules) -> bool {
    observer.owns(dealer) || rules.pool_size == PoolSize::Public
}

/// The pool or what was buried of it: the cards for the dealer, and for the others nothing, or their count
/// where the pool's size is public.
fn pool_shown(cards: CardSet, dealer: Seat, observer: Observer, rules: &Rules) -> VisibleCards {
    if observer.owns(dealer) {
        VisibleCards::Cards(cards)
    } else if pool_size_known(dealer, observer, rules) {
        VisibleCards::count(cards)
    } else {
        VisibleCards::Hidden
    }
}

/// What an observer sees of an event. Made by [`Event::seen_by`].
///
/// ```
/// use pidro::{Observer, Seat, Seed, VisibleEvent, SeededGame};
///
/// let table = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let seen: Vec<VisibleEvent> = table.history().seen_by(Seat::West, 0).collect();
/// let [VisibleEvent::HandDealt { hands, deck: None, .. }] = seen[..] else { panic!() };
/// assert_eq!(hands[Seat::West].cards().map(|hand| hand.len()), Some(9));
/// assert_eq!(hands[Seat::North].cards(), None);
/// # Ok::<(), pidro::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VisibleEvent {
    /// An event without anything hidden.
    Open(Event),
    /// A hand was dealt.
    HandDealt {
        /// Who dealt.
        dealer: Seat,
        /// What each seat got.
        hands: BySeat<VisibleCards>,
        /// The whole deck, for the arbiter.
        deck: Option<Deck>,
    },
    /// A seat threw its non-trumps away.
    Discarded {
        /// Who discarded.
        seat: Seat,
        /// The cards.
        cards: VisibleCards,
    },
    /// A seat's hand was filled up from the pack.
    Redealt {
        /// Who got the cards.
        seat: Seat,
        /// How many it asked for.
        requested: u8,
        /// The cards it got.
        cards: VisibleCards,
    },
    /// The dealer took the rest of the pack and kept a hand.
    Robbed {
        /// The dealer.
        seat: Seat,
        /// How many cards came from the pack.
        taken: u8,
        /// What there was to choose from.
        pool: VisibleCards,
        /// What was kept.
        kept: VisibleCards,
        /// What was not.
        buried: VisibleCards,
    },
}

impl Event {
    /// What this observer sees of the event, at a table with these rules, while the game is on.
    ///
    /// ```
    /// use pidro::{Event, Observer, Rules, Seat, VisibleEvent, VisibleCards};
    ///
    /// let event = Event::Discarded { seat: Seat::East, cards: "2c 9d".parse()?, by_dealer: false };
    /// let seen = event.seen_by(Observer::Spectator, &Rules::default());
    /// assert_eq!(seen, VisibleEvent::Discarded { seat: Seat::East, cards: VisibleCards::Count(2) });
    /// # Ok::<(), pidro::ParseCardSetError>(())
    /// ```
    #[must_use]
    pub fn seen_by(&self, observer: impl Into<Observer>, rules: &Rules) -> VisibleEvent {
        let observer = observer.into();
        let own = |seat, cards| {
            if observer.owns(seat) {
                VisibleCards::Cards(cards)
            } else {
                VisibleCards::count(cards)
            }
        };
        match *self {
            Event::HandDealt { dealer, ref deck } => {
                let hands = deck.hands(dealer);
                VisibleEvent::HandDealt {
                    dealer,
                    hands: BySeat::from_fn(|seat| own(seat, hands[seat])),
                    deck: (observer == Observer::Arbiter).then_some(*deck),
                }
            }
            Event::Discarded {
                seat,
                cards,
                by_dealer,
            } => VisibleEvent::Discarded {
                seat,
                cards: discard_shown(cards, seat, by_dealer, observer, rules),
            },
            Event::Redealt {
                seat,
                requested,
                cards,
            } => VisibleEvent::Redealt {
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
            } => VisibleEvent::Robbed {
                seat,
                taken,
                pool: match taken {
                    // Nothing was robbed: there are only the dealer's own trumps, which nobody is told of.
                    0 if !observer.owns(seat) => VisibleCards::Hidden,
                    _ => pool_shown(pool, seat, observer, rules),
                },
                kept: own(seat, kept),
                buried: pool_shown(buried, seat, observer, rules),
            },
            open => VisibleEvent::Open(open),
        }
    }
}
