//! The summary shown after a game.

use pidro::{Seat, Team};
use pidro_bots::Analysis;
use pidro_text::{say, text};

use crate::lang::CardStyle;
use crate::narrator::Narrator;

/// The maximum number of costly decisions to list.
const MAX_LISTED: usize = 3;
/// The minimum cost of a listed decision, as a part of the chance to win.
const MIN_COST: f32 = 0.01;

/// A short analysis: everybody's accuracy, the costliest decisions, and the chance to win after
/// each hand.
pub(crate) fn summary(
    analysis: &Analysis,
    narrator: Narrator<'_>,
    history: &pidro::History,
    team: Team,
) -> Vec<String> {
    let lang = narrator.style.lang;
    let mut lines = vec![lang.get(text::ACCURACY).to_owned()];
    for seat in Seat::ALL {
        let player = &analysis.players[seat];
        let accuracy = say!(lang, text::PERCENT, number = player.accuracy);
        lines.push(format!("  {:<12} {accuracy:>7}", narrator.names[seat]));
    }
    let mut costly: Vec<_> = analysis
        .decisions
        .iter()
        .filter(|decision| decision.cost.win >= MIN_COST)
        .collect();
    costly.sort_by(|one, other| other.cost.win.total_cmp(&one.cost.win));
    lines.push(if costly.is_empty() {
        lang.get(text::NO_MOMENTS).to_owned()
    } else {
        format!("{}:", lang.get(text::MOMENTS))
    });
    for decision in costly.iter().take(MAX_LISTED) {
        let trump = history
            .at_event(decision.event)
            .and_then(|game| game.full_view().trump);
        let decided = say!(
            lang,
            text::DECIDED,
            hand = decision.hand,
            who = &narrator.names[decision.seat],
            action = narrator.past_action(decision.action, trump)
        );
        let better = narrator.better_was(decision.best, trump, (100.0 * decision.cost.win).round());
        lines.push(format!("  {decided} {better}"));
    }
    let chances: Vec<f32> = analysis.hands.iter().map(|hand| hand.win[team]).collect();
    let chances = match narrator.style.card_style {
        CardStyle::Symbols => sparkline(&chances),
        CardStyle::Letters | CardStyle::Words | CardStyle::Notation => {
            let percents: Vec<String> = chances
                .iter()
                .map(|win| format!("{:.0} %", 100.0 * win))
                .collect();
            percents.join(", ")
        }
    };
    let chart = say!(lang, text::CHANCE_CHART, team = narrator.team(team));
    lines.push(format!("{chart}: {chances}"));
    lines
}

/// A sparkline with one column per chance.
fn sparkline(chances: &[f32]) -> String {
    const COLUMNS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 7"
    )]
    let column = |chance: &f32| COLUMNS[(chance.clamp(0.0, 1.0) * 7.0).round() as usize];
    chances.iter().map(column).collect()
}
