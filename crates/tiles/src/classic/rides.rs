//! Lifts, round tiles and maps built cell by cell.

use super::{Bob, CELL, OutsideMap, build_order, read};
use motile_geom::{
    Grid2,
    glam::{DVec2, dvec2},
};

/// A cell of a map that is not blank, as the classic builder makes a tile of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuiltTile {
    /// Its decimal id.
    pub id: i32,
    /// Its column.
    pub column: u32,
    /// Its row.
    pub row: u32,
    /// Its top left corner, pixels.
    pub position: DVec2,
}

/// What the classic builder makes of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuiltMap {
    /// The tiles, in the order they are visited: column by column.
    pub tiles: Vec<BuiltTile>,
    /// Tiles with ids that nobody knows. The printed program leaves them out without a word; look here and warn.
    pub unknown: Vec<BuiltTile>,
}

/// Builds a map: every cell but the blank ones (below 0), column by column, parted into ids of the table and others.
///
/// ```
/// use motile_geom::Grid2;
/// use motile_tiles::classic::build_map;
/// let map = Grid2::from_cells(2, 2, vec![10, 0, -1, 77])?;
/// let built = build_map(&map, &[0, 10]);
/// assert_eq!(built.tiles.iter().map(|tile| tile.id).collect::<Vec<_>>(), [10, 0]);
/// assert_eq!((built.unknown[0].id, built.unknown[0].row, built.unknown[0].column), (77, 1, 1));
/// # Ok::<(), motile_geom::GridError>(())
/// ```
pub fn build_map(map: &Grid2<i32>, known: &[i32]) -> BuiltMap {
    let mut built = BuiltMap::default();
    for (column, row) in build_order(map.width(), map.height()) {
        let Some(&id) = map.get(column as i32, row as i32).filter(|id| **id >= 0) else { continue };
        let position = dvec2(f64::from(column), f64::from(row)) * CELL;
        let list = if known.contains(&id) { &mut built.tiles } else { &mut built.unknown };
        list.push(BuiltTile { id, column, row, position });
    }
    built
}

/// Lifts that are stood on and jumped through from below, with the one flag that all of them share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifts {
    /// Whether nothing is held.
    pub open: bool,
}

impl Default for Lifts {
    fn default() -> Self {
        Self { open: true }
    }
}

impl Lifts {
    /// Puts a body on a lift that it came to from above, and gives it the lift's speed. Returns whether it did.
    pub fn hold(&mut self, bob: &mut Bob, lift: &Bob) -> bool {
        let between = (lift.position + lift.size / 2.0) - (bob.position + bob.size / 2.0);
        let over = (bob.size + lift.size) / 2.0 - between.abs();
        let (falls, rises) = (bob.velocity().y, lift.velocity().y);
        let near = over.y > 0.0 && over.x >= over.y && between.y > 0.0;
        let came_from_above = bob.previous.y - 2.0 < lift.position.y - bob.size.y;
        let picked_up = falls.trunc() == 0.0 && rises < 0.0;
        let held = near && (came_from_above || !self.open || picked_up);
        if held {
            let x = bob.velocity().x;
            bob.position.y = lift.position.y - bob.size.y;
            bob.set_velocity(dvec2(x, rises));
            bob.jumping = false;
            self.open = false;
        }
        let now = bob.velocity().y;
        self.open |= now < 0.0 && now != rises;
        held
    }
}

/// Turns a lift around by what stands in the column on its left: on its way down where the ground is solid beside its top and
/// sky beside its bottom, on its way up where a soft platform is beside its bottom and sky beside its top.
///
/// # Errors
/// [`OutsideMap`] when there is no such cell.
pub fn turn_lift_by_map(
    lift: &mut Bob,
    map: &Grid2<i32>,
    [sky, solid, soft]: [i32; 3],
) -> Result<(), OutsideMap> {
    let (cells, velocity) = (lift.cells(), lift.velocity());
    let beside = cells.column.saturating_sub(1);
    let (top, bottom) = (read(map, cells.top, beside)?, read(map, cells.bottom, beside)?);
    let turns =
        if velocity.y > 0.0 { bottom == sky && top == solid } else { top == sky && bottom == soft };
    if turns {
        lift.set_velocity(dvec2(velocity.x, -velocity.y));
    }
    Ok(())
}

/// Puts a round body out of a fixed round tile and reflects its velocity about the tangent. Returns whether they touched. Both
/// are as wide as their boxes, which they lie in the top left of.
pub fn bounce_off_round(bob: &mut Bob, center: DVec2, radius: f64) -> bool {
    let own = bob.size.x / 2.0;
    let between = bob.position + own - center;
    let distance = between.length();
    if distance >= own + radius || distance == 0.0 {
        return false;
    }
    let (normal, velocity) = (between / distance, bob.velocity());
    bob.position += normal * (own + radius - distance);
    bob.set_velocity(velocity - normal * (2.0 * velocity.dot(normal)));
    true
}

/// Parts two round bodies of equal mass by half of their overlap each, and exchanges their speeds along the line of centers.
/// Returns whether they touched.
pub fn bounce_pair(a: &mut Bob, b: &mut Bob) -> bool {
    let (r1, r2) = (a.size.x / 2.0, b.size.x / 2.0);
    let between = (b.position + r2) - (a.position + r1);
    let distance = between.length();
    if distance >= r1 + r2 || distance == 0.0 {
        return false;
    }
    let (normal, va, vb) = (between / distance, a.velocity(), b.velocity());
    let apart = normal * ((r1 + r2 - distance) * 0.5);
    let exchange = normal * (va - vb).dot(normal);
    a.position -= apart;
    b.position += apart;
    a.set_velocity(va - exchange);
    b.set_velocity(vb + exchange);
    true
}
