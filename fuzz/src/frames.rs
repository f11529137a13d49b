//! Frames of cameras and files that stand in for them: raw formats, motion JPEG, Y4M, GIF.

use motile_pixels::{Color, GifEncoder, Surface};
use motile_sense::sight::{
    CameraScene, FrameClip, FrameError, LumaPlane, PictureClip, RawFormat, SyntheticCamera,
    Y4mVideo, Y4mWriter, decode_mjpeg,
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

/// The first byte says the format; any bytes are pictures or an error.
pub fn run(data: &[u8]) {
    let Some((&format, data)) = data.split_first() else { return };
    match format % 10 {
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
    files
}

#[test]
fn smoke() {
    let seeds = [crate::seeds::stored("frames"), built()].concat();
    crate::smoke::run(&seeds, 20_000, run);
}
