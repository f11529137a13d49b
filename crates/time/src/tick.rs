//! The number of a simulation step, and how many of them make a second.

use motile_geom::{HashState, StateHash};

/// When a step of a simulation is: its number, its length and its time.
///
/// `time` is computed from the index, never summed up, so tick 10⁹ is as exact as tick 1.
///
/// ```
/// use motile_time::{Rate, TickTime};
/// let tick = TickTime::new(90, Rate::hz(60));
/// assert_eq!((tick.index, tick.time), (90, 1.5));
/// ```
#[doc(alias = "frame")]
#[doc(alias = "delta time")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TickTime {
    /// How many ticks came before this one.
    pub index: u64,
    /// Length of the step in seconds.
    pub dt: f32,
    /// Simulated seconds at the beginning of the step.
    pub time: f64,
}

impl TickTime {
    /// The tick with this index at a fixed rate.
    pub fn new(index: u64, rate: Rate) -> Self {
        Self { index, dt: rate.dt(), time: rate.seconds_at(index) }
    }
}

impl Default for TickTime {
    fn default() -> Self {
        Self::new(0, Rate::default())
    }
}

/// Ticks per second as an exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    ticks: u32,
    seconds: u32,
}

impl HashState for Rate {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.ticks, self.seconds));
    }
}

impl Default for Rate {
    /// 60 ticks a second.
    fn default() -> Self {
        Self::hz(60)
    }
}

impl Rate {
    /// A whole number of ticks a second; 0 counts as 1.
    pub const fn hz(ticks: u32) -> Self {
        Self::ratio(ticks, 1)
    }

    /// `ticks` in `seconds`, for rates such as 30000/1001 frames a second; 0 counts as 1 in both.
    pub const fn ratio(ticks: u32, seconds: u32) -> Self {
        Self {
            ticks: if ticks == 0 { 1 } else { ticks },
            seconds: if seconds == 0 { 1 } else { seconds },
        }
    }

    /// The number of ticks in [`Rate::seconds`] seconds.
    pub const fn ticks(self) -> u32 {
        self.ticks
    }

    /// The number of seconds that [`Rate::ticks`] ticks last.
    pub const fn seconds(self) -> u32 {
        self.seconds
    }

    /// Length of one tick in seconds.
    pub fn dt(self) -> f32 {
        (self.seconds as f64 / self.ticks as f64) as f32
    }

    /// Seconds at the beginning of tick `index`, rounded once.
    pub fn seconds_at(self, index: u64) -> f64 {
        let scaled = index as u128 * self.seconds as u128;
        let ticks = self.ticks as u128;
        (scaled / ticks) as f64 + (scaled % ticks) as f64 / ticks as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sim_60_tick_time_never_accumulates() {
        // A day of ticks, and a million years of them.
        assert_eq!(TickTime::new(86_400 * 60, Rate::hz(60)).time, 86_400.0);
        assert_eq!(Rate::hz(60).seconds_at(60 * 31_557_600_000_000), 31_557_600_000_000.0);
        assert_eq!(Rate::ratio(30_000, 1001).seconds_at(30_000), 1001.0);
        assert_eq!(Rate::hz(3).seconds_at(1), 1.0 / 3.0);
    }

    #[test]
    fn a_rate_of_zero_is_one() {
        assert_eq!(Rate::hz(0).dt(), 1.0);
        assert_eq!(Rate::ratio(24, 0), Rate::hz(24));
    }
}
