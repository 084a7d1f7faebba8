//! Views of a game and its events: what each observer may know.

use core::fmt;
use core::str::FromStr;

use crate::cards::{Card, CardSet, Deck, Pile, Trump};
use crate::game::{
    Auction, Call, Contract, Cut, Event, Game, History, KilledCards, Legal, Phase, Redeal, Stage,
    TrickResult, Tricks,
};
use crate::rules::{Discards, PoolSize, Rules};
use crate::seat::{BySeat, ByTeam, ParseSeatError, Seat, SeatSet, Team};

/// Somebody who looks at a game: a player or a spectator.
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
    /// Anybody else, who sees only what is public.
    Spectator,
}

/// The seats whose private cards a projection shows; with all four, it hides nothing. Private to
/// the crate: with an `Observer`, callers can't ask for everything by mistake.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Visibility(SeatSet);

impl Visibility {
    const EVERYTHING: Visibility = Visibility(SeatSet::ALL);

    /// What this observer may see; everything if there is no observer.
    const fn of(observer: Option<Observer>) -> Visibility {
        match observer {
            Some(Observer::Seat(seat)) => {
                let mut own = SeatSet::NONE;
                own.insert(seat);
                Visibility(own)
            }
            Some(Observer::Spectator) => Visibility(SeatSet::NONE),
            None => Visibility::EVERYTHING,
        }
    }

    /// Whether the seat's private cards are visible.
    const fn shows_cards_of(self, seat: Seat) -> bool {
        self.0.contains(seat)
    }
}

/// Writes the seat's letter or `spectator`.
impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observer::Seat(seat) => write!(f, "{seat}"),
            Observer::Spectator => f.write_str("spectator"),
        }
    }
}

/// Parses a seat or `spectator`.
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

/// Cards, as far as an observer may see them.
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
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(untagged)
)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum VisibleCards {
    /// The cards themselves.
    Cards(CardSet),
    /// Only the number of cards.
    Count(u8),
    /// Not even the number of cards.
    Hidden,
}

/// Writes cards as the notation does: without separators, `-` for no cards, `?9` for nine unknown
/// cards, and `?` if even the number is unknown.
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

    /// The number of cards, if known.
    #[must_use]
    pub const fn len(self) -> Option<usize> {
        match self {
            VisibleCards::Cards(cards) => Some(cards.len()),
            VisibleCards::Count(count) => Some(count as usize),
            VisibleCards::Hidden => None,
        }
    }

    /// Whether the cards are known to be none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        matches!(self.len(), Some(0))
    }
}

/// What one observer may know about a game, created by [`Game::view`].
///
/// A `View` contains nothing that is hidden from its observer, so a bot or client that has only a
/// seat's `View` can't cheat. When the game is over, every observer may know everything.
/// [`Game::full_view`] hides nothing at any time; it is for the process that runs the game.
///
/// ```
/// use pidro::{Legal, Observer, Rules, Seat, Seed, SeededGame};
///
/// let seeded = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let game = seeded.history().game();
/// assert!(matches!(game.view(Seat::East).legal, Legal::Call { pass: true, .. }));
/// assert_eq!(game.view(Seat::South).legal, Legal::Nothing);
/// assert_eq!(game.view(Observer::Spectator).pack_size, 16);
/// # Ok::<(), pidro::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct View {
    /// The observer; `None` for the [full view](Game::full_view).
    pub observer: Option<Observer>,
    /// The rules of the game.
    pub rules: Rules,
    /// The current phase.
    pub phase: Phase,
    /// The number of the current hand or, between hands, of the next one.
    pub hand: u32,
    /// The dealer of that hand.
    pub dealer: Option<Seat>,
    /// The seat whose turn it is.
    pub turn: Option<Seat>,
    /// The observer's legal actions.
    pub legal: Legal,
    /// The cards each seat holds. A cold seat holds nothing: its cards are in `cold`.
    pub hands: BySeat<VisibleCards>,
    /// The number of cards left in the pack.
    pub pack_size: u8,
    /// The pack in order; only the full view has it.
    pub pack: Option<Pile<16>>,
    /// The calls and the highest bid.
    pub auction: Auction,
    /// The trumps, once declared.
    pub trump: Option<Trump>,
    /// The cards each seat discarded.
    pub discards: BySeat<VisibleCards>,
    /// The number of cards each non-dealer requested and received.
    pub redeal: BySeat<Option<Redeal>>,
    /// The number of cards in the pool that the dealer keeps a hand from.
    pub pool_size: Option<u8>,
    /// The cards of the pool that the dealer did not keep.
    pub buried: VisibleCards,
    /// The killed cards.
    pub killed: KilledCards,
    /// The tricks of the hand.
    pub tricks: Tricks,
    /// The cards that each cold seat showed.
    pub cold: BySeat<Option<CardSet>>,
    /// The points from the finished tricks. The two's point counts for the team that played it.
    pub points: ByTeam<u8>,
    /// The scores.
    pub scores: ByTeam<i32>,
    /// The winner, once decided.
    pub winner: Option<Team>,
}

