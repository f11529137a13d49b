//! Where a shape crosses itself, the fill rule and the direction of its parts decide what is inside.

use crate::Demo;
use crate::look::{INK, PAPER, RED, SMALL};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/winding",
    title: "Winding",
    sees: "Six crosses made of two bars: with and without a hole where the bars overlap.",
    tries: "Move the pointer over a cross to see how often its outline winds around that point.",
    controls: "Point at a cross.",
    spec: &["G8-5", "DRAW-13", "DRAW-14", "DRAW-15", "DRAW-16"],
    ticks: 2,
    script: "0 move 533 107",
    ..Demo::of::<Winding>()
};

const BAR: [Vec2; 4] =
    [vec2(150.0, 100.0), vec2(200.0, 100.0), vec2(200.0, 250.0), vec2(150.0, 250.0)];
const BEAM: [Vec2; 4] =
    [vec2(100.0, 150.0), vec2(250.0, 150.0), vec2(250.0, 200.0), vec2(100.0, 200.0)];
const PALE: Color = Color::hex(0xFF_F1_C9);

/// How the bars are put together.
#[derive(Clone, Copy, PartialEq)]
enum Filled {
    OneByOne,
    TwoPaths,
    OnePath,
}

/// A cross: what it shows, which bars run backwards, and how it is filled.
struct Cross {
    title: &'static str,
    result: &'static str,
    reversed: [bool; 2],
    filled: Filled,
    rule: FillRule,
}

const fn cross(title: &'static str, filled: Filled, rule: FillRule, reversed: [bool; 2]) -> Cross {
    let hole = match rule {
        FillRule::EvenOdd => !matches!(filled, Filled::OneByOne),
        FillRule::NonZero => reversed[0] != reversed[1],
    };
    Cross { title, result: if hole { "a hole" } else { "solid" }, reversed, filled, rule }
}

const CROSSES: [Cross; 6] = [
    cross("one fill, two paths, even-odd", Filled::TwoPaths, FillRule::EvenOdd, [false, false]),
    cross("two fills, even-odd", Filled::OneByOne, FillRule::EvenOdd, [false, false]),
    cross("one path of two, even-odd", Filled::OnePath, FillRule::EvenOdd, [false, false]),
    cross("non-zero, same direction", Filled::OnePath, FillRule::NonZero, [false, false]),
    cross("non-zero, beam reversed", Filled::OnePath, FillRule::NonZero, [false, true]),
    cross("non-zero, both reversed", Filled::OnePath, FillRule::NonZero, [true, true]),
];

struct Winding;

impl Sketch for Winding {
    const PARAMS: &'static [Param] = &[Param::toggle("arrows", true)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self)
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, cross) in CROSSES.iter().enumerate() {
            let corner = vec2((index % 3) as f32 * 213.0 - 68.0, (index / 3) as f32 * 238.0 - 72.0);
            let parts = cross.parts();

            canvas.transformed(Affine2::from_translation(corner), |canvas| {
                canvas.draw_data(&cross.drawing());
                if stage.params().is_on("arrows") {
                    for part in &parts {
                        arrows(canvas, part);
                    }
                }
                let (below, center) = (vec2(175.0, 258.0), vec2(0.5, 0.0));
                canvas.write(cross.title, SMALL, below, center, INK);
                canvas.write(cross.result, SMALL, below + vec2(0.0, 18.0), center, RED);

                let around = Aabb::new(vec2(80.0, 80.0), vec2(270.0, 280.0));
                let pointer = stage.input().pointer.position.map(|place| place - corner);
                if let Some(pointer) = pointer.filter(|&place| around.contains(place)) {
                    tell(canvas, &parts, pointer);
                }
            });
        }
    }
}

impl Cross {
    /// Paths between the begin and the end of a fill are one outline, however many they are.
    fn drawing(&self) -> GraphicsData {
        let [bar, beam] = self.parts();
        let mut drawing = GraphicsData::new();
        drawing.fill(RED);
        match self.filled {
            Filled::OneByOne => {
                drawing.path_by(bar, self.rule).end_fill().fill(RED).path_by(beam, self.rule)
            }
            Filled::TwoPaths => drawing.path_by(bar, self.rule).path_by(beam, self.rule),
            Filled::OnePath => {
                let mut cross = bar;
                cross.append(&beam);
                drawing.path_by(cross, self.rule)
            }
        };
        drawing
    }

    fn parts(&self) -> [Path; 2] {
        let parts = [Path::polygon(&BAR), Path::polygon(&BEAM)];
        core::array::from_fn(
            |i| if self.reversed[i] { parts[i].reversed() } else { parts[i].clone() },
        )
    }
}

/// The winding number of a point: the sum over all parts.
fn tell(canvas: &mut Canvas<'_>, parts: &[Path], at: Vec2) {
    let winding: i32 = parts.iter().map(|part| part.winding(at)).sum();
    let card = Path::round_rect(Aabb::from_size(at + vec2(8.0, -34.0), vec2(92.0, 26.0)), 6.0);
    canvas.fill(&card, PALE);
    canvas.stroke(&card, &Stroke::HAIRLINE, INK);
    canvas.fill(&Path::circle(at, 4.0), INK);
    canvas.write(format!("winding {winding}"), SMALL, at + vec2(54.0, -21.0), vec2(0.5, 0.5), INK);
}

/// An outline with an arrowhead in the direction of each side.
fn arrows(canvas: &mut Canvas<'_>, part: &Path) {
    canvas.stroke(part, &Stroke::new(1.5), INK);
    for side in 0..4 {
        let at = |fraction: f32| part.point_at(fraction).unwrap_or_default();
        // Two sides of a bar are 3/8 of its outline, two are 1/8.
        let fraction = side as f32 * 0.25 + 0.06;
        let (tail, tip) = (at(fraction), at(fraction + 0.035));
        let wing = (tip - tail).perp() * 0.4;
        canvas.fill(&Path::polygon(&[tip, tail + wing, tail - wing]), INK);
    }
}
