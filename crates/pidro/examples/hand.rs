//! Deals a hand, plays it with random legal actions, and prints it as North saw it.
//!
//! `cargo run -p pidro --example hand [SEED]`

use std::error::Error;

use chacha20::ChaCha20Rng;
use pidro::{Seat, Seed, SeededGame};
use rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "lingonberry".to_owned());
    play(&seed)
}

fn play(seed: &str) -> Result<(), Box<dyn Error>> {
    // A seeded game shuffles by itself whenever it needs a deck.
    let mut game = SeededGame::new("finnish first_dealer=N".parse()?, Some(Seed::new(seed)));
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    while game.history().game().hand_number() == 1 {
        let Some(seat) = game.history().game().turn() else {
            break;
        };
        // The view has no more in it than the seat may know.
        let view = game.history().game().view(seat);
        let action = view
            .legal
            .sample(&mut rng)
            .ok_or("a seat whose turn it is can act")?;
        game.act(seat, action)?;
    }
    println!("What North saw:");
    for event in game.history().seen_by(Seat::North, 0) {
        println!("  {event:?}");
    }
    println!("\nThe record:\n\n{}", game.to_record());
    // Undo takes back the last decision with everything it caused.
    game.undo()?;
    println!(
        "It was {}'s last decision.",
        game.history().game().turn().ok_or("undone")?
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_runs() {
        super::play("lingonberry").unwrap();
    }
}
