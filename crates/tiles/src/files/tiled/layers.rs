//! Layers of every kind.

use super::cells::{Area, Encoding, Known, read_cells};
use super::loader::Loader;
use super::node::Node;
use super::objects::read_object;
use super::parts::Part;
use super::properties::read_properties;
use super::sets::image;
use crate::files::fault::{Fault, Read};
use crate::files::limits::{MAX_CELLS, MAX_CHUNKS, MAX_GROUPS};
use crate::{CHUNK, LayerContent, MapLayer, Tile, TileLayer, TileMap};
use motile_geom::{IVec2, ivec2, vec2};

/// Reads the layers of a map. Holds the map meanwhile, because templates may bring tilesets into it.
pub(super) struct Layers<'l, 'r> {
    pub(super) loader: &'l mut Loader<'r>,
    pub(super) path: String,
    pub(super) map: TileMap,
    /// How many cells the file may still have.
    left: u64,
    /// How many chunks its endless layers may still have.
    chunks: usize,
    /// Where the cells of layers go that are decoded later.
    pub(super) later: Option<Vec<Part>>,
    /// The place of the layer that is read, in its group, in that one's group, from the outermost on.
    trail: Vec<u32>,
}

impl<'l, 'r> Layers<'l, 'r> {
    pub(super) fn new(loader: &'l mut Loader<'r>, path: &str, map: TileMap) -> Self {
        Self {
            loader,
            path: path.into(),
            map,
            left: MAX_CELLS,
            chunks: MAX_CHUNKS,
            later: None,
            trail: Vec::new(),
        }
    }

    pub(super) fn into_map(self) -> TileMap {
        self.map
    }

    /// The layers inside a map or group, from the bottom to the top.
    pub(super) fn read(&mut self, node: &Node<'_>, depth: usize) -> Read<Vec<MapLayer>> {
        if depth > MAX_GROUPS {
            return Err(node.fault(format!("groups nested deeper than {MAX_GROUPS}")));
        }
        let mut layers = Vec::new();
        for child in &node.children {
            let name = child.get("name").unwrap_or_default();
            self.trail.push(layers.len() as u32);
            let content = match child.name {
                "layer" => self.tiles(child).map(LayerContent::Tiles),
                "objectgroup" => self.objects(child),
                "imagelayer" => picture(child),
                "group" => self.read(child, depth + 1).map(LayerContent::Group),
                _ => {
                    self.trail.pop();
                    continue;
                }
            };
            self.trail.pop();
            let layer = content.and_then(|content| settings(child, content));
            layers.push(layer.map_err(|fault| fault.in_layer(name).at(child.at))?);
        }
        Ok(layers)
    }

    fn objects(&mut self, node: &Node<'_>) -> Read<LayerContent> {
        let objects: Read<Vec<_>> =
            node.all("object").map(|object| read_object(self, object)).collect();
        Ok(LayerContent::Objects(objects?))
    }

    fn tiles(&mut self, node: &Node<'_>) -> Read<TileLayer> {
        let (width, height) =
            (node.number("width", self.map.size.x)?, node.number("height", self.map.size.y)?);
        let data = node.child("data").ok_or_else(|| node.fault("a layer without data"))?;
        let encoding = Encoding::of(data)?;
        let area = Area { corner: IVec2::ZERO, width, height };
        let is_endless = self.map.endless || data.child("chunk").is_some();
        let chunks = || data.all("chunk");
        let is_text = encoding != Encoding::Plain
            && chunks().chain([data]).all(|node| node.numbers.is_none());
        if let Some(later) = self.later.as_mut().filter(|_| is_text) {
            let mut leave = |cells: &Node<'_>, area: Area| -> Read<()> {
                area.take(&mut self.left).map_err(|fault| fault.at(cells.at))?;
                later.push(Part::new(&self.trail, node, cells, encoding, area));
                Ok(())
            };
            if is_endless {
                chunks().try_for_each(|chunk| leave(chunk, area_of(chunk)?))?;
                return Ok(TileLayer::endless());
            }
            leave(data, area)?;
            return Ok(TileLayer::default());
        }
        let mut known = Known::new(&self.map);
        if is_endless {
            return endless(data, encoding, &mut known, (&mut self.left, &mut self.chunks));
        }
        area.take(&mut self.left).map_err(|fault| fault.at(data.at))?;
        let cells = read_cells(data, encoding, area, &mut known)?;
        TileLayer::from_cells(width, height, cells).map_err(|error| Fault::new(error.to_string()))
    }
}

