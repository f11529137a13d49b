//! Debug marks of the library, drawn: a color for each role.

use super::figures;
use motile::prelude::*;
use motile::steer::{Mark, MarkRole, MarkShape};

fn color(role: MarkRole) -> Color {
    match role {
        MarkRole::Velocity => figures::ORANGE,
        MarkRole::Desired => figures::GREEN,
        MarkRole::Wish => Color::hex(0xFF_7F_D0),
        MarkRole::Target => Color::hex(0xFF_E0_66),
        MarkRole::Threat | MarkRole::Obstacle => figures::RED,
        MarkRole::Predicted => Color::WHITE,
        MarkRole::Feeler | MarkRole::Link => figures::BLUE,
        MarkRole::Way => Color::hex(0x6C_7F_B0),
        _ => figures::TEXT,
    }
}

/// Whether a mark is one of the three arrows of an agent's wish.
pub(super) fn is_arrow(mark: &Mark) -> bool {
    matches!(mark.role, MarkRole::Velocity | MarkRole::Desired | MarkRole::Wish)
}

pub(super) fn draw(canvas: &mut Canvas<'_>, mark: &Mark) {
    let color = color(mark.role);
    let dashed = Stroke::new(2.0).with_dash(&[7.0, 5.0], 0.0);
    match mark.shape {
        MarkShape::Point(at) => {
            figures::disc(canvas, at, 4.0, color);
            canvas.stroke(&Path::circle(at, 9.0), &Stroke::new(2.5), color);
        }
        MarkShape::Line(line) => canvas.line(line.a, line.b, &dashed, color.with_alpha(190)),
        MarkShape::Arrow(line) => arrow(canvas, line.a, line.b, 4.0, color),
        MarkShape::Circle(circle) => {
            canvas.stroke(&Path::circle(circle.center, circle.radius), &dashed, color);
        }
    }
}

pub(super) fn arrow(canvas: &mut Canvas<'_>, from: Vec2, to: Vec2, width: f32, color: Color) {
    let ahead = (to - from).normalized();
    let length = (width * 3.5).min(from.distance(to));
    let (back, side) = (to - ahead * length, ahead.perp() * length * 0.5);
    canvas.line(from, back, &Stroke::new(width), color);
    canvas.fill(&Path::polygon(&[to, back + side, back - side]), color);
}
