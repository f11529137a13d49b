//! A character of a platform game: runs, jumps, slides down walls, climbs, rides.

mod rules;

pub use rules::CharacterRules;

use crate::{Ground, TileBody, TileContact};
use motile_geom::{
    HashState, MarkRole, MarkSink, Marks, SaveState, StateError, StateHash, StateReader,
    StateWriter, Vec2, ops, vec2,
};

/// What the player, or a mind, wants of a [`Character`] now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CharacterInput {
    /// Left −1 to right 1.
    pub x: f32,
    /// Up −1 to down 1: ladders, and dropping through floors.
    pub y: f32,
    /// Whether the jump button is held.
    pub jump: bool,
}

/// What happened to a [`Character`] in one step.
#[expect(clippy::struct_excessive_bools, reason = "events side by side; any of them go together")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CharacterReport {
    /// It jumped: from the ground, in the air or off a wall.
    pub jumped: bool,
    /// That was off a wall.
    pub off_wall: bool,
    /// It came to the ground, and this was its speed of falling then, pixels per second; 0 otherwise.
    pub landed: f32,
    /// It came to ground with [`bounce`](crate::TileMaterial::bounce), and left it at this speed, pixels per second; 0 otherwise.
    #[doc(alias = "trampoline")]
    pub bounced: f32,
    /// It hit its head.
    pub bumped: bool,
    /// It was inside solid ground when the step began and was pushed out by this much, pixels.
    pub pushed: Vec2,
    /// It was inside solid ground and found no way out: squeezed.
    pub stuck: bool,
    /// A number was not finite, or would not have been any more: nothing moved.
    pub rejected: bool,
}

/// A character of a platform game: a body with the rules and the small memory that make it feel right (coyote time, jump
/// buffering, variable jumps, corner correction, slopes without hops, wall slide and jump, ladders, drop-through, moving
/// platforms).
///
/// One call a step, deterministic; heights of jumps do not depend on the length of the step.
///
/// ```
/// use motile_geom::{Aabb, vec2};
/// use motile_tiles::{Character, CharacterInput, Ground, TileBody, TileKind, TileKinds, TileLayer, TileSpace};
///
/// let layer = TileLayer::from_rows(&[[0; 8], [0; 8], [0; 8], [1; 8]])?;
/// let kinds = TileKinds::new().with(1, TileKind::solid());
/// let ground = Ground::new(&layer, &kinds, TileSpace::square(16.0));
/// let mut hero = Character::new(TileBody::boxed(Aabb::from_size(vec2(20.0, 20.0), vec2(10.0, 14.0))));
/// for _ in 0..60 {
///     hero.step(&ground, CharacterInput { x: 1.0, ..CharacterInput::default() }, 1.0 / 60.0);
/// }
/// assert!(hero.grounded && hero.body.position.x > 80.0);
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "character controller")]
#[doc(alias = "platformer")]
#[derive(Clone, Debug)]
pub struct Character {
    /// Place, velocity and form.
    pub body: TileBody,
    /// How it moves.
    pub rules: CharacterRules,
    /// Whether it stands.
    pub grounded: bool,
    /// Which way the floor it stands on faces; up in the air.
    pub floor_normal: Vec2,
    /// The platform it stands on, by its place in the ground's list.
    pub platform: Option<u32>,
    /// Whether it is on a ladder.
    pub climbing: bool,
    /// The wall it touches: −1 left, 1 right, 0 none.
    pub wall: i32,
    /// Where it looks: −1 left, 1 right.
    pub facing: i32,
    /// How often its numbers were not finite and nothing moved.
    pub rejected: u64,
    /// What it met in the last step.
    pub contacts: Vec<TileContact>,
    memory: Memory,
}

/// What it remembers from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Memory {
    held: bool,
    /// Whether letting go of the button still cuts this jump.
    cuttable: bool,
    coyote: f32,
    buffer: f32,
    drop: f32,
    wall_left: f32,
    /// The side of the last wall.
    wall_side: i32,
    air_jumps: u32,
    /// How the belt below moves along, and the platform below up or down, pixels per second.
    carrier: Vec2,
    grip: f32,
    /// How the platform below moves along, pixels per second; it carries by itself.
    ride: f32,
    /// The speed it brought from a platform into the air, pixels per second.
    drift: f32,
    /// Whether it jumped with the stick up: it takes hold of a ladder again when it falls, or on a new push.
    leapt: bool,
}

