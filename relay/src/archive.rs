//! Recordings of rooms that are over: kept for a while, and up to a size.

use crate::options::RelayLimits;
use crate::recorder::{FINISHED, Recorder, UNFINISHED, finish, now};
use motile_net::RoomRecording;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Bytes before the first packet of a recording.
const START: u64 = 13;

/// A folder of recordings. What is in it is found again when a relay is started anew.
#[derive(Debug)]
pub(crate) struct Archive {
    folder: PathBuf,
    /// Bytes of one recording, of all of them, and how long they stay.
    most: u64,
    most_of_all: u64,
    keep: Duration,
    /// Those of rooms that are over, the oldest first.
    over: RefCell<VecDeque<Finished>>,
    /// Bytes of all that there is, finished or not.
    bytes: Cell<u64>,
}

/// The recording of a room that is over.
#[derive(Debug)]
struct Finished {
    room: String,
    key: u64,
    length: u64,
    ended: SystemTime,
    path: PathBuf,
}

impl Archive {
    /// Opens a folder, and finishes what relays that were killed left unfinished there.
    ///
    /// # Errors
    /// When there can be no such folder, in words.
    pub(crate) fn open(folder: &Path, limits: &RelayLimits) -> Result<Self, String> {
        let archive = Self {
            folder: folder.to_path_buf(),
            most: limits.recording,
            most_of_all: limits.recordings,
            keep: limits.keep_recordings,
            over: RefCell::default(),
            bytes: Cell::new(0),
        };
        archive.look_through().map_err(|error| format!("{}: {error}", folder.display()))?;
        archive.tidy();
        Ok(archive)
    }

    fn look_through(&self) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut over = self.over.borrow_mut();
        for entry in fs::read_dir(&self.folder)?.filter_map(Result::ok) {
            let mut path = entry.path();
            if path.to_string_lossy().ends_with(UNFINISHED) && is_left_over(&path) {
                path = finish(&path)?;
            }
            // Other files of the folder are none of ours.
            over.extend(Finished::read(&path));
        }
        over.make_contiguous().sort_by(|a, b| (a.ended, &a.path).cmp(&(b.ended, &b.path)));
        self.bytes.set(over.iter().map(|old| old.length).sum());
        Ok(())
    }

    /// Begins to write a room down, or goes on where a relay left off that had it before, this one or one that has the same folder;
    /// `None` when the disk does not let it, or there is no room for it.
    pub(crate) fn begin(&self, room: &str, key: u64, players: u8) -> Option<Recorder> {
        if let Some(recorder) = self.go_on(room, key) {
            return Some(recorder);
        }
        if !self.make_room(START) {
            return None;
        }
        Recorder::new(&self.folder, room, (key, players), self.most).ok()
    }

    /// Takes up the longest recording of a room that came back: who came to another relay later has less in his.
    fn go_on(&self, room: &str, key: u64) -> Option<Recorder> {
        let files = fs::read_dir(&self.folder).ok()?.filter_map(Result::ok);
        let of_room = |file: fs::DirEntry| {
            let path = file.path();
            let length =
                room_of(&path).filter(|of| of == room).and_then(|_| file.metadata().ok())?;
            Some((length.len(), path))
        };
        let mut files: Vec<_> = files.filter_map(of_room).collect();
        files.sort_unstable_by(|a, b| b.cmp(a));
        let taken = files.iter().find_map(|(_, path)| {
            let recorder = Recorder::go_on(path, key, self.most).ok()?;
            Some((path, recorder))
        });
        let (path, recorder) = taken?;
        let mut over = self.over.borrow_mut();
        let known = over.iter().position(|old| old.path == *path).and_then(|at| over.remove(at));
        drop(over);
        let known = known.map_or(0, |old| old.length);
        self.bytes.set(self.bytes.get().saturating_sub(known));
        self.make_room(recorder.length).then_some(recorder)
    }

    /// Counts bytes that come, for which older recordings give way. Tells whether there is room for them.
    pub(crate) fn make_room(&self, length: u64) -> bool {
        while self.bytes.get().saturating_add(length) > self.most_of_all {
            if !self.remove_oldest() {
                return false;
            }
        }
        self.bytes.set(self.bytes.get() + length);
        true
    }

    /// Takes over what was written of a room that is over.
    pub(crate) fn end(&self, room: &str, key: u64, recorder: Recorder) {
        let length = recorder.length;
        match recorder.finish() {
            Ok(path) => {
                let room = room.to_string();
                let finished = Finished { room, key, length, ended: now(), path };
                self.over.borrow_mut().push_back(finished);
            }
            // Somebody took the file away.
            Err(_) => self.bytes.set(self.bytes.get().saturating_sub(length)),
        }
    }

    /// The latest recording of a room that is over, for somebody who knows its key: only those who were in it do.
    pub(crate) fn find(&self, room: &str, key: u64) -> Option<File> {
        let over = self.over.borrow();
        let found = over.iter().rev().find(|old| old.key == key && old.room == room)?;
        File::open(&found.path).ok()
    }

    /// Removes what is older than it may be, or too much.
    pub(crate) fn tidy(&self) {
        let now = now();
        let is_old =
            |old: &Finished| now.duration_since(old.ended).is_ok_and(|age| age > self.keep);
        while self.over.borrow().front().is_some_and(is_old) {
            self.remove_oldest();
        }
        self.make_room(0);
    }

    fn remove_oldest(&self) -> bool {
        let Some(oldest) = self.over.borrow_mut().pop_front() else { return false };
        self.bytes.set(self.bytes.get().saturating_sub(oldest.length));
        // One that somebody else removed is gone too.
        let _ = fs::remove_file(oldest.path);
        true
    }
}

