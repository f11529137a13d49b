use super::{draw::joined, *};

const SOURCE: &str = "<languageVersion : 1.0;> kernel Level < namespace : \"n\"; vendor : \"v\"; version : 1; >
{ parameter float2 level; parameter int cells < minValue : 1; maxValue : 9; defaultValue : 3; >; output pixel4 dst;
  void evaluatePixel() { float a = level.x * 0.5; dst = pixel4(a, level.y, 0.2, 1.0); } }";

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = format!("motile-kernel-{}-{name}", std::process::id());
        let folder = Self(std::env::temp_dir().join(folder));
        fs::create_dir_all(&folder.0).unwrap();
        folder.write(SOURCE);
        folder
    }

    fn file(&self) -> PathBuf {
        self.0.join("level.pbk")
    }

    fn write(&self, text: &str) {
        fs::write(self.file(), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn second(window: &mut KernelWindow) -> bool {
    window.frame(Duration::from_secs(1))
}

fn red(window: &KernelWindow) -> u8 {
    window.picture.as_ref().unwrap().get(3, 3).unwrap().r
}

/// A press and its end at a point.
fn click(window: &mut KernelWindow, place: Vec2) {
    window.event(InputEvent::Move(place));
    window.event(InputEvent::Down(Button::Left));
    second(window);
    window.event(InputEvent::Up(Button::Left));
    second(window);
}

fn middle(window: &KernelWindow, widget: motile::game::WidgetId) -> Vec2 {
    window.panel.ui.area(widget).unwrap().center()
}

#[test]
fn shader_t87_the_file_is_followed_knobs_stay_and_mistakes_leave_the_picture() {
    let folder = Folder::new("follow");
    let mut window = KernelWindow::new(Some(folder.file()), &[]).unwrap();
    assert!(second(&mut window));
    let knobs = window.panel.knobs.iter();
    let knobs: Vec<(&str, usize)> =
        knobs.map(|knob| (knob.parameter.as_str(), knob.component)).collect();
    assert_eq!(knobs, [("level", 0), ("level", 1), ("cells", 0)]);
    window.turn(window.panel.knobs[0].control, 1.0);
    second(&mut window);
    assert_eq!(red(&window), 128);

    folder.write(&SOURCE.replace("* 0.5", "* 0.4"));
    second(&mut window);
    assert_eq!(red(&window), 102, "the new version, with the knob where it was");
    assert!(window.source().contains("* 0.4"));

    folder.write(&SOURCE.replace("* 0.5", "* 1"));
    second(&mut window);
    assert_eq!(window.playground.diagnostics()[0].code, "PB008");
    assert_eq!(red(&window), 102, "the last version that compiled");
    folder.write(SOURCE);
    second(&mut window);
    assert_eq!((red(&window), window.playground.diagnostics().len()), (128, 0));
}

#[test]
fn shader_38_what_is_typed_compiles_and_mistakes_are_underlined() {
    let mut window = KernelWindow::new(None, &[]).unwrap();
    window.open(SOURCE);
    second(&mut window);
    let reds = |window: &KernelWindow| {
        let area = window.panel.ui.area(window.panel.editor).unwrap();
        let inside = |x: u32, y: u32| area.contains(vec2(x as f32, y as f32));
        let all = (0..window.surface.height())
            .flat_map(|y| (0..window.surface.width()).map(move |x| (x, y)));
        all.filter(|&(x, y)| inside(x, y))
            .filter_map(|(x, y)| window.surface.get(x as i32, y as i32))
            .filter(|color| color.r > 200 && color.g < 120)
            .count()
    };
    assert_eq!(reds(&window), 0);
    let before = red(&window);
    window.event(InputEvent::Text('x'));
    second(&mut window);
    assert!(window.source().starts_with("x<"));
    assert_eq!(window.playground.diagnostics()[0].code, "PB001");
    assert!(reds(&window) > 5, "a wave under the first letter");
    assert_eq!(red(&window), before);
    window.event(InputEvent::Key(Key::Backspace));
    second(&mut window);
    assert_eq!((reds(&window), window.playground.diagnostics().len()), (0, 0));
}

#[test]
fn shader_38_knobs_examples_and_exports_are_used_by_the_pointer() {
    let folder = Folder::new("exports");
    let mut window = KernelWindow::new(Some(folder.file()), &[]).unwrap();
    second(&mut window);
    let slider = window.panel.ui.area(window.panel.knobs[0].control).unwrap();
    click(&mut window, vec2(slider.max.x - 1.0, slider.center().y));
    assert_eq!(red(&window), 128);
    let defaults = middle(&window, window.panel.defaults);
    click(&mut window, defaults);
    assert_eq!(red(&window), 0);
    for (button, name) in [
        (window.panel.png, "Level.png"),
        (window.panel.pbj, "Level.pbj"),
        (window.panel.wgsl, "Level.wgsl"),
    ] {
        let place = middle(&window, button);
        click(&mut window, place);
        assert!(window.message.starts_with("saved "), "{}", window.message);
        assert!(fs::metadata(folder.0.join(name)).unwrap().len() > 100, "{name}");
    }
    let list = window.panel.ui.area(window.panel.examples).unwrap();
    click(&mut window, list.min + vec2(20.0, list.size().y * 1.5 / 7.0));
    let second_example = Example::all().nth(1).unwrap();
    assert_eq!(window.source(), second_example.source);
    assert_eq!(window.path, None, "the file is not that of the example");
}

#[test]
fn shader_38_the_pointer_looks_into_a_pixel_and_drags_the_original_in() {
    let folder = Folder::new("look");
    let mut window = KernelWindow::new(Some(folder.file()), &[]).unwrap();
    second(&mut window);
    let area = window.picture_area();
    window.event(InputEvent::Move(area.center()));
    second(&mut window);
    assert_eq!(window.place(), Some((SAMPLE.0 / 2, SAMPLE.1 / 2)));
    assert!(window.seen.iter().any(|value| value.name == "a" && value.numbers == Some(vec![0.0])));
    window.event(InputEvent::Down(Button::Left));
    second(&mut window);
    assert!((window.split - 0.5).abs() < 0.01);
    let result = window.picture.as_ref().unwrap();
    let shown = joined(result, &window.original, window.split);
    assert_eq!(shown.get(10, 10), result.get(10, 10));
    assert_eq!(shown.get(390, 10), window.original.get(390, 10));
}

#[test]
fn a_source_with_changes_is_not_overwritten_and_control_s_saves_it() {
    let folder = Folder::new("save");
    let mut window = KernelWindow::new(Some(folder.file()), &[]).unwrap();
    window.event(InputEvent::Text(' '));
    second(&mut window);
    folder.write("something else");
    second(&mut window);
    assert!(window.source().starts_with(" <"), "what is typed stays");
    window.event(InputEvent::Key(Key::Control));
    window.event(InputEvent::Key(Key::Char('s')));
    second(&mut window);
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), format!(" {SOURCE}"));
}

