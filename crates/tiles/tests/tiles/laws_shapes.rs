//! What always holds for ground of every shape: slopes, halves, ceilings, polygons, one-way sides, turned tiles, platforms.

use crate::worlds::{CUP, DIAMOND, LETTERS, World, disc, kinds};
use motile_geom::{
    Aabb, Rng, Vec2,
    glam::{DVec2, dvec2},
    vec2,
};
use motile_tiles::{
    Beyond, Ground, ONE_WAY_TOLERANCE, SKIN, Tile, TileBody, TileKind, TileKinds, TileLayer,
    TilePlatform, TileShape, TileSides, TileSpace,
};

const SIDE: f32 = 16.0;

/// A map of 8×8 cells with all letters and all turns; `dense` is the share of cells that hold something.
fn any_world(rng: &mut Rng, dense: f32, letters: &str) -> World {
    let numbers: Vec<u32> = letters.chars().map(number).collect();
    let layer = TileLayer::from_fn(8, 8, |_, _| {
        if !rng.chance(dense) {
            return Tile::EMPTY;
        }
        let tile = Tile::new(*rng.pick(&numbers).unwrap()).turned(rng.int(0..4));
        if rng.chance(0.5) { tile.flipped_x() } else { tile }
    });
    World { layer: layer.unwrap(), kinds: kinds(), space: TileSpace::square(SIDE) }
}

fn number(letter: char) -> u32 {
    LETTERS.chars().position(|known| known == letter).unwrap() as u32 + 1
}

fn any_body(rng: &mut Rng) -> TileBody {
    let place = rng.in_rect(Vec2::ZERO, Vec2::splat(128.0));
    let (a, b) = (rng.range(1.0..10.0), rng.range(1.0..10.0));
    match rng.below(3) {
        0 => TileBody::boxed(Aabb::from_center(place, vec2(a, b))),
        1 => TileBody::circle(place, a),
        _ => TileBody::capsule(place, a + b, a * 0.5),
    }
}

fn any_way(rng: &mut Rng) -> Vec2 {
    vec2(rng.range(-40.0..40.0), rng.range(-40.0..40.0))
}

fn any_platforms(rng: &mut Rng) -> Vec<TilePlatform> {
    let platform = |rng: &mut Rng| TilePlatform {
        angle: if rng.chance(0.5) { 0.0 } else { rng.range(-3.0..3.0) },
        ..TilePlatform::new(
            rng.in_rect(Vec2::ZERO, Vec2::splat(128.0)),
            vec2(rng.range(2.0..16.0), rng.range(2.0..6.0)),
        )
    };
    (0..rng.below(3)).map(|_| platform(rng)).collect()
}

/// The solid parts of a letter, in parts of the cell, written down once more by hand. One-way ground is none.
fn parts(letter: char) -> Vec<Vec<(f32, f32)>> {
    let one = |corners: &[(f32, f32)]| vec![corners.to_vec()];
    match letter {
        'X' => one(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]),
        '/' => one(&[(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]),
        '\\' => one(&[(0.0, 0.0), (1.0, 1.0), (0.0, 1.0)]),
        'l' => one(&[(0.0, 1.0), (1.0, 0.5), (1.0, 1.0)]),
        'h' => one(&[(0.0, 0.5), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]),
        'H' => one(&[(0.0, 0.0), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)]),
        'L' => one(&[(0.0, 0.5), (1.0, 1.0), (0.0, 1.0)]),
        '_' => one(&[(0.0, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)]),
        'n' => one(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5)]),
        '7' => one(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]),
        'D' => one(&DIAMOND),
        'U' => CUP.iter().map(|part| part.to_vec()).collect(),
        'O' => one(&disc()),
        _ => Vec::new(),
    }
}

