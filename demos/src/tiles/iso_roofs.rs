//! A roof is a thing like any other until somebody stands below it: then the whole house is open, and what is inside is seen.

use crate::Demo;
use crate::look::{GOLD, INK, ORANGE, PAPER, RED, TEAL, WORDS};
use motile::geom::{Id, Vec3};
use motile::math::vec3;
use motile::prelude::*;
use motile::stage::Drawable;
use motile::tiles::iso::{
    IsoBody, IsoBox, IsoItem, IsoLight, IsoProjection, IsoScene, IsoSprite, IsoWorld,
};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-roofs",
    title: "Roofs that open",
    sees: "Two people go in and out of three houses. The house somebody is in has no roof as long as they are inside, and closes behind them.",
    tries: "Walk in through a door with the arrow keys. Let only yourself open roofs, or nobody: then a house hides who is in it.",
    controls: "Hold where to walk.",
    keys: &[
        (Key::Left, "go left"),
        (Key::Right, "go right"),
        (Key::Up, "go up"),
        (Key::Down, "go down"),
    ],
    takes_drags: true,
    spec: &["ISO-N5", "ISO-X7"],
    ticks: 140,
    ..Demo::of::<Roofs>()
};

const SIDE: f32 = 20.0;
const CELLS: i32 = 15;
const WALL: f32 = 26.0;
const PERSON: Vec3 = vec3(9.0, 19.0, 9.0);
const WALK: f32 = 60.0;

/// A house: the cells it covers, the cell of its door, and the colors of its walls and its roof.
struct House {
    area: IRect,
    door: IVec2,
    wall: u32,
    roof: u32,
}

const HOUSES: [House; 3] = [
    House { area: IRect::new(1, 1, 6, 5), door: ivec2(4, 5), wall: 0xE8_DC_C0, roof: 0xB8_4A_3A },
    House { area: IRect::new(9, 2, 5, 5), door: ivec2(9, 4), wall: 0xC9_D6_DF, roof: 0x4F_6D_8C },
    House { area: IRect::new(4, 9, 7, 5), door: ivec2(7, 9), wall: 0xDF_C6_A8, roof: 0x6B_8A_4F },
];
/// What stands inside: cell, height, color.
const THINGS: [(IVec2, f32, Color); 6] = [
    (ivec2(2, 2), 12.0, RED),
    (ivec2(5, 2), 18.0, TEAL),
    (ivec2(12, 3), 8.0, GOLD),
    (ivec2(12, 5), 14.0, RED),
    (ivec2(5, 12), 10.0, TEAL),
    (ivec2(9, 12), 16.0, GOLD),
];
/// The rounds of the two people, cell by cell: through every door and back.
const ROUNDS: [&[(i32, i32)]; 2] = [
    &[(7, 7), (4, 7), (4, 3), (4, 7), (7, 7), (7, 11), (7, 7)],
    &[(8, 7), (8, 4), (11, 4), (8, 4), (8, 7), (7, 7), (7, 11), (7, 8)],
];

#[derive(StateHash)]
#[state(hash_only)]
struct Roofs {
    world: IsoWorld,
    /// The place of each person's round it goes to.
    goals: [u32; 2],
    #[state(skip)]
    bodies: Vec<Id<IsoBody>>,
    #[state(skip)]
    items: Vec<Id<IsoItem>>,
    #[state(skip)]
    scene: IsoScene,
    /// Parts of roofs that are open.
    #[state(skip)]
    open: u32,
}

