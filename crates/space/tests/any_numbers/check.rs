//! What has to hold for any numbers; the fuzz target runs it too.

use core::f32::consts::PI;
use motile_geom::{Aabb, Vec2, Vec3, vec2, vec3};
use motile_space::{
    Aim, Center, DepthSort, Eye, Lens, OrbitCamera, Perspective, PlaneSplit, Pose, Sheet,
    math::Quat,
};

/// Numbers of any kind out of bytes: some are bits, some are known for trouble, most are of a size that scenes have.
pub(crate) struct Numbers<'a>(pub(crate) &'a [u8]);

/// No numbers, none that end, nothing at all, gigantic ones, lenses at and beyond their borders, and where the eye of a picture of 800 pixels is.
const ODD: [f32; 20] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    0.0,
    -0.0,
    1.0,
    -1.0,
    1e9,
    -1e9,
    1e-45,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    PI,
    // The number before it: the widest lens there is.
    3.141_592_5,
    -PI,
    PI * 0.5,
    1e-7,
    -768.393,
    -767.393,
];

impl Numbers<'_> {
    pub(crate) fn next(&mut self) -> f32 {
        let (four, rest) = self.0.split_at(self.0.len().min(5));
        self.0 = rest;
        let byte = |i: usize| four.get(i).copied().unwrap_or(0);
        let bits = u32::from_le_bytes([byte(1), byte(2), byte(3), byte(4)]);
        match byte(0) % 8 {
            1 | 5 => f32::from_bits(bits),
            3 => ODD[bits as usize % ODD.len()],
            _ => bits as i32 as f32 / (1 << 20) as f32,
        }
    }

    pub(crate) fn vec2(&mut self) -> Vec2 {
        vec2(self.next(), self.next())
    }

    pub(crate) fn vec3(&mut self) -> Vec3 {
        vec3(self.next(), self.next(), self.next())
    }

    pub(crate) fn pose(&mut self) -> Pose {
        let (position, turn) = (self.vec3(), self.vec3());
        let mut pose = Pose::IDENTITY.with_position(position).with_angles(turn.x, turn.y, turn.z);
        if self.next() > 900.0 {
            let [x, y, z, w] = [0, 1, 2, 3].map(|_| self.next());
            pose.rotation = Quat::from_xyzw(x, y, z, w);
            pose.scale = self.vec3();
        }
        pose
    }

    fn eye(&mut self) -> Eye {
        let view = self.view();
        view.eye(self.vec2())
    }

    pub(crate) fn view(&mut self) -> Perspective {
        let kind = self.next() as i32 & 3;
        let number = self.next();
        let lens = match kind {
            0 => Lens::fov(number),
            1 => Lens::focal(number),
            2 => Ok(Lens::PARALLEL),
            _ => Ok(Lens::default()),
        };
        // Borders belong to no lens.
        let possible = number > 0.0 && number.is_finite() && (kind == 1 || number < PI);
        assert_eq!(lens.is_ok(), possible || kind > 1, "{number}");
        let mut view = Perspective { lens: lens.unwrap_or_default(), ..Perspective::default() };
        if self.next() > 0.0 {
            let (pan, yaw, pitch) = (self.vec3(), self.next(), self.next());
            view.camera = OrbitCamera { pan, yaw, pitch, roll: self.next(), dolly: self.next() };
            view.near = self.next();
            view.center = Center::Fixed(self.vec2());
        }
        view
    }
}

/// Places and pieces are finite, orders are whole, and nothing panics.
pub(crate) fn check_any(data: &[u8]) {
    let mut numbers = Numbers(data);
    let eye = numbers.eye();
    let mut sheets = Vec::new();
    while !numbers.0.is_empty() && sheets.len() < 24 {
        let mut pose = numbers.pose();
        pose.look_at(numbers.vec3(), &Aim::facing(numbers.vec3(), numbers.vec3()));
        let (a, b) = (numbers.vec2(), numbers.vec2());
        let bounds = Aabb::new(a.min(b), a.max(b));
        let sheet = Sheet { world: pose.transform(), bounds };
        check_plane(&eye, &sheet, numbers.vec2());
        sheets.push(sheet);
    }
    let depths: Vec<f32> = sheets.iter().map(|sheet| eye.depth(sheet.world.translation)).collect();
    let mut sort = DepthSort::new();
    for _ in 0..2 {
        let mut order = sort.far_first(&depths).to_vec();
        order.sort_unstable();
        assert!((0..depths.len() as u32).eq(order), "every thing once");
    }
    let mut split = PlaneSplit::default();
    let pieces = split.split(&eye, &sheets).to_vec();
    assert!(pieces.len() <= sheets.len() * 66, "{} of {}", pieces.len(), sheets.len());
    for piece in &pieces {
        assert!((piece.sheet as usize) < sheets.len());
        assert!(split.corners(piece).iter().all(|corner| corner.is_finite()));
    }
}

fn check_plane(eye: &Eye, sheet: &Sheet, place: Vec2) {
    let view = eye.plane(&sheet.world);
    assert!(view.unproject(place).is_none_or(Vec2::is_finite));
    assert!(view.project(sheet.bounds.min).is_none_or(Vec2::is_finite));
    assert!(eye.project(sheet.world.translation).is_none_or(Vec2::is_finite));
    assert!(Pose::from_transform(&sheet.world).is_none_or(|pose| pose.rotation.is_finite()));
    let corners = [sheet.bounds.min, place, sheet.bounds.max];
    let mut cut = Vec::new();
    view.clip_near(&corners, &mut cut);
    assert!(cut.len() <= corners.len() + 2);
}
