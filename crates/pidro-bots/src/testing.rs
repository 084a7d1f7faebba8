//! Helpers shared by several tests.

use pidro::Rules;
use rand_core::Rng;

/// Picks a random value for every option that affects a bot's decisions.
pub(crate) fn random_rules(rng: &mut impl Rng) -> Rules {
    let mut rules = Rules::default();
    for (option, values) in OPTIONS {
        let value = values[rng.next_u32() as usize % values.len()];
        rules.set(option, value).expect("the options exist");
    }
    rules
}

const OPTIONS: [(&str, &[&str]); 14] = [
    ("bidding", &["single_round", "until_passed"]),
    ("fourteen", &["anyone", "dealer", "never"]),
    ("forced_bid", &["exactly_six", "at_least_six"]),
    ("discards", &["face_down", "face_up"]),
    ("dealer_short", &["keep_pool", "pad_from_discards"]),
    ("rob", &["six", "all_trumps"]),
    ("auto_rob", &["false", "true"]),
    ("rob_points", &["free", "protected"]),
    ("auto_kill", &["false", "true"]),
    ("kill", &["forced_top", "dead", "stack"]),
    ("first_lead", &["left_of_dealer", "bid_winner"]),
    ("cold", &["immediate", "on_turn"]),
    ("pool_size", &["hidden", "public"]),
    ("target", &["20", "62"]),
];
