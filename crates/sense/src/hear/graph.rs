//! Levels over time.

/// Levels of the last moments, oldest first, and the rows of a picture that show them: a strip chart.
///
/// ```
/// use motile_sense::hear::LevelGraph;
///
/// let mut graph = LevelGraph::new(3);
/// for level in [10.0, 100.0, 50.0, 0.0] {
///     graph.push(Some(level));
/// }
/// assert_eq!(graph.levels().collect::<Vec<_>>(), [Some(100.0), Some(50.0), Some(0.0)]);
/// assert_eq!((LevelGraph::row(100.0, 50), LevelGraph::row(0.0, 50)), (0, 49));
/// ```
#[doc(alias = "strip chart")]
#[derive(Clone, Debug)]
pub struct LevelGraph {
    levels: Vec<Option<f32>>,
    next: usize,
}

impl LevelGraph {
    /// A graph of a number of moments, at least one; asks for its memory now.
    pub fn new(moments: usize) -> Self {
        Self { levels: vec![None; moments.max(1)], next: 0 }
    }

    /// Adds a level; `None` while nothing is captured.
    pub fn push(&mut self, level: Option<f32>) {
        self.levels[self.next] = level;
        self.next = (self.next + 1) % self.levels.len();
    }

    /// The levels, oldest first.
    pub fn levels(&self) -> impl Iterator<Item = Option<f32>> {
        let (newer, older) = self.levels.split_at(self.next);
        older.iter().chain(newer).copied()
    }

    /// The row of a level in a picture of some rows: 100 is the first, 0 the last.
    pub fn row(level: f32, rows: u32) -> u32 {
        let last = rows.saturating_sub(1) as f32;
        (last * (1.0 - level.clamp(0.0, 100.0) / 100.0)).round() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_5_40_weak_5_4_every_level_has_a_row_inside() {
        assert_eq!((LevelGraph::row(100.0, 50), LevelGraph::row(98.0, 50)), (0, 1));
        assert!((0..=1_000).all(|tenth| LevelGraph::row(tenth as f32 / 10.0, 50) < 50));
        assert_eq!((LevelGraph::row(f32::NAN, 50), LevelGraph::row(5.0, 0)), (0, 0));
    }
}
