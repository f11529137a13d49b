//! Values that follow the tiles: costs for a path search, opacity for lights, anything made of one tile each.

use super::TileLayer;
use crate::{LayerChange, Tile};
use motile_geom::{Grid2, GridError, IRect, IVec2, ivec2};

/// A value for each cell of a bounded layer, made of the tile in it and kept up with every change: the costs of a path
/// search, what stops light, which cells burn. After an edit only the cells that changed are looked at.
///
/// ```
/// use motile_tiles::{DerivedMap, Tile, TileLayer};
/// let mut layer = TileLayer::from_rows(&[[0, 1, 0], [0, 0, 0]])?;
/// let cost = |tile: Tile| if tile.is_empty() { 1.0 } else { f32::INFINITY };
/// let mut costs = DerivedMap::new(&layer, cost)?;
/// assert_eq!(costs.cells[(1, 0)], f32::INFINITY);
/// // Somebody blasts the wall away: one cell is told, and a path grid can be given it.
/// layer.set(1, 0, Tile::EMPTY);
/// let mut changed = Vec::new();
/// costs.update(&layer, cost, |cell, cost| changed.push((cell, *cost)));
/// assert_eq!(changed, [(motile_geom::ivec2(1, 0), 1.0)]);
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "path grid")]
#[doc(alias = "navigation")]
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedMap<T> {
    /// The values.
    pub cells: Grid2<T>,
    revision: u64,
}

impl<T: PartialEq> DerivedMap<T> {
    /// The values of all cells of a layer: of an endless one, those from (0, 0) to the right and down that it has now.
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`].
    pub fn new(layer: &TileLayer, value: impl Fn(Tile) -> T) -> Result<Self, GridError> {
        let bounds = layer.bounds();
        let (right, bottom) = (bounds.right().max(0), bounds.bottom().max(0));
        let cells = Grid2::from_fn(right as u32, bottom as u32, |x, y| {
            value(layer.get(x as i32, y as i32))
        })?;
        Ok(Self { cells, revision: layer.revision() })
    }

    /// Looks at what changed in the layer since the last call, and tells every cell that has another value now, each at
    /// most once for each change of it. Returns how many cells were looked at.
    pub fn update(
        &mut self,
        layer: &TileLayer,
        value: impl Fn(Tile) -> T,
        mut changed: impl FnMut(IVec2, &T),
    ) -> u64 {
        let mut looked = 0;
        let all = self.cells.bounds();
        let mut look = |cells: IRect, map: &mut Grid2<T>| {
            let part = cells.intersect(all);
            looked += part.area();
            for y in part.y..part.bottom() as i32 {
                for x in part.x..part.right() as i32 {
                    let new = value(layer.get(x, y));
                    if let Some(known) = map.get_mut(x, y).filter(|known| **known != new) {
                        *known = new;
                        changed(ivec2(x, y), known);
                    }
                }
            }
        };
        match layer.changes_since(self.revision) {
            Some(changes) => {
                for change in changes {
                    let cells = match change {
                        LayerChange::Cell { cell, .. } => IRect::new(cell.x, cell.y, 1, 1),
                        LayerChange::Chunk { chunk } => TileLayer::cells_of_chunk(chunk),
                    };
                    look(cells, &mut self.cells);
                }
            }
            // Too long ago: everything may have changed.
            None => look(all, &mut self.cells),
        }
        self.revision = layer.revision();
        looked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn tile_x6_values_follow_any_edits() {
        let mut rng = Rng::new(8);
        let mut layer = TileLayer::new(50, 40).unwrap();
        let value = |tile: Tile| tile.number() * 2;
        let mut map = DerivedMap::new(&layer, value).unwrap();
        let mut twin = map.cells.clone();
        for round in 0..200 {
            for _ in 0..rng.below(if round == 50 { 9000 } else { 20 }) {
                let (x, y) = (rng.int(-3..53), rng.int(-3..43));
                if rng.chance(0.05) {
                    layer.fill_rect(
                        IRect::new(x, y, rng.below(30), rng.below(30)),
                        Tile::new(rng.below(3)),
                    );
                } else {
                    layer.set(x, y, Tile::new(rng.below(4)));
                }
            }
            map.update(&layer, value, |cell, new| {
                twin.set(cell.x, cell.y, *new);
            });
            let fresh = DerivedMap::new(&layer, value).unwrap();
            assert_eq!(map.cells, fresh.cells);
            assert_eq!(twin, fresh.cells, "who only heard of the changes knows the same");
        }
        assert_eq!(
            map.update(&layer, value, |_, _| {}),
            0,
            "nothing changed, nothing is looked at"
        );
    }
}
