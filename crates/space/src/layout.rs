//! Places for many things: rings, cubes, walls.

use crate::Pose;
use core::f32::consts::{FRAC_PI_2, TAU};
use motile_geom::{Vec2, ops, vec3};

/// Poses of a number of things on a ring in the plane y = 0, each along the ring, the first at the right. Those on the near side face the eye,
/// so that what is on them can be read.
///
/// ```
/// use motile_space::ring_poses;
/// let carousel: Vec<_> = ring_poses(5, 200.0).collect();
/// assert!((carousel[0].position.x - 200.0).abs() < 1e-3);
/// ```
#[doc(alias = "carousel")]
pub fn ring_poses(count: u32, radius: f32) -> impl ExactSizeIterator<Item = Pose> + Clone {
    (0..count).map(move |i| {
        let angle = TAU * i as f32 / count as f32;
        let (sin, cos) = ops::sin_cos(angle);
        Pose::new(radius * cos, 0.0, radius * sin).with_angles(0.0, -angle - FRAC_PI_2, 0.0)
    })
}

/// Poses of the six sides of a cube around the origin: back, front, right, left, bottom, top. Panels as wide as twice the distance
/// close it; smaller ones float apart.
pub fn cube_poses(distance: f32) -> [Pose; 6] {
    [
        (vec3(0.0, 0.0, distance), 0.0, 0.0),
        (vec3(0.0, 0.0, -distance), 0.0, 0.0),
        (vec3(distance, 0.0, 0.0), 0.0, FRAC_PI_2),
        (vec3(-distance, 0.0, 0.0), 0.0, -FRAC_PI_2),
        (vec3(0.0, distance, 0.0), FRAC_PI_2, 0.0),
        (vec3(0.0, -distance, 0.0), -FRAC_PI_2, 0.0),
    ]
    .map(|(position, x, y)| Pose::IDENTITY.with_position(position).with_angles(x, y, 0.0))
}

/// Poses of cards on a wall around the origin, row by row, `pitch` apart. A bend in radians rolls the wall up around the viewer: it is the angle
/// from the first column to the last; 0 is flat.
#[doc(alias = "cover flow")]
#[doc(alias = "gallery")]
pub fn wall_poses(
    (columns, rows): (u32, u32),
    pitch: Vec2,
    bend: f32,
) -> impl Iterator<Item = Pose> + Clone {
    let middle = move |count: u32| (count.saturating_sub(1)) as f32 * 0.5;
    (0..rows).flat_map(move |row| {
        (0..columns).map(move |column| {
            let (x, y) = (column as f32 - middle(columns), row as f32 - middle(rows));
            let last = columns.saturating_sub(1).max(1) as f32;
            let angle = bend * x / last;
            if angle == 0.0 {
                return Pose::new(x * pitch.x, y * pitch.y, 0.0);
            }
            // Cards keep their distance along the arc.
            let radius = pitch.x * last / bend;
            let (sin, cos) = ops::sin_cos(angle);
            let place = vec3(radius * sin, y * pitch.y, radius * (cos - 1.0));
            Pose::IDENTITY.with_position(place).with_angles(0.0, angle, 0.0)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DepthSort, QuatExt, classic};
    use motile_geom::Vec3;

    #[test]
    fn t7_35_and_36_and_d3_33_the_ring() {
        let wanted = [
            (200.0, 0.0, 90.0f32),
            (61.8034, 190.2113, 18.0),
            (-161.8034, 117.5571, -54.0),
            (-161.8034, -117.5571, -126.0),
            (61.8034, -190.2113, -198.0),
        ];
        let printed: Vec<Pose> = classic::ring_poses(5, 200.0).collect();
        let ours: Vec<Pose> = ring_poses(5, 200.0).collect();
        for ((printed, ours), (x, z, degrees)) in printed.iter().zip(&ours).zip(wanted) {
            assert!((printed.position - vec3(x, 0.0, z)).length() < 1e-3);
            assert_eq!(printed.position, ours.position);
            let along = Pose::IDENTITY.with_angles(0.0, degrees.to_radians(), 0.0);
            let off = printed.rotation.turns(Vec3::X) - along.rotation.turns(Vec3::X);
            assert!(off.length() < 1e-5);
        }
        // The nearest one is mirrored as printed and readable as corrected.
        assert!((printed[4].rotation.turns(Vec3::X).x + 0.951).abs() < 1e-3);
        assert!((ours[4].rotation.turns(Vec3::X).x - 0.951).abs() < 1e-3);
        let depths: Vec<f32> = ours.iter().map(|pose| pose.position.z).collect();
        assert_eq!(DepthSort::new().far_first(&depths), [1, 2, 0, 3, 4]);
    }

    #[test]
    fn walls_are_even_and_bend_toward_the_viewer() {
        let flat: Vec<Pose> = wall_poses((3, 2), Vec2::new(100.0, 50.0), 0.0).collect();
        assert_eq!(flat[0].position, vec3(-100.0, -25.0, 0.0));
        assert_eq!(flat[5].position, vec3(100.0, 25.0, 0.0));
        let bent: Vec<Pose> = wall_poses((3, 1), Vec2::new(100.0, 50.0), 1.0).collect();
        assert!(bent[0].position.z < 0.0 && bent[2].position.z < 0.0);
        assert!(bent[2].position.x < 100.0 && bent[1].position == Vec3::ZERO);
        // Both ends look at the viewer: their faces lean inward.
        assert!(bent[2].rotation.turns(-Vec3::Z).x < 0.0);
        assert_eq!(wall_poses((0, 4), Vec2::ONE, 1.0).count(), 0);
    }
}
