//! The actions to consider, without those that are equivalent to another one.

use pidro::rules::Kill;
use pidro::{Action, Card, CardSet, Legal, Pile, View};

/// The legal actions worth considering, without duplicates. The non-trumps that fill up a hand
/// don't matter, and neither does the order of killed cards that are never played.
pub(super) fn distinct_choices(view: &View) -> Option<Vec<Action>> {
    one_per_kind(view, |cards| cards.iter().map(CardSet::of).collect())
}

/// One legal action of each kind. `groups` splits cards into groups in which only the number of
/// chosen cards matters.
pub(crate) fn one_per_kind(view: &View, groups: impl Fn(CardSet) -> Vec<CardSet>) -> Option<Vec<Action>> {
    let trump = view.trump?;
    Some(match view.legal {
        Legal::Keep { from, must, count } => {
            let free = (from & trump.cards()) - must;
            let fillers: Vec<Card> = (from - must - trump.cards()).iter().collect();
            let keep = |trumps: CardSet| {
                let missing = count.checked_sub((must | trumps).len())?;
                let filler: CardSet = fillers.get(..missing)?.iter().copied().collect();
                Some(Action::Keep(must | trumps | filler))
            };
            subsets(&groups(free)).into_iter().filter_map(keep).collect()
        }
        Legal::Kill { from, count } => {
            let groups = groups(from);
            let sets = subsets(&groups).into_iter().filter(|set| set.len() == count);
            let tops = |set: CardSet| -> CardSet {
                let tops = groups.iter().filter_map(|group| (set & *group).first());
                match view.rules.kill {
                    Kill::ForcedTop => tops.collect(),
                    Kill::Dead | Kill::Stack => tops.take(1).collect(),
                }
            };
            let pile = |set: CardSet, top: Card| Pile::new(std::iter::once(top).chain(set - top.into())).ok();
            sets.flat_map(|set| tops(set).iter().filter_map(move |top| pile(set, top)))
                .map(Action::Kill)
                .collect()
        }
        legal => legal.iter().collect(),
    })
}

/// Every way to choose some cards of each group.
fn subsets(groups: &[CardSet]) -> Vec<CardSet> {
    let mut sets = vec![CardSet::NONE];
    for group in groups {
        let before = sets.len();
        let mut chosen = CardSet::NONE;
        for card in *group {
            chosen.insert(card);
            for index in 0..before {
                sets.push(sets[index] | chosen);
            }
        }
    }
    sets
}
