//! Any text either parses as games or is refused. Whatever parses survives a round trip through
//! text and bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pidro::Record;

fuzz_target!(|text: &str| {
    for record in Record::parse_all(text).flatten() {
        let written = record.to_string();
        let again = Record::parse(&written).expect("a written record parses");
        assert_eq!(again.to_string(), written);
        assert_eq!(again.history().game(), record.history().game());
        let bytes = record.to_bytes();
        if let Ok(again) = Record::from_bytes(&bytes) {
            assert_eq!(again.to_string(), written);
        }
    }
});
