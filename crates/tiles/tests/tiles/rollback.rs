//! Tile worlds go back in time and forward again, bit for bit: what rollback over a network needs (TILE-X10).

use crate::worlds::{World, kinds};
use motile_geom::{Aabb, HashState, Rng, SaveState, StateHash, StateReader, StateWriter, vec2};
use motile_tiles::{
    Character, CharacterInput, Ground, Tile, TileBody, TileLayer, TilePlatform, TileSpace,
    move_platforms,
};

const DT: f32 = 1.0 / 60.0;
const TEXT: &str = "
    ................
    ................
    ....^^^.....=...
    ............=...
    ../X\\....XXX=...
    ./XXXXlhX.......
    XXXXXXXXXXXX..XX
";

/// All that changes: the map too, which is dug away.
#[derive(Debug)]
struct Level {
    layer: TileLayer,
    hero: Character,
    lift: TilePlatform,
    crates: Vec<TileBody>,
}

impl Level {
    fn new() -> Self {
        let body = |x: f32| TileBody::boxed(Aabb::from_size(vec2(x, 0.0), vec2(9.0, 12.0)));
        let lift = TilePlatform {
            velocity: vec2(0.0, -40.0),
            ..TilePlatform::new(vec2(208.0, 90.0), vec2(14.0, 3.0))
        };
        let crates = vec![body(70.0), TileBody::circle(vec2(150.0, 10.0), 5.0)];
        let layer = World::new(TEXT, 16.0).layer;
        Self { layer, hero: Character::new(body(20.0)), lift, crates }
    }

    fn step(&mut self, (input, dug): (CharacterInput, (i32, i32))) {
        let kinds = kinds();
        self.layer.set(dug.0, dug.1, Tile::EMPTY);
        let ground = Ground::new(&self.layer, &kinds, TileSpace::square(16.0));
        if !(20.0..100.0).contains(&(self.lift.position + self.lift.velocity * DT).y) {
            self.lift.velocity.y *= -1.0;
        }
        let lifts = core::slice::from_mut(&mut self.lift);
        let hero = core::slice::from_mut(&mut self.hero.body);
        move_platforms(lifts, hero, &ground, DT, &mut Vec::new());
        let ground = ground.with_platforms(lifts);
        self.hero.step(&ground, input, DT);
        for body in &mut self.crates {
            body.velocity.y += 900.0 * DT;
            ground.slide_and_rub(body, 300.0, DT, &mut Vec::new());
        }
    }

    fn hash(&self) -> u64 {
        let mut hash = StateHash::default();
        self.layer.hash_state(&mut hash);
        self.hero.hash_state(&mut hash);
        self.lift.hash_state(&mut hash);
        self.crates.hash_state(&mut hash);
        hash.finish()
    }

    fn saved(&self) -> Vec<u8> {
        let mut out = StateWriter::new();
        self.layer.save(&mut out);
        self.hero.save(&mut out);
        self.lift.save(&mut out);
        self.crates.save(&mut out);
        out.into_bytes()
    }

    fn restored(bytes: &[u8]) -> Self {
        let mut input = StateReader::new(bytes);
        Self {
            layer: TileLayer::restore(&mut input).unwrap(),
            hero: Character::restore(&mut input).unwrap(),
            lift: TilePlatform::restore(&mut input).unwrap(),
            crates: Vec::restore(&mut input).unwrap(),
        }
    }
}

#[test]
fn tile_x10_worlds_go_back_and_forward_bit_for_bit() {
    let mut rng = Rng::new(10);
    let mut held = CharacterInput::default();
    let inputs: Vec<_> = (0..600)
        .map(|tick| {
            if tick % 11 == 0 {
                let stick = |rng: &mut Rng| [-1.0, 0.0, 1.0][rng.below(3) as usize];
                held = CharacterInput {
                    x: stick(&mut rng),
                    y: stick(&mut rng),
                    jump: rng.chance(0.4),
                };
            }
            (held, if tick % 20 == 0 { (rng.int(0..16), rng.int(3..6)) } else { (-1, -1) })
        })
        .collect();
    let (mut straight, mut back) = (Level::new(), Level::new());
    let (mut snapshots, mut places) = (vec![back.saved()], std::collections::BTreeSet::new());
    for (tick, &input) in inputs.iter().enumerate() {
        straight.step(input);
        back.step(input);
        snapshots.push(back.saved());
        // Eight ticks back, and those again, as when an input came late.
        if tick % 3 == 0 && tick >= 8 {
            back = Level::restored(&snapshots[tick - 7]);
            inputs[tick - 7..=tick].iter().for_each(|&input| back.step(input));
            assert_eq!(back.saved(), snapshots[tick + 1], "tick {tick}");
        }
        assert_eq!(back.hash(), straight.hash(), "tick {tick}");
        places.insert(straight.hero.body.position.x as i32);
    }
    assert!(places.len() > 40, "the hero moved: {}", places.len());
}
