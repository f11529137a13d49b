//! A path is a list of commands and a list of numbers: two commands and four numbers make a line.

use crate::Demo;
use crate::look::{BLUE, CARD, INK, MUTED, PAPER, RED, TITLE};
use motile::prelude::*;
use motile::stage::classic::{ClassicPath, Command};
use motile::stage::handle_at;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/single-line",
    title: "Single line",
    sees: "A line from (100, 100) to (250, 200) with its length, above the two lists it is made of.",
    tries: "Drag an end and watch the numbers. Give the line a width: 0 is a hairline, one pixel on any screen.",
    controls: "Drag the ends with the mouse.",
    takes_drags: true,
    spec: &["G8-1", "DRAW-3", "DRAW-4"],
    ticks: 1,
    ..Demo::of::<SingleLine>()
};

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
    const PARAMS: &'static [Param] = &[Param::number("width", 0.0, 20.0, 2.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { ends: [vec2(100.0, 100.0), vec2(250.0, 200.0)], grabbed: None })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let pointer = stage.input().pointer;
        let to_drawing = view().inverse();
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = handle_at(&self.ends, to_drawing.transform_point2(place), 12.0);
        }
        match (self.grabbed, pointer.held_at()) {
            (Some(end), Some(place)) => {
                let on_stage = place.clamp(Vec2::ZERO, stage.size());
                self.ends[end as usize] = to_drawing.transform_point2(on_stage).round();
            }
            _ => self.grabbed = None,
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let [a, b] = self.ends.map(|end| view().transform_point2(end));
        let path = self.path();

        // The right-angled triangle under the line, as Pythagoras would draw it.
        let corner = vec2(b.x, a.y);
        canvas.fill(&Path::polygon(&[a, corner, b]), CARD);
        let dashes = Stroke::new(2.0).with_dash(&[8.0, 8.0], 0.0);
        canvas.stroke(&Path::polyline(&[a, corner, b]), &dashes, MUTED);
        let sides = (self.ends[1] - self.ends[0]).abs();
        canvas.write(format!("{}", sides.x), TITLE, (a + corner) * 0.5, vec2(0.5, 1.2), MUTED);
        canvas.write(format!("{}", sides.y), TITLE, (corner + b) * 0.5, vec2(-0.3, 0.5), MUTED);

        // The line itself. Commands and numbers always match here, so there is always a path.
        if let Ok(line) = path.to_path() {
            let stroke = Stroke::new(stage.params().number("width")).with_cap(Cap::Round);
            canvas.transformed(view(), |canvas| canvas.stroke(&line, &stroke, BLUE));
            let length = format!("length {:.2}", line.length());
            canvas.write(length, TITLE, (a + b) * 0.5 - vec2(20.0, -8.0), vec2(1.0, 0.0), BLUE);
        }
        for (end, place) in self.ends.into_iter().zip([a, b]) {
            canvas.fill(&Path::circle(place, 13.0), RED);
            let label = format!("({}, {})", end.x, end.y);
            canvas.write(label, TITLE, place - vec2(22.0, 0.0), vec2(1.0, 0.5), INK);
        }

        let codes: Vec<i32> = path.commands.iter().map(|command| command.code()).collect();
        let lists = [
            ("commands", format!("{codes:?}  move to, line to")),
            ("data", format!("{:?}", path.data)),
        ];
        for (row, (name, list)) in lists.into_iter().enumerate() {
            let y = 396.0 + 40.0 * row as f32;
            canvas.write(name, TITLE, vec2(180.0, y), vec2(1.0, 0.5), MUTED);
            canvas.write(list, TITLE, vec2(200.0, y), vec2(0.0, 0.5), INK);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// From the drawing to the stage. A hairline stays one pixel wide.
fn view() -> Affine2 {
    Affine2::from_translation(vec2(-60.0, -120.0)) * Affine2::from_scale(Vec2::splat(2.2))
}
