//! Shadows, glows and bevels beside a twin that knows the blur and nothing else.

use super::{bytes::Bytes, twins};
use motile_geom::{IRect, IVec2, Vec2, Vec2Ext, vec2};
use motile_pixels::{
    Bevel, Blur, Color, DropShadow, Filter, Glow, GradientBevel, GradientGlow, Margin, RimSide,
    Surface,
};

/// All that the five filters of a rim can be told.
struct Rim {
    kind: u8,
    distance: f32,
    angle: f32,
    strength: f32,
    blur: Blur,
    side: RimSide,
    knockout: bool,
    hide_object: bool,
    colors: [Color; 2],
    stops: Vec<(u8, Color)>,
}

impl Rim {
    fn read(bytes: &mut Bytes<'_>) -> Self {
        // Long distances and wide blurs are legal and slow: a few pixels say as much.
        let few = |x: f32| if x.abs() < 40.0 { x } else { x % 40.0 };
        let (distance, angle, strength) = (few(bytes.real()), bytes.real(), bytes.real());
        let blur = Blur { radius: bytes.point().clamp(Vec2::ZERO, vec2(9.0, 9.0)), passes: 2 };
        let side = bytes.pick(&[RimSide::Inner, RimSide::Outer, RimSide::Full]);
        let stops = vec![(bytes.byte(), bytes.color()), (bytes.byte(), bytes.color())];
        let (knockout, kind) = (bytes.flag(), bytes.byte() % 5);
        let (colors, hide_object) = ([bytes.color(), bytes.color()], bytes.flag());
        let distance = if kind == 1 { 0.0 } else { distance };
        Self {
            kind,
            distance,
            angle,
            strength,
            blur,
            // A glow and a shadow have two sides.
            side: if kind < 2 && side == RimSide::Full { RimSide::Outer } else { side },
            knockout,
            hide_object: hide_object && kind == 0,
            colors,
            stops,
        }
    }

    fn filter(&self) -> Filter {
        let Self { distance, angle, strength, blur, side, knockout, .. } = *self;
        let (inner, stops) = (side == RimSide::Inner, self.stops.clone());
        let [color, shadow] = self.colors;
        match self.kind {
            0 => Filter::DropShadow(DropShadow {
                color,
                distance,
                angle,
                blur,
                strength,
                inner,
                knockout,
                hide_object: self.hide_object,
            }),
            1 => Filter::Glow(Glow { color, blur, strength, inner, knockout }),
            2 => Filter::Bevel(Bevel {
                highlight: color,
                shadow,
                distance,
                angle,
                blur,
                strength,
                side,
                knockout,
            }),
            3 => {
                let glow = GradientGlow { stops, distance, angle, strength, blur, side, knockout };
                Filter::GradientGlow(glow)
            }
            _ => {
                let bevel =
                    GradientBevel { stops, distance, angle, strength, blur, side, knockout };
                Filter::GradientBevel(bevel)
            }
        }
    }

    /// Light or shade at a pixel, from the alphas of the silhouette moved there and back.
    fn layer(&self, there: i32, back: i32) -> u32 {
        let level = |value: i32| u32::from((value as f32 * self.strength + 0.5) as u8);
        let scaled = |color: Color, by: u32| {
            let word = twins::stored(twins::channels(color), false);
            u32::from_le_bytes(word.to_le_bytes().map(|c| twins::times(u32::from(c), by) as u8))
        };
        let light = if self.side == RimSide::Inner { 255 - there } else { there };
        let rise = level((back - there).abs());
        let faces_away = there > back;
        match self.kind {
            0 | 1 => scaled(self.colors[0], level(light)),
            2 => scaled(self.colors[usize::from(faces_away)], rise),
            3 => self.in_ramp(level(light)),
            _ => self.in_ramp(if faces_away { 256 + rise } else { 256 - rise } / 2),
        }
    }

    /// The stored color at a place 0…255 of the gradient.
    fn in_ramp(&self, place: u32) -> u32 {
        let mut stops = self.stops.clone();
        stops.sort_by_key(|stop| stop.0);
        let after = stops.iter().position(|stop| u32::from(stop.0) > place);
        let color = match after {
            Some(0) => twins::channels(stops[0].1),
            None => twins::channels(stops[stops.len() - 1].1),
            Some(after) => {
                let ((from, a), (to, b)) = (stops[after - 1], stops[after]);
                let (from, to) = (u32::from(from), u32::from(to));
                let (a, b) = (twins::channels(a), twins::channels(b));
                // Rounded to nearest, half up.
                [0, 1, 2, 3].map(|c| {
                    let sum = a[c] * (to - place) + b[c] * (place - from);
                    (2 * sum + to - from) / (2 * (to - from))
                })
            }
        };
        twins::stored(color, false)
    }

    /// The layer and the picture laid on each other.
    fn laid(&self, layer: u32, source: u32) -> u32 {
        if self.hide_object && self.side == RimSide::Outer && !self.knockout {
            return layer;
        }
        let [under, over] = [source, layer].map(|word| word.to_le_bytes().map(u32::from));
        let sum = [0, 1, 2, 3].map(|c| {
            let kept = twins::times(under[c], 255 - over[3]);
            let kept = if self.knockout { 0 } else { kept };
            let outside = twins::times(over[c], 255 - under[3]);
            match self.side {
                RimSide::Inner => twins::times(over[c], under[3]) + kept,
                RimSide::Outer if self.knockout => outside,
                RimSide::Outer => under[c] + outside,
                RimSide::Full => over[c] + kept,
            }
        });
        u32::from_le_bytes(sum.map(|c| c.min(255) as u8))
    }
}

