//! What pictures are wanted of a camera, and which of its modes comes nearest.

use super::CameraFavor;
#[cfg(not(target_arch = "wasm32"))]
use super::FramePacking;

/// What pictures are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PictureWish {
    /// Width and height in pixels.
    pub(super) size: (u32, u32),
    /// Pictures a second; `None` for as many as the device likes.
    pub(super) rate: Option<f32>,
    /// Which of the two counts more.
    pub(super) favor: CameraFavor,
}

impl Default for PictureWish {
    fn default() -> Self {
        Self { size: (320, 240), rate: None, favor: CameraFavor::Size }
    }
}

/// A way in which a camera can send its pictures.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CameraMode {
    pub(super) size: (u32, u32),
    /// Pictures a second.
    pub(super) rate: f32,
    pub(super) packing: FramePacking,
}

/// The rate that is looked for where nobody wants one, in pictures a second.
#[cfg(not(target_arch = "wasm32"))]
const USUAL: f32 = 30.0;

/// Sizes that cameras have. They are tried one by one: drivers answer oddly where they are asked for a list of their own.
#[cfg(not(target_arch = "wasm32"))]
const SIZES: [(u32, u32); 14] = [
    (160, 120),
    (176, 144),
    (320, 180),
    (320, 240),
    (352, 288),
    (424, 240),
    (640, 360),
    (640, 480),
    (800, 600),
    (848, 480),
    (960, 540),
    (1280, 720),
    (1280, 960),
    (1920, 1080),
];

impl PictureWish {
    /// The pictures a second that can be asked for: 1…240; `None` for what is no number.
    pub(super) fn rate_of(rate: f32) -> Option<f32> {
        rate.is_finite().then(|| rate.clamp(1.0, 240.0))
    }

    /// Whether the rate decides; without a wish for one it cannot.
    pub(super) fn favors_rate(&self) -> bool {
        self.favor == CameraFavor::Rate && self.rate.is_some()
    }