#[test]
fn what_could_not_be_saved_stays_in_the_editor() {
    let folder = Folder::new("unsaved");
    let mut window = KernelWindow::new(Some(folder.file()), &[]).unwrap();
    window.event(InputEvent::Text(' '));
    second(&mut window);
    window.path = Some(folder.0.join("gone").join("level.pbk"));
    window.save();
    assert!(!window.message.starts_with("saved "), "{}", window.message);
    window.path = Some(folder.file());
    second(&mut window);
    assert!(window.source().starts_with(" <"), "the file is not newer");
}

#[test]
fn every_size_and_file_is_taken_and_a_missing_file_is_named() {
    let mut window = KernelWindow::new(None, &[]).unwrap();
    for (width, height, scale) in [(480, 320, 1.0), (1, 1, 3.0), (900, 500, 2.0)] {
        window.event(InputEvent::Resize { width, height });
        window.set_scale(scale);
        window.event(InputEvent::Move(vec2(200.0, 100.0)));
        window.event(InputEvent::Wheel(2.0));
        assert!(second(&mut window));
        assert_eq!(window.surface().width(), (width as f32 * scale).round() as u32);
    }
    window.drop_file(DroppedFile { name: "x.png".into(), bytes: vec![1, 2, 3] });
    assert!(window.message.starts_with("x.png: "));
    let picture = Surface::filled(30, 20, Color::RED).unwrap();
    window.drop_file(DroppedFile { name: "red.png".into(), bytes: picture.to_png() });
    second(&mut window);
    assert_eq!(window.picture.as_ref().map(Surface::width), Some(30));
    window.drop_file(DroppedFile { name: "x.pbk".into(), bytes: SOURCE.into() });
    assert_eq!(window.source(), SOURCE);
    for expected in [false, true] {
        window.event(InputEvent::Key(Key::Escape));
        second(&mut window);
        window.event(InputEvent::KeyUp(Key::Escape));
        assert_eq!(window.is_done(), expected, "the first takes the keyboard from the editor");
    }
    let missing = KernelWindow::new(Some(PathBuf::from("no/such.pbk")), &[]).err().unwrap();
    assert!(missing.to_string().starts_with("no/such.pbk: "));
}

/// Sources in Latin-1 used to lose their letters for good when they were saved.
#[test]
fn shader_2_a_source_in_latin_1_keeps_its_letters() {
    let folder = Folder::new("latin");
    let text = SOURCE.replace("\"n\"", "\"90\u{b0} S\u{fc}d\"");
    let latin: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
    fs::write(folder.file(), &latin).unwrap();
    let mut window = KernelWindow::new(Some(folder.file()), &[]).unwrap();
    assert_eq!(window.source(), text);
    window.save();
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), text, "now in UTF-8");
    window.drop_file(DroppedFile { name: "old.pbk".into(), bytes: latin });
    assert_eq!(window.source(), text);
}

