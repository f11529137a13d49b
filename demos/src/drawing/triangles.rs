//! Lists of points become triangles: three by three, shared by numbers, or as a grid that bends a photo.

use crate::look::{BLUE, CARD, INK, MUTED, ORANGE, PAPER, RED, SMALL, WORDS};
use crate::{Demo, kit, pictures};
use motile::pixels::{Mesh, MipMap, TriangleSettings, Triangles, UvWrap};
use motile::prelude::*;
use motile::stage::handle_at;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/triangles",
    title: "Triangles",
    sees: "A photo on a grid of 24 triangles is bent by moving one point of it.",
    tries: "Drag points. Choose the lists without numbers and take a point away: an error says what is wrong.",
    controls: "Drag the dots.",
    takes_drags: true,
    spec: &[
        "G8-6", "G8-7", "G8-8", "G8-9", "G8-10", "G8-12", "DRAW-20", "DRAW-21", "DRAW-23",
        "DRAW-30", "T8-27",
    ],
    ticks: 2,
    ..Demo::of::<Lists>()
};

const SHIFT: Vec2 = vec2(60.0, 40.0);
const GRAB: f32 = 16.0;
const PHOTO: Vec2 = vec2(256.0, 192.0);
/// The list that is opened first.
const GRID: u32 = 3;

/// What a list shows.
#[derive(Clone, Copy, PartialEq)]
enum List {
    One,
    Two,
    Shared,
    Grid,
    Window,
    Squeezed,
    Cut,
}

impl List {
    const ALL: [Self; 7] =
        [Self::One, Self::Two, Self::Shared, Self::Grid, Self::Window, Self::Squeezed, Self::Cut];
    const NAMES: [&str; 7] = [
        "one triangle",
        "two triangles",
        "shared points",
        "photo on a grid",
        "window on a photo",
        "photo squeezed in",
        "quarter of a photo",
    ];
    const TWO: [Vec2; 6] = [
        vec2(100.0, 100.0),
        vec2(200.0, 100.0),
        vec2(150.0, 200.0),
        vec2(250.0, 150.0),
        vec2(350.0, 175.0),
        vec2(200.0, 300.0),
    ];
    const SQUARE: [Vec2; 4] =
        [vec2(100.0, 100.0), vec2(200.0, 100.0), vec2(200.0, 200.0), vec2(100.0, 200.0)];
}

#[derive(StateHash)]
#[state(hash_only)]
struct Lists {
    points: Vec<Vec2>,
    grabbed: Option<u32>,
    /// Follows from the knobs.
    #[state(skip)]
    indices: Option<Vec<[u32; 3]>>,
    #[state(skip)]
    uv: Vec<Vec2>,
    #[state(skip)]
    photo: MipMap,
}

