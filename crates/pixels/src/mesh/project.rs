//! From space to the screen: turn, place, light, cut at the eye, project.

use super::Mesh;
use crate::{Color, Triangles};
use motile_geom::{Vec2, Vec3, glam::Mat3, ops, vec3};

/// A turn about the x axis by an angle in radians: y toward z.
pub fn turn_x(angle: f32) -> Mat3 {
    let (sin, cos) = ops::sin_cos(angle);
    Mat3::from_cols(Vec3::X, vec3(0.0, cos, sin), vec3(0.0, -sin, cos))
}

/// A turn about the y axis by an angle in radians: z toward x, the near side to the left.
pub fn turn_y(angle: f32) -> Mat3 {
    let (sin, cos) = ops::sin_cos(angle);
    Mat3::from_cols(vec3(cos, 0.0, -sin), Vec3::Y, vec3(sin, 0.0, cos))
}

/// A turn about the z axis by an angle in radians: x toward y, clockwise on the screen.
pub fn turn_z(angle: f32) -> Mat3 {
    let (sin, cos) = ops::sin_cos(angle);
    Mat3::from_cols(vec3(cos, sin, 0.0), vec3(-sin, cos, 0.0), Vec3::Z)
}

/// How light meets the triangles of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shading {
    /// One brightness for each triangle.
    Flat,
    /// A brightness for each point, mixed in between; takes [`Mesh::with_normals`], and is flat without.
    #[default]
    #[doc(alias = "smooth shading")]
    Gouraud,
}

/// Light from far away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// The way to the light, of any length above 0: `-Vec3::Z` shines from the eye.
    pub toward: Vec3,
    /// What the side in the dark still gets, 0 to 1.
    pub ambient: f32,
    /// How it is spread over triangles.
    pub shading: Shading,
}

impl Default for Light {
    fn default() -> Self {
        Self { toward: vec3(-1.0, -2.0, -3.0), ambient: 0.25, shading: Shading::default() }
    }
}

/// Where a mesh stands and how it is seen: points go to `center + (x, y)·s` with s = focal / (focal + z), which is 1 at z = 0.
#[doc(alias = "camera")]
#[doc(alias = "perspective projection")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshView {
    /// Turns the mesh about its origin.
    pub turn: Mat3,
    /// Where the origin of the mesh goes.
    pub position: Vec3,
    /// Distance of the eye before z = 0, in pixels.
    #[doc(alias = "focal length")]
    pub focal: f32,
    /// Where the point straight ahead lies on the screen.
    #[doc(alias = "vanishing point")]
    pub center: Vec2,
    /// What is nearer to the eye than this, in pixels, is cut off. Above 0.
    pub near: f32,
    /// Light on the mesh; without it colors are as they are.
    pub light: Option<Light>,
}

impl Default for MeshView {
    fn default() -> Self {
        Self {
            turn: Mat3::IDENTITY,
            position: Vec3::ZERO,
            focal: 1000.0,
            center: Vec2::ZERO,
            near: 1.0,
            light: None,
        }
    }
}

/// A mesh on the screen: lists that [`MeshView::project`] fills and [`Rasterizer::draw`](crate::Rasterizer::draw) takes. Keep one for each
/// mesh: its memory is used again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectedMesh {
    /// Points on the screen.
    pub points: Vec<Vec2>,
    /// Their perspective scales.
    pub t: Vec<f32>,
    /// Their places in the picture, if the mesh has some.
    pub uv: Vec<Vec2>,
    /// Their colors, if the mesh has some or there is light.
    pub colors: Vec<Color>,
    /// Which three make a triangle.
    pub indices: Vec<[u32; 3]>,
    /// Points as the eye sees them, before they are projected.
    seen: Vec<Vec3>,
    order: Vec<(u32, [u32; 3])>,
}

