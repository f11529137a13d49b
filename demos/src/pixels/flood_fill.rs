//! A flood fill colors everything that is connected: click into a field of stained glass.

use crate::Demo;
use core::f32::consts::TAU;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/flood-fill",
    title: "Flood fill",
    sees: "Lines divide a window into fields, which fill with colored glass one by one.",
    tries: "Fill the lines themselves: they are one connected field too. Then ask for a new window.",
    controls: "Click into a field to give it another color.",
    spec: &["PIX-8"],
    ticks: 240,
    ..Demo::of::<FloodFill>()
};

const GLASS: Color = Color::hex(0xF6_F2_E6);
const LEAD: Color = Color::hex(0x25_22_2B);

#[derive(StateHash)]
#[state(hash_only)]
struct FloodFill {
    window: Surface,
    node: NodeId,
    filled: u32,
}

impl Sketch for FloodFill {
    const PARAMS: &'static [Param] =
        &[Param::toggle("by-itself", true), Param::button("new-window")];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let window = window(&mut stage.rng, 640, 480)?;
        let node = stage.add(Bitmap::new(window.clone()).node());
        Ok(Self { window, node, filled: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.params().pressed("new-window") {
            match window(&mut stage.rng, 640, 480) {
                Ok(window) => self.window = window,
                Err(error) => stage.fail(error),
            }
            stage[self.node].content = Bitmap::new(self.window.clone()).into();
        }
        let by_itself = stage.params().is_on("by-itself");
        let place = if let Some(place) = stage.input().pointer.pressed_at() {
            place
        } else if by_itself
            && tick.index.is_multiple_of(3)
            && let Some(place) = self.empty_field(stage)
        {
            place
        } else {
            return;
        };
        let color = glass(&mut stage.rng, place);
        self.filled = self.window.flood_fill(place.x as i32, place.y as i32, color);
        stage[self.node].content = Bitmap::new(self.window.clone()).into();
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl FloodFill {
    /// A place in a field still without color, if the dice find one.
    fn empty_field(&self, stage: &mut Stage) -> Option<Vec2> {
        let size = stage.size();
        let mut tries = (0..30).map(|_| stage.rng.in_rect(Vec2::ZERO, size));
        tries.find(|place| self.window.get(place.x as i32, place.y as i32) == Some(GLASS))
    }
}

/// Blue at the top, through violet and red to gold at the bottom, a little different for each piece.
fn glass(rng: &mut Rng, place: Vec2) -> Color {
    let hue = 4.4 + 2.9 * place.y / 480.0 + rng.range(-0.35..0.35);
    Color::oklch(rng.range(0.52..0.8), rng.range(0.1..0.17), hue)
}

/// Circles and chords without smooth edges: a flood fill stops at any other color, also at a mixed one.
fn window(rng: &mut Rng, width: u32, height: u32) -> motile::Result<Surface> {
    let size = vec2(width as f32, height as f32);
    let mut window = Surface::opaque(width, height, GLASS)?;
    window.on_canvas(|canvas| {
        canvas.set_antialias(false);
        let lead = Stroke::new(4.0);
        let center = size * 0.5;
        for ring in 1..=4 {
            canvas.stroke(&Path::circle(center, ring as f32 * 58.0), &lead, LEAD);
        }
        for spoke in 0..12 {
            let direction = Vec2::at_angle(TAU * (spoke as f32 + 0.5) / 12.0);
            canvas.line(center + direction * 58.0, center + direction * 500.0, &lead, LEAD);
        }
        for _ in 0..14 {
            let petal = center + rng.unit_vec2() * rng.range(90.0..260.0);
            canvas.stroke(&Path::circle(petal, rng.range(24.0..60.0)), &lead, LEAD);
        }
        canvas.stroke(
            &Path::rect(Aabb::from_size(Vec2::splat(4.0), size - 8.0)),
            &Stroke::new(8.0),
            LEAD,
        );
    })?;
    Ok(window)
}
