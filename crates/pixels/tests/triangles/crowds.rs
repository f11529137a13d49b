//! Sprites over each other, many times over: what is hidden is not drawn, and nobody sees it.

use crate::twin;
use motile_pixels::{
    Color, MipMap, Rasterizer, Sampling, Surface, TriangleSettings, Triangles, UvWrap,
    math::{Rng, Vec2, vec2},
};

const HALVES: [[u32; 3]; 2] = [[0, 1, 2], [2, 3, 0]];
const WHOLE: [Vec2; 4] = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];

/// A picture of which about so many of ten pixels are solid and one is empty, with smaller copies if asked for.
fn speckled(solid: u32, seed: u64, mips: bool) -> MipMap {
    let mut rng = Rng::new(seed);
    let mut picture = Surface::new(13, 11).unwrap();
    for i in 0..13 * 11 {
        let kind = rng.below(10);
        let alpha = if kind < solid { 255 } else { rng.below(255) as u8 };
        let color = Color::argb(rng.u32()).with_alpha(if kind == 9 { 0 } else { alpha });
        picture.set(i % 13, i / 13, color);
    }
    if mips { MipMap::new(picture) } else { MipMap::single(picture) }.unwrap()
}

/// Four corners for each of many turned sprites, some of them beyond the surface.
fn crowd(count: usize, size: Vec2, seed: u64) -> Vec<Vec2> {
    let mut rng = Rng::new(seed);
    let sprite = |_| {
        let center = rng.in_rect(Vec2::splat(-5.0), size + 5.0);
        let right = vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 40.0;
        let down = right.perp() * (0.5 + rng.f32());
        [center - right - down, center + right - down, center + right + down, center - right + down]
    };
    (0..count).flat_map(sprite).collect()
}

/// Draws all sprites in one call, and each in a call of its own.
fn both_ways(points: &[Vec2], settings: &TriangleSettings<'_>, t: &[f32]) -> (Surface, Surface) {
    let mut at_once = Surface::opaque(70, 50, Color::rgb(90, 60, 30)).unwrap();
    let mut one_by_one = at_once.clone();
    let mut rasterizer = Rasterizer::new();
    let count = points.len() / 4;
    let uv: Vec<Vec2> = (0..count).flat_map(|_| WHOLE.map(|uv| uv * 1.3 - 0.1)).collect();
    let indices: Vec<[u32; 3]> = (0..count as u32)
        .flat_map(|i| HALVES.map(|half| half.map(|corner| corner + 4 * i)))
        .collect();
    let all = Triangles { points, indices: Some(&indices), uv: &uv, t, ..Triangles::default() };
    rasterizer.draw(&mut at_once, None, &all, settings).unwrap();
    for pair in indices.chunks(2) {
        let pair = Triangles { indices: Some(pair), ..all };
        rasterizer.draw(&mut one_by_one, None, &pair, settings).unwrap();
    }
    (at_once, one_by_one)
}

#[test]
fn crowds_are_drawn_as_one_after_the_other() {
    for mips in [false, true] {
        crowds_one_after_the_other(mips);
    }
}

fn crowds_one_after_the_other(mips: bool) {
    // From pictures that hide nearly all to those that hide so little that the room for layers is used up.
    for solid in [10, 6, 3] {
        let picture = speckled(solid, 4, mips);
        let points = crowd(250, vec2(70.0, 50.0), u64::from(solid));
        let mut rng = Rng::new(3);
        let t: Vec<f32> = points.iter().map(|_| 0.5 + rng.f32()).collect();
        for (smooth_edges, wrap, tint, sampling) in [
            (true, UvWrap::Clamp, Color::WHITE, Sampling::Bilinear),
            (false, UvWrap::Repeat, Color::rgb(200, 90, 255), Sampling::Bilinear),
            (true, UvWrap::Mirror, Color::rgba(255, 255, 255, 140), Sampling::Bilinear),
            (true, UvWrap::Repeat, Color::WHITE, Sampling::Nearest),
        ] {
            let settings = TriangleSettings {
                picture: Some(&picture),
                smooth_edges,
                sampling,
                wrap,
                tint,
                ..TriangleSettings::default()
            };
            for t in [&[][..], &t] {
                let (at_once, one_by_one) = both_ways(&points, &settings, t);
                assert!(at_once == one_by_one, "{solid} of ten solid, {wrap:?}, {} t", t.len());
            }
        }
    }
}

#[test]
fn crowds_are_drawn_as_the_plain_rasterizer_draws() {
    for solid in [9, 4] {
        let picture = speckled(solid, 7, solid == 4);
        let points = crowd(60, vec2(30.0, 20.0), 8);
        let uv: Vec<Vec2> = (0..60).flat_map(|_| WHOLE).collect();
        let indices: Vec<[u32; 3]> =
            (0..60).flat_map(|i| HALVES.map(|half| half.map(|corner| corner + 4 * i))).collect();
        let triangles =
            Triangles { points: &points, indices: Some(&indices), uv: &uv, ..Triangles::default() };
        let settings = TriangleSettings {
            picture: Some(&picture),
            wrap: UvWrap::Clamp,
            ..TriangleSettings::default()
        };
        let mut fast = Surface::filled(31, 21, Color::rgba(20, 60, 90, 200)).unwrap();
        let mut plain = fast.clone();
        Rasterizer::new().draw(&mut fast, None, &triangles, &settings).unwrap();
        twin::draw(&mut plain, None, &triangles, &settings);
        assert!(fast == plain, "{solid} of ten solid");
    }
}
