//! OpenCV as a peer: a Python process that waits for its turn and times itself.

use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{ChildStdin, ChildStdout, Command, Stdio},
};

/// OpenCV in a Python process.
pub(crate) struct OpenCv {
    /// Ends when its input is closed.
    ask: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl OpenCv {
    /// Starts a script with arguments and lets it answer once; says which rows are skipped when that fails.
    pub(crate) fn start(script: &str, arguments: &[&str], rows: &[&str]) -> Option<Self> {
        match Self::try_start(script, arguments) {
            Ok(peer) => Some(peer),
            Err(why) => {
                eprintln!(
                    "motile-bench: skipping {rows:?}: {why}; `pip install opencv-python-headless` (or name another \
                     Python in MOTILE_PYTHON)"
                );
                None
            }
        }
    }

    fn try_start(script: &str, arguments: &[&str]) -> Result<Self, String> {
        let python = std::env::var("MOTILE_PYTHON").unwrap_or_else(|_| "python3".into());
        let mut process = Command::new(&python)
            .args(["-c", script])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{python}: {error}"))?;
        let (Some(ask), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{python} has no input and output"));
        };
        let mut peer = Self { ask, answers: BufReader::new(answers).lines() };
        peer.turn("bounds", 1).ok_or_else(|| format!("{python} cannot import cv2"))?;
        Ok(peer)
    }

    /// The number that a work answers: nanoseconds of one call, unless the script says else.
    pub(crate) fn time(&mut self, work: &str, calls: u32) -> f64 {
        self.turn(work, calls).expect("it answered before")
    }

    fn turn(&mut self, work: &str, calls: u32) -> Option<f64> {
        writeln!(self.ask, "{work} {calls}").ok()?;
        self.answers.next()?.ok()?.parse().ok()
    }
}
