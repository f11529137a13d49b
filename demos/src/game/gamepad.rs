//! Actions stand between a game and what is pressed: keys, gamepad and touch mean the same, and can be bound anew.

use crate::look::{
    BLUE, CARD, FAINT, GREEN, INK, MUTED, ORANGE, PAPER, RED, SMALL, TITLE, VIOLET, WORDS,
};
use crate::{Demo, kit};
use motile::game::{Action, Actions, Binding, TouchPad};
use motile::prelude::*;
use motile::stage::Rumble;

pub(super) const DEMO: Demo = Demo {
    id: "game/gamepad",
    title: "Gamepad and actions",
    sees: "A gamepad with its stick pushed and a button held; a runner jumps, and a list tells what is bound to what.",
    tries: "Plug in a gamepad or touch the screen. Bind jumping to another key: the prompt says so, also after a restart.",
    controls: "Press an action in the list, then what should stand for it; Escape leaves it.",
    keys: &[
        (Key::Left, "run to the left"),
        (Key::Right, "run to the right"),
        (Key::Space, "jump"),
        (Key::Enter, "listen for another binding of jump"),
    ],
    ticks: 84,
    script: "10 pad 0 on playstation\n20 pad 0 axis left-x 0.8\n20 pad 0 axis left-y -0.3\n66 pad 0 down south\n66 pad 0 axis right-trigger 0.7\n",
    ..Demo::of::<Gamepad>()
};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Left,
    Right,
    Jump,
}

impl Action for Act {
    const NAMED: &'static [(Self, &'static str)] =
        &[(Self::Left, "left"), (Self::Right, "right"), (Self::Jump, "jump")];
}

#[derive(StateHash)]
#[state(hash_only)]
struct Gamepad {
    /// Where the runner stands in his field, and how fast he rises.
    runner: Vec2,
    rise: f32,
    /// The action that waits for another binding.
    listening: Option<u32>,
    /// The bindings as they are saved.
    saved: String,
    /// Made of the input and what is saved.
    #[state(skip)]
    actions: Actions<Act>,
    #[state(skip)]
    touch: TouchPad,
    /// Only drawn.
    #[state(skip)]
    pad: Pad,
}

/// Under which name the bindings are saved.
const GAME: &str = "motile-gamepad";
const FIELD: Aabb = Aabb { min: vec2(340.0, 322.0), max: vec2(620.0, 462.0) };
const GRAVITY: f32 = 900.0;
/// Height of the pictures of keys and buttons.
const GLYPH: f32 = 28.0;

