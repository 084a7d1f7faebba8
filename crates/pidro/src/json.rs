//! The JSON form of views, events and legal actions, as defined by the engine protocol.
//!
//! Hidden cards appear as a count or null, never as a list of placeholders.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde::de::Error as _;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::action::Action;
use crate::bidding::{Bid, Call, Contract};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::cut::Cut;
use crate::event::Event;
use crate::fair::WordPromise;
use crate::legal::Legal;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::record::Mark;
use crate::seat::{BySeat, ByTeam, Seat, Team};
use crate::trick::{Play, Trick, TrickResult};
use crate::trump::Trump;
use crate::view::{View, VisibleCards, VisibleEvent};

/// Serializes a type with its `Display` implementation.
macro_rules! as_displayed {
    ($($name:ty),+) => {
        $(impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        })+
    };
}

as_displayed!(Action, Card, Mark, Suit, Trump, Seat, Team, Phase, WordPromise);

/// Deserializes a type with its `FromStr` implementation.
macro_rules! as_parsed {
    ($($name:ty),+) => {
        $(impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        })+
    };
}

as_parsed!(Action, Card, Suit, Seat, WordPromise);

impl Serialize for Bid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}

impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Call::Pass => serializer.serialize_none(),
            Call::Bid(bid) => bid.serialize(serializer),
        }
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<const N: usize> Serialize for Pile<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl Serialize for VisibleCards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            VisibleCards::Cards(cards) => cards.serialize(serializer),
            VisibleCards::Count(count) => serializer.serialize_u8(*count),
            VisibleCards::Hidden => serializer.serialize_none(),
        }
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "UPPERCASE")]
        struct Compass<T> {
            n: T,
            e: T,
            s: T,
            w: T,
        }
        let Compass { n, e, s, w } = Compass::deserialize(deserializer)?;
        Ok(BySeat::from([n, e, s, w]))
    }
}

impl<T: Serialize> Serialize for ByTeam<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A map of only those seats that have a value.
struct Held<T>(BySeat<Option<T>>);

impl<T: Serialize> Serialize for Held<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.0
                .iter()
                .filter_map(|(seat, value)| Some((seat, value.as_ref()?))),
        )
    }
}

/// A list that is generated while it is serialized.
struct List<F>(F);

impl<I, F> Serialize for List<F>
where
    F: Fn() -> I,
    I: Iterator,
    I::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

#[derive(Serialize)]
struct CallLine {
    seat: Seat,
    bid: Call,
}

impl Serialize for Cut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.draws().map(|(seat, card)| Play { seat, card }))
    }
}

impl Serialize for Trick<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.plays())
    }
}

#[derive(Serialize)]
struct TrickLine<'a> {
    plays: Trick<'a>,
    winner: Option<Seat>,
    points: Option<ByTeam<u8>>,
}

impl TrickLine<'_> {
    fn new(trick: Trick<'_>, trump: Option<Trump>) -> TrickLine<'_> {
        let result = trump.and_then(|trump| trick.result(trump));
        TrickLine {
            plays: trick,
            winner: result.map(|result| result.winner),
            points: result.map(TrickResult::by_team),
        }
    }
}

/// Writes the state of the engine protocol, as this view's observer may know it.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let calls = List(|| self.auction.calls().map(|(seat, bid)| CallLine { seat, bid }));
        let tricks = List(|| {
            self.tricks
                .finished()
                .map(|trick| TrickLine::new(trick, self.trump))
        });
        let mut state = serializer.serialize_struct("State", 20)?;
        state.serialize_field("phase", &self.phase)?;
        state.serialize_field("hand", &self.hand)?;
        state.serialize_field("dealer", &self.dealer)?;
        state.serialize_field("turn", &self.turn)?;
        state.serialize_field("hands", &self.hands)?;
        match &self.pack {
            Some(pack) => state.serialize_field("deck", pack)?,
            None => state.serialize_field("deck", &self.pack_size)?,
        }
        state.serialize_field("calls", &calls)?;
        state.serialize_field("contract", &self.auction.contract())?;
        state.serialize_field("trump", &self.trump)?;
        let asked = self.redeal.map(|redeal| redeal.map(|redeal| redeal.requested));
        let got = self.redeal.map(|redeal| redeal.map(|redeal| redeal.received));
        state.serialize_field("requested", &Held(asked))?;
        state.serialize_field("received", &Held(got))?;
        state.serialize_field("pool_size", &self.pool_size)?;
        state.serialize_field("buried", &self.buried)?;
        state.serialize_field("killed", &Held(BySeat::from_fn(|seat| self.killed.pile(seat))))?;
        state.serialize_field("trick", &self.tricks.current())?;
        state.serialize_field("tricks", &tricks)?;
        state.serialize_field("cold", &Held(self.cold))?;
        state.serialize_field("points", &self.points)?;
        state.serialize_field("scores", &self.scores)?;
        state.serialize_field("winner", &self.winner)?;
        state.end()
    }
}

