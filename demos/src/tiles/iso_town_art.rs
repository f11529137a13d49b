//! The pictures of the small town, by day and by night, and its people.

use super::iso_art::{Part, built, house, tree, windows};
use crate::look::{GOLD, NIGHT, ORANGE, RED};
use motile::geom::{Id, Vec3};
use motile::math::vec3;
use motile::prelude::*;
use motile::tiles::iso::{
    IsoBody, IsoItem, IsoLight, IsoProjection, IsoScene, IsoSprite, IsoWorld,
};

/// Pictures that the map names, by their numbers.
pub(super) const NAMES: [&str; 9] =
    ["grass", "road", "water", "cottage", "flats", "hall", "tree", "step", "deck"];
/// The first of three houses.
pub(super) const FIRST_COTTAGE: u32 = 3;
/// The first of eight, one for each way it may look.
pub(super) const HERO: u32 = 9;
pub(super) const WALKER: u32 = 17;
pub(super) const BOAT: u32 = 18;
/// How many there are.
pub(super) const PICTURES: u32 = 19;

/// A body of the world with its place in the scene.
#[derive(Clone, Copy, StateHash)]
#[state(hash_only)]
pub(super) struct Actor {
    #[state(skip)]
    pub(super) body: Id<IsoBody>,
    #[state(skip)]
    pub(super) item: Id<IsoItem>,
    /// The ends of its walk.
    pub(super) from: Vec3,
    pub(super) to: Vec3,
}

impl Actor {
    /// Takes body and picture away.
    pub(super) fn pull_down(self, world: &mut IsoWorld, scene: &mut IsoScene) {
        world.remove(self.body);
        scene.remove(self.item);
    }
}

/// Puts a body into the world and its picture into the scene.
pub(super) fn add(world: &mut IsoWorld, scene: &mut IsoScene, body: IsoBody, number: u32) -> Actor {
    let item = scene.add(body.bounds(), number);
    Actor { item, from: body.position, to: body.position, body: world.add(body) }
}

/// Six on each road, every other one the other way round, on its own side.
pub(super) fn walker(
    world: &mut IsoWorld,
    scene: &mut IsoScene,
    index: u32,
    stage: &mut Stage,
) -> Actor {
    let lane = if index.is_multiple_of(2) { 5.0 } else { -5.0 };
    let (mut from, mut to) = match index % 3 {
        0 => (vec3(0.0, 0.0, 80.0 + lane), vec3(300.0, 0.0, 80.0 + lane)),
        1 => (vec3(0.0, 0.0, 220.0 + lane), vec3(300.0, 0.0, 220.0 + lane)),
        _ => (vec3(100.0 + lane, 0.0, 0.0), vec3(100.0 + lane, 0.0, 300.0)),
    };
    if index.is_multiple_of(2) {
        core::mem::swap(&mut from, &mut to);
    }
    // Not on a bridge, where they would start inside of it.
    let start = from.lerp(to, stage.rng.range(0.0..0.5));
    let start = if (190.0..270.0).contains(&start.x) { from } else { start };
    let body = IsoBody { step_height: 8.0, solid: false, ..IsoBody::new(start, size(WALKER)) };
    Actor { from, to, ..add(world, scene, body, WALKER) }
}

/// How much of the night there is at an hour.
pub(super) fn darkness(hour: f32) -> f32 {
    let from_noon = (hour - 12.5).abs();
    ((from_noon - 4.5) / 3.0).clamp(0.0, 1.0)
}

/// The blocks of a picture and its size.
fn parts(number: u32) -> (Vec<Part>, Vec3) {
    let block = |size: Vec3, color: u32| (vec![(Vec3::ZERO, size, Color::hex(color))], size);
    match number {
        0 => block(vec3(20.0, 0.0, 20.0), 0x8E_C5_6C),
        1 => block(vec3(20.0, 0.0, 20.0), 0xC9_C2_B2),
        2 => block(vec3(20.0, 0.0, 20.0), 0x4F_A0_DB),
        3 => house(32.0, 20.0, 32.0, Color::hex(0xF2_DF_BE), RED),
        4 => house(30.0, 48.0, 30.0, Color::hex(0xE3_A8_7C), Color::hex(0x6F_7B_8E)),
        5 => house(52.0, 26.0, 34.0, Color::hex(0xDD_DF_E6), Color::hex(0x4E_6E_9E)),
        6 => tree(Color::hex(0x4C_93_4A)),
        7 => block(vec3(20.0, 7.0, 20.0), 0xB8_92_66),
        8 => block(vec3(40.0, 3.0, 20.0), 0xC9_A0_70),
        HERO..WALKER => {
            let (coat, skin) = (ORANGE, Color::hex(0xF6_D3_B0));
            let angle = (number - HERO) as f32 * core::f32::consts::FRAC_PI_4;
            let look = vec2(ops::cos(angle), ops::sin(angle));
            let head = (vec3(0.0, -11.0, 0.0), Vec3::splat(5.0), skin);
            let cap = (vec3(0.0, -16.0, 0.0), vec3(6.0, 2.0, 6.0), RED);
            let peak = (vec3(look.x * 3.5, -14.5, look.y * 3.5), vec3(4.0, 1.5, 4.0), RED);
            let body = (Vec3::ZERO, vec3(7.0, 11.0, 7.0), coat);
            (vec![body, head, cap, peak], vec3(7.0, 18.0, 7.0))
        }
        WALKER => block(vec3(5.0, 13.0, 5.0), 0x5B_55_86),
        _ => block(vec3(12.0, 6.0, 26.0), 0xF4_F1_EA),
    }
}

/// How large a thing is.
pub(super) fn size(number: u32) -> Vec3 {
    parts(number).1
}

/// A picture in the light of the hour; windows are lit at night.
pub(super) fn picture(view: &IsoProjection, number: u32, dark: u32) -> motile::Result<IsoSprite> {
    let light = IsoLight::DAY.lerp(&IsoLight::NIGHT, dark as f32 / 8.0);
    let (parts, size) = parts(number);
    // The ways of the hero are those of the screen, however the view is turned.
    let is_hero = (HERO..WALKER).contains(&number);
    let view = if is_hero { &view.with_turns(0) } else { view };
    let mut sprite = built(view, &light, &parts)?;
    if (FIRST_COTTAGE..FIRST_COTTAGE + 3).contains(&number) {
        let glass = Color::hex(0x5C_78_90);
        let colors = if dark >= 5 { [GOLD, GOLD] } else { [glass.lerp(NIGHT, 0.4), glass] };
        windows(&mut sprite, view, size, size.y - 10.0, colors);
    }
    Ok(sprite)
}
