//! A crate compiled to WebAssembly, with its JavaScript side.

use super::{budget::Size, places, target, toolchain::Toolchain};
use crate::{Result, process};
use std::path::Path;

/// A program to be compiled for the browser.
pub(crate) struct Module<'a> {
    /// The folder in which cargo is called.
    pub(crate) folder: &'a Path,
    /// Name of the package.
    pub(crate) package: &'a str,
    /// Name of the program in it.
    pub(crate) program: &'a str,
    /// Features to turn on.
    pub(crate) features: &'a [&'a str],
    /// Variables it reads while it compiles.
    pub(crate) variables: &'a [(&'a str, &'a str)],
}

impl Module<'_> {
    /// Compiles it and writes `NAME.js` and `NAME_bg.wasm` into `out`.
    ///
    /// # Errors
    /// When compiling fails, a file cannot be written, or one names a folder of this machine.
    pub(crate) fn build(&self, root: &Path, out: &Path, name: &str) -> Result<Size> {
        let toolchain = Toolchain::find()?;
        let mut build = toolchain.build(self.folder, &["--package", self.package]);
        for feature in self.features {
            build.args(["--features", feature]);
        }
        build.envs(self.variables.iter().copied());
        // A folder of its own: other flags than the native builds must not make those start over.
        let folder = target(root).join("wasm");
        process::run(build.env("CARGO_TARGET_DIR", &folder))?;
        let file = format!("{}.wasm", self.program);
        let wasm = folder.join(super::toolchain::TARGET).join("release").join(file);
        let size = bind(root, &wasm, out, name)?;
        places::check(&out.join(format!("{name}.js")))?;
        places::check(&out.join(format!("{name}_bg.wasm")))?;
        Ok(size)
    }
}

/// Makes the JavaScript side.
fn bind(root: &Path, wasm: &Path, out: &Path, name: &str) -> Result<Size> {
    process::run(&mut process::cargo(root, ["build", "--quiet", "--package", "xtask-bindgen"]))?;
    let program =
        target(root).join("debug").join(format!("xtask-bindgen{}", std::env::consts::EXE_SUFFIX));
    let mut command = std::process::Command::new(program);
    let answer = process::output(command.arg(wasm).arg(out).arg(name))?;
    let numbers: Vec<u64> =
        answer.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [bytes, packed] => Ok(Size { bytes, packed }),
        _ => Err(format!("xtask-bindgen answered {answer:?}, expected two sizes")),
    }
}
