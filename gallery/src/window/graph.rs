//! How long the last frames took.

use super::theme::{ACCENT, CARD, SOFT, write};
use motile::{
    prelude::*,
    stage::{Canvas, Path, Stroke},
    time::Duration,
};

/// Frames in the picture.
const COUNT: usize = 120;
/// Milliseconds at the top of the picture.
const TOP: f32 = 40.0;

/// The times of the last frames, oldest first.
#[derive(Default)]
pub(super) struct FrameGraph {
    milliseconds: Vec<f32>,
}

impl FrameGraph {
    pub(super) fn add(&mut self, elapsed: Duration) {
        if self.milliseconds.len() == COUNT {
            self.milliseconds.remove(0);
        }
        self.milliseconds.push(elapsed.as_secs_f32() * 1000.0);
    }

    /// A curve with the 60 Hz line, and the mean in words.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Aabb) {
        canvas.fill_rect(area, CARD);
        let mean = self.milliseconds.iter().sum::<f32>() / self.milliseconds.len().max(1) as f32;
        let text = format!("{mean:.1} ms a frame");
        let label = write(canvas, &text, 12.0, area.min + vec2(6.0, 3.0), area.size().x, SOFT);
        // The curve stays below its label.
        let area = Aabb::new(area.min + vec2(0.0, label + 4.0), area.max);
        let size = area.size();
        let height = |ms: f32| area.max.y - (ms / TOP).min(1.0) * size.y;
        let target = height(1000.0 / 60.0);
        canvas.line(
            vec2(area.min.x, target),
            vec2(area.max.x, target),
            &Stroke::new(1.0),
            SOFT.with_alpha(90),
        );
        let mut curve = Path::new();
        for (i, &ms) in self.milliseconds.iter().enumerate() {
            let point = vec2(area.min.x + i as f32 / (COUNT - 1) as f32 * size.x, height(ms));
            if i == 0 {
                curve.move_to(point)
            } else {
                curve.line_to(point)
            };
        }
        canvas.stroke(&curve, &Stroke::new(1.5), ACCENT);
    }
}
