//! Microphones that come back.

use motile_sound::{CaptureDevice, CaptureWatch};

/// Tells of a microphone that may be there again: one was plugged in or out since the last look.
#[derive(Debug, Default)]
pub(crate) struct PlugWatch(Option<CaptureWatch>);

impl PlugWatch {
    /// Begins to watch, and forgets what has changed so far. Nobody watches before the first start.
    pub(crate) fn begin(&mut self) {
        self.0.get_or_insert_default().has_changed();
    }

    /// Whether there was a change since this was last asked, after which the device is there; any device, if none was chosen.
    pub(crate) fn brought(&mut self, device: Option<&CaptureDevice>) -> bool {
        let Some(watch) = &mut self.0 else { return false };
        if !watch.has_changed() {
            return false;
        }
        let devices = watch.devices();
        match device {
            Some(device) => devices.iter().any(|there| there.is_same(device)),
            None => !devices.is_empty(),
        }
    }
}
