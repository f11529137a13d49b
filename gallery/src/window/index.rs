//! All demos as small pictures: search by typing, open by click or Enter.

use super::theme::{ACCENT, CARD, HEIGHT, INK, PAPER, SOFT, WIDTH, paint, rect, write};
use motile::{
    pixels::Surface,
    prelude::*,
    stage::{Canvas, Path, Renderer, Stroke},
};
use motile_demos::{Demo, all, thumbnail};

const COLUMNS: usize = 4;
const CELL: Vec2 = vec2(252.0, 214.0);
const PICTURE: (u32, u32) = (236, 177);
const LEFT: f32 = 26.0;
/// Height of the title and the search line.
const TOP: f32 = 84.0;

/// The index of the gallery.
pub(super) struct Index {
    /// Every demo with its small picture, once that is made.
    entries: Vec<(&'static Demo, Option<Surface>)>,
    search: String,
    /// Entries that match the search.
    found: Vec<usize>,
    /// Place in `found`.
    selected: usize,
    /// Pixels scrolled down.
    scroll: f32,
    pointer: Vec2,
    changed: bool,
}

impl Index {
    pub(super) fn new() -> Self {
        let entries: Vec<_> = all().map(|demo| (demo, None)).collect();
        let found = (0..entries.len()).collect();
        Self {
            entries,
            search: String::new(),
            found,
            selected: 0,
            scroll: 0.0,
            pointer: Vec2::ZERO,
            changed: true,
        }
    }

    /// Takes in an event; a demo to be opened.
    pub(super) fn event(&mut self, event: Event) -> Option<&'static Demo> {
        self.changed = true;
        match event {
            Event::Move(position) => self.pointer = position,
            Event::Wheel(lines) => self.scroll += lines * 60.0,
            Event::Down(Button::Left) => {
                if let Some(place) = self.at(self.pointer) {
                    self.selected = place;
                    return self.demo();
                }
            }
            Event::Key(Key::Enter) => return self.demo(),
            Event::Key(key) => self.key(key),
            _ => {}
        }
        self.scroll = self.scroll.clamp(0.0, self.max_scroll());
        None
    }

    fn key(&mut self, key: Key) {
        let last = self.found.len().saturating_sub(1);
        match key {
            Key::Left => self.selected = self.selected.saturating_sub(1),
            Key::Right => self.selected = (self.selected + 1).min(last),
            Key::Up => self.selected = self.selected.saturating_sub(COLUMNS),
            Key::Down => self.selected = (self.selected + COLUMNS).min(last),
            Key::Backspace => {
                self.search.pop();
                self.find();
            }
            Key::Escape => {
                self.search.clear();
                self.find();
            }
            Key::Space => {
                self.search.push(' ');
                self.find();
            }
            Key::Char(letter) => {
                self.search.push(letter);
                self.find();
            }
            _ => {}
        }
        self.show_selected();
    }

    fn find(&mut self) {
        let words: Vec<String> = self.search.split_whitespace().map(str::to_lowercase).collect();
        let matches = |demo: &Demo| {
            let text = format!("{} {} {}", demo.id, demo.title, demo.sees).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        self.found = (0..self.entries.len()).filter(|&i| matches(self.entries[i].0)).collect();
        self.selected = 0;
        self.scroll = 0.0;
    }

    fn demo(&self) -> Option<&'static Demo> {
        self.found.get(self.selected).map(|&i| self.entries[i].0)
    }

    fn corner(&self, place: usize) -> Vec2 {
        let (column, row) = (place % COLUMNS, place / COLUMNS);
        vec2(LEFT + column as f32 * CELL.x, TOP + row as f32 * CELL.y - self.scroll)
    }

    fn at(&self, point: Vec2) -> Option<usize> {
        let hit = |place: usize| {
            let card = Aabb::from_size(self.corner(place), CELL - vec2(16.0, 12.0));
            point.y > TOP - 8.0 && card.contains(point)
        };
        (0..self.found.len()).find(|&place| hit(place))
    }

