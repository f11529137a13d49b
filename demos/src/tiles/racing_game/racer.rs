//! Who drives: four tempers, the player, and the ghost of the best lap.

use super::track::{ROAD, Track};
use crate::tiles::controls;
use motile::prelude::*;
use motile::tiles::{Car, CarRules, LapCounter};

/// How a driver of the game drives.
pub(super) struct Temper {
    pub(super) name: &'static str,
    pub(super) color: u32,
    /// How sharply it answers the wheel.
    skill: f32,
    /// Throttle on a straight, 0…1.
    eager: f32,
    /// How much it slows down for what it sees ahead.
    careful: f32,
    /// How far it drives beside the middle of the road, in parts of half its width, and how far it weaves.
    lane: f32,
    weave: f32,
}

/// The field: the quick one, the wild one, the careful one and the one who weaves.
pub(super) const TEMPERS: [Temper; 4] = [
    Temper {
        name: "Swift",
        color: 0xE8_4A_3C,
        skill: 4.5,
        eager: 0.95,
        careful: 0.5,
        lane: 0.25,
        weave: 0.0,
    },
    Temper {
        name: "Bolt",
        color: 0xF2_B1_34,
        skill: 1.8,
        eager: 1.0,
        careful: 0.1,
        lane: -0.35,
        weave: 0.1,
    },
    Temper {
        name: "Moss",
        color: 0x3C_8C_E8,
        skill: 4.0,
        eager: 0.84,
        careful: 0.9,
        lane: 0.0,
        weave: 0.0,
    },
    Temper {
        name: "Zig",
        color: 0x9A_5C_D0,
        skill: 3.0,
        eager: 0.9,
        careful: 0.4,
        lane: 0.0,
        weave: 0.6,
    },
];

/// Cars of one kind for all.
const RULES: CarRules =
    CarRules { acceleration: 330.0, road_drag: 1.1, grass_drag: 4.5, turn_rate: 3.0, grip: 7.0 };
/// How near two cars come, pixels.
const BUMP: f32 = 20.0;

/// What a car was told in one tick.
#[derive(Clone, Copy, Default, PartialEq, Debug, StateHash)]
#[state(hash_only)]
pub(super) struct Control {
    pub(super) throttle: f32,
    pub(super) wheel: f32,
    /// How other cars pushed it.
    pub(super) push: Vec2,
}

/// A car in the race.
#[derive(Clone, StateHash)]
#[state(hash_only)]
pub(super) struct Racer {
    pub(super) car: Car,
    pub(super) laps: LapCounter,
    /// Checkpoints passed so far: the order of the race.
    pub(super) passed: u32,
    /// The seconds of the race when it ended.
    pub(super) finished: Option<f32>,
    push: Vec2,
}

/// The controls of a lap and where it began: played again, they are the same lap.
#[derive(Clone, Default, StateHash)]
#[state(hash_only)]
pub(super) struct Replay {
    start: Option<Car>,
    controls: Vec<Control>,
}

/// The best lap, driven once more.
#[derive(Clone, Default, StateHash)]
#[state(hash_only)]
pub(super) struct Ghost {
    pub(super) best: Replay,
    recording: Replay,
    pub(super) car: Option<Car>,
    tick: u32,
}

impl Racer {
    pub(super) fn new(car: Car) -> Self {
        Self { car, laps: LapCounter::default(), passed: 0, finished: None, push: Vec2::ZERO }
    }

    /// Drives one tick and says what was driven; whether a lap began with it is the second.
    pub(super) fn step(
        &mut self,
        track: &Track,
        throttle: f32,
        wheel: f32,
        dt: f32,
    ) -> (Control, bool) {
        let control = Control { throttle, wheel, push: core::mem::take(&mut self.push) };
        drive(&mut self.car, control, track, dt);
        let next = self.laps.next;
        self.laps.update(&track.gates, self.car.position, dt);
        self.passed += u32::from(self.laps.next != next);
        (control, next == 0 && self.laps.next != 0)
    }

