//! `cargo xtask web`: the static site, or a folder with one demo or a sketch of one's own.

pub(crate) mod budget;
pub(crate) mod made;
pub(crate) mod module;
pub(crate) mod places;
mod playground;
pub(crate) mod single;
pub(crate) mod site;
pub(crate) mod toolchain;

use crate::{Result, browser};
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

/// All about the command.
pub(crate) const USAGE: &str = "\
usage: cargo xtask web [--demo ID | --sketch FOLDER [--bin NAME]] [--out FOLDER], web --playground, or web --frame-times

  without --demo and --sketch, the gallery in target/web

  --demo ID         a page for one demo, in target/web-demo
  --sketch FOLDER   a page for the crate in that folder, in its target/web
  --bin NAME        which program of the crate, where it has several
  --out FOLDER      where to put it instead; a folder that holds anything else is refused
  --repository URL  where the files of the project are shown, for links beside the sources of the gallery
  --playground      the page in which kernels are written, alone, in target/web-playground
  --frame-times     how long frames take in the page and native";

/// The demo whose page stands for a page with one demo: it uses steering, text, paths and the grid.
pub(crate) const SAMPLE: &str = "steer/flock";

/// Builds the site into `target/web`; with `--demo ID` or `--sketch FOLDER` a page for that alone; and tells how long that
/// took. With `--frame-times` measures the page beside the native program.
///
/// # Errors
/// When something cannot be built, or a page is larger than its budget.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    if let ["--frame-times"] = arguments {
        return browser::frame_times(root);
    }
    let start = Instant::now();
    let before = if target(root).join("wasm").is_dir() {
        "with what was compiled before"
    } else {
        "from nothing"
    };
    if let ["--playground"] = arguments {
        playground::alone(root, &target(root).join("web-playground"))?;
    } else {
        make(root, &Wanted::read(arguments)?)?;
    }
    println!("{:.0} s, {before}", start.elapsed().as_secs_f64());
    Ok(())
}

/// Makes the page that is wanted.
fn make(root: &Path, wanted: &Wanted<'_>) -> Result {
    let out = |default: PathBuf| wanted.out.map_or(default, PathBuf::from);
    match (wanted.demo, wanted.sketch) {
        (Some(id), None) => single::demo(root, id, &out(target(root).join("web-demo"))),
        (None, Some(sketch)) => {
            let sketch = Path::new(sketch);
            single::sketch(root, sketch, wanted.bin, &out(sketch.join("target/web"))).map(|_| ())
        }
        _ => {
            let out = out(folder(root));
            site::build(root, &out, &[], site::Native::Release, wanted.repository)?;
            println!("the site is in {}; `cargo xtask serve` shows it", out.display());
            Ok(())
        }
    }
}

/// What the arguments ask for.
#[derive(Debug, Default, PartialEq)]
struct Wanted<'a> {
    demo: Option<&'a str>,
    sketch: Option<&'a str>,
    bin: Option<&'a str>,
    out: Option<&'a str>,
    repository: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    fn read(arguments: &[&'a str]) -> Result<Self> {
        let mut wanted = Self::default();
        for pair in arguments.chunks(2) {
            let &[name, value] = pair else {
                return Err(format!("`{}` has no value\n{USAGE}", pair[0]));
            };
            let place = match name {
                "--demo" => &mut wanted.demo,
                "--sketch" => &mut wanted.sketch,
                "--bin" => &mut wanted.bin,
                "--out" => &mut wanted.out,
                "--repository" => &mut wanted.repository,
                _ => return Err(format!("unknown argument `{name}`\n{USAGE}")),
            };
            if place.replace(value).is_some() {
                return Err(format!("`{name}` is given twice\n{USAGE}"));
            }
        }
        match wanted {
            Self { demo: Some(_), sketch: Some(_), .. } => {
                Err(format!("--demo and --sketch exclude each other\n{USAGE}"))
            }
            Self { repository: Some(_), demo, sketch, .. } if demo.or(sketch).is_some() => {
                Err(format!("--repository is for the gallery\n{USAGE}"))
            }
            Self { bin: Some(_), sketch: None, .. } => {
                Err(format!("--bin goes with --sketch\n{USAGE}"))
            }
            _ => Ok(wanted),
        }
    }
}

/// Where the site lies.
pub(crate) fn folder(root: &Path) -> PathBuf {
    target(root).join("web")
}

/// Where cargo builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// An empty folder, whatever was there. For folders below the target folder or the system's temporary one only: what a
/// person may name goes through [`made::Made`].
pub(crate) fn empty_folder(folder: &Path) -> Result {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    std::fs::create_dir_all(folder).map_err(|error| at(folder, &error))
}

/// Copies a file, making the folders on the way.
pub(crate) fn copy(from: &Path, to: &Path) -> Result {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    std::fs::copy(from, to).map(|_| ()).map_err(|error| at(from, &error))
}

/// An error with its file.
pub(crate) fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_come_in_any_order() {
        let wanted = Wanted::read(&["--out", "w", "--sketch", "s", "--bin", "b"]).unwrap();
        let expected =
            Wanted { sketch: Some("s"), bin: Some("b"), out: Some("w"), ..Wanted::default() };
        assert_eq!(wanted, expected);
        assert_eq!(Wanted::read(&[]), Ok(Wanted::default()));
    }

    #[test]
    fn arguments_that_make_no_sense_are_named() {
        let message = |arguments: &[&str]| Wanted::read(arguments).unwrap_err();
        assert!(message(&["--demo"]).starts_with("`--demo` has no value"));
        assert!(message(&["--nope", "x"]).starts_with("unknown argument `--nope`"));
        assert!(message(&["--out", "a", "--out", "b"]).starts_with("`--out` is given twice"));
        assert!(message(&["--demo", "a", "--sketch", "b"]).contains("exclude each other"));
        assert!(message(&["--bin", "a"]).contains("goes with --sketch"));
        assert!(message(&["--repository", "a", "--demo", "b"]).contains("is for the gallery"));
    }
}
