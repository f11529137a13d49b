//! Thresholds: from which alpha on a pixel of a soft picture counts as solid.

use super::star_picture;
use crate::Demo;
use crate::kit;
use crate::look::{BLUE, GOLD, INK, PAPER, RED, SMALL, TITLE, WORDS};
use motile::collide::Mask;
use motile::pixels::Glow;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/star-vs-disc",
    title: "Star against soft disc",
    sees: "A soft disc wanders over a star; the dashed line is where its alpha reaches the threshold, and both glow when that line meets the star.",
    tries: "Disc threshold 255: only its very middle hits. 0: even the invisible corners do. The star has hard edges: its threshold changes nothing above 0.",
    controls: "The pointer moves the disc, or is the point that is tested.",
    takes_drags: true,
    spec: &["COL-D3", "COL-D4"],
    ticks: 102,
    ..Demo::of::<StarVsDisc>()
};

const FIXED: IVec2 = ivec2(200, 200);
const HALF: Vec2 = vec2(50.0, 50.0);
/// Stage pixels for one of the pictures, and where the middle of the fixed star is on the stage.
const SCALE: f32 = 2.2;
const MIDDLE: Vec2 = vec2(205.0, 260.0);
/// The curve of the disc's alpha: where alpha 0 meets the middle, pixels a pixel, height of alpha 255.
const CURVE: Vec2 = vec2(424.0, 320.0);
const WIDER: f32 = 3.5;
const HIGH: f32 = 170.0;

#[derive(StateHash)]
#[state(hash_only)]
struct StarVsDisc {
    #[state(skip)]
    star: NodeId,
    #[state(skip)]
    disc: NodeId,
    #[state(skip)]
    pictures: [Surface; 2],
    #[state(skip)]
    masks: [Mask; 2],
    /// What is tested: the corner of the disc, or the point.
    at: IVec2,
    hit: bool,
}

