//! The order of isometric worlds beside a plain topological sort over all pairs, and picking beside a scan.

use crate::runner::Bench;
use motile_geom::{Id, Rng, Vec2, Vec3, vec2, vec3};
use motile_pixels::{Color, Surface};
use motile_tiles::iso::{
    IsoBox, IsoItem, IsoLight, IsoOrder, IsoProjection, IsoScene, IsoSprite, Y_CORRECT,
};
use std::{cmp::Reverse, collections::BinaryHeap};

const VIEW: IsoProjection = IsoProjection::DIMETRIC;

/// All rows of the file.
pub fn run(bench: &mut Bench) {
    if bench.wants("iso/order-new") {
        order_new(bench);
    }
    if bench.wants("iso/order-growth") {
        order_growth(bench);
    }
    if bench.wants("iso/order-growth-kept") {
        order_growth_kept(bench);
    }
    if bench.wants("iso/order-moving") {
        order_moving(bench);
    }
    if bench.wants("iso/pick") {
        pick(bench);
    }
    if bench.wants("iso/frame") {
        frame(bench);
    }
}

/// Boxes of several sizes in a town of blocks, on the floor and above it; about every other cell is taken.
fn town(count: usize) -> Vec<IsoBox> {
    let mut rng = Rng::new(5);
    let side = ((count * 2) as f32).sqrt().ceil() as i32;
    let mut cells: Vec<(i32, i32)> =
        (0..side).flat_map(|x| (0..side).map(move |z| (x, z))).collect();
    rng.shuffle(&mut cells);
    let solid = |(x, z): (i32, i32)| {
        let size = vec3(rng.range(6.0..20.0), rng.range(4.0..50.0), rng.range(6.0..20.0));
        let y = if rng.below(4) == 0 { -rng.range(0.0..40.0) } else { 0.0 };
        IsoBox::standing(vec3(x as f32 * 20.0, y, z as f32 * 20.0), size)
    };
    cells.into_iter().take(count).map(solid).collect()
}

fn ordered(boxes: &[IsoBox]) -> (IsoOrder, Vec<Id<IsoItem>>) {
    let mut order = IsoOrder::new(VIEW);
    let ids = boxes.iter().map(|&solid| order.insert(solid, 0)).collect();
    order.sort();
    (order, ids)
}

/// The three ranges that bound a silhouette.
fn ranges(solid: &IsoBox) -> [(f64, f64); 3] {
    let (low, high) = (solid.min.as_dvec3(), solid.max.as_dvec3());
    [
        (low.x - high.z, high.x - low.z),
        (low.x + Y_CORRECT * low.y, high.x + Y_CORRECT * high.y),
        (low.z + Y_CORRECT * low.y, high.z + Y_CORRECT * high.y),
    ]
}

/// The plain way: every pair is tested, then Kahn's algorithm with a heap of depths.
fn plain(boxes: &[IsoBox]) -> Vec<u32> {
    let bounds: Vec<_> = boxes.iter().map(ranges).collect();
    let mut after: Vec<Vec<u32>> = vec![Vec::new(); boxes.len()];
    let mut before = vec![0u32; boxes.len()];
    let front =
        |a: &IsoBox, b: &IsoBox| a.min.x >= b.max.x || a.min.z >= b.max.z || a.max.y <= b.min.y;
    for i in 0..boxes.len() {
        for j in i + 1..boxes.len() {
            let apart = (0..3)
                .any(|k| bounds[i][k].0 >= bounds[j][k].1 || bounds[j][k].0 >= bounds[i][k].1);
            if apart {
                continue;
            }
            let (behind, over) = if front(&boxes[i], &boxes[j]) { (j, i) } else { (i, j) };
            after[behind].push(over as u32);
            before[over] += 1;
        }
    }
    let key = |i: usize| {
        let depth = f64::from(VIEW.depth(boxes[i].center()));
        Reverse(((depth * 1024.0) as i64, i as u32))
    };
    let mut heap: BinaryHeap<_> = (0..boxes.len()).filter(|&i| before[i] == 0).map(key).collect();
    let mut order = Vec::with_capacity(boxes.len());
    while let Some(Reverse((_, next))) = heap.pop() {
        order.push(next);
        for &over in &after[next as usize] {
            before[over as usize] -= 1;
            if before[over as usize] == 0 {
                heap.push(key(over as usize));
            }
        }
    }
    order
}

fn order_new(bench: &mut Bench) {
    let boxes = town(10_000);
    let ours = || ordered(&boxes).0.sequence().len();
    bench.compare("iso/order-new", "all pairs, plain Kahn", boxes.len(), ours, || {
        plain(&boxes).len()
    });
}

/// From 10,000 to 100,000 boxes: the ratio is how many times longer it takes.
fn order_growth(bench: &mut Bench) {
    let (small, large) = (town(10_000), town(100_000));
    let few = || ordered(&small).0.sequence().len();
    bench.compare("iso/order-growth", "ours at 100,000", small.len(), few, || {
        ordered(&large).0.sequence().len()
    });
}

