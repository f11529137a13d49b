//! Hiding: behind every tree is a spot that the hunter cannot see; the nearest one is good.

use super::figures;
use crate::Demo;
use motile::geom::Segment;
use motile::prelude::*;
use motile::steer::{Agent, Avoid, Boundary, Flockmate, arrive, first_of, hide, separation};

pub(super) const DEMO: Demo = Demo {
    id: "steer/hide-and-seek",
    title: "Hide and seek",
    sees: "A red hunter roams between trees; those it sees are yellow and run for the shadow of a tree.",
    tries: "Hunt them with the pointer: they keep the tree between you and them.",
    controls: "The hunter follows the pointer.",
    takes_drags: true,
    spec: &[],
    ticks: 25,
    ..Demo::of::<HideAndSeek>()
};

const TREES: [(Vec2, f32); 7] = [
    (vec2(120.0, 110.0), 34.0),
    (vec2(330.0, 90.0), 26.0),
    (vec2(530.0, 130.0), 38.0),
    (vec2(230.0, 245.0), 30.0),
    (vec2(430.0, 270.0), 34.0),
    (vec2(110.0, 370.0), 32.0),
    (vec2(330.0, 385.0), 28.0),
];
const HIDERS: usize = 12;
const LEAVES: Color = Color::hex(0x2F_7A_55);

#[derive(StateHash)]
#[state(hash_only)]
struct HideAndSeek {
    hunter: Agent,
    hiders: Vec<Agent>,
    /// What they look at.
    #[state(skip)]
    marks: Marks,
}

fn trees() -> impl Iterator<Item = Circle> + Clone {
    TREES.iter().map(|&(center, radius)| Circle::new(center, radius))
}

fn is_seen(hunter: &Agent, hider: &Agent) -> bool {
    let view = Segment::new(hunter.position, hider.position);
    trees().all(|tree| view.distance(tree.center) > tree.radius)
}

impl Sketch for HideAndSeek {
    const PARAMS: &'static [Param] = &[
        Param::number("hunter-speed", 0.0, 250.0, 110.0),
        Param::number("hider-speed", 50.0, 300.0, 190.0),
        Param::number("behind", 2.0, 40.0, 14.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x16_24_22);
        let size = stage.size();
        let hiders = (0..HIDERS).map(|_| {
            let start = stage.rng.in_rect(Vec2::splat(20.0), size - 20.0);
            Agent { radius: 6.0, ..Agent::new(start.x, start.y) }
        });
        Ok(Self {
            hiders: hiders.collect(),
            hunter: Agent { radius: 11.0, ..Agent::new(590.0, 430.0) },
            marks: Marks::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (params, dt, avoid) =
            (stage.params(), tick.dt, Avoid { horizon: 0.6, margin: 3.0, turn: 0.0 });
        let behind = params.number("behind");
        self.hunter.max_speed = params.number("hunter-speed");
        for hider in &mut self.hiders {
            hider.max_speed = params.number("hider-speed");
        }
        let hunter = self.hunter.position;
        self.marks.clear();
        let steering: Vec<Vec2> = (0..HIDERS)
            .map(|index| {
                let me = &self.hiders[index];
                let others = self.hiders.iter().enumerate().filter(|other| other.0 != index);
                let apart = separation(me, others.map(|other| Flockmate::from(other.1)), 20.0);
                let run =
                    hide(self.marks.watch(me), hunter, trees(), behind, dt).unwrap_or_default();
                first_of([avoid.circles(me, trees()), run + apart])
            })
            .collect();
        let world = figures::world(stage);
        for (hider, steering) in self.hiders.iter_mut().zip(steering) {
            hider.step(steering, dt);
            Boundary::Stop.apply(hider, world);
        }
        let around = avoid.circles(self.marks.watch(&self.hunter), trees());
        let hunt = arrive(&self.hunter, figures::target(stage, tick), dt);
        self.hunter.step(first_of([around, hunt]), dt);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let mut seen = 0;
        let yellow = Color::hex(0xFF_D9_5A);
        for hider in self.hiders.iter().filter(|hider| is_seen(&self.hunter, hider)) {
            let view = figures::RED.with_alpha(110);
            canvas.line(self.hunter.position, hider.position, &Stroke::new(1.5), view);
            seen += 1;
        }
        for tree in trees() {
            let away = (tree.center - self.hunter.position).normalized();
            let side = away.perp() * tree.radius;
            let far = tree.center + away * 90.0;
            let shadow = [tree.center - side, tree.center + side, far + side, far - side];
            let dark = [Color::BLACK.with_alpha(120), Color::BLACK.with_alpha(0)];
            canvas.fill(&Path::polygon(&shadow), Gradient::linear(tree.center, far, &dark));
        }
        for tree in trees() {
            figures::disc(canvas, tree.center, tree.radius, LEAVES);
            let light = LEAVES.lerp(Color::WHITE, 0.15);
            figures::disc(canvas, tree.center - tree.radius * 0.2, tree.radius * 0.55, light);
        }
        for hider in &self.hiders {
            let color = if is_seen(&self.hunter, hider) { yellow } else { figures::GREEN };
            figures::vehicle(canvas, hider, color);
        }
        figures::vehicle(canvas, &self.hunter, figures::RED);
        figures::caption(canvas, format!("the hunter sees {seen} of {HIDERS}"));
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        figures::copy_marks(&self.marks, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
