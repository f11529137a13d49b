//! How loud the room is when nobody does anything.

/// The loudness of a room: what a threshold should lie above.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NoiseFloor {
    /// The middle of the levels that were measured.
    pub median: f32,
    /// How far levels lie from the middle: a standard deviation, told by the median of the distances.
    pub spread: f32,
}

impl NoiseFloor {
    /// A threshold for this room: four spreads and two levels above the middle. Not above 90, or a loud room would
    /// never be left.
    pub fn threshold(self) -> f32 {
        (self.median + 4.0 * self.spread + 2.0).clamp(0.0, 90.0)
    }
}

/// Measures a room: a second of levels, of which the median counts, so that one cough does not spoil it.
///
/// ```
/// use motile_sense::hear::Calibration;
///
/// let mut calibration = Calibration::new(1.0);
/// let room = (0..200).find_map(|i| calibration.update(if i == 40 { 90.0 } else { 3.0 }, 0.01));
/// assert_eq!(room.map(|room| (room.median, room.threshold())), Some((3.0, 5.0)));
/// ```
#[doc(alias = "noise floor")]
#[derive(Clone, Debug)]
pub struct Calibration {
    seconds: f32,
    elapsed: f32,
    levels: Vec<f32>,
}

/// Levels that are kept; more of them would not change the median.
const MOST_LEVELS: usize = 1024;

impl Calibration {
    /// A measurement over a number of seconds, which is 0 where it is not finite; asks for its memory now.
    pub fn new(seconds: f32) -> Self {
        let seconds = if seconds.is_finite() { seconds } else { 0.0 };
        Self { seconds, elapsed: 0.0, levels: Vec::with_capacity(MOST_LEVELS) }
    }

    /// How much of it is done, 0…1.
    pub fn progress(&self) -> f32 {
        if self.seconds > 0.0 { (self.elapsed / self.seconds).min(1.0) } else { 1.0 }
    }

    /// Takes the level of a block that is `dt` seconds long; tells the floor once, when the time is over. Numbers that
    /// are not finite are left out.
    pub fn update(&mut self, level: f32, dt: f32) -> Option<NoiseFloor> {
        if !level.is_finite() || !dt.is_finite() || dt <= 0.0 || self.is_over() {
            return None;
        }
        if self.levels.len() < MOST_LEVELS {
            self.levels.push(level);
        }
        self.elapsed += dt;
        self.is_over().then(|| self.measure())
    }

    fn is_over(&self) -> bool {
        // Blocks of 10 ms do not sum up to a second in floats.
        !self.levels.is_empty() && self.elapsed + 1.0e-4 >= self.seconds
    }

    fn measure(&mut self) -> NoiseFloor {
        let median = middle(&mut self.levels);
        for level in &mut self.levels {
            *level = (*level - median).abs();
        }
        // 1.4826: how a median of distances becomes the deviation of a normal distribution.
        NoiseFloor { median, spread: 1.4826 * middle(&mut self.levels) }
    }
}

fn middle(numbers: &mut [f32]) -> f32 {
    numbers.sort_unstable_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn input_52_the_spread_of_normal_noise_is_its_deviation() {
        let (mut calibration, mut rng) = (Calibration::new(5.0), Rng::new(3));
        let floor =
            (0..1000).find_map(|_| calibration.update(20.0 + 2.0 * rng.normal(), 0.01)).unwrap();
        assert!((floor.median - 20.0).abs() < 0.4, "{floor:?}");
        assert!((floor.spread - 2.0).abs() < 0.4, "{floor:?}");
        assert_eq!((calibration.update(1.0, 0.01), calibration.progress()), (None, 1.0));
    }

    #[test]
    fn bad_levels_are_left_out() {
        let mut calibration = Calibration::new(0.02);
        assert_eq!(calibration.update(f32::NAN, 1.0), None);
        assert_eq!(calibration.update(1.0, f32::INFINITY), None);
        assert_eq!(calibration.progress(), 0.0);
    }
}
