//! Worlds written as text: a line for each kind of tile, a line of symbols for each row of cells.

use super::barrier::Ceilings;
use super::map_error::{IsoMapError, IsoMapErrorKind};
use super::{IsoBody, IsoBox, IsoWorld};
use motile_geom::{Id, Vec3, ivec2, vec3};
use std::collections::BTreeMap;

/// Cells of all layers together; more is an error instead of memory.
const MOST_CELLS: usize = 1 << 22;
/// Cells along a side of a footprint.
const MOST_SIDE: u32 = 1000;
/// The largest number that a world can have, world units; beyond it nothing is exact any more.
const FARTHEST: f32 = 1e9;

/// What is drawn for a symbol of an [`IsoMap`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum IsoKind {
    /// Nothing to see: a plain object.
    #[default]
    Plain,
    /// A flat tile of a color (`DrawnIsoTile`).
    Tile,
    /// A box of a color (`DrawnIsoBox`).
    Block,
    /// A picture by its name, with its anchor in pixels (`GraphicTile`).
    Picture {
        /// What the program calls it.
        name: String,
        /// From the left of the picture to the middle of the footprint.
        x_offset: f32,
        /// From the top of the picture to the middle of the footprint.
        y_offset: f32,
    },
}

/// A kind of tile, by its symbol. Those a program makes cover a cell unless they say otherwise.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct IsoDefinition {
    /// What stands for it in the rows; one or more characters without spaces.
    pub symbol: String,
    /// What is drawn.
    pub kind: IsoKind,
    /// 0xRRGGBB.
    pub color: u32,
    /// Height in world units.
    pub height: f32,
    /// Whether one may walk on it. What is flat and not walkable is closed, as water is; what has a height can be stood on whatever this
    /// says.
    pub walkable: bool,
    /// Whether it stops others, when it has a height and is no floor: an arch does not.
    pub solid: bool,
    /// Whether it belongs to the floor, which is never sorted. Tiles do unless they say otherwise.
    pub floor: bool,
    /// How many cells it covers along x and z, to the lower right and lower left of its own: 1 to 1,000 each. What
    /// lies outside of that is an error where a map is read, and counts as the nearest of it everywhere else.
    pub cells: (u32, u32),
    /// The line of the text it stands in, from 1 on; 0 when a program made it.
    pub line: u32,
}

impl Default for IsoDefinition {
    fn default() -> Self {
        Self {
            symbol: String::new(),
            kind: IsoKind::Plain,
            color: 0,
            height: 0.0,
            walkable: false,
            solid: true,
            floor: false,
            cells: (1, 1),
            line: 0,
        }
    }
}

impl IsoDefinition {
    /// The cells that it covers along x and z.
    fn footprint(&self) -> (u32, u32) {
        let side = |cells: u32| cells.clamp(1, MOST_SIDE);
        (side(self.cells.0), side(self.cells.1))
    }

    /// The first key whose value no text could give it, with the value.
    fn bad_value(&self) -> Option<(&'static str, String)> {
        let Self { color, height, cells, kind, .. } = self;
        let (x_offset, y_offset) = match kind {
            IsoKind::Picture { x_offset, y_offset, .. } => (*x_offset, *y_offset),
            _ => (0.0, 0.0),
        };
        if !is_color(*color) {
            return Some(("color", format!("{color:#X}")));
        }
        if self.footprint() != *cells {
            return Some(("cells", format!("{}x{}", cells.0, cells.1)));
        }
        let numbers = [("height", *height), ("xoffset", x_offset), ("yoffset", y_offset)];
        let bad = numbers
            .into_iter()
            .find(|&(key, value)| !is_number(value) || (key == "height" && value < 0.0));
        bad.map(|(key, value)| (key, value.to_string()))
    }
}

/// Rows of cells at one height.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IsoMapLayer {
    /// The y of its cells; negative is up.
    pub y: f32,
    /// For each row the definitions of its cells, by their numbers. Rows may differ in length.
    pub rows: Vec<Vec<u32>>,
}

