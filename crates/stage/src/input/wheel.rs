//! Turns of a wheel in whole steps.

/// How far a sum of fractions may miss the line that it stands for.
const ROUNDING: f32 = 1e-3;

/// The whole steps of a wheel. Touchpads and fine wheels turn by parts of a line: rounded one by one they would add up
/// to nothing, and taken for a line each to far too much.
///
/// ```
/// use motile_stage::WheelSteps;
/// let mut wheel = WheelSteps::default();
/// let steps: Vec<i32> = [0.25; 8].into_iter().map(|lines| wheel.turn(lines)).collect();
/// assert_eq!(steps, [0, 0, 0, 1, 0, 0, 0, 1]);
/// assert_eq!(wheel.turn(-2.0), -2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelSteps {
    /// What was turned since the last whole step, in lines: between −1 and 1.
    pub rest: f32,
}

impl WheelSteps {
    /// Takes in a turn by lines, as in [`Pointer::wheel`](crate::Pointer::wheel); gives the steps that are full now,
    /// positive down. Who turns back begins anew. A turn that is no number is none.
    pub fn turn(&mut self, lines: f32) -> i32 {
        if lines.is_nan() || lines == 0.0 {
            return 0;
        }
        let rest = if self.rest * lines < 0.0 { 0.0 } else { self.rest };
        let sum = rest + lines;
        let steps = (sum + ROUNDING.copysign(sum)).trunc();
        let rest = sum - steps;
        // Beyond all numbers nothing is left over, and no rest goes the other way than the turn.
        self.rest = if rest.is_finite() && rest * sum > 0.0 { rest } else { 0.0 };
        steps as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_line_add_up() {
        for parts in [1, 3, 7, 10, 25, 100_u8] {
            let mut wheel = WheelSteps::default();
            for way in [1.0, -1.0] {
                let turn = way / f32::from(parts);
                let steps: i32 = (0..4 * u32::from(parts)).map(|_| wheel.turn(turn)).sum();
                assert_eq!(steps, 4 * way as i32, "lines of {parts} parts");
            }
        }
    }

    #[test]
    fn who_turns_back_begins_anew() {
        let mut wheel = WheelSteps::default();
        assert_eq!([0.9, -0.2, 0.9, 0.2].map(|lines| wheel.turn(lines)), [0, 0, 0, 1]);
    }

    #[test]
    fn any_number_leaves_a_rest_below_a_line() {
        let mut wheel = WheelSteps::default();
        for lines in [f32::NAN, f32::INFINITY, 1e30, -1e30, f32::MIN_POSITIVE, -0.0, 2.5, -7.25] {
            let steps = wheel.turn(lines);
            assert!(wheel.rest.abs() < 1.0, "{lines}: {wheel:?}");
            assert!(steps == 0 || (steps > 0) == (lines > 0.0), "{lines}: {steps}");
        }
        assert_eq!(wheel, WheelSteps { rest: -0.25 });
    }
}