impl Sketch for Lists {
    const PARAMS: &'static [Param] = &[
        Param::choice("list", &List::NAMES, GRID),
        Param::toggle("missing-point", false),
        Param::whole("columns", 2, 12, 5),
        Param::whole("rows", 2, 9, 4),
        Param::number("res", 20.0, 140.0, 100.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let photo = MipMap::new(pictures::landscape(PHOTO.x as u32, PHOTO.y as u32, 0.6)?)?;
        let mut lists =
            Self { points: Vec::new(), grabbed: None, indices: None, uv: Vec::new(), photo };
        lists.build(List::Grid, (5, 4), 100.0, false);
        // One point out of line, so that the grid shows.
        lists.points[7] += vec2(46.0, 34.0);
        Ok(lists)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let params = stage.params();
        if ["list", "missing-point", "columns", "rows", "res"]
            .iter()
            .any(|knob| params.changed(knob))
        {
            let list = List::ALL[params.choice("list") as usize];
            let counts = (params.whole("columns") as u32, params.whole("rows") as u32);
            self.build(list, counts, params.number("res"), params.is_on("missing-point"));
            self.grabbed = None;
        }
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = handle_at(&self.points, place, GRAB);
        }
        match (self.grabbed, pointer.held_at()) {
            (Some(point), Some(place)) => self.points[point as usize] = place,
            _ => self.grabbed = None,
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let triangles = Triangles {
            points: &self.points,
            indices: self.indices.as_deref(),
            uv: &self.uv,
            ..Triangles::default()
        };
        let foot = vec2(20.0, stage.size().y - 24.0);
        if let Err(error) = triangles.check() {
            canvas.write(error.to_string(), WORDS, foot, vec2(0.0, 0.5), RED);
        } else {
            let photo = (!self.uv.is_empty()).then_some(&self.photo);
            let tint = if photo.is_some() { Color::WHITE } else { BLUE.with_alpha(60) };
            let wrap = UvWrap::Clamp;
            let settings =
                TriangleSettings { picture: photo, tint, wrap, ..TriangleSettings::default() };
            canvas.triangles(&triangles, &settings);
            self.draw_outlines(canvas, if photo.is_some() { CARD } else { INK });
            let count = triangles.count();
            let words = format!("{} points, {count} triangles", self.points.len());
            canvas.write(words, SMALL, foot, vec2(0.0, 0.5), MUTED);
        }
        self.draw_dots(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Lists {
    fn build(&mut self, list: List, (columns, rows): (u32, u32), res: f32, missing: bool) {
        (self.indices, self.uv) = (None, Vec::new());
        self.points = match list {
            List::One => List::TWO[..3].to_vec(),
            List::Two => List::TWO.to_vec(),
            List::Shared | List::Window | List::Squeezed | List::Cut => {
                self.indices = Some(vec![[0, 1, 2], [2, 3, 0]]);
                // Windows show the part of the photo that is behind them; the others say which part they want.
                self.uv = match list {
                    List::Window => List::SQUARE.map(|point| point / PHOTO).to_vec(),
                    List::Squeezed => List::SQUARE.map(|point| point / 100.0 - 1.0).to_vec(),
                    List::Cut => List::SQUARE.map(|point| point / 200.0 - 0.25).to_vec(),
                    _ => Vec::new(),
                };
                List::SQUARE.to_vec()
            }
            List::Grid => {
                let mesh = Mesh::grid(columns, rows, res);
                self.indices = Some(mesh.triangles().to_vec());
                self.uv = mesh.uv().to_vec();
                mesh.points().iter().map(|point| point.truncate()).collect()
            }
        };
        // Small lists are shown twice as large, in the middle of the stage.
        let (scale, shift) = match list {
            List::Grid => (1.25, SHIFT),
            List::Two => (1.4, vec2(10.0, -60.0)),
            _ => (2.4, vec2(-40.0, -120.0)),
        };
        for point in &mut self.points {
            *point = *point * scale + shift;
        }
        if missing {
            self.uv.truncate(self.points.len().saturating_sub(1));
            self.points.pop();
        }
    }

    /// Every triangle by itself: an edge of two is drawn twice, as line styles of triangles always did.
    fn draw_outlines(&self, canvas: &mut Canvas<'_>, color: Color) {
        let threes: Vec<[u32; 3]> = match &self.indices {
            Some(indices) => indices.clone(),
            None => {
                (0..self.points.len() as u32 / 3).map(|i| [0, 1, 2].map(|j| 3 * i + j)).collect()
            }
        };
        for corners in threes {
            let outline = Path::polygon(&corners.map(|i| self.points[i as usize]));
            canvas.stroke(&outline, &Stroke::new(1.5), color);
        }
    }

    fn draw_dots(&self, canvas: &mut Canvas<'_>) {
        let numbered = self.points.len() <= List::TWO.len();
        for (number, &point) in (0..).zip(&self.points) {
            let color = if self.grabbed == Some(number) { ORANGE } else { INK };
            kit::disc(canvas, point, if numbered { 13.0 } else { 5.0 }, color);
            if numbered {
                canvas.write(format!("{number}"), SMALL, point, vec2(0.5, 0.5), CARD);
            }
        }
    }
}
