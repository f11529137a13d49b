//! The colors of a run of GIF frames.

/// Most colors; the last of the 256 indices says "as it was".
const MOST: usize = 255;
/// Bits of a channel that tell one bin of colors from another.
const BITS: u32 = 6;
const BINS: usize = 1 << (3 * BITS);
/// A bin whose color was not looked for yet.
const UNKNOWN: u16 = u16::MAX;

/// Up to 255 colors, and which of them stands for any other.
///
/// Colors are `0x00BBGGRR`, as the lower three bytes of a stored word.
pub(crate) struct GifPalette {
    colors: Vec<u32>,
    /// The colors with their indices, by color; empty when they are means that no pixel may have.
    exact: Vec<(u32, u8)>,
    /// The index nearest to each bin, looked for when first asked.
    nearest: Vec<u16>,
}

impl GifPalette {
    /// Colors for all these pixels: the pixels' own when there are no more than 255, else their best stand-ins.
    pub(crate) fn new<'p>(pixels: impl Iterator<Item = &'p u32> + Clone) -> Self {
        match distinct(pixels.clone()) {
            Some(colors) => {
                let exact = colors.iter().enumerate().map(|(i, &color)| (color, i as u8)).collect();
                Self::with(colors, exact)
            }
            None => Self::with(cut(&Histogram::new(pixels)), Vec::new()),
        }
    }

    fn with(colors: Vec<u32>, exact: Vec<(u32, u8)>) -> Self {
        Self { colors, exact, nearest: vec![UNKNOWN; BINS] }
    }

    /// The index that means "as it was".
    pub(crate) fn keep(&self) -> u8 {
        self.colors.len() as u8
    }

    /// Red, green, blue of every color, with one more for [`keep`](Self::keep).
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let colors = self.colors.iter().chain(&[0]);
        colors.flat_map(|color| channels(*color)).collect()
    }

    pub(crate) fn color(&self, index: u8) -> u32 {
        self.colors[usize::from(index)]
    }

    /// The index of the color that stands for this one.
    pub(crate) fn index(&mut self, color: u32) -> u8 {
        if let Ok(found) = self.exact.binary_search_by_key(&color, |known| known.0) {
            return self.exact[found].1;
        }
        let bin = bin(color);
        if self.nearest[bin] == UNKNOWN {
            self.nearest[bin] = self.closest(color);
        }
        self.nearest[bin] as u8
    }

    fn closest(&self, color: u32) -> u16 {
        let distances = self.colors.iter().map(|&known| distance(known, color));
        let best = distances.enumerate().min_by_key(|&(_, distance)| distance);
        best.map_or(0, |(index, _)| index as u16)
    }

    /// The mean squared distance of pixels from what stands for them.
    pub(crate) fn error<'p>(&mut self, pixels: impl Iterator<Item = &'p u32>) -> f64 {
        let (mut sum, mut count) = (0, 0u64);
        let mut last = (0, self.index(0));
        for &pixel in pixels {
            if pixel != last.0 {
                last = (pixel, self.index(pixel));
            }
            sum += u64::from(distance(pixel, self.color(last.1)));
            count += 1;
        }
        sum as f64 / count.max(1) as f64
    }
}

fn channels(color: u32) -> [u8; 3] {
    let [r, g, b, _] = color.to_le_bytes();
    [r, g, b]
}

fn distance(a: u32, b: u32) -> u32 {
    let (a, b) = (channels(a), channels(b));
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

fn bin(color: u32) -> usize {
    channels(color).iter().fold(0, |bin, &c| bin << BITS | usize::from(c >> (8 - BITS)))
}

/// The colors in order when there are few enough to have them all.
fn distinct<'p>(pixels: impl Iterator<Item = &'p u32>) -> Option<Vec<u32>> {
    let mut colors = Vec::new();
    let mut last = None;
    for &pixel in pixels {
        // Pictures are runs of one color: most pixels end here.
        if last == Some(pixel) {
            continue;
        }
        last = Some(pixel);
        if let Err(place) = colors.binary_search(&pixel) {
            if colors.len() == MOST {
                return None;
            }
            colors.insert(place, pixel);
        }
    }
    // Without pixels one color is left, so that every index means something.
    if colors.is_empty() {
        colors.push(0);
    }
    Some(colors)
}

