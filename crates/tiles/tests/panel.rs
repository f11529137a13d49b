//! The level editor over a game, with a mouse, with keys and by touch.

use motile_geom::{IVec2, Vec2, ivec2, uvec2, vec2};
use motile_pixels::{Color, Surface};
use motile_stage::{Button, Input, InputEvent, Key};
use motile_tiles::{EditTool, EditorPanel, EditorReport, Tile, TileLayer, TileSheet, TileSpace};

const SIZE: Vec2 = vec2(640.0, 480.0);

struct Desk {
    panel: EditorPanel,
    layer: TileLayer,
    input: Input,
    corner: Vec2,
}

impl Desk {
    /// An open panel over an empty layer, with two tiles in its palette.
    fn new() -> Self {
        let picture = Surface::filled(64, 32, Color::GREEN).unwrap();
        let sheet = TileSheet::new(&picture, uvec2(32, 32)).unwrap();
        let mut desk = Self {
            panel: EditorPanel::new(&sheet, [Tile::new(1), Tile::new(2)]),
            layer: TileLayer::new(40, 30).unwrap(),
            input: Input::new(),
            corner: Vec2::ZERO,
        };
        desk.tap(Key::Char('e'));
        desk
    }

    fn tick(&mut self, events: &[InputEvent]) -> EditorReport {
        for &event in events {
            self.input.apply(event);
        }
        let space = TileSpace::square(32.0).with_origin(-self.corner);
        let report = self.panel.update(&self.input, &mut self.layer, space, SIZE);
        self.input.end_tick();
        report
    }

    fn tap(&mut self, key: Key) -> EditorReport {
        let report = self.tick(&[InputEvent::Key(key)]);
        self.tick(&[InputEvent::KeyUp(key)]);
        report
    }

    /// Press at a place, drag to another, let go.
    fn drag(&mut self, from: Vec2, to: Vec2) -> EditorReport {
        self.tick(&[InputEvent::Move(from), InputEvent::Down(Button::Left)]);
        self.tick(&[InputEvent::Move(to)]);
        self.tick(&[InputEvent::Up(Button::Left)])
    }

    fn cells(&self) -> Vec<(IVec2, Tile)> {
        self.layer.tiles().collect()
    }
}

#[test]
fn tile_78_the_pointer_paints_where_the_view_is() {
    let mut desk = Desk::new();
    desk.corner = vec2(320.0, 64.0);
    let report = desk.drag(vec2(5.0, 5.0), vec2(70.0, 5.0));
    assert!(report.open && report.changed);
    let row: Vec<_> = (10..=12).map(|x| (ivec2(x, 2), Tile::new(1))).collect();
    assert_eq!(desk.cells(), row);
    assert!(desk.tap(Key::Char('z')).changed && desk.cells().is_empty());
    assert!(desk.tap(Key::Char('y')).changed);
    assert_eq!(desk.cells(), row);
}

#[test]
fn tile_78_taps_choose_tools_and_tiles() {
    let mut desk = Desk::new();
    // The second tile of the lower row, the second tool of the upper one.
    desk.drag(vec2(57.0, 461.0), vec2(57.0, 461.0));
    desk.drag(vec2(87.0, 420.0), vec2(87.0, 420.0));
    assert_eq!(
        (desk.panel.editor.tile, desk.panel.editor.tool),
        (Tile::new(2), EditTool::Rectangle)
    );
    desk.drag(vec2(0.0, 0.0), vec2(63.0, 63.0));
    assert_eq!(desk.cells().len(), 4, "a box of two by two");
    assert!(desk.cells().iter().all(|&(_, tile)| tile == Tile::new(2)));
    // Save, the last of the tools, and the arrow to the right.
    assert!(
        desk.tick(&[InputEvent::Move(vec2(620.0, 420.0)), InputEvent::Down(Button::Left)]).save
    );
    desk.tick(&[InputEvent::Up(Button::Left)]);
    let arrow = [InputEvent::Move(vec2(630.0, 465.0)), InputEvent::Down(Button::Left)];
    assert_eq!(desk.tick(&arrow).pan, Vec2::X);
}

