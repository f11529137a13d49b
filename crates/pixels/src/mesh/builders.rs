//! The usual bodies.

use super::Mesh;
use core::f32::consts::{PI, TAU};
use motile_geom::{Vec2, Vec3, ops, vec2, vec3};

/// Most columns, rows or subdivided corners of a body; more are taken as this many.
const MOST: u32 = 4096;

/// The two triangles of each cell of rows and columns of points, where `keep` says so.
fn cells(columns: u32, rows: u32, mut keep: impl FnMut(u32, usize) -> bool) -> Vec<[u32; 3]> {
    let mut triangles = Vec::new();
    for row in 0..rows.saturating_sub(1) {
        for column in 0..columns.saturating_sub(1) {
            let a = row * columns + column;
            let pair = [[a, a + 1, a + columns], [a + 1, a + columns + 1, a + columns]];
            for (half, triangle) in pair.into_iter().enumerate() {
                if keep(row, half) {
                    triangles.push(triangle);
                }
            }
        }
    }
    triangles
}

impl Mesh {
    /// Points in rows and columns, moved to where `place` puts them by u and v, both 0 to 1.
    fn sheet(columns: u32, rows: u32, place: impl Fn(f32, f32) -> Vec3) -> Self {
        let (columns, rows) = (columns.clamp(2, MOST), rows.clamp(2, MOST));
        let mut mesh = Self { triangles: cells(columns, rows, |_, _| true), ..Self::default() };
        for row in 0..rows {
            for column in 0..columns {
                let uv = vec2(column as f32 / (columns - 1) as f32, row as f32 / (rows - 1) as f32);
                mesh.uv.push(uv);
                mesh.points.push(place(uv.x, uv.y));
            }
        }
        mesh
    }

    /// A flat grid from the origin to the right and down: `columns` and `rows` count points, at least 2 each, `cell` is the
    /// distance between them.
    #[doc(alias = "plane")]
    pub fn grid(columns: u32, rows: u32, cell: f32) -> Self {
        let far = |count: u32| (count.clamp(2, MOST) - 1) as f32;
        let size = vec2(far(columns), far(rows));
        // Rounded, so that points lie at whole cells and not near them.
        Self::sheet(columns, rows, |u, v| ((vec2(u, v) * size).round() * cell).extend(0.0))
    }

    /// A sheet of paper around the origin, to be bent by a [`PageCurl`](super::PageCurl) or by hand.
    pub fn page(size: Vec2, columns: u32, rows: u32) -> Self {
        Self::sheet(columns, rows, |u, v| ((vec2(u, v) - 0.5) * size).extend(0.0))
    }

    /// A tube along y around the origin, open at its ends. `columns` and `rows` count points; the first and the last column are at
    /// one place, u is 0 at one and 1 at the other.
    #[doc(alias = "cylinder")]
    pub fn tube(radius: f32, height: f32, columns: u32, rows: u32) -> Self {
        Self::sheet(columns.max(4), rows, |u, v| {
            let (sin, cos) = ops::sin_cos(u * TAU);
            vec3(cos * radius, (v - 0.5) * height, sin * radius)
        })
    }

    /// A globe around the origin, poles at the top and at the bottom. `columns` and `rows` count points; around each pole there is
    /// one triangle for each column, which takes the middle of its strip of the picture.
    #[doc(alias = "sphere")]
    pub fn globe(radius: f32, columns: u32, rows: u32) -> Self {
        let (columns, rows) = (columns.clamp(4, MOST), rows.clamp(3, MOST));
        let mut mesh = Self::sheet(columns, rows, |u, v| {
            let ((sin, cos), (up, out)) = (ops::sin_cos(u * TAU), ops::sin_cos((v - 0.5) * PI));
            // The cosine of a float near π / 2 is not 0, but the poles are one point each.
            let out = if v == 0.0 || v == 1.0 { 0.0 } else { out };
            vec3(cos * out, up, sin * out) * radius
        });
        // At a pole one of the two triangles of a cell has no area.
        mesh.triangles = cells(columns, rows, |row, half| {
            (row > 0 || half == 1) && (row < rows - 2 || half == 0)
        });
        let half = 0.5 / (columns - 1) as f32;
        let last = mesh.uv.len() - columns as usize;
        for column in 0..columns as usize {
            // The upper triangle of a cell takes the pole of the next column, the lower one that of its own.
            mesh.uv[column].x -= half;
            mesh.uv[last + column].x += half;
        }
        mesh
    }

