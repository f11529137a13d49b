//! Pictures to convex parts, and worlds of bodies from any numbers.

use crate::bytes::Bytes;
use motile_bodies::{
    BodyDef, BodyId, BodyKind, BodyScene, BodyShape, BodyWorld, JointDef, OverlapPolicy,
    PictureBodies, PictureCover, PictureTrace,
};
use motile_collide::Mask;
use motile_geom::{StateHash, Vec2, state, vec2};
use motile_pixels::Surface;

/// Bytes that begin like XML are a drawing, like JSON a scene, and like a saved world one; any others a picture whose parts must cover its outlines
/// exactly, and a world.
pub fn run(data: &[u8]) {
    match data.first() {
        Some(&b'<') => return drawing(data),
        Some(&b'{') => return scene(data),
        Some(&b'm') => return saved(data),
        Some(&b'p') => return pictures(data),
        _ => {}
    }
    let mut bytes = Bytes::new(data);
    parts(&mut bytes);
    world(&mut bytes);
}

fn drawing(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let Ok((scene, looks)) = BodyScene::from_svg(text, OverlapPolicy::PinAtCenterOfOverlap) else {
        return;
    };
    assert_eq!(scene.bodies.len(), looks.len());
    scene.build(&mut BodyWorld::new());
}

/// A scene that is read is built, and its world goes on.
fn scene(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let Ok(scene) = BodyScene::from_json(text) else { return };
    let (report, mut world) = (scene.report(), BodyWorld::new());
    scene.build_as(&report, &mut world);
    for _ in 0..4 {
        world.step(1.0 / 60.0);
    }
}

/// A world that is loaded is saved as the same bytes, goes on, and can be taken apart.
fn saved(data: &[u8]) {
    let Ok(mut world) = state::restore::<BodyWorld>(data) else { return };
    let again = state::save(&world);
    let loaded = state::restore::<BodyWorld>(&again);
    assert!(loaded.is_ok_and(|loaded| StateHash::of(&loaded) == StateHash::of(&world)));
    for _ in 0..2 {
        world.step(1.0 / 60.0);
    }
    let ids: Vec<BodyId> = world.ids().collect();
    for (i, id) in ids.into_iter().enumerate() {
        match i % 3 {
            0 => drop(world.remove(id)),
            1 => drop(world.change(id, |def| def.kind = BodyKind::Dynamic)),
            _ => world.push(id, vec2(1e3, -1e3), Vec2::ZERO),
        }
    }
    world.step(1.0 / 60.0);
    world.restore(&world.snapshot());
}

/// Pictures of bodies that may not be there.
fn pictures(data: &[u8]) {
    let Ok(mut pictures) = state::restore::<PictureBodies>(&data[1..]) else { return };
    let mut world = BodyWorld::new();
    world.add(&BodyDef::new(BodyShape::circle(9.0)));
    pictures.explode(&mut world, Vec2::ZERO, 5.0, 50.0);
    assert!(pictures.iter().all(|(id, _)| world.get(id).is_some()), "all others are dropped");
}

/// The bytes of a small world of everything.
fn saved_world() -> Vec<u8> {
    let mut world = BodyWorld::new();
    let ground = BodyDef::new(BodyShape::chain(&[vec2(-90.0, 30.0), vec2(90.0, 34.0)]));
    let ground = world.add(&ground.with_kind(BodyKind::Static));
    let gate = BodyDef { sensor: true, ..BodyDef::new(BodyShape::rect(40.0, 40.0)) };
    world.add(&gate.with_kind(BodyKind::Kinematic));
    let bodies: Vec<BodyId> = (0..5u8)
        .map(|i| {
            let shape =
                if i % 2 == 0 { BodyShape::circle(8.0) } else { BodyShape::rect(20.0, 9.0) };
            world.add(&BodyDef::new(shape).at(f32::from(i) * 16.0 - 30.0, 18.0))
        })
        .collect();
    let joints = [
        JointDef::pin(vec2(-20.0, 18.0)),
        JointDef::distance(vec2(-14.0, 18.0), vec2(2.0, 18.0)).with_limits(4.0, 30.0),
        JointDef::weld(vec2(10.0, 18.0)).with_spring(3.0, 0.5),
        JointDef::wheel(vec2(20.0, 18.0), Vec2::Y).with_drive(3.0, 1e6),
    ];
    for (pair, joint) in bodies.windows(2).zip(&joints) {
        world.join(pair[0], pair[1], joint).ok();
    }
    world.join(ground, bodies[0], &JointDef::motor(vec2(-30.0, 18.0), 1e5)).ok();
    world.grab(bodies[4], vec2(34.0, 18.0));
    world.remove(bodies[2]);
    (0..20).for_each(|_| world.step(1.0 / 60.0));
    state::save(&world)
}

