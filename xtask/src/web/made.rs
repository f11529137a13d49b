//! A folder that a command makes: built beside its place, put there at the end, never over somebody's work.

use super::at;
use crate::Result;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The file that tells a folder of ours from any other: a line for each file, `FINGERPRINT PATH`.
const LIST: &str = ".made-by-xtask-web";

/// A folder in the making. It is filled at [`Made::path`], beside its place, and takes that place in
/// [`Made::finish`]; when the work fails before, what was there stays as it was.
pub(crate) struct Made {
    place: PathBuf,
    beside: PathBuf,
}

impl Made {
    /// Begins a folder that is to stand at `place`. `sources` are folders that the work reads.
    ///
    /// # Errors
    /// When the place is one of the sources or above one, is a file, or holds anything that an earlier call did not
    /// make. Nothing is touched then.
    pub(crate) fn begin(place: &Path, sources: &[&Path]) -> Result<Self> {
        let place = resolved(place)?;
        for source in sources {
            let source = resolved(source)?;
            if source.starts_with(&place) {
                let (place, source) = (place.display(), source.display());
                return Err(format!(
                    "--out {place} holds {source}, which would be lost; choose another folder"
                ));
            }
        }
        replaceable(&place)?;
        let name = place
            .file_name()
            .ok_or_else(|| format!("--out {}: expected the name of a folder", place.display()))?;
        let beside = place.with_file_name(format!(".{}.part", name.to_string_lossy()));
        if beside.exists() {
            // What an interrupted run left has its list, empty so far.
            if !beside.join(LIST).is_file() {
                return Err(format!(
                    "{} is in the way; it was not made by this command",
                    beside.display()
                ));
            }
            discard(&beside)?;
        }
        recover(&place, &former(&beside))?;
        fs::create_dir_all(&beside).map_err(|error| at(&beside, &error))?;
        fs::write(beside.join(LIST), "").map_err(|error| at(&beside, &error))?;
        Ok(Self { place, beside })
    }

    /// Where to put the files until it is finished.
    pub(crate) fn path(&self) -> &Path {
        &self.beside
    }

    /// Puts the folder into its place.
    ///
    /// # Errors
    /// When a file cannot be read or moved, or somebody wrote into the place meanwhile; the place keeps what it had.
    pub(crate) fn finish(self) -> Result {
        let list: Vec<String> = fingerprints(&self.beside)?
            .into_iter()
            .map(|(path, fingerprint)| format!("{fingerprint:016x} {path}\n"))
            .collect();
        fs::write(self.beside.join(LIST), list.concat())
            .map_err(|error| at(&self.beside, &error))?;
        replaceable(&self.place)?;
        let old = former(&self.beside);
        let moves = self.place.exists();
        if moves {
            fs::rename(&self.place, &old).map_err(|error| at(&self.place, &error))?;
        }
        if let Err(error) = fs::rename(&self.beside, &self.place) {
            let message = at(&self.place, &error);
            if moves && fs::rename(&old, &self.place).is_err() {
                return Err(format!("{message}; the former folder is in {}", old.display()));
            }
            return Err(message);
        }
        if moves { discard(&old) } else { Ok(()) }
    }
}

/// Work that failed leaves nothing behind.
impl Drop for Made {
    fn drop(&mut self) {
        if self.beside.join(LIST).is_file() {
            // The next call says so if it stays.
            drop(discard(&self.beside));
        }
    }
}

/// Where the former folder stands while the new one takes its place.
fn former(beside: &Path) -> PathBuf {
    beside.with_extension("old")
}

/// Deals with a former folder that an interrupted call left: it goes back when nothing took its place, else it goes.
/// What somebody else put there stays, and is named.
fn recover(place: &Path, old: &Path) -> Result {
    if !old.exists() {
        return Ok(());
    }
    replaceable(old)?;
    if place.exists() {
        return discard(old);
    }
    fs::rename(old, place).map_err(|error| at(old, &error))
}

/// Removes a folder of ours, its list last: whatever an interrupted call leaves of it is still known as ours.
fn discard(folder: &Path) -> Result {
    for entry in fs::read_dir(folder).map_err(|error| at(folder, &error))? {
        let entry = entry.map_err(|error| at(folder, &error))?;
        let path = entry.path();
        let kind = entry.file_type().map_err(|error| at(&path, &error))?;
        let removed = match entry.file_name() {
            name if name == LIST => Ok(()),
            _ if kind.is_dir() => fs::remove_dir_all(&path),
            _ => fs::remove_file(&path),
        };
        removed.map_err(|error| at(&path, &error))?;
    }
    fs::remove_dir_all(folder).map_err(|error| at(folder, &error))
}

