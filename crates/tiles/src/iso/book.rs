//! The isometric worlds of the classic book: see [`crate::classic`].

use super::{IsoBox, flat};
use motile_geom::{Aabb, Vec3, vec2};

/// How near a point is to the viewer, by the classic formula with its rounded factors. It sorts points; for volumes it is
/// wrong as soon as footprints or undersides differ, which [`IsoOrder`](crate::iso::IsoOrder) repairs.
///
/// ```
/// use motile_geom::vec3;
/// assert_eq!(motile_tiles::classic::iso_depth(vec3(30.0, -10.0, 70.0)), 93.67);
/// ```
pub fn iso_depth(point: Vec3) -> f32 {
    (point.x + point.z) * 0.866 - point.y * 0.707
}

/// Sorts base points by the classic depth: the index of each, back to front. Equal ones stay as they were.
pub fn iso_depth_sort(points: &[Vec3]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    let depth = |index: u32| iso_depth(points[index as usize]);
    order.sort_by(|&a, &b| depth(a).total_cmp(&depth(b)));
    order
}

/// Whether a box may move by a velocity, by the classic rule: its footprint, moved, overlaps none of those that block. The
/// heights do not count, what is thin is jumped over, and nothing slides.
pub fn iso_can_move<'a>(
    mover: &IsoBox,
    velocity: Vec3,
    blockers: impl IntoIterator<Item = &'a IsoBox>,
) -> bool {
    let moved = mover.footprint().translated(flat(velocity));
    !blockers.into_iter().any(|blocker| moved.overlaps(blocker.footprint()))
}

/// The thrown box of the classic example, a frame at a time: gravity, walls, floor, friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoThrow {
    /// Where the base is; y points down and the floor is at 0.
    pub position: Vec3,
    /// Units a frame.
    pub velocity: Vec3,
    /// Added to the velocity down, every frame.
    pub gravity: f32,
    /// What is left of the velocity after a frame.
    pub friction: f32,
    /// The factor of the velocity at a wall or the floor, negative.
    pub bounce: f32,
    /// The walls: x and z of the floor.
    pub area: Aabb,
}

impl Default for IsoThrow {
    fn default() -> Self {
        Self {
            position: Vec3::ZERO,
            velocity: Vec3::ZERO,
            gravity: 2.0,
            friction: 0.95,
            bounce: -0.9,
            area: Aabb::new(vec2(0.0, 0.0), vec2(380.0, 380.0)),
        }
    }
}

impl IsoThrow {
    /// One frame, in the classic order: gravity, motion, walls and floor, friction. At rest the velocity down never becomes
    /// zero; it settles at −0.92 before each frame.
    pub fn step_frame(&mut self) {
        self.velocity.y += self.gravity;
        self.position += self.velocity;
        let (min, max) = (self.area.min, self.area.max);
        let walls = [
            (&mut self.position.x, &mut self.velocity.x, min.x, max.x),
            (&mut self.position.z, &mut self.velocity.z, min.y, max.y),
        ];
        for (place, speed, low, high) in walls {
            if *place < low || *place > high {
                *place = if *place < low { low } else { high };
                *speed *= self.bounce;
            }
        }
        if self.position.y > 0.0 {
            self.position.y = 0.0;
            self.velocity.y *= self.bounce;
        }
        self.velocity *= self.friction;
    }
}

/// The colors of the left, right and top side of a box, 0xRRGGBB, by the classic rule: half, three quarters and all of every
/// channel, with the fractions cut off.
///
/// ```
/// use motile_tiles::classic::iso_face_colors;
/// assert_eq!(iso_face_colors(0xFF6666), [0x7F3333, 0xBF4C4C, 0xFF6666]);
/// ```
pub const fn iso_face_colors(color: u32) -> [u32; 3] {
    let (r, g, b) = (color >> 16 & 255, color >> 8 & 255, color & 255);
    let left = (r / 2) << 16 | (g / 2) << 8 | (b / 2);
    let right = (r * 3 / 4) << 16 | (g * 3 / 4) << 8 | (b * 3 / 4);
    [left, right, color]
}

