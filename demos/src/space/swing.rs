//! Once a thing has a depth, its x and y are places in space: only at z = 0 are they those of the screen.

use crate::Demo;
use crate::look::{FAINT, GREEN, INK, PAPER, SMALL};
use motile::geom::vec3;
use motile::prelude::*;
use motile::space::{PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/swing",
    title: "Swing into the distance",
    sees: "A square rushes from full size to a speck at the vanishing point and back.",
    tries: "Move the pointer aside: the square swings along the line to the middle.",
    controls: "Hold or move to lead the near end of the swing.",
    spec: &["G7-2", "D3-8", "D3-9"],
    ticks: 92,
    ..Demo::of::<Swing>()
};

const HALF: f32 = 110.0;
/// Depths of the outlines that show the way.
const STEPS: [f32; 7] = [0.0, 250.0, 600.0, 1200.0, 2500.0, 6000.0, 20000.0];

#[derive(StateHash)]
struct Swing {
    node: NodeId,
    square: PanelId,
    phase: f32,
    lead: Vec2,
}

impl Sketch for Swing {
    const PARAMS: &'static [Param] =
        &[Param::number("reach", 500.0, 20000.0, 3000.0), Param::number("pace", 0.0, 5.0, 2.4)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut space = Space3d::new(stage.size());
        let square = space.add(Shape::rect(HALF * 2.0, HALF * 2.0).fill(GREEN));
        let lead = vec2(150.0, 150.0);
        Ok(Self { node: stage.add(space.node()), square, phase: 0.0, lead })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.phase += tick.params.number("pace") * tick.dt;
        self.lead = tick.input.pointer.position.unwrap_or(self.lead);
        let half = tick.params.number("reach") * 0.5;
        let z = half + ops::sin(self.phase) * half;
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        space[self.square].pose = Pose::new(self.lead.x, self.lead.y, z);
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Some(space) = stage[self.node].custom::<Space3d>() else { return };
        let eye = space.eye();
        let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)]
            .map(|(x, y)| self.lead + vec2(x, y));
        for corner in corners {
            canvas.line(corner, eye.center(), &Stroke::new(1.5), FAINT);
        }
        for z in STEPS {
            let outline = corners.map(|corner| eye.project(corner.extend(z)).unwrap_or(corner));
            canvas.stroke(&Path::polygon(&outline), &Stroke::new(2.0), FAINT);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Some(space) = stage[self.node].custom::<Space3d>() else { return };
        let position = space[self.square].pose.position;
        let eye = space.eye();
        let (Some(scale), Some(foot)) =
            (eye.scale(position), eye.project(position + vec3(0.0, HALF, 0.0)))
        else {
            return;
        };
        let words = format!("z {:.0}, {:.0} %", position.z, scale * 100.0);
        canvas.write(words, SMALL, foot + vec2(0.0, 6.0), vec2(0.5, 0.0), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
