//! Mixing colors, and the two spaces in which mixing looks right: linear light and Oklab.

use crate::Color;
use motile_geom::ops;

/// A color in linear light: red, green, blue and straight alpha, 0…1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinearColor {
    /// Red light.
    pub r: f32,
    /// Green light.
    pub g: f32,
    /// Blue light.
    pub b: f32,
    /// Alpha, straight.
    pub a: f32,
}

/// A color in Oklab (Ottosson, 2020): equal steps look equally large.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Oklab {
    /// Lightness, 0 (black) … 1 (white).
    pub l: f32,
    /// Green (negative) to red (positive), about −0.4…0.4.
    pub a: f32,
    /// Blue (negative) to yellow (positive), about −0.4…0.4.
    pub b: f32,
    /// Alpha, 0…1, straight.
    pub alpha: f32,
}

impl Color {
    /// From this color (`t` = 0) to another (`t` = 1) in the stored sRGB values. Colors count by their
    /// alpha, so that fading to [`Color::TRANSPARENT`] keeps the hue. `t` is clamped to 0…1; NaN
    /// counts as 0.
    ///
    /// ```
    /// use motile_pixels::Color;
    /// assert_eq!(Color::BLACK.lerp(Color::WHITE, 0.5), Color::rgb(128, 128, 128));
    /// assert_eq!(Color::RED.lerp(Color::TRANSPARENT, 0.5), Color::rgba(255, 0, 0, 128));
    /// ```
    pub fn lerp(self, other: Self, t: f32) -> Self {
        let t = share(t);
        let (from, to) = (f32::from(self.a) * (1.0 - t), f32::from(other.a) * t);
        let alpha = from + to;
        if alpha == 0.0 {
            return Self::TRANSPARENT;
        }
        let mix = |a: u8, b: u8| nearest((f32::from(a) * from + f32::from(b) * to) / alpha);
        Self::rgba(mix(self.r, other.r), mix(self.g, other.g), mix(self.b, other.b), nearest(alpha))
    }

    /// As [`Color::lerp`], but in linear light, as lamps mix: brighter in the middle.
    pub fn lerp_linear(self, other: Self, t: f32) -> Self {
        let (a, b) = (self.to_linear(), other.to_linear());
        let ([r, g, b], a) = weighted([a.r, a.g, a.b], a.a, [b.r, b.g, b.b], b.a, share(t));
        Self::from_linear(LinearColor { r, g, b, a })
    }

    /// As [`Color::lerp`], but in Oklab, with even steps to the eye.
    pub fn lerp_oklab(self, other: Self, t: f32) -> Self {
        let (a, b) = (self.to_oklab(), other.to_oklab());
        let ([l, a, b], alpha) =
            weighted([a.l, a.a, a.b], a.alpha, [b.l, b.a, b.b], b.alpha, share(t));
        Self::from_oklab(Oklab { l, a, b, alpha })
    }

    /// The light this color stands for, by the sRGB curve.
    pub fn to_linear(self) -> LinearColor {
        let [r, g, b] = [self.r, self.g, self.b].map(|c| light(f64::from(c) / 255.0) as f32);
        LinearColor { r, g, b, a: f32::from(self.a) / 255.0 }
    }

    /// The nearest color; channels are clamped to 0…1, NaN counts as 0.
    pub fn from_linear(linear: LinearColor) -> Self {
        let [r, g, b] = [linear.r, linear.g, linear.b]
            .map(|c| nearest(curve(f64::from(share(c))) as f32 * 255.0));
        Self::rgba(r, g, b, nearest(share(linear.a) * 255.0))
    }

    /// The color in Oklab.
    pub fn to_oklab(self) -> Oklab {
        let [r, g, b] = [self.r, self.g, self.b].map(|c| light(f64::from(c) / 255.0));
        let [l, m, s] = transformed(TO_LMS, [r, g, b]).map(ops::cbrt64);
        let [l, a, b] = transformed(LMS_TO_LAB, [l, m, s]).map(|x| x as f32);
        Oklab { l, a, b, alpha: f32::from(self.a) / 255.0 }
    }

    /// The nearest color; what lies outside sRGB is clamped by channel.
    pub fn from_oklab(lab: Oklab) -> Self {
        let roots = transformed(LAB_TO_LMS, [lab.l, lab.a, lab.b].map(f64::from));
        let [r, g, b] = transformed(FROM_LMS, roots.map(|x| x * x * x)).map(|x| x as f32);
        Self::from_linear(LinearColor { r, g, b, a: lab.alpha })
    }

