//! Guests and accounts: names, passwords and recovery codes.

use pidro_protocol::http::Person;
use pidro_protocol::{Name, PersonId};
use sqlx::error::DatabaseError;

use super::audit::{Actor, AuditAction};
use super::database::{Connection, Statement};
use super::people::person_row;
use super::results::NEW_PLAYER;
use super::sessions::{delete_tokens, insert_token, sessions_ended};
use super::writer::Write;
use super::{Store, StoreError, now};
use crate::people::{RecoveryCode, Token};

/// What an account is created with.
pub(crate) struct NewAccount<'a> {
    pub(crate) name: &'a Name,
    pub(crate) password_hash: &'a str,
    pub(crate) recovery_code: &'a RecoveryCode,
    /// The kind of browser or program of the first session.
    pub(crate) client: Option<String>,
}

/// The owner of an account, and the hash of their password.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Account {
    pub(crate) person: Person,
    pub(crate) password_hash: String,
}

impl Store {
    /// Stores a new guest and their token. Returns [`StoreError::NameTaken`] if an account has this
    /// name.
    pub(crate) async fn add_guest(
        &self,
        name: &Name,
        client: Option<String>,
    ) -> Result<(Person, Token), StoreError> {
        let (person, token) = (Person::new(name.clone(), true), Token::random()?);
        let sql = "INSERT INTO person (id, created, name, rating, uncertainty) \
                   SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM person WHERE name_key = $6)";
        let guest = Statement::new(sql)
            .bind(person.id.as_str())
            .bind(now())
            .bind(name.as_str())
            .bind(NEW_PLAYER.0)
            .bind(NEW_PLAYER.1)
            .bind(name.key());
        let write = Write {
            rest: vec![insert_token(&token, &person.id, client)],
            ..Write::single(guest)
        };
        match self.write(write).await? {
            0 => Err(StoreError::NameTaken),
            _ => Ok((person, token)),
        }
    }

    /// Renames a guest. Returns [`StoreError::NameTaken`] if an account has this name.
    pub(crate) async fn rename_guest(&self, id: &PersonId, name: &Name) -> Result<(), StoreError> {
        let sql = "UPDATE person SET name = $1 WHERE id = $2 AND account IS NULL \
                   AND NOT EXISTS (SELECT 1 FROM person AS other WHERE other.name_key = $3)";
        let rename = Statement::new(sql)
            .bind(name.as_str())
            .bind(id.as_str())
            .bind(name.key());
        let write = Write {
            rest: vec![AuditAction::PersonChanged.by(&Actor::Person(id), Some(id.as_str()), None)],
            ..Write::contended(&person_row(id), rename)
        };
        match self.write(write).await? {
            0 => Err(StoreError::NameTaken),
            _ => Ok(()),
        }
    }

    /// The account with this name.
    pub(crate) async fn account(&self, name: &Name) -> Result<Option<Account>, StoreError> {
        // An account from before the keys may look like another one. It has no key, and is found by
        // its exact name.
        let sql = "SELECT id, password FROM person WHERE name_key = $1 OR (name_key IS NULL AND account = $2) \
                   ORDER BY CASE WHEN account = $2 THEN 0 ELSE 1 END";
        let find = Statement::new(sql).bind(name.key()).bind(lower_case(name));
        let row: Option<(String, String)> = self.readers.first(&find).await?;
        let Some((id, password_hash)) = row else {
            return Ok(None);
        };
        let person = self.person(&PersonId::new(id)).await?;
        Ok(person.map(|person| Account {
            person,
            password_hash,
        }))
    }

