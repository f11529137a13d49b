//! A wall of water collapses and a ball floats up, drawn with letters on the terminal.
//!
//! `cargo run -p motile-fluid --example dam_break`
//!
//! No window and no clock: the liquid is plain data, a loop moves it on by sixtieths of a second. The ball is the
//! program's own; the liquid says how it was pushed.

#![expect(clippy::print_stdout, reason = "the pictures go to the terminal")]

use motile_fluid::{FluidError, FluidSolid, Liquid};
use motile_geom::{Aabb, Circle, Vec2, vec2};

const COLUMNS: u32 = 72;
const ROWS: u32 = 36;
/// Pixels of a cell.
const CELL: f32 = 8.0;
const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), FluidError> {
    let mut water = Liquid::new(COLUMNS, ROWS, CELL)?;
    water.add_block(Aabb::new(vec2(0.0, 60.0), vec2(220.0, 288.0)), 0);
    let mut ball = Circle::new(vec2(420.0, 250.0), 30.0);
    let mut velocity = Vec2::ZERO;
    // Half as heavy as the water.
    let mass = ball.area() * 0.5;
    for tick in 1..=240u16 {
        water.solids = vec![FluidSolid::new(ball).with_velocity(velocity)];
        water.step(DT);
        velocity += water.push_on(0).velocity_change(mass, water.gravity * DT);
        ball.center += velocity * DT;
        ball.center = ball.center.clamp(Vec2::splat(ball.radius), water.size() - ball.radius);
        if tick % 60 == 0 {
            let report = water.report();
            let left = report.divergence_left * 100.0;
            println!(
                "{} s, {} rounds, {left:.2} % of the divergence left",
                tick / 60,
                report.rounds
            );
            println!("{}", picture(&water, ball));
        }
    }
    Ok(())
}

/// Two cells are one letter.
fn picture(water: &Liquid, ball: Circle) -> String {
    let mut letters = String::new();
    for y in (0..ROWS).step_by(2) {
        letters.push('|');
        letters.extend((0..COLUMNS).map(|x| {
            let full = (water.fullness(x, y) + water.fullness(x, y + 1)) * 0.5;
            let inside = ball.contains(vec2(x as f32 + 0.5, y as f32 + 1.0) * CELL);
            match (inside, full) {
                (true, _) => 'O',
                (_, full) if full > 0.7 => '#',
                (_, full) if full > 0.3 => '=',
                (_, full) if full > 0.05 => '.',
                _ => ' ',
            }
        }));
        letters.push_str("|\n");
    }
    letters
}
