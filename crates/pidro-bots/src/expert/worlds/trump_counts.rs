//! How many trumps a hand can hold and how likely each number is, given the deal, the redeal and
//! the rob.

use std::ops::RangeInclusive;

use pidro::rules::{Cold, DealerShort};
use pidro::{Phase, Seat, View};

use super::super::calls::cards_taken_by_dealer;

/// For each number of unseen trumps, the likelihood that a hand holds any particular set of that
/// size.
pub(super) struct CountWeights(pub(super) [f32; 15]);

impl CountWeights {
    fn between(range: RangeInclusive<usize>, weight: impl Fn(usize) -> f32) -> CountWeights {
        let mut weights = [0.0; 15];
        for (count, slot) in weights.iter_mut().enumerate() {
            if range.contains(&count) {
                *slot = weight(count);
            }
        }
        CountWeights(weights)
    }

    pub(super) fn exactly(count: usize) -> CountWeights {
        CountWeights::between(count..=count, |_| 1.0)
    }

    /// A non-dealer's hand: the trumps it was dealt, whose number follows from its discard, and
    /// those it drew.
    pub(super) fn of_player(view: &View, seat: Seat, played: usize, held: usize) -> Option<CountWeights> {
        let dealt = 9 - view.discards[seat].len()?;
        let drawn = view.redeal[seat]?.received.into();
        if dealt >= 6 {
            return Some(CountWeights::exactly(held));
        }
        Some(CountWeights::between(min_trumps(view)..=held, |left| {
            let all = played + left;
            if (dealt..=dealt + drawn).contains(&all) {
                binomial(all, dealt) * arrangements(drawn, all - dealt)
            } else {
                0.0
            }
        }))
    }
}

/// The fewest trumps that a seat can hold without being cold.
pub(super) fn min_trumps(view: &View) -> usize {
    usize::from(view.phase == Phase::Playing && view.rules.cold == Cold::Immediate)
}

/// For each number of trumps, the likelihood that any particular set of that size is what the
/// dealer had: among the nine cards dealt, or in the rest of the pack.
pub(super) fn pool_weights(view: &View, kept: usize) -> [f32; 15] {
    let taken = cards_taken_by_dealer(view);
    let is_padded = view.rules.dealer_short == DealerShort::PadFromDiscards;
    let fits = |dealt: usize| {
        let pool = dealt + taken;
        let size_fits = view.pool_size.is_none_or(|size| pool == usize::from(size));
        // The dealer keeps six cards of a pool of six or more, and all cards of a smaller pool.
        size_fits && (is_padded || if kept < 6 { pool == kept } else { pool >= 6 })
    };
    let mut weights = [0.0; 15];
    for (all, weight) in weights.iter_mut().enumerate() {
        *weight = (0..=all.min(9))
            .filter(|dealt| fits(*dealt) && all - dealt <= taken)
            .map(|dealt| binomial(all, dealt) * arrangements(9, dealt) * arrangements(taken, all - dealt))
            .sum();
    }
    weights
}

/// The number of ways to choose `some` of `all`.
fn binomial(all: usize, some: usize) -> f32 {
    arrangements(all, some) / arrangements(some, some)
}

/// The number of ways to put these many different cards into this many places, one each.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn arrangements(places: usize, cards: usize) -> f32 {
    (0..cards)
        .map(|taken| places.saturating_sub(taken) as f32)
        .product()
}