    fn max_scroll(&self) -> f32 {
        let rows = self.found.len().div_ceil(COLUMNS) as f32;
        (TOP + rows * CELL.y - HEIGHT as f32 + 12.0).max(0.0)
    }

    fn show_selected(&mut self) {
        let y = (self.selected / COLUMNS) as f32 * CELL.y;
        let visible = HEIGHT as f32 - TOP - CELL.y;
        self.scroll = self.scroll.clamp((y - visible).max(0.0), y.max(0.0)).min(self.max_scroll());
    }

    /// Makes one small picture that is missing, so that the window stays alive while they appear.
    fn make_one(&mut self) -> bool {
        let Some((demo, place)) = self.entries.iter_mut().find(|(_, picture)| picture.is_none())
        else {
            return false;
        };
        let empty = || Surface::opaque(PICTURE.0, PICTURE.1, CARD);
        let made = demo
            .picture()
            .ok()
            .and_then(|player| thumbnail(player.surface(), PICTURE.0, PICTURE.1).ok());
        *place = made.or_else(|| empty().ok());
        true
    }

    /// Draws what has changed; whether anything had.
    pub(super) fn draw(&mut self, renderer: &mut Renderer, surface: &mut Surface) -> bool {
        let made = self.make_one();
        if !(made || self.changed) {
            return false;
        }
        self.changed = false;
        surface.fill(PAPER);
        paint(renderer, surface, |canvas| self.cards(canvas));
        for (place, &entry) in self.found.iter().enumerate() {
            if let (demo_corner, Some(picture)) = (self.corner(place), &self.entries[entry].1) {
                let free = vec2((PICTURE.0 - picture.width().min(PICTURE.0)) as f32 / 2.0, 0.0);
                let at = (demo_corner + free).round();
                surface.blit(picture, at.x as i32, at.y as i32);
            }
        }
        paint(renderer, surface, |canvas| self.head(canvas));
        true
    }

    fn cards(&self, canvas: &mut Canvas<'_>) {
        for (place, &entry) in self.found.iter().enumerate() {
            let corner = self.corner(place);
            if corner.y > HEIGHT as f32 || corner.y < -CELL.y {
                continue;
            }
            let demo = self.entries[entry].0;
            canvas.fill_rect(rect(corner.x, corner.y, PICTURE.0 as f32, PICTURE.1 as f32), CARD);
            let below = corner + vec2(0.0, PICTURE.1 as f32 + 3.0);
            write(canvas, demo.title, 14.0, below, PICTURE.0 as f32, INK);
            if place == self.selected {
                let frame = rect(
                    corner.x - 4.0,
                    corner.y - 4.0,
                    PICTURE.0 as f32 + 8.0,
                    PICTURE.1 as f32 + 28.0,
                );
                canvas.stroke(&Path::from(frame), &Stroke::new(2.5), ACCENT);
            }
        }
        if self.found.is_empty() {
            write(
                canvas,
                "No demo matches. Backspace takes a letter away.",
                16.0,
                vec2(LEFT, TOP + 20.0),
                900.0,
                SOFT,
            );
        }
    }

    fn head(&self, canvas: &mut Canvas<'_>) {
        canvas.fill_rect(rect(0.0, 0.0, WIDTH as f32, TOP - 12.0), PAPER);
        write(canvas, "motile", 30.0, vec2(LEFT, 10.0), 300.0, INK);
        let topic = self.demo().map_or("", Demo::topic);
        let count = format!("{} of {} demos   {topic}", self.found.len(), self.entries.len());
        write(canvas, &count, 14.0, vec2(LEFT, 48.0), 400.0, SOFT);
        let (text, color) = match self.search.as_str() {
            "" => ("type to search, arrows and Enter or click to open", SOFT),
            search => (search, ACCENT),
        };
        write(canvas, text, 16.0, vec2(WIDTH as f32 - 420.0, 22.0), 400.0, color);
    }
}