impl Game {
    /// Returns what this observer may know now.
    #[must_use]
    pub fn view(&self, observer: impl Into<Observer>) -> View {
        self.view_for(Some(observer.into()))
    }

    /// Returns a view of everything, including what is hidden from all players. It is for the
    /// process that runs the game, and for reviewing a game afterwards. Never show it to a player.
    ///
    /// ```
    /// use pidro::{Game, Seat, Seed};
    ///
    /// let game = Game::new("first_dealer=N".parse()?).decide_deal(&Seed::new("1").deck(1))?.finish();
    /// assert_eq!(game.full_view().hands[Seat::East].cards().unwrap().len(), 9);
    /// assert_eq!(game.view(Seat::North).hands[Seat::East].cards(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn full_view(&self) -> View {
        self.view_for(None)
    }

    /// The view of this observer; the full view if there is no observer.
    #[inline]
    pub(crate) fn view_for(&self, observer: Option<Observer>) -> View {
        let visibility = match self.stage {
            // A finished game hides nothing.
            Stage::Over => Visibility::EVERYTHING,
            _ => Visibility::of(observer),
        };
        let hand = &self.hand;
        let robbed = hand.pool_size.is_some() && hand.pack.count() == 0;
        let legal = match self.turn() {
            Some(seat) if !visibility.shows_cards_of(seat) => Legal::Nothing,
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
            hands: BySeat::from_fn(|seat| self.visible_hand(seat, visibility)),
            pack_size: hand.pack.count(),
            pack: (visibility == Visibility::EVERYTHING).then(|| Pile::of(hand.pack.as_slice())),
            auction: hand.auction,
            trump: hand.trump,
            discards: BySeat::from_fn(|seat| {
                visible_discard(
                    hand.discards[seat],
                    seat,
                    seat == hand.dealer,
                    visibility,
                    &self.rules,
                )
            }),
            redeal: hand.redeal,
            pool_size: hand
                .pool_size
                .filter(|_| is_pool_size_visible(hand.dealer, visibility, &self.rules)),
            buried: if robbed {
                visible_pool(hand.buried, hand.dealer, visibility, &self.rules)
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

    fn visible_hand(&self, seat: Seat, visibility: Visibility) -> VisibleCards {
        let cards = if self.hand.cold.contains(seat) {
            CardSet::NONE
        } else {
            self.hand.cards[seat]
        };
        // When a hand ends, everybody sees the remaining cards.
        let hand_is_over = match self.stage {
            Stage::Deal => self.number > 1,
            stage => stage == Stage::AnnounceWinner,
        };
        // Report the dealer's hand as untouched until the rob is over: its size would reveal the
        // number of trumps in it.
        let robbing = matches!(
            self.stage,
            Stage::Discard | Stage::Redeal | Stage::Rob | Stage::Keep
        );
        if visibility.shows_cards_of(seat) || hand_is_over {
            VisibleCards::Cards(cards)
        } else if robbing && seat == self.hand.dealer {
            VisibleCards::Count(9)
        } else {
            VisibleCards::count(cards)
        }
    }
}

/// How an observer sees a discard. The owner sees the cards. Everybody else sees only the count of
/// a non-dealer's discard, or its cards if the rules say that discards lie face up, and nothing at
/// all of the dealer's.
fn visible_discard(
    cards: CardSet,
    seat: Seat,
    by_dealer: bool,
    visibility: Visibility,
    rules: &Rules,
) -> VisibleCards {
    let face_up = rules.discards == Discards::FaceUp && !by_dealer;
    match (visibility.shows_cards_of(seat) || face_up, by_dealer) {
        (true, _) => VisibleCards::Cards(cards),
        (false, false) => VisibleCards::count(cards),
        (false, true) => VisibleCards::Hidden,
    }
}

fn is_pool_size_visible(dealer: Seat, visibility: Visibility, rules: &Rules) -> bool {
    visibility.shows_cards_of(dealer) || rules.pool_size == PoolSize::Public
}

/// How an observer sees the pool or its buried cards. The dealer sees the cards; the others see
/// only their count if the size of the pool is public, and otherwise nothing.
fn visible_pool(cards: CardSet, dealer: Seat, visibility: Visibility, rules: &Rules) -> VisibleCards {
    if visibility.shows_cards_of(dealer) {
        VisibleCards::Cards(cards)
    } else if is_pool_size_visible(dealer, visibility, rules) {
        VisibleCards::count(cards)
    } else {
        VisibleCards::Hidden
    }
}

/// An event as one observer sees it, created by [`Event::seen_by`].
///
/// ```
/// use pidro::{Observer, Seat, Seed, VisibleEvent, SeededGame};
///
/// let game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let seen: Vec<VisibleEvent> = game.history().seen_by(Seat::West, 0).collect();
/// let [VisibleEvent::HandDealt { hands, deck: None, .. }] = seen[..] else { panic!() };
/// assert_eq!(hands[Seat::West].cards().map(|hand| hand.len()), Some(9));
/// assert_eq!(hands[Seat::North].cards(), None);
/// # Ok::<(), pidro::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum VisibleEvent {
    /// The players cut for the first deal.
    DealerCut {
        /// The cards drawn.
        cut: Cut,
    },
    /// The first dealer is known.
    DealerChosen {
        /// The dealer.
        seat: Seat,
    },
    /// A hand was dealt.
    HandDealt {
        /// The dealer.
        dealer: Seat,
        /// The nine cards each seat got.
        #[cfg_attr(
            feature = "schemars",
            schemars(with = "BySeat<crate::projection::cards_or_count::CardsOrCount>")
        )]
        hands: BySeat<VisibleCards>,
        /// The whole deck. As JSON, only its size if it is hidden.
        #[cfg_attr(feature = "serde", serde(with = "crate::projection::cards_or_count"))]
        #[cfg_attr(
            feature = "schemars",
            schemars(with = "crate::projection::cards_or_count::CardsOrCount")
        )]
        deck: Option<Deck>,
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
        cards: VisibleCards,
    },
    /// A seat drew cards from the pack to fill up its hand.
    Redealt {
        /// The seat that got the cards.
        seat: Seat,
        /// The number of cards it requested.
        requested: u8,
        /// The number of cards it got.
        received: u8,
        /// The cards it got, or only their number.
        #[cfg_attr(
            feature = "schemars",
            schemars(with = "crate::projection::cards_or_count::CardsOrCount")
        )]
        cards: VisibleCards,
    },
    /// The dealer took the rest of the pack and kept a hand.
    Robbed {
        /// The dealer.
        seat: Seat,
        /// The number of cards taken from the pack.
        taken: u8,
        /// The cards to choose from.
        pool: VisibleCards,
        /// The cards the dealer kept, or only their number.
        #[cfg_attr(
            feature = "schemars",
            schemars(with = "crate::projection::cards_or_count::CardsOrCount")
        )]
        kept: VisibleCards,
        /// The cards of the pool that the dealer did not keep.
        buried: VisibleCards,
    },
    /// A seat with more than six trumps killed the excess.
    Killed {
        /// The seat that killed.
        seat: Seat,
        /// The killed cards, top card first.
        cards: Pile<8>,
        /// The top card.
        top: Option<Card>,
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
    /// Returns what this observer sees of the event under these rules while the game is running.
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
        self.project(Some(observer.into()), rules)
    }

    /// Returns the event with nothing hidden: the counterpart of [`Game::full_view`].
    #[must_use]
    pub fn in_full(&self) -> VisibleEvent {
        self.project(None, &Rules::default())
    }

    /// The event as this observer sees it; in full if there is no observer.
    pub(crate) fn project(&self, observer: Option<Observer>, rules: &Rules) -> VisibleEvent {
        let visibility = Visibility::of(observer);
        let own = |seat, cards| {
            if visibility.shows_cards_of(seat) {
                VisibleCards::Cards(cards)
            } else {
                VisibleCards::count(cards)
            }
        };
        match *self {
            Event::DealerCut { cut } => VisibleEvent::DealerCut { cut },
            Event::DealerChosen { seat } => VisibleEvent::DealerChosen { seat },
            Event::HandDealt { dealer, ref deck } => {
                let hands = deck.hands(dealer);
                VisibleEvent::HandDealt {
                    dealer,
                    hands: BySeat::from_fn(|seat| own(seat, hands[seat])),
                    deck: (visibility == Visibility::EVERYTHING).then_some(*deck),
                }
            }
            Event::CallMade { seat, call } => VisibleEvent::CallMade { seat, call },
            Event::BiddingWon { contract } => VisibleEvent::BiddingWon { contract },
            Event::TrumpDeclared { seat, trump } => VisibleEvent::TrumpDeclared { seat, trump },
            Event::Discarded {
                seat,
                cards,
                by_dealer,
            } => VisibleEvent::Discarded {
                seat,
                cards: visible_discard(cards, seat, by_dealer, visibility, rules),
            },
            Event::Redealt {
                seat,
                requested,
                cards,
            } => VisibleEvent::Redealt {
                seat,
                requested,
                received: cards.count(),
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
                    // With nothing to rob, the pool is just the dealer's own trumps, whose number
                    // is secret.
                    0 if !visibility.shows_cards_of(seat) => VisibleCards::Hidden,
                    _ => visible_pool(pool, seat, visibility, rules),
                },
                kept: own(seat, kept),
                buried: visible_pool(buried, seat, visibility, rules),
            },
            Event::Killed { seat, cards } => VisibleEvent::Killed {
                seat,
                cards,
                top: cards.top(),
            },
            Event::CardPlayed { seat, card } => VisibleEvent::CardPlayed { seat, card },
            Event::WentCold { seat, shown } => VisibleEvent::WentCold { seat, shown },
            Event::TrickWon { result } => VisibleEvent::TrickWon { result },
            Event::Claimed { seat } => VisibleEvent::Claimed { seat },
            Event::HandScored {
                contract,
                taken,
                made,
                change,
                left,
            } => VisibleEvent::HandScored {
                contract,
                taken,
                made,
                change,
                left,
            },
            Event::GameWon { team } => VisibleEvent::GameWon { team },
            Event::Resigned { seat } => VisibleEvent::Resigned { seat },
        }
    }
}

impl History {
    /// The log from event `from` on, as this observer may see it. When the game is over, every
    /// observer sees everything. Doesn't visit the events before `from`.
    pub fn seen_by(
        &self,
        observer: impl Into<Observer>,
        from: usize,
    ) -> impl ExactSizeIterator<Item = VisibleEvent> {
        let observer = observer.into();
        let rules = *self.game().rules();
        let is_over = self.game().winner().is_some();
        self.log_from(from).iter().map(move |event| {
            if is_over {
                event.in_full()
            } else {
                event.seen_by(observer, &rules)
            }
        })
    }

    /// The log from event `from` on, with nothing hidden.
    pub fn in_full(&self, from: usize) -> impl ExactSizeIterator<Item = VisibleEvent> {
        self.log_from(from).iter().map(Event::in_full)
    }

    fn log_from(&self, from: usize) -> &[Event] {
        self.log().get(from..).unwrap_or_default()
    }
}
