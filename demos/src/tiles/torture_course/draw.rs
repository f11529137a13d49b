//! A room of the course: tiles, body, its name and how it went.

use super::{ROOM, SIDE, TortureCourse, rooms::Room};
use crate::look;
use motile::prelude::*;
use motile::tiles::TileShape;

impl TortureCourse {
    pub(super) fn draw_room(&self, canvas: &mut Canvas<'_>, index: usize, room: &Room) {
        let (good, bad) = self.rounds[index];
        let color = match (good, bad) {
            (0, 0) => look::HAZE,
            (_, 0) => look::GREEN,
            _ => look::RED,
        };
        let frame = Aabb::from_size(Vec2::ZERO, ROOM).grown(-3.0);
        canvas.fill(&Path::round_rect(frame, 8.0), look::DUSK);
        canvas.clip_rect(frame, |canvas| {
            for (cell, tile) in self.layers[index].tiles() {
                let kind = self.kinds.get(tile.number());
                let corner = cell.as_vec2() * SIDE;
                let high = |part: f32| corner + vec2(0.0, SIDE * (1.0 - part));
                let (left, right) = match kind.shape {
                    TileShape::Floor { left, right } => (left, right),
                    _ => (1.0, 1.0),
                };
                let floor = if kind.one_way.is_empty() { SIDE } else { SIDE * 0.3 };
                let shape = [
                    high(left),
                    high(right) + vec2(SIDE, 0.0),
                    corner + vec2(SIDE, floor),
                    corner + vec2(0.0, floor),
                ];
                canvas.fill(&Path::polygon(&shape), look::MIST);
            }
            let lift = &self.lifts[index];
            let turned = Affine2::from_parts(lift.position, Vec2::ONE, lift.angle, Vec2::ZERO);
            canvas.transformed(turned, |canvas| {
                let whole = Aabb::from_center(Vec2::ZERO, lift.half);
                let part = if lift.one_way.is_empty() { 1.0 } else { 0.6 };
                let solid = Aabb::from_size(whole.min, whole.size() * vec2(1.0, part));
                canvas.fill_rect(solid, look::VIOLET);
            });
            let body = &self.bodies[index].body;
            let corner = body.radius.min(body.half.min_element() + body.radius);
            canvas.fill(&Path::round_rect(body.area(), corner), look::ORANGE);
        });
        canvas.stroke(&Path::round_rect(frame, 8.0), &Stroke::new(3.0), color);
        let (left, right) = (vec2(9.0, ROOM.y - 12.0), vec2(ROOM.x - 9.0, ROOM.y - 12.0));
        canvas.write(room.name, look::SMALL, left, vec2(0.0, 0.5), look::SNOW);
        let rounds = match (good, bad) {
            (0, 0) => String::from("…"),
            (good, 0) => format!("{good}"),
            (good, bad) => format!("{good}/{}", good + bad),
        };
        canvas.write(rounds, look::SMALL, right, vec2(1.0, 0.5), color);
    }
}