#[test]
fn tile_78_keys_alone_paint_fill_copy_and_stamp() {
    let mut desk = Desk::new();
    let start = desk.panel.cursor;
    desk.tick(&[InputEvent::Key(Key::Space)]);
    desk.tap(Key::Right);
    desk.tick(&[InputEvent::KeyUp(Key::Space)]);
    assert_eq!(desk.cells(), [(start, Tile::new(1)), (start + IVec2::X, Tile::new(1))]);
    // Copy both, stamp them two rows below.
    desk.tap(Key::Char('c'));
    desk.tick(&[InputEvent::Key(Key::Space)]);
    desk.tap(Key::Left);
    desk.tick(&[InputEvent::KeyUp(Key::Space)]);
    assert_eq!(desk.panel.editor.tool, EditTool::Stamp, "what was copied is there to be put");
    desk.tap(Key::Down);
    desk.tap(Key::Down);
    desk.tap(Key::Space);
    assert_eq!(desk.layer.get(start.x + 1, start.y + 2), Tile::new(1));
    desk.tap(Key::Char('f'));
    desk.tap(Key::Char('.'));
    desk.tap(Key::Enter);
    assert_eq!(desk.layer.get(start.x, start.y + 2), Tile::new(2));
    desk.tap(Key::Char('x'));
    desk.tap(Key::Enter);
    assert_eq!(desk.cells().len(), 2, "erasing fills with nothing");
}

/// Each of the many small turns of a touchpad turned a row: the palette flew from its first row to its last.
#[test]
fn small_turns_of_the_wheel_add_up_to_a_row_of_the_palette() {
    let mut desk = Desk::new();
    let picture = Surface::filled(256, 160, Color::GREEN).unwrap();
    let sheet = TileSheet::new(&picture, uvec2(32, 32)).unwrap();
    desk.panel = EditorPanel::new(&sheet, (1..=40).map(Tile::new));
    desk.tap(Key::Char('e'));
    let first = vec2(19.0, 461.0);
    let mut turn = |lines| {
        desk.tick(&[InputEvent::Move(first), InputEvent::Wheel(lines)]);
        desk.drag(first, first);
        desk.panel.editor.tile.number()
    };
    assert_eq!([0.25; 8].map(&mut turn), [1, 1, 1, 11, 11, 11, 11, 21]);
    assert_eq!([9.0, -0.5, -0.5, -9.0].map(turn), [31, 31, 21, 1], "to its ends");
}

/// Rows used to be turned by the wheel and by keys alone: on a touch screen all tiles but the first twelve were out of reach.
#[test]
fn tile_78_taps_reach_every_row_of_the_palette() {
    let mut desk = Desk::new();
    let picture = Surface::filled(256, 160, Color::GREEN).unwrap();
    let sheet = TileSheet::new(&picture, uvec2(32, 32)).unwrap();
    desk.panel = EditorPanel::new(&sheet, (1..=40).map(Tile::new));
    desk.tap(Key::Char('e'));
    let tap = |desk: &mut Desk, column: f32| {
        let place = vec2(column * 38.0 + 19.0, 461.0);
        desk.drag(place, place);
        desk.panel.editor.tile.number()
    };
    // Ten tiles in a row, then the arrows to the row before and to the next one.
    let mut found = Vec::new();
    for row in 0..4 {
        found.extend((0..10).map(|column| tap(&mut desk, column as f32)));
        let after = tap(&mut desk, 11.0);
        assert_eq!(after, 10 * row + 10, "turning rows chooses nothing");
    }
    assert_eq!(found, (1..=40).collect::<Vec<_>>());
    assert_eq!(tap(&mut desk, 0.0), 31, "the last row stays");
    tap(&mut desk, 10.0);
    assert_eq!(tap(&mut desk, 9.0), 30);
    for _ in 0..5 {
        tap(&mut desk, 10.0);
    }
    assert_eq!(tap(&mut desk, 0.0), 1);
    assert!(desk.cells().is_empty(), "nothing was painted");
}

#[test]
fn tile_78_a_cell_at_the_border_pulls_the_view() {
    let mut desk = Desk::new();
    desk.panel.cursor = ivec2(19, 3);
    assert_eq!(desk.tap(Key::Right).pan, Vec2::X);
    desk.panel.cursor = ivec2(10, 3);
    assert_eq!(desk.tap(Key::Right).pan, Vec2::ZERO);
}

#[test]
fn a_closed_panel_takes_nothing() {
    let mut desk = Desk::new();
    assert!(!desk.tap(Key::Char('e')).open);
    let report = desk.drag(vec2(5.0, 5.0), vec2(70.0, 5.0));
    assert_eq!(report, EditorReport::default());
    assert!(desk.cells().is_empty());
}

#[test]
fn closing_in_the_middle_of_a_stroke_ends_it() {
    let mut desk = Desk::new();
    desk.tick(&[InputEvent::Move(vec2(5.0, 5.0)), InputEvent::Down(Button::Left)]);
    assert!(desk.tap(Key::Char('e')).changed);
    desk.tap(Key::Char('e'));
    desk.tick(&[InputEvent::Move(vec2(200.0, 5.0))]);
    assert_eq!(desk.cells().len(), 1);
    assert!(desk.tap(Key::Char('z')).changed && desk.cells().is_empty());
}
