//! A sketch with its knobs in a corner of the window.

use super::{App, panel::KnobPanel};
use crate::{Button, DroppedFile, InputEvent, Key, Player, Renderer, Shell, Text, WheelSteps};
use motile_geom::{Aabb, Affine2, Vec2, vec2};
use motile_pixels::{Color, Surface};
use motile_time::Duration;

/// Shows and hides the knobs.
const TOGGLE: Key = Key::F(1);
/// Size of the tab that opens the panel, and its distance from the edges, in pixels.
const TAB: Vec2 = vec2(92.0, 26.0);
const EDGE: f32 = 8.0;
const TAB_COLOR: Color = Color::hex(0x22_28_2F);

/// A player with a panel on top, for sketches that have parameters.
pub(super) struct Paneled {
    player: Player,
    panel: KnobPanel,
    open: bool,
    pointer: Vec2,
    /// The wheel over a panel that has no room.
    wheel: WheelSteps,
    renderer: Renderer,
    /// The picture with the panel.
    surface: Surface,
    stale: bool,
}

impl Paneled {
    pub(super) fn new(player: Player) -> Self {
        let surface = player.surface().clone();
        let (panel, renderer) = (KnobPanel::new(), Renderer::new());
        let (pointer, wheel) = (Vec2::ZERO, WheelSteps::default());
        Self { player, panel, open: false, pointer, wheel, renderer, surface, stale: true }
    }

    /// Where the panel or its tab stands: in the upper right corner, or so far above it that the chosen knob shows.
    fn area(&self) -> Aabb {
        let size = if self.open { KnobPanel::size(self.player.params()) } else { TAB };
        let stage = self.player.stage().size();
        let shift = if self.open { self.panel.end_of_chosen() + 2.0 * EDGE - stage.y } else { 0.0 };
        let shift = shift.clamp(0.0, self.hidden());
        Aabb::from_size(vec2((stage.x - size.x - EDGE).max(0.0), EDGE - shift), size)
    }

    /// How many pixels of the open panel have no room on the stage.
    fn hidden(&self) -> f32 {
        let height = KnobPanel::size(self.player.params()).y + 2.0 * EDGE;
        (height - self.player.stage().size().y).max(0.0)
    }

    /// Whether an event is for the panel, which has dealt with it then.
    fn takes(&mut self, event: InputEvent) -> bool {
        if let InputEvent::Move(point) = event {
            self.pointer = point;
        }
        let area = self.area();
        match event {
            InputEvent::Key(TOGGLE) => self.open = !self.open,
            InputEvent::Down(Button::Left) if !self.open && area.contains(self.pointer) => {
                self.open = true;
            }
            // On a stage that is too low for the panel the wheel goes through it.
            InputEvent::Wheel(lines)
                if self.open && self.hidden() > 0.0 && area.contains(self.pointer) =>
            {
                self.panel.choose(self.wheel.turn(lines), self.player.params());
            }
            // While somebody types, keys are the sketch's.
            InputEvent::Key(_) if self.player.stage().shell.typing.is_some() => return false,
            _ if self.open => {
                let params = self.player.params_mut();
                return self.panel.event(event, area, params);
            }
            _ => return false,
        }
        true
    }

    fn compose(&mut self) {
        let (area, scale) = (self.area(), self.player.scale());
        let picture = self.player.surface();
        if (self.surface.width(), self.surface.height()) == (picture.width(), picture.height()) {
            self.surface.blit(picture, 0, 0);
        } else {
            self.surface.clone_from(picture);
        }
        let Ok(mut canvas) = self.renderer.begin(&mut self.surface) else { return };
        canvas.transformed(Affine2::from_scale(Vec2::splat(scale)), |canvas| {
            if self.open {
                return self.panel.draw(self.player.params(), area, canvas);
            }
            canvas.fill_rect(area, TAB_COLOR.with_alpha(190));
            if let Ok(layout) = Text::new("Knobs (F1)", 13.0).layout() {
                canvas.text(&layout, area.center() - layout.size() * 0.5, Color::WHITE);
            }
        });
        canvas.finish();
    }
}

impl App for Paneled {
    fn event(&mut self, event: InputEvent) {
        if self.takes(event) {
            self.stale = true;
        } else {
            self.player.event(event);
        }
    }

    fn frame(&mut self, elapsed: Duration) -> bool {
        self.panel.update(elapsed.as_secs_f32());
        self.player.update_exactly(elapsed);
        let changed = self.player.draw() || self.stale;
        if changed {
            self.compose();
        }
        self.stale = false;
        changed
    }

