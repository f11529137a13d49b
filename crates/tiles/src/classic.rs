//! Tile games as the classic chapter prints them: decimal ids, point motion, the test of four corners, soft platforms with
//! one flag, lifts that turn by their cell, and the car that zig-zags along an angle map.
//!
//! They come from a book on game programming of the first decade of this century, whose programs ran once a frame in
//! double precision; so here too: pixels per tick, degrees, `f64`. Each function keeps the faults of the printed rule
//! (tunnels, ghost edges, one flag for all platforms), because readers compare. New games take [`Ground`](crate::Ground),
//! [`Character`](crate::Character) and [`Car`](crate::Car).

mod grid;
mod rides;
mod units;

use crate::TileError;
pub use crate::iso::book::{
    IsoThrow, iso_anchor, iso_can_move, iso_depth, iso_depth_sort, iso_face_colors,
};
pub use grid::CollisionMap;
use motile_geom::{
    Grid2, IRect,
    glam::{DVec2, dvec2},
    ops,
};

pub use rides::{
    BuiltMap, BuiltTile, Lifts, bounce_off_round, bounce_pair, build_map, turn_lift_by_map,
};
pub use units::FrameUnits;

/// Side of a cell in all classic programs, pixels.
pub const CELL: f64 = 64.0;

/// The decimal id of a cell of the sheet: column·10 + row. `None` for rows above 9, which would be another cell's id.
pub const fn encode_id(column: u32, row: u32) -> Option<u32> {
    if row > 9 || column > 99 { None } else { Some(column * 10 + row) }
}

/// Column and row of a decimal id; `None` for −1 and other negative ids: a blank cell.
pub const fn decode_id(id: i32) -> Option<(u32, u32)> {
    if id < 0 { None } else { Some((id as u32 / 10, id as u32 % 10)) }
}

/// Where the picture of an object of a size is in the sheet: at the corner of the cell its decimal id names. `None` for a
/// blank cell.
///
/// # Errors
/// [`TileError::OutsideSheet`] when that is outside a sheet of `sheet` pixels.
pub fn source_rect(
    id: i32,
    size: (u32, u32),
    sheet: (u32, u32),
) -> Result<Option<IRect>, TileError> {
    let Some((column, row)) = decode_id(id) else { return Ok(None) };
    let place = |index: u32, size: u32, all: u32| {
        let start = index.checked_mul(CELL as u32)?;
        i32::try_from(start).ok().filter(|_| start.checked_add(size).is_some_and(|end| end <= all))
    };
    let corner = place(column, size.0, sheet.0).zip(place(row, size.1, sheet.1));
    let outside = TileError::OutsideSheet { tile: id as u32, width: sheet.0, height: sheet.1 };
    let (x, y) = corner.ok_or(outside)?;
    Ok(Some(IRect::new(x, y, size.0, size.1)))
}

/// The number of a decimal id in a sheet of `columns` columns, row by row from 0; the largest number where it is
/// larger.
pub const fn linear_id(id: u32, columns: u32) -> u32 {
    (id % 10).saturating_mul(columns).saturating_add(id / 10)
}

/// The cells of a map in the order the classic builder visits them, column by column: (column, row).
pub fn build_order(columns: u32, rows: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
}

/// A blit object: a body whose velocity is the difference of its last two places (Verlet).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bob {
    /// Top left corner, pixels.
    pub position: DVec2,
    /// Top left corner a tick ago.
    pub previous: DVec2,
    /// Width and height, pixels.
    pub size: DVec2,
    /// What is kept of the velocity in a tick; 1 keeps all.
    pub friction: f64,
    /// Added to the velocity in every tick, pixels per tick squared.
    pub gravity: DVec2,
    /// Added as gravity is: what pushes by itself, such as a key that is held, pixels per tick squared.
    pub acceleration: DVec2,
    /// Whether it may not jump now.
    pub jumping: bool,
}

/// The cells a [`Bob`] is in; its right and lower edges count as inside the next cell when they lie on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BobCells {
    /// Row of the upper edge.
    pub top: i32,
    /// Row of the lower edge.
    pub bottom: i32,
    /// Column of the left edge.
    pub left: i32,
    /// Column of the right edge.
    pub right: i32,
    /// Row of the center.
    pub row: i32,
    /// Column of the center.
    pub column: i32,
}

