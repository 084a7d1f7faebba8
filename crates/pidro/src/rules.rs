//! The rules of a table: every option, and the three presets.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::seat::Seat;

/// Something an option may be set to: the words for it, and back.
trait Setting: Copy + PartialEq + 'static {
    /// The words this option takes, with their values.
    const WORDS: &'static [(&'static str, Self)];

    fn word(self) -> &'static str {
        Self::WORDS
            .iter()
            .find(|(_, value)| *value == self)
            .map_or("", |(word, _)| word)
    }

    /// The place of this value among the words.
    fn place(self) -> usize {
        Self::WORDS
            .iter()
            .position(|(_, value)| *value == self)
            .unwrap_or_default()
    }

    fn at(place: usize) -> Option<Self> {
        Self::WORDS.get(place).map(|(_, value)| *value)
    }

    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, value)| *value)
    }
}

impl Setting for bool {
    const WORDS: &'static [(&'static str, bool)] = &[("false", false), ("true", true)];
}

/// Defines the enum of one option with the word for each value.
macro_rules! setting {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl Setting for $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$value),)+];
        }
    };
}

setting! {
    /// How the calls go around.
    Bidding {
        /// One round of four calls.
        SingleRound = "single_round",
        /// On and on around the table. A seat that has passed is out; it ends when one bidder is left.
        UntilPassed = "until_passed",
    }
}

setting! {
    /// Who may bid 14 over a 14.
    Fourteen {
        /// Any later caller.
        Anyone = "anyone",
        /// Only the dealer.
        Dealer = "dealer",
        /// Nobody.
        Never = "never",
    }
}

setting! {
    /// What the dealer may call after three passes.
    ForcedBid {
        /// Six, and nothing else.
        ExactlySix = "exactly_six",
        /// Any bid, but no pass.
        AtLeastSix = "at_least_six",
    }
}

setting! {
    /// How the non-dealers' discards lie.
    Discards {
        /// Only their count is public.
        FaceDown = "face_down",
        /// Their cards are public.
        FaceUp = "face_up",
    }
}

setting! {
    /// What a dealer does whose pool is smaller than six.
    DealerShort {
        /// Plays with what there is.
        KeepPool = "keep_pool",
        /// Fills up to six with cards of the own discard, from the top.
        PadFromDiscards = "pad_from_discards",
    }
}

setting! {
    /// What the dealer keeps of the pool.
    Rob {
        /// Six cards, or the whole pool if it is smaller.
        Six = "six",
        /// Every trump of the pool, and with fewer than six of them other cards up to six.
        AllTrumps = "all_trumps",
    }
}

setting! {
    /// Whether the dealer may bury points.
    RobPoints {
        /// Any six may be kept.
        Free = "free",
        /// Every point card of the pool must be kept.
        Protected = "protected",
    }
}

setting! {
    /// What killing a card means.
    Kill {
        /// The top killed card is the seat's first play, the others are dead.
        ForcedTop = "forced_top",
        /// All killed cards are dead.
        Dead = "dead",
        /// All killed cards lie dead under the seat's first play, which is free.
        Stack = "stack",
    }
}

setting! {
    /// Who leads to the first trick.
    FirstLead {
        /// The seat left of the dealer.
        LeftOfDealer = "left_of_dealer",
        /// The seat that won the bidding.
        BidWinner = "bid_winner",
    }
}

setting! {
    /// When a seat without trumps goes cold.
    Cold {
        /// At once.
        Immediate = "immediate",
        /// When its turn comes.
        OnTurn = "on_turn",
    }
}

setting! {
    /// When a hand ends.
    HandEnd {
        /// Between tricks, when only one team has seats that are not cold.
        OneTeamLeft = "one_team_left",
        /// When every seat is cold.
        PlayOut = "play_out",
    }
}

setting! {
    /// Who knows the size of the dealer's pool.
    PoolSize {
        /// The dealer.
        Hidden = "hidden",
        /// Everybody.
        Public = "public",
    }
}

/// Who deals the first hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstDealer {
    /// Who cuts the highest card.
    Cut,
    /// This seat.
    Fixed(Seat),
}

impl Setting for FirstDealer {
    const WORDS: &'static [(&'static str, FirstDealer)] = &[
        ("cut", FirstDealer::Cut),
        ("N", FirstDealer::Fixed(Seat::North)),
        ("E", FirstDealer::Fixed(Seat::East)),
        ("S", FirstDealer::Fixed(Seat::South)),
        ("W", FirstDealer::Fixed(Seat::West)),
    ];
}

