//! A small town to build and to walk through: everything is a box with a footprint, and nothing is ever drawn over what hides it.

mod houses;
mod sight;

use super::iso_town_art::{
    Actor, BOAT, FIRST_COTTAGE, HERO, NAMES, PICTURES, add, darkness, picture, size, walker,
};
use crate::Demo;
use crate::look::{GOLD, NIGHT, WORDS};
use houses::{Edit, House};
use motile::game::CameraRig;
use motile::geom::{Id, Vec3};
use motile::math::vec3;
use motile::prelude::*;
use motile::stage::Drawable;
use motile::tiles::iso::{IsoBody, IsoBox, IsoGhost, IsoItem, IsoKind, IsoMap, IsoScene, IsoWorld};
use sight::whole;

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-town",
    title: "A small town",
    sees: "Houses of several sizes, people who walk round them and over two bridges, a boat below; the light changes with the hour, and windows light up.",
    tries: "Walk behind a house with the arrow keys: it lets you be seen, faded or as an outline. Jump onto a bridge. Turn the view, or let the camera follow from near. Build on the grass, and take it back.",
    controls: "Hold and drag a house, let go to build it. Click a house of yours to pull it down. Z takes both back.",
    keys: &[
        (Key::Left, "go left"),
        (Key::Right, "go right"),
        (Key::Up, "go up"),
        (Key::Down, "go down"),
        (Key::Space, "jump"),
        (Key::Char('z'), "undo"),
    ],
    takes_drags: true,
    spec: &[
        "ISO-D13", "ISO-D14", "ISO-D17", "ISO-41", "ISO-N3", "ISO-N4", "ISO-N5", "ISO-N6", "ISO-N7",
    ],
    ticks: 100,
    script: "5 move 250 150\n6 down\n8 up\n10 key Right\n60 keyup Right\n80 move 446 384\n81 down\n",
    ..Demo::of::<Town>()
};

const MAP: &str = include_str!("iso_town.txt");
const SIDE: f32 = 20.0;
/// What becomes of what hides the hero.
const HIDING: &[&str] = &["fades", "is outlined", "stays"];
const CAMERAS: &[&str] = &["the whole town", "follows the hero"];

#[derive(StateHash)]
#[state(hash_only)]
struct Town {
    world: IsoWorld,
    hero: Actor,
    walkers: Vec<Actor>,
    hour: f32,
    boat: f32,
    camera: CameraRig,
    /// Houses that the visitor built.
    #[state(skip)]
    built: Vec<House>,
    /// What the visitor did, the latest last.
    #[state(skip)]
    edits: Vec<Edit>,
    /// The house that is being placed.
    #[state(skip)]
    ghost: Option<(Id<IsoItem>, IsoGhost)>,
    #[state(skip)]
    boat_item: Id<IsoItem>,
    #[state(skip)]
    faded: Vec<Id<IsoItem>>,
    #[state(skip)]
    scene: IsoScene,
    /// What the pictures were made for: the darkness in eighths, the turns of the view, and how near it is.
    #[state(skip)]
    look: (u32, u8, f32),
}

