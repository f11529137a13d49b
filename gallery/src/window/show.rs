//! One demo with its knobs beside it.

use super::{
    capture::{self, Capture},
    graph::FrameGraph,
    source::Source,
    theme::{ACCENT, CARD, INK, PAPER, SOFT, height_of, paint, rect, write},
    toolbar::{self, Action},
};
use motile::{
    pixels::{Sampling, Surface},
    prelude::*,
    stage::{Canvas, KnobPanel, Renderer, Shell},
    time::Duration,
};
use motile_demos::Demo;
use motile_gallery_model::{Run, hints};
use std::path::PathBuf;

/// Width of the panel, and of a window that has room for it, pixels.
const PANEL: f32 = 320.0;
const ROOMY: f32 = 760.0;
const EDGE: f32 = 16.0;

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
    knobs: KnobPanel,
    /// Where the knobs were drawn last.
    knobs_area: Aabb,
    message: String,
    /// Text for the clipboard.
    copied: Option<String>,
    help: bool,
    source: Option<Source>,
    capture: Option<Capture>,
    /// Where pictures are saved, and whether the next frame is to be.
    folder: PathBuf,
    saving: bool,
    pointer: Vec2,
    /// Size of the window in pixels of an ordinary display, and how many of the display make one.
    size: Vec2,
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
            player,
            graph: FrameGraph::default(),
            knobs: KnobPanel::new(),
            knobs_area: rect(-1.0, -1.0, 0.0, 0.0),
            message: String::new(),
            copied: None,
            help: false,
            source: None,
            capture: None,
            folder: PathBuf::new(),
            saving: false,
            pointer: Vec2::ZERO,
            size: Vec2::ONE,
            scale: 1.0,
            stale: true,
        }
    }

    /// The title of the demo.
    pub(super) const fn title(&self) -> &'static str {
        self.demo.title
    }

    /// Lays itself out for a window of another size.
    pub(super) fn resize(&mut self, size: Vec2, scale: f32) {
        (self.size, self.scale, self.stale) = (size, scale, true);
        self.player.set_scale(self.view().0 * scale);
    }

    /// Takes in an event; what it asks of the window around.
    pub(super) fn event(&mut self, event: InputEvent) -> Leave {
        self.stale = true;
        if let InputEvent::Move(point) = event {
            self.pointer = point;
        }
        let action = match event {
            InputEvent::Key(key) => toolbar::action_of(key),
            InputEvent::Down(Button::Left) => {
                let (corner, width) = self.toolbar();
                toolbar::hit(corner, width, self.pointer)
            }
            _ => None,
        };
        if let Some(action) = action {
            return self.act(action);
        }
        match (event, &mut self.source) {
            (InputEvent::Wheel(lines), Some(source)) => source.scroll(lines * 3.0),
            (InputEvent::Key(Key::PageDown), Some(source)) => source.scroll(20.0),
            (InputEvent::Key(Key::PageUp), Some(source)) => source.scroll(-20.0),
            _ => self.hand_on(event),
        }
        Leave::No
    }

    /// To the knobs, or else to the demo.
    fn hand_on(&mut self, event: InputEvent) {
        if self.knobs.event(event, self.knobs_area, self.player.params_mut()) {
            return;
        }
        self.player.event(match event {
            InputEvent::Move(point) => InputEvent::Move(self.to_stage(point)),
            InputEvent::Touch { id, phase, position } => {
                InputEvent::Touch { id, phase, position: self.to_stage(position) }
            }
            other => other,
        });
    }

    fn act(&mut self, action: Action) -> Leave {
        self.message.clear();
        match action {
            Action::Back if self.help || self.source.is_some() => {
                (self.help, self.source) = (false, None);
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
            Action::Gif => match Capture::begin(&self.name(), self.player.surface()) {
                Ok(capture) => self.capture = Some(capture),
                Err(error) => self.message = error.to_string(),
            },
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
            Action::Help => self.help = !self.help,
        }
        Leave::No
    }

    /// Name of files: the demo and its tick.
    fn name(&self) -> String {
        format!("{}-{}", self.demo.id.replace('/', "-"), self.player.tick_index())
    }

    /// What the demo, and the toolbar, ask of the window around.
    pub(super) fn ask(&mut self, shell: &mut Shell) {
        let own = &mut self.player.stage_mut().shell;
        shell.cursor = own.cursor;
        shell.clipboard = self.copied.take().or_else(|| own.clipboard.take());
    }

    /// Whether the window has room for the panel.
    fn is_roomy(&self) -> bool {
        self.size.x >= ROOMY
    }

    /// Corner and width of the toolbar.
    fn toolbar(&self) -> (Vec2, f32) {
        let panel = if self.is_roomy() { PANEL } else { 0.0 };
        let width = (self.size.x - panel - 2.0 * EDGE).max(1.0);
        (vec2(EDGE, self.size.y - EDGE - toolbar::height(width)), width)
    }

    /// Scale and corner of the demo's picture in the window.
    fn view(&self) -> (f32, Vec2) {
        let (corner, width) = self.toolbar();
        let room = vec2(width, (corner.y - 2.0 * EDGE).max(1.0));
        let size = self.player.stage().size();
        let scale = (room / size).min_element();
        // A little smaller costs less than drawing at an odd scale.
        let scale = if (1.0..1.15).contains(&scale) { 1.0 } else { scale };
        (scale, vec2(EDGE, EDGE) + ((room - size * scale) * 0.5).round())
    }

    fn to_stage(&self, point: Vec2) -> Vec2 {
        let (scale, corner) = self.view();
        (point - corner) / scale
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
        self.knobs.update(elapsed.as_secs_f32());
        self.player.update_exactly(elapsed);
        let drawn = self.player.draw();
        if core::mem::take(&mut self.saving) {
            self.message = capture::save(&self.folder, &self.name(), self.player.surface());
        }
        if let Some(capture) = &mut self.capture
            && let Some(done) = capture.frame(self.player.surface(), elapsed.as_secs_f32())
        {
            (self.message, self.capture) = (done, None);
        }
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

    /// Puts the demo's picture where it belongs: it is drawn at the size it has there.
    fn place_picture(&self, surface: &mut Surface) {
        let (scale, corner) = self.view();
        let corner = (corner * self.scale).round();
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
        let (corner, width) = self.toolbar();
        if let Some(source) = &self.source {
            source.draw(canvas, rect(EDGE, EDGE, width, corner.y - 2.0 * EDGE));
        }
        toolbar::draw(canvas, corner, width, |action| match action {
            Action::Pause => self.player.is_paused(),
            Action::Source => self.source.is_some(),
            Action::Gif => self.capture.is_some(),
            Action::Help => self.help,
            _ => false,
        });
        if self.is_roomy() {
            self.panel(canvas);
        } else {
            self.knobs_area = rect(-1.0, -1.0, 0.0, 0.0);
        }
        if !self.message.is_empty() {
            let place = vec2(EDGE, corner.y - 26.0);
            canvas.fill_rect(rect(place.x, place.y, width, 22.0), CARD);
            write(canvas, &self.message, 13.0, place + vec2(8.0, 3.0), width, ACCENT);
        }
        if self.help {
            let area = rect(EDGE * 2.0, EDGE * 2.0, 300.0, 280.0);
            canvas.fill_rect(area, CARD);
            write(canvas, &toolbar::help(), 14.0, area.min + Vec2::splat(EDGE), 280.0, INK);
        }
    }

    fn panel(&mut self, canvas: &mut Canvas<'_>) {
        let (x, width) = (self.size.x - PANEL, PANEL - EDGE);
        let mut y = EDGE;
        y += write(canvas, self.demo.title, 22.0, vec2(x, y), width, INK) + 6.0;
        let params = self.player.params();
        let knobs = KnobPanel::size(params).y;
        // Knobs that cannot be reached are of no use: in a low window words make room for them.
        let hints = hints(self.demo);
        let words = [(self.demo.sees, SOFT), (self.demo.tries, INK), (hints.as_str(), SOFT)];
        for (text, color) in words {
            let height = height_of(text, 14.0, width) + 6.0;
            if y + height + knobs < self.size.y - EDGE {
                write(canvas, text, 14.0, vec2(x, y), width, color);
                y += height;
            }
        }
        y += 8.0;
        self.knobs_area = rect(x, y, width, knobs);
        if !params.declared().is_empty() {
            self.knobs.draw(params, self.knobs_area, canvas);
        }
        let graph = FrameGraph::area(x, self.size.y - EDGE - 86.0, width);
        // Where the knobs leave no room, they go first.
        if graph.min.y > self.knobs_area.max.y {
            self.graph.draw(canvas, graph);
        }
        let paused = if self.player.is_paused() { ", paused" } else { "" };
        let tick =
            format!("tick {}, seed {}{paused}", self.player.tick_index(), self.player.seed());
        let below = vec2(x, graph.max.y + 6.0);
        if below.y > self.knobs_area.max.y {
            write(canvas, &tick, 13.0, below, width, SOFT);
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
        let answer = show.event(InputEvent::Down(Button::Left));
        show.event(InputEvent::Up(Button::Left));
        answer
    }

    #[test]
    fn a_knob_is_turned_by_the_mouse_and_named_in_the_command() {
        let (mut show, _) = shown(1060, 700);
        let area = show.knobs_area;
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
            assert!(show.knobs_area.max.y <= height as f32, "{height}: {:?}", show.knobs_area);
        }
    }

    #[test]
    fn the_toolbar_is_clicked_and_escape_leaves_step_by_step() {
        let (mut show, _) = shown(480, 320);
        let (corner, _) = show.toolbar();
        assert_eq!(click(&mut show, corner + Vec2::splat(4.0)), Leave::Back);
        show.event(InputEvent::Key(Key::F(1)));
        show.event(InputEvent::Key(Key::F(6)));
        assert!(show.help && show.source.is_some());
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
        let (_, corner) = show.view();
        let (left, top) = (corner.x as i32, corner.y as i32);
        let mut places = (0..480).flat_map(|y| (0..640).map(move |x| (x, y)));
        assert!(places.all(|(x, y)| saved.get(x, y) == surface.get(x + left, y + top)));
    }

    #[test]
    fn the_picture_fits_every_window() {
        for (width, height) in [(480, 320), (700, 700), (1060, 700), (1920, 1080)] {
            let (show, _) = shown(width, height);
            let (scale, corner) = show.view();
            let end = corner + show.player.stage().size() * scale;
            assert!(corner.min_element() >= 0.0 && end.x <= width as f32, "{width}×{height}");
            assert!(end.y <= show.toolbar().0.y, "{width}×{height}");
            assert!((show.to_stage(corner)).length() < 1e-3);
        }
    }
}
