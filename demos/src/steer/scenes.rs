//! One small scene for every behavior, with marks of what it looks at: the diagrams and the pictures of the guide.

use super::starts;
use core::f32::consts::TAU;
use motile::geom::{ArcLength, CatmullRom, Grid2, Polygon, Segment};
use motile::prelude::*;
use motile::steer::{
    Agent, Avoid, Corridor, Crowd, CurveFollower, FlockRules, Flockmate, PathFollower, Prediction,
    Sight, VectorField, Wander, alignment, arrive, classic, cohesion, contain, dodge, evade,
    first_of, flee, follow_wall, hide, interpose, offset_pursuit, pursue, queue, seek, separation,
};

/// What a scene is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, StateHash)]
pub(super) enum Behavior {
    Seek,
    Flee,
    Arrive,
    Pursue,
    Evade,
    Wander,
    Avoid,
    ClassicAvoid,
    AvoidPolygon,
    Waypoints,
    Curve,
    FlowField,
    FollowWall,
    Contain,
    Hide,
    Interpose,
    OffsetPursuit,
    Queue,
    Dodge,
    Separation,
    Alignment,
    Cohesion,
    Flock,
    Crowd,
    Corridor,
    BentAvoid,
}

/// A behavior, its name, what to look at, and the tick that shows it best.
pub(super) struct SceneInfo {
    pub(super) behavior: Behavior,
    pub(super) name: &'static str,
    pub(super) idea: &'static str,
    pub(super) ticks: u64,
}

const fn info(behavior: Behavior, name: &'static str, idea: &'static str, ticks: u64) -> SceneInfo {
    SceneInfo { behavior, name, idea, ticks }
}

#[rustfmt::skip]
pub(super) const SCENES: [SceneInfo; 26] = [
    info(Behavior::Seek, "seek", "seek: straight for the target, at full speed", 9),
    info(Behavior::Flee, "flee", "flee: straight away from the threat", 18),
    info(Behavior::Arrive, "arrive", "arrive: brakes inside the circle, stops on the target", 108),
    info(Behavior::Pursue, "pursue", "pursue: to where the target will be", 9),
    info(Behavior::Evade, "evade", "evade: away from where the hunter will be", 9),
    info(Behavior::Wander, "wander", "wander: after a point that drifts along the rim", 75),
    info(Behavior::Avoid, "avoid", "avoid: the rock met first, along its side", 14),
    info(Behavior::ClassicAvoid, "avoid-classic", "classic avoid: projection of the center, push to the side", 9),
    info(Behavior::AvoidPolygon, "avoid-polygon", "avoid: polygons and walls by their edges", 36),
    info(Behavior::Waypoints, "path", "waypoints: each until its ring is reached", 150),
    info(Behavior::Curve, "curve", "curve: to a point ahead of the nearest place", 150),
    info(Behavior::FlowField, "flow-field", "flow field: the flow a little ahead", 170),
    info(Behavior::FollowWall, "follow-wall", "follow wall: along it, at a distance", 120),
    info(Behavior::Contain, "contain", "contain: turns back before the border", 112),
    info(Behavior::Hide, "hide", "hide: behind the nearest tree", 30),
    info(Behavior::Interpose, "interpose", "interpose: between two others", 50),
    info(Behavior::OffsetPursuit, "offset-pursuit", "offset pursuit: a place beside the leader", 46),
    info(Behavior::Queue, "queue", "queue: brakes for who is ahead in the lane", 66),
    info(Behavior::Dodge, "dodge", "dodge: out of the way of who is met first", 2),
    info(Behavior::Separation, "separation", "separation: away from all that are too close", 2),
    info(Behavior::Alignment, "alignment", "alignment: the way the neighbors fly", 2),
    info(Behavior::Cohesion, "cohesion", "cohesion: to the middle of the neighbors", 2),
    info(Behavior::Flock, "flock", "flock: all three over everybody in sight", 30),
    info(Behavior::Crowd, "crowd", "crowd: a velocity that is safe with every neighbor", 66),
    info(Behavior::Corridor, "corridor", "corridor: no steering as long as it stays inside", 152),
    info(Behavior::BentAvoid, "avoid-bent", "avoid: a bent feeler, for a vehicle that turns", 12),
];

