//! Maps from text pictures.

use crate::{MapTextError, PathError, PathGrid, TextProblem};
use motile_geom::{IVec2, ivec2};

/// A map read from a text picture, with the places its letters mark.
#[derive(Clone, Debug, PartialEq)]
pub struct TextMap {
    /// The grid.
    pub grid: PathGrid,
    /// Where `S` stands.
    pub start: Option<IVec2>,
    /// Where `G` stands.
    pub goal: Option<IVec2>,
}

impl PathGrid {
    /// Reads a picture of a map: one line a row, all of the same length. `.` and space are free, `#`
    /// is a wall, `S` and `G` are a free start and goal, `1` to `9` are free with that terrain
    /// multiplier and `~` is free with multiplier 2. Empty lines before and after are skipped.
    ///
    /// ```
    /// use motile_path::PathGrid;
    /// let map = PathGrid::from_text("S.#\n..#\n..G")?;
    /// assert_eq!((map.grid.width(), map.grid.height()), (3, 3));
    /// # Ok::<(), motile_path::PathError>(())
    /// ```
    ///
    /// # Errors
    /// [`PathError::Text`] with line and column.
    pub fn from_text(text: &str) -> Result<TextMap, PathError> {
        let is_blank = |line: &&str| line.trim_end_matches('\r').is_empty();
        let skipped = text.lines().take_while(is_blank).count();
        let rows: Vec<&str> =
            text.lines().skip(skipped).map(|line| line.trim_end_matches('\r')).collect();
        let height = rows.len() - rows.iter().rev().take_while(|row| row.is_empty()).count();
        let error = |y: usize, column: usize, problem| MapTextError {
            line: (skipped + y + 1) as u32,
            column: column as u32 + 1,
            problem,
        };
        let width = rows.first().map_or(0, |row| row.chars().count());
        if height == 0 {
            return Err(error(0, 0, TextProblem::Missing("a row of cells")).into());
        }
        let mut grid = PathGrid::new(width as u32, height as u32)?;
        let (mut start, mut goal) = (None, None);
        for (y, row) in rows[..height].iter().enumerate() {
            let found = row.chars().count();
            if found != width {
                let problem =
                    TextProblem::RowLength { expected: width as u32, found: found as u32 };
                return Err(error(y, found.min(width), problem).into());
            }
            for (x, letter) in row.chars().enumerate() {
                let cell = ivec2(x as i32, y as i32);
                match letter {
                    '.' | ' ' => {}
                    '#' => _ = grid.set_walkable(cell, false),
                    '~' => _ = grid.set_weight(cell, 2.0),
                    '1'..='9' => _ = grid.set_weight(cell, (letter as u8 - b'0') as f32),
                    'S' | 'G' => {
                        let place = if letter == 'S' { &mut start } else { &mut goal };
                        if place.replace(cell).is_some() {
                            return Err(error(y, x, TextProblem::Repeated(letter)).into());
                        }
                    }
                    _ => return Err(error(y, x, TextProblem::UnknownLetter(letter)).into()),
                }
            }
        }
        Ok(TextMap { grid, start, goal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> (u32, u32, TextProblem) {
        match PathGrid::from_text(text) {
            Err(PathError::Text(e)) => (e.line, e.column, e.problem),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn places_of_errors() {
        assert_eq!(problem("..\n.x"), (2, 2, TextProblem::UnknownLetter('x')));
        assert_eq!(problem("S.\n.S"), (2, 2, TextProblem::Repeated('S')));
        let short = TextProblem::RowLength { expected: 3, found: 2 };
        assert_eq!(problem("...\r\n..\r\n"), (2, 3, short));
        assert_eq!(problem("\n\n"), (3, 1, TextProblem::Missing("a row of cells")));
        assert_eq!(problem(""), (1, 1, TextProblem::Missing("a row of cells")));
        assert_eq!(
            PathError::from(MapTextError { line: 2, column: 5, problem: short }).to_string(),
            "line 2, column 5: expected a row of 3 cells, found 2"
        );
    }

    #[test]
    fn letters_have_their_meaning() {
        let map = PathGrid::from_text("\nS~3\n#.G\n\n").unwrap();
        assert_eq!((map.start, map.goal), (Some(ivec2(0, 0)), Some(ivec2(2, 1))));
        assert_eq!(map.grid.weight(ivec2(1, 0)), 2.0);
        assert_eq!(map.grid.weight(ivec2(2, 0)), 3.0);
        assert!(!map.grid.is_walkable(ivec2(0, 1)));
    }
}