impl Sketch for StarVsDisc {
    const PARAMS: &'static [Param] = &[
        Param::choice("against", &["disc", "point"], 0),
        Param::whole("star-threshold", 0, 255, 255),
        Param::whole("disc-threshold", 0, 255, 128),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let pictures = [star_picture(GOLD)?, soft_disc()?];
        let corner = view().transform_point2(FIXED.as_vec2());
        let star = stage.add(Bitmap::new(pictures[0].clone()).at(corner.x, corner.y));
        let disc = stage.add(Bitmap::new(pictures[1].clone()).node());
        for node in [star, disc] {
            stage[node].scale = Vec2::splat(SCALE);
        }
        let masks = masks(stage, &pictures);
        Ok(Self { star, disc, pictures, masks, at: IVec2::ZERO, hit: false })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.masks = masks(stage, &self.pictures);
        let time = tick.time as f32;
        let way = vec2(ops::cos(time * 0.8) * 110.0, ops::sin(time * 1.3) * 70.0);
        let idle = FIXED.as_vec2() + HALF + way;
        let pointer = stage.input().pointer.position;
        let pointer = pointer.map_or(idle, |place| view().inverse().transform_point2(place));
        let by_point = is_by_point(stage);
        let [star, disc] = &self.masks;
        if by_point {
            self.at = Mask::pixel_of(pointer);
            self.hit = star.hits_point(FIXED, self.at);
        } else {
            self.at = Mask::pixel_of(pointer - HALF);
            self.hit = star.hits(FIXED, disc, self.at);
        }
        stage[self.disc].visible = !by_point;
        stage[self.disc].position = view().transform_point2(self.at.as_vec2());
        for node in [self.star, self.disc] {
            stage[node].filters =
                if self.hit { vec![Filter::Glow(Glow::default())] } else { Vec::new() };
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let by_point = is_by_point(stage);
        let color = if self.hit { RED } else { BLUE };
        if by_point {
            let at = view().transform_point2(self.at.as_vec2() + 0.5);
            kit::cross(canvas, at, vec2(20.0, 0.0), 4.0, color);
        } else {
            let place = view() * Affine2::from_translation(self.at.as_vec2());
            for outline in self.masks[1].outlines() {
                let dashes = Stroke::new(3.5).with_dash(&[9.0, 7.0], 0.0);
                canvas.stroke(&Path::polygon(&outline).transformed(place), &dashes, color);
            }
        }
        let star = stage.params().whole("star-threshold");
        let disc = stage.params().whole("disc-threshold");
        let words = if by_point {
            format!("star: alpha from {star}")
        } else {
            format!("star: alpha from {star}    disc: alpha from {disc}")
        };
        canvas.write(words, WORDS, vec2(30.0, 28.0), Vec2::ZERO, INK);
        let said = if self.hit { "hit" } else { "no hit" };
        canvas.write(said, TITLE, vec2(30.0, 56.0), Vec2::ZERO, color);
        if !by_point {
            draw_curve(canvas, disc as f32, color);
            let words = format!("{} of 10000 are solid", self.masks[1].count());
            canvas.write(words, WORDS, CURVE + vec2(0.0, 52.0), Vec2::ZERO, INK);
        }
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let [star, disc] = &self.masks;
        kit::marks_in(view(), marks, |marks| {
            star.placed(FIXED).mark(marks);
            if is_by_point(stage) {
                marks.point(MarkRole::Target, self.at.as_vec2() + 0.5);
                return;
            }
            disc.placed(self.at).mark(marks);
            if let Some(contact) = star.contact(FIXED, disc, self.at) {
                contact.mark(marks);
            }
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn is_by_point(stage: &Stage) -> bool {
    stage.params().choice("against") == 1
}

fn masks(stage: &Stage, [star, disc]: &[Surface; 2]) -> [Mask; 2] {
    let threshold = |name| stage.params().whole(name) as u8;
    [
        Mask::from_surface(star, threshold("star-threshold")),
        Mask::from_surface(disc, threshold("disc-threshold")),
    ]
}

/// Alpha of the disc at a distance from its middle, 0…255.
fn alpha(distance: f32) -> f32 {
    (1.0 - (distance - 1.0).max(0.0) / 49.0).clamp(0.0, 1.0) * 255.0
}

/// The disc's alpha from its middle to its rim, with the threshold and the part that counts.
fn draw_curve(canvas: &mut Canvas<'_>, threshold: f32, color: Color) {
    let at = |distance: f32, alpha: f32| CURVE + vec2(distance * WIDER, -alpha / 255.0 * HIGH);
    let rim = if threshold > 0.0 { 50.0 - threshold / 255.0 * 49.0 } else { 50.0 };
    let solid = Path::polygon(&[
        at(0.0, 0.0),
        at(0.0, 255.0),
        at(1.0, 255.0),
        at(rim, alpha(rim)),
        at(rim, 0.0),
    ]);
    canvas.fill(&solid, color.with_alpha(80));
    canvas.stroke(
        &Path::polyline(&[at(0.0, 255.0), at(1.0, 255.0), at(50.0, 0.0)]),
        &Stroke::new(4.0),
        INK,
    );
    canvas.stroke(
        &Path::polyline(&[at(0.0, 280.0), at(0.0, 0.0), at(55.0, 0.0)]),
        &Stroke::new(2.5),
        INK,
    );
    let dashes = Stroke::new(3.5).with_dash(&[9.0, 7.0], 0.0);
    canvas.stroke(&Path::polyline(&[at(0.0, threshold), at(55.0, threshold)]), &dashes, color);
    canvas.write("alpha", SMALL, at(0.0, 300.0), vec2(0.5, 0.5), INK);
    canvas.write("distance from the middle", SMALL, at(27.0, -22.0), vec2(0.5, 0.5), INK);
}

/// Alpha falls from the middle to the rim; the four pixels in the middle are opaque.
fn soft_disc() -> motile::Result<Surface> {
    let mut picture = Surface::new(100, 100)?;
    for y in 0..100 {
        for x in 0..100 {
            let distance = (vec2(x as f32, y as f32) + 0.5 - HALF).length();
            picture.set(x, y, Color::hex(0x1B_24_44).with_alpha((alpha(distance) + 0.5) as u8));
        }
    }
    Ok(picture)
}

/// From pixels of the pictures to the stage.
fn view() -> Affine2 {
    let corner = MIDDLE - (FIXED.as_vec2() + HALF) * SCALE;
    Affine2::from_translation(corner) * Affine2::from_scale(Vec2::splat(SCALE))
}
