//! One demo with its knobs beside it.

use super::{
    graph::FrameGraph,
    theme::{ACCENT, CARD, HEIGHT, INK, PAPER, SOFT, WIDTH, paint, rect, write},
};
use motile::{
    pixels::{Sampling, Surface},
    prelude::*,
    stage::{Canvas, Param, ParamKind, Renderer, write_png},
    time::Duration,
};
use motile_demos::Demo;

/// Width of the panel, pixels.
const PANEL: f32 = 320.0;
const EDGE: f32 = 16.0;

const KEYS: &str = "Esc back   F2 restart   F3 pause   F4 step   F5 picture\nPage Up, Page Down: choose a knob\nHome, End: turn it";

/// A demo that runs in the window.
pub(super) struct Show {
    demo: &'static Demo,
    player: Player,
    graph: FrameGraph,
    /// The knob that the keyboard turns.
    selected: usize,
    message: String,
    stale: bool,
}

impl Show {
    pub(super) fn new(demo: &'static Demo) -> motile::Result<Self> {
        let player = (demo.start)(&Settings::new(demo.size.0, demo.size.1).seeded())?.on_display();
        let graph = FrameGraph::default();
        Ok(Self { demo, player, graph, selected: 0, message: String::new(), stale: true })
    }

    /// Takes in an event; false when the demo is to be left.
    pub(super) fn event(&mut self, event: InputEvent) -> bool {
        self.stale = true;
        match event {
            InputEvent::Key(Key::Escape) => return false,
            InputEvent::Key(Key::F(2)) => {
                self.message =
                    self.player.restart().err().map_or_else(String::new, |e| e.to_string());
            }
            InputEvent::Key(Key::F(3)) => self.player.set_paused(!self.player.is_paused()),
            InputEvent::Key(Key::F(4)) => {
                self.player.set_paused(true);
                self.player.single_step();
            }
            InputEvent::Key(Key::F(5)) => self.message = self.save(),
            InputEvent::Key(Key::PageDown) => self.choose(1),
            InputEvent::Key(Key::PageUp) => self.choose(self.demo.params.len().saturating_sub(1)),
            InputEvent::Key(Key::Home) => self.turn(-1),
            InputEvent::Key(Key::End) => self.turn(1),
            InputEvent::Key(Key::Enter) if self.on_button() => self.turn(1),
            InputEvent::Move(point) => self.player.event(InputEvent::Move(self.to_stage(point))),
            InputEvent::Touch { id, phase, position } => {
                self.player.event(InputEvent::Touch {
                    id,
                    phase,
                    position: self.to_stage(position),
                });
            }
            InputEvent::Resize { .. } => {}
            other => self.player.event(other),
        }
        true
    }

    fn choose(&mut self, by: usize) {
        let count = self.demo.params.len().max(1);
        self.selected = (self.selected + by) % count;
    }

    /// Whether the chosen knob is a push button, which takes the Enter key from the demo.
    fn on_button(&self) -> bool {
        let param = self.demo.params.get(self.selected);
        param.is_some_and(|param| param.kind == ParamKind::Button)
    }

    fn turn(&mut self, steps: i32) {
        if let Some(param) = self.demo.params.get(self.selected) {
            // The demo declared it, so it is known.
            let _ = self.player.params_mut().nudge(param.name, steps);
        }
    }

    fn save(&self) -> String {
        let path = format!("{}-{}.png", self.demo.id.replace('/', "-"), self.player.tick_index());
        match write_png(&path, self.player.surface()) {
            Ok(()) => format!("saved {path}"),
            Err(error) => error.to_string(),
        }
    }

    /// Scale and corner of the demo's picture in the window.
    fn placement(&self) -> (f32, Vec2) {
        let room = vec2(WIDTH as f32 - PANEL - 2.0 * EDGE, HEIGHT as f32 - 2.0 * EDGE);
        let size = self.player.stage().size();
        let scale = (room / size).min_element();
        // Whole pixels stay sharp when there is room for them.
        let scale = if (1.0..1.15).contains(&scale) { 1.0 } else { scale };
        (scale, vec2(EDGE, EDGE) + ((room - size * scale) * 0.5).round())
    }

