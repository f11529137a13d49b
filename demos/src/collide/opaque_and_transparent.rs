//! Pixels that are not there: an opaque picture hides what is below it, a transparent one only where it is painted.

use crate::Demo;
use crate::look::{BLUE, CARD, INK, ORANGE, PAPER, TITLE, WORDS};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/opaque-and-transparent",
    title: "Opaque and transparent",
    sees: "Above, a white picture with an orange square hides the scribble; below, a transparent one hides it only under its square.",
    tries: "Lower the alpha of the lower square: the lines shine through the orange.",
    controls: "",
    keys: &[(Key::Space, "scribble anew")],
    spec: &["COL-D1"],
    ticks: 30,
    ..Demo::of::<OpaqueAndTransparent>()
};

const CORNER: Vec2 = vec2(40.0, 40.0);
/// Size of a picture, and the square in it.
const PICTURE: Vec2 = vec2(300.0, 200.0);
const SQUARE: Aabb = Aabb::new(vec2(100.0, 50.0), vec2(200.0, 150.0));
const LINES: u32 = 100;

#[derive(StateHash)]
#[state(hash_only)]
struct OpaqueAndTransparent {
    /// Ends of the connected lines.
    ends: Vec<Vec2>,
    /// The end that moves next.
    next: u32,
    #[state(skip)]
    opaque: Image,
    #[state(skip)]
    transparent: Image,
}

impl Sketch for OpaqueAndTransparent {
    const PARAMS: &'static [Param] =
        &[Param::whole("alpha", 0, 255, 255), Param::toggle("moving", true)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let alpha = stage.params().whole("alpha") as u8;
        let mut ends = vec![Vec2::ZERO];
        ends.extend((0..LINES).map(|_| end(&mut stage.rng)));
        Ok(Self {
            ends,
            next: 1,
            opaque: square(Some(CARD), 255)?,
            transparent: square(None, alpha)?,
        })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("alpha") {
            match square(None, stage.params().whole("alpha") as u8) {
                Ok(square) => self.transparent = square,
                Err(error) => stage.fail(error),
            }
        }
        if stage.input().pressed(Key::Space) {
            self.ends[1..].fill_with(|| end(&mut stage.rng));
        }
        if stage.params().is_on("moving") {
            self.ends[self.next as usize] = end(&mut stage.rng);
            self.next = self.next % LINES + 1;
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.transformed(Affine2::from_translation(CORNER), |canvas| {
            canvas.stroke(&Path::polyline(&self.ends), &Stroke::new(2.0), BLUE);
            canvas.image(&self.opaque, Vec2::ZERO);
            canvas.image(&self.transparent, vec2(0.0, 200.0));
            canvas.stroke(
                &Path::rect(Aabb::from_size(Vec2::ZERO, vec2(300.0, 400.0))),
                &Stroke::new(4.0),
                INK,
            );
            canvas.line(vec2(0.0, 200.0), vec2(300.0, 200.0), &Stroke::new(4.0), INK);

            let alpha = stage.params().whole("alpha");
            let words = [
                (70.0, "opaque", "every pixel has alpha 255,".into(), "the white ones as well"),
                (270.0, "transparent", format!("square: alpha {alpha}"), "around it: alpha 0"),
            ];
            for (y, name, first, second) in words {
                canvas.write(name, TITLE, vec2(325.0, y), Vec2::ZERO, INK);
                canvas.write(first, WORDS, vec2(325.0, y + 38.0), Vec2::ZERO, INK);
                canvas.write(second, WORDS, vec2(325.0, y + 60.0), Vec2::ZERO, INK);
            }
        });
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        // What would collide: all pixels above, below those with alpha only.
        let opaque = Aabb::from_size(CORNER, PICTURE);
        let transparent = opaque.translated(vec2(0.0, PICTURE.y));
        marks.aabb(MarkRole::Collider, opaque);
        marks.aabb(MarkRole::Bounds, transparent);
        if stage.params().whole("alpha") > 0 {
            marks.aabb(MarkRole::Collider, SQUARE.translated(transparent.min));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn end(rng: &mut Rng) -> Vec2 {
    rng.in_rect(Vec2::ZERO, vec2(300.0, 400.0))
}

/// A square on white or on nothing.
fn square(background: Option<Color>, alpha: u8) -> motile::Result<Image> {
    let size = PICTURE.as_uvec2();
    let mut picture = match background {
        Some(color) => Surface::opaque(size.x, size.y, color)?,
        None => Surface::new(size.x, size.y)?,
    };
    picture.on_canvas(|canvas| canvas.fill_rect(SQUARE, ORANGE.with_alpha(alpha)))?;
    Ok(Image::new(picture))
}
