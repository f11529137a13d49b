//! Colors on their way: channel by channel, in linear light, or in the perceptual space `OKLab`.

use crate::{Animate, Goal};
use motile_pixels::{Color, LinearColor, Oklab};

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
        self.mixed(|from, to, t| {
            between(*from, *to, t, || {
                let (from, to) = (from.to_linear(), to.to_linear());
                let [r, g, b] = mixed([from.r, from.g, from.b], [to.r, to.g, to.b], t);
                Color::from_linear(LinearColor { r, g, b, a: 1.0 })
            })
        })
    }

    /// Mixes in the perceptual space of Björn Ottosson (2020): even steps look even.
    pub fn oklab(self) -> Self {
        self.mixed(|from, to, t| {
            between(*from, *to, t, || {
                let (from, to) = (from.to_oklab(), to.to_oklab());
                let [l, a, b] = mixed([from.l, from.a, from.b], [to.l, to.a, to.b], t);
                Color::from_oklab(Oklab { l, a, b, alpha: 1.0 })
            })
        })
    }
}

/// The ends as they are, and what lies between with the alpha that lies between.
fn between(from: Color, to: Color, t: f32, color: impl FnOnce() -> Color) -> Color {
    match t {
        0.0 => from,
        1.0 => to,
        _ => color().with_alpha(u8::mix(&from.a, &to.a, t)),
    }
}

fn mixed(from: [f32; 3], to: [f32; 3], t: f32) -> [f32; 3] {
    Animate::mix(&from, &to, t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnimPlayer, Ease, Tween, goal};

    fn halfway(aim: Goal<Color>) -> Color {
        let mut color = Color::RED;
        let tween = Tween::new(1.0).to(|c: &mut Color| c, aim).ease(Ease::LINEAR);
        let mut player = AnimPlayer::new(tween);
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
    fn grays_stay_gray_and_alpha_is_mixed() {
        let (from, to) = (Color::rgba(10, 10, 10, 0), Color::rgba(210, 210, 210, 200));
        for aim in [goal(to), goal(to).linear_light(), goal(to).oklab()] {
            let tween = Tween::new(1.0).to(|c: &mut Color| c, aim).ease(Ease::LINEAR);
            let (mut color, mut player) = (from, AnimPlayer::new(tween));
            for step in 0..=64u8 {
                player.seek(f64::from(step) / 64.0, &mut color);
                assert_eq!((color.r, color.r), (color.g, color.b), "{color:?}");
                assert_eq!(color.a, u8::mix(&0, &200, f32::from(step) / 64.0));
            }
        }
    }
}
