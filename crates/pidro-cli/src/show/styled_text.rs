//! Text with colours. The output stream removes them if it isn't a terminal.

use anstyle::{AnsiColor, Style};
use pidro::{Card, CardSet, Suit, Trump, VisibleCards};

pub(super) const HEAD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();

/// Text with ANSI styles, and its width on the screen.
#[derive(Clone, Default)]
pub(super) struct StyledText {
    text: String,
    width: usize,
}

impl StyledText {
    pub(super) fn plain(text: impl Into<String>) -> StyledText {
        StyledText::styled(text, Style::new())
    }

    pub(super) fn styled(text: impl Into<String>, style: Style) -> StyledText {
        let text = text.into();
        let width = text.chars().count();
        StyledText {
            text: format!("{style}{text}{style:#}"),
            width,
        }
    }

    /// A card: hearts and diamonds red, trumps bold.
    pub(super) fn card(card: Card, trump: Option<Trump>) -> StyledText {
        let red = matches!(card.suit(), Suit::Hearts | Suit::Diamonds);
        let style = if red { RED } else { Style::new() };
        let is_trump = trump.is_some_and(|trump| trump.contains(card));
        StyledText::styled(card.to_string(), if is_trump { style.bold() } else { style })
    }

    /// Cards separated by spaces, trumps first, from the highest down.
    pub(super) fn cards(cards: CardSet, trump: Option<Trump>) -> StyledText {
        let trumps: Vec<Card> = trump.map_or(vec![], |trump| {
            trump.highest_first(cards & trump.cards()).collect()
        });
        let others = cards - trumps.iter().copied().collect();
        StyledText::list(trumps.into_iter().chain(others), trump)
    }

    pub(super) fn list(cards: impl IntoIterator<Item = Card>, trump: Option<Trump>) -> StyledText {
        let mut all = StyledText::default();
        for (place, card) in cards.into_iter().enumerate() {
            if place > 0 {
                all = all.append_str(" ");
            }
            all = all.append(&StyledText::card(card, trump));
        }
        all
    }

    /// The cards if they are visible, otherwise their number.
    pub(super) fn visible_cards(cards: VisibleCards, trump: Option<Trump>) -> StyledText {
        match cards {
            VisibleCards::Cards(cards) => StyledText::cards(cards, trump),
            VisibleCards::Count(0) => StyledText::default(),
            VisibleCards::Count(1) => StyledText::styled("1 card", DIM),
            VisibleCards::Count(count) => StyledText::styled(format!("{count} cards"), DIM),
            VisibleCards::Hidden => StyledText::styled("unknown", DIM),
        }
    }

    pub(super) fn append(mut self, other: &StyledText) -> StyledText {
        self.text.push_str(&other.text);
        self.width += other.width;
        self
    }

    pub(super) fn append_str(self, text: impl Into<String>) -> StyledText {
        self.append(&StyledText::plain(text))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.width == 0
    }

    /// The text, padded with spaces to this width.
    pub(super) fn padded(&self, width: usize) -> String {
        format!("{}{}", self.text, " ".repeat(width.saturating_sub(self.width)))
    }
}

/// Formats rows of cells as a table. Each column is as wide as its widest cell; columns are two
/// spaces apart, and the table is indented by two.
pub(super) fn table(rows: &[Vec<StyledText>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.width)
                .max()
                .unwrap_or_default()
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            line.push_str("  ");
            line.push_str(&cell.padded(width));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
