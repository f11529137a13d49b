//! Where everybody is at the start of a scene.

use super::scenes::Behavior;
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::steer::{Agent, Body, Crowd};

fn agent(x: f32, y: f32, vx: f32, vy: f32) -> Agent {
    let velocity = vec2(vx, vy);
    let heading = velocity.normalized();
    let limits = Agent { radius: 13.0, max_speed: 200.0, max_force: 330.0, ..Agent::new(x, y) };
    Agent { velocity, heading, ..limits }
}

/// Twelve on a ring who all want to the opposite side.
pub(super) fn crowd() -> Crowd {
    let mut crowd = Crowd::default();
    for i in 0..12 {
        let position = vec2(320.0, 220.0) + Vec2::at_angle(TAU * i as f32 / 12.0) * 170.0;
        crowd.add(Body { position, velocity: Vec2::ZERO, radius: 15.0 }, Vec2::ZERO);
    }
    (crowd.max_speed, crowd.sight.radius) = (110.0, 130.0);
    crowd
}

/// The agents of a scene; the first one is watched.
pub(super) fn agents(behavior: Behavior, rng: &mut Rng) -> Vec<Agent> {
    let around = |places: &[(f32, f32)], vx: f32, vy: f32| -> Vec<Agent> {
        places.iter().map(|&(x, y)| agent(x, y, vx, vy)).collect()
    };
    match behavior {
        Behavior::Flee => vec![agent(420.0, 210.0, -150.0, 60.0)],
        Behavior::Pursue => vec![agent(110.0, 370.0, 60.0, 0.0), agent(130.0, 90.0, 150.0, 30.0)],
        Behavior::Evade => vec![agent(330.0, 260.0, 90.0, 0.0), agent(90.0, 100.0, 120.0, 60.0)],
        Behavior::Wander => vec![agent(140.0, 260.0, 120.0, 0.0)],
        Behavior::Avoid | Behavior::ClassicAvoid => vec![agent(50.0, 255.0, 180.0, 0.0)],
        Behavior::AvoidPolygon => vec![agent(60.0, 300.0, 170.0, -60.0)],
        Behavior::Waypoints | Behavior::Curve | Behavior::Corridor => {
            vec![agent(60.0, 200.0, 60.0, -100.0)]
        }
        Behavior::BentAvoid => vec![agent(60.0, 110.0, 180.0, 0.0)],
        Behavior::FlowField => vec![agent(560.0, 220.0, 0.0, 100.0)],
        Behavior::FollowWall => vec![agent(60.0, 240.0, 150.0, 0.0)],
        Behavior::Contain => vec![agent(200.0, 150.0, 180.0, 90.0)],
        Behavior::Hide => vec![agent(120.0, 350.0, 60.0, -40.0), agent(130.0, 80.0, 25.0, 10.0)],
        Behavior::Interpose => vec![
            agent(320.0, 400.0, 0.0, -30.0),
            agent(150.0, 120.0, 40.0, 30.0),
            agent(500.0, 150.0, -20.0, 40.0),
        ],
        Behavior::OffsetPursuit => {
            let mut all =
                around(&[(90.0, 400.0), (60.0, 300.0), (60.0, 150.0), (20.0, 250.0)], 60.0, -20.0);
            all.insert(1, agent(140.0, 260.0, 110.0, -20.0));
            all.truncate(5);
            all
        }
        Behavior::Queue => {
            around(&[(120.0, 220.0), (480.0, 220.0), (390.0, 220.0), (250.0, 220.0)], 60.0, 0.0)
        }
        Behavior::Dodge => vec![
            agent(100.0, 230.0, 150.0, 0.0),
            agent(330.0, 60.0, 0.0, 110.0),
            agent(480.0, 380.0, -100.0, -20.0),
        ],
        Behavior::Separation => around(
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
        Behavior::Alignment => {
            let mut all = around(
                &[(240.0, 240.0), (330.0, 130.0), (400.0, 260.0), (300.0, 340.0)],
                110.0,
                -70.0,
            );
            (all[0].velocity, all[0].heading) = (vec2(90.0, 110.0), vec2(90.0, 110.0).normalized());
            all
        }
        Behavior::Cohesion => {
            let mut all = around(
                &[(150.0, 330.0), (380.0, 110.0), (500.0, 170.0), (420.0, 260.0)],
                20.0,
                -20.0,
            );
            all[0].velocity = vec2(120.0, 20.0);
            all
        }
        Behavior::Flock => (0..14)
            .map(|_| {
                let (at, to) = (rng.in_unit_disc() * 150.0, rng.unit_vec2() * 80.0);
                agent(320.0 + at.x * 1.4, 220.0 + at.y, to.x, to.y)
            })
            .collect(),
        Behavior::Crowd => Vec::new(),
        Behavior::Seek | Behavior::Arrive => vec![agent(90.0, 370.0, 190.0, 10.0)],
    }
}
