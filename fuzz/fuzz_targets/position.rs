//! Any line is read as a position or a view or refused; what was read is written so that it reads the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pidro::{Action, Game, View};

fuzz_target!(|line: &str| {
    if let Ok(game) = Game::from_position(line) {
        assert_eq!(Game::from_position(&game.to_position()).as_ref(), Ok(&game));
        assert_eq!(Game::from_bytes(&game.to_bytes()).as_ref(), Ok(&game));
        // A position that was accepted can be played on from.
        let mut game = game;
        while let Some(seat) = game.turn() {
            let action = game.legal().nth(0).unwrap_or(Action::Resign);
            game.act(seat, action, |_| ()).expect("what is legal is allowed");
        }
    }
    if let Ok(view) = View::from_position(line) {
        assert_eq!(View::from_position(&view.to_position()), Ok(view));
    }
});
