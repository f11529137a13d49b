//! The project's commands: `cargo xtask COMMAND`.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a tool talks to the terminal and times its steps"
)]

mod aarch64;
mod bans;
mod bench;
mod bless;
mod browser;
mod build_time;
mod deny;
mod examples;
mod features;
mod fuzz;
mod help;
mod install;
mod layers;
mod lengths;
mod metadata;
mod msrv;
mod names;
mod netns;
mod package;
mod process;
mod scale_modes;
mod serve;
mod source;
mod spelling;
mod steps;
mod strip;
mod test;
mod tested;
mod voice;
mod web;
mod window;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// What a command or step answers: nothing, or a message for the person at the terminal.
type Result<T = ()> = core::result::Result<T, String>;

fn main() -> ExitCode {
    if let Some(code) = build_time::as_compiler() {
        return code;
    }
    end_with_the_reader();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    let answer = match arguments.as_slice() {
        ["help" | "--help" | "-h"] => told(help::USAGE),
        [command, .., "--help" | "-h"] | ["help", command] => {
            told(help::page(command).unwrap_or(help::USAGE))
        }
        ["test", rest @ ..] => test::run(&root, rest),
        ["bench", "build", rest @ ..] => build_time::run(&root, rest),
        ["bench", rest @ ..] => bench::run(&root, rest),
        ["bless", rest @ ..] => bless::run(&root, rest),
        ["fuzz", rest @ ..] => fuzz::run(&root, rest),
        ["examples"] => examples::run(&root),
        ["aarch64"] => aarch64::run(&root),
        ["netns"] => netns::run(&root),
        ["package"] => package::verify(&root),
        ["strip"] => strip::draw(&root),
        ["web", rest @ ..] => web::run(&root, rest),
        ["serve"] => serve::run(&root, None),
        ["serve", folder] if !folder.starts_with('-') => serve::run(&root, Some(folder)),
        _ => {
            eprintln!("{}", help::USAGE);
            return ExitCode::from(2);
        }
    };
    match answer {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Lets the program end in silence when nobody reads what it prints any more, as after `head -1`: the standard library
/// panics there.
fn end_with_the_reader() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.payload().downcast_ref::<String>().is_some_and(|said| is_unread(said)) {
            // As a program that the system ends for it.
            std::process::exit(141);
        }
        usual(panic);
    }));
}

/// Whether a panic says that the pipe behind the output is closed.
fn is_unread(message: &str) -> bool {
    message.starts_with("failed printing to stdout") && message.contains("Broken pipe")
}

/// Prints what was asked for, and nothing else is to be done.
#[expect(clippy::unnecessary_wraps, reason = "an answer like those of the commands")]
fn told(text: &str) -> Result {
    say(text);
    Ok(())
}

/// Prints a text. Whoever reads the first line only, as `head -1` does, has all that was asked for.
fn say(text: &str) {
    drop(writeln!(std::io::stdout(), "{text}"));
}

/// The folder of the workspace, wherever the command was called.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

#[cfg(test)]
mod tests {
    /// `cargo xtask test --list | head -1` and all others that print lines panicked.
    #[test]
    fn only_output_that_nobody_reads_ends_in_silence() {
        assert!(super::is_unread("failed printing to stdout: Broken pipe (os error 32)"));
        assert!(!super::is_unread("failed printing to stdout: No space left on device"));
        assert!(!super::is_unread("Broken pipe"));
    }
}
