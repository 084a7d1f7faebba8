//! The table that a connection has joined.

use std::num::NonZeroU32;

use axum::extract::ws::close_code;

use super::request::Join;
use super::{Connection, End};
use crate::actor::{Failure, Watch, Watching};
use crate::http::App;
use crate::http::error::ApiError;
use crate::limits::Permit;
use crate::person::{Person, Token};
use pidro_table::{PersonId, ServerMessage, TableId};

/// A join counts as this many additional messages, because it may wake a table.
const JOIN: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);

/// The table that a connection has joined, and the person it plays as.
pub(super) struct Place {
    table: TableId,
    pub(super) person: Option<Person>,
    pub(super) token: Option<Token>,
    views: bool,
    watching: Watching,
    ticket: Option<Permit<PersonId>>,
}

/// The next message from the table; waits forever while no table is joined.
pub(super) async fn next(place: Option<&mut Place>) -> Option<ServerMessage> {
    match place {
        Some(place) => place.watching.next().await,
        None => std::future::pending().await,
    }
}

/// The person who owns this token.
pub(super) async fn whose(app: &App, token: &Token) -> Result<Person, ApiError> {
    let found = app.tables.store().person_with(token).await?;
    found.ok_or(ApiError::BadToken)
}

impl Connection {
    /// The joined table, and the authenticated person.
    pub(super) fn who(&self) -> Result<(TableId, PersonId), ApiError> {
        let place = self.place.as_ref().ok_or(ApiError::NoTable)?;
        let person = place.person.as_ref().ok_or(ApiError::NoToken)?;
        Ok((place.table, person.id.clone()))
    }

    pub(super) async fn join(&mut self, join: Join) -> Result<(), ApiError> {
        if !matches!(self.messages.check_n(JOIN), Ok(Ok(()))) {
            return Err(ApiError::TooMany);
        }
        let token = join.token.as_deref().map(Token::given);
        let person = match &token {
            Some(token) => Some(whose(&self.app, token).await?),
            None => None,
        };
        // The old place must not count against the limit, but we keep it until the join succeeds.
        if let Some(place) = &mut self.place {
            place.ticket = None;
        }
        let ticket = match &person {
            Some(person) => {
                let ticket = self.app.limiters.by_person.enter(&person.id);
                Some(ticket.ok_or(ApiError::TooManyConnections)?)
            }
            None => None,
        };
        let watch = Watch {
            connection: self.id,
            person: person.as_ref().map(|person| person.id.clone()),
            views: join.views,
            from: join.from,
        };
        let watching = self.app.tables.watch(join.table, &watch).await?;
        self.place = Some(Place {
            table: join.table,
            person,
            token,
            views: join.views,
            watching,
            ticket,
        });
        Ok(())
    }

    /// Watches again, after the client fell behind or the table was restarted.
    pub(super) async fn watch_again(&mut self) -> Result<(), End> {
        let Some(place) = &mut self.place else {
            return Ok(());
        };
        let watch = Watch {
            connection: self.id,
            person: place.person.as_ref().map(|person| person.id.clone()),
            views: place.views,
            from: None,
        };
        match self.app.tables.watch(place.table, &watch).await {
            Ok(watching) => place.watching = watching,
            Err(Failure::Refused(_)) => return Err(End(close_code::POLICY, "the host has removed you")),
            Err(Failure::Closing) => return Err(End(close_code::RESTART, "the server is shutting down")),
            Err(_) => return Err(End(close_code::ERROR, "the table can't be reached")),
        }
        Ok(())
    }
}
