//! One small scene for every behavior, run through `DebugMarks`: the diagrams and the pictures of the guide.

use core::f32::consts::TAU;
use motile::geom::{ArcLength, CatmullRom, Grid2, Polygon, Segment};
use motile::prelude::*;
use motile::steer::{
    Agent, Avoid, Body, ClassicAvoid, Corridor, Crowd, CurveFollower, DebugMarks, FlockRules,
    Flockmate, Lookahead, PathFollower, Sight, VectorField, Wander, arrive, first_of,
    offset_pursuit, queue, seek, separation,
};

/// Name of each scene, what to look at, and the tick that shows it best.
pub(super) const SCENES: [(&str, &str, u64); 26] = [
    ("seek", "seek: straight for the target, at full speed", 9),
    ("flee", "flee: straight away from the threat", 18),
    ("arrive", "arrive: brakes inside the circle, stops on the target", 108),
    ("pursue", "pursue: to where the target will be", 9),
    ("evade", "evade: away from where the hunter will be", 9),
    ("wander", "wander: after a point that drifts along the rim", 75),
    ("avoid", "avoid: the rock met first, along its side", 14),
    ("avoid-classic", "classic avoid: projection of the center, push to the side", 9),
    ("avoid-polygon", "avoid: polygons and walls by their edges", 36),
    ("path", "waypoints: each until its ring is reached", 150),
    ("curve", "curve: to a point ahead of the nearest place", 150),
    ("flow-field", "flow field: the flow a little ahead", 170),
    ("follow-wall", "follow wall: along it, at a distance", 120),
    ("contain", "contain: turns back before the border", 112),
    ("hide", "hide: behind the nearest tree", 30),
    ("interpose", "interpose: between two others", 50),
    ("offset-pursuit", "offset pursuit: a place beside the leader", 46),
    ("queue", "queue: brakes for who is ahead in the lane", 66),
    ("dodge", "dodge: out of the way of who is met first", 2),
    ("separation", "separation: away from all that are too close", 2),
    ("alignment", "alignment: the way the neighbors fly", 2),
    ("cohesion", "cohesion: to the middle of the neighbors", 2),
    ("flock", "flock: all three over everybody in sight", 30),
    ("crowd", "crowd: a velocity that is safe with every neighbor", 66),
    ("corridor", "corridor: no wish as long as it stays inside", 152),
    ("avoid-bent", "avoid: a bent feeler, for a vehicle that turns", 12),
];

