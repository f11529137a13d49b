//! A frame around the stage, in a window that may have any size: `cargo run --example scale_modes fit|fill|none`.

use motile_geom::{Aabb, Vec2};
use motile_pixels::Color;
use motile_stage::{Canvas, Frame, Path, ScaleMode, Sketch, Stage, Stroke, Window};

/// Thickness of the frame, pixels of the stage.
const THICK: f32 = 10.0;

struct Framed;

impl Sketch for Framed {
    fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
        stage.background = Color::BLUE;
        Ok(Self)
    }

    /// The stage may have got another size, so the frame is drawn anew each time.
    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let half = Vec2::splat(THICK * 0.5);
        let frame = Path::rect(Aabb::from_size(half, stage.size() - half * 2.0));
        canvas.stroke(&frame, &Stroke::new(THICK), Color::ORANGE);
    }
}

fn main() -> motile_stage::Result {
    let scale = match std::env::args().nth(1).as_deref() {
        Some("none") => ScaleMode::None,
        Some("fill") => ScaleMode::Fill,
        _ => ScaleMode::Fit,
    };
    motile_stage::run::<Framed>(Window::new("scale modes", 300, 200).with_scale(scale))
}
