//! Colors on their way: channel by channel, in linear light, or in the perceptual space `OKLab`.

use crate::{Animate, Goal};
use motile_geom::ops;
use motile_pixels::Color;

/// Channel by channel, as the classic engines did. [`Goal::linear_light`] and [`Goal::oklab`] look better
/// between hues. Going past an end stops at 0 and 255.
impl Animate for Color {
    fn mix(from: &Self, to: &Self, t: f32) -> Self {
        let channel = |a: u8, b: u8| u8::mix(&a, &b, t);
        Self::rgba(
            channel(from.r, to.r),
            channel(from.g, to.g),
            channel(from.b, to.b),
            channel(from.a, to.a),
        )
    }

    fn plus(&self, by: &Self) -> Self {
        Self::rgba(
            self.r.saturating_add(by.r),
            self.g.saturating_add(by.g),
            self.b.saturating_add(by.b),
            self.a.saturating_add(by.a),
        )
    }

    fn is_finite(&self) -> bool {
        true
    }
}

impl Goal<Color> {
    /// Mixes light, as two lamps would.
    pub fn linear_light(self) -> Self {
        self.mixed(|from, to, t| through(*from, *to, t, |rgb| rgb, |rgb| rgb))
    }

    /// Mixes in the perceptual space of Björn Ottosson (2020): even steps look even.
    pub fn oklab(self) -> Self {
        self.mixed(|from, to, t| through(*from, *to, t, oklab_from_linear, linear_from_oklab))
    }
}

fn through(
    from: Color,
    to: Color,
    t: f32,
    forward: fn([f64; 3]) -> [f64; 3],
    back: fn([f64; 3]) -> [f64; 3],
) -> Color {
    if t == 0.0 {
        return from;
    }
    if t == 1.0 {
        return to;
    }
    let (a, b) = (forward(linear(from)), forward(linear(to)));
    let mixed = back(core::array::from_fn(|i| f64::mix(&a[i], &b[i], t)));
    let [r, g, b] = mixed.map(encoded);
    Color::rgba(r, g, b, u8::mix(&from.a, &to.a, t))
}

fn linear(color: Color) -> [f64; 3] {
    [color.r, color.g, color.b].map(|channel| {
        let c = channel as f64 / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ops::pow64((c + 0.055) / 1.055, 2.4) }
    })
}

fn encoded(light: f64) -> u8 {
    let c = if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * ops::pow64(light, 1.0 / 2.4) - 0.055
    };
    (c * 255.0).round() as u8
}

fn oklab_from_linear([r, g, b]: [f64; 3]) -> [f64; 3] {
    let l = ops::cbrt64(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
    let m = ops::cbrt64(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
    let s = ops::cbrt64(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

fn linear_from_oklab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let cube = |x: f64| x * x * x;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ease, Player, Tween, goal};

    fn halfway(aim: Goal<Color>) -> Color {
        let mut color = Color::RED;
        let tween = Tween::new(1.0).to(|c: &mut Color| c, aim).ease(Ease::LINEAR);
        let mut player = Player::new(tween).expect("sound");
        player.seek(1.0, &mut color);
        assert_eq!(color, Color::BLUE);
        player.seek(0.5, &mut color);
        color
    }

    #[test]
    fn three_ways_from_red_to_blue() {
        assert_eq!(halfway(goal(Color::BLUE)), Color::rgb(128, 0, 128));
        assert_eq!(halfway(goal(Color::BLUE).linear_light()), Color::rgb(188, 0, 188));
        // The reference implementation gives #8C53A2.
        let perceptual = halfway(goal(Color::BLUE).oklab());
        assert_eq!(perceptual, Color::rgb(0x8C, 0x53, 0xA2));
    }

    #[test]
    fn every_gray_comes_back() {
        for level in 0..=255u8 {
            let gray = Color::rgb(level, level, level);
            let back = linear_from_oklab(oklab_from_linear(linear(gray))).map(encoded);
            assert_eq!(back, [level; 3]);
        }
    }
}
