//! How to write your own bot and let it play against `basic`.
//!
//! `cargo run --release -p pidro-bots --example own_bot`

use std::error::Error;

use pidro::{Action, Legal, Seed, SeededGame, Suit, Team, View};
use pidro_bots::{Basic, Bot};

/// Bids two more than the length of its longest suit, from four cards on, and plays its highest
/// trump first.
struct Longest;

impl Bot for Longest {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let hand = view.hands[view.turn?].cards()?;
        let length = |suit: &Suit| hand.iter().filter(|card| card.suit() == *suit).count();
        let longest = Suit::ALL.into_iter().max_by_key(length)?;
        match view.legal {
            Legal::Call { bids, pass } => {
                let bid = bids
                    .iter()
                    .find(|bid| usize::from(bid.get()) >= length(&longest) + 2);
                match bid {
                    Some(bid) if length(&longest) >= 4 => Some(Action::Bid(bid)),
                    _ if pass => Some(Action::Pass),
                    _ => bids.nth(0).map(Action::Bid),
                }
            }
            Legal::Trump => Some(Action::Trump(longest)),
            Legal::Play { cards } => view.trump?.highest_first(cards).next().map(Action::Play),
            // The rob and the kill follow the rules of `Basic`.
            _ => Basic.choose(view),
        }
    }
}

/// The winner of a game with the decks of this seed.
fn winner(seed: &str) -> Result<Team, Box<dyn Error>> {
    let mut game = SeededGame::new("finnish target=31".parse()?, Some(Seed::new(seed)));
    while let Some(seat) = game.history().game().turn() {
        let view = game.history().game().view(seat);
        let action = match seat.team() {
            Team::NorthSouth => Longest.choose(&view),
            Team::EastWest => Basic.choose(&view),
        };
        game.act(seat, action.ok_or("it is the seat's turn")?)?;
    }
    Ok(game.history().game().winner().ok_or("the game is over")?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut won = 0;
    let games = 50;
    for number in 0..games {
        won += u32::from(winner(&number.to_string())? == Team::NorthSouth);
    }
    println!("The longest suit won {won} of {games} games against basic.");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_runs() {
        super::main().unwrap();
    }
}
