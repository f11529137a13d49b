//! Pictures that several threads share have the bits of those that one thread draws.
#![cfg(feature = "parallel")]

use motile_geom::{Aabb, Affine2, Mat2, Rng, Vec2, vec2};
use motile_pixels::{Color, Sampling, Surface};
use motile_stage::{
    BitmapPaint, Canvas, DrawReport, Gradient, Image, Layer, Path, Renderer, Stroke,
};

const SIZE: Vec2 = vec2(640.0, 480.0);

fn tile() -> Image {
    let mut tile = Surface::new(32, 32).unwrap();
    for (x, y) in (0..32).flat_map(|x| (0..32).map(move |y| (x, y))) {
        tile.set(x, y, Color::rgba(x as u8 * 8, y as u8 * 8, 128, 200));
    }
    Image::new(tile)
}

/// Shapes of every kind, in an order that matters: they cover each other in part.
fn draw(canvas: &mut Canvas<'_>, rng: &mut Rng, image: &Image) {
    let color = |rng: &mut Rng| {
        let [r, g, b, a] = [0; 4].map(|_| rng.range(0.0..256.0) as u8);
        Color::rgba(r, g, b, a)
    };
    let colors = [Color::RED, Color::BLUE.with_alpha(90), Color::WHITE];
    canvas
        .fill_rect(Aabb::from_size(Vec2::ZERO, SIZE), Gradient::linear(Vec2::ZERO, SIZE, &colors));
    let turned = Affine2::from_translation(vec2(9.0, 4.0))
        * Affine2::from_mat2(Mat2::from_cols(vec2(1.6, 0.5), vec2(-0.2, 0.8)));
    let paint = BitmapPaint::new(image).with_sampling(Sampling::Bilinear).with_transform(turned);
    canvas.fill_rect(Aabb::from_size(vec2(20.5, 30.25), SIZE * 0.8), paint);
    let star = Path::star(SIZE * 0.5, 7, 230.0, 140.0, 0.2);
    for round in 0..6 {
        canvas.clip(&star, |canvas| crowd(canvas, rng, color));
        crowd(canvas, rng, color);
        if round == 3 {
            canvas.layer(Layer::fade(0.6), |canvas| crowd(canvas, rng, color));
        }
    }
}

fn crowd(canvas: &mut Canvas<'_>, rng: &mut Rng, color: impl Fn(&mut Rng) -> Color) {
    for _ in 0..250 {
        let at = rng.in_rect(vec2(-30.0, -30.0), SIZE);
        canvas.fill(&Path::circle(at, rng.range(0.5..30.0)), color(rng));
        let to = at + rng.unit_vec2() * rng.range(1.0..200.0);
        canvas.line(at, to, &Stroke::new(rng.range(0.3..6.0)), color(rng));
        canvas.fill_rect(Aabb::from_size(at, vec2(7.3, 3.1)), color(rng));
    }
}

fn frame(renderer: &mut Renderer, frame: u64) -> (Surface, DrawReport) {
    let mut surface = Surface::opaque(SIZE.x as u32, SIZE.y as u32, Color::BLACK).unwrap();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    draw(&mut canvas, &mut Rng::new(frame), &tile());
    let report = canvas.finish();
    (surface, report)
}

#[test]
fn any_number_of_threads_gives_the_bits_of_one() {
    let mut alone = Renderer::new();
    let expected = [1, 2].map(|seed| frame(&mut alone, seed));
    assert_eq!(expected[0].1.shared, 0);
    assert!(expected[0].0 != expected[1].0);
    let mut renderer = Renderer::new();
    for count in [2, 3, 7] {
        renderer.set_threads(count);
        for (seed, (picture, report)) in [1, 2].into_iter().zip(&expected) {
            let (found, with_threads) = frame(&mut renderer, seed);
            assert!(with_threads.shared > 0, "{count} threads had nothing to do");
            assert_eq!(DrawReport { shared: 0, ..with_threads }, *report);
            assert!(found == *picture, "{count} threads, picture {seed}");
        }
    }
}

#[test]
fn what_is_drawn_at_once_wakes_nobody() {
    let mut renderer = Renderer::new();
    renderer.set_threads(4);
    let mut surface = Surface::opaque(64, 64, Color::BLACK).unwrap();
    let mut canvas = renderer.begin(&mut surface).unwrap();
    canvas.fill(&Path::circle(vec2(32.0, 32.0), 20.0), Color::RED);
    let report = canvas.finish();
    assert_eq!((report.passes, report.shared), (1, 0));
}
