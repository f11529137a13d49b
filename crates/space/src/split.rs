//! The exact order of flat things that cross: they are cut along each other's planes.
//!
//! A tree of planes (BSP) would do for every eye; here the eye is known, so the pieces come out in order while the planes
//! are taken one by one, and no tree is kept. What is on the far side of a plane is painted first, then what lies in it, then the rest.

use crate::{Eye, Transform3};
use motile_geom::{
    Aabb, Vec2,
    glam::{DVec2, DVec3},
};

/// A flat rectangle in space: where it stands, and its box in its own x and y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    /// From its own coordinates to the world.
    pub world: Transform3,
    /// What it covers of its own plane.
    pub bounds: Aabb,
}

/// A part of a [`Sheet`] that can be painted at once; see [`PlaneSplit::split`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Which sheet it is a part of.
    pub sheet: u32,
    /// Whether it is less than the whole sheet.
    pub is_cut: bool,
    first: u32,
    end: u32,
}

/// Orders sheets exactly, far ones first, cutting those that cross: right for translucent ones too, in every position. Keep one: its
/// memory is used again.
///
/// ```
/// use motile_geom::Aabb;
/// use motile_space::{Perspective, PlaneSplit, Pose, Sheet, math::vec2};
/// let sheet = |angle: f32| Sheet {
///     world: Pose::new(400.0, 400.0, 0.0).with_angles(0.0, angle, 0.0).transform(),
///     bounds: Aabb::new(vec2(-100.0, -100.0), vec2(100.0, 100.0)),
/// };
/// let mut split = PlaneSplit::default();
/// let eye = Perspective::default().eye(vec2(800.0, 800.0));
/// let pieces = split.split(&eye, &[sheet(0.8), sheet(-0.8)]);
/// assert_eq!(pieces.len(), 3, "one of the two is cut where they cross");
/// ```
#[doc(alias = "bsp")]
#[doc(alias = "newell")]
#[doc(alias = "painters algorithm")]
#[derive(Clone, Debug, Default)]
pub struct PlaneSplit {
    planes: Vec<Plane>,
    parts: Vec<Part>,
    corners: Vec<DVec2>,
    tasks: Vec<Task>,
    spare: Vec<Vec<u32>>,
    pieces: Vec<Piece>,
    /// Corners of pieces, as they are given out.
    outlines: Vec<Vec2>,
    signs: Vec<f64>,
    /// Distance from a plane that counts as none.
    thickness: f64,
    /// Parts beyond this number are not cut any more.
    most: usize,
}

/// A sheet in what the camera sees.
#[derive(Clone, Copy, Debug)]
struct Plane {
    origin: DVec3,
    x: DVec3,
    y: DVec3,
    normal: DVec3,
    offset: f64,
    /// Whether the eye is on the side that the normal points to.
    eye_in_front: bool,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    sheet: u32,
    first: u32,
    end: u32,
    is_cut: bool,
}

#[derive(Clone, Debug)]
enum Task {
    /// Parts that are still in no order.
    Order(Vec<u32>),
    /// Parts in one plane, in the order of the list.
    Paint(Vec<u32>),
}

/// Which side of a plane a part is on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Front,
    Back,
    Within,
    Both,
}

/// Parts of a sheet that cuts may make, on average: beyond it a heap of crossing sheets would be cut to dust.
const MOST_PARTS: usize = 64;

/// Sheets tried as the plane to cut by, and parts looked at to judge one.
const TRIES: usize = 5;
const SAMPLES: usize = 32;

