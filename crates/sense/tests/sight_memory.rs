//! Looking at frames allocates nothing once the first of a size were seen.

use motile_geom::Aabb;
use motile_geom::vec2;
use motile_pixels::Surface;
use motile_sense::classic::{DifferenceTracker, OneSidedEdges, PosterizedTracker};
use motile_sense::sight::{
    AirButton, BackgroundModel, CameraScene, ColorTarget, ColorTracker, EdgeFinder, LumaPlane,
    MotionHistory, MotionTracker, OpticalFlow, SyntheticCamera, mirror,
};
use motile_sense::{CapturedFrame, FrameSource, Source};

#[test]
fn weak_5_17_looking_allocates_nothing() {
    let mut camera = SyntheticCamera::new(CameraScene::TwoBalls, 5).with_size(160, 120);
    let mut frame = CapturedFrame::new(Surface::new(1, 1).expect("one pixel"));
    let mut colors =
        ColorTracker::new([CameraScene::ORANGE, CameraScene::BLUE].map(ColorTarget::new));
    let (mut motion, mut flow, mut luma) =
        (MotionTracker::default(), OpticalFlow::default(), LumaPlane::default());
    let (mut room, mut edges, mut history) =
        (BackgroundModel::default(), EdgeFinder::default(), MotionHistory::default());
    let mut button = AirButton::new(Aabb::new(vec2(0.0, 0.0), vec2(0.5, 0.5)));
    camera.start();
    let mut look = |camera: &mut SyntheticCamera| {
        camera.update(1.0 / 30.0);
        assert!(camera.next_frame(&mut frame));
        colors.see(&frame);
        motion.see(&frame);
        flow.see(&frame);
        luma.read(&frame.picture);
        room.see(&luma);
        edges.see(&luma);
        history.see(motion.mask(), 1.0 / 30.0);
        button.update(motion.mask(), 1.0 / 30.0);
    };
    // Runs of pixels differ from frame to frame: the lists grow for a while.
    for _ in 0..120 {
        look(&mut camera);
    }
    motile_proof::assert_no_allocation("looking at sixty frames", || {
        for _ in 0..60 {
            look(&mut camera);
        }
    });
}

#[test]
fn claim_5_1_the_printed_pipelines_allocate_nothing() {
    let mut camera = SyntheticCamera::new(CameraScene::Ball, 5).with_size(160, 120);
    let mut picture = Surface::new(1, 1).expect("one pixel");
    let mut edges = OneSidedEdges::default();
    let (mut colors, mut motion) = (PosterizedTracker::new(8, 10.0), DifferenceTracker::default());
    let mut look = |number: u64| {
        camera.draw(number, &mut picture);
        mirror(&mut picture);
        assert!(colors.see(&picture).is_ok() && motion.see(&picture).is_ok());
        assert!(edges.see(&picture).is_ok() && colors.bounds().is_empty());
    };
    (0..10).for_each(&mut look);
    motile_proof::assert_no_allocation("colors, motion and edges of the book", || {
        (10..40).for_each(&mut look);
    });
}
