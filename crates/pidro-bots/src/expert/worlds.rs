//! Where the trumps that a seat can't see may be.
//!
//! Once trump is named, only trumps matter. Each trump that the seat has not seen is in another
//! hand, or the dealer has buried it. The deal determines how likely each placement is. A
//! non-dealer was dealt as many trumps as its discard left, and may have drawn more. The dealer had
//! nine cards and took the rest of the pack. The weight of a world is therefore a product of one
//! factor per hand, which makes it fast to enumerate all worlds.

pub(super) mod chances;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use pidro::rules::{Rob, RobPoints};
use pidro::{BySeat, CardSet, Legal, Seat, View};

use super::calls::Likelihood;
use crate::ending::{bit, bits_of};
use chances::{Counts, fewest, pool_weights, taken_from_pack};

/// A placement of the unseen trumps: what each seat holds, one bit per trump.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) hands: BySeat<u16>,
    pub(super) weight: f32,
}

/// The unseen trumps, and the hands they can be in.
pub(super) struct Unseen {
    /// The known hands: only the seat's own trumps.
    known: BySeat<u16>,
    /// The trump bits of every subset of the unseen trumps.
    subsets: Vec<u16>,
    /// The non-dealers' hands.
    hands: Vec<Hidden>,
    /// The dealer, who gets the remaining trumps. `None` if the seat itself is the dealer and
    /// knows.
    dealer: Option<Dealer>,
}

/// A hand that the seat can't see.
struct Hidden {
    seat: Seat,
    /// For each subset of the unseen trumps, the likelihood that the hand holds exactly that
    /// subset, up to a common factor.
    weights: Vec<f32>,
}

/// The dealer's hand and buried cards.
struct Dealer {
    seat: Seat,
    /// For each subset of the unseen trumps, the likelihood that it is what the dealer had and has
    /// not played, up to a common factor.
    weights: Vec<f32>,
    played: u32,
    /// How many trumps the hand can hold.
    room: RangeInclusive<u32>,
    buries: Buries,
}

/// Which trumps of the pool a dealer buries.
enum Buries {
    /// Nothing: the dealer had no choice.
    Nothing,
    /// The trumps that don't fit, lowest non-points first; and sometimes these fives, to keep them
    /// from the opponents.
    Sensibly { fives: u16, points: u16 },
    /// Anything but these.
    Anything { but: u16 },
}

impl Unseen {
    /// Collects what this seat can't see in its own view. If `sensible`, the dealer only buries
    /// what makes sense; otherwise anything.
    pub(super) fn of(view: &View, seat: Seat, sensible: bool) -> Option<Unseen> {
        let trump = view.trump?;
        let dealer = view.dealer?;
        let bits = |cards| bits_of(trump, cards);
        let own = bits(view.hands[seat].cards()?);
        let mut seen = own | bits(view.buried.cards().unwrap_or_default());
        let mut played = BySeat::all(0);
        for play in view.tricks.plays() {
            seen |= bit(trump, play.card);
            played[play.seat] += 1;
        }
        for other in Seat::ALL {
            seen |= view.killed.pile(other).map_or(0, |pile| bits(pile.cards()));
        }
        if let Legal::Keep { from, .. } = view.legal {
            seen |= bits(from);
        }
        let subsets = subsets_of(bits(trump.cards()) & !seen);
        let hidden = |other: Seat, counts: &Counts| {
            let likely = Likelihood::of(view, other, trump);
            let weight = |set: &u16| match counts.0[set.count_ones() as usize] {
                0.0 => 0.0,
                count => count * likely.with(*set),
            };
            Hidden {
                seat: other,
                weights: subsets.iter().map(weight).collect(),
            }
        };

        let mut hands = Vec::new();
        for other in Seat::ALL {
            if other != seat && other != dealer && view.cold[other].is_none() {
                let held = view.hands[other].len()?;
                // A seat that killed holds nothing but trumps.
                let counts = match view.killed.pile(other) {
                    Some(_) => Counts::exactly(held),
                    None => Counts::of_player(view, other, played[other], held)?,
                };
                hands.push(hidden(other, &counts));
            }
        }
        let dealer = if dealer == seat {
            None
        } else {
            Some(Dealer::of(view, dealer, played[dealer], &subsets, sensible)?)
        };
        let mut known = BySeat::all(0);
        known[seat] = own;
        Some(Unseen {
            known,
            subsets,
            hands,
            dealer,
        })
    }

    /// Visits every world.
    fn each(&self, found: &mut impl FnMut(&BySeat<u16>, f32)) {
        let all = self.subsets.len() - 1;
        self.place(0, all, 1.0, &mut { self.known }, found);
    }

    /// Gives hand `number` every subset of the remaining trumps that it can hold, and recurses into
    /// the next hand.
    fn place(
        &self,
        number: usize,
        rest: usize,
        weight: f32,
        hands: &mut BySeat<u16>,
        found: &mut impl FnMut(&BySeat<u16>, f32),
    ) {
        let Some(hidden) = self.hands.get(number) else {
            return match &self.dealer {
                Some(dealer) => self.place_dealer(dealer, rest, weight, hands, found),
                None if rest == 0 => found(hands, weight),
                None => {}
            };
        };
        // Without a dealer to follow, the last hand takes all remaining trumps.
        let takes_all = self.dealer.is_none() && number + 1 == self.hands.len();
        let mut set = rest;
        loop {
            let here = hidden.weights[set];
            if here > 0.0 {
                hands[hidden.seat] = self.subsets[set];
                self.place(number + 1, rest & !set, weight * here, hands, found);
            }
            if set == 0 || takes_all {
                return;
            }
            set = (set - 1) & rest;
        }
    }

