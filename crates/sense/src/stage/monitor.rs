//! The microphone of a sketch, heard from the loudspeakers.

use crate::SampleBlock;

/// What was captured on its way to the loudspeakers. There is none before somebody asked for it.
#[derive(Default)]
pub(super) struct Monitor {
    waiting: Vec<f32>,
    rate: u32,
    #[cfg(feature = "device")]
    speaker: Option<motile_sound::Speaker>,
}

/// Samples that wait for a picture; a sketch that draws none for so long is not heard.
const MOST_WAITING: usize = 16_000;

/// Whether anything is heard at a volume.
fn is_on(volume: f32) -> bool {
    volume.is_finite() && volume > 0.0
}

impl Monitor {
    /// Takes a copy of a block, where it is to be heard.
    pub(super) fn hear(&mut self, block: &SampleBlock, volume: f32) {
        if !is_on(volume) {
            return;
        }
        if self.rate != block.rate || self.waiting.len() > MOST_WAITING {
            self.waiting.clear();
        }
        self.rate = block.rate;
        self.waiting.extend_from_slice(&block.samples);
    }

    /// Hands what waits to the loudspeakers; without a volume they are let go.
    pub(super) fn present(&mut self, volume: f32) {
        #[cfg(feature = "device")]
        if is_on(volume) {
            let speaker = self.speaker.get_or_insert_with(motile_sound::Speaker::open);
            speaker.stream(self.rate, &self.waiting, volume);
            speaker.play([]);
        } else {
            self.speaker = None;
        }
        let _ = volume;
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(rate: u32) -> SampleBlock {
        let mut block = SampleBlock::default();
        block.fill(rate, 0, [0.5; 480]);
        block
    }

    #[test]
    fn weak_5_5_nothing_is_kept_for_loudspeakers_that_nobody_turned_on() {
        let mut monitor = Monitor::default();
        for volume in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            monitor.hear(&block(48_000), volume);
            monitor.present(volume);
            assert!(monitor.waiting.is_empty());
            #[cfg(feature = "device")]
            assert!(monitor.speaker.is_none(), "no loudspeaker is opened");
        }
    }

    #[test]
    fn input_7_what_waits_is_of_one_rate_and_does_not_pile_up() {
        let mut monitor = Monitor::default();
        monitor.hear(&block(48_000), 0.5);
        monitor.hear(&block(48_000), 0.5);
        assert_eq!((monitor.rate, monitor.waiting.len()), (48_000, 960));
        monitor.hear(&block(16_000), 0.5);
        assert_eq!((monitor.rate, monitor.waiting.len()), (16_000, 480));
        for _ in 0..1_000 {
            monitor.hear(&block(16_000), 0.5);
        }
        assert!(monitor.waiting.len() <= MOST_WAITING + 480, "{}", monitor.waiting.len());
    }
}
