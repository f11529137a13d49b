//! Demos about flat things in space.

use crate::Demo;

mod arrow;
mod card_art;
mod card_flip;
mod card_table;
mod carousel;
mod crossing;
mod forest;
mod letters;
mod maze;
mod maze_parts;
mod model;
mod nested_rings;
mod panels;
mod photo_cube;
mod spinning_square;
mod swing;
mod tracker;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    spinning_square::DEMO,
    swing::DEMO,
    forest::DEMO,
    letters::DEMO,
    panels::DEMO,
    carousel::DEMO,
    nested_rings::DEMO,
    tracker::DEMO,
    arrow::DEMO,
    crossing::DEMO,
    photo_cube::DEMO,
    card_table::DEMO,
    maze::DEMO,
    model::DEMO,
];
