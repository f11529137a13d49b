//! When a moving box meets a standing one.

use super::IsoBox;
use motile_geom::Vec3;

/// Boxes that share less than this count as touching, world units.
pub(super) const TOUCH: f32 = 1e-3;

/// The first contact of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contact {
    /// The part of the motion until then.
    pub(super) part: f32,
    /// 0, 1, 2 for x, y, z.
    pub(super) axis: usize,
    /// The coordinate of the side that stops it.
    pub(super) side: f32,
}

/// When `mover`, moving by `way`, runs into `wall`; nothing when it does not, or when they share space already: what is stuck
/// may get out.
pub(super) fn sweep(mover: &IsoBox, way: Vec3, wall: &IsoBox) -> Option<Contact> {
    let (mut enter, mut exit) = (f32::NEG_INFINITY, f32::INFINITY);
    let mut axis = 3;
    for i in 0..3 {
        let (low, high) = (wall.min[i] - mover.max[i], wall.max[i] - mover.min[i]);
        if way[i] == 0.0 {
            // Beside it for good.
            if low > -TOUCH || high < TOUCH {
                return None;
            }
            continue;
        }
        let (near, far) = if way[i] > 0.0 { (low, high) } else { (high, low) };
        // A gap of less than the tolerance, of either sign, is none.
        let near = if near.abs() < TOUCH { 0.0 } else { near };
        let (first, last) = (near / way[i], far / way[i]);
        if first > enter {
            (enter, axis) = (first, i);
        }
        exit = exit.min(last);
    }
    let meets = axis < 3 && enter < exit && (0.0..1.0).contains(&enter);
    if !meets {
        return None;
    }
    // Corner to corner they slide past each other: along the other axes they have to share more than the tolerance.
    for i in (0..3).filter(|&i| i != axis) {
        let step = way[i] * enter;
        let shared =
            (mover.max[i] + step).min(wall.max[i]) - (mover.min[i] + step).max(wall.min[i]);
        let thin = wall.max[i] - wall.min[i] < TOUCH || mover.max[i] - mover.min[i] < TOUCH;
        if shared < TOUCH && !(thin && shared >= 0.0) {
            return None;
        }
    }
    let side = if way[axis] > 0.0 { wall.min[axis] } else { wall.max[axis] };
    Some(Contact { part: enter, axis, side })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec3;

    #[test]
    fn iso_t_29_a_fast_box_meets_a_thin_wall() {
        let cube = |x: f32| IsoBox::standing(vec3(x, 0.0, 300.0), Vec3::splat(20.0));
        let contact = sweep(&cube(240.0), vec3(100.0, 0.0, 0.0), &cube(300.0));
        assert_eq!(contact, Some(Contact { part: 0.4, axis: 0, side: 290.0 }));
        assert_eq!(sweep(&cube(240.0), vec3(-100.0, 0.0, 0.0), &cube(300.0)), None);
        assert_eq!(sweep(&cube(240.0), vec3(0.0, 0.0, 100.0), &cube(300.0)), None);
    }

    #[test]
    fn what_shares_space_is_let_out() {
        let cube = |x: f32| IsoBox::standing(vec3(x, 0.0, 0.0), Vec3::splat(20.0));
        assert_eq!(sweep(&cube(10.0), vec3(50.0, 0.0, 0.0), &cube(0.0)), None);
    }
}
