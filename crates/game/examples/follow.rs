//! How a camera follows a hero who turns around: `cargo run -p motile-game --example follow`.

use motile_game::CameraRig;
use motile_geom::{Aabb, Vec2, vec2};
use std::io::{self, Write};

fn main() -> io::Result<()> {
    let mut camera = CameraRig::new(vec2(640.0, 480.0)).with_dead_zone(0.4, 0.6);
    (camera.smooth_time, camera.look_ahead) = (0.3, 0.4);
    let (mut place, mut speed) = (camera.center, 240.0);
    let mut out = io::stdout().lock();
    writeln!(out, "seconds    hero  camera   ahead of the hero (+) or behind (-)")?;
    for tick in 0..180u32 {
        if tick == 90 {
            speed = -speed;
        }
        place.x += speed / 60.0;
        camera.update(Aabb::from_center(place, Vec2::splat(32.0)), vec2(speed, 0.0), 1.0 / 60.0);
        if tick % 15 == 14 {
            let ahead = (camera.center.x - place.x) * speed.signum();
            let bar = if ahead > 0.0 { "+" } else { "-" }.repeat((ahead.abs() / 4.0) as usize);
            let seconds = f64::from(tick + 1) / 60.0;
            writeln!(out, "{seconds:7.2} {:7.1} {:7.1}   {bar}", place.x, camera.center.x)?;
        }
    }
    Ok(())
}