impl PlaneSplit {
    /// The pieces in the order in which they are painted. What is too near, behind the eye, without area or not finite has none. Sheets in one
    /// plane keep the order of the list.
    pub fn split(&mut self, eye: &Eye, sheets: &[Sheet]) -> &[Piece] {
        self.begin(eye, sheets);
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Paint(list) => self.paint(list),
                Task::Order(list) if list.len() < 2 => self.paint(list),
                Task::Order(list) => self.order(list),
            }
        }
        &self.pieces
    }

    /// The corners of a piece in the coordinates of its sheet.
    pub fn corners(&self, piece: &Piece) -> &[Vec2] {
        self.outlines.get(piece.first as usize..piece.end as usize).unwrap_or(&[])
    }

    fn begin(&mut self, eye: &Eye, sheets: &[Sheet]) {
        self.planes.clear();
        self.parts.clear();
        self.corners.clear();
        self.pieces.clear();
        self.outlines.clear();
        let mut extent = 0.0f64;
        let mut list = self.spare.pop().unwrap_or_default();
        for (number, sheet) in (0..).zip(sheets) {
            let plane = Plane::new(eye, sheet);
            self.planes.push(plane);
            let area = sheet.bounds;
            let flat = area.min.x >= area.max.x || area.min.y >= area.max.y;
            let finite = area.min.is_finite() && area.max.is_finite() && plane.offset.is_finite();
            if flat || !finite || plane.normal == DVec3::ZERO {
                continue;
            }
            let first = self.corners.len();
            self.whole(eye, sheet);
            let end = self.corners.len();
            if end - first < 3 {
                self.corners.truncate(first);
                continue;
            }
            for &corner in &self.corners[first..] {
                extent = extent.max(plane.point(corner).abs().max_element());
            }
            list.push(self.parts.len() as u32);
            let is_cut = end - first != 4;
            self.parts.push(Part { sheet: number, first: first as u32, end: end as u32, is_cut });
        }
        // Places are known to the precision of an f32; this is a few hundredths of a pixel at most.
        self.thickness = 2e-6 * extent;
        self.most = self.parts.len() * MOST_PARTS;
        self.tasks.push(Task::Order(list));
    }

    /// The corners of a sheet, without what is too near.
    fn whole(&mut self, eye: &Eye, sheet: &Sheet) {
        let view = eye.plane(&sheet.world);
        let (min, max) = (sheet.bounds.min.as_dvec2(), sheet.bounds.max.as_dvec2());
        let square = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        let mut from = (square[3], view.clearance(square[3]));
        for corner in square {
            let to = (corner, view.clearance(corner));
            if (from.1 < 0.0) != (to.1 < 0.0) {
                self.corners.push(between(from, to));
            }
            if to.1 >= 0.0 {
                self.corners.push(corner);
            }
            from = to;
        }
    }

    fn paint(&mut self, mut list: Vec<u32>) {
        for &part in &list {
            let part = self.parts[part as usize];
            let first = self.outlines.len() as u32;
            let corners = &self.corners[part.first as usize..part.end as usize];
            self.outlines.extend(corners.iter().map(|corner| corner.as_vec2()));
            let end = self.outlines.len() as u32;
            self.pieces.push(Piece { sheet: part.sheet, is_cut: part.is_cut, first, end });
        }
        list.clear();
        self.spare.push(list);
    }

    /// Takes one plane, cuts the others by it and leaves both sides to later.
    fn order(&mut self, mut list: Vec<u32>) {
        let root = self.parts[self.root(&list) as usize].sheet;
        let [mut front, mut back, mut within] =
            core::array::from_fn(|_| self.spare.pop().unwrap_or_default());
        for &part in &list {
            match self.side(part, root) {
                Side::Front => front.push(part),
                Side::Back => back.push(part),
                Side::Within => within.push(part),
                Side::Both => {
                    let [ahead, behind] = self.cut(part, root);
                    front.push(ahead);
                    back.push(behind);
                }
            }
        }
        list.clear();
        self.spare.push(list);
        let (near, far) =
            if self.planes[root as usize].eye_in_front { (front, back) } else { (back, front) };
        self.tasks.extend([Task::Order(near), Task::Paint(within), Task::Order(far)]);
    }

    /// A part whose plane cuts few others and leaves about as many on both sides.
    fn root(&self, list: &[u32]) -> u32 {
        let step = list.len().div_ceil(SAMPLES);
        let score = |root: u32| {
            let sheet = self.parts[root as usize].sheet;
            let (mut cuts, mut balance) = (0i64, 0i64);
            for &part in list.iter().step_by(step) {
                match self.side(part, sheet) {
                    Side::Front => balance += 1,
                    Side::Back => balance -= 1,
                    Side::Both => cuts += 1,
                    Side::Within => {}
                }
            }
            cuts * 8 + balance.abs()
        };
        // From the middle outward: lists that are already in order are cut in halves.
        let tries =
            (0..TRIES).map(|i| list[(list.len() / 2 + i * list.len() / TRIES) % list.len()]);
        tries.min_by_key(|&root| score(root)).unwrap_or(list[0])
    }

    fn side(&self, part: u32, root: u32) -> Side {
        let part = self.parts[part as usize];
        if part.sheet == root {
            return Side::Within;
        }
        let (along, constant) = self.distance(part.sheet, root);
        let (mut low, mut high, mut sum) = (0.0f64, 0.0f64, 0.0f64);
        for corner in &self.corners[part.first as usize..part.end as usize] {
            let distance = along.dot(*corner) + constant;
            (low, high, sum) = (low.min(distance), high.max(distance), sum + distance);
        }
        match (low < -self.thickness, high > self.thickness) {
            (false, false) => Side::Within,
            (false, true) => Side::Front,
            (true, true) if self.parts.len() < self.most => Side::Both,
            (true, true) if sum > 0.0 => Side::Front,
            (true, _) => Side::Back,
        }
    }

    /// The distance of points of a sheet from the plane of another: a factor for x and y, and a constant.
    fn distance(&self, sheet: u32, root: u32) -> (DVec2, f64) {
        let (sheet, root) = (&self.planes[sheet as usize], &self.planes[root as usize]);
        let along = DVec2::new(root.normal.dot(sheet.x), root.normal.dot(sheet.y));
        (along, root.normal.dot(sheet.origin) - root.offset)
    }

    /// Cuts a part in two: before the plane, and behind it.
    fn cut(&mut self, part: u32, root: u32) -> [u32; 2] {
        let part = self.parts[part as usize];
        let (along, constant) = self.distance(part.sheet, root);
        let range = part.first as usize..part.end as usize;
        self.signs.clear();
        for corner in &self.corners[range.clone()] {
            self.signs.push(along.dot(*corner) + constant);
        }
        [1.0, -1.0].map(|sign| {
            let first = self.corners.len() as u32;
            let count = range.len();
            for i in 0..count {
                let before = (i + count - 1) % count;
                let from = (self.corners[range.start + before], self.signs[before]);
                let to = (self.corners[range.start + i], self.signs[i]);
                if (from.1 < 0.0) != (to.1 < 0.0) {
                    self.corners.push(between(from, to));
                }
                if to.1 * sign >= 0.0 {
                    self.corners.push(to.0);
                }
            }
            let end = self.corners.len() as u32;
            self.parts.push(Part { first, end, is_cut: true, ..part });
            self.parts.len() as u32 - 1
        })
    }
}

