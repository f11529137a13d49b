//! Kinds of maps that no search was tuned for.

use crate::path::{Case, SIDE, long_queries};
use motile_geom::{IRect, Rng};
use motile_path::{PathGrid, generate};

/// Eleven kinds of maps with long queries across them, of the usual side.
pub(crate) fn kinds() -> impl Iterator<Item = Case> {
    NAMES.iter().map(|name| kind(name, SIDE))
}

const NAMES: [&str; 11] = [
    "open", "city", "caves", "rooms", "maze1", "maze2", "maze8", "maze32", "random10", "random25",
    "random35",
];

/// A map of one kind.
pub(crate) fn kind(name: &str, side: u32) -> Case {
    let mut rng = Rng::new(1018);
    let grid = match name {
        "open" => PathGrid::new(side, side),
        "city" => Ok(city(side, &mut rng)),
        "caves" => generate::caves(side, side, 0.43, 5, &mut rng),
        "rooms" => generate::rooms(side, side, 31, &mut rng),
        "maze1" => generate::maze(side, side, 1, &mut rng),
        "maze2" => generate::maze(side, side, 2, &mut rng),
        "maze8" => generate::maze(side, side, 8, &mut rng),
        "maze32" => generate::maze(side, side, 32, &mut rng),
        "random10" => generate::scatter(side, side, 0.10, &mut rng),
        "random25" => generate::scatter(side, side, 0.25, &mut rng),
        _ => generate::scatter(side, side, 0.35, &mut rng),
    }
    .expect("the size is fine");
    let queries = long_queries(&grid, &mut rng);
    Case { name: name.to_string(), grid, queries }
}

/// Blocks of houses of any size with streets of any width between them, and yards inside.
fn city(side: u32, rng: &mut Rng) -> PathGrid {
    let mut grid = PathGrid::new(side, side).expect("the size is fine");
    let mut top = 2;
    while top < side as i32 {
        let height = rng.int(9..32);
        let mut left = 2;
        while left < side as i32 {
            let width = rng.int(9..32);
            let (house_width, house_height) = (width - rng.int(2..6), height - rng.int(2..6));
            let house = IRect::new(left, top, house_width as u32, house_height as u32);
            grid.fill(house, false);
            if house_width > 12 && house_height > 12 {
                let yard = IRect::new(left + 4, top + 4, house.width - 8, house.height - 8);
                grid.fill(yard, true);
                grid.fill(IRect::new(left + house_width / 2, top, 2, 5), true);
            }
            left += width;
        }
        top += height;
    }
    grid
}
