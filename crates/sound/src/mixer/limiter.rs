//! Keeps the mix below full scale.

use super::{Block, QUANTUM};

/// Loudest sample that leaves the mixer, a little under full scale: devices and files round.
const CEILING: f32 = 0.98;
/// Part of the way back to full volume in one quantum; at 48 kHz half of it takes about a tenth of a second.
const RELEASE: f32 = 0.01;

/// A limiter that looks one quantum ahead: it holds a block back until it knows how loud the next one is, and lowers the
/// volume along a straight line between them. Neither end of a line is above what its block may have, so no sample
/// overshoots, and what was never too loud passes with its own bits.
#[derive(Clone, Debug)]
pub(super) struct Limiter {
    held: Block,
    /// Volume that the held block may have.
    allowed: f32,
    /// Volume at the beginning of the held block.
    volume: f32,
}

impl Limiter {
    pub(super) const fn new() -> Self {
        Self { held: [[0.0; 2]; QUANTUM], allowed: 1.0, volume: 1.0 }
    }

    /// Takes a block and puts the one before in its place.
    pub(super) fn pass(&mut self, block: &mut Block) {
        let peak = block.iter().flatten().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
        let allowed = if peak > CEILING { CEILING / peak } else { 1.0 };
        let recovered = self.volume + (1.0 - self.volume) * RELEASE;
        let end = self.allowed.min(allowed).min(if recovered > 0.999 { 1.0 } else { recovered });
        if self.volume < 1.0 || end < 1.0 {
            let slope = (end - self.volume) / QUANTUM as f32;
            for (index, frame) in self.held.iter_mut().enumerate() {
                let volume = self.volume + slope * index as f32;
                *frame = frame.map(|sample| (sample * volume).clamp(-1.0, 1.0));
            }
        }
        core::mem::swap(&mut self.held, block);
        (self.allowed, self.volume) = (allowed, end);
    }

    /// How much the volume is lowered now: 1 is not at all.
    pub(super) const fn volume(&self) -> f32 {
        self.volume
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn nothing_overshoots_and_quiet_blocks_keep_their_bits() {
        let (mut limiter, mut rng) = (Limiter::new(), Rng::new(5));
        let mut before: Option<(Block, f32)> = None;
        for round in 0..2000 {
            let loudness = if round % 400 < 300 { 0.9 } else { 30.0 };
            let block: Block =
                core::array::from_fn(|_| [0.0; 2].map(|_: f32| rng.range(-loudness..loudness)));
            let mut out = block;
            let untouched = limiter.volume() == 1.0;
            limiter.pass(&mut out);
            assert!(out.iter().flatten().all(|sample| sample.abs() <= CEILING * 1.000_01));
            if let Some((held, loudness)) = before
                && loudness < 1.0
                && untouched
                && limiter.volume() == 1.0
            {
                assert_eq!(out, held);
            }
            before = Some((block, loudness));
        }
    }
}
