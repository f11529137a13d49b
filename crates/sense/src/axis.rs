//! Senses as axes and actions of a game.

use crate::hear::Hearing;
use motile_geom::ops;

/// A number that hearing gives, to be bound to an axis or an action. Senses that are not listed give theirs to the same
/// axes: [`SenseAxis::update`] takes any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeardSense {
    /// The smoothed level, 0…100.
    Level,
    /// The level in the way ears hear, 0…100.
    DecibelLevel,
    /// The note as MIDI counts them, with its fraction; none where there is no clear one.
    Pitch,
    /// The note of a whistle as MIDI counts them; none while nobody whistles.
    Whistle,
    /// The mean frequency in Hz.
    Brightness,
    /// 1 in the 10 ms in which something begins, else 0.
    Onset,
    /// 1 in the 10 ms in which a clap is recognized, else 0.
    Clap,
    /// 1 while somebody blows, else 0.
    Blow,
    /// 1 while there is something to be heard, else 0.
    Activity,
    /// Beats per minute; none where nothing repeats.
    Tempo,
    /// 1 in the 10 ms into which a beat falls, else 0.
    Beat,
    /// Where between two beats it is, 0…1; none where nothing repeats.
    BeatPhase,
}

impl HeardSense {
    /// The number in what was heard.
    pub fn value(self, hearing: &Hearing) -> Option<f32> {
        let yes = |yes: bool| Some(f32::from(u8::from(yes)));
        let note = |hz: f32| 69.0 + 12.0 * ops::log2(hz / 440.0);
        match self {
            Self::Level => Some(hearing.smooth_level),
            Self::DecibelLevel => Some(hearing.decibel_level),
            Self::Pitch => hearing.pitch.map(|pitch| note(pitch.hz)),
            Self::Whistle => hearing.whistle.map(note),
            Self::Brightness => Some(hearing.centroid),
            Self::Onset => yes(hearing.onset.is_some()),
            Self::Clap => yes(hearing.clap),
            Self::Blow => yes(hearing.blow),
            Self::Activity => yes(hearing.active),
            Self::Tempo => hearing.tempo,
            Self::Beat => yes(hearing.beat),
            Self::BeatPhase => hearing.beat_phase,
        }
    }
}

/// Makes an axis −1…1 of a sense: a range of it is spread over the axis, smoothed, with a dead zone around 0.
///
/// ```
/// use motile_sense::SenseAxis;
///
/// // Whistling an octave from A5 to A6 steers from left to right.
/// let mut steer = SenseAxis::new(81.0, 93.0);
/// assert_eq!(steer.update(Some(84.0), 1.0 / 60.0), -0.5);
/// assert_eq!(steer.update(None, 1.0 / 60.0), 0.0, "silence lets go");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenseAxis {
    /// What stands for −1.
    pub from: f32,
    /// What stands for 1; may be less than `from`.
    pub to: f32,
    /// Where the axis rests while the sense has nothing to tell.
    pub rest: f32,
    /// Seconds in which 63 % of a change are followed; 0 follows at once.
    pub smoothing: f32,
    /// Values nearer to 0 than this are 0; the rest is spread over the whole axis again.
    pub dead_zone: f32,
    value: f32,
}

impl SenseAxis {
    /// An axis over a range of a sense.
    pub const fn new(from: f32, to: f32) -> Self {
        Self { from, to, rest: 0.0, smoothing: 0.0, dead_zone: 0.0, value: 0.0 }
    }

    /// Seconds in which 63 % of a change are followed.
    pub const fn with_smoothing(mut self, seconds: f32) -> Self {
        self.smoothing = seconds;
        self
    }

    /// Values nearer to 0 than this are 0.
    pub const fn with_dead_zone(mut self, dead_zone: f32) -> Self {
        self.dead_zone = dead_zone;
        self
    }

    /// Where the axis rests while the sense has nothing to tell.
    pub const fn with_rest(mut self, rest: f32) -> Self {
        self.rest = rest;
        self
    }

