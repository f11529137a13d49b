//! Where files come from.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

/// A place that files come from. What is asked for arrives later, or does not.
pub trait AssetSource: Send {
    /// Asks for a file. Names are paths below the source, with `/` between folders.
    fn request(&mut self, name: &str);

    /// Lets some seconds pass.
    fn update(&mut self, dt: f32);

    /// A file that has arrived, or why it does not; a file that changed may arrive again.
    fn arrived(&mut self) -> Option<(String, Result<Vec<u8>, String>)>;
}

/// Why a name is none: it must stay below its source.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    let stays = !name.is_empty() && !name.contains('\\') && Path::new(name).components().all(plain);
    if stays { Ok(()) } else { Err("a name is a path below the folder of the game".into()) }
}

/// A name as part of an address: `#`, `?`, `%` and whatever else means something there are written as `%` and two digits.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn as_address(name: &str) -> String {
    let mut address = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address.push('%');
            let digits = [byte >> 4, byte & 15].map(|digit| b"0123456789ABCDEF"[digit as usize]);
            address.extend(digits.map(char::from));
        }
    }
    address
}

/// Files of a folder. Those that change are given again, about twice a second: what is drawn follows what is painted.
#[doc(alias = "hot reload")]
#[derive(Debug)]
pub struct FolderSource {
    folder: PathBuf,
    wanted: VecDeque<String>,
    /// When files were changed last, as far as known, and how long they were: one that is still being written may change
    /// faster than its time does.
    seen: BTreeMap<String, (SystemTime, u64)>,
    changed: VecDeque<String>,
    /// Seconds until the next look at them.
    look: f32,
}

/// Seconds between two looks for changed files.
const LOOK_EVERY: f32 = 0.5;

impl FolderSource {
    /// Files of a folder: as given, or else in the crate that `cargo run` or `cargo test` runs, from whatever folder that was
    /// called, or else beside the program.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let home = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let program = std::env::current_exe().ok();
        let beside = program.as_deref().and_then(Path::parent).map(Path::to_path_buf);
        let folder = found(folder.into(), [home, beside]);
        let (wanted, changed) = (VecDeque::new(), VecDeque::new());
        Self { folder, wanted, seen: BTreeMap::new(), changed, look: LOOK_EVERY }
    }

    fn changed_at(&self, name: &str) -> Option<(SystemTime, u64)> {
        let file = std::fs::metadata(self.folder.join(name)).ok()?;
        Some((file.modified().ok()?, file.len()))
    }
}

impl AssetSource for FolderSource {
    fn request(&mut self, name: &str) {
        self.wanted.push_back(name.into());
    }

    fn update(&mut self, dt: f32) {
        self.look -= if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        if self.look > 0.0 {
            return;
        }
        self.look = LOOK_EVERY;
        let names: Vec<String> = self.seen.keys().cloned().collect();
        for name in names {
            let now = self.changed_at(&name);
            if now.is_some() && now != self.seen.get(&name).copied() {
                self.changed.push_back(name);
            }
        }
    }

    fn arrived(&mut self) -> Option<(String, Result<Vec<u8>, String>)> {
        let name = self.wanted.pop_front().or_else(|| self.changed.pop_front())?;
        if let Err(why) = check_name(&name) {
            return Some((name, Err(why)));
        }
        // Before it is read: a change in between is seen at the next look, and so is a file that is not there yet.
        let now = self.changed_at(&name).unwrap_or((SystemTime::UNIX_EPOCH, 0));
        self.seen.insert(name.clone(), now);
        let path = self.folder.join(&name);
        if name == MANIFEST && !path.exists() {
            return Some((name, manifest(&self.folder)));
        }
        let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
        Some((name, bytes))
    }
}

/// A folder as given, or else the first that is there below others.
fn found(folder: PathBuf, homes: [Option<PathBuf>; 2]) -> PathBuf {
    if folder.is_dir() {
        return folder;
    }
    let below = homes.into_iter().flatten().map(|home| home.join(&folder)).find(|it| it.is_dir());
    below.unwrap_or(folder)
}

