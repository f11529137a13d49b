//! What an ear tells.

/// Something that was heard, with its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HearingEvent {
    /// What it was.
    pub kind: HearingEventKind,
    /// End of the 10 ms in which it was told, in seconds of the source.
    pub seconds: f64,
}

/// What was heard.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HearingEventKind {
    /// It became loud, or quiet.
    Activity {
        /// Whether it became loud.
        activating: bool,
    },
    /// Something began: a word, a note, a bang.
    Onset {
        /// Mean rise of the bands, in decibels.
        strength: f32,
    },
    /// A clap, or something as short and bright.
    Clap,
    /// A beat of music whose tempo is known. Told as the beats before let expect it, also where nothing is played.
    Beat,
    /// Somebody began to whistle, or ended.
    Whistle {
        /// Whether it began.
        began: bool,
    },
    /// Somebody began to blow on the microphone, or ended.
    Blow {
        /// Whether it began.
        began: bool,
    },
}

impl HearingEvent {
    /// Whether it is a clap.
    pub const fn is_clap(&self) -> bool {
        matches!(self.kind, HearingEventKind::Clap)
    }

    /// Whether it is a beat.
    pub const fn is_beat(&self) -> bool {
        matches!(self.kind, HearingEventKind::Beat)
    }

    /// Whether something began.
    pub const fn is_onset(&self) -> bool {
        matches!(self.kind, HearingEventKind::Onset { .. })
    }
}
