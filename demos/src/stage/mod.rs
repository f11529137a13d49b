//! Demos about the stage: nodes, groups, input.

use crate::Demo;

mod bouncing_ball;
mod fountain;
mod masks;
mod nested_transforms;
mod sprite_sheet;
mod ten_thousand_sprites;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    bouncing_ball::DEMO,
    fountain::DEMO,
    masks::DEMO,
    nested_transforms::DEMO,
    sprite_sheet::DEMO,
    ten_thousand_sprites::DEMO,
];
