//! The sketch of the example `scale_modes`. The tests of window and page share this file.

use super::{
    geom::{Aabb, Vec2},
    pixels::Color,
    stage::{self, Canvas, Frame, Param, Path, ScaleMode, Sketch, Stage, Stroke},
};

/// The frame of a stage of any size.
pub(crate) struct Framed;

impl Sketch for Framed {
    /// Of the frame, in pixels of the stage.
    const PARAMS: &'static [Param] = &[Param::number("thickness", 2.0, 30.0, 10.0)];

    fn setup(stage: &mut Stage) -> stage::Result<Self> {
        stage.background = Color::BLUE;
        Ok(Self)
    }

    /// The stage may have got another size, so the frame is drawn anew each time.
    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let thick = stage.params().number("thickness");
        let half = Vec2::splat(thick * 0.5);
        let frame = Path::rect(Aabb::from_size(half, stage.size() - half * 2.0));
        canvas.stroke(&frame, &Stroke::new(thick), Color::ORANGE);
    }
}

/// The mode of this name.
pub(crate) fn mode(name: &str) -> Option<ScaleMode> {
    match name {
        "none" => Some(ScaleMode::None),
        "fit" => Some(ScaleMode::Fit),
        "fill" => Some(ScaleMode::Fill),
        "pixels" => Some(ScaleMode::Pixels),
        _ => None,
    }
}
