//! Maps that are decoded part by part, for jobs with a budget.

use super::base64;
use super::cells::{Area, Compression, Encoding, Known, read_cells, stream, without_last_comma};
use super::layers::put;
use super::loader::Loader;
use super::node::Node;
use crate::files::MapReader;
use crate::files::fault::{Fault, Read};
use crate::files::limits::MAX_CHUNKS;
use crate::{LayerContent, MapLayer, Tile, TileError, TileLayer, TileMap};
use core::fmt;
use std::io::Read as _;

/// Most cells of one part: about a millisecond.
const PART: usize = 1 << 16;

/// A map of Tiled that is decoded part by part, for a job with a budget: the game goes on while its level is read.
///
/// [`open`](Self::open) reads the files and everything but the cells; each [`decode_part`](Self::decode_part) decodes up to
/// 65,536 cells of one layer, or a chunk of an endless one. What comes out is what [`read_tiled`](super::read_tiled) gives.
///
/// ```
/// use motile_tiles::{Tile, TiledParts};
/// let tmx = r#"<map width="2" height="1" tilewidth="16" tileheight="16">
///   <tileset firstgid="1" name="world" tilewidth="16" tileheight="16" tilecount="4" columns="2"/>
///   <layer name="ground" width="2" height="1"><data encoding="csv">3,0</data></layer>
/// </map>"#;
/// let mut parts = TiledParts::open("one.tmx", &mut |_: &str| Ok::<_, String>(tmx.into()))?;
/// while parts.decode_part()? > 0 {}
/// assert_eq!(parts.into_map()?.tiles("ground").unwrap().get(0, 0), Tile::new(3));
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "time slicing")]
#[derive(Debug)]
pub struct TiledParts {
    map: TileMap,
    parts: Vec<Part>,
    /// How many of them are done.
    done: usize,
    /// How many chunks endless layers may still have.
    chunks: usize,
    path: String,
    /// The file, to tell lines.
    text: String,
}

impl TiledParts {
    /// Reads the files of a map, and all of it but the cells.
    ///
    /// # Errors
    /// [`TileError::File`], as [`read_tiled`](super::read_tiled).
    pub fn open(path: &str, reader: &mut impl MapReader) -> Result<Self, TileError> {
        let bytes = reader.bytes(path).map_err(|error| Fault::new(error).in_file(path, ""))?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').into();
        let mut given =
            |name: &str| if name == path { Ok(bytes.clone()) } else { reader.bytes(name) };
        let mut loader = Loader::new(&mut given);
        let (map, parts) =
            loader.open(path, |loader, root| super::read_map(loader, path, root, true))?;
        // Those that are there already, from cells that are no text.
        let here: usize =
            map.all_layers().filter_map(MapLayer::as_tiles).map(TileLayer::chunk_count).sum();
        let chunks = MAX_CHUNKS.saturating_sub(here);
        Ok(Self { map, parts, done: 0, chunks, path: path.into(), text })
    }

    /// How many parts are still to be decoded, or somewhat more.
    pub fn left(&self) -> u32 {
        self.parts[self.done..].iter().map(Part::left).sum()
    }

    /// Decodes one part. Returns how many are left: 0 when all are done.
    ///
    /// # Errors
    /// [`TileError::File`], as [`read_tiled`](super::read_tiled); further calls find the same.
    pub fn decode_part(&mut self) -> Result<u32, TileError> {
        if let Some(part) = self.parts.get_mut(self.done) {
            let step = part.decode(&self.map).and_then(|done| {
                if done {
                    let trail = core::mem::take(&mut part.trail);
                    let placed = place(&mut self.map.layers, &trail, part, &mut self.chunks);
                    part.trail = trail;
                    placed.map_err(|fault| fault.at(part.data_at))?;
                }
                Ok(done)
            });
            let step = step.map_err(|fault| fault.in_layer(&part.name).at(part.at));
            if step.map_err(|fault| fault.in_file(&self.path, &self.text))? {
                // Its text is not needed any more.
                part.text = String::new();
                self.done += 1;
            }
        }
        Ok(self.left())
    }

    /// The map, after what is left was decoded.
    ///
    /// # Errors
    /// Those of [`decode_part`](Self::decode_part).
    pub fn into_map(mut self) -> Result<TileMap, TileError> {
        while self.decode_part()? > 0 {}
        Ok(self.map)
    }
}

/// Puts what is decoded into its layer.
fn place(layers: &mut [MapLayer], trail: &[u32], part: &mut Part, chunks: &mut usize) -> Read<()> {
    let Some((&at, inner)) = trail.split_first() else { return Ok(()) };
    let Some(layer) = layers.get_mut(at as usize) else { return Ok(()) };
    match &mut layer.content {
        LayerContent::Group(inside) => return place(inside, inner, part, chunks),
        LayerContent::Tiles(layer) if layer.is_endless() => {
            put(layer, part.area, &part.cells, chunks)?;
        }
        LayerContent::Tiles(layer) => {
            let cells = core::mem::take(&mut part.cells);
            let whole = TileLayer::from_cells(part.area.width, part.area.height, cells);
            *layer = whole.map_err(|error| Fault::new(error.to_string()))?;
        }
        _ => {}
    }
    Ok(())
}

