//! Triangles of a few pixels, whose rows wait for each other before they are read from the picture.

use crate::twin;
use motile_pixels::{
    BlendMode, Color, DepthBuffer, MipMap, Rasterizer, Sampling, Surface, TriangleSettings,
    Triangles, UvWrap,
    math::{IRect, Rng, Vec2, vec2},
};

/// A picture of any colors, some of them solid.
fn speckled(seed: u64) -> MipMap {
    let mut rng = Rng::new(seed);
    let mut picture = Surface::new(19, 14).unwrap();
    for i in 0..19 * 14 {
        let alpha = if rng.chance(0.5) { 255 } else { rng.below(256) as u8 };
        picture.set(i % 19, i / 19, Color::argb(rng.u32()).with_alpha(alpha));
    }
    MipMap::single(picture).unwrap()
}

/// Triangles up to `size` pixels wide, some of them on whole pixels and some beyond the surface.
fn scattered(count: usize, size: f32, seed: u64) -> Vec<Vec2> {
    let mut rng = Rng::new(seed);
    let mut points = Vec::new();
    for _ in 0..count {
        let at = rng.in_rect(Vec2::splat(-6.0), vec2(66.0, 46.0));
        let snapped = rng.chance(0.3);
        for _ in 0..3 {
            let point = at + vec2(rng.f32(), rng.f32()) * size;
            points.push(if snapped { (point * 2.0).round() / 2.0 } else { point });
        }
    }
    points
}

#[test]
fn small_triangles_are_drawn_as_the_plain_rasterizer_draws() {
    let picture = speckled(2);
    for (seed, size) in [(1, 2.0), (2, 7.9), (3, 8.0), (4, 15.0), (5, 40.0)] {
        let points = scattered(150, size, seed);
        let mut rng = Rng::new(seed);
        let uv: Vec<Vec2> = points.iter().map(|_| vec2(rng.f32(), rng.f32()) * 3.0 - 1.0).collect();
        let t: Vec<f32> = points.iter().map(|_| 0.2 + rng.f32()).collect();
        for (wrap, tint, affine, sampling) in [
            (UvWrap::Repeat, Color::WHITE, false, Sampling::Bilinear),
            (UvWrap::Clamp, Color::rgba(255, 200, 90, 180), false, Sampling::Bilinear),
            (UvWrap::Mirror, Color::WHITE, true, Sampling::Bilinear),
            (UvWrap::Repeat, Color::rgba(255, 200, 90, 180), false, Sampling::Nearest),
            (UvWrap::Clamp, Color::WHITE, true, Sampling::Nearest),
            (UvWrap::Mirror, Color::WHITE, false, Sampling::Nearest),
        ] {
            for clip in [None, Some(IRect::new(3, 5, 41, 22))] {
                let settings = TriangleSettings {
                    picture: Some(&picture),
                    smooth_edges: false,
                    sampling,
                    wrap,
                    tint,
                    affine,
                    clip,
                    ..TriangleSettings::default()
                };
                let triangles =
                    Triangles { points: &points, uv: &uv, t: &t, ..Triangles::default() };
                let mut fast = Surface::filled(61, 41, Color::rgba(20, 60, 90, 200)).unwrap();
                let mut plain = fast.clone();
                Rasterizer::new().draw(&mut fast, None, &triangles, &settings).unwrap();
                twin::draw(&mut plain, None, &triangles, &settings);
                assert!(fast == plain, "{size} pixels, {sampling:?}, {wrap:?}, clip {clip:?}");
            }
        }
    }
}

#[test]
fn small_and_large_triangles_keep_their_order() {
    let picture = speckled(3);
    let mut points = scattered(60, 50.0, 7);
    // One large, two small, and so on.
    for (large, small) in scattered(120, 6.0, 8).chunks(6).enumerate().map(|(i, c)| (9 * i, c)) {
        points.splice(large..large, small.iter().copied());
    }
    let uv: Vec<Vec2> = points.iter().map(|point| *point / 13.0).collect();
    let settings = TriangleSettings {
        picture: Some(&picture),
        smooth_edges: false,
        ..TriangleSettings::default()
    };
    let all = Triangles { points: &points, uv: &uv, ..Triangles::default() };
    let mut at_once = Surface::opaque(61, 41, Color::GRAY).unwrap();
    let mut one_by_one = at_once.clone();
    let mut rasterizer = Rasterizer::new();
    rasterizer.draw(&mut at_once, None, &all, &settings).unwrap();
    for (points, uv) in points.chunks(3).zip(uv.chunks(3)) {
        let one = Triangles { points, uv, ..Triangles::default() };
        rasterizer.draw(&mut one_by_one, None, &one, &settings).unwrap();
    }
    assert!(at_once == one_by_one);
}

#[test]
fn depth_is_compared_eight_at_a_time_as_one_by_one() {
    let picture = speckled(5);
    for (seed, size) in [(11, 7.0), (12, 30.0), (13, 90.0)] {
        let points = scattered(60, size, seed);
        let mut rng = Rng::new(seed);
        let uv: Vec<Vec2> = points.iter().map(|_| vec2(rng.f32(), rng.f32()) * 3.0 - 1.0).collect();
        let t: Vec<f32> = points.iter().map(|_| 0.2 + rng.f32()).collect();
        let colors: Vec<Color> = points.iter().map(|_| Color::argb(rng.u32())).collect();
        for (smooth_edges, colored, clip, blend) in [
            (false, false, None, BlendMode::Normal),
            (true, true, None, BlendMode::Normal),
            (true, false, Some(IRect::new(3, 5, 41, 22)), BlendMode::Multiply),
            // One to which an empty source is not the same as none.
            (false, true, None, BlendMode::Alpha),
        ] {
            let settings = TriangleSettings {
                picture: Some(&picture),
                smooth_edges,
                clip,
                blend,
                ..TriangleSettings::default()
            };
            let colors: &[Color] = if colored { &colors } else { &[] };
            let triangles =
                Triangles { points: &points, uv: &uv, t: &t, colors, ..Triangles::default() };
            let mut fast = Surface::filled(61, 41, Color::rgba(20, 60, 90, 200)).unwrap();
            let mut plain = fast.clone();
            let mut deep = DepthBuffer::new(61, 41).unwrap();
            // Something is there before, nearer than some and farther than others.
            deep.values_mut().iter_mut().step_by(3).for_each(|near| *near = 0.7);
            let mut depths = deep.values().to_vec();
            Rasterizer::new().draw(&mut fast, Some(&mut deep), &triangles, &settings).unwrap();
            twin::draw(&mut plain, Some(&mut depths), &triangles, &settings);
            assert!(fast == plain, "{size} pixels, {settings:?}");
            assert_eq!(deep.values(), &depths[..], "{size} pixels, {settings:?}");
        }
    }
}
