//! The JSON forms of the engine protocol.
//!
//! Actions, cards and seats are strings, as in the notation. A [`View`] serializes as a [`State`],
//! which clients can deserialize. Hidden cards appear as a count or null, never as a list of
//! placeholders.
//!
//! A `State` has neither the rules nor the legal actions, so it can't be turned back into a view;
//! [`View::to_position`] writes a complete one.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::convert::Infallible;

#[cfg(feature = "schemars")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{Card, CardSet, Deck, Pile, Suit, Trump};
use crate::game::{Action, Bid, BidRange, Call, Contract, Cut, Legal, Phase, Play, Trick, WordPromise};
pub use crate::projection::cards_or_count::CardsOrCount;
use crate::projection::{Observer, View, VisibleCards};
use crate::seat::{BySeat, ByTeam, Seat, Team};

/// A view as the engine protocol writes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct State {
    /// The current phase.
    pub phase: Phase,
    /// The number of the current hand or, between hands, of the next one.
    pub hand: u32,
    /// The dealer of that hand.
    pub dealer: Option<Seat>,
    /// The seat whose turn it is.
    pub turn: Option<Seat>,
    /// The cards each seat holds, or only their number.
    #[cfg_attr(feature = "schemars", schemars(with = "BySeat<CardsOrCount>"))]
    pub hands: BySeat<VisibleCards>,
    /// The pack in order, or its size if it is hidden.
    pub deck: CardsOrCount,
    /// The calls so far.
    pub calls: Vec<SeatCall>,
    /// The highest bid and the seat that made it.
    pub contract: Option<Contract>,
    /// The trump suit, once declared.
    pub trump: Option<Trump>,
    /// The number of cards each non-dealer requested.
    #[serde(with = "sparse")]
    #[cfg_attr(feature = "schemars", schemars(with = "sparse::SparseMap<u8>"))]
    pub requested: BySeat<Option<u8>>,
    /// The number of cards each non-dealer received.
    #[serde(with = "sparse")]
    #[cfg_attr(feature = "schemars", schemars(with = "sparse::SparseMap<u8>"))]
    pub received: BySeat<Option<u8>>,
    /// The number of cards in the pool that the dealer keeps a hand from.
    pub pool_size: Option<u8>,
    /// The cards of the pool that the dealer did not keep.
    pub buried: VisibleCards,
    /// The killed cards of each seat that killed, top card first.
    #[serde(with = "sparse")]
    #[cfg_attr(feature = "schemars", schemars(with = "sparse::SparseMap<Pile<8>>"))]
    pub killed: BySeat<Option<Pile<8>>>,
    /// The current trick; empty between tricks.
    pub trick: Vec<Play>,
    /// The finished tricks of the hand.
    pub tricks: Vec<FinishedTrick>,
    /// The cards that each cold seat showed.
    #[serde(with = "sparse")]
    #[cfg_attr(feature = "schemars", schemars(with = "sparse::SparseMap<CardSet>"))]
    pub cold: BySeat<Option<CardSet>>,
    /// The points each team has taken in the hand.
    pub points: ByTeam<u8>,
    /// The scores.
    pub scores: ByTeam<i32>,
    /// The winner, once decided.
    pub winner: Option<Team>,
}

/// A call and the seat that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SeatCall {
    /// The seat.
    pub seat: Seat,
    /// The points of the bid; null for a pass.
    #[serde(rename = "bid")]
    pub call: Call,
}

/// A finished trick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FinishedTrick {
    /// The plays in order.
    pub plays: Vec<Play>,
    /// The seat that won the trick.
    pub winner: Seat,
    /// The points that each team got from it.
    pub points: ByTeam<u8>,
}

impl FinishedTrick {
    /// A trick without cards has no winner.
    fn new(trick: Trick<'_>, trump: Trump) -> Option<FinishedTrick> {
        let result = trick.result(trump)?;
        Some(FinishedTrick {
            plays: trick.plays().to_vec(),
            winner: result.winner,
            points: result.by_team(),
        })
    }
}

impl From<&View> for State {
    fn from(view: &View) -> State {
        State {
            phase: view.phase,
            hand: view.hand,
            dealer: view.dealer,
            turn: view.turn,
            hands: view.hands,
            deck: match &view.pack {
                Some(pack) => CardsOrCount::Cards(pack.as_slice().to_vec()),
                None => CardsOrCount::Count(view.pack_size),
            },
            calls: view
                .auction
                .calls()
                .map(|(seat, call)| SeatCall { seat, call })
                .collect(),
            contract: view.auction.contract(),
            trump: view.trump,
            requested: view.redeal.map(|redeal| redeal.map(|redeal| redeal.requested)),
            received: view.redeal.map(|redeal| redeal.map(|redeal| redeal.received)),
            pool_size: view.pool_size,
            buried: view.buried,
            killed: BySeat::from_fn(|seat| view.killed.pile(seat)),
            trick: view.tricks.current().plays().to_vec(),
            tricks: view
                .tricks
                .finished()
                .filter_map(|trick| FinishedTrick::new(trick, view.trump?))
                .collect(),
            cold: view.cold,
            points: view.points,
            scores: view.scores,
            winner: view.winner,
        }
    }
}