/// All solid polygons of a world and its platforms, in the world.
fn polygons(world: &World, platforms: &[TilePlatform]) -> Vec<Vec<DVec2>> {
    let mut all = Vec::new();
    for (cell, tile) in world.layer.tiles() {
        let letter = LETTERS.chars().nth(tile.number() as usize - 1).unwrap();
        for part in parts(letter) {
            let corner = |&(x, y): &(f32, f32)| {
                let (x, y) = if tile.swap_axes() { (y, x) } else { (x, y) };
                let x = if tile.flip_x() { 1.0 - x } else { x };
                let y = if tile.flip_y() { 1.0 - y } else { y };
                (cell.as_vec2() + vec2(x, y)).as_dvec2() * f64::from(SIDE)
            };
            all.push(part.iter().map(corner).collect());
        }
    }
    for platform in platforms {
        let (sin, cos) = motile_geom::ops::sin_cos(platform.angle);
        let corner = |(x, y): (f32, f32)| {
            let arm = vec2(x, y) * platform.half;
            let turned = vec2(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos);
            (platform.position + turned).as_dvec2()
        };
        all.push([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner).into());
    }
    all
}

/// How far a body at a place is from a convex polygon, negative inside. The distance of two convex sets is their greatest
/// separation over all directions, and that is along the normal of a side or from a corner to a corner.
fn gap(body: &TileBody, place: DVec2, polygon: &[DVec2]) -> f64 {
    let half = body.half.as_dvec2();
    let core = [dvec2(-1.0, -1.0), dvec2(1.0, -1.0), dvec2(1.0, 1.0), dvec2(-1.0, 1.0)]
        .map(|sign| place + sign * half);
    let along = |normal: DVec2| {
        let near = core.iter().map(|corner| normal.dot(*corner)).fold(f64::INFINITY, f64::min);
        let far =
            polygon.iter().map(|corner| normal.dot(*corner)).fold(f64::NEG_INFINITY, f64::max);
        near - far
    };
    let axes = [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y];
    let apart =
        axes.into_iter().map(along).fold(f64::NEG_INFINITY, f64::max) - f64::from(body.radius);
    if apart > 1.0 {
        // Far enough: how far exactly, nobody asks.
        return apart;
    }
    let mut directions = axes.to_vec();
    for i in 0..polygon.len() {
        let side = polygon[(i + 1) % polygon.len()] - polygon[i];
        directions.extend([side.perp(), -side.perp()]);
        directions.extend(core.iter().map(|corner| *corner - polygon[i]));
    }
    let gaps = directions.into_iter().filter(|d| d.length() > 1e-9).map(|d| along(d.normalize()));
    gaps.fold(f64::NEG_INFINITY, f64::max) - f64::from(body.radius)
}

fn least_gap(body: &TileBody, place: DVec2, polygons: &[Vec<DVec2>]) -> f64 {
    polygons.iter().map(|polygon| gap(body, place, polygon)).fold(f64::INFINITY, f64::min)
}

const ALL: &str = LETTERS;
/// What is solid from all sides.
const SOLID: &str = "X/\\lhHL_n7DUO";

/// A way along a slanted plane came nearer to it by rounding, met it six times at the same place, and the body stopped there.
#[test]
fn tile_61_a_box_slides_along_a_turned_polygon_to_the_end_of_its_way() {
    let mut layer = TileLayer::new(8, 8).unwrap();
    let kinds = kinds();
    let mut ends = Vec::new();
    for turn in 0..4 {
        for flipped in [false, true] {
            let tile = Tile::new(number('D')).turned(turn);
            layer.set(5, 1, if flipped { tile.flipped_x() } else { tile });
            let half = vec2(3.4384995, 1.1522522);
            let mut body = TileBody::boxed(Aabb::from_center(vec2(101.640625, 57.109375), half));
            let ground = Ground::new(&layer, &kinds, TileSpace::square(SIDE));
            let mut contacts = Vec::new();
            ground.slide_by(&mut body, vec2(-28.859375, -38.140625), &mut contacts);
            assert_eq!(contacts.len(), 1);
            ends.push(body.position);
        }
    }
    assert!(ends.iter().all(|end| end.distance(ends[0]) < 1e-3), "{ends:?}");
    assert!(ends[0].distance(vec2(71.57962, 20.17038)) < 0.02, "{}", ends[0]);
}

