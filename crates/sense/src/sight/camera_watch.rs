//! Cameras that come and go.

/// Tells when a camera was plugged in or out: hot-plug. Looking asks for no permission.
///
/// ```
/// use motile_sense::sight::{CameraDevice, CameraWatch};
///
/// let mut watch = CameraWatch::default();
/// let mut names: Vec<String> = Vec::new();
/// // In every tick:
/// if watch.has_changed(1.0 / 60.0) {
///     names = CameraDevice::list().iter().map(|camera| motile_sense::Source::name(camera).into()).collect();
/// }
/// ```
#[doc(alias = "hot-plug")]
#[doc(alias = "devicechange")]
#[derive(Debug, Default)]
pub struct CameraWatch {
    #[cfg(target_os = "linux")]
    nodes: VideoNodes,
    #[cfg(all(target_arch = "wasm32", feature = "device"))]
    plugs: crate::page::ListWatch,
}

impl CameraWatch {
    /// Lets `dt` seconds pass, and tells whether cameras may have changed since the last call that said so. On Linux it looks
    /// once a second. For two seconds after a change it says so again: a device that was just plugged in is not ready at once.
    pub fn has_changed(&mut self, dt: f32) -> bool {
        let _ = dt;
        #[cfg(target_os = "linux")]
        return self.nodes.have_changed(dt);
        #[cfg(all(target_arch = "wasm32", feature = "device"))]
        return self.plugs.has_changed();
        #[cfg(not(any(target_os = "linux", all(target_arch = "wasm32", feature = "device"))))]
        false
    }
}

/// Which of the places of cameras are taken.
#[cfg(target_os = "linux")]
#[derive(Debug)]
struct VideoNodes {
    folder: std::path::PathBuf,
    seen: Option<u64>,
    /// Seconds until the next look.
    rest: f32,
    /// Looks after a change that tell of it again.
    again: u8,
}

/// Seconds from look to look.
#[cfg(target_os = "linux")]
const PAUSE: f32 = 1.0;

#[cfg(target_os = "linux")]
impl Default for VideoNodes {
    fn default() -> Self {
        Self { folder: "/dev".into(), seen: None, rest: 0.0, again: 0 }
    }
}

#[cfg(target_os = "linux")]
impl VideoNodes {
    fn have_changed(&mut self, dt: f32) -> bool {
        if dt.is_finite() {
            self.rest -= dt.max(0.0);
        }
        if self.rest > 0.0 {
            return false;
        }
        self.rest = PAUSE;
        let now = self.taken();
        // Nothing has changed before the first look.
        if self.seen.replace(now).is_some_and(|before| before != now) {
            self.again = 3;
        }
        let changed = self.again > 0;
        self.again = self.again.saturating_sub(1);
        changed
    }

    /// A bit for each of the first 64 places.
    fn taken(&self) -> u64 {
        let is_taken = |number: &u64| self.folder.join(format!("video{number}")).exists();
        (0..64).filter(is_taken).fold(0, |bits, number| bits | 1 << number)
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use super::VideoNodes;

    #[cfg(target_os = "linux")]
    #[test]
    fn weak_5_14_a_camera_that_is_plugged_in_or_out_is_noticed_within_a_second() {
        let name = format!("motile-nodes-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let mut nodes = VideoNodes { folder: folder.clone(), ..VideoNodes::default() };
        let looks = |nodes: &mut VideoNodes, seconds: u32| {
            (0..seconds * 10).filter(|_| nodes.have_changed(0.1)).count()
        };
        assert_eq!(looks(&mut nodes, 3), 0, "the first look is no change");
        std::fs::write(folder.join("video7"), "").unwrap();
        assert_eq!((looks(&mut nodes, 1), looks(&mut nodes, 4)), (1, 2));
        std::fs::write(folder.join("audio7"), "").unwrap();
        assert_eq!(looks(&mut nodes, 3), 0, "no camera");
        std::fs::remove_file(folder.join("video7")).unwrap();
        assert!(!nodes.have_changed(f32::NAN) && looks(&mut nodes, 1) == 1);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
