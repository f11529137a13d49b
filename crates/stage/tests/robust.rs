//! Whatever the numbers, nothing panics, and what must hold holds.

use motile_geom::{Affine2, Vec2, vec2};
use motile_pixels::{BlendMode, Blit, Color, Sampling, Surface};
use motile_stage::classic::ClassicPath;
use motile_stage::{
    BitmapPaint, Canvas, Cap, FillRule, Gradient, GraphicsData, Image, Join, Layer, Paint, Path,
    Renderer, Spread, Stroke, Width,
};
use proptest::prelude::*;

/// Numbers near pixels, on borders, huge, tiny and not numbers at all.
fn number() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![
        8 => -20.0..60.0f32,
        4 => (-10..40i32).prop_map(|x| x as f32),
        1 => -1e6..1e6f32,
        1 => any::<f32>(),
        1 => prop::sample::select(vec![0.0, -0.0, 1e-30, 3e38, 65_535.0, 65_536.0, 100_000.0]),
    ]
}

fn finite() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![8 => -20.0..60.0f32, 2 => (-10..40i32).prop_map(|x| x as f32)]
}

fn place(n: impl Strategy<Value = f32> + Clone) -> impl Strategy<Value = Vec2> {
    (n.clone(), n).prop_map(|(x, y)| vec2(x, y))
}

fn path_of(codes: &[i32], numbers: &[f32]) -> Path {
    let mut path = Path::new();
    let mut points = numbers.chunks_exact(2).map(|pair| vec2(pair[0], pair[1])).cycle();
    let mut next = || points.next().unwrap_or_default();
    for code in codes {
        match code {
            0 => path.move_to(next()),
            1 | 2 => path.line_to(next()),
            3 => path.quad_to(next(), next()),
            4 => path.cubic_to(next(), next(), next()),
            5 => {
                let (center, size) = (next(), next());
                path.arc(center, size.x, size.y, size.x - size.y)
            }
            _ => path.close(),
        };
    }
    path
}

fn path(n: impl Strategy<Value = f32>) -> impl Strategy<Value = Path> {
    (prop::collection::vec(0..7i32, 0..12), prop::collection::vec(n, 2..30))
        .prop_map(|(codes, numbers)| path_of(&codes, &numbers))
}

/// Outlines of one curve, so that no two edges lie on each other: there the raster cannot tell.
fn simple() -> impl Strategy<Value = Path> {
    (0..3i32, prop::collection::vec(finite(), 8))
        .prop_map(|(kind, numbers)| path_of(&[0, [1, 3, 4][kind as usize], 1, 6], &numbers))
}

fn stroke() -> impl Strategy<Value = Stroke> {
    let width = prop_oneof![
        Just(Width::Hairline),
        number().prop_map(Width::Scaled),
        number().prop_map(Width::Fixed)
    ];
    let cap = prop::sample::select(vec![Cap::Butt, Cap::Round, Cap::Square]);
    let join = prop::sample::select(vec![Join::Round, Join::Miter, Join::Bevel]);
    let dash = prop::collection::vec(number(), 0..3);
    (width, cap, join, number(), dash, number()).prop_map(
        |(width, cap, join, miter_limit, dash, dash_offset)| Stroke {
            width,
            cap,
            join,
            miter_limit,
            dash,
            dash_offset,
        },
    )
}

fn matrix() -> impl Strategy<Value = Affine2> {
    let any = prop::array::uniform6(number()).prop_map(|m| Affine2::from_cols_array(&m));
    prop_oneof![3 => Just(Affine2::IDENTITY), 2 => any]
}

fn paint() -> impl Strategy<Value = Paint> {
    let colors = vec![Color::RED, Color::rgba(0, 0, 255, 90), Color::TRANSPARENT];
    let spread = prop::sample::select(vec![Spread::Pad, Spread::Reflect, Spread::Repeat]);
    let gradient = (place(number()), place(number()), number(), any::<bool>(), spread, matrix());
    let image = Image::new(Surface::filled(3, 2, Color::ORANGE).unwrap());
    prop_oneof![
        2 => Just(Paint::from(Color::rgba(0, 128, 0, 200))),
        2 => gradient.prop_map(move |(a, b, radius, radial, spread, matrix)| {
            let gradient = if radial {
                Gradient::focal(a, radius, b, &colors)
            } else {
                Gradient::linear(a, b, &colors)
            };
            gradient.with_spread(spread).with_transform(matrix).into()
        }),
        1 => (matrix(), any::<bool>(), any::<bool>()).prop_map(move |(matrix, repeat, smooth)| {
            let sampling = if smooth { Sampling::Bilinear } else { Sampling::Nearest };
            BitmapPaint::new(&image).with_transform(matrix).with_repeat(repeat).with_sampling(sampling).into()
        }),
    ]
}

fn rule() -> impl Strategy<Value = FillRule> {
    prop::sample::select(vec![FillRule::EvenOdd, FillRule::NonZero])
}

