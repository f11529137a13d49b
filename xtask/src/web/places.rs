//! Folders of this machine: no page may name them.

use crate::{Result, web::at};
use std::path::{Path, PathBuf};

/// Folders that would stand in panic messages, and what stands there instead. The compiler takes the last that fits,
/// so those that may lie inside others come later.
fn places() -> Vec<(PathBuf, &'static str)> {
    let home = std::env::home_dir();
    let inside = |variable: &str, name: &str| {
        std::env::var_os(variable)
            .map(PathBuf::from)
            .or_else(|| home.as_ref().map(|home| home.join(name)))
    };
    let places = [
        (home.clone(), "home"),
        (inside("RUSTUP_HOME", ".rustup"), "rustup"),
        (inside("CARGO_HOME", ".cargo"), "cargo"),
        (Some(crate::root()), "motile"),
    ];
    // The home of a service may be the root of all files, which tells nothing.
    let tells = |place: &Path| place.is_absolute() && place.components().count() > 1;
    let known = places.into_iter().filter_map(|(place, name)| Some((place?, name)));
    known.filter(|(place, _)| tells(place)).collect()
}

/// Flags by which the compiler leaves them out.
pub(crate) fn flags() -> Vec<String> {
    let flag =
        |(place, name): (PathBuf, &str)| format!("--remap-path-prefix={}={name}", place.display());
    places().into_iter().map(flag).collect()
}

/// Looks for them in a file of a page.
///
/// # Errors
/// When it names one, or cannot be read.
pub(crate) fn check(file: &Path) -> Result {
    let bytes = std::fs::read(file).map_err(|error| at(file, &error))?;
    for (place, _) in places() {
        if contains(&bytes, &place) {
            let (file, place) = (file.display(), place.display());
            return Err(format!("{file} names {place}, a folder of this machine"));
        }
    }
    Ok(())
}

/// Whether a path below this folder stands in the bytes.
fn contains(bytes: &[u8], folder: &Path) -> bool {
    let start = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
    bytes.windows(start.len()).any(|part| part == start.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_and_only_whole_folders() {
        let folder = Path::new("/home/somebody");
        let separator = std::path::MAIN_SEPARATOR;
        let bytes = format!("\0panicked at /home/somebody{separator}.cargo/registry");
        assert!(contains(bytes.as_bytes(), folder));
        assert!(!contains(b"/home/somebody-else/x", folder));
        assert!(!contains(b"home", folder));
    }

    #[test]
    fn a_page_that_names_a_folder_of_this_machine_is_refused() {
        let file = std::env::temp_dir().join(format!("motile-places-{}.wasm", std::process::id()));
        let inside = crate::root().join("crates");
        std::fs::write(&file, format!("\0asm {} \0", inside.display())).unwrap();
        let refused = check(&file);
        std::fs::write(&file, "\0asm motile/crates/geom/src/lib.rs \0").unwrap();
        let accepted = check(&file);
        std::fs::remove_file(&file).unwrap();
        assert!(refused.is_err_and(|message| message.contains("a folder of this machine")));
        assert_eq!(accepted, Ok(()));
    }

    #[test]
    fn this_project_and_its_dependencies_are_renamed() {
        let flags = flags();
        let root = crate::root();
        assert_eq!(flags.last(), Some(&format!("--remap-path-prefix={}=motile", root.display())));
        assert!(flags.iter().any(|flag| flag.ends_with("=cargo")), "{flags:?}");
    }
}
