//! The playground in a window: a kernel is written on the left, and seen, turned and looked into beside it.

mod draw;
mod panel;

use super::{
    capture,
    theme::{PAPER, START},
};
use motile::{
    game::{UiChange, UiEvent},
    kernel::{Kernel, ProbedValue},
    pixels::Surface,
    prelude::*,
    stage::{App, DroppedFile, Input, Renderer, Shell, write_file},
    time::Duration,
};
use motile_kernel_command::editable_source;
use motile_playground::{Example, Playground, SAMPLES, TEMPLATE};
use panel::Panel;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Size of the pictures that come along.
const SAMPLE: (u32, u32) = (400, 300);
/// Seconds between two looks at the file, and between two pictures while nothing happens but the caret.
const LOOK: f32 = 0.5;
const BLINK: f32 = 0.25;

/// Opens the playground with a source, or with a new kernel; the first picture is the first input.
pub(crate) fn play(path: Option<PathBuf>, pictures: &[Surface]) -> motile::Result {
    let app = KernelWindow::new(path, pictures)?;
    let (width, height) = START;
    let window = Window::new("Kernels", width, height).with_scale(ScaleMode::None);
    motile::run_app(Window { min_size: super::theme::SMALLEST, ..window }, app)
}

struct KernelWindow {
    playground: Playground,
    panel: Panel,
    input: Input,
    /// The file that is edited, and its text when it was last read or written.
    path: Option<PathBuf>,
    on_disk: String,
    /// What the picture is made of, and what it became.
    original: Surface,
    picture: Option<Surface>,
    /// Up to which share of its width the result is shown; the original from there on.
    split: f32,
    splitting: bool,
    /// Which input the next picture is for, counted from 0.
    input_index: usize,
    /// How long the last picture took, in seconds.
    took: f32,
    seen: Vec<ProbedValue>,
    /// What was saved, or went wrong.
    message: String,
    time: f32,
    until_look: f32,
    until_blink: f32,
    stale: bool,
    renderer: Renderer,
    surface: Surface,
    /// Size of the window in pixels of an ordinary display, and how many of the display make one.
    size: Vec2,
    scale: f32,
    shell: Shell,
}

impl KernelWindow {
    fn new(path: Option<PathBuf>, pictures: &[Surface]) -> motile::Result<Self> {
        let source = match &path {
            Some(path) => read(path)?,
            None => TEMPLATE.to_owned(),
        };
        let mut playground = Playground::default();
        let samples = SAMPLES.iter().map(|sample| sample.paint(SAMPLE.0, SAMPLE.1));
        let samples: Vec<Surface> = samples.filter_map(Result::ok).collect();
        let all = if pictures.is_empty() { &samples } else { pictures };
        for (index, picture) in all.iter().enumerate() {
            playground.set_picture(index, picture);
        }
        let blank = Surface::opaque(SAMPLE.0, SAMPLE.1, PAPER)?;
        let (width, height) = START;
        let mut window = Self {
            playground,
            panel: Panel::new(&source),
            input: Input::default(),
            path,
            on_disk: source.clone(),
            original: all.first().cloned().unwrap_or(blank),
            picture: None,
            split: 1.0,
            splitting: false,
            input_index: 0,
            took: 0.0,
            seen: Vec::new(),
            message: String::new(),
            time: 0.0,
            until_look: LOOK,
            until_blink: BLINK,
            stale: true,
            renderer: Renderer::new(),
            surface: Surface::opaque(width, height, PAPER)?,
            size: vec2(width as f32, height as f32),
            scale: 1.0,
            shell: Shell::default(),
        };
        window.panel.resize(window.size);
        window.compile(&source);
        Ok(window)
    }

    fn source(&self) -> &str {
        self.panel.ui.text(self.panel.editor)
    }

    /// Takes a new version of the source; knobs keep their values.
    fn compile(&mut self, source: &str) {
        self.message.clear();
        self.playground.edit(source);
        self.show_knobs();
    }

    fn show_knobs(&mut self) {
        if let Some(shader) = self.playground.shader() {
            self.panel.show(shader);
        }
        let can_mend = self.playground.mended().is_some();
        self.panel.ui.set_visible(self.panel.mend, can_mend);
        self.show_input();
        self.stale = true;
    }

