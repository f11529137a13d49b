//! Values over time, for plots.

/// The last values of something measured, oldest first. Nothing allocates after it is made.
///
/// ```
/// use motile_physics::Series;
/// let mut energy = Series::new(3);
/// for value in [1.0, 2.0, 4.0, 3.0] {
///     energy.push(value);
/// }
/// assert_eq!(energy.iter().collect::<Vec<_>>(), [2.0, 4.0, 3.0]);
/// assert_eq!(energy.range(), Some((2.0, 4.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// How many values were left out because they were not finite.
    pub rejected: u64,
    values: Vec<f32>,
    capacity: u32,
    next: u32,
}

impl Series {
    /// Room for so many values; 0 counts as 1.
    pub fn new(capacity: u32) -> Self {
        let capacity = capacity.max(1);
        Self { rejected: 0, values: Vec::with_capacity(capacity as usize), capacity, next: 0 }
    }

    /// Adds a value and forgets the oldest when there is no room. What is not finite is left out, for no plot can
    /// show it, and counted in [`rejected`](Self::rejected).
    pub fn push(&mut self, value: f32) {
        if !value.is_finite() {
            self.rejected += 1;
            return;
        }
        if self.values.len() < self.capacity as usize {
            self.values.push(value);
        } else {
            self.values[self.next as usize] = value;
        }
        self.next = (self.next + 1) % self.capacity;
    }

    /// The values, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = f32> + '_ {
        let split = if self.values.len() < self.capacity as usize { 0 } else { self.next as usize };
        let (new, old) = self.values.split_at(split);
        old.iter().chain(new).copied()
    }

    /// How many values there are.
    pub fn len(&self) -> u32 {
        self.values.len() as u32
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The newest value.
    pub fn last(&self) -> Option<f32> {
        self.iter().last()
    }

    /// Smallest and largest value.
    pub fn range(&self) -> Option<(f32, f32)> {
        let first = self.values.first()?;
        let bounds = (*first, *first);
        Some(self.values.iter().fold(bounds, |(low, high), v| (low.min(*v), high.max(*v))))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.values.clear();
        self.next = 0;
    }
}
