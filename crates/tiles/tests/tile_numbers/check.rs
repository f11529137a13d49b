//! Ground, bodies, platforms, characters and cars from any numbers.

use motile_geom::{Aabb, Marks, SaveState, StateHash, StateReader, StateWriter, Vec2, vec2};
use motile_tiles::{
    Beyond, Car, CarRules, Character, CharacterInput, CharacterRules, DirectionMap, Ground,
    LapCounter, PlatformEvent, Tile, TileBody, TileContact, TileKind, TileKinds, TileLayer,
    TileMaterial, TilePlatform, TileShape, TileSides, TileSpace, move_platforms,
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

    /// One of some numbers, from 0.
    fn below(&mut self, count: u8) -> u8 {
        self.byte() % count
    }

    /// A number of about this size, or one of any bits.
    fn number(&mut self, size: f32) -> f32 {
        match self.byte() {
            127 => f32::from_le_bytes([0; 4].map(|_| self.byte())),
            small => f32::from(small as i8) / 128.0 * size,
        }
    }

    fn pair(&mut self, size: f32) -> Vec2 {
        vec2(self.number(size), self.number(size))
    }

    /// A length: below 0 only where it has any bits. What covers millions of cells is legal, and slow.
    fn length(&mut self, size: f32) -> f32 {
        let number = self.number(size);
        let number = if number < 0.0 && number > -size { -number } else { number };
        if number > 0.0 && number < 1e6 { number.clamp(size / 64.0, 8.0 * size) } else { number }
    }

    fn sides(&mut self) -> TileSides {
        let all = [TileSides::TOP, TileSides::RIGHT, TileSides::BOTTOM, TileSides::LEFT];
        let mask = self.byte();
        let some = (0..4).filter(|bit| mask & 0x11 << bit == 0x11 << bit).map(|bit| all[bit]);
        some.fold(TileSides::NONE, |sides, side| sides | side)
    }

    fn material(&mut self) -> TileMaterial {
        if !self.byte().is_multiple_of(4) {
            return TileMaterial::PLAIN;
        }
        let (grip, bounce) = (self.number(2.0), self.number(2.0));
        TileMaterial { grip, bounce, belt: self.pair(60.0), tag: 0 }
    }
}

/// Width and height of the map in cells, and the side of a cell.
const COLUMNS: u32 = 10;
const ROWS: u32 = 8;
const SIDE: f32 = 16.0;
const DT: f32 = 1.0 / 60.0;

/// Whatever the numbers are, nothing panics, and who had finite numbers keeps them.
pub(crate) fn check_any(data: &[u8]) {
    let mut bytes = Bytes { rest: data };
    if bytes.below(4) == 0 { check_cars(&mut bytes) } else { check_ground(&mut bytes) }
}

fn kinds_of(bytes: &mut Bytes<'_>) -> TileKinds {
    let mut kinds = TileKinds::new();
    for number in 1..=6 {
        let shape = match bytes.below(6) {
            0..3 => TileShape::Full,
            3 => TileShape::Floor { left: bytes.number(1.0), right: bytes.number(1.0) },
            4 => TileShape::Ceiling { left: bytes.number(1.0), right: bytes.number(1.0) },
            _ => TileShape::None,
        };
        let trait_of = bytes.byte();
        kinds.set(
            number,
            TileKind {
                shape,
                one_way: bytes.sides(),
                sensor: trait_of & 7 == 7,
                ladder: trait_of & 0x38 == 0x38,
                material: bytes.material(),
                layers: u32::from(bytes.byte() | 1),
            },
        );
    }
    kinds
}

fn layer_of(bytes: &mut Bytes<'_>) -> TileLayer {
    let bounded = TileLayer::new(COLUMNS, ROWS);
    let mut layer =
        if bytes.below(4) == 0 { Ok(TileLayer::endless()) } else { bounded }.expect("it is small");
    let wild = bytes.byte();
    for index in 0..COLUMNS * ROWS {
        let (x, y) = ((index % COLUMNS) as i32, (index / COLUMNS) as i32);
        // The same few bytes make the whole map.
        let mixed = (index * 37 + u32::from(wild) * 11) ^ index >> 2;
        let solid = mixed.is_multiple_of(3) || y + 1 == ROWS as i32;
        if solid {
            let tile = Tile::new(1 + mixed % 6);
            layer.set(x, y, if mixed & 8 == 0 { tile } else { tile.flipped_x() });
        }
    }
    layer
}