const GOAL: Vec2 = vec2(470.0, 130.0);
pub(super) const ROCKS: [Circle; 3] = [
    Circle::new(vec2(330.0, 240.0), 58.0),
    Circle::new(vec2(500.0, 110.0), 44.0),
    Circle::new(vec2(520.0, 340.0), 40.0),
];
const PATH: [Vec2; 5] = [
    vec2(120.0, 110.0),
    vec2(320.0, 80.0),
    vec2(500.0, 180.0),
    vec2(360.0, 300.0),
    vec2(130.0, 360.0),
];
const WALLS: [Vec2; 4] =
    [vec2(60.0, 330.0), vec2(260.0, 300.0), vec2(400.0, 200.0), vec2(580.0, 180.0)];
const SLOTS: [Vec2; 4] =
    [vec2(-60.0, 60.0), vec2(-60.0, -60.0), vec2(-120.0, 120.0), vec2(-120.0, -120.0)];
/// Radians per second of the vehicle whose feeler is bent.
const TURN: f32 = 0.55;
const DOOR: Vec2 = vec2(560.0, 220.0);

/// A scene: the first agent is the one whose marks are drawn.
#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct Scene {
    pub(super) behavior: Behavior,
    pub(super) agents: Vec<Agent>,
    pub(super) crowd: Crowd,
    #[state(skip)]
    pub(super) marks: Marks,
    /// Like the curve below, made once and never changed.
    #[state(skip)]
    pub(super) field: VectorField,
    pub(super) rock: Polygon,
    wander: Wander,
    path: PathFollower,
    curve: CurveFollower,
    #[state(skip)]
    lengths: ArcLength,
}

impl Scene {
    pub(super) fn new(behavior: Behavior, rng: &mut Rng) -> motile::Result<Self> {
        let cells = Grid2::from_fn(32, 24, |x, y| {
            let offset = vec2(x as f32 - 15.5, (y as f32 - 10.5) * 1.3);
            (offset.perp() - offset * 0.12).truncate(1.0)
        });
        let corners =
            vec![vec2(270.0, 130.0), vec2(400.0, 190.0), vec2(350.0, 320.0), vec2(250.0, 280.0)];
        Ok(Self {
            behavior,
            agents: starts::agents(behavior, rng),
            crowd: if behavior == Behavior::Crowd { starts::crowd() } else { Crowd::default() },
            marks: Marks::new().with_seconds(0.5),
            field: VectorField::new(cells?, 20.0),
            rock: Polygon::new(corners)?,
            wander: Wander { angle: 0.9, ..Wander::default() },
            path: PathFollower { threshold: 28.0, ..PathFollower::default() },
            curve: CurveFollower { looped: true, lookahead: 0.4, ..CurveFollower::default() },
            lengths: ArcLength::new(&CatmullRom::closed(&PATH)),
        })
    }

    pub(super) fn walls(&self) -> impl Iterator<Item = Segment> + Clone + use<> {
        let count = if self.behavior == Behavior::FollowWall { WALLS.len() } else { 1 };
        WALLS.windows(2).take(count - 1).map(|pair| Segment::new(pair[0], pair[1]))
    }

