//! Saves as files of a folder.

use super::{SaveError, Store, check_name};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How the names of finished saves end, and of those being written.
const WHOLE: &str = "json";
const PART: &str = "json-part";

#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
}

impl Files {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn path(&self, slot: &str, ending: &str) -> PathBuf {
        self.folder.join(slot).with_extension(ending)
    }
}

/// The user's folder for data of programs.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn data_folder() -> Result<PathBuf, SaveError> {
    let folder = |name: &str| {
        let folder = std::env::var_os(name).map(PathBuf::from);
        // The rule of XDG, and sensible elsewhere: a relative path says nothing.
        folder.filter(|folder| folder.is_absolute())
    };
    let found = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    found.ok_or_else(|| SaveError::Denied("the user has no folder".into()))
}

impl Store for Files {
    fn read(&self, slot: &str) -> Result<Option<String>, SaveError> {
        match fs::read(self.path(slot, WHOLE)) {
            Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| SaveError::Damaged {
                slot: slot.into(),
                reason: "it is no text".into(),
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }

    fn write(&mut self, slot: &str, text: &str) -> Result<(), SaveError> {
        let (part, whole) = (self.path(slot, PART), self.path(slot, WHOLE));
        let written = fs::create_dir_all(&self.folder)
            .and_then(|()| write_whole(&part, text))
            // Renaming replaces the old file in one step of the file system.
            .and_then(|()| fs::rename(&part, &whole))
            .and_then(|()| sync_folder(&self.folder));
        written.map_err(|error| {
            // A part that is left over is replaced by the next write, so it does not matter whether this works.
            fs::remove_file(&part).ok();
            failed(&error)
        })
    }

    fn remove(&mut self, slot: &str) -> Result<(), SaveError> {
        match fs::remove_file(self.path(slot, WHOLE)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(&error)),
            _ => Ok(()),
        }
    }

    fn slots(&self) -> Result<Vec<String>, SaveError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(Vec::new());
            }
            Err(error) => return Err(failed(&error)),
        };
        let mut slots = Vec::new();
        for entry in entries {
            let path = entry.map_err(|error| failed(&error))?.path();
            let is_whole = path.extension().is_some_and(|ending| ending == WHOLE) && path.is_file();
            let name = path.file_stem().and_then(|name| name.to_str()).filter(|_| is_whole);
            // Somebody may have put files there whose names are those of no slot.
            slots.extend(name.filter(|name| check_name(name).is_ok()).map(String::from));
        }
        slots.sort_unstable();
        Ok(slots)
    }
}

/// Writes a file and waits until the disk has it: renamed before that, a power cut could leave an empty file of the name.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Waits until the disk knows of the new name. Windows has no such call, and needs none.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn failed(error: &io::Error) -> SaveError {
    let reason = error.to_string();
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => SaveError::Denied(reason),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => SaveError::Full(reason),
        _ => SaveError::Storage(reason),
    }
}