    /// How many columns a tube, globe or torus takes for its rim to be off a circle by no more than some pixels, when its radius in the picture is
    /// this many: far ones take few, near ones many. From 4 to 257; a quarter of a pixel cannot be seen.
    ///
    /// ```
    /// use motile_pixels::Mesh;
    /// assert_eq!((Mesh::columns_for(8.0, 0.25), Mesh::columns_for(277.0, 0.25)), (14, 75));
    /// ```
    #[doc(alias = "level of detail")]
    #[doc(alias = "lod")]
    pub fn columns_for(radius: f32, off: f32) -> u32 {
        // The middle of a chord is 1 − cos of half its angle off the circle, in radii.
        let half = ops::acos((1.0 - off / radius).clamp(-1.0, 1.0));
        let sides = if half > 0.0 { (PI / half).clamp(3.0, 256.0) } else { 256.0 };
        // The first column and the last are at one place.
        if radius > 0.0 { sides.ceil() as u32 + 1 } else { 4 }
    }

    /// A ring around the y axis: `radius` to the middle of the tube, which is `thickness` thick.
    #[doc(alias = "donut")]
    pub fn torus(radius: f32, thickness: f32, columns: u32, rows: u32) -> Self {
        let small = thickness / 2.0;
        Self::sheet(columns.max(4), rows.max(4), |u, v| {
            // The picture closes along the inner side.
            let ((sin, cos), (up, out)) = (ops::sin_cos(u * TAU), ops::sin_cos((v - 0.5) * TAU));
            let far = radius + small * out;
            vec3(cos * far, up * small, sin * far)
        })
    }