    /// Throttle and wheel from keys or a gamepad, or toward a held pointer; `place` is where the car is on the screen.
    pub(super) fn player_wish(&self, input: &Input, place: Vec2) -> (f32, f32) {
        let (way, pad) = (controls::way(input), input.pad(0));
        let pedals =
            f32::from(pad.is_down(PadButton::South)) + pad.right_trigger - pad.left_trigger;
        match input.pointer.held_at() {
            Some(pointer) => (1.0, self.car.steer_toward(pointer - place, 3.0)),
            None => ((pedals - way.y).clamp(-1.0, 1.0), way.x),
        }
    }

    /// How far it is in the race: checkpoints, then how near the next one is.
    pub(super) fn progress(&self, track: &Track) -> f32 {
        let next = track.gates[self.laps.next as usize % track.gates.len()].center();
        self.passed as f32 - self.car.position.distance(next) / 10_000.0
    }

    /// The throttle and the wheel of a temper at this place.
    pub(super) fn wish(&self, temper: &Temper, track: &Track, seconds: f32) -> (f32, f32) {
        let (field, place) = (&track.field, self.car.position);
        let along = field.sample(place);
        // Its lane is the middle of the road for whom the world is moved aside.
        let weaving = ops::sin(seconds * 1.7) * temper.weave;
        let aside = along.perp() * (temper.lane + weaving) * ROAD * 0.32;
        let wheel = self.car.steer_toward(field.sample(place - aside), temper.skill);
        let ahead = field.sample(place + along * 130.0);
        let bend = angle::difference(along.angle(), ahead.angle()).abs();
        (temper.eager * (1.0 - temper.careful * (bend / 1.6).min(0.8)), wheel)
    }
}

impl Ghost {
    /// Follows a tick of the player: keeps what was driven, and drives the best lap beside it.
    pub(super) fn step(
        &mut self,
        racer: &Racer,
        control: Control,
        lap_began: bool,
        track: &Track,
        dt: f32,
    ) {
        if self.recording.start.is_some() {
            self.recording.controls.push(control);
        }
        if let Some(car) = &mut self.car {
            match self.best.controls.get(self.tick as usize) {
                Some(&control) => drive(car, control, track, dt),
                None => self.car = None,
            }
            self.tick += 1;
        }
        if lap_began {
            let lap = core::mem::take(&mut self.recording);
            let shorter =
                self.best.start.is_none() || lap.controls.len() < self.best.controls.len();
            if lap.start.is_some() && shorter {
                self.best = lap;
            }
            self.recording.start = Some(racer.car);
            (self.car, self.tick) = (self.best.start, 0);
        }
    }

    /// The seconds of the best lap.
    pub(super) fn seconds(&self, dt: f32) -> Option<f32> {
        self.best.start.map(|_| self.best.controls.len() as f32 * dt)
    }

    /// Stops the running lap; the best one is kept.
    pub(super) fn stop(&mut self) {
        self.recording = Replay::default();
        (self.car, self.tick) = (None, 0);
    }
}

/// One tick of a car: everything that moves one in a race goes through here, so a replay is exact.
fn drive(car: &mut Car, control: Control, track: &Track, dt: f32) {
    car.position += control.push;
    let grass = track.is_grass(car.position);
    car.step_by(&RULES, control.throttle, control.wheel, grass, dt);
}

/// Cars that touch push each other apart in their next tick. Returns whether the player's is one of them.
pub(super) fn bump(racers: &mut [Racer]) -> bool {
    for second in 1..racers.len() {
        let (before, after) = racers.split_at_mut(second);
        let b = &mut after[0];
        for a in before {
            let between = b.car.position - a.car.position;
            let depth = BUMP - between.length();
            if depth > 0.0 {
                let push = between.normalized() * depth * 0.5;
                a.push -= push;
                b.push += push;
            }
        }
    }
    racers[0].push != Vec2::ZERO
}
