//! The classic pen: styles are set, then lines and shapes follow each other from where the pen stands.

use crate::Demo;
use crate::look::{INK, MUTED, PAPER, SMALL};
use motile::prelude::*;
use motile::stage::classic::Pen;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/pen",
    title: "The pen",
    sees: "Commands run one after the other; on the right the picture grows, a ring marks the pen.",
    tries: "Go back and forth and see what each command adds. A fill appears when it ends, below its lines.",
    controls: "",
    keys: &[
        (Key::Left, "one command back"),
        (Key::Right, "one command on"),
        (Key::Space, "start again"),
    ],
    spec: &["DRAW-1", "DRAW-2", "DRAW-16"],
    ticks: 330,
    ..Demo::of::<PenDemo>()
};

const WALL: Color = Color::hex(0xF3_DF_B8);
const ROOF: Color = Color::hex(0xC9_54_3F);
const DOOR: Color = Color::hex(0x7A_4E_34);
const LEAF: Color = Color::hex(0x6F_A8_5B);
const SUN: Color = Color::hex(0xF2_B1_34);
const ROW: f32 = 20.0;

/// What the program says, and what it does.
type Step = (&'static str, fn(&mut Pen));

#[rustfmt::skip]
const STEPS: [Step; 21] = [
    ("line_style(3, ink)", |pen| _ = pen.line_style(3.0, INK)),
    ("begin_fill(wall)", |pen| _ = pen.begin_fill(WALL)),
    ("draw_rect(60, 190, 170, 130)", |pen| _ = pen.draw_rect(60.0, 190.0, 170.0, 130.0)),
    ("begin_fill(roof)", |pen| _ = pen.begin_fill(ROOF)),
    ("move_to(40, 195)", |pen| _ = pen.move_to(40.0, 195.0)),
    ("line_to(145, 100)", |pen| _ = pen.line_to(145.0, 100.0)),
    ("line_to(250, 195)", |pen| _ = pen.line_to(250.0, 195.0)),
    ("line_to(40, 195)", |pen| _ = pen.line_to(40.0, 195.0)),
    ("begin_fill(door)", |pen| _ = pen.begin_fill(DOOR)),
    ("move_to(120, 320)", |pen| _ = pen.move_to(120.0, 320.0)),
    ("line_to(120, 260)", |pen| _ = pen.line_to(120.0, 260.0)),
    ("curve_to(145, 225, 170, 260)", |pen| _ = pen.curve_to(145.0, 225.0, 170.0, 260.0)),
    ("line_to(170, 320)", |pen| _ = pen.line_to(170.0, 320.0)),
    ("begin_fill(leaf)", |pen| _ = pen.begin_fill(LEAF)),
    ("draw_ellipse(265, 200, 70, 95)", |pen| _ = pen.draw_ellipse(265.0, 200.0, 70.0, 95.0)),
    ("end_fill()", |pen| _ = pen.end_fill()),
    ("move_to(300, 320)", |pen| _ = pen.move_to(300.0, 320.0)),
    ("line_to(300, 250)", |pen| _ = pen.line_to(300.0, 250.0)),
    ("no_line()", |pen| _ = pen.no_line()),
    ("begin_fill(sun)", |pen| _ = pen.begin_fill(SUN)),
    ("draw_circle(300, 80, 32)", |pen| _ = pen.draw_circle(300.0, 80.0, 32.0)),
];

#[derive(StateHash)]
struct PenDemo {
    /// Commands done, with a part of the next one's time.
    done: f32,
}

impl Sketch for PenDemo {
    const PARAMS: &'static [Param] = &[Param::number("commands-per-second", 0.0, 12.0, 3.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { done: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let input = stage.input();
        self.done += stage.params().number("commands-per-second") * tick.dt;
        if input.pressed(Key::Right) {
            self.done = self.done.floor() + 1.0;
        }
        if input.pressed(Key::Left) {
            self.done = (self.done.floor() - 1.0).max(0.0);
        }
        // The finished picture stays for a while.
        if input.pressed(Key::Space) || self.done > STEPS.len() as f32 + 12.0 {
            self.done = 0.0;
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let done = (self.done as usize).min(STEPS.len());
        let mut pen = Pen::new();
        for (_, step) in &STEPS[..done] {
            step(&mut pen);
        }

        for (row, (text, _)) in STEPS.iter().enumerate() {
            let at = vec2(30.0, 32.0 + ROW * row as f32);
            let color = if row < done { INK } else { MUTED };
            if row + 1 == done {
                let bar =
                    Path::round_rect(Aabb::from_size(at - vec2(10.0, 1.0), vec2(222.0, ROW)), 5.0);
                canvas.fill(&bar, SUN.with_alpha(110));
            }
            canvas.write(*text, SMALL, at, Vec2::ZERO, color);
        }

        canvas.transformed(Affine2::from_translation(vec2(258.0, 60.0)), |canvas| {
            canvas.line(vec2(15.0, 320.0), vec2(355.0, 320.0), &Stroke::new(1.5), MUTED);
            canvas.draw_data(&pen.to_data());
            let at = pen.position();
            canvas.stroke(&Path::circle(at, 7.0), &Stroke::new(2.0), Color::WHITE);
            canvas.stroke(&Path::circle(at, 9.0), &Stroke::new(2.0), Color::BLUE);
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
