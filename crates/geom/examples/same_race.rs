//! A race that runs the same on every machine: cars on a closed curve, seeded luck, a fingerprint of the end, and a
//! moment that is saved and brought back.
//!
//! `cargo run -p motile-geom --example same_race`

#![expect(clippy::print_stdout, reason = "it tells who wins")]

use motile_geom::{
    Aabb, ArcLength, CatmullRom, ConvexPolygon, PolygonError, Rng, StateHash, Vec2, state, vec2,
};

const NAMES: [&str; 3] = ["red", "green", "blue"];
const TICKS: u32 = 60 * 20;

/// Where each car is, in pixels along the road, and the luck to come.
type Race = (Vec<f32>, Rng);

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let points = [(0, 0), (200, 40), (260, 160), (90, 220), (-40, 120)];
    let points = points.map(|(x, y)| vec2(x as f32, y as f32));
    let road = CatmullRom::closed(&points);
    // The parameter of a curve runs unevenly; distances along it do not.
    let length = ArcLength::new(&road);
    println!("the road is {:.1} pixels long", length.total());
    println!("{}", park(&points)?);

    let mut race: Race = (vec![0.0; NAMES.len()], Rng::new(2026));
    run(&mut race, TICKS / 2);
    let half_time = state::save(&race);
    run(&mut race, TICKS / 2);
    for (name, distance) in NAMES.iter().zip(&race.0) {
        let place = length.point_at(&road, distance % length.total());
        let laps = (distance / length.total()).floor();
        println!(
            "{name:<5} {distance:7.1} pixels, {laps} laps, at ({:.0}, {:.0})",
            place.x, place.y
        );
    }
    let end = StateHash::of(&race);
    println!("the end is {end:016x} on every platform");

    let mut again: Race = state::restore(&half_time)?;
    run(&mut again, TICKS / 2);
    println!("from half time on it ends the same: {}", StateHash::of(&again) == end);
    Ok(())
}

/// Each car has a good or a bad moment in every tick.
fn run((cars, luck): &mut Race, ticks: u32) {
    for _ in 0..ticks {
        for car in &mut *cars {
            *car += luck.range(60.0..120.0) / 60.0;
        }
    }
}

/// What the road encloses, roughly: the hull of its points, and the box around them.
fn park(points: &[Vec2]) -> Result<String, PolygonError> {
    let hull = ConvexPolygon::hull(points.iter().copied())?;
    let share = hull.polygon().area() / Aabb::around(points.iter().copied()).area();
    Ok(format!(
        "its hull has {} corners and fills {:.0} % of its box",
        hull.vertices().len(),
        share * 100.0
    ))
}
