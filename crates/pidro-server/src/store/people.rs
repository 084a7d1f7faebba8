//! People: how they are shown, their games, and everything that is stored about them.

use std::collections::BTreeSet;

use pidro_protocol::http::{HostedTable, OwnReport, Person, PersonalData, PlayedGame, Statistics};
use pidro_protocol::{Name, PersonId};
use pidro_table::{People, PersonLabel};

use super::database::Statement;
use super::results::shown_rating;
use super::{Store, StoreError};
use crate::people::Token;

/// A row of a person: id, name, account, rating, uncertainty, rated.
pub(super) type PersonRow = (String, String, Option<String>, f64, f64, i64);

/// A row of a played game: game, seat, at, won, own, other, rating.
type GameRow = (
    String,
    String,
    i64,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<f64>,
);

impl Store {
    /// The person with this id, if there is one.
    pub(crate) async fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT id, name, account, rating, uncertainty, rated FROM person WHERE id = $1";
        let row: Option<PersonRow> = self.readers.first(&Statement::new(sql).bind(id.as_str())).await?;
        Ok(row.map(person_from_row))
    }

    /// How these people are shown. Those who were deleted are left out.
    pub(crate) async fn people(&self, people: impl Iterator<Item = &PersonId>) -> Result<People, StoreError> {
        let ids: BTreeSet<&str> = people.map(PersonId::as_str).collect();
        if ids.is_empty() {
            return Ok(People::default());
        }
        let find = Statement::per_dialect(
            "SELECT id, name, account FROM person WHERE id IN (SELECT value FROM json_each($1))",
            "SELECT id, name, account FROM person \
             WHERE id IN (SELECT value FROM json_array_elements_text($1::json))",
        );
        let ids = serde_json::json!(ids).to_string();
        let rows: Vec<(String, String, Option<String>)> = self.readers.rows(&find.bind(ids)).await?;
        let label = |(id, name, account): (String, String, Option<String>)| {
            let guest = account.is_none();
            (PersonId::new(id), PersonLabel { name, guest })
        };
        Ok(rows.into_iter().map(label).collect())
    }

    /// Everything that is stored about a person, except a ban. `None` if the person has just been deleted.
    pub(crate) async fn personal_data(
        &self,
        person: Person,
        current: &Token,
    ) -> Result<Option<PersonalData>, StoreError> {
        let of_person = |sql| Statement::new(sql).bind(person.id.as_str());
        let row: Option<(i64, Option<String>, Option<String>)> = self
            .readers
            .first(&of_person(
                "SELECT created, password, recovery FROM person WHERE id = $1",
            ))
            .await?;
        let Some((created, password, recovery)) = row else {
            return Ok(None);
        };
        let hosted = Statement::per_dialect(
            "SELECT id, created FROM game WHERE json_extract(options, '$.host') = $1 ORDER BY created DESC",
            "SELECT id, created FROM game WHERE options::json ->> 'host' = $1 ORDER BY created DESC",
        );
        let tables: Vec<(String, i64)> = self.readers.rows(&hosted.bind(person.id.as_str())).await?;
        let table = |(id, created): (String, i64)| {
            let table = id.parse().ok()?;
            Some(HostedTable { table, created })
        };
        let reports: Vec<(i64, String, String)> = self
            .readers
            .rows(&of_person(
                "SELECT at, person, body FROM report WHERE reporter = $1 ORDER BY at DESC",
            ))
            .await?;
        let report = |(at, person, text): (i64, String, String)| OwnReport {
            at,
            person: PersonId::new(person),
            text,
        };
        Ok(Some(PersonalData {
            created,
            has_password: password.is_some(),
            has_recovery_code: recovery.is_some(),
            statistics: self.statistics(&person.id).await?,
            sessions: self.sessions(&person.id, current).await?,
            games: self.games(&person.id, i64::MAX, u32::MAX).await?,
            tables: tables.into_iter().filter_map(table).collect(),
            reports: reports.into_iter().map(report).collect(),
            ban: None,
            person,
        }))
    }

    /// The totals of a person's finished games.
    pub(crate) async fn statistics(&self, id: &PersonId) -> Result<Statistics, StoreError> {
        // PostgreSQL's SUM of integers has a wider type, hence the casts.
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(won), 0) AS BIGINT), CAST(COALESCE(SUM(contracts), 0) AS BIGINT), \
                   CAST(COALESCE(SUM(made), 0) AS BIGINT), CAST(COALESCE(SUM(own), 0) AS BIGINT), \
                   CAST(COALESCE(SUM(other), 0) AS BIGINT) FROM player WHERE person = $1 AND won IS NOT NULL";
        let row: Option<(i64, i64, i64, i64, i64, i64)> =
            self.readers.first(&Statement::new(sql).bind(id.as_str())).await?;
        let row = row.unwrap_or_default();
        let count = |n| u32::try_from(n).unwrap_or(u32::MAX);
        Ok(Statistics {
            games: count(row.0),
            won: count(row.1),
            contracts: count(row.2),
            made: count(row.3),
            points: row.4,
            points_against: row.5,
        })
    }

    /// A person's games before a time, newest first.
    pub(crate) async fn games(
        &self,
        id: &PersonId,
        before: i64,
        limit: u32,
    ) -> Result<Vec<PlayedGame>, StoreError> {
        let sql = "SELECT game, seat, at, won, own, other, rating FROM player WHERE person = $1 AND at < $2 \
                   ORDER BY at DESC, game DESC LIMIT $3";
        let games = Statement::new(sql)
            .bind(id.as_str())
            .bind(before)
            .bind(i64::from(limit));
        let rows: Vec<GameRow> = self.readers.rows(&games).await?;
        let score = |score: Option<i64>| score.and_then(|score| i32::try_from(score).ok());
        let game = |(table, seat, at, won, own, other, rating): GameRow| {
            Some(PlayedGame {
                table: table.parse().ok()?,
                seat: seat.parse().ok()?,
                at,
                won: won.map(|won| won != 0),
                own: score(own),
                other: score(other),
                rating,
            })
        };
        Ok(rows.into_iter().filter_map(game).collect())
    }
}

/// The key of a person's row among the [contended](super::writer::Write::contended) ones.
pub(super) fn person_row(person: &PersonId) -> String {
    format!("person {person}")
}

pub(super) fn person_from_row((id, name, account, rating, uncertainty, rated): PersonRow) -> Person {
    Person {
        id: PersonId::new(id),
        name: Name::stored(name),
        guest: account.is_none(),
        rating: shown_rating((rating, uncertainty)),
        rated: u32::try_from(rated).unwrap_or(u32::MAX),
    }
}
