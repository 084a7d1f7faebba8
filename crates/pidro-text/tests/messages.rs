//! The messages of all languages, and the files that are generated from them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};

const LANGUAGES: [&str; 3] = ["en", "sv", "fi"];
const FILES: [&str; 3] = ["game", "terminal", "page"];

fn crate_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn source(lang: &str, file: &str) -> String {
    fs::read_to_string(crate_file(&format!("ftl/{lang}/{file}.ftl"))).unwrap()
}

/// What the selectors of a variable distinguish.
type Variants = BTreeSet<String>;

/// A message with the variables that it needs, and their variants.
#[derive(Debug, PartialEq)]
struct Message {
    id: String,
    variables: BTreeMap<String, Variants>,
}

/// The messages of a file in their order. Panics if a part of the file can't be read.
fn messages(lang: &str, file: &str) -> Vec<Message> {
    let source = source(lang, file);
    let resource = fluent_syntax::parser::parse(source.as_str());
    let resource = resource.unwrap_or_else(|(_, errors)| panic!("{lang}/{file}: {errors:?}"));
    let mut found = Vec::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name.to_owned();
                assert!(message.attributes.is_empty(), "{lang}/{file} {id} has attributes");
                let mut variables = BTreeMap::new();
                let value = message
                    .value
                    .unwrap_or_else(|| panic!("{lang}/{file} {id} is empty"));
                collect_from_pattern(&value, &mut variables);
                found.push(Message { id, variables });
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(_) | Entry::Junk { .. } => panic!("{lang}/{file}: neither message nor comment"),
        }
    }
    found
}

fn collect_from_pattern(pattern: &Pattern<&str>, found: &mut BTreeMap<String, Variants>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            match expression {
                Expression::Inline(inline) => collect_from_inline(inline, found),
                Expression::Select { selector, variants } => {
                    collect_from_inline(selector, found);
                    for variant in variants {
                        if let InlineExpression::VariableReference { id } = selector {
                            let (VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name }) =
                                variant.key;
                            found.get_mut(id.name).unwrap().insert(name.to_owned());
                        }
                        collect_from_pattern(&variant.value, found);
                    }
                }
            }
        }
    }
}

fn collect_from_inline(inline: &InlineExpression<&str>, found: &mut BTreeMap<String, Variants>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            found.entry(id.name.to_owned()).or_default();
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            let CallArguments { positional, .. } = arguments;
            for argument in positional {
                collect_from_inline(argument, found);
            }
        }
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("a message can't contain {other:?}"),
    }
}

/// Whether a selector with these variants selects by a number.
fn is_numeric(variants: &Variants) -> bool {
    let known =
        |variant: &String| matches!(variant.as_str(), "one" | "other") || variant.parse::<u8>().is_ok();
    variants.iter().all(known)
}

#[test]
fn every_language_has_the_same_messages_with_the_same_variables() {
    let names = |message: &Message| {
        (
            message.id.clone(),
            message.variables.keys().cloned().collect::<Vec<_>>(),
        )
    };
    for file in FILES {
        let [english, swedish, finnish] =
            LANGUAGES.map(|lang| messages(lang, file).iter().map(names).collect::<Vec<_>>());
        for (one, other) in english.iter().zip(&swedish) {
            assert_eq!(one, other, "{file} in Swedish");
        }
        for (one, other) in english.iter().zip(&finnish) {
            assert_eq!(one, other, "{file} in Finnish");
        }
        assert_eq!([swedish.len(), finnish.len()], [english.len(); 2], "{file}");
    }
}

/// A message that both the program and the page need belongs in `game.ftl`.
#[test]
fn every_message_is_defined_once() {
    let mut ids = BTreeSet::new();
    for file in FILES {
        for Message { id, .. } in messages("en", file) {
            assert!(ids.insert(id.clone()), "{id} is defined twice");
        }
    }
}

