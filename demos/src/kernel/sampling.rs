//! Where a kernel reads a picture: the pixel under a point, or the four around it, each by its share.

use crate::{Demo, kit, look};
use motile::kernel::{Kernel, Shader, Texture};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/sampling",
    title: "Between the pixels",
    sees: "Pixels as large as a hand, three crosses, and the color that is read at one of them: nearest and linear.",
    tries: "Drag a cross over the middle of a pixel, then over a corner where four meet: a quarter of each.",
    controls: "Drag a cross.",
    takes_drags: true,
    spec: &["D9-12"],
    ticks: 30,
    ..Demo::of::<Reading>()
};

/// Corner of the pixels on the stage, and how large each is shown.
const CORNER: Vec2 = vec2(30.0, 30.0);
const SIDE: f32 = 140.0;
const COUNT: i32 = 3;
const COLORS: [Color; 9] = [
    look::BLUE,
    look::TEAL,
    look::GREEN,
    look::VIOLET,
    look::SNOW,
    look::GOLD,
    look::MIST,
    look::RED,
    look::ORANGE,
];

/// One place for all pixels: that of the cross.
const SOURCE: &str = "<languageVersion : 1.0;>
kernel Reading < namespace : \"motile\"; vendor : \"motile\"; version : 1; >
{
    parameter float2 place < minValue : float2(-1.0); maxValue : float2(4.0); >;
    input image4 src;
    output pixel4 dst;
    void evaluatePixel() {
        dst = outCoord().x < 1.0 ? sampleNearest(src, place) : sampleLinear(src, place);
    }
}";

#[derive(StateHash)]
#[state(hash_only)]
struct Reading {
    /// The crosses, in pixels of the picture.
    places: [Vec2; 3],
    /// The one that was dragged last, whose pixels are told.
    chosen: u8,
    /// Of the place.
    #[state(skip)]
    shader: Shader,
    #[state(skip)]
    read: Surface,
}

impl Sketch for Reading {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let mut picture = Surface::opaque(COUNT as u32, COUNT as u32, Color::BLACK)?;
        for (i, color) in (0..).zip(COLORS) {
            picture.set(i % COUNT, i / COUNT, color);
        }
        let mut shader = Shader::new(&Kernel::compile(SOURCE)?);
        shader.bind("src", &Texture::from_surface(&picture))?;
        let read = Surface::opaque(2, 1, Color::BLACK)?;
        let places = [vec2(1.2, 1.85), vec2(0.6, 0.4), vec2(2.5, 1.5)];
        let mut reading = Self { places, chosen: 0, shader, read };
        reading.read()?;
        Ok(reading)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let pointer = &stage.input().pointer;
        if let Some(held) = pointer.held_at() {
            let place = (held - CORNER) / SIDE;
            if pointer.pressed() {
                let far = |i: &usize| self.places[*i].distance_squared(place);
                let nearest = (0..3).min_by(|a, b| far(a).total_cmp(&far(b)));
                self.chosen = nearest.unwrap_or(0) as u8;
            }
            self.places[usize::from(self.chosen)] =
                place.clamp(Vec2::ZERO, Vec2::splat(COUNT as f32));
        }
        if let Err(error) = self.read() {
            stage.fail(error);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (i, color) in (0..).zip(COLORS) {
            let corner = CORNER + ivec2(i % COUNT, i / COUNT).as_vec2() * SIDE;
            canvas.fill_rect(Aabb::new(corner, corner + SIDE), color);
            kit::disc(canvas, corner + SIDE / 2.0, 4.0, look::NIGHT);
        }
        self.draw_shares(canvas);
        for (index, place) in self.places.into_iter().enumerate() {
            let width = if index == usize::from(self.chosen) { 4.0 } else { 2.0 };
            kit::cross(canvas, CORNER + place * SIDE, Vec2::splat(18.0), width, look::NIGHT);
        }
        self.draw_results(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Reading {
    fn read(&mut self) -> motile::Result {
        self.shader.set("place", self.places[usize::from(self.chosen)])?;
        self.shader.render(&mut self.read)?;
        Ok(())
    }

    /// The four pixels whose middles are around the cross, with the share of each.
    fn draw_shares(&self, canvas: &mut Canvas<'_>) {
        let place = self.places[usize::from(self.chosen)];
        let first = (place - 0.5).floor();
        let part = place - 0.5 - first;
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let way = vec2(x, y);
            let share = (1.0 - way - part).abs();
            let last = (COUNT - 1) as f32;
            // Outside, the pixel at the border stands in.
            let cell = (first + way).clamp(Vec2::ZERO, Vec2::splat(last));
            let corner = CORNER + cell * SIDE;
            let frame = Path::rect(Aabb::new(corner + 5.0, corner + SIDE - 5.0));
            canvas.stroke(&frame, &Stroke::new(3.0), look::NIGHT);
            let words = format!("{:.0} %", 100.0 * share.x * share.y);
            canvas.write(words, look::WORDS, corner + 14.0, Vec2::ZERO, look::NIGHT);
        }
    }

    fn draw_results(&self, canvas: &mut Canvas<'_>) {
        for (x, words) in [(0, "nearest"), (1, "linear")] {
            let color = self.read.get(x, 0).unwrap_or(Color::BLACK);
            let top = 60.0 + 200.0 * x as f32;
            canvas.fill_rect(Aabb::new(vec2(480.0, top), vec2(610.0, top + 130.0)), color);
            canvas.write(words, look::WORDS, vec2(480.0, top + 138.0), Vec2::ZERO, look::MIST);
        }
    }
}
