//! What a flock, an arriving vehicle and one that avoids a rock look at, as a picture of lines.
//!
//! `cargo run -p motile-steer --example marks_to_svg > marks.svg`
//!
//! Marks are plain data: any renderer that has lines can show them, here the simplest one there is.

#![expect(clippy::print_stdout, reason = "the picture goes to where the reader sends it")]

use motile_geom::{Aabb, Circle, MarkRole, MarkShape, MarkSink, Marks, Rng, Vec2, vec2};
use motile_steer::{Agent, Avoid, Flock, arrive, first_of};

const DT: f32 = 1.0 / 60.0;
const SIZE: Vec2 = vec2(640.0, 360.0);

fn main() {
    let mut marks = Marks::new();
    let rock = Circle::new(vec2(420.0, 110.0), 40.0);
    let goal = vec2(600.0, 90.0);
    let mut agent = Agent { velocity: vec2(150.0, 0.0), ..Agent::new(40.0, 100.0) };
    for _ in 0..90 {
        // Each step is watched, the marks of the last one stay.
        marks.clear();
        let around = Avoid::default().circles(marks.watch(&agent), [rock]);
        let stop = arrive(marks.watch(&agent), goal, DT);
        agent.step(first_of([around, stop]), DT);
    }

    let mut flock = Flock::new(Aabb::new(vec2(0.0, 180.0), SIZE));
    let mut rng = Rng::new(7);
    for _ in 0..80 {
        flock.add(rng.in_rect(flock.world.min, flock.world.max), rng.unit_vec2() * 100.0);
    }
    for _ in 0..120 {
        flock.step(DT);
    }
    flock.mark(0, &mut marks);
    for (&position, &velocity) in flock.positions.iter().zip(&flock.velocities) {
        marks.velocity(MarkRole::Note, position, velocity * 0.4);
    }

    println!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}"><rect width="100%" height="100%" fill="rgb(20,26,43)"/>"#,
        SIZE.x, SIZE.y
    );
    for mark in marks.iter() {
        let [red, green, blue] = mark.role.rgb();
        if let MarkShape::Label { position, text } = mark.shape {
            println!(r#"<text x="{}" y="{}" fill="white">{text}</text>"#, position.x, position.y);
        }
        for line in mark.shape.segments(8.0) {
            let (a, b) = (line.a, line.b);
            println!(
                r#"<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="rgb({red},{green},{blue})"/>"#,
                a.x, a.y, b.x, b.y
            );
        }
    }
    println!("</svg>");
}
