//! A sketch with files, saves, a sound, a text field and gamepads, for the browser tests: it loads a picture that is there and one
//! that is not, counts in its storage how often W was pressed, plays its sound for P, types after T and shakes what presses
//! its lower button. What went wrong is told over its picture; how it stands, in its title.

use motile::{
    game::{SaveError, TouchPad, Ui, Widget, WidgetId, WidgetKind},
    prelude::*,
    stage::Rumble,
};

struct Files {
    manifest: AssetId<String>,
    dot: AssetId<Image>,
    tone: AssetId<Sound>,
    /// What was saved last.
    count: u32,
    ui: Ui,
    field: WidgetId,
    typing: bool,
    touch: TouchPad,
}

impl Sketch for Files {
    const PARAMS: &'static [Param] = &[Param::number("volume", 0.0, 1.0, 0.5)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.assets().retries = 0;
        stage.load::<Image>("lost.png");
        // An error that is only written down, as logs do, ends nothing.
        let logged = format!("{:?}", motile::Error::new("no level 9"));
        debug_assert!(logged.contains("no level 9"));
        let mut ui = Ui::new();
        let field = ui.add(Widget::multi_line_field("").with_height(20.0).with_width(30.0));
        Ok(Self {
            manifest: stage.load("manifest.txt"),
            dot: stage.load("dot.png"),
            tone: stage.load("tone.wav"),
            count: 0,
            ui,
            field,
            typing: false,
            touch: TouchPad::new(&[]),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if !self.typing {
            self.commands(stage, tick);
        }
        self.touch.update(tick.input, stage.size());
        self.ui.update(tick.input, stage.size(), tick.dt);
        // After the update: the letter that begins is none of the text.
        if tick.input.pressed(Key::Char('T')) && !self.typing {
            self.typing = true;
            self.ui.set_focus(Some(self.field));
        }
        self.ui.apply_to(&mut stage.shell);
        for (number, pad) in tick.input.pads() {
            if pad.pressed(PadButton::South) {
                let (strong, weak, seconds) = (0.25, 0.5, 0.125);
                stage.shell.rumble.push(Rumble { pad: number, strong, weak, seconds });
            }
        }
        stage.shell.title = Some(self.state(tick.input));
    }

    /// A bar in the lowest row is as long as the count.
    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let listed = stage.loaded(self.manifest).is_some_and(|names| names.contains("dot.png\n"));
        if let Some(dot) = stage.image(self.dot).filter(|_| listed) {
            canvas.image(dot, Vec2::ZERO);
        }
        let bar = Aabb::from_size(vec2(0.0, 44.0), vec2(self.count as f32 * 4.0, 4.0));
        canvas.fill_rect(bar, Color::BLACK);
    }
}

impl Files {
    fn commands(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.input.pressed(Key::Char('R')) {
            stage.assets().retry();
        }
        if tick.input.pressed(Key::Char('W')) {
            match count_on(stage) {
                Ok(count) => self.count = count,
                Err(error) => stage.fail(error),
            }
        }
        if tick.input.pressed(Key::Char('P')) {
            match stage.loaded(self.tone).cloned() {
                Some(tone) => _ = stage.sound().play(&tone),
                None => stage.fail("tone.wav is not here yet"),
            }
        }
    }

    /// What was typed, with `|` for the caret and what is selected in brackets; what is composed; gamepads; the touch screen.
    fn state(&self, input: &Input) -> String {
        let mut words = String::new();
        if let Some(WidgetKind::Field(field)) = self.ui.get(self.field).map(|it| &it.kind) {
            let (text, chosen) = (field.edit.text(), field.edit.selection());
            let (before, after) = (&text[..chosen.start], &text[chosen.end..]);
            words = match field.edit.selected() {
                "" => format!("{before}|{after}"),
                selected => format!("{before}[{selected}]{after}"),
            };
        }
        words += &format!("/{}/", input.composing);
        for (number, pad) in input.pads().filter(|(_, pad)| pad.connected) {
            let down = PadButton::NAMED.iter().filter(|named| pad.is_down(named.0));
            let down: Vec<&str> = down.map(|named| named.1).collect();
            let (x, pull) = (pad.left.x, pad.right_trigger);
            words += &format!(" {number} {} {x} {pull} {}", pad.family.name(), down.join(" "));
        }
        words + if self.touch.visible { "/touch" } else { "/" }
    }
}

/// One more than is saved, and that is saved then.
fn count_on(stage: &mut Stage) -> Result<u32, SaveError> {
    let saves = stage.saves("files");
    let count = saves.read("count", 1)?.unwrap_or(0) + 1;
    saves.write("count", 1, &count)?;
    Ok(count)
}

fn main() -> motile::Result {
    motile::run::<Files>(Window::new("Files", 64, 48))
}
