//! Paths on a layer that changes: costs that follow the tiles, and a search that uses them.

use motile_geom::{IRect, IVec2, ivec2};
use motile_path::{AStar, GridSearch, PathError, PathGrid};
use motile_tiles::{DerivedMap, Tile, TileLayer};

/// Costs of a tile: sand costs four times as much, a wall is none.
fn cost(tile: Tile) -> f32 {
    match tile.number() {
        0 => 1.0,
        2 => 4.0,
        _ => f32::INFINITY,
    }
}

/// Sets a cell of the grid by its cost.
fn put(grid: &mut PathGrid, cell: IVec2, cost: f32) {
    grid.set_walkable(cell, cost.is_finite());
    if cost.is_finite() {
        assert!(grid.set_weight(cell, cost));
    }
}

#[test]
fn tile_x1_a_wall_that_is_dug_away_changes_the_path() {
    let letters = |letter| Tile::new(u32::from(letter == '#'));
    let mut layer = TileLayer::from_text(
        "
        ....#....
        ....#....
        ....#....
        ....#....
        .........
        ",
        letters,
    )
    .unwrap();
    let mut costs = DerivedMap::new(&layer, cost).unwrap();
    let mut grid = PathGrid::from_fn(9, 5, |cell| {
        costs.cells.get(cell.x, cell.y).is_some_and(|cost| cost.is_finite())
    })
    .unwrap();
    let (start, goal) = (ivec2(0, 0), ivec2(8, 0));
    let length = |grid: &PathGrid| AStar::new().find(grid, start, goal).map(|path| path.length);
    let sqrt2 = 2.0_f64.sqrt();
    // Around the wall's end without cutting a corner: three slanted steps down, four straight ones, three up.
    assert!((length(&grid).unwrap() - (4.0 + 6.0 * sqrt2)).abs() < 1e-9);
    let mut dig = |layer: &TileLayer, grid: &mut PathGrid| {
        let mut told = 0;
        costs.update(layer, cost, |cell, &cost| {
            put(grid, cell, cost);
            told += 1;
        });
        told
    };
    layer.set(4, 0, Tile::EMPTY);
    assert_eq!(dig(&layer, &mut grid), 1, "one cell is told");
    assert_eq!(length(&grid).unwrap(), 8.0, "through the hole");
    // Sand in the hole: seven steps and one that counts four are still less than the way around.
    layer.set(4, 0, Tile::new(2));
    assert_eq!(dig(&layer, &mut grid), 1);
    assert!((length(&grid).unwrap() - 11.0).abs() < 1e-9);
    // A second hole below the first: two slanted steps instead of the sand.
    layer.set(4, 1, Tile::EMPTY);
    layer.set(4, 2, Tile::EMPTY);
    dig(&layer, &mut grid);
    assert!((length(&grid).unwrap() - (6.0 + 2.0 * sqrt2)).abs() < 1e-9);
    // A wall across everything.
    layer.fill_rect(IRect::new(4, 0, 1, 5), Tile::new(1));
    assert_eq!(dig(&layer, &mut grid), 4);
    assert!(matches!(length(&grid), Err(PathError::NoPath(_))), "no way is left");
}
