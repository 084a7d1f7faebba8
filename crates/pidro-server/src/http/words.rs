//! OpenAPI schemas for the engine's types.

use pidro::Rules;
use pidro_bots::Level;
use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::schema::{
    AdditionalProperties, Object, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
};

use super::tables::HIGHEST_TARGET;

/// A seat.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum SeatName {
    N,
    E,
    S,
    W,
}

/// A team.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum TeamName {
    NS,
    EW,
}

/// A word for each seat.
#[derive(ToSchema)]
#[expect(dead_code, non_snake_case, reason = "it only describes")]
pub(crate) struct SeatWords {
    N: String,
    E: String,
    S: String,
    W: String,
}

/// An object with exactly these properties.
fn closed(properties: impl IntoIterator<Item = (&'static str, Object)>) -> Object {
    let closed = AdditionalProperties::<Schema>::FreeForm(false);
    let object = ObjectBuilder::new().additional_properties(Some(closed));
    let add = |object: ObjectBuilder, (name, schema)| object.property(name, Schema::Object(schema));
    properties.into_iter().fold(object, add).build()
}

fn one_of(values: impl IntoIterator<Item = serde_json::Value>) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .enum_values(Some(values))
}

/// The schema of the time limit for a decision.
pub(super) fn time_schema() -> Object {
    one_of([json!(15), json!(30), json!(60), json!(null)]).build()
}

/// The schema of the bots of a new table.
pub(super) fn bots_schema() -> Object {
    let level = || one_of(Level::ALL.map(|level| json!(level))).build();
    closed(["N", "E", "S", "W"].map(|seat| (seat, level())))
}

/// The schema of the rules: the name of a preset, or an object of options.
pub(super) fn rules_schema() -> Schema {
    let presets = || one_of(Rules::PRESETS.iter().map(|(name, _)| json!(name))).build();
    let choices = Rules::choices()
        .map(|(name, values)| (name, one_of(values.iter().map(|value| json!(value))).build()));
    let target = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(1))
        .maximum(Some(HIGHEST_TARGET));
    let options = choices.chain([("target", target.build()), ("preset", presets())]);
    let either = OneOfBuilder::new()
        .item(Schema::Object(presets()))
        .item(Schema::Object(closed(options)));
    Schema::OneOf(either.build())
}
