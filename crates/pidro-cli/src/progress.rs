//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar with the estimated time left. Draws nothing without a terminal.
pub(crate) fn bar(length: u64, what: String) -> ProgressBar {
    styled(length, "{msg} {wide_bar} {pos} of {len}, {eta} left").with_message(what)
}

/// A progress bar with this template.
pub(crate) fn styled(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// A bar of block characters, in steps of an eighth: `part` of a bar that is `all` blocks long.
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