/// Where an edge crosses 0. Always from the same end, so that both sides of a cut have the same corners.
fn between(a: (DVec2, f64), b: (DVec2, f64)) -> DVec2 {
    let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
    low.0 + (high.0 - low.0) * (low.1 / (low.1 - high.1))
}

impl Plane {
    fn new(eye: &Eye, sheet: &Sheet) -> Self {
        let seen = eye.to_view * sheet.world;
        let (x, y) = (seen.matrix.x_axis.as_dvec3(), seen.matrix.y_axis.as_dvec3());
        let origin = seen.translation.as_dvec3();
        let across = x.cross(y);
        let flat = across.length() <= 1e-9 * x.length() * y.length();
        let normal = if flat { DVec3::ZERO } else { across.normalize_or_zero() };
        let offset = normal.dot(origin);
        let eye_in_front = if eye.focal == f32::INFINITY {
            normal.z < 0.0
        } else {
            normal.dot(eye.center.as_dvec2().extend(f64::from(-eye.focal))) >= offset
        };
        Self { origin, x, y, normal, offset, eye_in_front }
    }

    fn point(&self, local: DVec2) -> DVec3 {
        self.origin + self.x * local.x + self.y * local.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lens, Perspective, Pose, cube_poses};
    use motile_geom::{Rng, vec2};

    fn eye() -> Eye {
        Perspective::default().eye(Vec2::splat(800.0))
    }

    fn sheet(pose: Pose, half: f32) -> Sheet {
        let bounds = Aabb::new(Vec2::splat(-half), Vec2::splat(half));
        Sheet { world: pose.transform(), bounds }
    }

