//! Bots act legally and play well.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use chacha20::ChaCha20Rng;
use pidro::{BySeat, CardSet, Deck, Event, Game, Rules, Seat, Team};
use pidro_bots::{Basic, Bot, Expert, Random, SearchLimit};
use rand_core::{Rng, SeedableRng};

/// Rules with a random value for every option, and a target that is sometimes near.
fn random_rules(rng: &mut impl Rng) -> Rules {
    let mut rules = Rules::default();
    for (option, values) in Rules::choices() {
        let value = values[rng.next_u32() as usize % values.len()];
        rules.set(option, &value.to_string()).unwrap();
    }
    let target = ["20", "62"][rng.next_u32() as usize % 2];
    rules.set("target", target).unwrap();
    rules
}

/// Plays a game to its end. Returns the winner, and how many contracts each team had and made.
fn play(game: &mut Game, rng: &mut ChaCha20Rng, bots: &mut [Box<dyn Bot>; 4]) -> (Team, [[u32; 2]; 2]) {
    let mut contracts = [[0; 2]; 2];
    while game.winner().is_none() {
        let on_event = &mut |event: &Event| {
            if let Event::HandScored { contract, made, .. } = event {
                let own = &mut contracts[contract.seat.team() as usize];
                own[0] += 1;
                own[1] += u32::from(*made);
            }
        };
        match game.turn() {
            Some(seat) => {
                let action = bots[seat as usize].choose(&game.view(seat)).unwrap();
                game.act(seat, action, on_event).unwrap();
            }
            None => game.deal(&Deck::shuffled(rng), on_event).unwrap(),
        }
    }
    (game.winner().unwrap(), contracts)
}

fn bots(team: Team, seed: u64) -> [Box<dyn Bot>; 4] {
    Seat::ALL.map(|seat| -> Box<dyn Bot> {
        if seat.team() == team {
            Box::new(Basic)
        } else {
            Box::new(Random::new(seed + seat as u64))
        }
    })
}

#[test]
fn basic_beats_random() {
    let mut wins = 0;
    let games = 1_000;
    for number in 0..games {
        // Each deck is played twice, with the teams swapped.
        let team = Team::ALL[usize::from(number % 2 == 1)];
        let mut rng = ChaCha20Rng::seed_from_u64(number / 2);
        let rules: Rules = ["finnish", "traditional", "tournament"][usize::try_from(number / 2 % 3).unwrap()]
            .parse()
            .unwrap();
        let (winner, _) = play(&mut Game::new(rules), &mut rng, &mut bots(team, number));
        wins += u32::from(winner == team);
    }
    println!("basic won {wins} of {games} games against random");
    assert!(wins >= 990, "basic won {wins} of {games}");
}

#[test]
fn basic_makes_most_of_its_contracts_against_itself() {
    let mut all = [0; 2];
    for number in 0..200 {
        let mut rng = ChaCha20Rng::seed_from_u64(number);
        let mut four = Seat::ALL.map(|_| -> Box<dyn Bot> { Box::new(Basic) });
        let (_, contracts) = play(&mut Game::new(Rules::default()), &mut rng, &mut four);
        for [had, made] in contracts {
            all[0] += had;
            all[1] += made;
        }
    }
    println!("basic made {} of {} contracts", all[1], all[0]);
    assert!(all[1] * 100 >= all[0] * 55, "{all:?}");
}

