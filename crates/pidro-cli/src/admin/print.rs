//! Lists for the terminal.

use std::fmt::{self, Display};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use pidro_protocol::admin::{AuditInfo, BanInfo, Figures, FoundPerson, FoundTable, ReportInfo, TableStage};

/// Rows in columns, each as wide as its widest value.
pub(super) struct Table {
    head: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            return writeln!(f, "none");
        }
        let width = |column: usize| {
            let values = self.rows.iter().map(|row| row[column].chars().count());
            values.chain([self.head[column].len()]).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut line = |values: Vec<&str>| {
            let values: Vec<String> = values.into_iter().map(printable).collect();
            let cells = values.iter().zip(&widths);
            let cells: Vec<String> = cells.map(|(value, width)| format!("{value:<width$}")).collect();
            writeln!(f, "{}", cells.join("  ").trim_end())
        };
        line(self.head.to_vec())?;
        for row in &self.rows {
            line(row.iter().map(String::as_str).collect())?;
        }
        Ok(())
    }
}

impl From<&[FoundPerson]> for Table {
    fn from(people: &[FoundPerson]) -> Table {
        let row = |person: &FoundPerson| {
            let mut kind = if person.guest { "guest" } else { "account" }.to_owned();
            if person.admin {
                kind += ", admin";
            }
            if person.banned {
                kind += ", banned";
            }
            vec![
                person.id.to_string(),
                person.name.clone(),
                kind,
                person.games.to_string(),
                person.seen.map_or_else(|| "never".to_owned(), day),
                day(person.created),
            ]
        };
        Table {
            head: &["id", "name", "kind", "games", "seen", "since"],
            rows: people.iter().map(row).collect(),
        }
    }
}

impl From<&[FoundTable]> for Table {
    fn from(tables: &[FoundTable]) -> Table {
        let row = |table: &FoundTable| {
            let stage = match table.stage {
                TableStage::NoPlayers => "no players",
                TableStage::Playing => "playing",
                TableStage::Finished => "finished",
            };
            vec![
                table.table.to_string(),
                stage.to_owned(),
                table.host_name.clone().unwrap_or_else(|| "(deleted)".to_owned()),
                table.events.to_string(),
                table.last_event.map_or_else(|| "never".to_owned(), moment),
                moment(table.created),
            ]
        };
        Table {
            head: &["table", "stage", "host", "events", "last event", "created"],
            rows: tables.iter().map(row).collect(),
        }
    }
}

impl From<&[BanInfo]> for Table {
    fn from(bans: &[BanInfo]) -> Table {
        let row = |ban: &BanInfo| {
            let subject = match (&ban.person, &ban.address) {
                (Some(person), _) => format!("{} ({person})", ban.name.as_deref().unwrap_or("?")),
                (None, address) => address.clone().unwrap_or_default(),
            };
            vec![
                subject,
                ban.until.map_or_else(|| "for good".to_owned(), moment),
                moment(ban.at),
                ban.actor.clone(),
                ban.reason.clone(),
            ]
        };
        Table {
            head: &["who", "until", "since", "by", "reason"],
            rows: bans.iter().map(row).collect(),
        }
    }
}

impl From<&[ReportInfo]> for Table {
    fn from(reports: &[ReportInfo]) -> Table {
        let named = |name: &Option<String>, id: &dyn Display| match name {
            Some(name) => format!("{name} ({id})"),
            None => id.to_string(),
        };
        let row = |report: &ReportInfo| {
            let reason = serde_json::to_value(report.reason).unwrap_or_default();
            let closed = report.closed_at.map(|at| {
                let by = report.closed_by.as_deref().unwrap_or_default();
                format!(
                    "closed {} by {by}: {}",
                    day(at),
                    report.note.as_deref().unwrap_or_default()
                )
            });
            vec![
                report.id.clone(),
                moment(report.at),
                named(&report.name, &report.person),
                reason.as_str().unwrap_or("other").to_owned(),
                report.text.clone(),
                named(&report.reporter_name, &report.reporter),
                report.table.map_or_else(String::new, |table| table.to_string()),
                closed.unwrap_or_else(|| "open".to_owned()),
            ]
        };
        Table {
            head: &["report", "at", "about", "reason", "text", "by", "table", "state"],
            rows: reports.iter().map(row).collect(),
        }
    }
}

impl From<&[AuditInfo]> for Table {
    fn from(entries: &[AuditInfo]) -> Table {
        let row = |entry: &AuditInfo| {
            let subject = match (&entry.subject_name, &entry.subject) {
                (Some(name), Some(subject)) => format!("{name} ({subject})"),
                (_, subject) => subject.clone().unwrap_or_default(),
            };
            vec![
                moment(entry.at),
                entry.actor_name.clone().unwrap_or_else(|| entry.actor.clone()),
                entry.action.replace('_', " "),
                subject,
                entry.detail.clone().unwrap_or_default(),
            ]
        };
        Table {
            head: &["at", "who", "what", "whom", "details"],
            rows: entries.iter().map(row).collect(),
        }
    }
}

/// A text that players have written, without what could take over a terminal or disguise the rest of
/// the line.
fn printable(text: &str) -> String {
    let is_bad = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(is_bad, " ")
}

/// The figures of a server, one per line.
pub(super) fn figures(figures: &Figures) -> String {
    let nodes = if figures.nodes.is_empty() {
        "not known: an SQLite file belongs to one server".to_owned()
    } else {
        format!("{} ({})", figures.nodes.len(), figures.nodes.join(", "))
    };
    let lines = [
        (
            "version",
            format!("{}, schema {}", figures.version, figures.schema),
        ),
        ("running servers", nodes),
        ("accounts", figures.accounts.to_string()),
        ("guests", figures.guests.to_string()),
        ("here in the last 24 hours", figures.active_people.to_string()),
        ("tables", figures.tables.to_string()),
        ("used in the last 24 hours", figures.active_tables.to_string()),
        ("finished games", figures.finished_games.to_string()),
        ("stored events", figures.events.to_string()),
        ("open reports", figures.open_reports.to_string()),
        ("bans", figures.bans.to_string()),
        (
            "size of the database",
            format!("{:.1} MB", size_in_mb(figures.bytes)),
        ),
    ];
    let lines: Vec<String> = lines
        .iter()
        .map(|(name, value)| format!("{name:<27}{value}"))
        .collect();
    lines.join("\n")
}

#[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
fn size_in_mb(bytes: i64) -> f64 {
    bytes as f64 / 1_000_000.0
}

/// A day, in the time zone of this machine.
fn day(at: i64) -> String {
    format_time(at, "%Y-%m-%d")
}

/// A moment, in the time zone of this machine.
fn moment(at: i64) -> String {
    format_time(at, "%Y-%m-%d %H:%M")
}

fn format_time(at: i64, format: &str) -> String {
    let at = Timestamp::from_millisecond(at).unwrap_or_default();
    at.to_zoned(TimeZone::system()).strftime(format).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_players_can_not_take_over_the_terminal() {
        assert_eq!(
            printable("a\u{1b}]52;c;x\u{7}b\rc\nd\u{202e}e"),
            "a ]52;c;x b c d e"
        );
        assert_eq!(printable("Åke Öhman"), "Åke Öhman");
    }
}
