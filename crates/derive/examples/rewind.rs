//! A ball is saved in every tick, rewound by a second and played again: one derive gives hash, save and restore.
//!
//! `cargo run -p motile-derive --example rewind`

#![expect(clippy::print_stdout, reason = "the story goes to the terminal")]

use motile_geom::{Rng, StateError, StateHash, Vec2, state, vec2};

/// Everything that decides what happens next.
#[derive(Clone, Debug, PartialEq, StateHash)]
struct Ball {
    position: Vec2,
    velocity: Vec2,
    /// Bounces are not all alike.
    rng: Rng,
}

impl Ball {
    fn step(&mut self) {
        self.velocity.y += 900.0 / 60.0;
        self.position += self.velocity / 60.0;
        if self.position.y > 400.0 {
            self.position.y = 400.0;
            self.velocity = vec2(self.rng.range(-200.0..200.0), -self.velocity.y * 0.8);
        }
    }
}

fn main() -> Result<(), StateError> {
    let mut ball = Ball { position: vec2(320.0, 40.0), velocity: Vec2::ZERO, rng: Rng::new(7) };
    let mut past = Vec::new();
    for _ in 0..180 {
        past.push(state::save(&ball));
        ball.step();
    }
    let end = StateHash::of(&ball);
    println!("after 3 s  {:>7.1?}  state {end:016x}", ball.position.to_array());

    ball = state::restore(&past[120])?;
    println!("after 2 s  {:>7.1?}  {} bytes", ball.position.to_array(), past[120].len());
    for _ in 120..180 {
        ball.step();
    }
    let again = StateHash::of(&ball);
    println!("played on  {:>7.1?}  state {again:016x}", ball.position.to_array());
    println!(
        "{}",
        if again == end { "The same to the bit." } else { "Another way: something was forgotten." }
    );
    Ok(())
}
