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
    blend_modes::DEMO,
    clouds::DEMO,
    color_transform::DEMO,
    filters::DEMO,
    fire::DEMO,
    flood_fill::DEMO,
    islands::DEMO,
    kernels::DEMO,
    palette_cycle::DEMO,
    trails::DEMO,
    water::DEMO,
];