impl ProjectedMesh {
    /// The lists as they are drawn.
    pub fn triangles(&self) -> Triangles<'_> {
        Triangles {
            points: &self.points,
            indices: Some(&self.indices),
            uv: &self.uv,
            t: &self.t,
            colors: &self.colors,
        }
    }

    /// Orders the triangles far ones first, by the mean of their corners: for translucent bodies without a depth buffer. Equal ones keep
    /// their order.
    #[doc(alias = "painters algorithm")]
    pub fn sort_far_first(&mut self) {
        self.order.clear();
        for &triangle in &self.indices {
            // The lists are open to all: a corner without a scale counts as infinitely far.
            let scale = |&i: &u32| self.t.get(i as usize).copied().unwrap_or(0.0);
            let near: f32 = triangle.iter().map(scale).sum();
            // Bits of positive floats are ordered as they are.
            self.order.push((near.max(0.0).to_bits(), triangle));
        }
        self.order.sort_by_key(|entry| entry.0);
        self.indices.clear();
        self.indices.extend(self.order.iter().map(|entry| entry.1));
    }

    fn clear(&mut self) {
        self.points.clear();
        self.t.clear();
        self.uv.clear();
        self.colors.clear();
        self.indices.clear();
        self.seen.clear();
    }
}

impl MeshView {
    /// Where a point of space goes on the screen and its perspective scale; `None` when it is nearer than `near` or not finite.
    pub fn project_point(&self, point: Vec3) -> Option<(Vec2, f32)> {
        let away = self.focal + point.z;
        let scale = self.focal / away;
        let place = self.center + point.truncate() * scale;
        (away >= self.near && scale > 0.0 && place.is_finite()).then_some((place, scale))
    }

    /// Turns, places, lights and projects a mesh. What is nearer than `near` is cut off along a straight line; triangles with a point
    /// that is not finite are left out when they are drawn.
    pub fn project(&self, mesh: &Mesh, out: &mut ProjectedMesh) {
        out.clear();
        let flat = self.light.is_some_and(|light| {
            light.shading == Shading::Flat || mesh.normals.len() != mesh.points.len()
        });
        if flat {
            self.take_apart(mesh, out);
        } else {
            out.seen.extend(mesh.points.iter().map(|&point| self.turn * point + self.position));
            out.uv.extend_from_slice(&mesh.uv);
            out.indices.extend_from_slice(&mesh.triangles);
            match self.light {
                None => out.colors.extend_from_slice(&mesh.colors),
                Some(light) => out.colors.extend((0..).zip(&mesh.normals).map(|(i, &normal)| {
                    lit(mesh.colors.get(i), light.brightness(self.turn * normal))
                })),
            }
        }
        self.cut_near(out);
        self.project_seen(out);
    }

    /// Does what [`MeshView::project_point`] does for all points at once.
    #[expect(clippy::needless_bitwise_bool, reason = "a loop that branches is not vectorized")]
    fn project_seen(&self, out: &mut ProjectedMesh) {
        let ProjectedMesh { points, t, seen, .. } = out;
        points.resize(seen.len(), Vec2::NAN);
        t.resize(seen.len(), 1.0);
        for ((place, t), point) in points.iter_mut().zip(t).zip(&*seen) {
            let away = self.focal + point.z;
            let scale = self.focal / away;
            let there = self.center + point.truncate() * scale;
            // All answers are looked at, so that nothing branches.
            let good = (away >= self.near) & (scale > 0.0) & there.is_finite();
            *place = if good { there } else { Vec2::NAN };
            *t = if good { scale } else { 1.0 };
        }
    }

    /// The nearest z whose distance from the eye, as it is computed for a point, is not below `near`: the difference of the two is rounded and
    /// may end a step before it.
    fn near_plane(&self) -> f32 {
        let mut plane = self.near - self.focal;
        for _ in 0..4 {
            if self.focal + plane >= self.near {
                break;
            }
            plane = plane.next_up();
        }
        plane
    }

