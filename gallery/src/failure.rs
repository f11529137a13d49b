//! How a command ends badly.

use core::fmt;
use motile::stage::{ParamError, StageError};
use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

/// Why a command did not do what it should.
#[derive(Debug, PartialEq)]
pub(crate) enum Failure {
    /// It was called in a way that cannot work.
    Usage {
        message: String,
        /// Whose page tells how.
        command: Option<&'static str>,
    },
    /// Something went wrong on the way.
    Failed(String),
}

impl Failure {
    /// 2 for a wrong call, 1 for everything else.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage { .. } => ExitCode::from(2),
            Self::Failed(_) => ExitCode::from(1),
        }
    }

    /// With the command whose page tells how to call it.
    pub(crate) fn of_command(self, name: &'static str) -> Self {
        match self {
            Self::Usage { message, .. } => Self::Usage { message, command: Some(name) },
            failed @ Self::Failed(_) => failed,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage { message, command: None } => write!(f, "{message}\nTry `motile help`."),
            Self::Usage { message, command: Some(name) } => {
                write!(f, "{message}\nTry `motile {name} --help`.")
            }
            Self::Failed(message) => f.write_str(message),
        }
    }
}

/// Parameters come from the command line, so a wrong one is a wrong call.
impl From<motile::Error> for Failure {
    fn from(error: motile::Error) -> Self {
        let wrong_call = error.downcast_ref::<ParamError>().is_some()
            || error.downcast_ref::<StageError>().is_some();
        let message = error.to_string();
        if wrong_call { Self::Usage { message, command: None } } else { Self::Failed(message) }
    }
}

/// Tells the user on the error output; when that is closed there is nobody to tell.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints a text. A reader that went away, such as `head`, is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(error.to_string()))
        }
        _ => Ok(()),
    }
}

/// Finds out before a long run that its file cannot be written for lack of a folder.
pub(crate) fn check_folder(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            Err(Failure::Failed(format!("{}: there is no such folder", folder.display())))
        }
        None => Ok(()),
    }
}