/// A layer without borders, in pieces of any size.
fn endless(
    data: &Node<'_>,
    encoding: Encoding,
    known: &mut Known<'_>,
    (left, chunks): (&mut u64, &mut usize),
) -> Read<TileLayer> {
    let mut layer = TileLayer::endless();
    for chunk in data.all("chunk") {
        let area = area_of(chunk)?;
        area.take(left).map_err(|fault| fault.at(chunk.at))?;
        let cells = read_cells(chunk, encoding, area, known)?;
        put(&mut layer, area, &cells, chunks).map_err(|fault| fault.at(chunk.at))?;
    }
    Ok(layer)
}

/// Where a chunk is.
fn area_of(chunk: &Node<'_>) -> Read<Area> {
    let corner = ivec2(chunk.need("x")?, chunk.need("y")?);
    let (width, height) = (chunk.need("width")?, chunk.need("height")?);
    let fits = |from: i32, length: u32| from.checked_add_unsigned(length).is_some();
    if !fits(corner.x, width) || !fits(corner.y, height) {
        return Err(chunk.fault("a chunk beyond the numbers of cells"));
    }
    Ok(Area { corner, width, height })
}

/// Puts the cells of a rectangle into an endless layer. `left` is how many chunks the file may still have: a row of
/// single cells takes a thousand times its own memory.
pub(super) fn put(layer: &mut TileLayer, area: Area, cells: &[Tile], left: &mut usize) -> Read<()> {
    let most = layer.chunk_count().saturating_add(*left);
    let rows = cells.chunks(area.width.max(1) as usize);
    for (y, row) in (area.corner.y..).zip(rows) {
        for (x, &tile) in (area.corner.x..).zip(row) {
            layer.set(x, y, tile);
            if layer.chunk_count() > most {
                // Who asks again finds the same.
                layer.take_chunk(TileLayer::chunk_of(ivec2(x, y)));
                *left = 0;
                let what = format!("more than {MAX_CHUNKS} chunks of {CHUNK} × {CHUNK} cells");
                return Err(Fault::new(format!("{what} in all layers")).in_cell(x, y));
            }
        }
    }
    *left = most - layer.chunk_count();
    Ok(())
}

fn picture(node: &Node<'_>) -> Read<LayerContent> {
    Ok(LayerContent::Image {
        image: node.child("image").map(image).transpose()?.unwrap_or_default(),
        repeat_x: node.flag("repeatx", false)?,
        repeat_y: node.flag("repeaty", false)?,
    })
}

/// What all kinds of layers have.
fn settings(node: &Node<'_>, content: LayerContent) -> Read<MapLayer> {
    let order = [("topdown", true), ("index", false)];
    Ok(MapLayer {
        class: node.string("class"),
        id: node.number("id", 0)?,
        visible: node.flag("visible", true)?,
        opacity: node.float("opacity", 1.0)?,
        tint: node.color("tintcolor")?.unwrap_or(0xFFFF_FFFF),
        offset: vec2(node.float("offsetx", 0.0)?, node.float("offsety", 0.0)?),
        parallax: vec2(node.float("parallaxx", 1.0)?, node.float("parallaxy", 1.0)?),
        sort_y: matches!(content, LayerContent::Objects(_)) && node.choice("draworder", &order)?,
        properties: read_properties(node)?,
        ..MapLayer::new(node.string("name"), content)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chunk of 2²⁷ cells in one row took 17 GB: 4 KB for every 32 of them.
    #[test]
    fn tile_x13_endless_layers_are_bounded_by_their_chunks() {
        let mut layer = TileLayer::endless();
        let row = |y: i32, width: u32| Area { corner: ivec2(-32, y), width, height: 1 };
        let mut left = 5;
        let mut cells = vec![Tile::new(1); 96];
        put(&mut layer, row(0, 96), &cells, &mut left).unwrap();
        assert_eq!((left, layer.chunk_count()), (2, 3));
        put(&mut layer, row(31, 96), &cells, &mut left).unwrap();
        assert_eq!((left, layer.chunk_count()), (2, 3), "the same chunks");
        // Empty cells take none; the budget is one for all layers.
        let mut other = TileLayer::endless();
        cells[32..].fill(Tile::EMPTY);
        put(&mut other, row(0, 96), &cells, &mut left).unwrap();
        assert_eq!((left, other.chunk_count()), (1, 1));
        cells[95] = Tile::new(1);
        for _ in 0..2 {
            let fault = put(&mut other, row(32, 96), &cells, &mut left).unwrap_err();
            let crate::TileError::File(error) = fault.into() else { panic!("a fault of the file") };
            assert_eq!(error.cell, Some((63, 32)));
            assert_eq!(error.what, "more than 131072 chunks of 32 × 32 cells in all layers");
        }
    }
}