    /// Gives every triangle points of its own, with its own brightness.
    fn take_apart(&self, mesh: &Mesh, out: &mut ProjectedMesh) {
        let light = self.light.unwrap_or_default();
        for triangle in &mesh.triangles {
            let corners = triangle.map(|i| self.turn * mesh.points[i as usize] + self.position);
            let normal = -(corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let brightness = light.brightness(normal.normalize_or_zero());
            let first = out.seen.len() as u32;
            out.indices.push([first, first + 1, first + 2]);
            out.seen.extend(corners);
            for &corner in triangle {
                out.colors.push(lit(mesh.colors.get(corner as usize), brightness));
                out.uv.extend(mesh.uv.get(corner as usize));
            }
        }
    }

    /// Cuts the triangles that reach behind the near plane. Each side of a cut edge is found from the same end, so that
    /// neighbors meet in the same point. What is left of a triangle keeps its place in the list.
    fn cut_near(&self, out: &mut ProjectedMesh) {
        let near = self.near_plane();
        let behind = |point: Vec3| point.z < near;
        if !out.seen.iter().any(|&point| behind(point)) {
            return;
        }
        // The second halves of triangles cut in two, each with the index of the first.
        out.order.clear();
        for index in 0..out.indices.len() {
            let corners = out.indices[index];
            let hidden = corners.map(|i| behind(out.seen[i as usize]));
            match hidden.iter().filter(|&&hidden| hidden).count() {
                0 => {}
                // A triangle without area, which is not drawn.
                3 => out.indices[index] = [corners[0]; 3],
                count => {
                    // Turned so that the corner that is alone on its side comes first.
                    let alone = (0..3).find(|&i| hidden[i] == (count == 1)).unwrap_or(0);
                    let [a, b, c] = [0, 1, 2].map(|k| corners[(alone + k) % 3]);
                    let (ab, ca) = (out.cut(a, b, near), out.cut(a, c, near));
                    if count == 1 {
                        out.indices[index] = [ab, b, c];
                        out.order.push((index as u32, [ab, c, ca]));
                    } else {
                        out.indices[index] = [a, ab, ca];
                    }
                }
            }
        }
        out.insert_halves();
    }
}

impl ProjectedMesh {
    /// Puts each second half behind its first: triangles are painted in the order of the list.
    fn insert_halves(&mut self) {
        let mut first = self.indices.len();
        self.indices.resize(first + self.order.len(), [0; 3]);
        let mut free = self.indices.len();
        // From the end, so that every triangle moves once.
        while let Some((cut, half)) = self.order.pop() {
            let after = cut as usize + 1;
            self.indices.copy_within(after..first, free - (first - after));
            free -= first - after + 1;
            self.indices[free] = half;
            first = after;
        }
    }