impl Bob {
    /// A body at rest without gravity.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        let position = dvec2(x, y);
        let size = dvec2(width, height);
        Self {
            position,
            previous: position,
            size,
            friction: 1.0,
            gravity: DVec2::ZERO,
            acceleration: DVec2::ZERO,
            jumping: false,
        }
    }

    /// Pixels per tick.
    pub fn velocity(&self) -> DVec2 {
        self.position - self.previous
    }

    /// Sets the velocity, pixels per tick.
    pub fn set_velocity(&mut self, velocity: DVec2) {
        self.previous = self.position - velocity;
    }

    /// Puts it somewhere else with the velocity it has. Setting [`position`](Self::position) alone makes a velocity of the
    /// way instead.
    pub fn teleport(&mut self, position: DVec2) {
        self.previous += position - self.position;
        self.position = position;
    }

    /// One tick.
    pub fn update(&mut self) {
        let velocity = self.velocity() * self.friction + self.acceleration + self.gravity;
        self.previous = self.position;
        self.position += velocity;
    }

    /// Its cells, with closed right and lower edges.
    pub fn cells(&self) -> BobCells {
        let cell = |place: f64| (place / CELL).floor() as i32;
        let (p, s) = (self.position, self.size);
        BobCells {
            top: cell(p.y),
            bottom: cell(p.y + s.y),
            left: cell(p.x),
            right: cell(p.x + s.x),
            row: cell(p.y + s.y / 2.0),
            column: cell(p.x + s.x / 2.0),
        }
    }

    /// Follows a pointer: a fifth of the distance, which counts up to 100 pixels, and a jump when `pressed`.
    pub fn control(&mut self, pointer_x: f64, pressed: bool) {
        let distance = (pointer_x - (self.position.x + self.size.x / 2.0)).clamp(-100.0, 100.0);
        let mut velocity = dvec2(0.2 * distance, self.velocity().y);
        if pressed && !self.jumping {
            self.jumping = true;
            velocity.y -= 25.0;
        }
        self.set_velocity(velocity);
    }

    fn stop_x(&mut self, x: f64) {
        self.position.x = x;
        self.previous.x = x;
    }

    fn stop_y(&mut self, y: f64) {
        self.position.y = y;
        self.previous.y = y;
    }

    /// Stays inside a stage of a size; what hits an edge stops. Reaching the bottom ends a jump.
    pub fn stop_at_edges(&mut self, stage: DVec2) {
        let free = stage - self.size;
        if self.position.x < 0.0 || self.position.x > free.x {
            self.stop_x(self.position.x.clamp(0.0, free.x.max(0.0)));
        }
        if self.position.y < 0.0 || self.position.y >= free.y {
            self.jumping &= self.position.y < free.y;
            self.stop_y(self.position.y.clamp(0.0, free.y.max(0.0)));
        }
    }
}

/// A body has left the map: the classic program read a row or column that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideMap {
    /// The row that was read.
    pub row: i32,
    /// The column that was read.
    pub column: i32,
}

impl core::fmt::Display for OutsideMap {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "there is no cell in row {}, column {}", self.row, self.column)
    }
}

impl core::error::Error for OutsideMap {}

fn read(map: &Grid2<i32>, row: i32, column: i32) -> Result<i32, OutsideMap> {
    map.get(column, row).copied().ok_or(OutsideMap { row, column })
}

fn modulo(a: f64, b: f64) -> f64 {
    a - b * (a / b).floor()
}

/// The cells of the classic 3×3 search around one, itself among them, as (column, row): column by column, without those outside
/// a map of `columns`×`rows` cells.
///
/// ```
/// use motile_tiles::classic::cells_around;
/// assert!(cells_around(0, 0, 10, 8).eq([(0, 0), (0, 1), (1, 0), (1, 1)]));
/// ```
pub fn cells_around(
    column: u32,
    row: u32,
    columns: u32,
    rows: u32,
) -> impl Iterator<Item = (u32, u32)> {
    let near =
        |middle: u32, count: u32| middle.saturating_sub(1)..middle.saturating_add(2).min(count);
    near(column, columns).flat_map(move |x| near(row, rows).map(move |y| (x, y)))
}

