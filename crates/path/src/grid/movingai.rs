//! The map and scenario formats of the `MovingAI` benchmark.

use crate::{MapTextError, PathError, PathGrid, TextProblem};
use motile_geom::{Grid2, IVec2, ivec2};

/// A `.map` file: letters of terrain.
///
/// ```
/// use motile_path::BenchmarkMap;
/// let map = BenchmarkMap::parse("type octile\nheight 2\nwidth 3\nmap\n.@.\n..T\n")?;
/// let grid = map.to_grid()?;
/// assert_eq!(grid.steps_from(motile_geom::ivec2(0, 1)).count(), 2);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchmarkMap {
    /// One letter a cell: `.` and `G` ground, `S` swamp, `W` water, `T` trees, `@` and `O` outside.
    pub terrain: Grid2<u8>,
}

/// One line of a `.scen` file.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scenario {
    /// Group of similar length the query belongs to.
    pub bucket: u32,
    /// Name of the map file.
    pub map: String,
    /// Columns of the map.
    pub width: u32,
    /// Rows of the map.
    pub height: u32,
    /// First cell.
    pub start: IVec2,
    /// Last cell.
    pub goal: IVec2,
    /// Published length of the shortest path with diagonals √2 and no corner cut.
    pub optimal_length: f64,
    /// Decimals the length was written with: it is right to half a unit of the last.
    pub decimals: u32,
}

impl BenchmarkMap {
    /// Reads the text of a `.map` file; line ends may be of either kind.
    ///
    /// # Errors
    /// [`PathError::Text`] with line and column, [`PathError::BadSize`].
    pub fn parse(text: &str) -> Result<Self, PathError> {
        let mut lines = Lines::new(text);
        lines.next("\"type octile\"")?.words(["type", "octile"])?;
        let height = lines.next("\"height\" and a number")?.header("height")?;
        let width = lines.next("\"width\" and a number")?.header("width")?;
        lines.next("\"map\"")?.words(["map"])?;
        if width == 0 || height == 0 || width > 65_535 || height > 65_535 {
            return Err(PathError::BadSize { width, height });
        }
        // Memory grows with the text, not with what its header claims.
        let mut cells = Vec::new();
        for _ in 0..height {
            let line = lines.next("a row of cells")?;
            let row = line.text.as_bytes();
            if let Some(x) = row.iter().position(|letter| !b".GSWT@O".contains(letter)) {
                let letter = line.text[x..].chars().next().unwrap_or('\u{fffd}');
                return Err(line.error(x, TextProblem::UnknownLetter(letter)));
            }
            if row.len() != width as usize {
                let found = row.len() as u32;
                let problem = TextProblem::RowLength { expected: width, found };
                return Err(line.error(row.len().min(width as usize), problem));
            }
            cells.extend_from_slice(row);
        }
        while let Ok(line) = lines.next("") {
            if !line.text.trim().is_empty() {
                return Err(line.error(0, TextProblem::ExtraRows));
            }
        }
        let terrain = Grid2::from_cells(width, height, cells)
            .map_err(|_| PathError::BadSize { width, height })?;
        Ok(Self { terrain })
    }

    /// The grid of a walker: ground and swamp are free, water and the rest are not; corners are not
    /// cut, as in the published scenarios. Allocates.
    ///
    /// # Errors
    /// [`PathError::BadSize`] for a terrain without cells.
    pub fn to_grid(&self) -> Result<PathGrid, PathError> {
        self.to_grid_where(|letter| matches!(letter, b'.' | b'G' | b'S'))
    }

    /// The grid of a walker for whom the letters that `walkable` names are free (`W` alone for a
    /// fish, which never leaves the water). Allocates.
    ///
    /// # Errors
    /// [`PathError::BadSize`] for a terrain without cells.
    pub fn to_grid_where(&self, walkable: impl Fn(u8) -> bool) -> Result<PathGrid, PathError> {
        let (width, height) = (self.terrain.width(), self.terrain.height());
        PathGrid::from_bytes(width, height, self.terrain.cells(), walkable)
    }
}

