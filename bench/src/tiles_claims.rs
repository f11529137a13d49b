//! The claims TILE-M3 to TILE-M12 about tile worlds: what was printed, and what is measured here.
//!
//! TILE-M1 is the rows `tiles/flat-…`. From how many things on a grid pays (TILE-M6) and how many pairs it leaves (TILE-M13) is in
//! `collide/claims`. TILE-M10 is a count and not a time: a test of the tiles (`tile_a24`).

use crate::runner::{Bench, human};
use motile_geom::{IVec2, Rng, Vec2, ivec2, uvec2, vec2};
use motile_pixels::{Color, Surface};
use motile_tiles::{
    Ground, Tile, TileBody, TileKind, TileKinds, TileLayer, TileScroll, TileSheet, TileSpace,
};
use std::hint::black_box;

const NAME: &str = "tiles/claims";
const SIDE: u32 = 1024;
const READS: usize = 100_000;

/// All claims, in order.
pub fn run(bench: &mut Bench) {
    if bench.wants(NAME) {
        storage(bench);
        cells_of_places(bench);
        sizes(bench);
        scrolling(bench);
        rotation(bench);
        levels(bench);
    }
}

/// Nanoseconds for one of many.
fn each(bench: &Bench, count: usize, mut work: impl FnMut() -> u64) -> String {
    human(bench.alone(|| black_box(work())) / count as f64)
}

fn number(x: u32, y: u32) -> u32 {
    (x * 7 + y * 13) % 5
}

/// TILE-M3: one piece of memory, rows of rows, chunks.
fn storage(bench: &mut Bench) {
    let flat = TileLayer::from_fn(SIDE, SIDE, |x, y| Tile::new(number(x, y))).expect("fits");
    let rows: Vec<Vec<u32>> =
        (0..SIDE).map(|y| (0..SIDE).map(|x| number(x, y)).collect()).collect();
    let mut chunked = TileLayer::endless();
    for (cell, tile) in flat.tiles() {
        chunked.set(cell.x, cell.y, tile);
    }
    let mut rng = Rng::new(1);
    let mut place = || ivec2(rng.below(SIDE) as i32, rng.below(SIDE) as i32);
    let random: Vec<IVec2> = (0..READS).map(|_| place()).collect();
    let by_row = (0..READS as i32).map(|i| ivec2(i % SIDE as i32, i / SIDE as i32));
    let by_row: Vec<IVec2> = by_row.collect();
    let by_column: Vec<IVec2> = by_row.iter().map(|cell| ivec2(cell.y, cell.x)).collect();
    for (id, work, cells) in [
        ("TILE-M3", "a cell at random: flat, rows of rows, chunks", &random),
        ("", "along rows", &by_row),
        ("", "along columns, as the classic builder goes", &by_column),
    ] {
        let in_layer = |layer: &TileLayer| {
            let cells = cells.iter().map(|cell| u64::from(layer.get(cell.x, cell.y).number()));
            cells.sum::<u64>()
        };
        let in_rows = || {
            cells.iter().map(|cell| u64::from(rows[cell.y as usize][cell.x as usize])).sum::<u64>()
        };
        let found = [
            each(bench, READS, || in_layer(&flat)),
            each(bench, READS, in_rows),
            each(bench, READS, || in_layer(&chunked)),
        ];
        let printed = if id.is_empty() { "" } else { "perhaps faster" };
        bench.claim(id, work, printed, &found.join(", "));
    }
}

/// TILE-M4: from a place to a column.
fn cells_of_places(bench: &mut Bench) {
    let mut rng = Rng::new(2);
    let places: Vec<f32> = (0..READS).map(|_| rng.range(-1e4..1e4)).collect();
    let sum = |column: fn(f32) -> i32| {
        places.iter().map(|&x| column(x) as u64).fold(0, u64::wrapping_add)
    };
    let (cast, floor): (fn(f32) -> i32, fn(f32) -> i32) =
        (|x| (x / 64.0) as i32, |x| (x / 64.0).floor() as i32);
    let shift: fn(f32) -> i32 = |x| ((x + 65536.0) as i32 >> 6) - 1024;
    let found = [cast, floor, shift].map(|way| each(bench, READS, || sum(way)));
    bench.claim("TILE-M4", "cast, floor, shift", "cast is faster", &found.join(", "));
    let other = places.iter().filter(|&&x| cast(x) != floor(x)).count();
    let text = format!("no: {} of {READS} places differ, all below 0", other);
    bench.claim("", "with the same result", "yes", &text);
}

