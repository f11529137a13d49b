//! Pictures that fit any size: a frame whose corners stay as they are, a snake on a line, a ground of tiles.

use crate::Demo;
use crate::look::{CARD, GREEN, INK, MUTED, ORANGE, SMALL};
use motile::pixels::{Mesh, MeshView, MipMap, ProjectedMesh, TriangleSettings, UvWrap};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/stretched",
    title: "Stretched pictures",
    sees: "A snake of one small picture winds over a scrolling ground, below two frames that grow and shrink.",
    tries: "Make the frames small and wide: the left one keeps its corners and borders, the right one is stretched as a whole.",
    controls: "Drag to size the frames.",
    takes_drags: true,
    ticks: 50,
    ..Demo::of::<Stretched>()
};

/// Side of the picture of the frames and width of its border.
const FRAME: u32 = 48;
const BORDER: f32 = 16.0;
/// The upper left corner, the margins and the name of each frame.
const FRAMES: [(Vec2, f32, &str); 2] = [
    (Vec2::new(40.0, 40.0), BORDER, "corners kept"),
    (Vec2::new(340.0, 40.0), 0.0, "stretched as a whole"),
];
const MOST: Vec2 = Vec2::new(270.0, 270.0);
const TILE: u32 = 32;
/// Scales of the snake, in pixels of their picture.
const SCALES: (u32, u32) = (40, 24);

#[derive(StateHash)]
#[state(hash_only)]
struct Stretched {
    time: f32,
    size: Vec2,
    /// Follow from time, size and knobs.
    #[state(skip)]
    ground: Part,
    #[state(skip)]
    frames: [Part; 2],
    #[state(skip)]
    snake: Part,
}

/// A mesh with its picture.
struct Part {
    picture: MipMap,
    mesh: Mesh,
    seen: ProjectedMesh,
}

