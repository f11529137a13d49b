//! Once a thing has a depth, its x and y are places in space: only at z = 0 are they those of the screen.

use crate::Demo;
use crate::kit;
use crate::look::{GOLD, HAZE, MIST, NIGHT, SNOW, TITLE};
use motile::geom::vec3;
use motile::prelude::*;
use motile::space::{PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/swing",
    title: "Swing into the distance",
    sees: "A square rushes down a corridor, from full size to a speck at the vanishing point, and back.",
    tries: "Move the pointer aside: the square swings along the line to the middle.",
    controls: "Hold or move to lead the near end of the swing.",
    takes_drags: true,
    spec: &["G7-2", "D3-8", "D3-9"],
    ticks: 92,
    ..Demo::of::<Swing>()
};

const HALF: f32 = 130.0;
/// Depths of the frames of the corridor, and of the shadows that show the way.
const STEPS: [f32; 8] = [0.0, 180.0, 420.0, 800.0, 1400.0, 2600.0, 6000.0, 20000.0];

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
        stage.background = NIGHT;
        let mut space = Space3d::new(stage.size());
        let square = space.add(Shape::rect(HALF * 2.0, HALF * 2.0).fill(GOLD));
        let lead = vec2(160.0, 160.0);
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
        let frame = corners(stage.center(), stage.center());
        let square = corners(self.lead, Vec2::splat(HALF));
        for corner in frame {
            canvas.line(corner, eye.center(), &Stroke::new(2.0), HAZE);
        }
        for z in STEPS {
            let at = |corner: Vec2| eye.project(corner.extend(z)).unwrap_or(corner);
            canvas.stroke(&Path::polygon(&frame.map(at)), &Stroke::new(2.0), HAZE);
        }
        for z in STEPS.into_iter().rev() {
            let at = |corner: Vec2| eye.project(corner.extend(z)).unwrap_or(corner);
            let shadow = Path::polygon(&square.map(at));
            canvas.fill(&shadow, GOLD.with_alpha(36));
            canvas.stroke(&shadow, &Stroke::new(2.0), GOLD.with_alpha(150));
        }
        canvas.line(self.lead, eye.center(), &kit::round(3.0), MIST);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Some(space) = stage[self.node].custom::<Space3d>() else { return };
        let position = space[self.square].pose.position;
        let eye = space.eye();
        let (Some(scale), Some(side)) =
            (eye.scale(position), eye.project(position + vec3(HALF, 0.0, 0.0)))
        else {
            return;
        };
        let words = format!("z {:.0}, {:.0} %", position.z, scale * 100.0);
        canvas.write(words, TITLE, side + vec2(14.0, 0.0), vec2(0.0, 0.5), SNOW);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The corners of a rectangle around a middle.
fn corners(middle: Vec2, half: Vec2) -> [Vec2; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| middle + half * vec2(x, y))
}
