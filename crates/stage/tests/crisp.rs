//! Fills without smooth edges: every pixel belongs to one of the shapes that meet in it.

use motile_geom::{Aabb, Vec2, vec2};
use motile_pixels::{Color, Surface};
use motile_stage::{Canvas, Gradient, Paint, Path, Renderer, Shape, Stroke, SurfaceExt};
use proptest::prelude::*;

const SIDE: u32 = 48;

/// How many pixels an outline paints, and which.
fn painted(points: &[Vec2], paint: impl Into<Paint>) -> (usize, Vec<bool>) {
    let inside = covered(|canvas| canvas.fill(&Path::polygon(points), paint));
    (inside.iter().filter(|&&inside| inside).count(), inside)
}

/// Which pixels are painted; each in full or not at all.
fn covered(draw: impl FnOnce(&mut Canvas<'_>)) -> Vec<bool> {
    let picture = Surface::drawn(SIDE, SIDE, |canvas| {
        canvas.set_antialias(false);
        draw(canvas);
    });
    let picture = picture.unwrap();
    picture
        .words()
        .iter()
        .map(|&word| match Color::from_premultiplied(word.to_ne_bytes()).a {
            0 => false,
            255 => true,
            half => panic!("a pixel is covered by {half} of 255"),
        })
        .collect()
}

fn box_between(a: Vec2, b: Vec2) -> Vec<bool> {
    covered(|canvas| canvas.fill(&Path::rect(Aabb::new(a.min(b), a.max(b))), Color::RED))
}

/// Parts paint no pixel twice, and together what the whole paints.
fn assert_parts(parts: &[Vec<bool>], whole: &[bool]) {
    for (index, &whole) in whole.iter().enumerate() {
        let times = parts.iter().filter(|part| part[index]).count();
        let (x, y) = (index as u32 % SIDE, index as u32 / SIDE);
        assert_eq!(times, usize::from(whole), "pixel ({x}, {y})");
    }
}

/// Both triangles used to paint the ten pixels whose centers lie on their common edge: 55 + 55 of 100.
#[test]
fn pixel_centers_on_slanted_edges_are_painted_by_one_neighbor() {
    let (a, b) = (vec2(10.0, 0.0), vec2(0.0, 10.0));
    let (upper, lower) = ([Vec2::ZERO, a, b], [a, vec2(10.0, 10.0), b]);
    let (first, of_first) = painted(&upper, Color::RED);
    let (second, of_second) = painted(&lower, Color::RED);
    assert_eq!(
        (first, second),
        (45, 55),
        "the common edge is to the right of one, to the left of the other"
    );
    assert!(of_first.iter().zip(&of_second).all(|(a, b)| !(a & b)));
}

#[test]
fn paints_that_are_no_color_cover_the_same_pixels() {
    let corners = [vec2(3.0, 2.0), vec2(40.5, 9.0), vec2(22.5, 41.5), vec2(9.5, 30.0)];
    let shade = Gradient::linear(Vec2::ZERO, vec2(40.0, 0.0), &[Color::RED, Color::BLUE]);
    assert_eq!(painted(&corners, shade), painted(&corners, Color::RED));
}

#[test]
fn clips_without_smooth_edges_cut_at_whole_pixels() {
    let star = Path::star(Vec2::splat(24.0), 5, 22.0, 9.0, 0.3);
    let clipped = Surface::drawn(SIDE, SIDE, |canvas| {
        canvas.set_antialias(false);
        canvas.clip(&star, |canvas| {
            canvas.fill(&Path::circle(Vec2::splat(24.0), 40.0), Color::RED);
        });
    });
    let filled = Surface::drawn(SIDE, SIDE, |canvas| {
        canvas.set_antialias(false);
        canvas.fill(&star, Color::RED);
    });
    assert_eq!(clipped.unwrap(), filled.unwrap());
}

#[test]
fn a_shape_about_a_pixel_center_is_as_wide_on_both_sides() {
    let disc = Shape::circle(8.25);
    let picture = Surface::drawn(SIDE, SIDE, |canvas| {
        canvas.set_antialias(false);
        canvas.transformed(motile_geom::Affine2::from_translation(vec2(24.5, 24.5)), |canvas| {
            canvas.fill(&disc.path, Color::RED);
        });
    });
    let picture = picture.unwrap();
    let row: Vec<bool> = (0..SIDE as i32).map(|x| picture.get(x, 24) == Some(Color::RED)).collect();
    assert_eq!(row.iter().position(|&inside| inside), Some(16));
    assert_eq!(row.iter().rposition(|&inside| inside), Some(32));
}

/// Corners on pixels, on their centers, on quarters, and anywhere, some of them outside.
fn corner() -> impl Strategy<Value = Vec2> {
    let number = || {
        prop_oneof![
            (-8i32..56).prop_map(|x| x as f32),
            (-8i32..56).prop_map(|x| x as f32 + 0.5),
            (-32i32..224).prop_map(|x| x as f32 * 0.25),
            -8.0..56.0f32,
        ]
    };
    (number(), number()).prop_map(|(x, y)| vec2(x, y))
}

/// One smooth thread below a cloth of thousands of squares used to send every run of their pixels through the vector
/// renderer: 20 ms a frame of the torn cloth.
#[test]
fn many_squares_over_one_waiting_line_are_drawn_without_a_second_pass() {
    let mut squares = Path::new();
    for at in (0..40).map(|i| vec2((i % 8) as f32 * 6.0 + 0.5, (i / 8) as f32 * 9.0 + 0.5)) {
        squares.append(&Path::polygon(&[at, at + vec2(4.0, 1.0), at + vec2(3.0, 5.0)]));
    }
    let draw = |early: bool| {
        let mut surface = Surface::opaque(SIDE, SIDE, Color::WHITE).unwrap();
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut surface).unwrap();
        canvas.line(Vec2::ZERO, Vec2::splat(SIDE as f32), &Stroke::new(2.0), Color::BLUE);
        if early {
            canvas.flush();
        }
        canvas.set_antialias(false);
        canvas.fill(&squares, Color::RED);
        (canvas.finish().passes, surface)
    };
    let ((passes, picture), (_, by_itself)) = (draw(false), draw(true));
    assert_eq!(passes, 1, "the line alone");
    assert!(picture.words() == by_itself.words(), "in paint order");
}

