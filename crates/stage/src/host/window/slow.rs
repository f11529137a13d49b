//! A word about builds that are slow for no good reason.

use motile_time::Duration;

/// Frames that are looked at, and how long their mean may take.
const FRAMES: u32 = 30;
const TOO_SLOW: Duration = Duration::from_millis(33);

/// Watches how long frames take in a development build.
#[derive(Default)]
pub(super) struct SlowBuild {
    frames: u32,
    total: Duration,
}

impl SlowBuild {
    /// Takes in the time of a frame; what to tell the user, once. Nothing in optimized builds: there it is slow because
    /// of what it does.
    pub(super) fn frame(&mut self, took: Duration) -> Option<String> {
        if !cfg!(debug_assertions) || self.frames >= FRAMES {
            return None;
        }
        self.frames += 1;
        self.total += took;
        (self.frames == FRAMES && self.total > TOO_SLOW * FRAMES).then(|| {
            let mean = (self.total / FRAMES).as_millis();
            format!(
                "Drawing takes {mean} ms a frame, perhaps because the libraries are not optimized. These two lines of \
                 Cargo.toml cure it; where the first one is there already, change the second one below \
                 it:\n[profile.dev.package.\"*\"]\nopt-level = 2"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_frames_are_told_once_and_fast_ones_not() {
        let told = |milliseconds| {
            let mut slow = SlowBuild::default();
            let frames = (0..200).filter_map(|_| slow.frame(Duration::from_millis(milliseconds)));
            frames.collect::<Vec<_>>()
        };
        let slow = told(162);
        assert_eq!(slow.len(), usize::from(cfg!(debug_assertions)));
        assert!(slow.iter().all(|text| text.contains("162 ms") && text.contains("opt-level = 2")));
        assert!(told(20).is_empty());
    }
}
