//! The text forms of rules.

use pidro::{Rules, rules::Kill};
use proptest::prelude::*;
use serde_json::json;

use crate::script::any_rules;

fn refused(rules: &serde_json::Value) -> String {
    serde_json::from_value::<Rules>(rules.clone())
        .unwrap_err()
        .to_string()
}

#[test]
fn the_presets_differ_as_documented() {
    assert_eq!(Rules::default(), Rules::FINNISH);
    let differences = |preset: Rules| {
        preset
            .options()
            .zip(Rules::FINNISH.options())
            .filter(|(ours, theirs)| ours != theirs)
            .map(|((option, value), _)| format!("{option}={value}"))
            .collect::<Vec<_>>()
    };
    let traditional = [
        "rob_points=protected",
        "kill=dead",
        "first_lead=bid_winner",
        "cold=on_turn",
    ];
    assert_eq!(differences(Rules::TRADITIONAL), traditional);
    let mut tournament = vec!["fourteen=dealer", "dealer_short=pad_from_discards"];
    tournament.extend(traditional);
    assert_eq!(differences(Rules::TOURNAMENT), tournament);
}

#[test]
fn rules_are_a_presets_name_or_options_that_start_from_one() {
    let read = |rules| serde_json::from_value::<Rules>(rules).unwrap();
    assert_eq!(read(json!("traditional")), Rules::TRADITIONAL);
    assert_eq!(read(json!({})), Rules::FINNISH);
    assert_eq!(read(json!({"preset": "tournament"})), Rules::TOURNAMENT);
    // The preset applies first, wherever it appears.
    let rules = read(json!({"kill": "stack", "auto_rob": true, "target": 30, "preset": "tournament"}));
    assert_eq!(rules.to_string(), "tournament auto_rob=true kill=stack target=30");
    let toml: Rules = toml::from_str("kill = 'dead'\ntarget = 100\nfirst_dealer = 'S'").unwrap();
    assert_eq!(toml.kill, Kill::Dead);
    assert_eq!(toml.target.get(), 100);
}

#[test]
fn invalid_rules_are_refused_with_the_field_and_its_values() {
    for (rules, message) in [
        (
            json!({"target": 0}),
            "`target` can't be `0`: it may be a whole number from 1 to 9999",
        ),
        (
            json!({"target": -62}),
            "`target` can't be `-62`: it may be a whole number from 1 to 9999",
        ),
        (
            json!({"target": 62.5}),
            "`target` can't be `62.5`: it may be a whole number from 1 to 9999",
        ),
        (
            json!({"target": 1_000_000}),
            "`target` can't be `1000000`: it may be a whole number from 1 to 9999",
        ),
        (
            json!({"kill": "all"}),
            "`kill` can't be `all`: it may be forced_top, dead or stack",
        ),
        (
            json!({"kill": true}),
            "`kill` can't be `true`: it may be forced_top, dead or stack",
        ),
        (
            json!({"kill": null}),
            "`kill` can't be `null`: it may be forced_top, dead or stack",
        ),
        (
            json!({"kill": ["dead"]}),
            "`kill` can't be `[…]`: it may be forced_top, dead or stack",
        ),
        (
            json!({"kill": {"dead": 1}}),
            "`kill` can't be `{…}`: it may be forced_top, dead or stack",
        ),
        (
            json!({"auto_rob": "yes"}),
            "`auto_rob` can't be `yes`: it may be false or true",
        ),
        (
            json!({"first_dealer": "X"}),
            "`first_dealer` can't be `X`: it may be cut, N, E, S or W",
        ),
        (
            json!({"preset": "swedish"}),
            "there is no preset `swedish`: the presets are finnish, traditional, tournament",
        ),
        (
            json!("swedish"),
            "there is no preset `swedish`: the presets are finnish, traditional, tournament",
        ),
    ] {
        assert_eq!(refused(&rules), message);
    }
    let unknown = refused(&json!({"jokers": 2}));
    assert!(unknown.starts_with("there is no option `jokers`: the options are first_dealer, bidding,"));
    assert!(unknown.ends_with("pool_size, target"));
    assert!(refused(&json!(5)).contains("the name of a preset or a map of options"));
    let twice = serde_json::from_str::<Rules>(r#"{"kill": "dead", "kill": "stack"}"#).unwrap_err();
    assert!(twice.to_string().starts_with("the option `kill` is given twice"));
    assert!("finnish kill".parse::<Rules>().is_err());
}

proptest! {
    #[test]
    fn rules_survive_a_round_trip_through_text(rules in any_rules()) {
        prop_assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules);
        let json = serde_json::to_string(&rules).unwrap();
        prop_assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules);
        let toml = toml::to_string(&rules).unwrap();
        prop_assert_eq!(toml::from_str::<Rules>(&toml).unwrap(), rules);
    }
}
