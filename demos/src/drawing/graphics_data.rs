//! A drawing is a value: a list of strokes, fills and paths that can be edited and drawn again.

use crate::Demo;
use crate::look::{HAZE, MIST, MUTED, NIGHT, SMALL, WORDS};
use motile::prelude::*;
use motile::stage::Item;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/graphics-data",
    title: "Graphics data",
    sees: "A list of drawing items on the left, and what it draws on the right.",
    tries: "Move the gold fill below its star and the star turns hollow. Switch the first stroke off.",
    controls: "",
    keys: &[
        (Key::Up, "select above"),
        (Key::Down, "select below"),
        (Key::Left, "move it up"),
        (Key::Right, "move it down"),
        (Key::Space, "switch it off or on"),
    ],
    spec: &["G8-15", "DRAW-36", "DRAW-46"],
    ticks: 50,
    ..Demo::of::<Editor>()
};

const ROW: f32 = 34.0;

/// An item of the list as the visitor sees it.
#[derive(StateHash)]
#[state(hash_only)]
struct Entry {
    name: &'static str,
    /// What the name stands for.
    #[state(skip)]
    item: Item,
    on: bool,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Editor {
    entries: Vec<Entry>,
    selected: usize,
    /// Lets dashes march.
    time: f32,
}

impl Sketch for Editor {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let names = [
            "stroke: 5 px, red",
            "path: the diagonal",
            "stroke: 3 px, teal dashes",
            "fill: gold",
            "path: a star",
            "path: a circle in it",
            "end of fill",
            "stroke: hairline, white",
            "path: a wave",
        ];
        let items = drawing().items;
        let entries =
            names.into_iter().zip(items).map(|(name, item)| Entry { name, item, on: true });
        Ok(Self { entries: entries.collect(), selected: 3, time: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let input = stage.input();
        let last = self.entries.len() - 1;
        if input.pressed(Key::Up) {
            self.selected = self.selected.saturating_sub(1);
        }
        if input.pressed(Key::Down) {
            self.selected = (self.selected + 1).min(last);
        }
        let to = match (input.pressed(Key::Left), input.pressed(Key::Right)) {
            (true, false) => self.selected.saturating_sub(1),
            (false, true) => (self.selected + 1).min(last),
            _ => self.selected,
        };
        self.entries.swap(self.selected, to);
        self.selected = to;
        if input.pressed(Key::Space) {
            let entry = &mut self.entries[self.selected];
            entry.on = !entry.on;
        }
        // Items stay editable: here the offset of the dashes changes in place.
        self.time += tick.dt;
        for entry in &mut self.entries {
            if let Item::Stroke(Some(line)) = &mut entry.item {
                line.stroke.dash_offset = -30.0 * self.time;
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let top = 70.0;
        let bar = Path::round_rect(
            Aabb::from_size(vec2(14.0, top + ROW * self.selected as f32), vec2(226.0, ROW)),
            6.0,
        );
        canvas.fill(&bar, Color::hex(0x3B_47_5A));
        for (row, entry) in self.entries.iter().enumerate() {
            let at = vec2(50.0, top + ROW * (row as f32 + 0.5));
            let color = if entry.on { MIST } else { HAZE };
            canvas.write(row.to_string(), SMALL, at - vec2(14.0, 0.0), vec2(1.0, 0.5), MUTED);
            canvas.write(entry.name, WORDS, at, vec2(0.0, 0.5), color);
            if !entry.on {
                canvas.line(at, at + vec2(180.0, 0.0), &Stroke::HAIRLINE, HAZE);
            }
        }
        canvas.write("the list", WORDS, vec2(20.0, 30.0), Vec2::ZERO, MUTED);
        canvas.write("the drawing", WORDS, vec2(270.0, 30.0), Vec2::ZERO, MUTED);

        let items: Vec<Item> =
            self.entries.iter().filter(|entry| entry.on).map(|entry| entry.item.clone()).collect();
        let aside = Affine2::from_translation(vec2(170.0, 0.0));
        canvas.transformed(aside, |canvas| canvas.draw_items(&items));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The drawing that is taken apart. The first two items are one thick red diagonal.
fn drawing() -> GraphicsData {
    let center = vec2(305.0, 250.0);
    let mut wave = Path::new();
    wave.move_to(vec2(135.0, 415.0));
    for x in 0..4 {
        let start = 135.0 + x as f32 * 85.0;
        let up = if x % 2 == 0 { -40.0 } else { 40.0 };
        wave.quad_to(vec2(start + 42.5, 415.0 + up), vec2(start + 85.0, 415.0));
    }
    let mut drawing = GraphicsData::new();
    drawing
        .stroke(Stroke::new(5.0), Color::hex(0xF0_5A_5A))
        .path(Path::line(vec2(100.0, 100.0), vec2(200.0, 200.0)))
        .stroke(Stroke::new(3.0).with_dash(&[10.0, 6.0], 0.0), Color::hex(0x5C_CF_C2))
        .fill(Color::hex(0xF2_B7_3C))
        .path(Path::star(center, 7, 120.0, 60.0, -0.3))
        .path(Path::circle(center, 44.0))
        .end_fill()
        .stroke(Stroke::HAIRLINE, Color::WHITE)
        .path(wave);
    drawing
}
