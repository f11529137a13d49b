//! All demos as small pictures by topic: search by typing, open by click or Enter.

use super::theme::{ACCENT, CARD, INK, PAPER, SOFT, START, paint, rect, write};
use crate::guard::guarded;
use motile::{
    pixels::Surface,
    prelude::*,
    stage::{Canvas, Path, Renderer, Stroke},
};
use motile_demos::{Demo, all};
use motile_gallery_model::{Topic, search, topic};

/// Height of a row, and the least width of a column.
const ROW: f32 = 200.0;
const NARROWEST: f32 = 226.0;
/// Width of the window below which hints are short.
const NARROW: f32 = 800.0;
/// Largest small picture, pixels: a third of most stages.
const PICTURE: (u32, u32) = (214, 160);
/// Size of a picture and the title below it.
const CARD_SIZE: Vec2 = vec2(PICTURE.0 as f32, PICTURE.1 as f32 + 26.0);
/// Height of the title and the search line.
const TOP: f32 = 84.0;
/// Height of the name of a topic, and where its sentence begins beside it.
const HEADING: f32 = 34.0;
const ABOUT: f32 = 130.0;

/// The index of the gallery.
pub(super) struct Index {
    /// Every demo with its small picture, once that is made.
    entries: Vec<(&'static Demo, Option<Surface>)>,
    search: String,
    /// Entries that match the search.
    found: Vec<usize>,
    /// Where the card of each of them is, before scrolling.
    corners: Vec<Vec2>,
    /// Topics and how far down they are.
    headings: Vec<(Topic, f32)>,
    /// Height of everything, pixels.
    height: f32,
    /// Place in `found`.
    selected: usize,
    /// Pixels scrolled down.
    scroll: f32,
    /// Size of the window, pixels, and how many of the display make one.
    size: Vec2,
    scale: f32,
    pointer: Vec2,
    /// Why the last demo could not be opened.
    message: String,
    changed: bool,
}

impl Index {
    pub(super) fn new() -> Self {
        Self::of(all())
    }

    /// An index of these demos.
    fn of(demos: impl Iterator<Item = &'static Demo>) -> Self {
        let mut index = Self {
            entries: demos.map(|demo| (demo, None)).collect(),
            search: String::new(),
            found: Vec::new(),
            corners: Vec::new(),
            headings: Vec::new(),
            height: 0.0,
            selected: 0,
            scroll: 0.0,
            size: vec2(START.0 as f32, START.1 as f32),
            scale: 1.0,
            pointer: Vec2::ZERO,
            message: String::new(),
            changed: true,
        };
        index.find();
        index
    }

    /// Arranges the cards for a window of another size. For a display that is finer, or coarser, small pictures are made anew.
    pub(super) fn resize(&mut self, size: Vec2, scale: f32) {
        if scale != self.scale {
            self.scale = scale;
            self.entries.iter_mut().for_each(|entry| entry.1 = None);
        }
        self.size = size;
        self.changed = true;
        self.arrange();
        self.show_selected();
    }

    /// Whether there is room for what matters only.
    fn is_narrow(&self) -> bool {
        self.size.x < NARROW
    }

    /// Space at the left of the cards.
    fn left(&self) -> f32 {
        if self.is_narrow() { 12.0 } else { 38.0 }
    }

    /// How many columns there are, and how wide they are.
    fn columns(&self) -> (usize, f32) {
        let room = self.size.x - self.left();
        let count = (room / NARROWEST).floor().max(1.0);
        (count as usize, (room / count).floor())
    }

    /// Says why a demo could not be opened, until something else happens.
    pub(super) fn tell(&mut self, message: String) {
        self.message = message;
        self.changed = true;
    }

    /// What is said instead of the search.
    #[cfg(test)]
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// Takes in an event; a demo to be opened.
    pub(super) fn event(&mut self, event: InputEvent) -> Option<&'static Demo> {
        self.changed = true;
        if matches!(event, InputEvent::Key(_) | InputEvent::Down(_)) {
            self.message.clear();
        }
        match event {
            InputEvent::Move(position) => self.pointer = position,
            InputEvent::Wheel(lines) => self.scroll += lines * 60.0,
            InputEvent::Down(Button::Left) => {
                if let Some(place) = self.at(self.pointer) {
                    self.selected = place;
                    return self.demo();
                }
            }
            InputEvent::Key(Key::Enter) => return self.demo(),
            InputEvent::Key(key) => self.key(key),
            InputEvent::Text(typed) if !typed.is_control() => {
                self.search.push(typed);
                self.find();
            }
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
            Key::Up => self.selected = self.beside(-1.0),
            Key::Down => self.selected = self.beside(1.0),
            Key::Home => self.selected = 0,
            Key::End => self.selected = last,
            Key::PageUp => self.selected = self.beside(-2.0),
            Key::PageDown => self.selected = self.beside(2.0),
            Key::Backspace => {
                self.search.pop();
                self.find();
            }
            Key::Escape => {
                self.search.clear();
                self.find();
            }
            _ => {}
        }
        self.show_selected();
    }

