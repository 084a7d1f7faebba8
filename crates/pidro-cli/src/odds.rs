//! `pidro odds`: the chances of a hand to make each bid.

use std::io::Write;

use anyhow::ensure;
use pidro::{CardSet, Rules, Suit};
use pidro_bots::{Odds, SuitOdds};

use crate::{print_json, progress};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The nine cards, as in "Ah Kh 5h 5d 9h 2c 7s 8s Qd"
    hand: CardSet,
    /// Position in the bidding: 1, 2, 3 (left of the dealer first) or dealer
    #[arg(long, alias = "seat", default_value = "dealer", value_parser = parse_position)]
    position: u8,
    /// Preset and options, as in `traditional kill=stack`
    #[arg(long, default_value = "finnish")]
    rules: Rules,
    /// Number of deals of the other cards to sample
    #[arg(long, default_value_t = 5_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    deals: u32,
    /// Seed for the sampled deals
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn parse_position(text: &str) -> Result<u8, String> {
    match text {
        "dealer" => Ok(Odds::DEALER),
        "1" | "2" | "3" => Ok(text.as_bytes()[0] - b'0'),
        _ => Err("expected 1, 2, 3 or dealer".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments, mut output: impl Write) -> anyhow::Result<()> {
    let Arguments {
        hand,
        position,
        rules,
        deals,
        seed,
        json,
    } = *arguments;
    ensure!(hand.len() == 9, "a hand has nine cards, not {}", hand.len());
    let odds = Odds::of(hand, position, rules, deals, seed);
    if json {
        return print_json(output, &odds);
    }
    let caller = if position == Odds::DEALER {
        "as the dealer".to_owned()
    } else {
        format!("in position {position}")
    };
    writeln!(output, "{hand} {caller}, over {deals} deals\n")?;
    write!(output, "bid     ")?;
    for odds in &odds.suits {
        write!(output, "{:<17}", suit_name(odds.suit))?;
    }
    writeln!(output)?;
    for bid in 6..=14 {
        write!(output, "{bid:>3}  ")?;
        for odds in &odds.suits {
            let chance = odds.chances[bid - 6];
            write!(
                output,
                "{:>3.0} % {:<11}",
                100.0 * chance,
                progress::blocks(chance, 10)
            )?;
        }
        writeln!(output)?;
    }
    write!(output, "points  ")?;
    for SuitOdds { points, .. } in &odds.suits {
        write!(output, "{points:<17.1}")?;
    }
    writeln!(
        output,
        "\n\nThese odds assume that everybody sees all cards and plays perfectly; at a real table they are closer to \
         even."
    )?;
    Ok(())
}

fn suit_name(suit: Suit) -> String {
    format!("{suit:?}").to_lowercase()
}
