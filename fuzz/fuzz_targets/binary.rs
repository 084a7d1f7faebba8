//! Any bytes either parse as a game, a record or a position, or are refused. Whatever parses
//! encodes to exactly the same bytes.
//!
//! The target also tries the input with a correct checksum, so that the fuzzer gets past it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pidro::{Game, History, Record};

fuzz_target!(|body: &[u8]| {
    let sealed = [body, &crc32fast::hash(body).to_be_bytes()].concat();
    for bytes in [body, &sealed] {
        if let Ok(history) = History::from_bytes(bytes) {
            assert_eq!(history.to_bytes(), bytes);
        }
        if let Ok(record) = Record::from_bytes(bytes) {
            assert_eq!(record.to_bytes(), bytes);
            let text = record.to_string();
            assert_eq!(Record::parse(&text).map(|record| record.to_string()), Ok(text));
        }
        if let Ok(game) = Game::from_bytes(bytes) {
            assert_eq!(game.to_bytes(), bytes);
        }
    }
});
