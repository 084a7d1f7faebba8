//! The people: guests, accounts, their tokens and what they have played.

use pidro::Seat;
use serde::Serialize;
use sqlx::error::DatabaseError;
use utoipa::ToSchema;

use super::results::{UNKNOWN, shown};
use super::{Store, StoreError, TableId, now, on};
use crate::person::{Name, Person, PersonId, Token};

/// How long a token is good that nobody uses.
const TOKEN_LIFE: i64 = 180 * 24 * 60 * 60 * 1000;
/// How often its use is noted.
const TOKEN_NOTED: i64 = 24 * 60 * 60 * 1000;

/// A row of a person: id, name, account, rating, uncertainty, rated.
type PersonRow = (String, String, Option<String>, f64, f64, i64);

/// What somebody's finished games add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Statistics {
    /// Games that were played to the end.
    pub games: u32,
    /// Those that were won.
    pub won: u32,
    /// Contracts that the person played.
    pub contracts: u32,
    /// Those that were made.
    pub made: u32,
    /// The scores of their teams, added up.
    pub points: i64,
    /// The scores of their opponents.
    pub points_against: i64,
}

/// A game that somebody has played, or plays.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PlayedGame {
    /// The table.
    pub table: TableId,
    /// Where they sat.
    #[schema(value_type = String, example = "S")]
    pub seat: Seat,
    /// When it ended or, while it goes on, when it began: milliseconds since 1970.
    pub at: i64,
    /// Whether it was won; null while it goes on, and for who has left it to somebody else.
    pub won: Option<bool>,
    /// The score of their team in the end.
    pub own: Option<i32>,
    /// The score of the others.
    pub other: Option<i32>,
    /// Their rating after it, if it was rated.
    pub rating: Option<f64>,
}

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
    /// Keeps somebody new, without an account.
    ///
    /// # Errors
    ///
    /// If they can't be kept.
    pub async fn add_guest(&self, name: &Name) -> Result<Person, StoreError> {
        let id = PersonId::fresh();
        let sql = "INSERT INTO person (id, created, name, rating, uncertainty) VALUES ($1, $2, $3, $4, $5)";
        on!(&self.pool, pool => {
            let row = sqlx::query(sql).bind(id.as_str()).bind(now()).bind(name.as_str());
            row.bind(UNKNOWN.0).bind(UNKNOWN.1).execute(pool).await?;
        });
        Ok(Person {
            id,
            name: name.clone(),
            guest: true,
            rating: 0.0,
            rated: 0,
        })
    }

    /// A new token for somebody.
    ///
    /// # Errors
    ///
    /// If it can't be kept.
    pub async fn add_token(&self, person: &PersonId) -> Result<Token, StoreError> {
        let token = Token::fresh()?;
        let sql = "INSERT INTO token (hash, person, used) VALUES ($1, $2, $3)";
        on!(&self.pool, pool => {
            let row = sqlx::query(sql).bind(token.hash()).bind(person.as_str()).bind(now());
            row.execute(pool).await?;
        });
        Ok(token)
    }

    /// Whose token this is.
    ///
    /// # Errors
    ///
    /// If the store can't tell.
    pub async fn person_with(&self, token: &Token) -> Result<Option<Person>, StoreError> {
        let find = "SELECT person, used FROM token WHERE hash = $1 AND used > $2";
        let note = "UPDATE token SET used = $1 WHERE hash = $2";
        let (hash, at) = (token.hash(), now());
        let found: Option<(String, i64)> = on!(&self.pool, pool => {
            sqlx::query_as(find).bind(&hash).bind(at - TOKEN_LIFE).fetch_optional(pool).await?
        });
        let Some((person, used)) = found else {
            return Ok(None);
        };
        if used < at - TOKEN_NOTED {
            // It is no harm if that can't be written now.
            let _ = on!(&self.pool, pool => {
                sqlx::query(note).bind(at).bind(&hash).execute(pool).await.map(|_| ())
            });
        }
        self.person(&PersonId::new(person)).await
    }

    /// Makes a token worthless.
    ///
    /// # Errors
    ///
    /// If the store can't.
    pub async fn drop_token(&self, token: &Token) -> Result<(), StoreError> {
        let sql = "DELETE FROM token WHERE hash = $1";
        on!(&self.pool, pool => { sqlx::query(sql).bind(token.hash()).execute(pool).await?; });
        Ok(())
    }

    /// Somebody, if there is such a person.
    ///
    /// # Errors
    ///
    /// If the store can't tell.
    pub async fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT id, name, account, rating, uncertainty, rated FROM person WHERE id = $1";
        let row: Option<PersonRow> =
            on!(&self.pool, pool => sqlx::query_as(sql).bind(id.as_str()).fetch_optional(pool).await?);
        Ok(row.map(person))
    }

    /// Who has the account of this name, and the hash of the password.
    ///
    /// # Errors
    ///
    /// If the store can't tell.
    pub async fn account(&self, name: &Name) -> Result<Option<(Person, String)>, StoreError> {
        let sql = "SELECT id, password FROM person WHERE account = $1";
        let row: Option<(String, String)> =
            on!(&self.pool, pool => sqlx::query_as(sql).bind(name.key()).fetch_optional(pool).await?);
        let Some((id, password)) = row else {
            return Ok(None);
        };
        let person = self.person(&PersonId::new(id)).await?;
        Ok(person.map(|person| (person, password)))
    }

    /// Gives a guest an account.
    ///
    /// # Errors
    ///
    /// [`StoreError::NameTaken`] if there is one with this name.
    pub async fn make_account(&self, id: &PersonId, name: &Name, password: &str) -> Result<(), StoreError> {
        let sql =
            "UPDATE person SET name = $1, account = $2, password = $3 WHERE id = $4 AND account IS NULL";
        let done: Result<u64, sqlx::Error> = on!(&self.pool, pool => {
            let row = sqlx::query(sql).bind(name.as_str()).bind(name.key()).bind(password).bind(id.as_str());
            row.execute(pool).await.map(|done| done.rows_affected())
        });
        match done {
            Ok(1) => Ok(()),
            Ok(_) => Err(StoreError::NameTaken),
            Err(error)
                if error
                    .as_database_error()
                    .is_some_and(DatabaseError::is_unique_violation) =>
            {
                Err(StoreError::NameTaken)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Calls a guest something else.
    ///
    /// # Errors
    ///
    /// If the store can't.
    pub async fn rename_guest(&self, id: &PersonId, name: &Name) -> Result<(), StoreError> {
        let sql = "UPDATE person SET name = $1 WHERE id = $2 AND account IS NULL";
        on!(&self.pool, pool => {
            sqlx::query(sql).bind(name.as_str()).bind(id.as_str()).execute(pool).await?;
        });
        Ok(())
    }

    /// What somebody's games add up to.
    ///
    /// # Errors
    ///
    /// If the store can't tell.
    pub async fn statistics(&self, id: &PersonId) -> Result<Statistics, StoreError> {
        // PostgreSQL adds whole numbers up to something wider than they are.
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(won), 0) AS BIGINT), CAST(COALESCE(SUM(contracts), 0) AS BIGINT), \
                   CAST(COALESCE(SUM(made), 0) AS BIGINT), CAST(COALESCE(SUM(own), 0) AS BIGINT), \
                   CAST(COALESCE(SUM(other), 0) AS BIGINT) FROM player WHERE person = $1 AND won IS NOT NULL";
        let row: (i64, i64, i64, i64, i64, i64) =
            on!(&self.pool, pool => sqlx::query_as(sql).bind(id.as_str()).fetch_one(pool).await?);
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

    /// Somebody's games before a time, the latest first.
    ///
    /// # Errors
    ///
    /// If the store can't tell.
    pub async fn games(&self, id: &PersonId, before: i64, most: u32) -> Result<Vec<PlayedGame>, StoreError> {
        let sql = "SELECT game, seat, at, won, own, other, rating FROM player WHERE person = $1 AND at < $2 \
                   ORDER BY at DESC, game DESC LIMIT $3";
        let rows: Vec<GameRow> = on!(&self.pool, pool => {
            sqlx::query_as(sql).bind(id.as_str()).bind(before).bind(i64::from(most)).fetch_all(pool).await?
        });
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

fn person((id, name, account, rating, uncertainty, rated): PersonRow) -> Person {
    Person {
        id: PersonId::new(id),
        name: Name::kept(name),
        guest: account.is_none(),
        rating: shown((rating, uncertainty)),
        rated: u32::try_from(rated).unwrap_or(u32::MAX),
    }
}
