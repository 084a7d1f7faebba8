//! Recovery codes, with which people choose a new password after they have forgotten the old one.

use std::fmt;

use super::token::sha256;

/// The digits of a code: without I, L, O and U, which are easily confused (Crockford's base 32).
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Twenty digits are 100 random bits.
const LENGTH: usize = 20;
const GROUP: usize = 5;

/// A recovery code. The server stores only its hash.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RecoveryCode(String);

impl RecoveryCode {
    /// A new random code.
    pub(crate) fn random() -> Result<RecoveryCode, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        let digit = |byte: u8| char::from(DIGITS[usize::from(byte % 32)]);
        Ok(RecoveryCode(bytes.into_iter().map(digit).collect()))
    }

    /// A code as somebody typed it: in any case, with or without hyphens, and with letters for the
    /// digits that look like them.
    pub(crate) fn from_client(text: &str) -> RecoveryCode {
        let digits = text.chars().filter(|c| c.is_alphanumeric());
        let digit = |c: char| match c.to_ascii_uppercase() {
            'I' | 'L' => '1',
            'O' => '0',
            other => other,
        };
        RecoveryCode(digits.map(digit).collect())
    }

    /// The hash to store. A code is random enough to need neither a salt nor a slow hash.
    pub(crate) fn hash(&self) -> String {
        sha256(&self.0)
    }

    /// The code in groups, to show to its owner.
    pub(crate) fn reveal(&self) -> String {
        let groups: Vec<&str> = (0..self.0.len())
            .step_by(GROUP)
            .filter_map(|start| self.0.get(start..(start + GROUP).min(self.0.len())))
            .collect();
        groups.join("-")
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_can_be_typed_in_many_ways() {
        let code = RecoveryCode("7K3QF9ZT2M0B4DC1W8H6N"[..20].to_owned());
        assert_eq!(code.reveal(), "7K3QF-9ZT2M-0B4DC-1W8H6");
        for typed in [
            "7k3qf-9zt2m-ob4dc-lw8h6",
            " 7K3QF 9ZT2M 0B4DC IW8H6\n",
            "7K3QF9ZT2M0B4DC1W8H6",
        ] {
            assert_eq!(RecoveryCode::from_client(typed).hash(), code.hash(), "{typed}");
        }
        assert_ne!(RecoveryCode::from_client("7K3QF").hash(), code.hash());
    }

    #[test]
    fn codes_are_random_and_hidden_from_debug_output() {
        let (one, other) = (RecoveryCode::random().unwrap(), RecoveryCode::random().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.reveal().len(), 23);
        assert_eq!(RecoveryCode::from_client(&one.reveal()), one);
        assert_eq!(format!("{one:?}"), "RecoveryCode(…)");
    }
}
