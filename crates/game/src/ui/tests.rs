use super::*;
use motile_geom::vec2;
use motile_pixels::{Color, Surface};
use motile_stage::{Button, Input, InputEvent, Key, PadButton, PadEvent, Painter, Script, Stage};

const SIZE: Vec2 = vec2(640.0, 480.0);
const DT: f32 = 1.0 / 60.0;

struct Menu {
    ui: Ui,
    input: Input,
    play: WidgetId,
    music: WidgetId,
    volume: WidgetId,
    level: WidgetId,
    name: WidgetId,
}

impl Menu {
    fn new() -> Self {
        let mut ui = Ui::new();
        let panel = ui.add(Widget::panel().with_anchor(Vec2::splat(0.5), 0.0));
        let row = ui.add_to(panel, Widget::row());
        let play = ui.add_to(row, Widget::button("Play"));
        let music = ui.add_to(row, Widget::toggle("Music", true));
        let volume = ui.add_to(panel, Widget::slider(0.0, 10.0, 4.0).with_step(0.5));
        let level = ui.add_to(panel, Widget::list(["Moon", "Mars", "Venus", "Io", "Titan"], 3));
        let name = ui.add_to(panel, Widget::field("").with_placeholder("Name"));
        let mut menu = Self { ui, input: Input::default(), play, music, volume, level, name };
        menu.tick(&[]);
        menu
    }

    /// A tick in which something happens; what the interface says to it.
    fn tick(&mut self, events: &[InputEvent]) -> Vec<UiEvent> {
        for &event in events {
            self.input.apply(event);
        }
        self.ui.update(&self.input, SIZE, DT);
        self.input.end_tick();
        self.ui.events().to_vec()
    }

    fn click(&mut self, place: Vec2) -> Vec<UiEvent> {
        let mut said = self.tick(&[InputEvent::Move(place), InputEvent::Down(Button::Left)]);
        said.extend(self.tick(&[InputEvent::Up(Button::Left)]));
        said
    }

    fn center(&self, id: WidgetId) -> Vec2 {
        self.ui.area(id).unwrap().center()
    }

    fn key(&mut self, key: Key) -> Vec<UiEvent> {
        let said = self.tick(&[InputEvent::Key(key)]);
        self.tick(&[InputEvent::KeyUp(key)]);
        said
    }

    fn pad(&mut self, button: PadButton) -> Vec<UiEvent> {
        let said = self.tick(&[InputEvent::Pad(0, PadEvent::Down(button))]);
        self.tick(&[InputEvent::Pad(0, PadEvent::Up(button))]);
        said
    }
}

fn said(widget: WidgetId, change: UiChange) -> Vec<UiEvent> {
    vec![UiEvent { widget, change }]
}

#[test]
fn a_pointer_uses_every_kind() {
    let mut menu = Menu::new();
    let (play, music, volume, level) = (menu.play, menu.music, menu.volume, menu.level);
    assert_eq!(menu.click(menu.center(play)), said(play, UiChange::Clicked));
    assert_eq!(menu.click(menu.center(music)), said(music, UiChange::Toggled(false)));
    assert!(!menu.ui.is_on(music));
    assert_eq!(menu.click(menu.center(volume)), said(volume, UiChange::Slid(5.0)));
    let second = menu.center(level);
    assert_eq!(menu.click(second), said(level, UiChange::Chosen(1)));
    menu.click(menu.center(menu.name));
    "Ada".chars().for_each(|letter| menu.input.apply(InputEvent::Text(letter)));
    assert_eq!(menu.tick(&[]), said(menu.name, UiChange::Edited));
    assert_eq!(menu.key(Key::Enter), said(menu.name, UiChange::Submitted));
    assert_eq!(menu.ui.text(menu.name), "Ada");
    assert!(menu.ui.covers(second) && !menu.ui.covers(vec2(3.0, 3.0)));
}