/// How many pixels fall into a bin, and the sums of their channels.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    sums: [u64; 3],
}

impl Bin {
    fn mean(&self, channel: usize) -> f64 {
        self.sums[channel] as f64 / self.count.max(1) as f64
    }
}

/// The bins that hold pixels.
struct Histogram(Vec<Bin>);

impl Histogram {
    fn new<'p>(pixels: impl Iterator<Item = &'p u32>) -> Self {
        let mut bins = vec![Bin::default(); BINS];
        for &pixel in pixels {
            let bin = &mut bins[bin(pixel)];
            bin.count += 1;
            for (sum, channel) in bin.sums.iter_mut().zip(channels(pixel)) {
                *sum += u64::from(channel);
            }
        }
        bins.retain(|bin| bin.count > 0);
        Self(bins)
    }
}

/// Bins that share a color.
struct Group {
    bins: Vec<Bin>,
    mean: [f64; 3],
    /// The channel in which they differ most, and by how much: the sum of squares.
    widest: (usize, f64),
}

impl Group {
    fn new(bins: Vec<Bin>) -> Self {
        let mut all = Bin::default();
        for bin in &bins {
            all.count += bin.count;
            for (sum, of_bin) in all.sums.iter_mut().zip(bin.sums) {
                *sum += of_bin;
            }
        }
        let mean = [0, 1, 2].map(|channel| all.mean(channel));
        let spread = |channel: usize| {
            let square = |bin: &Bin| {
                let off = bin.mean(channel) - mean[channel];
                off * off * bin.count as f64
            };
            bins.iter().map(square).sum::<f64>()
        };
        let widest = [0, 1, 2].map(|channel| (channel, spread(channel)));
        let widest = widest.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default();
        Self { bins, mean, widest }
    }

    /// The two sides of the mean; the second is empty when there is only one color.
    fn split(self) -> (Self, Self) {
        let (channel, middle) = (self.widest.0, self.mean[self.widest.0]);
        let (low, high) = self.bins.into_iter().partition(|bin| bin.mean(channel) <= middle);
        (Self::new(low), Self::new(high))
    }

    fn color(&self) -> u32 {
        let [r, g, b] = self.mean.map(|channel| (channel + 0.5) as u8);
        u32::from_le_bytes([r, g, b, 0])
    }
}

/// Colors for a histogram: the group that differs most is cut in two until there are enough.
fn cut(histogram: &Histogram) -> Vec<u32> {
    let mut groups = vec![Group::new(histogram.0.clone())];
    while groups.len() < MOST {
        let spreads = groups.iter().map(|group| group.widest.1).enumerate();
        let Some((widest, spread)) = spreads.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
        if spread <= 0.0 {
            break;
        }
        let (low, high) = groups.swap_remove(widest).split();
        groups.extend([low, high].into_iter().filter(|group| !group.bins.is_empty()));
    }
    groups.iter().map(Group::color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_are_exact() {
        let pixels: Vec<u32> = (0..255).map(|i| i * 65_793).chain([7 * 65_793]).collect();
        let mut palette = GifPalette::new(pixels.iter());
        assert_eq!(palette.keep(), 255);
        for &pixel in &pixels {
            let index = palette.index(pixel);
            assert_eq!(palette.color(index), pixel);
        }
        assert_eq!(palette.error(pixels.iter()), 0.0);
        assert_eq!(palette.bytes().len(), 768);
    }

    #[test]
    fn many_colors_have_near_stand_ins() {
        // A blue and red ramp: 65,536 colors on a plane, and one color that half of all pixels have.
        let ramp: Vec<u32> =
            (0..65_536).flat_map(|i| [i & 255 | (i & 0xFF00) << 8, 0x40]).collect();
        let mut palette = GifPalette::new(ramp.iter());
        // 255 squares of 16 × 16 colors: a mean distance of 16² / 12 in each channel, and the bins add a little.
        let error = palette.error(ramp.iter());
        assert!(error < 30.0, "{error}");
        assert!(palette.keep() > 200);
    }

    #[test]
    fn nothing_at_all_has_a_palette_too() {
        let mut palette = GifPalette::new([].iter());
        assert_eq!((palette.keep(), palette.index(0xFF_FFFF), palette.bytes().len()), (1, 0, 6));
    }
}
