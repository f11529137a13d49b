//! Moving, idle and empty stages beside vello_cpu drawing all of the same scene.

use crate::runner::Bench;
use motile_geom::{Rng, Vec2, vec2};
use motile_pixels::{Color, Surface};
use motile_stage::{Bitmap, Image, Node, NodeId, Painter, Player, Settings, Shape, Sketch, Stage};
use std::{cell::RefCell, hint::black_box, sync::Arc};
use vello_cpu::{
    ImageSource, Pixmap, RenderContext, Resources,
    color::{AlphaColor, Srgb},
    kurbo::{Affine, BezPath, Circle, Rect, Shape as _},
    peniko::{Extend, ImageBrush, ImageQuality, ImageSampler},
};

const NODES: usize = 10_000;
const SIZE: (u16, u16) = (800, 600);
const SIDE: u32 = 16;
const RADIUS: f32 = 8.0;
const COLORS: [Color; 4] = [Color::RED, Color::ORANGE, Color::BLUE, Color::GREEN];

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    moving(bench);
    idle(bench);
    traversal(bench);
    crate::stage_kinds::run(bench);
}

/// Places and velocities of all nodes; even ones are sprites, odd ones discs.
struct Movers {
    positions: Vec<Vec2>,
    velocities: Vec<Vec2>,
}

impl Movers {
    fn new() -> Self {
        let mut rng = Rng::new(1);
        let size = vec2(SIZE.0.into(), SIZE.1.into());
        let positions = (0..NODES).map(|_| rng.in_rect(Vec2::ZERO, size)).collect();
        let velocities = (0..NODES).map(|_| rng.unit_vec2() * 60.0).collect();
        Self { positions, velocities }
    }

    fn step(&mut self) {
        let size = vec2(SIZE.0.into(), SIZE.1.into());
        for (position, velocity) in self.positions.iter_mut().zip(&mut self.velocities) {
            *position += *velocity / 60.0;
            motile_geom::bounce(position, velocity, size, RADIUS);
        }
    }
}

fn picture() -> Surface {
    let mut picture = Surface::new(SIDE, SIDE).unwrap();
    for y in 0..SIDE as i32 {
        for x in 0..SIDE as i32 {
            let inside = (x - 8) * (x - 8) + (y - 8) * (y - 8) < 60;
            picture.set(x, y, Color::rgba(x as u8 * 16, y as u8 * 16, 90, 255 * u8::from(inside)));
        }
    }
    picture
}

/// The scene on a stage: alternating sprites and discs.
fn build(movers: &Movers) -> (Stage, Vec<NodeId>) {
    let mut stage = Stage::new(SIZE.0.into(), SIZE.1.into()).unwrap();
    let image = Image::new(picture());
    let discs = COLORS.map(|color| Shape::circle(RADIUS).fill(color));
    let nodes = movers.positions.iter().enumerate().map(|(index, &position)| {
        let node = match index % 2 {
            0 => Bitmap::new(image.clone()).centered().node(),
            _ => discs[index / 2 % COLORS.len()].clone().node(),
        };
        node.with_position(position)
    });
    let nodes: Vec<Node> = nodes.collect();
    let ids = nodes.into_iter().map(|node| stage.add(node)).collect();
    (stage, ids)
}

fn moving(bench: &mut Bench) {
    let mut ours = Movers::new();
    let (mut stage, ids) = build(&ours);
    let mut painter = Painter::default();
    let mut surface = Surface::opaque(SIZE.0.into(), SIZE.1.into(), Color::WHITE).unwrap();
    let mut theirs = Movers::new();
    let mut vello = Vello::new();
    bench.compare(
        "stage/moving-nodes",
        "vello_cpu for all",
        NODES,
        || {
            ours.step();
            for (&id, &position) in ids.iter().zip(&ours.positions) {
                stage[id].position = position;
            }
            painter.paint(&stage, &mut surface);
            black_box(surface.words()[0])
        },
        || {
            theirs.step();
            vello.draw(&theirs.positions)
        },
    );
}

/// The same scene pushed through vello_cpu, nothing kept but its buffers.
struct Vello {
    context: RenderContext,
    resources: Resources,
    target: Pixmap,
    sprite: ImageBrush<ImageSource>,
    disc: BezPath,
}

