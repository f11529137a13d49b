//! `motile kernel`: pixel kernels on the command line, and their playground in a window.

use crate::failure::{self, Failure};
use motile_kernel_command::{CommandError, KernelCall};

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Usage(message) => Self::Usage { message, command: Some("kernel") },
            CommandError::Failed(message) | CommandError::Mistakes(message) => {
                Self::Failed(message)
            }
        }
    }
}

pub(crate) fn run(call: &KernelCall) -> Result<(), Failure> {
    if call.action == "play" {
        call.refuse_idle()?;
        return play(call);
    }
    match call.run(&mut failure::complain) {
        Ok(Some(text)) => failure::print(&text),
        Ok(None) => Ok(()),
        // Programs read it where they read everything else.
        Err(CommandError::Mistakes(text)) => {
            failure::print(&text)?;
            Err(Failure::Failed("there are mistakes in the kernels".into()))
        }
        Err(error) => Err(error.into()),
    }
}

/// The playground in a window.
#[cfg(feature = "window")]
fn play(call: &KernelCall) -> Result<(), Failure> {
    use motile::prelude::Surface;
    use std::{fs, path::PathBuf};

    let is_picture =
        |path: &&PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("png"));
    let pictures = call.files.iter().filter(is_picture).map(|file| {
        let failed =
            |what: &dyn core::fmt::Display| Failure::Failed(format!("{}: {what}", file.display()));
        let bytes = fs::read(file).map_err(|error| failed(&error))?;
        Surface::from_png(&bytes).map_err(|error| failed(&error))
    });
    let pictures = pictures.collect::<Result<Vec<_>, _>>()?;
    let source = call.files.iter().find(|path| !is_picture(path));
    Ok(crate::window::kernel::play(source.cloned(), &pictures)?)
}

#[cfg(not(feature = "window"))]
fn play(_: &KernelCall) -> Result<(), Failure> {
    Err(Failure::Failed("built without the feature \"window\"".into()))
}
