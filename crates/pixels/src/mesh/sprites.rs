//! Flat meshes for sprites: frames that stretch, ropes, pictures again and again.

use super::Mesh;
use motile_geom::{Vec2, vec2};

impl Mesh {
    /// A picture stretched from the origin to `size` whose corners keep their size and whose borders stretch one way only. `margins`
    /// are the widths of the border in pixels of the picture: left, top, right, bottom. Where the frame is smaller than its corners they shrink.
    #[doc(alias = "nine-patch")]
    #[doc(alias = "9-slice")]
    #[doc(alias = "scale9Grid")]
    pub fn nine_slice(size: Vec2, picture: Vec2, margins: [f32; 4]) -> Self {
        let [left, top, right, bottom] = margins;
        let (xs, us) = slice(size.x, picture.x, left, right);
        let (ys, vs) = slice(size.y, picture.y, top, bottom);
        let mut mesh = Self::grid(4, 4, 1.0);
        for (index, (point, uv)) in mesh.points.iter_mut().zip(&mut mesh.uv).enumerate() {
            let (column, row) = (index % 4, index / 4);
            *point = vec2(xs[column], ys[row]).extend(0.0);
            *uv = vec2(us[column], vs[row]);
        }
        mesh
    }

    /// A picture along a line: a band of a width through the points, corners mitered. u runs along it by length: once, or with
    /// `repeat` every so many widths, which for a picture of its own proportions is its width over its height.
    pub fn rope(points: &[Vec2], width: f32, repeat: Option<f32>) -> Self {
        let spine: Vec<_> = points.iter().map(|point| point.extend(0.0)).collect();
        let mut mesh = Self::ribbon(&spine, motile_geom::Vec3::ZERO);
        let count = points.len();
        let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let times = repeat.map_or(1.0, |aspect| length / (width * aspect));
        let direction = |i: usize, j: usize| (points[j] - points[i]).normalize_or_zero();
        for i in 0..count {
            let (before, after) = (i.max(1) - 1, (i + 1).min(count - 1));
            let (from, to) = (direction(before, i), direction(i, after));
            let middle = (from + to).normalize_or_zero();
            let middle = if middle == Vec2::ZERO { to } else { middle };
            // The miter of a bend is longer than the band is wide; no more than three times.
            let stretch = middle.dot(if to == Vec2::ZERO { from } else { to }).max(1.0 / 3.0);
            let off = (middle.perp() * (width / 2.0 / stretch)).extend(0.0);
            mesh.points[i] -= off;
            mesh.points[count + i] += off;
        }
        if times.is_finite() {
            mesh.uv.iter_mut().for_each(|uv| uv.x *= times);
        }
        mesh
    }

    /// A rectangle from the origin filled with a picture at its own size, again and again, moved by `scroll` pixels.
    #[doc(alias = "tiling sprite")]
    pub fn tiled(size: Vec2, picture: Vec2, scroll: Vec2) -> Self {
        let mut mesh = Self::grid(2, 2, 1.0);
        for (point, uv) in mesh.points.iter_mut().zip(&mut mesh.uv) {
            let corner = *uv * size;
            *point = corner.extend(0.0);
            *uv = (corner - scroll) / picture;
        }
        mesh
    }
}

/// Four positions along a side and in the picture.
fn slice(size: f32, picture: f32, first: f32, last: f32) -> ([f32; 4], [f32; 4]) {
    let shrink = if first + last > size { size / (first + last) } else { 1.0 };
    let inside = [first * shrink, size - last * shrink];
    ([0.0, inside[0], inside[1], size], [0.0, first / picture, 1.0 - last / picture, 1.0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec3;

    #[test]
    fn nine_slices_keep_their_corners() {
        let frame = Mesh::nine_slice(vec2(200.0, 100.0), vec2(32.0, 16.0), [8.0, 4.0, 6.0, 2.0]);
        assert_eq!((frame.points().len(), frame.triangles().len()), (16, 18));
        assert_eq!((frame.points()[5], frame.uv()[5]), (vec3(8.0, 4.0, 0.0), vec2(0.25, 0.25)));
        assert_eq!(
            (frame.points()[10], frame.uv()[10]),
            (vec3(194.0, 98.0, 0.0), vec2(0.8125, 0.875))
        );
        let small = Mesh::nine_slice(vec2(7.0, 100.0), vec2(32.0, 16.0), [8.0, 4.0, 6.0, 2.0]);
        assert_eq!((small.points()[1].x, small.points()[2].x), (4.0, 4.0));
    }

    #[test]
    fn ropes_keep_their_width_around_corners() {
        let rope = Mesh::rope(&[vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 10.0)], 2.0, None);
        let points = rope.points();
        assert!(points[1].distance(vec3(11.0, -1.0, 0.0)) < 1e-5, "{}", points[1]);
        assert!(points[4].distance(vec3(9.0, 1.0, 0.0)) < 1e-5, "{}", points[4]);
        assert_eq!(rope.uv()[1], vec2(0.5, 0.0));
        let repeated = Mesh::rope(&[vec2(0.0, 0.0), vec2(10.0, 0.0)], 2.0, Some(1.0));
        assert_eq!(repeated.uv()[1].x, 5.0);
        // A rope that turns back, stands still or is nothing.
        for points in [&[Vec2::X, Vec2::ZERO, Vec2::X][..], &[Vec2::X, Vec2::X], &[Vec2::X], &[]] {
            let rope = Mesh::rope(points, 2.0, Some(2.0));
            assert!(rope.points().iter().all(|point| point.is_finite()), "{points:?}");
        }
    }

    #[test]
    fn tiles_keep_the_size_of_the_picture() {
        let tiled = Mesh::tiled(vec2(100.0, 60.0), vec2(20.0, 30.0), vec2(5.0, 0.0));
        assert_eq!((tiled.uv()[0], tiled.uv()[3]), (vec2(-0.25, 0.0), vec2(4.75, 2.0)));
    }
}
