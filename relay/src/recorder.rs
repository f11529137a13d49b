//! Rooms written down, while they last.

use crate::metrics::{Metrics, add};
use motile_net::RoomRecording;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// How names of finished recordings end, and what is behind that while one is written.
pub(crate) const FINISHED: &str = ".room";
pub(crate) const UNFINISHED: &str = ".room.part";

/// Writes the packets of a room to a file, up to a size. The file has its name once it is finished: whoever looks into the
/// folder finds whole recordings.
#[derive(Debug)]
pub(crate) struct Recorder {
    file: BufWriter<File>,
    begun: Instant,
    left: u64,
    bytes: Vec<u8>,
    path: PathBuf,
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
        let file = File::create_new(&path)?;
        // So that a relay which is started beside this one does not take it for left over.
        file.lock()?;
        let mut file = BufWriter::new(file);
        let mut bytes = Vec::new();
        RoomRecording::write_start(key, players, &mut bytes);
        file.write_all(&bytes)?;
        let length = bytes.len() as u64;
        Ok(Self { file, begun: Instant::now(), left: most, bytes, path, length })
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

    /// Puts on the disk what was held back.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    /// The file as it is now.
    pub(crate) fn open(&mut self) -> io::Result<File> {
        self.flush()?;
        File::open(&self.path)
    }

    /// Gives the file its name, which it tells.
    pub(crate) fn finish(mut self) -> io::Result<PathBuf> {
        // What the disk does not take is missing at the end, where readers expect that.
        let _ = self.flush();
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