/// A disc inside of one-way ground, which it came into from below, used to catch on the corners at every seam.
#[test]
fn tile_63_a_disc_inside_of_one_way_ground_passes_its_seams() {
    for sides in [TileSides::TOP, TileSides::BOTTOM, TileSides::LEFT, TileSides::RIGHT] {
        let kinds = TileKinds::new().with(1, TileKind::one_way(sides));
        let layer = TileLayer::from_fn(20, 20, |_, _| Tile::new(1)).unwrap();
        let ground = Ground::new(&layer, &kinds, TileSpace::square(SIDE));
        for way in [vec2(90.0, 14.0), vec2(-90.0, 30.0), vec2(20.0, -90.0)] {
            for radius in [2.0, 5.5, 9.0] {
                let mut disc = TileBody::circle(vec2(152.0, 151.0), radius);
                let contacts = &mut Vec::new();
                ground.slide_by(&mut disc, way, contacts);
                // Rows and columns further on do hold what comes to them from an open side, all of it.
                let only_faces = contacts.iter().all(|c| c.normal.x == 0.0 || c.normal.y == 0.0);
                assert!(only_faces, "{sides:?} {way} {radius} {contacts:?}");
            }
        }
    }
}

/// A body never overlaps solid ground after a step, by a measure that shares nothing with the one under test; and in most
/// worlds it does find a way out of the ground it is put into.
#[test]
fn tile_61_law_no_overlap_after_a_step_in_any_ground() {
    let mut rng = Rng::new(61);
    let (mut stuck, mut rounds, mut met) = (0, 0, 0);
    for round in 0..2000 {
        let dense = [0.15, 0.3, 0.5][round % 3];
        let world = any_world(&mut rng, dense, ALL);
        let platforms = any_platforms(&mut rng);
        let polygons = polygons(&world, &platforms);
        let beyond = [Beyond::Empty, Beyond::Solid, Beyond::Clamp, Beyond::Wrap][round % 4];
        let ground = world.ground().with_platforms(&platforms).with_beyond(beyond);
        let mut body = any_body(&mut rng);
        for _ in 0..4 {
            let way = any_way(&mut rng);
            let mut contacts = Vec::new();
            let report = ground.slide_by(&mut body, way, &mut contacts);
            rounds += 1;
            stuck += u32::from(report.stuck);
            met += contacts.len();
            let gap = least_gap(&body, body.position.as_dvec2(), &polygons);
            // One-way ground lifts what is a little below its surface, whatever is above.
            let lifted =
                contacts.iter().any(|c| !world.kinds.get(c.tile.number()).one_way.is_empty());
            let limit = -f64::from(if lifted { ONE_WAY_TOLERANCE } else { 5.0 * SKIN });
            assert!(report.stuck || gap > limit, "{gap} in {world:?} {body:?} after {way}");
        }
    }
    assert!(stuck * 5 < rounds, "{stuck} of {rounds} stuck");
    assert!(met > 3000, "{met} contacts");
}

/// A sweep stops where trying every polygon by itself says that something is met, and not before.
#[test]
fn tile_61_law_sweeps_are_the_brute_force_answer_in_any_ground() {
    let mut rng = Rng::new(62);
    let (mut hits, mut free) = (0, 0);
    for _ in 0..2000 {
        let world = any_world(&mut rng, 0.25, SOLID);
        let platforms = any_platforms(&mut rng);
        let polygons = polygons(&world, &platforms);
        let ground = world.ground().with_platforms(&platforms);
        let (body, way) = (any_body(&mut rng), any_way(&mut rng));
        if least_gap(&body, body.position.as_dvec2(), &polygons) < f64::from(4.0 * SKIN) {
            continue;
        }
        let hit = ground.sweep(&body, way);
        let time = hit.map_or(1.0, |contact| f64::from(contact.time));
        let place = |part: f64| body.position.as_dvec2() + way.as_dvec2() * part;
        if let Some(contact) = hit {
            let gap = least_gap(&body, place(time), &polygons);
            assert!(
                gap.abs() < 0.03,
                "{gap} from anything at {time} in {world:?} {body:?} {way} {contact:?}"
            );
            hits += 1;
        } else {
            free += 1;
        }
        for part in 0..=40 {
            let gap = least_gap(&body, place(time * f64::from(part) / 40.0), &polygons);
            assert!(gap > -0.01, "{gap} inside before {time} in {world:?} {body:?} {way}");
        }
    }
    assert!(hits > 300 && free > 300, "{hits} hits, {free} free");
}

