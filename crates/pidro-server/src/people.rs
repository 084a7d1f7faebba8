//! People: their names, tokens and passwords.

mod attempts;
mod passwords;
mod person;

pub(crate) use attempts::LoginAttempts;
pub(crate) use passwords::{HashError, Passwords};
pub(crate) use person::{Name, Person, Token};