/// A misspelt variant would never be selected.
#[test]
fn selectors_have_only_known_variants() {
    for (lang, file) in LANGUAGES.iter().flat_map(|lang| FILES.map(|file| (lang, file))) {
        for Message { id, variables } in messages(lang, file) {
            for (name, variants) in &variables {
                let known: &[&str] = match name.as_str() {
                    "person" => &["you", "partner", "other"],
                    "side" => &["we", "other"],
                    _ if is_numeric(variants) => continue,
                    _ => &[],
                };
                for variant in variants {
                    assert!(
                        known.contains(&variant.as_str()),
                        "{lang} {id}: ${name} is never {variant}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_message_formats_with_any_values() {
    for lang in LANGUAGES {
        let mut bundle = FluentBundle::new(vec![lang.parse().unwrap()]);
        bundle.set_use_isolating(false);
        bundle.add_builtins().unwrap();
        for file in FILES {
            let resource = FluentResource::try_new(source(lang, file)).unwrap();
            bundle.add_resource(resource).unwrap();
        }
        for Message { id, variables } in FILES.iter().flat_map(|file| messages(lang, file)) {
            let pattern = bundle.get_message(&id).unwrap().value().unwrap();
            for number in [0, 1, 2] {
                for who in ["you", "partner", "other"] {
                    let side = if who == "other" { "other" } else { "we" };
                    let values: FluentArgs<'_> = variables
                        .keys()
                        .map(|name| match name.as_str() {
                            "person" => ("person", FluentValue::from(who)),
                            "side" => ("side", FluentValue::from(side)),
                            other => (other, FluentValue::from(number)),
                        })
                        .collect();
                    let mut errors = vec![];
                    let text = bundle.format_pattern(pattern, Some(&values), &mut errors);
                    assert!(errors.is_empty(), "{lang} {id}: {errors:?}");
                    assert!(!text.is_empty() && text.trim() == text, "{lang} {id}: {text:?}");
                    let lines = matches!(id.as_str(), "help" | "line_help");
                    assert!(lines || !text.contains('\n'), "{lang} {id}: {text:?}");
                    assert!(!text.contains(['{', '}', '$']), "{lang} {id}: {text}");
                }
            }
        }
    }
}

#[test]
fn help_fits_its_window() {
    for lang in LANGUAGES {
        let source = source(lang, "terminal");
        let help = source
            .split_once("\nhelp =\n")
            .unwrap()
            .1
            .split_once("\n\n##")
            .unwrap()
            .0;
        assert!(help.lines().count() <= 16, "{help}");
        for line in help.lines() {
            let line = line.replace(r#"{ "*" }"#, "*");
            assert!(line.trim_end().chars().count() <= 4 + 56, "{line}");
        }
    }
}

/// Compares a generated file with what it should be; `PIDRO_BLESS=1` writes it.
#[track_caller]
fn assert_generated(path: &str, wanted: &str) {
    let path = crate_file(path);
    if std::env::var_os("PIDRO_BLESS").is_some() {
        fs::write(&path, wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "{} is out of date: run PIDRO_BLESS=1 cargo nextest run -p pidro-text",
        path.display()
    );
}

const HEADER: &str = "// Generated from `ftl/en`: run `PIDRO_BLESS=1 cargo nextest run -p pidro-text`.\n";

#[test]
fn the_programs_list_of_texts_is_up_to_date() {
    let mut list = String::from(HEADER);
    list += "\nuse super::{StaticText, Text};\n";
    let mut static_texts = String::new();
    for file in ["game", "terminal"] {
        for Message { id, variables } in messages("en", file) {
            let name = id.to_uppercase();
            let _ = writeln!(list, "\n/// `{id}` in `{file}.ftl`.");
            if variables.is_empty() {
                let _ = writeln!(list, "pub const {name}: StaticText = StaticText(\"{id}\");");
                let _ = writeln!(static_texts, "    {name},");
            } else {
                let names: Vec<String> = variables.keys().map(|name| format!("{name:?}")).collect();
                let _ = writeln!(
                    list,
                    "pub const {name}: Text = Text::new(\"{id}\", &[{}]);",
                    names.join(", ")
                );
            }
        }
    }
    let _ = writeln!(
        list,
        "\n/// All texts without variables.\npub(crate) static STATIC_TEXTS: &[StaticText] = &[\n{static_texts}];"
    );
    assert_generated("src/text/list.rs", &list);
}

#[test]
fn the_pages_list_of_texts_is_up_to_date() {
    let mut list = String::from(HEADER);
    list += "\n/** The texts of the page, each with its variables. */\ninterface Texts {\n";
    for file in ["game", "page"] {
        for Message { id, variables } in messages("en", file) {
            let fields: Vec<String> = variables
                .iter()
                .map(|(name, variants)| {
                    let quoted: Vec<String> = variants.iter().map(|variant| format!("'{variant}'")).collect();
                    let kind = if is_numeric(variants) {
                        "string | number".to_owned()
                    } else {
                        quoted.join(" | ")
                    };
                    format!("{name}: {kind}")
                })
                .collect();
            let fields = if fields.is_empty() {
                "{}".to_owned()
            } else {
                format!("{{ {} }}", fields.join("; "))
            };
            let _ = writeln!(list, "  {id}: {fields};");
        }
    }
    list += "}\n";
    assert_generated("messages.d.ts", &list);
}