/// The file that lists the others.
const MANIFEST: &str = "manifest.txt";

/// What a manifest of a folder would say: the names of its files in order, a line each.
fn manifest(folder: &Path) -> Result<Vec<u8>, String> {
    let (mut open, mut names) = (vec![PathBuf::new()], Vec::new());
    while let Some(inner) = open.pop() {
        let place = folder.join(&inner);
        let failed = |error: std::io::Error| format!("{}: {error}", place.display());
        for entry in std::fs::read_dir(&place).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            // What systems and tools keep for themselves is no file of the game.
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let name = inner.join(entry.file_name());
            // Links are not followed: one to its own folder has no end.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(name);
            } else {
                names.push(name.to_string_lossy().replace('\\', "/") + "\n");
            }
        }
    }
    names.sort();
    Ok(names.concat().into())
}

/// Files in memory: built into the program by `include_bytes!`, or made up for tests, slow and failing ones too.
#[derive(Clone, Debug, Default)]
pub struct MemorySource {
    files: BTreeMap<String, MemoryFile>,
    /// Names that were asked for, and seconds until they arrive.
    wanted: Vec<(String, f32)>,
}

#[derive(Clone, Debug)]
struct MemoryFile {
    bytes: Vec<u8>,
    delay: f32,
    failures: u32,
}

impl MemorySource {
    /// No files yet.
    pub const fn new() -> Self {
        Self { files: BTreeMap::new(), wanted: Vec::new() }
    }

    /// With a file.
    #[must_use]
    pub fn with(self, name: &str, bytes: Vec<u8>) -> Self {
        self.with_file(name, MemoryFile { bytes, delay: 0.0, failures: 0 })
    }

    /// With a file that takes some seconds; negative ones and those that are not finite count as none.
    #[must_use]
    pub fn with_delay(self, name: &str, bytes: Vec<u8>, seconds: f32) -> Self {
        let delay = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        self.with_file(name, MemoryFile { bytes, delay, failures: 0 })
    }

    /// With a file that cannot be had the first times it is asked for.
    #[must_use]
    pub fn with_failures(self, name: &str, bytes: Vec<u8>, times: u32) -> Self {
        self.with_file(name, MemoryFile { bytes, delay: 0.0, failures: times })
    }

    fn with_file(mut self, name: &str, file: MemoryFile) -> Self {
        self.files.insert(name.into(), file);
        self
    }
}

impl AssetSource for MemorySource {
    fn request(&mut self, name: &str) {
        let delay = self.files.get(name).map_or(0.0, |file| file.delay);
        self.wanted.push((name.into(), delay));
    }

    fn update(&mut self, dt: f32) {
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        for (_, left) in &mut self.wanted {
            *left -= dt;
        }
    }

