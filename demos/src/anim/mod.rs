//! Demos about tweens, timelines and springs.

use crate::Demo;

mod ease_table;
mod ease_visualizer;
mod engine_comparison;
mod figures;
mod flash_tweens;
mod flex_tweens;
mod four_sprites;
mod nested_groups;
mod overlap_trap;
mod overwrite;
mod scene;
mod sequences;
mod simple_easing;
mod single_moves;
#[cfg(test)]
mod tests;
mod tweener_basics;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    simple_easing::DEMO,
    flash_tweens::DEMO,
    ease_visualizer::DEMO,
    ease_table::DEMO,
    flex_tweens::DEMO,
    tweener_basics::DEMO,
    single_moves::DEMO,
    four_sprites::DEMO,
    sequences::DEMO,
    nested_groups::DEMO,
    engine_comparison::DEMO,
    overwrite::DEMO,
    overlap_trap::DEMO,
];
