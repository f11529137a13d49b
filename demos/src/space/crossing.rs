//! Three translucent panels cross: only cutting them along each other paints every spot in the right order.

use crate::Demo;
use crate::look::{BLUE, CARD, GOLD, INK, MUTED, PAPER, RED, SMALL, WORDS};
use motile::prelude::*;
use motile::space::{DepthMode, Panel, PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/crossing",
    title: "Crossing panels",
    sees: "The same three panels, painted in four orders: by list, by middle, cut exactly, with a depth buffer.",
    tries: "Make them opaque: the depth buffer is right too. By middle, panels pop in front of each other.",
    controls: "Drag to turn all four.",
    takes_drags: true,
    spec: &["W2", "W3", "T7-40", "T7-41"],
    ticks: 55,
    ..Demo::of::<Crossing>()
};

const MODES: [(DepthMode, &str, &str); 4] = [
    (DepthMode::List, "list", "as added"),
    (DepthMode::Center, "middle", "far middles first"),
    (DepthMode::Split, "exact", "cut where they cross"),
    (DepthMode::Buffer, "depth buffer", "nearest for each pixel"),
];
const COLORS: [Color; 3] = [RED, BLUE, GOLD];

#[derive(StateHash)]
struct Crossing {
    nodes: Vec<NodeId>,
    holders: Vec<PanelId>,
    panels: Vec<PanelId>,
    angles: Vec2,
    grabbed: Option<Vec2>,
}

impl Sketch for Crossing {
    const PARAMS: &'static [Param] =
        &[Param::number("alpha", 0.2, 1.0, 0.75), Param::number("pace", 0.0, 2.0, 0.5)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let (mut nodes, mut holders, mut panels) = (Vec::new(), Vec::new(), Vec::new());
        for (index, (mode, ..)) in MODES.into_iter().enumerate() {
            let cell = stage.size() * 0.5;
            let mut space = Space3d::new(cell).with_depth_mode(mode);
            let middle = Pose::new(cell.x * 0.5, cell.y * 0.5 - 10.0, 0.0);
            let holder = space.add(Panel::holder().with_pose(middle));
            for (pose, color) in poses().into_iter().zip(COLORS) {
                let sheet = Shape::round_rect(170.0, 120.0, 12.0).fill(color);
                let sheet = Panel::new(sheet.stroke(Stroke::new(4.0), INK)).with_pose(pose);
                panels.push(space.add_to(holder, sheet)?);
            }
            holders.push(holder);
            let corner = cell * vec2((index % 2) as f32, (index / 2) as f32);
            nodes.push(stage.add(space.at(corner.x, corner.y)));
        }
        Ok(Self { nodes, holders, panels, angles: vec2(-0.45, 0.3), grabbed: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let held = tick.input.pointer.held_at();
        if let (Some(last), Some(now)) = (self.grabbed, held) {
            self.angles += vec2(last.y - now.y, now.x - last.x) * 0.01;
        } else if held.is_none() {
            self.angles.y += tick.params.number("pace") * tick.dt;
        }
        self.grabbed = held;
        for (index, (&node, &holder)) in self.nodes.iter().zip(&self.holders).enumerate() {
            let Some(space) = stage[node].custom_mut::<Space3d>() else { continue };
            let pose = space[holder].pose;
            space[holder].pose = pose.with_angles(self.angles.x, self.angles.y, 0.0);
            for &panel in &self.panels[index * COLORS.len()..][..COLORS.len()] {
                space[panel].alpha = tick.params.number("alpha");
            }
        }
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let cell = stage.size() * 0.5;
        for (index, (_, name, about)) in MODES.into_iter().enumerate() {
            let corner = cell * vec2((index % 2) as f32, (index / 2) as f32);
            let board = Aabb::from_size(corner, cell).grown(-6.0);
            canvas.fill(&Path::round_rect(board, 12.0), CARD);
            let foot = vec2(board.min.x + 16.0, board.max.y - 34.0);
            canvas.write(name, WORDS, foot, Vec2::ZERO, INK);
            let end = vec2(board.max.x - 16.0, board.max.y - 31.0);
            canvas.write(about, SMALL, end, vec2(1.0, 0.0), MUTED);
        }
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        for &node in &self.nodes {
            if let Some(space) = stage[node].custom::<Space3d>() {
                let view = Affine2::from_translation(stage[node].position);
                crate::kit::marks_in(view, marks, |marks| space.mark(marks));
            }
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Three sheets through one point.
fn poses() -> [Pose; 3] {
    [(0.0, 0.5, 0.0), (0.0, -0.6, 0.1), (1.1, 0.0, 0.0)]
        .map(|(x, y, z)| Pose::IDENTITY.with_angles(x, y, z))
}
