//! Demos about the stage: nodes, groups, input.

use crate::Demo;

mod bouncing_ball;
mod fountain;
mod input;
mod masks;
mod nested_transforms;
mod paint_order;
mod sprite_sheet;
mod ten_thousand_sprites;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    sprite_sheet::DEMO,
    ten_thousand_sprites::DEMO,
    fountain::DEMO,
    masks::DEMO,
    nested_transforms::DEMO,
    paint_order::DEMO,
    bouncing_ball::DEMO,
    input::DEMO,
];
