//! The rules of Pidro, as tests.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod deals;
mod invariants;
mod script;
mod test_game;

mod bidding;
mod binary;
mod cards;
mod dealing;
mod fair;
mod fingerprint;
mod golden;
mod history;
mod impossible;
mod json;
mod killing;
mod notation;
mod odds;
mod playing;
mod positions;
mod properties;
mod rare;
mod redealing;
mod rules_text;
mod scaling;
mod scoring;
mod secrecy;
mod shuffling;
mod worked_examples;
