//! The claims TILE-M2 to TILE-M12 about tile worlds: what was printed, and what is measured here.
//!
//! TILE-M1 is the rows `tiles/flat-…`; the frames of all demos (TILE-M11) are what `motile time` prints. From how many things on a grid pays (TILE-M6) and how many pairs it leaves (TILE-M13) is in
//! `collide/claims`. TILE-M10 is a count and not a time: a test of the tiles (`tile_a24`).

use crate::runner::{Bench, human};
use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{Aabb, IRect, IVec2, Rng, Vec2, ivec2, uvec2, vec2};
use motile_pixels::{Blit, Color, Surface};
use motile_stage::{Atlas, Bitmap, Image, NodeId, Painter, Sprite, Stage};
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
        moving_pictures(bench);
        storage(bench);
        cells_of_places(bench);
        sizes(bench);
        kept_grids(bench);
        scrolling(bench);
        rotation(bench);
        two_layers(bench);
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

/// The size of the claims' stage, pixels.
const STAGE: (u32, u32) = (640, 512);

/// Four frames of 16×16 in a row, round with a hole that wanders.
fn frames() -> Surface {
    let mut sheet = Surface::new(64, 16).expect("small");
    for (x, y) in (0..16).flat_map(|y| (0..64).map(move |x| (x, y))) {
        let (frame, inside) = (x / 16, vec2((x % 16) as f32 - 7.5, y as f32 - 7.5).length() < 7.5);
        let hole = x % 16 / 4 == frame && y / 4 == frame;
        let alpha = if inside && !hole { 255 } else { 0 };
        sheet.set(x, y, Color::rgba(4 * x as u8, 16 * y as u8, 90, alpha));
    }
    sheet
}

/// TILE-M2: animated pictures copied from a sheet to a cleared surface, and the same as nodes of a stage.
fn moving_pictures(bench: &mut Bench) {
    let sheet = frames();
    let atlas = Atlas::grid(sheet.clone(), 16, 16);
    for (id, count) in [("TILE-M2", 100), ("", 1000), ("", 10_000)] {
        let mut rng = Rng::new(11);
        let far = vec2(STAGE.0 as f32, STAGE.1 as f32);
        let places: Vec<Vec2> = (0..count).map(|_| rng.in_rect(Vec2::ZERO, far)).collect();
        let at = |index: usize, tick: u32| places[index] + Vec2::splat((tick % 60) as f32);
        let mut surface = Surface::new(STAGE.0, STAGE.1).expect("small");
        let mut stage = Stage::new(STAGE.0, STAGE.1).expect("small");
        let node = |&place: &Vec2| Sprite::new(&atlas, 0).node().with_position(place);
        let nodes: Vec<NodeId> = places.iter().map(node).map(|node| stage.add(node)).collect();
        let mut target = Surface::opaque(STAGE.0, STAGE.1, Color::WHITE).expect("small");
        let mut painter = Painter::default();
        let (mut ours, mut theirs) = (0, 0);
        let (blits, graph) = Bench::both(
            || {
                ours += 1;
                surface.clear();
                for index in 0..count {
                    let place = at(index, ours).as_ivec2();
                    let frame = (ours + index as u32) / 8 % 4;
                    let part = IRect::new(frame as i32 * 16, 0, 16, 16);
                    let blit = Blit { source: Some(part), ..Blit::default() };
                    surface.blit_with(&sheet, place.x, place.y, &blit);
                }
                surface.words()[0]
            },
            || {
                theirs += 1;
                for (index, &id) in nodes.iter().enumerate() {
                    stage[id].position = at(index, theirs).floor();
                    stage[id].set_frame((theirs + index as u32) / 8 % 4);
                }
                painter.paint(&stage, &mut target);
                target.words()[0]
            },
        );
        let work = format!("{count} animated pictures: blits, nodes");
        bench.claim(id, &work, "blits cost less", &format!("{}, {}", human(blits), human(graph)));
    }
}

/// A grid that is kept: a list for each cell, and which one everybody is in.
struct KeptGrid {
    cells: Vec<Vec<u32>>,
    cell_of: Vec<u32>,
    columns: u32,
}

const CELL: f32 = 64.0;

impl KeptGrid {
    fn new(places: &[Vec2], columns: u32) -> Self {
        let cells = vec![Vec::new(); (columns * columns) as usize];
        let mut grid = Self { cells, cell_of: Vec::new(), columns };
        for (index, &place) in places.iter().enumerate() {
            let cell = grid.cell(place);
            grid.cells[cell as usize].push(index as u32);
            grid.cell_of.push(cell);
        }
        grid
    }

    fn cell(&self, place: Vec2) -> u32 {
        let cell = (place / CELL).as_uvec2().min(uvec2(self.columns - 1, self.columns - 1));
        cell.y * self.columns + cell.x
    }

    fn follow(&mut self, index: u32, place: Vec2) {
        let cell = self.cell(place);
        let old = core::mem::replace(&mut self.cell_of[index as usize], cell);
        if old != cell {
            let list = &mut self.cells[old as usize];
            if let Some(at) = list.iter().position(|&other| other == index) {
                list.swap_remove(at);
            }
            self.cells[cell as usize].push(index);
        }
    }