impl Sketch for Gamepad {
    const PARAMS: &'static [Param] = &[
        Param::number("dead-zone", 0.0, 0.6, 0.15),
        Param::number("curve", 0.0, 1.0, 0.0),
        Param::button("reset-bindings"),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut actions = bindings();
        // Bindings of an older program, or none that can be had, leave those of the game.
        let saved: Option<String> = stage.saves(GAME).read("bindings", 1).unwrap_or_default();
        let saved = saved.filter(|saved| actions.read_text(saved).is_ok());
        Ok(Self {
            runner: vec2(40.0, 0.0),
            rise: 0.0,
            listening: None,
            saved: saved.unwrap_or_else(|| actions.to_text()),
            actions,
            touch: TouchPad::new(&[PadButton::South]),
            pad: Pad::NONE,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.touch.update(tick.input, stage.size());
        self.actions.stick.inner = tick.params.number("dead-zone");
        self.actions.stick.curve = tick.params.number("curve");
        if tick.params.pressed("reset-bindings") {
            self.actions = bindings();
        }
        self.listen(tick.input);
        self.actions.update_with(tick.input, &[self.touch.pad]);
        self.pad = if self.touch.visible { self.touch.pad } else { *tick.input.pad(0) };
        let bound = self.actions.to_text();
        if self.saved != bound {
            if let Err(error) = stage.saves(GAME).write("bindings", 1, &bound) {
                stage.fail(error);
            }
            self.saved = bound;
        }
        let way = self.actions.between(Act::Left, Act::Right);
        self.runner.x = (self.runner.x + way * 150.0 * tick.dt).rem_euclid(FIELD.size().x);
        self.rise -= GRAVITY * tick.dt;
        self.runner.y = (self.runner.y + self.rise * tick.dt).max(0.0);
        if self.runner.y == 0.0 {
            self.rise = if self.actions.pressed(Act::Jump) { 380.0 } else { 0.0 };
            if self.rise > 0.0 {
                // Felt by whoever has a gamepad.
                stage.shell.rumble.push(Rumble { pad: 0, strong: 0.3, weak: 0.6, seconds: 0.12 });
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        draw_pad(canvas, &self.pad);
        self.draw_bindings(canvas);
        self.draw_runner(canvas);
        self.touch.draw(canvas, stage.size());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn bindings() -> Actions<Act> {
    let left = [Key::Left.into(), Binding::AxisDown(PadAxis::LeftX), PadButton::Left.into()];
    let right = [Key::Right.into(), Binding::AxisUp(PadAxis::LeftX), PadButton::Right.into()];
    let jump: [Binding; 2] = [Key::Space.into(), PadButton::South.into()];
    Actions::new().with(Act::Left, left).with(Act::Right, right).with(Act::Jump, jump)
}

/// Where an action stands in the list.
fn row(index: usize) -> Aabb {
    Aabb::from_size(vec2(20.0, 322.0 + 48.0 * index as f32), vec2(300.0, 42.0))
}

impl Gamepad {
    /// Begins to listen where somebody presses, and takes what comes next.
    fn listen(&mut self, input: &Input) {
        if let Some(&(action, _)) = self.listening.and_then(|at| Act::NAMED.get(at as usize)) {
            if input.pressed(Key::Escape) {
                self.listening = None;
            } else if let Some(heard) = Binding::heard(input) {
                let same = |it: &Binding| it.is_of_pad() == heard.is_of_pad();
                let old = self.actions.bindings(action).find(same).unwrap_or(heard);
                self.actions.rebind(action, old, heard);
                self.listening = None;
            }
            return;
        }
        let pressed = input.pointer.pressed_at();
        let chosen =
            (0..Act::NAMED.len()).find(|&at| pressed.is_some_and(|it| row(at).contains(it)));
        let jump = Act::NAMED.iter().position(|named| named.0 == Act::Jump);
        let chosen = chosen.or(jump.filter(|_| input.pressed(Key::Enter)));
        self.listening = chosen.map(|at| at as u32);
    }

    fn draw_bindings(&self, canvas: &mut Canvas<'_>) {
        for (at, &(action, name)) in Act::NAMED.iter().enumerate() {
            let (area, down) = (row(at), self.actions.is_down(action));
            canvas.fill(&Path::round_rect(area, 8.0), if down { ORANGE } else { CARD });
            let left = vec2(area.min.x + 12.0, area.center().y);
            let ink = if down { Color::WHITE } else { INK };
            canvas.write(name, WORDS, left, vec2(0.0, 0.5), ink);
            let place = vec2(area.min.x + 62.0, left.y);
            if self.listening == Some(at as u32) {
                let ink = if down { Color::WHITE } else { MUTED };
                canvas.write("press anything …", SMALL, place, vec2(0.0, 0.5), ink);
            } else {
                self.draw_glyphs(canvas, action, place);
            }
        }
    }

    /// What stands for an action, one picture beside the other.
    fn draw_glyphs(&self, canvas: &mut Canvas<'_>, action: Act, mut place: Vec2) {
        for binding in self.actions.bindings(action) {
            let half = binding.glyph_size(self.pad.family, GLYPH).x * 0.5;
            place.x += half;
            binding.draw_glyph(canvas, self.pad.family, place, GLYPH);
            place.x += half + 8.0;
        }
    }

    fn draw_runner(&self, canvas: &mut Canvas<'_>) {
        canvas.fill(&Path::round_rect(FIELD, 8.0), CARD);
        let ground = FIELD.max.y - 12.0;
        canvas.line(vec2(FIELD.min.x, ground), vec2(FIELD.max.x, ground), &kit::round(3.0), FAINT);
        let feet = vec2(FIELD.min.x + self.runner.x, ground - self.runner.y);
        kit::disc(canvas, feet - vec2(0.0, 14.0), 13.0, GREEN);
        kit::disc(canvas, feet - vec2(-5.0, 17.0), 3.0, Color::WHITE);
        let place = vec2(FIELD.center().x, FIELD.min.y + 22.0);
        if let Some((binding, family)) = self.actions.prompted(Act::Jump) {
            let width = binding.glyph_size(family, GLYPH).x;
            binding.draw_glyph(canvas, family, place - vec2(width * 0.5 + 4.0, 0.0), GLYPH);
        }
        canvas.write("jumps", WORDS, place + vec2(4.0, 0.0), vec2(0.0, 0.5), INK);
    }
}

/// A gamepad as it stands.
fn draw_pad(canvas: &mut Canvas<'_>, pad: &Pad) {
    let body = if pad.connected { INK } else { FAINT };
    let middle = Aabb::from_center(vec2(320.0, 170.0), vec2(215.0, 85.0));
    canvas.fill(&Path::round_rect(middle, 85.0), body);
    kit::disc(canvas, vec2(170.0, 205.0), 92.0, body);
    kit::disc(canvas, vec2(470.0, 205.0), 92.0, body);
    for (button, x, y, color) in BUTTONS {
        let lit = if pad.is_down(button) { color } else { Color::hex(0x55_5C_6B) };
        kit::disc(canvas, vec2(x, y), if color == ORANGE { 10.0 } else { 15.0 }, lit);
    }
    for (x, pull) in [(185.0, pad.left_trigger), (455.0, pad.right_trigger)] {
        let bar = Aabb::from_size(vec2(x - 60.0, 40.0), vec2(120.0, 14.0));
        canvas.fill(&Path::round_rect(bar, 7.0), FAINT);
        let pulled = Aabb::from_size(bar.min, vec2(120.0 * pull, 14.0));
        canvas.fill(&Path::round_rect(pulled, 7.0), ORANGE);
    }
    for (x, stick) in [(255.0, pad.left), (385.0, pad.right)] {
        kit::disc(canvas, vec2(x, 205.0), 38.0, Color::hex(0x1B_20_2A));
        let color = if stick == Vec2::ZERO { MUTED } else { ORANGE };
        kit::disc(canvas, vec2(x, 205.0) + stick * 20.0, 24.0, color);
    }
    let words = if pad.connected { pad.family.name() } else { "no gamepad yet" };
    canvas.write(words, TITLE, vec2(320.0, 290.0), Vec2::splat(0.5), MUTED);
}

/// Buttons with their places and colors.
const BUTTONS: [(PadButton, f32, f32, Color); 12] = [
    (PadButton::South, 455.0, 172.0, BLUE),
    (PadButton::East, 487.0, 140.0, RED),
    (PadButton::West, 423.0, 140.0, VIOLET),
    (PadButton::North, 455.0, 108.0, GREEN),
    (PadButton::Up, 185.0, 116.0, ORANGE),
    (PadButton::Down, 185.0, 164.0, ORANGE),
    (PadButton::Left, 161.0, 140.0, ORANGE),
    (PadButton::Right, 209.0, 140.0, ORANGE),
    (PadButton::Select, 290.0, 130.0, ORANGE),
    (PadButton::Start, 350.0, 130.0, ORANGE),
    (PadButton::LeftShoulder, 185.0, 76.0, ORANGE),
    (PadButton::RightShoulder, 455.0, 76.0, ORANGE),
];