impl Scenario {
    /// Reads the text of a `.scen` file. Allocates.
    ///
    /// # Errors
    /// [`PathError::Text`] with line and column.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, PathError> {
        let mut lines = Lines::new(text);
        let head = lines.next("\"version 1\"")?;
        if head.words(["version", "1"]).is_err() {
            head.words(["version", "1.0"])?;
        }
        let mut scenarios = Vec::new();
        while let Ok(line) = lines.next("") {
            if !line.text.trim().is_empty() {
                scenarios.push(Self::parse_line(line)?);
            }
        }
        Ok(scenarios)
    }

    fn parse_line(line: Line<'_>) -> Result<Self, PathError> {
        let mut fields = line.fields();
        let mut next = |what| {
            let end = line.error(line.text.len(), TextProblem::Missing(what));
            fields.next().ok_or(end)
        };
        let bucket = line.number(next("a bucket number")?)?;
        let (_, map) = next("a map name")?;
        let width = line.number(next("a width")?)?;
        let height = line.number(next("a height")?)?;
        let mut place = |limit: u32, what| {
            let field = next(what)?;
            let value = line.number(field)?;
            if value < limit {
                Ok(value as i32)
            } else {
                Err(line.error(field.0, TextProblem::Expected("a cell inside the map")))
            }
        };
        let start = ivec2(place(width, "a start column")?, place(height, "a start row")?);
        let goal = ivec2(place(width, "a goal column")?, place(height, "a goal row")?);
        let (at, length) = next("a length")?;
        let optimal_length = length
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite() && *value >= 0.0)
            .ok_or(line.error(at, TextProblem::Expected("a length")))?;
        if let Some((at, _)) = fields.next() {
            return Err(line.error(at, TextProblem::Expected("the end of the line")));
        }
        let decimals = length.split_once('.').map_or(0, |(_, digits)| digits.len() as u32);
        let map = map.to_string();
        Ok(Self { bucket, map, width, height, start, goal, optimal_length, decimals })
    }
}

/// A line without its end, and its number.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: u32,
    text: &'a str,
}

struct Lines<'a> {
    number: u32,
    lines: core::str::Lines<'a>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { number: 0, lines: text.lines() }
    }

    fn next(&mut self, what: &'static str) -> Result<Line<'a>, PathError> {
        self.number = self.number.saturating_add(1);
        let end = Line { number: self.number, text: "" };
        let text = self.lines.next().ok_or(end.error(0, TextProblem::Missing(what)))?;
        Ok(Line { number: self.number, text: text.trim_end_matches('\r') })
    }
}

impl<'a> Line<'a> {
    /// An error at a byte of the line; the column counts characters.
    fn error(self, at: usize, problem: TextProblem) -> PathError {
        let before = self.text.char_indices().take_while(|&(i, _)| i < at).count();
        MapTextError { line: self.number, column: before as u32 + 1, problem }.into()
    }

    /// Words between blanks, each with the byte it begins at.
    fn fields(self) -> impl Iterator<Item = (usize, &'a str)> {
        let text = self.text;
        text.split_ascii_whitespace()
            .map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
    }

