//! The score sheet, hand by hand, as people write it on paper.

use pidro::{ByTeam, Contract, Event, Team, Trump};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{FAINT, NAME, Scene};
use crate::lang::text;

/// The hands that have been scored.
#[derive(Default)]
pub(crate) struct Sheet {
    hands: Vec<Scored>,
}

struct Scored {
    number: usize,
    contract: Contract,
    trump: Option<Trump>,
    change: ByTeam<i8>,
}

impl Sheet {
    /// What these events have scored.
    pub(crate) fn of(log: &[Event]) -> Sheet {
        let mut sheet = Sheet::default();
        let mut named = None;
        for event in log {
            match *event {
                Event::TrumpDeclared { trump, .. } => named = Some(trump),
                Event::HandScored { contract, change, .. } => sheet.hands.push(Scored {
                    number: sheet.hands.len() + 1,
                    contract,
                    trump: named,
                    change,
                }),
                _ => {}
            }
        }
        sheet
    }

    /// Draws the last hands that there is room for, the total, and the points of the hand that is being played.
    pub(super) fn draw(&self, scene: &Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        let look = scene.teller.look;
        let lang = look.lang;
        let paint = scene.paint();
        let block = paint.block(lang.word(text::SHEET));
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let own = scene.bottom.team();
        let teams = [own, own.opponents()];
        let width = usize::from(inner.width).saturating_sub(10);
        let row = |name: &str, values: [String; 2]| {
            let name: String = name.chars().take(width).collect();
            format!("{name:<width$}{:>5}{:>5}", values[0], values[1])
        };
        let mut foot = vec![Line::styled(
            row(
                lang.word(text::TOTAL),
                teams.map(|team| scene.view.scores[team].to_string()),
            ),
            NAME,
        )];
        if scene.view.trump.is_some() {
            foot.push(Line::from(row(
                lang.word(text::POINTS),
                teams.map(|team| scene.view.points[team].to_string()),
            )));
            foot.extend(scene.view.auction.contract().map(|contract| {
                let needed = |team: Team| {
                    let bid = contract.bid.get();
                    let missing = bid.saturating_sub(scene.view.points[team]);
                    if team == contract.seat.team() {
                        missing.to_string()
                    } else {
                        String::new()
                    }
                };
                Line::from(row(lang.word(text::NEEDED), teams.map(needed)))
            }));
        }
        let mut lines = vec![Line::styled(row("", scene.sides()), FAINT)];
        let room = usize::from(inner.height).saturating_sub(foot.len() + 1);
        for hand in &self.hands[self.hands.len().saturating_sub(room)..] {
            let suit = hand
                .trump
                .map_or(Span::raw(" "), |trump| paint.suit(trump.suit()));
            let name = &scene.teller.names[hand.contract.seat];
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
        let filled = usize::from(inner.height).saturating_sub(foot.len());
        lines.resize_with(filled, Line::default);
        lines.extend(foot);
        frame.render_widget(Paragraph::new(lines), inner);
    }
}
