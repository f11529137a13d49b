//! Operations on pixels with any numbers.

use motile_geom::{Affine2, IRect, IVec2, Vec2, ivec2, vec2};
use motile_pixels::{
    AlphaMask, Bevel, Blit, Blur, Channel, Color, ColorTransform, Compare, Dissolve, DrawSettings,
    DropShadow, Filter, GradientBevel, GradientGlow, Noise, PaletteMap, RimSide, Sampling, Surface,
    Threshold, classic,
};

/// Any bytes are two small surfaces and a list of operations from one to the other. Whatever the numbers, no pixel is
/// brighter than its alpha and opaque surfaces stay opaque; operations that can be done in two ways give one result.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (mut target, source) = (bytes.surface(), bytes.surface());
    for _ in 0..12 {
        if bytes.0.is_empty() {
            break;
        }
        step(&mut target, &source, &mut bytes);
        let fits = |pixel: &[u8]| pixel[..3].iter().all(|&c| c <= pixel[3]);
        assert!(target.bytes().chunks_exact(4).all(fits), "a color above its alpha");
        let solid = target.bytes().chunks_exact(4).all(|pixel| pixel[3] == 255);
        assert!(!target.is_opaque() || solid, "an opaque surface with holes");
    }
}

fn step(target: &mut Surface, source: &Surface, bytes: &mut Bytes<'_>) {
    let (kind, rect, place) = (bytes.byte(), bytes.rect(), bytes.place());
    let (x, y) = (place.x, place.y);
    match kind % 14 {
        0 => target.copy_channel(source, rect, x, y, bytes.channel(), bytes.channel()),
        1 => merge(target, source, rect, place, bytes),
        2 => compare(target, source),
        3 => dissolve(target, source, rect, place, bytes),
        4 => noise(target, bytes),
        5 => {
            let mask = bytes.surface();
            let mask = AlphaMask::new(&mask).with_corner(bytes.place());
            target.copy_masked(source, rect, x, y, &mask);
            target.blit_masked(source, x, y, &mask, &Blit::part(rect).with_tint(bytes.color()));
        }
        6 => draw(target, source, rect, bytes),
        7 => target.color_transform_rect(rect, &bytes.transform()),
        8 => {
            let wild = bytes.number();
            let r = core::array::from_fn(|i| (i as u32).wrapping_mul(wild));
            let map = PaletteMap { r, ..PaletteMap::default() };
            target.palette_map_from(source, rect, x, y, &map);
        }
        9 => rims(target, source, rect, place, bytes),
        10 => {
            let colors = vec![bytes.color(); usize::from(bytes.byte())];
            let fits = rect.area() == colors.len() as u64;
            assert_eq!(target.write_rect(rect, &colors).is_ok(), fits);
        }
        11 => threshold(target, source, rect, place, bytes),
        12 => {
            let (mask, color, find) = (bytes.number(), bytes.color(), bytes.flag());
            for bounds in [
                classic::color_bounds(target, mask, color, find),
                target.color_bounds(mask, color, find),
            ] {
                assert_eq!(bounds.intersect(target.bounds()), bounds);
            }
        }
        _ => many(target, source, rect, bytes),
    }
}

/// Every channel lies between its two sides.
fn merge(target: &mut Surface, source: &Surface, rect: IRect, place: IVec2, bytes: &mut Bytes<'_>) {
    let shares = [(); 4].map(|()| bytes.number() as u16);
    let before = target.clone();
    target.merge(source, rect, place.x, place.y, shares);
    target.merge(source, rect, place.x, place.y, [0; 4]);
    if shares == [0; 4] {
        assert_eq!(before.words(), target.words());
    }
}

fn compare(target: &Surface, source: &Surface) {
    let same_size = target.bounds() == source.bounds();
    assert_eq!(target.compare(source).is_ok(), same_size);
    if let Ok(difference) = target.compare(source) {
        assert_eq!(difference.is_none(), target.words() == source.words());
        assert_eq!(
            source.compare(target).map(|picture| picture.is_none()),
            Ok(difference.is_none())
        );
    }
}

