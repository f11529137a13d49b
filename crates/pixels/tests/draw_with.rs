//! `draw_with` beside a plain twin: every pixel is sampled, tinted, transformed and blended, in this order.

use motile_pixels::{
    BlendMode, Blit, Color, ColorTransform, DrawSettings, IRect, Sampling, Surface,
    math::{Affine2, glam::DVec2, vec2},
};
use proptest::prelude::*;

/// A surface of up to 7×7 pixels, opaque or not.
fn surfaces() -> impl Strategy<Value = Surface> {
    let words = prop::collection::vec((any::<u32>(), 0..4u8), 49);
    (1..8u32, 1..8u32, any::<bool>(), words).prop_map(|(width, height, opaque, words)| {
        let mut surface = if opaque {
            Surface::opaque(width, height, Color::BLACK).unwrap()
        } else {
            Surface::new(width, height).unwrap()
        };
        for (i, (argb, kind)) in (0..(width * height) as i32).zip(words) {
            let color = Color::argb(argb);
            let color = match kind {
                0 => Color::TRANSPARENT,
                1 => color.with_alpha(255),
                _ => color,
            };
            surface.set(i % width as i32, i / width as i32, color);
        }
        surface
    })
}

fn parts() -> impl Strategy<Value = Option<IRect>> {
    let rect = (-4..6i32, -4..6i32, 0..9u32, 0..9u32);
    prop::option::of(rect.prop_map(|(x, y, width, height)| IRect::new(x, y, width, height)))
}

/// What a pixel of the picture is worth: `None` outside of the picture or of the part.
fn pixel(picture: &Surface, part: IRect, x: i32, y: i32) -> Option<[u8; 4]> {
    let inside = x >= 0 && y >= 0 && x < part.width as i32 && y < part.height as i32;
    let color = picture.get(x + part.x, y + part.y).filter(|_| inside);
    color.map(Color::premultiplied)
}

/// The premultiplied sample at a place of the part in source pixels; `None` where there is nothing to draw.
fn sampled(picture: &Surface, part: IRect, at: DVec2, sampling: Sampling) -> Option<[u8; 4]> {
    if sampling == Sampling::Nearest {
        return pixel(picture, part, at.x.floor() as i32, at.y.floor() as i32);
    }
    // The centers of pixels lie at ½; weights are counted in 1/256 and rounded once.
    let steps = ((at - 0.5) * 256.0).floor().as_ivec2();
    let (u, v) = (steps.x.div_euclid(256), steps.y.div_euclid(256));
    let (fx, fy) = (steps.x.rem_euclid(256) as u32, steps.y.rem_euclid(256) as u32);
    let corners = [(u, v), (u + 1, v), (u, v + 1), (u + 1, v + 1)];
    let weights = [(256 - fx) * (256 - fy), fx * (256 - fy), (256 - fx) * fy, fx * fy];
    let pixels = corners.map(|(x, y)| pixel(picture, part, x, y));
    pixels.iter().any(Option::is_some).then(|| {
        [0, 1, 2, 3].map(|c| {
            let bytes = pixels.iter().map(|pixel| pixel.map_or(0, |pixel| u32::from(pixel[c])));
            let sum: u32 = bytes.zip(weights).map(|(byte, weight)| byte * weight).sum();
            ((sum + 32_768) >> 16) as u8
        })
    })
}

/// The twin of one pixel after it was sampled.
fn put(target: &mut Surface, (x, y): (i32, i32), sample: [u8; 4], settings: &DrawSettings) {
    let tint = settings.blit.tint.premultiplied();
    let times = |a: u8, b: u8| ((2 * u32::from(a) * u32::from(b) + 255) / 510) as u8;
    let tinted = [0, 1, 2, 3].map(|c| times(sample[c], tint[c]));
    let mut one = Surface::new(1, 1).unwrap();
    one.words_mut()[0] = u32::from_le_bytes(tinted);
    if let Some(transform) = settings.color {
        let own = one.get(0, 0).unwrap();
        let changed = |c: usize, own: u8| {
            let value = f32::from(own) * transform.factor[c] + transform.offset[c];
            (value + 0.5).floor().clamp(0.0, 255.0) as u8
        };
        let [r, g, b, a] = [own.r, own.g, own.b, own.a];
        one.set(0, 0, Color::rgba(changed(0, r), changed(1, g), changed(2, b), changed(3, a)));
    }
    target.blend(&one, x, y, settings.blit.blend.clone());
}

fn settings() -> impl Strategy<Value = DrawSettings> {
    let blends = prop::sample::select(&BlendMode::ALL[..]);
    let tint = prop_oneof![Just(Color::WHITE), any::<u32>().prop_map(Color::argb)];
    let flips = (any::<bool>(), any::<bool>());
    let blit = (parts(), tint, flips, blends).prop_map(|(source, tint, flips, blend)| Blit {
        source,
        tint,
        flip_x: flips.0,
        flip_y: flips.1,
        blend,
    });
    let numbers = (prop::array::uniform4(-2.0..3.0f32), prop::array::uniform4(-255.0..255.0f32));
    let color = numbers.prop_map(|(factor, offset)| ColorTransform { factor, offset });
    let sampling = prop::sample::select(&[Sampling::Nearest, Sampling::Bilinear][..]);
    (blit, sampling, parts(), prop::option::of(color))
        .prop_map(|(blit, sampling, clip, color)| DrawSettings { blit, sampling, clip, color })
}

proptest! {
    #[test]
    fn every_pixel_is_sampled_tinted_transformed_and_blended(
        target in surfaces(), picture in surfaces(), settings in settings(),
        numbers in prop::array::uniform6(-8..8i32), whole: bool,
    ) {
        let [a, b, c, d, tx, ty] = numbers.map(|n| n as f32 * 0.37 + 0.0131);
        let transform = if whole {
            Affine2::from_translation(vec2(numbers[0] as f32, numbers[1] as f32))
        } else {
            Affine2::from_cols_array(&[a, b, c, d, tx, ty])
        };
        prop_assume!(transform.matrix2.determinant().abs() > 1e-2);
        let mut actual = target.clone();
        prop_assert!(actual.draw_with(&picture, &transform, &settings));
        let part = settings.blit.source.unwrap_or(picture.bounds());
        let inverse = transform.as_daffine2().inverse();
        let sampling = if whole { Sampling::Nearest } else { settings.sampling };
        let mut expected = target;
        for y in 0..expected.height() as i32 {
            for x in 0..expected.width() as i32 {
                if settings.clip.is_some_and(|clip| !clip.contains(x, y)) {
                    continue;
                }
                let center = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let mut at = inverse.transform_point2(center);
                if settings.blit.flip_x { at.x = f64::from(part.width) - at.x; }
                if settings.blit.flip_y { at.y = f64::from(part.height) - at.y; }
                // On a border between two steps either side is right.
                let steps = if sampling == Sampling::Bilinear { 256.0 } else { 1.0 };
                if ((at * steps).round() - at * steps).abs().min_element() < 1e-4 {
                    expected.copy(&actual, IRect::new(x, y, 1, 1), x, y);
                } else if let Some(sample) = sampled(&picture, part, at, sampling) {
                    put(&mut expected, (x, y), sample, &settings);
                }
            }
        }
        prop_assert_eq!(actual.words(), expected.words());
    }
}