/// With a finger nobody reached the items beyond those that show: only wheels and keys scrolled.
#[test]
fn a_list_is_dragged_and_chooses_when_it_is_let_go() {
    let mut menu = Menu::new();
    let (level, area) = (menu.level, menu.ui.area(menu.level).unwrap());
    let row = area.size().y / 3.0;
    let at = |rows: f32| InputEvent::Move(vec2(area.center().x, area.min.y + row * rows));
    let first = |menu: &Menu| match menu.ui.get(menu.level).map(|widget| &widget.kind) {
        Some(WidgetKind::List { first, chosen, .. }) => (*first, *chosen),
        _ => (99, 99),
    };
    assert_eq!(
        menu.tick(&[at(2.5), InputEvent::Down(Button::Left)]),
        [],
        "not before it is let go"
    );
    assert_eq!((menu.tick(&[at(2.2)]), first(&menu)), (vec![], (0, 0)), "a finger trembles");
    menu.tick(&[at(1.5)]);
    assert_eq!(first(&menu), (1, 0));
    menu.tick(&[at(-7.0)]);
    assert_eq!(first(&menu), (2, 0), "to its end, also from outside");
    menu.tick(&[at(0.5)]);
    assert_eq!(menu.tick(&[InputEvent::Up(Button::Left)]), [], "who scrolls chooses nothing");
    assert_eq!(first(&menu), (2, 0));
    let place = vec2(area.center().x, area.min.y + row * 2.5);
    assert_eq!(menu.click(place), said(level, UiChange::Chosen(4)));
    // Down again, and beyond the other end.
    menu.tick(&[at(0.5), InputEvent::Down(Button::Left)]);
    menu.tick(&[at(2.9)]);
    menu.tick(&[at(9.0), InputEvent::Up(Button::Left)]);
    assert_eq!(first(&menu), (0, 4));
    // A tap within one tick chooses as well.
    let tap = [at(1.5), InputEvent::Down(Button::Left), InputEvent::Up(Button::Left)];
    assert_eq!(menu.tick(&tap), said(level, UiChange::Chosen(1)));
}

/// The many small turns of a touchpad were rounded away one by one: a list did not scroll at all.
#[test]
fn small_turns_of_the_wheel_scroll_a_list() {
    let mut menu = Menu::new();
    let place = menu.center(menu.level);
    menu.tick(&[InputEvent::Move(place)]);
    let mut turn = |lines| {
        menu.tick(&[InputEvent::Wheel(lines)]);
        match menu.ui.get(menu.level).map(|widget| &widget.kind) {
            Some(WidgetKind::List { first, .. }) => *first,
            _ => 99,
        }
    };
    assert_eq!([0.25; 8].map(&mut turn), [0, 0, 0, 1, 1, 1, 1, 2]);
    assert_eq!([0.3, 0.3, 0.5, 1.0].map(&mut turn), [2; 4], "its end");
    assert_eq!([-0.5, -0.5, -9.0].map(turn), [2, 1, 0], "and back");
}

#[test]
fn a_press_that_leaves_the_button_is_no_click() {
    let mut menu = Menu::new();
    menu.tick(&[InputEvent::Move(menu.center(menu.play)), InputEvent::Down(Button::Left)]);
    assert_eq!(menu.tick(&[InputEvent::Move(vec2(5.0, 5.0)), InputEvent::Up(Button::Left)]), []);
}

#[test]
fn sliders_are_dragged_beyond_their_box_and_stop_at_steps() {
    let mut menu = Menu::new();
    let area = menu.ui.area(menu.volume).unwrap();
    menu.tick(&[InputEvent::Move(area.center()), InputEvent::Down(Button::Left)]);
    assert_eq!(menu.ui.value(menu.volume), 5.0);
    menu.tick(&[InputEvent::Move(vec2(area.max.x + 90.0, 9.0))]);
    assert_eq!(menu.ui.value(menu.volume), 10.0);
    menu.tick(&[InputEvent::Move(area.center() + vec2(7.0, 0.0))]);
    assert_eq!(menu.ui.value(menu.volume) % 0.5, 0.0);
}

