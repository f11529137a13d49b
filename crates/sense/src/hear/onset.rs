//! Did something begin.
//!
//! Spectral flux on bands: in each band the rise of the logarithm of power since a moment before counts, falls do not.
//! Logarithms make soft and loud beginnings alike; the maximum of neighboring bands a moment before keeps a voice that glides
//! from counting as new (Böck and Widmer, "Maximum filter vibrato suppression for onset detection", 2013).

use super::level::to_decibels;

/// Something that began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onset {
    /// Mean rise of the bands, in decibels.
    pub strength: f32,
}

/// Tells when something begins: a word, a note, a bang. Fed with the powers of bands, one set for each block.
#[doc(alias = "spectral flux")]
#[doc(alias = "transient")]
#[derive(Clone)]
pub struct OnsetDetector {
    /// Decibels by which the bands must rise on average, beyond what they did lately.
    pub threshold: f32,
    /// Least time between two onsets, in seconds.
    pub distance: f32,
    /// Power in decibels below which a band counts as silent, so that hiss does not rise.
    pub floor: f32,
    /// Decibels of the bands in the last two blocks.
    before: [Vec<f32>; 2],
    now: Vec<f32>,
    /// Mean of the rises lately.
    usual: f32,
    rise: f32,
    bass: f32,
    since: f32,
    warm: u8,
}

crate::quiet::debug_by!(OnsetDetector: threshold, distance, floor, usual, rise);

impl OnsetDetector {
    /// A detector for a number of bands.
    pub fn new(bands: usize) -> Self {
        let silent = || vec![-200.0; bands];
        Self {
            threshold: 4.0,
            distance: 0.1,
            floor: -66.0,
            before: [silent(), silent()],
            now: silent(),
            usual: 0.0,
            rise: 0.0,
            bass: 0.0,
            since: f32::MAX,
            warm: 0,
        }
    }

    /// The mean rise of the bands in the last block, in decibels.
    pub const fn rise(&self) -> f32 {
        self.rise
    }

    /// The mean rise of the two lowest bands in the last block, in decibels: what drums have and strings have not.
    pub const fn bass_rise(&self) -> f32 {
        self.bass
    }

    /// Takes the powers of the bands in a block that is `dt` seconds long. The first two blocks are no onset: before
    /// them nothing is known.
    pub fn update(&mut self, powers: &[f32], dt: f32) -> Option<Onset> {
        for (now, power) in self.now.iter_mut().zip(powers) {
            *now = to_decibels(power.max(0.0).sqrt()).clamp(self.floor.min(0.0), 200.0);
        }
        self.rise = self.mean_rise();
        let lowest = self.now.len().min(2);
        self.bass = (0..lowest).map(|band| self.band_rise(band)).sum::<f32>() / 2.0;
        self.before.swap(0, 1);
        core::mem::swap(&mut self.before[0], &mut self.now);
        if self.warm < 2 {
            self.warm += 1;
            return None;
        }
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        self.since += dt;
        let began = self.rise > self.threshold + 1.5 * self.usual && self.since >= self.distance;
        // About half a second; a beginning itself counts little, or the next one would be missed.
        self.usual += (self.rise.min(self.threshold) - self.usual) * (dt / 0.5).min(1.0);
        if !began {
            return None;
        }
        self.since = 0.0;
        Some(Onset { strength: self.rise })
    }

    /// Mean rise of all bands, or of the low ones alone: a drum has few bands, and nobody would miss it.
    fn mean_rise(&self) -> f32 {
        let low = self.now.len().div_ceil(5);
        let mean = |count: usize| {
            let sum: f32 = (0..count).map(|band| self.band_rise(band)).sum();
            if count == 0 { 0.0 } else { sum / count as f32 }
        };
        mean(self.now.len()).max(mean(low) * LOW).max(self.narrow_rise() * NARROW)
    }

    /// Mean rise of the three bands beside each other that rose most: all that a whistle has.
    fn narrow_rise(&self) -> f32 {
        let mean = |middle: usize| {
            (middle - 1..=middle + 1).map(|band| self.band_rise(band)).sum::<f32>() / 3.0
        };
        (1..self.now.len().saturating_sub(1)).map(mean).fold(0.0, f32::max)
    }

    /// How far a band rose above what it and its neighbors had in the last two blocks.
    fn band_rise(&self, band: usize) -> f32 {
        let near = band.saturating_sub(1)..(band + 2).min(self.now.len());
        let most = |before: &[f32]| before[near.clone()].iter().copied().fold(-200.0, f32::max);
        let before = most(&self.before[0]).min(most(&self.before[1]));
        (self.now[band] - before).clamp(0.0, 60.0)
    }
}

/// What a rise of the low bands alone counts.
const LOW: f32 = 0.6;
/// What a rise of three bands alone counts.
const NARROW: f32 = 0.4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_55_a_rise_is_an_onset_once() {
        let mut detector = OnsetDetector::new(8);
        let (quiet, loud) = ([1.0e-8; 8], [1.0e-2; 8]);
        let mut at = Vec::new();
        for block in 0..60 {
            let powers = if (20..40).contains(&block) { &loud } else { &quiet };
            if detector.update(powers, 0.01).is_some() {
                at.push(block);
            }
        }
        assert_eq!(at, [20]);
    }

    #[test]
    fn the_first_blocks_and_bad_numbers_are_none() {
        let mut detector = OnsetDetector::new(4);
        assert_eq!(detector.update(&[1.0; 4], 0.01), None);
        assert_eq!(detector.update(&[f32::NAN; 4], f32::NAN), None);
        assert_eq!(detector.update(&[], 0.01), None);
        assert_eq!(OnsetDetector::new(0).update(&[1.0], 0.01), None);
        for _ in 0..10 {
            detector.update(&[f32::INFINITY; 4], 0.01);
            assert!(detector.rise().is_finite());
        }
    }
}