    /// Follows a sense for `dt` seconds and gives the axis, −1…1. Numbers that are not finite are nothing told; while one of the
    /// settings is not finite the axis stays where it is.
    pub fn update(&mut self, sense: Option<f32>, dt: f32) -> f32 {
        let target = sense.filter(|sense| sense.is_finite()).map(|sense| self.spread(sense));
        let target = target.unwrap_or(self.rest).clamp(-1.0, 1.0);
        if !target.is_finite() {
            return self.value();
        }
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        let part = match self.smoothing {
            smoothing if smoothing > 0.0 => 1.0 - ops::exp(-dt / smoothing),
            // Not a number follows nothing.
            smoothing if smoothing.is_nan() => 0.0,
            _ => 1.0,
        };
        self.value += (target - self.value) * part;
        self.value()
    }

    /// The axis now, −1…1.
    pub fn value(&self) -> f32 {
        let dead = if self.dead_zone.is_nan() { 0.0 } else { self.dead_zone.clamp(0.0, 0.99) };
        let beyond = (self.value.abs() - dead).max(0.0) / (1.0 - dead);
        if self.value < 0.0 { -beyond } else { beyond }
    }

    fn spread(&self, sense: f32) -> f32 {
        let range = self.to - self.from;
        if range == 0.0 { 0.0 } else { ((sense - self.from) / range * 2.0 - 1.0).clamp(-1.0, 1.0) }
    }
}

/// Makes an action, which is down or up as a key is, of a sense.
///
/// ```
/// use motile_sense::SenseAction;
///
/// let mut jump = SenseAction::new(30.0);
/// assert!(jump.update(Some(40.0)).pressed());
/// assert!(jump.update(Some(28.0)).is_down(), "a little less does not let go");
/// assert!(jump.update(Some(10.0)).released());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenseAction {
    /// Beyond this it goes down.
    pub threshold: f32,
    /// How far on the other side of the threshold it comes up again; a negative one counts as 0.
    pub hysteresis: f32,
    /// Whether it goes down below the threshold, instead of above.
    pub is_below: bool,
    down: bool,
    changed: bool,
}

impl SenseAction {
    /// An action that is down while a sense is above a threshold; it comes up a tenth of that below it.
    pub const fn new(threshold: f32) -> Self {
        let hysteresis = threshold.abs() * 0.1;
        Self { threshold, hysteresis, is_below: false, down: false, changed: false }
    }

    /// An action that is down while a sense is below a threshold; it comes up a tenth of that above it.
    ///
    /// ```
    /// use motile_sense::SenseAction;
    ///
    /// // What moves to the left: `SeenSense::WayX` goes from −1 to 1.
    /// let mut left = SenseAction::below(-0.5);
    /// assert!(left.update(Some(-0.6)).pressed());
    /// assert!(left.update(Some(-0.47)).is_down() && left.update(Some(0.2)).released());
    /// ```
    pub const fn below(threshold: f32) -> Self {
        let mut action = Self::new(threshold);
        action.is_below = true;
        action
    }

    /// Takes what the sense tells in a tick; nothing, and numbers that are not finite, let go.
    pub fn update(&mut self, sense: Option<f32>) -> &Self {
        let margin = if self.down { self.hysteresis.max(0.0) } else { 0.0 };
        let is_beyond = |sense: f32| {
            if self.is_below {
                sense < self.threshold + margin
            } else {
                sense > self.threshold - margin
            }
        };
        let down = sense.is_some_and(|sense| sense.is_finite() && is_beyond(sense));
        (self.changed, self.down) = (down != self.down, down);
        self
    }

    /// Whether it is down.
    pub const fn is_down(&self) -> bool {
        self.down
    }

    /// Whether it went down in this tick.
    pub const fn pressed(&self) -> bool {
        self.down && self.changed
    }

    /// Whether it came up in this tick.
    pub const fn released(&self) -> bool {
        !self.down && self.changed
    }
}

/// What becomes of the number of a sense before a game sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SenseShape {
    /// Nothing.
    #[default]
    Plain,
    /// It becomes an axis, −1…1.
    Axis(SenseAxis),
    /// It becomes an action: 1 while it is down, else 0.
    Action(SenseAction),
}