/// The score that wins the game, from 1 to 9999.
///
/// ```
/// use pidro::rules::Target;
///
/// assert_eq!(Target::new(62).map(Target::get), Some(62));
/// assert_eq!(Target::new(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target(u16);

impl Target {
    /// The target of every preset.
    pub const DEFAULT: Target = Target(62);

    const MAX: u16 = 9999;

    /// This target, if it may be one.
    #[must_use]
    pub const fn new(score: u16) -> Option<Target> {
        match score {
            1..=Target::MAX => Some(Target(score)),
            _ => None,
        }
    }

    /// The score to reach.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// The rules of a table. [`Rules::default`] is the preset `finnish`.
///
/// A person writes the name of a preset, or the options that differ from one:
///
/// ```
/// use pidro::{Rules, rules::Kill};
///
/// let rules: Rules = toml::from_str("
///     preset = 'tournament'
///     kill = 'stack'
///     target = 30
/// ")?;
/// assert_eq!(rules.kill, Kill::Stack);
/// assert_eq!(rules.to_string(), "tournament kill=stack target=30");
///
/// let wrong = toml::from_str::<Rules>("kill = 'maybe'").unwrap_err();
/// assert!(wrong.message().contains("`kill` can't be `maybe`: it may be forced_top, dead or stack"));
/// # Ok::<(), toml::de::Error>(())
/// ```
///
/// In code the fields are set one by one, and each type holds only what the rules allow:
///
/// ```
/// use pidro::{Rules, rules::Bidding};
///
/// let rules = Rules { bidding: Bidding::UntilPassed, ..Rules::TRADITIONAL };
/// assert_eq!(rules.to_string(), "traditional bidding=until_passed");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each type says it")]
pub struct Rules {
    pub first_dealer: FirstDealer,
    pub bidding: Bidding,
    pub fourteen: Fourteen,
    pub forced_bid: ForcedBid,
    pub discards: Discards,
    pub dealer_short: DealerShort,
    pub rob: Rob,
    /// Whether the dealer's keep is chosen by itself.
    pub auto_rob: bool,
    pub rob_points: RobPoints,
    /// Whether kills are chosen by themselves.
    pub auto_kill: bool,
    pub kill: Kill,
    pub first_lead: FirstLead,
    pub cold: Cold,
    pub hand_end: HandEnd,
    pub pool_size: PoolSize,
    pub target: Target,
}

/// One option: its name, how it is read and how it is set. Everything that goes through all the options goes
/// through the table of these.
struct RuleOption {
    name: &'static str,
    get: fn(&Rules) -> Value,
    /// Whether the text was one of those allowed.
    set: fn(&mut Rules, &str) -> bool,
    allowed: fn() -> String,
    /// How many values there are.
    count: usize,
    /// Which of them it is set to.
    place: fn(&Rules) -> usize,
    /// Whether there is a value at this place.
    set_place: fn(&mut Rules, usize) -> bool,
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

fn all_options() -> impl Iterator<Item = &'static RuleOption> {
    CHOICES.iter().chain([&TARGET])
}

impl Rules {
    /// The source documents to the letter, wherever they are consistent. The default.
    pub const FINNISH: Rules = Rules {
        first_dealer: FirstDealer::Cut,
        bidding: Bidding::SingleRound,
        fourteen: Fourteen::Anyone,
        forced_bid: ForcedBid::ExactlySix,
        discards: Discards::FaceDown,
        dealer_short: DealerShort::KeepPool,
        rob: Rob::Six,
        auto_rob: false,
        rob_points: RobPoints::Free,
        auto_kill: false,
        kill: Kill::ForcedTop,
        first_lead: FirstLead::LeftOfDealer,
        cold: Cold::Immediate,
        hand_end: HandEnd::OneTeamLeft,
        pool_size: PoolSize::Hidden,
        target: Target::DEFAULT,
    };

    /// How Finnish tables really play: the bid winner leads, killed cards are simply dead.
    pub const TRADITIONAL: Rules = Rules {
        rob_points: RobPoints::Protected,
        kill: Kill::Dead,
        first_lead: FirstLead::BidWinner,
        cold: Cold::OnTurn,
        ..Rules::FINNISH
    };

    /// The table rules of Svenska Österbottens Ungdomsförbund.
    pub const TOURNAMENT: Rules = Rules {
        fourteen: Fourteen::Dealer,
        dealer_short: DealerShort::PadFromDiscards,
        ..Rules::TRADITIONAL
    };

