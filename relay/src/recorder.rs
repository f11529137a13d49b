//! Rooms written down.

use crate::metrics::{Metrics, add};
use motile_net::RoomRecording;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Writes the packets of a room to a file, up to a size.
#[derive(Debug)]
pub(crate) struct Recorder {
    file: BufWriter<File>,
    begun: Instant,
    left: u64,
    bytes: Vec<u8>,
    pub(crate) path: PathBuf,
}

impl Recorder {
    /// Begins a file for a room such as `ball-racer.KXQBDF`.
    pub(crate) fn new(
        folder: &Path,
        room: &str,
        (key, players): (u64, u8),
        most: u64,
    ) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        #[expect(clippy::disallowed_methods, reason = "files are named after the time")]
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{room}-{}-{}.room", now.as_millis(), std::process::id());
        let path = folder.join(name);
        let mut file = BufWriter::new(File::create_new(&path)?);
        let mut bytes = Vec::new();
        RoomRecording::write_start(key, players, &mut bytes);
        file.write_all(&bytes)?;
        Ok(Self { file, begun: Instant::now(), left: most, bytes, path })
    }

    /// Writes a packet down, or fails when the disk does or the recording is as long as it may be.
    pub(crate) fn packet(
        &mut self,
        from: u8,
        to: u8,
        packet: &[u8],
        metrics: &Metrics,
    ) -> io::Result<()> {
        let millis = self.begun.elapsed().as_millis() as u32;
        self.bytes.clear();
        RoomRecording::write_packet(millis, from, to, packet, &mut self.bytes);
        let length = self.bytes.len() as u64;
        self.left = self.left.checked_sub(length).ok_or(io::ErrorKind::FileTooLarge)?;
        add(&metrics.recorded_bytes, length);
        self.file.write_all(&self.bytes)
    }

    /// Puts on the disk what was held back.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
