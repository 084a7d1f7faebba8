//! People: their tokens and passwords.

mod attempts;
mod passwords;
mod token;

pub(crate) use attempts::LoginAttempts;
pub(crate) use passwords::{HashError, Passwords};
pub(crate) use token::Token;
