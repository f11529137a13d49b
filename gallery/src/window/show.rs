//! One demo with its knobs beside it.

use super::{
    capture::{self, Capture},
    graph::FrameGraph,
    panels::Panels,
    source::Source,
    theme::{PAPER, paint},
    toolbar::{self, Action},
};
use motile::{
    pixels::{Sampling, Surface},
    prelude::*,
    stage::{Canvas, DroppedFile, Renderer, Shell, View},
    time::Duration,
};
use motile_demos::Demo;
use motile_gallery_model::Run;
use std::path::PathBuf;

/// What an event asks of the window around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    No,
    Back,
    FullScreen,
}

/// A demo that runs in the window.
pub(super) struct Show {
    demo: &'static Demo,
    player: Player,
    graph: FrameGraph,
    panels: Panels,
    message: String,
    /// Text for the clipboard.
    copied: Option<String>,
    /// Whether the demo asked for the whole screen when it was looked at last.
    full_screen: bool,
    source: Option<Source>,
    capture: Option<Capture>,
    /// Where pictures are saved, and whether the next frame is to be.
    folder: PathBuf,
    saving: bool,
    /// How many pixels of the display make one of an ordinary one.
    scale: f32,
    stale: bool,
}

impl Show {
    pub(super) fn new(demo: &'static Demo) -> motile::Result<Self> {
        let run = Run::new(demo);
        Ok(Self::of(demo, run.start(&run.settings().seeded())?.on_display()))
    }

    /// A demo that has been started.
    pub(super) fn of(demo: &'static Demo, player: Player) -> Self {
        Self {
            demo,
            panels: Panels::new(demo, player.params()),
            player,
            graph: FrameGraph::default(),
            message: String::new(),
            copied: None,
            full_screen: false,
            source: None,
            capture: None,
            folder: PathBuf::new(),
            saving: false,
            scale: 1.0,
            stale: true,
        }
    }

    /// Lets microphone and camera hold still while nobody sees the window.
    pub(super) fn set_hidden(&mut self, hidden: bool) {
        self.player.set_hidden(hidden);
    }

    /// Hands on a file that was dropped on the window.
    pub(super) fn drop_file(&mut self, file: DroppedFile) {
        self.player.drop_file(file);
    }

    /// Whether the demo has ended itself.
    pub(super) const fn has_ended(&self) -> bool {
        self.player.stage().shell.quit
    }