/// Writes an object whose `event` field names its kind.
impl Serialize for VisibleEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        EventLine::from(self).serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum DeckLine {
    Cards(Vec<Card>),
    Count(usize),
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum EventLine {
    DealerCut {
        cut: Cut,
    },
    DealerChosen {
        seat: Seat,
    },
    HandDealt {
        dealer: Seat,
        hands: BySeat<VisibleCards>,
        deck: DeckLine,
    },
    CallMade(CallLine),
    BiddingWon(Contract),
    TrumpDeclared {
        seat: Seat,
        trump: Trump,
    },
    Discarded {
        seat: Seat,
        cards: VisibleCards,
    },
    Redealt {
        seat: Seat,
        requested: u8,
        received: Option<usize>,
        cards: VisibleCards,
    },
    Robbed {
        seat: Seat,
        taken: u8,
        pool: VisibleCards,
        kept: VisibleCards,
        buried: VisibleCards,
    },
    Killed {
        seat: Seat,
        cards: Pile<8>,
        top: Option<Card>,
    },
    CardPlayed(Play),
    WentCold {
        seat: Seat,
        shown: CardSet,
    },
    TrickWon {
        seat: Seat,
        points: u8,
        two: Option<Seat>,
    },
    Claimed {
        seat: Seat,
    },
    HandScored {
        contract: Contract,
        taken: ByTeam<u8>,
        made: bool,
        change: ByTeam<i8>,
        left: BySeat<CardSet>,
    },
    GameWon {
        team: Team,
    },
    Resigned {
        seat: Seat,
    },
}

impl From<&VisibleEvent> for EventLine {
    fn from(seen: &VisibleEvent) -> EventLine {
        match *seen {
            VisibleEvent::HandDealt { dealer, hands, deck } => EventLine::HandDealt {
                dealer,
                hands,
                deck: match deck {
                    Some(deck) => DeckLine::Cards(deck.cards().to_vec()),
                    None => DeckLine::Count(Card::COUNT),
                },
            },
            VisibleEvent::Discarded { seat, cards } => EventLine::Discarded { seat, cards },
            VisibleEvent::Redealt {
                seat,
                requested,
                cards,
            } => EventLine::Redealt {
                seat,
                requested,
                received: cards.len(),
                cards,
            },
            VisibleEvent::Robbed {
                seat,
                taken,
                pool,
                kept,
                buried,
            } => EventLine::Robbed {
                seat,
                taken,
                pool,
                kept,
                buried,
            },
            VisibleEvent::Open(ref event) => open(event),
        }
    }
}

fn open(event: &Event) -> EventLine {
    match *event {
        Event::DealerCut { cut } => EventLine::DealerCut { cut },
        Event::DealerChosen { seat } => EventLine::DealerChosen { seat },
        Event::CallMade { seat, call } => EventLine::CallMade(CallLine { seat, bid: call }),
        Event::BiddingWon { contract } => EventLine::BiddingWon(contract),
        Event::TrumpDeclared { seat, trump } => EventLine::TrumpDeclared { seat, trump },
        Event::Killed { seat, cards } => EventLine::Killed {
            seat,
            top: cards.top(),
            cards,
        },
        Event::CardPlayed { seat, card } => EventLine::CardPlayed(Play { seat, card }),
        Event::WentCold { seat, shown } => EventLine::WentCold { seat, shown },
        Event::TrickWon { result } => EventLine::TrickWon {
            seat: result.winner,
            points: result.points,
            two: result.two,
        },
        Event::Claimed { seat } => EventLine::Claimed { seat },
        Event::HandScored {
            contract,
            taken,
            made,
            change,
            left,
        } => EventLine::HandScored {
            contract,
            taken,
            made,
            change,
            left,
        },
        Event::GameWon { team } => EventLine::GameWon { team },
        Event::Resigned { seat } => EventLine::Resigned { seat },
        // Events with hidden cards are never `Open`: `seen_by` turns them into other variants.
        Event::HandDealt { .. } | Event::Discarded { .. } | Event::Redealt { .. } | Event::Robbed { .. } => {
            EventLine::from(&event.seen_by(crate::Observer::Spectator, &crate::Rules::default()))
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum LegalLine {
    None,
    Deal,
    Bid {
        bids: Vec<Bid>,
        pass: bool,
    },
    Trump {
        suits: [Suit; 4],
    },
    Keep {
        from: CardSet,
        count: usize,
        must: CardSet,
    },
    Kill {
        from: CardSet,
        count: usize,
    },
    Play {
        cards: CardSet,
    },
}

/// Writes the `legal` field of the engine protocol.
impl Serialize for Legal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Legal::Nothing => LegalLine::None,
            Legal::Deal => LegalLine::Deal,
            Legal::Call { bids, pass } => LegalLine::Bid {
                bids: bids.iter().collect(),
                pass,
            },
            Legal::Trump => LegalLine::Trump { suits: Suit::ALL },
            Legal::Keep { from, must, count } => LegalLine::Keep { from, count, must },
            Legal::Kill { from, count } => LegalLine::Kill { from, count },
            Legal::Play { cards } => LegalLine::Play { cards },
        }
        .serialize(serializer)
    }
}