    /// A box around the origin, the whole picture on each of its six faces.
    #[doc(alias = "cube")]
    #[doc(alias = "box")]
    pub fn cuboid(size: Vec3) -> Self {
        // For each face its normal, and the directions in which u and v grow as seen from outside.
        let faces =
            [(-Vec3::Z, Vec3::X), (Vec3::Z, -Vec3::X), (Vec3::X, Vec3::Z), (-Vec3::X, -Vec3::Z)]
                .map(|(out, right)| (out, right, Vec3::Y));
        let caps = [(-Vec3::Y, Vec3::X, -Vec3::Z), (Vec3::Y, Vec3::X, Vec3::Z)];
        let mut mesh = Self::default();
        for (out, right, down) in faces.into_iter().chain(caps) {
            let first = mesh.points.len() as u32;
            for (u, v) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                mesh.points.push((out * 0.5 + right * (u - 0.5) + down * (v - 0.5)) * size);
                mesh.uv.push(vec2(u, v));
            }
            mesh.triangles.extend([[0, 1, 2], [2, 3, 0]].map(|t: [u32; 3]| t.map(|i| i + first)));
        }
        mesh
    }

    /// A sphere of triangles of nearly one size, without poles: an icosahedron whose edges are halved `steps` times, at most 7.
    /// Where the picture closes, points are repeated and u goes on beyond 1.
    pub fn icosphere(radius: f32, steps: u32) -> Self {
        let mut ball = icosahedron();
        for _ in 0..steps.min(7) {
            ball.halve_edges();
        }
        ball.uv = ball.points.iter().map(|point| globe_uv(*point)).collect();
        ball.close_picture();
        ball.points.iter_mut().for_each(|point| *point *= radius);
        ball
    }

    /// A band along a line in space: `across` is its width and direction, u runs along it by length.
    pub fn ribbon(spine: &[Vec3], across: Vec3) -> Self {
        let mut mesh =
            Self { triangles: cells(spine.len() as u32, 2, |_, _| true), ..Self::default() };
        let steps = spine.windows(2).map(|pair| pair[0].distance(pair[1]));
        let lengths: Vec<f32> = core::iter::once(0.0)
            .chain(steps.scan(0.0, |sum, step| {
                *sum += step;
                Some(*sum)
            }))
            .take(spine.len())
            .collect();
        let whole = lengths.last().copied().unwrap_or(0.0).max(f32::MIN_POSITIVE);
        for (side, v) in [(-0.5, 0.0), (0.5, 1.0)] {
            mesh.points.extend(spine.iter().map(|&point| point + across * side));
            mesh.uv.extend(lengths.iter().map(|&length| vec2(length / whole, v)));
        }
        mesh
    }

    /// Cuts every triangle into four, new points pushed out to the unit sphere.
    fn halve_edges(&mut self) {
        let mut middles: Vec<([u32; 2], u32)> = Vec::new();
        for &[a, b, c] in &self.triangles {
            middles.extend([[a, b], [b, c], [c, a]].map(|[i, j]| ([i.min(j), i.max(j)], 0)));
        }
        middles.sort_unstable();
        middles.dedup();
        for (ends, middle) in &mut middles {
            *middle = self.points.len() as u32;
            let [a, b] = ends.map(|end| self.points[end as usize]);
            self.points.push((a + b).normalize_or_zero());
        }
        let middle = |i: u32, j: u32| {
            let found = middles.binary_search_by_key(&[i.min(j), i.max(j)], |middle| middle.0);
            found.map_or(i, |at| middles[at].1)
        };
        let quarters = |&[a, b, c]: &[u32; 3]| {
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        };
        self.triangles = self.triangles.iter().flat_map(quarters).collect();
    }

    /// Repeats points so that no triangle runs through the whole picture backward, and gives poles the u of their triangle.
    fn close_picture(&mut self) {
        for index in 0..self.triangles.len() {
            let corners = self.triangles[index];
            let [a, b, c] = corners.map(|i| self.uv[i as usize].x);
            let most = a.max(b).max(c);
            for (corner, number) in corners.into_iter().enumerate() {
                let Vec2 { x: u, y: v } = self.uv[number as usize];
                let closed = if most - u > 0.5 { u + 1.0 } else { u };
                let pole = v <= 1e-6 || v >= 1.0 - 1e-6;
                let others = [1, 2].map(|k| {
                    let u = self.uv[corners[(corner + k) % 3] as usize].x;
                    if most - u > 0.5 { u + 1.0 } else { u }
                });
                let closed = if pole { f32::midpoint(others[0], others[1]) } else { closed };
                if closed != u {
                    self.triangles[index][corner] = self.points.len() as u32;
                    self.points.push(self.points[number as usize]);
                    self.uv.push(vec2(closed, v));
                }
            }
        }
    }
}

/// Where a direction lies in a map of the globe.
fn globe_uv(direction: Vec3) -> Vec2 {
    let around = ops::atan2(direction.z, direction.x) / TAU;
    let down = ops::asin(direction.y.clamp(-1.0, 1.0)) / PI + 0.5;
    vec2(if around < 0.0 { around + 1.0 } else { around }, down)
}

