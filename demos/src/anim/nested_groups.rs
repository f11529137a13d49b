//! Timelines hold timelines: a sequence runs beside a parallel group.

use super::{
    figures,
    four_sprites::{COLORS, START},
    scene::{self, Actor, TimeBar},
};
use crate::Demo;
use motile::anim::{AnimPlayer, Ease, Span, Timeline, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/nested-groups",
    title: "Nested groups",
    sees: "A frame rides along with four sprites that cross the page; when they stop, its own story goes on: down, and around.",
    tries: "Drag the time bar back: the whole tree of timelines runs backwards as one.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    spec: &["D10-24"],
    size: scene::SIZE,
    ticks: 280,
    ..Demo::of::<NestedGroups>()
};

/// Key of the actor with the story; 0…3 are the sprites.
const STORY: u32 = 4;

/// A sequence and a parallel group, started together.
pub(super) fn nested() -> Timeline<Actor, u32> {
    let step = || Tween::new(Span::ms(3000.0)).ease(Ease::QUART_IN_OUT);
    let story = Timeline::sequence([
        step().from_to(Actor::x, 100.0, 800.0).on(STORY),
        step().from_to(Actor::y, 100.0, 400.0).on(STORY),
        step().from_to(Actor::rotation, 0.0, 360.0).on(STORY),
    ]);
    let right = step().from_to(Actor::x, 100.0, 800.0);
    let sprites = Timeline::parallel((0..STORY).map(|sprite| right.clone().on(sprite)));
    Timeline::parallel([story, sprites])
}

pub(super) const ACTORS: [Actor; 5] = [START[0], START[1], START[2], START[3], Actor::START];

#[derive(StateHash)]
#[state(hash_only)]
struct NestedGroups {
    actors: [Actor; 5],
    player: AnimPlayer<Actor, u32>,
    bar: TimeBar,
}

impl Sketch for NestedGroups {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let player = AnimPlayer::new(nested());
        let bar = TimeBar::new(player.duration());
        Ok(Self { actors: ACTORS, player, bar })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        self.bar.update(stage);
        self.player.seek(self.bar.time(), &mut self.actors);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, "parallel [ sequence, parallel ]", "KitchenSync groups");
        self.draw_tree(canvas);
        for (actor, color) in self.actors.iter().zip(COLORS) {
            actor.draw(canvas, color);
        }
        let story = &self.actors[STORY as usize];
        let place = Affine2::from_translation(vec2(story.x, story.y))
            * Affine2::rotation(story.rotation.to_radians());
        let frame = Path::round_rect(Aabb::from_size(vec2(-58.0, -33.0), vec2(116.0, 66.0)), 10.0);
        canvas.stroke(&frame.transformed(place), &Stroke::new(7.0), figures::INK);
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl NestedGroups {
    /// The parts as bars over time, with the playhead.
    fn draw_tree(&self, canvas: &mut Canvas<'_>) {
        let (corner, second) = (vec2(190.0, 148.0), 50.0);
        let mut bar = |row: usize, from: f32, to: f32, color: Color, words: &str| {
            let at = corner + vec2(from * second, 30.0 * row as f32);
            let area = Aabb::from_size(at, vec2((to - from) * second - 3.0, 24.0));
            canvas.fill(&Path::round_rect(area, 5.0), color);
            canvas.write(words, 15.0, area.center(), vec2(0.5, 0.5), figures::INK);
        };
        bar(0, 0.0, 9.0, figures::FAINT, "parallel");
        bar(1, 0.0, 9.0, figures::FAINT, "sequence");
        for (step, words) in ["x", "y", "rotation"].into_iter().enumerate() {
            let from = 3.0 * step as f32;
            bar(2, from, from + 3.0, figures::AMBER.with_alpha(90), words);
        }
        bar(3, 0.0, 3.0, figures::FAINT, "parallel");
        for (row, color) in COLORS.into_iter().enumerate() {
            bar(4 + row, 0.0, 3.0, color.with_alpha(80), "x");
        }
        let x = corner.x + self.bar.time() as f32 * second;
        let line = (vec2(x, corner.y - 6.0), vec2(x, corner.y + 240.0));
        canvas.line(line.0, line.1, &Stroke::new(2.0), figures::BLUE);
    }
}