/// The cells of a layer or chunk, as text that is still to be decoded.
pub(super) struct Part {
    /// Which layer: its place in its group, from the outermost on.
    trail: Vec<u32>,
    name: String,
    /// Where the layer begins in the file, and where its cells do.
    at: Option<usize>,
    data_at: Option<usize>,
    encoding: Encoding,
    area: Area,
    /// How many cells there are.
    count: usize,
    text: String,
    /// What is decoded so far.
    cells: Vec<Tile>,
    /// Where the next number begins in the text.
    next: usize,
    /// What the text unfolds to, from the next cell on.
    stream: Option<Box<dyn std::io::Read + Send>>,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Part {
    /// The cells of an area that has been [taken](Area::take).
    pub(super) fn new(
        trail: &[u32],
        layer: &Node<'_>,
        data: &Node<'_>,
        encoding: Encoding,
        area: Area,
    ) -> Self {
        Self {
            trail: trail.into(),
            name: layer.string("name"),
            at: layer.at,
            data_at: data.at,
            encoding,
            area,
            count: area.count(),
            text: data.text.clone().into_owned(),
            cells: Vec::new(),
            next: 0,
            stream: None,
        }
    }

    fn left(&self) -> u32 {
        (self.count - self.cells.len()).div_ceil(PART).max(1) as u32
    }

    /// Decodes some cells. Returns whether all are done.
    fn decode(&mut self, map: &TileMap) -> Read<bool> {
        let mut known = Known::new(map);
        let done = match self.encoding {
            Encoding::Base64(compression) => self.decode_bytes(compression, &mut known),
            _ => self.decode_numbers(&mut known),
        };
        if let Some(done) = done {
            return Ok(done);
        }
        // Something is wrong; what and where, the rule for the whole knows best.
        let text = (&*self.text).into();
        let node = Node { text, at: self.data_at, ..Node::new("data") };
        self.cells = read_cells(&node, self.encoding, self.area, &mut known)?;
        Ok(true)
    }

    /// The next numbers of a list with commas; `None` when something is wrong.
    fn decode_numbers(&mut self, known: &mut Known<'_>) -> Option<bool> {
        let text = without_last_comma(&self.text);
        for _ in 0..PART {
            if self.next > text.len() || text.is_empty() {
                return (self.cells.len() == self.count).then_some(true);
            }
            let word = text[self.next..].split(',').next()?;
            if self.cells.len() == self.count {
                return None;
            }
            self.cells.push(known.tile(word.trim().parse().ok()?)?);
            self.next += word.len() + 1;
        }
        Some(false)
    }

    /// The next cells of what a text unfolds to; `None` when something is wrong.
    fn decode_bytes(&mut self, compression: Compression, known: &mut Known<'_>) -> Option<bool> {
        if self.stream.is_none() {
            let bytes = base64::decode(&self.text).ok()?;
            self.stream = Some(stream(compression, bytes, self.count).ok()?);
        }
        let left = self.count - self.cells.len();
        let now = left.min(PART);
        let mut bytes = Vec::with_capacity(now * 4 + 1);
        // A byte more at the end tells whether there are too many.
        let wanted = now * 4 + usize::from(now == left);
        self.stream.as_mut()?.take(wanted as u64).read_to_end(&mut bytes).ok()?;
        if bytes.len() != now * 4 {
            return None;
        }
        for word in bytes.as_chunks::<4>().0 {
            self.cells.push(known.tile(u32::from_le_bytes(*word))?);
        }
        Some(now == left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_x13_endless_layers_in_parts_are_bounded_by_their_chunks() {
        let chunk = |x: i32| {
            let cells = vec!["1"; 64].join(",");
            format!("<chunk x='{x}' y='0' width='64' height='1'>{cells}</chunk>")
        };
        let tmx = format!(
            "<map width='3' height='2' tilewidth='8' tileheight='8' infinite='1'>
<tileset firstgid='1' name='a' tilewidth='8' tileheight='8' tilecount='16' columns='4'/>
<layer name='a'><data encoding='csv'>{}</data></layer>
<layer name='b'><data encoding='csv'>{}</data></layer></map>",
            chunk(0),
            chunk(640)
        );
        let open = |chunks: usize| {
            let mut reader = |_: &str| Ok::<_, String>(tmx.clone().into());
            let mut parts = TiledParts::open("a.tmx", &mut reader).unwrap();
            assert_eq!(parts.chunks, MAX_CHUNKS);
            parts.chunks = chunks;
            parts.into_map()
        };
        assert!(open(4).is_ok());
        let TileError::File(error) = open(3).unwrap_err() else { panic!("a fault of the file") };
        assert_eq!((error.layer.as_deref(), error.cell), (Some("b"), Some((672, 0))));
        assert_eq!(error.line, Some(4));
    }
}
