//! A window over the table.

use std::cell::Cell;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::theme::{FAINT, Theme};

/// The maximum width of a window.
const MAX_WIDTH: u16 = 76;

/// A scroll position. Drawing the window limits it to the length of the text.
#[derive(Default)]
pub(crate) struct Scroll(Cell<usize>);

impl Scroll {
    /// The end of the text, however long it is.
    pub(crate) fn at_the_end() -> Scroll {
        Scroll(Cell::new(usize::MAX))
    }

    /// Scrolls if this is a scrolling key. Returns whether it was.
    pub(crate) fn key(&self, key: KeyCode) -> bool {
        let at = self.0.get();
        self.0.set(match key {
            KeyCode::Up => at.saturating_sub(1),
            KeyCode::Down => at.saturating_add(1),
            KeyCode::PageUp => at.saturating_sub(10),
            KeyCode::PageDown => at.saturating_add(10),
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            _ => return false,
        });
        true
    }

    fn clamp(&self, max: usize) -> usize {
        self.0.set(self.0.get().min(max));
        self.0.get()
    }
}

/// A window with a title, its text, and a footer that says how to close it.
pub(crate) struct Window<'a> {
    pub(crate) title: &'a str,
    pub(crate) lines: Vec<String>,
    pub(crate) footer: &'a str,
    pub(crate) scroll: &'a Scroll,
}

impl Window<'_> {
    /// Draws the window in the middle of the screen, with as much text as fits.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let all = frame.area();
        let max_width = usize::from(MAX_WIDTH.min(all.width).saturating_sub(4)).max(1);
        let lines: Vec<String> = self.lines.iter().flat_map(|line| wrap(line, max_width)).collect();
        let height = to_u16(lines.len() + 2).min(all.height);
        let hidden = lines.len().saturating_sub(usize::from(height.saturating_sub(2)));
        let footer = match hidden {
            0 => self.footer.to_owned(),
            _ => format!("{}  {}", theme.text("↑↓"), self.footer),
        };
        let longest = lines.iter().map(|line| Span::raw(line).width()).max();
        let longest = longest.unwrap_or_default().max(Span::raw(&footer).width());
        let width = to_u16(longest.min(max_width) + 4).min(all.width);
        let area = Rect::new(
            all.x + (all.width - width) / 2,
            all.y + (all.height - height) / 2,
            width,
            height,
        );
        let text: Vec<Line<'_>> = lines[self.scroll.clamp(hidden)..]
            .iter()
            .map(|line| Line::from(format!(" {line}")))
            .collect();
        let block = theme
            .block(self.title)
            .title_bottom(Span::styled(format!(" {footer} "), FAINT));
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(text).block(block), area);
    }
}

fn to_u16(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Wraps a line at this width, between words if possible.
pub(crate) fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![];
    let mut rest = line;
    loop {
        let Some((end, _)) = rest.char_indices().nth(width) else {
            pieces.push(rest.to_owned());
            return pieces;
        };
        let spaces = rest.match_indices(' ').map(|(space, _)| space);
        let space = spaces.take_while(|space| *space <= end).last();
        // Break a word that fills the whole width at the end of the line.
        let space = space.filter(|space| !rest[..*space].trim().is_empty());
        let (piece, after) = rest.split_at(space.unwrap_or(end));
        pieces.push(piece.to_owned());
        rest = after.trim_start();
    }
}

/// Packs phrases into lines of at most this width, two spaces apart. Breaks a phrase only if it
/// doesn't fit on a line.
pub(crate) fn pack(phrases: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for phrase in phrases {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + phrase.chars().count() <= width => {
                *line += "  ";
                *line += phrase;
            }
            _ => lines.extend(wrap(phrase, width)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("a bc def", 8), ["a bc def"]);
        assert_eq!(wrap("a bc def", 7), ["a bc", "def"]);
        assert_eq!(wrap("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrap("  indented words", 10), ["  indented", "words"]);
        assert_eq!(wrap("pääskyset", 4), ["pääs", "kyse", "t"]);
        assert_eq!(wrap("A♥ K♥ Q♥", 2), ["A♥", "K♥", "Q♥"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn phrases_share_a_line_if_they_fit() {
        let phrases = ["dealer", "bid 7", "asked 4", "killed K♥ 9♥ 8♥"].map(str::to_owned);
        assert_eq!(
            pack(&phrases, 15),
            ["dealer  bid 7", "asked 4", "killed K♥ 9♥ 8♥"]
        );
        assert_eq!(pack(&phrases, 40), ["dealer  bid 7  asked 4  killed K♥ 9♥ 8♥"]);
        assert_eq!(
            pack(&phrases, 9),
            ["dealer", "bid 7", "asked 4", "killed K♥", "9♥ 8♥"]
        );
    }

    #[test]
    fn scrolling_stays_within_the_text() {
        let scroll = Scroll::at_the_end();
        assert_eq!(scroll.clamp(30), 30);
        assert!(scroll.key(KeyCode::PageUp) && scroll.clamp(30) == 20);
        for _ in 0..5 {
            scroll.key(KeyCode::PageUp);
        }
        assert!(scroll.key(KeyCode::Down) && scroll.clamp(30) == 1);
        assert!(!scroll.key(KeyCode::Enter));
    }
}
