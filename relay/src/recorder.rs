//! Rooms written down, while they last and when they come back.

use crate::metrics::{Metrics, add};
use motile_net::RoomRecording;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// How names of finished recordings end, and what is behind that while one is written.
pub(crate) const FINISHED: &str = ".room";
pub(crate) const UNFINISHED: &str = ".room.part";

/// Writes the packets of a room to a file, up to a size. The file has its name once it is finished: whoever looks into the
/// folder finds whole recordings.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// Written to at once: what a relay that is killed handed on is in it, so that no tick is missing when the room goes on.
    file: File,
    begun: Instant,
    left: u64,
    bytes: Vec<u8>,
    pub(crate) path: PathBuf,
    /// Bytes so far.
    pub(crate) length: u64,
}

impl Recorder {
    /// Begins a file for a room such as `ball-racer.KXQBDF`.
    pub(crate) fn new(
        folder: &Path,
        room: &str,
        (key, players): (u64, u8),
        most: u64,
    ) -> io::Result<Self> {
        let now = now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{room}-{}-{}{UNFINISHED}", now.as_nanos(), std::process::id());
        let path = folder.join(name);
        let mut file = File::create_new(&path)?;
        // So that a relay which is started beside this one does not take it for left over.
        file.lock()?;
        let mut bytes = Vec::new();
        RoomRecording::write_start(key, players, &mut bytes);
        file.write_all(&bytes)?;
        let length = bytes.len() as u64;
        Ok(Self { file, begun: Instant::now(), left: most, bytes, path, length })
    }

    /// Goes on with a file of the room that nobody writes to any more, behind its last whole packet.
    pub(crate) fn go_on(path: &Path, key: u64, most: u64) -> io::Result<Self> {
        let mut file = File::options().read(true).write(true).open(path)?;
        file.try_lock()?;
        let mut bytes = Vec::new();
        (&file).take(most).read_to_end(&mut bytes)?;
        let read = RoomRecording::read(&bytes).map_err(|_| io::ErrorKind::InvalidData)?;
        let (recording, length) = (read.0, read.1 as u64);
        let left = most.checked_sub(length).filter(|_| recording.key == key);
        let left = left.ok_or(io::ErrorKind::InvalidData)?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        let path = if path.to_string_lossy().ends_with(UNFINISHED) {
            path.to_path_buf()
        } else {
            let unfinished = path.with_extension(UNFINISHED.trim_start_matches('.'));
            fs::rename(path, &unfinished)?;
            unfinished
        };
        // Its clock goes on where it stood.
        let stood = recording.packets.last().map_or(0, |packet| packet.millis);
        let now = Instant::now();
        let begun = now.checked_sub(Duration::from_millis(stood.into())).unwrap_or(now);
        Ok(Self { file, begun, left, bytes, path, length })
    }

    /// Writes a packet down, or fails when the disk does or the recording is as long as it may be.
    pub(crate) fn packet(
        &mut self,
        from: u8,
        to: u8,
        packet: &[u8],
        metrics: &Metrics,
    ) -> io::Result<u64> {
        let millis = self.begun.elapsed().as_millis() as u32;
        self.bytes.clear();
        RoomRecording::write_packet(millis, from, to, packet, &mut self.bytes);
        let length = self.bytes.len() as u64;
        self.left = self.left.checked_sub(length).ok_or(io::ErrorKind::FileTooLarge)?;
        add(&metrics.recorded_bytes, length);
        self.file.write_all(&self.bytes)?;
        self.length += length;
        Ok(length)
    }

    /// The file as it is now.
    pub(crate) fn open(&self) -> io::Result<File> {
        File::open(&self.path)
    }

    /// Gives the file its name, which it tells.
    pub(crate) fn finish(self) -> io::Result<PathBuf> {
        finish(&self.path)
    }
}

/// Gives an unfinished file its name.
pub(crate) fn finish(path: &Path) -> io::Result<PathBuf> {
    let finished = path.with_extension("");
    fs::rename(path, &finished)?;
    Ok(finished)
}

pub(crate) fn now() -> SystemTime {
    #[expect(clippy::disallowed_methods, reason = "files are named after the time, and grow old")]
    SystemTime::now()
}
