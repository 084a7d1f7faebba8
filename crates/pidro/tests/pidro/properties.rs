//! Properties of every game under all rules.

use pidro::rules::HandEnd;
use pidro::{
    Action, Bid, CardSet, Event, Game, History, Legal, Observer, Pile, Record, Seat, SeededGame, Suit,
};
use proptest::prelude::*;

use crate::invariants::check_step;
use crate::script::{Script, any_script};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        max_shrink_iters: 10_000,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn every_step_obeys_the_rules(script in any_script()) {
        let mut start = 0;
        script.play(|before, history| {
            check_step(before, history, start);
            start = history.log().len();
        });
    }

    #[test]
    fn the_log_replays_to_the_same_game_at_every_step(script in any_script()) {
        let mut game = Game::new(script.rules);
        let mut replayed = 0;
        script.play(|_, history| {
            for event in &history.log()[replayed..] {
                game = game.evolve(event);
            }
            replayed = history.log().len();
            assert_eq!(game, *history.game());
            assert_eq!(format!("{game:?}"), format!("{:?}", history.game()));
        });
    }

    #[test]
    fn decide_agrees_with_act_and_changes_nothing(script in any_script()) {
        let mut start = 0;
        script.play(|before, history| {
            let events = &history.log()[start..];
            let copy = *before;
            let step = match events[0] {
                Event::HandDealt { ref deck, .. } => before.decide_deal(deck).unwrap(),
                Event::DealerCut { .. } => {
                    start = history.log().len();
                    return;
                }
                ref decision => {
                    let (seat, action) = decision.action().unwrap();
                    before.decide(seat, action).unwrap()
                }
            };
            assert_eq!(copy, *before);
            assert_eq!(step.clone().collect::<Vec<_>>(), events);
            assert_eq!(step.finish(), *history.game());
            start = history.log().len();
        });
    }

    #[test]
    fn an_interrupted_step_resumes_by_itself(script in any_script(), at in any::<prop::sample::Index>()) {
        let history = script.play(|_, _| ());
        let log = history.log();
        let count = at.index(log.len() + 1);
        let middle = history.at_event(count).unwrap();
        let rest: Vec<Event> = pidro::Step::resume(middle).collect();
        assert_eq!(rest, log[count..count + rest.len()], "the log goes on as the rules do");
        if !rest.is_empty() {
            assert_eq!(middle.turn(), None, "nobody acts in the middle of a step");
            assert!(middle.legal().is_empty());
        }
    }

    #[test]
    fn undo_and_redo_are_exact(script in any_script(), back in 0usize..60) {
        let mut games = vec![Game::new(script.rules)];
        let mut history = script.play(|_, history| games.push(*history.game()));
        let log = history.log().to_vec();
        let steps = games.len() - 1;
        let back = back.min(steps);
        for step in (steps - back..steps).rev() {
            history.undo().unwrap();
            assert_eq!(*history.game(), games[step]);
            assert!(log.starts_with(history.log()));
        }
        for game in &games[steps - back + 1..] {
            history.redo().unwrap();
            assert_eq!(history.game(), game);
        }
        assert_eq!(history.log(), log);
        assert!(history.redo().is_err());
    }

    #[test]
    fn an_action_after_an_undo_clears_the_redo(script in any_script(), back in 1usize..20) {
        let mut history = script.play(|_, _| ());
        for _ in 0..back {
            if history.undo().is_err() {
                break;
            }
        }
        let before = *history.game();
        let log = history.log().to_vec();
        if before.turn().is_some() {
            let events: Vec<Event> = before.decide(Seat::North, Action::Resign).unwrap().collect();
            assert_eq!(history.act(Seat::North, Action::Resign).unwrap(), events);
            assert_eq!(history.log(), [log, events].concat());
            assert_eq!(history.redo().unwrap_err().code(), "nothing_to_redo");
            history.undo().unwrap();
            assert_eq!(*history.game(), before);
        }
    }

    #[test]
    fn playing_out_scores_the_same_as_ending_early(script in any_script()) {
        let scores = |hand_end| {
            let mut rules = script.rules;
            rules.hand_end = hand_end;
            // Choices are indices into the legal actions, and playing out consumes more of them, so
            // play the hands separately.
            script.decks.iter().map(|deck| {
                let script = Script { rules, decks: vec![*deck; 2], ..script.clone() };
                let history = script.play(|_, _| ());

                history.log().iter().find_map(|event| match event {
                    Event::HandScored { taken, change, .. } => Some((*taken, *change)),
                    _ => None,
                })
            }).collect::<Vec<_>>()
        };
        assert_eq!(scores(HandEnd::OneTeamLeft), scores(HandEnd::PlayOut));
    }

    #[test]
    fn the_same_inputs_give_the_same_outputs(script in any_script()) {
        let log = |history: History| format!("{:?}", history.log());
        assert_eq!(log(script.play(|_, _| ())), log(script.play(|_, _| ())));
    }

    #[test]
    fn a_record_restores_the_same_table(script in any_script()) {
        let table = SeededGame::resume(script.play(|_, _| ()), None);
        let text = table.to_record().to_string();
        let read = Record::parse(&text).unwrap().to_game().unwrap();
        assert_eq!(read.history().log(), table.history().log());
        assert_eq!(read.to_record().to_string(), text);
        let (mut read, mut table) = (read, table);
        while table.undo().is_ok() {
            read.undo().unwrap();
            assert_eq!(read.history().game(), table.history().game());
        }
    }

    #[test]
    fn only_the_seat_to_move_sees_its_choices(script in any_script()) {
        script.play(|_, history| {
            let game = history.game();
            for seat in Seat::ALL {
                let legal = game.view(seat).legal;
                match game.turn() {
                    Some(turn) if turn == seat => assert_eq!(legal, game.legal()),
                    Some(_) => assert_eq!(legal, Legal::Nothing),
                    None => assert!(legal.is_empty()),
                }
            }
            assert!(game.view(Observer::Spectator).legal.is_empty());
        });
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn decide_accepts_exactly_the_legal_actions(script in any_script(), noise in any::<u64>()) {
        let mut noise = noise;
        script.play(|before, _| {
            let legal = before.legal();
            let mut tried: Vec<Action> = candidates(before, &mut noise);
            if legal.len() < 1000 {
                tried.extend(legal.iter());
            } else {
                tried.extend((0..legal.len()).step_by(37).filter_map(|place| legal.nth(place)));
            }
            for seat in Seat::ALL {
                for action in &tried {
                    let taken = before.decide(seat, *action).is_ok();
                    let allowed = before.turn() == Some(seat) && legal.contains(action);
                    assert_eq!(taken, allowed, "{seat} {action} in {legal:?}");
                    let mut copy = *before;
                    if copy.act(seat, *action, |_| ()).is_err() {
                        assert_eq!(copy, *before, "a refused action changed the game");
                    }
                }
                assert!(before.decide(seat, Action::Resign).is_ok());
            }
        });
    }

    #[test]
    fn legal_actions_are_counted_indexed_and_distinct(script in any_script()) {
        script.play(|before, _| {
            let legal = before.legal();
            let all: Vec<Action> = legal.iter().take(3000).collect();
            assert_eq!(legal.iter().len(), legal.len());
            assert_eq!(legal.nth(legal.len()), None);
            assert_eq!(legal.nth(usize::MAX), None);
            let distinct: std::collections::HashSet<_> = all.iter().collect();
            assert_eq!(distinct.len(), legal.len().min(3000));
            for (place, action) in all.iter().enumerate() {
                assert!(legal.contains(action));
                assert_eq!(legal.nth(place), Some(*action));
            }
        });
    }
}

