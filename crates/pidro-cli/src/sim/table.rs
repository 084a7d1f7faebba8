//! Prints the results as tables.

use std::io::{self, Write};

use pidro_bots::arena::{Estimate, Report, Speed, TeamReport};

use super::Matrix;

pub(super) fn print_report(report: &Report, mut output: impl Write) -> io::Result<()> {
    let [one, other] = &report.teams;
    writeln!(
        output,
        "{} games, {} hands, in {:.0} s. Each deck was played twice, with the teams swapped.\n",
        report.games, report.hands, report.seconds
    )?;
    writeln!(output, "{:<18}{:>24}{:>24}", "", one.bot, other.bot)?;
    let mut row = |what: &str, value: fn(&TeamReport) -> String| {
        writeln!(output, "{what:<18}{:>24}{:>24}", value(one), value(other))
    };
    row("games won", |team| team.wins.to_string())?;
    row("", |team| percent(team.win_rate))?;
    row("points per hand", |team| format!("{:.2}", team.points_per_hand))?;
    row("contracts", |team| team.contracts.to_string())?;
    row("bids made", |team| percent(team.bids_made))?;
    row("average bid", |team| number(team.average_bid))?;
    row("decisions", |team| team.decisions.to_string())?;
    row("  mean", |team| milliseconds(team.decision_ms))?;
    row("  99 % under", |team| milliseconds(team.decision_p99_ms))?;
    row("  longest", |team| milliseconds(team.decision_max_ms))?;
    writeln!(
        output,
        "\n{} is {} points per hand ahead. Parentheses show 95 % confidence intervals.",
        one.bot,
        number(report.lead)
    )
}

pub(super) fn print_matrix(matrix: &Matrix, mut output: impl Write) -> io::Result<()> {
    writeln!(
        output,
        "{:<12}{:<12}{:>7}{:>24}{:>10}{:>22}",
        "", "against", "games", "won", "points", "bids made"
    )?;
    for report in &matrix.match_ups {
        let [one, other] = &report.teams;
        writeln!(
            output,
            "{:<12}{:<12}{:>7}{:>24}{:>+10.2}{:>22}",
            one.bot,
            other.bot,
            report.games,
            percent(one.win_rate),
            report.lead.value,
            percent(one.bids_made)
        )?;
    }
    writeln!(output, "\nrating (Elo)")?;
    for rating in &matrix.ratings {
        writeln!(
            output,
            "{:<12}{:>6.0} ± {:.0}",
            rating.bot,
            rating.rating,
            1.96 * rating.error
        )?;
    }
    Ok(())
}

pub(super) fn print_speed(speed: &Speed, mut output: impl Write) -> io::Result<()> {
    writeln!(
        output,
        "{} hands in {:.2} s on {} threads\n{:>12.0} hands per second\n{:>12.0} bare shuffles per second\n{:>12.2} shuffles per hand",
        speed.hands,
        speed.seconds,
        speed.threads,
        speed.hands_per_second,
        speed.shuffles_per_second,
        speed.shuffles_per_second / speed.hands_per_second.max(1e-9)
    )
}

fn number(measured: Estimate) -> String {
    let Estimate { value, interval } = measured;
    if interval.low.is_finite() {
        format!("{value:.2} ({:.2} to {:.2})", interval.low, interval.high)
    } else {
        format!("{value:.2}")
    }
}

fn percent(part: Estimate) -> String {
    let [low, high] = [part.interval.low, part.interval.high].map(|bound| 100.0 * bound);
    format!("{:.1} % ({low:.1}–{high:.1})", 100.0 * part.value)
}

fn milliseconds(time: f64) -> String {
    if time < 0.1 {
        format!("{:.1} µs", 1e3 * time)
    } else {
        format!("{time:.1} ms")
    }
}
