//! Between a mixer and its device: a game that stands still is silent.

use crate::Mixer;

/// Lets a mixer through, or holds it where it is. What is cut off fades within a block, so that nothing clicks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gate {
    /// Whether it is to be shut.
    pub(crate) halted: bool,
    /// Whether the last block was silent.
    shut: bool,
}

impl Gate {
    /// Fills a block with what the mixer makes, which goes on only if it is let through.
    pub(crate) fn render(&mut self, mixer: &mut Mixer, block: &mut [[f32; 2]]) {
        if block.is_empty() {
            return;
        }
        if self.halted && self.shut {
            return block.fill([0.0; 2]);
        }
        mixer.render(block);
        if self.halted != self.shut {
            let step = 1.0 / block.len() as f32;
            for (at, frame) in block.iter_mut().enumerate() {
                let passed = at as f32 * step;
                let volume = if self.halted { 1.0 - passed } else { passed };
                *frame = frame.map(|side| side * volume);
            }
            self.shut = self.halted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Patch, SoundBoard, Waveform};

    #[test]
    fn what_is_held_goes_on_where_it_was_without_a_click() {
        let mut board = SoundBoard::new();
        board.play(Patch::tone(Waveform::Sine, 200.0, 1.0).render().cue().looped());
        let (mut mixer, mut gate) = (Mixer::new(48_000), Gate::default());
        mixer.follow(board.take_events());
        let mut all = Vec::new();
        for block in 0..60 {
            gate.halted = (20..40).contains(&block);
            let mut frames = [[0.0; 2]; 240];
            gate.render(&mut mixer, &mut frames);
            all.extend(frames.map(|frame| frame[0]));
        }
        assert_eq!(mixer.frames(), 41 * 240, "one block to fade out");
        assert!(all[21 * 240..40 * 240].iter().all(|&side| side == 0.0));
        assert!(all[..20 * 240].iter().any(|side| side.abs() > 0.1));
        assert!(all[41 * 240..].iter().any(|side| side.abs() > 0.1));
        let steep =
            |all: &[f32]| all.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(steep(&all) <= steep(&all[..20 * 240]) * 1.2, "{}", steep(&all));
    }
}
