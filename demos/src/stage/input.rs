//! Input is a value: what is down, what was just pressed, where the pointer is and how far it moved.

use crate::Demo;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/input",
    title: "Input",
    sees: "Arrow keys move a disc, clicks make rings, the wheel turns a dial, and every key held shows as a cap.",
    tries: "Hold several keys at once. Play the demo by a script: it cannot tell the difference.",
    controls: "All keys, the pointer with its buttons, and the wheel.",
    keys: &[(Key::Left, "move left"), (Key::Right, "move right"), (Key::Up, "move up"), (Key::Down, "move down"), (Key::Shift, "twice as fast")],
    spec: &[],
    ticks: 64,
    script: "0 move 120 330\n0 key Right\n4 key Up\n20 keyup Up\n20 key Shift\n30 key A\n40 down\n44 move 200 360
        \n46 move 300 340\n48 up\n52 move 420 300\n54 down right\n54 wheel 3\n56 up right\n58 move 470 350\n60 down",
    ..Demo::of::<InputDemo>()
};

const INK: Color = Color::hex(0x2D_34_42);
const FAINT: Color = Color::hex(0xB9_C0_CC);
const BUTTONS: [(Button, &str, Color); 3] = [
    (Button::Left, "left", Color::hex(0x2F_80_C8)),
    (Button::Middle, "middle", Color::hex(0x8A_6F_C4)),
    (Button::Right, "right", Color::hex(0xD8_5A_4A)),
];

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
        stage.background = Color::hex(0xF4_F5_F7);
        Ok(Self { disc: vec2(200.0, 240.0), rings: Vec::new(), trail: Vec::new(), turned: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let input = stage.input();
        let fast = if input.is_down(Key::Shift) { 2.0 } else { 1.0 };
        self.disc += input.arrows() * 180.0 * fast * tick.dt;
        self.disc = self.disc.clamp(Vec2::splat(24.0), stage.size() - 24.0);

        let pointer = input.pointer;
        self.turned += pointer.wheel * 0.3;
        for (button, _, color) in BUTTONS {
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
        canvas.fill(&Path::circle(self.disc, 24.0), Color::hex(0xF0_A0_3C));
        canvas.line(self.disc, self.disc + input.arrows() * 40.0, &Stroke::new(4.0), INK);

        canvas.stroke(&Path::polyline(&self.trail), &Stroke::new(2.0).with_cap(Cap::Round), FAINT);
        for ring in &self.rings {
            let fade = ring.color.with_alpha(((1.0 - ring.age) * 255.0) as u8);
            canvas.stroke(&Path::circle(ring.at, 10.0 + 60.0 * ring.age), &Stroke::new(3.0), fade);
        }
        if let Some(at) = input.pointer.position {
            canvas.stroke(&Path::circle(at, 9.0), &Stroke::new(2.0), INK);
            let words = format!("({:.0}, {:.0})", at.x, at.y);
            canvas.write(words, 15.0, at + vec2(14.0, 4.0), Vec2::ZERO, INK);
        }

        for (index, (button, name, color)) in BUTTONS.into_iter().enumerate() {
            let held = input.pointer.button_down(button);
            cap(
                canvas,
                vec2(20.0 + 90.0 * index as f32, 20.0),
                80.0,
                name,
                if held { color } else { FAINT },
            );
        }
        let dial = vec2(340.0, 37.0);
        canvas.stroke(&Path::circle(dial, 16.0), &Stroke::new(3.0), FAINT);
        canvas.line(dial, dial + Vec2::at_angle(self.turned) * 16.0, &Stroke::new(3.0), INK);
        canvas.write("wheel", 15.0, dial + vec2(26.0, 0.0), vec2(0.0, 0.5), INK);
        for (index, key) in input.keys_down().iter().take(6).enumerate() {
            cap(canvas, vec2(20.0 + 90.0 * index as f32, 70.0), 80.0, &key.to_string(), INK);
        }
        let hint = "keys held appear above, in the order they went down";
        canvas.write(hint, 16.0, vec2(320.0, 456.0), vec2(0.5, 0.5), FAINT);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A key cap with a name on it.
fn cap(canvas: &mut Canvas<'_>, corner: Vec2, width: f32, name: &str, color: Color) {
    let size = vec2(width, 34.0);
    canvas.fill(&Path::round_rect(Aabb::from_size(corner, size), 8.0), color);
    canvas.write(name, 16.0, corner + size * 0.5, vec2(0.5, 0.5), Color::WHITE);
}
