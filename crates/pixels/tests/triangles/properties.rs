//! What holds for any triangles.

use crate::twin;
use motile_pixels::{
    BlendMode, Color, Cull, DepthBuffer, MipMap, Rasterizer, Surface, TriangleSettings, Triangles,
    math::{IRect, Rng, Vec2, vec2},
};
use proptest::prelude::*;

/// A fifth of full light, added: counts how often a pixel is drawn.
fn counting() -> TriangleSettings<'static> {
    TriangleSettings {
        tint: Color::rgb(50, 50, 50),
        blend: BlendMode::Add,
        smooth_edges: false,
        ..TriangleSettings::default()
    }
}

/// A mesh that covers a surface and more: points on a grid, those inside moved at will.
fn crumpled(side: u32, seed: u64, step: f32) -> (Vec<Vec2>, Vec<[u32; 3]>) {
    let mut rng = Rng::new(seed);
    let mut points = Vec::new();
    for y in 0..=side {
        for x in 0..=side {
            let rim = x == 0 || y == 0 || x == side || y == side;
            // Less than a quarter of a cell: no triangle turns over. In 1/512 of a pixel, so that ties of rounding come up.
            let mut off =
                || if rim { 0.0 } else { (rng.below(400) as f32 / 400.0 - 0.5) * 0.45 * step };
            let off = vec2(off(), off());
            points.push(((vec2(x as f32, y as f32) * step + off) * 512.0).round() / 512.0 - 3.0);
        }
    }
    let mut triangles = Vec::new();
    for y in 0..side {
        for x in 0..side {
            let a = y * (side + 1) + x;
            let (b, c, d) = (a + 1, a + side + 1, a + side + 2);
            triangles.extend(if rng.chance(0.5) {
                [[a, b, c], [b, d, c]]
            } else {
                [[a, b, d], [a, d, c]]
            });
        }
    }
    (points, triangles)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_bytes_draw_what_the_plain_rasterizer_draws(data in prop::collection::vec(any::<u8>(), 0..400)) {
        twin::compare_any(&data);
    }

    #[test]
    fn every_pixel_of_a_mesh_is_drawn_exactly_once(seed: u64, side in 1..12u32, step in 0.3f32..9.0) {
        let (points, indices) = crumpled(side, seed, step);
        let mut surface = Surface::opaque(64, 64, Color::BLACK).unwrap();
        let triangles = Triangles { points: &points, indices: Some(&indices), ..Triangles::default() };
        surface.draw_triangles(&triangles, &counting()).unwrap();
        let first = (points[0] * 256.0).round() / 256.0;
        let last = (points[points.len() - 1] * 256.0).round() / 256.0;
        for y in 0..64 {
            for x in 0..64 {
                let center = vec2(x as f32, y as f32) + 0.5;
                let inside = center.cmpge(first).all() && center.cmplt(last).all();
                let times = surface.get(x, y).unwrap().r / 50;
                prop_assert_eq!(times, u8::from(inside), "{} {}", x, y);
            }
        }
    }

    #[test]
    fn a_smooth_rim_covers_about_its_share(corners in prop::array::uniform3(prop::array::uniform2(4.0f32..60.0))) {
        let points = corners.map(Vec2::from);
        let area = (points[1] - points[0]).perp_dot(points[2] - points[0]).abs() / 2.0;
        let mut surface = Surface::opaque(64, 64, Color::BLACK).unwrap();
        let triangles = Triangles { points: &points, ..Triangles::default() };
        surface.draw_triangles(&triangles, &TriangleSettings::default()).unwrap();
        let sum: u32 = surface.words().iter().map(|word| word & 255).sum();
        let around = (0..3).map(|i| points[i].distance(points[(i + 1) % 3])).sum::<f32>();
        // Off by a few levels for each pixel of the rim, and by the corners.
        let off = (sum as f32 / 255.0 - area).abs();
        prop_assert!(off <= 0.02 * around + 1.5, "{off} of {area}, {around} around");
    }
}

#[test]
fn t8_40_and_w8_14_no_seam_shows_inside_a_smooth_mesh() {
    let (points, indices) = crumpled(20, 5, 2.5);
    let mut surface = Surface::opaque(64, 64, Color::WHITE).unwrap();
    let picture =
        MipMap::new(Surface::filled(4, 4, Color::rgba(200, 30, 60, 128)).unwrap()).unwrap();
    let uv: Vec<Vec2> = points.iter().map(|point| *point / 50.0).collect();
    let triangles =
        Triangles { points: &points, indices: Some(&indices), uv: &uv, ..Triangles::default() };
    let settings = TriangleSettings { picture: Some(&picture), ..TriangleSettings::default() };
    surface.draw_triangles(&triangles, &settings).unwrap();
    // The mesh reaches from −3 to 47.
    let inside = surface.get(10, 10).unwrap();
    assert_ne!(inside, Color::WHITE);
    for y in 0..47 {
        for x in 0..47 {
            assert_eq!(surface.get(x, y), Some(inside), "{x} {y}");
        }
    }
    assert_eq!(surface.get(47, 20), Some(Color::WHITE));
}

