//! An emitter as the program text that makes it.

use crate::{ColorRamp, Emitter, EmitterShape, LifeCurve};
use core::fmt::Write;
use motile_geom::Vec2;
use motile_pixels::Color;

impl Emitter {
    /// The Rust expression that makes this emitter: what differs from the default, one field a line. What an editor exports.
    ///
    /// ```
    /// use motile_particles::Emitter;
    /// let fountain = Emitter { rate: 90.0, spread: 0.25, ..Emitter::default() };
    /// assert_eq!(fountain.to_code(), "Emitter {\n    rate: 90.0,\n    spread: 0.25,\n    ..Emitter::default()\n}");
    /// assert_eq!(Emitter::default().to_code(), "Emitter::default()");
    /// ```
    #[doc(alias = "export")]
    pub fn to_code(&self) -> String {
        let usual = Self::default();
        let mut fields = Fields(String::new());
        fields.add("rate", &self.rate, &usual.rate, number);
        fields.add("bursts", &self.bursts, &usual.bursts, |bursts| {
            let burst = |burst: &crate::Burst| {
                format!("Burst {{ time: {:?}, count: {} }}", burst.time, burst.count)
            };
            format!("vec![{}]", bursts.iter().map(burst).collect::<Vec<_>>().join(", "))
        });
        fields.add("period", &self.period, &usual.period, number);
        fields.add("shape", &self.shape, &usual.shape, shape);
        fields.add("direction", &self.direction, &usual.direction, number);
        fields.add("spread", &self.spread, &usual.spread, number);
        fields.add("speed", &self.speed, &usual.speed, pair);
        fields.add("life", &self.life, &usual.life, pair);
        fields.add("size", &self.size, &usual.size, pair);
        fields.add("angle", &self.angle, &usual.angle, pair);
        fields.add("spin", &self.spin, &usual.spin, pair);
        fields.add("gravity", &self.gravity, &usual.gravity, vector);
        fields.add("drag", &self.drag, &usual.drag, number);
        fields.add("speed_over_life", &self.speed_over_life, &usual.speed_over_life, curve);
        fields.add("size_over_life", &self.size_over_life, &usual.size_over_life, curve);
        fields.add("spin_over_life", &self.spin_over_life, &usual.spin_over_life, curve);
        fields.add("alpha_over_life", &self.alpha_over_life, &usual.alpha_over_life, curve);
        fields.add("colors", &self.colors, &usual.colors, ramp);
        fields.add("look", &self.look, &usual.look, |look| format!("ParticleLook::{look:?}"));
        fields.add("additive", &self.additive, &usual.additive, |value| value.to_string());
        fields.add("limit", &self.limit, &usual.limit, |value| value.to_string());
        fields.add("seed", &self.seed, &usual.seed, |value| value.to_string());
        if fields.0.is_empty() {
            return "Emitter::default()".into();
        }
        format!("Emitter {{\n{}    ..Emitter::default()\n}}", fields.0)
    }
}

/// The lines of fields that differ.
struct Fields(String);

impl Fields {
    fn add<T: Clone + PartialEq>(
        &mut self,
        name: &str,
        value: &T,
        usual: &T,
        show: fn(T) -> String,
    ) {
        if value != usual {
            // Writing into a string never fails.
            writeln!(self.0, "    {name}: {},", show(value.clone())).ok();
        }
    }
}

fn number(value: f32) -> String {
    // What is no number has no literal.
    match value {
        value if value.is_nan() => "f32::NAN".into(),
        f32::INFINITY => "f32::INFINITY".into(),
        f32::NEG_INFINITY => "f32::NEG_INFINITY".into(),
        value => format!("{value:?}"),
    }
}

fn pair((low, high): (f32, f32)) -> String {
    format!("({}, {})", number(low), number(high))
}

fn vector(value: Vec2) -> String {
    format!("vec2{}", pair((value.x, value.y)))
}

fn shape(shape: EmitterShape) -> String {
    let field = match shape {
        EmitterShape::Point => return "EmitterShape::Point".into(),
        EmitterShape::Line { length } => format!("Line {{ length: {} }}", number(length)),
        EmitterShape::Box { size } => format!("Box {{ size: {} }}", vector(size)),
        EmitterShape::Disc { radius } => format!("Disc {{ radius: {} }}", number(radius)),
        EmitterShape::Ring { radius } => format!("Ring {{ radius: {} }}", number(radius)),
    };
    format!("EmitterShape::{field}")
}

