//! The summary shown after a game.

use pidro::{Seat, Team};
use pidro_bots::Analysis;
use pidro_text::{say, text};

use crate::lang::Suits;
use crate::tell::Narrator;

/// How many of the costliest decisions the summary lists.
const DEAREST: usize = 3;
/// Decisions that cost less of the win chance than this are not listed.
const LEAST: f32 = 0.01;

/// A short analysis: everybody's accuracy, the costliest decisions and the course of the win
/// chance.
pub(crate) fn summary(
    analysis: &Analysis,
    teller: Narrator<'_>,
    history: &pidro::History,
    team: Team,
) -> Vec<String> {
    let lang = teller.look.lang;
    let mut lines = vec![lang.word(text::ACCURACY).to_owned()];
    for seat in Seat::ALL {
        let player = &analysis.players[seat];
        let accuracy = say!(lang, text::PERCENT, number = player.accuracy);
        lines.push(format!("  {:<12} {accuracy:>7}", teller.names[seat]));
    }
    let mut costly: Vec<_> = analysis
        .decisions
        .iter()
        .filter(|decision| decision.cost.win >= LEAST)
        .collect();
    costly.sort_by(|one, other| other.cost.win.total_cmp(&one.cost.win));
    lines.push(if costly.is_empty() {
        lang.word(text::NO_MOMENTS).to_owned()
    } else {
        format!("{}:", lang.word(text::MOMENTS))
    });
    for decision in costly.iter().take(DEAREST) {
        let trump = history
            .at_event(decision.event)
            .and_then(|game| game.full_view().trump);
        let told = say!(
            lang,
            text::DECIDED,
            hand = decision.hand,
            who = &teller.names[decision.seat],
            action = teller.done(decision.action, trump)
        );
        let better = teller.better_was(decision.best, trump, (100.0 * decision.cost.win).round());
        lines.push(format!("  {told} {better}"));
    }
    let chances: Vec<f32> = analysis.hands.iter().map(|hand| hand.win[team]).collect();
    let chances = match teller.look.suits {
        Suits::Signs => sparks(&chances),
        Suits::Letters | Suits::Spoken | Suits::Notation => {
            let percents: Vec<String> = chances
                .iter()
                .map(|win| format!("{:.0} %", 100.0 * win))
                .collect();
            percents.join(", ")
        }
    };
    let chart = say!(lang, text::CHANCE_CHART, team = teller.team(team));
    lines.push(format!("{chart}: {chances}"));
    lines
}

/// A sparkline with one column per chance.
fn sparks(chances: &[f32]) -> String {
    const COLUMNS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 7"
    )]
    let column = |chance: &f32| COLUMNS[(chance.clamp(0.0, 1.0) * 7.0).round() as usize];
    chances.iter().map(column).collect()
}