impl From<SenseAxis> for SenseShape {
    fn from(axis: SenseAxis) -> Self {
        Self::Axis(axis)
    }
}

impl From<SenseAction> for SenseShape {
    fn from(action: SenseAction) -> Self {
        Self::Action(action)
    }
}

impl SenseShape {
    /// Follows a sense for `dt` seconds. Numbers that are not finite are nothing told: an axis rests then, an action is up,
    /// and a plain number is none.
    pub fn update(&mut self, sense: Option<f32>, dt: f32) -> Option<f32> {
        match self {
            Self::Plain => sense.filter(|sense| sense.is_finite()),
            Self::Axis(axis) => Some(axis.update(sense, dt)),
            Self::Action(action) => Some(f32::from(u8::from(action.update(sense).is_down()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_smooths_and_has_a_dead_zone() {
        let mut axis = SenseAxis::new(0.0, 100.0).with_dead_zone(0.2).with_rest(-1.0);
        assert_eq!(axis.update(Some(55.0), 0.1), 0.0);
        assert_eq!(axis.update(Some(100.0), 0.1), 1.0);
        assert!((axis.update(Some(80.0), 0.1) - 0.5).abs() < 1.0e-6);
        assert_eq!(axis.update(None, 0.1), -1.0);
        let mut smooth = SenseAxis::new(0.0, 1.0).with_smoothing(0.1);
        assert!((smooth.update(Some(1.0), 0.1) - 0.632).abs() < 0.001);
    }

    /// Below 0 the edge to come up lay above the one to go down: the action changed in every tick between them.
    #[test]
    fn input_62_an_action_with_a_negative_threshold_does_not_chatter() {
        for (mut action, sense) in [
            (SenseAction::new(-0.5), -0.47),
            (SenseAction { hysteresis: -9.0, ..SenseAction::new(2.0) }, 3.0),
        ] {
            let told = [sense; 6].map(|sense| action.update(Some(sense)).is_down());
            assert_eq!(told, [true; 6]);
        }
        let mut below = SenseAction::below(-0.5);
        let told = [-0.4, -0.6, -0.47, -0.4].map(|sense| below.update(Some(sense)).is_down());
        assert_eq!(told, [false, true, true, false]);
    }

    /// The axis became not a number, and stayed so when the settings were mended.
    #[test]
    fn input_62_settings_that_are_not_finite_leave_the_axis_where_it_is() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let good = SenseAxis::new(0.0, 10.0).with_smoothing(0.1);
            for broken in [
                SenseAxis { from: bad, ..good },
                SenseAxis { to: bad, ..good },
                SenseAxis { dead_zone: bad, ..good },
                SenseAxis { smoothing: bad, ..good },
                SenseAxis { from: f32::MIN, to: f32::MAX, ..good },
            ] {
                let mut axis = broken;
                assert!((-1.0..=1.0).contains(&axis.update(Some(f32::MAX), 0.1)), "{broken:?}");
                axis = SenseAxis { value: axis.value, ..good };
                assert!((-1.0..=1.0).contains(&axis.update(Some(7.0), 0.1)), "{broken:?}");
            }
            let mut axis = SenseAxis::new(0.0, 10.0);
            axis.update(Some(10.0), 0.1);
            axis.from = bad;
            assert_eq!(axis.update(Some(2.0), 0.1), 1.0);
            (axis.from, axis.rest) = (0.0, f32::NAN);
            assert_eq!((axis.update(None, 0.1), axis.update(Some(5.0), 0.1)), (1.0, 0.0));
        }
    }

    #[test]
    fn bad_numbers_let_go() {
        let mut axis = SenseAxis::new(5.0, 5.0);
        assert_eq!(axis.update(Some(7.0), 0.1), 0.0);
        assert_eq!(axis.update(Some(f32::NAN), f32::NAN), 0.0);
        let mut action = SenseAction::new(1.0);
        assert!(action.update(Some(2.0)).pressed());
        assert!(action.update(Some(f32::INFINITY)).released());
        assert!(!action.update(None).released());
    }
}
