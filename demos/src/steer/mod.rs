//! Demos about steering and flocks.

use crate::Demo;

mod figures;

mod avoid;
mod chase;
mod crowd_door;
mod flock;
mod formation;
mod hide_and_seek;
mod path;
mod spline_race;
mod triangle_chase;
mod wander;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    avoid::DEMO,
    chase::DEMO,
    crowd_door::DEMO,
    flock::DEMO,
    formation::DEMO,
    hide_and_seek::DEMO,
    path::DEMO,
    spline_race::DEMO,
    triangle_chase::DEMO,
    wander::DEMO,
];
