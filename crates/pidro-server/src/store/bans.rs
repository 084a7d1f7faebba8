//! Bans: people and addresses that may not use the server.

use std::net::IpAddr;

use pidro_protocol::PersonId;

use super::audit::{Actor, AuditAction};
use super::database::Statement;
use super::writer::Write;
use super::{DAY_MS, Store, StoreError, now};
use crate::limits::ClientNetwork;

/// Who is banned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BanSubject {
    /// A person, wherever they are.
    Person(PersonId),
    /// An address, whoever uses it. Of an IPv6 address, its 64-bit network.
    Address(ClientNetwork),
}

impl BanSubject {
    fn to_text(&self) -> String {
        match self {
            BanSubject::Person(person) => format!("person {person}"),
            BanSubject::Address(address) => format!("address {address}"),
        }
    }

    pub(crate) fn parse(text: &str) -> Option<BanSubject> {
        match text.split_once(' ')? {
            ("person", id) => Some(BanSubject::Person(PersonId::new(id))),
            ("address", address) => {
                let address: IpAddr = address.parse().ok()?;
                Some(BanSubject::Address(address.into()))
            }
            _ => None,
        }
    }
}

/// A ban.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ban {
    /// Why, in the operator's words. The banned person can read it.
    pub(crate) reason: String,
    /// When it ends, in milliseconds since 1970. `None` for a ban without an end.
    pub(crate) until: Option<i64>,
}

impl Ban {
    /// A ban that begins now, for some days or without an end.
    pub(crate) fn new(reason: &str, days: Option<u32>) -> Ban {
        Ban {
            reason: reason.to_owned(),
            until: days.map(|days| now() + i64::from(days) * DAY_MS),
        }
    }
}

/// A ban in the list of all bans.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ListedBan {
    /// Who is banned.
    pub(crate) subject: BanSubject,
    /// The ban.
    pub(crate) ban: Ban,
    /// When it was imposed, in milliseconds since 1970.
    pub(crate) at: i64,
    /// Who imposed it.
    pub(crate) actor: String,
}

impl Store {
    /// Bans a person or an address, or changes the ban.
    pub(crate) async fn ban(&self, subject: &BanSubject, ban: &Ban, by: Actor<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO ban (subject, at, until, reason, actor) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (subject) DO UPDATE SET at = $2, until = $3, reason = $4, actor = $5";
        let text = subject.to_text();
        let insert = Statement::new(sql)
            .bind(text.as_str())
            .bind(now())
            .bind(ban.until)
            .bind(ban.reason.as_str())
            .bind(by.to_text());
        let write = Write {
            rest: vec![AuditAction::Banned.by(&by, Some(&text), Some(&ban.reason))],
            ..Write::contended(&format!("ban {text}"), insert)
        };
        self.write(write).await.map(|_| ())
    }

    /// Lifts a ban. Returns whether there was one.
    pub(crate) async fn unban(&self, subject: &BanSubject, by: Actor<'_>) -> Result<bool, StoreError> {
        let text = subject.to_text();
        let delete = Statement::new("DELETE FROM ban WHERE subject = $1").bind(text.as_str());
        let write = Write {
            rest: vec![AuditAction::Unbanned.by(&by, Some(&text), None)],
            ..Write::contended(&format!("ban {text}"), delete)
        };
        Ok(self.write(write).await? > 0)
    }

    /// All bans that have not ended, the newest first.
    pub(crate) async fn bans(&self) -> Result<Vec<ListedBan>, StoreError> {
        let sql = "SELECT subject, at, until, reason, actor FROM ban \
                   WHERE until IS NULL OR until > $1 ORDER BY at DESC, subject";
        let rows: Vec<(String, i64, Option<i64>, String, String)> =
            self.readers.rows(&Statement::new(sql).bind(now())).await?;
        let listed = |(subject, at, until, reason, actor): (String, i64, Option<i64>, String, String)| {
            Some(ListedBan {
                subject: BanSubject::parse(&subject)?,
                ban: Ban { reason, until },
                at,
                actor,
            })
        };
        Ok(rows.into_iter().filter_map(listed).collect())
    }
}