impl Sketch for Town {
    const PARAMS: &'static [Param] = &[
        Param::choice("view", &["north", "east", "south", "west"], 0),
        Param::number("hours-a-second", 0.0, 6.0, 0.5),
        Param::choice("what-hides", HIDING, 0),
        Param::choice("camera", CAMERAS, 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let view = whole();
        let mut scene = IsoScene::new(view);
        for number in 0..PICTURES {
            scene.add_sprite(picture(&view, number, 0)?);
        }
        let mut world = IsoWorld::new();
        world.area = Some(Aabb::new(Vec2::splat(-10.0), Vec2::splat(310.0)));
        let map = IsoMap::parse(MAP)?;
        if let Some(missing) = map.unknown_pictures(|name| NAMES.contains(&name)).pop() {
            return Err(missing.into());
        }
        let number = |definition: u32| match &map.definitions[definition as usize].kind {
            IsoKind::Picture { name, .. } => NAMES.iter().position(|known| known == name),
            _ => None,
        };
        let is_floor = |definition: u32| map.definitions[definition as usize].floor;
        for cell in map.cells().filter(|cell| is_floor(cell.definition)) {
            if let Some(number) = number(cell.definition) {
                scene.add_floor(cell.position(SIDE), number as u32);
            }
        }
        for (body, definition) in map.add_to(&mut world, SIDE) {
            if let Some(number) = number(definition).filter(|_| !is_floor(definition)) {
                let number = number as u32;
                scene.add(IsoBox::standing(world[body].position, size(number)), number);
            }
        }
        let start = IsoBody { step_height: 8.0, ..IsoBody::new(vec3(40.0, 0.0, 85.0), size(HERO)) };
        let hero = add(&mut world, &mut scene, start, HERO);
        let mut walkers = Vec::new();
        for index in 0..18 {
            walkers.push(walker(&mut world, &mut scene, index, stage));
        }
        let mut camera = CameraRig::new(stage.size());
        (camera.zoom, camera.smooth_time) = (sight::NEAR, 0.2);
        let boat_item = scene.add(IsoBox::standing(Vec3::ZERO, size(BOAT)), BOAT);
        let mut town = Self {
            world,
            hero,
            walkers,
            hour: 15.0,
            boat: 0.0,
            built: Vec::new(),
            edits: Vec::new(),
            ghost: None,
            boat_item,
            faded: Vec::new(),
            scene,
            camera,
            look: (0, 0, 1.0),
        };
        // The first house of the visitor's stands already, and can be taken back.
        let first = vec3(10.0, 0.0, 250.0);
        town.put(first, FIRST_COTTAGE);
        town.edits.push(Edit::Built(first));
        Ok(town)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.hour = (self.hour + tick.params.number("hours-a-second") * tick.dt) % 24.0;
        self.look_on(tick);
        stage.background = Color::hex(0xBF_E3_F2).lerp(NIGHT, darkness(self.hour));
        self.light();
        self.steer(tick);
        self.build(tick.input);
        let fall = self.world.get(self.hero.body).map_or(0.0, |hero| hero.velocity.y);
        self.world.step(tick.dt);
        self.feel_landing(fall);
        for actor in self.walkers.iter().chain([&self.hero]) {
            if let Some(body) = self.world.get(actor.body) {
                self.scene.set(actor.item, body.bounds());
            }
        }
        self.boat = (self.boat + 30.0 * tick.dt) % 360.0;
        let boat = vec3(230.0, 0.0, self.boat - 30.0);
        self.scene.set(self.boat_item, IsoBox::standing(boat, size(BOAT)));
        self.scene.sort();
        self.reveal(HIDING[tick.params.choice("what-hides") as usize]);
    }

    fn draw_under(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.scene.draw(canvas);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let words = format!("{:02}:{:02}", self.hour as u32, (self.hour.fract() * 60.0) as u32);
        let ink = if darkness(self.hour) > 0.5 { GOLD } else { NIGHT };
        canvas.write(words, WORDS, vec2(16.0, 22.0), vec2(0.0, 0.5), ink);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.scene.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Town {
    /// The hero goes where the arrows point on the screen, whatever the view; the others walk to and fro.
    fn steer(&mut self, tick: Tick) {
        let view = self.scene.projection().with_zoom(1.0);
        let arrows = tick.input.arrows() * 90.0;
        let way = view.to_floor(view.origin + arrows) - view.to_floor(view.origin);
        if let Some(hero) = self.world.get_mut(self.hero.body) {
            let jump = tick.input.pressed(Key::Space) && hero.grounded;
            let up = if jump { -260.0 } else { hero.velocity.y };
            hero.velocity = vec3(way.x, up, way.z).clamp_length_max(260.0);
            if let Some(ahead) = view.facing(way) {
                self.scene.set_sprite(self.hero.item, HERO + u32::from(ahead));
            }
        }
        for actor in &mut self.walkers {
            let Some(body) = self.world.get_mut(actor.body) else { continue };
            let ahead = vec3(actor.to.x - body.position.x, 0.0, actor.to.z - body.position.z);
            if ahead.length() < 2.0 {
                core::mem::swap(&mut actor.from, &mut actor.to);
            }
            let pace = ahead.clamp_length(26.0, 26.0);
            body.velocity = vec3(pace.x, body.velocity.y, pace.z);
        }
    }
}

#[cfg(test)]
mod tests;
