//! A level editor over a running game.

use super::TileSheet;
use crate::{EditTool, Tile, TileEditor, TileLayer, TileSpace};
use motile_geom::{Aabb, Affine2, Affine2Ext, HashState, IVec2, StateHash, Vec2, ivec2, vec2};
use motile_pixels::{Blit, Color, Sampling};
use motile_stage::{Canvas, Image, Input, Key, Path, Stroke, WheelSteps};

/// A level editor over a running game: one key opens it, and the layer is painted on while everything stays where it is.
/// It works with a mouse, with keys alone and by touch.
///
/// Call [`update`](Self::update) with the input of each tick and where the cells are on the stage, and
/// [`draw`](Self::draw) last. While it is open the input is its own: a game usually stands still then.
///
/// | what | pointer | keys |
/// |---|---|---|
/// | tools | a tap on their buttons | B paint, R box, L line, F fill, S stamp, C copy, P pick |
/// | tiles | a tap on their pictures; the two arrows beside them, and the wheel, turn to other rows | `,` and `.`; X erases |
/// | painting | press, drag, let go | arrows move the cell, Space or Enter paints, held it drags |
/// | undo, redo, save | buttons | Z, Y, W |
/// | moving the view | the arrows of the panel | the cell, moved to the border |
///
/// ```
/// use motile_geom::{uvec2, vec2};
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Input, InputEvent, Key};
/// use motile_tiles::{EditorPanel, Tile, TileLayer, TileSheet, TileSpace};
///
/// let sheet = TileSheet::new(&Surface::filled(32, 32, Color::GREEN)?, uvec2(32, 32))?;
/// let mut panel = EditorPanel::new(&sheet, [Tile::new(1)]);
/// let mut layer = TileLayer::new(20, 15)?;
/// let mut input = Input::new();
/// let mut tick = |panel: &mut EditorPanel, layer: &mut TileLayer, event| {
///     input.apply(event);
///     let report = panel.update(&input, layer, TileSpace::square(32.0), vec2(640.0, 480.0));
///     input.end_tick();
///     report
/// };
/// tick(&mut panel, &mut layer, InputEvent::Key(Key::Char('e')));
/// for event in [InputEvent::Key(Key::Space), InputEvent::KeyUp(Key::Space)] {
///     tick(&mut panel, &mut layer, event);
/// }
/// assert!(panel.open && layer.tiles().eq([(panel.cursor, Tile::new(1))]));
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "level editor")]
#[doc(alias = "tile palette")]
#[derive(Clone, Debug)]
pub struct EditorPanel {
    /// The tools and what can be undone.
    pub editor: TileEditor,
    /// Whether it is shown and takes the input.
    pub open: bool,
    /// The key that opens and closes it; E at first.
    pub key: Key,
    /// The cell that keys paint on, and the last one the pointer was over.
    pub cursor: IVec2,
    /// Words at the top, such as what saving did; they stay until something is painted.
    pub note: String,
    palette: Vec<(Tile, Option<Image>)>,
    /// The first tile of the palette that is shown, in rows.
    row: usize,
    wheel: WheelSteps,
    /// Whether the stroke that runs is the pointer's or the keys'.
    stroke: Option<Hand>,
    placed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Pointer,
    Keys,
}

/// What an [`EditorPanel`] did in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EditorReport {
    /// It is open: the input was its own.
    pub open: bool,
    /// A stroke ended that changed the layer, or one was undone or done again.
    pub changed: bool,
    /// The layer is to be saved, in whatever form the game keeps it.
    pub save: bool,
    /// Where the view is to be moved: −1, 0 or 1 along each axis.
    pub pan: Vec2,
}

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Tool(EditTool),
    Erase,
    Undo,
    Redo,
    Save,
}

/// The buttons of the upper row, with the keys that do it too.
const ACTS: [(Act, &str, char); 11] = [
    (Act::Tool(EditTool::Brush), "Paint", 'b'),
    (Act::Tool(EditTool::Rectangle), "Box", 'r'),
    (Act::Tool(EditTool::Line), "Line", 'l'),
    (Act::Tool(EditTool::Bucket), "Fill", 'f'),
    (Act::Tool(EditTool::Copy), "Copy", 'c'),
    (Act::Tool(EditTool::Stamp), "Stamp", 's'),
    (Act::Tool(EditTool::Pick), "Pick", 'p'),
    (Act::Erase, "Erase", 'x'),
    (Act::Undo, "Undo", 'z'),
    (Act::Redo, "Redo", 'y'),
    (Act::Save, "Save", 'w'),
];

