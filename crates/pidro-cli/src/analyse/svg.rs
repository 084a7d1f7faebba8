//! A chart of the chance to win after each hand, as SVG.

use std::fmt::{self, Write};

use pidro::{BySeat, Team};
use pidro_bots::Analysis;

const WIDTH: f32 = 800.0;
const HEIGHT: f32 = 320.0;
const LEFT: f32 = 56.0;
const RIGHT: f32 = 24.0;
const TOP: f32 = 48.0;
const BOTTOM: f32 = 56.0;

/// Draws the chance of North and South after each hand, with the moments that decided the game.
pub(super) fn draw(analysis: &Analysis, names: &BySeat<String>) -> Result<String, fmt::Error> {
    let team = |team: Team| {
        let seats: Vec<String> = team.seats().iter().map(|seat| escaped(&names[seat])).collect();
        seats.join(" and ")
    };
    let count = analysis.hands.len().saturating_sub(1).max(1);
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let x = |hand: usize| LEFT + (WIDTH - LEFT - RIGHT) * hand as f32 / count as f32;
    let y = |chance: f32| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance);
    let mut svg = String::new();
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">"#
    )?;
    writeln!(svg, "<title>Chance of {} to win</title>", team(Team::NorthSouth))?;
    writeln!(svg, r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>"##)?;
    writeln!(
        svg,
        r##"<text x="{LEFT}" y="26" font-size="16" fill="#222">Chance to win of {} against {}</text>"##,
        team(Team::NorthSouth),
        team(Team::EastWest)
    )?;
    let lines = [
        (0.0, "#ddd"),
        (0.25, "#ddd"),
        (0.5, "#999"),
        (0.75, "#ddd"),
        (1.0, "#ddd"),
    ];
    for (percent, colour) in lines {
        let line = y(percent);
        writeln!(
            svg,
            r#"<path d="M{LEFT} {line}H{}" stroke="{colour}"/><text x="{}" y="{}" text-anchor="end" fill="{TEXT}">{:.0} %</text>"#,
            WIDTH - RIGHT,
            LEFT - 8.0,
            line + 4.0,
            100.0 * percent
        )?;
    }
    let mut points = Vec::new();
    for (index, hand) in analysis.hands.iter().enumerate() {
        let at = x(index);
        points.push((at, y(hand.win[Team::NorthSouth])));
        let scores = hand.scores;
        writeln!(
            svg,
            r#"<text x="{at}" y="{}" text-anchor="middle" fill="{TEXT}">{}</text><text x="{at}" y="{}" text-anchor="middle" fill="{TEXT}" font-size="11">{}:{}</text>"#,
            HEIGHT - BOTTOM + 20.0,
            if index == 0 {
                "hand".to_owned()
            } else {
                hand.hand.to_string()
            },
            HEIGHT - BOTTOM + 36.0,
            scores[Team::NorthSouth],
            scores[Team::EastWest]
        )?;
    }
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    writeln!(
        svg,
        r##"<polyline points="{}" fill="none" stroke="#1b6ca8" stroke-width="2.5" stroke-linejoin="round"/>"##,
        line.join(" ")
    )?;
    for (x, y) in points {
        writeln!(svg, r##"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="#1b6ca8"/>"##)?;
    }
    for (number, moment) in analysis.moments.iter().enumerate() {
        let Some(place) = analysis.hands.iter().position(|hand| hand.hand == moment.hand) else {
            continue;
        };
        let chance = analysis.hands[place].win[Team::NorthSouth];
        let above = if chance > 0.85 { 22.0 } else { -12.0 };
        #[expect(clippy::cast_precision_loss, reason = "at most 3")]
        let beside = 16.0 * number as f32 - 16.0;
        writeln!(
            svg,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#b3261e" font-weight="bold">{}<title>{}</title></text>"##,
            x(place) + beside,
            y(chance) + above,
            number + 1,
            escaped(&moment.text)
        )?;
    }
    writeln!(svg, "</svg>")?;
    Ok(svg)
}

const TEXT: &str = "#555";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
