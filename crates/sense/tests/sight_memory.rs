//! Looking at frames allocates nothing once the first of a size were seen.

use motile_geom::Aabb;
use motile_geom::vec2;
use motile_pixels::Surface;
use motile_sense::sight::{
    AirButton, BackgroundModel, CameraScene, ColorTarget, ColorTracker, EdgeFinder, LumaPlane,
    MotionHistory, MotionTracker, OpticalFlow, SyntheticCamera,
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
