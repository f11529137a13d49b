//! A race on a smooth road: each car heads for a point of the curve a little ahead of it.

use super::figures;
use crate::Demo;
use crate::look::{TITLE, WORDS};
use motile::geom::{ArcLength, CatmullRom};
use motile::prelude::*;
use motile::stage::handle_at;
use motile::steer::{Agent, CurveFollower};

pub(super) const DEMO: Demo = Demo {
    id: "steer/spline-race",
    title: "Spline race",
    sees: "Five cars race round a winding road; who looks further ahead drives a smoother line.",
    tries: "Look far ahead and they cut the corners; look too near and they wobble. Bend the road.",
    controls: "Drag the white points of the road.",
    takes_drags: true,
    spec: &[],
    ticks: 480,
    ..Demo::of::<SplineRace>()
};

const ROAD: [Vec2; 9] = [
    vec2(90.0, 120.0),
    vec2(220.0, 60.0),
    vec2(330.0, 150.0),
    vec2(450.0, 70.0),
    vec2(570.0, 150.0),
    vec2(510.0, 270.0),
    vec2(560.0, 380.0),
    vec2(320.0, 330.0),
    vec2(100.0, 390.0),
];
const CARS: usize = 5;

#[derive(StateHash)]
#[state(hash_only)]
struct SplineRace {
    points: Vec<Vec2>,
    /// Made of the points.
    #[state(skip)]
    lengths: ArcLength,
    grabbed: Option<u32>,
    cars: Vec<Agent>,
    followers: Vec<CurveFollower>,
    /// What they look at.
    #[state(skip)]
    marks: Marks,
}

impl Sketch for SplineRace {
    const PARAMS: &'static [Param] = &[
        Param::number("speed", 50.0, 500.0, 230.0),
        Param::number("grip", 200.0, 3000.0, 1100.0),
        Param::number("lookahead", 0.02, 1.0, 0.2),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x1D_2E_28);
        let road = CatmullRom::closed(&ROAD);
        let lengths = ArcLength::new(&road);
        let cars = (0..CARS).map(|index| {
            let start = lengths.point_at(&road, 60.0 * index as f32);
            Agent { radius: 9.0, ..Agent::new(start.x, start.y) }
        });
        let cars = cars.collect();
        let follower = |index: usize| {
            let distance = 60.0 * index as f32;
            CurveFollower { distance, looped: true, ..CurveFollower::default() }
        };
        let followers = (0..CARS).map(follower).collect();
        Ok(Self {
            points: ROAD.to_vec(),
            lengths,
            grabbed: None,
            cars,
            followers,
            marks: Marks::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = handle_at(&self.points, place, 16.0);
        }
        match (self.grabbed, pointer.held_at()) {
            (Some(point), Some(place)) => {
                self.points[point as usize] = place;
                self.lengths = ArcLength::new(&CatmullRom::closed(&self.points));
            }
            _ => self.grabbed = None,
        }
        let params = stage.params();
        let (speed, grip) = (params.number("speed"), params.number("grip"));
        let lookahead = params.number("lookahead");
        let road = CatmullRom::closed(&self.points);
        self.marks.clear();
        for (index, car) in self.cars.iter_mut().enumerate() {
            // The later ones start in front but are slower, so that there is something to overtake.
            car.max_speed = speed * (1.0 - 0.1 * index as f32);
            car.max_force = grip;
            let follower = &mut self.followers[index];
            follower.lookahead = lookahead * (0.6 + 0.3 * index as f32);
            let steering = follower.steer(self.marks.watch(&*car), &road, &self.lengths);
            car.step(steering, tick.dt);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let road = CatmullRom::closed(&self.points);
        let step = self.lengths.total() / 240.0;
        let line: Vec<Vec2> =
            (0..240).map(|i| self.lengths.point_at(&road, i as f32 * step)).collect();
        let line = Path::polygon(&line);
        let stroke = |width| Stroke::new(width).with_join(Join::Round);
        canvas.stroke(&line, &stroke(54.0), Color::hex(0xD8_DD_E6));
        canvas.stroke(&line, &stroke(48.0), Color::hex(0x39_40_4F));
        let middle = Stroke::new(2.0).with_dash(&[12.0, 12.0], 0.0);
        canvas.stroke(&line, &middle, Color::hex(0x8C_94_A6));
        for &point in &self.points {
            figures::disc(canvas, point, 4.0, Color::WHITE);
        }
        for (index, car) in self.cars.iter().enumerate() {
            let follower = &self.followers[index];
            let color = figures::hue(index, CARS);
            let place = self.lengths.point_at(&road, follower.distance);
            canvas.line(car.position, place, &Stroke::new(1.0), color);
            figures::vehicle(canvas, car, color);
            let at = vec2(250.0 + 40.0 * index as f32, 235.0);
            canvas.write(follower.laps.to_string(), TITLE, at, vec2(0.5, 0.5), color);
        }
        canvas.write("laps", WORDS, vec2(215.0, 235.0), vec2(1.0, 0.5), figures::TEXT);
        figures::caption(canvas, "a thin line shows how far beside the middle a car is");
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        figures::copy_marks(&self.marks, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