motile_geom::state_fields! {
    Memory { held, cuttable, coyote, buffer, drop, wall_left, wall_side, air_jumps, carrier, grip, ride, drift, leapt }
}

/// Place, motion and memory; rules and contacts are no state.
impl HashState for Character {
    fn hash_state(&self, hash: &mut StateHash) {
        self.body.hash_state(hash);
        self.memory.hash_state(hash);
        (self.grounded, self.climbing, self.wall, self.facing).hash_state(hash);
        (self.floor_normal, self.platform).hash_state(hash);
    }
}

/// With its rules, so that it goes on as it was; what it met in the last step is not kept.
impl SaveState for Character {
    fn save(&self, out: &mut StateWriter) {
        self.body.save(out);
        self.rules.save(out);
        self.memory.save(out);
        (self.grounded, self.climbing, self.wall, self.facing).save(out);
        (self.floor_normal, self.platform, self.rejected).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (body, rules) = (TileBody::restore(input)?, CharacterRules::restore(input)?);
        let memory = Memory::restore(input)?;
        let (grounded, climbing, wall, facing) = SaveState::restore(input)?;
        let (floor_normal, platform, rejected) = SaveState::restore(input)?;
        let contacts = Vec::new();
        Ok(Self {
            body,
            rules,
            grounded,
            floor_normal,
            platform,
            climbing,
            wall,
            facing,
            rejected,
            contacts,
            memory,
        })
    }
}

impl Character {
    /// A character in the air with the default rules.
    pub fn new(body: TileBody) -> Self {
        Self {
            body,
            rules: CharacterRules::default(),
            grounded: false,
            floor_normal: Vec2::NEG_Y,
            platform: None,
            climbing: false,
            wall: 0,
            facing: 1,
            rejected: 0,
            contacts: Vec::new(),
            memory: Memory { grip: 1.0, ..Memory::default() },
        }
    }

    /// This character with other rules.
    pub fn with_rules(self, rules: CharacterRules) -> Self {
        Self { rules, ..self }
    }

    /// Moves it for `dt` seconds. Numbers that are not finite, time that does not go forward, and rules by which it would get a
    /// place or a speed that is no finite number, move nothing: the report says so and [`rejected`](Self::rejected) counts. An
    /// acceleration that is no number above 0 is none.
    pub fn step(&mut self, ground: &Ground<'_>, input: CharacterInput, dt: f32) -> CharacterReport {
        let sound = input.x.is_finite() && input.y.is_finite() && dt.is_finite() && dt > 0.0;
        if !sound || !self.body.is_valid() {
            return self.reject();
        }
        let before = (self.body, self.memory, self.grounded, self.climbing, self.platform);
        let looks = (self.floor_normal, self.wall, self.facing);
        let report = self.step_soundly(ground, input, dt);
        if self.body.is_valid() {
            return report;
        }
        (self.body, self.memory, self.grounded, self.climbing, self.platform) = before;
        (self.floor_normal, self.wall, self.facing) = looks;
        self.contacts.clear();
        self.reject()
    }

    fn reject(&mut self) -> CharacterReport {
        self.rejected += 1;
        CharacterReport { rejected: true, ..CharacterReport::default() }
    }

    fn step_soundly(
        &mut self,
        ground: &Ground<'_>,
        input: CharacterInput,
        dt: f32,
    ) -> CharacterReport {
        let mut report = CharacterReport::default();
        let input =
            CharacterInput { x: input.x.clamp(-1.0, 1.0), y: input.y.clamp(-1.0, 1.0), ..input };
        self.tick_timers(input, dt);
        self.choose_ladder(ground, input);
        self.accelerate(input, dt);
        let ride = self.memory.ride;
        self.try_jump(input, &mut report);
        self.cut_jump(input);
        // The platform it leaves has already carried it in this tick.
        let carried = (ride - self.memory.ride) * f32::from(self.rules.keeps_platform_speed);
        self.travel(ground, input, carried, dt, &mut report);
        self.memory.held = input.jump;
        report
    }

    fn tick_timers(&mut self, input: CharacterInput, dt: f32) {
        let memory = &mut self.memory;
        for timer in
            [&mut memory.coyote, &mut memory.buffer, &mut memory.drop, &mut memory.wall_left]
        {
            *timer = (*timer - dt).max(0.0);
        }
        if self.grounded {
            memory.coyote = self.rules.coyote_time;
            memory.air_jumps = self.rules.air_jumps;
        }
        if input.jump && !memory.held {
            memory.buffer = self.rules.jump_buffer.max(dt);
        }
        self.body.drops = memory.drop > 0.0;
        if input.x != 0.0 {
            self.facing = if input.x < 0.0 { -1 } else { 1 };
        }
    }

