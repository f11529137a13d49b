//! Isometric views, boxes and bodies from any numbers. The fuzz target `iso_world` runs it too.

use motile_geom::{
    Aabb, Id, SaveState, StateHash, StateReader, StateWriter, Vec2, Vec3, vec2, vec3,
};
use motile_pixels::{Color, Surface};
use motile_tiles::iso::{
    IsoBody, IsoBox, IsoItem, IsoOrder, IsoProjection, IsoScene, IsoSlope, IsoSprite, IsoWalk,
    IsoWorld,
};

/// Bytes, taken from the front; zeros when there are no more.
struct Bytes<'a> {
    rest: &'a [u8],
}

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let taken = self.rest.split_first();
        let (first, rest) = taken.map_or((0, self.rest), |(byte, rest)| (*byte, rest));
        self.rest = rest;
        first
    }

    /// A small number, in quarters, or any bits.
    fn number(&mut self) -> f32 {
        match self.byte() {
            127 => f32::from_le_bytes([0; 4].map(|_| self.byte())),
            small => f32::from(small as i8) / 4.0,
        }
    }
}

/// Few enough that an input is tried in no time; more are legal.
const MOST: u32 = 24;

/// Whatever the numbers are, an order is whole and does not depend on what moved before, a picture is drawn, and bodies that had
/// finite numbers keep them.
pub(crate) fn check_any(data: &[u8]) {
    let mut bytes = Bytes { rest: data };
    if bytes.byte().is_multiple_of(2) { check_order(&mut bytes) } else { check_world(&mut bytes) }
}

fn vec2_of(bytes: &mut Bytes<'_>) -> Vec2 {
    vec2(bytes.number(), bytes.number())
}

fn vec3_of(bytes: &mut Bytes<'_>) -> Vec3 {
    vec3(bytes.number(), bytes.number(), bytes.number())
}

fn view_of(bytes: &mut Bytes<'_>) -> IsoProjection {
    let view = match bytes.byte() % 4 {
        0 => IsoProjection::DIMETRIC,
        1 => IsoProjection::TRUE_ISOMETRIC,
        2 => IsoProjection::pitched(bytes.number()),
        _ => IsoProjection::DIMETRIC.with_tile(bytes.number(), bytes.number()),
    };
    let view = if bytes.byte().is_multiple_of(3) { view.with_rise(bytes.number()) } else { view };
    let view = view.with_zoom(bytes.number()).with_turns(bytes.byte());
    view.with_origin(vec2_of(bytes)).with_pivot(vec2_of(bytes))
}

fn box_of(bytes: &mut Bytes<'_>) -> IsoBox {
    match bytes.byte() % 3 {
        0 => IsoBox::new(vec3_of(bytes), vec3_of(bytes)),
        1 => IsoBox { min: vec3_of(bytes), max: vec3_of(bytes) },
        _ => IsoBox::standing(vec3_of(bytes), vec3_of(bytes)),
    }
}

fn check_order(bytes: &mut Bytes<'_>) {
    let view = view_of(bytes);
    let mut scene = IsoScene::new(view);
    let Ok(mut picture) = Surface::opaque(24, 24, Color::WHITE) else { return };
    let block = IsoSprite::block(&IsoProjection::DIMETRIC, Vec3::splat(6.0), [Color::RED; 3], true);
    let sprites = block.map_or(0, |block| scene.add_sprite(block));
    let mut ids: Vec<Id<IsoItem>> = Vec::new();
    for _ in 0..bytes.byte() as u32 % MOST {
        let sprite = sprites + u32::from(bytes.byte().is_multiple_of(9));
        ids.push(scene.add_in_layer(box_of(bytes), sprite, i32::from(bytes.byte() % 3)));
    }
    for _ in 0..4 {
        scene.sort_all();
        check_same(scene.order(), &ids);
        scene.draw_into(&mut picture);
        scene.draw_by_depth(&mut picture);
        let place = vec2_of(bytes);
        let pick = scene.order().pick(place);
        assert!(pick.is_none_or(|pick| ids.contains(&pick.id)));
        assert!(scene.pick(place).is_none_or(|pick| ids.contains(&pick.id)));
        if bytes.rest.is_empty() || ids.is_empty() {
            return;
        }
        for _ in 0..bytes.byte() % 4 {
            let id = ids[usize::from(bytes.byte()) % ids.len()];
            match bytes.byte() % 8 {
                0 => {
                    scene.remove(id);
                    ids.retain(|&other| other != id);
                    if ids.is_empty() {
                        return;
                    }
                }
                1 => scene.set_projection(view_of(bytes)),
                2 => scene.add_floor(vec3_of(bytes), sprites),
                _ => drop(scene.set(id, box_of(bytes))),
            }
        }
        let mut hiding = Vec::new();
        scene.sort();
        scene.hiding(ids[0], &mut hiding);
    }
}