    /// Adds the point where an edge meets a plane of constant z.
    fn cut(&mut self, a: u32, b: u32, z: f32) -> u32 {
        let (a, b) = (a.min(b) as usize, a.max(b) as usize);
        let along = (z - self.seen[a].z) / (self.seen[b].z - self.seen[a].z);
        let point = self.seen[a].lerp(self.seen[b], along);
        self.seen.push(vec3(point.x, point.y, z));
        if !self.uv.is_empty() {
            self.uv.push(self.uv[a].lerp(self.uv[b], along));
        }
        if !self.colors.is_empty() {
            self.colors.push(self.colors[a].lerp(self.colors[b], along));
        }
        self.seen.len() as u32 - 1
    }
}

impl Light {
    /// The brightness of a surface with this normal, 0 to 1.
    pub fn brightness(&self, normal: Vec3) -> f32 {
        let facing = normal.dot(self.toward.normalize_or_zero()).max(0.0);
        self.ambient + (1.0 - self.ambient) * facing
    }
}

/// A color, white when there is none, at a brightness.
fn lit(color: Option<&Color>, brightness: f32) -> Color {
    let Color { r, g, b, a } = color.copied().unwrap_or(Color::WHITE);
    let [r, g, b] = [r, g, b].map(|channel| (f32::from(channel) * brightness + 0.5) as u8);
    Color::rgba(r, g, b, a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cull, Surface, TriangleReport, TriangleSettings};
    use motile_geom::vec2;

    fn culled(projected: &ProjectedMesh) -> TriangleReport {
        let settings =
            TriangleSettings { cull: Cull::DrawClockwise, ..TriangleSettings::default() };
        // Far enough to the right that nothing is outside.
        let mut screen = Surface::new(1, 1).unwrap();
        screen.draw_triangles(&projected.triangles(), &settings).unwrap()
    }

    fn view(focal: f32, position: Vec3) -> MeshView {
        MeshView { position, focal, ..MeshView::default() }
    }

    fn near(projected: &ProjectedMesh, index: usize, expected: [f32; 3]) {
        let (point, t) = (projected.points[index], projected.t[index]);
        let off = vec3(point.x, point.y, t) - Vec3::from(expected);
        assert!(off.abs().max_element() < 1e-3, "{index}: {point} {t}");
    }

    #[test]
    fn t8_28_and_draw_33_tube() {
        // The books' tube lies half a cell above its center: 30 pixels here.
        let mut projected = ProjectedMesh::default();
        let tube = Mesh::tube(200.0, 300.0, 20, 6);
        view(250.0, vec3(0.0, -30.0, 200.0)).project(&tube, &mut projected);
        near(&projected, 0, [111.1111, -100.0, 0.555556]);
        near(&projected, 5 * 20, [111.1111, 66.6667, 0.555556]);
        near(&projected, 19, [111.1111, -100.0, 0.555556]);
        assert_eq!(projected.uv[19].x, 1.0);
        near(&projected, 3 * 20 + 10, [-118.2458, 0.0, 0.599404]);
        near(&projected, 5 * 20 + 14, [-16.4709, 119.673, 0.997275]);
    }

    #[test]
    fn t8_29_and_31_what_faces_the_eye() {
        let mut projected = ProjectedMesh::default();
        let mut visible = |mesh: &Mesh, focal: f32, z: f32, angle: f32| {
            let view = MeshView { turn: turn_y(-angle), ..view(focal, vec3(0.0, 0.0, z)) };
            view.project(mesh, &mut projected);
            let TriangleReport { drawn, outside, culled, flat, .. } = culled(&projected);
            (drawn + outside, culled, flat)
        };
        let tube = Mesh::tube(200.0, 300.0, 20, 6);
        assert_eq!(visible(&tube, 250.0, 200.0, 0.0).0, 70);
        assert_eq!(visible(&tube, 250.0, 200.0, 0.05).0, 60);
        let globe = Mesh::globe(400.0, 20, 20);
        assert_eq!(visible(&globe, 1000.0, 500.0, 0.0), (212, 472, 0));
        assert_eq!(visible(&globe, 1000.0, 500.0, -0.02), (216, 468, 0));
    }

    #[test]
    fn t8_29_the_silhouette_of_the_tube() {
        // So many columns that the tube is as good as round; one ring is at the height of the eye.
        let mut projected = ProjectedMesh::default();
        let tube = Mesh::tube(200.0, 300.0, 2_881, 3);
        view(250.0, vec3(0.0, 0.0, 200.0)).project(&tube, &mut projected);
        let widest = projected.points.iter().map(|point| point.x.abs()).fold(0.0, f32::max);
        assert!((widest - 124.0347).abs() < 1e-3, "{widest}");
        // By their areas: triangles this narrow are less than a step of the rasterizer wide near the rim.
        let faces = |corners: &&[u32; 3]| {
            let [a, b, c] = corners.map(|i| projected.points[i as usize].as_dvec2());
            (b - a).perp_dot(c - a) > 0.0
        };
        let visible = projected.indices.iter().filter(faces).count();
        let arc = 360.0 * visible as f32 / tube.triangles().len() as f32;
        assert!((arc - 127.2244).abs() < 0.3, "{arc}");
    }

    #[test]
    fn t8_31_the_silhouette_of_the_globe() {
        let mut projected = ProjectedMesh::default();
        let mut farthest = |columns: u32, angle: f32| {
            let turn = turn_y(-angle);
            let view = MeshView { turn, ..view(1000.0, vec3(0.0, 0.0, 500.0)) };
            view.project(&Mesh::globe(400.0, columns, columns), &mut projected);
            projected.points.iter().map(|point| point.length()).fold(0.0, f32::max)
        };
        assert!((farthest(20, -0.02) - 276.6737).abs() < 1e-3, "{}", farthest(20, -0.02));
        assert!((farthest(600, 0.0) - 276.6858).abs() < 2e-3, "{}", farthest(600, 0.0));
    }

    #[test]
    fn t8_32_and_w8_11_which_way_the_near_side_moves() {
        // An offset is added to the angle of every column, which goes from the right to the far side and round.
        let nearest = |mesh: &Mesh, offset: f32| {
            let mut projected = ProjectedMesh::default();
            let turn = turn_y(-offset);
            let view = MeshView { turn, ..view(1000.0, vec3(0.0, 0.0, 500.0)) };
            view.project(mesh, &mut projected);
            projected
        };
        for (mesh, offset, way) in [
            (Mesh::tube(200.0, 300.0, 20, 6), 0.05, 1.0),
            (Mesh::globe(400.0, 20, 20), -0.02, -1.0),
        ] {
            let (before, after) = (nearest(&mesh, 0.0), nearest(&mesh, offset));
            let middle = (0..before.t.len()).max_by(|&a, &b| before.t[a].total_cmp(&before.t[b]));
            let moved = after.points[middle.unwrap()].x - before.points[middle.unwrap()].x;
            assert!(moved * way > 1.0, "{moved}");
        }
    }

    #[test]
    fn draw_31_and_32_the_vanishing_point_is_the_center_of_the_view() {
        // Computed about (0, 0) and moved to the place, or about the place: the same points.
        let (mut at_origin, mut placed) = (ProjectedMesh::default(), ProjectedMesh::default());
        let tube = Mesh::tube(200.0, 300.0, 20, 6);
        let near_origin = view(250.0, vec3(0.0, 0.0, 200.0));
        near_origin.project(&tube, &mut at_origin);
        MeshView { center: vec2(400.0, 400.0), ..near_origin }.project(&tube, &mut placed);
        for (index, (a, b)) in at_origin.points.iter().zip(&placed.points).enumerate() {
            assert!((*a + 400.0 - *b).length() < 1e-3, "{index}: {a} {b}");
            // The recipe: scale by f / (f + z).
            let point = tube.points()[index];
            let scale = 250.0 / (250.0 + point.z + 200.0);
            assert!((point.truncate() * scale - *a).length() < 1e-3, "{index}");
            assert!((at_origin.t[index] - scale).abs() < 1e-6, "{index}");
        }
    }

    #[test]
    fn w8_8_t_comes_from_the_projection() {
        let mut projected = ProjectedMesh::default();
        let torus = Mesh::torus(120.0, 40.0, 24, 12);
        let lens = MeshView {
            turn: turn_x(0.7) * turn_y(0.4),
            center: vec2(30.0, -20.0),
            ..view(400.0, vec3(10.0, 20.0, 90.0))
        };
        lens.project(&torus, &mut projected);
        assert_eq!(projected.t.len(), torus.points().len());
        for (index, &point) in torus.points().iter().enumerate() {
            let seen = lens.turn * point + lens.position;
            let scale = 400.0 / (400.0 + seen.z);
            assert!((projected.t[index] - scale).abs() < 1e-6);
            let place = lens.center + seen.truncate() * scale;
            assert!((projected.points[index] - place).length() < 1e-3);
        }
    }

    #[test]
    fn w8_13_many_points_are_projected_as_one_is() {
        let mut rng = motile_geom::Rng::new(13);
        let mut number = |reach: f32| match rng.below(40) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => 1e30,
            _ => rng.range(-reach..reach),
        };
        // Some are behind the eye.
        let points: Vec<Vec3> =
            (0..1003).map(|_| vec3(number(500.0), number(500.0), number(700.0))).collect();
        let mut projected = ProjectedMesh { seen: points.clone(), ..ProjectedMesh::default() };
        let lens = MeshView { center: vec2(31.0, -7.5), ..view(400.0, Vec3::ZERO) };
        lens.project_seen(&mut projected);
        assert_eq!(projected.points.len(), points.len());
        for (i, &point) in points.iter().enumerate() {
            let bits = |(place, scale): (Vec2, f32)| [place.x, place.y, scale].map(f32::to_bits);
            let one = lens.project_point(point).unwrap_or((Vec2::NAN, 1.0));
            assert_eq!(bits((projected.points[i], projected.t[i])), bits(one), "{point}");
        }
    }

