//! A factor and an offset for every channel: one picture, many times of day.

use crate::look::{NIGHT, TITLE, WORDS};
use crate::{Demo, pictures};
use motile::pixels::ColorTransform;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/color-transform",
    title: "Color transform",
    sees: "A landscape goes through the day; below, the histogram of its three channels follows.",
    tries: "Stop the day and set factors and offsets yourself.",
    controls: "",
    spec: &[],
    ticks: 330,
    ..Demo::of::<Daylight>()
};

/// Seconds of a day.
const DAY: f32 = 12.0;
/// Factors and offsets of red, green and blue through the day.
const HOURS: [([f32; 3], [f32; 3]); 5] = [
    ([0.28, 0.34, 0.6], [-6.0, 0.0, 18.0]),
    ([1.0, 0.8, 0.75], [20.0, 0.0, -6.0]),
    ([1.0, 1.15, 1.2], [30.0, 40.0, 30.0]),
    ([1.15, 0.85, 0.6], [30.0, 5.0, -10.0]),
    ([0.28, 0.34, 0.6], [-6.0, 0.0, 18.0]),
];
const NAMES: [&str; 5] = ["night", "dawn", "noon", "evening", "night"];

struct Daylight {
    picture: Surface,
    shown: Surface,
    node: NodeId,
    transform: ColorTransform,
    name: &'static str,
}

impl Sketch for Daylight {
    const PARAMS: &'static [Param] = &[
        Param::toggle("day-passes", true),
        Param::number("red-factor", 0.0, 2.0, 1.0),
        Param::number("green-factor", 0.0, 2.0, 1.0),
        Param::number("blue-factor", 0.0, 2.0, 1.0),
        Param::number("offset", -128.0, 128.0, 0.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let picture = pictures::landscape(640, 330, 0.7)?;
        let node = stage.add(Bitmap::new(picture.clone()).node());
        let transform = ColorTransform::default();
        Ok(Self { shown: picture.clone(), picture, node, transform, name: "" })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        (self.transform, self.name) = if params.is_on("day-passes") {
            let hour = (tick.time as f32 / DAY).fract() * (HOURS.len() - 1) as f32;
            let (index, t) = (hour as usize, hour.fract());
            let between =
                |a: [f32; 3], b: [f32; 3]| core::array::from_fn(|i| a[i] + (b[i] - a[i]) * t);
            let [r, g, b] = between(HOURS[index].0, HOURS[index + 1].0);
            let [or, og, ob] = between(HOURS[index].1, HOURS[index + 1].1);
            let nearest = NAMES[(hour + 0.5) as usize];
            (ColorTransform { factor: [r, g, b, 1.0], offset: [or, og, ob, 0.0] }, nearest)
        } else {
            let [r, g, b] =
                ["red-factor", "green-factor", "blue-factor"].map(|name| params.number(name));
            let offset = params.number("offset");
            (
                ColorTransform { factor: [r, g, b, 1.0], offset: [offset, offset, offset, 0.0] },
                "by hand",
            )
        };
        self.shown = self.picture.clone();
        self.shown.color_transform(&self.transform);
        stage[self.node].content = Bitmap::new(self.shown.clone()).into();
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let histogram = self.shown.histogram(self.shown.bounds());
        let channels = [
            (histogram.r, Color::hex(0xFF_6B_5E)),
            (histogram.g, Color::hex(0x5F_D3_8A)),
            (histogram.b, Color::hex(0x5B_9D_FF)),
        ];
        let floor = 462.0;
        for (counts, color) in channels {
            let mut hill = Path::new();
            hill.move_to(vec2(20.0, floor));
            for (value, count) in counts.chunks(4).map(|four| four.iter().sum::<u32>()).enumerate()
            {
                // Few colors fill most of the picture: the root keeps the others visible.
                let height = (ops::sqrt(count as f32) * 0.75).min(110.0);
                hill.line_to(vec2(20.0 + value as f32 * 6.2, floor - height));
            }
            hill.line_to(vec2(20.0 + 63.0 * 6.2, floor));
            canvas.fill(&hill, color.with_alpha(110));
            canvas.stroke(&hill, &Stroke::HAIRLINE, color);
        }
        let ink = Color::hex(0xCF_D6_E4);
        canvas.write(self.name, TITLE, vec2(440.0, 352.0), Vec2::ZERO, ink);
        for (row, (&(_, color), name)) in channels.iter().zip(["red", "green", "blue"]).enumerate()
        {
            let (factor, offset) = (self.transform.factor[row], self.transform.offset[row]);
            let words = format!(
                "{name} × {factor:.2} {} {:.0}",
                if offset < 0.0 { '−' } else { '+' },
                offset.abs()
            );
            canvas.write(words, WORDS, vec2(440.0, 390.0 + 25.0 * row as f32), Vec2::ZERO, color);
        }
    }
}