    /// The mode that comes nearest. Of equal ones the first packing that is known.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn choose(&self, modes: &[CameraMode]) -> Option<CameraMode> {
        let favors_rate = self.favors_rate();
        let order = |mode: &&CameraMode| {
            let (size, rate) = (self.size_off(mode.size), self.rate_off(mode.rate));
            let known = FramePacking::KNOWN.iter().position(|known| known.1 == mode.packing);
            let first = if favors_rate { [rate, size] } else { [size, rate] };
            (first, known)
        };
        modes.iter().min_by_key(order).copied()
    }

    /// The mode that comes nearest, of a camera that tells what it makes of a size in a packing. The nearest sizes are tried first,
    /// and no more of them than it takes to find the rate.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn seek<P: Copy>(
        &self,
        packings: &[P],
        mut try_mode: impl FnMut((u32, u32), P) -> Option<CameraMode>,
    ) -> Option<CameraMode> {
        let mut sizes: Vec<_> = SIZES.into_iter().chain([self.size]).collect();
        sizes.sort_by_key(|size| (self.size_off(*size), *size));
        sizes.dedup();
        let mut modes = Vec::new();
        for size in sizes {
            for &packing in packings {
                let Some(mode) = try_mode(size, packing) else { continue };
                if mode.size == size && self.rate_off(mode.rate) == 0 {
                    return Some(mode);
                }
                modes.push(mode);
            }
        }
        self.choose(&modes)
    }

    /// Pixels by which the sides differ.
    #[cfg(not(target_arch = "wasm32"))]
    fn size_off(&self, size: (u32, u32)) -> u64 {
        let sides = [(size.0, self.size.0), (size.1, self.size.1)];
        sides.iter().map(|(found, wanted)| u64::from(found.abs_diff(*wanted))).sum()
    }

    /// Hundredths of a picture a second by which the rates differ. Cameras that say 30 send 29.97: that is none.
    #[cfg(not(target_arch = "wasm32"))]
    fn rate_off(&self, rate: f32) -> u64 {
        let wanted = self.rate.unwrap_or(USUAL);
        let off = (rate - wanted).abs();
        if off <= wanted * 0.02 { 0 } else { (off * 100.0) as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sight::RawFormat;

    const YUYV: FramePacking = FramePacking::Raw(RawFormat::Yuyv);

    /// A webcam as they are: many pixels are slow unless they are compressed.
    fn webcam() -> Vec<CameraMode> {
        let mode = |size, rate, packing| CameraMode { size, rate, packing };
        vec![
            mode((640, 480), 30.0, FramePacking::Mjpeg),
            mode((640, 480), 29.97, YUYV),
            mode((640, 480), 15.0, YUYV),
            mode((1280, 720), 10.0, YUYV),
            mode((1280, 720), 30.0, FramePacking::Mjpeg),
            mode((320, 240), 30.0, YUYV),
            mode((320, 240), 60.0, FramePacking::Mjpeg),
        ]
    }

    fn chosen(size: (u32, u32), rate: Option<f32>, favor: CameraFavor) -> ((u32, u32), f32) {
        let mode = PictureWish { size, rate, favor }.choose(&webcam()).unwrap();
        (mode.size, mode.rate)
    }

    #[test]
    fn input_23_where_a_camera_has_no_such_mode_size_or_rate_decides() {
        use CameraFavor::{Rate, Size};
        assert_eq!(chosen((1280, 720), Some(60.0), Size), ((1280, 720), 30.0));
        assert_eq!(chosen((1280, 720), Some(60.0), Rate), ((320, 240), 60.0));
        assert_eq!(chosen((640, 480), Some(12.0), Size), ((640, 480), 15.0));
        assert_eq!(chosen((640, 480), Some(12.0), Rate), ((1280, 720), 10.0));
        for favor in [Size, Rate] {
            assert_eq!(chosen((640, 480), Some(15.0), favor), ((640, 480), 15.0), "it has it");
            assert_eq!(chosen((600, 400), None, favor), ((640, 480), 29.97), "no rate is wanted");
        }
    }

    /// What [`webcam`] makes of a wish: the nearest size that it has in the packing, and there the nearest rate.
    fn given(size: (u32, u32), rate: f32, packing: FramePacking) -> Option<CameraMode> {
        let modes: Vec<_> = webcam().into_iter().filter(|mode| mode.packing == packing).collect();
        PictureWish { size, rate: Some(rate), favor: CameraFavor::Size }.choose(&modes)
    }

    #[test]
    fn input_23_the_rate_is_found_by_trying_sizes_from_the_nearest() {
        let seek = |size, rate| {
            let wish = PictureWish { size, rate: Some(rate), favor: CameraFavor::Rate };
            let mut count = 0;
            let found = wish.seek(&[YUYV, FramePacking::Mjpeg], |size, packing| {
                count += 1;
                given(size, rate, packing)
            });
            (found.map(|mode| (mode.size, mode.rate, mode.packing)), count)
        };
        assert_eq!(seek((640, 480), 15.0), (Some(((640, 480), 15.0, YUYV)), 1));
        assert_eq!(seek((1280, 720), 30.0).0, Some(((1280, 720), 30.0, FramePacking::Mjpeg)));
        assert_eq!(seek((1280, 720), 60.0).0, Some(((320, 240), 60.0, FramePacking::Mjpeg)));
        // Nobody has this rate: the nearest of all sizes, each tried once, in both packings.
        assert_eq!(seek((640, 480), 200.0), (Some(((320, 240), 60.0, FramePacking::Mjpeg)), 28));
        let wish = PictureWish { rate: Some(30.0), ..PictureWish::default() };
        assert_eq!(wish.seek(&[YUYV], |_, _| None), None, "another program has it");
    }

    #[test]
    fn of_equal_modes_the_one_that_needs_no_unpacking_comes_first() {
        let wish = PictureWish { size: (640, 480), rate: Some(30.0), favor: CameraFavor::Rate };
        assert_eq!(wish.choose(&webcam()).unwrap().packing, YUYV);
        assert_eq!(wish.choose(&[]), None);
        assert_eq!(
            (PictureWish::rate_of(f32::NAN), PictureWish::rate_of(1e9)),
            (None, Some(240.0))
        );
    }
}
