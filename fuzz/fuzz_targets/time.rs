//! Every reader takes time proportional to the length of its input.
//!
//! Fuzzers make short inputs, which hide slow code. So the target repeats a part of the input up to
//! some length and up to eight times that length, and reads both. The long one may take 24 times as
//! long as the short one: three times the linear factor of eight. A quadratic reader takes 64 times
//! as long.
//!
//! The first byte chooses the reader, the next two the start and the end of the repeated part.

#![no_main]

use std::hint::black_box;
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use pidro::{Game, Record, Rules, View};

/// The length of the short input.
const SHORT: usize = 8 * 1024;
const LENGTH_RATIO: usize = 8;
const MAX_TIME_RATIO: u32 = 24;
/// Shorter times vary too much and are not compared.
const NOTICEABLE: Duration = Duration::from_millis(30);
/// The long input must be too slow this many times, because other programs run on the machine.
const ROUNDS: usize = 8;

type Read = fn(&[u8]);
const READERS: [Read; 5] = [text, position, bytes, protocol, rules];

fn text(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    for record in Record::parse_all(text) {
        match record {
            Ok(record) => drop(black_box((record.proof(), record.to_string()))),
            Err(error) => drop(black_box(error.to_string())),
        }
    }
}

fn position(input: &[u8]) {
    let Ok(line) = str::from_utf8(input) else { return };
    let _ = black_box((Game::from_position(line), View::from_position(line)));
}

fn bytes(input: &[u8]) {
    // Add a correct checksum, so that the fuzzer gets past it.
    let sealed = [input, &crc32fast::hash(input).to_be_bytes()].concat();
    let _ = black_box((Record::from_bytes(&sealed), Game::from_bytes(&sealed)));
}

/// Reads the input as a `load` request with one record, and as a line of the protocol.
fn protocol(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let load = serde_json::json!({"cmd": "load", "record": text}).to_string();
    // Remove bot requests: the time a bot thinks doesn't depend on the input length.
    let other = text.replace(['\n', '\r'], " ").replace("bot", "");
    for line in [load, other] {
        let mut output = Vec::new();
        pidro_cli::engine::run(line.as_bytes(), &mut output).expect("writing to memory succeeds");
        black_box(output);
    }
}

fn rules(input: &[u8]) {
    let _ = black_box(serde_json::from_slice::<Rules>(input));
    let text = String::from_utf8_lossy(input);
    let _ = black_box(text.parse::<Rules>());
}

fuzz_target!(|input: &[u8]| {
    let [reader, begin, end, body @ ..] = input else {
        return;
    };
    let read = READERS[usize::from(*reader) % READERS.len()];
    let begin = usize::from(*begin) * body.len() / 256;
    let end = (begin + 1 + usize::from(*end) * (body.len() - begin) / 256).min(body.len());
    let Some(repeated) = body.get(begin..end).filter(|part| !part.is_empty()) else {
        return;
    };
    let made = |length: usize| {
        let times = length / repeated.len() + 1;
        [&body[..begin], &numbered(repeated, times), &body[end..]].concat()
    };
    let (short, long) = (made(SHORT), made(SHORT * LENGTH_RATIO));
    let time = |input: &[u8]| {
        let start = Instant::now();
        read(input);
        start.elapsed()
    };
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        best[1] = best[1].min(time(&long));
        if best[1] <= NOTICEABLE {
            return;
        }
        best[0] = best[0].min(time(&short));
        if best[1] <= MAX_TIME_RATIO * best[0] {
            return;
        }
    }
    panic!(
        "{} bytes take {:?}, {} bytes take {:?}",
        short.len(),
        best[0],
        long.len(),
        best[1]
    );
});

/// Repeats the part. Each `#` becomes the number of the repetition, because some things must be
/// unique.
fn numbered(part: &[u8], times: usize) -> Vec<u8> {
    if !part.contains(&b'#') {
        return part.repeat(times);
    }
    let mut repeated = Vec::with_capacity(part.len() * times);
    for number in 0..times {
        for byte in part {
            match byte {
                b'#' => repeated.extend_from_slice(number.to_string().as_bytes()),
                other => repeated.push(*other),
            }
        }
    }
    repeated
}