/// A world read from text.
///
/// ```
/// use motile_geom::vec3;
/// use motile_tiles::iso::IsoMap;
///
/// let map = IsoMap::parse("
///     // A house on grass.
///     ## g type:DrawnIsoTile color:0x66AA55 walkable:true
///     ## h type:GraphicTile graphicClass:House xoffset:20 yoffset:30
///     g g g
///     g h g
/// ")?;
/// let house = map.cells().nth(4).unwrap();
/// assert_eq!(map.definitions[house.definition as usize].symbol, "h");
/// assert_eq!(house.position(20.0), vec3(20.0, 0.0, 20.0));
/// # Ok::<(), motile_tiles::iso::IsoMapError>(())
/// ```
///
/// # The form
///
/// | a line that begins with | is |
/// |---|---|
/// | `//` | a comment |
/// | `#` | a definition: `# SYMBOL key:value key:value …` |
/// | `---` | the end of a layer; the next one follows: `--- y:-20` |
/// | anything else | a row: symbols with spaces between them, the first at x = 0; the first row is at z = 0 |
///
/// Any spaces and tabs separate and indent, lines end as on any system (LF, CRLF or CR), a byte order mark is passed over, values may be quoted (`"two words"`). Definitions may
/// stand anywhere; of two for one symbol the later one counts. `.` is an empty cell unless it is defined.
///
/// | key | value | without it |
/// |---|---|---|
/// | `type` | `DrawnIsoTile`, `DrawnIsoBox`, `GraphicTile`; anything else is a plain object, with a [warning](Self::warnings) | a plain object |
/// | `color` | a whole number, decimal or 0x… | 0, black |
/// | `height` | a number that is not negative | 0 |
/// | `graphicClass` | the name of a picture | an error for `GraphicTile` |
/// | `xoffset`, `yoffset` | the anchor of the picture, pixels | 0 |
/// | `walkable` | `true` or `false`: whether one may walk on what is flat; what has a height can be stood on either way | `false` |
/// | `solid` | `true` or `false`: whether what has a height stops others; an arch does not | `true` |
/// | `layer` | `floor` or `world` | `floor` for `DrawnIsoTile`, else `world` |
/// | `cells` | footprint, such as `2x3` | `1x1` |
///
/// Keys that are not in the table are passed over with a [warning](Self::warnings).
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "StoredMap"))]
pub struct IsoMap {
    /// The kinds of tiles, in the order they are first defined.
    pub definitions: Vec<IsoDefinition>,
    /// The layers, as written.
    pub layers: Vec<IsoMapLayer>,
    /// What was passed over. Not stored by serde.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub warnings: Vec<IsoMapError>,
}

/// A map as serde finds it, before it is looked at.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "IsoMap")]
struct StoredMap {
    definitions: Vec<IsoDefinition>,
    layers: Vec<IsoMapLayer>,
}

/// What no text could say is not read either.
#[cfg(feature = "serde")]
impl TryFrom<StoredMap> for IsoMap {
    type Error = String;

    fn try_from(stored: StoredMap) -> Result<Self, Self::Error> {
        let StoredMap { definitions, layers } = stored;
        for (number, definition) in definitions.iter().enumerate() {
            if let Some((key, value)) = definition.bad_value() {
                let symbol = &definition.symbol;
                return Err(format!(
                    "definition {number}, \"{symbol}\": {value} is no value for {key}"
                ));
            }
        }
        let mut count = 0;
        for (number, layer) in layers.iter().enumerate() {
            if !is_number(layer.y) {
                return Err(format!("layer {number}: {} is no value for y", layer.y));
            }
            for (row, cells) in layer.rows.iter().enumerate() {
                let is_known = |cell: &u32| *cell == EMPTY || (*cell as usize) < definitions.len();
                if let Some(column) = cells.iter().position(|cell| !is_known(cell)) {
                    return Err(format!(
                        "layer {number}, row {row}, cell {column}: a definition below {} is expected, not {}",
                        definitions.len(),
                        cells[column]
                    ));
                }
                count += cells.len();
            }
        }
        if count > MOST_CELLS {
            return Err(format!("at most {MOST_CELLS} cells are expected, not {count}"));
        }
        Ok(Self { definitions, layers, warnings: Vec::new() })
    }
}