const GOAL: Vec2 = vec2(470.0, 130.0);
pub(super) const ROCKS: [Circle; 3] = [
    Circle::new(vec2(330.0, 240.0), 58.0),
    Circle::new(vec2(500.0, 110.0), 44.0),
    Circle::new(vec2(520.0, 340.0), 40.0),
];
const WAY: [Vec2; 5] = [
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
pub(super) struct Scene {
    kind: usize,
    pub(super) agents: Vec<Agent>,
    pub(super) crowd: Crowd,
    pub(super) debug: DebugMarks,
    pub(super) field: VectorField,
    pub(super) rock: Polygon,
    wander: Wander,
    path: PathFollower,
    curve: CurveFollower,
    lengths: ArcLength,
}

fn agent(x: f32, y: f32, vx: f32, vy: f32) -> Agent {
    let velocity = vec2(vx, vy);
    let heading = velocity.normalized();
    let limits = Agent { radius: 13.0, max_speed: 200.0, max_force: 330.0, ..Agent::at(x, y) };
    Agent { velocity, heading, ..limits }
}

impl Scene {
    pub(super) fn new(kind: usize, rng: &mut Rng) -> Self {
        let cells = Grid2::from_fn(32, 24, |x, y| {
            let offset = vec2(x as f32 - 15.5, (y as f32 - 10.5) * 1.3);
            (offset.perp() - offset * 0.12).truncate(1.0)
        });
        let corners =
            vec![vec2(270.0, 130.0), vec2(400.0, 190.0), vec2(350.0, 320.0), vec2(250.0, 280.0)];
        let mut crowd = Crowd::default();
        if kind == 23 {
            for i in 0..12 {
                let position = vec2(320.0, 220.0) + Vec2::at_angle(TAU * i as f32 / 12.0) * 170.0;
                crowd.add(Body { position, velocity: Vec2::ZERO, radius: 15.0 }, Vec2::ZERO);
            }
            (crowd.max_speed, crowd.sight.radius) = (110.0, 130.0);
        }
        Self {
            kind,
            agents: if kind == 23 { Vec::new() } else { start(kind, rng) },
            crowd,
            debug: DebugMarks { seconds: 0.5, ..DebugMarks::default() },
            field: VectorField::new(cells.expect("32 × 24 cells are not too many"), 20.0),
            rock: Polygon::new(corners).expect("four corners in order"),
            wander: Wander { angle: 0.9, ..Wander::default() },
            path: PathFollower { threshold: 28.0, ..PathFollower::default() },
            curve: CurveFollower { looped: true, lookahead: 0.4, ..CurveFollower::default() },
            lengths: ArcLength::new(&CatmullRom::closed(&WAY)),
        }
    }

    pub(super) fn walls(&self) -> impl Iterator<Item = Segment> + Clone + use<> {
        let count = if self.kind == 12 { WALLS.len() } else { 1 };
        WALLS.windows(2).take(count - 1).map(|pair| Segment::new(pair[0], pair[1]))
    }

    /// The rocks that stand in this scene.
    pub(super) fn rocks(&self) -> &'static [Circle] {
        if matches!(self.kind, 6 | 7 | 14 | 25) { &ROCKS } else { &[] }
    }

    /// One tick: everybody looks, then everybody moves.
    pub(super) fn step(&mut self, rng: &mut Rng, dt: f32) {
        self.debug.clear();
        if self.kind == 23 {
            return self.step_crowd(dt);
        }
        let all = self.agents.clone();
        let mut wishes: Vec<Vec2> = (1..all.len()).map(|i| self.follower(&all, i, dt)).collect();
        wishes.insert(0, self.leader(&all, rng, dt));
        for (agent, wish) in self.agents.iter_mut().zip(wishes) {
            agent.step(wish, dt);
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
        let look = Lookahead::default();
        let debug = &mut self.debug;
        match self.kind {
            0 => debug.seek(me, GOAL),
            1 => debug.flee(me, vec2(300.0, 190.0)),
            2 => debug.arrive(me, GOAL, dt),
            3 => debug.pursue(me, other.position, other.velocity, look),
            4 => debug.evade(me, other.position, other.velocity, look),
            5 => debug.wander(&mut self.wander, me, rng, dt),
            6 => first_of([debug.avoid_circles(&avoid, me, rocks), ahead]),
            7 => ahead + debug.avoid_classic(&ClassicAvoid::default(), me, rocks) * 0.2,
            8 => first_of([debug.avoid_polygons(&avoid, me, [&self.rock]), ahead]),
            9 => debug.follow_path(&mut self.path, me, &WAY, dt).0,
            10 => debug.follow_curve(&mut self.curve, me, &CatmullRom::closed(&WAY), &self.lengths),
            11 => debug.follow_field(&self.field, me, 0.3),
            12 => debug.follow_wall(me, walls, 45.0).unwrap_or(ahead),
            13 => {
                let world = Aabb::new(vec2(50.0, 40.0), vec2(590.0, 400.0));
                first_of([debug.contain(me, world, 16.0, 0.5), ahead])
            }
            14 => debug.hide(me, other.position, rocks, 12.0, dt).unwrap_or_default(),
            15 => debug.interpose(me, Flockmate::from(&other), Flockmate::from(&all[2]), dt),
            16 => debug.offset_pursuit(me, &other, SLOTS[0], dt),
            17 => first_of([debug.queue(me, near, 110.0), arrive(me, DOOR, dt)]),
            18 => first_of([debug.dodge(me, near.map(|near| (near, 13.0)), 1.5), ahead]),
            19 => debug.separation(me, near, 110.0),
            20 => debug.alignment(me, near),
            21 => debug.cohesion(me, near),
            24 => {
                let corridor = Corridor { radius: 36.0, ahead: 0.4, looped: true };
                first_of([debug.follow_corridor(&corridor, me, &WAY), ahead])
            }
            25 => {
                let bent = Avoid { horizon: 1.5, turn: TURN, ..avoid };
                let round = me.velocity.turned(TURN * dt) - me.velocity;
                first_of([debug.avoid_circles(&bent, me, rocks), round])
            }
            _ => debug.flock_rules(&rules(), me, near) + homing(me),
        }
    }

    /// What the others want.
    fn follower(&self, all: &[Agent], index: usize, dt: f32) -> Vec2 {
        let me = &all[index];
        let others = all.iter().enumerate().filter(|other| other.0 != index);
        let others = others.map(|other| Flockmate::from(other.1));
        match self.kind {
            4 => seek(me, all[0].position),
            16 if index > 1 => offset_pursuit(me, &all[1], SLOTS[index - 1], dt),
            17 => first_of([queue(me, others, 110.0), arrive(me, DOOR, dt)]),
            19 => separation(me, others, 60.0),
            22 => rules().steer(me, others) + homing(me),
            _ => Vec2::ZERO,
        }
    }

    fn step_crowd(&mut self, dt: f32) {
        let count = self.crowd.len() as f32;
        self.crowd.preferred.clear();
        for (i, &position) in self.crowd.positions.iter().enumerate() {
            let goal = vec2(320.0, 220.0) - Vec2::at_angle(TAU * i as f32 / count) * 170.0;
            let way = ((goal - position) * 2.0).turned(0.06);
            self.crowd.preferred.push(way.truncate(90.0));
        }
        self.crowd.step(dt);
        self.debug.crowd(&self.crowd, 0, dt);
    }

    pub(super) fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.agents);
        hash.write(&self.crowd);
        hash.write(&self.wander);
        hash.write(&self.path);
        hash.write(&self.curve);
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

/// Where everybody is in the beginning.
fn start(kind: usize, rng: &mut Rng) -> Vec<Agent> {
    let around = |places: &[(f32, f32)], vx: f32, vy: f32| -> Vec<Agent> {
        places.iter().map(|&(x, y)| agent(x, y, vx, vy)).collect()
    };
    match kind {
        1 => vec![agent(420.0, 210.0, -150.0, 60.0)],
        3 => vec![agent(110.0, 370.0, 60.0, 0.0), agent(130.0, 90.0, 150.0, 30.0)],
        4 => vec![agent(330.0, 260.0, 90.0, 0.0), agent(90.0, 100.0, 120.0, 60.0)],
        5 => vec![agent(140.0, 260.0, 120.0, 0.0)],
        6 | 7 => vec![agent(50.0, 255.0, 180.0, 0.0)],
        8 => vec![agent(60.0, 300.0, 170.0, -60.0)],
        9 | 10 | 24 => vec![agent(60.0, 200.0, 60.0, -100.0)],
        25 => vec![agent(60.0, 110.0, 180.0, 0.0)],
        11 => vec![agent(560.0, 220.0, 0.0, 100.0)],
        12 => vec![agent(60.0, 240.0, 150.0, 0.0)],
        13 => vec![agent(200.0, 150.0, 180.0, 90.0)],
        14 => vec![agent(120.0, 350.0, 60.0, -40.0), agent(130.0, 80.0, 25.0, 10.0)],
        15 => vec![
            agent(320.0, 400.0, 0.0, -30.0),
            agent(150.0, 120.0, 40.0, 30.0),
            agent(500.0, 150.0, -20.0, 40.0),
        ],
        16 => {
            let mut all =
                around(&[(90.0, 400.0), (60.0, 300.0), (60.0, 150.0), (20.0, 250.0)], 60.0, -20.0);
            all.insert(1, agent(140.0, 260.0, 110.0, -20.0));
            all.truncate(5);
            all
        }
        17 => around(&[(120.0, 220.0), (480.0, 220.0), (390.0, 220.0), (250.0, 220.0)], 60.0, 0.0),
        18 => vec![
            agent(100.0, 230.0, 150.0, 0.0),
            agent(330.0, 60.0, 0.0, 110.0),
            agent(480.0, 380.0, -100.0, -20.0),
        ],
        19 => around(
            &[
                (320.0, 220.0),
                (370.0, 180.0),
                (270.0, 160.0),
                (280.0, 290.0),
                (450.0, 300.0),
                (150.0, 120.0),
            ],
            40.0,
            0.0,
        ),
        20 => {
            let mut all = around(
                &[(240.0, 240.0), (330.0, 130.0), (400.0, 260.0), (300.0, 340.0)],
                110.0,
                -70.0,
            );
            (all[0].velocity, all[0].heading) = (vec2(90.0, 110.0), vec2(90.0, 110.0).normalized());
            all
        }
        21 => {
            let mut all = around(
                &[(150.0, 330.0), (380.0, 110.0), (500.0, 170.0), (420.0, 260.0)],
                20.0,
                -20.0,
            );
            all[0].velocity = vec2(120.0, 20.0);
            all
        }
        22 => (0..14)
            .map(|_| {
                let (at, to) = (rng.in_unit_disc() * 150.0, rng.unit_vec2() * 80.0);
                agent(320.0 + at.x * 1.4, 220.0 + at.y, to.x, to.y)
            })
            .collect(),
        _ => vec![agent(90.0, 370.0, 190.0, 10.0)],
    }
}