/// Ways of the arrows at the end of the palette.
const WAYS: [IVec2; 4] = [IVec2::NEG_X, IVec2::NEG_Y, IVec2::Y, IVec2::X];
/// Height of a row of buttons, pixels: wide enough for a finger.
const ROW: f32 = 38.0;
const GAP: f32 = 3.0;
const BACK: Color = Color::hex(0x18_1E_2E);
const BUTTON: Color = Color::hex(0x2C_35_4C);
const CHOSEN: Color = Color::hex(0xF7_93_35);
const WORDS: Color = Color::hex(0xEE_F2_FA);

/// What the next tick depends on: whether it is open, tool, tile, cell and stroke. Strokes that can be undone are no state.
impl HashState for EditorPanel {
    fn hash_state(&self, hash: &mut StateHash) {
        let (tool, tile) = (self.editor.tool as u8, self.editor.tile);
        (self.open, self.placed, tool, tile, self.cursor).hash_state(hash);
        self.stroke.map(|hand| hand as u8).hash_state(hash);
        // No palette has 2³² rows: what is left of a turn of the wheel stands above them.
        (self.row as u64 ^ u64::from(self.wheel.rest.to_bits()) << 32).hash_state(hash);
    }
}

impl EditorPanel {
    /// A closed panel with a palette of tiles of a sheet; the first one is chosen.
    pub fn new(sheet: &TileSheet, tiles: impl IntoIterator<Item = Tile>) -> Self {
        let image = |tile| (tile, sheet.picture(tile).cloned().map(Image::new));
        let palette: Vec<_> = tiles.into_iter().map(image).collect();
        let tile = palette.first().map_or(Tile::EMPTY, |&(tile, _)| tile);
        Self {
            editor: TileEditor::new(tile),
            open: false,
            key: Key::Char('e'),
            cursor: IVec2::ZERO,
            note: String::new(),
            palette,
            row: 0,
            wheel: WheelSteps::default(),
            stroke: None,
            placed: false,
        }
    }

    /// Follows the input of a tick: opens and closes, chooses, paints on the layer. `space` is where its cells are in pixels
    /// of the stage, so its origin is minus the corner of the view; `size` is that of the stage.
    pub fn update(
        &mut self,
        input: &Input,
        layer: &mut TileLayer,
        space: TileSpace,
        size: Vec2,
    ) -> EditorReport {
        let mut report = EditorReport::default();
        if input.pressed(self.key) {
            self.open = !self.open;
            report.changed |= self.end_stroke(layer);
        }
        if !self.open {
            return report;
        }
        report.open = true;
        if !core::mem::replace(&mut self.placed, true) {
            self.cursor = space.cell_of(size * 0.5);
        }
        self.follow_pointer(input, layer, space, size, &mut report);
        self.follow_keys(input, layer, space, size, &mut report);
        report
    }

    fn follow_pointer(
        &mut self,
        input: &Input,
        layer: &mut TileLayer,
        space: TileSpace,
        size: Vec2,
        report: &mut EditorReport,
    ) {
        let Some(place) = input.pointer.position else { return };
        let inside = place.y < size.y - 2.0 * ROW;
        if inside && input.pointer.delta != Vec2::ZERO && self.stroke != Some(Hand::Keys) {
            self.cursor = space.cell_of(place);
        }
        if input.pointer.pressed() {
            if inside {
                self.begin(layer, space.cell_of(place), Hand::Pointer);
            } else {
                self.tap(place, layer, size, report);
            }
        }
        if self.stroke == Some(Hand::Pointer) {
            self.editor.drag(layer, space.cell_of(place));
            if !input.pointer.is_down() {
                report.changed |= self.end_stroke(layer);
            }
        } else if input.pointer.is_down() && !inside {
            let arrows = WAYS.iter().zip(arrow_areas(size));
            let held = arrows.filter(|(_, area)| area.contains(place));
            report.pan += held.map(|(way, _)| way.as_vec2()).sum::<Vec2>();
        }
        if !inside {
            let rows = self.wheel.turn(input.pointer.wheel);
            self.turn_rows(rows, size);
        }
    }

    /// Goes on by some rows of the palette, or back.
    fn turn_rows(&mut self, rows: i32, size: Vec2) {
        if rows != 0 {
            let last = self.palette.len().div_ceil(self.columns(size)).saturating_sub(1);
            self.row = self.row.saturating_add_signed(rows as isize).min(last);
        }
    }

    /// How many tiles a row of the palette shows. The arrows have the rest of it, those to other rows where there are some.
    fn columns(&self, size: Vec2) -> usize {
        let all = ((size.x / ROW) as usize).saturating_sub(WAYS.len()).max(1);
        if self.palette.len() > all { all.saturating_sub(2).max(1) } else { all }
    }

