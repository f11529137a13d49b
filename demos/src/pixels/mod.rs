//! Demos about pixels, blend modes and filters.

use crate::Demo;

mod blend_modes;
mod clouds;
mod color_transform;
mod filters;
mod fire;
mod flood_fill;
mod islands;
mod kernels;
mod palette_cycle;
mod trails;
mod water;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    water::DEMO,
    flood_fill::DEMO,
    filters::DEMO,
    fire::DEMO,
    palette_cycle::DEMO,
    clouds::DEMO,
    islands::DEMO,
    trails::DEMO,
    blend_modes::DEMO,
    color_transform::DEMO,
    kernels::DEMO,
];
