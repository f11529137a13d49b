//! PNG in and out, whole and sliced, good and bad.

use motile_pixels::{Color, PictureError, PngEncoder, Surface};
use motile_time::{Budget, Job, JobProgress};
use proptest::prelude::*;

fn speckled(width: u32, height: u32) -> Surface {
    let mut surface = Surface::new(width, height).unwrap();
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let n = (x * 31 + y * 57) as u8;
            let a = (255 * (y * width as i32 + x) / (width * height).max(2) as i32) as u8;
            surface.set(x, y, Color::rgba(n, n.wrapping_mul(3), 255 - n, a));
        }
    }
    surface
}

#[test]
fn sim_a20_encode_decode_gives_identical_pixels() {
    for surface in [
        Surface::filled(1, 1, Color::rgba(9, 8, 7, 6)).unwrap(),
        speckled(3, 5),
        speckled(256, 1),
        speckled(1024, 1024),
        Surface::opaque(5, 4, Color::ORANGE).unwrap(),
    ] {
        let bytes = surface.to_png();
        assert_eq!(Surface::from_png(&bytes).unwrap(), surface);
    }
}

#[test]
fn sim_a20_sim_42_three_encodings_are_byte_equal_sliced_or_not() {
    let surface = speckled(70, 130);
    let whole = surface.to_png();
    assert_eq!(surface.to_png(), whole);
    for slice in [1, 7, 129] {
        let mut encoder = PngEncoder::new(&surface);
        let mut steps = 0;
        while !encoder.encode_rows(slice) {
            steps += 1;
        }
        assert_eq!(steps, 129 / slice);
        assert_eq!(encoder.progress(), 1.0);
        assert_eq!(encoder.finish(), whole);
    }
    let mut changed = surface.clone();
    let encoder = PngEncoder::new(&changed);
    changed.clear();
    assert_eq!(encoder.finish(), whole, "finishing early encodes the rest of the copy");
}

#[test]
fn sim_42_sim_a20_as_a_job_under_a_budget() {
    let surface = speckled(70, 130);
    let mut job = PngEncoder::new(&surface);
    let mut seen = 0.0;
    let bytes = loop {
        match job.step(&mut Budget::units(9)) {
            JobProgress::Pending(progress) => {
                assert!(progress > seen);
                seen = progress;
            }
            JobProgress::Done(bytes) => break bytes,
        }
    };
    assert!(seen > 0.9);
    assert_eq!(bytes, surface.to_png());
}

#[test]
fn truncated_files_are_errors() {
    let bytes = speckled(20, 20).to_png();
    assert_eq!(Surface::from_png(&[]), Err(PictureError::Truncated));
    for len in 0..bytes.len() - 20 {
        assert!(Surface::from_png(&bytes[..len]).is_err(), "{len} of {} bytes", bytes.len());
    }
}

/// A PNG of one kind, written by the png crate.
fn written(
    (width, height): (u32, u32),
    kind: png::ColorType,
    depth: png::BitDepth,
    palette: Option<&[u8]>,
    data: &[u8],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(kind);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette.to_vec());
    }
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    bytes
}

#[test]
fn palettes_grays_and_deep_channels_are_read() {
    use png::{BitDepth, ColorType};
    let indexed =
        written((2, 1), ColorType::Indexed, BitDepth::Eight, Some(&[1, 2, 3, 4, 5, 6]), &[1, 0]);
    let surface = Surface::from_png(&indexed).unwrap();
    assert!(surface.is_opaque());
    assert_eq!(surface.get(0, 0), Some(Color::rgb(4, 5, 6)));
    assert_eq!(surface.get(1, 0), Some(Color::rgb(1, 2, 3)));

    let bits = written((8, 1), ColorType::Grayscale, BitDepth::One, None, &[0b1010_0000]);
    let surface = Surface::from_png(&bits).unwrap();
    assert_eq!(surface.get(0, 0), Some(Color::WHITE));
    assert_eq!(surface.get(1, 0), Some(Color::BLACK));

    let deep = written(
        (1, 1),
        ColorType::Rgba,
        BitDepth::Sixteen,
        None,
        &[0xFF, 0x12, 0x80, 0x34, 0, 0, 0xFF, 0xFF],
    );
    assert_eq!(Surface::from_png(&deep).unwrap().get(0, 0), Some(Color::rgb(255, 128, 0)));
}

#[test]
fn wrong_palettes_do_not_panic() {
    use png::{BitDepth, ColorType};
    // Index 7 of a palette with one entry; the PNG standard leaves the color open.
    let bytes = written((1, 1), ColorType::Indexed, BitDepth::Eight, Some(&[9, 9, 9]), &[7]);
    if let Ok(surface) = Surface::from_png(&bytes) {
        assert_eq!(surface.width(), 1);
    }
}

#[test]
fn huge_sizes_are_errors() {
    let mut bytes = Surface::new(1, 1).unwrap().to_png();
    // Width and height of the header, then its checksum is wrong: either way an error.
    bytes[16..24].fill(0x7F);
    assert!(Surface::from_png(&bytes).is_err());
}

#[test]
fn a_small_file_that_claims_to_be_huge_takes_no_memory() {
    let mut bytes = Vec::new();
    let mut writer = png::Encoder::new(&mut bytes, 1 << 14, 1 << 14).write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9C, 0, 0, 0, 0]).unwrap();
    drop(writer);
    let used = allocation_counter::measure(|| {
        assert_eq!(Surface::from_png(&bytes), Err(PictureError::Truncated));
    });
    assert!(used.bytes_max < 1 << 20, "{} bytes", used.bytes_max);
}

#[test]
fn the_most_compressible_picture_is_read() {
    let empty = Surface::new(4096, 4096).unwrap();
    assert_eq!(Surface::from_png(&empty.to_png()).unwrap(), empty);
}

proptest! {
    #[test]
    fn any_bytes_give_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Surface::from_png(&bytes);
    }

    #[test]
    fn any_damage_gives_an_answer(at in 0..400usize, value: u8) {
        let mut bytes = speckled(9, 9).to_png();
        let at = at % bytes.len();
        bytes[at] = value;
        let _ = Surface::from_png(&bytes);
    }
}
