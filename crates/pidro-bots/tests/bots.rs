//! Bots at the table.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use chacha20::ChaCha20Rng;
use pidro::{Deck, Event, Game, Rules, Seat, Team};
use pidro_bots::{Basic, Bot, Random};
use rand_core::{Rng, SeedableRng};

/// Plays a game to its end and gives the winner, and how many contracts each team had and made.
fn play(game: &mut Game, rng: &mut ChaCha20Rng, bots: &mut [Box<dyn Bot>; 4]) -> (Team, [[u32; 2]; 2]) {
    let mut contracts = [[0; 2]; 2];
    while game.winner().is_none() {
        let told = &mut |event: &Event| {
            if let Event::HandScored { contract, made, .. } = event {
                let own = &mut contracts[contract.seat.team() as usize];
                own[0] += 1;
                own[1] += u32::from(*made);
            }
        };
        match game.turn() {
            Some(seat) => {
                let action = bots[seat as usize].choose(&game.view(seat)).unwrap();
                game.act(seat, action, told).unwrap();
            }
            None => game.deal(&Deck::shuffled(rng), told).unwrap(),
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
        // The same decks with the teams changed over.
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

/// Whatever the rules and whatever has happened: a bot acts, and what it does is legal.
#[test]
fn no_bot_ever_fails_to_act() {
    let mut rng = ChaCha20Rng::seed_from_u64(99);
    let mut bots: [Box<dyn Bot>; 2] = [Box::new(Basic), Box::new(Random::new(1))];
    let mut states = 0;
    while states < 200_000 {
        let mut pick = |options: &[&str]| options[rng.next_u32() as usize % options.len()].to_owned();
        let words = [
            pick(&["finnish", "traditional", "tournament"]),
            pick(&["bidding=single_round", "bidding=until_passed"]),
            pick(&["fourteen=anyone", "fourteen=dealer", "fourteen=never"]),
            pick(&["forced_bid=exactly_six", "forced_bid=at_least_six"]),
            pick(&["rob=six", "rob=all_trumps"]),
            pick(&["kill=forced_top", "kill=dead", "kill=stack"]),
            pick(&["cold=immediate", "cold=on_turn"]),
            pick(&["rob_points=free", "rob_points=protected"]),
            pick(&["discards=face_up", "discards=face_down"]),
        ];
        let mut game = Game::new(words.join(" ").parse().unwrap());
        while game.winner().is_none() && game.hand_number() < 4 {
            let Some(seat) = game.turn() else {
                game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap();
                continue;
            };
            let view = game.view(seat);
            for bot in &mut bots {
                let action = bot.choose(&view).unwrap();
                assert!(view.legal.contains(&action), "{action}\n{}", game.to_position());
            }
            states += 1;
            let action = game.legal().sample(&mut rng).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
    }
}
