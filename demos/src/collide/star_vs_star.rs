//! Hits true to the pixel: a tip may slide into the notch of another star without touching it.

use super::star_picture;
use crate::Demo;
use crate::kit::marks_in;
use crate::look::{BLUE, GOLD, NIGHT, RED, SNOW, TITLE, WORDS};
use motile::collide::Mask;
use motile::pixels::Glow;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/star-vs-star",
    title: "Star against star",
    sees: "Two stars glow red while pixels of both meet; the window shows the place enlarged, shared pixels in red.",
    tries: "Slide a tip into a notch. Then test by circle or rectangle, and they hit where nothing touches.",
    controls: "The pointer moves a star.",
    takes_drags: true,
    spec: &["COL-D2"],
    ticks: 90,
    ..Demo::of::<StarVsStar>()
};

/// Top left corner of the star that stays.
const FIXED: IVec2 = ivec2(200, 200);
const HALF: Vec2 = vec2(50.0, 50.0);
/// Stage pixels for one of the pictures, and where the middle of the fixed star is on the stage.
const SCALE: f32 = 2.2;
const MIDDLE: Vec2 = vec2(250.0, 250.0);
/// The enlarged view: its corner, how many pixels it shows a side, and how large each is.
const VIEW: Vec2 = vec2(424.0, 92.0);
const SHOWN: i32 = 40;
const ZOOM: f32 = 5.0;
const COLORS: [Color; 2] = [GOLD, BLUE];

#[derive(StateHash)]
#[state(hash_only)]
struct StarVsStar {
    #[state(skip)]
    stars: [NodeId; 2],
    #[state(skip)]
    mask: Mask,
    /// Top left corner of the star that moves.
    at: IVec2,
    hit: bool,
}

impl Sketch for StarVsStar {
    const PARAMS: &'static [Param] = &[Param::choice("test", &["mask", "circle", "rectangle"], 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let pictures = [star_picture(COLORS[0])?, star_picture(COLORS[1])?];
        let mask = Mask::from_surface(&pictures[0], 255);
        let stars = pictures.map(|picture| stage.add(Bitmap::new(picture).at(0.0, 0.0)));
        for star in stars {
            stage[star].scale = Vec2::splat(SCALE);
        }
        stage[stars[0]].position = view().transform_point2(FIXED.as_vec2());
        Ok(Self { stars, mask, at: IVec2::ZERO, hit: false })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let time = tick.time as f32;
        let around = vec2(ops::sin(time * 0.9) * -34.0, ops::sin(time * 1.7) * 90.0);
        let idle = FIXED.as_vec2() + HALF - vec2(62.0, 0.0) - around;
        let pointer = stage.input().pointer.position;
        let place = pointer.map(|place| view().inverse().transform_point2(place));
        self.at = Mask::pixel_of(place.unwrap_or(idle) - HALF);
        self.hit = match stage.params().choice("test") {
            0 => self.mask.hits(FIXED, &self.mask, self.at),
            1 => FIXED.as_vec2().distance(self.at.as_vec2()) < 100.0,
            _ => !self.mask.rect(FIXED).intersect(self.mask.rect(self.at)).is_empty(),
        };
        stage[self.stars[1]].position = view().transform_point2(self.at.as_vec2());
        for star in self.stars {
            stage[star].filters =
                if self.hit { vec![Filter::Glow(Glow::default())] } else { Vec::new() };
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let test = stage.params().choice("test");
        for (at, color) in [FIXED, self.at].into_iter().zip(COLORS) {
            let around = match test {
                0 => continue,
                1 => Path::circle(at.as_vec2() + HALF, 50.0),
                _ => Path::rect(Aabb::from_size(at.as_vec2(), HALF * 2.0)),
            };
            canvas.stroke(&around.transformed(view()), &Stroke::new(2.5), color.with_alpha(150));
        }

        // Between the two stars, or where they overlap.
        let contact = self.mask.contact(FIXED, &self.mask, self.at);
        let middle = (FIXED + self.at).as_vec2() * 0.5 + HALF;
        let middle = Mask::pixel_of(contact.map_or(middle, |contact| contact.centroid));
        let first = middle - ivec2(SHOWN, SHOWN) / 2;
        let shown = Vec2::splat(SHOWN as f32);
        let stroke = Stroke::new(2.5);
        let window = Path::rect(Aabb::from_size(first.as_vec2(), shown)).transformed(view());
        canvas.stroke(&window, &stroke, SNOW);
        canvas.fill_rect(Aabb::from_size(VIEW, shown * ZOOM), NIGHT.lerp(Color::BLACK, 0.4));
        for y in 0..SHOWN {
            for x in 0..SHOWN {
                let pixel = first + ivec2(x, y);
                let solid = [FIXED, self.at].map(|at| self.mask.hits_point(at, pixel));
                let color = match solid {
                    [true, true] => RED,
                    [true, false] => COLORS[0].with_alpha(190),
                    [false, true] => COLORS[1].with_alpha(190),
                    [false, false] => continue,
                };
                let corner = VIEW + vec2(x as f32, y as f32) * ZOOM;
                canvas.fill_rect(Aabb::from_size(corner, Vec2::splat(ZOOM - 1.0)), color);
            }
        }
        canvas.stroke(&Path::rect(Aabb::from_size(VIEW, shown * ZOOM)), &stroke, SNOW);
        let shared = contact.map_or(0, |contact| contact.area);
        let words = format!("{shared} pixels in both");
        canvas.write(words, WORDS, VIEW + vec2(0.0, 212.0), Vec2::ZERO, SNOW);
        let said = ["mask", "circle", "rectangle"][test as usize];
        let answer = match (self.hit, shared) {
            (false, _) => "no hit",
            (true, 0) => "hit, and no pixel is in both",
            (true, _) => "hit",
        };
        let said = format!("{said}: {answer}");
        canvas.write(said, TITLE, vec2(30.0, 28.0), Vec2::ZERO, SNOW);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        marks_in(view(), marks, |marks| {
            self.mask.placed(FIXED).mark(marks);
            self.mask.placed(self.at).mark(marks);
            if let Some(contact) = self.mask.contact(FIXED, &self.mask, self.at) {
                contact.mark(marks);
            }
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// From pixels of the pictures to the stage.
fn view() -> Affine2 {
    let corner = MIDDLE - (FIXED.as_vec2() + HALF) * SCALE;
    Affine2::from_translation(corner) * Affine2::from_scale(Vec2::splat(SCALE))
}