    /// Gives the dealer all remaining trumps, of which the dealer has kept all or some.
    fn place_dealer(
        &self,
        dealer: &Dealer,
        rest: usize,
        weight: f32,
        hands: &mut BySeat<u16>,
        found: &mut impl FnMut(&BySeat<u16>, f32),
    ) {
        let weight = weight * dealer.weights[rest];
        if weight == 0.0 {
            return;
        }
        let had = self.subsets[rest];
        let mut kept = |cards: u16, weight: f32| {
            if dealer.room.contains(&cards.count_ones()) {
                hands[dealer.seat] = cards;
                found(hands, weight);
            }
        };
        match dealer.buries {
            Buries::Nothing => kept(had, weight),
            Buries::Sensibly { fives, points } => {
                let buries = match had & fives {
                    0 => 0.0,
                    _ => buries_fives(dealer.played + had.count_ones()),
                };
                kept(
                    with_room(had, points, *dealer.room.end()),
                    weight * (1.0 - buries),
                );
                if buries > 0.0 {
                    kept(had & !fives, weight * buries);
                }
            }
            Buries::Anything { but } => {
                let mut set = rest;
                loop {
                    let cards = self.subsets[set];
                    if had & !cards & but == 0 {
                        kept(cards, weight);
                    }
                    if set == 0 {
                        return;
                    }
                    set = (set - 1) & rest;
                }
            }
        }
    }

    /// All worlds or, if there are more than `most`, a sample of about that size, drawn by weight.
    /// `luck` lies between 0 and 1.
    pub(super) fn worlds(&self, most: usize, luck: f64) -> Vec<World> {
        let (mut count, mut total) = (0_usize, 0.0_f64);
        self.each(&mut |_, weight| {
            count += 1;
            total += f64::from(weight);
        });
        let mut worlds = Vec::with_capacity(count.min(most));
        if count <= most {
            self.each(&mut |hands, weight| {
                worlds.push(World {
                    hands: *hands,
                    weight,
                });
            });
            return worlds;
        }
        // We sample systematically by weight, so that every region of the worlds gets its share.
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let step = total / most as f64;
        let mut next = step * luck;
        let mut passed = 0.0;
        self.each(&mut |hands, weight| {
            passed += f64::from(weight);
            while passed > next {
                next += step;
                worlds.push(World {
                    hands: *hands,
                    weight: 1.0,
                });
            }
        });
        worlds
    }
}

impl Dealer {
    fn of(view: &View, seat: Seat, played: usize, subsets: &[u16], sensible: bool) -> Option<Dealer> {
        let trump = view.trump?;
        let held = view.hands[seat].len()?;
        let kept = played + held + view.cold[seat].map_or(0, CardSet::len);
        let killed = view.killed.pile(seat).is_some();
        let pool = pool_weights(view, kept);
        let likely = Likelihood::of(view, seat, trump);
        let weight = |set: &u16| match pool.get(played + set.count_ones() as usize) {
            // A dealer who kills took nothing from the pack or kept every trump, so the number of
            // trumps is known.
            _ if killed => likely.with(*set),
            Some(weight) => weight * likely.with(*set),
            None => 0.0,
        };
        // A dealer who has killed or still has to kill holds nothing but trumps.
        let fewest = if killed || held > 6 {
            held
        } else {
            fewest(view).min(held)
        };
        let points = bits_of(trump, trump.point_cards());
        let robs = view.rules.rob == Rob::Six && taken_from_pack(view) > 0 && kept >= 6 && !killed;
        let defends = view
            .auction
            .contract()
            .is_none_or(|contract| contract.seat.team() != seat.team());
        let free = view.rules.rob_points == RobPoints::Free;
        let buries = match (robs, sensible) {
            (false, _) => Buries::Nothing,
            (true, true) => Buries::Sensibly {
                fives: if defends && free {
                    bits_of(trump, trump.fives())
                } else {
                    0
                },
                points,
            },
            (true, false) => Buries::Anything {
                but: if free { 0 } else { points },
            },
        };
        let count = |count: usize| u32::try_from(count).ok();
        Some(Dealer {
            seat,
            weights: subsets.iter().map(weight).collect(),
            played: count(played)?,
            room: count(fewest)?..=count(held)?,
            buries,
        })
    }
}

/// Reduces these trumps to `room` cards by dropping the lowest ones without points.
fn with_room(mut cards: u16, points: u16, room: u32) -> u16 {
    while cards.count_ones() > room {
        let lowest = cards & !points & (cards & !points).wrapping_neg();
        if lowest == 0 {
            break;
        }
        cards &= !lowest;
    }
    cards
}

/// How often a defending dealer buries the fives of a pool with this many trumps. The numbers
/// follow experts that weigh what to keep.
pub(super) const fn buries_fives(trumps: u32) -> f32 {
    match trumps {
        0..=3 => 0.9,
        4 => 0.75,
        5 => 0.25,
        _ => 0.0,
    }
}

/// Every subset of these bits. The bits of a subset's index select which of `bits` it contains.
fn subsets_of(bits: u16) -> Vec<u16> {
    let mut subsets = vec![0];
    for bit in (0..16).map(|place| 1 << place).filter(|bit| bits & bit != 0) {
        subsets.extend_from_within(..);
        let half = subsets.len() / 2;
        for subset in &mut subsets[half..] {
            *subset |= bit;
        }
    }
    subsets
}