    #[test]
    fn w8_13_and_draw_35_a_turn_moves_points_and_nothing_else() {
        let globe = Mesh::globe(400.0, 20, 20);
        let mut projected = ProjectedMesh::default();
        let mut turned = |angle: f32| {
            let view = MeshView { turn: turn_y(angle), ..view(1000.0, vec3(0.0, 0.0, 500.0)) };
            view.project(&globe, &mut projected);
            projected.clone()
        };
        let (first, second) = (turned(0.0), turned(0.02));
        assert!(first.points != second.points && first.t != second.t);
        assert_eq!((&first.uv, &first.indices), (&second.uv, &second.indices));
        assert_eq!((&first.uv[..], &first.indices[..]), (globe.uv(), globe.triangles()));
        // Into the same memory.
        let again = |projected: &ProjectedMesh| {
            (projected.points.as_ptr(), projected.uv.as_ptr(), projected.indices.as_ptr())
        };
        let before = again(&projected);
        let view = MeshView { turn: turn_y(0.04), ..view(1000.0, vec3(0.0, 0.0, 500.0)) };
        view.project(&globe, &mut projected);
        assert_eq!(again(&projected), before);
    }

    #[test]
    fn t8_25_what_perspective_moves_within_a_triangle() {
        let mut projected = ProjectedMesh::default();
        let mut most_off = |mesh: &Mesh, focal: f32, z: f32| {
            view(focal, vec3(0.0, 0.0, z)).project(mesh, &mut projected);
            let mut most = Vec2::ZERO;
            for corners in &projected.indices {
                let [a, b, c] = corners.map(|i| i as usize);
                let [p, q, r] = [a, b, c].map(|i| projected.points[i]);
                if (q - p).perp_dot(r - p) <= 0.0 {
                    continue;
                }
                for (a, b) in [(a, b), (b, c), (c, a)] {
                    let (s, t) = (projected.t[a], projected.t[b]);
                    let (u, v) = (projected.uv[a], projected.uv[b]);
                    // In the middle of the edge, with the weights of perspective and without.
                    most = most.max(((u * s + v * t) / (s + t) - (u + v) * 0.5).abs());
                }
            }
            most
        };
        let tube = most_off(&Mesh::tube(200.0, 300.0, 20, 6), 250.0, 200.0);
        assert!((tube - vec2(0.00214, 0.00813)).abs().max_element() < 1e-5, "{tube}");
        let globe = most_off(&Mesh::globe(400.0, 20, 20), 1000.0, 500.0);
        assert!((globe.y - 0.001206).abs() < 1e-5, "{globe}");
        assert!((globe.x - 0.001206).abs() < 1e-6, "{globe}");
    }

