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
    takes_drags: true,
    spec: &["D10-24"],
    size: scene::SIZE,
    ticks: 235,
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
        for (actor, color) in self.actors.iter().zip(COLORS) {
            lower(*actor).draw(canvas, color);
        }
        let story = lower(self.actors[STORY as usize]);
        let place = Affine2::from_translation(vec2(story.x, story.y))
            * Affine2::rotation(story.rotation.to_radians());
        let frame = Path::round_rect(Aabb::from_size(vec2(-66.0, -38.0), vec2(132.0, 76.0)), 16.0);
        canvas.stroke(&frame.transformed(place), &Stroke::new(7.0), figures::INK);
        self.draw_tree(canvas);
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The page of the classic example is higher than what is left above the tree.
fn lower(actor: Actor) -> Actor {
    Actor { y: 84.0 + (actor.y - 100.0) * 0.66, ..actor }
}

impl NestedGroups {
    /// The parts as bars over time, with the playhead.
    fn draw_tree(&self, canvas: &mut Canvas<'_>) {
        const SECOND: f32 = 74.0;
        let corner = vec2(200.0, 332.0);
        let area = |row: f32, from: f32, to: f32, high: f32| {
            let at = corner + vec2(from * SECOND, row * 40.0);
            Aabb::from_size(at, vec2((to - from) * SECOND - 4.0, high))
        };
        figures::panel(canvas, Aabb::new(vec2(24.0, 322.0), vec2(876.0, 458.0)), figures::PANEL);
        for (row, words) in ["parallel", "    sequence", "    parallel"].into_iter().enumerate() {
            let at = vec2(44.0, corner.y + 40.0 * row as f32 + 16.0);
            figures::label_right_of(canvas, words, at, figures::INK);
        }
        canvas.fill(&Path::round_rect(area(0.0, 0.0, 9.0, 32.0), 6.0), figures::FAINT);
        for (step, words) in ["x", "y", "rotation"].into_iter().enumerate() {
            let from = 3.0 * step as f32;
            let part = area(1.0, from, from + 3.0, 32.0);
            canvas.fill(&Path::round_rect(part, 6.0), figures::INK);
            figures::label(canvas, words, part.center(), figures::PANEL);
        }
        for (row, color) in COLORS.into_iter().enumerate() {
            let part = area(2.0 + 0.21 * row as f32, 0.0, 3.0, 7.0);
            canvas.fill(&Path::round_rect(part, 3.0), color);
        }
        let x = corner.x + self.bar.time() as f32 * SECOND;
        let line = (vec2(x, corner.y - 8.0), vec2(x, corner.y + 124.0));
        canvas.line(line.0, line.1, &Stroke::new(3.0), figures::BLUE);
    }
}
