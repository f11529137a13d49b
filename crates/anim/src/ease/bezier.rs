//! Cubic Bézier eases.

/// A cubic Bézier from (0, 0) to (1, 1): x is time, y is shaped progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bezier {
    /// Time of the first handle, 0…1.
    pub x1: f32,
    /// Progress of the first handle, any number.
    pub y1: f32,
    /// Time of the second handle, 0…1.
    pub x2: f32,
    /// Progress of the second handle, any number.
    pub y2: f32,
}

impl Bezier {
    /// The curve with these handles; x outside 0…1 is clamped, so that time never runs backwards.
    pub const fn new(x1: f32, y1: f32, x2: f32, y2: f32) -> Self {
        Self { x1: x1.clamp(0.0, 1.0), y1, x2: x2.clamp(0.0, 1.0), y2 }
    }

    /// Progress at time `t` in 0…1.
    pub fn at(&self, t: f32) -> f32 {
        let parameter = self.solve(t as f64);
        polynomial(self.y1, self.y2, parameter).0 as f32
    }

    /// The curve parameter at which x is `x`: Newton's steps, kept inside a shrinking bracket.
    fn solve(&self, x: f64) -> f64 {
        let (mut low, mut high, mut s) = (0.0, 1.0, x);
        // Halving alone reaches 2⁻⁴⁰; a Newton step usually gets there in four.
        for _ in 0..40 {
            let (value, slope) = polynomial(self.x1, self.x2, s);
            let error = value - x;
            if error.abs() < 1e-10 {
                break;
            }
            if error > 0.0 {
                high = s;
            } else {
                low = s;
            }
            let newton = s - error / slope;
            s = if newton > low && newton < high { newton } else { (low + high) * 0.5 };
        }
        s
    }
}

/// Value and slope of the curve 0, a, b, 1 at parameter s.
fn polynomial(a: f32, b: f32, s: f64) -> (f64, f64) {
    let (a, b) = (3.0 * a as f64, 3.0 * b as f64);
    let (c1, c2, c3) = (a, b - 2.0 * a, 1.0 + a - b);
    (((c3 * s + c2) * s + c1) * s, (3.0 * c3 * s + 2.0 * c2) * s + c1)
}
