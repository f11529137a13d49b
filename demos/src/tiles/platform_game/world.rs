//! A level while it is played: hero, walkers, lifts, stars. It knows no screen and no keys, so a test can play it too.

use super::level::{self, DOOR, FLAG, Level, RAISED, SIDE, SPIKES, STAR};
use motile::prelude::*;
use motile::tiles::{
    Character, CharacterInput, CharacterRules, Ground, PlatformEvent, Tile, TileBody, TileContact,
    TileKinds, TileLayer, TilePlatform, TileSides, TileSpace, move_platforms,
};

/// Width and height of the hero and of a walker, pixels.
const HERO: Vec2 = vec2(20.0, 28.0);
const WALKER: Vec2 = vec2(24.0, 20.0);
/// Half the size of a lift, pixels.
const LIFT: Vec2 = vec2(40.0, 7.0);
/// Pixels per second, and per second squared.
const WALK: f32 = 50.0;
const LIFT_SPEED: f32 = 70.0;
const GRAVITY: f32 = 1800.0;
const FALL: f32 = 640.0;
/// The speed upward after landing on a walker, pixels per second.
const BOUNCE: f32 = 420.0;
/// How long an explosion lasts, and how long the hero is gone, seconds.
pub(super) const BLAST: f32 = 0.4;
const AWAY: f32 = 0.8;
/// How long walkers let it be after it came back, seconds.
const MERCY: f32 = 1.5;

/// Points for a star and for a walker.
const STAR_POINTS: u32 = 100;
const WALKER_POINTS: u32 = 200;

/// What happened in a step, for whom it may concern: sounds, shakes, scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Event {
    Jump,
    Star,
    Squash,
    Hurt,
    Checkpoint,
    Door,
}

/// An enemy that walks to and fro on its platform.
#[derive(Clone, StateHash)]
#[state(hash_only)]
pub(super) struct Walker {
    pub(super) body: TileBody,
    /// −1 to the left, 1 to the right.
    pub(super) way: f32,
}

/// An explosion.
#[derive(Clone, StateHash)]
#[state(hash_only)]
pub(super) struct Blast {
    pub(super) place: Vec2,
    pub(super) age: f32,
}

#[derive(Clone, StateHash)]
#[state(hash_only)]
pub(super) struct World {
    pub(super) hero: Character,
    pub(super) walkers: Vec<Walker>,
    pub(super) lifts: Vec<TilePlatform>,
    /// Which end each lift goes to.
    goals: Vec<u32>,
    pub(super) blasts: Vec<Blast>,
    pub(super) layer: TileLayer,
    /// Where the hero comes back.
    spawn: Vec2,
    /// How long it is still gone, seconds; 0 while it is here.
    away: f32,
    /// How long walkers still let it be, seconds.
    pub(super) mercy: f32,
    pub(super) stars: u32,
    pub(super) score: u32,
    pub(super) falls: u32,
    #[state(skip)]
    pub(super) events: Vec<Event>,
    #[state(skip)]
    ends: Vec<[Vec2; 2]>,
    #[state(skip)]
    kinds: TileKinds,
    #[state(skip)]
    rides: Vec<PlatformEvent>,
    #[state(skip)]
    contacts: Vec<TileContact>,
    #[state(skip)]
    touched: Vec<(IVec2, Tile)>,
}

