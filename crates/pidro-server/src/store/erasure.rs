//! Deleting people, removing tables, and forgetting what nobody needs any more.

use pidro_protocol::{PersonId, TableId};

use super::audit::{Actor, AuditAction};
use super::database::Statement;
use super::people::person_row;
use super::sessions::TOKEN_USE_INTERVAL;
use super::writer::Write;
use super::{Store, StoreError};

/// How many people or tables are looked at in one query.
const PAGE: i64 = 500;

/// A guest who has not played since `$1`, and whose tokens have not been used since `$2`.
macro_rules! inactive_guest {
    () => {
        "account IS NULL AND created < $1 \
         AND NOT EXISTS (SELECT 1 FROM player WHERE player.person = person.id AND player.at >= $1) \
         AND NOT EXISTS (SELECT 1 FROM token WHERE token.person = person.id AND token.used >= $2)"
    };
}

/// A table with no event since `$1`, whose game nobody who is still known has finished.
macro_rules! abandoned_table {
    () => {
        "created < $1 AND created < $2 AND COALESCE((SELECT entry.at FROM entry WHERE entry.game = game.id \
         ORDER BY entry.n DESC LIMIT 1), 0) < $1 \
         AND NOT EXISTS (SELECT 1 FROM player WHERE player.game = game.id AND player.won IS NOT NULL)"
    };
}

/// Rows that can be removed: where to look, and the condition for one of them.
struct Removable {
    /// Selects a page of ids, and whether each can be removed.
    page: &'static str,
    /// Affects a row if this one can still be removed.
    condition: &'static str,
}

const GUESTS: Removable = Removable {
    page: concat!(
        "SELECT id, CASE WHEN ",
        inactive_guest!(),
        " THEN CAST(1 AS BIGINT) ELSE 0 END FROM person WHERE id > $3 ORDER BY id LIMIT $4"
    ),
    condition: concat!(
        "UPDATE person SET name = '' WHERE ",
        inactive_guest!(),
        " AND id = $3"
    ),
};

const TABLES: Removable = Removable {
    page: concat!(
        "SELECT id, CASE WHEN ",
        abandoned_table!(),
        " THEN CAST(1 AS BIGINT) ELSE 0 END FROM game WHERE id > $3 ORDER BY id LIMIT $4"
    ),
    condition: concat!(
        "UPDATE game SET epoch = epoch + 1 WHERE ",
        abandoned_table!(),
        " AND id = $3"
    ),
};

/// What was removed because nobody needed it any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Removed {
    pub(crate) guests: u64,
    pub(crate) tables: u64,
}

impl Store {
    /// Deletes a person: the name, sessions, results and reports. Their seats in stored games have
    /// only an id from now on, which leads nowhere. Returns whether the person existed.
    pub(crate) async fn delete_person(&self, person: &PersonId, by: Actor<'_>) -> Result<bool, StoreError> {
        let exists = Statement::new("UPDATE person SET name = '' WHERE id = $1").bind(person.as_str());
        let deleted = AuditAction::PersonDeleted.by(&by, Some(person.as_str()), None);
        self.delete_person_if(exists, person, Some(deleted)).await
    }

    /// Deletes a person if the condition affects a row.
    async fn delete_person_if(
        &self,
        condition: Statement,
        person: &PersonId,
        audit: Option<Statement>,
    ) -> Result<bool, StoreError> {
        let of_person = |sql| Statement::new(sql).bind(person.as_str());
        let mut rest = vec![
            of_person("DELETE FROM token WHERE person = $1"),
            of_person("DELETE FROM player WHERE person = $1"),
            of_person("DELETE FROM report WHERE person = $1 OR reporter = $1"),
            of_person("DELETE FROM ban WHERE subject = 'person ' || $1"),
            of_person("DELETE FROM person WHERE id = $1"),
        ];
        rest.extend(audit);
        let write = Write {
            rest,
            ..Write::contended(&person_row(person), condition)
        };
        Ok(self.write(write).await? > 0)
    }

