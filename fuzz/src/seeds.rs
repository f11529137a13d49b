//! Where a fuzzer starts from: files in `seeds/`, and inputs that a target builds by code.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

/// The files in `seeds/TARGET`, in the order of their names; none when there is no such folder.
///
/// # Panics
/// When one cannot be read.
pub fn stored(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a readable seed")).collect()
}

/// What a target does before libFuzzer begins: when the variable `MOTILE_FUZZ_BUILT` names a folder, it writes the
/// seeds that it builds by code there and ends. `cargo xtask fuzz` asks for it, so that a format that changes takes its
/// seeds along.
///
/// # Panics
/// When the files cannot be written.
pub fn hand_out(built: &[Vec<u8>]) {
    let Some(folder) = env::var_os("MOTILE_FUZZ_BUILT") else { return };
    for (number, seed) in built.iter().enumerate() {
        fs::write(Path::new(&folder).join(format!("built-{number}")), seed).expect("a folder");
    }
    process::exit(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_folder_of_seeds_is_that_of_a_target() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        for entry in fs::read_dir(here.join("seeds")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let target = here.join("fuzz_targets").join(format!("{name}.rs"));
            assert!(target.is_file(), "seeds/{name} is read by nobody");
            assert!(!stored(&name).is_empty());
        }
        assert_eq!(stored("no-such-target").len(), 0);
    }
}
