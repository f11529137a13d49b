//! Samples with their time.

/// A piece of sound as a source hands it out: samples of one channel and when they were heard. Meant to be used again:
/// a source fills it without asking for memory once it is large enough.
#[doc(alias = "audio buffer")]
#[derive(Clone, Default, PartialEq)]
pub struct SampleBlock {
    /// Samples per second, in Hz.
    pub rate: u32,
    /// How many samples the source heard before this block since it started; a gap tells how many were lost because nobody took
    /// them in time. Nothing is heard while a source is paused: that leaves no gap.
    pub first: u64,
    /// Samples, −1…1.
    pub samples: Vec<f32>,
    /// How many samples were NaN or infinite and were set to 0. A microphone that is no page's has set them to 0 before, uncounted.
    pub rejected: u32,
}

crate::quiet::debug_by!(SampleBlock: rate, first, rejected);

impl SampleBlock {
    /// When its first sample was heard, in seconds since the source started; 0 while the rate is 0.
    pub fn seconds(&self) -> f64 {
        if self.rate == 0 { 0.0 } else { self.first as f64 / f64::from(self.rate) }
    }

    /// How long it is, in seconds; 0 while the rate is 0.
    pub fn length(&self) -> f32 {
        if self.rate == 0 { 0.0 } else { self.samples.len() as f32 / self.rate as f32 }
    }

    /// Takes other samples in, in the memory it has. Samples that are not finite become 0 and are counted.
    pub fn fill(&mut self, rate: u32, first: u64, samples: impl IntoIterator<Item = f32>) {
        (self.rate, self.first, self.rejected) = (rate, first, 0);
        self.samples.clear();
        for sample in samples {
            let good = sample.is_finite();
            self.rejected += u32::from(!good);
            self.samples.push(if good { sample } else { 0.0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_samples_are_silent_and_counted() {
        let mut block = SampleBlock::default();
        block.fill(100, 50, [0.5, f32::NAN, f32::NEG_INFINITY, -0.25]);
        assert_eq!((block.samples.as_slice(), block.rejected), (&[0.5, 0.0, 0.0, -0.25][..], 2));
        assert_eq!((block.seconds(), block.length()), (0.5, 0.04));
    }

    #[test]
    fn a_rate_of_zero_has_no_time() {
        let mut block = SampleBlock::default();
        block.fill(0, 50, [0.5]);
        assert_eq!((block.seconds(), block.length()), (0.0, 0.0));
    }
}
