//! Demos about what every game needs: actions, interfaces, cameras, scenes, saves.

use crate::Demo;

mod camera_kit;
mod gamepad;
mod interface;
mod loading;
mod save_slots;
mod scenes;
mod text_field;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    camera_kit::DEMO,
    interface::DEMO,
    gamepad::DEMO,
    text_field::DEMO,
    scenes::DEMO,
    loading::DEMO,
    save_slots::DEMO,
];
