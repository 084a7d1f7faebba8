//! Generated games: rules, decks and choices, and the driver that plays them.

use std::fmt;

use chacha20::ChaCha20Rng;
use pidro::rules::{
    Bidding, Cold, DealerShort, Discards, FirstDealer, FirstLead, ForcedBid, Fourteen, HandEnd, Kill,
    PoolSize, Rob, RobPoints, Target,
};
use pidro::{Action, Bid, Card, Deck, Game, History, Rules, Seat, Suit, Trump};
use proptest::prelude::*;
use rand_core::{Rng, SeedableRng};

/// A game to play: the choices of chance and of the players.
///
/// A choice is an index into the legal actions modulo their number. So any list of numbers is a
/// valid game, and a shorter list or smaller numbers give a simpler one.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) rules: Rules,
    pub(crate) decks: Vec<Deck>,
    /// The suit to name, if the deck was built for one.
    pub(crate) trump: Option<Suit>,
    pub(crate) choices: Vec<u16>,
}

impl Script {
    /// Plays until the decks run out or the game is over, and passes each step to the callback: the
    /// game before it, and the history after it.
    pub(crate) fn play(&self, each: impl FnMut(&Game, &History)) -> History {
        self.play_until(self.choices.len() + 1000, false, each)
    }

    /// Plays at most this many decisions; with `claiming`, every seat claims as soon as it can
    /// prove the claim.
    fn play_until(&self, decisions: usize, claiming: bool, mut each: impl FnMut(&Game, &History)) -> History {
        let mut history = History::new(self.rules);
        let mut choices = self.choices.iter().copied().chain(std::iter::repeat(0));
        let mut decks = self.decks.iter();
        let mut left = decisions;
        loop {
            let game = *history.game();
            match game.turn() {
                Some(_) if left == 0 => return history,
                Some(seat) => {
                    left -= 1;
                    let mut action = self.choose(&game, choices.next().unwrap());
                    if claiming && game.decide(seat, Action::Claim).is_ok() {
                        action = Action::Claim;
                    }
                    history.act(seat, action).unwrap();
                }
                None => match decks.next() {
                    Some(deck) if game.wants_deck() => drop(history.deal(deck).unwrap()),
                    _ => return history,
                },
            }
            each(&game, &history);
        }
    }

    fn choose(&self, game: &Game, choice: u16) -> Action {
        let legal = game.legal();
        let action = legal.nth(usize::from(choice) % legal.len()).unwrap();
        match (action, self.trump) {
            (Action::Trump(_), Some(suit)) => Action::Trump(suit),
            // Players who always overbid never reach 62, so turn most high bids into passes.
            (Action::Bid(bid), _) if bid > HIGH && choice >> 8 & 3 != 0 && legal.contains(&Action::Pass) => {
                Action::Pass
            }
            (action, _) => action,
        }
    }

    /// Creates a script with random choices and decks.
    pub(crate) fn random(
        rng: &mut ChaCha20Rng,
        rules: Rules,
        decks: Vec<Deck>,
        trump: Option<Suit>,
    ) -> Script {
        let choices = (0..40 * decks.len())
            .map(|_| u16::try_from(rng.next_u32() >> 16).unwrap())
            .collect();
        Script {
            rules,
            decks,
            trump,
            choices,
        }
    }
}

const HIGH: Bid = match Bid::new(9) {
    Some(bid) => bid,
    None => panic!(),
};

/// Writes the script so that a person can replay it by hand: the rules, then the events.
impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.rules)?;
        let table = pidro::SeededGame::resume(self.play(|_, _| ()), None);
        writeln!(f, "{}", table.to_record())
    }
}

/// Any rules at all.
pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    (any::<u64>()).prop_map(rules_of)
}

