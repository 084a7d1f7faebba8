//! A window over the table.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::paint::{FAINT, Paint};

/// The widest window.
const WIDEST: u16 = 76;

/// A window with a title, its text, and below it how to leave it.
pub(crate) struct Window<'a> {
    pub(crate) title: &'a str,
    pub(crate) lines: Vec<String>,
    pub(crate) foot: &'a str,
    /// By how many lines it has been scrolled back from the end; without it, it shows the beginning.
    pub(crate) back: Option<usize>,
}

impl Window<'_> {
    /// Draws it in the middle of the screen, as much of it as there is room for.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, paint: Paint) {
        let all = frame.area();
        let most = usize::from(WIDEST.min(all.width).saturating_sub(4)).max(1);
        let lines: Vec<String> = self.lines.iter().flat_map(|line| wrap(line, most)).collect();
        let longest = lines
            .iter()
            .map(|line| Span::raw(line).width())
            .max()
            .unwrap_or_default();
        let longest = longest.max(Span::raw(self.foot).width()).min(most);
        let width = small(longest + 4).min(all.width);
        let height = small(lines.len() + 2).min(all.height);
        let area = Rect::new(
            all.x + (all.width - width) / 2,
            all.y + (all.height - height) / 2,
            width,
            height,
        );
        let hidden = lines.len().saturating_sub(usize::from(height.saturating_sub(2)));
        let skipped = self.back.map_or(0, |back| hidden.saturating_sub(back));
        let text: Vec<Line<'_>> = lines[skipped..]
            .iter()
            .map(|line| Line::from(format!(" {line}")))
            .collect();
        let block = paint
            .block(self.title)
            .title_bottom(Span::styled(format!(" {} ", self.foot), FAINT));
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(text).block(block), area);
    }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// A line in pieces of at most this width, broken between words where that can be.
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
        // A word that fills the whole width is broken where the line ends.
        let space = space.filter(|space| !rest[..*space].trim().is_empty());
        let (piece, after) = rest.split_at(space.unwrap_or(end));
        pieces.push(piece.to_owned());
        rest = after.trim_start();
    }
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
}
