//! What operators do with a store, while servers use it: the API behind `pidro admin`. The page for
//! operators does the same over HTTP.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::net::IpAddr;
use std::path::Path;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use pidro_protocol::admin::{AuditInfo, BanInfo, Figures, FoundPerson, FoundTable, ReportInfo};
use pidro_protocol::{PersonId, TableId};
use thiserror::Error;
use uuid::Uuid;

use crate::people::RecoveryCode;
use crate::store::{
    Actor, AlreadyServed, AuditAction, BackupError, Ban, BanSubject, Store, StoreError, lock_file, restore,
};

/// How many tables are checked between two reports of progress.
const CHECK_BATCH: i64 = 100;

/// Why an operator's command failed.
#[derive(Debug, Error)]
pub enum AdminError {
    /// Nobody has this id, and no account has this name.
    #[error("no person has the id {0:?}, and no account has that name; guests are known by their ids")]
    NoPerson(String),
    /// A guest has no account.
    #[error("this person is a guest, and has no account")]
    Guest,
    /// There is no such table.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// There is no such ban.
    #[error("there is no such ban")]
    NoBan,
    /// There is no such report, or it is closed.
    #[error("there is no open report {0}")]
    NoReport(String),
    /// The store is already as it should be.
    #[error("nothing to change")]
    NoChange,
    /// The file exists.
    #[error("{0} exists: choose another name")]
    Exists(String),
    /// A backup could not be made or restored.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A damaged table.
#[derive(Debug)]
pub struct DamagedTable {
    /// The table.
    pub table: TableId,
    /// What is wrong.
    pub error: StoreError,
}

/// The result of checking all tables.
#[derive(Debug, Default)]
pub struct CheckResult {
    /// How many tables were replayed.
    pub tables: u64,
    /// How many events they have.
    pub events: u64,
    /// The tables that can't be replayed.
    pub damaged: Vec<DamagedTable>,
}

/// An operator with a store.
pub struct Admin {
    store: Store,
    operator: String,
}

impl Admin {
    /// Opens the store of a server, which may be running. `operator` is the name for the audit log.
    ///
    /// # Errors
    ///
    /// If the store can't be opened, or belongs to another release.
    pub async fn open(location: &str, operator: &str) -> Result<Admin, AdminError> {
        Ok(Admin {
            store: Store::open_existing(location).await?,
            operator: operator.to_owned(),
        })
    }

    /// Closes all connections.
    pub async fn close(&self) {
        self.store.close().await;
    }

    fn actor(&self) -> Actor<'_> {
        Actor::Operator(&self.operator)
    }

    async fn person(&self, text: &str) -> Result<PersonId, AdminError> {
        let found = self.store.find_person(text).await?;
        found.ok_or_else(|| AdminError::NoPerson(text.to_owned()))
    }

    /// People whose name contains this text, or who have this id.
    ///
    /// # Errors
    ///
    /// If the store fails, as for all other methods.
    pub async fn people(&self, text: &str, limit: u32) -> Result<Vec<FoundPerson>, AdminError> {
        Ok(self.store.find_people(text, limit.into()).await?)
    }

