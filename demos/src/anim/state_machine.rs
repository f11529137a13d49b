//! A state machine chooses the clip: flags and triggers say what the figure does, conditions when it may change.

use super::{
    figures,
    hero::{self, Pose},
};
use crate::Demo;
use crate::look::SMALL;
use motile::anim::{Clip, Condition, Machine, Wrap};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/state-machine",
    title: "Sprite state machine",
    sees: "A small figure stands, walks, jumps, falls, lands and waves; above it the states and the ways between them.",
    tries: "Press a key and take over. Jump while walking: only from the ground, and every landing plays to its end.",
    controls: "",
    keys: &[
        (Key::Left, "walk left"),
        (Key::Right, "walk right"),
        (Key::Up, "jump"),
        (Key::Down, "wave"),
    ],
    spec: &["SIM-50"],
    size: (900, 500),
    ticks: 170,
    ..Demo::of::<StateMachine>()
};

const MOVING: u32 = 0;
const AIRBORNE: u32 = 1;
const FALLING: u32 = 2;
/// The only trigger.
const WAVE: u32 = 0;
/// Tag of the frames on which a foot touches the ground.
const STEP: u32 = 1;

const GROUND: f32 = 456.0;
const SCALE: f32 = 4.0;
const DAY: Color = Color::hex(0xDF_EC_F7);
const GRASS: Color = Color::hex(0x8D_B8_6A);

/// Names of the states, and where they are in the picture.
const STATES: [(&str, Vec2); 6] = [
    ("stand", vec2(120.0, 200.0)),
    ("walk", vec2(340.0, 120.0)),
    ("jump", vec2(560.0, 100.0)),
    ("fall", vec2(790.0, 160.0)),
    ("land", vec2(560.0, 222.0)),
    ("wave", vec2(120.0, 88.0)),
];

/// From, to, and what it takes.
const WAYS: [(&str, &str, &[Condition], &str); 9] = [
    ("*", "jump", &[Condition::Flag(AIRBORNE), Condition::NoFlag(FALLING)], "leaves the ground"),
    ("jump", "fall", &[Condition::Flag(FALLING)], "falling"),
    ("fall", "land", &[Condition::NoFlag(AIRBORNE)], "on the ground"),
    ("land", "stand", &[Condition::Finished], "finished"),
    ("stand", "walk", &[Condition::Flag(MOVING)], "moving"),
    ("walk", "stand", &[Condition::NoFlag(MOVING)], ""),
    ("stand", "wave", &[Condition::Trigger(WAVE)], ""),
    ("wave", "stand", &[Condition::Finished], "finished"),
    ("wave", "walk", &[Condition::Flag(MOVING)], "moving"),
];

