//! A photo pulled at its corners: as two flat triangles it creases along the diagonal, as a homography it does not.

use crate::look::{CARD, INK, ORANGE, PAPER, SMALL};
use crate::{Demo, kit, pictures};
use motile::pixels::{ImageQuad, MipMap, TriangleSettings, Triangles, UvWrap};
use motile::prelude::*;
use motile::stage::{Params, handle_at};

pub(super) const DEMO: Demo = Demo {
    id: "drawing/rubber-photo",
    title: "Rubber photo",
    sees: "A photo hangs between four dots, tilted like a billboard, its squares without a crease.",
    tries: "Drag a dot. Choose the flat mapping: the squares break along the diagonal. Start from the corners of the books.",
    controls: "Drag the dots.",
    takes_drags: true,
    spec: &["G8-9", "G8-10", "G8-11", "DRAW-24", "DRAW-25", "DRAW-26", "W8-7", "W8-21"],
    ticks: 2,
    ..Demo::of::<RubberPhoto>()
};

#[derive(Clone, Copy)]
enum Mapping {
    Projective,
    Affine,
    Natural,
}

impl Mapping {
    const ALL: [Self; 3] = [Self::Projective, Self::Affine, Self::Natural];
    const NAMES: [&str; 3] = ["projective", "affine", "natural size"];
}

/// A name, corners from the top left one on, and how large they are here: those of the books are for a larger stage.
type Start = (&'static str, [(f32, f32); 4], f32);

/// Where the corners are to begin with.
const CORNERS: [Start; 4] = [
    ("tilted", [(90.0, 150.0), (560.0, 40.0), (580.0, 440.0), (130.0, 300.0)], 1.0),
    ("square", [(100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)], 1.0),
    ("pulled", [(150.0, 50.0), (1000.0, 100.0), (800.0, 600.0), (100.0, 200.0)], 0.6),
    ("window", [(100.0, 100.0), (1000.0, 100.0), (1000.0, 600.0), (100.0, 200.0)], 0.6),
];

#[derive(StateHash)]
#[state(hash_only)]
struct RubberPhoto {
    corners: [Vec2; 4],
    grabbed: Option<u32>,
    /// Made once and never changed.
    #[state(skip)]
    photo: MipMap,
}

impl Sketch for RubberPhoto {
    const PARAMS: &'static [Param] = &[
        Param::choice("mapping", &Mapping::NAMES, 0),
        Param::choice("corners", &[CORNERS[0].0, CORNERS[1].0, CORNERS[2].0, CORNERS[3].0], 0),
        Param::toggle("triangles", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let photo = MipMap::new(photo()?)?;
        Ok(Self { corners: corners(stage.params()), grabbed: None, photo })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("corners") {
            self.corners = corners(stage.params());
        }
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = handle_at(&self.corners, place, 16.0);
        }
        match (self.grabbed, pointer.held_at()) {
            (Some(corner), Some(place)) => self.corners[corner as usize] = place,
            _ => self.grabbed = None,
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let mapping = Mapping::ALL[stage.params().choice("mapping") as usize];
        let size = vec2(self.photo.picture().width() as f32, self.photo.picture().height() as f32);
        let natural = self.corners.map(|corner| corner / size);
        let pulled = ImageQuad::new(self.corners);
        let triangles = match mapping {
            Mapping::Projective => pulled.triangles(),
            Mapping::Affine => Triangles { t: &[], ..pulled.triangles() },
            // A window on the picture as it lies on the stage.
            Mapping::Natural => Triangles { t: &[], uv: &natural, ..pulled.triangles() },
        };
        let wrap = if matches!(mapping, Mapping::Natural) { UvWrap::Repeat } else { UvWrap::Clamp };
        let settings =
            TriangleSettings { picture: Some(&self.photo), wrap, ..TriangleSettings::default() };
        canvas.triangles(&triangles, &settings);
        let [a, b, c, d] = self.corners;
        if stage.params().is_on("triangles") {
            canvas.stroke(&Path::polygon(&[a, b, c]), &Stroke::HAIRLINE, CARD);
            canvas.stroke(&Path::polygon(&[c, d, a]), &Stroke::HAIRLINE, CARD);
        }
        for (number, corner) in (0..).zip(self.corners) {
            let color = if self.grabbed == Some(number) { ORANGE } else { INK };
            kit::disc(canvas, corner, 7.0, color);
        }
        let words = Mapping::NAMES[stage.params().choice("mapping") as usize];
        canvas.write(words, SMALL, vec2(20.0, 460.0), vec2(0.0, 0.5), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The corners to begin with.
fn corners(params: &Params) -> [Vec2; 4] {
    let (_, corners, scale) = CORNERS[params.choice("corners") as usize];
    corners.map(|(x, y)| vec2(x, y) * scale)
}

/// A landscape behind a grid of squares, which show every bend.
fn photo() -> motile::Result<Surface> {
    let mut photo = pictures::landscape(256, 192, 0.7)?;
    photo.on_canvas(|canvas| {
        for i in 0..=8 {
            let (x, y) = (i as f32 * 32.0, i as f32 * 24.0);
            let line = Stroke::new(2.0);
            canvas.line(vec2(x, 0.0), vec2(x, 192.0), &line, Color::WHITE.with_alpha(110));
            canvas.line(vec2(0.0, y), vec2(256.0, y), &line, Color::WHITE.with_alpha(110));
        }
    })?;
    Ok(photo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g8_9_to_11_corners_of_the_books_are_a_knob() {
        let pixel = |mapping: &str, corners: &str, x: i32, y: i32| {
            let settings = DEMO.settings(1).with_param("mapping", mapping);
            let mut player = (DEMO.start)(&settings.with_param("corners", corners)).unwrap();
            player.run_ticks(1);
            player.draw();
            player.surface().get(x, y).unwrap()
        };
        let photo = photo().unwrap();
        // G8-9: a window on the photo as it lies, repeated; not distorted whatever the corners are.
        for corners in ["square", "window"] {
            let behind = photo.get(150, 130).unwrap();
            let off = |a: u8, b: u8| a.abs_diff(b);
            let seen = pixel("natural size", corners, 150, 130);
            let most = off(seen.r, behind.r).max(off(seen.g, behind.g)).max(off(seen.b, behind.b));
            assert!(most <= 2, "{corners}: {seen:?} {behind:?}");
        }
        // G8-10 and G8-11: all of the photo is squeezed in, and the two mappings differ where the corners are pulled.
        assert_eq!(
            pixel("affine", "square", 140, 170),
            pixel("projective", "square", 140, 170),
            "a square is no perspective"
        );
        let places = [(200, 120), (300, 150), (400, 200), (420, 280)];
        let differ = |&(x, y): &(i32, i32)| {
            pixel("affine", "pulled", x, y) != pixel("projective", "pulled", x, y)
        };
        assert!(places.iter().any(differ));
    }
}
