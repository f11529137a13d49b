//! Values that change gradually.

use super::QUANTUM;

/// Shortest change in seconds: quicker ones click.
const SHORTEST: f32 = 0.005;

/// A value on its way to another, a quantum at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ramp {
    pub(super) value: f32,
    target: f32,
    /// Quanta until it is there.
    left: u32,
}

impl Ramp {
    pub(super) const fn new(value: f32) -> Self {
        Self { value, target: value, left: 0 }
    }

    /// Sets out for a value, to be there after some seconds of a sample rate.
    pub(super) fn go(&mut self, target: f32, seconds: f32, rate: u32) {
        let quanta = seconds.max(SHORTEST) * rate as f32 / QUANTUM as f32;
        self.target = target;
        self.left = (quanta.round() as u32).max(1);
    }

    /// Where it is at the end of the next quantum.
    pub(super) fn next(&mut self) -> f32 {
        if self.left > 0 {
            self.value += (self.target - self.value) / self.left as f32;
            self.left -= 1;
            if self.left == 0 {
                self.value = self.target;
            }
        }
        self.value
    }

    pub(super) const fn target(&self) -> f32 {
        self.target
    }

    pub(super) fn is_silent(&self) -> bool {
        self.left == 0 && self.value == 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrives_in_a_straight_line_and_exactly() {
        let mut ramp = Ramp::new(1.0);
        ramp.go(0.0, 64.0 * 4.0 / 8_000.0, 8_000);
        let values: Vec<f32> = (0..6).map(|_| ramp.next()).collect();
        assert_eq!(values, [0.75, 0.5, 0.25, 0.0, 0.0, 0.0]);
        assert!(ramp.is_silent());
    }
}