    #[test]
    fn t8_30_and_draw_34_globe() {
        let mut projected = ProjectedMesh::default();
        view(1000.0, vec3(0.0, 0.0, 500.0)).project(&Mesh::globe(400.0, 20, 20), &mut projected);
        near(&projected, 7, [0.0, -266.6667, 0.666667]);
        near(&projected, 19 * 20 + 3, [0.0, 266.6667, 0.666667]);
        near(&projected, 9 * 20, [265.7559, -22.0212, 0.666667]);
        near(&projected, 5 * 20 + 2, [138.1734, -161.1849, 0.59497]);
        near(&projected, 10 * 20 + 14, [-29.8523, 29.9546, 0.906842]);
    }

    #[test]
    fn t8_32_pictures_are_not_mirrored_on_the_near_side() {
        let mut projected = ProjectedMesh::default();
        for mesh in
            [Mesh::globe(400.0, 20, 20), Mesh::tube(400.0, 300.0, 20, 6), Mesh::icosphere(400.0, 2)]
        {
            view(1000.0, vec3(0.0, 0.0, 500.0)).project(&mesh, &mut projected);
            for &[a, b, c] in &projected.indices {
                let [a, b, c] = [a, b, c].map(|i| i as usize);
                let turn = |list: &[Vec2]| (list[b] - list[a]).perp_dot(list[c] - list[a]);
                let area = turn(&projected.points);
                assert!(area < 1.0 || turn(&projected.uv) > 0.0);
            }
        }
    }