    fn to_stage(&self, point: Vec2) -> Vec2 {
        let (scale, corner) = self.placement();
        (point - corner) / scale
    }

    /// Goes on by the time since the last call and draws; whether anything changed.
    pub(super) fn frame(
        &mut self,
        elapsed: Duration,
        renderer: &mut Renderer,
        surface: &mut Surface,
    ) -> bool {
        self.graph.add(elapsed);
        self.player.update(elapsed);
        let drawn = self.player.draw();
        if !(drawn || self.stale) && self.player.is_paused() {
            return false;
        }
        self.stale = false;
        surface.fill(PAPER);
        let (scale, corner) = self.placement();
        if scale == 1.0 {
            surface.blit(self.player.surface(), corner.x as i32, corner.y as i32);
        } else {
            let transform =
                Affine2::from_translation(corner) * Affine2::from_scale(Vec2::splat(scale));
            // Finite, so it cannot be refused.
            let _ = surface.draw(
                self.player.surface(),
                &transform,
                Sampling::Bilinear,
                &Blit::default(),
            );
        }
        paint(renderer, surface, |canvas| self.panel(canvas));
        true
    }

    fn panel(&self, canvas: &mut Canvas<'_>) {
        let (x, width) = (WIDTH as f32 - PANEL, PANEL - EDGE);
        let mut y = EDGE;
        y += write(canvas, self.demo.title, 22.0, vec2(x, y), width, INK) + 6.0;
        y += write(canvas, self.demo.sees, 14.0, vec2(x, y), width, SOFT) + 6.0;
        y += write(canvas, self.demo.tries, 14.0, vec2(x, y), width, INK) + 6.0;
        y += write(canvas, &controls(self.demo), 13.0, vec2(x, y), width, SOFT) + 14.0;
        for (i, (param, value)) in self.player.params().iter().enumerate() {
            knob(canvas, param, value, vec2(x, y), i == self.selected);
            y += 36.0;
        }
        let graph = FrameGraph::area(x, HEIGHT as f32 - EDGE - 150.0, width);
        self.graph.draw(canvas, graph);
        let paused = if self.player.is_paused() { "  paused" } else { "" };
        let tick = format!("tick {}{paused}", self.player.tick_index());
        write(canvas, &tick, 13.0, vec2(x, graph.max.y + 6.0), width, SOFT);
        write(canvas, KEYS, 12.0, vec2(x, graph.max.y + 26.0), width, SOFT);
        write(canvas, &self.message, 13.0, vec2(x, graph.min.y - 24.0), width, ACCENT);
    }
}

/// What pointer and keys do: `Drag the ball, let go to throw it. Space: throw it up.`
fn controls(demo: &Demo) -> String {
    let keys = demo.keys.iter().map(|(key, does)| format!("{key}: {does}."));
    let pointer = (!demo.controls.is_empty()).then(|| demo.controls.to_owned());
    pointer.into_iter().chain(keys).collect::<Vec<_>>().join(" ")
}

/// The name and value of a knob, and a bar that shows where it stands.
fn knob(canvas: &mut Canvas<'_>, param: &Param, value: f32, at: Vec2, selected: bool) {
    let width = PANEL - EDGE;
    let color = if selected { ACCENT } else { INK };
    let shown = match param.kind {
        ParamKind::Toggle { .. } => (if value == 0.0 { "off" } else { "on" }).to_string(),
        ParamKind::Choice { options, .. } => {
            options.get(value as usize).copied().unwrap_or("").to_string()
        }
        ParamKind::Button => {
            let text = if selected { "Enter presses it" } else { "a button" };
            text.to_string()
        }
        _ => format!("{}", (value * 100.0).round() / 100.0),
    };
    write(canvas, &format!("{}: {shown}", param.name), 14.0, at, width, color);
    let (min, max) = param.range();
    let share = if max > min { (value - min) / (max - min) } else { 0.0 };
    canvas.fill_rect(rect(at.x, at.y + 21.0, width, 4.0), CARD);
    canvas.fill_rect(rect(at.x, at.y + 21.0, width * share, 4.0), color);
}
