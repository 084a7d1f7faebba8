//! Reports: what players tell the operator about each other.

use pidro_protocol::admin::ReportInfo;
use pidro_protocol::http::{NewReport, ReportReason};
use pidro_protocol::{PersonId, TableId};
use uuid::Uuid;

use super::audit::{Actor, AuditAction};
use super::database::Statement;
use super::people::person_row;
use super::writer::Write;
use super::{Store, StoreError, now};

/// A row: id, time, person and name, reporter and name, game, reason, text, and when, by whom and with
/// which note it was closed.
type ReportRow = (
    String,
    i64,
    String,
    Option<String>,
    String,
    Option<String>,
    Option<String>,
    String,
    String,
    Option<i64>,
    Option<String>,
    Option<String>,
);

impl Store {
    /// Stores a report. Returns whether both people exist.
    pub(crate) async fn add_report(
        &self,
        reporter: &PersonId,
        report: &NewReport,
    ) -> Result<bool, StoreError> {
        // In PostgreSQL, the locks keep both people from being deleted until the report is there, so
        // that their deletion finds it.
        let insert = Statement::per_dialect(
            "INSERT INTO report (id, at, reporter, person, game, reason, body) \
             SELECT $1, $2, $3, $4, $5, $6, $7 FROM person AS writer, person AS about \
             WHERE writer.id = $3 AND about.id = $4",
            "INSERT INTO report (id, at, reporter, person, game, reason, body) \
             SELECT $1, $2, $3, $4, $5, $6, $7 FROM person AS writer, person AS about \
             WHERE writer.id = $3 AND about.id = $4 FOR KEY SHARE OF writer, about",
        );
        let insert = insert
            .bind(Uuid::now_v7().simple().to_string())
            .bind(now())
            .bind(reporter.as_str())
            .bind(report.person.as_str())
            .bind(report.table.map(|table: TableId| table.to_string()))
            .bind(reason_name(report.reason))
            .bind(report.text.trim());
        let row = person_row(&report.person);
        Ok(self.write(Write::contended(&row, insert)).await? > 0)
    }

    /// The newest reports: those that are open, or all.
    pub(crate) async fn reports(&self, all: bool, limit: i64) -> Result<Vec<ReportInfo>, StoreError> {
        let sql = "SELECT report.id, report.at, report.person, person.name, report.reporter, reporter.name, \
                   report.game, report.reason, report.body, report.closed_at, report.closed_by, report.note \
                   FROM report LEFT JOIN person ON person.id = report.person \
                   LEFT JOIN person AS reporter ON reporter.id = report.reporter \
                   WHERE $1 = 1 OR report.closed_at IS NULL ORDER BY report.at DESC, report.id DESC LIMIT $2";
        let find = Statement::new(sql).bind(i64::from(all)).bind(limit);
        let rows: Vec<ReportRow> = self.readers.rows(&find).await?;
        let report = |row: ReportRow| ReportInfo {
            id: row.0,
            at: row.1,
            person: PersonId::new(row.2),
            name: row.3,
            reporter: PersonId::new(row.4),
            reporter_name: row.5,
            table: row.6.and_then(|table| table.parse().ok()),
            reason: reason_of(&row.7),
            text: row.8,
            closed_at: row.9,
            closed_by: row.10,
            note: row.11,
        };
        Ok(rows.into_iter().map(report).collect())
    }

    /// Closes a report. Returns whether it was open.
    pub(crate) async fn close_report(&self, id: &str, note: &str, by: Actor<'_>) -> Result<bool, StoreError> {
        let sql = "UPDATE report SET closed_at = $1, closed_by = $2, note = $3 \
                   WHERE id = $4 AND closed_at IS NULL";
        let update = Statement::new(sql)
            .bind(now())
            .bind(by.to_text())
            .bind(note)
            .bind(id);
        let write = Write {
            rest: vec![AuditAction::ReportClosed.by(&by, Some(id), Some(note))],
            ..Write::contended(&format!("report {id}"), update)
        };
        Ok(self.write(write).await? > 0)
    }
}

/// The name of a reason in the store, which is its name in JSON.
fn reason_name(reason: ReportReason) -> String {
    let json = serde_json::to_value(reason).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}

fn reason_of(name: &str) -> Option<ReportReason> {
    serde_json::from_value(name.into()).ok()
}