/// Actions of every kind, legal or not: every call, suit and card, and almost correct sets of cards
/// to keep or kill.
fn candidates(game: &Game, noise: &mut u64) -> Vec<Action> {
    let mut next = || {
        *noise = noise
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*noise >> 40).unwrap()
    };
    let mut tried: Vec<Action> = (6..=14).filter_map(Bid::new).map(Action::Bid).collect();
    tried.push(Action::Pass);
    tried.extend(Suit::ALL.map(Action::Trump));
    tried.extend(CardSet::ALL.iter().map(Action::Play));
    let view = game.full_view();
    let hand = view
        .turn
        .and_then(|seat| view.hands[seat].cards())
        .unwrap_or(CardSet::ALL);
    for _ in 0..40 {
        let pick = |from: CardSet, count: usize, next: &mut dyn FnMut() -> usize| -> CardSet {
            let mut rest = from;
            (0..count)
                .filter_map(|_| {
                    let card = rest.nth(next() % rest.len().max(1))?;
                    rest.remove(card);
                    Some(card)
                })
                .collect()
        };
        let from = match game.legal() {
            Legal::Keep { from, .. } if next() % 4 > 0 => from,
            _ if next() % 2 == 0 => hand,
            _ => CardSet::ALL,
        };
        let count = next() % 9;
        let cards = pick(from, count, &mut next);
        tried.push(Action::Keep(cards));
        tried.push(Action::Kill(Pile::new(cards).unwrap()));
    }
    tried
}
