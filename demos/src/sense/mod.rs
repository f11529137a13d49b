//! Demos about microphone and camera as input.

use crate::Demo;

mod air_drums;
mod badge;
mod camera;
mod candles;
mod chooser;
mod clapper;
mod color_invaders;
mod color_tracking;
mod eye;
mod flake;
mod flow_leaves;
mod hand_breakout;
mod level_graph;
mod microphones;
mod motion;
mod snow;
mod sound_flier;
mod spectrum_wall;
mod tape;
mod whistle_steer;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    snow::DEMO,
    flow_leaves::DEMO,
    sound_flier::DEMO,
    color_invaders::DEMO,
    hand_breakout::DEMO,
    spectrum_wall::DEMO,
    whistle_steer::DEMO,
    candles::DEMO,
    air_drums::DEMO,
    color_tracking::DEMO,
    motion::DEMO,
    camera::DEMO,
    clapper::DEMO,
    level_graph::DEMO,
    microphones::DEMO,
];
