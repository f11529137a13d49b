//! Sixteen rooms, each one a way in which tile collision fails elsewhere; a body goes through all of them, again and again.

mod draw;
mod rooms;

use super::{art, editing};
use crate::{Demo, look};
use motile::math::UVec2;
use motile::prelude::*;
use motile::tiles::{
    Beyond, Character, CharacterRules, EditorPanel, Ground, PlatformEvent, Tile, TileBody,
    TileKind, TileKinds, TileLayer, TilePlatform, TileShape, TileSheet, TileSides, TileSpace,
    move_platforms,
};
use rooms::{ROOMS, Trace};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/torture-course",
    title: "Torture course",
    sees: "Sixteen rooms with what goes wrong elsewhere: seams, corners, fast falls, planks, slopes, lifts that rise and turn. Each body has to obey its law; green rooms did.",
    tries: "Make the bodies faster, larger or smaller, round, or the ticks longer. Change the room below the pointer. M shows what each touches.",
    controls: "",
    keys: &[(Key::Space, "from the start"), editing::KEY],
    takes_drags: true,
    spec: &[
        "TILE-61", "TILE-62", "TILE-63", "TILE-64", "TILE-W1", "TILE-W2", "TILE-W4", "TILE-W8",
        "TILE-W9",
    ],
    ticks: 190,
    ..Demo::of::<TortureCourse>()
};

/// Side of a cell, pixels; a room has 8 by 5 of them and a line of words.
const SIDE: f32 = 20.0;
const ROOM: Vec2 = vec2(160.0, 120.0);
const IN_A_ROW: usize = 4;
/// Seconds of a round.
const ROUND: f32 = 1.5;

#[derive(StateHash)]
#[state(hash_only)]
struct TortureCourse {
    bodies: Vec<Character>,
    traces: Vec<Trace>,
    lifts: Vec<TilePlatform>,
    /// Rounds that went well and rounds that did not.
    rounds: Vec<(u32, u32)>,
    seconds: f32,
    layers: Vec<TileLayer>,
    panel: EditorPanel,
    /// The room that is edited: the last one below the pointer.
    room: u32,
    #[state(skip)]
    kinds: TileKinds,
    #[state(skip)]
    events: Vec<PlatformEvent>,
}

