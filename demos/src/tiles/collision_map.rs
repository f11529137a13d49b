//! A grid that is empty at the start of every tick: each circle looks at the nine cells around it and then goes into its own.

mod pegs;
mod search;

use super::{controls, editing};
use crate::{Demo, gauge::Gauge, kit, look};
use motile::prelude::*;
use motile::tiles::{EditorPanel, TileLayer, TileSpace, classic};
use search::{Search, WAYS};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/collision-map",
    title: "Collision map",
    sees: "Circles on a billiard table, and beside them the grid as text: who is in which cell. Each is tested only against those in the nine cells around it.",
    tries: "Compare the tests with those of all pairs as the number grows, and the ways to search: up to 10,000 circles. One circle alone shows the grid at work.",
    controls: "Hold to pull the circle with the star. Or take a gamepad.",
    keys: &[
        (Key::Left, "push left"),
        (Key::Right, "push right"),
        (Key::Up, "push up"),
        (Key::Down, "push down"),
        (Key::Space, "grid on or off"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-D16", "TILE-D17", "TILE-49", "TILE-51", "TILE-52", "TILE-54", "TILE-A25"],
    size: (640, 512),
    ticks: 120,
    script: "10 key Right\n40 keyup Right\n",
    ..Demo::of::<CollisionMap>()
};

const SIDE: f32 = 64.0;
const COLUMNS: i32 = 10;
const ROWS: i32 = 8;
/// The player's. Half a cell is the most a circle may have: then nine cells are enough.
const RADIUS: f32 = 24.0;
/// That of the big circles.
const BIG: f32 = 32.0;

#[derive(Clone, Copy, StateHash)]
#[state(hash_only)]
struct Disc {
    place: Vec2,
    velocity: Vec2,
    radius: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct CollisionMap {
    /// The player is the first.
    discs: Vec<Disc>,
    lines: bool,
    tests: u32,
    hits: u32,
    panel: EditorPanel,
    /// Round tiles that everything bounces off, painted with the editor.
    #[state(skip)]
    pegs: TileLayer,
    /// The circles in each cell: cleared and filled again in every tick.
    #[state(skip)]
    cells: classic::CollisionMap,
    #[state(skip)]
    search: Search,
    #[state(skip)]
    time: Gauge,
}

impl Sketch for CollisionMap {
    const PARAMS: &'static [Param] =
        &[Param::whole("circles", 0, 10_000, 8), Param::choice("search", WAYS, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x1E_5B_4A);
        let mut map = Self {
            discs: Vec::new(),
            lines: true,
            tests: 0,
            hits: 0,
            panel: editing::panel(&[look::MIST])?,
            pegs: TileLayer::new(COLUMNS as u32, ROWS as u32)?,
            cells: classic::CollisionMap::new(COLUMNS as u32, ROWS as u32, SIDE),
            search: Search::default(),
            time: Gauge::default(),
        };
        map.rack(stage);
        Ok(map)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("circles") {
            self.rack(stage);
        }
        let space = TileSpace::square(SIDE);
        if editing::edit(&mut self.panel, &mut self.pegs, space, stage, tick).is_some() {
            return;
        }
        self.lines ^= controls::goes(tick.input);
        let pull = match tick.input.pointer.held_at() {
            Some(pointer) => (pointer - self.discs[0].place) * 8.0,
            None => controls::way(tick.input) * 800.0,
        };
        self.discs[0].velocity += pull * tick.dt;
        self.discs[0].velocity *= 0.99;
        (self.tests, self.hits) = (0, 0);
        self.cells.clear();
        let way = WAYS[tick.params.choice("search") as usize];
        let size = stage.size();
        let ((), took) = stage.stopwatch().time(|| {
            if way == WAYS[0] {
                for index in 0..self.discs.len() {
                    self.discs[index].step(size, tick.dt);
                    self.test_near(index);
                    self.cells.insert(self.discs[index].place, index as u32);
                }
            } else {
                self.discs.iter_mut().for_each(|disc| disc.step(size, tick.dt));
                self.search_pairs(way);
                for (disc, index) in self.discs.iter().zip(0..) {
                    self.cells.insert(disc.place, index);
                }
            }
        });
        self.time.follow(took);
        self.bounce_off_pegs();
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let size = stage.size();
        let thin = Stroke::new(1.0);
        for line in (1..COLUMNS.max(ROWS)).filter(|_| self.lines) {
            let far = line as f32 * SIDE;
            canvas.line(vec2(far, 0.0), vec2(far, size.y), &thin, Color::WHITE.with_alpha(50));
            canvas.line(vec2(0.0, far), vec2(size.x, far), &thin, Color::WHITE.with_alpha(50));
        }
        for (cell, _) in self.pegs.tiles() {
            kit::disc(canvas, TileSpace::square(SIDE).center_of(cell), BIG, look::MIST);
        }
        for (index, disc) in self.discs.iter().enumerate().skip(1) {
            kit::disc(canvas, disc.place, disc.radius, kit::hue(index, self.discs.len()));
        }
        let player = &self.discs[0];
        kit::disc(canvas, player.place, player.radius, look::SNOW);
        canvas.fill(&Path::star(player.place, 5, 17.0, 7.0, -0.31), look::ORANGE);
        self.draw_dump(canvas);
        let all = self.discs.len() * (self.discs.len() - 1) / 2;
        let time = self.time.words().map_or_else(String::new, |time| format!(", {time}"));
        let words = format!("{} tests instead of {all}, {} hits{time}", self.tests, self.hits);
        kit::foot_caption(canvas, words, Color::WHITE);
        self.panel.draw(canvas, TileSpace::square(SIDE), size);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl CollisionMap {
    /// The player and so many others in random places.
    fn rack(&mut self, stage: &mut Stage) {
        let count = stage.params().whole("circles").max(0) as usize;
        let radius = match count {
            0..=40 => BIG,
            41..=600 => 7.0,
            _ => 2.0,
        };
        let size = stage.size();
        let player = Disc { place: vec2(224.0, 154.0), velocity: Vec2::ZERO, radius: RADIUS };
        self.discs = vec![player];
        for _ in 0..count {
            let place = stage.rng.in_rect(Vec2::splat(40.0), size - 80.0);
            let velocity = stage.rng.in_unit_disc() * 160.0;
            self.discs.push(Disc { place, velocity, radius });
        }
    }

    /// Tests all that another way of searching finds.
    fn search_pairs(&mut self, way: &str) {
        let boxes =
            self.discs.iter().map(|disc| Aabb::from_center(disc.place, Vec2::splat(disc.radius)));
        for pair in self.search.pairs(way, boxes) {
            self.tests += 1;
            let (before, after) = self.discs.split_at_mut(pair.b as usize);
            self.hits += u32::from(collide(&mut before[pair.a as usize], &mut after[0]));
        }
    }

    /// Tests a circle against those already in the nine cells around it.
    fn test_near(&mut self, index: usize) {
        for other in self.cells.near(self.discs[index].place) {
            self.tests += 1;
            let (before, after) = self.discs.split_at_mut(index);
            self.hits += u32::from(collide(&mut before[other as usize], &mut after[0]));
        }
    }

    /// The text of the grid, its columns below each other.
    fn draw_dump(&self, canvas: &mut Canvas<'_>) {
        let (corner, step) = (vec2(16.0, 14.0), vec2(26.0, 19.0));
        let panel = Aabb::from_size(Vec2::splat(8.0), vec2(264.0, 164.0));
        canvas.fill(&Path::round_rect(panel, 6.0), look::NIGHT.with_alpha(210));
        for (row, line) in self.dump().lines().enumerate() {
            for (column, word) in line.split(',').enumerate() {
                let place = corner + step * vec2(column as f32, row as f32);
                canvas.write(word, look::SMALL, place, Vec2::ZERO, look::SNOW);
            }
        }
    }

    /// The first circle of each cell as text: 2 is the player, 12 another.
    fn dump(&self) -> String {
        self.cells.text(|index| if index == 0 { 2 } else { 12 })
    }
}

impl Disc {
    /// Moves, and bounces off the edges of the table.
    fn step(&mut self, size: Vec2, dt: f32) {
        self.place += self.velocity * dt;
        bounce(&mut self.place, &mut self.velocity, size, self.radius);
    }
}

/// Equal masses: each goes back by half of the overlap, and they exchange their speeds along the line of centers.
fn collide(a: &mut Disc, b: &mut Disc) -> bool {
    let between = b.place - a.place;
    let depth = a.radius + b.radius - between.length();
    if depth <= 0.0 || between == Vec2::ZERO {
        return false;
    }
    let normal = between.normalized();
    a.place -= normal * depth * 0.5;
    b.place += normal * depth * 0.5;
    let exchange = normal * (a.velocity - b.velocity).dot(normal);
    a.velocity -= exchange;
    b.velocity += exchange;
    true
}

#[cfg(test)]
mod tests;
