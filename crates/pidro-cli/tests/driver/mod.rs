//! Drives `pidro engine` through its pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

pub(crate) struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    pub(crate) fn start() -> Engine {
        let mut process = Command::new(env!("CARGO_BIN_EXE_pidro"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Engine {
            input: process.stdin.take().unwrap(),
            output: BufReader::new(process.stdout.take().unwrap()),
            process,
        }
    }

    /// Writes these bytes, without a line end.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).unwrap();
    }

    pub(crate) fn send_line(&mut self, line: &[u8]) {
        self.send(line);
        self.send(b"\n");
    }

    /// Reads the next output line.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line
    }

    /// Sends a line of arbitrary bytes and returns the answer.
    pub(crate) fn raw(&mut self, line: &[u8]) -> Value {
        self.send_line(line);
        serde_json::from_str(&self.line()).unwrap()
    }

    /// Sends a request and returns the answer.
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        self.raw(request.to_string().as_bytes())
    }

    /// Sends a request that must succeed and returns the answer.
    #[track_caller]
    pub(crate) fn ok(&mut self, request: &Value) -> Value {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], true, "{request} got {answer}");
        answer
    }

    /// Sends a request that must fail and returns the error code.
    #[track_caller]
    pub(crate) fn code(&mut self, request: &Value) -> String {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], false, "{request} got {answer}");
        assert!(
            answer["error"]["message"]
                .as_str()
                .is_some_and(|message| !message.is_empty()),
            "{answer}"
        );
        answer["error"]["code"].as_str().unwrap().to_owned()
    }

    /// Closes the input. Returns the exit code and the remaining output.
    pub(crate) fn finish(self) -> (Option<i32>, String) {
        let Engine {
            mut process,
            input,
            mut output,
        } = self;
        drop(input);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut output, &mut rest).unwrap();
        (process.wait().unwrap().code(), rest)
    }
}
