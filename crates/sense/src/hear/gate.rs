//! Is there something to be heard.

/// Tells when it becomes loud and when it has become quiet: events instead of a number to watch.
///
/// It opens when the level is above a threshold. It closes when the level has been at or below a lower threshold for a
/// whole hold time, so that pauses between words and a row of bangs do not close it.
///
/// ```
/// use motile_sense::hear::ActivityGate;
///
/// let mut clapper = ActivityGate::new(25.0, 0.5);
/// assert_eq!(clapper.update(60.0, 0.01).map(|event| event.activating), Some(true));
/// for _ in 0..49 {
///     assert_eq!(clapper.update(0.0, 0.01), None);
/// }
/// assert_eq!(clapper.update(0.0, 0.01).map(|event| event.activating), Some(false));
/// ```
#[doc(alias = "noise gate")]
#[doc(alias = "voice activity")]
#[doc(alias = "silence level")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActivityGate {
    /// The level above which it opens, 0…100; at 100 it never does.
    pub threshold: f32,
    /// How far below the threshold the level must fall to count as quiet. It counts at most half of the threshold: silence
    /// closes every gate.
    pub hysteresis: f32,
    /// Seconds of loudness before it opens.
    pub attack: f32,
    /// Seconds of quiet before it closes.
    #[doc(alias = "silence timeout")]
    pub hold: f32,
    /// Seconds after it opened in which it does not open again.
    pub refractory: f32,
    now: f64,
    open: bool,
    /// When the last loud block ended.
    loud_until: f64,
    /// When the loud blocks of now began.
    loud_since: Option<f64>,
    opened: Option<f64>,
}

/// What a gate tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GateEvent {
    /// Whether it became loud; otherwise it became quiet.
    pub activating: bool,
    /// End of the block that decided it, in seconds since the first block.
    pub seconds: f64,
}

/// Times are sums of blocks; what is due is due a nanosecond before.
const SLACK: f64 = 1.0e-9;
/// Longest block that counts, in seconds: a clock that jumps must not come where seconds are too small to be added.
const LONGEST: f32 = 86_400.0;

/// Opens above 10, closes after two seconds: made for speech.
impl Default for ActivityGate {
    fn default() -> Self {
        Self::new(10.0, 2.0)
    }
}

impl ActivityGate {
    /// A gate that opens above a level, 0…100, and closes after `hold` seconds of quiet.
    pub const fn new(threshold: f32, hold: f32) -> Self {
        Self {
            threshold,
            hysteresis: 2.0,
            attack: 0.0,
            hold,
            refractory: 0.0,
            now: 0.0,
            open: false,
            loud_until: 0.0,
            loud_since: None,
            opened: None,
        }
    }

    /// How far below the threshold the level must fall to count as quiet.
    pub const fn with_hysteresis(mut self, hysteresis: f32) -> Self {
        self.hysteresis = hysteresis;
        self
    }

    /// Has heard nothing and is closed; settings stay.
    pub const fn reset(&mut self) {
        (self.now, self.open, self.loud_until) = (0.0, false, 0.0);
        (self.loud_since, self.opened) = (None, None);
    }

    /// Whether it is open.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Takes the level of a block that is `dt` seconds long. Numbers that are not finite count as level 0, and bad times
    /// do not pass.
    pub fn update(&mut self, level: f32, dt: f32) -> Option<GateEvent> {
        let start = self.now;
        if dt.is_finite() && dt > 0.0 {
            // Lengths of blocks are meant as fractions of a second, which f32 cuts off: 0.01 is 0.009999999776.
            self.now += (f64::from(dt.min(LONGEST)) * 1.0e6).round() / 1.0e6;
        }
        let loud = level.is_finite() && level > self.edge();
        if loud {
            self.loud_until = self.now;
            self.loud_since.get_or_insert(start);
        } else {
            self.loud_since = None;
        }
        let change = if self.open { self.closes() } else { self.opens() };
        if !change {
            return None;
        }
        self.open = !self.open;
        if self.open {
            self.opened = Some(self.now);
        }
        Some(GateEvent { activating: self.open, seconds: self.now })
    }

    /// What is above it is loud now.
    fn edge(&self) -> f32 {
        let threshold = if self.threshold < 0.0 { 0.0 } else { self.threshold };
        if self.open {
            threshold - self.hysteresis.max(0.0).min(threshold * 0.5)
        } else {
            threshold
        }
    }

    fn opens(&self) -> bool {
        let Some(since) = self.loud_since else { return false };
        let long_enough = self.now - since + SLACK >= f64::from(self.attack);
        let ready = |opened: f64| self.now - opened + SLACK >= f64::from(self.refractory);
        long_enough && self.opened.is_none_or(ready)
    }

    fn closes(&self) -> bool {
        self.loud_since.is_none() && self.now - self.loud_until + SLACK >= f64::from(self.hold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_5_6_attack_and_refractory_time() {
        let mut gate = ActivityGate { attack: 0.03, hold: 0.0, ..ActivityGate::default() };
        let events = |gate: &mut ActivityGate, levels: &[f32]| {
            levels.iter().filter_map(|&level| gate.update(level, 0.01)).count()
        };
        assert_eq!(events(&mut gate, &[60.0, 60.0, 0.0, 60.0, 60.0, 0.0]), 0, "too short");
        assert_eq!(events(&mut gate, &[60.0, 60.0, 60.0]), 1);
        let mut gate = ActivityGate { refractory: 0.05, hold: 0.0, ..ActivityGate::default() };
        assert_eq!(events(&mut gate, &[60.0, 0.0, 60.0, 0.0]), 2, "one on, one off");
        assert_eq!(events(&mut gate, &[60.0, 60.0]), 1, "on when the time has come");
    }

    #[test]
    fn bad_numbers_are_quiet() {
        let mut gate = ActivityGate::default();
        for level in [f32::NAN, f32::NEG_INFINITY, f32::INFINITY] {
            assert_eq!(gate.update(level, f32::NAN), None);
            assert_eq!(gate.update(level, 0.01), None);
        }
        assert!(!gate.is_open());
    }

    /// The hysteresis reached below 0, where no level lies: a gate with a low threshold never closed again.
    #[test]
    fn check_5_14_a_gate_with_a_low_threshold_closes_in_silence() {
        for threshold in [-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 100.0] {
            let mut gate = ActivityGate::new(threshold, 0.5);
            let mut told = Vec::new();
            for block in 0..200 {
                let level = if block < 20 { 100.0 } else { 0.0 };
                told.extend(gate.update(level, 0.01).map(|event| (block, event.activating)));
            }
            let expected = [(0, true), (69, false)];
            assert_eq!(told, if threshold == 100.0 { &[][..] } else { &expected }, "{threshold}");
        }
        // Still with a margin, and what lies within it holds the gate open.
        let mut gate = ActivityGate::new(1.0, 0.0);
        let open = [1.5, 0.9, 0.6, 0.5].map(|level| {
            gate.update(level, 0.01);
            gate.is_open()
        });
        assert_eq!(open, [true, true, true, false]);
    }
}