#[test]
fn keys_and_pads_move_the_focus_by_place() {
    let mut menu = Menu::new();
    menu.key(Key::Down);
    assert_eq!(menu.ui.focus(), Some(menu.play));
    menu.pad(PadButton::Right);
    assert_eq!(menu.ui.focus(), Some(menu.music));
    let music = menu.music;
    assert_eq!(menu.pad(PadButton::South), said(music, UiChange::Toggled(false)));
    menu.key(Key::Down);
    assert_eq!(menu.ui.focus(), Some(menu.volume));
    let volume = menu.volume;
    assert_eq!(menu.key(Key::Right), said(volume, UiChange::Slid(4.5)));
    menu.key(Key::Down);
    let level = menu.level;
    assert_eq!(menu.key(Key::Up), [], "the first is chosen already");
    menu.ui.set_focus(Some(level));
    for chosen in 1..5 {
        assert_eq!(menu.key(Key::Down), said(level, UiChange::Chosen(chosen)));
    }
    let widget = menu.ui.get(level).map(|widget| widget.kind.clone());
    assert!(matches!(widget, Some(WidgetKind::List { first: 2, chosen: 4, .. })), "{widget:?}");
    menu.key(Key::Down);
    assert_eq!(menu.ui.focus(), Some(menu.name), "after the last item comes the next widget");
    menu.key(Key::Tab);
    assert_eq!(menu.ui.focus(), Some(menu.play));
}

/// Who typed a name had to know of Tab to get out of its field.
#[test]
fn up_and_down_lead_out_of_a_field_of_one_line() {
    let mut menu = Menu::new();
    let notes = menu.ui.add(Widget::multi_line_field("one\ntwo").with_anchor(vec2(0.5, 1.0), 0.0));
    let (name, level) = (menu.name, menu.level);
    menu.ui.set_focus(Some(name));
    "Zoë".chars().for_each(|letter| drop(menu.tick(&[InputEvent::Text(letter)])));
    menu.key(Key::Left);
    menu.tick(&[InputEvent::Key(Key::Shift)]);
    menu.key(Key::Up);
    menu.tick(&[InputEvent::KeyUp(Key::Shift), InputEvent::Compose(Some('ほ'))]);
    menu.key(Key::Up);
    assert_eq!(menu.ui.focus(), Some(name), "chords and input methods keep their keys");
    menu.tick(&[InputEvent::Compose(None)]);
    menu.key(Key::Up);
    assert_eq!((menu.ui.focus(), menu.ui.text(name)), (Some(level), "Zoë"));
    menu.ui.set_focus(Some(name));
    menu.key(Key::Down);
    assert_eq!(menu.ui.focus(), Some(notes));
    menu.key(Key::Up);
    assert_eq!(menu.ui.focus(), Some(notes), "of several lines they are the caret's");
}

#[test]
fn a_direction_that_is_held_goes_on() {
    let mut menu = Menu::new();
    menu.ui.set_focus(Some(menu.volume));
    menu.tick(&[InputEvent::Pad(0, PadEvent::Down(PadButton::Right))]);
    assert_eq!(menu.ui.value(menu.volume), 4.5);
    for _ in 0..10 {
        menu.tick(&[]);
    }
    assert_eq!(menu.ui.value(menu.volume), 4.5);
    for _ in 0..30 {
        menu.tick(&[]);
    }
    assert!(menu.ui.value(menu.volume) > 5.0);
}

#[test]
fn what_is_hidden_or_disabled_is_not_used() {
    let mut menu = Menu::new();
    let place = menu.center(menu.play);
    menu.ui.set_focus(Some(menu.play));
    if let Some(play) = menu.ui.get_mut(menu.play) {
        play.enabled = false;
    }
    assert_eq!(menu.click(place), []);
    assert_eq!(menu.ui.focus(), None);
    menu.ui.set_visible(menu.play, false);
    menu.tick(&[]);
    let left = menu.ui.area(menu.music).unwrap().min.x;
    menu.ui.set_visible(menu.play, true);
    menu.tick(&[]);
    assert!(menu.ui.area(menu.music).unwrap().min.x > left, "it takes no room");
    let panel = menu.ui.slots.get(menu.name).and_then(|slot| slot.parent).unwrap();
    menu.ui.remove(panel);
    menu.tick(&[]);
    assert!(menu.ui.get(menu.play).is_none() && menu.ui.slots.iter().next().is_none());
}