/// Writes a [`State`].
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        State::from(self).serialize(serializer)
    }
}

/// A map that contains only the seats with a value.
mod sparse {
    use super::{BySeat, Deserialize, Deserializer, Serialize, Serializer};
    use crate::seat::Seat;

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(inline))]
    pub(super) struct SparseMap<T> {
        #[serde(skip_serializing_if = "Option::is_none")]
        n: Option<T>,
        #[serde(skip_serializing_if = "Option::is_none")]
        e: Option<T>,
        #[serde(skip_serializing_if = "Option::is_none")]
        s: Option<T>,
        #[serde(skip_serializing_if = "Option::is_none")]
        w: Option<T>,
    }

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        values: &BySeat<Option<T>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let [n, e, s, w] = Seat::ALL.map(|seat| values[seat].as_ref());
        SparseMap { n, e, s, w }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BySeat<Option<T>>, D::Error> {
        let SparseMap { n, e, s, w } = SparseMap::deserialize(deserializer)?;
        Ok(BySeat::from([n, e, s, w]))
    }
}

/// Writes types with `Display` and reads them with `FromStr`.
macro_rules! as_text {
    ($($name:ty: $schema:expr;)+) => {
        $(
            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                    let text = Cow::<str>::deserialize(deserializer)?;
                    text.parse().map_err(D::Error::custom)
                }
            }

            #[cfg(feature = "schemars")]
            impl JsonSchema for $name {
                fn schema_name() -> Cow<'static, str> {
                    stringify!($name).into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    $schema
                }
            }
        )+
    };
}

as_text! {
    Action: schema::pattern("^[a-z]+( .+)?$", "keep Ah Kh Qh Jh Th 5d");
    Card: schema::pattern("^[2-9TJQKA][shdc]$", "Ah");
    Observer: schema::one_of(Seat::ALL.map(Observer::Seat).into_iter().chain([Observer::Spectator]));
    Seat: schema::one_of(Seat::ALL);
    Suit: schema::one_of(Suit::ALL);
    WordPromise: schema::pattern("^[0-9a-f]{64}$", schema::HASH);
}

/// Schemas of texts.
#[cfg(feature = "schemars")]
mod schema {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;
    use core::fmt::Display;

    use schemars::{Schema, json_schema};

    /// An example of a SHA-256 hash.
    pub(super) const HASH: &str = "3b4c6a1d8e9f0a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3";

    pub(super) fn pattern(pattern: &str, example: &str) -> Schema {
        json_schema!({"type": "string", "pattern": pattern, "examples": [example]})
    }

    pub(super) fn one_of<T: Display>(values: impl IntoIterator<Item = T>) -> Schema {
        let words: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        json_schema!({"type": "string", "enum": words})
    }
}

/// Writes a type as another one, and reads that one back.
macro_rules! as_other {
    ($($(@const $n:ident: $kind:ty =>)? $name:ty as $other:ty { $write:expr, $read:expr })+) => {
        $(
            impl$(<const $n: $kind>)? Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let write: fn(&$name) -> $other = $write;
                    write(self).serialize(serializer)
                }
            }

            impl<'de $(, const $n: $kind)?> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                    let read = $read;
                    read(<$other>::deserialize(deserializer)?).map_err(D::Error::custom)
                }
            }

            #[cfg(feature = "schemars")]
            impl$(<const $n: $kind>)? JsonSchema for $name {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> Cow<'static, str> {
                    <$other>::schema_name()
                }

                fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                    generator.subschema_for::<$other>()
                }
            }
        )+
    };
}

