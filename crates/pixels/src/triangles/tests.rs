//! The one thing that only the inside can try: every SIMD level.

use super::{bands, *};
use crate::{MipMap, over::levels};
use motile_geom::{Rng, vec2};

#[test]
fn every_level_gives_the_same_bits() {
    let mut rng = Rng::new(12);
    let mut noise = Surface::new(33, 20).unwrap();
    crate::classic::fill_noise(&mut noise, 3, 0, 255, [true; 4], false);
    let picture = MipMap::new(noise).unwrap();
    // Large triangles and small ones.
    let mut points: Vec<Vec2> = Vec::new();
    for i in 0..30 {
        let (at, size) = if i % 2 == 0 {
            (Vec2::splat(-10.0), 120.0)
        } else {
            (vec2(rng.f32(), rng.f32()) * 100.0, 8.0)
        };
        points.extend([0; 3].map(|_| at + vec2(rng.f32(), rng.f32()) * size));
    }
    let uv: Vec<Vec2> = points.iter().map(|_| vec2(rng.f32(), rng.f32()) * 9.0 - 4.0).collect();
    let t: Vec<f32> = points.iter().map(|_| rng.f32() + 0.01).collect();
    let colors: Vec<Color> = points.iter().map(|_| Color::argb(rng.u32())).collect();
    let triangles = Triangles { points: &points, indices: None, uv: &uv, t: &t, colors: &colors };
    for (anisotropy, affine, mips) in
        [(1, false, true), (16, false, true), (4, true, true), (1, false, false), (1, true, false)]
    {
        for wrap in [UvWrap::Repeat, UvWrap::Clamp, UvWrap::Mirror] {
            // Without colors, too, where rows have loops of their own.
            let colors: &[Color] = if mips && anisotropy > 1 { &colors } else { &[] };
            let triangles = Triangles { colors, ..triangles };
            let settings = TriangleSettings {
                picture: Some(&picture),
                anisotropy,
                mips,
                affine,
                wrap,
                smooth_edges: mips,
                ..TriangleSettings::default()
            };
            let pictures: Vec<Surface> =
                levels().into_iter().map(|level| drawn(level, &triangles, &settings)).collect();
            assert!(pictures.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}

#[test]
fn every_level_gives_the_same_bits_whatever_is_blended_and_hidden() {
    let mut rng = Rng::new(21);
    let mut noise = Surface::new(19, 31).unwrap();
    crate::classic::fill_noise(&mut noise, 8, 0, 255, [true; 4], false);
    let picture = MipMap::new(noise).unwrap();
    let mut any = || vec2(rng.f32(), rng.f32()) * 120.0 - 10.0;
    let points: Vec<Vec2> = (0..36).map(|_| any()).collect();
    let uv: Vec<Vec2> = points.iter().map(|_| any() * 0.03).collect();
    let t: Vec<f32> = points.iter().map(|_| rng.f32() + 0.01).collect();
    let colors: Vec<Color> = points.iter().map(|_| Color::argb(rng.u32())).collect();
    let all = Triangles { points: &points, indices: None, uv: &uv, t: &t, colors: &colors };
    let blends = [
        BlendMode::Normal,
        BlendMode::Layer,
        BlendMode::Multiply,
        BlendMode::Screen,
        BlendMode::Lighten,
        BlendMode::Darken,
        BlendMode::Difference,
        BlendMode::Add,
        BlendMode::Subtract,
        BlendMode::Invert,
        BlendMode::Alpha,
        BlendMode::Erase,
        BlendMode::Overlay,
        BlendMode::HardLight,
    ];
    for blend in blends {
        for (sampling, deep, painted) in [
            (Sampling::Bilinear, false, true),
            (Sampling::Bilinear, true, true),
            (Sampling::Nearest, false, true),
            (Sampling::Nearest, true, true),
            (Sampling::Nearest, false, false),
            (Sampling::Nearest, true, false),
        ] {
            let triangles = Triangles { uv: if painted { &uv } else { &[] }, ..all };
            let settings = TriangleSettings {
                picture: painted.then_some(&picture),
                sampling,
                blend: blend.clone(),
                ..TriangleSettings::default()
            };
            let pictures: Vec<_> = levels()
                .into_iter()
                .map(|level| drawn_deep(level, &triangles, &settings, deep))
                .collect();
            assert!(
                pictures.windows(2).all(|pair| pair[0] == pair[1]),
                "{blend:?} {sampling:?}, depth {deep}, picture {painted}"
            );
            let plain = Surface::opaque(100, 100, Color::GRAY).unwrap();
            // What only takes alpha away leaves a surface without alpha as it is.
            let takes_alpha = matches!(blend, BlendMode::Alpha | BlendMode::Erase);
            assert!(takes_alpha || pictures[0].0 != plain, "{blend:?}: something was drawn");
        }
    }
}

fn drawn(
    level: fearless_simd::Level,
    triangles: &Triangles<'_>,
    settings: &TriangleSettings<'_>,
) -> Surface {
    drawn_deep(level, triangles, settings, false).0
}

/// The picture and, when it is kept, what is nearest at every pixel.
fn drawn_deep(
    level: fearless_simd::Level,
    triangles: &Triangles<'_>,
    settings: &TriangleSettings<'_>,
    deep: bool,
) -> (Surface, Vec<f32>) {
    let mut depth = if deep { vec![0.0f32; 100 * 100] } else { Vec::new() };
    let mut surface = Surface::opaque(100, 100, Color::GRAY).unwrap();
    let mut rasterizer = Rasterizer::new();
    let clip = surface.bounds();
    rasterizer.bands.begin(100, 100);
    let smooth = settings.smooth_edges;
    rasterizer.corners.sort_out(triangles, settings, clip, smooth, &mut rasterizer.bands);
    if smooth {
        rasterizer.silhouette.find(triangles, &rasterizer.corners, &mut rasterizer.rims);
    }
    let scene = bands::Scene {
        triangles,
        settings,
        corners: &rasterizer.corners,
        rims: &rasterizer.rims,
        clip,
        opaque: true,
        stride: 100,
        deep,
    };
    let kept = deep.then_some(&mut depth[..]);
    rasterizer.bands.draw_at(level, &scene, surface.words_mut(), kept);
    (surface, depth)
}
