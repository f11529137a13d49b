//! Demos about steering and flocks.

use crate::Demo;

mod figures;
mod marks;
mod scenes;
mod starts;

mod avoid;
mod chase;
mod crowd_door;
mod diagrams;
mod edges;
mod flock;
mod formation;
mod hide_and_seek;
mod murmuration;
mod path;
mod spline_race;
mod triangle_chase;
mod wander;

/// The scenes of the demo `steer/diagrams` with the tick that shows each best: the pictures of the steering guide.
pub fn steer_scenes() -> impl Iterator<Item = (&'static str, u64)> {
    scenes::SCENES.iter().map(|scene| (scene.name, scene.ticks))
}

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    murmuration::DEMO,
    flock::DEMO,
    spline_race::DEMO,
    crowd_door::DEMO,
    hide_and_seek::DEMO,
    avoid::DEMO,
    chase::DEMO,
    diagrams::DEMO,
    edges::DEMO,
    formation::DEMO,
    path::DEMO,
    triangle_chase::DEMO,
    wander::DEMO,
];
