//! Debug marks of the library, drawn large: a color for each role.

use crate::kit::{arrow, disc};
use crate::look::SMALL;
use motile::geom::{Mark, MarkShape};
use motile::prelude::*;

/// Whether a role is one of the three arrows of an answer.
pub(super) fn is_arrow(role: MarkRole) -> bool {
    matches!(role, MarkRole::Velocity | MarkRole::Desired | MarkRole::Steering)
}

pub(super) fn draw(canvas: &mut Canvas<'_>, mark: &Mark<'_>) {
    let [red, green, blue] = mark.role.rgb();
    let color = Color::rgb(red, green, blue);
    let dashed = Stroke::new(2.5).with_dash(&[7.0, 5.0], 0.0);
    match mark.shape {
        MarkShape::Point(at) => {
            disc(canvas, at, 5.0, color);
            canvas.stroke(&Path::circle(at, 11.0), &Stroke::new(3.0), color);
        }
        MarkShape::Arrow(line) => arrow(canvas, line.a, line.b, 5.0, color),
        MarkShape::Circle(circle) => {
            canvas.stroke(&Path::circle(circle.center, circle.radius), &dashed, color);
        }
        MarkShape::Label { position, text } => {
            canvas.write(text, SMALL, position, Vec2::ZERO, color);
        }
        shape => {
            for line in shape.segments(0.0) {
                canvas.line(line.a, line.b, &dashed, color.with_alpha(190));
            }
        }
    }
}