/// In pieces and in one go the pixels are the same.
fn dissolve(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    IVec2 { x, y }: IVec2,
    bytes: &mut Bytes<'_>,
) {
    let mut dissolve = Dissolve::new(bytes.number());
    let mut once = target.clone();
    let counts = [bytes.byte(), bytes.byte()].map(u32::from);
    for count in counts {
        target.pixel_dissolve(source, rect, x, y, &mut dissolve, count);
    }
    let mut other = Dissolve { done: 0, ..dissolve };
    once.pixel_dissolve(source, rect, x, y, &mut other, dissolve.done);
    assert_eq!((once.words(), other), (target.words(), dissolve));
}

fn noise(target: &mut Surface, bytes: &mut Bytes<'_>) {
    let (seed, channels) = (bytes.number() as i32, [(); 4].map(|()| bytes.flag()));
    let base = bytes.point();
    match bytes.byte() % 3 {
        0 => classic::PerlinNoise {
            octaves: bytes.number(),
            stitch: bytes.flag(),
            fractal: bytes.flag(),
            channels,
            gray: bytes.flag(),
            offsets: vec![bytes.point(), bytes.point()],
            ..classic::PerlinNoise::new(seed, base)
        }
        .fill(target),
        1 => {
            let (low, high, gray) = (bytes.byte(), bytes.byte(), bytes.flag());
            classic::fill_noise(target, seed, low, high, channels, gray);
        }
        _ => {
            let noise = Noise { octaves: bytes.number(), ..Noise::new(seed as u32) };
            target.fill_noise(&noise, base, bytes.color(), bytes.color());
        }
    }
}

/// What lies outside the clip does not change, and a transform that is not finite draws nothing.
fn draw(target: &mut Surface, source: &Surface, rect: IRect, bytes: &mut Bytes<'_>) {
    let transform = Affine2::from_cols(bytes.point(), bytes.point(), bytes.point());
    let settings = DrawSettings {
        blit: Blit { flip_x: bytes.flag(), flip_y: bytes.flag(), ..Blit::default() },
        sampling: if bytes.flag() { Sampling::Bilinear } else { Sampling::Nearest },
        clip: Some(rect),
        color: bytes.flag().then(|| bytes.transform()),
    };
    let before = target.clone();
    let drawn = target.draw_with(source, &transform, &settings);
    assert_eq!(drawn, transform.is_finite());
    for y in 0..target.height() as i32 {
        for x in 0..target.width() as i32 {
            let may_change = rect.contains(x, y) && drawn;
            assert!(may_change || target.word(x, y) == before.word(x, y));
        }
    }
}

fn rims(target: &mut Surface, source: &Surface, rect: IRect, place: IVec2, bytes: &mut Bytes<'_>) {
    // Long distances and wide blurs are legal and slow: a few pixels say as much.
    let few = |x: f32| if x.abs() < 40.0 { x } else { x % 40.0 };
    let (distance, angle, strength) = (few(bytes.real()), bytes.real(), bytes.real());
    let blur = Blur { radius: bytes.point().clamp(Vec2::ZERO, vec2(9.0, 9.0)), passes: 2 };
    let side = [RimSide::Inner, RimSide::Outer, RimSide::Full][usize::from(bytes.byte() % 3)];
    let stops = vec![(bytes.byte(), bytes.color()), (bytes.byte(), bytes.color())];
    let knockout = bytes.flag();
    let filter = match bytes.byte() % 4 {
        0 => Filter::DropShadow(DropShadow {
            distance,
            angle,
            strength,
            blur,
            knockout,
            ..DropShadow::default()
        }),
        1 => Filter::Bevel(Bevel { distance, angle, strength, blur, side, ..Bevel::default() }),
        2 => Filter::GradientGlow(GradientGlow {
            stops,
            distance,
            angle,
            strength,
            blur,
            side,
            knockout,
        }),
        _ => Filter::GradientBevel(GradientBevel {
            stops,
            distance,
            angle,
            strength,
            blur,
            side,
            knockout,
        }),
    };
    let result = target.filter_from(source, rect, place.x, place.y, &filter);
    assert_eq!(result, Ok(()), "small pictures have small results");
}