impl Sketch for Roofs {
    const PARAMS: &'static [Param] =
        &[Param::choice("opens-for", &["everybody", "the first", "nobody"], 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let view = IsoProjection::DIMETRIC.with_origin(vec2(320.0, 130.0));
        let mut scene = IsoScene::new(view);
        let block = |scene: &mut IsoScene, size: Vec3, color: Color| {
            let sprite = IsoSprite::block(&view, size, IsoLight::DAY.shades(color), true)?;
            Ok::<_, motile::tiles::TileError>(scene.add_sprite(sprite))
        };
        let flat = vec3(SIDE, 0.0, SIDE);
        let grass = block(&mut scene, flat, Color::hex(0xA9_C9_8A))?;
        let boards = block(&mut scene, flat, Color::hex(0xD8_BF_93))?;
        for cell in cells(IRect::new(0, 0, CELLS as u32, CELLS as u32)) {
            let inside = HOUSES.iter().any(|house| house.area.contains(cell.x, cell.y));
            scene.add_floor(place(cell), if inside { boards } else { grass });
        }
        let mut world = IsoWorld::new();
        for (house, number) in HOUSES.iter().zip(0..) {
            let size = vec3(SIDE, WALL, SIDE);
            let wall = block(&mut scene, size, Color::hex(house.wall))?;
            let inner = house.area.inflate(-1, -1);
            for cell in cells(house.area) {
                // A roof of steps, the higher the nearer to the ridge.
                let rise = 4.0 * (1 + steps(house.area, cell)) as f32;
                let top = block(&mut scene, vec3(SIDE, rise, SIDE), Color::hex(house.roof))?;
                let above = place(cell) - vec3(0.0, WALL, 0.0);
                let part = scene.add(IsoBox::standing(above, vec3(SIDE, rise, SIDE)), top);
                scene.set_roof(part, Some(number));
                if !inner.contains(cell.x, cell.y) && cell != house.door {
                    let body = IsoBody::block(place(cell), size);
                    scene.add(body.bounds(), wall);
                    world.add(body);
                }
            }
        }
        for (cell, height, color) in THINGS {
            let size = vec3(14.0, height, 14.0);
            let sprite = block(&mut scene, size, color)?;
            let body = IsoBody::block(place(cell), size);
            scene.add(body.bounds(), sprite);
            world.add(body);
        }
        let (mut bodies, mut items) = (Vec::new(), Vec::new());
        for (round, color) in ROUNDS.iter().zip([ORANGE, INK]) {
            let sprite = block(&mut scene, PERSON, color)?;
            let body = IsoBody::new(place(ivec2(round[0].0, round[0].1)), PERSON);
            items.push(scene.add(body.bounds(), sprite));
            bodies.push(world.add(body));
        }
        Ok(Self { world, goals: [1; 2], bodies, items, scene, open: 0 })
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        for person in 0..ROUNDS.len() {
            self.walk(person, tick.input);
        }
        self.world.step(tick.dt);
        for (&body, &item) in self.bodies.iter().zip(&self.items) {
            if let Some(body) = self.world.get(body) {
                self.scene.set(item, body.bounds());
            }
        }
        let people = [self.items.len(), 1, 0][tick.params.choice("opens-for") as usize];
        self.open = self.scene.open_roofs(&self.items[..people]);
        self.scene.sort();
    }

    fn draw_under(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.scene.draw(canvas);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let words = format!("{} parts of roofs are open", self.open);
        canvas.write(words, WORDS, vec2(320.0, 456.0), vec2(0.5, 0.5), INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.scene.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Roofs {
    /// The first goes where the arrows or a held pointer say; left alone, both go their rounds.
    fn walk(&mut self, person: usize, input: &Input) {
        let view = *self.scene.projection();
        let Some(body) = self.world.get_mut(self.bodies[person]) else { return };
        let (x, z) = ROUNDS[person][self.goals[person] as usize];
        let mut way = place(ivec2(x, z)) - body.position;
        if way.length() < 2.0 {
            self.goals[person] = (self.goals[person] + 1) % ROUNDS[person].len() as u32;
        }
        let arrows = input.arrows();
        if person == 0 && arrows != Vec2::ZERO {
            way = (view.to_floor(view.origin + arrows) - view.to_floor(view.origin)) * 1e3;
        } else if let Some(pointer) = input.pointer.held_at().filter(|_| person == 0) {
            way = view.to_floor(pointer) - body.position;
        }
        let pace = vec3(way.x, 0.0, way.z).clamp_length_max(1.0) * WALK;
        body.velocity = vec3(pace.x, body.velocity.y, pace.z);
    }
}

/// The middle of a cell, on the floor.
fn place(cell: IVec2) -> Vec3 {
    vec3(cell.x as f32, 0.0, cell.y as f32) * SIDE
}

fn cells(area: IRect) -> impl Iterator<Item = IVec2> {
    let rows = area.y..area.bottom() as i32;
    rows.flat_map(move |y| (area.x..area.right() as i32).map(move |x| ivec2(x, y)))
}

/// How many cells there are to the nearest side of a house.
fn steps(area: IRect, cell: IVec2) -> i32 {
    let (right, bottom) = (area.right() as i32 - 1, area.bottom() as i32 - 1);
    (cell.x - area.x).min(right - cell.x).min(cell.y - area.y).min(bottom - cell.y)
}