    /// Those of these people who were deleted.
    pub(crate) async fn deleted_among(
        &self,
        people: impl Iterator<Item = &PersonId>,
    ) -> Result<Vec<PersonId>, StoreError> {
        let mut deleted = Vec::new();
        for person in people {
            let sql = "SELECT n FROM audit WHERE action = 'person_deleted' AND subject = $1";
            let find = Statement::new(sql).bind(person.as_str());
            let found: Option<(i64,)> = self.readers.first(&find).await?;
            deleted.extend(found.map(|_| person.clone()));
        }
        Ok(deleted)
    }

    /// Removes a table with everything that happened there. Returns whether it existed.
    pub(crate) async fn remove_table(&self, table: TableId, by: Actor<'_>) -> Result<bool, StoreError> {
        let id = table.to_string();
        let exists = Statement::new("UPDATE game SET epoch = epoch + 1 WHERE id = $1").bind(id.as_str());
        let removed = AuditAction::TableRemoved.by(&by, Some(&id), None);
        self.remove_table_if(exists, &id, Some(removed)).await
    }

    /// Removes a table if the condition affects a row. An owner that has the table in memory can't
    /// append to it any more, because its row is gone.
    async fn remove_table_if(
        &self,
        condition: Statement,
        id: &str,
        audit: Option<Statement>,
    ) -> Result<bool, StoreError> {
        let of_table = |sql| Statement::new(sql).bind(id);
        let mut rest = vec![
            of_table("DELETE FROM player WHERE game = $1"),
            of_table("DELETE FROM entry WHERE game = $1"),
            of_table("UPDATE report SET game = NULL WHERE game = $1"),
            of_table("DELETE FROM game WHERE id = $1"),
        ];
        rest.extend(audit);
        let write = Write {
            rest,
            ..Write::contended(&format!("game {id}"), condition)
        };
        Ok(self.write(write).await? > 0)
    }

    /// Removes guests who were not active after this time, tables to which nobody has returned since,
    /// and sessions and bans that ended before it. A finished game stays as long as one of its players
    /// does.
    pub(crate) async fn remove_inactive(&self, before: i64) -> Result<Removed, StoreError> {
        // If one part fails, the others still do their work.
        let guests = self.remove_guests(before).await;
        let tables = self.remove_tables(before).await;
        for sql in [
            "DELETE FROM token WHERE used < $1",
            "DELETE FROM ban WHERE until < $1",
            // Nodes have long heard of these. What operators did stays, and so does who was deleted.
            "DELETE FROM audit WHERE at < $1 AND actor = subject \
             AND action IN ('person_changed', 'sessions_ended')",
        ] {
            let delete = Statement::new(sql).bind(before);
            self.write(Write::contended("outdated", delete)).await?;
        }
        Ok(Removed {
            guests: guests?,
            tables: tables?,
        })
    }

    async fn remove_guests(&self, before: i64) -> Result<u64, StoreError> {
        let mut removed = 0;
        let mut last = Some(String::new());
        while let Some(after) = last {
            let (ids, next) = self.next_removable(&GUESTS, before, &after).await?;
            for id in ids {
                let person = PersonId::new(id.as_str());
                let deleted = AuditAction::PersonDeleted.by(&Actor::Server, Some(&id), None);
                let condition = removable(&GUESTS, before, &id);
                let done = self.delete_person_if(condition, &person, Some(deleted)).await?;
                removed += u64::from(done);
            }
            last = next;
        }
        Ok(removed)
    }

    async fn remove_tables(&self, before: i64) -> Result<u64, StoreError> {
        let mut removed = 0;
        let mut last = Some(String::new());
        while let Some(after) = last {
            let (ids, next) = self.next_removable(&TABLES, before, &after).await?;
            for id in ids {
                let condition = removable(&TABLES, before, &id);
                removed += u64::from(self.remove_table_if(condition, &id, None).await?);
            }
            last = next;
        }
        Ok(removed)
    }

    /// Looks at the next page of ids after this one. Returns those that can be removed, and the last
    /// id of the page unless it was the last page.
    async fn next_removable(
        &self,
        rows: &Removable,
        before: i64,
        after: &str,
    ) -> Result<(Vec<String>, Option<String>), StoreError> {
        let find = Statement::new(rows.page)
            .bind(before)
            .bind(before - TOKEN_USE_INTERVAL)
            .bind(after)
            .bind(PAGE);
        let found: Vec<(String, i64)> = self.readers.rows(&find).await?;
        let last = found.last().map(|(id, _)| id.clone());
        let removable = found.into_iter().filter(|(_, removable)| *removable != 0);
        Ok((removable.map(|(id, _)| id).collect(), last))
    }
}

