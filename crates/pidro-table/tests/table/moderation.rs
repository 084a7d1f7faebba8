//! What the host may do.

use pidro::Seat;
use pidro_table::{Command, Refusal, STAND_IN};

use crate::{execute, game_of_four, person, sit};

#[test]
fn the_host_opens_the_chat_mutes_and_removes() {
    let mut state = game_of_four();
    let (host, b) = ("host", person("b"));
    let mute = |muted| Command::Mute {
        person: b.clone(),
        muted,
    };
    let remove = Command::Remove { person: b.clone() };
    for command in [Command::OpenChat(true), mute(true), remove.clone()] {
        assert_eq!(execute(&mut state, "a", &command), Err("not_host"));
    }
    assert_eq!(state.may_say(&b, false), Ok(Seat::East));
    assert_eq!(state.may_say(&b, true), Err(Refusal::ChatClosed));
    assert_eq!(state.may_say(&person("x"), false), Err(Refusal::NotSeated));
    execute(&mut state, host, &Command::OpenChat(true)).unwrap();
    assert_eq!(state.may_say(&b, true), Ok(Seat::East));
    execute(&mut state, host, &mute(true)).unwrap();
    assert_eq!(state.may_say(&b, false), Err(Refusal::Muted));
    assert_eq!(execute(&mut state, host, &mute(true)), Err("no_change"));
    execute(&mut state, host, &mute(false)).unwrap();
    assert_eq!(state.may_say(&b, false), Ok(Seat::East));
    let own = Command::Remove { person: person(host) };
    assert_eq!(execute(&mut state, host, &own), Err("cannot_remove_host"));
    execute(&mut state, host, &remove).unwrap();
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Err("removed"));
    assert_eq!(state.check_admitted(Some(&b)), Err(Refusal::Removed));
    assert_eq!(state.may_say(&b, false), Err(Refusal::Removed));
    assert_eq!(state.bot_to_move(), Some((Seat::East, STAND_IN)));
    assert_eq!(
        execute(&mut state, "e", &sit(Seat::East)),
        Ok(1),
        "and the seat may be taken"
    );
}