    /// Puts another source into the editor.
    fn open(&mut self, source: &str) {
        self.panel.set_source(source);
        self.compile(source);
    }

    /// Takes over what another program wrote to the file, unless there are changes here.
    fn follow(&mut self, dt: f32) {
        self.until_look -= dt;
        if self.until_look > 0.0 {
            return;
        }
        self.until_look = LOOK;
        let Some(text) = self.path.as_ref().and_then(|path| read(path).ok()) else { return };
        if text != self.on_disk && self.source() == self.on_disk {
            self.open(&text);
            self.on_disk = text;
        }
    }

    /// Writes the source to its file; one that has none gets the name of its kernel.
    fn save(&mut self) {
        // What is no source any more was not written here, and is not written over.
        let file = self.path.as_deref().filter(|path| path.exists());
        if let Some(error) = file.and_then(|path| read(path).err()) {
            self.message = error.to_string();
            return;
        }
        let path = self.path.clone().unwrap_or_else(|| self.beside("pbk"));
        let source = self.source().to_owned();
        let written = write_file(&path, source.as_bytes());
        let is_saved = written.is_ok();
        self.message = capture::told(&path, written);
        // Otherwise the file would be taken for newer than what is typed here.
        if is_saved {
            (self.path, self.on_disk) = (Some(path), source);
        }
    }

    /// A new file named after the kernel, in the folder of its source.
    fn beside(&self, end: &str) -> PathBuf {
        let name = self.playground.kernel().map_or("kernel", |kernel| kernel.name());
        let folder = self.path.as_ref().and_then(|path| path.parent());
        capture::unused(folder.unwrap_or(Path::new("")), name, end)
    }

    fn export(&mut self, end: &str) {
        let bytes = match end {
            "png" => self.picture.as_ref().map(Surface::to_png).ok_or("no picture yet".to_owned()),
            "pbj" => self.playground.to_pbj(),
            _ => Ok(self.playground.to_wgsl().into_bytes()),
        };
        let path = self.beside(end);
        self.message = match bytes {
            Ok(bytes) => capture::told(&path, write_file(&path, &bytes)),
            Err(why) => why,
        };
    }

    /// Does what somebody did to the interface.
    fn act(&mut self, UiEvent { widget, change }: UiEvent) {
        let panel = &self.panel;
        match change {
            UiChange::Edited => {
                let source = self.source().to_owned();
                self.compile(&source);
            }
            UiChange::Chosen(index) if widget == panel.examples => {
                if let Some(example) = Example::all().nth(index as usize) {
                    self.path = None;
                    example.source.clone_into(&mut self.on_disk);
                    self.open(example.source);
                }
            }
            UiChange::Chosen(index) if widget == panel.samples => {
                let sample = SAMPLES.get(index as usize);
                let picture = sample.and_then(|it| it.paint(SAMPLE.0, SAMPLE.1).ok());
                if let Some(picture) = picture {
                    self.give(picture);
                }
            }
            UiChange::Toggled(on) if widget == panel.flash => {
                self.playground.set_flash(on);
                self.show_knobs();
            }
            UiChange::Slid(value) => self.turn(widget, value),
            UiChange::Toggled(on) => self.turn(widget, f32::from(u8::from(on))),
            UiChange::Clicked if widget == panel.save => self.save(),
            UiChange::Clicked if widget == panel.png => self.export("png"),
            UiChange::Clicked if widget == panel.pbj => self.export("pbj"),
            UiChange::Clicked if widget == panel.wgsl => self.export("wgsl"),
            UiChange::Clicked if widget == panel.link => self.copy_link(),
            UiChange::Clicked if widget == panel.mend => {
                if let Some(source) = self.playground.mended() {
                    self.open(&source);
                }
            }
            UiChange::Clicked if widget == panel.inputs => {
                let inputs = self.playground.kernel().map_or(0, |kernel| kernel.inputs().len());
                self.input_index = (self.input_index + 1) % inputs.max(1);
                self.show_input();
            }
            UiChange::Clicked if widget == panel.defaults => {
                self.playground.set_defaults();
                self.show_knobs();
            }
            _ => {}
        }
    }