/// A world with its tiles and platforms turned or mirrored as a whole.
#[derive(Clone, Copy, Debug)]
enum Turn {
    FlipX,
    FlipY,
    SwapAxes,
}

impl Turn {
    fn point(self, p: Vec2) -> Vec2 {
        match self {
            Self::FlipX => vec2(128.0 - p.x, p.y),
            Self::FlipY => vec2(p.x, 128.0 - p.y),
            Self::SwapAxes => vec2(p.y, p.x),
        }
    }

    fn way(self, w: Vec2) -> Vec2 {
        self.point(w) - self.point(Vec2::ZERO)
    }

    fn world(self, world: &World) -> World {
        let get = |x: u32, y: u32| {
            let (x, y) = (x as i32, y as i32);
            match self {
                Self::FlipX => world.layer.get(7 - x, y).flipped_x(),
                Self::FlipY => world.layer.get(x, 7 - y).flipped_y(),
                // A quarter turn sends (x, y) to (−y, x), and a mirror then to (y, x).
                Self::SwapAxes => world.layer.get(y, x).turned(1).flipped_x(),
            }
        };
        let layer = TileLayer::from_fn(8, 8, get).unwrap();
        World { layer, kinds: kinds(), space: world.space }
    }
}

/// A world that is mirrored or has its axes exchanged gives the same answer mirrored or exchanged: neither the order of cells
/// nor that of the axes is in it. Half and eighth places are exact in `f32`, so that the twins start alike.
#[test]
fn tile_61_law_slides_do_not_depend_on_the_order_of_cells_or_axes() {
    let mut rng = Rng::new(63);
    let exact = |value: Vec2| (value * 8.0).round() / 8.0 + 1.0 / 64.0;
    let (mut compared, mut met) = (0, 0);
    for _ in 0..1500 {
        let world = any_world(&mut rng, 0.3, ALL);
        let mut body = any_body(&mut rng);
        body.position = exact(body.position);
        let way = exact(any_way(&mut rng));
        if world.ground().overlaps(&body) {
            continue;
        }
        let mut contacts = Vec::new();
        let mut moved = body;
        world.ground().slide_by(&mut moved, way, &mut contacts);
        for turn in [Turn::FlipX, Turn::FlipY, Turn::SwapAxes] {
            let other = turn.world(&world);
            let half = if matches!(turn, Turn::SwapAxes) {
                vec2(body.half.y, body.half.x)
            } else {
                body.half
            };
            let mut twin = TileBody { position: turn.point(body.position), half, ..body };
            let mut theirs = Vec::new();
            other.ground().slide_by(&mut twin, turn.way(way), &mut theirs);
            let expected = turn.point(moved.position);
            assert!(
                twin.position.distance(expected) < 0.02,
                "{turn:?}: {} {expected} in {world:?} {body:?} {way} {contacts:?} {theirs:?}",
                twin.position
            );
            if let (Some(a), Some(b)) = (contacts.first(), theirs.first()) {
                assert!((a.time - b.time).abs() < 1e-3, "{turn:?} {a:?} {b:?} in {world:?}");
                assert!(
                    turn.way(a.normal).distance(b.normal) < 1e-2,
                    "{turn:?} {a:?} {b:?} in {world:?} {body:?} {way}"
                );
                met += 1;
            }
            compared += 1;
        }
    }
    assert!(compared > 1500 && met > 700, "{compared} compared, {met} met something");
}