#[test]
fn rows_columns_and_anchors() {
    let mut ui = Ui::new();
    let bar = ui.add(Widget::row().with_anchor(vec2(0.0, 1.0), 10.0).with_width(300.0));
    let left = ui.add_to(bar, Widget::button("a").with_width(50.0));
    let wide = ui.add_to(bar, Widget::button("b").with_width(0.0).with_grow(1.0));
    let right = ui.add_to(bar, Widget::button("c").with_width(50.0));
    let full = ui.add(Widget::stack().with_grow(1.0));
    let corner = ui.add_to(full, Widget::label("score").with_anchor(vec2(1.0, 0.0), 4.0));
    ui.update(&Input::default(), SIZE, DT);
    let x = |id| ui.area(id).map(|area| (area.min.x, area.max.x)).unwrap();
    assert_eq!((x(left), x(wide), x(right)), ((10.0, 60.0), (68.0, 252.0), (260.0, 310.0)));
    assert_eq!(ui.area(left).unwrap().max.y, 470.0);
    assert_eq!(ui.area(full).unwrap().size(), SIZE);
    let label = ui.area(corner).unwrap();
    assert!((label.max.x - 636.0).abs() <= 1.0 && label.min.y == 4.0, "{label:?}");
}

#[test]
fn everything_grows_with_the_stage() {
    let mut menu = Menu::new();
    menu.ui.designed_for = Some(SIZE);
    let before = menu.ui.area(menu.volume).unwrap();
    menu.ui.update(&menu.input, SIZE * 2.0, DT);
    let after = menu.ui.area(menu.volume).unwrap();
    assert!((after.size() - before.size() * 2.0).length() < 2.1, "{after:?}");
    for odd in [Vec2::ZERO, vec2(f32::NAN, 5.0), vec2(-4.0, 4.0)] {
        menu.ui.update(&menu.input, odd, f32::NAN);
        assert!(menu.ui.area(menu.volume).unwrap().is_valid());
    }
}

#[test]
fn a_window_knows_where_somebody_types() {
    let mut menu = Menu::new();
    let mut shell = Shell::default();
    menu.ui.apply_to(&mut shell);
    assert_eq!(shell.typing, None);
    menu.click(menu.center(menu.name));
    menu.ui.apply_to(&mut shell);
    let area = menu.ui.area(menu.name).unwrap();
    assert!(shell.typing.is_some_and(|caret| area.contains(caret.center())));
    assert_eq!(shell.cursor, Cursor::Text);
    let script = Script::parse("0 text \"Ada\"\n1 key Control\n2 tap A\n3 tap C\n").unwrap();
    for tick in 0..5 {
        let events: Vec<_> = script.events_at(tick).iter().map(|it| it.event).collect();
        menu.tick(&events);
        menu.ui.apply_to(&mut shell);
    }
    assert_eq!(shell.clipboard.as_deref(), Some("Ada"));
}

#[test]
fn a_node_is_drawn_anew_only_when_it_looks_different() {
    let mut menu = Menu::new();
    let mut stage = Stage::new(640, 480).unwrap();
    stage.add(menu.ui.node());
    let mut painter = Painter::default();
    let paint = |painter: &mut Painter, stage: &Stage| {
        let mut surface = Surface::opaque(640, 480, Color::BLACK).unwrap();
        painter.paint(stage, &mut surface);
        surface
    };
    let first = paint(&mut painter, &stage);
    let revision = |menu: &Menu| motile_stage::Drawable::revision(&menu.ui.face);
    let before = revision(&menu);
    for _ in 0..10 {
        menu.tick(&[]);
    }
    menu.tick(&[InputEvent::Move(vec2(2.0, 2.0))]);
    assert_eq!(revision(&menu), before);
    menu.key(Key::Down);
    assert_ne!(revision(&menu), before);
    assert_ne!(paint(&mut painter, &stage), first, "the focus is seen");
}