fn threshold(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    IVec2 { x, y }: IVec2,
    bytes: &mut Bytes<'_>,
) {
    const ALL: [Compare; 6] = [
        Compare::Less,
        Compare::LessEqual,
        Compare::Greater,
        Compare::GreaterEqual,
        Compare::Equal,
        Compare::NotEqual,
    ];
    let test = Threshold {
        compare: ALL[usize::from(bytes.byte() % 6)],
        value: bytes.number(),
        mask: bytes.number(),
        color: bytes.color(),
        copy_source: bytes.flag(),
    };
    // The classic rule may leave holes in an opaque surface; on opaque pixels the two agree.
    let mut classic = target.clone();
    let passed = classic::threshold(&mut classic, source, rect, x, y, &test);
    let count = target.threshold(source, rect, x, y, &test);
    if source.is_opaque() {
        assert_eq!(count, passed);
    }
}

/// Many blits in one call are the blits one by one.
fn many(target: &mut Surface, source: &Surface, rect: IRect, bytes: &mut Bytes<'_>) {
    let places: Vec<IVec2> = (0..bytes.byte() % 16).map(|_| bytes.place()).collect();
    let blit = Blit { source: bytes.flag().then_some(rect), ..Blit::default() };
    let mut one_by_one = target.clone();
    for place in &places {
        one_by_one.blit_with(source, place.x, place.y, &blit);
    }
    target.blit_all(source, &places, &blit);
    assert_eq!(target.words(), one_by_one.words());
}

/// Numbers from bytes; zeros when they end.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    fn number(&mut self) -> u32 {
        u32::from_le_bytes([(); 4].map(|()| self.byte()))
    }

    /// Any `f32`, or one near a small surface.
    fn real(&mut self) -> f32 {
        if self.flag() { f32::from_bits(self.number()) } else { f32::from(self.byte() as i8) / 8.0 }
    }

    fn point(&mut self) -> Vec2 {
        vec2(self.real(), self.real())
    }

    fn color(&mut self) -> Color {
        Color::argb(self.number())
    }

    fn channel(&mut self) -> Channel {
        let all = [Channel::Red, Channel::Green, Channel::Blue, Channel::Alpha];
        all[usize::from(self.byte() % 4)]
    }

    fn transform(&mut self) -> ColorTransform {
        let mut four = || [(); 4].map(|()| self.real());
        ColorTransform { factor: four(), offset: four() }
    }

    /// Any `i32`, or one near a small surface.
    fn near(&mut self) -> i32 {
        let byte = self.byte();
        if byte & 7 == 7 { self.number() as i32 } else { i32::from(byte as i8) / 6 }
    }

    fn place(&mut self) -> IVec2 {
        ivec2(self.near(), self.near())
    }

    fn rect(&mut self) -> IRect {
        let corner = self.place();
        IRect::new(corner.x, corner.y, self.near() as u32, self.near() as u32)
    }

    fn surface(&mut self) -> Surface {
        let (size, seed) = (self.byte(), self.number());
        let (width, height) = (u32::from(size & 15) + 1, u32::from(size >> 4) + 1);
        let opaque = seed & 1 == 1;
        let made = if opaque {
            Surface::opaque(width, height, Color::BLACK)
        } else {
            Surface::new(width, height)
        };
        let mut surface = made.unwrap_or_else(|error| panic!("{width}×{height}: {error}"));
        classic::fill_noise(&mut surface, seed as i32, 0, 255, [true; 4], seed & 2 == 2);
        surface
    }
}

/// One input for each operation: two surfaces, a rectangle that covers them, the corner, and what it asks for.
pub fn built() -> Vec<Vec<u8>> {
    let seed = |kind: u8| {
        let mut seed = vec![0xA7, 2, 7, 1, 9, 0x9B, 4, 1, 8, 3];
        seed.extend([kind, 0, 0, 96, 96, 0, 6]);
        seed.extend((0..60u8).map(|i| i.wrapping_mul(37).wrapping_add(kind)));
        seed
    };
    (0..14).map(seed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 20_000, run);
    }
}
