//! The score sheet, hand by hand, as people write it on paper.

use pidro::{ByTeam, Contract, Event, Game, Observer, Team, Trump};
use pidro_text::text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{FAINT, NAME, Scene};

/// The score sheet.
pub(crate) struct ScoreSheet {
    /// The scores before the first hand: a record may begin in the middle of a game.
    initial_scores: ByTeam<i32>,
    hands: Vec<ScoredHand>,
    /// Whether the last hand has been scored and the next one has not been dealt.
    pub(crate) is_scored: bool,
}

struct ScoredHand {
    number: u32,
    contract: Contract,
    trump: Option<Trump>,
    change: ByTeam<i8>,
}

impl ScoreSheet {
    /// The score sheet for these events, in a game that began with `first`.
    pub(crate) fn of(first: &Game, log: &[Event]) -> ScoreSheet {
        let mut sheet = ScoreSheet {
            initial_scores: first.scores(),
            hands: vec![],
            is_scored: false,
        };
        let mut trump = first.view(Observer::Spectator).trump;
        for event in log {
            match *event {
                Event::HandDealt { .. } => sheet.is_scored = false,
                Event::TrumpDeclared { trump: declared, .. } => trump = Some(declared),
                Event::HandScored { contract, change, .. } => {
                    let before = sheet.hands.last().map(|hand| hand.number + 1);
                    sheet.hands.push(ScoredHand {
                        number: before.unwrap_or(first.hand_number()),
                        contract,
                        trump,
                        change,
                    });
                    sheet.is_scored = true;
                }
                _ => {}
            }
        }
        sheet
    }

    /// Draws the last hands that fit, the total, and the points of the current hand.
    pub(super) fn draw(&self, scene: &Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        let style = scene.narrator.style;
        let lang = style.lang;
        let theme = scene.theme();
        let block = theme.block(lang.get(text::SCORE_SHEET));
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let own = scene.bottom.team();
        let teams = [own, own.opponents()];
        let width = usize::from(inner.width).saturating_sub(10);
        let row = |name: &str, values: [String; 2]| {
            let name: String = name.chars().take(width).collect();
            format!("{name:<width$}{:>5}{:>5}", values[0], values[1])
        };
        let mut footer = vec![Line::styled(
            row(
                lang.get(text::TOTAL),
                teams.map(|team| scene.view.scores[team].to_string()),
            ),
            NAME,
        )];
        if scene.view.trump.is_some() {
            footer.push(Line::from(row(
                lang.get(text::POINTS_TAKEN),
                teams.map(|team| scene.view.points[team].to_string()),
            )));
            footer.extend(scene.view.auction.contract().map(|contract| {
                let needed = |team: Team| {
                    let bid = contract.bid.get();
                    let missing = bid.saturating_sub(scene.view.points[team]);
                    if team == contract.seat.team() {
                        missing.to_string()
                    } else {
                        String::new()
                    }
                };
                Line::from(row(lang.get(text::STILL_NEEDED), teams.map(needed)))
            }));
        }
        let mut lines = vec![Line::styled(row("", scene.team_labels()), FAINT)];
        if teams.iter().any(|team| self.initial_scores[*team] != 0) {
            let before = teams.map(|team| format!("{:+}", self.initial_scores[team]));
            lines.push(Line::styled(row(lang.get(text::EARLIER_SCORE), before), FAINT));
        }
        let rows = usize::from(inner.height).saturating_sub(footer.len() + lines.len());
        for hand in &self.hands[self.hands.len().saturating_sub(rows)..] {
            let suit = hand
                .trump
                .map_or(Span::raw(" "), |trump| theme.suit(trump.suit()));
            let name = &scene.narrator.names[hand.contract.seat];
            let room = width.saturating_sub(7);
            let name: String = name.chars().take(room).collect();
            let bid = hand.contract.bid.get();
            lines.push(Line::from(vec![
                Span::styled(format!("{:>2} ", hand.number), FAINT),
                Span::raw(format!("{name:<room$} {bid:>2}")),
                suit,
                Span::raw(format!(
                    "{:>5}{:>5}",
                    format!("{:+}", hand.change[own]),
                    format!("{:+}", hand.change[own.opponents()])
                )),
            ]));
        }
        let filled = usize::from(inner.height).saturating_sub(footer.len());
        lines.resize_with(filled, Line::default);
        lines.extend(footer);
        frame.render_widget(Paragraph::new(lines), inner);
    }
}
