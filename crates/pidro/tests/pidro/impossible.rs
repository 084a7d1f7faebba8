//! Proofs by exhaustion of what the rules guide calls impossible.

use pidro::{Action, Bid, Card, CardSet, Event, Game, Legal, Suit, Trump};

use crate::script::{deck_with_trumps, rng};

/// All 2^14 sets of trumps, for each suit.
#[test]
fn a_kill_down_to_six_always_exists() {
    for suit in Suit::ALL {
        let trump = Trump::new(suit);
        let all: Vec<Card> = trump.highest_first(CardSet::ALL).collect();
        for bits in 0u32..1 << 14 {
            let held: CardSet = (0..14)
                .filter(|place| bits >> place & 1 == 1)
                .map(|place| all[place])
                .collect();
            let excess = held.len().saturating_sub(6);
            assert!((held & trump.killable()).len() >= excess, "{held}");
        }
    }
}

#[test]
fn killed_cards_never_carry_points() {
    for suit in Suit::ALL {
        let trump = Trump::new(suit);
        assert_eq!(trump.points_in(trump.killable()), 0);
    }
}

/// Every distribution of trump counts over the seats: three non-dealers, then the dealer.
fn trump_counts() -> impl Iterator<Item = [usize; 4]> {
    (0..10_000)
        .map(|number| [number / 1000, number / 100 % 10, number / 10 % 10, number % 10])
        .filter(|counts| counts.iter().sum::<usize>() <= 14)
}

/// Deals this many trumps to each seat and names the suit; after that the dealer may have to keep,
/// and other seats to kill.
fn declared(counts: [usize; 4], trumps_on_top: bool, seed: u64) -> (Game, Vec<Event>) {
    let deck = deck_with_trumps(&mut rng(seed), Suit::Hearts, counts, trumps_on_top);
    let mut game = Game::new("finnish first_dealer=N".parse().unwrap());
    let mut events = Vec::new();
    game.deal(&deck, |event| events.push(*event)).unwrap();
    for _ in 0..3 {
        game.act(game.turn().unwrap(), Action::Pass, |_| ()).unwrap();
    }
    let dealer = game.turn().unwrap();
    game.act(dealer, Action::Bid(Bid::MIN), |_| ()).unwrap();
    game.act(dealer, Action::Trump(Suit::Hearts), |event| events.push(*event))
        .unwrap();
    (game, events)
}

#[test]
fn the_pool_is_the_trumps_less_two_and_may_be_smaller_than_six() {
    let mut smaller = 0;
    for counts in trump_counts() {
        let [asked_less @ .., dealer] = counts;
        let asked: usize = asked_less
            .iter()
            .map(|trumps| 6_usize.saturating_sub(*trumps))
            .sum();
        let left = 16_usize.saturating_sub(asked);
        let non_dealers: usize = asked_less.iter().sum();
        let (game, events) = declared(counts, true, 1);
        let pool = match game.legal() {
            Legal::Keep { from, .. } => Some(from.len()),
            _ => events.iter().find_map(|event| match event {
                Event::Robbed { pool, .. } => Some(pool.len()),
                _ => None,
            }),
        };
        assert_eq!(pool, (left > 0).then_some(left + dealer), "{counts:?}");
        if asked_less.iter().all(|trumps| *trumps <= 6) && non_dealers > 2 {
            assert_eq!(pool, Some(non_dealers + dealer - 2), "{counts:?}");
        }
        assert!(pool.is_none_or(|pool| pool <= 12));
        smaller += usize::from(left + dealer < 6);
    }
    assert!(smaller > 0, "a pool below six does come up");
}

/// If no non-dealer holds a trump, they request eighteen cards and take the whole pack, and the
/// dealer's nine cards can't hold all fourteen trumps. So somebody always has a trump when the play
/// begins, even if the dealer buries as many as possible.
#[test]
fn somebody_always_has_a_trump_when_the_play_begins() {
    for counts in trump_counts() {
        for trumps_on_top in [true, false] {
            let (mut game, _) = declared(counts, trumps_on_top, 2);
            let trumps = Trump::new(Suit::Hearts).cards();
            while let (Some(seat), false) = (game.turn(), game.phase() == pidro::Phase::Playing) {
                let action = match game.legal() {
                    Legal::Keep { from, .. } => {
                        let worst = (from - trumps).iter().chain(from & trumps);
                        Action::Keep(worst.take(6).collect())
                    }
                    legal => legal.nth(0).unwrap(),
                };
                game.act(seat, action, |_| ()).unwrap();
            }
            let view = game.full_view();
            let held: usize = view
                .hands
                .iter()
                .map(|(_, hand)| (hand.cards().unwrap() & trumps).len())
                .sum();
            assert!(held > 0, "{counts:?}");
        }
    }
}
