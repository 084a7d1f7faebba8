//! The names under which an OpenAPI description refers to the messages.
//!
//! `utoipa` needs to know that a body has a schema, and its name. The schemas themselves are those
//! of [`web_schemas`](crate::schema::web_schemas), which the server puts into its description.

use std::borrow::Cow;

use schemars::JsonSchema;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{ErrorBody, PersonId, TableId, admin, http};

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
    admin::AuditLog,
    admin::Bans,
    admin::Figures,
    admin::FoundPeople,
    admin::FoundTables,
    admin::BanToLift,
    admin::NewAnnouncement,
    admin::NewBan,
    admin::ReportClosure,
    admin::Reports,
    http::Advice,
    http::Confirmation,
    http::CreatedTable,
    http::Credentials,
    http::Games,
    http::KnownRules,
    http::Lesson,
    http::LessonDecisions,
    http::LobbyTables,
    http::LoggedIn,
    http::NewGuest,
    http::NewPassword,
    http::NewRecoveryCode,
    http::NewReport,
    http::NewTable,
    http::PersonalData,
    http::Profile,
    http::Proof,
    http::Puzzle,
    http::Recovery,
    http::Replay,
    http::ServerInfo,
    http::Sessions,
    http::TableInfo,
}