    /// Gives a parameter what its knob says.
    fn turn(&mut self, control: motile::game::WidgetId, value: f32) {
        let knob = self.panel.knobs.iter().find(|knob| knob.control == control);
        let Some(knob) = knob else { return };
        self.playground.set(&knob.parameter, knob.component, value);
        self.show_knobs();
    }

    /// Gives the chosen input another picture. The first is also the original.
    fn give(&mut self, picture: Surface) {
        let inputs = self.playground.kernel().map_or(0, |kernel| kernel.inputs().len());
        let index = if self.input_index < inputs { self.input_index } else { 0 };
        self.playground.set_picture(index, &picture);
        if index == 0 {
            self.original = picture;
        }
        self.stale = true;
    }

    /// The name of the input that pictures are for, on its button.
    fn show_input(&mut self) {
        let inputs = self.playground.kernel().map(Kernel::inputs).unwrap_or_default();
        let index = if self.input_index < inputs.len() { self.input_index } else { 0 };
        let name = inputs.get(index).map_or("no picture", |input| input.name.as_str());
        let words = format!("Pictures for {name}");
        self.panel.ui.set_words(self.panel.inputs, &words);
    }

    /// Puts a link to the page with this source on the clipboard.
    fn copy_link(&mut self) {
        self.shell.clipboard = Some(link(self.source()));
        self.message =
            "The link is copied, without the address of a site; the source is in it.".into();
    }

    /// Keys and the wheel, for what the interface does not know; `typing` says that somebody was in a field before.
    fn keys(&mut self, typing: bool) {
        let command = self.input.is_down(Key::Control) || self.input.is_down(Key::Super);
        if command && self.input.pressed(Key::Char('s')) {
            self.save();
        }
        // The first takes the keyboard from the editor, so that nobody leaves by a slip.
        self.shell.quit |= self.input.pressed(Key::Escape) && !typing;
        let wheel = self.input.pointer.wheel;
        let editor = self.panel.ui.area(self.panel.editor);
        let over = |area: Aabb| self.input.pointer.position.is_some_and(|p| area.contains(p));
        if wheel != 0.0 && editor.is_some_and(over) {
            self.panel.scroll(wheel);
        }
    }

    /// Drags the line between the result and the original.
    fn drag(&mut self) {
        let area = self.picture_area();
        let Some(pointer) = self.input.pointer.position else { return };
        self.splitting |= self.input.pointer.pressed() && area.contains(pointer);
        self.splitting &= self.input.pointer.is_down();
        if self.splitting {
            self.split = ((pointer.x - area.min.x) / area.size().x).clamp(0.0, 1.0);
        }
    }

    /// The pixel under the pointer.
    fn place(&self) -> Option<(u32, u32)> {
        let area = self.picture_area();
        let pointer = self.input.pointer.position.filter(|&pointer| area.contains(pointer))?;
        let size = vec2(self.original.width() as f32, self.original.height() as f32);
        let place = ((pointer - area.min) / area.size() * size).min(size - 1.0);
        Some((place.x as u32, place.y as u32))
    }

    /// Whether the picture changes by itself.
    fn moves(&self) -> bool {
        let parameters = self.playground.kernel().map(Kernel::parameters);
        let host = parameters.unwrap_or_default().iter().any(|it| it.host_value().is_some());
        host && !self.panel.ui.is_on(self.panel.pause)
    }

    /// The picture, and what is seen in it under the pointer.
    fn compute(&mut self) {
        let (width, height) = (self.original.width(), self.original.height());
        let place = self.place();
        let pointer = place.map_or(Vec2::ZERO, |(x, y)| vec2(x as f32, y as f32));
        if place.is_some() && self.input.pointer.pressed() {
            self.playground.press(pointer);
        } else if !self.input.pointer.is_down() {
            self.playground.release();
        }
        let start = now();
        match self.playground.render(width, height, self.time, pointer) {
            Ok(picture) => {
                self.took = start.elapsed().as_secs_f32();
                self.picture = Some(picture);
            }
            Err(error) if !self.playground.is_broken() => self.message = error.to_string(),
            Err(_) => {}
        }
        if let Some((x, y)) = place {
            self.seen = self.playground.look(x, y).unwrap_or_default();
        }
    }

