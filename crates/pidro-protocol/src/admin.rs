//! What operators see and do: the answers of `pidro admin --json` and of the page for operators.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::{ReportReason, TEXT_PATTERN};
use crate::id::{PersonId, TableId};

/// People that an operator has searched for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FoundPeople {
    /// The people, the one who was here last first.
    pub people: Vec<FoundPerson>,
}

/// A person, as operators see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FoundPerson {
    /// The person's id.
    pub id: PersonId,
    /// The person's name.
    pub name: String,
    /// Whether the person has no account.
    pub guest: bool,
    /// Whether the person may use the page for operators.
    pub admin: bool,
    /// Whether the person is banned.
    pub banned: bool,
    /// When the person came to the server, in milliseconds since 1970.
    pub created: i64,
    /// When the person was here last, to within a day.
    pub seen: Option<i64>,
    /// How many games the person has played or is playing.
    pub games: i64,
}

/// Tables that an operator has searched for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FoundTables {
    /// The tables, newest first.
    pub tables: Vec<FoundTable>,
}

/// A table, as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FoundTable {
    /// The table.
    pub table: TableId,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// The person who created it.
    pub host: Option<PersonId>,
    /// That person's name.
    pub host_name: Option<String>,
    /// How many events it has.
    pub events: i64,
    /// When the last one happened.
    pub last_event: Option<i64>,
    /// Whether its game has begun or is over.
    pub stage: TableStage,
}

/// How far the game of a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableStage {
    /// Nobody is on record as a player: the game has not begun, only bots play, or all players were
    /// deleted.
    NoPlayers,
    /// It has begun.
    Playing,
    /// It is over.
    Finished,
}

/// All bans that have not ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bans {
    /// The bans, newest first.
    pub bans: Vec<BanInfo>,
}

/// A ban.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BanInfo {
    /// The person who is banned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// That person's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The address that is banned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Why. The banned person can read it.
    pub reason: String,
    /// When it began, in milliseconds since 1970.
    pub at: i64,
    /// When it ends; null for a ban without an end.
    pub until: Option<i64>,
    /// Who imposed it.
    pub actor: String,
}

/// A ban to impose on a person or an address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// The person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = ["192.0.2.1"]))]
    pub address: Option<String>,
    /// Why. The banned person can read it.
    #[schemars(length(max = 200), extend("pattern" = TEXT_PATTERN))]
    pub reason: String,
    /// For how many days; null for a ban without an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 36500))]
    pub days: Option<u32>,
}

/// A ban to lift.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BanToLift {
    /// The person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// A message to everybody who is connected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAnnouncement {
    /// The text.
    #[schemars(length(min = 1, max = 500), extend("pattern" = TEXT_PATTERN))]
    pub text: String,
}

/// What players have reported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reports {
    /// The reports, newest first.
    pub reports: Vec<ReportInfo>,
}

/// A report by a player about another person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReportInfo {
    /// The id of the report.
    pub id: String,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
    /// The person whom it is about.
    pub person: PersonId,
    /// That person's name.
    pub name: Option<String>,
    /// The person who wrote it.
    pub reporter: PersonId,
    /// That person's name.
    pub reporter_name: Option<String>,
    /// The table at which it happened.
    pub table: Option<TableId>,
    /// What it is about.
    pub reason: Option<ReportReason>,
    /// What happened, in the reporter's words.
    pub text: String,
    /// When it was dealt with; null while it is open.
    pub closed_at: Option<i64>,
    /// Who dealt with it.
    pub closed_by: Option<String>,
    /// What was done.
    pub note: Option<String>,
}

/// What was done about a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportClosure {
    /// What was done.
    #[schemars(length(max = 500), extend("pattern" = TEXT_PATTERN))]
    pub note: String,
}

/// What operators have done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AuditLog {
    /// The entries, newest first.
    pub entries: Vec<AuditInfo>,
}

/// Something that an operator has done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AuditInfo {
    /// The number of the entry.
    pub n: i64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// Who did it: the id of a person, or `operator NAME`.
    pub actor: String,
    /// That person's name.
    pub actor_name: Option<String>,
    /// What was done.
    pub action: String,
    /// The person, address, table or report that it concerns.
    pub subject: Option<String>,
    /// That person's name.
    pub subject_name: Option<String>,
    /// Details.
    pub detail: Option<String>,
}

/// Figures of a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// The version of the program.
    pub version: String,
    /// The version of the schema.
    pub schema: i64,
    /// The servers of a cluster that are running, by their addresses. Empty for an SQLite file.
    pub nodes: Vec<String>,
    /// How many accounts there are.
    pub accounts: i64,
    /// How many guests there are.
    pub guests: i64,
    /// How many people were here during the last 24 hours.
    pub active_people: i64,
    /// How many tables there are.
    pub tables: i64,
    /// At how many tables something happened during the last 24 hours.
    pub active_tables: i64,
    /// How many games people have finished.
    pub finished_games: i64,
    /// How many events are stored.
    pub events: i64,
    /// How many reports are open.
    pub open_reports: i64,
    /// How many bans are in force.
    pub bans: i64,
    /// The size of the database in bytes.
    pub bytes: i64,
}
