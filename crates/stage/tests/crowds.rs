//! Crowds of straight edges, which have a rasterizer of their own, look like the same shapes drawn one by one.

use motile_geom::{Aabb, Rng, Vec2, vec2};
use motile_pixels::{Color, Surface};
use motile_stage::{Canvas, FillRule, Path, Stroke, SurfaceExt};

/// Largest difference of a channel.
fn difference(a: &Surface, b: &Surface) -> u8 {
    a.bytes().iter().zip(b.bytes()).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

fn page(draw: impl FnOnce(&mut Canvas<'_>)) -> Surface {
    let mut page = Surface::opaque(200, 160, Color::WHITE).unwrap();
    page.on_canvas(draw).unwrap();
    page
}

/// Triangles in cells of 16 pixels, which do not overlap; some stick out of the page.
fn triangles() -> Vec<Path> {
    let mut rng = Rng::new(7);
    let cells = (0..13).flat_map(|x| (0..11).map(move |y| vec2(x as f32, y as f32)));
    cells
        .map(|cell| {
            let mut corner = || cell * 16.0 - 4.0 + rng.in_rect(Vec2::ZERO, Vec2::splat(16.0));
            Path::polygon(&[corner(), corner(), corner()])
        })
        .collect()
}

fn joined(paths: &[Path]) -> Path {
    let mut all = Path::new();
    paths.iter().for_each(|path| _ = all.append(path));
    all
}

#[test]
fn a_crowd_of_triangles_is_the_triangles_one_by_one() {
    let triangles = triangles();
    for (color, most) in [(Color::BLUE, 1), (Color::BLUE.with_alpha(120), 2)] {
        for rule in [FillRule::EvenOdd, FillRule::NonZero] {
            let crowd = page(|canvas| canvas.fill_by(&joined(&triangles), rule, color));
            let single = page(|canvas| {
                triangles.iter().for_each(|triangle| canvas.fill_by(triangle, rule, color));
            });
            assert!(difference(&crowd, &single) <= most, "{}", difference(&crowd, &single));
            assert!(difference(&crowd, &page(|_| {})) > 100, "something is drawn");
        }
    }
}

#[test]
fn a_line_that_crosses_itself_in_a_crowd_covers_once() {
    let mut hatch = Path::new();
    for i in 0..60 {
        let at = 3.0 * i as f32 + 0.3;
        hatch.move_to(vec2(at, 0.0)).line_to(vec2(at + 20.0, 160.0));
        hatch.move_to(vec2(0.0, at)).line_to(vec2(200.0, at - 15.0));
    }
    let dark = Color::BLACK.with_alpha(128);
    let picture = page(|canvas| canvas.stroke(&hatch, &Stroke::new(1.0), dark));
    assert!(picture.bytes().iter().all(|&level| level >= 127), "nowhere darker than one line");
    assert!(picture.bytes().contains(&127));
}

#[test]
fn clips_layers_and_what_lies_below_hold_for_crowds() {
    let crowd = joined(&triangles());
    let area = Aabb::new(vec2(40.0, 30.0), vec2(150.0, 120.0));
    let cut = page(|canvas| {
        canvas.clip_rect(area, |canvas| canvas.fill(&crowd, Color::RED));
    });
    let whole = page(|canvas| canvas.fill(&crowd, Color::RED));
    for y in 0..160 {
        for x in 0..200 {
            let inside = area.contains(vec2(x as f32 + 0.5, y as f32 + 0.5));
            let expected = if inside { whole.get(x, y) } else { Some(Color::WHITE) };
            assert_eq!(cut.get(x, y), expected, "at {x}, {y}");
        }
    }
    let below = page(|canvas| {
        canvas.fill(&Path::circle(vec2(100.0, 80.0), 70.0), Color::GREEN);
        canvas.fill(&crowd, Color::RED);
        canvas.fill(&Path::circle(vec2(100.0, 80.0), 20.0), Color::BLUE);
    });
    assert_eq!(below.get(100, 80), Some(Color::BLUE), "what comes later is on top");
    let red = |picture: &Surface, x, y| picture.get(x, y) == Some(Color::RED);
    let solid = (0..160).flat_map(|y| (0..200).map(move |x| (x, y)));
    for (x, y) in solid.filter(|&(x, y)| red(&whole, x, y)) {
        let covered = vec2(x as f32, y as f32).distance(vec2(100.0, 80.0)) < 22.0;
        assert!(covered || red(&below, x, y), "at {x}, {y}");
    }
}
