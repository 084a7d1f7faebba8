//! People: their tokens, passwords and recovery codes.

mod client;
mod passwords;
mod recovery;
pub(crate) mod rules;
mod token;

pub(crate) use client::describe_client;
pub(crate) use passwords::{HashError, Passwords};
pub(crate) use recovery::RecoveryCode;
pub(crate) use token::{Token, sha256};
