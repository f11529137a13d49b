//! The picture of the race: cars over the tiles, a small map, words.

use super::racer::TEMPERS;
use super::track::{CELL, COLORS, NAMES, ROAD, WORLD};
use super::{LAPS, RacingGame, Scene};
use crate::tiles::art;
use crate::{kit, look};
use motile::prelude::*;
use motile::tiles::Car;

/// The color of the player's car.
const PLAYER: Color = Color::hex(0xFF_FF_FF);
/// The small map is this much smaller than the world.
const MAP: f32 = 1.0 / 9.0;

/// The tiles in a row, each of one grainy color.
pub(super) fn tiles() -> motile::Result<Surface> {
    let side = CELL as u32;
    let mut picture = Surface::new(side * COLORS.len() as u32, side)?;
    for x in 0..picture.width() as i32 {
        for y in 0..side as i32 {
            let color = Color::hex(COLORS[x as usize / side as usize]);
            picture.set(x, y, art::grain(color, x / 2, y / 2));
        }
    }
    Ok(picture)
}

impl RacingGame {
    /// Cars and the ghost, in pixels of the world.
    pub(super) fn draw_cars(&self, canvas: &mut Canvas<'_>) {
        if let Some(ghost) = &self.ghosts[self.index as usize].car {
            draw_car(canvas, ghost, PLAYER.with_alpha(110));
        }
        for (index, racer) in self.racers.iter().enumerate().rev() {
            draw_car(canvas, &racer.car, color_of(index));
        }
    }

    /// The track and the cars, small.
    pub(super) fn draw_map(&self, canvas: &mut Canvas<'_>, size: Vec2) {
        let corner = size - WORLD * MAP - 12.0;
        let panel = Aabb::from_size(corner, WORLD * MAP).grown(6.0);
        canvas.fill(&Path::round_rect(panel, 8.0), look::NIGHT.with_alpha(190));
        let small = |place: Vec2| corner + place * MAP;
        let line: Vec<Vec2> = self.track.line.iter().map(|&point| small(point)).collect();
        canvas.stroke(&Path::polygon(&line), &kit::round(5.0), look::HAZE);
        for (index, racer) in self.racers.iter().enumerate().rev() {
            kit::disc(canvas, small(racer.car.position), 3.5, color_of(index));
        }
    }

    /// The order of the race at the top, and the words of the scene.
    pub(super) fn draw_words(&self, canvas: &mut Canvas<'_>, size: Vec2) {
        let mut order: Vec<usize> = (0..self.racers.len()).collect();
        order.sort_by(|&a, &b| self.place_of(a).total_cmp(&self.place_of(b)));
        let board = Aabb::from_size(vec2(8.0, 8.0), vec2(150.0, 118.0));
        canvas.fill(&Path::round_rect(board, 8.0), look::NIGHT.with_alpha(190));
        for (line, &index) in order.iter().enumerate() {
            let racer = &self.racers[index];
            let name = index.checked_sub(1).map_or("You", |driver| TEMPERS[driver].name);
            let best = racer.laps.best.map_or(String::new(), |best| format!("{best:.1}"));
            let y = 22.0 + 22.0 * line as f32;
            kit::disc(canvas, vec2(22.0, y), 5.0, color_of(index));
            canvas.write(name, look::SMALL, vec2(36.0, y), vec2(0.0, 0.5), look::SNOW);
            canvas.write(best, look::SMALL, vec2(148.0, y), vec2(1.0, 0.5), look::MIST);
        }
        let lap = (self.racers[0].laps.laps + 1).min(LAPS);
        let place = order.iter().position(|&index| index == 0).unwrap_or_default() + 1;
        let ghost = self.ghosts[self.index as usize].seconds(1.0 / 60.0);
        let ghost = ghost.map_or(String::new(), |best| format!("   ghost {best:.1} s"));
        let words = match self.scene {
            Scene::Choose => {
                let name = NAMES[self.index as usize];
                format!("<  {name}  >   Space starts, D draws")
            }
            Scene::Ready(left) => format!("{:.0}", left.ceil()),
            Scene::Result => {
                let seconds = self.racers[0].finished.unwrap_or_default();
                format!("{seconds:.1} s, place {place}. Space: again")
            }
            _ => format!("lap {lap} of {LAPS}   {:.1} s{ghost}", self.racers[0].laps.time),
        };
        let at = vec2(size.x * 0.5 + 75.0, 28.0);
        let panel = Aabb::from_center(at, vec2(220.0, 18.0));
        canvas.fill(&Path::round_rect(panel, 8.0), look::NIGHT.with_alpha(190));
        canvas.write(words, look::WORDS, at, vec2(0.5, 0.5), look::GOLD);
    }

    /// Smaller for who is further ahead; who has ended stays as they ended.
    fn place_of(&self, index: usize) -> f32 {
        let racer = &self.racers[index];
        racer.finished.map_or(1e6 - racer.progress(&self.track), |seconds| seconds)
    }

    /// The whole world as a sheet of paper with the stroke on it.
    pub(super) fn draw_sketch(&self, canvas: &mut Canvas<'_>, size: Vec2) {
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, size), look::PAPER);
        let scale = size / WORLD;
        let line: Vec<Vec2> = self.track.line.iter().map(|&point| point * scale).collect();
        canvas.stroke(&Path::polygon(&line), &kit::round(ROAD * scale.x), look::FAINT);
        let stroke: Vec<Vec2> = self.stroke.iter().map(|&point| point * scale).collect();
        canvas.stroke(&Path::polyline(&stroke), &kit::round(6.0), look::ORANGE);
        kit::foot_caption(
            canvas,
            "Draw a closed track in one stroke. Space: this one",
            Color::WHITE,
        );
    }
}

fn color_of(index: usize) -> Color {
    index.checked_sub(1).map_or(PLAYER, |driver| Color::hex(TEMPERS[driver].color))
}

fn draw_car(canvas: &mut Canvas<'_>, car: &Car, color: Color) {
    let turned = Affine2::from_parts(car.position, Vec2::ONE, car.heading, Vec2::ZERO);
    canvas.transformed(turned, |canvas| {
        let dark = Color::hex(0x1C_1E_26).with_alpha(color.a);
        for wheel in [vec2(-8.0, -7.0), vec2(-8.0, 7.0), vec2(8.0, -7.0), vec2(8.0, 7.0)] {
            canvas.fill_rect(Aabb::from_center(wheel, vec2(3.5, 2.0)), dark);
        }
        let body = Aabb::from_center(Vec2::ZERO, vec2(14.0, 6.5));
        canvas.fill(&Path::round_rect(body, 5.0), color);
        canvas.fill_rect(Aabb::from_center(vec2(2.0, 0.0), vec2(3.5, 4.5)), dark);
    });
}
