//! Where the trumps that a seat can't see may be.
//!
//! Once trump is named, only trumps matter. Each trump that the seat has not seen is in another
//! hand, or the dealer has buried it. The deal determines how likely each placement is. A
//! non-dealer was dealt as many trumps as its discard left, and may have drawn more. The dealer had
//! nine cards and took the rest of the pack. The weight of a world is therefore a product of one
//! factor per hand, which makes it fast to enumerate all worlds.

#[cfg(test)]
mod tests;
pub(super) mod trump_counts;

use std::ops::RangeInclusive;

use pidro::rules::{Rob, RobPoints};
use pidro::{BySeat, CardSet, Legal, Seat, Trump, View};

use super::calls::{LastCallLikelihood, cards_taken_by_dealer};
use crate::ending::bits_of;
use trump_counts::{CountWeights, min_trumps, pool_weights};

/// A placement of the unseen trumps: what each seat holds, one bit per trump.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) hands: BySeat<u16>,
    pub(super) weight: f32,
}

/// The unseen trumps, and the hands they can be in.
pub(super) struct UnseenTrumps {
    /// The known hands: only the seat's own trumps.
    known: BySeat<u16>,
    /// The trump bits of every subset of the unseen trumps.
    subsets: Vec<u16>,
    /// The non-dealers' hands.
    hands: Vec<HiddenHand>,
    /// The dealer, who gets the remaining trumps. `None` if the seat itself is the dealer.
    dealer: Option<HiddenDealer>,
}

/// A hand that the seat can't see.
struct HiddenHand {
    seat: Seat,
    /// For each subset of the unseen trumps, the likelihood that the hand holds exactly that
    /// subset, up to a common factor.
    weights: Vec<f32>,
}

/// The dealer's hand and buried cards.
struct HiddenDealer {
    seat: Seat,
    /// For each subset of the unseen trumps, the likelihood that it is what the dealer had and has
    /// not played, up to a common factor.
    weights: Vec<f32>,
    played: u32,
    /// How many trumps the hand may hold.
    sizes: RangeInclusive<u32>,
    bury_policy: BuryPolicy,
}

/// Which trumps of the pool a dealer buries.
enum BuryPolicy {
    /// Nothing: the dealer had no choice.
    Nothing,
    /// The trumps that don't fit, lowest non-points first; and sometimes these fives, to keep them
    /// from the opponents.
    Sensibly { fives: u16, points: u16 },
    /// Any trumps except these.
    Anything { except: u16 },
}

impl UnseenTrumps {
    /// Collects what this seat can't see in its own view. If `sensible`, the dealer only buries
    /// what makes sense; otherwise anything.
    pub(super) fn of(view: &View, seat: Seat, sensible: bool) -> Option<UnseenTrumps> {
        let trump = view.trump?;
        let dealer = view.dealer?;
        let mut known = BySeat::all(0);
        known[seat] = bits_of(trump, view.hands[seat].cards()?);
        let seen = known[seat] | seen_outside_hand(view, trump);
        let subsets = subsets_of(bits_of(trump, trump.cards()) & !seen);
        let mut hands = Vec::new();
        for other in Seat::ALL {
            if other != seat && other != dealer && view.cold[other].is_none() {
                hands.push(HiddenHand::of(view, other, &subsets)?);
            }
        }
        let dealer = if dealer == seat {
            None
        } else {
            Some(HiddenDealer::of(view, dealer, &subsets, sensible)?)
        };
        Some(UnseenTrumps {
            known,
            subsets,
            hands,
            dealer,
        })
    }

    /// Visits every world with its weight.
    fn for_each(&self, visit: &mut impl FnMut(&BySeat<u16>, f32)) {
        let all = self.subsets.len() - 1;
        self.place_hand(0, all, 1.0, &mut { self.known }, visit);
    }

