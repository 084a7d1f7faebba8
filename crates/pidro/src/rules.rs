//! The rules of a game: all options, and the three presets.

#[cfg(feature = "serde")]
mod json;
mod options;
mod settings;
mod text;

use alloc::string::String;
use alloc::vec::Vec;
use thiserror::Error;

use options::all_options;

pub use options::Value;
pub(crate) use options::bits_for;
pub use settings::{
    Bidding, Cold, DealerShort, Discards, FirstDealer, FirstLead, ForcedBid, Fourteen, HandEnd, Kill,
    PoolSize, Rob, RobPoints, Target,
};

/// The rules of a game. [`Rules::default`] is the preset `finnish`.
///
/// In text form, rules are the name of a preset, or the options that differ from one:
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
/// In code, set the fields one by one. Each type has only valid values:
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
    /// Whether the dealer's keep is automatic.
    pub auto_rob: bool,
    pub rob_points: RobPoints,
    /// Whether kills are automatic.
    pub auto_kill: bool,
    pub kill: Kill,
    pub first_lead: FirstLead,
    pub cold: Cold,
    pub hand_end: HandEnd,
    pub pool_size: PoolSize,
    pub target: Target,
}

impl Rules {
    /// The written rules of Finnish Pidro, and the default. Where the documents contradict each
    /// other, docs/rules.md decides.
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

    /// How most Finnish tables play: the bid winner leads, and killed cards are simply dead.
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

    /// Returns the preset with this name.
    ///
    /// # Errors
    ///
    /// If there is no such preset.
    pub fn preset(name: &str) -> Result<Rules, ParseRulesError> {
        Self::PRESETS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, rules)| *rules)
            .ok_or_else(|| ParseRulesError::UnknownPreset(shown(name)))
    }

    /// Sets the option with this name.
    ///
    /// # Errors
    ///
    /// If there is no such option, or the value is invalid; the rules are then unchanged.
    ///
    /// ```
    /// use pidro::Rules;
    ///
    /// let mut rules = Rules::default();
    /// rules.set("target", "30")?;
    /// let wrong = rules.set("target", "0").unwrap_err();
    /// assert_eq!(wrong.to_string(), "`target` can't be `0`: it may be a whole number from 1 to 9999");
    /// # Ok::<(), pidro::ParseRulesError>(())
    /// ```
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), ParseRulesError> {
        let known = all_options()
            .find(|known| known.name == option)
            .ok_or_else(|| ParseRulesError::UnknownOption(shown(option)))?;
        let index = (known.index_of)(value).ok_or_else(|| ParseRulesError::BadValue {
            option: known.name,
            value: shown(value),
            allowed: (known.allowed)(),
        })?;
        (known.set_index)(self, index);
        Ok(())
    }

    /// All options with their values.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, Value)> {
        all_options().map(|option| (option.name, (option.value)((option.index)(self))))
    }

    /// All options with their possible values, except `target`, which is a number.
    ///
    /// ```
    /// use pidro::{Rules, rules::Value};
    ///
    /// let (name, values) = Rules::choices().find(|(name, _)| *name == "kill").ok_or("no such option")?;
    /// assert_eq!(values, ["forced_top", "dead", "stack"].map(Value::Word));
    /// # Ok::<(), &'static str>(())
    /// ```
    pub fn choices() -> impl Iterator<Item = (&'static str, Vec<Value>)> {
        options::choices()
    }

    /// The preset from which the fewest options differ, with its name.
    ///
    /// ```
    /// use pidro::{Rules, rules::Kill};
    ///
    /// let rules = Rules { kill: Kill::Stack, ..Rules::TOURNAMENT };
    /// assert_eq!(rules.nearest_preset(), ("tournament", Rules::TOURNAMENT));
    /// ```
    #[must_use]
    pub fn nearest_preset(&self) -> (&'static str, Rules) {
        let [default, ..] = Rules::PRESETS;
        let nearest = Rules::PRESETS
            .into_iter()
            .min_by_key(|(_, preset)| self.differences(preset).count());
        nearest.unwrap_or(default)
    }

    /// The options that differ from the other rules.
    ///
    /// ```
    /// use pidro::Rules;
    ///
    /// let differences: Vec<_> = Rules::TOURNAMENT.differences(&Rules::TRADITIONAL).collect();
    /// assert_eq!(differences.len(), 2);
    /// assert_eq!(differences[0].0, "fourteen");
    /// ```
    pub fn differences(&self, others: &Rules) -> impl Iterator<Item = (&'static str, Value)> {
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

/// Why rules can't be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseRulesError {
    /// There is no preset with this name.
    #[error("there is no preset `{0}`: the presets are {presets}", presets = preset_names())]
    UnknownPreset(String),
    /// There is no option with this name.
    #[error("there is no option `{0}`: the options are {options}", options = option_names())]
    UnknownOption(String),
    /// The option appears twice.
    #[error("the option `{0}` is given twice")]
    Twice(String),
    /// The value is invalid for this option.
    #[error("`{option}` can't be `{value}`: it may be {allowed}")]
    BadValue {
        /// The option.
        option: &'static str,
        /// The invalid value.
        value: String,
        /// The allowed values.
        allowed: String,
    },
}

impl ParseRulesError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_rules"
    }
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
