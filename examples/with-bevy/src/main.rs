//! 400 stars drift and turn in bevy; motile tells which of them touch, to the pixel.
//!
//! `cargo run --release` in this folder plays ten seconds without a window and prints what it finds. The part
//! worth taking is the plugin in `touch.rs`.

mod touch;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use std::f32::consts::{PI, TAU};
use std::sync::Arc;
use touch::{Disc, Discs, Pixels, Touch, TouchPlugin, mask_of};

const STARS: u32 = 400;
/// Half the side of the world, in world units.
const WORLD: f32 = 600.0;
/// Radius of a star, in world units.
const RADIUS: f32 = 24.0;
/// Fixed ticks a second, bevy's own number.
const RATE: u32 = 64;

#[derive(Component)]
struct Drift {
    velocity: Vec2,
    spin: f32,
}

fn main() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TouchPlugin))
        .add_systems(Startup, spawn_stars)
        .add_systems(FixedUpdate, drift)
        .add_systems(FixedLast, report);
    // A game calls `run`; here every update is one tick, and ten seconds are enough.
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    for _ in 0..=10 * RATE {
        app.update();
    }
}

fn spawn_stars(mut commands: Commands) {
    let mask = mask_of(&star_picture(), 128).expect("four bytes a pixel");
    let pixels = Pixels(Arc::new(mask));
    for i in 0..STARS {
        // Evenly scattered and never the same: steps of the golden ratio.
        let share = |step: f32| (i as f32 * step).fract();
        let place = Vec2::new(share(0.618_034) - 0.5, share(0.754_878) - 0.5) * 2.0 * WORLD;
        let heading = share(0.569_84) * TAU;
        commands.spawn((
            Transform::from_translation(place.extend(0.0)),
            Disc { radius: RADIUS },
            pixels.clone(),
            Drift {
                velocity: Vec2::from_angle(heading) * 40.0,
                spin: share(0.819_173) * 2.0 - 1.0,
            },
        ));
    }
}

/// A white star on nothing. A game would take the image of its sprite from `Assets<Image>`.
fn star_picture() -> Image {
    let side = 2 * RADIUS as u32;
    let pixel = |x: u32, y: u32| {
        let offset = Vec2::new(x as f32 + 0.5 - RADIUS, y as f32 + 0.5 - RADIUS);
        let to_spike = (offset.to_angle().rem_euclid(TAU / 5.0) - PI / 5.0).abs() / (PI / 5.0);
        if offset.length() < RADIUS * (0.4 + 0.6 * to_spike) { [255; 4] } else { [0; 4] }
    };
    let rows = (0..side).flat_map(|y| (0..side).flat_map(move |x| pixel(x, y)));
    let mut image = Image::default();
    image.texture_descriptor.size.width = side;
    image.texture_descriptor.size.height = side;
    image.data = Some(rows.collect());
    image
}

fn drift(time: Res<Time>, mut stars: Query<(&mut Transform, &Drift)>) {
    for (mut transform, drift) in &mut stars {
        let mut place = transform.translation.truncate() + drift.velocity * time.delta_secs();
        place = (place + WORLD).rem_euclid(Vec2::splat(2.0 * WORLD)) - WORLD;
        transform.translation = place.extend(0.0);
        transform.rotate_z(drift.spin * time.delta_secs());
    }
}

/// Prints once a second.
fn report(mut touches: MessageReader<Touch>, discs: Res<Discs>, mut tick: Local<u32>) {
    let touching = touches.read().count();
    *tick += 1;
    if tick.is_multiple_of(RATE) {
        let overlapping = discs.grid.pairs().count();
        let near = discs.near(Vec2::ZERO, 100.0).count();
        println!(
            "second {}: {overlapping} pairs of discs overlap, {touching} pairs of stars touch, {near} stars are near the middle",
            *tick / RATE,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two stars side by side: tip to tip they touch, tip to notch they do not, though their discs overlap.
    #[test]
    fn stars_touch_with_their_pixels() {
        let touches = |second_turn: f32| {
            let mut app = App::new();
            app.add_plugins((MinimalPlugins, TouchPlugin));
            app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
            let pixels = Pixels(Arc::new(mask_of(&star_picture(), 128).expect("an image")));
            for (x, turn) in [(0.0, 0.0), (40.0, second_turn)] {
                let transform =
                    Transform::from_xyz(x, 0.0, 0.0).with_rotation(Quat::from_rotation_z(turn));
                app.world_mut().spawn((transform, Disc { radius: RADIUS }, pixels.clone()));
            }
            app.update();
            app.update();
            assert_eq!(app.world().resource::<Discs>().grid.pairs().count(), 1);
            app.world().resource::<Messages<Touch>>().len()
        };
        assert!(touches(PI) > 0, "tip to tip");
        assert_eq!(touches(PI / 4.0), 0, "one tip passes the other");
    }
}
