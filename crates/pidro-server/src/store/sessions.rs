//! Sessions: the tokens with which people prove who they are.

use pidro_protocol::PersonId;
use pidro_protocol::http::{Person, Session};

use super::audit::{Actor, AuditAction};
use super::bans::Ban;
use super::database::Statement;
use super::people::{person_from_row, person_row};
use super::writer::Write;
use super::{Store, StoreError, now};
use crate::people::Token;

/// How long an unused token stays valid, in milliseconds.
const TOKEN_LIFETIME: i64 = 180 * 24 * 60 * 60 * 1000;
/// How often we record that a token is in use, in milliseconds.
pub(super) const TOKEN_USE_INTERVAL: i64 = 24 * 60 * 60 * 1000;
/// The id of a session is the beginning of its token's hash. It tells nobody the token, and needs no
/// column of its own.
const SESSION_ID_CHARS: usize = 16;

/// The owner of a token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Authenticated {
    pub(crate) person: Person,
    /// Whether the person may use the page for operators.
    pub(crate) admin: bool,
    /// Set if the person may not use the server.
    pub(crate) ban: Option<Ban>,
}

/// A token with its owner: used, id, name, account, rating, uncertainty, rated, admin, and the reason
/// and end of a ban.
type TokenRow = (
    i64,
    String,
    String,
    Option<String>,
    f64,
    f64,
    i64,
    i64,
    Option<String>,
    Option<i64>,
);

impl Store {
    /// The owner of this token.
    pub(crate) async fn authenticate(&self, token: &Token) -> Result<Option<Authenticated>, StoreError> {
        let sql = "SELECT token.used, person.id, person.name, person.account, person.rating, \
                   person.uncertainty, person.rated, person.admin, ban.reason, ban.until \
                   FROM token JOIN person ON person.id = token.person \
                   LEFT JOIN ban ON ban.subject = 'person ' || person.id \
                   AND (ban.until IS NULL OR ban.until > $3) WHERE token.hash = $1 AND token.used > $2";
        let (hash, at) = (token.hash(), now());
        let find = Statement::new(sql)
            .bind(hash.as_str())
            .bind(at - TOKEN_LIFETIME)
            .bind(at);
        let found: Option<TokenRow> = self.readers.first(&find).await?;
        let Some((used, id, name, account, rating, uncertainty, rated, admin, reason, until)) = found else {
            return Ok(None);
        };
        if used < at - TOKEN_USE_INTERVAL {
            // Not critical: if this write fails, the next request tries again.
            let row = token_row(&hash);
            let note = Statement::new("UPDATE token SET used = $1 WHERE hash = $2");
            let _ = self.write(Write::contended(&row, note.bind(at).bind(hash))).await;
        }
        Ok(Some(Authenticated {
            person: person_from_row((id, name, account, rating, uncertainty, rated)),
            admin: admin != 0,
            ban: reason.map(|reason| Ban { reason, until }),
        }))
    }

    /// Revokes a person's token.
    pub(crate) async fn revoke_token(&self, person: &PersonId, token: &Token) -> Result<(), StoreError> {
        let sql = "DELETE FROM token WHERE hash = $1";
        let revoke = Statement::new(sql).bind(token.hash());
        self.end(person, revoke).await.map(|_| ())
    }

    /// A person's sessions, the one used last first. `current` is the token of the request.
    pub(crate) async fn sessions(
        &self,
        person: &PersonId,
        current: &Token,
    ) -> Result<Vec<Session>, StoreError> {
        let sql = "SELECT hash, created, used, client FROM token WHERE person = $1 AND used > $2 \
                   ORDER BY used DESC, created DESC";
        let find = Statement::new(sql)
            .bind(person.as_str())
            .bind(now() - TOKEN_LIFETIME);
        let rows: Vec<(String, i64, i64, Option<String>)> = self.readers.rows(&find).await?;
        let current = current.hash();
        let session = |(hash, created, used, client): (String, i64, i64, Option<String>)| Session {
            id: hash.chars().take(SESSION_ID_CHARS).collect(),
            created: Some(created).filter(|created| *created > 0),
            used,
            client,
            current: hash == current,
        };
        Ok(rows.into_iter().map(session).collect())
    }

    /// Ends one of a person's sessions. Returns whether it existed.
    pub(crate) async fn end_session(&self, person: &PersonId, id: &str) -> Result<bool, StoreError> {
        // An id has the right length, or matches nothing.
        let sql = "DELETE FROM token WHERE person = $1 AND SUBSTR(hash, 1, 16) = $2";
        let delete = Statement::new(sql).bind(person.as_str()).bind(id);
        Ok(self.end(person, delete).await? > 0)
    }

    /// Ends all of a person's sessions.
    pub(crate) async fn end_sessions(&self, person: &PersonId) -> Result<(), StoreError> {
        self.end(person, delete_tokens(person, None)).await.map(|_| ())
    }

    async fn end(&self, person: &PersonId, delete: Statement) -> Result<u64, StoreError> {
        self.write(Write {
            rest: vec![sessions_ended(person)],
            ..Write::contended(&person_row(person), delete)
        })
        .await
    }
}

/// The key of a token's row among the [contended](Write::contended) ones.
fn token_row(hash: &str) -> String {
    format!("token {hash}")
}

pub(super) fn insert_token(token: &Token, person: &PersonId, client: Option<String>) -> Statement {
    let at = now();
    Statement::new("INSERT INTO token (hash, person, created, used, client) VALUES ($1, $2, $3, $4, $5)")
        .bind(token.hash())
        .bind(person.as_str())
        .bind(at)
        .bind(at)
        .bind(client)
}

/// Deletes a person's tokens, except one.
pub(super) fn delete_tokens(person: &PersonId, except: Option<&Token>) -> Statement {
    Statement::new("DELETE FROM token WHERE person = $1 AND hash <> $2")
        .bind(person.as_str())
        .bind(except.map(Token::hash).unwrap_or_default())
}

/// Tells all nodes to check the person's connections.
pub(super) fn sessions_ended(person: &PersonId) -> Statement {
    AuditAction::SessionsEnded.by(&Actor::Person(person), Some(person.as_str()), None)
}
