//! A path is a list of commands and a list of numbers: two commands and four numbers make a line.

use crate::Demo;
use motile::prelude::*;
use motile::stage::classic::{ClassicPath, Command};
use motile::stage::handle_at;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/single-line",
    title: "Single line",
    sees: "A thin line from (100, 100) to (250, 200) with its length, above the two lists it is made of.",
    tries: "Drag an end and watch the numbers. Give the line a width: 0 is a hairline, one pixel on any screen.",
    controls: "Drag the ends with the mouse.",
    spec: &["G8-1", "DRAW-3", "DRAW-4"],
    ticks: 1,
    ..Demo::of::<SingleLine>()
};

const INK: Color = Color::hex(0x22_30_3C);
const FAINT: Color = Color::hex(0x9A_A5_B1);
const ACCENT: Color = Color::hex(0xD9_48_4B);

/// Stage pixels for one unit of the drawing. A hairline stays one pixel wide.
const ZOOM: f32 = 1.6;

#[derive(StateHash)]
struct SingleLine {
    ends: [Vec2; 2],
    grabbed: Option<u32>,
}

impl SingleLine {
    fn path(&self) -> ClassicPath {
        let data = self.ends.iter().flat_map(Vec2::to_array).collect();
        ClassicPath { commands: vec![Command::MoveTo, Command::LineTo], data }
    }
}

impl Sketch for SingleLine {
    const PARAMS: &'static [Param] = &[Param::number("width", 0.0, 20.0, 0.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xFB_FA_F6);
        Ok(Self { ends: [vec2(100.0, 100.0), vec2(250.0, 200.0)], grabbed: None })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = handle_at(&self.ends, place / ZOOM, 12.0);
        }
        match (self.grabbed, pointer.held_at()) {
            (Some(end), Some(place)) => {
                let size = stage.size() / ZOOM;
                self.ends[end as usize] = (place / ZOOM).clamp(Vec2::ZERO, size).round();
            }
            _ => self.grabbed = None,
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let width = stage.params().number("width");
        let zoom = Affine2::from_scale(Vec2::splat(ZOOM));
        canvas.transformed(zoom, |canvas| self.draw_line(canvas, width));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl SingleLine {
    fn draw_line(&self, canvas: &mut Canvas<'_>, width: f32) {
        let [a, b] = self.ends;
        let path = self.path();

        // The right-angled triangle under the line, as Pythagoras would draw it.
        let corner = vec2(b.x, a.y);
        let dashes = Stroke::HAIRLINE.with_dash(&[4.0, 4.0], 0.0);
        canvas.stroke(&Path::polyline(&[a, corner, b]), &dashes, FAINT);
        let (dx, dy) = ((b.x - a.x).abs(), (b.y - a.y).abs());
        canvas.write(format!("{dx}"), 13.0, (a + corner) * 0.5, vec2(0.5, 1.1), FAINT);
        canvas.write(format!("{dy}"), 13.0, (corner + b) * 0.5, vec2(-0.3, 0.5), FAINT);

        // The line itself. Commands and numbers always match here, so there is always a path.
        if let Ok(line) = path.to_path() {
            canvas.stroke(&line, &Stroke::new(width).with_cap(Cap::Round), INK);
            let length = format!("length {:.2}", line.length());
            canvas.write(length, 15.0, (a + b) * 0.5 - vec2(8.0, -2.0), vec2(1.0, 0.0), ACCENT);
        }
        for end in self.ends {
            canvas.fill(&Path::circle(end, 5.0), ACCENT);
            let label = format!("({}, {})", end.x, end.y);
            canvas.write(label, 13.0, end - vec2(10.0, 0.0), vec2(1.0, 0.5), INK);
        }

        let codes: Vec<i32> = path.commands.iter().map(|command| command.code()).collect();
        canvas.write("commands", 13.0, vec2(110.0, 244.0), vec2(1.0, 0.0), FAINT);
        canvas.write("data", 13.0, vec2(110.0, 264.0), vec2(1.0, 0.0), FAINT);
        let at = |y| vec2(122.0, y);
        canvas.write(format!("{codes:?}    move to, line to"), 13.0, at(244.0), Vec2::ZERO, INK);
        canvas.write(format!("{:?}", path.data), 13.0, at(264.0), Vec2::ZERO, INK);
    }
}