/// Checks that every bot picks a legal action, under any rules and in any state.
fn check_actions(states: u32, bots: &mut [Box<dyn Bot>]) {
    let mut rng = ChaCha20Rng::seed_from_u64(99);
    let mut seen = 0;
    while seen < states {
        let mut game = Game::new(random_rules(&mut rng));
        while game.winner().is_none() && game.hand_number() < 4 && seen < states {
            let Some(seat) = game.turn() else {
                // A cut that stays tied needs another deck.
                let _ = game.deal(&Deck::shuffled(&mut rng), |_| ());
                continue;
            };
            let view = game.view(seat);
            for bot in &mut *bots {
                let action = bot.choose(&view).unwrap();
                assert!(view.legal.contains(&action), "{action}\n{}", game.to_position());
            }
            seen += 1;
            let action = game.legal().sample(&mut rng).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
    }
}

#[test]
fn basic_and_random_act_legally_in_a_million_states() {
    check_actions(1_000_000, &mut [Box::new(Basic), Box::new(Random::new(1))]);
}

#[test]
fn the_expert_acts_legally_under_any_rules() {
    check_actions(
        20_000,
        &mut [Box::new(Expert::with_limit(1, SearchLimit::Worlds(1)))],
    );
}

/// A million states take minutes: `cargo nextest run --release -p pidro-bots --run-ignored only`.
#[test]
#[ignore = "takes minutes"]
fn the_expert_acts_legally_in_a_million_states() {
    check_actions(
        1_000_000,
        &mut [Box::new(Expert::with_limit(1, SearchLimit::Worlds(1)))],
    );
}

/// The same seed, view and number of worlds give the same action, whatever the expert saw before.
#[test]
fn the_expert_is_deterministic() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let mut experienced = Expert::with_limit(5, SearchLimit::Worlds(40));
    let mut game = Game::new(Rules::default());
    for _ in 0..300 {
        match game.turn() {
            Some(seat) => {
                let view = game.view(seat);
                let action = experienced.choose(&view).unwrap();
                let fresh = Expert::with_limit(5, SearchLimit::Worlds(40)).choose(&view);
                assert_eq!(fresh, Some(action), "{}", game.to_position());
                game.act(seat, action, |_| ()).unwrap();
            }
            None if game.winner().is_some() => game = Game::new(Rules::default()),
            None => game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap(),
        }
    }
}

/// The expert's choice after these plays. West deals, and North bids six and names hearts.
fn expert_after(hands: [&str; 4], plays: &[&str]) -> String {
    let known = BySeat::from_fn(|seat| hands[seat as usize].parse::<CardSet>().unwrap());
    let deck = Deck::shuffled_with(Seat::West, &known, &mut ChaCha20Rng::seed_from_u64(1));
    let mut game = Game::new("first_dealer=W auto_rob=true auto_kill=true".parse().unwrap());
    game.deal(&deck, |_| ()).unwrap();
    let before = ["bid 6", "pass", "pass", "pass", "trump h"];
    let plays = plays.iter().map(|card| format!("play {card}"));
    for action in before.map(str::to_owned).into_iter().chain(plays) {
        game.act(game.turn().unwrap(), action.parse().unwrap(), |_| ())
            .unwrap();
    }
    let view = game.view(game.turn().unwrap());
    Expert::with_limit(1, SearchLimit::Worlds(300))
        .choose(&view)
        .unwrap()
        .to_string()
}

/// Mistakes that players complain about in computer partners, which the expert should avoid.
#[test]
fn the_expert_cooperates_with_its_partner() {
    let hands = [
        "Ah Qh Jh 5d 3s 4s 6s 7s 8s",
        "9h 8h 4h 9s Ts Js Qs Ks As",
        "Kh 5h 3h 2c 3c 4c 6c 7c 8c",
        "7h 6h Th 9c Tc Jc Qc Kc Ac",
    ];
    // The partner's ace takes the trick: the expert should give the five and not put the king on
    // it.
    assert_eq!(expert_after(hands, &["Ah", "4h"]), "play 5h");

    // An opponent's ace takes the trick: the expert should not give the five.
    let hands = [
        "Qh Jh 9h 5d 3s 4s 6s 7s 8s",
        "Ah 8h 4h 9s Ts Js Qs Ks As",
        "Kh 5h 3h 2c 3c 4c 6c 7c 8c",
        "7h 6h Th 9c Tc Jc Qc Kc Ac",
    ];
    assert_eq!(expert_after(hands, &["9h", "Ah"]), "play 3h");
}