    fn tile_areas(&self, size: Vec2) -> impl Iterator<Item = Aabb> + use<> {
        let columns = self.columns(size);
        (0..columns).map(move |index| {
            let corner = vec2(ROW * index as f32, size.y - ROW);
            Aabb::from_size(corner, Vec2::splat(ROW)).grown(-GAP)
        })
    }

    /// The arrows to the rows before and after; none when there is one row.
    fn turn_areas(&self, size: Vec2) -> impl Iterator<Item = (bool, Aabb)> + use<> {
        let columns = self.columns(size);
        let count = if self.palette.len() > columns { 2 } else { 0 };
        [false, true].into_iter().take(count).enumerate().map(move |(index, forward)| {
            let corner = vec2(ROW * (columns + index) as f32, size.y - ROW);
            (forward, Aabb::from_size(corner, Vec2::splat(ROW)).grown(-GAP))
        })
    }

    fn follow_keys(
        &mut self,
        input: &Input,
        layer: &mut TileLayer,
        space: TileSpace,
        size: Vec2,
        report: &mut EditorReport,
    ) {
        for (act, _, letter) in ACTS {
            if input.pressed(Key::Char(letter)) {
                self.act(act, layer, report);
            }
        }
        for (key, step) in [(',', self.palette.len().saturating_sub(1)), ('.', 1)] {
            if input.pressed(Key::Char(key)) && !self.palette.is_empty() {
                let now = self.palette.iter().position(|&(tile, _)| tile == self.editor.tile);
                let next = now.map_or(0, |now| (now + step) % self.palette.len());
                self.choose(next, size);
            }
        }
        let ways = [(Key::Left, -1, 0), (Key::Right, 1, 0), (Key::Up, 0, -1), (Key::Down, 0, 1)];
        for (key, x, y) in ways {
            if input.pressed(key) {
                self.cursor = self.cursor.saturating_add(ivec2(x, y));
                self.editor.drag(layer, self.cursor);
                // A cell at the border pulls the view along.
                let area = space.area_of(self.cursor);
                let seen = Aabb::new(Vec2::ZERO, vec2(size.x, size.y - 2.0 * ROW));
                if !seen.contains(area.min) || !seen.contains(area.max) {
                    report.pan += vec2(x as f32, y as f32);
                }
            }
        }
        let paints =
            |test: fn(&Input, Key) -> bool| test(input, Key::Space) || test(input, Key::Enter);
        if paints(Input::pressed) && self.stroke.is_none() {
            self.begin(layer, self.cursor, Hand::Keys);
        }
        if self.stroke == Some(Hand::Keys) && !paints(Input::is_down) {
            report.changed |= self.end_stroke(layer);
        }
    }

    fn begin(&mut self, layer: &mut TileLayer, cell: IVec2, hand: Hand) {
        self.note.clear();
        self.end_stroke(layer);
        self.cursor = cell;
        self.stroke = Some(hand);
        self.editor.press(layer, cell);
    }

    fn end_stroke(&mut self, layer: &mut TileLayer) -> bool {
        let ends = self.stroke.take().is_some();
        let copies = self.editor.tool == EditTool::Copy;
        let changed = ends && self.editor.release(layer, self.cursor);
        // What was copied or picked is there to be used.
        if ends && copies {
            self.editor.tool = EditTool::Stamp;
        } else if ends && self.editor.tool == EditTool::Pick {
            self.editor.tool = EditTool::Brush;
        }
        changed
    }

    /// A tap on the panel.
    fn tap(&mut self, place: Vec2, layer: &mut TileLayer, size: Vec2, report: &mut EditorReport) {
        if let Some(index) = act_areas(size).position(|area| area.contains(place)) {
            self.act(ACTS[index].0, layer, report);
        }
        let first = self.row * self.columns(size);
        if let Some(index) = self.tile_areas(size).position(|area| area.contains(place)) {
            self.choose(first + index, size);
        }
        let turns = self.turn_areas(size).find(|(_, area)| area.contains(place));
        if let Some((forward, _)) = turns {
            self.turn_rows(if forward { 1 } else { -1 }, size);
        }
    }

    fn act(&mut self, act: Act, layer: &mut TileLayer, report: &mut EditorReport) {
        match act {
            Act::Tool(tool) => self.editor.tool = tool,
            Act::Erase => self.editor.tile = Tile::EMPTY,
            Act::Undo => report.changed |= self.editor.undo(layer),
            Act::Redo => report.changed |= self.editor.redo(layer),
            Act::Save => report.save = true,
        }
        if act == Act::Erase && !paints(self.editor.tool) {
            self.editor.tool = EditTool::Brush;
        }
    }

