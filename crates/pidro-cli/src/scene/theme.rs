//! Colours, symbols and borders. With `NO_COLOR`, text attributes and symbols carry the same
//! information.

use pidro::{Card, Suit, Trump};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::Span;
use ratatui::widgets::Block;

use crate::lang::{CardStyle, TextStyle};

/// Names and headings.
pub(crate) const NAME: Style = Style::new().add_modifier(Modifier::BOLD);
/// Text that needs attention now.
pub(crate) const STRONG: Style = NAME.fg(Color::Yellow);
/// Secondary text.
pub(crate) const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
/// Text under the cursor.
pub(crate) const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED.union(Modifier::BOLD));

/// Renders text and cards with colours, symbols and borders for this style.
#[derive(Clone, Copy)]
pub(crate) struct Theme(pub(crate) TextStyle);

const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Theme {
    pub(crate) fn is_ascii(self) -> bool {
        self.0.card_style == CardStyle::Letters
    }

    pub(crate) fn suit(self, suit: Suit) -> Span<'static> {
        Span::styled(self.0.suit(suit), suit_style(suit).add_modifier(Modifier::BOLD))
    }

    /// A card in running text; trumps are bold.
    pub(crate) fn card(self, card: Card, trump: Option<Trump>) -> Span<'static> {
        let is_trump = trump.is_some_and(|trump| trump.contains(card));
        Span::styled(self.0.card(card), card_style(card, is_trump))
    }

    /// A card on the table. The best card of the trick so far is marked.
    pub(crate) fn played_card(self, card: Card, best: bool) -> Span<'static> {
        let style = card_style(card, true);
        let face = format!("{:^4}", self.0.card(card));
        if best {
            Span::styled(format!("[{face}]"), style.add_modifier(Modifier::REVERSED))
        } else {
            Span::styled(format!(" {face} "), style)
        }
    }

    /// The text, with symbols replaced if only ASCII is available.
    pub(crate) fn text(self, text: &str) -> String {
        if !self.is_ascii() {
            return text.to_owned();
        }
        let replacements = [
            ("←", "<-"),
            ("→", "->"),
            ("↑↓", "Up Down"),
            ("♥", "h"),
            ("♦", "d"),
        ];
        replacements
            .iter()
            .fold(text.to_owned(), |text, (symbol, ascii)| {
                text.replace(symbol, ascii)
            })
    }

    pub(crate) fn arrow(self) -> &'static str {
        if self.is_ascii() { ">" } else { "▶" }
    }

    pub(crate) fn block(self, title: &str) -> Block<'_> {
        let set = if self.is_ascii() { ASCII } else { border::ROUNDED };
        Block::bordered()
            .border_set(set)
            .border_style(FAINT)
            .title(Span::styled(title, NAME))
    }
}

fn suit_style(suit: Suit) -> Style {
    match suit {
        Suit::Hearts | Suit::Diamonds => Style::new().fg(Color::Red),
        Suit::Spades | Suit::Clubs => Style::new(),
    }
}

pub(crate) fn card_style(card: Card, is_trump: bool) -> Style {
    let style = suit_style(card.suit());
    if is_trump {
        style.add_modifier(Modifier::BOLD)
    } else {
        style
    }
}
