//! What operators look up and do.

use pidro_protocol::admin::{AuditInfo, BanInfo, Figures, FoundPerson, FoundTable, TableStage};
use pidro_protocol::{Name, PersonId, TableId};

use super::audit::{Actor, AuditAction};
use super::bans::BanSubject;
use super::database::{Database, Statement};
use super::migrations::NEWEST;
use super::people::person_row;
use super::writer::Write;
use super::{DAY_MS, Store, StoreError, now};

/// A row: id, name, account, admin, banned, created, seen, games.
type PersonRow = (String, String, Option<String>, i64, i64, i64, Option<i64>, i64);
/// A row: id, created, host, name of the host, events, last event, players, results.
type TableRow = (
    String,
    i64,
    Option<String>,
    Option<String>,
    i64,
    Option<i64>,
    i64,
    i64,
);
/// A row: n, at, actor, its name, action, subject, its name, detail.
type AuditRow = (
    i64,
    i64,
    String,
    Option<String>,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
);

impl Store {
    /// People whose name contains this text, or who have this id; the one who was here last first.
    pub(crate) async fn find_people(&self, text: &str, limit: i64) -> Result<Vec<FoundPerson>, StoreError> {
        macro_rules! select {
            ($contains:literal) => {
                concat!(
                    "SELECT person.id, person.name, person.account, person.admin, \
                     (SELECT COUNT(*) FROM ban WHERE ban.subject = 'person ' || person.id \
                      AND (ban.until IS NULL OR ban.until > $3)), person.created, \
                     (SELECT MAX(token.used) FROM token WHERE token.person = person.id) AS seen, \
                     (SELECT COUNT(*) FROM player WHERE player.person = person.id) \
                     FROM person WHERE $1 = '' OR person.id = $1 OR ",
                    $contains,
                    " ORDER BY seen DESC NULLS LAST, person.id DESC LIMIT $4"
                )
            };
        }
        // SQLite changes only the case of ASCII letters, so a guest's name is also compared as it is.
        let find = Statement::per_dialect(
            select!(
                "INSTR(COALESCE(person.account, LOWER(person.name)), $2) > 0 OR INSTR(person.name, $1) > 0"
            ),
            select!(
                "POSITION($2 IN COALESCE(person.account, LOWER(person.name))) > 0 OR POSITION($1 IN person.name) > 0"
            ),
        );
        let find = find.bind(text).bind(text.to_lowercase()).bind(now()).bind(limit);
        let rows: Vec<PersonRow> = self.readers.rows(&find).await?;
        let person = |(id, name, account, admin, banned, created, seen, games): PersonRow| FoundPerson {
            id: PersonId::new(id),
            name,
            guest: account.is_none(),
            admin: admin != 0,
            banned: banned != 0,
            created,
            seen,
            games,
        };
        Ok(rows.into_iter().map(person).collect())
    }

    /// Tables with this id, or created or played by somebody with this name or id; newest first.
    pub(crate) async fn find_tables(&self, text: &str, limit: i64) -> Result<Vec<FoundTable>, StoreError> {
        macro_rules! select {
            ($host:literal) => {
                concat!(
                    "SELECT game.id, game.created, ",
                    $host,
                    ", host.name, (SELECT COUNT(*) FROM entry WHERE entry.game = game.id), \
                     (SELECT entry.at FROM entry WHERE entry.game = game.id ORDER BY entry.n DESC LIMIT 1), \
                     (SELECT COUNT(*) FROM player WHERE player.game = game.id), \
                     (SELECT COUNT(*) FROM player WHERE player.game = game.id AND player.won IS NOT NULL) \
                     FROM game LEFT JOIN person AS host ON host.id = ",
                    $host,
                    " WHERE $1 = '' OR game.id = $1 OR host.id = $1 OR host.account = $2 OR LOWER(host.name) = $2 \
                     OR EXISTS (SELECT 1 FROM player JOIN person ON person.id = player.person \
                     WHERE player.game = game.id AND (person.id = $1 OR person.account = $2 \
                     OR LOWER(person.name) = $2)) ORDER BY game.created DESC, game.id DESC LIMIT $3"
                )
            };
        }
        let find = Statement::per_dialect(
            select!("json_extract(game.options, '$.host')"),
            select!("(game.options::json ->> 'host')"),
        );
        let find = find.bind(text).bind(text.to_lowercase()).bind(limit);
        let rows: Vec<TableRow> = self.readers.rows(&find).await?;
        let table = |(id, created, host, host_name, events, last_event, players, results): TableRow| {
            Some(FoundTable {
                table: id.parse().ok()?,
                created,
                host: host.map(PersonId::new),
                host_name,
                events,
                last_event,
                stage: match (players, results) {
                    (_, 1..) => TableStage::Finished,
                    (1.., _) => TableStage::Playing,
                    _ => TableStage::NoPlayers,
                },
            })
        };
        Ok(rows.into_iter().filter_map(table).collect())
    }

