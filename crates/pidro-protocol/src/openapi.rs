//! The names under which an OpenAPI description refers to the messages.
//!
//! `utoipa` needs to know that a body has a schema, and its name. The schemas themselves are those
//! of [`web_schemas`](crate::schema::web_schemas), which the server puts into its description.

use std::borrow::Cow;

use schemars::JsonSchema;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{ErrorBody, PersonId, TableId, http};

macro_rules! impl_to_schema {
    ($($name:ty),+ $(,)?) => {
        $(
            impl PartialSchema for $name {
                fn schema() -> RefOr<Schema> {
                    ObjectBuilder::new().into()
                }
            }

            impl ToSchema for $name {
                fn name() -> Cow<'static, str> {
                    <$name as JsonSchema>::schema_name()
                }
            }
        )+
    };
}

impl_to_schema! {
    ErrorBody,
    PersonId,
    TableId,
    http::Advice,
    http::CreatedTable,
    http::Credentials,
    http::Games,
    http::KnownRules,
    http::Lesson,
    http::LessonDecisions,
    http::LobbyTables,
    http::LoggedIn,
    http::NewGuest,
    http::NewTable,
    http::Profile,
    http::Proof,
    http::Puzzle,
    http::Replay,
    http::TableInfo,
}
