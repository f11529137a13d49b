//! Maps as editors keep them, seen as worlds: the footprint and height of every tile say what hides what and what stops whom.

mod art;
mod island;

use super::iso_town_art::{HERO, picture as actor, size};
use crate::look::{GOLD, INK, NIGHT, SNOW};
use crate::{Demo, kit};
use island::island;
use motile::geom::{Id, Vec3};
use motile::math::vec3;
use motile::prelude::*;
use motile::stage::Drawable;
use motile::tiles::iso::{IsoBody, IsoBox, IsoItem, IsoMapScene, IsoScene, IsoWorld};
use motile::tiles::{MapPictures, TileMap, read_tiled};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-editors",
    title: "Maps of editors",
    sees: "A village drawn in the editor Tiled, with houses of several cells, a river and a bridge, and someone who walks there. Also a harbor in staggered rows, and an island made of the logic layer of an LDtk project, its shores and meadows chosen by rules.",
    tries: "Walk behind a house: its outline stays. Draw row by row, as the editor does: the walker is over everything, and crates come through walls. Look at the other maps.",
    controls: "",
    keys: &[
        (Key::Left, "go left"),
        (Key::Right, "go right"),
        (Key::Up, "go up"),
        (Key::Down, "go down"),
    ],
    spec: &["ISO-N1", "ISO-N2", "ISO-N5", "ISO-N9", "ISO-X10"],
    ticks: 90,
    script: "4 key Left\n80 keyup Left\n",
    ..Demo::of::<Editors>()
};

const MAPS: &[&str] = &["Tiled, isometric", "Tiled, staggered", "LDtk, logic"];
const DRAWN: &[&str] = &["as volumes", "row by row"];
const HIDDEN: &[&str] = &["outlined", "faded", "as they are"];
/// The hero of the town, as large as these cells want it.
const LARGE: f32 = 1.6;
/// Units a second.
const SPEED: f32 = 90.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Editors {
    world: IsoWorld,
    /// Where the walker goes by itself, and for how long yet, seconds.
    stroll: (Vec3, f32),
    seconds: f32,
    #[state(skip)]
    hero: Id<IsoBody>,
    #[state(skip)]
    item: Id<IsoItem>,
    /// The first of eight pictures.
    #[state(skip)]
    looks: u32,
    #[state(skip)]
    hiding: Vec<Id<IsoItem>>,
    #[state(skip)]
    map: TileMap,
    #[state(skip)]
    pictures: MapPictures,
    #[state(skip)]
    town: IsoMapScene,
}