    fn arrived(&mut self) -> Option<(String, Result<Vec<u8>, String>)> {
        let at = self.wanted.iter().position(|wanted| wanted.1 <= 0.0)?;
        let (name, _) = self.wanted.remove(at);
        let result = check_name(&name).and_then(|()| match self.files.get_mut(&name) {
            None => Err("there is no file of this name".into()),
            Some(file) if file.failures > 0 => {
                file.failures -= 1;
                Err("it could not be had".into())
            }
            Some(file) => Ok(file.bytes.clone()),
        });
        Some((name, result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::time::Duration;

    #[test]
    fn names_stay_below_their_folder() {
        for good in ["a.png", "art/hero.png", "größe.txt"] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for bad in ["", "../a", "/etc/passwd", "a/../../b", "..\\a", "./a"] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_changed_file_arrives_again() {
        let folder = std::env::temp_dir().join(format!("motile-assets-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.txt");
        fs::write(&file, "old").unwrap();
        let mut source = FolderSource::new(&folder);
        source.request("a.txt");
        source.request("lost.txt");
        assert_eq!(source.arrived(), Some(("a.txt".into(), Ok(b"old".to_vec()))));
        let lost = source.arrived().and_then(|(_, result)| result.err());
        assert!(lost.is_some_and(|why| why.contains("lost.txt")));
        source.update(1.0);
        assert_eq!(source.arrived(), None, "nothing changed");
        fs::create_dir_all(folder.join("art")).unwrap();
        fs::write(folder.join("art/b.png"), "").unwrap();
        fs::write(folder.join(".hidden"), "").unwrap();
        source.request("manifest.txt");
        let listed = source.arrived().and_then(|(_, result)| result.ok());
        assert_eq!(listed, Some(b"a.txt\nart/b.png\n".to_vec()), "without one, what is there");
        fs::write(&file, "new").unwrap();
        let later = fs::metadata(&file).unwrap().modified().unwrap() + Duration::from_secs(5);
        fs::File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
        source.update(1.0);
        assert_eq!(source.arrived(), Some(("a.txt".into(), Ok(b"new".to_vec()))));
        fs::write(folder.join("lost.txt"), "found").unwrap();
        source.update(1.0);
        assert_eq!(source.arrived(), Some(("lost.txt".into(), Ok(b"found".to_vec()))));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_that_is_still_being_written_arrives_again_when_it_is_whole() {
        let folder = std::env::temp_dir().join(format!("motile-half-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.txt");
        fs::write(&file, "wh").unwrap();
        let time = fs::metadata(&file).unwrap().modified().unwrap();
        let mut source = FolderSource::new(&folder);
        source.request("a.txt");
        assert_eq!(source.arrived(), Some(("a.txt".into(), Ok(b"wh".to_vec()))));
        // As by a system whose clock of files has not moved on meanwhile.
        fs::write(&file, "whole").unwrap();
        fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
        source.update(1.0);
        assert_eq!(source.arrived(), Some(("a.txt".into(), Ok(b"whole".to_vec()))));
        source.update(1.0);
        assert_eq!(source.arrived(), None);
        fs::remove_dir_all(&folder).unwrap();
    }

    /// One that takes NaN seconds never came.
    #[test]
    fn odd_delays_of_files_in_memory_are_none() {
        for seconds in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -0.0, f32::MIN] {
            let mut source = MemorySource::new().with_delay("a.txt", b"a".to_vec(), seconds);
            source.request("a.txt");
            assert_eq!(source.arrived(), Some(("a.txt".into(), Ok(b"a".to_vec()))), "{seconds}");
        }
        let mut source = MemorySource::new().with_delay("a.txt", b"a".to_vec(), 1.0);
        source.request("a.txt");
        for seconds in [f32::NAN, f32::INFINITY, -9.0] {
            source.update(seconds);
            assert_eq!(source.arrived(), None, "{seconds} seconds do not pass");
        }
        source.update(1.0);
        assert!(source.arrived().is_some());
    }

    /// In pages, `level#1.png` was the file `level`.
    #[test]
    fn names_are_written_as_addresses() {
        for (name, address) in [
            ("art/hero_1-a.png", "art/hero_1-a.png"),
            ("level#1.png", "level%231.png"),
            ("a?b=c&d.png", "a%3Fb%3Dc%26d.png"),
            ("50%25.png", "50%2525.png"),
            ("my hero.png", "my%20hero.png"),
            ("größe.txt", "gr%C3%B6%C3%9Fe.txt"),
        ] {
            assert_eq!(as_address(name), address);
        }
    }

    /// A game in a workspace was run from the folder of the workspace, and had none of its files.
    #[test]
    fn a_folder_is_looked_for_in_the_crate_that_cargo_runs() {
        let home = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let looked = |folder: &str| found(folder.into(), [Some(home.clone()), Some("src".into())]);
        assert_eq!(looked("src"), PathBuf::from("src"), "as given");
        assert_eq!(looked("text"), PathBuf::from("src/text"), "beside the program");
        assert_eq!(looked("nowhere"), PathBuf::from("nowhere"));
        assert_eq!(
            found("files".into(), [Some(home.join("tests")), None]),
            home.join("tests/files")
        );
        let run = FolderSource::new("tests/files");
        assert!(run.folder.is_dir());
    }
}