    fn find(&mut self) {
        let place = |found: &Demo| self.entries.iter().position(|entry| entry.0.id == found.id);
        self.found = search(&self.search, None).into_iter().filter_map(place).collect();
        self.selected = 0;
        self.scroll = 0.0;
        self.arrange();
    }

    /// Finds a place for every card: rows of them below the name of their topic.
    fn arrange(&mut self) {
        let (left, (columns, wide)) = (self.left(), self.columns());
        self.corners.clear();
        self.headings.clear();
        let (mut y, mut column, mut shown) = (TOP, 0, None);
        for &entry in &self.found {
            let next = topic(self.entries[entry].0);
            if shown != Some(next) {
                y += if column > 0 { ROW } else { 0.0 };
                self.headings.push((next, y));
                (y, column, shown) = (y + HEADING, 0, Some(next));
            } else if column == columns {
                (y, column) = (y + ROW, 0);
            }
            self.corners.push(vec2(left + column as f32 * wide, y));
            column += 1;
        }
        self.height = y + ROW;
    }

    /// The card some rows below or above the selected one, as near as there is one.
    fn beside(&self, rows: f32) -> usize {
        let Some(&from) = self.corners.get(self.selected) else { return 0 };
        let wanted = from + vec2(0.0, rows * ROW);
        let beyond = |place: &usize| (self.corners[*place].y - from.y) * rows > 0.0;
        let distance = |place: &usize| self.corners[*place].distance_squared(wanted);
        let nearest = (0..self.corners.len()).filter(beyond);
        let nearest = nearest.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.unwrap_or(self.selected)
    }