/// A cell of an [`IsoMap`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IsoMapCell {
    /// Along x.
    pub column: u32,
    /// Along z.
    pub row: u32,
    /// The y of its layer.
    pub y: f32,
    /// The number of its definition.
    pub definition: u32,
}

impl IsoMapCell {
    /// Where the middle of the cell is, for cells with sides of a length.
    pub fn position(&self, side: f32) -> Vec3 {
        vec3(self.column as f32 * side, self.y, self.row as f32 * side)
    }
}

impl IsoMap {
    /// Reads a map.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and column.
    pub fn parse(text: &str) -> Result<Self, IsoMapError> {
        Self::parse_with(&[], text)
    }

    /// Reads a map whose rows may use definitions of the program's as well. Those of the text count before them.
    ///
    /// ```
    /// use motile_tiles::iso::{IsoDefinition, IsoKind, IsoMap};
    ///
    /// let wall = IsoDefinition { symbol: "W".into(), kind: IsoKind::Block, height: 30.0, ..IsoDefinition::default() };
    /// let map = IsoMap::parse_with(&[wall], "W W\nW W")?;
    /// assert_eq!(map.cells().count(), 4);
    /// # Ok::<(), motile_tiles::iso::IsoMapError>(())
    /// ```
    ///
    /// # Errors
    /// [`IsoMapErrorKind::BadDefinition`] for numbers that no text could give a definition of the program's, or the
    /// first thing that is wrong in the text, with its line and column.
    #[doc(alias = "setTileType")]
    pub fn parse_with(definitions: &[IsoDefinition], text: &str) -> Result<Self, IsoMapError> {
        let mut map = Self::default();
        let mut numbers = BTreeMap::new();
        let mut define = |map: &mut Self, definition: IsoDefinition| {
            let next = map.definitions.len() as u32;
            let number = *numbers.entry(definition.symbol.clone()).or_insert(next);
            if number == next {
                map.definitions.push(definition);
            } else {
                map.definitions[number as usize] = definition;
            }
        };
        for definition in definitions {
            if let Some((key, value)) = definition.bad_value() {
                let (symbol, key) = (definition.symbol.clone(), key.to_owned());
                let kind = IsoMapErrorKind::BadDefinition { symbol, key, value };
                return Err(IsoMapError { line: definition.line, column: 1, kind });
            }
            define(&mut map, definition.clone());
        }
        let lines = || lines(text).zip(1u32..);
        // Definitions may follow the rows that use them.
        for (line, number) in lines() {
            if let Some(tokens) = Line::new(line, number).after("#") {
                let definition = definition(tokens, &mut map.warnings)?;
                define(&mut map, definition);
            }
        }
        let mut layer = IsoMapLayer::default();
        let mut count = 0;
        for (line, number) in lines() {
            let line = Line::new(line, number);
            if line.is_blank() || line.after("//").is_some() || line.after("#").is_some() {
                continue;
            }
            if let Some(tokens) = line.after("---") {
                let y = layer_y(tokens, &mut map.warnings)?;
                let done = core::mem::replace(&mut layer, IsoMapLayer { y, rows: Vec::new() });
                if !done.rows.is_empty() {
                    map.layers.push(done);
                }
                continue;
            }
            let row = row(line, &numbers)?;
            count += row.len();
            if count > MOST_CELLS {
                return Err(line.error(0, IsoMapErrorKind::TooLarge));
            }
            layer.rows.push(row);
        }
        if !layer.rows.is_empty() {
            map.layers.push(layer);
        }
        Ok(map)
    }

