//! Demos about which things touch.

use crate::Demo;
use motile::prelude::*;

mod balls_grid;
mod drawn_shapes;
mod grid_walk;
mod mixed_sizes;
mod node_garden;
mod opaque_and_transparent;
mod rotated_sprites;
mod star_vs_disc;
mod star_vs_star;
mod swept_bullets;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    balls_grid::DEMO,
    drawn_shapes::DEMO,
    grid_walk::DEMO,
    mixed_sizes::DEMO,
    node_garden::DEMO,
    opaque_and_transparent::DEMO,
    rotated_sprites::DEMO,
    star_vs_disc::DEMO,
    star_vs_star::DEMO,
    swept_bullets::DEMO,
];

/// The pointer, or a place to be at until somebody moves it.
fn pointer_or(stage: &Stage, idle: Vec2) -> Vec2 {
    let pointer = stage.input().pointer.position;
    if pointer == Vec2::ZERO { idle } else { pointer }
}

/// The star of the classic demos: radius 50, a tip to the right.
fn star(center: Vec2) -> Path {
    Path::star(center, 5, 50.0, 25.0, 0.0)
}

/// That star drawn into 100×100 pixels without smoothing.
fn star_picture(color: Color) -> Surface {
    crate::pictures::paint(100, 100, None, |canvas| {
        canvas.set_antialias(false);
        canvas.fill(&star(Vec2::splat(50.0)), color);
    })
}