impl Sketch for Editors {
    const PARAMS: &'static [Param] = &[
        Param::choice("map", MAPS, 0),
        Param::choice("drawn", DRAWN, 0),
        Param::choice("what-hides", HIDDEN, 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xDF_EE_F4);
        Self::on(stage.params().choice("map") as usize)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("map") {
            match Self::on(tick.params.choice("map") as usize) {
                Ok(fresh) => *self = fresh,
                Err(error) => stage.fail(error),
            }
        }
        self.seconds += tick.dt;
        self.town.animate(&self.map, &self.pictures, f64::from(self.seconds));
        self.walk(stage, tick);
        self.world.step(tick.dt);
        if let Some(body) = self.world.get(self.hero) {
            self.town.scene.set(self.item, body.bounds());
        }
        self.town.scene.sort();
        self.reveal(HIDDEN[tick.params.choice("what-hides") as usize]);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let is_scene = stage.params().choice("drawn") == 0;
        if is_scene {
            self.town.scene.draw(canvas);
        } else if let Ok(mut rows) = Surface::new(640, 480) {
            // The editor's way: layer by layer, row by row, and whoever walks there on top.
            let camera = self.map.iso_projection().origin - self.town.scene.projection().origin;
            self.pictures.draw(&self.map, camera, f64::from(self.seconds), &mut rows);
            canvas.sprite(&rows, ivec2(0, 0), &Blit::default());
            if let Some(body) = self.world.get(self.hero) {
                let foot = self.town.scene.projection().to_screen(body.position);
                canvas.fill(&Path::circle(foot - vec2(0.0, 12.0), 9.0), GOLD);
                canvas.stroke(&Path::circle(foot - vec2(0.0, 12.0), 9.0), &Stroke::new(2.0), INK);
            }
        }
        let words = format!(
            "{} things with a volume, {} bodies that stop",
            self.town.scene.order().len() - 1,
            self.world.len() - 1
        );
        kit::foot_caption(canvas, words, SNOW);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.town.scene.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Editors {
    fn on(number: usize) -> motile::Result<Self> {
        let mut world = IsoWorld::new();
        let mut things = Vec::new();
        let (map, start) = match MAPS[number % MAPS.len()] {
            "LDtk, logic" => island(&mut things)?,
            "Tiled, staggered" => {
                (tiled(include_bytes!("iso_editors/harbor.tmx"))?, vec3(192.0, 0.0, 64.0))
            }
            _ => (tiled(include_bytes!("iso_editors/village.tmx"))?, vec3(96.0, 0.0, 192.0)),
        };
        let pictures = MapPictures::load(&map, "", art::picture)?;
        let mut town = IsoMapScene::new(&map, &pictures);
        map.add_iso_to(&mut world);
        let view = map.iso_projection();
        let shift = vec2(320.0, 230.0) - town.scene.reach().center();
        town.scene.set_projection(view.with_origin(view.origin + shift.round()));
        for (bounds, sprite) in things {
            world.add(IsoBody::block(bounds.base(), bounds.size()));
            let sprite = town.scene.add_sprite(sprite);
            town.scene.add(bounds, sprite);
        }
        let body = IsoBody::new(start, size(HERO) * LARGE);
        let hero = world.add(IsoBody { step_height: 9.0, ..body });
        let (item, looks) = add_actor(&mut town.scene, body.bounds())?;
        let stroll = (Vec3::ZERO, 1.0);
        let hiding = Vec::new();
        Ok(Self { world, stroll, seconds: 0.0, hero, item, looks, hiding, map, pictures, town })
    }

    /// Where the arrows point on the screen; after a while without them, anywhere.
    fn walk(&mut self, stage: &mut Stage, tick: Tick) {
        let view = *self.town.scene.projection();
        let arrows = tick.input.arrows();
        if arrows != Vec2::ZERO {
            let way = view.to_floor(view.origin + arrows) - view.to_floor(view.origin);
            self.stroll = (way.normalize_or_zero() * SPEED, 0.1);
        }
        self.stroll.1 -= tick.dt;
        if self.stroll.1 <= 0.0 {
            let turn = stage.rng.below(8) as f32 * core::f32::consts::FRAC_PI_4;
            let way = vec3(ops::cos(turn), 0.0, ops::sin(turn)) * SPEED * 0.6;
            self.stroll = (way, stage.rng.range(0.5..1.6));
        }
        let way = self.stroll.0;
        if let Some(body) = self.world.get_mut(self.hero) {
            body.velocity = vec3(way.x, body.velocity.y, way.z);
        }
        if let Some(ahead) = view.facing(way) {
            self.town.scene.set_sprite(self.item, self.looks + u32::from(ahead));
        }
    }

    /// What stands before the walker lets it be seen.
    fn reveal(&mut self, how: &str) {
        let scene = &mut self.town.scene;
        for &item in &self.hiding {
            scene.set_outline(item, None);
            scene.set_tint(item, Color::WHITE);
        }
        scene.hiding(self.item, &mut self.hiding);
        for &item in &self.hiding {
            match how {
                "outlined" => scene.set_outline(item, Some(NIGHT)),
                "faded" => scene.set_tint(item, Color::WHITE.with_alpha(110)),
                _ => true,
            };
        }
    }
}

/// The walker with its eight pictures.
fn add_actor(scene: &mut IsoScene, bounds: IsoBox) -> motile::Result<(Id<IsoItem>, u32)> {
    let view = scene.projection().with_zoom(LARGE);
    let mut first = 0;
    for way in 0..8 {
        let number = scene.add_sprite(actor(&view, HERO + way, 0)?);
        first = number - way;
    }
    Ok((scene.add(bounds, first), first))
}

fn tiled(file: &'static [u8]) -> motile::Result<TileMap> {
    Ok(read_tiled("map.tmx", &mut |_: &str| Ok::<_, String>(file.to_vec()))?)
}

#[cfg(test)]
mod tests;