    /// Creates an account and a token, either for a guest, who keeps all their games, or for a new
    /// person. A guest's other tokens end. Returns [`StoreError::NameTaken`] if another account has
    /// this name.
    pub(crate) async fn add_account(
        &self,
        guest: Option<Person>,
        new: NewAccount<'_>,
    ) -> Result<(Person, Token), StoreError> {
        let token = Token::random()?;
        let is_new = guest.is_none();
        let person = Person {
            name: new.name.clone(),
            guest: false,
            ..guest.unwrap_or_else(|| Person::new(new.name.clone(), false))
        };
        let account = if is_new {
            Statement::new(
                "INSERT INTO person (name, account, name_key, password, recovery, id, created, rating, uncertainty) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            )
        } else {
            Statement::new(
                "UPDATE person SET name = $1, account = $2, name_key = $3, password = $4, recovery = $5 \
                 WHERE id = $6 AND account IS NULL",
            )
        };
        let mut account = account
            .bind(new.name.as_str())
            .bind(lower_case(new.name))
            .bind(new.name.key())
            .bind(new.password_hash)
            .bind(new.recovery_code.hash())
            .bind(person.id.as_str());
        if is_new {
            account = account.bind(now()).bind(NEW_PLAYER.0).bind(NEW_PLAYER.1);
        }
        let mut rest = vec![
            delete_tokens(&person.id, None),
            insert_token(&token, &person.id, new.client),
        ];
        if !is_new {
            let changed = AuditAction::PersonChanged;
            rest.push(changed.by(&Actor::Person(&person.id), Some(person.id.as_str()), None));
        }
        let write = Write {
            rest,
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

    /// Sets a new password for somebody who has just given the old one. All sessions end except this
    /// one. Returns `false` if the password has changed since.
    pub(crate) async fn set_password(
        &self,
        account: &Account,
        password_hash: &str,
        current: &Token,
    ) -> Result<bool, StoreError> {
        let person = &account.person.id;
        let sql = "UPDATE person SET password = $1 WHERE id = $2 AND password = $3";
        let update = Statement::new(sql)
            .bind(password_hash)
            .bind(person.as_str())
            .bind(account.password_hash.as_str());
        let write = Write {
            rest: vec![delete_tokens(person, Some(current)), sessions_ended(person)],
            ..Write::contended(&person_row(person), update)
        };
        Ok(self.write(write).await? > 0)
    }

    /// Issues a token to somebody who has just given this password. `None` if the password has changed
    /// since.
    pub(crate) async fn log_in(
        &self,
        account: &Account,
        client: Option<String>,
    ) -> Result<Option<Token>, StoreError> {
        let token = Token::random()?;
        let person = &account.person.id;
        let sql = "UPDATE person SET password = password WHERE id = $1 AND password = $2";
        let unchanged = Statement::new(sql)
            .bind(person.as_str())
            .bind(account.password_hash.as_str());
        let write = Write {
            rest: vec![insert_token(&token, person, client)],
            ..Write::contended(&person_row(person), unchanged)
        };
        Ok((self.write(write).await? > 0).then_some(token))
    }

    /// Replaces the recovery code of somebody who has just given this password. Returns `false` if the
    /// password has changed since.
    pub(crate) async fn replace_recovery_code(
        &self,
        account: &Account,
        code: &RecoveryCode,
    ) -> Result<bool, StoreError> {
        let person = &account.person.id;
        let sql = "UPDATE person SET recovery = $1 WHERE id = $2 AND password = $3";
        let update = Statement::new(sql)
            .bind(code.hash())
            .bind(person.as_str())
            .bind(account.password_hash.as_str());
        Ok(self.write(Write::contended(&person_row(person), update)).await? > 0)
    }

    /// Issues a recovery code on behalf of an operator. Returns whether the person has an account.
    pub(crate) async fn set_recovery_code(
        &self,
        person: &PersonId,
        code: &RecoveryCode,
        by: Actor<'_>,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE person SET recovery = $1 WHERE id = $2 AND account IS NOT NULL";
        let update = Statement::new(sql).bind(code.hash()).bind(person.as_str());
        let issued = AuditAction::RecoveryCodeIssued.by(&by, Some(person.as_str()), None);
        let write = Write {
            rest: vec![issued],
            ..Write::contended(&person_row(person), update)
        };
        Ok(self.write(write).await? > 0)
    }

    /// Sets a new password with a recovery code, which is replaced by a new one. All sessions end, and
    /// a new one begins. `None` if this is not the account's code.
    pub(crate) async fn recover_account(
        &self,
        person: &PersonId,
        code: &RecoveryCode,
        password_hash: &str,
        next_code: &RecoveryCode,
        client: Option<String>,
    ) -> Result<Option<Token>, StoreError> {
        let token = Token::random()?;
        // The condition makes the code valid once, even for two requests at the same time.
        let sql = "UPDATE person SET password = $1, recovery = $2 WHERE id = $3 AND recovery = $4";
        let update = Statement::new(sql)
            .bind(password_hash)
            .bind(next_code.hash())
            .bind(person.as_str())
            .bind(code.hash());
        let recovered = self
            .write(Write {
                rest: vec![
                    delete_tokens(person, None),
                    insert_token(&token, person, client),
                    sessions_ended(person),
                ],
                ..Write::contended(&person_row(person), update)
            })
            .await?;
        Ok((recovered > 0).then_some(token))
    }
}

/// The name in lower case, which is unique among accounts, too. Earlier releases compared names this
/// way.
fn lower_case(name: &Name) -> String {
    name.as_str().to_lowercase()
}

/// Gives accounts from before the keys their key. If an older account has the same key, the account
/// stays without one.
pub(super) async fn add_missing_keys(connection: &mut Connection) -> Result<(), sqlx::Error> {
    let find =
        "SELECT id, name FROM person WHERE account IS NOT NULL AND name_key IS NULL ORDER BY created, id";
    let rows: Vec<(String, String)> = connection.rows(&Statement::new(find)).await?;
    if rows.is_empty() {
        return Ok(());
    }
    connection.begin().await?;
    for (id, name) in rows {
        let sql = "UPDATE person SET name_key = $1 WHERE id = $2 \
                   AND NOT EXISTS (SELECT 1 FROM person AS other WHERE other.name_key = $1)";
        let update = Statement::new(sql).bind(Name::stored(name).key()).bind(id);
        connection.execute(&update).await?;
    }
    connection.commit().await
}
