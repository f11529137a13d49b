//! One list of points, four lists of commands: what a command takes decides what is drawn.

use crate::Demo;
use crate::look::{BLUE, CARD, GREEN, INK, MUTED, ORANGE, PAPER, RED, WORDS};
use motile::prelude::*;
use motile::stage::classic::{ClassicPath, Command};

pub(super) const DEMO: Demo = Demo {
    id: "drawing/curves-and-lines",
    title: "Curves and lines",
    sees: "The same nine points drawn as curves, and over them in four ways as lines.",
    tries: "Step through the commands one by one and see which points each of them takes.",
    controls: "",
    spec: &["G8-4", "DRAW-9", "DRAW-10"],
    ticks: 110,
    ..Demo::of::<CurvesAndLines>()
};

const DATA: [f32; 18] = [
    200.0, 200.0, 250.0, 100.0, 300.0, 200.0, 400.0, 250.0, 300.0, 300.0, 250.0, 400.0, 200.0,
    300.0, 100.0, 250.0, 200.0, 200.0,
];
const PANELS: [(&str, &[Command]); 4] = [
    ("4 lines: stops halfway", &[Command::LineTo; 4]),
    ("8 lines: every point", &[Command::LineTo; 8]),
    ("4 wide lines: every second", &[Command::WideLineTo; 4]),
    (
        "4 × (no-op, line): skips none",
        &[
            Command::NoOp,
            Command::LineTo,
            Command::NoOp,
            Command::LineTo,
            Command::NoOp,
            Command::LineTo,
            Command::NoOp,
            Command::LineTo,
        ],
    ),
];
const COLORS: [Color; 4] = [RED, GREEN, BLUE, ORANGE];

#[derive(StateHash)]
struct CurvesAndLines {
    /// How many commands after the first are executed.
    steps: usize,
}

impl Sketch for CurvesAndLines {
    const PARAMS: &'static [Param] =
        &[Param::toggle("animate", true), Param::whole("commands", 0, 8, 8)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { steps: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        self.steps = if params.is_on("animate") {
            // A command every fifth of a second, then a rest.
            (tick.index / 12 % 14).min(8) as usize
        } else {
            params.whole("commands") as usize
        };
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let curves = path(&[Command::CurveTo; 4]);
        for (index, (name, commands)) in PANELS.iter().enumerate() {
            let corner = vec2((index % 2) as f32 * 320.0, (index / 2) as f32 * 240.0);
            let color = COLORS[index];
            let done = &commands[..self.steps.min(commands.len())];
            let codes: Vec<String> =
                done.iter().map(|command| command.code().to_string()).collect();
            let words = format!("1 {}", codes.join(" "));
            let card = Aabb::from_size(corner + 6.0, vec2(308.0, 228.0));
            canvas.fill(&Path::round_rect(card, 10.0), CARD);
            canvas.write(*name, WORDS, corner + vec2(160.0, 22.0), vec2(0.5, 0.5), INK);
            canvas.write(words, WORDS, corner + vec2(160.0, 220.0), vec2(0.5, 0.5), color);

            // The drawing of 500 × 500 pixels at about half its size.
            let place = Affine2::from_translation(corner + vec2(20.0, -18.0))
                * Affine2::from_scale(Vec2::splat(0.56));
            canvas.transformed(place, |canvas| {
                canvas.fill(&curves, MUTED.with_alpha(40));
                canvas.stroke(&curves, &Stroke::fixed(2.0), MUTED);
                let lines = path(done);
                canvas.stroke(
                    &lines,
                    &Stroke::fixed(7.0).with_cap(Cap::Round),
                    color.with_alpha(210),
                );
                for point in DATA.chunks_exact(2) {
                    canvas.fill(&Path::circle(vec2(point[0], point[1]), 7.0), INK);
                }
                canvas.fill(&Path::circle(lines.pen(), 16.0), color);
            });
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A move and then some commands, all fed from the same numbers.
fn path(commands: &[Command]) -> Path {
    let mut classic = ClassicPath { commands: vec![Command::MoveTo], data: DATA.to_vec() };
    classic.commands.extend(commands);
    classic.to_path().unwrap_or_default()
}