#[derive(StateHash)]
struct Puff {
    place: Vec2,
    age: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct StateMachine {
    machine: Machine,
    hero: NodeId,
    velocity: Vec2,
    /// Somebody pressed a key: the figure no longer acts by itself.
    taken_over: bool,
    puffs: Vec<Puff>,
}

/// The cells of the sheet: 4 of standing, 8 of walking, one each of jump and fall, 2 of landing, 8 of
/// waving.
fn sheet() -> motile::Result<Atlas> {
    let part = |i: u32, n: u32| i as f32 / n as f32;
    let mut poses: Vec<Pose> = (0..4).map(|i| Pose::stand(part(i, 4))).collect();
    poses.extend((0..8).map(|i| Pose::walk(part(i, 8))));
    poses.push(Pose { legs: [0.7, -0.3], arms: [2.4, -0.9], crouch: 0.0 });
    poses.push(Pose { legs: [0.45, -0.5], arms: [1.9, -1.9], crouch: 0.0 });
    poses.push(Pose { legs: [0.6, -0.6], arms: [0.9, -0.9], crouch: 3.5 });
    poses.push(Pose { legs: [0.3, -0.3], arms: [0.4, -0.4], crouch: 1.5 });
    poses.extend((0..8).map(|i| Pose::wave(part(i, 8))));
    hero::sheet(&poses)
}

fn machine() -> motile::Result<Machine> {
    let clips = [
        Clip::strip("stand", Wrap::Loop, 0, 3, 4.0)?,
        Clip::strip("walk", Wrap::Loop, 4, 11, 12.0)?.with_event(6, STEP).with_event(10, STEP),
        Clip::strip("jump", Wrap::Loop, 12, 12, 10.0)?,
        Clip::strip("fall", Wrap::Loop, 13, 13, 10.0)?,
        Clip::strip("land", Wrap::Once, 14, 15, 12.0)?.with_event(14, STEP),
        Clip::strip("wave", Wrap::Once, 16, 23, 12.0)?,
    ];
    let mut machine = Machine::new(clips.to_vec())?;
    for (from, to, when, _) in WAYS {
        machine.add(from, to, when.iter().copied())?;
    }
    Ok(machine)
}

impl Sketch for StateMachine {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = DAY;
        let mut sprite = Sprite::new(&sheet()?, 0);
        sprite.anchor = Some(vec2(0.5, 0.97));
        let hero = stage.add(sprite.at(180.0, GROUND).with_scale(SCALE));
        Ok(Self {
            machine: machine()?,
            hero,
            velocity: Vec2::ZERO,
            taken_over: false,
            puffs: Vec::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let input = stage.input();
        self.taken_over |= input.arrows() != Vec2::ZERO;
        let (way, jump, wave) = if self.taken_over {
            (input.arrows().x, input.pressed(Key::Up), input.pressed(Key::Down))
        } else {
            by_itself(tick.index % 480)
        };

        let width = stage.size().x;
        let node = &mut stage[self.hero];
        let on_ground = node.position.y >= GROUND;
        self.velocity.x = way * 170.0;
        if on_ground && jump {
            self.velocity.y = -420.0;
        }
        self.velocity.y += 1250.0 * tick.dt;
        node.position += self.velocity * tick.dt;
        node.position.x = node.position.x.rem_euclid(width);
        if node.position.y >= GROUND {
            (node.position.y, self.velocity.y) = (GROUND, 0.0);
        }
        if way != 0.0 {
            node.scale.x = SCALE * way.signum();
        }

        self.machine.set_flag(MOVING, way != 0.0);
        self.machine.set_flag(AIRBORNE, node.position.y < GROUND);
        self.machine.set_flag(FALLING, self.velocity.y > 0.0);
        if wave {
            self.machine.pull(WAVE);
        }
        self.machine.update(tick.dt);
        node.set_frame(self.machine.cell());

        let steps = self.machine.events().iter().filter(|event| event.tag == STEP);
        let place = node.position;
        self.puffs.extend(steps.map(|_| Puff { place, age: 0.0 }));
        self.puffs.iter_mut().for_each(|puff| puff.age += tick.dt);
        self.puffs.retain(|puff| puff.age < 0.5);
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let size = stage.size();
        canvas.fill_rect(Aabb::new(vec2(0.0, GROUND - 6.0), size), GRASS);
        for puff in &self.puffs {
            let fade = 1.0 - puff.age * 2.0;
            for side in [-1.0, 1.0] {
                let at = puff.place + vec2(side * (14.0 + 50.0 * puff.age), -4.0 - 20.0 * puff.age);
                let color = Color::WHITE.with_alpha((200.0 * fade) as u8);
                figures::disc(canvas, at, 6.0 + 12.0 * puff.age, color);
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let words = format!("cell {}", self.machine.cell());
        figures::heading(canvas, "Machine", &words);
        for (from, to, _, words) in WAYS {
            if let (Some(from), Some(to)) = (place(from), place(to)) {
                draw_arrow(canvas, from, to, words);
            }
        }
        figures::label(canvas, "any: leaves the ground", vec2(560.0, 62.0), figures::MUTED);
        for (name, at) in STATES {
            let here = self.machine.state() == name;
            let (color, ink) =
                if here { (figures::BLUE, Color::WHITE) } else { (Color::WHITE, figures::INK) };
            figures::panel(
                canvas,
                Aabb::from_size(at - vec2(52.0, 20.0), vec2(104.0, 40.0)),
                color,
            );
            figures::label(canvas, name, at, ink);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// What the figure does when nobody else decides: direction, jump, wave.
fn by_itself(tick: u64) -> (f32, bool, bool) {
    let way = match tick {
        40..240 => 1.0,
        300..440 => -1.0,
        _ => 0.0,
    };
    (way, matches!(tick, 140 | 360), tick == 250)
}

fn place(state: &str) -> Option<Vec2> {
    STATES.iter().find(|(name, _)| *name == state).map(|(_, at)| *at)
}

/// From the border of one box to that of the other, a little to the right of the straight way.
fn draw_arrow(canvas: &mut Canvas<'_>, from: Vec2, to: Vec2, words: &str) {
    let ahead = (to - from).normalized();
    let side = ahead.perp() * 7.0;
    let reach = |way: Vec2| (60.0 / way.x.abs().max(0.01)).min(28.0 / way.y.abs().max(0.01));
    let (a, b) = (from + ahead * reach(ahead) + side, to - ahead * reach(ahead) + side);
    canvas.line(a, b, &Stroke::new(2.0), figures::MUTED);
    let head = [b, b - ahead * 10.0 + ahead.perp() * 5.0, b - ahead * 10.0 - ahead.perp() * 5.0];
    canvas.fill(&Path::polygon(&head), figures::MUTED);
    let away = side.normalized();
    // The box of the text touches the line from outside.
    canvas.write(words, SMALL, (a + b) * 0.5 + away * 7.0, 0.5 - away * 0.5, figures::MUTED);
}