#[test]
fn shader_38_a_button_mends_what_the_compiler_suggests() {
    let mut window = KernelWindow::new(None, &[]).unwrap();
    window.open(&SOURCE.replace("* 0.5", "* 1"));
    second(&mut window);
    assert_eq!(window.playground.diagnostics()[0].code, "PB008");
    let place = middle(&window, window.panel.mend);
    click(&mut window, place);
    assert!(window.source().contains("* 1.0"), "{}", window.source());
    assert_eq!(window.playground.diagnostics(), []);
    assert!(!window.panel.ui.get(window.panel.mend).unwrap().visible, "nothing left to mend");
}

#[test]
fn shader_38_pictures_go_to_the_chosen_input() {
    let mut window = KernelWindow::new(None, &[]).unwrap();
    window.open(
        "<languageVersion : 1.0;> kernel Two < namespace : \"n\"; vendor : \"v\"; version : 1; >
        { input image4 a; input image4 b; output pixel4 dst; void evaluatePixel() {
          dst = pixel4(sampleNearest(a, outCoord()).r, sampleNearest(b, outCoord()).r, 0.0, 1.0); } }",
    );
    second(&mut window);
    let red = |level| Surface::opaque(30, 20, Color::rgb(level, 0, 0)).unwrap().to_png();
    window.drop_file(DroppedFile { name: "a.png".into(), bytes: red(200) });
    let place = middle(&window, window.panel.inputs);
    click(&mut window, place);
    window.drop_file(DroppedFile { name: "b.png".into(), bytes: red(100) });
    second(&mut window);
    let picture = window.picture.as_ref().unwrap();
    assert_eq!((picture.width(), picture.get(3, 3)), (30, Some(Color::rgb(200, 100, 0))));
    let list = window.panel.ui.area(window.panel.samples).unwrap();
    click(&mut window, list.min + vec2(20.0, list.size().y * 0.75));
    let picture = window.picture.as_ref().unwrap();
    let sample = SAMPLES[1].paint(SAMPLE.0, SAMPLE.1).unwrap();
    let expected = Color::rgb(200, sample.get(3, 3).unwrap().r, 0);
    assert_eq!(picture.get(3, 3), Some(expected), "the second sample, for the second input");
}

#[test]
fn shader_38_a_link_carries_the_source_as_the_page_reads_it() {
    let mut window = KernelWindow::new(None, &[]).unwrap();
    second(&mut window);
    let place = middle(&window, window.panel.link);
    click(&mut window, place);
    assert_eq!(window.message.split(',').next(), Some("The link is copied"));
    // One block that is the last: 3 bytes, and the bytes that they are not.
    assert_eq!(link("abc"), "playground.html#source=AQMA_P9hYmM");
}

#[test]
fn bytecode_and_graphs_are_refused_by_name() {
    let mut window = KernelWindow::new(None, &[]).unwrap();
    let before = window.source().to_owned();
    for name in ["old.pbj", "two.pbg"] {
        window.drop_file(DroppedFile { name: name.into(), bytes: vec![0xA5, 1, 0, 0, 0] });
        assert!(window.message.starts_with(&format!("{name}: only sources")), "{}", window.message);
        assert_eq!(window.source(), before);
    }
}

/// `motile kernel play` took bytecode for a source in Latin-1, and saving wrote the letters over it.
#[test]
fn bytecode_is_not_opened_and_never_written_over() {
    let folder = Folder::new("bytecode");
    let mut window = KernelWindow::new(Some(folder.file()), &[]).unwrap();
    second(&mut window);
    let bytes = window.playground.to_pbj().unwrap();
    for name in ["level.pbj", "LEVEL.PBJ", "level.bin", "graph.pbg"] {
        let path = folder.0.join(name);
        fs::write(&path, &bytes).unwrap();
        let error = KernelWindow::new(Some(path.clone()), &[]).err().unwrap().to_string();
        assert!(error.contains(name) && error.contains("only sources"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    // A source that became bytecode while it is seen stays as it is in the editor, and the bytecode in its file.
    fs::write(folder.file(), &bytes).unwrap();
    second(&mut window);
    assert_eq!(window.source(), SOURCE);
    window.save();
    assert!(window.message.contains("only sources"), "{}", window.message);
    assert_eq!(fs::read(folder.file()).unwrap(), bytes);
    // Once it is gone the source is written again.
    fs::remove_file(folder.file()).unwrap();
    window.save();
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), SOURCE);
}