    fn demo(&self) -> Option<&'static Demo> {
        self.found.get(self.selected).map(|&i| self.entries[i].0)
    }

    fn corner(&self, place: usize) -> Vec2 {
        self.corners[place] - vec2(0.0, self.scroll)
    }

    fn at(&self, point: Vec2) -> Option<usize> {
        let hit = |place: usize| {
            point.y > TOP - 8.0 && Aabb::from_size(self.corner(place), CARD_SIZE).contains(point)
        };
        (0..self.found.len()).find(|&place| hit(place))
    }

    fn max_scroll(&self) -> f32 {
        (self.height - self.size.y).max(0.0)
    }

    fn show_selected(&mut self) {
        let y = self.corners.get(self.selected).map_or(0.0, |corner| corner.y);
        let (low, high) = (y + ROW - self.size.y, y - TOP - HEADING);
        self.scroll = self.scroll.clamp(low.max(0.0), high.max(low).max(0.0));
        self.scroll = self.scroll.min(self.max_scroll());
    }

    /// Makes one small picture that is missing, so that the window stays alive while they appear: one that shows, if any.
    fn make_one(&mut self) -> bool {
        let is_missing = |&entry: &usize| self.entries[entry].1.is_none();
        let on_screen = |place: &usize| {
            let y = self.corner(*place).y;
            y < self.size.y && y > TOP - ROW
        };
        let places = (0..self.found.len()).filter(on_screen);
        let shown = places.map(|place| self.found[place]).find(is_missing);
        let Some(entry) = shown.or_else(|| (0..self.entries.len()).find(is_missing)) else {
            return false;
        };
        let demo: &Demo = self.entries[entry].0;
        let room = fine(self.scale);
        let made = guarded(|| small_picture(demo, room).map_err(|error| error.to_string()));
        let made = made.flatten().or_else(|error| blank(&error, self.scale));
        self.entries[entry].1 = made.ok();
        true
    }

    /// Draws what has changed; whether anything had.
    pub(super) fn draw(
        &mut self,
        renderer: &mut Renderer,
        surface: &mut Surface,
        scale: f32,
        fresh: bool,
    ) -> bool {
        let made = self.make_one();
        if !(made || self.changed || fresh) {
            return false;
        }
        self.changed = false;
        surface.fill(PAPER);
        paint(renderer, surface, scale, |canvas| self.cards(canvas));
        for (place, &entry) in self.found.iter().enumerate() {
            if let (demo_corner, Some(picture)) = (self.corner(place), &self.entries[entry].1) {
                let free = |room: u32, size: u32| (room - size.min(room)) as f32 / 2.0;
                let room = fine(scale);
                let free = vec2(free(room.0, picture.width()), free(room.1, picture.height()));
                let at = (demo_corner * scale + free).round();
                surface.blit(picture, at.x as i32, at.y as i32);
            }
        }
        paint(renderer, surface, scale, |canvas| self.head(canvas));
        true
    }

    fn cards(&self, canvas: &mut Canvas<'_>) {
        for &(topic, y) in &self.headings {
            let at = vec2(self.left(), y - self.scroll + 2.0);
            if at.y < self.size.y && at.y > -HEADING {
                write(canvas, topic.name, 17.0, at, 300.0, ACCENT);
                if !self.is_narrow() {
                    write(canvas, topic.about, 14.0, at + vec2(ABOUT, 3.0), NARROW - ABOUT, SOFT);
                }
            }
        }
        for (place, &entry) in self.found.iter().enumerate() {
            let corner = self.corner(place);
            if corner.y > self.size.y || corner.y < -ROW {
                continue;
            }
            let demo = self.entries[entry].0;
            canvas.fill_rect(rect(corner.x, corner.y, PICTURE.0 as f32, PICTURE.1 as f32), CARD);
            let below = corner + vec2(0.0, PICTURE.1 as f32 + 3.0);
            write(canvas, demo.title, 14.0, below, PICTURE.0 as f32, INK);
            if place == self.selected {
                let frame = Aabb::from_size(corner, CARD_SIZE).grown(5.0);
                canvas.stroke(&Path::from(frame), &Stroke::new(2.5), ACCENT);
            }
        }
        if self.found.is_empty() {
            write(
                canvas,
                "No demo matches. Backspace takes a letter away.",
                16.0,
                vec2(self.left(), TOP + 20.0),
                900.0,
                SOFT,
            );
        }
    }

    fn head(&self, canvas: &mut Canvas<'_>) {
        canvas.fill_rect(rect(0.0, 0.0, self.size.x, TOP - 12.0), PAPER);
        write(canvas, "motile", 30.0, vec2(self.left(), 10.0), 300.0, INK);
        let count = match self.found.len() {
            found if found == self.entries.len() => format!("{found} demos"),
            found => format!("{found} of {} demos", self.entries.len()),
        };
        write(canvas, &count, 14.0, vec2(self.left(), 48.0), 400.0, SOFT);
        self.scroll_bar(canvas);
        let (text, color) = match self.search.as_str() {
            _ if !self.message.is_empty() => (self.message.as_str(), ACCENT),
            "" if self.is_narrow() => ("type to search, Enter opens", SOFT),
            "" => ("type to search, arrows and Enter or click to open", SOFT),
            search => (search, ACCENT),
        };
        // Beside the title where there is room, else below it.
        let left = if self.is_narrow() { 150.0 } else { self.size.x - 420.0 };
        let place = vec2(left, 22.0);
        write(canvas, text, 16.0, place, self.size.x - place.x - 20.0, color);
    }

    /// Which part of everything shows, at the right edge.
    fn scroll_bar(&self, canvas: &mut Canvas<'_>) {
        if self.max_scroll() > 0.0 {
            let track = self.size.y - TOP - 8.0;
            let share = (self.size.y - TOP) / (self.height - TOP);
            let y = TOP + (1.0 - share) * track * self.scroll / self.max_scroll();
            canvas.fill_rect(rect(self.size.x - 8.0, y, 4.0, track * share), CARD);
        }
    }
}

/// Pixels of the display that a small picture may have.
fn fine(scale: f32) -> (u32, u32) {
    let fine = |length: u32| ((length as f32 * scale).round() as u32).clamp(1, 4096);
    (fine(PICTURE.0), fine(PICTURE.1))
}

/// The picture of a demo, as large as a card.
fn small_picture(demo: &Demo, (width, height): (u32, u32)) -> motile::Result<Surface> {
    let mut player = demo.picture()?;
    let size = player.stage().size();
    let wanted = (vec2(width as f32, height as f32) / size).min_element();
    // A thumbnail is smaller by a whole number: the stage is drawn so large that one of them fits.
    let factor = (1.0 / wanted - 1e-3).ceil().max(1.0);
    if (wanted * factor - 1.0).abs() > 1e-3 {
        player.set_scale(wanted * factor);
        player.draw();
    }
    Ok(player.surface().thumbnail(width, height)?)
}