/// Twelve points on the unit sphere, two of them poles.
fn icosahedron() -> Mesh {
    let mut points = vec![-Vec3::Y];
    // The two rings lie at ±atan(1/2), where sin is 1/√5 and cos 2/√5.
    let ring = 1.0 / 5f32.sqrt();
    for (y, shift) in [(-ring, 0.0), (ring, 0.5)] {
        points.extend((0..5).map(|i| {
            let (sin, cos) = ops::sin_cos((i as f32 + shift) * TAU / 5.0);
            vec3(cos * 2.0 * ring, y, sin * 2.0 * ring)
        }));
    }
    points.push(Vec3::Y);
    let mut triangles = Vec::new();
    for i in 0..5 {
        let (upper, next) = (1 + i, 1 + (i + 1) % 5);
        let (lower, below) = (6 + i, 6 + (i + 1) % 5);
        triangles.extend([
            [0, next, upper],
            [upper, next, lower],
            [next, below, lower],
            [lower, below, 11],
        ]);
    }
    Mesh { points, triangles, ..Mesh::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many edges have not exactly two triangles, by place.
    fn open_edges(mesh: &Mesh) -> usize {
        let key =
            |i: u32| mesh.points()[i as usize].to_array().map(|x| (x * 1024.0).round() as i32);
        let mut ends: Vec<_> = mesh
            .triangles()
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
            .map(|(a, b)| (key(a), key(b)))
            .collect();
        let forward = ends.clone();
        ends.sort_unstable();
        forward.iter().filter(|&&(a, b)| ends.binary_search(&(b, a)).is_err()).count()
    }

    /// Six times the volume inside, negative when triangles turn the wrong way.
    fn volume(mesh: &Mesh) -> f32 {
        let point = |i: u32| mesh.points()[i as usize];
        let parts =
            mesh.triangles().iter().map(|&[a, b, c]| -point(a).dot(point(b).cross(point(c))));
        parts.sum::<f32>() / 6.0
    }

    #[test]
    fn t8_26_counts() {
        let counts = |mesh: &Mesh| (mesh.points().len(), mesh.uv().len(), mesh.triangles().len());
        assert_eq!(counts(&Mesh::grid(5, 4, 100.0)), (20, 20, 24));
        assert_eq!(counts(&Mesh::tube(200.0, 300.0, 20, 6)), (120, 120, 190));
        // 722 less the 38 at the poles that have no area.
        assert_eq!(counts(&Mesh::globe(400.0, 20, 20)), (400, 400, 684));
        assert_eq!(counts(&Mesh::cuboid(Vec3::ONE)), (24, 24, 12));
        assert_eq!(Mesh::icosphere(1.0, 2).triangles().len(), 320);
    }

    #[test]
    fn t8_27_and_draw_30_grid() {
        let mesh = Mesh::grid(5, 4, 100.0);
        assert_eq!(mesh.points()[7], vec3(200.0, 100.0, 0.0));
        assert!((mesh.uv()[7] - vec2(0.5, 1.0 / 3.0)).length() < 1e-6);
        assert_eq!(mesh.triangles()[..2], [[0, 1, 5], [1, 6, 5]]);
    }

    #[test]
    fn w8_10_tubes_lie_around_their_origin() {
        // The books' tube reached from −180 to 120.
        for rows in [2, 5, 6] {
            let tube = Mesh::tube(200.0, 300.0, 20, rows);
            let heights = || tube.points().iter().map(|point| point.y);
            assert_eq!(heights().fold(f32::MAX, f32::min), -150.0);
            assert_eq!(heights().fold(f32::MIN, f32::max), 150.0);
        }
    }

    #[test]
    fn w8_12_poles_are_fans_and_nothing_is_without_area() {
        let globe = Mesh::globe(400.0, 20, 20);
        let area = |&[a, b, c]: &[u32; 3]| {
            let [a, b, c] = [a, b, c].map(|i| globe.points()[i as usize]);
            (b - a).cross(c - a).length() * 0.5
        };
        assert!(globe.triangles().iter().all(|triangle| area(triangle) > 100.0));
        // Around a pole each triangle takes the middle of its own strip.
        let pole = |&i: &u32| globe.points()[i as usize].y.abs() > 399.999;
        let fans = globe.triangles().iter().filter(|triangle| triangle.iter().any(pole));
        let mut count = 0;
        for triangle in fans {
            count += 1;
            let tip = triangle.iter().position(&pole).unwrap();
            let u = |k: usize| globe.uv()[triangle[(tip + k) % 3] as usize].x;
            assert!((u(0) - (u(1) + u(2)) * 0.5).abs() < 1e-5, "{} {} {}", u(0), u(1), u(2));
        }
        assert_eq!(count, 38);
    }

    #[test]
    fn w8_12_columns_follow_the_size_in_the_picture() {
        for radius in [5.0f32, 30.0, 277.0] {
            let columns = Mesh::columns_for(radius, 0.25);
            let off = |columns: u32| radius * (1.0 - ops::cos(PI / (columns - 1) as f32));
            assert!(off(columns) <= 0.2501 && off(columns - 1) > 0.25, "{radius}: {columns}");
        }
        assert!(Mesh::columns_for(1000.0, 0.25) > Mesh::columns_for(10.0, 0.25));
        for (radius, off, columns) in
            [(0.1, 0.25, 4), (0.0, 0.25, 4), (-5.0, 0.25, 4), (1e9, 0.25, 257), (9.0, 0.0, 257)]
        {
            assert_eq!(Mesh::columns_for(radius, off), columns, "{radius} {off}");
        }
        assert_eq!(Mesh::columns_for(f32::NAN, 0.25), 4);
        assert!((4..=257).contains(&Mesh::columns_for(9.0, f32::NAN)));
    }

    #[test]
    fn bodies_are_closed_and_turn_outward() {
        let half = 4.0 / 3.0 * PI * 1000.0;
        for (name, mesh, whole) in [
            ("globe", Mesh::globe(10.0, 40, 24), half),
            ("icosphere", Mesh::icosphere(10.0, 3), half),
            ("torus", Mesh::torus(10.0, 4.0, 40, 24), 2.0 * PI * PI * 10.0 * 4.0),
            ("cuboid", Mesh::cuboid(vec3(3.0, 4.0, 5.0)), 60.0),
        ] {
            assert_eq!(open_edges(&mesh), 0, "{name}");
            let inside = volume(&mesh);
            assert!(
                inside > 0.95 * whole && inside <= whole * 1.0001,
                "{name}: {inside} of {whole}"
            );
        }
    }

    #[test]
    fn pictures_never_run_backward_through_a_triangle() {
        for mesh in [Mesh::icosphere(1.0, 3), Mesh::globe(1.0, 20, 20), Mesh::tube(1.0, 2.0, 9, 3)]
        {
            for &corners in mesh.triangles() {
                let u = corners.map(|i| mesh.uv()[i as usize].x);
                let widest = u[0].max(u[1]).max(u[2]) - u[0].min(u[1]).min(u[2]);
                assert!(widest < 0.3, "{u:?}");
            }
        }
    }

    #[test]
    fn w8_14_edges_are_listed_once() {
        // Closed bodies have half as many edges as triangles have sides; two of a quad's are its diagonal.
        assert_eq!(Mesh::icosphere(1.0, 1).edges().len(), 120);
        assert_eq!(Mesh::cuboid(Vec3::ONE).edges().len(), 18);
        assert_eq!(Mesh::globe(1.0, 20, 20).edges().len(), 684 * 3 / 2);
        assert_eq!(Mesh::grid(2, 2, 1.0).edges().len(), 5);
    }

    #[test]
    fn normals_point_outward_and_do_not_show_the_seam() {
        let globe = Mesh::globe(10.0, 33, 17).with_normals();
        for (point, normal) in globe.points().iter().zip(globe.normals()) {
            assert!(normal.dot(*point / 10.0) > 0.99, "{point} {normal}");
        }
        assert_eq!(globe.normals()[33 * 8], globe.normals()[33 * 8 + 32]);
    }

    #[test]
    fn ribbons_measure_their_length() {
        let spine = [Vec3::ZERO, vec3(3.0, 0.0, 0.0), vec3(3.0, 0.0, 1.0)];
        let ribbon = Mesh::ribbon(&spine, vec3(0.0, 2.0, 0.0));
        assert_eq!((ribbon.points().len(), ribbon.triangles().len()), (6, 4));
        assert_eq!((ribbon.uv()[1], ribbon.uv()[5]), (vec2(0.75, 0.0), vec2(1.0, 1.0)));
        assert_eq!(ribbon.points()[4], vec3(3.0, 1.0, 0.0));
        assert!(Mesh::ribbon(&[], Vec3::Y).triangles().is_empty());
        assert!(Mesh::ribbon(&spine[..1], Vec3::Y).triangles().is_empty());
    }

    #[test]
    fn odd_numbers_make_small_bodies() {
        for count in [0, 1, u32::MAX] {
            assert!(!Mesh::globe(1.0, count.min(9), 0).triangles().is_empty());
            assert!(!Mesh::grid(0, count.min(9), 1.0).triangles().is_empty());
        }
        assert_eq!(Mesh::icosphere(1.0, 0).triangles().len(), 20);
    }
}
