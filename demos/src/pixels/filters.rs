//! Filters change a picture as a whole: blur, light, shadow, relief, colors, neighbors, places.

use crate::{Demo, pictures};
use core::f32::consts::TAU;
use motile::pixels::{
    Bevel, Blur, ColorMatrix, ColorTransform, Convolution, Displacement, DropShadow, Filter, Glow,
    Noise, RimSide,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/filters",
    title: "Filters",
    sees: "Twelve flowers, each seen through another filter; the light goes around.",
    tries: "Raise the size. Results grow beyond the picture: no shadow is cut off.",
    controls: "",
    spec: &["PIX-6", "COL-16"],
    ticks: 60,
    ..Demo::of::<Filters>()
};

/// Side of the flower in pixels.
const SIDE: u32 = 96;

struct Filters {
    ripples: Surface,
    flowers: Vec<NodeId>,
}

impl Sketch for Filters {
    const PARAMS: &'static [Param] =
        &[Param::number("size", 0.0, 20.0, 6.0), Param::number("strength", 0.0, 4.0, 1.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xE9_EE_F0);
        let flower = pictures::flower(SIDE)?;
        let mut ripples = flower.clone();
        let noise = Noise { octaves: 2, ..Noise::new(5) };
        ripples.fill_noise(&noise, vec2(16.0, 16.0), Color::BLACK, Color::WHITE);

        let picture = Image::new(flower);
        let mut flowers = Vec::new();
        for (index, (name, _)) in table(0.0, 0.0, 0.0, &ripples).into_iter().enumerate() {
            let at = vec2((index % 4) as f32 * 157.0 + 84.0, (index / 4) as f32 * 156.0 + 70.0);
            let flower = Bitmap::new(picture.clone()).centered();
            flowers.push(stage.add(flower.node().with_position(at)));
            let label =
                Label::new(name, 16.0).with_anchor(0.5, 0.0).with_paint(Color::hex(0x3A_45_50));
            stage.add(label.node().with_position(at + vec2(0.0, 62.0)));
        }
        Ok(Self { ripples, flowers })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let (size, strength) = (params.number("size"), params.number("strength"));
        let angle = tick.time as f32 * TAU / 8.0;
        let table = table(size, strength, angle, &self.ripples);
        for (&flower, (_, filter)) in self.flowers.iter().zip(table) {
            stage[flower].filters = filter.into_iter().collect();
        }
    }
}

/// Every filter with its name; `angle` is where the light comes from.
fn table(
    size: f32,
    strength: f32,
    angle: f32,
    ripples: &Surface,
) -> [(&'static str, Option<Filter>); 12] {
    let blur = Blur { passes: 2, ..Blur::new(size) };
    let glow =
        Glow { color: Color::hex(0x2F_9E_FF), blur, strength: strength * 2.0, ..Glow::default() };
    let color = Color::hex(0x1C_24_3A).with_alpha(170);
    let shadow =
        DropShadow { color, distance: size * 1.5, angle, blur, strength, ..DropShadow::default() };
    let bevel = Bevel {
        distance: size * 0.6,
        angle,
        blur: Blur::new(size * 0.5),
        strength,
        ..Bevel::default()
    };
    let emboss = Convolution {
        bias: 128.0,
        ..Convolution::new(3, 3, vec![-2.0, -1.0, 0.0, -1.0, 0.0, 1.0, 0.0, 1.0, 2.0])
    };
    let waves = Displacement::new(ripples.clone(), Vec2::splat(size * 3.5));
    [
        ("nothing", None),
        ("blur", Some(Filter::Blur(blur))),
        ("glow", Some(Filter::Glow(glow))),
        ("inner glow", Some(Filter::Glow(Glow { inner: true, color: Color::WHITE, ..glow }))),
        ("drop shadow", Some(Filter::DropShadow(shadow))),
        ("knockout", Some(Filter::DropShadow(DropShadow { knockout: true, ..shadow }))),
        ("bevel", Some(Filter::Bevel(bevel))),
        ("outer bevel", Some(Filter::Bevel(Bevel { side: RimSide::Outer, ..bevel }))),
        ("hue, turning", Some(Filter::ColorMatrix(ColorMatrix::hue(angle)))),
        (
            "toward a color",
            Some(Filter::ColorTransform(ColorTransform::toward(
                Color::hex(0x2F_6D_B5),
                strength.min(1.0) * 0.7,
            ))),
        ),
        ("emboss", Some(Filter::Convolution(emboss))),
        ("displacement", Some(Filter::Displacement(waves))),
    ]
}