/// The condition for removing this row. It is checked again, because somebody may have come back.
fn removable(rows: &Removable, before: i64, id: &str) -> Statement {
    Statement::new(rows.condition)
        .bind(before)
        .bind(before - TOKEN_USE_INTERVAL)
        .bind(id)
}

#[cfg(test)]
mod tests {
    use pidro_protocol::Name;

    use super::*;
    use crate::people::RecoveryCode;
    use crate::store::{DAY_MS, NewAccount, now};
    use crate::testing;

    fn name(text: &str) -> Name {
        Name::try_from(text.to_owned()).unwrap()
    }

    async fn names(store: &Store) -> Vec<String> {
        let people = store.find_people("", 100).await.unwrap();
        let mut names: Vec<String> = people.into_iter().map(|person| person.name).collect();
        names.sort();
        names
    }

    #[tokio::test]
    async fn inactive_guests_and_abandoned_tables_are_removed() {
        for store in testing::stores("inactive").await {
            for guest in ["Gone", "Visitor", "Player"] {
                store.add_guest(&name(guest), None).await.unwrap();
            }
            let account = NewAccount {
                name: &name("Account"),
                password_hash: "",
                recovery_code: &RecoveryCode::random().unwrap(),
                client: None,
            };
            store.add_account(None, account).await.unwrap();
            // A table that nobody has returned to, and games that people have finished.
            let mut tables = Vec::new();
            for _ in 0..4 {
                let table = testing::empty_table();
                store.create(&table, None).await.unwrap();
                tables.push(table.table);
            }
            tables.sort_by_key(ToString::to_string);
            for sql in [
                "INSERT INTO player (game, seat, person, at, won) SELECT MIN(game.id), 'N', MIN(person.id), 0, 1 \
                 FROM game, person WHERE person.name = 'Account'",
                "INSERT INTO player (game, seat, person, at, won) SELECT MAX(game.id), 'N', MIN(person.id), 0, 1 \
                 FROM game, person WHERE person.name = 'Gone'",
                // Two guests are active after the time that counts.
                "UPDATE token SET used = 9000000000000 \
                 WHERE person IN (SELECT id FROM person WHERE name = 'Visitor')",
                "INSERT INTO player (game, seat, person, at) SELECT MIN(game.id), 'S', MIN(person.id), 9000000000000 \
                 FROM game, person WHERE person.name = 'Player'",
            ] {
                store.execute(sql).await.unwrap();
            }
            assert_eq!(store.remove_inactive(1).await.unwrap(), Removed::default());
            let removed = store.remove_inactive(now() + 2 * DAY_MS).await.unwrap();
            assert_eq!(removed, Removed { guests: 1, tables: 3 });
            assert_eq!(names(&store).await, ["Account", "Player", "Visitor"]);
            assert!(
                store.load(tables[0]).await.is_ok(),
                "an account has finished its game"
            );
            for table in &tables[1..] {
                assert!(matches!(store.load(*table).await, Err(StoreError::NoTable(_))));
            }
            assert_eq!(
                store.remove_inactive(now() + 2 * DAY_MS).await.unwrap(),
                Removed::default()
            );
        }
    }

    #[tokio::test]
    async fn a_removed_table_can_not_be_appended_to() {
        for store in testing::stores("removed").await {
            let table = testing::empty_table();
            store.create(&table, None).await.unwrap();
            assert!(
                store
                    .remove_table(table.table, Actor::Operator("o"))
                    .await
                    .unwrap()
            );
            assert!(
                !store
                    .remove_table(table.table, Actor::Operator("o"))
                    .await
                    .unwrap()
            );
            let event = crate::store::StoredEvent {
                event: pidro_table::TableEvent::Started,
                command: None,
            };
            let appended = store
                .append(table.table, 0, 0, &[event], crate::store::IndexUpdate::Nothing)
                .await;
            assert!(matches!(appended, Err(StoreError::Conflict)), "{appended:?}");
        }
    }
}