    /// Whether a point lies within a convex polygon.
    fn contains(polygon: &[Vec2], point: Vec2) -> bool {
        let side = |i: usize| {
            let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
            (b - a).perp_dot(point - a)
        };
        let sides: Vec<f32> = (0..polygon.len()).map(side).collect();
        sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0)
    }

    /// The sheets met at a place, as painted, far ones first; each with its depth.
    fn painted(split: &PlaneSplit, eye: &Eye, sheets: &[Sheet], place: Vec2) -> Vec<(u32, f32)> {
        let mut met = Vec::new();
        for piece in &split.pieces {
            let view = eye.plane(&sheets[piece.sheet as usize].world);
            let Some(local) = view.unproject(place) else { continue };
            if contains(split.corners(piece), local) {
                met.push((piece.sheet, view.depth(local)));
            }
        }
        met
    }

    #[test]
    fn t7_40_a_wall_before_a_card() {
        let wall =
            sheet(Pose::new(400.0, 400.0, 0.0).with_angles(0.0, 60f32.to_radians(), 0.0), 200.0);
        let card = sheet(Pose::new(480.0, 400.0, -100.0), 20.0);
        for sheets in [[wall, card], [card, wall]] {
            let mut split = PlaneSplit::default();
            split.split(&eye(), &sheets);
            let met = painted(&split, &eye(), &sheets, vec2(491.969, 400.0));
            assert_eq!(met.len(), 2);
            assert_eq!(sheets[met[1].0 as usize], wall, "painted last");
            assert!((met[1].1 + 131.9422).abs() < 1e-2);
        }
    }

    #[test]
    fn t7_41_crossing_panels() {
        let turned = |degrees: f32| {
            sheet(Pose::new(400.0, 400.0, 0.0).with_angles(0.0, degrees.to_radians(), 0.0), 100.0)
        };
        let sheets = [turned(45.0), turned(-45.0)];
        let mut split = PlaneSplit::default();
        split.split(&eye(), &sheets);
        for (x, top) in [(420.0, 0), (380.0, 1), (460.0, 0), (340.0, 1)] {
            let met = painted(&split, &eye(), &sheets, vec2(x, 410.0));
            assert_eq!((met.len(), met[1].0), (2, top), "at {x}");
        }
    }

    #[test]
    fn w3_every_line_of_sight_meets_sheets_far_first() {
        let mut rng = Rng::new(40);
        for round in 0..60 {
            let lens = if round % 3 == 0 { Lens::PARALLEL } else { Lens::default() };
            let mut view = Perspective { lens, ..Perspective::default() };
            view.camera.orbit(rng.range(-1.0..1.0), rng.range(-0.5..0.5));
            let eye = view.eye(Vec2::splat(800.0));
            let sheets: Vec<Sheet> = (0..2 + round / 4)
                .map(|_| {
                    let mut number = |reach: f32| rng.range(-reach..reach);
                    let pose = Pose::new(400.0 + number(80.0), 400.0 + number(80.0), number(150.0));
                    sheet(pose.with_angles(number(3.0), number(3.0), number(3.0)), 120.0)
                })
                .collect();
            let mut split = PlaneSplit::default();
            split.split(&eye, &sheets);
            for _ in 0..100 {
                let place = vec2(rng.range(250.0..550.0), rng.range(250.0..550.0));
                let met = painted(&split, &eye, &sheets, place);
                for pair in met.windows(2) {
                    assert!(pair[0].1 >= pair[1].1 - 0.05, "{met:?}");
                }
                // Nothing is lost by cutting: every sheet under the place is painted.
                let under = sheets.iter().filter(|sheet| {
                    let local = eye.plane(&sheet.world).unproject(place);
                    local.is_some_and(|local| sheet.bounds.grown(-0.5).contains(local))
                });
                assert!(met.len() >= under.count(), "{met:?}");
            }
        }
    }

    #[test]
    fn sheets_in_one_plane_keep_their_order() {
        let holder = Pose::new(400.0, 400.0, 0.0).with_angles(0.4, 0.5, 0.6);
        let sheets: Vec<Sheet> = (0..20).map(|i| sheet(holder, 100.0 - i as f32)).collect();
        let mut split = PlaneSplit::default();
        let order: Vec<u32> =
            split.split(&eye(), &sheets).iter().map(|piece| piece.sheet).collect();
        assert_eq!(order, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn a_closed_cube_is_not_cut() {
        let holder = Pose::new(400.0, 400.0, 0.0).with_angles(0.3, 0.4, 0.0).transform();
        let sheets = cube_poses(100.0).map(|pose| Sheet {
            world: holder * pose.transform(),
            bounds: Aabb::new(Vec2::splat(-100.0), Vec2::splat(100.0)),
        });
        let mut split = PlaneSplit::default();
        let pieces = split.split(&eye(), &sheets);
        assert!(pieces.len() == 6 && pieces.iter().all(|piece| !piece.is_cut));
    }

    #[test]
    fn bad_sheets_are_left_out() {
        let good = sheet(Pose::new(400.0, 400.0, 0.0), 10.0);
        let sheets = [
            sheet(Pose::new(f32::NAN, 400.0, 0.0), 10.0),
            sheet(Pose::new(400.0, 400.0, 0.0).with_scale(0.0), 10.0),
            sheet(Pose::new(400.0, 400.0, -5000.0), 10.0),
            sheet(Pose::new(400.0, 400.0, 0.0), f32::INFINITY),
            Sheet { bounds: Aabb::EMPTY, ..good },
            good,
        ];
        let mut split = PlaneSplit::default();
        let order: Vec<u32> =
            split.split(&eye(), &sheets).iter().map(|piece| piece.sheet).collect();
        assert_eq!(order, [5]);
        assert!(split.split(&eye(), &[]).is_empty());
    }

    #[test]
    fn once_warm_nothing_is_allocated() {
        let sheets: Vec<Sheet> = (0..30)
            .map(|i| sheet(Pose::new(400.0, 400.0, 0.0).with_angles(0.0, i as f32, 0.3), 100.0))
            .collect();
        let mut split = PlaneSplit::default();
        for _ in 0..3 {
            split.split(&eye(), &sheets);
        }
        let count = allocation_counter::measure(|| _ = split.split(&eye(), &sheets));
        assert_eq!(count.count_total, 0);
    }
}
