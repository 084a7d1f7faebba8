//! The table that a connection has joined.

use std::num::NonZeroU32;

use axum::extract::ws::close_code;

use super::{CloseReason, Connection};
use crate::actor::WatchStream;
use crate::http::error::ApiError;
use crate::http::extract::authenticate;
use crate::limits::Permit;
use crate::people::Token;
use crate::request::{TableError, WatchRequest};
use pidro_protocol::http::Person;
use pidro_protocol::ws::Join;
use pidro_protocol::ws::ServerMessage;
use pidro_protocol::{PersonId, TableId};

/// A join counts as five messages more than others, because it may wake a table.
const JOIN_COST: NonZeroU32 = NonZeroU32::new(5).unwrap();

/// The table that a connection has joined, and the person it plays as.
pub(super) struct JoinedTable {
    table: TableId,
    pub(super) person: Option<Person>,
    pub(super) token: Option<Token>,
    views: bool,
    watching: WatchStream,
    permit: Option<Permit<PersonId>>,
}

/// The next message from the table; waits forever while no table is joined.
pub(super) async fn next_message(joined: Option<&mut JoinedTable>) -> Option<ServerMessage> {
    match joined {
        Some(joined) => joined.watching.next().await,
        None => std::future::pending().await,
    }
}

impl Connection {
    /// The joined table, and the authenticated person.
    pub(super) fn table_and_person(&self) -> Result<(TableId, PersonId), ApiError> {
        let joined = self.joined.as_ref().ok_or(ApiError::NoTable)?;
        let person = joined.person.as_ref().ok_or(ApiError::NoToken)?;
        Ok((joined.table, person.id.clone()))
    }

    pub(super) async fn join(&mut self, join: Join) -> Result<(), ApiError> {
        if !matches!(self.messages.check_n(JOIN_COST), Ok(Ok(()))) {
            return Err(ApiError::TooMany);
        }
        let token = join.token.as_deref().map(Token::from_client);
        let person = match &token {
            Some(token) => Some(authenticate(&self.app, token).await?.person),
            None => None,
        };
        // The old table must not count against the limit, but we keep it until the join succeeds.
        if let Some(joined) = &mut self.joined {
            joined.permit = None;
        }
        let permit = match &person {
            Some(person) => {
                let permit = self.app.limiters.websockets_by_person.acquire(&person.id);
                Some(permit.ok_or(ApiError::TooManyConnections)?)
            }
            None => None,
        };
        let watch = WatchRequest {
            connection: self.id,
            person: person.as_ref().map(|person| person.id.clone()),
            views: join.views,
            last_seen: join.last_seen,
        };
        let watching = self.app.table_router.watch(join.table, &watch).await?;
        self.joined = Some(JoinedTable {
            table: join.table,
            person,
            token,
            views: join.views,
            watching,
            permit,
        });
        Ok(())
    }

    /// Watches again, after the client fell behind or the table was restarted.
    pub(super) async fn watch_again(&mut self) -> Result<(), CloseReason> {
        let Some(joined) = &mut self.joined else {
            return Ok(());
        };
        let watch = WatchRequest {
            connection: self.id,
            person: joined.person.as_ref().map(|person| person.id.clone()),
            views: joined.views,
            last_seen: None,
        };
        match self.app.table_router.watch(joined.table, &watch).await {
            Ok(watching) => joined.watching = watching,
            Err(TableError::Refused(_) | TableError::RefusedByOwner { .. }) => {
                return Err(CloseReason(close_code::POLICY, "the host has removed you"));
            }
            Err(TableError::ShuttingDown) => {
                return Err(CloseReason(close_code::RESTART, "the server is shutting down"));
            }
            Err(_) => return Err(CloseReason(close_code::ERROR, "the table can't be reached")),
        }
        Ok(())
    }
}