/// The rules selected by these bits. Zero is the default preset.
pub(crate) fn rules_of(bits: u64) -> Rules {
    let mut bits = bits;
    let mut pick = |count: u64| {
        let choice = bits % count;
        bits /= count;
        usize::try_from(choice).unwrap()
    };
    Rules {
        first_dealer: [
            FirstDealer::Cut,
            FirstDealer::Fixed(Seat::North),
            FirstDealer::Fixed(Seat::East),
            FirstDealer::Fixed(Seat::South),
            FirstDealer::Fixed(Seat::West),
        ][pick(5)],
        bidding: [Bidding::SingleRound, Bidding::UntilPassed][pick(2)],
        fourteen: [Fourteen::Anyone, Fourteen::Dealer, Fourteen::Never][pick(3)],
        forced_bid: [ForcedBid::ExactlySix, ForcedBid::AtLeastSix][pick(2)],
        discards: [Discards::FaceDown, Discards::FaceUp][pick(2)],
        dealer_short: [DealerShort::KeepPool, DealerShort::PadFromDiscards][pick(2)],
        rob: [Rob::Six, Rob::AllTrumps][pick(2)],
        auto_rob: [false, true][pick(2)],
        rob_points: [RobPoints::Free, RobPoints::Protected][pick(2)],
        auto_kill: [false, true][pick(2)],
        kill: [Kill::ForcedTop, Kill::Dead, Kill::Stack][pick(3)],
        first_lead: [FirstLead::LeftOfDealer, FirstLead::BidWinner][pick(2)],
        cold: [Cold::Immediate, Cold::OnTurn][pick(2)],
        hand_end: [HandEnd::OneTeamLeft, HandEnd::PlayOut][pick(2)],
        pool_size: [PoolSize::Hidden, PoolSize::Public][pick(2)],
        target: Target::new([62, 30, 12][pick(3)]).unwrap(),
    }
}

/// A shuffled deck that shrinks towards the unshuffled one.
pub(crate) fn any_deck() -> impl Strategy<Value = Deck> {
    Just(Card::all().collect::<Vec<_>>())
        .prop_shuffle()
        .prop_map(|cards| Deck::new(&cards).unwrap())
}

/// A few hands of a game under any rules.
pub(crate) fn any_script() -> impl Strategy<Value = Script> {
    (
        any_rules(),
        prop::collection::vec(any_deck(), 1..4),
        prop::collection::vec(any::<u16>(), 0..120),
    )
        .prop_map(|(rules, decks, choices)| Script {
            rules,
            decks,
            trump: None,
            choices,
        })
}

/// A few hands of a game under any rules, some of which end with a claim or a resignation.
pub(crate) fn any_history() -> impl Strategy<Value = History> {
    (
        any_script(),
        0usize..150,
        any::<bool>(),
        prop::option::of(0usize..4),
    )
        .prop_map(|(script, decisions, claiming, resigning)| {
            let mut history = script.play_until(decisions, claiming, |_, _| ());
            if let Some(seat) = resigning {
                // Refused if the game is already over.
                let _ = history.act(Seat::ALL[seat], Action::Resign);
            }
            history
        })
}

pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// Draws a number below this one; the small bias doesn't matter for generating tests.
pub(crate) fn draw(rng: &mut ChaCha20Rng, below: usize) -> usize {
    usize::try_from(rng.next_u32()).unwrap() % below
}

/// A deck that deals this many trumps of this suit to each seat, clockwise from the dealer's left;
/// the other trumps are at the top or at the bottom of the pack.
pub(crate) fn deck_with_trumps(
    rng: &mut ChaCha20Rng,
    suit: Suit,
    trumps: [usize; 4],
    trumps_on_top: bool,
) -> Deck {
    let mask = Trump::new(suit).cards();
    let shuffled = *Deck::shuffled(rng).cards();
    let (mut held, mut other): (Vec<Card>, Vec<Card>) =
        shuffled.iter().partition(|card| mask.contains(**card));
    let mut hands: Vec<Vec<Card>> = trumps
        .iter()
        .map(|&count| {
            let mut hand: Vec<Card> = held.drain(..count).collect();
            hand.extend(other.drain(..9 - count));
            hand
        })
        .collect();
    for hand in &mut hands {
        let shift = draw(rng, 9);
        hand.rotate_left(shift);
    }
    let mut pack: Vec<Card> = if trumps_on_top {
        held.into_iter().chain(other).collect()
    } else {
        other.into_iter().chain(held).collect()
    };
    if draw(rng, 2) == 0 {
        let (a, b) = (draw(rng, 16), draw(rng, 16));
        pack.swap(a, b);
    }
    let mut cards = Vec::new();
    for round in 0..3 {
        for hand in &hands {
            cards.extend(&hand[3 * round..3 * round + 3]);
        }
    }
    cards.extend(pack);
    Deck::new(&cards).unwrap()
}