    /// The presets with their names.
    pub const PRESETS: [(&'static str, Rules); 3] = [
        ("finnish", Rules::FINNISH),
        ("traditional", Rules::TRADITIONAL),
        ("tournament", Rules::TOURNAMENT),
    ];

    /// The preset of this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn preset(name: &str) -> Result<Rules, RulesError> {
        Self::PRESETS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, rules)| *rules)
            .ok_or_else(|| RulesError::UnknownPreset(shown(name)))
    }

    /// Sets the option of this name.
    ///
    /// # Errors
    ///
    /// If there is no such option, or it can't be set to this; the rules are then as they were.
    ///
    /// ```
    /// use pidro::Rules;
    ///
    /// let mut rules = Rules::default();
    /// rules.set("target", "30")?;
    /// let wrong = rules.set("target", "0").unwrap_err();
    /// assert_eq!(wrong.to_string(), "`target` can't be `0`: it may be a whole number from 1 to 9999");
    /// # Ok::<(), pidro::RulesError>(())
    /// ```
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), RulesError> {
        let known = all_options()
            .find(|known| known.name == option)
            .ok_or_else(|| RulesError::UnknownOption(shown(option)))?;
        if (known.set)(self, value) {
            Ok(())
        } else {
            Err(RulesError::BadValue {
                option: known.name,
                value: shown(value),
                allowed: (known.allowed)(),
            })
        }
    }

    /// Every option with its value.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, Value)> {
        all_options().map(|option| (option.name, (option.get)(self)))
    }

    /// For every option the place of its value and how many there are.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        all_options().map(|option| ((option.place)(self), option.count))
    }

    /// Sets the option with this number to its value at this place; whether there is one.
    pub(crate) fn set_place(&mut self, option: usize, place: usize) -> bool {
        all_options()
            .nth(option)
            .is_some_and(|option| (option.set_place)(self, place))
    }

    /// The options that are set otherwise than in these rules.
    fn differences(&self, others: &Rules) -> impl Iterator<Item = (&'static str, Value)> {
        self.options()
            .zip(others.options())
            .filter(|(ours, theirs)| ours != theirs)
            .map(|(ours, _)| ours)
    }
}

fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::FINNISH
    }
}

/// Writes the nearest preset and what differs from it: `finnish kill=dead target=30`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nearest = Rules::PRESETS
            .iter()
            .min_by_key(|(_, preset)| self.differences(preset).count());
        if let Some((name, preset)) = nearest {
            f.write_str(name)?;
            for (option, value) in self.differences(preset) {
                write!(f, " {option}={value}")?;
            }
        }
        Ok(())
    }
}

/// Reads what [`Display`](fmt::Display) writes; the preset may be left out.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let mut words = text.split_whitespace().peekable();
        let mut rules = match words.next_if(|word| !word.contains('=')) {
            Some(name) => Rules::preset(name)?,
            None => Rules::default(),
        };
        for word in words {
            let (option, value) = word.split_once('=').unwrap_or((word, ""));
            rules.set(option, value)?;
        }
        Ok(rules)
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

/// Reads the name of a preset, or a map of options with an optional `preset` that they start from.
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
                return Err(de::Error::custom(RulesError::Twice(shown(&option))));
            }
            let ValueText(value) = map.next_value()?;
            entries.push((option, value));
        }
        let preset = entries.iter().position(|(option, _)| option == "preset");
        let mut rules = match preset {
            Some(place) => Rules::preset(&entries.remove(place).1).map_err(de::Error::custom)?,
            None => Rules::default(),
        };
        for (option, value) in &entries {
            rules.set(option, value).map_err(de::Error::custom)?;
        }
        Ok(rules)
    }
}

/// The text of an option's value. What can't be a value at all is kept as a text that no option takes, so
/// that the error names the option.
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
        Ok(ValueText(format!("{value:?}")))
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

/// Rules that make no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    /// There is no preset of this name.
    #[error("there is no preset `{0}`: the presets are {presets}", presets = preset_names())]
    UnknownPreset(String),
    /// There is no option of this name.
    #[error("there is no option `{0}`: the options are {options}", options = option_names())]
    UnknownOption(String),
    /// The option is given twice.
    #[error("the option `{0}` is given twice")]
    Twice(String),
    /// The option can't be set to this.
    #[error("`{option}` can't be `{value}`: it may be {allowed}")]
    BadValue {
        /// The option.
        option: &'static str,
        /// What it was to be.
        value: String,
        /// What it may be.
        allowed: String,
    },
}

fn preset_names() -> String {
    Rules::PRESETS.map(|(name, _)| name).join(", ")
}

fn option_names() -> String {
    all_options()
        .map(|option| option.name)
        .collect::<Vec<_>>()
        .join(", ")
}