    fn surface(&self) -> &Surface {
        &self.surface
    }

    fn size(&self) -> Vec2 {
        self.player.stage().size()
    }

    fn set_scale(&mut self, scale: f32) {
        self.player.set_scale(scale);
    }

    fn drop_file(&mut self, file: DroppedFile) {
        self.player.drop_file(file);
    }

    fn player(&mut self) -> Option<&mut Player> {
        Some(&mut self.player)
    }

    fn shell(&mut self) -> Option<&mut Shell> {
        App::shell(&mut self.player)
    }

    fn is_done(&self) -> bool {
        App::is_done(&self.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Param, Result, Settings, Sketch, Stage};

    struct Knobs;

    impl Sketch for Knobs {
        const PARAMS: &'static [Param] = &[Param::number("speed", 0.0, 100.0, 60.0)];

        fn setup(_: &mut Stage) -> Result<Self> {
            Ok(Self)
        }
    }

    #[test]
    fn the_tab_opens_the_panel_and_the_panel_turns_the_knob() {
        let player = Player::new::<Knobs>(&Settings::new(400, 300)).unwrap();
        let mut app = Paneled::new(player);
        let click = |app: &mut Paneled, place: Vec2| {
            app.event(InputEvent::Move(place));
            app.event(InputEvent::Down(Button::Left));
            app.event(InputEvent::Up(Button::Left));
        };
        app.frame(Duration::ZERO);
        assert_ne!(app.surface().get(399 - 20, 20), Some(Color::WHITE), "the tab");
        click(&mut app, vec2(380.0, 20.0));
        assert!(app.frame(Duration::ZERO));
        assert!(
            !app.player.stage().input().pointer.is_down(),
            "the sketch does not see that click"
        );
        let area = app.area();
        click(&mut app, area.center());
        assert_eq!(app.player.params().number("speed"), 50.0);
        click(&mut app, vec2(20.0, 200.0));
        app.event(InputEvent::Key(Key::F(1)));
        assert!(!app.open);
        assert!(app.player.stage().input().pointer.pressed(), "beside the panel it does");
    }

    /// Home, End and the keys for pages turned knobs while the sketch had a text field, which uses them too.
    #[test]
    fn while_somebody_types_keys_turn_no_knobs() {
        let mut app = Paneled::new(Player::new::<Knobs>(&Settings::new(400, 300)).unwrap());
        app.event(InputEvent::Key(Key::F(1)));
        app.player.stage_mut().shell.typing = Some(Aabb { min: Vec2::ZERO, max: Vec2::ONE });
        app.event(InputEvent::Key(Key::Home));
        assert_eq!(app.player.params().number("speed"), 60.0);
        assert!(app.player.stage().input().pressed(Key::Home), "the sketch has it");
        app.player.stage_mut().shell.typing = None;
        app.event(InputEvent::Key(Key::Home));
        assert!(app.player.params().number("speed") < 60.0);
    }

    struct Many;

    impl Sketch for Many {
        const PARAMS: &'static [Param] = &[
            Param::number("a", 0.0, 1.0, 0.5),
            Param::number("b", 0.0, 1.0, 0.5),
            Param::number("c", 0.0, 1.0, 0.5),
            Param::button("last"),
        ];

        fn setup(_: &mut Stage) -> Result<Self> {
            Ok(Self)
        }
    }

    /// On a stage lower than the panel the last knobs lay below the window.
    #[test]
    fn on_a_low_stage_every_knob_is_reached_by_wheel_and_keys() {
        let mut app = Paneled::new(Player::new::<Many>(&Settings::new(400, 100)).unwrap());
        app.event(InputEvent::Key(Key::F(1)));
        assert_eq!(app.area().min.y, EDGE);
        app.event(InputEvent::Move(vec2(300.0, 50.0)));
        for _ in 0..3 {
            app.event(InputEvent::Wheel(0.25));
            assert_eq!(app.area().min.y, EDGE, "a touchpad has not turned by a line yet");
        }
        for _ in 0..9 {
            app.event(InputEvent::Wheel(1.0));
        }
        assert_eq!(app.area().max.y, 100.0 - EDGE, "the end of the panel");
        app.event(InputEvent::Move(vec2(300.0, 100.0 - EDGE - 20.0)));
        app.event(InputEvent::Down(Button::Left));
        assert_eq!(app.player.params().get("last"), Some(1.0), "it was pressed");
        app.event(InputEvent::Key(Key::PageDown));
        assert_eq!(app.area().min.y, EDGE, "round to the first");
    }
}
