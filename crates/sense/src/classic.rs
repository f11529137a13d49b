//! The rules of the book.
//!
//! Keith Peters, "`AdvancED` `ActionScript` 3.0 Animation" (2008), used microphones of the Flash Player, which told one number a frame. Its
//! rules count in frames, keep their speed at walls and draw outside of the picture; they are here for readers who compare.
//! Its cameras look for exact colors, which fall between two bins, at the red channel of changes, which sees no blue, and
//! for edges that are bright above dark; one stray pixel moves their boxes, and their snow never melts.

pub use crate::sight::classic::{
    DifferenceTracker, Flake, OneSidedEdges, PosterizedTracker, Snowfall, paddle_step,
};

/// The plane of the book: one frame of gravity 0.4, lift 0.02 for each unit of level, drag 0.9, kept 20 pixels from top
/// and bottom. Its speed is kept at the floor, so that after a rest it takes seven frames of noise to lift off.
///
/// ```
/// let (mut y, mut velocity) = (350.0, 0.0);
/// motile_sense::classic::fly(&mut y, &mut velocity, 0.0, 400.0);
/// assert_eq!((y, velocity), (350.4, 0.36000000000000004));
/// ```
pub fn fly(y: &mut f64, velocity: &mut f64, level: f64, height: f64) {
    *velocity += 0.4;
    *velocity -= 0.02 * level;
    *y += *velocity;
    *velocity *= 0.9;
    *y = y.max(20.0).min(height - 20.0);
}

/// The row of the book's graph in a picture of 50 rows: `50 − level/2`. Level 0 lies outside.
pub fn graph_row(level: f32) -> i32 {
    (50.0 - level / 2.0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flight(level: impl Fn(u32) -> f64, frames: u32) -> Vec<(f64, f64)> {
        let (mut y, mut velocity) = (350.0, 0.0);
        (1..=frames)
            .map(|frame| {
                fly(&mut y, &mut velocity, level(frame), 400.0);
                (y, velocity)
            })
            .collect()
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5.0e-7
    }

    #[test]
    fn check_5_16_silence() {
        let path = flight(|_| 0.0, 20);
        assert!(near(path[0].0, 350.4) && near(path[0].1, 0.36));
        assert!(near(path[1].0, 351.16) && near(path[1].1, 0.684));
        assert!(near(path[2].0, 352.244) && near(path[2].1, 0.9756));
        assert!(near(path[9].0, 366.552424), "{}", path[9].0);
        assert_eq!(path.iter().position(|step| step.0 >= 380.0), Some(14), "frame 15");
    }

    #[test]
    fn check_5_17_as_loud_as_can_be() {
        let path = flight(|_| 100.0, 40);
        assert!(near(path[0].0, 348.4) && near(path[0].1, -1.44));
        assert!(near(path[9].0, 283.790305), "{}", path[9].0);
        assert_eq!(path.iter().position(|step| step.0 <= 20.0), Some(29), "frame 30");
    }

    #[test]
    fn check_5_18_level_20_hovers() {
        assert!(flight(|_| 20.0, 1_000).iter().all(|step| (step.0 - 350.0).abs() < 1.0e-9));
    }

    #[test]
    fn check_5_19_seven_frames_to_lift_off() {
        let path = flight(|frame| if frame <= 200 { 0.0 } else { 40.0 }, 220);
        assert_eq!(path[200..].iter().position(|step| step.0 < 380.0), Some(6));
    }

    #[test]
    fn check_5_40_the_row_of_silence_lies_outside() {
        assert_eq!((graph_row(100.0), graph_row(98.0), graph_row(50.0)), (0, 1, 25));
        assert_eq!(graph_row(0.0), 50);
    }
}
