//! Frames of cameras and files that stand in for them: raw formats, motion JPEG, Y4M, GIF.

use motile_pixels::{Color, GifEncoder, Surface};
use motile_sense::sight::{
    CameraFormat, CameraScene, FrameClip, FrameError, FramePacking, LumaPlane, PictureClip,
    RawFormat, SyntheticCamera, Y4mVideo, Y4mWriter, decode_mjpeg,
};

const FORMATS: [RawFormat; 7] = [
    RawFormat::Yuyv,
    RawFormat::Nv12,
    RawFormat::I420,
    RawFormat::I422,
    RawFormat::I444,
    RawFormat::Gray,
    RawFormat::Rgb,
];
/// Numbers of the formats that are no raw ones, as the first byte has them.
const JPEG: u8 = 7;
const Y4M: u8 = 8;
const GIF: u8 = 9;
/// A frame as a device says that it is, with rows of any length.
const DEVICE: u8 = 10;

/// The first byte says the format; any bytes are pictures or an error.
pub fn run(data: &[u8]) {
    let Some((&format, data)) = data.split_first() else { return };
    match format % 11 {
        JPEG => {
            let mut picture = blank();
            if decode_mjpeg(data, &mut picture).is_ok() {
                check(&picture);
            }
        }
        Y4M => match Y4mVideo::parse(data.to_vec()) {
            Ok(mut video) => all_frames(&mut video),
            Err(error) => told(&error),
        },
        GIF => match PictureClip::from_gif(data) {
            Ok(mut clip) => all_frames(&mut clip),
            Err(error) => told(&error),
        },
        DEVICE => device_frame(data),
        raw => raw_frame(FORMATS[usize::from(raw)], data),
    }
}

fn blank() -> Surface {
    Surface::new(1, 1).expect("one pixel")
}

fn check(picture: &Surface) {
    assert!(picture.is_opaque() && picture.words().iter().all(|word| word >> 24 == 255));
}

fn told(error: &FrameError) {
    assert!(!error.to_string().is_empty());
}

/// Two bytes each for width and height, then the frame.
fn raw_frame(format: RawFormat, data: &[u8]) {
    let Some((&[a, b, c, d], bytes)) = data.split_first_chunk() else { return };
    let side = |low, high| u32::from(u16::from_le_bytes([low, high]));
    let (width, height) = (side(a, b), side(c, d));
    let (mut picture, mut luma) = (blank(), LumaPlane::default());
    let whole = format.decode(width, height, bytes, &mut picture);
    assert_eq!(whole, format.read_luma(width, height, bytes, &mut luma));
    match whole {
        Ok(()) => {
            check(&picture);
            assert_eq!((luma.width(), luma.height()), (picture.width(), picture.height()));
        }
        Err(error) => told(&error),
    }
}

/// A byte for the packing, four each for width, height and the bytes of a row, as a device may say them, then the frame.
fn device_frame(data: &[u8]) {
    let Some((&packing, data)) = data.split_first() else { return };
    let Some((numbers, bytes)) = data.split_first_chunk::<12>() else { return };
    let number = |at: usize| {
        let four = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]];
        u32::from_le_bytes(four)
    };
    let (_, packing) = FramePacking::KNOWN[usize::from(packing) % FramePacking::KNOWN.len()];
    let format = CameraFormat { width: number(0), height: number(4), row: number(8), packing };
    let (mut picture, mut scratch) = (blank(), Vec::new());
    match format.decode(bytes, &mut picture, &mut scratch) {
        Ok(()) => check(&picture),
        Err(error) => told(&error),
    }
    assert!(scratch.len() <= bytes.len(), "padding is left out, and nothing is added");
}

/// Frames that are looked at: more say nothing new.
const LOOKED_AT: u64 = 8;

fn all_frames(clip: &mut impl FrameClip) {
    let mut picture = blank();
    assert!(clip.frames() > 0);
    for index in 0..clip.frames().min(LOOKED_AT) {
        assert!(clip.seconds_of(index) > 0.0);
        clip.frame(index, &mut picture).expect("a frame that was counted");
        check(&picture);
    }
    assert!(clip.frame(clip.frames(), &mut picture).is_err());
}

/// A frame of every raw format, a video, an animation; a JPEG picture is among the files.
///
/// # Panics
/// Never: the pictures are small.
pub fn built() -> Vec<Vec<u8>> {
    let mut camera = SyntheticCamera::new(CameraScene::Ball, 1).with_size(16, 16);
    let mut writer = Y4mWriter::new(16, 16, 30, 1).expect("a size");
    let mut gif = GifEncoder::new(16, 16).expect("a size");
    let mut picture = Surface::opaque(16, 16, Color::BLACK).expect("small");
    for frame in 0..3 {
        camera.draw(frame * 9, &mut picture);
        writer.add_frame(&picture).expect("its size");
        gif.add_frame(&picture, 0.05).expect("its size");
    }
    let mut files = vec![[vec![Y4M], writer.finish()].concat(), [vec![GIF], gif.finish()].concat()];
    for (number, format) in FORMATS.into_iter().enumerate() {
        for (width, height) in [(16u8, 16u8), (1, 1), (5, 3)] {
            let length = format.len(width.into(), height.into()) as usize;
            let bytes = (0..length).map(|i| (i * 29 + number) as u8);
            files.push([number as u8, width, 0, height, 0].into_iter().chain(bytes).collect());
        }
    }
    for (number, (_, packing)) in FramePacking::KNOWN.into_iter().enumerate() {
        let FramePacking::Raw(format) = packing else { continue };
        // Rows with padding, without, and longer than any frame.
        for row in [0u32, 40, 64, u32::MAX] {
            let length = format.len(16, 16) as usize * 4;
            let numbers = [16u32, 16, row].into_iter().flat_map(u32::to_le_bytes);
            let bytes = (0..length).map(|i| (i * 31 + number) as u8);
            files.push([DEVICE, number as u8].into_iter().chain(numbers).chain(bytes).collect());
        }
    }
    files
}

#[test]
fn smoke() {
    let seeds = [crate::seeds::stored("frames"), built()].concat();
    crate::smoke::run(&seeds, 20_000, run);
}