/// A rim around a part of a picture, and its twin.
pub(super) fn rims(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    bytes: &mut Bytes<'_>,
) {
    let rim = Rim::read(bytes);
    let filter = rim.filter();
    let mut expected = target.clone();
    let result = target.filter_from(source, rect, place.x, place.y, &filter);
    assert_eq!(result, Ok(()), "small pictures have small results");
    let part = rect.intersect(source.bounds());
    let Ok(picture) = source.region(part) else {
        assert_eq!(target.words(), expected.words(), "nothing of nothing");
        return;
    };
    let silhouette = silhouette(&picture, &rim.blur);
    let offset: Vec2 = Vec2::at_angle(rim.angle) * rim.distance;
    let shift = offset.to_array().map(|x| (x * 256.0 + 0.5).floor() as i32);
    let opaque = picture.is_opaque();
    put(&mut expected, &picture, (rect, part), place, filter.margin(), |x, y| {
        let there = silhouette(x * 256 - shift[0], y * 256 - shift[1]);
        let back = silhouette(x * 256 + shift[0], y * 256 + shift[1]);
        let source = twins::pixel(&picture, i64::from(x), i64::from(y)).unwrap_or(0);
        let word = rim.laid(rim.layer(there, back), source);
        if opaque { word | 0xFF00_0000 } else { word }
    });
    assert_eq!(target.words(), expected.words());
}

/// Any filter of a part is the filter of a picture that is nothing but the part, put down at its place.
pub(super) fn filter(
    target: &mut Surface,
    source: &Surface,
    rect: IRect,
    place: IVec2,
    bytes: &mut Bytes<'_>,
) {
    let filter = match bytes.byte() % 3 {
        0 => {
            let radius = bytes.point().clamp(Vec2::ZERO, vec2(9.0, 9.0));
            Filter::Blur(Blur { radius, passes: u32::from(bytes.byte() % 4) })
        }
        1 => Filter::ColorTransform(bytes.transform()),
        _ => Rim::read(bytes).filter(),
    };
    let mut expected = target.clone();
    let result = target.filter_from(source, rect, place.x, place.y, &filter);
    let part = rect.intersect(source.bounds());
    if let Ok(picture) = source.region(part) {
        let filtered = filter.apply(&picture).unwrap_or_else(|error| panic!("{error}"));
        let margin = if picture.is_opaque() { Margin::default() } else { filter.margin() };
        put(&mut expected, &picture, (rect, part), place, filter.margin(), |x, y| {
            filtered.word(x + margin.left as i32, y + margin.top as i32)
        });
    }
    assert_eq!(result, Ok(()));
    assert_eq!(target.words(), expected.words());
}

/// Replaces the pixels that the result of a filter covers, margin included; `word` is asked by the place in the part.
fn put(
    target: &mut Surface,
    picture: &Surface,
    (rect, part): (IRect, IRect),
    place: IVec2,
    margin: Margin,
    word: impl Fn(i32, i32) -> u32,
) {
    let margin = if picture.is_opaque() { Margin::default() } else { margin };
    let left = i64::from(place.x) + i64::from(part.x) - i64::from(rect.x);
    let top = i64::from(place.y) + i64::from(part.y) - i64::from(rect.y);
    let covers = |at: i64, before: u32, length: u32, after: u32| {
        (-i64::from(before)..i64::from(length) + i64::from(after)).contains(&at)
    };
    let opaque = target.is_opaque();
    twins::each(target, |x, y, to| {
        let (x, y) = (x - left, y - top);
        if covers(x, margin.left, picture.width(), margin.right)
            && covers(y, margin.top, picture.height(), margin.bottom)
        {
            *to = twins::stored(twins::straight(word(x as i32, y as i32)), opaque);
        }
    });
}

/// The alpha of a picture's blurred silhouette at a place in 1/256 pixels: the four around are weighed and rounded to
/// nearest, half up.
fn silhouette(picture: &Surface, blur: &Blur) -> impl Fn(i32, i32) -> i32 {
    let mut clear = picture.clone();
    if picture.is_opaque() {
        clear = Surface::new(picture.width(), picture.height())
            .unwrap_or_else(|error| panic!("{error}"));
        clear.words_mut().copy_from_slice(picture.words());
    }
    let soft = blur.apply(&clear).unwrap_or_else(|error| panic!("{error}"));
    let margin = blur.margin();
    move |x, y| {
        let (u, v) = (x.div_euclid(256), y.div_euclid(256));
        let (fx, fy) = (x.rem_euclid(256), y.rem_euclid(256));
        let alpha = |u: i32, v: i32| {
            let at = (i64::from(u) + i64::from(margin.left), i64::from(v) + i64::from(margin.top));
            (twins::pixel(&soft, at.0, at.1).unwrap_or(0) >> 24) as i32
        };
        let sum = alpha(u, v) * (256 - fx) * (256 - fy)
            + alpha(u + 1, v) * fx * (256 - fy)
            + alpha(u, v + 1) * (256 - fx) * fy
            + alpha(u + 1, v + 1) * fx * fy;
        (sum + 32_768) >> 16
    }
}
