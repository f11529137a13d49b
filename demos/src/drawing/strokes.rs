//! A line has a width, two ends, corners, perhaps dashes; all of it is style, none of it is path.

use crate::Demo;
use crate::look::{INK, PAPER, SMALL, WORDS};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/strokes",
    title: "Strokes",
    sees: "The same bent line with three caps, three joins and four patterns of dashes, and its true path inside.",
    tries: "Raise the miter limit to let the corner grow, or close the angle with the pointer.",
    controls: "The pointer's height bends the lines.",
    takes_drags: true,
    spec: &["DRAW-3", "DRAW-37"],
    ticks: 30,
    ..Demo::of::<Strokes>()
};

const COLORS: [Color; 3] = [Color::hex(0x3D_8B_9E), Color::hex(0xD0_6A_4C), Color::hex(0x7A_62_A8)];
const CAPS: [(Cap, &str); 3] =
    [(Cap::Butt, "butt"), (Cap::Round, "round"), (Cap::Square, "square")];
const JOINS: [(Join, &str); 3] =
    [(Join::Miter, "miter"), (Join::Round, "round"), (Join::Bevel, "bevel")];
const DASHES: [&[f32]; 4] = [&[24.0, 12.0], &[1.0, 16.0], &[30.0, 10.0, 4.0, 10.0], &[60.0, 20.0]];

#[derive(StateHash)]
struct Strokes {
    /// Height of the corner in pixels.
    bend: f32,
    /// How far the dashes have marched, pixels.
    march: f32,
}

impl Sketch for Strokes {
    const PARAMS: &'static [Param] = &[
        Param::number("width", 0.0, 36.0, 22.0),
        Param::number("miter-limit", 1.0, 10.0, 4.0),
        Param::number("march", -100.0, 100.0, 30.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { bend: 0.0, march: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.march += stage.params().number("march") * tick.dt;
        // Until somebody moves the pointer the corner moves by itself.
        self.bend = match stage.input().pointer.position {
            Some(place) => (place.y * 0.2).clamp(0.0, 110.0),
            None => 48.0 + 30.0 * ops::sin(tick.time as f32),
        };
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let width = stage.params().number("width");
        let limit = stage.params().number("miter-limit");
        for column in 0..3 {
            let x = 120.0 + 200.0 * column as f32;
            let color = COLORS[column];

            let (cap, name) = CAPS[column];
            let line = Path::line(vec2(x - 55.0, 64.0), vec2(x + 55.0, 64.0));
            show(canvas, &line, &Stroke::new(width).with_cap(cap), color);
            canvas.write(format!("cap: {name}"), WORDS, vec2(x, 96.0), vec2(0.5, 0.0), INK);

            let (join, name) = JOINS[column];
            let (base, tip) = (262.0, 262.0 - self.bend);
            let bent = Path::polyline(&[vec2(x - 55.0, base), vec2(x, tip), vec2(x + 55.0, base)]);
            let stroke = Stroke { join, miter_limit: limit, ..Stroke::new(width) };
            show(canvas, &bent, &stroke, color);
            canvas.write(format!("join: {name}"), WORDS, vec2(x, 282.0), vec2(0.5, 0.0), INK);
        }
        for (row, pattern) in DASHES.into_iter().enumerate() {
            let y = 340.0 + 36.0 * row as f32;
            let mut wave = Path::new();
            wave.move_to(vec2(40.0, y));
            wave.cubic_to(vec2(220.0, y - 30.0), vec2(300.0, y + 30.0), vec2(440.0, y));
            let cap = if row == 1 { Cap::Round } else { Cap::Butt };
            let thin = Stroke::new(width * 0.4).with_cap(cap).with_dash(pattern, -self.march);
            canvas.stroke(&wave, &thin, COLORS[row % 3]);
            canvas.write(format!("{pattern:?}"), SMALL, vec2(456.0, y), vec2(0.0, 0.5), INK);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A thick line with its path drawn inside.
fn show(canvas: &mut Canvas<'_>, path: &Path, stroke: &Stroke, color: Color) {
    canvas.stroke(path, stroke, color);
    canvas.stroke(path, &Stroke::HAIRLINE, Color::WHITE);
    for segment in path.segments() {
        if let motile::stage::PathSegment::Move(point) | motile::stage::PathSegment::Line(point) =
            segment
        {
            canvas.fill(&Path::circle(point, 3.0), Color::WHITE);
        }
    }
}