#[test]
fn a_seam_of_repeated_points_is_no_rim() {
    // Two halves that share an edge by place only.
    let points =
        [[10.0, 10.0], [30.0, 10.0], [30.0, 40.0], [10.0, 10.0], [30.0, 40.0], [10.0, 40.0]];
    let points = points.map(Vec2::from);
    let mut surface = Surface::opaque(50, 50, Color::BLACK).unwrap();
    let settings =
        TriangleSettings { tint: Color::rgba(255, 255, 255, 128), ..TriangleSettings::default() };
    surface
        .draw_triangles(&Triangles { points: &points, ..Triangles::default() }, &settings)
        .unwrap();
    for y in 10..40 {
        for x in 10..30 {
            assert_eq!(surface.get(x, y), Some(Color::rgb(128, 128, 128)));
        }
    }
}

#[test]
fn a_clip_changes_no_color() {
    let (points, indices) = crumpled(9, 77, 7.0);
    let mut rng = Rng::new(9);
    let uv: Vec<Vec2> = points.iter().map(|_| vec2(rng.f32(), rng.f32()) * 3.0).collect();
    let t: Vec<f32> = points.iter().map(|_| rng.f32() + 0.2).collect();
    let mut noise = Surface::new(32, 32).unwrap();
    motile_pixels::classic::fill_noise(&mut noise, 3, 0, 255, [true; 4], false);
    let picture = MipMap::new(noise).unwrap();
    let triangles = Triangles {
        points: &points,
        indices: Some(&indices),
        uv: &uv,
        t: &t,
        ..Triangles::default()
    };
    let settings =
        TriangleSettings { picture: Some(&picture), anisotropy: 8, ..TriangleSettings::default() };
    let mut whole = Surface::opaque(64, 64, Color::BLACK).unwrap();
    whole.draw_triangles(&triangles, &settings).unwrap();
    let mut parts = Surface::opaque(64, 64, Color::BLACK).unwrap();
    for (x, width) in [(0, 13), (13, 1), (14, 30), (44, 20)] {
        for (y, height) in [(0, 21), (21, 43)] {
            let clip = Some(IRect::new(x, y, width, height));
            parts
                .draw_triangles(&triangles, &TriangleSettings { clip, ..settings.clone() })
                .unwrap();
        }
    }
    assert!(whole == parts);
}

#[test]
fn gigantic_triangles_have_exact_edges() {
    // A half plane: everything below the diagonal through (32, 32), from corners a million and a billion pixels away.
    for far in [1e6f32, 1e9] {
        let points = [vec2(-far, -far), vec2(far, far), vec2(-far, far)];
        let mut surface = Surface::opaque(64, 64, Color::BLACK).unwrap();
        let triangles = Triangles { points: &points, ..Triangles::default() };
        let report = surface.draw_triangles(&triangles, &counting()).unwrap();
        assert_eq!(report.drawn, 1);
        for y in 0..64 {
            for x in 0..64 {
                // Centers on the diagonal belong to what is left of it only when that is a left or upper edge: it is not.
                let expected = if y > x { 50 } else { 0 };
                assert_eq!(
                    surface.get(x, y),
                    Some(Color::rgb(expected, expected, expected)),
                    "{x} {y}"
                );
            }
        }
    }
}

#[test]
fn bands_and_threads_do_not_show() {
    // 700 pixels a row: a band ends after 93 rows.
    let mut rng = Rng::new(4);
    let points: Vec<Vec2> =
        (0..72).map(|_| vec2(rng.f32() * 760.0, rng.f32() * 460.0) - 30.0).collect();
    let colors: Vec<Color> = points.iter().map(|_| Color::argb(rng.u32())).collect();
    let t: Vec<f32> = points.iter().map(|_| rng.f32() + 0.1).collect();
    let triangles = Triangles { points: &points, t: &t, colors: &colors, ..Triangles::default() };
    let draw = |settings: &TriangleSettings<'_>| {
        let mut surface = Surface::opaque(700, 400, Color::BLACK).unwrap();
        let mut depth = DepthBuffer::new(700, 400).unwrap();
        Rasterizer::new().draw(&mut surface, Some(&mut depth), &triangles, settings).unwrap();
        (surface, depth)
    };
    let whole = draw(&TriangleSettings::default());
    let mut plain = Surface::opaque(700, 400, Color::BLACK).unwrap();
    let mut depths = vec![0.0; 700 * 400];
    twin::draw(&mut plain, Some(&mut depths), &triangles, &TriangleSettings::default());
    assert!(whole.0 == plain && whole.1.values() == depths);
    #[cfg(feature = "parallel")]
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(pool.install(|| draw(&TriangleSettings::default())) == whole, "{threads} threads");
    }
}

#[test]
fn nothing_is_allocated_after_the_first_time() {
    let (points, indices) = crumpled(9, 3, 7.0);
    let triangles = Triangles { points: &points, indices: Some(&indices), ..Triangles::default() };
    let mut surface = Surface::opaque(64, 64, Color::BLACK).unwrap();
    let mut rasterizer = Rasterizer::new();
    let settings = TriangleSettings { cull: Cull::DrawClockwise, ..TriangleSettings::default() };
    let mut draw =
        || rasterizer.draw(&mut surface, None, &triangles, &settings).map(|report| report.drawn);
    assert_eq!(draw(), Ok(162));
    let counts = allocation_counter::measure(|| assert_eq!(draw(), Ok(162)));
    assert!(cfg!(feature = "parallel") || counts.count_total == 0, "{counts:?}");
}