/// How far a corner of a body has come into its cell, pixels along x and y, as the test of four corners measures it: from the
/// left and upper lines of the grid for left and upper corners, to the right and lower lines for the others. The larger number
/// is the axis along which the body is **not** put back.
pub fn corner_overlap(bob: &Bob, lower: bool, right: bool) -> DVec2 {
    let (p, s) = (bob.position, bob.size);
    dvec2(
        if right { CELL - modulo(p.x + s.x, CELL) } else { modulo(p.x, CELL) },
        if lower { CELL - modulo(p.y + s.y, CELL) } else { modulo(p.y, CELL) },
    )
}

/// The test of four corners: top left, bottom left, bottom right, top right, each with the body as the ones before left it.
///
/// # Errors
/// [`OutsideMap`] when a corner has left the map, as after a fast fall that was snapped into the ground.
pub fn corner_collision(bob: &mut Bob, map: &Grid2<i32>, solid: i32) -> Result<(), OutsideMap> {
    for (lower, right) in [(false, false), (true, false), (true, true), (false, true)] {
        let cells = bob.cells();
        let (row, column) = (
            if lower { cells.bottom } else { cells.top },
            if right { cells.right } else { cells.left },
        );
        if read(map, row, column)? != solid {
            continue;
        }
        let (over, s) = (corner_overlap(bob, lower, right), bob.size);
        let (x, y) = (f64::from(cells.column) * CELL, f64::from(cells.row) * CELL);
        let falls = bob.velocity().y;
        if over.y < over.x {
            bob.stop_x(if right { x + CELL - s.x - 1.0 } else { x });
        } else if lower && falls > 0.0 && read(map, cells.top, column)? != solid {
            bob.stop_y(y + CELL - s.y);
            bob.jumping = false;
        } else if !lower && falls < 0.0 && read(map, cells.bottom, column)? != solid {
            bob.stop_y(y);
        }
    }
    Ok(())
}

/// Platforms that are jumped through from below, with the one flag that all of them share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoftPlatforms {
    /// Whether nothing is held.
    pub open: bool,
}

impl Default for SoftPlatforms {
    fn default() -> Self {
        Self { open: true }
    }
}

impl SoftPlatforms {
    /// Holds a body that came into the row of a soft platform from above.
    ///
    /// # Errors
    /// [`OutsideMap`] when its lower corners have left the map.
    pub fn hold(&mut self, bob: &mut Bob, map: &Grid2<i32>, soft: i32) -> Result<(), OutsideMap> {
        let cells = bob.cells();
        let falls = bob.velocity().y;
        let above = read(map, cells.bottom, cells.left)? == soft
            || read(map, cells.bottom, cells.right)? == soft;
        if falls > 0.0 && above {
            let before = ((bob.previous.y + bob.size.y) / CELL).floor() as i32;
            if cells.bottom != before || !self.open {
                bob.stop_y(f64::from(cells.row) * CELL + CELL - bob.size.y);
                bob.jumping = false;
                self.open = false;
            }
        }
        self.open |= falls < 0.0;
        Ok(())
    }
}

/// Turns a lift around when its upper edge is in one row or its lower edge in another.
pub fn turn_lift(lift: &mut Bob, top: i32, bottom: i32) {
    let cells = lift.cells();
    if cells.top == top || cells.bottom == bottom {
        let velocity = lift.velocity();
        lift.set_velocity(dvec2(velocity.x, -velocity.y));
    }
}

/// Turns a walker around when there is sky below its left or right edge.
///
/// # Errors
/// [`OutsideMap`] when there is no such cell.
pub fn patrol(bob: &mut Bob, map: &Grid2<i32>, sky: i32) -> Result<(), OutsideMap> {
    let cells = bob.cells();
    let below = cells.row.saturating_add(1);
    if read(map, below, cells.left)? == sky || read(map, below, cells.right)? == sky {
        let velocity = bob.velocity();
        bob.set_velocity(dvec2(-velocity.x, velocity.y));
    }
    Ok(())
}

