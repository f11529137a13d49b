//! Drawings as text: what is written reads back the same (spec 08, T8-39).

use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2, vec2};
use motile_pixels::{Color, Sampling, Surface};
use motile_stage::{
    BitmapPaint, Cap, FillRule, Gradient, GraphicsData, Image, Interpolation, Join, Paint, Path,
    Renderer, Spread, Stroke,
};
use proptest::prelude::*;

fn page(data: &GraphicsData) -> Surface {
    let mut surface = Surface::opaque(120, 120, Color::WHITE).unwrap();
    Renderer::new().begin(&mut surface).unwrap().draw_data(data);
    surface
}

fn checkers() -> Image {
    let mut picture = Surface::new(4, 4).unwrap();
    for i in 0..16 {
        let alpha = if (i + i / 4) % 2 == 0 { 255 } else { 77 };
        picture.set(i % 4, i / 4, Color::rgba(i as u8 * 15, 200, 40, alpha));
    }
    Image::new(picture)
}

/// One of everything that an item can hold.
fn everything() -> GraphicsData {
    let image = checkers();
    let turned = Affine2::from_translation(vec2(3.3, -0.1)) * Affine2::rotation(0.7);
    let sky = Gradient::linear(vec2(0.1, 0.0), vec2(0.0, 90.7), &[Color::BLUE, Color::WHITE]);
    let mut lamp = Gradient::focal(vec2(60.0, 60.0), 41.3, vec2(50.0, 55.5), &[Color::WHITE; 3]);
    lamp.stops[1].color = Color::ORANGE.with_alpha(128);
    lamp.interpolation = Interpolation::LinearRgb;
    let lamp = lamp.with_spread(Spread::Reflect).with_transform(turned);
    let mut data = GraphicsData::new();
    data.fill(sky).path(Path::rect(Aabb::from_size(Vec2::ZERO, vec2(120.0, 120.0)))).end_fill();
    data.stroke(Stroke::fixed(3.7).with_cap(Cap::Square).with_miter(4.5), Color::RED);
    data.fill(lamp).path_by(Path::star(vec2(60.0, 60.0), 5, 50.0, 20.0, 0.3), FillRule::NonZero);
    data.end_fill().no_stroke();
    data.fill(BitmapPaint::new(&image).with_transform(turned).with_sampling(Sampling::Bilinear));
    data.path(Path::circle(vec2(90.0, 30.0), 21.0)).end_fill();
    let dashed = Stroke::new(0.1 + 0.2).with_dash(&[7.0, 2.5, 0.0], -1.5);
    data.stroke(
        Stroke { join: Join::Bevel, ..dashed },
        BitmapPaint::new(&image).with_repeat(false),
    );
    // Turned by numbers finer than those a path is built with.
    data.path(Path::circle(vec2(40.0, 80.0), 30.0).transformed(turned).reversed());
    data.stroke(Stroke::HAIRLINE, Color::TRANSPARENT).path(Path::new());
    data
}

#[test]
fn t8_39_a_drawing_survives_as_text() {
    let data = everything();
    let text = data.to_text();
    let again = GraphicsData::parse(&text).unwrap();
    assert_eq!(again, data);
    assert_eq!(page(&again), page(&data));
    assert_ne!(page(&data), page(&GraphicsData::new()));
    assert_eq!(again.to_text(), text);
    assert_eq!(text.matches("\nimage ").count(), 1, "a shared picture is written once");
    assert_eq!(GraphicsData::parse("drawing 1\n"), Ok(GraphicsData::new()));
    assert_eq!(GraphicsData::parse(&text.replace('\n', "\r\n")), Ok(data));
}

fn number() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![
        -1e4..1e4f32,
        any::<f32>().prop_filter("finite", |x| x.is_finite()),
        prop::sample::select(vec![0.0, -0.0, f32::MIN_POSITIVE, f32::MAX, 1e-45, 0.1]),
    ]
}

fn point() -> impl Strategy<Value = Vec2> {
    (number(), number()).prop_map(|(x, y)| vec2(x, y))
}

fn path() -> impl Strategy<Value = Path> {
    prop::collection::vec((0..5u8, point(), point(), point()), 0..9).prop_map(|steps| {
        let mut path = Path::new();
        for (kind, a, b, c) in steps {
            match kind {
                0 => path.move_to(a),
                1 => path.line_to(a),
                2 => path.quad_to(a, b),
                3 => path.cubic_to(a, b, c),
                _ => path.close(),
            };
        }
        path
    })
}

fn paint() -> impl Strategy<Value = Paint> {
    let color = || any::<[u8; 4]>().prop_map(|[r, g, b, a]| Color::rgba(r, g, b, a));
    let transform = [point(), point(), point()].prop_map(|[x, y, t]| Affine2::from_cols(x, y, t));
    let gradient = (point(), point(), number(), prop::collection::vec(color(), 0..4), transform)
        .prop_map(|(a, b, radius, colors, transform)| {
            let gradient = match colors.len() % 2 {
                0 => Gradient::linear(a, b, &colors),
                _ => Gradient::focal(a, radius, b, &colors),
            };
            gradient.with_transform(transform).into()
        });
    prop_oneof![color().prop_map(Paint::Solid), gradient]
}

fn drawing() -> impl Strategy<Value = GraphicsData> {
    let dash = prop::collection::vec(number(), 0..3);
    let item = (0..5u8, paint(), path(), number(), dash);
    prop::collection::vec(item, 0..6).prop_map(|items| {
        let mut data = GraphicsData::new();
        for (kind, paint, path, number, dash) in items {
            match kind {
                0 => data.stroke(Stroke::new(number).with_dash(&dash, number), paint),
                1 => data.fill(paint),
                2 => data.end_fill(),
                3 => data.no_stroke(),
                _ => data.path(path),
            };
        }
        data
    })
}

proptest! {
    #[test]
    fn t8_39_any_finite_drawing_survives_as_text(data in drawing()) {
        let text = data.to_text();
        prop_assert_eq!(GraphicsData::parse(&text), Ok(data), "{}", text);
    }

    #[test]
    fn any_text_is_a_drawing_or_an_error_with_its_place(text in "drawing 1\n((stroke|fill|path|end|image|linear|M|L|Z|even-odd|#F00|[0-9.e-]{1,4}|stops|\n) ){0,30}") {
        if let Err(error) = GraphicsData::parse(&text) {
            prop_assert!(error.line as usize <= text.lines().count() && error.column > 0);
        }
    }
}
