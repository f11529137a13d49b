//! All plain eases at once: thirteen families in four directions.

use super::figures::{self, Plot};
use crate::Demo;
use crate::look::{SMALL, WORDS};
use core::f32::consts::TAU;
use motile::anim::{Direction, Ease, Family};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/ease-table",
    title: "Table of eases",
    sees: "Fifty-two curves, a column for each family and a row for each direction, with dots that run along them together.",
    tries: "Follow one row: from sine to expo the start gets slower and slower. Point at a curve to see it large.",
    controls: "Point at a curve.",
    spec: &["TWEEN-4", "TWEEN-5", "TWEEN-6"],
    size: (900, 500),
    ticks: 52,
    ..Demo::of::<EaseTable>()
};

/// Gentle to sharp, then the ones that swing.
const FAMILIES: [(&str, Family); 13] = [
    ("linear", Family::Linear),
    ("sine", Family::Sine),
    ("quad", Family::Quad),
    ("cubic", Family::Cubic),
    ("quart", Family::Quart),
    ("quint", Family::Quint),
    ("sextic", Family::Sextic),
    ("expo", Family::Expo),
    ("exact", Family::ExpoExact),
    ("circ", Family::Circ),
    ("back", Family::BACK),
    ("elastic", Family::ELASTIC),
    ("bounce", Family::Bounce),
];
const DIRECTIONS: [&str; 4] = ["In", "Out", "InOut", "OutIn"];
const CORNER: Vec2 = vec2(72.0, 84.0);
const CELL: Vec2 = vec2(62.0, 101.0);

#[derive(StateHash)]
struct EaseTable {
    /// Progress, 0…1.
    t: f32,
    /// What each ease makes of it, column by column.
    values: [[f32; 4]; FAMILIES.len()],
    pointed: Option<(usize, usize)>,
}

fn ease(column: usize, row: usize) -> Ease {
    Ease::new(FAMILIES[column].1, Direction::ALL[row])
}

impl Sketch for EaseTable {
    const PARAMS: &'static [Param] = &[Param::number("seconds", 0.5, 5.0, 1.6)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Ok(Self { t: 0.0, values: [[0.0; 4]; FAMILIES.len()], pointed: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let seconds = stage.params().number("seconds");
        self.t = (tick.time as f32 % (seconds + 0.5) / seconds).min(1.0);
        for (column, values) in self.values.iter_mut().enumerate() {
            *values = core::array::from_fn(|row| ease(column, row).at(self.t));
        }
        self.pointed = stage.input().pointer.position.and_then(|point| {
            let cell = ((point - CORNER) / CELL).floor();
            let inside = cell.cmpge(Vec2::ZERO).all() && cell.x < 13.0 && cell.y < 4.0;
            inside.then_some((cell.x as usize, cell.y as usize))
        });
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, "13 families × 4 directions", &format!("t {:.2}", self.t));
        for (row, words) in DIRECTIONS.into_iter().enumerate() {
            let at = CORNER + vec2(-10.0, CELL.y * (row as f32 + 0.5));
            canvas.write(words, WORDS, at, vec2(1.0, 0.5), figures::INK);
        }
        for (column, (words, _)) in FAMILIES.into_iter().enumerate() {
            let at = CORNER + vec2(CELL.x * (column as f32 + 0.5), -14.0);
            canvas.write(words, SMALL, at, vec2(0.5, 0.5), figures::INK);
            let color = Color::oklch(0.6, 0.16, TAU * column as f32 / 13.0);
            for row in 0..4 {
                let corner = CORNER + CELL * vec2(column as f32, row as f32) + 2.0;
                let area = Aabb::from_size(corner, CELL - 4.0);
                figures::panel(canvas, area, figures::PANEL);
                let plot = figures::graph(area.grown(-6.0), -0.42, 1.42);
                draw_ease(canvas, plot, ease(column, row), self.t, color, 1.0);
            }
        }
        if let Some((column, row)) = self.pointed {
            let ease = ease(column, row);
            let x = if column < 7 { 560.0 } else { 60.0 };
            let area = Aabb::from_size(vec2(x, 110.0), vec2(290.0, 330.0));
            figures::panel(canvas, area.grown(3.0), figures::FAINT);
            figures::panel(canvas, area, figures::PAGE);
            figures::label(canvas, ease.to_string(), vec2(x + 145.0, 132.0), figures::INK);
            let plot = figures::graph(area.grown(-34.0), -0.42, 1.42);
            draw_ease(canvas, plot, ease, self.t, figures::BLUE, 2.0);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn draw_ease(canvas: &mut Canvas<'_>, plot: Plot, ease: Ease, t: f32, color: Color, size: f32) {
    figures::level(canvas, &plot, 0.0);
    figures::level(canvas, &plot, 1.0);
    figures::curve(canvas, &plot, |t| ease.at(t), 1.8 + size, color);
    figures::disc(canvas, plot.place(t, ease.at(t)), 3.0 + size * 1.5, figures::INK);
}