impl Finished {
    /// What a file of the folder is; `None` when it is no finished recording.
    fn read(path: &Path) -> Option<Self> {
        let room = room_of(path).filter(|_| path.to_string_lossy().ends_with(FINISHED))?;
        let file = File::open(path).ok()?;
        let about = file.metadata().ok()?;
        let mut start = Vec::new();
        file.take(START).read_to_end(&mut start).ok()?;
        let key = RoomRecording::from_bytes(&start).ok()?.key;
        let ended = about.modified().ok()?;
        Some(Self { room, key, length: about.len(), ended, path: path.to_path_buf() })
    }
}

/// The room of a recording by the name of its file: `GAME.CODE-NANOSECONDS-PROCESS.room`, or `….room.part`.
fn room_of(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(FINISHED).or_else(|| name.strip_suffix(UNFINISHED))?;
    let mut parts = name.rsplitn(3, '-');
    let numbers = [parts.next()?, parts.next()?];
    let are_numbers = numbers.iter().all(|number| number.parse::<u64>().is_ok());
    parts.next().filter(|room| are_numbers && room.contains('.')).map(str::to_string)
}

/// Whether nobody writes to an unfinished file any more.
fn is_left_over(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Metrics;

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("motile-archive-{name}-{}", std::process::id()))
    }

    fn limits(recordings: u64) -> RelayLimits {
        RelayLimits { recordings, ..RelayLimits::default() }
    }

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = files.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Records a room with one packet of 100 bytes.
    fn record(archive: &Archive, room: &str, key: u64) {
        let mut recorder = archive.begin(room, key, 2).unwrap();
        let length = recorder.packet(0, 1, &[7; 100], &Metrics::default()).unwrap();
        assert!(archive.make_room(length));
        archive.end(room, key, recorder);
    }

    fn read(mut file: File) -> RoomRecording {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        RoomRecording::from_bytes(&bytes).unwrap()
    }

    #[test]
    fn sim_64_a_recording_is_found_by_those_who_know_its_key_also_after_a_restart() {
        let folder = folder("found");
        let archive = Archive::open(&folder, &limits(1 << 20)).unwrap();
        record(&archive, "pong.ABC", 5);
        record(&archive, "pong.ABC", 6);
        for archive in [archive, Archive::open(&folder, &limits(1 << 20)).unwrap()] {
            for key in [5, 6] {
                let found = read(archive.find("pong.ABC", key).unwrap());
                assert_eq!((found.key, found.packets.len()), (key, 1));
            }
            assert!(archive.find("pong.ABC", 7).is_none() && archive.find("pong.XYZ", 5).is_none());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn sim_64_what_a_killed_relay_left_is_finished_and_what_is_being_written_is_not() {
        let folder = folder("left");
        let archive = Archive::open(&folder, &limits(1 << 20)).unwrap();
        let mut left = archive.begin("pong.LEFT", 1, 2).unwrap();
        left.packet(0, 1, b"said", &Metrics::default()).unwrap();
        drop(left);
        let writing = archive.begin("pong.NOW", 2, 2).unwrap();
        fs::write(folder.join("notes.txt"), "of somebody else").unwrap();
        fs::write(folder.join("pong.BAD-1-2.room"), "no recording").unwrap();
        let again = Archive::open(&folder, &limits(1 << 20)).unwrap();
        assert_eq!(read(again.find("pong.LEFT", 1).unwrap()).packets.len(), 1);
        assert!(again.find("pong.NOW", 2).is_none());
        let unfinished = |name: &&String| name.ends_with(UNFINISHED);
        assert_eq!(names(&folder).iter().filter(unfinished).count(), 1);
        drop(writing);
        assert!(folder.join("notes.txt").exists() && folder.join("pong.BAD-1-2.room").exists());
        fs::remove_dir_all(folder).unwrap();
    }

    /// A room that came back got a second file, which nobody who asked for the room saw together with the first.
    #[test]
    fn sim_64_a_room_that_comes_back_goes_on_in_its_file() {
        let folder = folder("back");
        let archive = Archive::open(&folder, &limits(1 << 20)).unwrap();
        let other = Archive::open(&folder, &limits(1 << 20)).unwrap();
        record(&archive, "pong.ABC", 5);
        record(&archive, "pong.ABC", 6);
        // Over, and back.
        record(&archive, "pong.ABC", 5);
        assert_eq!(read(archive.find("pong.ABC", 5).unwrap()).packets.len(), 2);
        assert_eq!((names(&folder).len(), archive.bytes.get()), (2, 121 + 229));
        // Not while another relay writes it.
        let written = archive.begin("pong.BUSY", 8, 2).unwrap();
        assert!(other.begin("pong.BUSY", 8, 2).is_some_and(|apart| apart.path != written.path));
        // At a relay that has the same folder, after this one was killed in the middle of a packet.
        let mut killed = archive.begin("pong.NEW", 7, 2).unwrap();
        killed.packet(0, 1, b"said", &Metrics::default()).unwrap();
        drop(killed);
        let path = folder.join(names(&folder).into_iter().find(|n| n.contains("NEW")).unwrap());
        let half = [fs::read(&path).unwrap(), b"half".to_vec()].concat();
        fs::write(&path, half).unwrap();
        let mut taken = other.begin("pong.NEW", 7, 2).unwrap();
        taken.packet(1, 0, b"answer", &Metrics::default()).unwrap();
        other.end("pong.NEW", 7, taken);
        let found = read(other.find("pong.NEW", 7).unwrap());
        let said: Vec<_> = found.packets.iter().map(|packet| packet.bytes.as_slice()).collect();
        assert_eq!(said, [&b"said"[..], b"answer"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn sim_64_the_oldest_give_way_and_what_is_too_old_goes() {
        let folder = folder("bounds");
        let archive = Archive::open(&folder, &limits(300)).unwrap();
        for key in 0..5 {
            record(&archive, "pong.ABC", key);
        }
        assert!(archive.find("pong.ABC", 2).is_none() && archive.find("pong.ABC", 3).is_some());
        assert_eq!((names(&folder).len(), archive.bytes.get()), (2, 2 * 121));
        assert!(!archive.make_room(301) && archive.over.borrow().is_empty());
        record(&archive, "pong.ABC", 9);
        let short = RelayLimits { keep_recordings: Duration::ZERO, ..limits(300) };
        drop(Archive::open(&folder, &short).unwrap());
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn sim_64_a_folder_that_cannot_be_is_told() {
        let file = folder("file");
        fs::write(&file, "a file").unwrap();
        assert!(Archive::open(&file, &limits(1)).is_err_and(|error| error.contains("file")));
        fs::remove_file(file).unwrap();
    }
}
