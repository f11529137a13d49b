//! What sound looks like, as data.

/// The outline of a sound: lowest and highest sample of each of many short stretches, oldest first.
#[doc(alias = "oscilloscope")]
#[doc(alias = "waveform")]
#[derive(Clone)]
pub struct WaveView {
    columns: Vec<[f32; 2]>,
    next: usize,
    open: [f32; 2],
    count: u32,
    /// Samples of a column.
    per: u32,
}

crate::quiet::debug_by!(WaveView: per);

/// Nothing yet: any sample is lower and higher.
const NOTHING: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

impl WaveView {
    /// A view of `columns` columns (at least one) of `per_column` samples each; asks for its memory now.
    pub fn new(columns: usize, per_column: u32) -> Self {
        let per = per_column.max(1);
        Self { columns: vec![[0.0; 2]; columns.max(1)], next: 0, open: NOTHING, count: 0, per }
    }

    /// Takes samples in.
    pub fn push(&mut self, samples: &[f32]) {
        for &sample in samples {
            self.open = [self.open[0].min(sample), self.open[1].max(sample)];
            self.count += 1;
            if self.count == self.per {
                self.columns[self.next] =
                    if self.open[0] <= self.open[1] { self.open } else { [0.0; 2] };
                self.next = (self.next + 1) % self.columns.len();
                (self.open, self.count) = (NOTHING, 0);
            }
        }
    }

    /// Lowest and highest sample of each column, oldest first.
    pub fn columns(&self) -> impl Iterator<Item = [f32; 2]> {
        let (newer, older) = self.columns.split_at(self.next);
        older.iter().chain(newer).copied()
    }
}

/// The energies of bands over time: a picture with time to the right, as numbers 0…1.
#[doc(alias = "waterfall")]
#[derive(Clone)]
pub struct Spectrogram {
    /// Decibels that are shown as 0.
    pub floor: f32,
    /// Decibels that are shown as 1.
    pub ceiling: f32,
    cells: Vec<f32>,
    bands: usize,
    next: usize,
}

crate::quiet::debug_by!(Spectrogram: floor, ceiling, bands);

impl Spectrogram {
    /// A picture of `columns` columns of `bands` bands, at least one each; asks for its memory now.
    pub fn new(columns: usize, bands: usize) -> Self {
        let (columns, bands) = (columns.max(1), bands.max(1));
        Self { floor: -80.0, ceiling: -10.0, cells: vec![0.0; columns * bands], bands, next: 0 }
    }

    /// Adds a column of powers; those that are missing count as 0.
    pub fn push(&mut self, powers: &[f32]) {
        let range = (self.ceiling - self.floor).max(1.0e-3);
        let column = &mut self.cells[self.next * self.bands..][..self.bands];
        for (band, cell) in column.iter_mut().enumerate() {
            let power = powers.get(band).copied().unwrap_or_default().max(0.0);
            let decibels = super::level::to_decibels(power.sqrt());
            *cell = ((decibels - self.floor) / range).clamp(0.0, 1.0);
        }
        self.next = (self.next + 1) % (self.cells.len() / self.bands);
    }

    /// The columns, oldest first; each from the lowest band to the highest, 0…1.
    pub fn columns(&self) -> impl Iterator<Item = &[f32]> {
        let (newer, older) = self.cells.split_at(self.next * self.bands);
        older.chunks_exact(self.bands).chain(newer.chunks_exact(self.bands))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_in_order() {
        let mut view = WaveView::new(3, 2);
        view.push(&[0.1, -0.1, 0.5, 0.4, -1.0, 0.0, 0.2]);
        view.push(&[0.3, 9.0]);
        let columns: Vec<_> = view.columns().collect();
        assert_eq!(columns, [[0.4, 0.5], [-1.0, 0.0], [0.2, 0.3]]);
    }

    #[test]
    fn powers_become_shades() {
        let mut picture = Spectrogram::new(2, 3);
        picture.push(&[1.0, 1.0e-8, 0.0]);
        picture.push(&[f32::NAN, 3.1622777e-5]);
        let columns: Vec<_> = picture.columns().collect();
        assert_eq!(columns[0], [1.0, 0.0, 0.0]);
        assert_eq!(columns[1][0], 0.0);
        assert!((columns[1][1] - 0.5).abs() < 1.0e-5 && columns[1][2] == 0.0);
        picture.push(&[]);
        assert_eq!(picture.columns().count(), 2);
    }
}
