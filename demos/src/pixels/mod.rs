//! Demos about pixels, blend modes and filters.

use crate::Demo;

mod blend_modes;
mod clouds;
mod filters;
mod flood_fill;
mod islands;
mod kernels;
mod palette_cycle;
mod water;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    blend_modes::DEMO,
    clouds::DEMO,
    filters::DEMO,
    flood_fill::DEMO,
    islands::DEMO,
    kernels::DEMO,
    palette_cycle::DEMO,
    water::DEMO,
];