impl Sketch for TortureCourse {
    const PARAMS: &'static [Param] = &[
        Param::number("speed", 70.0, 400.0, 90.0),
        Param::number("size", 0.3, 1.4, 0.7),
        Param::choice("form", &["box", "circle", "capsule"], 0),
        Param::whole("ticks-at-once", 1, 6, 1),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let tile = |letter| Tile::new("X-/\\_".find(letter).map_or(0, |at| at as u32 + 1));
        let layers: Result<_, _> =
            ROOMS.iter().map(|room| TileLayer::from_text(room.map, tile)).collect();
        let list = [
            TileKind::solid(),
            TileKind::one_way(TileSides::TOP),
            TileKind::shaped(TileShape::SLOPE_RIGHT),
            TileKind::shaped(TileShape::SLOPE_LEFT),
            TileKind::shaped(TileShape::HALF),
        ];
        let kinds = (1..).zip(list).fold(TileKinds::new(), |all, (i, kind)| all.with(i, kind));
        let picture = art::sheet(5, |tile, x, y| art::ground(kinds.get(tile + 1), true, x, y))?;
        let sheet = TileSheet::new(&picture, UVec2::splat(art::SIDE))?;
        let mut course = Self {
            bodies: Vec::new(),
            traces: Vec::new(),
            lifts: Vec::new(),
            rounds: vec![(0, 0); ROOMS.len()],
            seconds: 0.0,
            layers: layers?,
            panel: EditorPanel::new(&sheet, (1..=5).map(Tile::new)),
            room: 0,
            kinds,
            events: Vec::new(),
        };
        course.begin(stage);
        Ok(course)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if let Some(pointer) = tick.input.pointer.position.filter(|_| !self.panel.open) {
            let room = (0..ROOMS.len())
                .find(|&index| Aabb::from_size(corner_of(index), ROOM).contains(pointer));
            self.room = room.map_or(self.room, |room| room as u32);
        }
        let space = self.edited_space();
        let layer = &mut self.layers[self.room as usize];
        if editing::edit(&mut self.panel, layer, space, stage, tick).is_some() {
            self.rounds.fill((0, 0));
            self.begin(stage);
            return;
        }
        let knobs = ["speed", "size", "form"];
        if tick.input.pressed(Key::Space) || knobs.iter().any(|name| tick.params.changed(name)) {
            self.rounds.fill((0, 0));
            self.begin(stage);
        }
        let every = tick.params.whole("ticks-at-once") as u64;
        if !tick.index.is_multiple_of(every) {
            return;
        }
        let dt = tick.dt * every as f32;
        for index in 0..ROOMS.len() {
            self.step(index, dt);
        }
        self.seconds += dt;
        if self.seconds >= ROUND {
            for (index, room) in ROOMS.iter().enumerate() {
                let place = self.bodies[index].body.position / SIDE;
                let trace = &self.traces[index];
                let well = (room.law)(trace, place) && trace.inside == 0;
                let (good, bad) = &mut self.rounds[index];
                *(if well { good } else { bad }) += 1;
            }
            self.begin(stage);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, room) in ROOMS.iter().enumerate() {
            let moved = Affine2::from_translation(corner_of(index));
            canvas.transformed(moved, |canvas| self.draw_room(canvas, index, room));
        }
        self.panel.draw(canvas, self.edited_space(), stage.size());
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for (index, body) in self.bodies.iter().enumerate() {
            let moved = Affine2::from_translation(corner_of(index));
            crate::kit::marks_in(moved, marks, |marks| body.mark(marks));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl TortureCourse {
    /// Where the cells of the edited room are on the stage.
    fn edited_space(&self) -> TileSpace {
        TileSpace::square(SIDE).with_origin(corner_of(self.room as usize))
    }

    /// Puts every body where its room begins.
    fn begin(&mut self, stage: &Stage) {
        let (speed, size) = (stage.params().number("speed"), stage.params().number("size"));
        let form = stage.params().choice("form");
        self.seconds = 0.0;
        self.traces = vec![Trace::default(); ROOMS.len()];
        self.lifts.clear();
        self.bodies.clear();
        for room in &ROOMS {
            let place = vec2(room.start.0, room.start.1) * SIDE;
            let half = vec2(room.scale.0, room.scale.1) * SIDE * 0.5 * size;
            let body = match form {
                0 => TileBody::boxed(Aabb::from_center(place, half)),
                1 => TileBody::circle(place, half.y),
                _ => TileBody::capsule(place, half.y * 2.4, half.y),
            };
            let rules = CharacterRules {
                run_speed: speed,
                fall_speed: 1e4,
                jump_height: 2.2 * SIDE,
                wall_slide_speed: f32::INFINITY,
                wall_jump: Vec2::ZERO,
                snap: 4.0,
                ..CharacterRules::default()
            };
            let velocity = Vec2::from(room.velocity);
            self.bodies.push(Character::new(body.with_velocity(velocity)).with_rules(rules));
            let lift = room.map.lines().zip(0..).find_map(|(row, y)| Some((row.find('L')?, y)));
            let place = lift
                .map_or(Vec2::splat(-1e3), |(x, y)| vec2(x as f32 + 0.5, y as f32 + 0.5) * SIDE);
            self.lifts.push(TilePlatform {
                one_way: room.lift.one_way,
                ..TilePlatform::new(place, vec2(1.2, 0.25) * SIDE)
            });
        }
    }

    fn step(&mut self, index: usize, dt: f32) {
        let (body, trace, room) = (&mut self.bodies[index], &mut self.traces[index], &ROOMS[index]);
        let lift = core::slice::from_mut(&mut self.lifts[index]);
        // There, and back again from the middle of the round on.
        let way = if self.seconds < ROUND * 0.5 { 1.0 } else { -1.0 };
        lift[0].velocity = Vec2::from(room.lift.velocity) * way;
        lift[0].spin = room.lift.spin * way;
        let space = TileSpace::square(SIDE);
        // Floors and walls go on beyond the room.
        let ground =
            Ground::new(&self.layers[index], &self.kinds, space).with_beyond(Beyond::Clamp);
        let rider = core::slice::from_mut(&mut body.body);
        move_platforms(lift, rider, &ground, dt, &mut self.events);
        let ground = ground.with_platforms(lift);
        body.step(&ground, room.wish, dt);
        trace.inside += u32::from(trace.seconds > 0.0 && ground.overlaps(&body.body));
        trace.seconds += dt;
        trace.flights += u32::from(trace.stood && !body.grounded);
        trace.stood |= body.grounded;
        if body.platform.is_some() {
            let top = lift[0].position.y - lift[0].half.y;
            trace.gap = trace.gap.max((body.body.bottom() - top).abs());
        }
    }
}

fn corner_of(index: usize) -> Vec2 {
    vec2((index % IN_A_ROW) as f32, (index / IN_A_ROW) as f32) * ROOM
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_63_every_form_goes_well_through_every_room() {
        for form in ["box", "circle", "capsule"] {
            for at_once in ["1", "2"] {
                let settings = Settings::new(640, 480)
                    .with_param("form", form)
                    .with_param("ticks-at-once", at_once);
                let mut player = Player::new::<TortureCourse>(&settings).unwrap();
                player.run_ticks(200);
                let course: &TortureCourse = player.sketch().unwrap();
                for (room, &(good, bad)) in ROOMS.iter().zip(&course.rounds) {
                    assert!(good > 0 && bad == 0, "{}: {form}, {at_once}", room.name);
                }
            }
        }
    }
}