fn platform_of(bytes: &mut Bytes<'_>) -> TilePlatform {
    TilePlatform {
        position: vec2(80.0, 64.0) + bytes.pair(80.0),
        angle: if bytes.below(3) == 0 { bytes.number(4.0) } else { 0.0 },
        half: vec2(bytes.length(40.0), bytes.length(16.0)),
        velocity: bytes.pair(200.0),
        spin: if bytes.below(3) == 0 { bytes.number(4.0) } else { 0.0 },
        one_way: bytes.sides(),
        material: bytes.material(),
        layers: u32::from(bytes.byte() | 1),
    }
}

fn body_of(bytes: &mut Bytes<'_>) -> TileBody {
    let form = bytes.byte();
    TileBody {
        position: vec2(80.0, 64.0) + bytes.pair(90.0),
        velocity: bytes.pair(600.0),
        half: if form & 1 == 0 { vec2(bytes.length(20.0), bytes.length(20.0)) } else { Vec2::ZERO },
        radius: if form & 6 == 0 { bytes.length(12.0) } else { 0.0 },
        mask: if form & 8 == 0 { u32::MAX } else { u32::from(bytes.byte()) },
        drops: form & 0x30 == 0x30,
    }
}

fn rules_of(bytes: &mut Bytes<'_>) -> CharacterRules {
    let mut rules = CharacterRules::default();
    let CharacterRules {
        run_speed,
        acceleration,
        braking,
        air_control,
        gravity,
        fall_speed,
        jump_height,
        jump_cut,
        coyote_time,
        jump_buffer,
        corner_correction,
        max_slope,
        snap,
        wall_slide_speed,
        climb_speed,
        drop_time,
        ..
    } = &mut rules;
    let fields = [
        run_speed,
        acceleration,
        braking,
        air_control,
        gravity,
        fall_speed,
        jump_height,
        jump_cut,
        coyote_time,
        jump_buffer,
        corner_correction,
        max_slope,
        snap,
        wall_slide_speed,
        climb_speed,
        drop_time,
    ];
    for _ in 0..bytes.below(4) {
        let field = usize::from(bytes.below(fields.len() as u8));
        *fields[field] = match bytes.below(6) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => f32::NEG_INFINITY,
            3 => -1.0,
            4 => 0.0,
            _ => bytes.number(500.0),
        };
    }
    rules.air_jumps = u32::from(bytes.below(3));
    rules.keeps_platform_speed = bytes.below(3) != 0;
    if bytes.below(5) == 0 {
        rules.wall_jump = bytes.pair(300.0);
    }
    rules
}

fn check_ground(bytes: &mut Bytes<'_>) {
    let (layer, kinds) = (layer_of(bytes), kinds_of(bytes));
    let mut space = TileSpace::square(SIDE);
    if bytes.below(8) == 0 {
        space = TileSpace::new(vec2(bytes.length(32.0), bytes.length(32.0)));
        space = space.with_origin(bytes.pair(32.0));
    }
    let beyond = [Beyond::Empty, Beyond::Solid, Beyond::Clamp, Beyond::Wrap];
    let ground =
        Ground::new(&layer, &kinds, space).with_beyond(beyond[usize::from(bytes.below(4))]);
    let mut platforms: Vec<_> = (0..bytes.below(4)).map(|_| platform_of(bytes)).collect();
    let mut bodies: Vec<_> = (0..=bytes.below(3)).map(|_| body_of(bytes)).collect();
    let mut hero = Character::new(body_of(bytes)).with_rules(rules_of(bytes));
    let (mut events, mut contacts) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        let dt = if bytes.below(6) == 0 { bytes.number(0.2) } else { DT };
        check_platforms(&ground, &mut platforms, &mut bodies, dt, &mut events);
        let ground = ground.with_platforms(&platforms);
        for body in &mut bodies {
            check_body(&ground, body, bytes, dt, &mut contacts);
        }
        let input = bytes.byte();
        let input = CharacterInput {
            x: if input.is_multiple_of(4) { bytes.number(1.0) } else { f32::from(input & 3) - 2.0 },
            y: f32::from(input >> 2 & 3) - 1.0,
            jump: input & 16 != 0,
        };
        check_hero(&ground, &mut hero, input, dt);
    }
}

fn check_platforms(
    ground: &Ground<'_>,
    platforms: &mut [TilePlatform],
    bodies: &mut [TileBody],
    dt: f32,
    events: &mut Vec<PlatformEvent>,
) {
    let before: Vec<bool> = platforms.iter().map(TilePlatform::is_valid).collect();
    let alive: Vec<bool> = bodies.iter().map(TileBody::is_valid).collect();
    move_platforms(platforms, bodies, ground, dt, events);
    for (was, platform) in before.into_iter().zip(platforms) {
        assert!(!was || platform.is_valid(), "{platform:?} {dt}");
    }
    for (was, body) in alive.into_iter().zip(bodies) {
        assert!(!was || body.is_valid(), "{body:?} {dt}");
    }
}

