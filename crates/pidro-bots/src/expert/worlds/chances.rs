//! How many trumps a hand can have, and how likely each number is: what the deal, the redeal and the rob tell.

use std::ops::RangeInclusive;

use pidro::rules::{Cold, DealerShort};
use pidro::{Phase, Seat, View};

/// How likely it is that a hand has so many of the unseen trumps, any so many.
pub(super) struct Counts(pub(super) [f32; 15]);

impl Counts {
    fn between(range: RangeInclusive<usize>, weight: impl Fn(usize) -> f32) -> Counts {
        let mut counts = [0.0; 15];
        for (count, weights) in counts.iter_mut().enumerate() {
            if range.contains(&count) {
                *weights = weight(count);
            }
        }
        Counts(counts)
    }

    pub(super) fn exactly(count: usize) -> Counts {
        Counts::between(count..=count, |_| 1.0)
    }

    /// A non-dealer's hand: the trumps that it was dealt, whose number its discard tells, and what it drew.
    pub(super) fn of_player(view: &View, seat: Seat, played: usize, held: usize) -> Option<Counts> {
        let dealt = 9 - view.discards[seat].len()?;
        let drawn = view.redeal[seat]?.received.into();
        if dealt >= 6 {
            return Some(Counts::exactly(held));
        }
        Some(Counts::between(fewest(view)..=held, |left| {
            let all = played + left;
            if (dealt..=dealt + drawn).contains(&all) {
                choose(all, dealt) * ways(drawn, all - dealt)
            } else {
                0.0
            }
        }))
    }
}

/// The fewest trumps in the hand of a seat that is not cold.
pub(super) fn fewest(view: &View) -> usize {
    usize::from(view.phase == Phase::Playing && view.rules.cold == Cold::Immediate)
}

/// How likely it is, for each number of trumps, that any so many were in the dealer's pool: in nine cards and the rest of the
/// pack.
pub(super) fn pool_weights(view: &View, kept: usize) -> [f32; 15] {
    let taken = taken_from_pack(view);
    let padded = view.rules.dealer_short == DealerShort::PadFromDiscards;
    let fits = |dealt: usize| {
        let pool = dealt + taken;
        let size_fits = view.pool_size.is_none_or(|size| pool == usize::from(size));
        // Six are kept of six or more, and all of fewer.
        size_fits && (padded || if kept < 6 { pool == kept } else { pool >= 6 })
    };
    let mut weights = [0.0; 15];
    for (all, weight) in weights.iter_mut().enumerate() {
        *weight = (0..=all.min(9))
            .filter(|dealt| fits(*dealt) && all - dealt <= taken)
            .map(|dealt| choose(all, dealt) * ways(9, dealt) * ways(taken, all - dealt))
            .sum();
    }
    weights
}

/// The ways to choose so many of all.
fn choose(all: usize, some: usize) -> f32 {
    ways(all, some) / ways(some, some)
}

/// The ways to lay so many different cards into these places.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn ways(places: usize, cards: usize) -> f32 {
    (0..cards)
        .map(|taken| places.saturating_sub(taken) as f32)
        .product()
}

/// How many cards the dealer takes from the pack: what the others leave.
pub(in crate::expert) fn taken_from_pack(view: &View) -> usize {
    let redeals = Seat::ALL.iter().filter_map(|seat| view.redeal[*seat]);
    let drawn: usize = redeals.map(|redeal| usize::from(redeal.received)).sum();
    16_usize.saturating_sub(drawn)
}
