//! Turns as quaternions, by functions that give the same bits everywhere.

use motile_geom::{
    Vec3,
    glam::{Mat3, Quat},
    ops, vec3,
};

/// What a quaternion of glam can do besides, with the same bits on every platform: glam's own functions ask the platform for
/// sines and use the vector units of the processor, whose order of sums differs.
///
/// ```
/// use motile_space::{QuatExt, math::{Quat, Vec3, vec3}};
/// let door = Quat::about(Vec3::Y, core::f32::consts::FRAC_PI_2);
/// assert!((door.turns(Vec3::X) - vec3(0.0, 0.0, -1.0)).length() < 1e-6);
/// let tilted = Quat::from_angles(vec3(0.1, 0.2, 0.3));
/// assert!((tilted.angles() - vec3(0.1, 0.2, 0.3)).length() < 1e-6);
/// ```
pub trait QuatExt: Sized {
    /// A turn about an axis by an angle in radians, clockwise as seen along the axis. An axis without length turns nothing.
    #[doc(alias = "from_axis_angle")]
    fn about(axis: Vec3, angle: f32) -> Self;

    /// A turn by angles in radians: about x first, then about y, then about z, the axes staying as they are.
    #[doc(alias = "euler")]
    fn from_angles(angles: Vec3) -> Self;

    /// The angles that [`QuatExt::from_angles`] makes this turn of; y within a quarter turn. Where that one is a whole quarter, x and z
    /// cannot be told apart (gimbal lock), and z is 0.
    #[doc(alias = "euler")]
    fn angles(self) -> Vec3;

    /// This turn after another one.
    fn after(self, first: Self) -> Self;

    /// A vector, turned.
    fn turns(self, vector: Vec3) -> Vec3;

    /// The turn as a matrix.
    fn matrix(self) -> Mat3;

    /// A part of the way to another turn, the shorter way round and evenly (slerp): 0 is this one, 1 the other.
    #[doc(alias = "slerp")]
    fn toward(self, other: Self, part: f32) -> Self;

    /// Of length 1 again; what has no length or is not finite becomes no turn at all.
    fn tidied(self) -> Self;
}

impl QuatExt for Quat {
    fn about(axis: Vec3, angle: f32) -> Self {
        let (sin, cos) = ops::sin_cos(angle * 0.5);
        let axis = axis.normalize_or_zero() * sin;
        Self::from_xyzw(axis.x, axis.y, axis.z, cos).tidied()
    }

    fn from_angles(angles: Vec3) -> Self {
        let [x, y, z] = [(Vec3::X, angles.x), (Vec3::Y, angles.y), (Vec3::Z, angles.z)]
            .map(|(axis, angle)| Self::about(axis, angle));
        z.after(y).after(x)
    }

    fn angles(self) -> Vec3 {
        let m = self.matrix();
        let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
        let cos = ops::sqrt(x.x * x.x + x.y * x.y);
        let tilt = ops::atan2(-x.z, cos);
        if cos < 1e-6 {
            return vec3(ops::atan2(-z.y, y.y), tilt, 0.0);
        }
        vec3(ops::atan2(y.z, z.z), tilt, ops::atan2(x.y, x.x))
    }

    fn after(self, first: Self) -> Self {
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.to_array(), first.to_array());
        Self::from_xyzw(
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        )
    }

    fn turns(self, vector: Vec3) -> Vec3 {
        self.matrix() * vector
    }

    fn matrix(self) -> Mat3 {
        let [x, y, z, w] = self.to_array();
        Mat3::from_cols(
            vec3(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
            vec3(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
            vec3(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)),
        )
    }

    fn toward(self, other: Self, part: f32) -> Self {
        let (a, mut b) = (self.to_array(), other.to_array());
        let mut cos = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        // A quaternion and its negative are the same turn: the nearer one is the shorter way.
        if cos < 0.0 {
            (b, cos) = (b.map(|number| -number), -cos);
        }
        let (mut first, mut second) = (1.0 - part, part);
        // Nearly equal turns would divide by a sine near 0; the straight line is the same there.
        if cos < 0.9995 {
            let angle = ops::acos(cos);
            let sin = ops::sin(angle);
            (first, second) = (ops::sin(first * angle) / sin, ops::sin(second * angle) / sin);
        }
        let mix = |i: usize| a[i] * first + b[i] * second;
        Self::from_xyzw(mix(0), mix(1), mix(2), mix(3)).tidied()
    }

    fn tidied(self) -> Self {
        let [x, y, z, w] = self.to_array();
        let length = ops::sqrt(x * x + y * y + z * z + w * w);
        if !(length.is_finite() && length > 1e-12) {
            return Self::IDENTITY;
        }
        Self::from_xyzw(x / length, y / length, z / length, w / length)
    }
}