fn check_body(
    ground: &Ground<'_>,
    body: &mut TileBody,
    bytes: &mut Bytes<'_>,
    dt: f32,
    contacts: &mut Vec<TileContact>,
) {
    let before = *body;
    let report = match bytes.below(6) {
        0 => ground.slide_and_rub(body, bytes.number(300.0), dt, contacts),
        1 => ground.slide_by(body, bytes.pair(40.0), contacts),
        _ => ground.slide(body, dt, contacts),
    };
    assert!(!before.is_valid() || body.is_valid(), "{before:?} {dt} {body:?}");
    assert!(!report.rejected || format!("{body:?}") == format!("{before:?}"), "{before:?}");
    if bytes.below(4) == 0 {
        let (from, way) = (bytes.pair(200.0), bytes.pair(200.0));
        let met = ground.sweep(body, way).into_iter().chain(ground.ray(from, way, u32::MAX));
        for contact in met {
            assert!(contact.normal.is_finite() && (0.0..=1.0).contains(&contact.time));
        }
        assert!(ground.touched(body).count() < 100_000 && ground.touched(body).all(|_| true));
    }
    if let [acceleration, _, ..] = *bytes.rest {
        body.velocity.y += f32::from(acceleration as i8);
    }
}

fn check_hero(ground: &Ground<'_>, hero: &mut Character, input: CharacterInput, dt: f32) {
    let (before, rejected) = (hero.body, hero.rejected);
    let report = hero.step(ground, input, dt);
    assert_eq!(hero.rejected - rejected, u64::from(report.rejected));
    assert!(!before.is_valid() || hero.body.is_valid(), "{hero:?}");
    if report.rejected && before.is_valid() {
        assert_eq!(hero.body, before, "nothing moved");
    }
    assert!(report.pushed.is_finite() && !report.landed.is_nan());
    hero.mark(&mut Marks::new());
    let mut saved = StateWriter::new();
    hero.save(&mut saved);
    let saved = saved.into_bytes();
    let again = Character::restore(&mut StateReader::new(&saved));
    assert_eq!(again.map(|again| StateHash::of(&again)), Ok(StateHash::of(hero)));
}

fn check_cars(bytes: &mut Bytes<'_>) {
    let line: Vec<Vec2> = (0..bytes.below(6)).map(|_| bytes.pair(200.0)).collect();
    let (closed, width) = (bytes.below(2) == 0, bytes.number(40.0));
    let space = TileSpace::new(vec2(16.0, bytes.length(16.0))).with_origin(bytes.pair(9.0));
    let Ok(field) = DirectionMap::along_line(6, 5, space, &line, closed, width) else { return };
    let gates: Vec<Aabb> = (0..bytes.below(4))
        .map(|_| Aabb { min: bytes.pair(90.0), max: bytes.pair(90.0) })
        .collect();
    let rules = CarRules {
        acceleration: bytes.number(400.0),
        road_drag: bytes.number(8.0),
        grass_drag: bytes.number(8.0),
        turn_rate: bytes.number(8.0),
        grip: bytes.number(8.0),
    };
    let velocity = bytes.pair(200.0);
    let mut car = Car { velocity, ..Car::new(bytes.pair(90.0), bytes.number(4.0)) };
    let mut laps = LapCounter::default();
    for _ in 0..60 {
        let dt = if bytes.below(8) == 0 { bytes.number(0.5) } else { DT };
        let direction = field.sample(car.position);
        assert!(direction.is_finite() && direction.length() < 1.001);
        let wheel = car.steer_toward(direction, bytes.number(5.0));
        assert!((-1.0..=1.0).contains(&wheel), "{car:?}");
        let finite = |car: &Car| {
            car.position.is_finite() && car.velocity.is_finite() && car.heading.is_finite()
        };
        let (was, before) = (finite(&car), car);
        car.step_by(&rules, bytes.number(1.5), wheel, bytes.below(2) == 0, dt);
        assert!(!was || finite(&car), "{before:?} {rules:?} {dt}");
        laps.update(&gates, car.position, dt);
        assert!(laps.time.is_finite() || dt > 1e30, "{laps:?}");
        if bytes.rest.is_empty() {
            break;
        }
    }
    field.mark(&mut Marks::new());
}