fn saved_pictures() -> Vec<u8> {
    let (mut world, mut pictures) = (BodyWorld::new(), PictureBodies::default());
    if let Ok(picture) = Surface::filled(12, 9, motile_pixels::Color::RED) {
        pictures.add(&mut world, picture, &BodyDef::new(BodyShape::circle(1.0))).ok();
    }
    [vec![b'p'], state::save(&pictures)].concat()
}

fn parts(bytes: &mut Bytes<'_>) {
    let mask = bytes.small_mask();
    let trace = PictureTrace {
        tolerance: bytes.number(),
        max_corners: u32::from(bytes.byte() % 12),
        smallest: u32::from(bytes.byte() % 4),
        ..PictureTrace::default()
    };
    let most = trace.max_corners.max(3) as usize;
    if let Ok(shape) = trace.of_mask(&mask) {
        for island in &shape.islands {
            let outlines: f64 = island.rings.iter().map(|ring| area(ring)).sum();
            assert_eq!(island.area(), outlines);
            assert!(island.parts.iter().all(|part| part.vertices().len() <= most));
        }
        let hull = PictureTrace { cover: PictureCover::Hull, ..trace }.of_mask(&mask);
        assert!(hull.is_ok_and(|hull| hull.area() >= shape.pixels as f64));
    }
}

fn area(ring: &[Vec2]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.as_dvec2().perp_dot(b.as_dvec2())).sum::<f64>() / 2.0
}

fn world(bytes: &mut Bytes<'_>) {
    let mut world = BodyWorld::new().with_gravity(vec2(0.0, bytes.number()));
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let mut ids = vec![BodyId::NOTHING];
    for _ in 0..24 {
        let pick = |ids: &[BodyId], byte: u8| ids[usize::from(byte) % ids.len()];
        let point = vec2(bytes.number(), bytes.number());
        let size = bytes.number();
        match bytes.byte() % 10 {
            0 => ids.push(world.add(&bytes.def(BodyShape::circle(size)).at(point.x, point.y))),
            1 => {
                ids.push(world.add(&bytes.def(BodyShape::rect(size, point.x)).at(point.x, point.y)))
            }
            2 => ids.push(world.add(&bytes.def(BodyShape::chain(&[point, vec2(size, 3.0)])))),
            3 => {
                let joint = bytes.joint(point);
                let (a, b) = (pick(&ids, bytes.byte()), pick(&ids, bytes.byte()));
                world.join(a, b, &joint).ok();
            }
            4 => {
                let picture = Surface::filled(12, 9, motile_pixels::Color::RED);
                let def = bytes.def(BodyShape::circle(1.0)).at(point.x, point.y);
                let body =
                    picture.ok().and_then(|picture| pictures.add(&mut world, picture, &def).ok());
                ids.extend(body);
            }
            5 => drop(pictures.explode(&mut world, point, size, 100.0)),
            6 => {
                world.remove(pick(&ids, bytes.byte()));
            }
            7 => {
                let moment = world.snapshot();
                world.step(size);
                world.restore(&moment);
            }
            8 => {
                let body = pick(&ids, bytes.byte());
                world.push(body, point * size, point);
                if let Some(grab) = world.grab(body, point) {
                    world.drag(grab, point * size);
                }
            }
            _ => world.step(size.clamp(-1.0, 0.05)),
        }
    }
    for _ in 0..4 {
        world.step(1.0 / 60.0);
    }
    for id in world.ids() {
        let state = world.get(id).unwrap_or_default();
        assert!(state.mass >= 0.0, "{state:?}");
    }
}

