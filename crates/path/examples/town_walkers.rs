//! A hundred walkers in a town, each on the cheapest path to a place of its own, a step at a time.
//!
//! `cargo run --release -p motile-path --example town_walkers`

#![expect(clippy::print_stdout, reason = "it tells what it finds")]

use motile_geom::{IRect, IVec2, Rng, ivec2};
use motile_path::{PathError, PathGrid, PreparedMap, PreparedSearch, Search};

struct Walker {
    at: IVec2,
    goal: IVec2,
    steps: u32,
}

fn main() -> Result<(), PathError> {
    let mut rng = Rng::new(7);
    let mut town = PathGrid::new(240, 160)?;
    for block in 0..15 * 10 {
        let corner = ivec2(block % 15, block / 15) * 16 + 3;
        town.fill(IRect::new(corner.x, corner.y, 6 + rng.below(8), 6 + rng.below(8)), false);
    }

    let mut map = PreparedMap::new();
    map.prepare(&town);
    println!(
        "{} corners, {} hubs, {} kB",
        map.corner_count(),
        map.hub_count(),
        map.memory_bytes() / 1024
    );

    let mut somewhere = || loop {
        let cell = ivec2(rng.below(240) as i32, rng.below(160) as i32);
        if town.is_walkable(cell) {
            return cell;
        }
    };
    let mut walkers: Vec<Walker> =
        (0..100).map(|_| Walker { at: somewhere(), goal: somewhere(), steps: 0 }).collect();

    let mut search = PreparedSearch::new();
    for tick in 0.. {
        if tick == 40 {
            // A street is closed in mid-walk: the map is repaired, and nobody has to plan again.
            town.fill(IRect::new(100, 96, 40, 3), false);
            map.prepare(&town);
        }
        let mut walking = 0;
        for walker in walkers.iter_mut().filter(|walker| walker.at != walker.goal) {
            // Who stands where the street was stays there.
            if let Ok(next) = search.next_step(&map, walker.at, walker.goal) {
                walker.at = next;
                walker.steps += 1;
                walking += 1;
            }
        }
        if walking == 0 {
            break;
        }
    }
    let arrived = walkers.iter().filter(|walker| walker.at == walker.goal).count();
    let steps: u32 = walkers.iter().map(|walker| walker.steps).sum();
    println!("{arrived} of {} walkers have arrived, after {steps} steps", walkers.len());
    Ok(())
}
