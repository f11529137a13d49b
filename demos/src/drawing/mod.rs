//! Demos about drawing: paths, fills, strokes, text, drawings as values.

use crate::Demo;

mod bitmap_fill;
mod bodies;
mod bunnies;
mod clips;
mod curves;
mod curves_and_lines;
mod globe;
mod gradients;
mod graphics_data;
mod history;
mod image_tube;
mod page_curl;
mod pen;
mod rubber_photo;
mod single_line;
mod sketch;
mod stretched;
mod strokes;
#[cfg(test)]
mod tests;
mod text;
mod triangles;
mod winding;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    globe::DEMO,
    gradients::DEMO,
    bitmap_fill::DEMO,
    clips::DEMO,
    winding::DEMO,
    sketch::DEMO,
    pen::DEMO,
    strokes::DEMO,
    text::DEMO,
    curves::DEMO,
    curves_and_lines::DEMO,
    graphics_data::DEMO,
    history::DEMO,
    triangles::DEMO,
    rubber_photo::DEMO,
    image_tube::DEMO,
    page_curl::DEMO,
    bodies::DEMO,
    bunnies::DEMO,
    stretched::DEMO,
    single_line::DEMO,
];
