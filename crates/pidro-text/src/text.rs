//! The texts of the terminal program, as constants.

#[rustfmt::skip]
mod list;

pub use list::*;

/// A text without variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticText(&'static str);

impl StaticText {
    /// The id of its message.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0
    }
}

/// A text with variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    id: &'static str,
    variables: &'static [&'static str],
}

impl Text {
    const fn new(id: &'static str, variables: &'static [&'static str]) -> Text {
        Text { id, variables }
    }

    /// The id of its message.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.id
    }

    /// Checks that these are all variables of the text. [`say!`](crate::say) does it at compile
    /// time.
    ///
    /// # Panics
    ///
    /// If one is missing or unknown.
    pub const fn check_variables(self, names: &[&str]) {
        assert!(
            names.len() == self.variables.len(),
            "the text has more or fewer variables"
        );
        let mut place = 0;
        while place < names.len() {
            assert!(
                contains(self.variables, names[place]),
                "the text has no such variable"
            );
            place += 1;
        }
    }
}

const fn contains(names: &[&str], wanted: &str) -> bool {
    let mut place = 0;
    while place < names.len() {
        if equal(names[place].as_bytes(), wanted.as_bytes()) {
            return true;
        }
        place += 1;
    }
    false
}

/// Whether both are the same; `==` can't be used at compile time.
const fn equal(one: &[u8], other: &[u8]) -> bool {
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}
