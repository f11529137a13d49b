//! A walker finds its way over ramps, across a bridge and below it: a path over a world with height.

use crate::Demo;
use crate::look::{GOLD, INK, ORANGE, PAPER, WORDS};
use motile::geom::{Id, Vec3};
use motile::math::vec3;
use motile::path::{Graph, GraphSearch};
use motile::prelude::*;
use motile::stage::Drawable;
use motile::tiles::iso::{
    IsoBody, IsoBox, IsoItem, IsoLight, IsoProjection, IsoScene, IsoSlope, IsoSprite, IsoWalk,
    IsoWorld, snap_to_cell,
};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-walk",
    title: "Paths with height",
    sees: "An orange box walks between blocks, up stairs, over a bridge and below it, along the dots of the path it found.",
    tries: "Send it onto the bridge, then below the bridge: the same cell, two places. Press M for the order of drawing.",
    controls: "Click a tile, or the top of a block, to send the walker there.",
    spec: &["ISO-D18", "PATH-D10", "ISO-N4", "ISO-X10"],
    ticks: 110,
    script: "3 move 455 212\n4 down\n6 up\n",
    ..Demo::of::<Errand>()
};

const SIDE: f32 = 20.0;
const CELLS: u32 = 14;
const WALKER: Vec3 = vec3(10.0, 16.0, 10.0);
/// Units a second.
const SPEED: f32 = 70.0;

/// The places of the world as a graph.
struct Places<'a>(&'a IsoWalk);

impl Graph for Places<'_> {
    fn node_count(&self) -> u32 {
        self.0.len()
    }

    fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
        self.0.edges(from, visit);
    }

    fn estimate(&self, from: u32, goal: u32) -> u32 {
        self.0.estimate(from, goal)
    }
}

#[derive(StateHash)]
#[state(hash_only)]
struct Errand {
    position: Vec3,
    /// What is left of the way.
    path: Vec<Vec3>,
    #[state(skip)]
    walk: IsoWalk,
    #[state(skip)]
    search: GraphSearch,
    #[state(skip)]
    item: Id<IsoItem>,
    #[state(skip)]
    scene: IsoScene,
}

impl Sketch for Errand {
    const PARAMS: &'static [Param] = &[Param::toggle("by-itself", true)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let view = IsoProjection::DIMETRIC.with_origin(vec2(320.0, 140.0));
        let mut scene = IsoScene::new(view);
        let mut world = IsoWorld::new();
        let sand = Color::hex(0xE7_DF_CB);
        let tile = IsoSprite::block(&view, vec3(SIDE, 0.0, SIDE), [sand; 3], true)?;
        let tile = scene.add_sprite(tile);
        for cell in 0..CELLS * CELLS {
            scene.add_floor(vec3((cell % CELLS) as f32, 0.0, (cell / CELLS) as f32) * SIDE, tile);
        }
        for body in bodies(stage) {
            let height = body.size.y;
            let color = if height > 30.0 { Color::hex(0x8F_A3_C4) } else { Color::hex(0xB7_C9_A0) };
            // A slope is drawn as a stair: its picture is a row of boards.
            for board in body.boards(10) {
                let sprite =
                    IsoSprite::block(&view, board.size(), IsoLight::DAY.shades(color), true)?;
                let number = scene.add_sprite(sprite);
                scene.add(board, number);
            }
            world.add(body);
        }
        let walk = IsoWalk::new(&mut world, CELLS, CELLS, SIDE, WALKER, 6.0);
        let orange = IsoSprite::block(&view, WALKER, IsoLight::DAY.shades(ORANGE), true)?;
        let number = scene.add_sprite(orange);
        let position = vec3(20.0, 0.0, 240.0);
        let item = scene.add(IsoBox::standing(position, WALKER), number);
        let search = GraphSearch::new();
        Ok(Self { position, path: Vec::new(), walk, search, item, scene })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if let Some(pointer) = tick.input.pointer.pressed_at() {
            let floor = || self.scene.projection().to_floor(pointer);
            let hit = self.scene.order().pick_where(pointer, |pick| pick.id != self.item);
            let top = hit.filter(|pick| pick.normal == Vec3::NEG_Y);
            self.go(top.map_or_else(floor, |pick| pick.point));
        } else if self.path.is_empty() && tick.params.is_on("by-itself") && !self.walk.is_empty() {
            let spot = stage.rng.below(self.walk.len());
            self.go(self.walk.position(spot));
        }
        let mut left = SPEED * tick.dt;
        while left > 0.0
            && let Some(&next) = self.path.first()
        {
            let way = next - self.position;
            let length = way.length();
            self.position += if length > left { way * (left / length) } else { way };
            if length <= left {
                self.path.remove(0);
            }
            left -= length;
        }
        self.scene.set(self.item, IsoBox::standing(self.position, WALKER));
        self.scene.sort();
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.scene.draw(canvas);
        for &place in &self.path {
            let dot = self.scene.projection().to_screen(place);
            canvas.fill(&Path::circle(dot, 3.0), GOLD);
            canvas.stroke(&Path::circle(dot, 3.0), &Stroke::HAIRLINE, INK);
        }
        let words = format!("{} places to stand, {} steps to go", self.walk.len(), self.path.len());
        canvas.write(words, WORDS, vec2(320.0, 456.0), vec2(0.5, 0.5), INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.scene.mark(marks);
        let view = self.scene.projection();
        marks.polyline(MarkRole::Path, self.path.iter().map(|&place| view.to_screen(place)));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Errand {
    /// Plans from the place it stands on; where there is no way, it goes on as before.
    fn go(&mut self, goal: Vec3) {
        let spot = |walk: &IsoWalk, place: Vec3| {
            let cell = vec2(snap_to_cell(place.x, SIDE), snap_to_cell(place.z, SIDE)) / SIDE;
            walk.spot_near(cell.as_ivec2(), place.y)
        };
        let (Some(from), Some(to)) = (spot(&self.walk, self.position), spot(&self.walk, goal))
        else {
            return;
        };
        if let Ok(path) = self.search.find(&Places(&self.walk), from, to) {
            self.path = path.iter().map(|&spot| self.walk.position(spot)).collect();
        }
    }
}

/// A bridge with a ramp at each end, a tower with a stair, and scattered blocks.
fn bodies(stage: &mut Stage) -> Vec<IsoBody> {
    let cell = |x: f32, z: f32| vec3(x * SIDE, 0.0, z * SIDE);
    let mut bodies = vec![
        IsoBody::ramp(cell(5.5, 4.0), vec3(40.0, 24.0, 20.0), IsoSlope::TowardX),
        IsoBody::block(cell(8.0, 4.0) - vec3(0.0, 20.0, 0.0), vec3(60.0, 4.0, 20.0)),
        IsoBody::ramp(cell(10.5, 4.0), vec3(40.0, 24.0, 20.0), IsoSlope::AwayX),
    ];
    for step in 1..8 {
        let size = vec3(SIDE, step as f32 * 6.0, SIDE);
        bodies.push(IsoBody::block(cell(4.0, 12.0 - step as f32), size));
    }
    for _ in 0..18 {
        let (x, z) = (stage.rng.int(0..14) as f32, stage.rng.int(6..14) as f32);
        let block = IsoBody::block(cell(x, z), vec3(18.0, 36.0, 18.0));
        let is_free = !bodies.iter().any(|other| other.bounds().overlaps(&block.bounds()));
        if is_free && (x, z) != (1.0, 12.0) {
            bodies.push(block);
        }
    }
    bodies
}
