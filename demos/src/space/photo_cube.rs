//! A cube of photographs: drag to spin it, let go, and a spring turns the nearest side to the front.

use crate::look::{DUSK, NIGHT};
use crate::{Demo, pictures};
use core::f32::consts::FRAC_PI_2;
use motile::anim::Spring;
use motile::geom::{Vec3, vec3};
use motile::math::Quat;
use motile::prelude::*;
use motile::space::{Backface, Panel, PanelId, Pose, QuatExt, Space3d, cube_poses};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/photo-cube",
    title: "Photo cube",
    sees: "A cube with a photograph on each side swings back to its front after a spin.",
    tries: "Throw it around. A soft spring overshoots, a stiff one snaps.",
    controls: "Drag to turn the cube.",
    takes_drags: true,
    spec: &["D3-32", "W9"],
    ticks: 62,
    script: "5 move 320 240\n6 down\n12 move 380 225\n20 move 440 200\n30 move 520 160\n58 move 560 120\n",
    ..Demo::of::<PhotoCube>()
};

const SIDE: u32 = 240;

#[derive(StateHash)]
#[state(hash_only)]
struct PhotoCube {
    node: NodeId,
    cube: PanelId,
    grabbed: Option<Vec2>,
    /// The way of the spring from 0 to 1 and how fast it goes.
    swing: (f32, f32),
    /// The turns it goes between.
    from: [f32; 4],
    goal: [f32; 4],
}

impl Sketch for PhotoCube {
    const PARAMS: &'static [Param] =
        &[Param::number("stiffness", 0.5, 4.0, 1.4), Param::number("damping", 0.1, 1.0, 0.4)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut space = Space3d::new(stage.size());
        let start = Pose::new(stage.center().x, stage.center().y, 120.0);
        let cube = space.add(Panel::holder().with_pose(start.with_angles(-0.4, 0.5, 0.0)));
        for (index, pose) in cube_poses(SIDE as f32 * 0.5).into_iter().enumerate() {
            let picture = match index % 3 {
                0 => pictures::landscape(SIDE, SIDE, index as f32 / 5.0)?,
                1 => framed(pictures::flower(SIDE - 40)?)?,
                _ => pictures::landscape(SIDE, SIDE, 1.0 - index as f32 / 9.0)?,
            };
            let panel = Panel::new(Bitmap::new(picture).centered());
            space.add_to(cube, panel.with_pose(outward(pose)).with_backface(Backface::Hidden))?;
        }
        let turn = space[cube].pose.rotation.to_array();
        let node = stage.add(space.node());
        let swing = (1.0, 0.0);
        Ok(Self { node, cube, grabbed: None, swing, from: turn, goal: turn })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let held = tick.input.pointer.held_at();
        let spring =
            Spring::with_frequency(tick.params.number("stiffness"), tick.params.number("damping"));
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        let pose = &mut space[self.cube].pose;
        match (self.grabbed, held) {
            (Some(last), Some(now)) => {
                let moved = (now - last) * 0.008;
                pose.turn(Vec3::Y, -moved.x);
                pose.turn(Vec3::X, moved.y);
            }
            (Some(_), None) => {
                self.from = pose.rotation.to_array();
                self.goal = nearest_front(pose.rotation).to_array();
                self.swing = (0.0, 0.0);
            }
            (None, None) => {
                let (way, speed) = &mut self.swing;
                spring.step(way, speed, 1.0, tick.dt);
                let [from, goal] = [self.from, self.goal].map(Quat::from_array);
                pose.rotation = from.toward(goal, *way);
            }
            (None, Some(_)) => {}
        }
        self.grabbed = held;
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let floor = stage.center() + vec2(0.0, 190.0);
        canvas.fill(&Path::ellipse(floor, vec2(210.0, 34.0)), DUSK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A side of the cube whose face, which looks toward -z by itself, looks outward.
fn outward(pose: Pose) -> Pose {
    let out = pose.position.normalize();
    let x = if out.y.abs() > 0.5 { Vec3::X } else { Vec3::Y.cross(-out) };
    let y = (-out).cross(x);
    let mut turned = pose;
    // The nose of the picture is its lower edge, its face keeps to the outside.
    turned.look_at(pose.position + y, &motile::space::Aim::facing(Vec3::Y, out));
    turned
}

/// The turn nearest to this one that shows a side straight: whole quarters about all axes.
fn nearest_front(turn: Quat) -> Quat {
    let mut best = (f32::MIN, turn);
    for x in 0..4 {
        for y in 0..4 {
            for z in 0..4 {
                let angles = vec3(x as f32, y as f32, z as f32) * FRAC_PI_2;
                let goal = Quat::from_angles(angles);
                let alike = [Vec3::X, Vec3::Y, Vec3::Z]
                    .map(|axis| goal.turns(axis).dot(turn.turns(axis)))
                    .iter()
                    .sum();
                if alike > best.0 {
                    best = (alike, goal);
                }
            }
        }
    }
    best.1
}

/// A picture on a light ground with a margin.
fn framed(picture: Surface) -> motile::Result<Surface> {
    let side = picture.width() + 40;
    Surface::drawn(side, side, |canvas| {
        canvas.fill_rect(Aabb::from_size(Vec2::ZERO, Vec2::splat(side as f32)), crate::look::CARD);
        canvas.image(&Image::new(picture), Vec2::splat(20.0));
    })
}
