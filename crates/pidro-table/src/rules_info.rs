//! The rules of a table as clients get them.

use pidro::Rules;
use pidro::rules::Kill;
use serde::Serialize;
use utoipa::ToSchema;

/// The rules of a table, with everything that a client needs in order to show them. Clients don't
/// have to parse `text`, or know which preset implies what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RulesInfo {
    /// The rules in one line: the nearest preset, and the options that differ from it.
    #[schema(example = "finnish kill=dead target=30")]
    pub text: String,
    /// The nearest preset.
    #[schema(example = "finnish")]
    pub preset: &'static str,
    /// The options that differ from the preset, without the target.
    #[schema(example = json!(["kill=dead"]))]
    pub options: Vec<String>,
    /// The score that wins the game.
    #[schema(example = 30)]
    pub target: u16,
    /// Whether the top killed card must be the player's first play.
    pub forced_top: bool,
}

impl From<&Rules> for RulesInfo {
    fn from(rules: &Rules) -> RulesInfo {
        let (preset, defaults) = rules.nearest_preset();
        let options = rules
            .differences(&defaults)
            .filter(|(option, _)| *option != "target");
        RulesInfo {
            text: rules.to_string(),
            preset,
            options: options
                .map(|(option, value)| format!("{option}={value}"))
                .collect(),
            target: rules.target.get(),
            forced_top: rules.kill == Kill::ForcedTop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_is_described_by_its_name() {
        for (name, rules) in Rules::PRESETS {
            let info = RulesInfo::from(&rules);
            assert_eq!(info.text, name);
            assert_eq!(info.preset, name);
            assert_eq!(info.options, Vec::<String>::new());
            assert_eq!(info.target, rules.target.get());
            assert_eq!(info.forced_top, rules.kill == Kill::ForcedTop, "{name}");
        }
    }

    #[test]
    fn options_are_those_that_differ_from_the_preset() {
        let rules: Rules = "traditional kill=forced_top target=30".parse().unwrap();
        let info = RulesInfo::from(&rules);
        assert_eq!(info.preset, "traditional");
        assert_eq!(info.options, ["kill=forced_top"]);
        assert_eq!(info.target, 30);
        assert!(info.forced_top);
        assert_eq!(info.text.parse(), Ok(rules));
        let dead: Rules = "finnish kill=dead".parse().unwrap();
        assert!(!RulesInfo::from(&dead).forced_top);
    }
}