    #[test]
    fn t7_42_what_reaches_the_eye_is_cut() {
        // A panel 2000 wide on edge, from a thousand pixels before the screen to a thousand behind it.
        let focal = 768.3929;
        let panel = Mesh::page(vec2(2000.0, 200.0), 2, 2);
        let panel_view = MeshView {
            turn: turn_y(core::f32::consts::FRAC_PI_2),
            ..view(focal, vec3(100.0, 0.0, 0.0))
        };
        let mut projected = ProjectedMesh::default();
        panel_view.project(&panel, &mut projected);
        let used: Vec<usize> = projected.indices.iter().flatten().map(|&i| i as usize).collect();
        let drawn = projected.indices.iter().filter(|triangle| triangle[0] != triangle[1]).count();
        assert_eq!(drawn, 3, "a triangle and the two that are left of the other");
        for i in used {
            assert!(projected.points[i].is_finite() && projected.t[i] <= focal + 1.0);
        }
        // Entirely behind the eye: nothing.
        let gone = MeshView { position: vec3(0.0, 0.0, -2.0 * focal), ..view(focal, Vec3::ZERO) };
        gone.project(&panel, &mut projected);
        assert!(projected.indices.iter().all(|triangle| triangle[0] == triangle[1]));
        assert_eq!(gone.project_point(vec3(0.0, 0.0, -focal)), None);
    }

    #[test]
    fn draw_22_cut_triangles_keep_their_place_in_the_list() {
        // Three triangles that reach behind the eye, each with a corner of its own color, and one between them that does not.
        let mut points = Vec::new();
        for z in [-2000.0, 100.0, -2000.0, -2000.0] {
            points.extend([vec3(0.0, 10.0, z), vec3(60.0, 5.0, 50.0), vec3(40.0, 80.0, 70.0)]);
        }
        let triangles = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Mesh::new(points, triangles).unwrap();
        let colors = (0..12).map(|i| Color::rgb(i / 3, 0, 0)).collect();
        let mesh = mesh.with_colors(colors).unwrap();
        let mut projected = ProjectedMesh::default();
        view(500.0, Vec3::ZERO).project(&mesh, &mut projected);
        let owner = |corners: &[u32; 3]| corners.map(|i| projected.colors[i as usize].r);
        let owners: Vec<[u8; 3]> = projected.indices.iter().map(owner).collect();
        assert_eq!(owners, [0, 0, 1, 2, 2, 3, 3].map(|i| [i; 3]));
    }

    #[test]
    fn lists_that_do_not_fit_are_sorted_all_the_same() {
        let mut projected = ProjectedMesh { t: vec![1.0], ..ProjectedMesh::default() };
        projected.indices = vec![[0; 3], [7, 8, 9]];
        projected.sort_far_first();
        assert_eq!(projected.indices, [[7, 8, 9], [0; 3]]);
    }