    /// An opaque color by its lightness 0…1, its strength 0 (gray) … about 0.3, and its hue in radians:
    /// 0.5 is red, 2 yellow-green, 4.5 blue. Hues at the same lightness look equally bright, so turning
    /// the hue makes even rainbows. Strengths that no screen shows are held to the nearest channel.
    ///
    /// ```
    /// use motile_pixels::Color;
    /// let red = Color::oklch(0.63, 0.25, 0.5);
    /// assert!(red.r > 240 && red.g < 40 && red.b < 60);
    /// ```
    pub fn oklch(lightness: f32, strength: f32, hue: f32) -> Self {
        let (sin, cos) = ops::sin_cos(hue);
        Self::from_oklab(Oklab { l: lightness, a: strength * cos, b: strength * sin, alpha: 1.0 })
    }
}

/// 0…1, NaN as 0.
fn share(t: f32) -> f32 {
    if t > 0.0 { t.min(1.0) } else { 0.0 }
}

fn nearest(x: f32) -> u8 {
    (x + 0.5) as u8
}

/// Mixes by alpha: the colors as if premultiplied, and the alpha.
fn weighted(
    from: [f32; 3],
    from_alpha: f32,
    to: [f32; 3],
    to_alpha: f32,
    t: f32,
) -> ([f32; 3], f32) {
    let (from_weight, to_weight) = (from_alpha * (1.0 - t), to_alpha * t);
    let alpha = from_weight + to_weight;
    if alpha == 0.0 {
        return ([0.0; 3], 0.0);
    }
    let mix = |i: usize| (from[i] * from_weight + to[i] * to_weight) / alpha;
    ([mix(0), mix(1), mix(2)], alpha)
}

/// sRGB to linear light, both 0…1.
fn light(c: f64) -> f64 {
    if c <= 0.04045 { c / 12.92 } else { ops::pow64((c + 0.055) / 1.055, 2.4) }
}

/// Linear light to sRGB, both 0…1.
fn curve(c: f64) -> f64 {
    if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * ops::pow64(c, 1.0 / 2.4) - 0.055 }
}

type Matrix = [[f64; 3]; 3];

fn transformed(matrix: Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

const TO_LMS: Matrix = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];
const LMS_TO_LAB: Matrix = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];
const LAB_TO_LMS: Matrix = [
    [1.0, 0.396_337_777_4, 0.215_803_757_3],
    [1.0, -0.105_561_345_8, -0.063_854_172_8],
    [1.0, -0.089_484_177_5, -1.291_485_548_0],
];
const FROM_LMS: Matrix = [
    [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
    [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
    [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_points_of_oklab() {
        let white = Color::WHITE.to_oklab();
        assert!((white.l - 1.0).abs() < 1e-4 && white.a.abs() < 1e-4 && white.b.abs() < 1e-4);
        let red = Color::RED.to_oklab();
        assert!((red.l - 0.62796).abs() < 1e-4, "{red:?}");
        assert!((red.a - 0.22486).abs() < 1e-4 && (red.b - 0.12585).abs() < 1e-4, "{red:?}");
        assert_eq!(Color::BLACK.to_oklab().l, 0.0);
    }

    #[test]
    fn linear_light_has_its_middle_at_188() {
        assert_eq!(Color::BLACK.lerp_linear(Color::WHITE, 0.5), Color::rgb(188, 188, 188));
    }

    #[test]
    fn strange_shares_are_clamped() {
        for t in [f32::NAN, -1.0, f32::NEG_INFINITY] {
            assert_eq!(Color::RED.lerp(Color::BLUE, t), Color::RED);
            assert_eq!(Color::RED.lerp_oklab(Color::BLUE, t), Color::RED);
        }
        assert_eq!(Color::RED.lerp(Color::BLUE, 9.0), Color::BLUE);
        let wild = LinearColor { r: f32::NAN, g: -3.0, b: 7.0, a: f32::INFINITY };
        assert_eq!(Color::from_linear(wild), Color::BLUE);
    }

    proptest! {
        #[test]
        fn spaces_round_trip(argb: u32) {
            let color = Color::argb(argb);
            prop_assert_eq!(Color::from_linear(color.to_linear()), color);
            prop_assert_eq!(Color::from_oklab(color.to_oklab()), color);
        }

        #[test]
        fn mixes_end_at_their_ends(a: u32, b: u32, t in 0.0..1.0f32) {
            let (from, to) = (Color::argb(a | 0x0100_0000), Color::argb(b | 0x0100_0000));
            for lerp in [Color::lerp, Color::lerp_linear, Color::lerp_oklab] {
                prop_assert_eq!(lerp(from, to, 0.0), from);
                prop_assert_eq!(lerp(from, to, 1.0), to);
                let middle = lerp(from, to, t);
                prop_assert!(middle.a >= from.a.min(to.a) && middle.a <= from.a.max(to.a));
            }
        }
    }
}