/// The anchor of a picture on a square footprint: the pixel that stands on the middle of the footprint, for a picture whose lowest corner is the
/// near corner of the footprint.
///
/// ```
/// use motile_tiles::classic::iso_anchor;
/// assert_eq!(iso_anchor(40.0, 20.0, 20.0), (20.0, 10.0));
/// assert_eq!(iso_anchor(40.0, 40.0, 20.0), (20.0, 30.0));
/// ```
pub const fn iso_anchor(width: f32, height: f32, side: f32) -> (f32, f32) {
    (width / 2.0, height - side / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec3;

    fn crate_at(x: f32, z: f32) -> IsoBox {
        IsoBox::standing(vec3(x, 0.0, z), Vec3::splat(20.0))
    }

    #[test]
    fn iso_t_9_and_11_depth_with_rounded_factors() {
        let near = |value: f32, wanted: f32| (value - wanted).abs() < 1e-4;
        assert!(near(iso_depth(vec3(100.0, 0.0, 100.0)), 173.2));
        assert!(near(iso_depth(vec3(30.0, -10.0, 70.0)), 93.67));
        assert!(near(iso_depth(vec3(0.0, -20.0, 0.0)), 14.14));
        let lower = iso_depth(vec3(20.0, 0.1, 20.0)) - iso_depth(vec3(20.0, 0.0, 20.0));
        assert!(near(lower, -0.0707));
    }

    #[test]
    fn iso_t_16_face_colors_are_cut_off() {
        assert_eq!(iso_face_colors(0xFF0000), [0x7F0000, 0xBF0000, 0xFF0000]);
        assert_eq!(iso_face_colors(0xCCCCCC), [0x666666, 0x999999, 0xCCCCCC]);
        assert_eq!(iso_face_colors(0xFF6666)[..2], [0x7F3333, 0xBF4C4C]);
    }

    #[test]
    fn iso_t_35_anchors_of_tile_art() {
        assert_eq!(iso_anchor(40.0, 20.0, 20.0), (20.0, 10.0));
        assert_eq!(iso_anchor(40.0, 40.0, 20.0), (20.0, 30.0));
    }

    /// The default rule for pictures is that of the chapter.
    #[cfg(feature = "pixels")]
    #[test]
    fn iso_t_35_pictures_stand_on_their_footprints() {
        use motile_pixels::Surface;
        for (size, anchor) in [((40, 20), (20, 10)), ((40, 40), (20, 30))] {
            let picture = Surface::new(size.0, size.1).unwrap();
            let sprite = crate::iso::IsoSprite::standing(picture, 20);
            assert_eq!((sprite.anchor.x, sprite.anchor.y), anchor);
        }
    }

    #[test]
    fn iso_t_19_depths_are_numbers_not_text() {
        let depths = [vec3(100.0, 0.0, 15.47), vec3(60.0, 0.0, 20.83)];
        assert_eq!(iso_depth_sort(&depths), [1, 0]);
    }

    #[test]
    fn iso_t_26_to_28_the_classic_rule_stops_short_and_tunnels() {
        let wall = crate_at(300.0, 300.0);
        let can = |x: f32, velocity: f32| {
            iso_can_move(&crate_at(x, 300.0), vec3(velocity, 0.0, 0.0), [&wall])
        };
        assert!(can(276.0, 4.0) && !can(280.0, 4.0) && can(280.0, 0.0));
        assert!(
            iso_can_move(&crate_at(280.0, 300.0), Vec3::X, []),
            "what is walkable is no blocker"
        );
        assert!(can(240.0, 100.0), "faster than the wall is thick");
        for (speed, last, moves) in [(4.0, 280.0, 20), (3.0, 278.0, 26)] {
            let (mut x, mut count) = (200.0, 0);
            while can(x, speed) && count < 100 {
                (x, count) = (x + speed, count + 1);
            }
            assert_eq!((x, count), (last, moves));
        }
    }

    #[test]
    fn iso_t_31_to_33_throws() {
        let run = |speed: f32, frames: usize| {
            let mut thing = IsoThrow { velocity: vec3(0.0, speed, 0.0), ..IsoThrow::default() };
            let mut path = Vec::new();
            for _ in 0..frames {
                thing.step_frame();
                path.push((thing.position.y, thing.velocity.y));
            }
            path
        };
        let near = |value: f32, wanted: f32| (value - wanted).abs() < 2e-4;
        let path = run(-20.0, 17);
        for (y, wanted) in path.iter().zip([-18.0, -33.1, -45.445, -55.17275, -62.414112]) {
            assert!(near(y.0, wanted));
        }
        let peak = path.iter().map(|place| place.0).fold(0.0, f32::min);
        assert!(near(path[7].0, -70.4323) && peak == path[7].0);
        assert!(path[16].0 == 0.0 && path[15].0 < 0.0 && near(path[16].1, -12.374118));
        // T-32: the peak is at frame 14, and nothing hits the floor before frame 32. A blur of a quarter of the
        // height would be 59.8.
        let path = run(-40.0, 32);
        let peak = path.iter().map(|place| place.0).fold(0.0, f32::min);
        assert!(near(path[13].0, -239.22703) && peak == path[13].0);
        assert!(near(-peak * 0.25, 59.806_76) && path[31].0 == 0.0 && path[30].0 < 0.0);
        assert!(path[..31].iter().all(|place| place.0 < 0.0), "in the air");
        let path = run(0.0, 200);
        assert!(path.iter().all(|place| place.0 == 0.0) && near(path[199].1, -0.92183));
    }
}