    fn words<const N: usize>(self, expected: [&'static str; N]) -> Result<(), PathError> {
        let mut fields = self.fields();
        for word in expected {
            match fields.next() {
                Some((_, found)) if found == word => {}
                Some((at, _)) => return Err(self.error(at, TextProblem::Expected(word))),
                None => return Err(self.error(self.text.len(), TextProblem::Missing(word))),
            }
        }
        match fields.next() {
            Some((at, _)) => Err(self.error(at, TextProblem::Expected("the end of the line"))),
            None => Ok(()),
        }
    }

    fn header(self, name: &'static str) -> Result<u32, PathError> {
        let mut fields = self.fields();
        match fields.next() {
            Some((_, found)) if found == name => {}
            other => {
                let at = other.map_or(0, |(at, _)| at);
                return Err(self.error(at, TextProblem::Expected(name)));
            }
        }
        let end = self.error(self.text.len(), TextProblem::Missing("a number"));
        let value = self.number(fields.next().ok_or(end)?)?;
        match fields.next() {
            Some((at, _)) => Err(self.error(at, TextProblem::Expected("the end of the line"))),
            None => Ok(value),
        }
    }

    fn number(self, (at, word): (usize, &str)) -> Result<u32, PathError> {
        word.parse().map_err(|_| self.error(at, TextProblem::Expected("a whole number")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(error: PathError) -> (u32, u32, TextProblem) {
        match error {
            PathError::Text(e) => (e.line, e.column, e.problem),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn path_n1_maps_with_either_line_end() {
        let unix = "type octile\nheight 2\nwidth 4\nmap\n.GS@\nTOW.\n";
        let map = BenchmarkMap::parse(unix).unwrap();
        assert_eq!(BenchmarkMap::parse(&unix.replace('\n', "\r\n")).unwrap(), map);
        let free = |grid: PathGrid| {
            (0..8).map(|i| u8::from(grid.is_walkable(ivec2(i % 4, i / 4)))).collect::<Vec<_>>()
        };
        assert_eq!(free(map.to_grid().unwrap()), [1, 1, 1, 0, 0, 0, 0, 1]);
        assert_eq!(free(map.to_grid_where(|l| l == b'W').unwrap()), [0, 0, 0, 0, 0, 0, 1, 0]);
    }

    #[test]
    fn path_n1_malformed_maps_name_the_place() {
        let bad = |text: &str| place(BenchmarkMap::parse(text).unwrap_err());
        assert_eq!(bad(""), (1, 1, TextProblem::Missing("\"type octile\"")));
        assert_eq!(bad("type tile\n"), (1, 6, TextProblem::Expected("octile")));
        assert_eq!(bad("type octile\nheight x"), (2, 8, TextProblem::Expected("a whole number")));
        assert_eq!(bad("type octile\nwidth 3"), (2, 1, TextProblem::Expected("height")));
        let head = "type octile\nheight 2\nwidth 3\nmap\n";
        let with = |rows: &str| bad(&format!("{head}{rows}"));
        assert_eq!(with("...\n"), (6, 1, TextProblem::Missing("a row of cells")));
        let short = TextProblem::RowLength { expected: 3, found: 2 };
        assert_eq!(with("...\n..\n"), (6, 3, short));
        assert_eq!(with("...\n.ü.\n"), (6, 2, TextProblem::UnknownLetter('ü')));
        assert_eq!(with("...\n...\n\n...\n"), (8, 1, TextProblem::ExtraRows));
        assert!(matches!(
            BenchmarkMap::parse("type octile\nheight 0\nwidth 3\nmap\n"),
            Err(PathError::BadSize { .. })
        ));
        assert!(matches!(
            BenchmarkMap::parse("type octile\nheight 4294967295\nwidth 4294967295\nmap\n"),
            Err(PathError::BadSize { .. })
        ));
    }

    #[test]
    fn path_n1_scenarios() {
        let text = "version 1\n0\tarena.map\t49\t49\t1\t13\t4\t12\t3.41421\n";
        let all = Scenario::parse_all(text).unwrap();
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].start, all[0].goal), (ivec2(1, 13), ivec2(4, 12)));
        assert_eq!((all[0].optimal_length, all[0].decimals), (3.41421, 5));
        let bad =
            |line: &str| place(Scenario::parse_all(&format!("version 1\n{line}\n")).unwrap_err());
        assert_eq!(
            bad("0 a 9 9 1 1 9 1 2"),
            (2, 13, TextProblem::Expected("a cell inside the map"))
        );
        assert_eq!(bad("0 a 9 9 1 1"), (2, 12, TextProblem::Missing("a goal column")));
        assert_eq!(bad("0 a 9 9 1 1 2 1 nan"), (2, 17, TextProblem::Expected("a length")));
        assert_eq!(
            bad("0 a 9 9 1 1 2 1 3 4"),
            (2, 19, TextProblem::Expected("the end of the line"))
        );
    }
}