/// Which side of the line through `a` and `b` a point is on.
fn side(a: Vec2, b: Vec2, p: Vec2) -> f64 {
    let [a, b, p] = [a, b, p].map(Vec2::as_dvec2);
    (b - a).perp_dot(p - a)
}

proptest! {
    /// Two triangles on both sides of an edge paint no pixel twice, and together what the quadrilateral paints.
    #[test]
    fn triangles_that_share_an_edge_share_no_pixel(a in corner(), b in corner(), c in corner(), d in corner()) {
        prop_assume!(side(a, b, c) * side(a, b, d) < 0.0);
        let (_, first) = painted(&[a, b, c], Color::RED);
        let (_, second) = painted(&[b, a, d], Color::RED);
        let (_, whole) = painted(&[a, d, b, c], Color::RED);
        for (index, whole) in whole.into_iter().enumerate() {
            prop_assert!(!(first[index] && second[index]), "pixel {index} is painted twice");
            prop_assert_eq!(first[index] || second[index], whole, "pixel {}", index);
        }
    }

    /// Triangles around a point leave no pixel out and paint none twice.
    #[test]
    fn a_fan_of_triangles_is_the_whole(center in corner(), reach in prop::array::uniform4((1i32..96, 1i32..96))) {
        // A corner in each quarter around the center, so that the triangles do not overlap.
        let signs = [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)];
        let away = |i: usize| vec2(reach[i].0 as f32, reach[i].1 as f32) * 0.25;
        let around: [Vec2; 4] = core::array::from_fn(|i| center + signs[i] * away(i));
        let mut times = vec![0; (SIDE * SIDE) as usize];
        for i in 0..4 {
            let (_, inside) = painted(&[center, around[i], around[(i + 1) % 4]], Color::RED);
            times.iter_mut().zip(inside).for_each(|(times, inside)| *times += u32::from(inside));
        }
        let (_, whole) = painted(&around, Color::RED);
        for (index, whole) in whole.into_iter().enumerate() {
            prop_assert_eq!(times[index], u32::from(whole), "pixel {}", index);
        }
    }

    /// Upright boxes on both sides of an edge, which are drawn by another way than slanted shapes.
    #[test]
    fn boxes_that_share_an_edge_share_no_pixel(a in corner(), b in corner(), edge in corner()) {
        let (low, high) = (a.min(b), a.max(b));
        let at = edge.clamp(low, high);
        let whole = box_between(low, high);
        let (left, right) = (box_between(low, vec2(at.x, high.y)), box_between(vec2(at.x, low.y), high));
        assert_parts(&[left, right], &whole);
        let (upper, lower) = (box_between(low, vec2(high.x, at.y)), box_between(vec2(low.x, at.y), high));
        assert_parts(&[upper, lower], &whole);
    }

    /// A box beside two triangles, and a box whose outline is a polygon's.
    #[test]
    fn a_box_and_triangles_share_no_pixel(a in corner(), b in corner(), edge in corner()) {
        let (low, high) = (a.min(b), a.max(b));
        let at = edge.clamp(low, high);
        let upright = box_between(low, vec2(at.x, high.y));
        let (top, bottom) = (vec2(at.x, low.y), vec2(at.x, high.y));
        let (_, first) = painted(&[top, vec2(high.x, low.y), bottom], Color::RED);
        let (_, second) = painted(&[vec2(high.x, low.y), high, bottom], Color::RED);
        assert_parts(&[upright, first, second], &box_between(low, high));
        let (_, outline) = painted(&[low, vec2(high.x, low.y), high, vec2(low.x, high.y)], Color::RED);
        prop_assert_eq!(outline, box_between(low, high));
    }

    /// Two curved shapes on both sides of a straight edge.
    #[test]
    fn curves_that_share_a_chord_share_no_pixel(a in corner(), b in corner(), c in corner(), d in corner()) {
        prop_assume!(side(a, b, c) * side(a, b, d) < 0.0);
        let half = |from: Vec2, control: Vec2, to: Vec2| {
            let mut path = Path::new();
            path.move_to(from).quad_to(control, to).close();
            covered(|canvas| canvas.fill(&path, Color::RED))
        };
        let mut both = Path::new();
        both.move_to(a).quad_to(c, b).quad_to(d, a).close();
        let whole = covered(|canvas| canvas.fill(&both, Color::RED));
        assert_parts(&[half(a, c, b), half(b, d, a)], &whole);
    }

    /// A stroked line with a box on either side of it: its outline is an edge as others are.
    #[test]
    fn a_line_and_boxes_share_no_pixel(
        x in -8i32..40, y in -2i32..40, length in 1i32..60, width in 1i32..24, depth in 1i32..40,
    ) {
        // Quarters of pixels and widths of halves: every edge is exact.
        let (x, y, length) = (x as f32 * 0.5, y as f32 * 0.25 + 12.0, length as f32 * 0.5);
        let (half, depth) = (width as f32 * 0.25, depth as f32 * 0.25);
        let line = covered(|canvas| {
            canvas.line(vec2(x, y), vec2(x + length, y), &Stroke::new(2.0 * half), Color::RED);
        });
        let above = box_between(vec2(x, y - half - depth), vec2(x + length, y - half));
        let below = box_between(vec2(x, y + half), vec2(x + length, y + half + depth));
        let whole = box_between(vec2(x, y - half - depth), vec2(x + length, y + half + depth));
        assert_parts(&[above, line, below], &whole);
    }
}