fn on_surface(draw: impl FnOnce(&mut Canvas<'_>)) -> Surface {
    let mut surface = Surface::filled(33, 21, Color::rgba(10, 200, 90, 77)).unwrap();
    let mut renderer = Renderer::new();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    draw(&mut canvas);
    canvas.finish();
    surface
}

/// Premultiplied: no channel above its alpha.
fn well_formed(surface: &Surface) -> bool {
    surface.bytes().chunks_exact(4).all(|p| p[0].max(p[1]).max(p[2]) <= p[3])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_fill_any_stroke_any_clip(
        shape in path(number()), clip in path(number()), stroke in stroke(), paint in paint(),
        matrix in matrix(), rule in rule(), antialias in any::<bool>(), alpha in number(),
    ) {
        let surface = on_surface(|canvas| {
            canvas.set_alpha(alpha);
            canvas.set_antialias(antialias);
            canvas.transformed(matrix, |canvas| {
                canvas.fill_by(&shape, rule, &paint);
                canvas.clip_by(&clip, rule, |canvas| {
                    canvas.stroke(&shape, &stroke, &paint);
                    let bounds = Some(clip.bounds());
                    let layer = Layer { blend: BlendMode::Multiply, alpha, bounds };
                    canvas.layer(layer, |canvas| canvas.fill_by(&shape, rule, &paint));
                });
            });
        });
        prop_assert!(well_formed(&surface));
    }

    #[test]
    fn any_picture_anywhere(
        matrix in matrix(), at in place(number()), x in any::<i32>(), y in any::<i32>(),
        width in 0..9u32, flip in any::<bool>(), mode in 0..14usize,
    ) {
        let image = Image::new(Surface::filled(5, 4, Color::rgba(9, 9, 200, 100)).unwrap());
        let blit = Blit {
            source: Some(motile_geom::IRect::new(1, 1, width, 3)),
            flip_x: flip,
            blend: BlendMode::ALL[mode].clone(),
            ..Blit::default()
        };
        let surface = on_surface(|canvas| {
            canvas.sprite(&image, motile_geom::ivec2(x, y), &blit);
            canvas.transformed(matrix, |canvas| {
                canvas.image_with(&image, at, &blit, Sampling::Bilinear);
                canvas.image_with(&image, at, &blit, Sampling::Nearest);
            });
        });
        prop_assert!(well_formed(&surface));
    }

    #[test]
    fn questions_to_any_path(shape in path(number()), at in place(number()), stroke in stroke(), fraction in number()) {
        let _answers = (
            shape.bounds(), shape.length(), shape.signed_area(), shape.winding(at),
            shape.point_at(fraction), shape.contains(at, FillRule::EvenOdd), shape.reversed(),
        );
        let mut drawing = GraphicsData::new();
        drawing.stroke(stroke, Color::RED).fill(Color::BLUE).path(shape);
        let _answers = (drawing.bounds(), drawing.contains(at));
    }

    /// Planted: the winding of a polygon, by angles instead of crossings.
    #[test]
    fn winding_is_the_number_of_turns(points in prop::collection::vec(place(finite()), 3..9), at in place(finite())) {
        let corners: Vec<_> = points.iter().map(|p| p.as_dvec2() - at.as_dvec2()).collect();
        let n = corners.len();
        // Points close to the outline have no clear answer by angles.
        let near = (0..n).any(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % n]);
            let t = if a == b { 0.0 } else { (-a.dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0) };
            (a + (b - a) * t).length() < 1e-3
        });
        prop_assume!(!near);
        let turned: f64 = (0..n)
            .map(|i| {
                let (a, b) = (corners[i], corners[(i + 1) % n]);
                motile_geom::ops::atan2_64(a.perp_dot(b), a.dot(b))
            })
            .sum();
        let turns = (turned / core::f64::consts::TAU).round() as i32;
        prop_assert_eq!(Path::polygon(&points).winding(at), turns);
    }

    /// What is asked and what is painted agree away from the edge.
    #[test]
    fn painted_where_inside(shape in simple(), rule in rule()) {
        let mut surface = Surface::new(33, 21).unwrap();
        Renderer::new().begin(&mut surface).unwrap().fill_by(&shape, rule, Color::BLACK);
        for (y, x) in (0..21).flat_map(|y| (0..33).map(move |x| (y, x))) {
            let alpha = surface.get(x, y).unwrap().a;
            let center = vec2(x as f32 + 0.5, y as f32 + 0.5);
            let around = (-7..=7).flat_map(|i| (-7..=7).map(move |j| vec2(i as f32, j as f32) * 0.2));
            let inside: Vec<_> = around.map(|o| shape.contains(center + o, rule)).collect();
            if inside.iter().all(|&it| it) {
                prop_assert!(alpha > 165, "({}, {}) has {}", x, y, alpha);
            } else if !inside.iter().any(|&it| it) {
                prop_assert!(alpha < 90, "({}, {}) has {}", x, y, alpha);
            }
        }
    }

    #[test]
    fn classic_lists_of_any_kind(codes in prop::collection::vec(-2..9i32, 0..12), data in prop::collection::vec(number(), 0..30)) {
        let (path, tail) = ClassicPath::read_lenient(&codes, &data);
        prop_assert!(path.is_finite());
        let known = codes.iter().all(|code| (0..7).contains(code));
        prop_assert_eq!(tail.commands == 0, known);
        if let Ok(strict) = ClassicPath::from_codes(&codes, &data).and_then(|classic| classic.to_path()) {
            prop_assert_eq!(strict, path);
        }
    }
}