    /// Adds a definition, or replaces the one of the same symbol. Nothing in it is looked at: a footprint of no cells
    /// or of more than 1,000 a side counts as the nearest that is one.
    pub fn define(&mut self, definition: IsoDefinition) {
        let symbol = |old: &&mut IsoDefinition| old.symbol == definition.symbol;
        if let Some(old) = self.definitions.iter_mut().find(symbol) {
            *old = definition;
        } else {
            self.definitions.push(definition);
        }
    }

    /// All cells that are not empty, layer by layer and row by row.
    pub fn cells(&self) -> impl Iterator<Item = IsoMapCell> {
        self.layers.iter().flat_map(|layer| {
            layer.rows.iter().zip(0u32..).flat_map(move |(cells, row)| {
                let cells = cells.iter().zip(0u32..).filter(|cell| *cell.0 != EMPTY);
                cells.map(move |(&definition, column)| IsoMapCell {
                    column,
                    row,
                    y: layer.y,
                    definition,
                })
            })
        })
    }

    /// The volume of a cell, for cells with sides of a length: its footprint in cells, its own height.
    pub fn bounds(&self, cell: &IsoMapCell, side: f32) -> IsoBox {
        let default = IsoDefinition::default();
        let definition = self.definitions.get(cell.definition as usize).unwrap_or(&default);
        let (wide, deep) = definition.footprint();
        let (wide, deep) = (wide as f32 * side, deep as f32 * side);
        let corner = cell.position(side) - vec3(side * 0.5, 0.0, side * 0.5);
        IsoBox::new(corner, corner + vec3(wide, -definition.height, deep))
    }

    /// Puts what stands in the map into a world as fixed bodies, for cells with sides of a length, and says which definition each
    /// is of. What has a height stops others and can be stood on, unless it is not `solid`. What is flat, and floor, are bodies only
    /// where one may not walk: an unseen one that reaches up to what stands above it, such as a bridge over water, or higher than
    /// anybody jumps.
    ///
    /// ```
    /// use motile_geom::{ivec2, vec3};
    /// use motile_tiles::iso::{IsoMap, IsoWalk, IsoWorld};
    ///
    /// let map = IsoMap::parse("
    ///     ## g type:DrawnIsoTile walkable:true
    ///     ## w type:DrawnIsoTile
    ///     g w g
    /// ")?;
    /// let mut world = IsoWorld::new();
    /// map.add_to(&mut world, 20.0);
    /// let walk = IsoWalk::new(&mut world, 3, 1, 20.0, vec3(8.0, 16.0, 8.0), 4.0);
    /// assert_eq!(walk.heights().unwrap().cells(), [Some(0.0), Some(-1000.0), Some(0.0)]);
    /// # Ok::<(), motile_tiles::iso::IsoMapError>(())
    /// ```
    #[doc(alias = "makeWorld")]
    pub fn add_to(&self, world: &mut IsoWorld, side: f32) -> Vec<(Id<IsoBody>, u32)> {
        let of = |cell: &IsoMapCell| self.definitions.get(cell.definition as usize);
        let is_standing =
            |cell: &IsoMapCell| of(cell).is_some_and(|of| !of.floor && of.height > 0.0);
        let is_solid = |cell: &IsoMapCell| of(cell).is_some_and(|of| of.solid);
        let place = |cell: &IsoMapCell| ivec2(cell.column as i32, cell.row as i32);
        let mut ceilings = Ceilings::default();
        for cell in self.cells().filter(|cell| is_standing(cell) && is_solid(cell)) {
            let (wide, deep) = of(&cell).map_or((1, 1), IsoDefinition::footprint);
            let last = place(&cell).saturating_add(ivec2(wide as i32 - 1, deep as i32 - 1));
            ceilings.add(place(&cell), last, cell.y);
        }
        let mut added = Vec::new();
        for cell in self.cells() {
            let Some(definition) = of(&cell) else { continue };
            let bounds = self.bounds(&cell, side);
            let mut body = IsoBody::block(bounds.base(), bounds.size());
            if is_standing(&cell) {
                if !definition.solid {
                    continue;
                }
            } else {
                if definition.walkable {
                    continue;
                }
                body.size.y = ceilings.barrier(place(&cell), cell.y);
            }
            if body.size.y > 0.0 {
                added.push((world.add(body), cell.definition));
            }
        }
        added
    }

