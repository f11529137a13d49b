//! What a sketch can choose from.

use crate::{NoSuchDevice, SampleSource};

/// The devices of the machine, looked at only when a sketch has asked for them.
#[derive(Default)]
pub(super) struct Choices {
    pub(super) microphones: Choice,
    pub(super) cameras: Choice,
    #[cfg(all(feature = "device", not(target_arch = "wasm32")))]
    plugs: Option<motile_sound::CaptureWatch>,
    #[cfg(all(feature = "device", not(target_arch = "wasm32")))]
    devices: Vec<motile_sound::CaptureDevice>,
    #[cfg(all(feature = "device", target_arch = "wasm32"))]
    plugs: crate::page::ListWatch,
    #[cfg(feature = "camera")]
    watch: crate::sight::CameraWatch,
}

/// The names of devices.
#[derive(Default)]
pub(super) struct Choice {
    pub(super) names: Vec<String>,
    /// Whether somebody has asked.
    pub(super) wanted: bool,
    /// Whether the machine was asked.
    #[cfg(any(feature = "camera", all(feature = "device", target_arch = "wasm32")))]
    looked: bool,
}

impl Choices {
    /// Asks the machine, where somebody has asked for it.
    pub(super) fn follow(&mut self, dt: f32) {
        let _ = dt;
        if self.microphones.wanted {
            self.look_for_microphones();
        }
        #[cfg(feature = "camera")]
        if self.cameras.wanted {
            let first = !core::mem::replace(&mut self.cameras.looked, true);
            if self.watch.has_changed(dt) || first {
                let cameras = crate::sight::CameraDevice::list();
                self.cameras.names = cameras.iter().map(named).collect();
            }
        }
    }

    #[cfg(all(feature = "device", not(target_arch = "wasm32")))]
    fn look_for_microphones(&mut self) {
        let plugs = self.plugs.get_or_insert_default();
        if plugs.has_changed() {
            self.devices = plugs.devices();
            self.microphones.names = self.devices.iter().map(|it| it.name().into()).collect();
        }
    }

    #[cfg(all(feature = "device", target_arch = "wasm32"))]
    fn look_for_microphones(&mut self) {
        let first = !core::mem::replace(&mut self.microphones.looked, true);
        if self.plugs.has_changed() || first {
            self.microphones.names = crate::Microphone::list().iter().map(named).collect();
        }
    }

    #[cfg(not(feature = "device"))]
    const fn look_for_microphones(&self) {}

    pub(super) fn microphone(&self, index: usize) -> Result<Box<dyn SampleSource>, NoSuchDevice> {
        #[cfg(all(feature = "device", not(target_arch = "wasm32")))]
        if let Some(device) = self.devices.get(index) {
            return Ok(Box::new(crate::Microphone::of(device.clone())));
        }
        #[cfg(all(feature = "device", target_arch = "wasm32"))]
        if index < self.microphones.names.len() {
            return Ok(Box::new(crate::Microphone::get(index)?));
        }
        Err(NoSuchDevice { index })
    }

    /// The camera at a place of the list.
    #[cfg(feature = "camera")]
    pub(super) fn camera(&self, index: usize) -> Result<crate::sight::CameraDevice, NoSuchDevice> {
        if let Some(name) = self.cameras.names.get(index) {
            // The one of that name, if the list has moved on since it was shown; of several, the one at that place.
            let cameras = crate::sight::CameraDevice::list().into_iter().enumerate();
            let named = cameras.filter(|(_, camera)| named(camera) == *name);
            let found = named.min_by_key(|(place, _)| place.abs_diff(index));
            return found.map(|(_, camera)| camera).ok_or(NoSuchDevice { index });
        }
        Err(NoSuchDevice { index })
    }
}

#[cfg(any(feature = "camera", all(feature = "device", target_arch = "wasm32")))]
fn named<S: crate::Source>(source: &S) -> String {
    source.name().into()
}
