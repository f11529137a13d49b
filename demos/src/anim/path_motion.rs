//! Motion along a curve at even speed, looking where it goes.

use super::figures;
use crate::Demo;
use motile::anim::{AnimPlayer, Ease, Goal, MotionPath, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/path-motion",
    title: "Motion along a path",
    sees: "Cars follow a winding road at even speed and turn with it.",
    tries: "Drag the points of the road while they drive. Switch orientation off, or let them go straight from point to point.",
    controls: "Drag the points.",
    takes_drags: true,
    spec: &["TWEEN-27"],
    size: (900, 500),
    ticks: 130,
    ..Demo::of::<PathMotion>()
};

const POINTS: [Vec2; 9] = [
    vec2(140.0, 330.0),
    vec2(110.0, 160.0),
    vec2(270.0, 90.0),
    vec2(400.0, 210.0),
    vec2(560.0, 330.0),
    vec2(620.0, 130.0),
    vec2(790.0, 110.0),
    vec2(790.0, 360.0),
    vec2(440.0, 420.0),
];
/// Seconds for one lap.
const LAP: f64 = 9.0;
const MOST: usize = 12;
/// The first choice of `path`.
const SMOOTH: u32 = 0;
/// The choices of `ease`.
const EASES: [Ease; 3] = [Ease::LINEAR, Ease::QUAD_IN_OUT, Ease::steps(24)];

#[derive(StateHash)]
#[state(hash_only)]
struct PathMotion {
    points: [Vec2; 9],
    grabbed: Option<usize>,
    /// Made of the points.
    #[state(skip)]
    path: MotionPath,
    cars: Vec<NodeId>,
    players: Vec<AnimPlayer<Node, NodeId>>,
}

impl Sketch for PathMotion {
    const PARAMS: &'static [Param] = &[
        Param::choice("path", &["smooth", "straight"], SMOOTH),
        Param::choice("ease", &["linear", "quad-in-out", "steps"], 0),
        Param::toggle("orientation", true),
        Param::whole("cars", 1, MOST as i32, 7),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xE9_F1_E4);
        let cars = (0..MOST).map(|index| car(stage, index)).collect::<motile::Result<_>>()?;
        let path = MotionPath::polyline(&[]);
        let mut demo = Self { points: POINTS, grabbed: None, path, cars, players: Vec::new() };
        demo.rebuild(stage);
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = self.points.iter().position(|point| point.distance(place) < 22.0);
        }
        match (self.grabbed, pointer.held_at()) {
            (Some(index), Some(place)) => {
                self.points[index] = place.clamp(vec2(30.0, 60.0), vec2(870.0, 470.0));
            }
            _ => self.grabbed = None,
        }
        let turned = Self::PARAMS.iter().any(|param| stage.params().changed(param.name));
        if self.grabbed.is_some() || turned {
            self.rebuild(stage);
        }
        for (index, player) in self.players.iter_mut().enumerate() {
            let ahead = LAP * index as f64 / self.cars.len() as f64;
            player.seek_silently(tick.time + ahead, stage);
        }
    }

    fn draw_under(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let steps: Vec<Vec2> = (0..=300).map(|i| self.path.at(i as f32 / 300.0)).collect();
        let road = Path::polygon(&steps);
        canvas.stroke(&road, &Stroke::new(46.0), Color::hex(0x5B_63_70));
        canvas.stroke(&road, &Stroke::new(40.0), Color::hex(0x76_7F_8D));
        let dashes = Stroke::new(2.5).with_dash(&[14.0, 14.0], 0.0);
        canvas.stroke(&road, &dashes, Color::hex(0xF4_F1_E2));
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let words = format!("{:.0} pixels in {LAP} s", self.path.length());
        figures::heading(canvas, "Goal::along and Goal::heading", &words);
        for (index, &point) in self.points.iter().enumerate() {
            let held = self.grabbed == Some(index);
            let color = if held { figures::RED } else { figures::PAGE };
            figures::disc(canvas, point, 9.0, figures::INK);
            figures::disc(canvas, point, 6.5, color);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        self.path.mark(marks);
        for &car in &self.cars {
            let node = &stage[car];
            if node.visible {
                marks.arrow(
                    MarkRole::Velocity,
                    node.position,
                    Vec2::at_angle(node.rotation) * 40.0,
                );
            }
        }
    }
}

impl PathMotion {
    /// New tweens on the road as it is now.
    fn rebuild(&mut self, stage: &mut Stage) {
        let params = stage.params();
        let (count, orient) = (params.whole("cars") as usize, params.is_on("orientation"));
        let ease = EASES[params.choice("ease") as usize];
        self.path = if params.choice("path") == SMOOTH {
            MotionPath::smooth(&self.points, true)
        } else {
            let mut round = self.points.to_vec();
            round.push(self.points[0]);
            MotionPath::polyline(&round)
        };
        self.players.clear();
        for (index, &car) in self.cars.iter().enumerate() {
            let mut drive = Tween::new(LAP)
                .to(|node: &mut Node| &mut node.position, Goal::along(&self.path))
                .ease(ease)
                .forever();
            if orient {
                drive = drive.to(|node| &mut node.rotation, Goal::heading(&self.path, 0.0));
            }
            stage[car].rotation = 0.0;
            stage[car].visible = index < count;
            self.players.push(AnimPlayer::new(drive.on(car)));
        }
    }
}

/// A car that looks to the right.
fn car(stage: &mut Stage, index: usize) -> motile::Result<NodeId> {
    let color = Color::oklch(0.68, 0.17, 0.45 + index as f32 * 2.4);
    let parts = [
        Shape::round_rect(44.0, 22.0, 8.0)
            .fill(color)
            .stroke(Stroke::new(1.5), figures::INK)
            .node(),
        Shape::round_rect(8.0, 17.0, 3.0).fill(Color::hex(0x2E_3A_4D)).at(7.0, 0.0),
        Shape::round_rect(6.0, 15.0, 3.0).fill(Color::hex(0x2E_3A_4D)).at(-13.0, 0.0),
        Shape::circle(2.5).fill(Color::hex(0xFF_F4_B8)).at(20.0, -6.5),
        Shape::circle(2.5).fill(Color::hex(0xFF_F4_B8)).at(20.0, 6.5),
    ];
    let car = stage.add(Node::group());
    for part in parts {
        stage.add_to(car, part)?;
    }
    Ok(car)
}
