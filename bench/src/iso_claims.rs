//! What the chapter on isometric worlds claims without numbers, and what its own ways cost: sorting the floor with the boxes,
//! looking at all blockers for a step, places of points, reading a map.

use crate::runner::Bench;
use motile_geom::{Id, Rng, Vec2, Vec3, vec2, vec3};
use motile_tiles::classic::{iso_can_move, iso_depth_sort};
use motile_tiles::iso::{IsoBody, IsoBox, IsoMap, IsoOrder, IsoProjection, IsoWorld};

/// All rows of the file.
pub fn run(bench: &mut Bench) {
    if bench.wants_some_of("iso/floor-unsorted") {
        floor_unsorted(bench);
    }
    if bench.wants_some_of("iso/moving-of") {
        moving_of(bench);
    }
    if bench.wants_some_of("iso/can-move") {
        can_move(bench);
    }
    if bench.wants("iso/resting") {
        resting(bench);
    }
    if bench.wants("iso/project") {
        project(bench);
    }
    if bench.wants("iso/read-map") {
        read_map(bench);
    }
}

fn places(count: usize) -> Vec<Vec3> {
    let mut rng = Rng::new(2);
    (0..count).map(|_| vec3(rng.range(0.0..400.0), 0.0, rng.range(0.0..400.0))).collect()
}

/// Sorting n boxes alone beside sorting them in one list with 400 tiles, by the classic depth.
fn floor_unsorted(bench: &mut Bench) {
    let tiles = (0..400).map(|cell| vec3((cell % 20) as f32, 0.0, (cell / 20) as f32) * 20.0);
    let tiles: Vec<Vec3> = tiles.collect();
    for count in [1, 100, 1_000, 10_000] {
        let boxes = places(count);
        let all: Vec<Vec3> = tiles.iter().copied().chain(boxes.iter().copied()).collect();
        let name = format!("iso/floor-unsorted-{count}");
        bench.compare(
            &name,
            "boxes and 400 tiles in one list",
            count,
            || iso_depth_sort(&boxes).len(),
            || iso_depth_sort(&all).len(),
        );
    }
}

/// An order in which one thing in a hundred moved beside one made from nothing, for worlds of three sizes.
fn moving_of(bench: &mut Bench) {
    for count in [1_000, 10_000, 100_000] {
        let side = ((count * 2) as f32).sqrt().ceil() as i32;
        let mut rng = Rng::new(5);
        let solid = |cell: i32| {
            let size = vec3(rng.range(6.0..20.0), rng.range(4.0..50.0), rng.range(6.0..20.0));
            let base = vec3((cell % side) as f32, 0.0, (cell / side) as f32) * 20.0;
            IsoBox::standing(base, size)
        };
        let boxes: Vec<IsoBox> = (0..count).map(|cell| cell * 2).map(solid).collect();
        let fresh = || {
            let mut order = IsoOrder::new(IsoProjection::DIMETRIC);
            let ids: Vec<_> = boxes.iter().map(|&solid| order.insert(solid, 0)).collect();
            order.sort();
            (order, ids)
        };
        let (mut order, ids) = fresh();
        let mut step = 0.0_f32;
        let ours = || {
            step = (step + 0.5) % 4.0;
            for (&id, solid) in ids.iter().zip(&boxes).step_by(100) {
                order.set(id, solid.translated(vec3(step, 0.0, 0.0)));
            }
            order.sort();
            order.sequence().len()
        };
        let name = format!("iso/moving-of-{count}");
        bench.compare(&name, "ours from nothing", boxes.len(), ours, || fresh().0.sequence().len());
    }
}

/// A step of a body among blockers by the cells of the world, beside the classic scan over a list.
fn can_move(bench: &mut Bench) {
    for count in [1_000, 10_000] {
        let side = (count as f32).sqrt().ceil() as i32;
        let mut world = IsoWorld::new();
        world.gravity = 0.0;
        let cell = |index: i32| vec3((index % side) as f32, 0.0, (index / side) as f32) * 40.0;
        let blocks: Vec<IsoBody> =
            (0..count).map(|index| IsoBody::block(cell(index), Vec3::splat(20.0))).collect();
        let walls: Vec<IsoBox> = blocks.iter().map(IsoBody::bounds).collect();
        for &block in &blocks {
            world.add(block);
        }
        let start = cell(count / 2) + vec3(20.0, 0.0, 20.0);
        let hero: Id<IsoBody> = world.add(IsoBody::new(start, Vec3::splat(12.0)));
        let mut way = vec3(3.0, 0.0, 0.0);
        let ours = || {
            way = -way;
            world.slide(hero, way).is_some()
        };
        let bounds = IsoBox::standing(start, Vec3::splat(12.0));
        let name = format!("iso/can-move-{count}");
        bench.compare(&name, "scan over a list", count as usize, ours, || {
            iso_can_move(&bounds, vec3(3.0, 0.0, 0.0), &walls)
        });
    }
}

/// A step of 10,000 crates at rest, beside one in which all are looked at.
fn resting(bench: &mut Bench) {
    let mut world = IsoWorld::new();
    let mut ids = Vec::new();
    for index in 0..10_000 {
        let base = vec3((index % 100) as f32, 0.0, (index / 100) as f32) * 24.0;
        ids.push(world.add(IsoBody::new(base, Vec3::splat(20.0))));
    }
    let mut awake = world.clone();
    let ours = || {
        world.step(1.0 / 60.0);
        world.len()
    };
    bench.compare("iso/resting", "all of them lent out", ids.len(), ours, || {
        for &id in &ids {
            awake.get_mut(id);
        }
        awake.step(1.0 / 60.0);
        awake.len()
    });
}

/// A million points to the screen, beside the two formulas of the chapter in double precision.
fn project(bench: &mut Bench) {
    let points = places(1_000_000);
    let view = IsoProjection::DIMETRIC;
    let sum =
        |places: &mut dyn Iterator<Item = Vec2>| places.fold(Vec2::ZERO, |a, b| a + b).x as usize;
    bench.compare(
        "iso/project",
        "the formulas of the chapter",
        points.len(),
        || sum(&mut points.iter().map(|&point| view.to_screen(point))),
        || {
            sum(&mut points.iter().map(|point| {
                let (x, y, z) = (f64::from(point.x), f64::from(point.y), f64::from(point.z));
                let down = 1.224_744_871_391_589 * y + (x + z) / 2.0;
                vec2((x - z) as f32, down as f32)
            }))
        },
    );
}

/// A map of 1000 × 1000 symbols, beside a plain split of its lines into words.
fn read_map(bench: &mut Bench) {
    let row = "g w g g b ".repeat(200) + "\n";
    let head = "# g type:DrawnIsoTile\n# w type:DrawnIsoTile\n# b type:DrawnIsoBox height:20\n";
    let text = head.to_owned() + &row.repeat(1000).replace("b \n", "b\n");
    let cells = IsoMap::parse(&text).map_or(0, |map| map.cells().count());
    bench.compare(
        "iso/read-map",
        "words of the lines",
        cells,
        || IsoMap::parse(&text).map_or(0, |map| map.cells().count()),
        || {
            text.lines()
                .map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>().len())
                .sum::<usize>()
        },
    );
}
