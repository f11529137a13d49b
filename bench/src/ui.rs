//! A panel of about five hundred widgets in a frame in which nothing happens, beside egui's pass for the same panel.

use crate::runner::Bench;
use motile_game::{Ui, Widget, WidgetId};
use motile_geom::{Vec2, vec2};
use motile_pixels::{Color, Surface};
use motile_stage::{Input, Painter, Stage};

const SIZE: Vec2 = vec2(1280.0, 720.0);
/// Columns of the panel, and widgets of each kind in a column: with the columns 489 of them.
const COLUMNS: usize = 8;
const ROWS: usize = 20;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    let mut egui = Egui::new();
    let n = COLUMNS * (1 + 3 * ROWS) + 1;
    let (mut ours, _) = panel();
    let input = Input::default();
    ours.update(&input, SIZE, 1.0 / 60.0);
    if bench.wants("ui/frame") {
        // What a game pays for an interface that rests: a look at the input, and the question whether it looks different.
        bench.compare(
            "ui/frame",
            "egui",
            n,
            || {
                ours.update(&input, SIZE, 1.0 / 60.0);
                ours.events().len()
            },
            || egui.pass(),
        );
    }
    if bench.wants("ui/painted") {
        // With its picture put on the screen, where the peer has made triangles for a graphics card.
        let mut stage = Stage::new(SIZE.x as u32, SIZE.y as u32).expect("a size");
        stage.add(ours.node());
        let mut painter = Painter::default();
        let mut screen =
            Surface::opaque(SIZE.x as u32, SIZE.y as u32, Color::BLACK).expect("a size");
        bench.compare(
            "ui/painted",
            "egui, tessellated",
            n,
            || {
                ours.update(&input, SIZE, 1.0 / 60.0);
                painter.paint(&stage, &mut screen);
                screen.words()[0]
            },
            || egui.tessellated(),
        );
    }
    if bench.wants("ui/changed") {
        // A label with other words in every frame: everything is placed and its look made anew.
        let (mut ours, label) = panel();
        let mut frame = 0u32;
        bench.compare(
            "ui/changed",
            "egui",
            n,
            || {
                frame = frame.wrapping_add(1);
                ours.set_words(label, &format!("frame {frame}"));
                ours.update(&input, SIZE, 1.0 / 60.0);
                ours.events().len()
            },
            || egui.pass(),
        );
    }
}

fn panel() -> (Ui, WidgetId) {
    let mut ui = Ui::new();
    let row = ui.add(Widget::row());
    let mut last = row;
    for column in 0..COLUMNS {
        let group = ui.add_to(row, Widget::column());
        for at in 0..ROWS {
            last = ui.add_to(group, Widget::label(format!("label {column} {at}")));
            ui.add_to(group, Widget::button(format!("button {column} {at}")));
            ui.add_to(group, Widget::slider(0.0, 1.0, 0.5));
        }
    }
    (ui, last)
}

struct Egui {
    context: egui::Context,
    values: Vec<f32>,
}

impl Egui {
    fn new() -> Self {
        let mut new = Self { context: egui::Context::default(), values: vec![0.5; COLUMNS * ROWS] };
        new.pass();
        new
    }

    fn output(&mut self) -> egui::FullOutput {
        let size = egui::vec2(SIZE.x, SIZE.y);
        let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
        let input = egui::RawInput { screen_rect, ..Default::default() };
        let values = &mut self.values;
        self.context.run_ui(input, |ui| {
            ui.horizontal_top(|ui| {
                for (column, values) in values.chunks_mut(ROWS).enumerate() {
                    ui.vertical(|ui| {
                        for (at, value) in values.iter_mut().enumerate() {
                            ui.label(format!("label {column} {at}"));
                            let _ = ui.button(format!("button {column} {at}"));
                            ui.add(egui::Slider::new(value, 0.0..=1.0).show_value(false));
                        }
                    });
                }
            });
        })
    }

    fn pass(&mut self) -> usize {
        self.output().shapes.len()
    }

    fn tessellated(&mut self) -> usize {
        let output = self.output();
        self.context.tessellate(output.shapes, output.pixels_per_point).len()
    }
}