impl Vello {
    fn new() -> Self {
        let picture = picture();
        let mut pixmap = Pixmap::new(SIDE as u16, SIDE as u16);
        pixmap.data_as_u8_slice_mut().copy_from_slice(picture.bytes());
        pixmap.recompute_may_have_transparency();
        let sampler = ImageSampler {
            x_extend: Extend::Pad,
            y_extend: Extend::Pad,
            quality: ImageQuality::Low,
            alpha: 1.0,
        };
        Self {
            context: RenderContext::new(SIZE.0, SIZE.1),
            resources: Resources::new(),
            target: Pixmap::new(SIZE.0, SIZE.1),
            sprite: ImageBrush { image: ImageSource::Pixmap(Arc::new(pixmap)), sampler },
            disc: Circle::new((0.0, 0.0), f64::from(RADIUS)).to_path(0.1),
        }
    }

    fn draw(&mut self, positions: &[Vec2]) -> u32 {
        let context = &mut self.context;
        context.reset();
        context.set_paint(AlphaColor::<Srgb>::WHITE);
        context.fill_rect(&Rect::new(0.0, 0.0, SIZE.0.into(), SIZE.1.into()));
        let half = f64::from(SIDE) / 2.0;
        for (index, position) in positions.iter().enumerate() {
            let (x, y) = (f64::from(position.x), f64::from(position.y));
            if index % 2 == 0 {
                let at = Affine::translate(((x - half).round(), (y - half).round()));
                context.set_transform(at);
                context.set_paint(self.sprite.clone());
                context.fill_rect(&Rect::new(0.0, 0.0, SIDE.into(), SIDE.into()));
            } else {
                let color = COLORS[index / 2 % COLORS.len()];
                context.set_transform(Affine::translate((x, y)));
                context.set_paint(AlphaColor::<Srgb>::from_rgba8(color.r, color.g, color.b, 255));
                context.fill_path(&self.disc);
            }
        }
        context.reset_transform();
        context.flush();
        context.render(&mut self.target, &mut self.resources);
        black_box(u32::from(self.target.data_as_u8_slice()[0]))
    }
}

struct Still;

impl Sketch for Still {
    fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
        let (scene, _) = build(&Movers::new());
        *stage = scene;
        Ok(Self)
    }
}

/// A frame of a stage on which nothing changed, beside the same frame drawn in full.
fn idle(bench: &mut Bench) {
    let settings = Settings::new(SIZE.0.into(), SIZE.1.into());
    let players = RefCell::new((
        Player::new::<Still>(&settings).unwrap(),
        Player::new::<Still>(&settings).unwrap(),
    ));
    bench.compare(
        "stage/idle-frame",
        "full redraw",
        NODES,
        || {
            let player = &mut players.borrow_mut().0;
            player.run_ticks(1);
            black_box(player.draw())
        },
        || {
            let player = &mut players.borrow_mut().1;
            player.run_ticks(1);
            player.stage_mut().background = Color::rgb(250, 250, player.tick_index() as u8);
            black_box(player.draw())
        },
    );
}

/// Walking all nodes with nothing to paint, beside vello_cpu taking in as many empty shapes.
fn traversal(bench: &mut Bench) {
    let mut stage = Stage::new(SIZE.0.into(), SIZE.1.into()).unwrap();
    for index in 0..NODES {
        let turn = index as f32 * 0.01;
        stage.add(Node::group().at(index as f32 % 800.0, 5.0).with_rotation(turn));
    }
    let mut painter = Painter::default();
    let mut surface = Surface::opaque(SIZE.0.into(), SIZE.1.into(), Color::WHITE).unwrap();
    let mut context = RenderContext::new(SIZE.0, SIZE.1);
    let empty = BezPath::new();
    bench.compare(
        "stage/traversal",
        "vello_cpu, empty paths",
        NODES,
        || {
            painter.paint(&stage, &mut surface);
            black_box(surface.words()[0])
        },
        || {
            context.reset();
            for index in 0..NODES {
                context.set_transform(Affine::rotate(index as f64 * 0.01));
                context.fill_path(&empty);
            }
            context.flush();
            black_box(u32::from(context.width()))
        },
    );
}
