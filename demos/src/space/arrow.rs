//! Aiming: the nose of a thing goes to a target in space while its face keeps to the viewer.

use crate::look::{FAINT, INK, ORANGE, PAPER, RED, SMALL};
use crate::{Demo, kit};
use motile::geom::{Vec3, vec3};
use motile::prelude::*;
use motile::space::{Aim, PanelId, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/arrow",
    title: "Arrows that aim",
    sees: "Nine arrows roam through space; all point at the target, wherever they are.",
    tries: "Choose the classic aim: an arrow at the depth of its target is seen from its edge and vanishes.",
    controls: "Move to move the target.",
    takes_drags: true,
    spec: &["G7-10", "D3-39", "W10", "W11", "T7-38", "T7-39"],
    ticks: 60,
    script: "1 move 330 215\n",
    ..Demo::of::<Arrows>()
};

const ARROWS: usize = 9;
const FACING: &str = "facing";
const AIMS: &[&str] = &[FACING, "classic"];
/// Radians a second about x, y and z: the classic steps at 24 frames.
const RATES: [f32; 3] = [2.64, 1.68, 2.16];

#[derive(StateHash)]
struct Arrows {
    node: NodeId,
    flock: Vec<PanelId>,
    time: f32,
    target: Vec2,
}

impl Sketch for Arrows {
    const PARAMS: &'static [Param] = &[
        Param::choice("aim", AIMS, 0),
        Param::number("depth", -300.0, 300.0, 0.0),
        Param::number("pace", 0.0, 2.0, 0.4),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut space = Space3d::new(stage.size());
        let rim = Stroke::new(2.0);
        let flock = (0..ARROWS)
            .map(|index| {
                let fill = if index == 0 { RED } else { ORANGE };
                space.add(arrow().fill(fill).stroke(rim.clone(), INK))
            })
            .collect();
        let target = stage.center();
        Ok(Self { node: stage.add(space.node()), flock, time: 0.0, target })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.time += tick.dt * tick.params.number("pace");
        self.target = tick.input.pointer.position.unwrap_or(self.target);
        let facing = AIMS[tick.params.choice("aim") as usize] == FACING;
        let aim = if facing { Aim::facing(Vec3::Y, -Vec3::Z) } else { Aim::default() };
        let middle = stage.center();
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        // The pointer at any depth, not only at that of the picture.
        let depth = tick.params.number("depth");
        let Some(target) = space.eye().point_on_plane(self.target, depth) else { return };
        for (index, &arrow) in self.flock.iter().enumerate() {
            let [x, y, z] =
                RATES.map(|rate| ops::sin(rate * self.time + index as f32 * (1.0 + rate)));
            let place = vec3(middle.x + x * 260.0, middle.y + y * 180.0, z * 200.0);
            space[arrow].pose.position = place;
            space[arrow].pose.look_at(target, &aim);
        }
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Some(space) = stage[self.node].custom::<Space3d>() else { return };
        for &arrow in &self.flock {
            if let Some(place) = space.to_picture(arrow, Vec3::ZERO) {
                canvas.line(
                    place,
                    self.target,
                    &Stroke::new(1.5).with_dash(&[6.0, 6.0], 0.0),
                    FAINT,
                );
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for radius in [9.0, 18.0] {
            kit::ring(canvas, self.target, radius, INK);
        }
        kit::disc(canvas, self.target, 4.0, RED);
        let place = self.target + vec2(0.0, 22.0);
        canvas.write("target", SMALL, place, vec2(0.5, 0.0), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Its tip goes down, along y.
fn arrow() -> Shape {
    let points = [
        (0.0, 50.0),
        (-25.0, 25.0),
        (-10.0, 25.0),
        (-10.0, -50.0),
        (10.0, -50.0),
        (10.0, 25.0),
        (25.0, 25.0),
    ];
    Shape::polygon(&points.map(|(x, y)| vec2(x, y)))
}
