//! Colors, sizes and small drawing helpers of the window.

use motile::{
    game::Theme,
    pixels::{Color, Surface},
    prelude::*,
    stage::{Canvas, Renderer, Text},
};

/// Size of the window at the start, and the smallest one, in pixels of an ordinary display.
pub(super) const START: (u32, u32) = (1060, 700);
pub(super) const SMALLEST: (u32, u32) = (480, 320);

pub(super) const PAPER: Color = Color::hex(0x17_1B_20);
pub(super) const CARD: Color = Color::hex(0x22_28_2F);
pub(super) const INK: Color = Color::hex(0xEC_E8_E1);
pub(super) const SOFT: Color = Color::hex(0x9A_A3_AD);
pub(super) const ACCENT: Color = Color::hex(0xFF_9D_3C);
/// Behind the lines of a source that matter.
pub(super) const MARKED: Color = Color::hex(0x33_2C_22);

/// How buttons, knobs and panels look.
pub(super) fn widgets() -> Theme {
    Theme {
        text_size: 13.5,
        row: 28.0,
        gap: 6.0,
        padding: 8.0,
        radius: 5.0,
        panel: CARD,
        field: Color::hex(0x10_13_17),
        control: Color::hex(0x33_3B_45),
        hover: Color::hex(0x40_4A_56),
        held: Color::hex(0x2A_31_39),
        line: Color::hex(0x4C_56_62),
        ink: INK,
        muted: SOFT,
        accent: ACCENT,
        on_accent: PAPER,
        ..Theme::DARK
    }
}

/// A line or a paragraph, `width` pixels wide, its top left corner at a point. Returns its height. Text that cannot be
/// set (it always can with these sizes) leaves no mark.
pub(super) fn write(
    canvas: &mut Canvas<'_>,
    text: &str,
    size: f32,
    at: Vec2,
    width: f32,
    color: Color,
) -> f32 {
    match Text::new(text, size).with_width(width).layout() {
        Ok(layout) => {
            canvas.text(&layout, at, color);
            layout.size().y
        }
        Err(_) => 0.0,
    }
}

/// Height of a paragraph that is `width` pixels wide.
pub(super) fn height_of(text: &str, size: f32, width: f32) -> f32 {
    Text::new(text, size).with_width(width).layout().map_or(0.0, |layout| layout.size().y)
}

/// Draws on a surface with a canvas, `scale` pixels a unit.
pub(super) fn paint(
    renderer: &mut Renderer,
    surface: &mut Surface,
    scale: f32,
    draw: impl FnOnce(&mut Canvas<'_>),
) {
    if let Ok(mut canvas) = renderer.begin(surface) {
        canvas.transformed(Affine2::from_scale(Vec2::splat(scale)), draw);
        canvas.finish();
    }
}

/// A rectangle from its corner and size.
pub(super) fn rect(x: f32, y: f32, width: f32, height: f32) -> Aabb {
    Aabb::from_size(vec2(x, y), vec2(width, height))
}
