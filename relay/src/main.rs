//! `motile-relay`: rooms for networked sketches.

use motile_relay::{RelayCall, RelayOptions, run_until_signal};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match RelayOptions::parse(std::env::args().skip(1)) {
        Ok(RelayCall::Help(text)) => say(text),
        Ok(RelayCall::Pass(pass)) => say(&pass.to_string()),
        Ok(RelayCall::Run(options)) => {
            let s = if options.tls.is_some() { "s" } else { "" };
            let started = |address| {
                say(&format!(
                    "listening at {address}: ws{s}://{address}, http{s}://{address}/health"
                ));
            };
            if let Err(error) = run_until_signal(&options, started) {
                complain(&error);
                return ExitCode::from(1);
            }
        }
        Err(error) => {
            complain(&format!("{error}\nTry `motile relay --help`."));
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Prints a line; a reader that went away is no failure.
fn say(text: &str) {
    let mut out = io::stdout();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