impl World {
    pub(super) fn new(level: &Level) -> Self {
        let spawn = middle(level.hero);
        let ends: Vec<_> = level.lifts.iter().map(|cells| cells.map(middle)).collect();
        let lift = |[from, _]: &[Vec2; 2]| TilePlatform {
            one_way: TileSides::TOP,
            ..TilePlatform::new(*from, LIFT)
        };
        let walker = |&cell: &IVec2| Walker {
            body: TileBody::boxed(Aabb::from_center(middle(cell), WALKER * 0.5)),
            way: -1.0,
        };
        Self {
            hero: hero(spawn),
            walkers: level.walkers.iter().map(walker).collect(),
            lifts: ends.iter().map(lift).collect(),
            goals: vec![1; ends.len()],
            blasts: Vec::new(),
            layer: level.layer.clone(),
            spawn,
            away: 0.0,
            mercy: 0.0,
            stars: 0,
            score: 0,
            falls: 0,
            events: Vec::new(),
            ends,
            kinds: level::kinds(),
            rides: Vec::new(),
            contacts: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// What all of them walk on.
    pub(super) fn ground(&self) -> Ground<'_> {
        Ground::new(&self.layer, &self.kinds, space()).with_platforms(&self.lifts)
    }

    /// Whether the hero is here and not an explosion.
    pub(super) fn is_alive(&self) -> bool {
        self.away <= 0.0
    }

    /// Plays `dt` seconds; [`World::events`] tells what happened.
    pub(super) fn step(&mut self, wish: CharacterInput, dt: f32) {
        self.events.clear();
        self.blasts.retain_mut(|blast| {
            blast.age += dt;
            blast.age < BLAST
        });
        self.move_lifts(dt);
        self.move_walkers(dt);
        self.mercy = (self.mercy - dt).max(0.0);
        if self.is_alive() {
            self.move_hero(wish, dt);
            self.touch_tiles();
            self.meet_walkers();
        } else {
            self.away -= dt;
            if self.is_alive() {
                self.hero = hero(self.spawn);
                self.mercy = MERCY;
            }
        }
    }

    /// Lifts move first and take along what stands on them.
    fn move_lifts(&mut self, dt: f32) {
        for ((lift, goal), ends) in self.lifts.iter_mut().zip(&mut self.goals).zip(&self.ends) {
            if lift.go_to(ends[*goal as usize], LIFT_SPEED, dt) {
                *goal = 1 - *goal;
            }
        }
        let ground = Ground::new(&self.layer, &self.kinds, space());
        let rider = core::slice::from_mut(&mut self.hero.body);
        move_platforms(&mut self.lifts, rider, &ground, dt, &mut self.rides);
    }

    /// Walkers turn at walls and where the ground ends ahead of their feet.
    fn move_walkers(&mut self, dt: f32) {
        let ground = Ground::new(&self.layer, &self.kinds, space());
        for walker in &mut self.walkers {
            let body = &mut walker.body;
            let fall = (body.velocity.y + GRAVITY * dt).min(FALL);
            body.velocity = vec2(walker.way * WALK, fall);
            let report = ground.slide(body, dt, &mut self.contacts);
            let toes = body.position + vec2(walker.way, 0.9) * body.half;
            let ends = ground.ray(toes, toes + vec2(0.0, SIDE * 0.5), body.mask).is_none();
            let wall = report.wall_left || report.wall_right;
            if report.floor && (ends || wall) {
                walker.way = -walker.way;
            }
        }
    }

    fn move_hero(&mut self, wish: CharacterInput, dt: f32) {
        let ground = Ground::new(&self.layer, &self.kinds, space()).with_platforms(&self.lifts);
        if self.hero.step(&ground, wish, dt).jumped {
            self.events.push(Event::Jump);
        }
        let world = space().area_of_cells(self.layer.bounds());
        let body = &mut self.hero.body;
        body.position.x = body.position.x.clamp(body.half.x, world.max.x - body.half.x);
        if body.position.y > world.max.y + SIDE {
            self.hurt();
        }
    }

    /// What the hero's cells do to it.
    fn touch_tiles(&mut self) {
        let ground = Ground::new(&self.layer, &self.kinds, space());
        self.touched.clear();
        self.touched.extend(ground.touched(&self.hero.body).map(|(cell, tile, _)| (cell, tile)));
        for index in 0..self.touched.len() {
            let (cell, tile) = self.touched[index];
            match tile {
                STAR => {
                    self.layer.set(cell.x, cell.y, Tile::EMPTY);
                    self.stars += 1;
                    self.score += STAR_POINTS;
                    self.events.push(Event::Star);
                }
                FLAG => {
                    self.layer.set(cell.x, cell.y, RAISED);
                    self.spawn = middle(cell);
                    self.events.push(Event::Checkpoint);
                }
                DOOR => self.events.push(Event::Door),
                SPIKES => self.hurt(),
                _ => {}
            }
        }
    }

    /// Who falls on a walker's head squashes it and bounces off; any other touch hurts, but for who has just come back.
    fn meet_walkers(&mut self) {
        let feet = self.hero.body;
        let meets = |walker: &Walker| walker.body.area().overlaps(feet.area());
        let Some(index) = self.walkers.iter().position(meets) else { return };
        let falling = feet.velocity.y > 0.0 || !self.hero.grounded;
        if falling && feet.bottom() < self.walkers[index].body.position.y {
            let walker = self.walkers.remove(index);
            self.blasts.push(Blast { place: walker.body.position, age: 0.0 });
            self.score += WALKER_POINTS;
            self.hero.body.velocity.y = -BOUNCE;
            self.hero.grounded = false;
            self.events.push(Event::Squash);
        } else if self.mercy == 0.0 {
            self.hurt();
        }
    }

    fn hurt(&mut self) {
        if self.is_alive() {
            self.blasts.push(Blast { place: self.hero.body.position, age: 0.0 });
            self.away = AWAY;
            self.falls += 1;
            self.events.push(Event::Hurt);
        }
    }
}

/// Where the cells are.
pub(super) const fn space() -> TileSpace {
    TileSpace::square(SIDE)
}

fn middle(cell: IVec2) -> Vec2 {
    space().center_of(cell)
}

fn hero(place: Vec2) -> Character {
    let rules = CharacterRules {
        run_speed: 220.0,
        acceleration: 1800.0,
        braking: 2200.0,
        gravity: GRAVITY,
        fall_speed: FALL,
        jump_height: 104.0,
        corner_correction: 8.0,
        snap: 6.0,
        wall_slide_speed: f32::INFINITY,
        wall_jump: Vec2::ZERO,
        climb_speed: 140.0,
        ..CharacterRules::default()
    };
    Character::new(TileBody::boxed(Aabb::from_center(place, HERO * 0.5))).with_rules(rules)
}