/// Whether a hero touches an item: a corner of it is in a cell with the item's id, and their centers are nearer than half of
/// both widths. Bodies that reach beyond the map touch nothing.
pub fn touches(hero: &Bob, item: &Bob, map: &Grid2<i32>, id: i32) -> bool {
    let cells = hero.cells();
    let corners = [
        (cells.top, cells.left),
        (cells.bottom, cells.left),
        (cells.bottom, cells.right),
        (cells.top, cells.right),
    ];
    let inside = corners.iter().all(|&(row, column)| map.get(column, row).is_some());
    let near = corners.iter().any(|&(row, column)| map.get(column, row) == Some(&id));
    let distance = (hero.position + hero.size / 2.0).distance(item.position + item.size / 2.0);
    inside && near && distance < hero.size.x / 2.0 + item.size.x / 2.0
}

/// Whether a hero lands on an enemy's head; if so it is pushed off and bounces. Both are circles of their widths.
pub fn squash(hero: &mut Bob, enemy: &Bob) -> bool {
    let (a, b) = (hero.size.x / 2.0, enemy.size.x / 2.0);
    let between = (enemy.position + b) - (hero.position + a);
    let distance = between.length();
    if distance >= a + b || hero.position.y + b >= enemy.position.y {
        return false;
    }
    let toward = between.normalize_or_zero();
    let velocity = hero.velocity();
    hero.position -= toward * (a + b - distance);
    hero.set_velocity(velocity - 2.0 * velocity.dot(toward) * toward);
    true
}

/// The frame of an animation on a sheet after so many milliseconds, as (column, row): frames lie row by row from a start
/// row. `None` when it is over.
pub const fn frame_cell(
    millis: u32,
    per_frame: u32,
    frames: u32,
    columns: u32,
    start_row: u32,
) -> Option<(u32, u32)> {
    let (Some(frame), true) = (millis.checked_div(per_frame), columns > 0) else { return None };
    if frame >= frames { None } else { Some((frame % columns, start_row + frame / columns)) }
}

/// The corner of a view that has a hero's top left corner in its middle and stays in the world.
pub fn camera_corner(hero: DVec2, view: DVec2, world: DVec2) -> DVec2 {
    (hero - view / 2.0).max(DVec2::ZERO).min((world - view).max(DVec2::ZERO))
}

/// The car of the driving games: it goes where it points, at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZigZagCar {
    /// Top left corner, pixels.
    pub position: DVec2,
    /// Where it points, degrees.
    pub rotation: f64,
    /// Degrees per tick.
    pub rotation_speed: f64,
    /// Pixels per tick.
    pub speed: f64,
    /// Whether it accelerates.
    pub accelerate: bool,
    /// What is kept of the speed in a tick: 0.98 on a road, 0.85 on grass.
    pub friction: f64,
}

impl ZigZagCar {
    /// A car at rest on a road, pointing right.
    pub const fn new(x: f64, y: f64) -> Self {
        Self {
            position: dvec2(x, y),
            rotation: 0.0,
            rotation_speed: 0.0,
            speed: 0.0,
            accelerate: false,
            friction: 0.98,
        }
    }

    /// One tick: turn, speed, move.
    pub fn update(&mut self) {
        self.rotation += self.rotation_speed;
        let push = if self.accelerate { 0.1 } else { 0.0 };
        self.speed = (self.speed + push) * self.friction;
        let (sin, cos) = ops::sin_cos64(self.rotation.to_radians());
        self.position += dvec2(cos, sin) * self.speed;
    }

    /// Chooses a turn of `k` degrees per tick toward a heading in degrees. As printed the difference is not wrapped, which
    /// fails after a lap; `wrapped` is what was meant.
    pub fn turn_toward(&mut self, heading: f64, k: f64, wrapped: bool) {
        let difference = self.rotation - heading;
        let difference = if wrapped { modulo(difference, 360.0) } else { difference };
        self.rotation_speed = if difference > 0.0 && difference < 180.0 { -k } else { k };
    }
}