fn curve(curve: LifeCurve) -> String {
    match curve.points() {
        _ if curve == LifeCurve::ONE => "LifeCurve::ONE".into(),
        [(_, value)] => format!("LifeCurve::constant({})", number(*value)),
        [(0.0, from), (1.0, to)] => format!("LifeCurve::linear{}", pair((*from, *to))),
        points => {
            let points: Vec<String> = points.iter().copied().map(pair).collect();
            format!("LifeCurve::new(&[{}])", points.join(", "))
        }
    }
}

fn ramp(ramp: ColorRamp) -> String {
    let color = |color: &Color| {
        let [_, r, g, b] = color.to_argb().to_be_bytes();
        let solid = format!("Color::hex(0x{r:02X}_{g:02X}_{b:02X})");
        if color.a < 255 { format!("{solid}.with_alpha({})", color.a) } else { solid }
    };
    match ramp.colors() {
        [one] => format!("ColorRamp::constant({})", color(one)),
        colors => {
            let colors: Vec<String> = colors.iter().map(color).collect();
            format!("ColorRamp::new(&[{}])", colors.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Burst, ParticleLook};
    use core::f32::consts::PI;
    use motile_geom::vec2;

    /// What `to_code` said about the preset, pasted: it compiles and makes the preset again.
    #[test]
    fn the_code_of_an_emitter_makes_it_again() {
        let pasted = Emitter {
            rate: 0.0,
            bursts: vec![Burst { time: 0.0, count: 180 }],
            period: 2.0,
            shape: EmitterShape::Disc { radius: 10.0 },
            spread: PI,
            speed: (30.0, 320.0),
            life: (0.5, 1.3),
            size: (16.0, 42.0),
            gravity: vec2(0.0, -40.0),
            drag: 2.6,
            size_over_life: LifeCurve::new(&[(0.0, 0.6), (0.2, 1.2), (1.0, 0.3)]),
            colors: ColorRamp::new(&[
                Color::hex(0xFF_F6_D0),
                Color::hex(0xFF_B0_38),
                Color::hex(0xD0_38_20),
                Color::hex(0x38_30_38),
            ]),
            additive: true,
            limit: 400,
            ..Emitter::default()
        };
        assert_eq!(pasted, Emitter::explosion());
        let code = Emitter::explosion().to_code();
        for line in [
            "    bursts: vec![Burst { time: 0.0, count: 180 }],\n",
            "    shape: EmitterShape::Disc { radius: 10.0 },\n",
            "    spread: 3.1415927,\n",
            "    gravity: vec2(0.0, -40.0),\n",
            "    size_over_life: LifeCurve::new(&[(0.0, 0.6), (0.2, 1.2), (1.0, 0.3)]),\n",
            "    colors: ColorRamp::new(&[Color::hex(0xFF_F6_D0), Color::hex(0xFF_B0_38), ",
            "    additive: true,\n",
        ] {
            assert!(code.contains(line), "{code}\nlacks {line}");
        }
    }

    /// `NaN` and `inf` are no program text.
    #[test]
    fn curves_of_numbers_that_are_none_are_text_that_compiles() {
        for (number, text) in [
            (f32::NAN, "f32::NAN"),
            (f32::INFINITY, "f32::INFINITY"),
            (f32::NEG_INFINITY, "f32::NEG_INFINITY"),
        ] {
            let odd = Emitter {
                size_over_life: LifeCurve::constant(number),
                alpha_over_life: LifeCurve::linear(number, 0.0),
                ..Emitter::default()
            };
            let code = odd.to_code();
            assert!(!code.contains("(NaN") && !code.contains("inf"), "{code}");
            assert_eq!(curve(odd.size_over_life), format!("LifeCurve::constant({text})"));
        }
    }

    #[test]
    fn every_field_is_told_when_it_differs() {
        let odd = Emitter {
            shape: EmitterShape::Box { size: vec2(3.0, 4.0) },
            angle: (0.0, 1.0),
            spin: (-1.0, f32::INFINITY),
            speed_over_life: LifeCurve::constant(0.5),
            spin_over_life: LifeCurve::linear(1.0, 0.0),
            alpha_over_life: LifeCurve::ONE,
            colors: ColorRamp::constant(Color::RED.with_alpha(9)),
            look: ParticleLook::Star,
            seed: 7,
            ..Emitter::default()
        };
        let code = odd.to_code();
        for part in [
            "Box { size: vec2(3.0, 4.0) }",
            "spin: (-1.0, f32::INFINITY)",
            "speed_over_life: LifeCurve::constant(0.5)",
            "spin_over_life: LifeCurve::linear(1.0, 0.0)",
            "alpha_over_life: LifeCurve::ONE",
            "ColorRamp::constant(Color::hex(0xFF_00_00).with_alpha(9))",
            "look: ParticleLook::Star",
            "seed: 7",
        ] {
            assert!(code.contains(part), "{code}\nlacks {part}");
        }
    }
}