    fn choose_ladder(&mut self, ground: &Ground<'_>, input: CharacterInput) {
        self.memory.leapt &= self.body.velocity.y < 0.0 && input.y.abs() > 0.5;
        let below = input.y > 0.5 && self.grounded && self.stands_on_ladder(ground);
        let there = below || ground.on_ladder(&self.body);
        let pushes = input.y < -0.5 || below || (input.y > 0.5 && !self.grounded);
        let wants = pushes && !self.memory.leapt;
        self.climbing = there && (self.climbing || wants) && self.memory.buffer == 0.0;
        if self.climbing {
            self.body.velocity = vec2(input.x, input.y) * self.rules.climb_speed;
            // A ladder may have a floor at its top, which stops nobody who climbs down.
            self.body.drops |= input.y > 0.0;
            self.memory.coyote = self.rules.coyote_time;
            (self.memory.ride, self.memory.drift) = (0.0, 0.0);
        }
    }

    /// Whether the floor is the top of a ladder.
    fn stands_on_ladder(&self, ground: &Ground<'_>) -> bool {
        let mut lower = self.body;
        lower.position.y += 1.0;
        ground.on_ladder(&lower)
    }

    /// Toward the wanted speed along the ground; belts and ice count.
    fn accelerate(&mut self, input: CharacterInput, dt: f32) {
        if self.climbing {
            return;
        }
        let rules = &self.rules;
        let grip = if self.grounded { self.memory.grip } else { rules.air_control };
        let rate = if input.x == 0.0 { rules.braking } else { rules.acceleration };
        let carried = if self.grounded { self.memory.carrier.x } else { self.memory.drift };
        let wanted = input.x * rules.run_speed + carried;
        let change = rate * grip.max(0.0) * dt;
        let velocity = &mut self.body.velocity.x;
        // Asked this way, NaN changes nothing, as where endless acceleration meets no grip.
        if change > 0.0 {
            *velocity += (wanted - *velocity).clamp(-change, change);
        }
    }

    fn try_jump(&mut self, input: CharacterInput, report: &mut CharacterReport) {
        if self.memory.buffer == 0.0 {
            return;
        }
        let rules = self.rules;
        if self.grounded && input.y > 0.5 {
            self.memory.drop = rules.drop_time;
            self.memory.buffer = 0.0;
            self.body.drops = true;
            return;
        }
        let carrier = if rules.keeps_platform_speed { self.memory.carrier } else { Vec2::ZERO };
        if self.grounded || self.memory.coyote > 0.0 {
            self.body.velocity.y = -rules.jump_speed() + carrier.y.min(0.0);
            self.leave_platform();
        } else if self.memory.wall_left > 0.0 && rules.wall_jump != Vec2::ZERO {
            let away = -self.memory.wall_side as f32;
            self.body.velocity = vec2(away * rules.wall_jump.x, -rules.wall_jump.y);
            self.memory.drift = 0.0;
            report.off_wall = true;
        } else if self.memory.air_jumps > 0 {
            self.memory.air_jumps -= 1;
            self.body.velocity.y = -rules.jump_speed();
        } else {
            return;
        }
        report.jumped = true;
        self.memory.buffer = 0.0;
        self.memory.coyote = 0.0;
        self.memory.wall_left = 0.0;
        self.memory.cuttable = true;
        self.memory.leapt = input.y.abs() > 0.5;
        self.grounded = false;
        self.climbing = false;
        self.platform = None;
    }

    fn cut_jump(&mut self, input: CharacterInput) {
        let rising = self.body.velocity.y < 0.0 && !self.grounded && !self.climbing;
        self.memory.cuttable &= rising;
        if self.memory.cuttable && !input.jump {
            self.body.velocity.y *= self.rules.jump_cut.clamp(0.0, 1.0);
            self.memory.cuttable = false;
        }
    }

