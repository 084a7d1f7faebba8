//! The memory cost of a game. A separate test binary, because the counting allocator counts for a
//! whole process.

use allocation_counter::measure;
use chacha20::ChaCha20Rng;
use pidro::{Deck, DecodeError, Event, Game, History, Observer, Record, Seat};
use rand_core::SeedableRng;

fn is_copy<T: Copy>() {}

#[test]
fn a_game_is_a_small_value() {
    is_copy::<Game>();
    is_copy::<Event>();
    let game = size_of::<Game>();
    let event = size_of::<Event>();
    println!("Game {game} bytes, Event {event} bytes");
    assert!(game <= 256, "a game has {game} bytes");
    assert!(event <= 64, "an event has {event} bytes");
}

#[test]
fn deciding_evolving_choosing_and_viewing_allocate_nothing() {
    let mut rng = ChaCha20Rng::from_seed([14; 32]);
    for rules in [
        "finnish",
        "traditional",
        "tournament bidding=until_passed",
        "rob=all_trumps auto_kill=true",
    ] {
        let mut game = Game::new(rules.parse().unwrap());
        let mut acts = 0;
        let counted = measure(|| {
            for _ in 0..200 {
                if game.winner().is_some() {
                    game = Game::new(*game.rules());
                }
                if game.wants_deck() {
                    let step = game.decide_deal(&Deck::shuffled(&mut rng)).unwrap();
                    game = step.fold(game, |game, event| game.evolve(&event));
                }
                while let Some(seat) = game.turn() {
                    let legal = game.legal();
                    let action = legal.sample(&mut rng).unwrap();
                    assert!(legal.contains(&action));
                    let step = game.decide(seat, action).unwrap();
                    // A refusal doesn't allocate either.
                    assert!(game.decide(seat.left(), action).is_err());
                    for observer in Seat::ALL.map(Observer::Seat) {
                        assert_eq!(game.view(observer).turn, Some(seat));
                    }
                    for event in step.clone() {
                        game = game.evolve(&event);
                        std::hint::black_box(event.seen_by(Observer::Spectator, game.rules()));
                    }
                    acts += 1;
                }
            }
        });
        println!("{rules}: {acts} acts, {} allocations", counted.count_total);
        assert!(acts > 2000);
        assert_eq!(counted.count_total, 0);
    }
}

#[test]
fn the_cost_of_an_action_does_not_grow_with_the_log() {
    let mut rng = ChaCha20Rng::from_seed([15; 32]);
    let mut history = History::new("first_dealer=N target=9999".parse().unwrap());
    let mut bytes = [0, 0];
    for act in 0..40_000 {
        let game = *history.game();
        let counted = measure(|| {
            let events = match game.turn() {
                Some(seat) => history.act(seat, game.legal().sample(&mut rng).unwrap()),
                None => history.deal(&Deck::shuffled(&mut rng)),
            };
            assert!(events.is_ok_and(|events| !events.is_empty()));
        });
        bytes[usize::from(act >= 20_000)] += counted.bytes_total;
    }
    let events = u64::try_from(std::mem::size_of_val(history.log())).unwrap();
    println!("{events} bytes of events; allocated {bytes:?} by the first and the second half");
    // The only cost is the log's growth when its capacity is exhausted.
    assert!(bytes[0] + bytes[1] < 5 * events, "{bytes:?}");
}

/// A log that never ends, the longest annotations, and buffers of noise, all with a valid checksum.
#[test]
fn reading_bytes_takes_at_most_a_megabyte() {
    let mut rng = ChaCha20Rng::from_seed([16; 32]);
    let mut history = History::new("first_dealer=N target=9999".parse().unwrap());
    let mut longest = history.to_bytes();
    while history.log().len() < 20_000 {
        let game = *history.game();
        match game.turn() {
            Some(seat) => drop(history.act(seat, game.legal().sample(&mut rng).unwrap()).unwrap()),
            None => drop(history.deal(&Deck::shuffled(&mut rng)).unwrap()),
        }
        if history.log().len() < 10_000 && game.wants_deck() {
            longest = history.to_bytes();
        }
    }
    let mut noted = Record::from_bytes(&longest).unwrap();
    for _ in 0..60 {
        noted.add_comment(1, &"x".repeat(1_000));
    }
    let mut bodies = vec![history.to_bytes(), noted.to_bytes()];
    noted.add_comment(1, &"x".repeat(10_000));
    bodies.push(noted.to_bytes());
    for len in [10, 100, 1_000, 100_000, 1_000_000] {
        let mut noise = vec![0; len];
        rand_core::Rng::fill_bytes(&mut rng, &mut noise);
        bodies.push([&[1], &noise[..], &[0; 4]].concat());
        bodies.push([&[0x81], &noise[..], &[0; 4]].concat());
    }
    let mut answers = Vec::new();
    for mut bytes in bodies {
        bytes.truncate(bytes.len() - 4);
        bytes.extend(crc32fast::hash(&bytes).to_be_bytes());
        let counted = measure(|| {
            answers.push(Record::from_bytes(&bytes).map(drop));
            let _ = (
                History::from_bytes(&bytes).map(drop),
                Game::from_bytes(&bytes).map(drop),
            );
        });
        println!("{} bytes: {} bytes of memory", bytes.len(), counted.bytes_max);
        assert!(counted.bytes_max < 1 << 20, "{} bytes", counted.bytes_max);
    }
    assert_eq!(answers[0], Err(DecodeError::TooManyEvents(10_240)));
    assert_eq!(answers[1], Ok(()));
    assert_eq!(answers[2], Err(DecodeError::NotesTooLong(65_536)));
}
