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
    avoid::DEMO,
    chase::DEMO,
    crowd_door::DEMO,
    diagrams::DEMO,
    edges::DEMO,
    flock::DEMO,
    formation::DEMO,
    hide_and_seek::DEMO,
    murmuration::DEMO,
    path::DEMO,
    spline_race::DEMO,
    triangle_chase::DEMO,
    wander::DEMO,
];