/// Moving along a row or a column of equal cells equals moving along one long cell, from all four sides and for whole, half
/// and one-way cells.
#[test]
fn tile_61_law_rows_and_columns_of_any_kind_are_one_box() {
    let mut rng = Rng::new(64);
    let half = |tile: u32, turn: i32| Tile::new(tile).turned(turn);
    let mut met = 0;
    for round in 0..3000 {
        let upright = round % 2 == 1;
        let kind = match round / 2 % 3 {
            0 => TileKind::solid(),
            1 => TileKind::shaped(TileShape::HALF),
            _ => TileKind::one_way(if upright { TileSides::LEFT } else { TileSides::TOP }),
        };
        // Half cells of a column lie with their flat side to the left.
        let turn = if upright && round / 2 % 3 == 1 { 3 } else { 0 };
        let kinds = TileKinds::new().with(1, kind);
        let side = rng.range(3.0..40.0);
        let (short, long) = (uv(upright, 1, 300), uv(upright, 1, 1));
        let row = TileLayer::from_fn(short.0, short.1, |_, _| half(1, turn)).unwrap();
        let one = TileLayer::from_fn(long.0, long.1, |_, _| half(1, turn)).unwrap();
        let origin = if upright { vec2(0.0, -150.0 * side) } else { vec2(-150.0 * side, 0.0) };
        let space = TileSpace::square(side).with_origin(origin);
        let size = if upright { vec2(side, 300.0 * side) } else { vec2(300.0 * side, side) };
        let rows = Ground::new(&row, &kinds, space);
        let box_ = Ground::new(&one, &kinds, TileSpace { size, ..space });
        let mut body = any_body(&mut rng);
        // On either side of it, a little away.
        let reach = body.area().half_size().max_element() + 1.0;
        let away = if rng.chance(0.5) {
            -reach - rng.range(0.0..20.0)
        } else {
            side + reach + rng.range(0.0..20.0)
        };
        body.position = if upright {
            vec2(away, rng.range(-40.0..40.0))
        } else {
            vec2(rng.range(-40.0..40.0), away)
        };
        let mut twin = body;
        for _ in 0..6 {
            let way = any_way(&mut rng);
            let (mut a, mut b) = (Vec::new(), Vec::new());
            rows.slide_by(&mut body, way, &mut a);
            box_.slide_by(&mut twin, way, &mut b);
            assert!(
                body.position.distance(twin.position) < 1e-3,
                "{} {} upright {upright} {round} {way} {a:?} {b:?} side {side}",
                body.position,
                twin.position
            );
            assert_eq!(a.len(), b.len());
            twin = body;
            met += a.len();
        }
    }
    assert!(met > 1000, "{met}");
}

fn uv(upright: bool, across: u32, along: u32) -> (u32, u32) {
    if upright { (across, along) } else { (along, across) }
}

/// A box inside of whole cells is pushed out by the shortest of the four straight ways, found by trying small steps.
#[test]
fn tile_61_law_a_box_is_pushed_out_by_the_shortest_straight_way() {
    let mut rng = Rng::new(65);
    let mut pushed = 0;
    for _ in 0..600 {
        let world = any_world(&mut rng, 0.3, "X");
        let polygons = polygons(&world, &[]);
        let place = rng.in_rect(Vec2::splat(20.0), Vec2::splat(108.0));
        let mut body = TileBody::boxed(Aabb::from_center(
            place,
            vec2(rng.range(2.0..9.0), rng.range(2.0..9.0)),
        ));
        let before = body;
        let report = world.ground().slide_by(&mut body, Vec2::ZERO, &mut Vec::new());
        if report.stuck || report.pushed == Vec2::ZERO {
            continue;
        }
        pushed += 1;
        let free =
            |step: DVec2| least_gap(&before, before.position.as_dvec2() + step, &polygons) > -0.002;
        let shortest = (0..4000).map(|step| f64::from(step) * 0.02).find(|&far| {
            [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y].iter().any(|way| free(*way * far))
        });
        let shortest = shortest.expect("the world ends");
        let found = f64::from(report.pushed.length());
        assert!((found - shortest).abs() < 0.03, "{found} {shortest} in {world:?} {before:?}");
    }
    assert!(pushed > 100, "{pushed}");
}
