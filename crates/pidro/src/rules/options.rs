//! The table of all the options, which reading, writing, errors and bytes go through.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Rules;
use super::settings::{Setting, Target};

/// One option: its name, how it is read and how it is set. Everything that goes through all the options goes
/// through the table of these.
pub(super) struct RuleOption {
    pub(super) name: &'static str,
    pub(super) get: fn(&Rules) -> Value,
    /// Whether the text was one of those allowed.
    pub(super) set: fn(&mut Rules, &str) -> bool,
    pub(super) allowed: fn() -> String,
    /// How many values there are.
    pub(super) count: usize,
    /// Which of them it is set to.
    pub(super) place: fn(&Rules) -> usize,
    /// Whether there is a value at this place.
    pub(super) set_place: fn(&mut Rules, usize) -> bool,
}

/// What an option is set to.
///
/// ```
/// use pidro::{Rules, rules::Value};
///
/// let values: Vec<_> = Rules::default().options().collect();
/// assert!(values.contains(&("auto_kill", Value::Flag(false))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// One of the option's words.
    Word(&'static str),
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u16),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => f.write_str(word),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Number(number) => write!(f, "{number}"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Word(word) => serializer.serialize_str(word),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Number(number) => serializer.serialize_u16(*number),
        }
    }
}

fn allowed<T: Setting>() -> String {
    let words: Vec<&str> = T::WORDS.iter().map(|(word, _)| *word).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

macro_rules! options {
    ($($name:ident => $value:expr),+ $(,)?) => {
        [$(RuleOption {
            name: stringify!($name),
            get: |rules| $value(rules.$name),
            set: |rules, text| match Setting::from_word(text) {
                Some(value) => { rules.$name = value; true }
                None => false,
            },
            allowed: || allowed_of(|rules| rules.$name),
            count: count_of(|rules| rules.$name),
            place: |rules| rules.$name.place(),
            set_place: |rules, place| match Setting::at(place) {
                Some(value) => { rules.$name = value; true }
                None => false,
            },
        }),+]
    };
}

/// The words allowed for the option that the function reads.
fn allowed_of<T: Setting>(_: fn(&Rules) -> T) -> String {
    allowed::<T>()
}

/// How many words there are for the option that the function reads.
const fn count_of<T: Setting>(_: fn(&Rules) -> T) -> usize {
    T::WORDS.len()
}

fn word<T: Setting>(value: T) -> Value {
    Value::Word(value.word())
}

const TARGET: RuleOption = RuleOption {
    name: "target",
    get: |rules| Value::Number(rules.target.get()),
    set: |rules, text| match text.parse().ok().and_then(Target::new) {
        // As it is displayed, and not otherwise: no sign, no leading zero.
        Some(target) if target.get().to_string() == text => {
            rules.target = target;
            true
        }
        _ => false,
    },
    allowed: || format!("a whole number from 1 to {}", Target::MAX),
    count: Target::MAX as usize,
    place: |rules| usize::from(rules.target.get() - 1),
    set_place: |rules, place| match u16::try_from(place + 1).ok().and_then(Target::new) {
        Some(target) => {
            rules.target = target;
            true
        }
        None => false,
    },
};

static CHOICES: [RuleOption; 15] = options![
    first_dealer => word,
    bidding => word,
    fourteen => word,
    forced_bid => word,
    discards => word,
    dealer_short => word,
    rob => word,
    auto_rob => Value::Flag,
    rob_points => word,
    auto_kill => Value::Flag,
    kill => word,
    first_lead => word,
    cold => word,
    hand_end => word,
    pool_size => word,
];

pub(super) fn all_options() -> impl Iterator<Item = &'static RuleOption> {
    CHOICES.iter().chain([&TARGET])
}