    /// The rocks that stand in this scene.
    pub(super) fn rocks(&self) -> &'static [Circle] {
        match self.behavior {
            Behavior::Avoid | Behavior::ClassicAvoid | Behavior::BentAvoid | Behavior::Hide => {
                &ROCKS
            }
            _ => &[],
        }
    }

    /// One tick: everybody looks, then everybody moves.
    pub(super) fn step(&mut self, rng: &mut Rng, dt: f32) {
        self.marks.clear();
        if self.behavior == Behavior::Crowd {
            return self.step_crowd(dt);
        }
        let all = self.agents.clone();
        let mut steering: Vec<Vec2> = (1..all.len()).map(|i| self.follower(&all, i, dt)).collect();
        steering.insert(0, self.leader(&all, rng, dt));
        for (agent, steering) in self.agents.iter_mut().zip(steering) {
            agent.step(steering, dt);
        }
    }

    /// What the marked agent wants.
    fn leader(&mut self, all: &[Agent], rng: &mut Rng, dt: f32) -> Vec2 {
        let (me, other) = (&all[0], all.get(1).copied().unwrap_or_default());
        let near: Vec<Flockmate> = all[1..].iter().map(Flockmate::from).collect();
        let near = near.iter().copied();
        let ahead = me.heading * me.max_speed - me.velocity;
        let (rocks, walls) = (self.rocks().iter().copied(), self.walls());
        let avoid = Avoid { horizon: 1.0, margin: 8.0, turn: 0.0 };
        let prediction = Prediction::default();
        // The one agent of each scene that is watched.
        let watched = self.marks.watch(me);
        match self.behavior {
            Behavior::Seek => seek(watched, GOAL),
            Behavior::Flee => flee(watched, vec2(300.0, 190.0)),
            Behavior::Arrive => arrive(watched, GOAL, dt),
            Behavior::Pursue => pursue(watched, other.position, other.velocity, prediction),
            Behavior::Evade => evade(watched, other.position, other.velocity, prediction),
            Behavior::Wander => self.wander.steer(watched, rng, dt),
            Behavior::Avoid => first_of([avoid.circles(watched, rocks), ahead]),
            Behavior::ClassicAvoid => ahead + classic::Avoid::default().force(watched, rocks) * 0.2,
            Behavior::AvoidPolygon => first_of([avoid.polygons(watched, [&self.rock]), ahead]),
            Behavior::BentAvoid => {
                let bent = Avoid { horizon: 1.5, turn: TURN, ..avoid };
                let round = me.velocity.turned(TURN * dt) - me.velocity;
                first_of([bent.circles(watched, rocks), round])
            }
            Behavior::Waypoints => self.path.steer(watched, &PATH, dt).0,
            Behavior::Curve => self.curve.steer(watched, &CatmullRom::closed(&PATH), &self.lengths),
            Behavior::Corridor => {
                let corridor = Corridor { radius: 36.0, ahead: 0.4, looped: true };
                first_of([corridor.steer(watched, &PATH), ahead])
            }
            Behavior::FlowField => self.field.steer(watched, 0.3),
            Behavior::FollowWall => follow_wall(watched, walls, 45.0).unwrap_or(ahead),
            Behavior::Contain => {
                let world = Aabb::new(vec2(50.0, 40.0), vec2(590.0, 400.0));
                first_of([contain(watched, world, 16.0, 0.5), ahead])
            }
            Behavior::Hide => hide(watched, other.position, rocks, 12.0, dt).unwrap_or_default(),
            Behavior::Interpose => {
                interpose(watched, Flockmate::from(&other), Flockmate::from(&all[2]), dt)
            }
            Behavior::OffsetPursuit => offset_pursuit(watched, &other, SLOTS[0], dt),
            Behavior::Queue => first_of([queue(watched, near, 110.0), arrive(me, DOOR, dt)]),
            Behavior::Dodge => {
                first_of([dodge(watched, near.map(|near| (near, 13.0)), 1.5), ahead])
            }
            Behavior::Separation => separation(watched, near, 110.0),
            Behavior::Alignment => alignment(watched, near),
            Behavior::Cohesion => cohesion(watched, near),
            Behavior::Flock => rules().steer(watched, near) + homing(me),
            Behavior::Crowd => Vec2::ZERO,
        }
    }

    /// What the others want.
    fn follower(&self, all: &[Agent], index: usize, dt: f32) -> Vec2 {
        let me = &all[index];
        let others = all.iter().enumerate().filter(|other| other.0 != index);
        let others = others.map(|other| Flockmate::from(other.1));
        match self.behavior {
            Behavior::Evade => seek(me, all[0].position),
            Behavior::OffsetPursuit if index > 1 => {
                offset_pursuit(me, &all[1], SLOTS[index - 1], dt)
            }
            Behavior::Queue => first_of([queue(me, others, 110.0), arrive(me, DOOR, dt)]),
            Behavior::Separation => separation(me, others, 60.0),
            Behavior::Flock => rules().steer(me, others) + homing(me),
            _ => Vec2::ZERO,
        }
    }

    fn step_crowd(&mut self, dt: f32) {
        let count = self.crowd.len() as f32;
        self.crowd.preferred.clear();
        for (i, &position) in self.crowd.positions.iter().enumerate() {
            let goal = vec2(320.0, 220.0) - Vec2::at_angle(TAU * i as f32 / count) * 170.0;
            let there = ((goal - position) * 2.0).turned(0.06);
            self.crowd.preferred.push(there.truncate(90.0));
        }
        self.crowd.step(dt);
        self.crowd.mark(0, dt, &mut self.marks);
    }
}

fn rules() -> FlockRules {
    let sight = Sight::new(130.0, 4.4).with_nearest(6);
    FlockRules { sight, too_close: 50.0, ..FlockRules::default() }
}

/// Keeps a small flock on the stage.
fn homing(agent: &Agent) -> Vec2 {
    (vec2(320.0, 220.0) - agent.position) * 1.2
}