/// Things that have a place are in the order once, and it is that of a world that never moved.
fn check_same(order: &IsoOrder, ids: &[Id<IsoItem>]) {
    let placed = ids.iter().filter(|&&id| order.get(id).is_some_and(|it| it.bounds.is_valid()));
    assert_eq!(order.sequence().len(), placed.count());
    assert_eq!(order.groups().map(<[_]>::len).sum::<usize>(), order.sequence().len());
    let mut fresh = order.clone();
    // Another view tests all things anew.
    let view = *order.projection();
    fresh.set_projection(view.with_turns(view.turns.wrapping_add(1)));
    fresh.sort();
    fresh.set_projection(view);
    fresh.sort();
    assert_eq!(fresh.sequence(), order.sequence());
    assert_eq!(fresh.penetrations(), order.penetrations());
}

fn body_of(bytes: &mut Bytes<'_>) -> IsoBody {
    let kind = bytes.byte();
    let body = IsoBody::new(vec3_of(bytes), vec3_of(bytes));
    let slopes = [IsoSlope::TowardX, IsoSlope::AwayX, IsoSlope::TowardZ, IsoSlope::AwayZ];
    IsoBody {
        velocity: if kind & 1 == 0 { Vec3::ZERO } else { vec3_of(bytes) },
        solid: !kind.is_multiple_of(5),
        fixed: kind & 2 == 2,
        weight: if kind & 4 == 4 { bytes.number() } else { 1.0 },
        bounce: if kind & 8 == 8 { bytes.number() } else { 0.0 },
        friction: if kind & 16 == 16 { bytes.number() } else { 2.0 },
        step_height: if kind & 32 == 32 { bytes.number() } else { 0.0 },
        slope: (kind & 64 == 64).then(|| slopes[usize::from(bytes.byte() % 4)]),
        layers: u32::from(bytes.byte() | 1),
        mask: if kind & 128 == 128 { u32::from(bytes.byte()) } else { u32::MAX },
        ..body
    }
}

fn check_world(bytes: &mut Bytes<'_>) {
    let mut world = IsoWorld::new();
    match bytes.byte() % 4 {
        0 => world.gravity = bytes.number(),
        1 => world.ground = None,
        2 => world.area = Some(Aabb { min: vec2_of(bytes), max: vec2_of(bytes) }),
        _ => world.rest_speed = bytes.number(),
    }
    let mut ids: Vec<Id<IsoBody>> = Vec::new();
    for _ in 0..bytes.byte() as u32 % MOST {
        ids.push(world.add(body_of(bytes)));
    }
    let mut dt = 1.0 / 60.0;
    for _ in 0..12 {
        // Whoever is lent out is awake: a world in which nobody sleeps does the same.
        let mut twin = world.clone();
        for &id in &ids {
            twin.get_mut(id);
        }
        let before: Vec<bool> = world.iter().map(|(_, body)| body.is_valid()).collect();
        world.step(dt);
        twin.step(dt);
        assert_eq!(StateHash::of(&world), StateHash::of(&twin));
        for (was, (_, body)) in before.into_iter().zip(world.iter()) {
            assert!(!was || body.is_valid(), "{body:?}");
        }
        check_saved(&world);
        if bytes.rest.is_empty() || ids.is_empty() {
            continue;
        }
        let id = ids[usize::from(bytes.byte()) % ids.len()];
        match bytes.byte() % 8 {
            0 => drop(world.remove(id)),
            1 => drop(world.slide(id, vec3_of(bytes))),
            2 => drop(world.ray(vec3_of(bytes), vec3_of(bytes), u32::from(bytes.byte()))),
            3 => drop(world.ghost(vec3_of(bytes), vec3_of(bytes), bytes.number())),
            4 => drop(world.shadow(id)),
            5 => dt = bytes.number(),
            6 => check_walk(&mut world, bytes),
            _ => {
                let body = body_of(bytes);
                world.get_mut(id).map(|place| *place = body).unwrap_or_default();
            }
        }
    }
}

fn check_saved(world: &IsoWorld) {
    let mut saved = StateWriter::new();
    world.save(&mut saved);
    let saved = saved.into_bytes();
    let again = IsoWorld::restore(&mut StateReader::new(&saved));
    let again = again.map(|again| StateHash::of(&again));
    assert_eq!(again, Ok(StateHash::of(world)));
}

fn check_walk(world: &mut IsoWorld, bytes: &mut Bytes<'_>) {
    let (side, walker, step) = (bytes.number(), vec3_of(bytes), bytes.number());
    let walk = IsoWalk::new(world, 5, 4, side, walker, step);
    for spot in 0..walk.len() {
        assert!(!walk.position(spot).is_nan());
        walk.edges(spot, &mut |next, _| assert!(next < walk.len()));
    }
}
