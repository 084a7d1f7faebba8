//! Any line either parses as a position or a view, or is refused. Whatever parses survives a round
//! trip.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pidro::{Action, Game, View};

fuzz_target!(|line: &str| {
    if let Ok(game) = Game::from_position(line) {
        assert_eq!(Game::from_position(&game.to_position()).as_ref(), Ok(&game));
        assert_eq!(Game::from_bytes(&game.to_bytes()).as_ref(), Ok(&game));
        // Play can continue from any accepted position.
        let mut game = game;
        while let Some(seat) = game.turn() {
            let action = game.legal().nth(0).unwrap_or(Action::Resign);
            game.act(seat, action, |_| ())
                .expect("a legal action is accepted");
        }
    }
    if let Ok(view) = View::from_position(line) {
        assert_eq!(View::from_position(&view.to_position()), Ok(view));
    }
});