    /// The title of the demo.
    pub(super) const fn title(&self) -> &'static str {
        self.demo.title
    }

    /// Lays itself out for a window of another size.
    pub(super) fn resize(&mut self, size: Vec2, scale: f32) {
        (self.scale, self.stale) = (scale, true);
        self.panels.resize(size, self.player.params());
        self.fit();
    }

    /// Draws the demo at the size it has in the window.
    fn fit(&mut self) {
        self.player.set_scale(self.view().scale * self.scale);
    }

    /// Takes in an event; what it asks of the window around.
    pub(super) fn event(&mut self, event: InputEvent) -> Leave {
        self.stale = true;
        if let InputEvent::Key(key) = event
            && let Some(action) = toolbar::action_of(key)
        {
            return self.act(action);
        }
        match (event, &mut self.source) {
            (InputEvent::Wheel(lines), Some(source)) => source.scroll(lines * 3.0),
            (InputEvent::Key(Key::PageDown), Some(source)) => source.scroll(20.0),
            (InputEvent::Key(Key::PageUp), Some(source)) => source.scroll(-20.0),
            _ => return self.hand_on(event),
        }
        Leave::No
    }

    /// To what stands around the demo, or else to the demo.
    fn hand_on(&mut self, event: InputEvent) -> Leave {
        let was_open = self.panels.is_open();
        let types = self.player.stage().shell.typing.is_some();
        let (action, taken) = self.panels.event(event, self.player.params_mut(), types);
        if self.panels.is_open() != was_open {
            self.fit();
        }
        if let Some(action) = action {
            return self.act(action);
        }
        if taken {
            return Leave::No;
        }
        self.player.event(match event {
            InputEvent::Move(point) => InputEvent::Move(self.to_stage(point)),
            InputEvent::Touch { id, phase, position } => {
                InputEvent::Touch { id, phase, position: self.to_stage(position) }
            }
            other => other,
        });
        Leave::No
    }

    fn act(&mut self, action: Action) -> Leave {
        self.message.clear();
        match action {
            Action::Back if self.panels.helps() || self.source.is_some() => {
                self.panels.set_help(false);
                self.source = None;
            }
            Action::Back => return Leave::Back,
            Action::FullScreen => return Leave::FullScreen,
            Action::Restart => {
                if let Err(error) = self.player.restart() {
                    self.message = error.to_string();
                }
            }
            Action::Pause => self.player.set_paused(!self.player.is_paused()),
            Action::Step => {
                self.player.set_paused(true);
                self.player.single_step();
            }
            // A step of this very moment is not drawn yet: what is saved has to be what shows.
            Action::Picture => self.saving = true,
            Action::Gif => self.record(),
            Action::Source => {
                self.source = match self.source {
                    None => Some(Source::of(self.demo)),
                    Some(_) => None,
                };
            }
            Action::Command => {
                let command = Run::of(self.demo, &self.player).command();
                self.message = format!("copied: {command}");
                self.copied = Some(command);
            }
            Action::Panel => {
                self.panels.toggle(self.player.params());
                self.fit();
            }
            Action::Help => self.panels.set_help(!self.panels.helps()),
        }
        Leave::No
    }

    /// Begins an animation, or ends and saves the one that is in the making.
    fn record(&mut self) {
        if let Some(said) = self.finish_capture() {
            self.message = said;
            return;
        }
        match Capture::begin(&self.folder, &self.name(), self.player.surface()) {
            Ok(capture) => self.capture = Some(capture),
            Err(error) => self.message = error.to_string(),
        }
    }

    /// Saves the animation that is in the making; what to tell about it.
    pub(super) fn finish_capture(&mut self) -> Option<String> {
        self.capture.take().map(Capture::finish)
    }

    /// Name of files: the demo and its tick.
    fn name(&self) -> String {
        format!("{}-{}", self.demo.id.replace('/', "-"), self.player.tick_index())
    }

    /// What the demo, and the toolbar, ask of the window around.
    pub(super) fn ask(&mut self, shell: &mut Shell) {
        let own = &mut self.player.stage_mut().shell;
        let mut typing = None;
        if self.panels.ask(shell) {
            typing = shell.typing;
        } else {
            shell.cursor = own.cursor;
        }
        shell.notice = own.notice;
        shell.in_background = own.in_background;
        shell.keeps_open = own.keeps_open;
        shell.rumble.append(&mut own.rumble);
        // F11 may have changed what is so since the demo asked.
        if core::mem::replace(&mut self.full_screen, own.full_screen) != own.full_screen {
            shell.full_screen = own.full_screen;
        }
        shell.title.clone_from(&own.title);
        shell.clipboard = self.copied.take().or_else(|| own.clipboard.take());
        let own_typing = own.typing;
        let view = self.view();
        let in_window =
            |caret: Aabb| Aabb { min: view.to_window(caret.min), max: view.to_window(caret.max) };
        shell.typing = typing.or_else(|| own_typing.map(in_window));
    }

    /// Where the demo's picture lies in the window.
    fn view(&self) -> View {
        let (area, size) = (self.panels.room(), self.player.stage().size());
        let view = |mode| View::new(mode, size, area.size(), 1.0);
        let fit = view(ScaleMode::Fit);
        // A little smaller costs less than drawing at an odd scale.
        let is_near = (1.0..1.15).contains(&fit.scale);
        let view = if is_near { view(ScaleMode::Pixels) } else { fit };
        View { offset: area.min + view.offset, ..view }
    }

    pub(super) fn to_stage(&self, point: Vec2) -> Vec2 {
        self.view().to_picture(point)
    }

    /// Goes on by the time since the last call and draws; whether anything changed.
    pub(super) fn frame(
        &mut self,
        elapsed: Duration,
        renderer: &mut Renderer,
        surface: &mut Surface,
        fresh: bool,
    ) -> bool {
        self.graph.add(elapsed);
        self.panels.update(elapsed.as_secs_f32());
        self.player.update_exactly(elapsed);
        let drawn = self.player.draw();
        if core::mem::take(&mut self.saving) {
            self.message = capture::save(&self.folder, &self.name(), self.player.surface());
        }
        self.film(elapsed.as_secs_f32());
        if !(drawn || self.stale || fresh) && self.player.is_paused() {
            return false;
        }
        self.stale = false;
        surface.fill(PAPER);
        self.place_picture(surface);
        let scale = self.scale;
        paint(renderer, surface, scale, |canvas| self.draw_around(canvas));
        true
    }

    /// Takes the picture into the animation that is in the making, which is saved with its last one.
    fn film(&mut self, dt: f32) {
        let Some(capture) = &mut self.capture else { return };
        if let Some(wrong) = capture.frame(self.player.surface(), dt) {
            // What there is of it is whole.
            let saved = self.finish_capture().unwrap_or_default();
            self.message = format!("{wrong}; {saved}");
        } else if capture.is_whole() {
            self.message = self.finish_capture().unwrap_or_default();
        }
    }

    /// Puts the demo's picture where it belongs: it is drawn at the size it has there.
    fn place_picture(&self, surface: &mut Surface) {
        let View { scale, offset } = self.view();
        let corner = (offset * self.scale).round();
        let picture = self.player.surface();
        let enlarge = scale * self.scale / self.player.scale();
        if (enlarge - 1.0).abs() < 1e-3 {
            surface.blit(picture, corner.x as i32, corner.y as i32);
            return;
        }
        let place = Affine2::from_translation(corner) * Affine2::from_scale(Vec2::splat(enlarge));
        surface.draw(picture, &place, Sampling::Bilinear, &Blit::default());
    }

    fn draw_around(&mut self, canvas: &mut Canvas<'_>) {
        if let Some(source) = &self.source {
            source.draw(canvas, self.panels.room());
        }
        let paused = if self.player.is_paused() { ", paused" } else { "" };
        let tick =
            format!("tick {}, seed {}{paused}", self.player.tick_index(), self.player.seed());
        let (is_over, helps) = (self.panels.is_over(), self.panels.helps());
        self.panels.tell(&self.message);
        self.panels.show(&tick, |action| match action {
            Action::Pause => self.player.is_paused(),
            Action::Source => self.source.is_some(),
            Action::Gif => self.capture.is_some(),
            Action::Panel => is_over,
            Action::Help => helps,
            _ => false,
        });
        self.panels.draw(self.player.params(), canvas);
        if let Some(area) = self.panels.graph_area() {
            self.graph.draw(canvas, area);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A demo in a window of this size, drawn once.
    fn shown(width: u32, height: u32) -> (Show, Surface) {
        let demo = motile_demos::find("stage/bouncing-ball").unwrap();
        let mut show = Show::new(demo).unwrap();
        let mut surface = Surface::opaque(width, height, PAPER).unwrap();
        show.resize(vec2(width as f32, height as f32), 1.0);
        show.frame(Duration::ZERO, &mut Renderer::new(), &mut surface, true);
        (show, surface)
    }

    fn click(show: &mut Show, place: Vec2) -> Leave {
        show.event(InputEvent::Move(place));
        show.event(InputEvent::Down(Button::Left));
        show.event(InputEvent::Up(Button::Left))
    }

    #[test]
    fn a_knob_is_turned_by_the_mouse_and_named_in_the_command() {
        let (mut show, _) = shown(1060, 700);
        let area = show.panels.knobs_area();
        let before = show.player.params().number("gravity");
        click(&mut show, vec2(area.max.x - 14.0, area.min.y + 30.0));
        assert!(show.player.params().number("gravity") > before);
        assert!(!show.player.stage().input().pointer.is_down(), "the demo does not see that click");
        show.act(Action::Command);
        let mut shell = Shell::default();
        show.ask(&mut shell);
        let copied = shell.clipboard.unwrap_or_default();
        assert!(copied.contains(" play stage/bouncing-ball --seed "), "{copied}");
        assert!(copied.contains(" --set gravity="), "{copied}");
        assert_eq!(show.message, format!("copied: {copied}"));
    }

    #[test]
    fn in_a_low_window_words_make_room_for_knobs() {
        let demo = motile_demos::find("steer/flock").unwrap();
        let mut show = Show::new(demo).unwrap();
        for height in [1080, 700, 500] {
            let mut surface = Surface::opaque(800, height, PAPER).unwrap();
            show.resize(vec2(800.0, height as f32), 1.0);
            show.frame(Duration::ZERO, &mut Renderer::new(), &mut surface, true);
            let area = show.panels.knobs_area();
            assert!(area.max.y <= height as f32, "{height}: {area:?}");
            assert!(area.size().y > 200.0, "{height}: {area:?}");
        }
    }

    /// A window under 760 pixels of width showed no knobs at all.
    #[test]
    fn in_a_narrow_window_a_button_or_a_key_opens_the_knobs() {
        let (mut show, mut surface) = shown(480, 320);
        assert!(!show.panels.is_open());
        let picture = show.view();
        let button = show.panels.button(Action::Panel);
        click(&mut show, button);
        let area = show.panels.knobs_area();
        assert!(show.panels.is_open() && area.size().min_element() > 60.0, "{area:?}");
        assert!(area.min.min_element() >= 0.0 && area.max.x <= 480.0);
        assert!(area.max.y <= show.panels.toolbar().min.y, "the toolbar stays free: {area:?}");
        assert_eq!(show.view(), picture, "it lies over the picture");
        show.frame(Duration::ZERO, &mut Renderer::new(), &mut surface, true);
        let before = show.player.params().number("gravity");
        click(&mut show, vec2(area.max.x - 14.0, area.min.y + 30.0));
        assert!(show.player.params().number("gravity") > before);
        show.event(InputEvent::Key(Key::F(9)));
        assert!(!show.panels.is_open());
        let now = show.player.params().number("gravity");
        show.event(InputEvent::Key(Key::Home));
        assert!(show.player.params().number("gravity") < now);
        assert!(!show.panels.is_open(), "it was put away");
        let (mut show, _) = shown(480, 320);
        show.event(InputEvent::Key(Key::PageDown));
        assert!(show.panels.is_open(), "who chooses a knob sees it");
    }

    /// Home, End and the keys for pages turned knobs while a demo had a text field, which uses them too.
    #[test]
    fn while_somebody_types_keys_turn_no_knobs() {
        struct Writes;

        impl Sketch for Writes {
            const PARAMS: &'static [Param] = &[Param::number("speed", 0.0, 100.0, 60.0)];

            fn setup(stage: &mut Stage) -> motile::Result<Self> {
                stage.shell.typing = Some(Aabb { min: Vec2::ONE, max: vec2(2.0, 9.0) });
                Ok(Self)
            }
        }

        static WRITES: Demo = Demo { title: "Writes", ..Demo::of::<Writes>() };
        let mut show = Show::of(&WRITES, Player::new::<Writes>(&Settings::new(64, 48)).unwrap());
        show.resize(vec2(1060.0, 700.0), 1.0);
        show.event(InputEvent::Key(Key::Home));
        assert_eq!(show.player.params().number("speed"), 60.0);
        assert!(show.player.stage().input().pressed(Key::Home), "the demo has it");
        let area = show.panels.knobs_area();
        click(&mut show, vec2(area.max.x - 14.0, area.min.y + 30.0));
        let turned = show.player.params().number("speed");
        assert!(turned > 60.0, "the mouse turns it as ever");
        show.player.stage_mut().shell.typing = None;
        show.event(InputEvent::Key(Key::Home));
        assert!(show.player.params().number("speed") < turned);
    }

    #[test]
    fn in_a_wide_window_the_picture_takes_the_room_of_the_panel() {
        let (mut show, _) = shown(1060, 500);
        let before = show.view().scale;
        show.event(InputEvent::Key(Key::F(9)));
        assert!(!show.panels.is_open() && show.view().scale >= before);
        assert_eq!(show.panels.room().max.x, 1060.0 - 16.0);
        show.resize(vec2(480.0, 320.0), 1.0);
        show.resize(vec2(1060.0, 500.0), 1.0);
        assert!(show.panels.is_open(), "another size, another start");
    }

    #[test]
    fn the_toolbar_is_clicked_and_escape_leaves_step_by_step() {
        let (mut show, _) = shown(480, 320);
        let back = show.panels.button(Action::Back);
        assert_eq!(click(&mut show, back), Leave::Back);
        let pause = show.panels.button(Action::Pause);
        click(&mut show, pause);
        assert!(show.player.is_paused());
        assert!(!show.player.stage().input().pointer.pressed(), "the demo does not see that click");
        click(&mut show, pause);
        show.event(InputEvent::Key(Key::F(1)));
        show.event(InputEvent::Key(Key::F(6)));
        assert!(show.panels.helps() && show.source.is_some());
        assert_eq!(show.event(InputEvent::Key(Key::Escape)), Leave::No, "closes what lies on top");
        assert_eq!(show.event(InputEvent::Key(Key::Escape)), Leave::Back);
        assert_eq!(show.event(InputEvent::Key(Key::F(11))), Leave::FullScreen);
        show.event(InputEvent::Key(Key::F(3)));
        assert!(show.player.is_paused());
    }

    /// A step and a picture asked for within one frame saved what showed before the step.
    #[test]
    fn a_picture_asked_for_with_a_step_is_the_one_that_shows() {
        let (mut show, mut surface) = shown(1060, 700);
        show.folder = std::env::temp_dir().join(format!("motile-show-{}", std::process::id()));
        std::fs::create_dir_all(&show.folder).unwrap();
        show.event(InputEvent::Key(Key::F(4)));
        show.event(InputEvent::Key(Key::F(5)));
        show.frame(Duration::ZERO, &mut Renderer::new(), &mut surface, false);
        let file = show.folder.join("stage-bouncing-ball-1.png");
        let saved = Surface::from_png(&std::fs::read(file).unwrap()).unwrap();
        std::fs::remove_dir_all(&show.folder).unwrap();
        let corner = show.view().offset;
        let (left, top) = (corner.x as i32, corner.y as i32);
        let mut places = (0..480).flat_map(|y| (0..640).map(move |x| (x, y)));
        assert!(places.all(|(x, y)| saved.get(x, y) == surface.get(x + left, y + top)));
    }

    /// A second press began anew, and leaving lost what there was.
    #[test]
    fn an_animation_is_saved_by_its_key_and_by_leaving() {
        let (mut show, mut surface) = shown(1060, 700);
        show.folder = std::env::temp_dir().join(format!("motile-film-{}", std::process::id()));
        std::fs::create_dir_all(&show.folder).unwrap();
        let mut frame = |show: &mut Show| {
            show.frame(Duration::from_millis(40), &mut Renderer::new(), &mut surface, false);
        };
        assert_eq!(show.finish_capture(), None);
        show.event(InputEvent::Key(Key::F(8)));
        show.event(InputEvent::Key(Key::F(8)));
        assert!(show.message.contains("before its first picture"), "{}", show.message);
        for name in ["stage-bouncing-ball-0.gif", "stage-bouncing-ball-4.gif"] {
            show.event(InputEvent::Key(Key::F(8)));
            (0..2).for_each(|_| frame(&mut show));
            show.event(InputEvent::Key(Key::F(8)));
            assert!(show.message.starts_with("saved ") && show.message.ends_with(name));
            assert!(std::fs::read(show.folder.join(name)).unwrap().starts_with(b"GIF89a"));
        }
        show.event(InputEvent::Key(Key::F(8)));
        frame(&mut show);
        assert!(show.finish_capture().is_some_and(|said| said.starts_with("saved ")));
        std::fs::remove_dir_all(&show.folder).unwrap();
    }

    #[test]
    fn the_picture_fits_every_window() {
        for (width, height) in [(480, 320), (700, 700), (1060, 700), (1920, 1080)] {
            let (show, _) = shown(width, height);
            let View { scale, offset: corner } = show.view();
            let end = corner + show.player.stage().size() * scale;
            assert!(corner.min_element() >= 0.0 && end.x <= width as f32, "{width}×{height}");
            assert!(end.y <= show.panels.toolbar().min.y, "{width}×{height}");
            assert!((show.to_stage(corner)).length() < 1e-3);
        }
    }
}
