//! What happened is read after the update: each event once, in order, with its exact time, however long the step was.

use super::figures;
use super::scene::Actor;
use crate::Demo;
use crate::look::WORDS;
use motile::anim::{AnimEventKind, AnimPlayer, Ease, Position, Timeline, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/events",
    title: "Events",
    sees: "A timeline of four seconds, updated only now and then; the list shows each event with its exact time and when it was heard of.",
    tries: "Update it sixty times a second, or once in four seconds: the list of exact times stays the same.",
    controls: "Click: play again.",
    spec: &["TWEEN-28", "TWEEN-43"],
    size: (900, 500),
    ticks: 245,
    ..Demo::of::<Events>()
};

const NAMES: &[&str] = &["60-a-second", "10-a-second", "2-a-second", "every-4-seconds"];
/// Ticks from one update to the next.
const EVERY: [u64; 4] = [1, 6, 30, 240];
/// Ticks of the timeline, and of the rest after it.
const LENGTH: u64 = 240;
const REST: u64 = 120;
/// What the tags mean.
const TAGS: [&str; 5] = ["timeline", "right", "down", "around", "knock"];
const COLORS: [Color; 5] =
    [figures::MUTED, figures::RED, figures::BLUE, figures::TEAL, figures::ORANGE];

/// Right, then down with three knocks on the way, then three half turns to and fro.
pub(super) fn story() -> Timeline<Actor> {
    let turn = Tween::new(0.5).to(Actor::rotation, 180.0).tag(3).yoyo().repeat(2);
    Timeline::new()
        .then(Tween::new(1.5).to(Actor::x, 800.0).tag(1))
        .label("corner")
        .then(Tween::new(1.0).to(Actor::y, 400.0).tag(2))
        .call(4, Position::time(1.75))
        .call(4, Position::time(2.0))
        .call(4, Position::time(2.25))
        .then(turn)
        .ease(Ease::QUAD_IN_OUT)
}

/// Something that happened.
#[derive(StateHash)]
struct Entry {
    words: String,
    tag: u32,
    /// When, and when it was heard of, in seconds.
    time: f64,
    heard: f64,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Events {
    actor: Actor,
    player: AnimPlayer<Actor>,
    log: Vec<Entry>,
    /// Ticks since the beginning.
    age: u64,
}

impl Events {
    fn new() -> Self {
        let player = AnimPlayer::new(story());
        Self { actor: Actor::START, player, log: Vec::new(), age: 0 }
    }
}

impl Sketch for Events {
    const PARAMS: &'static [Param] = &[Param::choice("updates", NAMES, 2)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Ok(Self::new())
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let again = stage.input().pointer.pressed() || stage.params().changed("updates");
        if again || self.age > LENGTH + REST {
            *self = Self::new();
        }
        self.age += 1;
        let every = EVERY[stage.params().choice("updates") as usize];
        if self.age > LENGTH || !self.age.is_multiple_of(every) {
            return;
        }
        let heard = self.age as f64 / 60.0;
        self.player.update_to(heard, &mut self.actor);
        for event in self.player.events() {
            let words = match &event.kind {
                AnimEventKind::Start => "start".into(),
                AnimEventKind::Repeat => "repeat".into(),
                AnimEventKind::Complete => "complete".into(),
                AnimEventKind::Call => "call".into(),
                AnimEventKind::Label(name) => format!("label {name}"),
                other => format!("{other:?}"),
            };
            self.log.push(Entry { words, tag: event.tag, time: event.time, heard });
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let clock = self.age.min(LENGTH) as f32 / 60.0;
        figures::heading(canvas, "AnimPlayer::events", &format!("{clock:.2} s"));
        let page = Aabb::from_size(vec2(24.0, 56.0), vec2(420.0, 236.0));
        figures::panel(canvas, page, figures::PANEL);
        let place = Affine2::from_translation(page.min + vec2(4.0, 4.0))
            * Affine2::from_scale(Vec2::splat(0.46));
        canvas.transformed(place, |canvas| {
            for (x, y) in [(100.0, 100.0), (800.0, 100.0), (800.0, 400.0)] {
                Actor::at(x, y).draw_ghost(canvas, figures::MUTED);
            }
            self.actor.draw(canvas, figures::ORANGE);
        });
        self.draw_bars(canvas, clock);
        self.draw_log(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Events {
    /// The parts of the timeline, and a mark for each event heard of.
    fn draw_bars(&self, canvas: &mut Canvas<'_>, clock: f32) {
        let x = |seconds: f32| 36.0 + 98.0 * seconds;
        for (tag, from, to) in [(0, 0.0, 4.0), (1, 0.0, 1.5), (2, 1.5, 2.5), (3, 2.5, 4.0)] {
            let corner = vec2(x(from), 314.0 + 36.0 * tag as f32);
            let area = Aabb::from_size(corner, vec2(x(to) - x(from), 26.0));
            canvas.fill(&Path::round_rect(area, 5.0), COLORS[tag].with_alpha(70));
            figures::label(canvas, TAGS[tag], area.center(), figures::INK);
        }
        for entry in &self.log {
            // Knocks are shown on the way down.
            let row = if entry.tag == 4 { 2 } else { entry.tag };
            let at = vec2(x(entry.time as f32), 327.0 + 36.0 * row as f32);
            let label = entry.words.starts_with("label");
            let color = if label { figures::INK } else { COLORS[entry.tag as usize] };
            figures::disc(canvas, at, 5.0, color);
        }
        let line = (vec2(x(clock), 304.0), vec2(x(clock), 456.0));
        canvas.line(line.0, line.1, &Stroke::new(2.0), figures::BLUE);
    }

    fn draw_log(&self, canvas: &mut Canvas<'_>) {
        let columns = [480.0, 580.0, 768.0, 872.0];
        for (column, words) in ["who", "what", "when", "heard of"].into_iter().enumerate() {
            let anchor = vec2(if column < 2 { 0.0 } else { 1.0 }, 0.5);
            canvas.write(words, WORDS, vec2(columns[column], 66.0), anchor, figures::MUTED);
        }
        canvas.line(vec2(476.0, 82.0), vec2(876.0, 82.0), &Stroke::new(1.5), figures::FAINT);
        for (row, entry) in self.log.iter().enumerate() {
            let place = |column: usize| vec2(columns[column], 102.0 + 25.0 * row as f32);
            let who = entry.tag as usize;
            figures::label_right_of(canvas, TAGS[who], place(0), COLORS[who]);
            figures::label_right_of(canvas, entry.words.as_str(), place(1), figures::INK);
            let times = [(2, entry.time, figures::INK), (3, entry.heard, figures::MUTED)];
            for (column, time, color) in times {
                canvas.write(format!("{time:.2} s"), WORDS, place(column), vec2(1.0, 0.5), color);
            }
        }
    }
}