    /// The definitions whose picture a program does not have, each as an error at its line.
    pub fn unknown_pictures(&self, is_known: impl Fn(&str) -> bool) -> Vec<IsoMapError> {
        let named = self.definitions.iter().filter_map(|definition| match &definition.kind {
            IsoKind::Picture { name, .. } => Some((definition.line, name)),
            _ => None,
        });
        let unknown = named.filter(|(_, name)| !is_known(name));
        let error = |(line, name): (u32, &String)| IsoMapError {
            line,
            column: 1,
            kind: IsoMapErrorKind::UnknownPicture(name.clone()),
        };
        unknown.map(error).collect()
    }
}

fn row(line: Line<'_>, numbers: &BTreeMap<String, u32>) -> Result<Vec<u32>, IsoMapError> {
    let mut row = Vec::new();
    let mut known: Option<(&str, u32)> = None;
    for (start, symbol) in line.words() {
        // Rows repeat their symbols: the last one is worth remembering.
        let number = match known {
            Some((last, number)) if last == symbol => number,
            _ => {
                let empty = (symbol == ".").then_some(EMPTY);
                numbers.get(symbol).copied().or(empty).ok_or_else(|| {
                    line.error(start, IsoMapErrorKind::UnknownSymbol(symbol.into()))
                })?
            }
        };
        known = Some((symbol, number));
        row.push(number);
    }
    Ok(row)
}

/// The lines of a text, whatever ends them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// The number of no definition: a cell with nothing in it.
const EMPTY: u32 = u32::MAX;

/// A line, or the rest of one.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    number: u32,
    /// Where the text begins in the line, bytes.
    start: usize,
    whole: &'a str,
}