    fn travel(
        &mut self,
        ground: &Ground<'_>,
        input: CharacterInput,
        carried: f32,
        dt: f32,
        report: &mut CharacterReport,
    ) {
        let was_grounded = self.grounded;
        let falling = self.body.velocity.y;
        let way = self.way(input, dt) - vec2(carried * dt, 0.0);
        if way.y < 0.0 && !was_grounded {
            self.slip_past_corner(ground, way);
        }
        let start = self.body.position;
        let mut contacts = core::mem::take(&mut self.contacts);
        let slid = ground.slide_by(&mut self.body, way, &mut contacts);
        self.contacts = contacts;
        report.stuck = slid.stuck;
        report.pushed = slid.pushed;
        report.bumped = slid.ceiling;
        report.bounced = self.stop_at_contacts(was_grounded, falling);
        let moved = (self.body.position.x - start.x).abs();
        self.find_floor(ground, was_grounded, moved);
        self.find_wall(&slid, input);
        if self.grounded && !was_grounded {
            report.landed = falling.max(0.0);
        }
    }

    /// The way of this step: along the floor on the ground, a piece of a parabola in the air.
    fn way(&mut self, input: CharacterInput, dt: f32) -> Vec2 {
        let rules = self.rules;
        let velocity = self.body.velocity;
        if self.climbing {
            return velocity * dt;
        }
        if self.grounded && !self.body.drops {
            let normal = self.floor_normal;
            let rise = if normal.y < -0.1 { -normal.x / normal.y } else { 0.0 };
            return vec2(velocity.x, velocity.x * rise) * dt;
        }
        let pressing = self.wall != 0 && input.x * self.wall as f32 > 0.1;
        let slides = pressing && velocity.y > 0.0;
        let slowed = if slides { rules.wall_slide_speed } else { f32::INFINITY };
        let limit = rules.fall_speed.min(slowed);
        let faster =
            (velocity.y + rules.gravity * dt).min(limit.max(0.0)).max(velocity.y.min(limit));
        self.body.velocity.y = faster;
        // The mean of both speeds: exact for constant gravity, however long the step is.
        vec2(velocity.x, 0.5 * (velocity.y.min(limit) + faster)) * dt
    }

    /// What goes into a surface is lost, but for what a material gives back. Returns the speed at which it leaves the floor.
    fn stop_at_contacts(&mut self, was_grounded: bool, falling: f32) -> f32 {
        let mut bounced = 0.0;
        for contact in &self.contacts {
            let bounce = bounce_of(contact);
            let floor = contact.normal.y < -0.5;
            if floor {
                let last = self.body.velocity.y;
                // Its speed where it met the floor, not at the end of the step: else every bounce would be higher.
                let back = self.rebound(contact, falling + (last - falling) * contact.time);
                self.body.velocity.y = last.min(0.0);
                if back > 0.0 && !was_grounded {
                    (self.body.velocity.y, bounced) = (-back, back);
                }
                continue;
            }
            let into = self.body.velocity.dot(contact.normal);
            if into < 0.0 {
                self.body.velocity -= contact.normal * (into * (1.0 + bounce));
            }
        }
        bounced
    }

    /// The speed at which it leaves a floor that it meets at a speed; 0 where it stays.
    fn rebound(&self, contact: &TileContact, falling: f32) -> f32 {
        let back = falling * bounce_of(contact);
        // What goes no higher than it snaps to the ground is none, and a jump that was pressed goes before.
        let high = back * back > 2.0 * self.rules.gravity * self.rules.snap.max(0.0);
        if high && back > 0.0 && self.memory.buffer == 0.0 { back } else { 0.0 }
    }

