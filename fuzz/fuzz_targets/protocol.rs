//! `pidro engine` answers every line, whatever it contains, with one JSON object.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|input: &[u8]| {
    let mut output = Vec::new();
    pidro_cli::engine::run(input, &mut output).expect("writing to memory succeeds");
    let answers = output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    let mut count = 0;
    for answer in answers {
        let answer: Value = serde_json::from_slice(answer).expect("an answer is JSON");
        assert!(answer["ok"].is_boolean());
        count += 1;
    }
    let lines = input.split_inclusive(|byte| *byte == b'\n').count();
    assert_eq!(count, lines);
});
