//! Sprites that turn and grow, each two triangles of one list: as many as you like.

use crate::Demo;
use crate::look::{INK, PAPER, WORDS};
use motile::pixels::{MipMap, TriangleSettings, Triangles, UvWrap};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/bunnies",
    title: "Bunnies",
    sees: "Hundreds of rabbits hop, turn and grow, all of them in one call.",
    tries: "Add rabbits until the frames become slow.",
    controls: "",
    spec: &["DRAW-22", "M8-4"],
    ticks: 100,
    ..Demo::of::<Meadow>()
};

const MOST: i32 = 20_000;
const GRAVITY: f32 = 500.0;
const FLOOR: f32 = 470.0;

#[derive(StateHash)]
struct Bunny {
    place: Vec2,
    velocity: Vec2,
    angle: f32,
    spin: f32,
    size: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Meadow {
    bunnies: Vec<Bunny>,
    /// Follows from the bunnies.
    #[state(skip)]
    points: Vec<Vec2>,
    #[state(skip)]
    uv: Vec<Vec2>,
    #[state(skip)]
    indices: Vec<[u32; 3]>,
    #[state(skip)]
    picture: MipMap,
}

impl Sketch for Meadow {
    const PARAMS: &'static [Param] = &[Param::whole("bunnies", 1, MOST, 400)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self {
            bunnies: Vec::new(),
            points: Vec::new(),
            uv: Vec::new(),
            indices: Vec::new(),
            picture: MipMap::single(bunny()?)?,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let count = stage.params().whole("bunnies") as usize;
        let width = stage.size().x;
        self.bunnies.truncate(count);
        while self.bunnies.len() < count {
            let rng = &mut stage.rng;
            self.bunnies.push(Bunny {
                place: vec2(rng.f32() * width, rng.f32() * 300.0),
                velocity: vec2(rng.f32() * 300.0 - 150.0, rng.f32() * -200.0),
                angle: rng.f32() - 0.5,
                spin: rng.f32() * 4.0 - 2.0,
                size: 20.0 + rng.f32() * 24.0,
            });
        }
        for bunny in &mut self.bunnies {
            bunny.hop(tick.dt, width);
        }
        self.lay_out();
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.triangles(&self.triangles(), &self.settings());
        let words = format!("{} bunnies", self.bunnies.len());
        canvas.write(words, WORDS, vec2(20.0, 24.0), vec2(0.0, 0.5), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
        // Pixels count too: they are the same in a window, in a page and on every processor.
        if let Ok(mut surface) = Surface::opaque(640, 480, PAPER)
            && surface.draw_triangles(&self.triangles(), &self.settings()).is_ok()
        {
            hash.write(surface.words());
        }
    }
}

impl Bunny {
    fn hop(&mut self, dt: f32, width: f32) {
        self.velocity.y += GRAVITY * dt;
        self.place += self.velocity * dt;
        self.angle += self.spin * dt;
        if self.place.y > FLOOR && self.velocity.y > 0.0 {
            self.place.y = FLOOR;
            self.velocity.y = -300.0 - self.size * 8.0;
        }
        if self.place.x < 0.0 || self.place.x > width {
            self.place.x = self.place.x.clamp(0.0, width);
            self.velocity.x = -self.velocity.x;
        }
    }
}

impl Meadow {
    fn triangles(&self) -> Triangles<'_> {
        Triangles {
            points: &self.points,
            indices: Some(&self.indices),
            uv: &self.uv,
            ..Triangles::default()
        }
    }

    /// A border of clear pixels around the picture makes its rim smooth already.
    fn settings(&self) -> TriangleSettings<'_> {
        TriangleSettings {
            picture: Some(&self.picture),
            wrap: UvWrap::Clamp,
            smooth_edges: false,
            ..TriangleSettings::default()
        }
    }

    /// Four corners for each, two triangles between them.
    fn lay_out(&mut self) {
        self.points.clear();
        for bunny in &self.bunnies {
            let right = Vec2::at_angle(bunny.angle) * bunny.size;
            let down = right.perp();
            let corners = [-right - down, right - down, right + down, down - right];
            self.points.extend(corners.map(|corner| bunny.place + corner));
        }
        let whole = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
        self.uv.clear();
        self.uv.extend(self.bunnies.iter().flat_map(|_| whole));
        self.indices.clear();
        let first = (0..self.bunnies.len() as u32).map(|index| index * 4);
        self.indices.extend(first.flat_map(|i| [[i, i + 1, i + 2], [i + 2, i + 3, i]]));
    }
}

fn bunny() -> motile::Result<Surface> {
    Surface::drawn(48, 48, |canvas| {
        let (coat, shade) = (Color::hex(0xF4_EE_E6), Color::hex(0x7A_6A_62));
        let line = Stroke::new(1.6);
        let mut part = |center: Vec2, size: Vec2, turn: f32, color: Color| {
            let place = Affine2::from_translation(center)
                * Affine2::rotation(turn)
                * Affine2::from_scale(size);
            let path = Path::circle(Vec2::ZERO, 1.0).transformed(place);
            canvas.fill(&path, color);
            canvas.stroke(&path, &line, shade);
        };
        part(vec2(18.0, 13.0), vec2(4.0, 10.0), -0.25, coat);
        part(vec2(30.0, 13.0), vec2(4.0, 10.0), 0.25, coat);
        part(vec2(24.0, 36.0), vec2(12.0, 9.5), 0.0, coat);
        part(vec2(24.0, 25.0), vec2(10.0, 8.5), 0.0, coat);
        part(vec2(20.5, 24.0), vec2(1.0, 1.4), 0.0, shade);
        part(vec2(27.5, 24.0), vec2(1.0, 1.4), 0.0, shade);
        part(vec2(24.0, 28.0), vec2(1.6, 1.0), 0.0, Color::hex(0xF0_8A_8A));
    })
}