    /// All bans that have not ended, with the names of people.
    pub(crate) async fn ban_list(&self) -> Result<Vec<BanInfo>, StoreError> {
        let bans = self.bans().await?;
        let people = bans.iter().filter_map(|listed| match &listed.subject {
            BanSubject::Person(person) => Some(person),
            BanSubject::Address(_) => None,
        });
        let people = self.people(people).await?;
        let info = |listed: super::ListedBan| {
            let (person, address) = match listed.subject {
                BanSubject::Person(person) => (Some(person), None),
                BanSubject::Address(address) => (None, Some(address.to_string())),
            };
            let label = person.as_ref().and_then(|person| people.get(person));
            BanInfo {
                name: label.map(|label| label.name.clone()),
                person,
                address,
                reason: listed.ban.reason,
                at: listed.at,
                until: listed.ban.until,
                actor: listed.actor,
            }
        };
        Ok(bans.into_iter().map(info).collect())
    }

    /// The newest entries of the audit log. Without `all`, only what operators did.
    pub(crate) async fn audit_log(&self, all: bool, limit: i64) -> Result<Vec<AuditInfo>, StoreError> {
        let sql = "SELECT audit.n, audit.at, audit.actor, actor.name, audit.action, audit.subject, subject.name, \
                   audit.detail FROM audit LEFT JOIN person AS actor ON actor.id = audit.actor \
                   LEFT JOIN person AS subject ON subject.id = \
                   CASE WHEN audit.subject LIKE 'person %' THEN SUBSTR(audit.subject, 8) ELSE audit.subject END \
                   WHERE $1 = 1 OR (audit.actor <> 'server' AND (audit.subject IS NULL \
                   OR audit.actor <> audit.subject OR audit.action NOT IN \
                   ('person_changed', 'person_deleted', 'sessions_ended'))) \
                   ORDER BY audit.n DESC LIMIT $2";
        let find = Statement::new(sql).bind(i64::from(all)).bind(limit);
        let rows: Vec<AuditRow> = self.readers.rows(&find).await?;
        let info = |(n, at, actor, actor_name, action, subject, subject_name, detail): AuditRow| AuditInfo {
            n,
            at,
            actor,
            actor_name,
            action,
            subject,
            subject_name,
            detail,
        };
        Ok(rows.into_iter().map(info).collect())
    }

