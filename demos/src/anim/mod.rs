//! Demos about tweens, timelines and springs.

use crate::Demo;

mod ease_table;
mod ease_visualizer;
mod engine_comparison;
mod events;
mod figures;
mod flash_tweens;
mod flex_tweens;
mod four_sprites;
mod frame_player;
mod hero;
mod nested_groups;
mod overlap_trap;
mod overwrite;
mod path_motion;
mod same_bits;
mod scene;
mod sequences;
mod simple_easing;
mod single_moves;
mod springs;
mod stagger_grid;
mod state_machine;
mod stress;
#[cfg(test)]
mod tests;
mod timeline_scrubber;
mod tweener_basics;
mod values;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    stress::DEMO,
    timeline_scrubber::DEMO,
    path_motion::DEMO,
    stagger_grid::DEMO,
    state_machine::DEMO,
    frame_player::DEMO,
    ease_visualizer::DEMO,
    ease_table::DEMO,
    simple_easing::DEMO,
    flash_tweens::DEMO,
    flex_tweens::DEMO,
    tweener_basics::DEMO,
    values::DEMO,
    single_moves::DEMO,
    four_sprites::DEMO,
    sequences::DEMO,
    nested_groups::DEMO,
    engine_comparison::DEMO,
    overwrite::DEMO,
    overlap_trap::DEMO,
    events::DEMO,
    springs::DEMO,
    same_bits::DEMO,
];
