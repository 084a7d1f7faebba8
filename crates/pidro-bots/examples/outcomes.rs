//! Counts how hands between experts end. `Equity` computes the chances to win a game from this:
//! `cargo run --release -p pidro-bots --example outcomes > crates/pidro-bots/data/hands.txt`

use pidro::Rules;
use pidro_bots::arena::MatchUp;
use pidro_bots::{Level, SearchLimit};

fn main() {
    let expert = Level::Expert(SearchLimit::Worlds(100));
    let match_up = MatchUp {
        teams: [expert, expert],
        rules: Rules::default(),
        seed: 62,
    };
    let report = match_up.run(1_500);
    println!("# {} hands between experts of 100 worlds.", report.hands);
    println!("# who bid, the bid, what the dealer's team took, what the other team took, how often");
    for (outcome, count) in report.outcomes {
        let who = if outcome.dealers_bid { "dealer" } else { "other" };
        println!(
            "{who} {} {} {} {count}",
            outcome.bid, outcome.dealers_took, outcome.others_took
        );
    }
}