    /// Gives the hand at `index` every subset of the remaining trumps that it can hold, and
    /// recurses into the next hand.
    fn place_hand(
        &self,
        index: usize,
        rest: usize,
        weight: f32,
        hands: &mut BySeat<u16>,
        visit: &mut impl FnMut(&BySeat<u16>, f32),
    ) {
        let Some(hidden) = self.hands.get(index) else {
            return match &self.dealer {
                Some(dealer) => self.place_dealer(dealer, rest, weight, hands, visit),
                None if rest == 0 => visit(hands, weight),
                None => {}
            };
        };
        // Without a dealer to follow, the last hand takes all remaining trumps.
        let takes_all = self.dealer.is_none() && index + 1 == self.hands.len();
        let mut set = rest;
        loop {
            let factor = hidden.weights[set];
            if factor > 0.0 {
                hands[hidden.seat] = self.subsets[set];
                self.place_hand(index + 1, rest & !set, weight * factor, hands, visit);
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
        dealer: &HiddenDealer,
        rest: usize,
        weight: f32,
        hands: &mut BySeat<u16>,
        visit: &mut impl FnMut(&BySeat<u16>, f32),
    ) {
        let weight = weight * dealer.weights[rest];
        if weight == 0.0 {
            return;
        }
        let had = self.subsets[rest];
        let mut visit_kept = |cards: u16, weight: f32| {
            if dealer.sizes.contains(&cards.count_ones()) {
                hands[dealer.seat] = cards;
                visit(hands, weight);
            }
        };
        match dealer.bury_policy {
            BuryPolicy::Nothing => visit_kept(had, weight),
            BuryPolicy::Sensibly { fives, points } => {
                let buries_fives = match had & fives {
                    0 => 0.0,
                    _ => bury_fives_probability(dealer.played + had.count_ones()),
                };
                visit_kept(
                    drop_lowest(had, points, *dealer.sizes.end()),
                    weight * (1.0 - buries_fives),
                );
                if buries_fives > 0.0 {
                    visit_kept(had & !fives, weight * buries_fives);
                }
            }
            BuryPolicy::Anything { except } => {
                let mut set = rest;
                loop {
                    let cards = self.subsets[set];
                    if had & !cards & except == 0 {
                        visit_kept(cards, weight);
                    }
                    if set == 0 {
                        return;
                    }
                    set = (set - 1) & rest;
                }
            }
        }
    }

    /// All worlds or, if there are more than `limit`, a sample of about that size, drawn by weight.
    /// `offset`, from 0 to 1, selects the sample.
    pub(super) fn worlds(&self, limit: usize, offset: f64) -> Vec<World> {
        let (mut count, mut total) = (0_usize, 0.0_f64);
        self.for_each(&mut |_, weight| {
            count += 1;
            total += f64::from(weight);
        });
        let mut worlds = Vec::with_capacity(count.min(limit));
        if count <= limit {
            self.for_each(&mut |hands, weight| {
                worlds.push(World {
                    hands: *hands,
                    weight,
                });
            });
            return worlds;
        }
        // We sample systematically by weight, so that every region of the worlds gets its share.
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let step = total / limit as f64;
        let mut next = step * offset;
        let mut passed = 0.0;
        self.for_each(&mut |hands, weight| {
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

impl HiddenHand {
    fn of(view: &View, seat: Seat, subsets: &[u16]) -> Option<HiddenHand> {
        let held = view.hands[seat].len()?;
        // A seat that killed holds nothing but trumps.
        let counts = match view.killed.pile(seat) {
            Some(_) => CountWeights::exactly(held),
            None => CountWeights::of_player(view, seat, cards_played(view, seat), held)?,
        };
        let likelihood = LastCallLikelihood::of(view, seat, view.trump?);
        let weight = |set: &u16| match counts.0[set.count_ones() as usize] {
            0.0 => 0.0,
            count => count * likelihood.given(*set),
        };
        Some(HiddenHand {
            seat,
            weights: subsets.iter().map(weight).collect(),
        })
    }
}

impl HiddenDealer {
    fn of(view: &View, seat: Seat, subsets: &[u16], sensible: bool) -> Option<HiddenDealer> {
        let played = cards_played(view, seat);
        let held = view.hands[seat].len()?;
        let kept = played + held + view.cold[seat].map_or(0, CardSet::len);
        let killed = view.killed.pile(seat).is_some();
        let pool = pool_weights(view, kept);
        let likelihood = LastCallLikelihood::of(view, seat, view.trump?);
        let weight = |set: &u16| match pool.get(played + set.count_ones() as usize) {
            // A dealer who kills took nothing from the pack or kept every trump, so the number of
            // trumps is known.
            _ if killed => likelihood.given(*set),
            Some(weight) => weight * likelihood.given(*set),
            None => 0.0,
        };
        // A dealer who has killed or still has to kill holds nothing but trumps.
        let min_held = if killed || held > 6 {
            held
        } else {
            min_trumps(view).min(held)
        };
        let robs = view.rules.rob == Rob::Six && cards_taken_by_dealer(view) > 0 && kept >= 6 && !killed;
        let count = |count: usize| u32::try_from(count).ok();
        Some(HiddenDealer {
            seat,
            weights: subsets.iter().map(weight).collect(),
            played: count(played)?,
            sizes: count(min_held)?..=count(held)?,
            bury_policy: if robs {
                BuryPolicy::of_robber(view, seat, sensible)?
            } else {
                BuryPolicy::Nothing
            },
        })
    }
}

impl BuryPolicy {
    /// What a dealer who robs may bury.
    fn of_robber(view: &View, dealer: Seat, sensible: bool) -> Option<BuryPolicy> {
        let trump = view.trump?;
        let points = bits_of(trump, trump.point_cards());
        let may_bury_points = view.rules.rob_points == RobPoints::Free;
        let contract = view.auction.contract();
        let defends = contract.is_none_or(|contract| contract.seat.team() != dealer.team());
        Some(if sensible {
            let fives = bits_of(trump, trump.fives());
            BuryPolicy::Sensibly {
                fives: if defends && may_bury_points { fives } else { 0 },
                points,
            }
        } else {
            BuryPolicy::Anything {
                except: if may_bury_points { 0 } else { points },
            }
        })
    }
}

/// The trumps that everybody can see, and those that the seat to act has looked at in the pool or
/// buried.
fn seen_outside_hand(view: &View, trump: Trump) -> u16 {
    let mut seen = view.buried.cards().unwrap_or_default();
    seen.extend(view.tricks.plays().iter().map(|play| play.card));
    for seat in Seat::ALL {
        seen |= view
            .killed
            .pile(seat)
            .map(|pile| pile.cards())
            .unwrap_or_default();
    }
    if let Legal::Keep { from, .. } = view.legal {
        seen |= from;
    }
    bits_of(trump, seen)
}

/// The number of cards that the seat has played in this hand.
fn cards_played(view: &View, seat: Seat) -> usize {
    let plays = view.tricks.plays().iter();
    plays.filter(|play| play.seat == seat).count()
}

/// Reduces these trumps to `count` cards by dropping the lowest ones without points.
fn drop_lowest(mut cards: u16, points: u16, count: u32) -> u16 {
    while cards.count_ones() > count {
        let lowest = cards & !points & (cards & !points).wrapping_neg();
        if lowest == 0 {
            break;
        }
        cards &= !lowest;
    }
    cards
}

/// How often a defending dealer buries the fives of a pool with this many trumps. The numbers come
/// from experts that evaluated every way to keep six cards.
pub(super) const fn bury_fives_probability(trumps: u32) -> f32 {
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
    for bit in (0..16).map(|shift| 1 << shift).filter(|bit| bits & bit != 0) {
        subsets.extend_from_within(..);
        let half = subsets.len() / 2;
        for subset in &mut subsets[half..] {
            *subset |= bit;
        }
    }
    subsets
}