    fn bytes(&self) -> usize {
        let lists: usize = self.cells.iter().map(Vec::capacity).sum();
        self.cells.len() * size_of::<Vec<u32>>() + (lists + self.cell_of.capacity()) * 4
    }
}

/// TILE-M7: a grid that is made anew in every tick beside one that is kept, both without looking for pairs. The new one is two
/// lists, of the first of each cell and of who is in them.
fn kept_grids(bench: &mut Bench) {
    for (id, count) in [("TILE-M7", 100_usize), ("", 1000), ("", 10_000), ("", 100_000)] {
        // About two in a cell.
        let columns = ((count as f32 / 2.0).sqrt().ceil() as u32).max(1);
        let far = columns as f32 * CELL;
        for moving in [0, 10, 100] {
            let mut rng = Rng::new(12);
            let area = Vec2::splat(far);
            let places: Vec<Vec2> = (0..count).map(|_| rng.in_rect(Vec2::ZERO, area)).collect();
            let speeds: Vec<Vec2> = (0..count).map(|_| rng.in_unit_disc() * 8.0).collect();
            let moves = count * moving / 100;
            let step = |places: &mut [Vec2], tick: u32| {
                let way = if tick.is_multiple_of(2) { 1.0 } else { -1.0 };
                for (place, speed) in places.iter_mut().zip(&speeds).take(moves) {
                    *place = (*place + *speed * way).clamp(Vec2::ZERO, area);
                }
            };
            let world = GridWorld::Bounded(Aabb::from_size(Vec2::ZERO, area));
            let mut fresh = UniformGrid::new(world, CellSize::Exactly(CELL)).expect("good numbers");
            let mut kept = KeptGrid::new(&places, columns);
            let (mut first, mut second) = (places.clone(), places);
            let (mut ours, mut theirs) = (0, 0);
            let (anew, kept_time) = Bench::both(
                || {
                    ours += 1;
                    step(&mut first, ours);
                    fresh.rebuild(&first);
                    fresh.len()
                },
                || {
                    theirs += 1;
                    step(&mut second, theirs);
                    for (index, &place) in second.iter().enumerate().take(moves) {
                        kept.follow(index as u32, place);
                    }
                    kept.cell_of[0]
                },
            );
            let bytes = ((columns * columns + 1) as usize + count) * 4;
            let work = format!("{count}, {moving} % move: anew, kept");
            let found = format!(
                "{} {} KB, {} {} KB",
                human(anew),
                bytes / 1000,
                human(kept_time),
                kept.bytes() / 1000
            );
            bench.claim(if moving == 0 { id } else { "" }, &work, "anew can be cheaper", &found);
        }
    }
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
    let mut car = Surface::new(48, 48).expect("small");
    car.fill_rect(IRect::new(4, 14, 40, 20), Color::RED);
    let all = vec![car.clone(); 360];
    let mut stage = Stage::new(STAGE.0, STAGE.1).expect("small");
    let node = Bitmap::new(Image::new(car)).centered().node().with_position(vec2(200.0, 200.0));
    let node = stage.add(node);
    let (mut surface, mut target) = (
        Surface::new(STAGE.0, STAGE.1).expect("small"),
        Surface::opaque(STAGE.0, STAGE.1, Color::WHITE).expect("small"),
    );
    let mut painter = Painter::default();
    let (mut ours, mut theirs) = (0, 0);
    let (picked, turned) = Bench::both(
        || {
            ours = (ours + 1) % 360;
            surface.clear();
            surface.blit(&all[ours], 176, 176);
            surface.words()[0]
        },
        || {
            theirs = (theirs + 1) % 360;
            stage[node].rotation = (theirs as f32).to_radians();
            painter.paint(&stage, &mut target);
            target.words()[0]
        },
    );
    let found = format!("{}, {}", human(picked), human(turned));
    bench.claim("", "a frame with one: a picture of 360, turned", "", &found);
}

/// TILE-M11: a frame of the classic programs: a view of ground that is kept, a layer of moving pictures that is cleared.
fn two_layers(bench: &mut Bench) {
    let picture = Surface::filled(128, 64, Color::GREEN).expect("small");
    let sheet = TileSheet::new(&picture, uvec2(64, 64)).expect("two tiles");
    let layer = TileLayer::from_fn(20, 16, |x, y| Tile::new(1 + (x ^ y) % 2)).expect("fits");
    let mut view = TileScroll::new(uvec2(STAGE.0, STAGE.1), &sheet).expect("a screen fits");
    let mut screen = Surface::opaque(STAGE.0, STAGE.1, Color::WHITE).expect("small");
    let mut front = Surface::new(STAGE.0, STAGE.1).expect("small");
    let bobs = frames();
    let mut tick = 0;
    let frame = bench.alone(|| {
        tick = (tick + 3) % 600;
        view.update(&[&layer], &sheet, ivec2(tick, tick / 2), 0.0);
        view.blit(&mut screen, 0, 0);
        front.clear();
        for index in 0..20 {
            front.blit(&bobs, (index * 31 + tick) % 600, index * 24);
        }
        screen.blit(&front, 0, 0);
        screen.words()[0]
    });
    let found = format!("{}, {:.0} frames a second", human(frame), 1e9 / frame);
    bench.claim("TILE-M11", "640×512, two layers, 20 pictures", "60 a second", &found);
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