impl<'a> Line<'a> {
    const fn new(text: &'a str, number: u32) -> Self {
        Self { text, number, start: 0, whole: text }
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// What follows a mark at the beginning.
    fn after(&self, mark: &str) -> Option<Self> {
        let indent = self.text.len() - self.text.trim_start().len();
        let rest = self.text.trim_start().strip_prefix(mark)?;
        Some(Self { text: rest, start: self.start + indent + mark.len(), ..*self })
    }

    /// Words with where they begin. Quotes keep spaces together.
    fn words(self) -> impl Iterator<Item = (usize, &'a str)> {
        let mut at = 0;
        core::iter::from_fn(move || {
            let rest = &self.text[at..];
            let gap = rest.len() - rest.trim_start().len();
            let begin = at + gap;
            let rest = &self.text[begin..];
            if rest.is_empty() {
                return None;
            }
            let mut is_quoted = false;
            let end = rest.find(|c: char| {
                is_quoted ^= c == '"';
                c.is_whitespace() && !is_quoted
            });
            at = begin + end.unwrap_or(rest.len());
            Some((begin, &self.text[begin..at]))
        })
    }

    /// An error at a byte of the text.
    fn error(&self, place: usize, kind: IsoMapErrorKind) -> IsoMapError {
        let before = self.whole.get(..self.start + place).unwrap_or(self.whole);
        IsoMapError { line: self.number, column: before.chars().count() as u32 + 1, kind }
    }

    /// A key and its value, from a word.
    fn pair(&self, start: usize, word: &'a str) -> Result<(&'a str, &'a str), IsoMapError> {
        let pair = word.split_once(':').filter(|(key, _)| !key.is_empty());
        let (key, value) =
            pair.ok_or_else(|| self.error(start, IsoMapErrorKind::NoPair(word.into())))?;
        let Some(quoted) = value.strip_prefix('"') else { return Ok((key, value)) };
        let value = quoted.strip_suffix('"');
        Ok((key, value.ok_or_else(|| self.error(start, IsoMapErrorKind::NoEndOfQuote))?))
    }
}

fn definition(
    line: Line<'_>,
    warnings: &mut Vec<IsoMapError>,
) -> Result<IsoDefinition, IsoMapError> {
    let mut words = line.words();
    let (_, symbol) = words.next().ok_or_else(|| line.error(0, IsoMapErrorKind::NoSymbol))?;
    let mut made =
        IsoDefinition { symbol: symbol.into(), line: line.number, ..IsoDefinition::default() };
    let (mut kind, mut picture, mut floor) = ("", None, None);
    let (mut x_offset, mut y_offset) = (0.0, 0.0);
    let is_known = |kind: &str| ["DrawnIsoTile", "DrawnIsoBox", "GraphicTile"].contains(&kind);
    let mut unknown = None;
    for (start, word) in words {
        let (key, value) = line.pair(start, word)?;
        let bad = || {
            let kind = IsoMapErrorKind::BadValue { key: key.into(), value: value.into() };
            line.error(start + key.len() + 1, kind)
        };
        match key {
            "type" => {
                kind = value;
                unknown = (!is_known(value)).then(|| {
                    let kind = IsoMapErrorKind::UnknownType(value.into());
                    line.error(start + key.len() + 1, kind)
                });
            }
            "color" => made.color = color(value).ok_or_else(bad)?,
            "height" => {
                made.height = number(value).filter(|&height| height >= 0.0).ok_or_else(bad)?;
            }
            "graphicClass" | "graphicSymbol" => picture = Some(value),
            "xoffset" => x_offset = number(value).ok_or_else(bad)?,
            "yoffset" => y_offset = number(value).ok_or_else(bad)?,
            "walkable" => made.walkable = flag(value, "true", "false").ok_or_else(bad)?,
            "solid" => made.solid = flag(value, "true", "false").ok_or_else(bad)?,
            "layer" => floor = Some(flag(value, "floor", "world").ok_or_else(bad)?),
            "cells" => made.cells = cells(value).ok_or_else(bad)?,
            _ => warnings.push(line.error(start, IsoMapErrorKind::UnknownKey(key.into()))),
        }
    }
    warnings.extend(unknown);
    made.kind = match kind {
        "DrawnIsoTile" => IsoKind::Tile,
        "DrawnIsoBox" => IsoKind::Block,
        "GraphicTile" => {
            let name = picture.ok_or_else(|| line.error(0, IsoMapErrorKind::NoPicture))?.into();
            IsoKind::Picture { name, x_offset, y_offset }
        }
        _ => IsoKind::Plain,
    };
    made.floor = floor.unwrap_or(made.kind == IsoKind::Tile);
    Ok(made)
}

fn layer_y(line: Line<'_>, warnings: &mut Vec<IsoMapError>) -> Result<f32, IsoMapError> {
    let mut y = 0.0;
    for (start, word) in line.words() {
        let (key, value) = line.pair(start, word)?;
        if key != "y" {
            warnings.push(line.error(start, IsoMapErrorKind::UnknownKey(key.into())));
            continue;
        }
        y = number(value).ok_or_else(|| {
            line.error(
                start + 2,
                IsoMapErrorKind::BadValue { key: key.into(), value: value.into() },
            )
        })?;
    }
    Ok(y)
}

/// A number that a world can have.
fn number(text: &str) -> Option<f32> {
    text.parse().ok().filter(|&number| is_number(number))
}

/// Whether it is a number that a world can have.
fn is_number(number: f32) -> bool {
    number.abs() <= FARTHEST
}

/// Whether it is 0xRRGGBB.
const fn is_color(color: u32) -> bool {
    color <= 0xFF_FF_FF
}

fn color(text: &str) -> Option<u32> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let color = match hex {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => text.parse().ok()?,
    };
    is_color(color).then_some(color)
}

fn flag(text: &str, yes: &str, no: &str) -> Option<bool> {
    match text {
        _ if text == yes => Some(true),
        _ if text == no => Some(false),
        _ => None,
    }
}

fn cells(text: &str) -> Option<(u32, u32)> {
    let (wide, deep) = text.split_once('x')?;
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MOST_SIDE).contains(side));
    Some((side(wide)?, side(deep)?))
}