    #[test]
    fn near_planes_that_are_rounded_cut_and_leave_the_rest() {
        // Cut corners came out a rounding nearer than `near`, were no points at all, and every triangle that passes the eye vanished.
        let floor = Mesh::page(vec2(4000.0, 4000.0), 2, 2);
        let mut projected = ProjectedMesh::default();
        for focal in [1000.0, 800.0, 768.3929, 500.0, 280.0, 250.0, 1234.567, 3.0] {
            for near in [0.01, 0.1, 0.3, 1.1, 2.7, 10.0] {
                let turn = turn_x(core::f32::consts::FRAC_PI_2);
                let center = vec2(16.0, 8.0);
                let lens = MeshView { turn, center, near, ..view(focal, vec3(0.0, 60.0, 0.0)) };
                lens.project(&floor, &mut projected);
                let drawn = projected.indices.iter().filter(|triangle| triangle[0] != triangle[1]);
                for &corner in drawn.flatten() {
                    let place = projected.points[corner as usize];
                    assert!(place.is_finite(), "focal {focal}, near {near}: {place}");
                }
                let mut screen = Surface::opaque(32, 400, Color::BLACK).unwrap();
                let settings = TriangleSettings::default();
                screen.draw_triangles(&projected.triangles(), &settings).unwrap();
                // From the far end of the floor to where it is cut, or the border of the picture.
                let far = 8.5 + 60.0 * focal / (focal + 2000.0);
                let nearest = 8.0 + 60.0 * focal / near;
                for y in 0..400 {
                    if (y as f32 - far).abs() < 2.0 || (y as f32 - nearest).abs() < 2.0 {
                        continue;
                    }
                    let inside = (y as f32) > far && (y as f32) < nearest;
                    let expected = if inside { Color::WHITE } else { Color::BLACK };
                    assert_eq!(
                        screen.get(16, y),
                        Some(expected),
                        "focal {focal}, near {near}, {y}"
                    );
                }
            }
        }
    }

    #[test]
    fn t7_1_and_3_scale_is_one_at_zero() {
        let lens = view(500.0, Vec3::ZERO);
        for (z, expected) in [(-250.0, 2.0), (0.0, 1.0), (250.0, 0.666667), (750.0, 0.4)] {
            let (_, scale) = lens.project_point(vec3(0.0, 0.0, z)).unwrap();
            assert!((scale - expected).abs() < 1e-6);
        }
    }

    #[test]
    fn t7_14_turns() {
        let quarter = core::f32::consts::FRAC_PI_2;
        let close = |a: Vec3, b: Vec3| assert!(a.distance(b) < 1e-6, "{a} {b}");
        close(turn_y(quarter) * Vec3::X, -Vec3::Z);
        close(turn_y(quarter) * Vec3::Z, Vec3::X);
        close(turn_x(quarter) * Vec3::Y, Vec3::Z);
        close(turn_z(quarter) * Vec3::X, Vec3::Y);
    }

    #[test]
    fn light_falls_from_where_it_is() {
        let light = Light { toward: -Vec3::Z, ambient: 0.2, shading: Shading::Flat };
        let mut projected = ProjectedMesh::default();
        let lamp = MeshView { light: Some(light), ..view(1000.0, vec3(0.0, 0.0, 500.0)) };
        lamp.project(&Mesh::cuboid(Vec3::ONE), &mut projected);
        let front = Color::WHITE;
        let side = Color::rgb(51, 51, 51);
        assert_eq!(projected.colors[..6], [front; 6]);
        assert!(projected.colors[6..].iter().all(|&color| color == side));
        let smooth = Light { shading: Shading::Gouraud, ..light };
        let lamp = MeshView { light: Some(smooth), ..lamp };
        let globe = Mesh::globe(100.0, 24, 13).with_normals();
        lamp.project(&globe, &mut projected);
        assert_eq!(projected.colors.len(), globe.points().len());
        // The middle row; a quarter around is the far end of z, three quarters the near one.
        let red = |column: usize| projected.colors[6 * 24 + column].r;
        assert!(red(17) > 240 && red(6) == 51 && red(0) < 90);
    }

    #[test]
    fn far_triangles_come_first() {
        let mut projected = ProjectedMesh::default();
        view(1000.0, vec3(0.0, 0.0, 500.0)).project(&Mesh::globe(100.0, 12, 8), &mut projected);
        projected.sort_far_first();
        let nearness: Vec<f32> = projected
            .indices
            .iter()
            .map(|triangle| triangle.iter().map(|&i| projected.t[i as usize]).sum())
            .collect();
        assert!(nearness.is_sorted());
    }
}
