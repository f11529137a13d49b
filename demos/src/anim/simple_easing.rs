//! Going a part of the way each frame is the oldest ease there is, and it depends on the frame rate unless time is counted.

use super::figures;
use crate::Demo;
use crate::look::TITLE;
use motile::anim::approach;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/simple-easing",
    title: "Simple easing",
    sees: "Rectangles glide to the click at 60, 30 and 10 frames a second: on the left each frame covers the same part of the way, on the right the same part in the same time.",
    tries: "Lower k and click: on the left the slow machine falls far behind, on the right all three arrive together.",
    controls: "Click in either half.",
    spec: &["D10-1", "TWEEN-1"],
    size: (900, 500),
    ticks: 97,
    script: "90 move 300 330\n90 down\n92 up",
    ..Demo::of::<SimpleEasing>()
};

/// Ticks from one frame to the next, with their color.
const MACHINES: [(u64, Color); 3] = [(1, figures::BLUE), (2, figures::TEAL), (6, figures::RED)];
const HALF: Vec2 = vec2(450.0, 500.0);
/// Where the rectangles go until somebody clicks.
const TOUR: [Vec2; 4] =
    [vec2(120.0, 190.0), vec2(330.0, 330.0), vec2(330.0, 190.0), vec2(120.0, 330.0)];
/// Ticks at each of these places.
const STAY: u64 = 90;

#[derive(StateHash)]
struct Runner {
    place: Vec2,
    /// Where it was at each frame since the last click.
    #[state(skip)]
    trail: Vec<Vec2>,
}

#[derive(StateHash)]
struct SimpleEasing {
    /// Left half, then right half, for each machine.
    runners: [[Runner; 2]; 3],
    target: Vec2,
    clicked: bool,
}

impl Sketch for SimpleEasing {
    const PARAMS: &'static [Param] = &[Param::number("k", 0.05, 0.9, 0.5)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let runner = || Runner { place: TOUR[0], trail: vec![TOUR[0]] };
        let runners = core::array::from_fn(|_| [runner(), runner()]);
        Ok(Self { runners, target: TOUR[0], clicked: false })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let k = stage.params().number("k");
        if let Some(place) = stage.input().pointer.pressed_at() {
            self.clicked = true;
            self.aim(place % HALF);
        } else if !self.clicked && tick.index.is_multiple_of(STAY) {
            self.aim(TOUR[(tick.index / STAY) as usize % TOUR.len()]);
        }
        for ([classic, exact], (every, _)) in self.runners.iter_mut().zip(MACHINES) {
            if !tick.index.is_multiple_of(every) {
                continue;
            }
            classic.place += (self.target - classic.place) * k;

            let dt = every as f32 * tick.dt;
            exact.place.x = approach(exact.place.x, self.target.x, k, dt);
            exact.place.y = approach(exact.place.y, self.target.y, k, dt);
            for runner in [classic, exact] {
                runner.trail.push(runner.place);
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let halves = ["x += (target − x) · k, each frame", "x = approach(x, target, k, dt)"];
        for (half, words) in halves.into_iter().enumerate() {
            let corner = vec2(HALF.x * half as f32, 0.0);
            let area = Aabb::new(corner + vec2(14.0, 56.0), corner + vec2(436.0, 452.0));
            figures::panel(canvas, area, figures::PANEL);
            canvas.write(words, TITLE, corner + vec2(225.0, 30.0), vec2(0.5, 0.5), figures::INK);
            for (row, (pair, (_, color))) in self.runners.iter().zip(MACHINES).enumerate() {
                let lane = corner + vec2(0.0, 62.0 * (row as f32 - 1.0));
                canvas.clip_rect(area, |canvas| {
                    pair[half].draw(canvas, lane, self.target, color);
                });
            }
        }
        for (row, (every, color)) in MACHINES.into_iter().enumerate() {
            let at = vec2(170.0 + 220.0 * row as f32, 476.0);
            figures::disc(canvas, at, 8.0, color);
            let words = format!("{} frames a second", 60 / every);
            figures::label_right_of(canvas, words, at + vec2(16.0, 0.0), figures::INK);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl SimpleEasing {
    fn aim(&mut self, target: Vec2) {
        self.target = target;
        for runner in self.runners.iter_mut().flatten() {
            runner.trail.clear();
            runner.trail.push(runner.place);
        }
    }
}

impl Runner {
    fn draw(&self, canvas: &mut Canvas<'_>, lane: Vec2, target: Vec2, color: Color) {
        for &place in &self.trail {
            let ghost = Path::round_rect(
                Aabb::from_size(lane + place - vec2(50.0, 25.0), vec2(100.0, 50.0)),
                4.0,
            );
            canvas.stroke(&ghost, &Stroke::new(1.0), color.with_alpha(110));
        }
        figures::cross(canvas, lane + target, figures::MUTED);
        let body = Path::round_rect(
            Aabb::from_size(lane + self.place - vec2(50.0, 25.0), vec2(100.0, 50.0)),
            4.0,
        );
        canvas.fill(&body, color.with_alpha(215));
    }
}
