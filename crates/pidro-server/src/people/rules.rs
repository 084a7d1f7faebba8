//! Which passwords are acceptable.

use pidro_protocol::Name;
use thiserror::Error;

/// Some four thousand common passwords of at least eight characters, in lower case. From the list of
/// the zxcvbn project (MIT), which counted them in published leaks; words of Finland were added.
const COMMON: &str = include_str!("common_passwords.txt");

const MIN_CHARS: usize = 8;
/// Longer passwords would only cost time.
const MAX_CHARS: usize = 128;

/// Why a password is not acceptable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum PasswordRule {
    #[error("a password has {MIN_CHARS} to {MAX_CHARS} characters")]
    Length,
    #[error("this password is among the most common ones: choose another")]
    Common,
    #[error("a password can't be your name")]
    Name,
}

/// Checks the length of a password that somebody claims to have. Passwords from before a stricter
/// rule stay valid.
pub(crate) fn check_length(password: &str) -> Result<(), PasswordRule> {
    if (MIN_CHARS..=MAX_CHARS).contains(&password.chars().count()) {
        Ok(())
    } else {
        Err(PasswordRule::Length)
    }
}

/// Checks a new password for an account with this name.
pub(crate) fn check_new(password: &str, name: &Name) -> Result<(), PasswordRule> {
    check_length(password)?;
    let lower = password.to_lowercase();
    if COMMON.lines().any(|common| common == lower) {
        return Err(PasswordRule::Common);
    }
    if lower == name.as_str().to_lowercase() {
        return Err(PasswordRule::Name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_refused() {
        let name = Name::try_from("Anna-Lena".to_owned()).unwrap();
        let check = |password: &str| check_new(password, &name);
        for common in [
            "password",
            "PassWord",
            "12345678",
            "salasana",
            "lösenord1",
            "iloveyou1",
        ] {
            assert_eq!(check(common), Err(PasswordRule::Common), "{common}");
        }
        assert_eq!(check("anna-LENA"), Err(PasswordRule::Name));
        assert_eq!(check("1234567"), Err(PasswordRule::Length));
        assert_eq!(check(&"ö".repeat(129)), Err(PasswordRule::Length));
        assert_eq!(check("correct horse"), Ok(()));
        assert_eq!(check(&"ö".repeat(128)), Ok(()));
    }

    #[test]
    fn the_list_has_some_thousand_passwords_that_the_length_allows() {
        let count = COMMON.lines().count();
        assert!((3000..6000).contains(&count), "{count}");
        for password in COMMON.lines() {
            assert_eq!(check_length(password), Ok(()), "{password}");
            assert_eq!(password.to_lowercase(), password);
        }
    }
}
