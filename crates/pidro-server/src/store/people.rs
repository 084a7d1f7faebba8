//! People: guests, accounts, tokens and played games.

use pidro_protocol::http::{Person, PlayedGame, Statistics};
use pidro_protocol::{Name, PersonId};
use sqlx::error::DatabaseError;

use super::database::Statement;
use super::results::{NEW_PLAYER, shown_rating};
use super::writer::Write;
use super::{Store, StoreError, now};
use crate::people::Token;

/// How long an unused token stays valid, in milliseconds.
const TOKEN_LIFETIME: i64 = 180 * 24 * 60 * 60 * 1000;
/// How often we record that a token is in use, in milliseconds.
const TOKEN_USE_INTERVAL: i64 = 24 * 60 * 60 * 1000;

/// A row of a person: id, name, account, rating, uncertainty, rated.
type PersonRow = (String, String, Option<String>, f64, f64, i64);

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
    /// Stores a new guest and their token.
    pub(crate) async fn add_guest(&self, name: &Name) -> Result<(Person, Token), StoreError> {
        let (person, token) = (Person::new(name.clone(), true), Token::random()?);
        let sql = "INSERT INTO person (id, created, name, rating, uncertainty) VALUES ($1, $2, $3, $4, $5)";
        let guest = Statement::new(sql)
            .bind(person.id.as_str())
            .bind(now())
            .bind(name.as_str())
            .bind(NEW_PLAYER.0)
            .bind(NEW_PLAYER.1);
        self.write(Write {
            rest: vec![insert_token(&token, &person.id)],
            ..Write::single(guest)
        })
        .await?;
        Ok((person, token))
    }

    /// Issues a new token to a person.
    pub(crate) async fn add_token(&self, person: &PersonId) -> Result<Token, StoreError> {
        let token = Token::random()?;
        self.write(Write::single(insert_token(&token, person))).await?;
        Ok(token)
    }

    /// The person who owns this token.
    pub(crate) async fn person_by_token(&self, token: &Token) -> Result<Option<Person>, StoreError> {
        let find = "SELECT person, used FROM token WHERE hash = $1 AND used > $2";
        let note = "UPDATE token SET used = $1 WHERE hash = $2";
        let (hash, at) = (token.hash(), now());
        let find = Statement::new(find).bind(hash.as_str()).bind(at - TOKEN_LIFETIME);
        let found: Option<(String, i64)> = self.readers.first(&find).await?;
        let Some((person, used)) = found else {
            return Ok(None);
        };
        if used < at - TOKEN_USE_INTERVAL {
            // Not critical: if this write fails, the next request tries again.
            let row = token_row(&hash);
            let note = Statement::new(note).bind(at).bind(hash);
            let _ = self.write(Write::contended(&row, note)).await;
        }
        self.person(&PersonId::new(person)).await
    }

    /// Revokes a token.
    pub(crate) async fn revoke_token(&self, token: &Token) -> Result<(), StoreError> {
        let sql = "DELETE FROM token WHERE hash = $1";
        let revoke = Statement::new(sql).bind(token.hash());
        self.write(Write::contended(&token_row(&token.hash()), revoke))
            .await?;
        Ok(())
    }

    /// The person with this id, if there is one.
    pub(crate) async fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT id, name, account, rating, uncertainty, rated FROM person WHERE id = $1";
        let row: Option<PersonRow> = self.readers.first(&Statement::new(sql).bind(id.as_str())).await?;
        Ok(row.map(person_from_row))
    }

    /// The person who owns the account with this name, and the hash of their password.
    pub(crate) async fn account(&self, name: &Name) -> Result<Option<(Person, String)>, StoreError> {
        let sql = "SELECT id, password FROM person WHERE account = $1";
        let row: Option<(String, String)> = self.readers.first(&Statement::new(sql).bind(name.key())).await?;
        let Some((id, password)) = row else {
            return Ok(None);
        };
        let person = self.person(&PersonId::new(id)).await?;
        Ok(person.map(|person| (person, password)))
    }

    /// Creates an account and a token, either for a guest, who keeps all their games, or for a new
    /// person. Returns [`StoreError::NameTaken`] if another account has this name.
    pub(crate) async fn add_account(
        &self,
        guest: Option<Person>,
        name: &Name,
        password: &str,
    ) -> Result<(Person, Token), StoreError> {
        let token = Token::random()?;
        let (person, account) = if let Some(guest) = guest {
            let sql = "UPDATE person SET name = $1, account = $2, password = $3 \
                           WHERE id = $4 AND account IS NULL";
            let account = Statement::new(sql)
                .bind(name.as_str())
                .bind(name.key())
                .bind(password)
                .bind(guest.id.as_str());
            let (guest, name) = (
                Person {
                    guest: false,
                    ..guest
                },
                name.clone(),
            );
            (Person { name, ..guest }, account)
        } else {
            let person = Person::new(name.clone(), false);
            let sql = "INSERT INTO person (id, created, name, account, password, rating, uncertainty) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7)";
            let account = Statement::new(sql)
                .bind(person.id.as_str())
                .bind(now())
                .bind(name.as_str())
                .bind(name.key())
                .bind(password)
                .bind(NEW_PLAYER.0)
                .bind(NEW_PLAYER.1);
            (person, account)
        };
        let write = Write {
            rest: vec![insert_token(&token, &person.id)],
            ..Write::contended(&person_row(&person.id), account)
        };
        match self.write(write).await {
            Ok(1) => Ok((person, token)),
            Ok(_) => Err(StoreError::NameTaken),
            Err(StoreError::Database(error))
                if error
                    .as_database_error()
                    .is_some_and(DatabaseError::is_unique_violation) =>
            {
                Err(StoreError::NameTaken)
            }
            Err(error) => Err(error),
        }
    }

    /// Renames a guest.
    pub(crate) async fn rename_guest(&self, id: &PersonId, name: &Name) -> Result<(), StoreError> {
        let sql = "UPDATE person SET name = $1 WHERE id = $2 AND account IS NULL";
        let rename = Statement::new(sql).bind(name.as_str()).bind(id.as_str());
        self.write(Write::contended(&person_row(id), rename)).await?;
        Ok(())
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

/// The key of a token's row among the [contended](Write::contended) ones.
fn token_row(hash: &str) -> String {
    format!("token {hash}")
}

/// The key of a person's row among the [contended](Write::contended) ones.
pub(super) fn person_row(person: &PersonId) -> String {
    format!("person {person}")
}

fn insert_token(token: &Token, person: &PersonId) -> Statement {
    Statement::new("INSERT INTO token (hash, person, used) VALUES ($1, $2, $3)")
        .bind(token.hash())
        .bind(person.as_str())
        .bind(now())
}

fn person_from_row((id, name, account, rating, uncertainty, rated): PersonRow) -> Person {
    Person {
        id: PersonId::new(id),
        name: Name::stored(name),
        guest: account.is_none(),
        rating: shown_rating((rating, uncertainty)),
        rated: u32::try_from(rated).unwrap_or(u32::MAX),
    }
}