/// A card with the reason why it has no picture.
fn blank(reason: &str, scale: f32) -> motile::Result<Surface> {
    let (width, height) = fine(scale);
    let mut surface = Surface::opaque(width, height, CARD)?;
    let (room, corner) = (PICTURE.0 as f32 - 24.0, vec2(12.0, 12.0));
    paint(&mut Renderer::new(), &mut surface, scale, |canvas| {
        write(canvas, &format!("No picture: {reason}"), 13.0, corner, room, SOFT);
    });
    Ok(surface)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_arranged_for_the_size_of_the_window() {
        let mut index = Index::new();
        for (size, columns) in [((480.0, 320.0), 2), ((1060.0, 700.0), 4), ((1920.0, 1080.0), 8)] {
            index.resize(vec2(size.0, size.1), 1.0);
            let first = index.corners[0].y;
            let row = index.corners.iter().take_while(|corner| corner.y == first).count();
            assert_eq!(row, columns, "{size:?}");
            let right =
                index.corners.iter().map(|corner| corner.x + CARD_SIZE.x).fold(0.0, f32::max);
            assert!(right <= size.0, "{right} of {size:?}");
        }
    }

    #[test]
    fn a_card_without_a_picture_says_why_and_the_others_have_theirs() {
        struct Fine;
        impl Sketch for Fine {
            fn setup(_: &mut Stage) -> motile::Result<Self> {
                Ok(Self)
            }
        }
        static BROKEN: Demo = Demo { start: |_| panic!("broken on purpose"), ..Demo::of::<Fine>() };
        let good = motile_demos::find("stage/bouncing-ball").unwrap();
        let mut index = Index::of([&BROKEN, good].into_iter());
        assert!(index.make_one() && index.make_one() && !index.make_one());
        let drawn = |entry: usize| {
            let picture = index.entries[entry].1.as_ref().unwrap();
            let first = picture.get(0, 0);
            let places = (0..picture.width() as i32)
                .flat_map(|x| (0..picture.height() as i32).map(move |y| (x, y)));
            places.filter(|&(x, y)| picture.get(x, y) != first).count()
        };
        assert!(drawn(0) > 100, "words");
        assert!(drawn(1) > 100, "a ball");
    }

    /// Small pictures were made for an ordinary display and enlarged on a finer one: blurred at any other scale.
    #[test]
    fn small_pictures_have_the_pixels_of_the_display() {
        let demo = motile_demos::find("stage/bouncing-ball").unwrap();
        let mut index = Index::of([demo].into_iter());
        let width = |index: &Index| index.entries[0].1.as_ref().unwrap().width();
        for (scale, expected) in [(1.0, 213), (2.0, 427), (1.25, 267), (4.0, 853)] {
            index.resize(vec2(480.0, 320.0), scale);
            assert!(index.make_one() && !index.make_one(), "made anew, once");
            assert!(width(&index).abs_diff(expected) <= 1, "{scale}: {}", width(&index));
            index.resize(vec2(700.0, 320.0), scale);
            assert!(!index.make_one(), "another size of the window changes nothing");
        }
    }

    #[test]
    fn those_that_show_are_made_first() {
        let mut index = Index::new();
        index.event(InputEvent::Key(Key::End));
        let last = index.found[index.selected];
        while index.entries[last].1.is_none() {
            assert!(index.make_one());
        }
        let made = index.entries.iter().filter(|entry| entry.1.is_some()).count();
        assert!(made < 20, "{made}");
    }

    #[test]
    fn search_arrows_and_clicks_find_demos() {
        let mut index = Index::new();
        let topics = index.headings.len();
        assert!(topics > 3 && index.found.len() == all().count());
        for letter in "bouncing".chars() {
            index.event(InputEvent::Key(Key::Char(letter)));
            index.event(InputEvent::Text(letter));
        }
        assert_eq!(index.demo().map(|demo| demo.id), Some("stage/bouncing-ball"));
        assert_eq!(index.headings.len(), 1);
        index.event(InputEvent::Move(index.corner(0) + vec2(9.0, 9.0)));
        let opened = index.event(InputEvent::Down(Button::Left));
        assert_eq!(opened.map(|demo| demo.id), Some("stage/bouncing-ball"));
        index.event(InputEvent::Text('#'));
        assert!(index.demo().is_none() && index.event(InputEvent::Key(Key::Enter)).is_none());
        index.event(InputEvent::Key(Key::Escape));
        assert_eq!(index.headings.len(), topics);
    }

    #[test]
    fn the_arrows_reach_every_row_and_scroll_there() {
        let mut index = Index::new();
        let mut rows = 1;
        loop {
            let before = index.corners[index.selected];
            index.event(InputEvent::Key(Key::Down));
            let after = index.corners[index.selected];
            if before == after {
                break;
            }
            assert!(after.y > before.y);
            let shown = index.corner(index.selected);
            assert!(shown.y >= TOP && shown.y + CARD_SIZE.y <= index.size.y, "{shown}");
            rows += 1;
        }
        let mut all_rows: Vec<_> = index.corners.iter().map(|corner| corner.y as i32).collect();
        all_rows.dedup();
        assert_eq!(rows, all_rows.len());
        index.event(InputEvent::Key(Key::Home));
        assert_eq!((index.selected, index.scroll), (0, 0.0));
        index.event(InputEvent::Wheel(1e9));
        assert_eq!(index.scroll, index.max_scroll());
    }
}
