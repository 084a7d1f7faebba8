//! The table of all options, which drives parsing, writing, errors and bytes.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::Rules;
use super::settings::{
    Bidding, Cold, DealerShort, Discards, FirstDealer, FirstLead, ForcedBid, Fourteen, HandEnd, Kill,
    PoolSize, Rob, RobPoints, Setting, Target,
};

/// An option of the table. Its values are identified by their indices, from 0.
pub(super) struct RuleOption {
    pub(super) name: &'static str,
    /// The index of the option's value in these rules.
    pub(super) index: fn(&Rules) -> usize,
    /// Sets the option to the value at this index; an index out of range changes nothing.
    pub(super) set_index: fn(&mut Rules, usize),
    /// The value at this index.
    pub(super) value: fn(usize) -> Value,
    /// The index of the value with this text.
    pub(super) index_of: fn(&str) -> Option<usize>,
    /// The allowed values, as part of a sentence.
    pub(super) allowed: fn() -> String,
}

/// The value of an option.
///
/// ```
/// use pidro::{Rules, rules::Value};
///
/// let values: Vec<_> = Rules::default().options().collect();
/// assert!(values.contains(&("auto_kill", Value::Flag(false))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Value {
    /// One of the option's keywords.
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

/// Defines the options whose values are keywords: as a table, and as direct code where speed
/// matters.
macro_rules! options {
    ($($name:ident: $setting:ty => $value:expr),+ $(,)?) => {
        static CHOICES: [RuleOption; COUNTS.len()] = [$(RuleOption {
            name: stringify!($name),
            index: |rules| rules.$name.index(),
            set_index: |rules, index| {
                if let Some((_, value)) = <$setting>::WORDS.get(index) {
                    rules.$name = *value;
                }
            },
            value: |index| $value(<$setting>::WORDS[index]),
            index_of: |text| <$setting>::WORDS.iter().position(|(word, _)| *word == text),
            allowed: allowed::<$setting>,
        }),+];

        /// The number of values of each option.
        const COUNTS: &[usize] = &[$(<$setting>::WORDS.len()),+];

        impl Rules {
            /// All options as one number of [`CODE_BITS`](Rules::CODE_BITS) bits: the index of each
            /// value in as few bits as it needs, with the first option in the highest bits.
            pub(crate) fn code(&self) -> u64 {
                let mut code = 0;
                $(code = code << bits_for(<$setting>::WORDS.len()) | self.$name.index() as u64;)+
                code << TARGET_BITS | u64::from(self.target.get() - 1)
            }

            /// Returns the rules with this code; `None` if an option has no such value.
            pub(crate) fn from_code(code: u64) -> Option<Rules> {
                let mut rules = Rules::default();
                let mut left = Rules::CODE_BITS;
                $(
                    let count = <$setting>::WORDS.len();
                    left -= bits_for(count);
                    let index = code >> left & ((1 << bits_for(count)) - 1);
                    rules.$name = <$setting>::WORDS.get(usize::try_from(index).ok()?)?.1;
                )+
                let index = code & ((1 << left) - 1);
                rules.target = target(usize::try_from(index).ok()?)?;
                Some(rules)
            }
        }
    };
}

/// The number of bits needed to distinguish `count` values.
pub(crate) const fn bits_for(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

const TARGET_BITS: u32 = bits_for(Target::MAX as usize);

impl Rules {
    /// The number of bits in a code.
    pub(crate) const CODE_BITS: u32 = {
        let mut sum = TARGET_BITS;
        let mut index = 0;
        while index < COUNTS.len() {
            sum += bits_for(COUNTS[index]);
            index += 1;
        }
        sum
    };
}

fn word<T>((word, _): (&'static str, T)) -> Value {
    Value::Word(word)
}

fn flag((_, flag): (&'static str, bool)) -> Value {
    Value::Flag(flag)
}

fn allowed<T: Setting>() -> String {
    let words: Vec<&str> = T::WORDS.iter().map(|(word, _)| *word).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The target at this index: the first one is 1.
fn target(index: usize) -> Option<Target> {
    u16::try_from(index + 1).ok().and_then(Target::new)
}

const TARGET: RuleOption = RuleOption {
    name: "target",
    index: |rules| usize::from(rules.target.get() - 1),
    set_index: |rules, index| {
        if let Some(target) = target(index) {
            rules.target = target;
        }
    },
    value: |index| Value::Number(target(index).unwrap_or(Target::DEFAULT).get()),
    // Accept only the canonical form: no sign, no leading zero.
    index_of: |text| {
        let score: u16 = text.parse().ok()?;
        let target = Target::new(score).filter(|target| target.get().to_string() == text)?;
        Some(usize::from(target.get() - 1))
    },
    allowed: || format!("a whole number from 1 to {}", Target::MAX),
};

options![
    first_dealer: FirstDealer => word,
    bidding: Bidding => word,
    fourteen: Fourteen => word,
    forced_bid: ForcedBid => word,
    discards: Discards => word,
    dealer_short: DealerShort => word,
    rob: Rob => word,
    auto_rob: bool => flag,
    rob_points: RobPoints => word,
    auto_kill: bool => flag,
    kill: Kill => word,
    first_lead: FirstLead => word,
    cold: Cold => word,
    hand_end: HandEnd => word,
    pool_size: PoolSize => word,
];

/// The options with keywords, each with all its values.
pub(super) fn choices() -> impl Iterator<Item = (&'static str, Vec<Value>)> {
    let values = |(option, count): (&'static RuleOption, &usize)| {
        (option.name, (0..*count).map(option.value).collect())
    };
    CHOICES.iter().zip(COUNTS).map(values)
}

pub(super) fn all_options() -> impl Iterator<Item = &'static RuleOption> {
    CHOICES.iter().chain([&TARGET])
}