    /// Tables with this id, or with somebody of this name.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub async fn tables(&self, text: &str, limit: u32) -> Result<Vec<FoundTable>, AdminError> {
        Ok(self.store.find_tables(text, limit.into()).await?)
    }

    /// All bans that have not ended.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub async fn bans(&self) -> Result<Vec<BanInfo>, AdminError> {
        Ok(self.store.ban_list().await?)
    }

    /// Bans a person, for some days or for good.
    ///
    /// # Errors
    ///
    /// If there is no such person.
    pub async fn ban_person(&self, person: &str, reason: &str, days: Option<u32>) -> Result<(), AdminError> {
        let subject = BanSubject::Person(self.person(person).await?);
        Ok(self
            .store
            .ban(&subject, &Ban::new(reason, days), self.actor())
            .await?)
    }

    /// Bans an address, for some days or for good.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub async fn ban_address(
        &self,
        address: IpAddr,
        reason: &str,
        days: Option<u32>,
    ) -> Result<(), AdminError> {
        let subject = BanSubject::Address(address.into());
        Ok(self
            .store
            .ban(&subject, &Ban::new(reason, days), self.actor())
            .await?)
    }

    /// Lifts the ban of a person.
    ///
    /// # Errors
    ///
    /// If there is no such person or ban.
    pub async fn unban_person(&self, person: &str) -> Result<(), AdminError> {
        let subject = BanSubject::Person(self.person(person).await?);
        self.unban(&subject).await
    }

    /// Lifts the ban of an address.
    ///
    /// # Errors
    ///
    /// If there is no such ban.
    pub async fn unban_address(&self, address: IpAddr) -> Result<(), AdminError> {
        self.unban(&BanSubject::Address(address.into())).await
    }

    async fn unban(&self, subject: &BanSubject) -> Result<(), AdminError> {
        let lifted = self.store.unban(subject, self.actor()).await?;
        lifted.then_some(()).ok_or(AdminError::NoBan)
    }

    /// Removes a table with everything that happened there.
    ///
    /// # Errors
    ///
    /// If there is no such table.
    pub async fn remove_table(&self, table: TableId) -> Result<(), AdminError> {
        let removed = self.store.remove_table(table, self.actor()).await?;
        removed.then_some(()).ok_or(AdminError::NoTable(table))
    }

    /// Deletes a person, as they could do themselves.
    ///
    /// # Errors
    ///
    /// If there is no such person.
    pub async fn delete_person(&self, person: &str) -> Result<(), AdminError> {
        let id = self.person(person).await?;
        self.store.delete_person(&id, self.actor()).await?;
        Ok(())
    }

    /// Issues a recovery code, with which the owner of an account can choose a new password.
    ///
    /// # Errors
    ///
    /// If there is no such account.
    pub async fn issue_recovery_code(&self, person: &str) -> Result<String, AdminError> {
        let id = self.person(person).await?;
        let code = RecoveryCode::random().map_err(StoreError::from)?;
        let issued = self.store.set_recovery_code(&id, &code, self.actor()).await?;
        issued.then(|| code.reveal()).ok_or(AdminError::Guest)
    }

    /// Lets the owner of an account use the page for operators, or not any more.
    ///
    /// # Errors
    ///
    /// If there is no such account, or nothing to change.
    pub async fn set_admin(&self, person: &str, admin: bool) -> Result<(), AdminError> {
        let id = self.person(person).await?;
        let changed = self.store.set_admin(&id, admin, self.actor()).await?;
        changed.then_some(()).ok_or(AdminError::NoChange)
    }

    /// Sends a message to everybody who is connected.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub async fn announce(&self, text: &str) -> Result<(), AdminError> {
        Ok(self.store.announce(text, self.actor()).await?)
    }

    /// Figures of the server.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub async fn figures(&self) -> Result<Figures, AdminError> {
        Ok(self.store.figures().await?)
    }

    /// What players have reported: what is open, or everything.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub async fn reports(&self, all: bool, limit: u32) -> Result<Vec<ReportInfo>, AdminError> {
        Ok(self.store.reports(all, limit.into()).await?)
    }

    /// Closes a report.
    ///
    /// # Errors
    ///
    /// If there is no such report, or it is closed.
    pub async fn close_report(&self, id: &str, note: &str) -> Result<(), AdminError> {
        let closed = self.store.close_report(id, note, self.actor()).await?;
        closed
            .then_some(())
            .ok_or_else(|| AdminError::NoReport(id.to_owned()))
    }

    /// What operators have done. With `all`, also what people have changed about themselves.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub async fn log(&self, all: bool, limit: u32) -> Result<Vec<AuditInfo>, AdminError> {
        Ok(self.store.audit_log(all, limit.into()).await?)
    }

    /// Writes a backup into a new file that only its owner can read. Returns how many rows it has. If
    /// it fails, there is no file.
    ///
    /// # Errors
    ///
    /// If the file exists or can't be written.
    pub async fn back_up(&self, file: &Path) -> Result<u64, AdminError> {
        if file.exists() {
            return Err(AdminError::Exists(file.display().to_string()));
        }
        // A name that nobody can guess, so that nobody can wait there with a file of their own.
        let mut partial = file.as_os_str().to_owned();
        partial.push(format!(".{}", Uuid::new_v4().simple()));
        let partial = Path::new(&partial);
        let written = self.write_backup(partial).await;
        // Unlike a rename, a link never replaces a file that has appeared in the meantime.
        let linked = written.and_then(|rows| {
            std::fs::hard_link(partial, file)?;
            Ok(rows)
        });
        let _ = std::fs::remove_file(partial);
        match linked {
            Ok(rows) => {
                let name = file.display().to_string();
                self.store.log(AuditAction::BackedUp, &name, self.actor()).await?;
                Ok(rows)
            }
            Err(BackupError::Io(error)) if error.kind() == ErrorKind::AlreadyExists => {
                Err(AdminError::Exists(file.display().to_string()))
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn write_backup(&self, file: &Path) -> Result<u64, BackupError> {
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(file)?;
        let mut compressed = GzEncoder::new(BufWriter::new(file), Compression::default());
        let rows = self.store.back_up(&mut compressed).await?;
        let mut buffer = compressed.finish()?;
        buffer.flush()?;
        buffer.get_ref().sync_all()?;
        Ok(rows)
    }

    /// Replays every table. `progress` hears how many are done.
    ///
    /// # Errors
    ///
    /// If the store fails. A damaged table is part of the result.
    pub async fn check(&self, mut progress: impl FnMut(u64)) -> Result<CheckResult, AdminError> {
        let mut result = CheckResult::default();
        let mut last = String::new();
        loop {
            let tables = self.store.tables_after(&last, CHECK_BATCH).await?;
            let Some(newest) = tables.last() else {
                return Ok(result);
            };
            last = newest.to_string();
            for table in tables {
                match self.store.load(table).await {
                    Ok(loaded) => result.events += loaded.events.len() as u64,
                    // It was removed in the meantime.
                    Err(StoreError::NoTable(_)) => continue,
                    Err(error @ StoreError::Unreadable) => return Err(error.into()),
                    Err(error) => result.damaged.push(DamagedTable { table, error }),
                }
                result.tables += 1;
            }
            progress(result.tables);
        }
    }
}

/// Restores a backup into a store that must be empty and unused. Returns how many rows it has.
///
/// # Errors
///
/// If the file is not a complete backup, or the store is not empty. The store is then as it was.
pub async fn restore_backup(location: &str, file: &Path, operator: &str) -> Result<u64, AdminError> {
    let lock = lock_file(location).map_err(|AlreadyServed { file }| BackupError::InUse(file))?;
    let input = BufReader::new(File::open(file).map_err(BackupError::from)?);
    let input = BufReader::new(GzDecoder::new(input));
    let rows = restore(location, input).await?;
    let admin = Admin::open(location, operator).await?;
    let name = file.display().to_string();
    admin
        .store
        .log(AuditAction::Restored, &name, admin.actor())
        .await?;
    admin.close().await;
    drop(lock);
    Ok(rows)
}
