//! Undo and redo: every stroke is a step of a list, and an index says how many of them are active.

use crate::Demo;
use crate::look::{FAINT, INK, PAPER, WORDS};
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::stage::{History, Line};

pub(super) const DEMO: Demo = Demo {
    id: "drawing/history",
    title: "Drawing with history",
    sees: "Colored arcs are drawn one after the other, taken back and done again; dots below count the steps.",
    tries: "Undo some strokes, then draw a new one: what was undone is gone.",
    controls: "Drag to draw.",
    keys: &[(Key::Left, "undo"), (Key::Right, "do again")],
    takes_drags: true,
    spec: &["G8-16", "DRAW-47", "DRAW-48"],
    ticks: 236,
    ..Demo::of::<HistoryDraw>()
};

/// The example: so many strokes of so many ticks, then steps back and forth.
const STROKES: u64 = 9;
const STROKE_TICKS: u64 = 20;

#[derive(StateHash)]
#[state(hash_only)]
struct HistoryDraw {
    history: History,
    /// Nobody has drawn yet.
    example: bool,
}

impl Sketch for HistoryDraw {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { history: History::new(), example: true })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let input = stage.input().clone();
        let step = input.pressed(Key::Left) || input.pressed(Key::Right);
        if self.example && (input.pointer.pressed() || step) {
            self.example = false;
            // The pen of the example is lifted.
            self.history.end();
        }
        // What makes no sense, such as undo while drawing, does nothing.
        if self.example {
            self.play_example(&mut stage.rng, tick.index);
        } else {
            self.draw_by_hand(&mut stage.rng, &input);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.draw_history(&self.history);
        if let Some(path) = self.history.preview() {
            canvas.stroke(path, &Stroke::HAIRLINE, Color::BLACK.with_alpha(128));
        }

        let (done, undone) = (self.history.steps().len(), self.history.undone() as usize);
        let start = vec2(320.0 - (done + undone) as f32 * 12.0 + 12.0, 452.0);
        for step in 0..done + undone {
            let dot = Path::circle(start + vec2(step as f32 * 24.0, 0.0), 8.0);
            match self.history.steps().get(step) {
                Some(step) => canvas.fill(&dot, step.line.paint.clone()),
                None => canvas.stroke(&dot, &Stroke::new(2.0), FAINT),
            }
        }
        let words = format!("{done} strokes, {undone} undone");
        canvas.write(words, WORDS, vec2(320.0, 418.0), vec2(0.5, 0.5), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl HistoryDraw {
    fn draw_by_hand(&mut self, rng: &mut Rng, input: &Input) {
        let pointer = input.pointer;
        if let Some(place) = pointer.pressed_at() {
            self.history.begin(random_line(rng), place);
        }
        if let Some(place) = pointer.position.filter(|_| self.history.is_drawing()) {
            self.history.extend(place);
        }
        if pointer.released() {
            self.history.end();
        }
        if input.pressed(Key::Left) {
            self.history.undo();
        }
        if input.pressed(Key::Right) {
            self.history.redo();
        }
    }

    fn play_example(&mut self, rng: &mut Rng, tick: u64) {
        let (stroke, at) = (tick / STROKE_TICKS, tick % STROKE_TICKS);
        if stroke < STROKES {
            let point = petal(stroke, at as f32 / (STROKE_TICKS - 1) as f32);
            if at == 0 {
                self.history.begin(random_line(rng), point);
            }
            self.history.extend(point);
            if at == STROKE_TICKS - 1 {
                self.history.end();
            }
        } else if at == 0 {
            match stroke % 8 {
                1..=4 => self.history.undo(),
                _ => self.history.redo(),
            };
        }
    }
}

/// A thickness in 0…10 and a color, as the dice fall.
fn random_line(rng: &mut Rng) -> Line {
    let color = Color::oklch(0.65, 0.15, rng.f32() * TAU);
    let stroke = Stroke::new(rng.range(1.0..10.0)).with_cap(Cap::Round);
    Line { stroke, paint: color.into() }
}

/// A point on one of the petals of a flower, `t` from 0 to 1.
fn petal(number: u64, t: f32) -> Vec2 {
    let direction = TAU * (number as f32 + t - 0.5) / STROKES as f32;
    let reach = ops::sin(t * TAU * 0.5);
    vec2(320.0, 205.0) + Vec2::at_angle(direction) * (60.0 + 115.0 * reach)
}