/// The same in memory that was used before, by orders that are cleared: without the pages that the system hands out anew.
fn order_growth_kept(bench: &mut Bench) {
    let (small, large) = (town(10_000), town(100_000));
    let again = |boxes: &[IsoBox], order: &mut IsoOrder| {
        order.clear();
        for &solid in boxes {
            order.insert(solid, 0);
        }
        order.sort();
        order.sequence().len()
    };
    let (mut few, mut many) = (ordered(&small).0, ordered(&large).0);
    bench.compare(
        "iso/order-growth-kept",
        "ours at 100,000",
        small.len(),
        || again(&small, &mut few),
        || again(&large, &mut many),
    );
}

fn order_moving(bench: &mut Bench) {
    let boxes = town(10_000);
    let (mut order, ids) = ordered(&boxes);
    let mut step = 0.0_f32;
    let ours = || {
        step = (step + 0.5) % 4.0;
        for (&id, solid) in ids.iter().zip(&boxes).step_by(100) {
            order.set(id, solid.translated(vec3(step, 0.0, 0.0)));
        }
        order.sort();
        order.sequence().len()
    };
    bench.compare("iso/order-moving", "all pairs, plain Kahn", boxes.len(), ours, || {
        plain(&boxes).len()
    });
}

fn pick(bench: &mut Bench) {
    let boxes = town(10_000);
    let (order, _) = ordered(&boxes);
    let mut rng = Rng::new(3);
    let places: Vec<Vec2> =
        (0..64).map(|_| vec2(rng.range(-1500.0..1500.0), rng.range(400.0..2400.0))).collect();
    let ours = || places.iter().filter(|&&place| order.pick(place).is_some()).count();
    let scan = || {
        let hit = |place: Vec2| {
            let seen = boxes.iter().filter_map(|solid| VIEW.seen_point(solid, place));
            seen.max_by(|a, b| VIEW.depth(*a).total_cmp(&VIEW.depth(*b)))
        };
        places.iter().filter(|&&place| hit(place).is_some()).count()
    };
    assert_eq!(ours(), scan());
    bench.compare("iso/pick", "scan over all boxes", places.len(), ours, scan);
}

/// A frame of a town of 100,000 cells at 1280×720: 3,000 of them are in view, every eighth carries a house, and 500 people
/// walk; beside the budget of 4 ms. A town nine times as large is a row of its own: it must not cost more.
fn frame(bench: &mut Bench) {
    let (near, far) = (Town::new(316), Town::new(948));
    for (name, mut town) in [("iso/frame", near), ("iso/frame-huge", far)] {
        let time = bench.alone(|| town.frame());
        bench.record(name, "budget of 4 ms", town.people.len(), time, 4e6);
    }
}

/// A square town around the middle of the screen.
struct Town {
    scene: IsoScene,
    people: Vec<(Id<IsoItem>, IsoBox)>,
    picture: Surface,
    step: f32,
}

impl Town {
    fn new(side: i32) -> Self {
        const CELL: f32 = 17.5;
        let view = VIEW.with_origin(vec2(640.0, 360.0));
        let mut scene = IsoScene::new(view);
        let block = |size: Vec3, color| {
            IsoSprite::block(&view, size, IsoLight::DAY.shades(color), false)
                .expect("a small block")
        };
        let (house, person) = (vec3(14.0, 24.0, 14.0), vec3(6.0, 14.0, 6.0));
        let floor = scene.add_sprite(block(vec3(CELL, 0.0, CELL), Color::hex(0x88_AA_66)));
        let walls = scene.add_sprite(block(house, Color::hex(0xCC_88_66)));
        let coat = scene.add_sprite(block(person, Color::hex(0x44_66_AA)));
        let mut people = Vec::new();
        let mut rng = Rng::new(9);
        for cell in 0..side * side {
            let place = vec2((cell % side - side / 2) as f32, (cell / side - side / 2) as f32);
            let base = vec3(place.x * CELL, 0.0, place.y * CELL);
            scene.add_floor(base, floor);
            let seen = view.to_screen(base);
            let in_view = (0.0..1280.0).contains(&seen.x) && (0.0..720.0).contains(&seen.y);
            if rng.below(8) == 0 {
                scene.add(IsoBox::standing(base, house), walls);
            } else if in_view && people.len() < 500 && rng.below(5) == 0 {
                let solid = IsoBox::standing(base, person);
                people.push((scene.add(solid, coat), solid));
            }
        }
        let picture = Surface::opaque(1280, 720, Color::WHITE).expect("a frame");
        Self { scene, people, picture, step: 0.0 }
    }

    fn frame(&mut self) {
        self.step = (self.step + 0.5) % 4.0;
        for &(id, solid) in &self.people {
            self.scene.set(id, solid.translated(vec3(self.step, 0.0, 0.0)));
        }
        self.scene.sort();
        self.scene.draw_into(&mut self.picture);
    }
}
