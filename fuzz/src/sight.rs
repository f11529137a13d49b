//! What a camera tells, on pictures of any size that change their size from frame to frame.

use motile_geom::{Aabb, vec2};
use motile_pixels::{Color, IRect, Surface};
use motile_sense::CapturedFrame;
use motile_sense::classic::{DifferenceTracker, OneSidedEdges, PosterizedTracker};
use motile_sense::sight::{
    AirButton, BackgroundModel, BlobFinder, ColorTarget, ColorTracker, EdgeFinder, LumaPlane,
    MotionHistory, MotionTracker, OneEuro, OpticalFlow, SteadyPoint,
};

/// Any bytes are frames: width, height, a number for times and settings, then pixels, which repeat where they end.
pub fn run(data: &[u8]) {
    let (mut motion, mut flow, mut room) =
        (MotionTracker::default(), OpticalFlow::default(), BackgroundModel::default());
    let (mut edges, mut history, mut finder) =
        (EdgeFinder::default(), MotionHistory::default(), BlobFinder::default());
    let mut colors = ColorTracker::new([ColorTarget::default()]);
    let (mut luma, mut euro, mut steady) =
        (LumaPlane::default(), OneEuro::default(), SteadyPoint::default());
    let (mut bins, mut changes, mut snow_lies) =
        (PosterizedTracker::default(), DifferenceTracker::default(), OneSidedEdges::default());
    let mut button = AirButton::new(Aabb::new(vec2(0.1, 0.1), vec2(0.7, 0.8)));
    for (sequence, part) in data.chunks(40).enumerate() {
        let Some((&[width, height, setting], pixels)) = part.split_first_chunk() else { return };
        let picture = picture(width, height, pixels);
        let frame = CapturedFrame { sequence: sequence as u64, seconds: 0.0, picture };
        // Times of all kinds: none, negative, not a number.
        let dt = [0.1, 0.0, -1.0, f32::NAN, f32::INFINITY][usize::from(setting) % 5];
        (motion.threshold, edges.threshold) = (setting, setting / 2);
        (room.memory, room.deviations, room.floor) = (setting.into(), setting.into(), setting);
        colors.set_target(
            0,
            ColorTarget {
                tolerance: dt,
                noise: setting,
                ..ColorTarget::new(Color::hex(setting.into()))
            },
        );
        assert!(motion.see(&frame) && flow.see(&frame) && colors.see(&frame));
        assert!(!motion.see(&frame));
        luma.read(&frame.picture);
        room.see(&luma);
        edges.see(&luma);
        history.see(motion.mask(), dt);
        button.update(motion.mask(), dt);
        let whole = IRect::of_size(frame.picture.width(), frame.picture.height());
        for mask in [motion.mask(), room.mask(), edges.mask(), colors.mask()] {
            let sum: u64 = finder.find(mask, 1).iter().map(|blob| blob.area()).sum();
            assert_eq!((sum, mask.moments().count), (mask.count(), mask.count()));
            assert_eq!(mask.bounds().intersect(whole), mask.bounds());
        }
        assert!(
            flow.ways().iter().all(|way| way.is_finite()) && history.direction(whole).is_finite()
        );
        // A blur may be wider than the picture, or no number.
        let blur = if setting % 2 == 0 { f32::from(width) } else { dt };
        (bins.levels, bins.blur) = (u32::from(setting) * 3, blur);
        (changes.threshold, changes.blur, snow_lies.threshold) = (setting, blur, setting);
        if bins.see(&frame.picture).is_ok() {
            bins.pick(i32::from(height) - 9, i32::from(setting));
            assert_eq!(bins.bounds().intersect(whole), bins.bounds());
        }
        if changes.see(&frame.picture).is_ok() {
            assert_eq!(changes.bounds().intersect(whole), changes.bounds());
        }
        if snow_lies.see(&frame.picture).is_ok() {
            assert!(!snow_lies.is_edge(i32::from(width) + 80, 0));
        }
        let at = euro.update(vec2(f32::from(width), dt), dt);
        steady.update(colors.center(0).or(motion.center()), dt);
        assert!(
            at.is_finite() && steady.position.is_finite() && (0.0..=1.0).contains(&steady.trust)
        );
    }
}

fn picture(width: u8, height: u8, pixels: &[u8]) -> Surface {
    let (width, height) = (u32::from(width) % 80 + 1, u32::from(height) % 80 + 1);
    let mut picture = Surface::opaque(width, height, Color::BLACK).expect("small");
    let mut bytes = pixels.iter().cycle();
    for word in picture.words_mut() {
        let mut next = || bytes.next().copied().unwrap_or(7);
        *word = u32::from_le_bytes([next(), next(), next(), 255]);
    }
    picture
}

/// A few films.
pub fn built() -> Vec<Vec<u8>> {
    [[1, 1], [64, 48], [33, 17], [79, 2]]
        .map(|[width, height]| {
            let frame = |index: u8| {
                let pixels = (0..37).map(move |i: u8| i.wrapping_mul(37).wrapping_add(index * 11));
                [width - 1, height - 1, index * 10].into_iter().chain(pixels)
            };
            (0..4).flat_map(frame).collect()
        })
        .to_vec()
}

#[test]
fn smoke() {
    crate::smoke::run(&built(), 1_500, run);
}