    /// Gives the picture of the window its size; whether it had another.
    fn fit(&mut self) -> bool {
        let pixels = (self.size * self.scale).round().max(Vec2::ONE);
        let (width, height) = (pixels.x as u32, pixels.y as u32);
        if (self.surface.width(), self.surface.height()) == (width, height) {
            return false;
        }
        // A window too large for a picture shows the old one.
        Surface::opaque(width, height, PAPER).is_ok_and(|surface| {
            self.surface = surface;
            true
        })
    }
}

#[expect(clippy::disallowed_methods, reason = "how long a picture takes is what is shown")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

/// The page with a source in its address, as the page itself reads it: deflated, in letters that addresses may have. The source is stored
/// in blocks as it is, which every reader of the format takes; the page packs it tighter when it is edited there.
fn link(source: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = Vec::new();
    let blocks = source.as_bytes().chunks(usize::from(u16::MAX));
    let last = blocks.len().saturating_sub(1);
    for (index, block) in blocks.enumerate() {
        let length = block.len() as u16;
        bytes.push(u8::from(index == last));
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(block);
    }
    let mut link = "playground.html#source=".to_owned();
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
        let word = word << (8 * (3 - three.len()));
        let letter = |at: usize| char::from(LETTERS[(word >> (18 - 6 * at)) as usize & 63]);
        link.extend((0..=three.len()).map(letter));
    }
    link
}

fn read(path: &Path) -> motile::Result<String> {
    let named = |error: std::io::Error| {
        motile::Error::new(error.to_string()).context(path.display().to_string())
    };
    let bytes = fs::read(path).map_err(named)?;
    editable_source(path, &bytes).map_err(|error| motile::Error::new(error.to_string()))
}

impl App for KernelWindow {
    fn event(&mut self, event: InputEvent) {
        self.stale = true;
        if let InputEvent::Resize { width, height } = event {
            self.size = vec2(width as f32, height as f32);
            self.panel.resize(self.size);
        }
        self.input.apply(event);
    }

    fn frame(&mut self, elapsed: Duration) -> bool {
        let dt = elapsed.as_secs_f32();
        self.follow(dt);
        let typing = self.panel.ui.focus().is_some();
        self.panel.ui.update(&self.input, self.size, dt);
        for event in self.panel.ui.events().to_vec() {
            self.act(event);
        }
        self.keys(typing);
        self.drag();
        self.panel.ui.apply_to(&mut self.shell);
        self.until_blink -= dt;
        let blinks = self.until_blink <= 0.0 && self.panel.ui.focus().is_some();
        let (fresh, moves) = (self.fit(), self.moves());
        if moves {
            self.time += dt;
        }
        let drawn = self.stale || fresh || moves || blinks;
        if self.stale || moves {
            self.compute();
        }
        if drawn {
            (self.stale, self.until_blink) = (false, BLINK);
            self.draw();
        }
        self.input.end_tick();
        drawn
    }

    fn surface(&self) -> &Surface {
        &self.surface
    }

    fn size(&self) -> Vec2 {
        self.size
    }

    fn set_scale(&mut self, scale: f32) {
        self.stale |= scale != self.scale;
        self.scale = scale;
    }

    /// A picture becomes the chosen input; anything else is a source.
    fn drop_file(&mut self, file: DroppedFile) {
        let name = Path::new(&file.name);
        let is_kernel = |end: &std::ffi::OsStr| {
            ["pbk", "glsl", "frag", "txt", "pbj", "pbg"]
                .iter()
                .any(|it| end.eq_ignore_ascii_case(it))
        };
        if name.extension().is_some_and(is_kernel) {
            // Bytecode has no source to show, and a graph is several kernels.
            match editable_source(name, &file.bytes) {
                Ok(source) => {
                    (self.path, self.on_disk) = (None, source.clone());
                    self.open(&source);
                }
                Err(error) => self.message = error.to_string(),
            }
            self.stale = true;
            return;
        }
        match Surface::from_png(&file.bytes) {
            Ok(picture) => self.give(picture),
            Err(error) => self.message = format!("{}: {error}", file.name),
        }
        self.stale = true;
    }

    fn shell(&mut self) -> Option<&mut Shell> {
        Some(&mut self.shell)
    }

    fn is_done(&self) -> bool {
        self.shell.quit
    }
}

#[cfg(test)]
mod tests;
