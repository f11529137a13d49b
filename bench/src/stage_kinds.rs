//! The built-in kinds of content, paint, filter and blend mode, each beside one of one's own that does the same work:
//! what it costs to be open, and that the quick paths of the built-in kinds are still there.

use crate::runner::Bench;
use motile_geom::{Aabb, IVec2, Rng, StateHash, Vec2, vec2};
use motile_pixels::{
    BlendMode, Blur, Color, Filter, Margin, PaintRow, PixelBlend, PixelFilter, PixelPaint, Scratch,
    Surface, SurfaceError,
};
use motile_stage::{Bitmap, Canvas, Drawable, Image, Node, NodeId, Paint, Painter, Shape, Stage};
use std::hint::black_box;

const SIZE: (u32, u32) = (800, 600);
const SIDE: u32 = 16;
const OWN: &str = "a kind of one's own";

/// All rows.
pub fn run(bench: &mut Bench) {
    let image = Image::new(picture());
    row(
        bench,
        "stage/built-in-content",
        10_000,
        [&|at| Bitmap::new(image.clone()).at(at.x, at.y), &|at| {
            Picture(image.clone()).at(at.x, at.y)
        }],
    );
    row(
        bench,
        "stage/built-in-paint",
        200,
        [
            &|at| Shape::rect(60.0, 60.0).fill(Color::BLUE).at(at.x, at.y).with_rotation(at.x),
            &|at| {
                let flat = Paint::custom(Flat(Color::BLUE.to_word()));
                Shape::rect(60.0, 60.0).fill(flat).at(at.x, at.y).with_rotation(at.x)
            },
        ],
    );
    let disc = Shape::circle(20.0).fill(Color::BLUE);
    row(
        bench,
        "stage/built-in-filter",
        100,
        [&|at| disc.clone().at(at.x, at.y).with_filter(Filter::Blur(Blur::new(3.0))), &|at| {
            disc.clone().at(at.x, at.y).with_filter(Filter::custom(Blurred(Blur::new(3.0))))
        }],
    );
    let add = BlendMode::custom(Sum);
    row(
        bench,
        "stage/built-in-blend",
        10_000,
        [&|at| Bitmap::new(image.clone()).at(at.x, at.y).with_blend(BlendMode::Add), &|at| {
            Bitmap::new(image.clone()).at(at.x, at.y).with_blend(add.clone())
        }],
    );
}

/// Compares two scenes of so many nodes that move and are painted.
fn row(bench: &mut Bench, name: &str, n: usize, [built_in, own]: [&dyn Fn(Vec2) -> Node; 2]) {
    let (mut ours, mut theirs) = (Scene::new(n, built_in), Scene::new(n, own));
    bench.compare(name, OWN, n, || ours.frame(), || theirs.frame());
}

/// Nodes that move a little in every frame, so that nothing is kept but what may be.
struct Scene {
    stage: Stage,
    nodes: Vec<NodeId>,
    painter: Painter,
    surface: Surface,
    frames: u32,
}

impl Scene {
    fn new(n: usize, node: &dyn Fn(Vec2) -> Node) -> Self {
        let mut stage = Stage::new(SIZE.0, SIZE.1).unwrap();
        let mut rng = Rng::new(1);
        let size = vec2(SIZE.0 as f32, SIZE.1 as f32);
        let nodes = (0..n).map(|_| stage.add(node(rng.in_rect(Vec2::ZERO, size)))).collect();
        let surface = Surface::opaque(SIZE.0, SIZE.1, Color::WHITE).unwrap();
        Self { stage, nodes, painter: Painter::default(), surface, frames: 0 }
    }

    fn frame(&mut self) -> u32 {
        self.frames += 1;
        let there = self.frames.is_multiple_of(2);
        for &id in &self.nodes {
            let node = &mut self.stage[id];
            node.position += if there { vec2(1.4, 0.6) } else { vec2(-1.4, -0.6) };
            // A filtered picture is kept until it is turned or scaled.
            node.scale = if node.filters.is_empty() {
                Vec2::ONE
            } else {
                Vec2::splat(1.0 + self.frames as f32 * 1e-5)
            };
        }
        self.painter.paint(&self.stage, &mut self.surface);
        black_box(self.surface.words()[0])
    }
}

fn picture() -> Surface {
    let mut picture = Surface::new(SIDE, SIDE).unwrap();
    for y in 0..SIDE as i32 {
        for x in 0..SIDE as i32 {
            picture.set(x, y, Color::rgba(x as u8 * 16, y as u8 * 16, 90, 200));
        }
    }
    picture
}

/// What `Bitmap` is, as content of one's own.
#[derive(Clone, Debug)]
struct Picture(Image);

impl Drawable for Picture {
    fn bounds(&self) -> Aabb {
        Aabb::from_size(Vec2::ZERO, vec2(self.0.width() as f32, self.0.height() as f32))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let corner = canvas.transform().translation.round();
        canvas.sprite(&self.0, corner.as_ivec2(), &motile_pixels::Blit::default());
    }

    fn hash(&self, _: &mut StateHash) {}
}

/// One color everywhere.
#[derive(Clone, Debug)]
struct Flat(u32);

impl PixelPaint for Flat {
    fn row(&self, _: PaintRow, out: &mut [u32]) {
        out.fill(self.0);
    }
}

/// The built-in blur behind the trait.
#[derive(Clone, Debug)]
struct Blurred(Blur);

impl PixelFilter for Blurred {
    fn margin(&self) -> Margin {
        self.0.margin()
    }

    fn row(&self, _: &Surface, _: IVec2, out: &mut [u32]) {
        out.fill(0);
    }

    fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        self.0.apply_into(picture, target, scratch)
    }
}

/// `BlendMode::Add` on opaque ground by its formula: the sum of straight channels, weighted by the source's alpha.
#[derive(Clone, Debug)]
struct Sum;

impl PixelBlend for Sum {
    fn row(&self, backdrop: &mut [u32], source: &[u32], _: IVec2) {
        for (to, from) in backdrop.iter_mut().zip(source) {
            let (b, over) = (to.to_le_bytes(), Color::from_premultiplied(from.to_le_bytes()));
            let s = [over.r, over.g, over.b, 0];
            let alpha = u32::from(over.a);
            *to = u32::from_le_bytes([0, 1, 2, 3].map(|c| {
                let sum = u32::from(b[c].saturating_add(s[c]));
                ((u32::from(b[c]) * (255 - alpha) + sum * alpha + 127) / 255) as u8
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_ones_own_paint_what_the_built_in_ones_do() {
        let image = Image::new(picture());
        let add = BlendMode::custom(Sum);
        let bitmap = |at: Vec2| Bitmap::new(image.clone()).at(at.x, at.y);
        let pairs: [[&dyn Fn(Vec2) -> Node; 2]; 2] = [
            [&bitmap, &|at| Picture(image.clone()).at(at.x, at.y)],
            [&|at| bitmap(at).with_blend(BlendMode::Add), &|at| bitmap(at).with_blend(add.clone())],
        ];
        for pair in pairs {
            let [built_in, own] = pair.map(|node| {
                let mut scene = Scene::new(50, node);
                scene.stage.background = Color::rgb(40, 60, 80);
                scene.frame();
                scene.surface
            });
            assert!(built_in == own);
        }
    }
}