#[test]
fn a_field_shows_its_text_before_it_was_used() {
    let painted = |text: &str| {
        let mut ui = Ui::new();
        ui.add(Widget::field(text).with_placeholder("placeholder"));
        ui.update(&Input::default(), SIZE, DT);
        let mut stage = Stage::new(640, 480).unwrap();
        stage.add(ui.node());
        let mut surface = Surface::opaque(640, 480, Color::BLACK).unwrap();
        Painter::default().paint(&stage, &mut surface);
        surface
    };
    assert_ne!(painted("Stella"), painted(""), "the words for an empty field used to stand there");
}

#[test]
fn words_break_and_rows_wrap_at_a_width() {
    let mut ui = Ui::new();
    let column = ui.add(Widget::column());
    let row = ui.add_to(column, Widget::wrapped_row(200.0));
    let buttons = ["One", "Two", "Three", "Four", "Five"];
    let buttons = buttons.map(|words| ui.add_to(row, Widget::button(words)));
    let words = "Many words that go on for longer than two hundred pixels are wide";
    let paragraph = ui.add_to(column, Widget::paragraph(words, 200.0));
    let line = ui.add_to(column, Widget::label(words));
    let title = ui.add_to(column, Widget::label("Title").with_text_size(40.0));
    ui.update(&Input::default(), SIZE, DT);
    let area = |id| ui.area(id).unwrap();
    let (first, last) = (area(buttons[0]), area(buttons[4]));
    assert!(last.min.y >= first.max.y + ui.theme.gap, "{last:?} is below {first:?}");
    assert!(buttons.iter().all(|&id| area(id).max.x <= 200.0));
    assert!(area(paragraph).min.y >= last.max.y);
    assert!(area(paragraph).size().y > 2.0 * area(line).size().y);
    assert!(area(title).size().y >= 40.0 && area(line).size().y < 30.0);
}

#[test]
fn a_picture_is_stretched_between_its_corners_and_lets_presses_through() {
    let mut picture = Surface::opaque(9, 7, Color::WHITE).unwrap();
    picture.set(0, 0, Color::RED);
    picture.set(8, 6, Color::BLUE);
    let slice = NineSlice::new(motile_stage::Image::new(picture), [2; 4]);
    let mut ui = Ui::new();
    let below = ui.add(Widget::button("Play").with_width(200.0).with_height(100.0));
    let frame = Widget::picture(slice.clone()).with_width(100.0).with_height(60.0);
    let frame = ui.add(frame.with_color(Color::hex(0xFF_FF_00)));
    let small = ui.add(Widget::picture(slice).with_anchor(Vec2::ONE, 0.0));
    ui.update(&Input::default(), SIZE, DT);
    let area = |id| ui.area(id).unwrap();
    assert_eq!(area(frame), Aabb::new(Vec2::ZERO, vec2(100.0, 60.0)));
    assert_eq!(area(small), Aabb::new(SIZE - vec2(9.0, 7.0), SIZE));
    assert!(ui.covers(SIZE - Vec2::ONE));
    let mut stage = Stage::new(640, 480).unwrap();
    stage.add(ui.node());
    let mut surface = Surface::opaque(640, 480, Color::BLACK).unwrap();
    Painter::default().paint(&stage, &mut surface);
    let seen = |x, y| surface.get(x, y).map(|it| (it.r, it.g, it.b));
    assert_eq!(seen(0, 0), Some((255, 0, 0)));
    assert_eq!(seen(50, 30), Some((255, 255, 0)), "tinted");
    assert_eq!(seen(99, 59), Some((0, 0, 0)), "a corner of its own, tinted");
    assert_eq!((seen(639, 479), seen(635, 476)), (Some((0, 0, 255)), Some((255, 255, 255))));

    // What lies below it is pressed, and no key comes to it.
    let mut input = Input::default();
    let mut tick = |ui: &mut Ui, events: &[InputEvent]| {
        for &event in events {
            input.apply(event);
        }
        ui.update(&input, SIZE, DT);
        input.end_tick();
        ui.events().to_vec()
    };
    tick(&mut ui, &[InputEvent::Move(vec2(50.0, 30.0)), InputEvent::Down(Button::Left)]);
    let clicked = tick(&mut ui, &[InputEvent::Up(Button::Left)]);
    assert_eq!(clicked, said(below, UiChange::Clicked));
    ui.set_focus(Some(frame));
    assert_eq!(ui.focus, None);
}
