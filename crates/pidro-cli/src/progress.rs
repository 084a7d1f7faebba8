//! How far something has come.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on the terminal, with the time that is left. Nothing is drawn where there is no terminal.
pub(crate) fn bar(length: u64, what: String) -> ProgressBar {
    styled(length, "{msg} {wide_bar} {pos} of {len}, {eta} left").with_message(what)
}

/// A bar that looks so.
pub(crate) fn styled(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// A part of so many blocks, in eighths of a block.
pub(crate) fn blocks(part: f32, all: u8) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most eight times 255"
    )]
    let eighths = (part.clamp(0.0, 1.0) * 8.0 * f32::from(all)).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}