    /// Figures of the server.
    pub(crate) async fn figures(&self) -> Result<Figures, StoreError> {
        let yesterday = now() - DAY_MS;
        let count = async |statement: Statement| {
            let row: Option<(i64,)> = self.readers.first(&statement).await?;
            Ok::<i64, StoreError>(row.map_or(0, |(count,)| count))
        };
        let all = async |sql: &'static str| count(Statement::new(sql)).await;
        let since = async |sql: &'static str| count(Statement::new(sql).bind(yesterday)).await;
        let size = Statement::per_dialect(
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
            "SELECT pg_database_size(current_database())",
        );
        Ok(Figures {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            schema: NEWEST,
            nodes: self.running_nodes().await?,
            accounts: all("SELECT COUNT(*) FROM person WHERE account IS NOT NULL").await?,
            guests: all("SELECT COUNT(*) FROM person WHERE account IS NULL").await?,
            active_people: since("SELECT COUNT(DISTINCT person) FROM token WHERE used > $1").await?,
            tables: all("SELECT COUNT(*) FROM game").await?,
            active_tables: since("SELECT COUNT(DISTINCT game) FROM entry WHERE at > $1").await?,
            finished_games: all("SELECT COUNT(DISTINCT game) FROM player WHERE won IS NOT NULL").await?,
            events: all("SELECT COUNT(*) FROM entry").await?,
            open_reports: all("SELECT COUNT(*) FROM report WHERE closed_at IS NULL").await?,
            bans: count(
                Statement::new("SELECT COUNT(*) FROM ban WHERE until IS NULL OR until > $1").bind(now()),
            )
            .await?,
            bytes: count(size).await?,
        })
    }

    /// The addresses of the servers that are running, as far as the database knows them.
    pub(crate) async fn running_nodes(&self) -> Result<Vec<String>, StoreError> {
        if matches!(self.database, Database::Sqlite(_)) {
            return Ok(Vec::new());
        }
        let find = Statement::new(super::nodes::SELECT_UNEXPIRED_ADDRESSES);
        let rows: Vec<(String,)> = self.readers.rows(&find).await?;
        Ok(rows.into_iter().map(|(address,)| address).collect())
    }

    /// The person with this id, or the account with this name.
    pub(crate) async fn find_person(&self, text: &str) -> Result<Option<PersonId>, StoreError> {
        if let Ok(id) = text.parse::<PersonId>()
            && self.person(&id).await?.is_some()
        {
            return Ok(Some(id));
        }
        let Ok(name) = Name::try_from(text.to_owned()) else {
            return Ok(None);
        };
        Ok(self.account(&name).await?.map(|account| account.person.id))
    }

    /// Whether a person may use the page for operators.
    pub(crate) async fn is_admin(&self, person: &PersonId) -> Result<bool, StoreError> {
        let find = Statement::new("SELECT admin FROM person WHERE id = $1").bind(person.as_str());
        let row: Option<(i64,)> = self.readers.first(&find).await?;
        Ok(row.is_some_and(|(admin,)| admin != 0))
    }

    /// Lets a person use the page for operators, or not any more. Returns whether it changed.
    pub(crate) async fn set_admin(
        &self,
        person: &PersonId,
        admin: bool,
        by: Actor<'_>,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE person SET admin = $1 WHERE id = $2 AND account IS NOT NULL AND admin <> $1";
        let update = Statement::new(sql).bind(i64::from(admin)).bind(person.as_str());
        let action = if admin {
            AuditAction::AdminGranted
        } else {
            AuditAction::AdminRevoked
        };
        let write = Write {
            rest: vec![action.by(&by, Some(person.as_str()), None)],
            ..Write::contended(&person_row(person), update)
        };
        Ok(self.write(write).await? > 0)
    }

    /// Sends a message to everybody who is connected.
    pub(crate) async fn announce(&self, text: &str, by: Actor<'_>) -> Result<(), StoreError> {
        let entry = AuditAction::Announced.by(&by, None, Some(text));
        self.write(Write::single(entry)).await.map(|_| ())
    }

    /// Logs something that has no other effect on the store.
    pub(crate) async fn log(
        &self,
        action: AuditAction,
        detail: &str,
        by: Actor<'_>,
    ) -> Result<(), StoreError> {
        let entry = action.by(&by, None, Some(detail));
        self.write(Write::single(entry)).await.map(|_| ())
    }

    /// The ids of the tables after this one, in order.
    pub(crate) async fn tables_after(&self, last: &str, limit: i64) -> Result<Vec<TableId>, StoreError> {
        let find = "SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2";
        let rows: Vec<(String,)> = self
            .readers
            .rows(&Statement::new(find).bind(last).bind(limit))
            .await?;
        Ok(rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect())
    }
}
