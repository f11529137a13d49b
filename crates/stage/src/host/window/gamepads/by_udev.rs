//! Which files are pads, as udev knows it, with the feature `udev`.

use super::{Device, Kernel, LOOK_EVERY, Machine};
use std::{
    io,
    path::{Path, PathBuf},
};
use udev::{Enumerator, MonitorBuilder, MonitorSocket};

/// What udev calls pads and sticks, and the subsystem of the kernel that they belong to.
const JOYSTICK: &str = "ID_INPUT_JOYSTICK";
const SUBSYSTEM: &str = "input";

/// The pads that udev knows. It tells of one when its file has its owner, so that it can be opened.
pub(super) struct Udev {
    /// Nobody tells of changes where it cannot be had, as in some containers: then it is asked once a second.
    monitor: Option<MonitorSocket>,
}

impl Default for Udev {
    fn default() -> Self {
        Self { monitor: listen().ok() }
    }
}

fn listen() -> io::Result<MonitorSocket> {
    MonitorBuilder::new()?.match_subsystem(SUBSYSTEM)?.listen()
}

impl Machine for Udev {
    fn may_have_changed(&mut self, frame: u32) -> bool {
        match &self.monitor {
            Some(monitor) => monitor.iter().count() > 0 || frame == 0,
            None => frame.is_multiple_of(LOOK_EVERY),
        }
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files = pads().unwrap_or_default();
        files.sort();
        files
    }

    fn open(&self, path: &Path) -> Option<Box<dyn Device>> {
        Kernel.open(path)
    }
}

/// The event files of all pads.
fn pads() -> io::Result<Vec<PathBuf>> {
    let mut search = Enumerator::new()?;
    search.match_subsystem(SUBSYSTEM)?;
    search.match_property(JOYSTICK, "1")?;
    let files = search.scan_devices()?.filter_map(|device| device.devnode().map(Path::to_path_buf));
    Ok(files.filter(|path| super::is_event_file(path)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_udev_has_no_pads_and_no_panic() {
        let mut machine = Udev { monitor: None };
        assert!(machine.may_have_changed(0) && !machine.may_have_changed(1));
        assert!(machine.files().iter().all(|path| super::super::is_event_file(path)));
    }
}
