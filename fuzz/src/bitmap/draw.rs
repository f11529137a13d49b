//! Pictures under a transform, sample by sample.

use super::{bytes::Bytes, twins};
use motile_geom::{Affine2, Affine2Ext, IRect};
use motile_pixels::{BlendMode, Blit, DrawSettings, Sampling, Surface};

/// What lies outside the clip does not change, a transform that is not finite draws nothing, and where numbers are small
/// every pixel is sampled, tinted, transformed and blended in this order.
pub(super) fn draw(target: &mut Surface, source: &Surface, rect: IRect, bytes: &mut Bytes<'_>) {
    let transform = Affine2::from_cols(bytes.point(), bytes.point(), bytes.point());
    let settings = DrawSettings {
        blit: Blit {
            flip_x: bytes.flag(),
            flip_y: bytes.flag(),
            source: bytes.flag().then(|| bytes.rect()),
            tint: bytes.color(),
            blend: bytes.pick(&BlendMode::ALL),
        },
        sampling: bytes.pick(&[Sampling::Bilinear, Sampling::Nearest]),
        clip: bytes.flag().then_some(rect),
        color: bytes.flag().then(|| bytes.transform()),
    };
    let before = target.clone();
    let drawn = target.draw_with(source, &transform, &settings);
    assert_eq!(drawn, transform.is_finite());
    let map = Map::new(&transform, source, &settings).filter(|_| drawn);
    let mut expected = before.clone();
    for y in 0..target.height() as i32 {
        for x in 0..target.width() as i32 {
            let may_change = settings.clip.is_none_or(|clip| clip.contains(x, y)) && drawn;
            let sample = map.as_ref().map(|map| map.sample(source, x, y));
            match sample {
                _ if !may_change => {}
                Some(Sample::Word(word)) => {
                    let word = twins::tinted(word, settings.blit.tint);
                    let color = settings.color.as_ref();
                    let word = color.map_or(word, |color| twins::transformed(word, color, false));
                    twins::blend_one(&mut expected, (x, y), word, &settings.blit);
                }
                Some(Sample::Nothing) => {}
                // Either side of the border is right, and so is anything under wild numbers.
                Some(Sample::Border) | None => expected.copy(target, IRect::new(x, y, 1, 1), x, y),
            }
            let at = (target.word(x, y), expected.word(x, y));
            assert_eq!(at.0, at.1, "({x}, {y}) of {transform:?}, {settings:?}");
        }
    }
}

enum Sample {
    Word(u32),
    /// Outside the picture.
    Nothing,
    /// Too near to a border to know its side.
    Border,
}

/// From the middle of a target pixel back to the picture, in `f64`.
struct Map {
    /// The inverse: columns and the moved origin.
    u: [f64; 3],
    v: [f64; 3],
    part: IRect,
    flips: [bool; 2],
    bilinear: bool,
    /// How near to a border is too near: 0 when nothing was rounded.
    doubt: f64,
}

impl Map {
    /// `None` for numbers that lose too much on the way.
    fn new(transform: &Affine2, source: &Surface, settings: &DrawSettings) -> Option<Self> {
        let numbers = transform.to_cols_array().map(f64::from);
        let [a, b, c, d, tx, ty] = numbers;
        let determinant = a * d - b * c;
        let part = settings.blit.source.unwrap_or(source.bounds());
        let far = [part.x, part.y].into_iter().any(|x| x.abs() > 1000)
            || [part.width, part.height].into_iter().any(|x| x > 1000);
        if numbers.iter().any(|x| x.abs() > 64.0) || determinant.abs() < 1e-3 || far {
            return None;
        }
        // Eighths over a power of two are exact.
        let exact =
            numbers.iter().all(|x| (x * 8.0).fract() == 0.0) && determinant.to_bits() << 12 == 0;
        Some(Self {
            u: [d / determinant, -c / determinant, (c * ty - d * tx) / determinant],
            v: [-b / determinant, a / determinant, (b * tx - a * ty) / determinant],
            part,
            flips: [settings.blit.flip_x, settings.blit.flip_y],
            bilinear: settings.sampling == Sampling::Bilinear
                && transform.as_whole_translation().is_none(),
            doubt: if exact { 0.0 } else { 1e-4 },
        })
    }

    fn sample(&self, source: &Surface, x: i32, y: i32) -> Sample {
        let (x, y) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        let at = [self.u, self.v].map(|axis| axis[0] * x + axis[1] * y + axis[2]);
        let sides = [self.part.width, self.part.height].map(f64::from);
        let at = [0, 1].map(|i| if self.flips[i] { sides[i] - at[i] } else { at[i] });
        // Weights are counted in 1/256, which are borders too.
        let steps = if self.bilinear { 256.0 } else { 1.0 };
        let near = |x: f64| (x * steps - (x * steps).round()).abs() < self.doubt * steps;
        if at.into_iter().any(near) {
            return Sample::Border;
        }
        if self.bilinear { self.smooth(source, at) } else { self.nearest(source, at) }
    }

    /// The pixel of the picture at a cell of the part.
    fn pixel(&self, source: &Surface, x: i64, y: i64) -> Option<u32> {
        let inside = (0..i64::from(self.part.width)).contains(&x)
            && (0..i64::from(self.part.height)).contains(&y);
        let (x, y) = (x + i64::from(self.part.x), y + i64::from(self.part.y));
        twins::pixel(source, x, y).filter(|_| inside)
    }

    fn nearest(&self, source: &Surface, [x, y]: [f64; 2]) -> Sample {
        let found = self.pixel(source, x.floor() as i64, y.floor() as i64);
        found.map_or(Sample::Nothing, Sample::Word)
    }

    fn smooth(&self, source: &Surface, at: [f64; 2]) -> Sample {
        let [x, y] = at.map(|x| ((x - 0.5) * 256.0).floor() as i64);
        let (u, v) = (x.div_euclid(256), y.div_euclid(256));
        let (fx, fy) = (x.rem_euclid(256), y.rem_euclid(256));
        let corners = [(u, v), (u + 1, v), (u, v + 1), (u + 1, v + 1)];
        let pixels = corners.map(|(x, y)| self.pixel(source, x, y));
        // The rim reaches half a pixel beyond the pixels there are.
        if pixels.iter().all(Option::is_none) {
            return Sample::Nothing;
        }
        let weights = [(256 - fx) * (256 - fy), fx * (256 - fy), (256 - fx) * fy, fx * fy];
        let mut sums = [32_768; 4];
        for (word, weight) in pixels.into_iter().zip(weights) {
            for (sum, byte) in sums.iter_mut().zip(word.unwrap_or(0).to_le_bytes()) {
                *sum += i64::from(byte) * weight;
            }
        }
        Sample::Word(u32::from_le_bytes(sums.map(|sum| (sum >> 16) as u8)))
    }
}
