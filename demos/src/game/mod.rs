//! Demos about what every game needs: cameras, scenes, saves.

use crate::Demo;

mod camera_kit;
mod save_slots;
mod scenes;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    camera_kit::DEMO,
    scenes::DEMO,
    save_slots::DEMO,
];