/// Whether a folder may be replaced: it is empty, or everything in it is in its own list. What lies around it tells
/// nothing: people keep what they want to keep in the target folder of Cargo, too.
fn replaceable(place: &Path) -> Result {
    if !place.exists() {
        return Ok(());
    }
    let mut entries = fs::read_dir(place).map_err(|error| at(place, &error))?;
    if entries.next().is_none() {
        return Ok(());
    }
    let Ok(list) = fs::read_to_string(place.join(LIST)) else {
        return Err(format!(
            "{} is not empty and was not made by this command; choose another --out, or empty it yourself",
            place.display()
        ));
    };
    let made: BTreeMap<&str, &str> =
        list.lines().filter_map(|line| line.split_once(' ')).map(|(f, path)| (path, f)).collect();
    for (path, fingerprint) in fingerprints(place)? {
        let file = place.join(&path);
        match made.get(path.as_str()) {
            None => {
                return Err(format!(
                    "{} was not made by this command and would be lost; move it away or choose another --out",
                    file.display()
                ));
            }
            Some(known) if **known != format!("{fingerprint:016x}") => {
                return Err(format!(
                    "{} was changed since this command made it; move it away or choose another --out",
                    file.display()
                ));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// All files below a folder but its list, with a fingerprint of what they hold. Links count as files and are not
/// followed.
fn fingerprints(folder: &Path) -> Result<BTreeMap<String, u64>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).map_err(|error| at(&next, &error))? {
            let entry = entry.map_err(|error| at(&next, &error))?;
            let path = entry.path();
            let kind = entry.file_type().map_err(|error| at(&path, &error))?;
            if kind.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
            if name != LIST {
                let bytes = if kind.is_file() {
                    fs::read(&path).map_err(|error| at(&path, &error))?
                } else {
                    Vec::new()
                };
                found.insert(name.into_owned(), fingerprint(&bytes));
            }
        }
    }
    Ok(found)
}

/// FNV-1a: enough to see an edit.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A path without links and dots; what does not exist yet is appended to what does.
fn resolved(path: &Path) -> Result<PathBuf> {
    let whole = std::path::absolute(path).map_err(|error| at(path, &error))?;
    let mut known = whole.as_path();
    let mut rest = Vec::new();
    loop {
        if let Ok(found) = known.canonicalize() {
            return Ok(rest.iter().rev().fold(found, |path, part| path.join(part)));
        }
        let (Some(folder), Some(name)) = (known.parent(), known.file_name()) else {
            return Err(format!("{}: expected a folder that can exist", path.display()));
        };
        rest.push(name.to_owned());
        known = folder;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for each test, removed at the end.
    struct Playground(PathBuf);

    impl Playground {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("motile-made-{}-{name}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder.canonicalize().unwrap())
        }

        fn write(&self, file: &str, text: &str) {
            let path = self.0.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn read(&self, file: &str) -> String {
            fs::read_to_string(self.0.join(file)).unwrap_or_default()
        }

        fn make(&self, place: &str, text: &str) -> Result {
            let made = Made::begin(&self.0.join(place), &[&self.0.join("sketch")])?;
            fs::create_dir_all(made.path().join("pkg")).unwrap();
            fs::write(made.path().join("pkg/a.js"), text).unwrap();
            made.finish()
        }

        /// Names of everything in the folder, hidden ones too.
        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Playground {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn a_folder_is_made_and_made_again() {
        let ground = Playground::new("again");
        ground.make("web", "one").unwrap();
        ground.make("web", "two").unwrap();
        assert_eq!(ground.read("web/pkg/a.js"), "two");
        assert_eq!(ground.names(), ["web"], "nothing is left beside it");
    }

    #[test]
    fn the_folder_of_the_sketch_is_never_replaced() {
        let ground = Playground::new("sketch");
        ground.write("sketch/src/main.rs", "fn main() {}");
        ground.write("sketch/.git/HEAD", "ref");
        for place in ["sketch", ".", "sketch/../sketch", "sketch/src/.."] {
            let refused = ground.make(place, "x").unwrap_err();
            assert!(refused.contains("would be lost"), "{place}: {refused}");
        }
        assert_eq!(ground.read("sketch/src/main.rs"), "fn main() {}");
        assert_eq!(ground.read("sketch/.git/HEAD"), "ref");
        ground.make("sketch/web", "x").unwrap();
        assert_eq!(ground.read("sketch/web/pkg/a.js"), "x");
    }

    #[test]
    fn what_somebody_else_put_there_stays() {
        let ground = Playground::new("else");
        ground.write("docs/thesis.md", "years of work");
        assert!(ground.make("docs", "x").unwrap_err().contains("is not empty"));
        ground.make("web", "one").unwrap();
        ground.write("web/CNAME", "example");
        assert!(ground.make("web", "two").unwrap_err().contains("CNAME was not made"));
        fs::remove_file(ground.0.join("web/CNAME")).unwrap();
        ground.write("web/pkg/a.js", "edited by hand");
        assert!(ground.make("web", "two").unwrap_err().contains("a.js was changed"));
        assert_eq!(ground.read("web/pkg/a.js"), "edited by hand");
        ground.write("file", "text");
        assert!(ground.make("file", "x").is_err());
        assert_eq!(ground.read("file"), "text");
        assert_eq!(ground.names(), ["docs", "file", "web"]);
    }

    #[test]
    fn work_that_fails_or_is_interrupted_changes_nothing() {
        let ground = Playground::new("fails");
        ground.make("web", "one").unwrap();
        let made = Made::begin(&ground.0.join("web"), &[]).unwrap();
        fs::write(made.path().join("half"), "x").unwrap();
        drop(made);
        assert_eq!((ground.read("web/pkg/a.js").as_str(), ground.names().len()), ("one", 1));
        // As after a kill: the folder beside is still there, with its empty list.
        ground.write(&format!(".web.part/{LIST}"), "");
        ground.write(".web.part/half", "x");
        ground.make("web", "two").unwrap();
        assert_eq!((ground.read("web/pkg/a.js").as_str(), ground.names().len()), ("two", 1));
        ground.write(".web.part/mine", "x");
        assert!(ground.make("web", "three").unwrap_err().contains("in the way"));
        assert_eq!(ground.read(".web.part/mine"), "x");
    }

    /// A folder `.web.old` of somebody else's was deleted by the first page that was made beside it.
    #[test]
    fn what_is_called_like_the_former_folder_is_not_touched() {
        let ground = Playground::new("former");
        ground.write(".web.old/thesis.md", "years of work");
        for place_exists in [false, true] {
            if place_exists {
                fs::create_dir(ground.0.join("web")).unwrap();
            }
            let refused = ground.make("web", "one").unwrap_err();
            assert!(refused.contains(".web.old is not empty"), "{refused}");
            assert_eq!(ground.read(".web.old/thesis.md"), "years of work");
        }
        assert_eq!(ground.names(), [".web.old", "web"]);
    }

    /// Killed while it deleted the former folder, every later call built for minutes and then failed.
    #[test]
    fn a_former_folder_that_an_interrupted_call_left_goes_or_comes_back() {
        let ground = Playground::new("left");
        ground.make("web", "one").unwrap();
        let (web, old) = (ground.0.join("web"), ground.0.join(".web.old"));
        // Killed between the two renames: it is the only one there is, and stays so when the work fails.
        fs::rename(&web, &old).unwrap();
        drop(Made::begin(&web, &[]).unwrap());
        assert_eq!((ground.read("web/pkg/a.js").as_str(), ground.names().len()), ("one", 1));
        // Killed while it was deleted: its files are gone, its list is not.
        ground.write(&format!(".web.old/{LIST}"), &ground.read(&format!("web/{LIST}")));
        ground.make("web", "two").unwrap();
        assert_eq!((ground.read("web/pkg/a.js").as_str(), ground.names().len()), ("two", 1));
    }

    /// A folder beside the `CACHEDIR.TAG` that Cargo, and many other programs, put into a cache was deleted.
    #[test]
    fn what_lies_in_a_cache_but_was_not_made_here_stays() {
        let ground = Playground::new("cache");
        ground.write("target/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55");
        ground.write("target/thesis/chapter.md", "years of work");
        ground.write("target/list/.made-by-somebody", "");
        ground.write("target/list/notes.md", "more work");
        for place in ["target/thesis", "target/list", "target"] {
            let refused = ground.make(place, "x").unwrap_err();
            assert!(refused.contains("is not empty and was not made"), "{place}: {refused}");
        }
        assert_eq!(ground.read("target/thesis/chapter.md"), "years of work");
        assert_eq!(ground.read("target/list/notes.md"), "more work");
        ground.make("target/web", "one").unwrap();
        ground.make("target/web", "two").unwrap();
        assert_eq!(
            ground.read("target/web/pkg/a.js"),
            "two",
            "what was made there may be made again"
        );
        ground.write("target/web/mine.md", "x");
        assert!(ground.make("target/web", "three").unwrap_err().contains("mine.md was not made"));
        assert_eq!(ground.read("target/web/pkg/a.js"), "two");
    }
}