    /// Whether it stands now: on what it met, or on what is just below when it stood before.
    fn find_floor(&mut self, ground: &Ground<'_>, was_grounded: bool, moved: f32) {
        let steepest = -ops::cos(self.rules.max_slope);
        let is_floor = |contact: &TileContact| contact.normal.y <= steepest + 1e-4;
        self.grounded = false;
        let jumping = self.body.velocity.y < 0.0 || self.climbing;
        let mut floor = self.contacts.iter().rev().find(|c| is_floor(c)).copied();
        if !jumping && !self.body.drops {
            let reach = if was_grounded { self.rules.snap.max(0.0) + moved } else { 0.05 };
            let below = ground.sweep(&self.body, vec2(0.0, reach));
            // What bounces is met in the next step, at its speed.
            let stays = |contact: &TileContact| {
                was_grounded || self.rebound(contact, self.body.velocity.y) == 0.0
            };
            if let Some(below) = below.filter(is_floor).filter(stays) {
                self.body.position = below.position;
                floor = Some(below);
            } else if was_grounded {
                floor = None;
            }
        }
        let Some(floor) = floor.filter(|_| !jumping) else {
            self.floor_normal = Vec2::NEG_Y;
            self.platform = None;
            self.leave_platform();
            return;
        };
        let platform = floor.platform.and_then(|index| ground.platforms.get(index as usize));
        let ride = platform.map_or(Vec2::ZERO, |platform| platform.velocity_of(self.body.position));
        if floor.platform != self.platform || !was_grounded {
            self.leave_platform();
            let keeps = self.rules.keeps_platform_speed;
            self.body.velocity.x -= if keeps { ride.x } else { 0.0 };
        }
        self.grounded = true;
        self.body.velocity.y = 0.0;
        self.floor_normal = floor.normal;
        self.platform = floor.platform;
        self.memory.grip = floor.material.grip;
        // A platform carries by itself; its motion matters for jumps. A belt moves what walks on it.
        let carrier = vec2(floor.material.belt.x, ride.y);
        self.memory.carrier = if carrier.is_finite() { carrier } else { Vec2::ZERO };
        (self.memory.ride, self.memory.drift) = (ride.x, 0.0);
    }

    /// From here on its velocity is its own: that of the platform below is added, unless the rules say otherwise.
    fn leave_platform(&mut self) {
        let ride = core::mem::take(&mut self.memory.ride);
        if self.rules.keeps_platform_speed && ride != 0.0 {
            self.body.velocity.x += ride;
            self.memory.drift = ride;
        }
    }

    fn find_wall(&mut self, slid: &crate::SlideReport, input: CharacterInput) {
        self.wall = match (slid.wall_left, slid.wall_right) {
            (true, false) => -1,
            (false, true) => 1,
            _ => 0,
        };
        if self.memory.drift * self.wall as f32 > 0.0 {
            self.memory.drift = 0.0;
        }
        let holds = self.wall != 0 && input.x * self.wall as f32 > 0.1;
        if holds && !self.grounded {
            self.memory.wall_left = self.rules.wall_time;
            self.memory.wall_side = self.wall;
        }
    }

    /// Under the edge of a ceiling, moves aside by a few pixels if that lets it rise.
    fn slip_past_corner(&mut self, ground: &Ground<'_>, way: Vec2) {
        let up = vec2(0.0, way.y);
        let blocked =
            |body: &TileBody| ground.sweep(body, up).is_some_and(|contact| contact.normal.y > 0.5);
        if !blocked(&self.body) {
            return;
        }
        let reach = self.rules.corner_correction.clamp(0.0, 64.0);
        for step in 1..=reach as u32 {
            for side in [-1.0, 1.0] {
                // Toward where it goes, or either way when it rises straight.
                if way.x * side < 0.0 {
                    continue;
                }
                let mut aside = self.body;
                aside.position.x += side * step as f32;
                if !ground.overlaps(&aside) && !blocked(&aside) {
                    self.body.position = aside.position;
                    return;
                }
            }
        }
    }

    /// Marks its form, velocity, floor, wall and contacts, and the timers that are running.
    pub fn mark(&self, marks: &mut Marks) {
        let area = self.body.area();
        marks.aabb(MarkRole::Bounds, area);
        marks.velocity(MarkRole::Velocity, self.body.position, self.body.velocity);
        if self.grounded {
            let feet = vec2(self.body.position.x, area.max.y);
            marks.arrow(MarkRole::Normal, feet, self.floor_normal * 12.0);
        }
        for contact in &self.contacts {
            contact.mark(marks);
        }
        let memory = &self.memory;
        for (left, name, line) in [
            (memory.coyote, "coyote", 0.0),
            (memory.buffer, "buffer", 1.0),
            (memory.wall_left, "wall", 2.0),
            (memory.drop, "drop", 3.0),
        ] {
            if left > 0.0 && !(self.grounded && line == 0.0) {
                let place = area.min - vec2(0.0, 6.0 + 10.0 * line);
                marks.label(MarkRole::Note, place, format_args!("{name} {left:.2}"));
            }
        }
    }
}

/// How much of a speed a surface gives back, 0…1.
fn bounce_of(contact: &TileContact) -> f32 {
    let bounce = contact.material.bounce;
    // Asked this way, NaN gives nothing back.
    if bounce > 0.0 { bounce.min(1.0) } else { 0.0 }
}