/// The turn that a matrix of three axes at right angles makes.
pub(crate) fn from_axes(m: &Mat3) -> Quat {
    let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
    // The largest of the four numbers is found first: dividing by a small one would lose digits.
    let sums =
        [x.x - y.y - z.z, y.y - x.x - z.z, z.z - x.x - y.y, x.x + y.y + z.z].map(|sum| sum + 1.0);
    let mut largest = 3;
    for i in 0..3 {
        if sums[i] > sums[largest] {
            largest = i;
        }
    }
    let s = sums[largest];
    let quat = match largest {
        0 => Quat::from_xyzw(s, x.y + y.x, z.x + x.z, y.z - z.y),
        1 => Quat::from_xyzw(x.y + y.x, s, y.z + z.y, z.x - x.z),
        2 => Quat::from_xyzw(z.x + x.z, y.z + z.y, s, x.y - y.x),
        _ => Quat::from_xyzw(y.z - z.y, z.x - x.z, x.y - y.x, s),
    };
    quat.tidied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    fn near(a: Vec3, b: Vec3) {
        assert!((a - b).length() < 2e-6 * (1.0 + b.length()), "{a} {b}");
    }

    #[test]
    fn t7_14_and_d3_2_axes_turn_as_told() {
        let quarter = core::f32::consts::FRAC_PI_2;
        near(Quat::about(Vec3::Y, quarter).turns(Vec3::X), -Vec3::Z);
        near(Quat::about(Vec3::Y, quarter).turns(Vec3::Z), Vec3::X);
        near(Quat::about(Vec3::X, quarter).turns(Vec3::Y), Vec3::Z);
        near(Quat::about(Vec3::Z, quarter).turns(Vec3::X), Vec3::Y);
    }

    #[test]
    fn t7_17_and_d3_3_angles_are_radians() {
        let half = core::f32::consts::FRAC_1_SQRT_2;
        near(Quat::about(Vec3::Z, 0.785_398_2).turns(Vec3::X), vec3(half, half, 0.0));
        let degrees =
            Quat::from_angles(vec3(0.0, 0.0, 1.0)).angles() * 180.0 / core::f32::consts::PI;
        near(degrees, vec3(0.0, 0.0, 57.295_78));
    }

    #[test]
    fn t7_15_and_d3_5_angles_add_in_order() {
        let angles = vec3(30.0, 45.0, 60.0) * core::f32::consts::PI / 180.0;
        let turned = Quat::from_angles(angles).turns(vec3(1.0, 2.0, 3.0));
        near(turned, vec3(1.424704, 2.931761, 1.837117));
    }

    #[test]
    fn w9_angles_are_a_view_of_the_turn() {
        let mut rng = Rng::new(7);
        for _ in 0..2000 {
            let angles = vec3(rng.range(-3.1..3.1), rng.range(-1.4..1.4), rng.range(-3.1..3.1));
            let turn = Quat::from_angles(angles);
            let again = Quat::from_angles(turn.angles());
            // Near a quarter turn of y the others are known less well.
            assert!((turn.turns(Vec3::ONE) - again.turns(Vec3::ONE)).length() < 2e-5);
            near(from_axes(&turn.matrix()).turns(Vec3::ONE), turn.turns(Vec3::ONE));
        }
        // Gimbal lock: other angles, the same turn.
        let locked = Quat::from_angles(vec3(0.3, core::f32::consts::FRAC_PI_2, 0.5));
        let again = Quat::from_angles(locked.angles());
        assert!((locked.turns(Vec3::ONE) - again.turns(Vec3::ONE)).length() < 2e-3);
    }

    #[test]
    fn slerp_is_even_and_takes_the_shorter_way() {
        let (a, b) = (Quat::IDENTITY, Quat::about(Vec3::Y, 2.0));
        for i in 0..=10 {
            let part = i as f32 / 10.0;
            near(a.toward(b, part).turns(Vec3::X), Quat::about(Vec3::Y, 2.0 * part).turns(Vec3::X));
            near(a.toward(-b, part).turns(Vec3::X), a.toward(b, part).turns(Vec3::X));
        }
        assert_eq!(Quat::about(Vec3::ZERO, 1.0).turns(Vec3::X), Vec3::X);
        assert_eq!(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0).tidied(), Quat::IDENTITY);
    }
}
