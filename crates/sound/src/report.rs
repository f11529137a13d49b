//! How loudspeakers are doing.

use core::fmt;

/// How a [`Speaker`](crate::Speaker) is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpeakerReport {
    /// What plays: `PulseAudio`, `Web Audio`, or the name that cpal gives; `None` while there is no device.
    pub device: Option<String>,
    /// Why there is none.
    pub trouble: Option<String>,
    /// Frames per second of the device.
    pub rate: u32,
    /// Seconds from the end of a tick in which a sound was asked for until it is heard, of the last one.
    pub latency: f32,
    /// The longest of these.
    pub worst_latency: f32,
    /// How many frames were mixed.
    pub frames: u64,
    /// How often the device had to wait for frames.
    pub underruns: u64,
}

/// One line for people: device, rate and latency.
impl fmt::Display for SpeakerReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.device, &self.trouble) {
            (Some(device), _) => {
                let (now, worst) = (self.latency * 1000.0, self.worst_latency * 1000.0);
                write!(f, "{device} at {} Hz, latency {now:.1} ms (worst {worst:.1})", self.rate)
            }
            (None, Some(trouble)) => write!(f, "no sound: {trouble}"),
            (None, None) => f.write_str("no sound yet"),
        }
    }
}

/// How capturing from a microphone is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaptureStatus {
    /// The system has not answered yet.
    #[default]
    Opening,
    /// Samples come in.
    Running,
    /// The system or its owner does not allow it.
    Refused,
    /// There is no microphone, or no way to reach one.
    Missing,
    /// There was one, and it is gone.
    Lost,
    /// Another program has it.
    Busy,
}
