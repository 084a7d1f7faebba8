//! Rules for serde: as JSON and TOML.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::options::{Value, all_options};
use super::{ParseRulesError, Rules, shown};

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Word(word) => serializer.serialize_str(word),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Number(number) => serializer.serialize_u16(*number),
        }
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (option, value) in self.options() {
            map.serialize_entry(option, &value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        deserializer.deserialize_any(RulesVisitor)
    }
}

/// Reads the name of a preset, or a map of options with an optional `preset` to start from.
struct RulesVisitor;

impl<'de> Visitor<'de> for RulesVisitor {
    type Value = Rules;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a preset or a map of options")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Rules, E> {
        Rules::preset(name).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rules, A::Error> {
        let mut entries: Vec<(String, String)> = Vec::new();
        while let Some(option) = map.next_key::<String>()? {
            if entries.iter().any(|(known, _)| *known == option) {
                return Err(de::Error::custom(ParseRulesError::Twice(shown(&option))));
            }
            // Reject immediately, so that there are never more entries to store and compare than
            // options.
            if option != "preset" && all_options().all(|known| known.name != option) {
                return Err(de::Error::custom(ParseRulesError::UnknownOption(shown(&option))));
            }
            let ValueText(value) = map.next_value()?;
            entries.push((option, value));
        }
        let preset = entries.iter().position(|(option, _)| option == "preset");
        let mut rules = match preset {
            Some(index) => Rules::preset(&entries.remove(index).1).map_err(de::Error::custom)?,
            None => Rules::default(),
        };
        for (option, value) in &entries {
            rules.set(option, value).map_err(de::Error::custom)?;
        }
        Ok(rules)
    }
}

/// The text of an option's value. A value of an impossible type becomes a text that no option
/// accepts, so that the error can name the option.
struct ValueText(String);

impl<'de> Deserialize<'de> for ValueText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ValueText, D::Error> {
        deserializer.deserialize_any(ValueTextVisitor)
    }
}

struct ValueTextVisitor;

impl<'de> Visitor<'de> for ValueTextVisitor {
    type Value = ValueText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word, a number, true or false")
    }

    fn visit_bool<E>(self, value: bool) -> Result<ValueText, E> {
        Ok(ValueText(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<ValueText, E> {
        Ok(ValueText(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<ValueText, E> {
        Ok(ValueText(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<ValueText, E> {
        // Accept a whole number even if it is written with a decimal point.
        Ok(ValueText(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<ValueText, E> {
        Ok(ValueText(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<ValueText, E> {
        Ok(ValueText("null".to_owned()))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<ValueText, A::Error> {
        while seq.next_element::<de::IgnoredAny>()?.is_some() {}
        Ok(ValueText("[…]".to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ValueText, A::Error> {
        while map.next_entry::<de::IgnoredAny, de::IgnoredAny>()?.is_some() {}
        Ok(ValueText("{…}".to_owned()))
    }
}

#[cfg(feature = "schemars")]
mod schema {
    use alloc::borrow::Cow;

    use schemars::generate::Contract;
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde_json::{Map, Value};

    use super::super::{Rules, Target};

    /// Written, rules are an object of all options. Read, they may also be the name of a preset,
    /// and options may be missing.
    impl JsonSchema for Rules {
        fn schema_name() -> Cow<'static, str> {
            "Rules".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let mut properties: Map<_, _> = Rules::choices()
                .map(|(name, values)| (name.into(), json_schema!({"enum": values}).into()))
                .collect();
            let target = json_schema!({"type": "integer", "minimum": 1, "maximum": Target::MAX});
            properties.insert("target".into(), target.into());
            if *generator.contract() == Contract::Serialize {
                let required: Value = properties.keys().cloned().collect();
                return json_schema!({"type": "object", "properties": properties, "required": required});
            }
            let presets = json_schema!({"type": "string", "enum": Rules::PRESETS.map(|(name, _)| name)});
            properties.insert("preset".into(), presets.clone().into());
            json_schema!({"oneOf": [
                presets,
                {"type": "object", "properties": properties, "additionalProperties": false},
            ]})
        }
    }
}