impl Bytes<'_> {
    fn small_mask(&mut self) -> Mask {
        let (width, height) = (u32::from(self.byte() % 40), u32::from(self.byte() % 24));
        let rows: Vec<u8> = (0..16).map(|_| self.byte()).collect();
        let solid = |x: u32, y: u32| {
            let byte = rows[((x / 8 + y * 3) % 16) as usize];
            byte.rotate_left(y % 8) >> (x % 8) & 1 == 1
        };
        Mask::from_fn(width, height, solid).expect("small")
    }

    fn def(&mut self, shape: BodyShape) -> BodyDef {
        let kind = [BodyKind::Dynamic, BodyKind::Static, BodyKind::Kinematic];
        let bits = self.byte();
        BodyDef {
            kind: kind[usize::from(bits % 3)],
            sensor: bits & 8 != 0,
            bullet: bits & 16 != 0,
            upright: bits & 32 != 0,
            one_way: (bits & 64 != 0).then_some(Vec2::NEG_Y),
            rotation: self.number(),
            velocity: vec2(self.number(), self.number()),
            density: self.number(),
            restitution: self.number(),
            ..BodyDef::new(shape)
        }
    }

    fn joint(&mut self, point: Vec2) -> JointDef {
        let other = vec2(self.number(), self.number());
        let joint = match self.byte() % 6 {
            0 => JointDef::pin(point),
            1 => JointDef::distance(point, other),
            2 => JointDef::slider(point, other),
            3 => JointDef::weld(point),
            4 => JointDef::wheel(point, other),
            _ => JointDef::motor(point, other.x),
        };
        match self.byte() % 3 {
            0 => joint.with_limits(self.number(), self.number()),
            1 => joint.with_drive(self.number(), self.number()),
            _ => joint.with_spring(self.number(), self.number()),
        }
    }
}

/// Pictures of several patterns with worlds behind them, a drawing, a scene, a saved world and saved pictures.
pub fn built() -> Vec<Vec<u8>> {
    let head = |width: u8, pattern: u8| {
        let mut bytes = vec![width, 20];
        bytes.extend((0..16u8).map(|i| pattern.wrapping_mul(i).rotate_left(u32::from(i % 3))));
        bytes.extend([4, 8, 1]);
        bytes
    };
    let world: Vec<u8> = (0..220u8).map(|i| i.wrapping_mul(37) ^ (i >> 2)).collect();
    let drawing = br#"<svg><g transform="rotate(9) scale(2 3)"><rect id="a" width="9" height="4"/></g><path d="M0 0 L9 0 C1 2 3 4 5 6 Z"/></svg>"#;
    let mut seeds: Vec<Vec<u8>> =
        [0x55, 0xff, 0x3c, 0x81].map(|pattern| [head(30, pattern), world.clone()].concat()).into();
    seeds.push(drawing.to_vec());
    let scene = br#"{"policy":"center-of-overlap","walls":[0,0,400,300],"bodies":[
        {"name":"ground static","rect":[400,20],"at":[200,290]},
        {"name":"ball","circle":12,"at":[200,20],"restitution":0.8,"density":2,"friction":0.1},
        {"polygon":[[0,0],[40,0],[20,30]],"at":[190,15],"rotation":0.4}]}"#;
    seeds.push(scene.to_vec());
    seeds.extend([saved_world(), saved_pictures()]);
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("bodies")].concat(), 600, run);
    }
}
