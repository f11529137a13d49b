//! Layers: cells, changes, edits, streaming, state.

use core::cell::Cell;
use motile_geom::{GridError, IRect, IVec2, Rng, StateHash, ivec2, state};
use motile_tiles::{
    ChunkCells, LayerChange, Tile, TileError, TileLayer, TileStream, cells_on_line,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

const WALL: Tile = Tile::new(1);

#[test]
fn tile_8_rows_of_unequal_length_are_named() {
    let rows: [&[u32]; 3] = [&[1, 2, 3], &[1, 2, 3], &[1, 2]];
    let error = TileLayer::from_rows(&rows).unwrap_err();
    assert_eq!(error, TileError::UnequalRows { row: 2, expected: 3, found: 2 });
    assert_eq!(error.to_string(), "row 2 has 2 cells, the first has 3");
    let text = TileLayer::from_text("##\n#", |_| WALL).unwrap_err();
    assert_eq!(text, TileError::UnequalRows { row: 1, expected: 2, found: 1 });
}

#[test]
fn tile_60_sizes_beyond_memory_are_errors() {
    assert!(matches!(TileLayer::new(1 << 16, 1 << 16), Err(GridError::TooLarge { .. })));
    assert!(matches!(TileLayer::new(u32::MAX, u32::MAX), Err(GridError::TooLarge { .. })));
}

#[test]
fn tile_23_outside_is_empty_and_cannot_be_written() {
    let mut layer = TileLayer::new(3, 2).unwrap();
    assert!(!layer.set(-1, 0, WALL) && !layer.set(3, 0, WALL) && !layer.set(0, i32::MAX, WALL));
    assert_eq!(layer.get(i32::MIN, i32::MAX), Tile::EMPTY);
    assert_eq!(layer.revision(), 0);
    assert!(layer.run(3, 0).is_empty() && layer.run(-1, 0).is_empty());
    assert_eq!(layer.run(1, 1).len(), 2);
}

#[test]
fn tile_60_changes_tell_old_and_new_to_any_number_of_readers() {
    let mut layer = TileLayer::endless();
    layer.set(-1, -1, WALL);
    let seen = layer.revision();
    layer.set(-1, -1, WALL);
    assert_eq!(layer.revision(), seen, "the same tile again is no change");
    layer.set(-1, -1, Tile::new(2));
    layer.set(40, 0, WALL);
    let changes: Vec<_> = layer.changes_since(seen).unwrap().collect();
    let expected = LayerChange::Cell { cell: ivec2(-1, -1), old: WALL, new: Tile::new(2) };
    assert_eq!((changes.len(), changes[0]), (2, expected));
    assert_eq!(layer.changes_since(0).unwrap().count(), 3);
    let mut chunks = Vec::new();
    assert!(layer.dirty_chunks(0, &mut chunks));
    assert_eq!(chunks, [ivec2(-1, -1), ivec2(1, 0)]);
    assert!(layer.changes_since(layer.revision() + 1).is_none(), "a revision of another layer");
}

#[test]
fn tile_60_who_misses_too_much_is_told_so() {
    let mut layer = TileLayer::new(100, 100).unwrap();
    for i in 0..5000 {
        layer.set(i % 100, i / 100, WALL);
    }
    let mut chunks = vec![IVec2::ZERO];
    assert!(layer.changes_since(0).is_none() && !layer.dirty_chunks(0, &mut chunks));
    assert!(chunks.is_empty());
    assert_eq!(layer.changes_since(layer.revision() - 4096).unwrap().count(), 4096);
}

#[test]
fn large_fills_are_noted_by_chunk() {
    let mut layer = TileLayer::new(100, 100).unwrap();
    assert!(layer.fill_rect(IRect::new(-10, 10, 60, 60), WALL));
    assert_eq!((layer.get(49, 69), layer.get(50, 69)), (WALL, Tile::EMPTY));
    assert_eq!(layer.changes_since(0).unwrap().count(), 6);
    assert!(!layer.fill_rect(IRect::new(0, 10, 50, 60), WALL), "nothing is left to change");
    let mut plane = TileLayer::endless();
    assert!(!plane.fill_rect(IRect::new(0, 0, u32::MAX, u32::MAX), WALL));
    assert_eq!(plane.chunk_count(), 0);
}

/// Beside a look at all cells; ties go to the upper one, then to the left one.
#[test]
fn tile_70_the_nearest_of_a_kind() {
    let mut rng = Rng::new(12);
    let mut found = 0;
    for round in 0..200 {
        let (width, height) = (1 + rng.below(70), 1 + rng.below(70));
        let share = [0.001, 0.01, 0.3][round % 3];
        let tile = |_, _| Tile::new(if rng.chance(share) { 1 + rng.below(2) } else { 0 });
        let bounded = TileLayer::from_fn(width, height, tile).unwrap();
        let mut endless = TileLayer::endless();
        for (cell, tile) in bounded.tiles() {
            endless.set(cell.x, cell.y, tile);
        }
        let from = ivec2(rng.int(-20..90), rng.int(-20..90));
        for reach in [0, 5, 8, 9, 40, u32::MAX] {
            let wanted = |tile: Tile| tile == WALL;
            let key = |cell: IVec2| ((cell - from).length_squared(), cell.y, cell.x);
            let inside = |cell: &IVec2| (*cell - from).abs().max_element() as u32 <= reach;
            let cells = bounded.tiles().filter(|&(_, tile)| tile == WALL).map(|(cell, _)| cell);
            let expected = cells.filter(inside).min_by_key(|&cell| key(cell));
            assert_eq!(bounded.nearest(from, reach, wanted), expected, "{from} {reach}");
            assert_eq!(endless.nearest(from, reach, wanted), expected, "{from} {reach}");
            found += u32::from(expected.is_some());
        }
    }
    assert!(found > 300, "{found}");
    let edge = IVec2::new(i32::MAX, i32::MIN);
    assert_eq!(TileLayer::endless().nearest(edge, u32::MAX, |_| true), None);
}

#[test]
fn tile_78_lines_stamps_and_buckets() {
    let line: Vec<_> = cells_on_line(ivec2(0, 0), ivec2(4, 2)).collect();
    assert_eq!(line.len(), 5);
    assert_eq!((line[0], line[4]), (ivec2(0, 0), ivec2(4, 2)));

    let mut layer = TileLayer::new(9, 9).unwrap();
    layer.draw_line(ivec2(0, 4), ivec2(8, 4), WALL);
    assert_eq!(layer.flood(ivec2(0, 0), Tile::new(2), layer.bounds()), 36);
    assert_eq!((layer.get(8, 3), layer.get(8, 5)), (Tile::new(2), Tile::EMPTY));

    let pattern = layer.copy_rect(IRect::new(0, 3, 3, 3));
    let mut other = TileLayer::endless();
    other.set(-1, 1, Tile::new(7));
    other.stamp(ivec2(-2, -1), &pattern, true);
    assert_eq!((other.get(-2, -1), other.get(0, 0)), (Tile::new(2), WALL));
    assert_eq!(other.get(-1, 1), Tile::new(7), "empty cells of the pattern leave what is there");
    other.stamp(ivec2(-2, -1), &pattern, false);
    assert_eq!(other.get(-1, 1), Tile::EMPTY);
}

/// Each end was moved to the nearest place within 65,536 cells, axis by axis: the line had another slope then.
#[test]
fn tile_78_lines_from_far_away_keep_their_slope() {
    let (from, to) = (ivec2(-300_000, -100_000), ivec2(300_030, 100_010));
    let mut layer = TileLayer::new(40, 30).unwrap();
    assert!(layer.draw_line(from, to, WALL));
    let expected = cells_on_line(from, to).filter(|cell| layer.has_cell(cell.x, cell.y));
    assert!(layer.tiles().map(|(cell, _)| cell).eq(expected));
    assert!(layer.tiles().count() >= 30);
    // From end to end of all numbers; a line that passes by changes nothing.
    let mut layer = TileLayer::new(40, 30).unwrap();
    assert!(layer.draw_line(IVec2::splat(i32::MIN), IVec2::splat(i32::MAX), WALL));
    assert!(layer.tiles().map(|(cell, _)| cell).eq((0..30).map(IVec2::splat)));
    assert!(!layer.draw_line(ivec2(i32::MIN, -1), ivec2(i32::MAX, -1), WALL));
    assert!(!layer.draw_line(ivec2(50, i32::MAX), ivec2(45, i32::MIN), WALL));
    // Far out in a layer that is large enough.
    let mut long = TileLayer::new(100_000, 1).unwrap();
    assert!(long.draw_line(ivec2(99_990, 0), ivec2(1 << 30, 0), WALL));
    assert_eq!(long.tiles().count(), 10);
    let mut plane = TileLayer::endless();
    assert!(plane.draw_line(ivec2(-100_000, 7), ivec2(-99_000, 7), WALL));
    assert_eq!(plane.tiles().count(), 1001);
    assert!(!plane.draw_line(ivec2(0, 0), ivec2(i32::MAX, 5), WALL), "too long for a plane");
}

/// 2²⁴ cells in a row take 2 GB in chunks.
#[test]
fn tile_78_long_fills_of_a_plane_change_nothing() {
    let mut plane = TileLayer::endless();
    assert!(!plane.fill_rect(IRect::new(5, 5, 1 << 24, 1), WALL));
    assert!(!plane.fill_rect(IRect::new(5, 5, 1, 1 << 24), WALL));
    let pattern = TileLayer::new(1 << 21, 1).unwrap();
    assert!(!plane.stamp(ivec2(5, 5), &pattern, false));
    assert_eq!(plane.chunk_count(), 0);
    assert!(plane.fill_rect(IRect::new(5, 5, 100_000, 1), WALL));
    assert_eq!(plane.tiles().count(), 100_000);
}

#[test]
fn tile_x9_a_stream_keeps_what_is_near_and_remembers_edits() {
    let asked = Cell::new(0);
    let source = |chunk: IVec2, cells: &mut ChunkCells| {
        asked.set(asked.get() + 1);
        cells.fill(Tile::new(1 + (chunk.x.rem_euclid(7)) as u32));
    };
    let (mut layer, mut stream) = (TileLayer::endless(), TileStream::default());
    // How often the source was asked in all updates.
    let load = |stream: &mut TileStream, layer: &mut TileLayer, x: i32| {
        let (mut left, mut all) = (1, 0);
        while left > 0 {
            left = stream.update(layer, IRect::new(x, 0, 64, 64), &source);
            let now = asked.take();
            assert!(now <= stream.per_update, "{now} chunks in one update");
            all += now;
        }
        all
    };
    load(&mut stream, &mut layer, 0);
    assert_eq!(layer.get(5, 5), Tile::new(1));
    layer.set(5, 5, Tile::new(99));
    let (mut most, mut asks) = (0, 0);
    for x in (50..100_000).step_by(50) {
        // However far it has come, a step is the same work: two columns of four chunks, and the view's cells are looked at.
        let now = load(&mut stream, &mut layer, x);
        assert!(now <= 8, "{now} chunks in a step to {x}");
        asks += now;
        assert_eq!(layer.tiles_in(IRect::new(x, 0, 64, 64)).count(), 64 * 64);
        most = most.max(layer.chunk_count());
    }
    assert_eq!(asks, 4 * 3124, "every column once");
    assert_eq!(layer.get(5, 5), Tile::EMPTY, "far away now");
    assert!(most <= 49, "{most} chunks for a view of two by two");
    assert_eq!(stream.edited_chunks(), 1);
    load(&mut stream, &mut layer, 0);
    assert_eq!((layer.get(5, 5), layer.get(6, 5)), (Tile::new(99), Tile::new(1)));
}

/// What was edited in a world larger than memory could not be saved.
#[test]
fn tile_x9_the_edits_of_a_stream_are_state() {
    let source = |chunk: IVec2, cells: &mut ChunkCells| {
        cells.fill(Tile::new(1 + chunk.x.rem_euclid(7) as u32));
    };
    let load = |stream: &mut TileStream, layer: &mut TileLayer, x: i32| {
        while stream.update(layer, IRect::new(x, 0, 64, 64), &source) > 0 {}
    };
    // Edits in view, in chunks that went, and where no chunk was yet; some of them emptied whole chunks.
    let edit = |layer: &mut TileLayer, x: i32| {
        layer.fill_rect(IRect::new(x, 0, 32, 32), Tile::EMPTY);
        layer.set(x + 40, 7, Tile::new(90));
    };
    let (mut layer, mut stream) = (TileLayer::endless(), TileStream::default());
    stream.margin = 2;
    load(&mut stream, &mut layer, 0);
    edit(&mut layer, 0);
    load(&mut stream, &mut layer, 3200);
    load(&mut stream, &mut layer, 0);
    layer.set(5, 5, Tile::new(91));
    load(&mut stream, &mut layer, 3200);
    edit(&mut layer, 3200);
    layer.set(-6400, 9, Tile::new(92));
    stream.store_edits(&mut layer, &source);
    assert_eq!(stream.edited_chunks(), 5);
    let bytes = state::save(&stream);
    let back: TileStream = state::restore(&bytes).unwrap();
    assert_eq!((back.margin, back.edited_chunks()), (2, 5));
    assert_eq!(StateHash::of(&back), StateHash::of(&stream));
    for x in [0, 3200, -6400] {
        load(&mut stream, &mut layer, x);
        let (mut other, mut restored) = (TileLayer::endless(), back.clone());
        load(&mut restored, &mut other, x);
        let view = IRect::new(x, 0, 64, 64);
        assert!(layer.tiles_in(view).eq(other.tiles_in(view)), "{x}");
        assert_eq!(restored.edited_chunks(), 5, "loading is no edit");
    }
    // Who made the same edits elsewhere and looked elsewhere has the same state.
    let (mut other, mut restored) = (TileLayer::endless(), back.clone());
    load(&mut restored, &mut other, 0);
    other.set(6, 6, Tile::new(93));
    restored.store_edits(&mut other, &source);
    assert_ne!(StateHash::of(&restored), StateHash::of(&back));
    // Bytes that are no stream are refused: cut short, out of order, beyond the numbers of cells.
    for end in 0..bytes.len() {
        assert!(state::restore::<TileStream>(&bytes[..end]).is_err(), "{end}");
    }
    let chunk = (bytes.len() - 12) / 5;
    let mut twice = bytes.clone();
    twice.copy_within(12..12 + chunk, 12 + chunk);
    let error = state::restore::<TileStream>(&twice).unwrap_err();
    assert!(error.to_string().contains("each once"), "{error}");
    let mut beyond = bytes;
    beyond[12..16].copy_from_slice(&i32::MAX.to_le_bytes());
    let error = state::restore::<TileStream>(&beyond).unwrap_err();
    assert!(error.to_string().contains("whose cells have numbers"), "{error}");
}

/// A layer with borders takes no chunks, so that the loop of the docs never ended.
#[test]
fn tile_x9_a_stream_into_a_layer_with_borders_ends() {
    let source = |_: IVec2, cells: &mut ChunkCells| cells.fill(Tile::new(1));
    let mut layer = TileLayer::new(40, 30).unwrap();
    assert_eq!(TileStream::default().update(&mut layer, IRect::new(0, 0, 40, 30), &source), 0);
    assert_eq!(layer.tiles().count(), 0);
}

/// A cell that was set where no chunk was made a chunk of one cell, which the source never filled.
#[test]
fn tile_x9_cells_set_where_no_chunk_is_get_the_source_around_them() {
    let asked = Cell::new(0);
    let source = |chunk: IVec2, cells: &mut ChunkCells| {
        asked.set(asked.get() + 1);
        cells.fill(Tile::new(1 + chunk.x.rem_euclid(7) as u32));
    };
    let (mut layer, mut stream) = (TileLayer::endless(), TileStream::default());
    let load = |stream: &mut TileStream, layer: &mut TileLayer, x: i32| {
        while stream.update(layer, IRect::new(x, 0, 64, 64), &source) > 0 {}
    };
    let near = |layer: &TileLayer, x: i32| [-1, 0, 1].map(|dx| layer.get(x + dx, 40).number());
    // Before the first update, within the view, and far from it; chunk 3 lies under x = 100, chunk 312 under 10,000.
    layer.set(100, 40, Tile::new(99));
    layer.set(10_000, 40, Tile::new(98));
    load(&mut stream, &mut layer, 64);
    assert_eq!(near(&layer, 100), [4, 99, 4]);
    // A view too far for any of it, and back: both chunks were dropped and remembered, with their neighbors.
    for x in [10_000, 1_000_000, 64] {
        load(&mut stream, &mut layer, x);
        let expected = if x == 10_000 { [5, 98, 5] } else { [4, 99, 4] };
        let at = if x == 10_000 { 10_000 } else { 100 };
        assert_eq!(near(&layer, at), if x == 1_000_000 { [0; 3] } else { expected }, "{x}");
    }
    // A chunk that was edited, went, and is edited again while it is away keeps both edits.
    layer.set(10_001, 40, Tile::new(97));
    load(&mut stream, &mut layer, 64);
    load(&mut stream, &mut layer, 10_000);
    assert_eq!(near(&layer, 10_000), [5, 98, 97]);
    assert_eq!(stream.edited_chunks(), 2);
    // Cells all over the world come a few at a time, those in view first.
    let far = |i: i32| -5000 - 32 * i;
    (0..100).for_each(|i| _ = layer.set(far(i), 500, Tile::new(50)));
    stream.per_update = 4;
    let mut left = u32::MAX;
    while left > 0 {
        asked.set(0);
        let now = stream.update(&mut layer, IRect::new(10_000, 0, 64, 64), &source);
        assert!(asked.get() <= 4 && now < left, "{} calls, {now} left", asked.get());
        left = now;
    }
    load(&mut stream, &mut layer, 10_000);
    assert!(layer.chunk_count() < 49, "they have gone again");
    assert_eq!(stream.edited_chunks(), 102);
}

/// Chunks beyond all cells were taken, and listing the cells overflowed.
#[test]
fn tile_60_chunks_beyond_the_numbers_of_cells_are_refused() {
    let cells: ChunkCells = [WALL; _];
    let last = i32::MAX / 32;
    let mut plane = TileLayer::endless();
    for place in [ivec2(last + 1, 0), ivec2(0, i32::MAX), ivec2(i32::MIN, 0), ivec2(0, -last - 2)] {
        assert!(!plane.put_chunk(place, &cells), "{place}");
    }
    assert_eq!((plane.chunk_count(), plane.revision()), (0, 0));
    assert!(
        plane.put_chunk(IVec2::splat(last), &cells) && plane.put_chunk(ivec2(-last - 1, 0), &cells)
    );
    assert_eq!((plane.get(i32::MAX, i32::MAX), plane.get(i32::MIN, 0)), (WALL, WALL));
    assert_eq!(plane.chunks().count(), 2);
    // In a saved game.
    let mut plane = TileLayer::endless();
    plane.put_chunk(ivec2(last, 7), &cells);
    let bytes = state::save(&plane);
    assert_eq!(state::restore::<TileLayer>(&bytes).unwrap(), plane);
    let place = bytes.windows(4).position(|word| word == last.to_le_bytes()).expect("its place");
    let mut bad = bytes;
    bad[place..place + 4].copy_from_slice(&(last + 1).to_le_bytes());
    let error = state::restore::<TileLayer>(&bad).unwrap_err();
    assert!(error.to_string().contains("a chunk whose cells have numbers"), "{error}");
    // A view at the end of the world waited for them for ever.
    let source = |_: IVec2, cells: &mut ChunkCells| cells.fill(WALL);
    let (mut plane, mut stream) = (TileLayer::endless(), TileStream::default());
    let view = IRect::new(i32::MAX - 40, i32::MAX - 10, 41, 11);
    let updates = (0..9).find(|_| stream.update(&mut plane, view, &source) == 0);
    assert!(updates.is_some() && plane.get(i32::MAX, i32::MAX) == WALL);
}

#[test]
fn the_past_of_a_layer_is_no_state() {
    let mut a = TileLayer::endless();
    let mut b = TileLayer::endless();
    a.set(3, 3, WALL);
    a.set(-500, 9, WALL);
    b.set(-500, 9, WALL);
    b.set(900, 900, WALL);
    b.set(900, 900, Tile::EMPTY);
    b.set(3, 3, WALL);
    assert_eq!(a, b);
    assert_eq!(StateHash::of(&a), StateHash::of(&b));
    let back: TileLayer = state::restore(&state::save(&b)).unwrap();
    assert_eq!(back, a);
    b.set(3, 4, WALL);
    assert_ne!(StateHash::of(&a), StateHash::of(&b));
    let bounded = TileLayer::from_rows(&[[1, 2], [3, 0]]).unwrap();
    assert_eq!(state::restore::<TileLayer>(&state::save(&bounded)).unwrap(), bounded);
}

proptest! {
    /// A bounded and an endless layer are both a table of cells.
    #[test]
    fn tile_60_layers_are_tables(edits in prop::collection::vec((-40..80i32, -40..80i32, 0..4u32), 0..200)) {
        let mut plane = TileLayer::endless();
        let mut box_ = TileLayer::new(48, 48).unwrap();
        let mut table = BTreeMap::new();
        for (x, y, number) in edits {
            plane.set(x, y, Tile::new(number));
            box_.set(x, y, Tile::new(number));
            table.insert((y, x), Tile::new(number));
        }
        table.retain(|_, tile| !tile.is_empty());
        for y in -45..85 {
            for x in -45..85 {
                let expected = table.get(&(y, x)).copied().unwrap_or_default();
                prop_assert_eq!(plane.get(x, y), expected);
                let inside = (0..48).contains(&x) && (0..48).contains(&y);
                prop_assert_eq!(box_.get(x, y), if inside { expected } else { Tile::EMPTY });
            }
        }
        let part = IRect::new(-7, 3, 50, 31);
        let mut listed: Vec<_> = plane.tiles_in(part).map(|(c, tile)| ((c.y, c.x), tile)).collect();
        listed.sort();
        table.retain(|&(y, x), _| part.contains(x, y));
        prop_assert_eq!(listed, table.into_iter().collect::<Vec<_>>());
    }
}
