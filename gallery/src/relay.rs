//! `motile relay`: rooms for networked sketches, by a program of its own that the gallery only starts.
//!
//! Its libraries (an event loop, web sockets, NATS) are none of the gallery's business, so they stay out of its build.

use crate::failure::Failure;
use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let mut command = command(words, env::var_os("CARGO"), beside())?;
    replace_by(&mut command)
}

/// The relay beside this program, if it was built.
fn beside() -> Option<PathBuf> {
    let relay = env::current_exe().ok()?.with_file_name(format!("motile-relay{EXE_SUFFIX}"));
    relay.is_file().then_some(relay)
}

/// Under `cargo run` the relay is built first, with what it is asked for; otherwise it has to be there.
fn command(
    words: &[String],
    cargo: Option<OsString>,
    beside: Option<PathBuf>,
) -> Result<Command, Failure> {
    let mut command = match (cargo, beside) {
        (Some(cargo), _) => {
            let mut command = Command::new(cargo);
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
            command.arg("run").arg("--manifest-path").arg(root);
            command.args(["--release", "--package", "motile-relay"]);
            for (option, feature) in [("--nats", "nats"), ("--certificate", "tls")] {
                if words.iter().any(|word| word.starts_with(option)) {
                    command.args(["--features", feature]);
                }
            }
            command.arg("--");
            command
        }
        (None, Some(relay)) => Command::new(relay),
        (None, None) => {
            return Err(Failure::Failed(
                "the relay is a program of its own and not beside this one; build it by\n\
                 cargo build --release --package motile-relay --features nats,tls"
                    .into(),
            ));
        }
    };
    command.args(words);
    Ok(command)
}

/// Becomes the other program, so that signals reach it.
#[cfg(unix)]
fn replace_by(command: &mut Command) -> Result<(), Failure> {
    use std::os::unix::process::CommandExt;
    // It only comes back when it failed.
    Err(Failure::Failed(format!("the relay could not be started: {}", command.exec())))
}

#[cfg(not(unix))]
fn replace_by(command: &mut Command) -> Result<(), Failure> {
    let status = command.status();
    let status = status.map_err(|error| Failure::Failed(format!("the relay: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::Failed(format!("the relay: {status}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(String::from).collect()
    }

    fn arguments(command: &Command) -> String {
        let words = command.get_args().map(|word| word.to_string_lossy().into_owned());
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn it_is_built_by_cargo_taken_from_beside_or_missed() {
        let call = words("--nats here --listen 127.0.0.1:0");
        let built = command(&call, Some("cargo".into()), Some("x".into())).unwrap();
        let line = arguments(&built);
        assert!(line.contains("--package motile-relay --features nats -- --nats here"), "{line}");
        let alone = command(&words("--rooms 5"), Some("cargo".into()), None).unwrap();
        assert!(arguments(&alone).ends_with("--package motile-relay -- --rooms 5"));
        let beside = command(&call, None, Some("place/motile-relay".into())).unwrap();
        assert_eq!(
            (beside.get_program(), arguments(&beside)),
            ("place/motile-relay".as_ref(), call.join(" "))
        );
        assert!(command(&call, None, None).is_err());
    }
}