as_other! {
    Bid as u8 {
        |bid| bid.get(),
        |points| Bid::new(points).ok_or("a bid is a whole number from 6 to 14")
    }
    Call as Option<Bid> {
        |call| match call {
            Call::Pass => None,
            Call::Bid(bid) => Some(*bid),
        },
        |bid: Option<Bid>| Ok::<_, Infallible>(bid.map_or(Call::Pass, Call::Bid))
    }
    Trump as Suit {
        |trump| trump.suit(),
        |suit| Ok::<_, Infallible>(Trump::new(suit))
    }
    CardSet as Vec<Card> {
        |cards| cards.iter().collect(),
        // A pile refuses a card that is named twice.
        |cards: Vec<Card>| Pile::<{ Card::COUNT }>::new(cards).map(|pile| pile.cards())
    }
    @const N: usize => Pile<N> as Vec<Card> {
        |pile| pile.as_slice().to_vec(),
        |cards: Vec<Card>| Pile::new(cards)
    }
    Deck as Vec<Card> {
        |deck| deck.cards().to_vec(),
        |cards: Vec<Card>| Deck::new(&cards)
    }
    Cut as Vec<Play> {
        |cut| cut.draws().map(|(seat, card)| Play { seat, card }).collect(),
        |draws: Vec<Play>| {
            let cut = Pile::new(draws.iter().map(|draw| draw.card)).ok().and_then(Cut::new);
            let seats = draws.iter().map(|draw| draw.seat);
            cut.filter(|cut| cut.draws().map(|(seat, _)| seat).eq(seats))
                .ok_or("these cards don't decide a cut")
        }
    }
    Legal as LegalJson {
        |legal| LegalJson::from(legal),
        LegalJson::legal
    }
}

/// One value for each seat: `{"N": …, "E": …, "S": …, "W": …}`.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct Seats<T> {
    n: T,
    e: T,
    s: T,
    w: T,
}

/// One value for each team: `{"NS": …, "EW": …}`.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
struct Teams<T> {
    ns: T,
    ew: T,
}

/// The legal actions, as the engine protocol writes them.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "Legal")
)]
enum LegalJson {
    /// Nothing.
    None,
    /// The game waits for a deck.
    Deal,
    /// A call.
    Bid {
        /// The bids that can be made.
        bids: Vec<Bid>,
        /// Whether the seat may pass.
        pass: bool,
    },
    /// The trump suit.
    Trump {
        /// The suits.
        suits: Vec<Suit>,
    },
    /// Cards to keep.
    Keep {
        /// The cards to choose from.
        from: CardSet,
        /// How many to choose.
        count: usize,
        /// Those that must be chosen.
        must: CardSet,
    },
    /// Cards to kill, the first one on top.
    Kill {
        /// The cards to choose from.
        from: CardSet,
        /// How many to choose.
        count: usize,
    },
    /// A card to play.
    Play {
        /// The cards that can be played.
        cards: CardSet,
    },
}

impl From<&Legal> for LegalJson {
    fn from(legal: &Legal) -> LegalJson {
        match *legal {
            Legal::Nothing => LegalJson::None,
            Legal::Deal => LegalJson::Deal,
            Legal::Call { bids, pass } => LegalJson::Bid {
                bids: bids.iter().collect(),
                pass,
            },
            Legal::Trump => LegalJson::Trump {
                suits: Suit::ALL.to_vec(),
            },
            Legal::Keep { from, must, count } => LegalJson::Keep { from, count, must },
            Legal::Kill { from, count } => LegalJson::Kill { from, count },
            Legal::Play { cards } => LegalJson::Play { cards },
        }
    }
}

impl LegalJson {
    fn legal(self) -> Result<Legal, &'static str> {
        Ok(match self {
            LegalJson::None => Legal::Nothing,
            LegalJson::Deal => Legal::Deal,
            LegalJson::Bid { bids, pass } => {
                let range = match (bids.first(), bids.last()) {
                    (Some(lowest), Some(highest)) => BidRange::new(*lowest..=*highest),
                    _ => BidRange::NONE,
                };
                if !range.iter().eq(bids) {
                    return Err("bids are consecutive numbers");
                }
                Legal::Call { bids: range, pass }
            }
            LegalJson::Trump { suits } if suits == Suit::ALL => Legal::Trump,
            LegalJson::Trump { .. } => return Err("all four suits can be named"),
            LegalJson::Keep { from, count, must } => Legal::Keep { from, must, count },
            LegalJson::Kill { from, count } => Legal::Kill { from, count },
            LegalJson::Play { cards } => Legal::Play { cards },
        })
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        let Seats { n, e, s, w } = Seats::deserialize(deserializer)?;
        Ok(BySeat::from([n, e, s, w]))
    }
}

#[cfg(feature = "schemars")]
impl<T: JsonSchema> JsonSchema for BySeat<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Seats::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Seats::<T>::json_schema(generator)
    }
}

impl<T: Serialize> Serialize for ByTeam<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByTeam<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByTeam<T>, D::Error> {
        let Teams { ns, ew } = Teams::deserialize(deserializer)?;
        Ok(ByTeam::new(ns, ew))
    }
}

#[cfg(feature = "schemars")]
impl<T: JsonSchema> JsonSchema for ByTeam<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Teams::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Teams::<T>::json_schema(generator)
    }
}
