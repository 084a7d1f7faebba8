//! Draws a fanned hand of cards.

use pidro::{Card, Seat, Trump, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::theme::{FAINT, NAME, STRONG, Theme, card_style};
use crate::lang::in_display_order;

/// How many columns of a card stay visible under the next one.
const STEP: u16 = 4;

/// A card in the fan.
#[derive(Clone, Copy)]
pub(crate) struct FanCard {
    pub(crate) card: Card,
    /// Whether the card can be chosen now. Other cards are dim.
    pub(crate) bright: bool,
    /// Whether the cursor is on the card.
    pub(crate) cursor: bool,
    /// Whether the card is picked, and so drawn raised.
    pub(crate) raised: bool,
    /// The card's number among the picked cards, if their order matters.
    pub(crate) number: Option<usize>,
}

impl FanCard {
    /// A seat's visible hand when there is nothing to decide. Trumps are bright.
    pub(crate) fn hand(view: &View, seat: Seat) -> Vec<FanCard> {
        let cards = view.hands[seat].cards().unwrap_or_default();
        let card = |card| FanCard {
            card,
            bright: view.trump.is_none_or(|trump| trump.contains(card)),
            cursor: false,
            raised: false,
            number: None,
        };
        in_display_order(cards, view.trump)
            .into_iter()
            .map(card)
            .collect()
    }
}

pub(crate) struct Fan<'a> {
    pub(crate) cards: &'a [FanCard],
    pub(crate) trump: Option<Trump>,
    pub(crate) theme: Theme,
}

impl Fan<'_> {
    /// The height of a fan: a card, and room to raise it.
    pub(crate) const HEIGHT: u16 = 5;

    fn style(&self, card: &FanCard) -> Style {
        let is_trump = self.trump.is_some_and(|trump| trump.contains(card.card));
        let style = card_style(card.card, is_trump);
        if card.bright {
            style
        } else {
            style.add_modifier(Modifier::DIM)
        }
    }

    /// The text under the name of a card: its number in the pile, or `*` and the points of a trump.
    fn footnote(&self, card: &FanCard) -> String {
        match (self.trump, card.number) {
            (_, Some(number)) => format!("{number}."),
            (Some(trump), None) if trump.contains(card.card) => match trump.points(card.card) {
                0 => "*".to_owned(),
                points => format!("*{points}"),
            },
            _ => String::new(),
        }
    }

    /// Whether the player picks several cards. Otherwise only the card under the cursor is raised.
    fn picks_several(&self) -> bool {
        self.cards.iter().any(|card| card.raised != card.cursor)
    }

    /// The cards as lines of this width, for a small window. Brackets mark the cursor and a plus
    /// marks picked cards.
    pub(crate) fn lines(&self, width: u16) -> Vec<Line<'static>> {
        let mut lines = vec![Line::default()];
        for card in self.cards {
            let face = format!("{}{}", self.theme.0.card(card.card), self.footnote(card));
            let (open, close) = match (card.cursor, card.raised && self.picks_several()) {
                (true, true) => ("[+", "]"),
                (true, false) => ("[", "]"),
                (false, true) => ("+", " "),
                (false, false) => (" ", " "),
            };
            let span = Span::styled(format!("{open}{face}{close}"), self.style(card));
            let full = lines
                .last()
                .is_some_and(|line| line.width() + span.width() > usize::from(width));
            if full {
                lines.push(Line::default());
            }
            if let Some(line) = lines.last_mut() {
                line.push_span(span);
            }
        }
        lines
    }
}

impl Widget for &Fan<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let count = u16::try_from(self.cards.len()).unwrap_or(u16::MAX);
        let width = count.saturating_mul(STEP) + 1;
        if width > area.width || area.height < Fan::HEIGHT {
            for (line, y) in self.lines(area.width).into_iter().zip(area.y..area.bottom()) {
                buffer.set_line(area.x, y, &line, area.width);
            }
            return;
        }
        let ascii = self.theme.is_ascii();
        let [top, bottom, side] = if ascii {
            ["+---+", "+---+", "|"]
        } else {
            ["╭───╮", "╰───╯", "│"]
        };
        let mut x = area.x + (area.width - width) / 2;
        for card in self.cards {
            let y = area.y + u16::from(!card.raised);
            let style = self.style(card);
            let edge = if card.raised { NAME } else { FAINT };
            let face = format!("{:<3}", self.theme.0.card(card.card));
            let footnote = format!("{:<3}", self.footnote(card));
            buffer.set_string(x, y, top, edge);
            for (row, text) in [(1, face), (2, footnote)] {
                buffer.set_string(x, y + row, side, edge);
                buffer.set_string(x + 1, y + row, text, style);
                buffer.set_string(x + 4, y + row, side, edge);
            }
            buffer.set_string(x, y + 3, bottom, edge);
            if card.cursor {
                buffer.set_string(x + 2, area.y + 4, if ascii { "^" } else { "▲" }, STRONG);
            }
            x += STEP;
        }
    }
}
