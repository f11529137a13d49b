//! Input is a value: what is down, what was just pressed, where the pointer is and how far it moved.

use crate::Demo;
use crate::kit::{arrow, disc, round};
use crate::look::{BLUE, CARD, FAINT, INK, MUTED, ORANGE, PAPER, RED, TITLE, VIOLET, WORDS};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/input",
    title: "Input",
    sees: "Arrow keys move a disc, clicks make rings, the wheel turns the dial of the mouse, and every key held shows as a cap.",
    tries: "Hold several keys at once. Play the demo by a script: it cannot tell the difference.",
    controls: "All keys, the pointer with its buttons, and the wheel.",
    keys: &[(Key::Left, "move left"), (Key::Right, "move right"), (Key::Up, "move up"), (Key::Down, "move down"), (Key::Shift, "twice as fast")],
    takes_wheel: true,
    takes_drags: true,
    spec: &[],
    ticks: 64,
    script: "0 move 120 330\n0 key Right\n4 key Up\n20 keyup Up\n20 key Shift\n30 key A\n40 down\n44 move 200 360
        \n46 move 300 340\n48 up\n52 move 420 300\n54 down right\n54 wheel 3\n56 up right\n58 move 470 350\n60 down",
    ..Demo::of::<InputDemo>()
};

const BUTTONS: [(Button, Color); 3] =
    [(Button::Left, BLUE), (Button::Middle, VIOLET), (Button::Right, RED)];
/// Of the disc that the arrow keys move.
const RADIUS: f32 = 44.0;
/// Corners of the pointer, from its tip.
const POINTER: [Vec2; 4] = [Vec2::ZERO, vec2(26.0, 24.0), vec2(12.0, 25.0), vec2(2.0, 36.0)];

/// A ring where a button was pressed.
#[derive(StateHash)]
struct Ring {
    at: Vec2,
    color: Color,
    age: f32,
}

#[derive(StateHash)]
struct InputDemo {
    disc: Vec2,
    rings: Vec<Ring>,
    trail: Vec<Vec2>,
    turned: f32,
}

impl Sketch for InputDemo {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { disc: vec2(200.0, 240.0), rings: Vec::new(), trail: Vec::new(), turned: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let input = stage.input();
        let fast = if input.is_down(Key::Shift) { 2.0 } else { 1.0 };
        self.disc += input.arrows() * 180.0 * fast * tick.dt;
        self.disc = self.disc.clamp(Vec2::splat(RADIUS), stage.size() - RADIUS);

        let pointer = input.pointer;
        self.turned += pointer.wheel * 0.3;
        for (button, color) in BUTTONS {
            if let Some(at) = pointer.position.filter(|_| pointer.button_pressed(button)) {
                self.rings.push(Ring { at, color, age: 0.0 });
            }
        }
        for ring in &mut self.rings {
            ring.age += tick.dt;
        }
        self.rings.retain(|ring| ring.age < 1.0);
        if let Some(at) = pointer.position.filter(|at| self.trail.last() != Some(at)) {
            self.trail.push(at);
        }
        let extra = self.trail.len().saturating_sub(40);
        self.trail.drain(..extra);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let input = stage.input();
        let ahead = self.disc + input.arrows() * 84.0;
        disc(canvas, self.disc, RADIUS, ORANGE);
        if ahead != self.disc {
            arrow(canvas, self.disc, ahead, 9.0, INK);
        }

        canvas.stroke(&Path::polyline(&self.trail), &round(5.0), FAINT);
        for ring in &self.rings {
            let fade = ring.color.with_alpha(((1.0 - ring.age) * 255.0) as u8);
            canvas.stroke(&Path::circle(ring.at, 16.0 + 70.0 * ring.age), &Stroke::new(6.0), fade);
        }
        self.draw_mouse(canvas, input);
        for (index, key) in input.keys_down().iter().take(4).enumerate() {
            cap(canvas, vec2(156.0 + 118.0 * index as f32, 28.0), &key.to_string());
        }
        if input.keys_down().is_empty() {
            canvas.write("hold some keys", TITLE, vec2(156.0, 56.0), vec2(0.0, 0.5), MUTED);
        }
        if let Some(at) = input.pointer.position {
            let tip = POINTER.map(|corner| at + corner);
            canvas.fill(&Path::polygon(&tip), INK);
            canvas.stroke(&Path::polygon(&tip), &round(2.5), CARD);
            let words = format!("({:.0}, {:.0})", at.x, at.y);
            canvas.write(words, WORDS, at + vec2(30.0, 20.0), Vec2::ZERO, INK);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl InputDemo {
    /// A mouse whose buttons light up when they are down; its wheel is the dial in the middle.
    fn draw_mouse(&self, canvas: &mut Canvas<'_>, input: &Input) {
        let body = Aabb::from_size(vec2(28.0, 28.0), vec2(100.0, 140.0));
        canvas.fill(&Path::round_rect(body, 44.0), CARD);
        canvas.clip(&Path::round_rect(body, 44.0), |canvas| {
            for (index, (button, color)) in BUTTONS.into_iter().enumerate() {
                let corner = body.min + vec2(34.0 * index as f32, 0.0);
                let area = Aabb::from_size(corner, vec2(33.0, 62.0));
                let held = input.pointer.button_down(button);
                canvas.fill_rect(area, if held { color } else { FAINT });
            }
        });
        canvas.stroke(&Path::round_rect(body, 44.0), &Stroke::new(4.0), INK);
        let dial = body.center() + vec2(0.0, 28.0);
        canvas.stroke(&Path::circle(dial, 22.0), &Stroke::new(5.0), FAINT);
        canvas.line(dial, dial + Vec2::at_angle(self.turned) * 22.0, &round(5.0), INK);
    }
}

/// A key cap with a name on it.
fn cap(canvas: &mut Canvas<'_>, corner: Vec2, name: &str) {
    let size = vec2(108.0, 56.0);
    canvas.fill(&Path::round_rect(Aabb::from_size(corner + vec2(0.0, 5.0), size), 10.0), MUTED);
    canvas.fill(&Path::round_rect(Aabb::from_size(corner, size), 10.0), INK);
    canvas.write(name, TITLE, corner + size * 0.5, vec2(0.5, 0.5), CARD);
}
