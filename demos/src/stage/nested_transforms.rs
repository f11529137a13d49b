//! Children move, turn and grow with their parents, and a point finds its way down to each of them.

use crate::Demo;
use crate::look::NIGHT;
use core::f32::consts::TAU;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/nested-transforms",
    title: "Nested transforms",
    sees: "Each square turns inside its parent, and so do planets with their moons; what the pointer touches lights up.",
    tries: "Turn a single square: everything inside follows. Watch the point in the square's own coordinates.",
    controls: "Point at squares and planets.",
    spec: &[],
    ticks: 100,
    script: "0 move 208 262",
    ..Demo::of::<NestedTransforms>()
};

const DEPTH: usize = 11;
const GLOW: Color = Color::hex(0xFF_F3_B0);

/// A node that turns within its parent.
struct Turning {
    id: NodeId,
    speed: f32,
    color: Color,
    name: String,
}

struct NestedTransforms {
    turning: Vec<Turning>,
    hovered: Option<NodeId>,
    label: NodeId,
}

impl Sketch for NestedTransforms {
    const PARAMS: &'static [Param] =
        &[Param::number("speed", -2.0, 2.0, 1.0), Param::number("shrink", 0.6, 0.95, 0.8)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut turning = Vec::new();
        let mut parent = stage.root();
        for depth in 0..DEPTH {
            let color = Color::oklch(0.35 + 0.045 * depth as f32, 0.11, 4.6 - 0.27 * depth as f32);
            let square = Shape::round_rect(250.0, 250.0, 26.0).fill(color).node();
            let square = if depth == 0 { square.at(190.0, 220.0) } else { square.with_scale(0.8) };
            parent = stage.add_to(parent, square)?;
            let name = format!("square {depth}");
            turning.push(Turning { id: parent, speed: 0.12, color, name });
        }
        add_planets(stage, &mut turning)?;
        let label = Label::new("", 17.0).centered().with_paint(Color::hex(0xC8_D0_DE));
        let label = stage.add(label.at(320.0, 450.0));
        Ok(Self { turning, hovered: None, label })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let (speed, shrink) = (params.number("speed"), params.number("shrink"));
        for (index, part) in self.turning.iter().enumerate() {
            stage[part.id].rotation += part.speed * speed * tick.dt;
            if (1..DEPTH).contains(&index) {
                stage[part.id].scale = Vec2::splat(shrink);
            }
        }

        let pointer = stage.input().pointer.position;
        let hit = pointer.and_then(|point| stage.hit(point));
        let hovered = hit.filter(|&id| self.turning.iter().any(|part| part.id == id));
        if hovered != self.hovered {
            for part in &self.turning {
                let color = if Some(part.id) == hovered { GLOW } else { part.color };
                if let Some(shape) = stage[part.id].shape_mut() {
                    shape.edit().fill = Some(color.into());
                }
            }
            self.hovered = hovered;
        }
        let part = self.turning.iter().find(|part| Some(part.id) == hovered);
        let local = part.and_then(|part| stage.pointer_in(part.id));
        let words = match (part, pointer, local) {
            (Some(part), Some(point), Some(Vec2 { x, y })) => format!(
                "{}: ({}, {}) on the stage is ({x:.1}, {y:.1}) in its own units",
                part.name, point.x, point.y
            ),
            _ => "point at something".into(),
        };
        stage[self.label].set_text(&words);
    }
}

/// A sun; arms that turn around it with planets at their ends; and the same again for their moons.
fn add_planets(stage: &mut Stage, turning: &mut Vec<Turning>) -> motile::Result {
    let gold = Color::hex(0xF5_A9_3B);
    let sun = stage.add(Shape::star(12, 42.0, 30.0).fill(gold).at(500.0, 220.0));
    turning.push(Turning { id: sun, speed: 0.2, color: gold, name: "the sun".into() });
    for planet in 0..3 {
        let (way, radius) = (62.0 + 32.0 * planet as f32, 10.0 + 3.0 * planet as f32);
        let line = Shape::circle(way).stroke(Stroke::HAIRLINE, Color::hex(0x3A_45_5E));
        stage.add_to(sun, line.node())?;
        let arm = stage.add_to(sun, Node::group().with_rotation(TAU * planet as f32 / 3.0))?;
        let color = Color::oklch(0.72, 0.13, 0.4 + 2.1 * planet as f32);
        let body = stage.add_to(arm, Shape::circle(radius).fill(color).at(way, 0.0))?;
        let speed = 1.2 - 0.35 * planet as f32;
        turning.push(Turning { id: arm, speed, color, name: String::new() });
        turning.push(Turning { id: body, speed: 2.0, color, name: format!("planet {planet}") });
        for moon in 0..planet {
            let turn = stage.add_to(body, Node::group().with_rotation(TAU * moon as f32 / 2.0))?;
            let gray = Color::hex(0xC3_C9_D6);
            let id = stage.add_to(turn, Shape::circle(4.0).fill(gray).at(radius + 8.0, 0.0))?;
            turning.push(Turning { id, speed: 0.0, color: gray, name: "a moon".into() });
        }
    }
    Ok(())
}