/// TILE-M5: sizes that are powers of two and others.
fn sizes(bench: &mut Bench) {
    let mut rng = Rng::new(3);
    let places: Vec<Vec2> = (0..READS).map(|_| rng.in_rect(Vec2::ZERO, Vec2::splat(1e4))).collect();
    let found = [vec2(64.0, 64.0), vec2(63.0, 63.0), vec2(23.0, 77.0)].map(|size| {
        let space = TileSpace::new(size);
        each(bench, READS, || places.iter().map(|&p| space.cell_of(p).x as u64).sum())
    });
    bench.claim("TILE-M5", "cell of a place: 64, 63, 23×77", "64 is faster", &found.join(", "));
    let found = [(64, 64), (63, 63), (23, 77)].map(|(width, height)| {
        let picture = Surface::filled(width * 2, height, Color::GREEN).expect("small");
        let sheet = TileSheet::new(&picture, uvec2(width, height)).expect("two tiles");
        let layer = TileLayer::from_fn(100, 100, |x, y| Tile::new(1 + (x ^ y) % 2)).expect("fits");
        let mut view = TileScroll::new(uvec2(1280, 1024), &sheet).expect("a screen fits");
        human(bench.alone(|| {
            view.forget();
            view.update(&[&layer], &sheet, ivec2(0, 0), 0.0)
        }))
    });
    bench.claim("", "a screen of 1280×1024 of them", "", &found.join(", "));
}

/// TILE-M8: a step of a view, beside drawing all of it.
fn scrolling(bench: &mut Bench) {
    let picture = Surface::filled(128, 64, Color::GREEN).expect("small");
    let sheet = TileSheet::new(&picture, uvec2(64, 64)).expect("two tiles");
    for (id, side) in [("TILE-M8", 20), ("", 256)] {
        let layer =
            TileLayer::from_fn(side, side, |x, y| Tile::new(1 + (x ^ y) % 2)).expect("fits");
        let view = || TileScroll::new(uvec2(640, 512), &sheet).expect("a screen fits");
        let (mut steps, mut whole, mut x) = (view(), view(), 0);
        let (step, redraw) = Bench::both(
            || {
                x = (x + 3) % 600;
                steps.update(&[&layer], &sheet, ivec2(x, 0), 0.0)
            },
            || {
                whole.forget();
                whole.update(&[&layer], &sheet, ivec2(0, 0), 0.0)
            },
        );
        let work = format!("{0}×{0} cells of 64: a step of 3 px, a redraw", side);
        bench.claim(id, &work, "very fast", &format!("{}, {}", human(step), human(redraw)));
    }
}

/// TILE-M9: pictures of all angles, beside one.
fn rotation(bench: &mut Bench) {
    let one = 48 * 48 * 4;
    let text = format!("{:.1} MB, {} KB", f64::from(one * 360) / 1e6, one / 1000);
    bench.claim("TILE-M9", "360 pictures of 48×48, and one", "360 images", &text);
}

/// TILE-M12: a thousand levels, opened one after another, each with a first question of a body.
fn levels(bench: &mut Bench) {
    let mut rng = Rng::new(4);
    let letter = |rng: &mut Rng| if rng.chance(0.3) { '#' } else { '.' };
    let mut level = || -> String {
        let mut row = || (0..10).map(|_| letter(&mut rng)).collect::<String>() + "\n";
        (0..8).map(|_| row()).collect()
    };
    let texts: Vec<String> = (0..1000).map(|_| level()).collect();
    let kinds = TileKinds::new().with(1, TileKind::solid());
    let mut next = 0;
    let mut open = || {
        next = (next + 1) % texts.len();
        let tile = |letter| if letter == '#' { Tile::new(1) } else { Tile::EMPTY };
        let layer = TileLayer::from_text(&texts[next], tile).expect("ten columns, eight rows");
        let ground = Ground::new(&layer, &kinds, TileSpace::square(64.0));
        let body = TileBody { position: vec2(320.0, 0.0), ..TileBody::default() };
        ground.sweep(&body, vec2(0.0, 500.0)).is_some()
    };
    let found = human(bench.alone(&mut open));
    bench.claim("TILE-M12", "a switch among 1000 levels of 10×8", "under 5 ms", &found);
}