    fn choose(&mut self, index: usize, size: Vec2) {
        let Some(&(tile, _)) = self.palette.get(index) else { return };
        self.editor.tile = tile;
        self.row = index / self.columns(size);
        if !paints(self.editor.tool) {
            self.editor.tool = EditTool::Brush;
        }
    }

    /// Draws the cell under the pointer, what a tool would change, and the panel at the foot of the stage; nothing while it
    /// is closed. `space` and `size` are those of [`update`](Self::update).
    pub fn draw(&self, canvas: &mut Canvas<'_>, space: TileSpace, size: Vec2) {
        if !self.open {
            return;
        }
        if let Some(cells) = self.editor.preview() {
            canvas.fill_rect(space.area_of_cells(cells), CHOSEN.with_alpha(90));
        }
        let cell = Path::rect(space.area_of(self.cursor));
        canvas.stroke(&cell, &Stroke::new(3.0), BACK);
        canvas.stroke(&cell, &Stroke::new(1.5), CHOSEN);
        let panel = Aabb::new(vec2(0.0, size.y - 2.0 * ROW), size);
        canvas.fill_rect(panel, BACK.with_alpha(235));
        for ((act, word, _), area) in ACTS.into_iter().zip(act_areas(size)) {
            let chosen = match act {
                Act::Tool(tool) => tool == self.editor.tool,
                Act::Erase => self.editor.tile.is_empty(),
                _ => false,
            };
            let color = if chosen { CHOSEN } else { BUTTON };
            canvas.fill(&Path::round_rect(area, 5.0), color);
            canvas.write(word, 15.0, area.center(), Vec2::splat(0.5), WORDS);
        }
        self.draw_palette(canvas, size);
        if !self.note.is_empty() {
            let place = vec2(size.x * 0.5, panel.min.y - 16.0);
            let band = Aabb::from_center(place, vec2(size.x * 0.5, 14.0));
            canvas.fill_rect(band, BACK.with_alpha(220));
            canvas.write(self.note.clone(), 15.0, place, Vec2::splat(0.5), WORDS);
        }
    }

    fn draw_palette(&self, canvas: &mut Canvas<'_>, size: Vec2) {
        let first = self.row * self.columns(size);
        for ((tile, image), area) in self.palette.iter().skip(first).zip(self.tile_areas(size)) {
            let chosen = *tile == self.editor.tile;
            canvas.fill(&Path::round_rect(area, 4.0), if chosen { CHOSEN } else { BUTTON });
            let Some(image) = image else { continue };
            let picture = vec2(image.surface().width() as f32, image.surface().height() as f32);
            let inside = area.grown(-GAP);
            let scale = (inside.size() / picture).min_element();
            let place = Affine2::from_parts(inside.min, Vec2::splat(scale), 0.0, Vec2::ZERO);
            canvas.transformed(place, |canvas| {
                canvas.image_with(image, Vec2::ZERO, &Blit::default(), Sampling::Nearest);
            });
        }
        for (forward, area) in self.turn_areas(size) {
            let way = if forward { Vec2::Y } else { Vec2::NEG_Y };
            draw_arrow(canvas, area, way, CHOSEN);
            let bar = Aabb::from_center(area.center() + way * 11.0, vec2(9.0, 1.5));
            canvas.fill_rect(bar, CHOSEN);
        }
        for (way, area) in WAYS.iter().zip(arrow_areas(size)) {
            draw_arrow(canvas, area, way.as_vec2(), WORDS);
        }
    }
}

fn draw_arrow(canvas: &mut Canvas<'_>, area: Aabb, way: Vec2, color: Color) {
    canvas.fill(&Path::round_rect(area, 5.0), BUTTON);
    let (middle, way) = (area.center(), way * 9.0);
    let side = way.perp() * 0.8;
    let corners = [middle + way, middle - way * 0.6 + side, middle - way * 0.6 - side];
    canvas.fill(&Path::polygon(&corners), color);
}

/// Whether a tool puts the chosen tile.
fn paints(tool: EditTool) -> bool {
    !matches!(tool, EditTool::Stamp | EditTool::Copy | EditTool::Pick)
}

fn act_areas(size: Vec2) -> impl Iterator<Item = Aabb> {
    let width = size.x / ACTS.len() as f32;
    (0..ACTS.len()).map(move |index| {
        let corner = vec2(width * index as f32, size.y - 2.0 * ROW);
        Aabb::from_size(corner, vec2(width, ROW)).grown(-GAP)
    })
}

fn arrow_areas(size: Vec2) -> impl Iterator<Item = Aabb> {
    (0..WAYS.len()).map(move |index| {
        let corner = vec2(size.x - ROW * (WAYS.len() - index) as f32, size.y - ROW);
        Aabb::from_size(corner, Vec2::splat(ROW)).grown(-GAP)
    })
}
