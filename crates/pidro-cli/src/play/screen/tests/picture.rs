//! Renders a screen as an SVG image.

use std::fmt::Write as _;

use pidro::Seat;
use pidro_testing::golden;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::{ENGLISH, app, press, until};
use crate::terminal::render;

const CELL: (f32, f32) = (9.0, 17.0);
const MARGIN: f32 = 12.0;
const PAPER: &str = "#1d2027";
const INK: &str = "#d9dce3";

/// The screen as SVG. Each run of cells with the same style becomes one text element, with a
/// position for every letter.
fn svg(buffer: &Buffer) -> String {
    let area = buffer.area;
    let width = f32::from(area.width) * CELL.0 + 2.0 * MARGIN;
    let height = f32::from(area.height) * CELL.1 + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n"
    );
    for y in 0..area.height {
        let cells: Vec<&Cell> = (0..area.width).map(|x| &buffer[(x, y)]).collect();
        let mut start = 0;
        for run in cells.chunk_by(|one, other| one.style() == other.style()) {
            draw(&mut svg, run, start, y);
            start += run.len();
        }
    }
    svg + "</svg>\n"
}

#[expect(clippy::cast_precision_loss, reason = "a screen has few cells")]
fn draw(svg: &mut String, run: &[&Cell], x: usize, y: u16) {
    let text: String = run.iter().map(|cell| cell.symbol()).collect();
    let style = run[0].style();
    let reversed = style.add_modifier.contains(Modifier::REVERSED);
    if text.trim().is_empty() && !reversed {
        return;
    }
    let ink = match run[0].fg {
        Color::Red => "#ff7b72",
        Color::Yellow => "#e8c66a",
        _ => INK,
    };
    let (left, top) = (MARGIN + x as f32 * CELL.0, MARGIN + f32::from(y) * CELL.1);
    let wide = run.len() as f32 * CELL.0;
    if reversed {
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{}\" fill=\"{ink}\"/>",
            CELL.1
        );
    }
    let bold = if style.add_modifier.contains(Modifier::BOLD) {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let dim = if style.add_modifier.contains(Modifier::DIM) {
        " opacity=\"0.55\""
    } else {
        ""
    };
    let fill = if reversed { PAPER } else { ink };
    let letters = text.char_indices().filter(|(_, letter)| *letter != ' ');
    let places: Vec<String> = letters
        .map(|(byte, _)| text[..byte].chars().count())
        .map(|place| (left + place as f32 * CELL.0).to_string())
        .collect();
    let text = text.replace(' ', "").replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        svg,
        "<text y=\"{}\" fill=\"{fill}\"{bold}{dim} x=\"{}\">{text}</text>",
        top + 13.0,
        places.join(" ")
    );
}

/// The picture in the README matches the program.
///
/// To redraw it: `PIDRO_BLESS=1 cargo nextest run -p pidro-cli picture`.
#[test]
fn the_picture_in_the_readme_matches_the_screen() {
    let mut app = app("picture", ENGLISH, &[Seat::South]);
    until(&mut app, |app| {
        let view = app.game().view(Seat::South);
        app.choice.is_some() && view.hand >= 3 && view.tricks.current().plays().len() >= 2
    });
    press(&mut app, "h");
    golden("../../docs/play.svg", &svg(&render(&app, 80, 24)));
}