impl Sketch for Stretched {
    const PARAMS: &'static [Param] = &[
        Param::number("width", 8.0, 60.0, 34.0),
        Param::number("speed", -2.0, 2.0, 1.0),
        Param::toggle("wire", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = CARD;
        let (ground, snake) = (Part::new(tile()?)?, Part::new(scales()?)?);
        let frames = [Part::new(border()?)?, Part::new(border()?)?];
        let mut made = Self { time: 0.0, size: vec2(200.0, 160.0), ground, frames, snake };
        made.lay_out(stage);
        Ok(made)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.time += tick.params.number("speed") * tick.dt;
        self.size = match tick.input.pointer.held_at() {
            Some(place) => (place - FRAMES[0].0).clamp(Vec2::splat(4.0), MOST),
            None => {
                vec2(180.0 + 80.0 * ops::sin(self.time), 160.0 + 80.0 * ops::cos(self.time * 1.3))
            }
        };
        self.lay_out(stage);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for part in [&self.ground, &self.frames[0], &self.frames[1], &self.snake] {
            let settings = TriangleSettings {
                picture: Some(&part.picture),
                wrap: UvWrap::Repeat,
                ..TriangleSettings::default()
            };
            canvas.triangles(&part.seen.triangles(), &settings);
            if stage.params().is_on("wire") {
                for [from, to] in part.mesh.edges() {
                    let [from, to] = [from, to].map(|i| part.seen.points[i as usize]);
                    canvas.line(from, to, &Stroke::HAIRLINE, INK.with_alpha(150));
                }
            }
        }
        for (corner, _, name) in FRAMES {
            canvas.write(name, SMALL, corner + vec2(4.0, -12.0), vec2(0.0, 0.5), INK);
        }
        self.draw_ends(canvas, stage.params().number("width"));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Stretched {
    fn lay_out(&mut self, stage: &Stage) {
        let (params, time) = (stage.params(), self.time);
        let scroll = vec2(time * 20.0, time * -12.0);
        self.ground.show(Mesh::tiled(stage.size(), Vec2::splat(TILE as f32), scroll), Vec2::ZERO);
        for (part, (corner, margin, _)) in self.frames.iter_mut().zip(FRAMES) {
            let frame = Mesh::nine_slice(self.size, Vec2::splat(FRAME as f32), [margin; 4]);
            part.show(frame, corner);
        }
        let spine = self.spine();
        let aspect = SCALES.0 as f32 / SCALES.1 as f32;
        self.snake.show(Mesh::rope(&spine, params.number("width"), Some(aspect)), Vec2::ZERO);
    }

    /// From the tail, which follows in the same waves, to the head.
    fn spine(&self) -> [Vec2; 40] {
        core::array::from_fn(|step| {
            let (way, phase) = (step as f32 / 39.0, step as f32 * 0.28 - self.time * 3.0);
            vec2(70.0 + 510.0 * way, 394.0 + 46.0 * ops::sin(phase) * (0.3 + 0.7 * way))
        })
    }

    /// A pointed tail, and a head with eyes and a tongue.
    fn draw_ends(&self, canvas: &mut Canvas<'_>, width: f32) {
        let spine = self.spine();
        let ahead = (spine[1] - spine[0]).normalize() * width;
        let side = ahead.perp() * 0.43;
        let tail = [spine[0] - ahead * 1.3, spine[0] + side, spine[0] - side];
        canvas.fill(&Path::polygon(&tail), GREEN);
        let ahead = (spine[39] - spine[38]).normalize() * width;
        let (head, side) = (spine[39] + ahead * 0.2, ahead.perp() * 0.28);
        canvas.line(head, head + ahead * 1.1, &Stroke::new(3.0), ORANGE);
        canvas.fill(&Path::circle(head, width * 0.62), GREEN);
        for eye in [head + side, head - side] {
            canvas.fill(&Path::circle(eye + ahead * 0.2, width * 0.16), CARD);
            canvas.fill(&Path::circle(eye + ahead * 0.24, width * 0.08), INK);
        }
    }
}

impl Part {
    fn new(picture: Surface) -> motile::Result<Self> {
        let (mesh, seen) = (Mesh::default(), ProjectedMesh::default());
        Ok(Self { picture: MipMap::new(picture)?, mesh, seen })
    }

    /// Flat meshes lie in the picture: what is projected is where it is.
    fn show(&mut self, mesh: Mesh, corner: Vec2) {
        let view = MeshView { position: corner.extend(0.0), ..MeshView::default() };
        view.project(&mesh, &mut self.seen);
        self.mesh = mesh;
    }
}

fn tile() -> motile::Result<Surface> {
    Surface::drawn(TILE, TILE, |canvas| {
        let side = TILE as f32;
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, Vec2::splat(side)), Color::hex(0xE9_E4_D6));
        for corner in [vec2(0.0, 0.0), vec2(side * 0.5, side * 0.5)] {
            let square = Aabb::from_size(corner, Vec2::splat(side * 0.5));
            canvas.fill_rect(square.grown(-1.0), Color::hex(0xDD_D6_C4));
        }
    })
}

/// A round border with a knob in each corner.
fn border() -> motile::Result<Surface> {
    Surface::drawn(FRAME, FRAME, |canvas| {
        let side = FRAME as f32;
        let whole = Aabb::from_size(Vec2::splat(3.0), Vec2::splat(side - 6.0));
        let path = Path::round_rect(whole, 9.0);
        canvas.fill(&path, CARD);
        canvas.stroke(&path, &Stroke::new(5.0), ORANGE);
        for (x, y) in [(9.0, 9.0), (side - 9.0, 9.0), (side - 9.0, side - 9.0), (9.0, side - 9.0)] {
            canvas.fill(&Path::circle(vec2(x, y), 4.0), MUTED);
        }
    })
}

fn scales() -> motile::Result<Surface> {
    Surface::drawn(SCALES.0, SCALES.1, |canvas| {
        let (width, height) = (SCALES.0 as f32, SCALES.1 as f32);
        let skin = Aabb::from_size(vec2(0.0, 1.5), vec2(width, height - 3.0));
        canvas.fill_rect(skin, GREEN);
        let middle = vec2(width * 0.5, height * 0.5);
        let points = [
            middle - vec2(width * 0.4, 0.0),
            middle - vec2(0.0, height * 0.34),
            middle + vec2(width * 0.4, 0.0),
            middle + vec2(0.0, height * 0.34),
        ];
        canvas.fill(&Path::polygon(&points), Color::hex(0x1F_6B_48));
    })
}
