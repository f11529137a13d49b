//! The picture of the game: sky and hills below the tiles, actors and words above them.

use super::{PlatformGame, Scene, art, level::SIDE, world::BLAST};
use crate::look;
use motile::prelude::*;

/// Pictures of a run, and steps of a walk, per second.
const STEPS: f64 = 10.0;

impl PlatformGame {
    /// Hills that move a third and half as fast as the world.
    pub(super) fn draw_sky(&self, canvas: &mut Canvas<'_>, size: Vec2) {
        let sky = self.level.sky;
        let colors = [sky.lerp(Color::WHITE, 0.4), sky];
        let light = Gradient::linear(vec2(0.0, size.y), Vec2::ZERO, &colors);
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, size), light);
        for (share, height, dark) in [(0.3, 150.0, 0.15), (0.5, 90.0, 0.3)] {
            let shift = self.camera.center.x * share;
            let mut hills = vec![size, vec2(0.0, size.y)];
            hills.extend((0..=32).map(|i| {
                let x = size.x * i as f32 / 32.0;
                let wave = ops::sin((x + shift) * 0.011) + 0.5 * ops::sin((x + shift) * 0.023);
                vec2(x, size.y - height - 28.0 * wave)
            }));
            canvas.fill(&Path::polygon(&hills), sky.lerp(Color::hex(0x2F_5D_50), dark));
        }
    }

    /// Everything that moves, in pixels of the world.
    pub(super) fn draw_actors(&self, canvas: &mut Canvas<'_>, time: f64) {
        let world = &self.world;
        for lift in &world.lifts {
            let area = Aabb::from_center(lift.position, lift.half);
            canvas.fill(&Path::round_rect(area, 4.0), Color::hex(0x4B_45_66));
            let top = Aabb::from_size(area.min, vec2(area.size().x, 5.0));
            canvas.fill(&Path::round_rect(top, 2.5), look::GOLD);
        }
        let turn = (time * STEPS) as usize;
        for walker in &world.walkers {
            let picture = &self.sprites.walker[turn / 2 % 2];
            draw_sprite(canvas, picture, walker.body.position, walker.body.bottom(), walker.way);
        }
        // Who has just come back blinks.
        if world.is_alive() && (world.mercy == 0.0 || turn.is_multiple_of(2)) {
            let (hero, pictures) = (&world.hero, &self.sprites);
            let runs = hero.body.velocity.x.abs() > 20.0 && turn.is_multiple_of(2);
            let picture = match (hero.grounded || hero.climbing, runs) {
                (false, _) => &pictures.leap,
                (true, true) => &pictures.step,
                (true, false) => &pictures.stand,
            };
            // The pictures look to the right, the beetles to the left.
            let facing = -hero.facing as f32;
            draw_sprite(canvas, picture, hero.body.position, hero.body.bottom(), facing);
        }
        for blast in &world.blasts {
            art::draw_blast(canvas, blast.place, blast.age / BLAST);
        }
    }

    /// Points and level at the top; before, between and after levels a card.
    pub(super) fn draw_words(&self, canvas: &mut Canvas<'_>, size: Vec2) {
        let score = self.score + self.world.score;
        let falls = self.falls + self.world.falls;
        let band = Aabb::from_size(Vec2::ZERO, vec2(size.x, 36.0));
        canvas.fill_rect(band, look::NIGHT.with_alpha(170));
        canvas.image(&self.sprites.star, vec2(6.0, 2.0));
        let words = format!("{}   {score} points   {falls} falls", self.world.stars);
        canvas.write(words, look::WORDS, vec2(42.0, 18.0), vec2(0.0, 0.5), look::SNOW);
        let title = format!("{}. {}", self.index + 1, self.level.title);
        let right = vec2(size.x - 12.0, 18.0);
        canvas.write(title, look::WORDS, right, vec2(1.0, 0.5), look::SNOW);
        let (head, line) = match self.scene {
            Scene::Play => return,
            Scene::Title => ("Fox and stars", "Space or a tap to start".into()),
            Scene::Passed(_) => ("Well done", format!("{score} points")),
            Scene::End => {
                let seconds = self.seconds;
                ("The end", format!("{score} points, {falls} falls, {seconds:.0} seconds"))
            }
        };
        let middle = size * 0.5;
        let card = Aabb::from_center(middle, vec2(210.0, 64.0));
        canvas.fill(&Path::round_rect(card, 14.0), look::NIGHT.with_alpha(215));
        canvas.write(head, 40.0, middle - vec2(0.0, 20.0), vec2(0.5, 0.5), look::GOLD);
        canvas.write(line, look::WORDS, middle + vec2(0.0, 28.0), vec2(0.5, 0.5), Color::WHITE);
    }
}

/// A picture of a cell's size that stands on its feet, mirrored when it goes to the right.
fn draw_sprite(canvas: &mut Canvas<'_>, image: &Image, middle: Vec2, feet: f32, way: f32) {
    let corner = vec2(middle.x - SIDE * 0.5, feet - SIDE).round();
    let blit = Blit { flip_x: way > 0.0, ..Blit::default() };
    canvas.image_with(image, corner, &blit, Sampling::Nearest);
}
