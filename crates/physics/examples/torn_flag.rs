//! A flag that blows in the wind until it tears off, drawn with letters on the terminal.
//!
//! `cargo run -p motile-physics --example torn_flag`
//!
//! No window and no clock: the world is plain data, a loop moves it on by sixtieths of a second, and what it is made of
//! is read back as positions. Torn threads are events, read after the step.

#![expect(clippy::print_stdout, reason = "the pictures go to the terminal")]

use motile_geom::{Rng, Vec2, ops, vec2};
use motile_physics::forces::Field;
use motile_physics::world::{Cloth, World, WorldEvent};

const COLUMNS: u32 = 22;
const ROWS: u32 = 12;
/// Pixels from thread to thread.
const SPACING: f32 = 10.0;
/// The picture in letters; a letter stands for 6 by 12 pixels.
const WIDTH: usize = 72;
const HEIGHT: usize = 22;
const LETTER: Vec2 = vec2(6.0, 12.0);

/// Air that moves faster from second to second, in waves that run along the flag.
struct Storm {
    time: f32,
}

impl Field for Storm {
    fn acceleration(&self, position: Vec2, velocity: Vec2, _inverse_mass: f32) -> Vec2 {
        let wave = ops::sin(position.x * 0.03 - self.time * 7.0);
        let wind = vec2(1.0, 0.7 * wave) * (30.0 + 40.0 * self.time);
        (wind - velocity) * 6.0
    }
}

fn main() {
    let mut world = World::default();
    world.gravity = vec2(0.0, 300.0);
    let flag = world.build_cloth(vec2(30.0, 20.0), COLUMNS, ROWS, SPACING);
    // No two threads are equally strong.
    let mut rng = Rng::new(3);
    for &thread in &flag.parts.sticks {
        world.set_strength(thread, rng.range(0.04..0.3));
    }
    for mast in (0..ROWS).filter_map(|row| flag.point(0, row)) {
        world.set_pinned(mast, true);
    }

    let mut torn = 0;
    for tick in 0..300u16 {
        let time = f32::from(tick) / 60.0;
        world.apply(&Storm { time });
        world.step(1.0 / 60.0);
        torn += world.events().iter().filter(|e| matches!(e, WorldEvent::Torn { .. })).count();
        if tick % 60 == 59 {
            println!("{:.0} s, {} threads, {torn} torn", time.ceil(), world.stick_count());
            println!("{}", picture(&world, &flag));
        }
    }
    println!("{} numbers were rejected on the way.", world.rejected);
}

/// The mast, and a letter wherever the cloth is; the denser it lies, the darker.
fn picture(world: &World, flag: &Cloth) -> String {
    let mut ink = [[0u8; WIDTH]; HEIGHT];
    for place in flag.parts.points.iter().filter_map(|&id| world.position(id)) {
        let cell = (place / LETTER).floor();
        if cell.x >= 0.0 && cell.y >= 0.0 && cell.x < WIDTH as f32 && cell.y < HEIGHT as f32 {
            ink[cell.y as usize][cell.x as usize] += 1;
        }
    }
    let letter = |(column, ink): (usize, &u8)| match ink {
        0 if column == 4 => '|',
        0 => ' ',
        1 => '.',
        2 => 'o',
        _ => '#',
    };
    let lines = ink.iter().map(|row| row.iter().enumerate().map(letter).collect::<String>());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}
