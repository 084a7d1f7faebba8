//! The audit log: what operators did, and changes to people that every node has to hear of.
//!
//! Nodes read what is new every second ([`Store::audit_after`]), so that a ban by
//! `pidro admin`, which only writes to the database, takes effect everywhere.

use pidro_protocol::PersonId;

use super::database::Statement;
use super::{Store, StoreError, now};

/// Who did something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Actor<'a> {
    /// A person: for themselves, or on the page for operators.
    Person(&'a PersonId),
    /// Somebody who uses `pidro admin`, by their name on that machine.
    Operator(&'a str),
    /// The server itself.
    Server,
}

impl Actor<'_> {
    pub(super) fn to_text(self) -> String {
        match self {
            Actor::Person(person) => person.to_string(),
            Actor::Operator(name) => format!("operator {name}"),
            Actor::Server => "server".to_owned(),
        }
    }
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AuditAction {
    /// A person has a new name, or an account.
    PersonChanged,
    /// A person was deleted.
    PersonDeleted,
    /// Some of a person's sessions ended.
    SessionsEnded,
    /// A person or an address was banned.
    Banned,
    /// A ban was lifted.
    Unbanned,
    /// A table was removed.
    TableRemoved,
    /// A message to all connected clients.
    Announced,
    /// A person got a recovery code from an operator.
    RecoveryCodeIssued,
    /// A person may use the page for operators.
    AdminGranted,
    /// A person may not use the page for operators any more.
    AdminRevoked,
    /// A report was dealt with.
    ReportClosed,
    /// A backup was made.
    BackedUp,
    /// The store was restored from a backup.
    Restored,
}

impl AuditAction {
    const NAMES: [(AuditAction, &'static str); 13] = [
        (AuditAction::PersonChanged, "person_changed"),
        (AuditAction::PersonDeleted, "person_deleted"),
        (AuditAction::SessionsEnded, "sessions_ended"),
        (AuditAction::Banned, "banned"),
        (AuditAction::Unbanned, "unbanned"),
        (AuditAction::TableRemoved, "table_removed"),
        (AuditAction::Announced, "announced"),
        (AuditAction::RecoveryCodeIssued, "recovery_code_issued"),
        (AuditAction::AdminGranted, "admin_granted"),
        (AuditAction::AdminRevoked, "admin_revoked"),
        (AuditAction::ReportClosed, "report_closed"),
        (AuditAction::BackedUp, "backed_up"),
        (AuditAction::Restored, "restored"),
    ];

    /// The name in the store.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        let found = AuditAction::NAMES.iter().find(|(action, _)| *action == self);
        found.map_or("", |(_, name)| name)
    }

    fn from_name(name: &str) -> Option<AuditAction> {
        let found = AuditAction::NAMES.iter().find(|(_, other)| *other == name);
        found.map(|(action, _)| *action)
    }

    /// The statement that logs it.
    pub(super) fn by(self, actor: &Actor<'_>, subject: Option<&str>, detail: Option<&str>) -> Statement {
        let sql = "INSERT INTO audit (at, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5)";
        Statement::new(sql)
            .bind(now())
            .bind(actor.to_text())
            .bind(self.name())
            .bind(subject.map(str::to_owned))
            .bind(detail.map(str::to_owned))
    }
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AuditEntry {
    /// Its number. Numbers grow, but an entry may become visible after one with a higher number.
    pub(crate) n: i64,
    /// What happened. `None` for an action of a newer release.
    pub(crate) action: Option<AuditAction>,
    /// The person, address, table or report that it concerns.
    pub(crate) subject: Option<String>,
    /// Details: the reason of a ban, the text of an announcement.
    pub(crate) detail: Option<String>,
}

/// A row: n, action, subject, detail.
type AuditRow = (i64, String, Option<String>, Option<String>);

fn entry_from_row((n, action, subject, detail): AuditRow) -> AuditEntry {
    AuditEntry {
        n,
        action: AuditAction::from_name(&action),
        subject,
        detail,
    }
}

impl Store {
    /// The next entries with a higher number, oldest first.
    pub(crate) async fn audit_after(&self, n: i64) -> Result<Vec<AuditEntry>, StoreError> {
        let sql = "SELECT n, action, subject, detail FROM audit WHERE n > $1 ORDER BY n LIMIT 500";
        let rows: Vec<AuditRow> = self.readers.rows(&Statement::new(sql).bind(n)).await?;
        Ok(rows.into_iter().map(entry_from_row).collect())
    }

    /// The highest number of an entry before this time; 0 if there is none.
    pub(crate) async fn last_audit_before(&self, at: i64) -> Result<i64, StoreError> {
        let sql = "SELECT COALESCE(MAX(n), 0) FROM audit WHERE at < $1";
        let row: Option<(i64,)> = self.readers.first(&Statement::new(sql).bind(at)).await?;
        Ok(row.map_or(0, |(n,)| n))
    }
}
