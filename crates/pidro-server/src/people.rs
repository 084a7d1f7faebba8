//! People: their tokens and passwords.

mod passwords;
mod token;

pub(crate) use passwords::{HashError, Passwords};
pub(crate) use token::Token;
