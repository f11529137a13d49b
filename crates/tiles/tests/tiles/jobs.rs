//! Long work as jobs: a level is prepared while the game goes on.

use motile_geom::Rng;
use motile_tiles::{
    Ground, GroundOutline, OutlineChain, Tile, TileKind, TileKinds, TileLayer, TileSpace,
    auto::Blob,
};
use motile_time::{Budget, JobProgress, Jobs, run_to_end};

fn caves(seed: u64) -> TileLayer {
    let mut rng = Rng::new(seed);
    TileLayer::from_fn(150, 130, |_, _| Tile::new(u32::from(rng.chance(0.45)))).unwrap()
}

/// The picture of a terrain as a job; a unit is eight rows.
fn autotile(terrain: TileLayer) -> impl FnMut(&mut Budget<'_>) -> JobProgress<TileLayer> {
    let (width, height) = (terrain.bounds().width, terrain.bounds().height);
    let mut picture = TileLayer::new(width, height).unwrap();
    let mut blob = Blob::corners((1..=47).collect());
    let mut rows = 0;
    move |budget| {
        while budget.more() {
            if blob.update_part(&terrain, &mut picture, 8) {
                return JobProgress::Done(core::mem::take(&mut picture));
            }
            rows += 8;
        }
        JobProgress::Pending(rows as f32 / height as f32)
    }
}

/// The outlines of a terrain as a job; a unit is a chunk.
fn outline(terrain: TileLayer) -> impl FnMut(&mut Budget<'_>) -> JobProgress<Vec<OutlineChain>> {
    let kinds = TileKinds::new().with(1, TileKind::solid());
    let mut outline = GroundOutline::default();
    move |budget| {
        let ground = Ground::new(&terrain, &kinds, TileSpace::square(16.0));
        while budget.more() {
            if outline.update_part(&ground, 1) == 0 {
                return JobProgress::Done(outline.chains().cloned().collect());
            }
        }
        JobProgress::Pending(0.0)
    }
}

#[test]
fn tile_76_jobs_of_any_budget_give_the_same() {
    let picture = run_to_end(autotile(caves(1)));
    let chains = run_to_end(outline(caves(1)));
    let mut all = TileLayer::new(150, 130).unwrap();
    Blob::corners((1..=47).collect()).update(&caves(1), &mut all);
    assert_eq!(picture, all, "as in one go");
    assert!(chains.len() > 100);
    for units in [1, 3, 50] {
        let mut jobs = Jobs::new();
        let (first, second) = (jobs.spawn(autotile(caves(1))), jobs.spawn(outline(caves(1))));
        let mut cycles = 0;
        while jobs.progress(first) < 1.0 || jobs.progress(second) < 1.0 {
            jobs.run_units(units);
            cycles += 1;
            assert!(cycles < 1000, "it ends");
        }
        // 17 parts of eight rows and 25 chunks.
        assert!(units == 50 || cycles > 5, "{units} units a cycle: {cycles}");
        assert_eq!(jobs.take(first).as_ref(), Some(&picture));
        assert_eq!(jobs.take(second).as_ref(), Some(&chains));
    }
}

/// Cells above and below the row that is drawn next are changed between the parts, few and many.
#[test]
fn tile_76_edits_between_the_parts_are_seen() {
    for many in [1, 40, 3000] {
        let mut rng = Rng::new(many);
        let mut terrain = caves(2);
        let mut picture = TileLayer::new(150, 130).unwrap();
        let mut blob = Blob::corners((1..=47).collect());
        let kinds = TileKinds::new().with(1, TileKind::solid());
        let mut outline = GroundOutline::default();
        let (mut drawn, mut traced, mut parts) = (false, false, 0);
        while !drawn || !traced {
            drawn = blob.update_part(&terrain, &mut picture, 10);
            let ground = Ground::new(&terrain, &kinds, TileSpace::square(16.0));
            traced = outline.update_part(&ground, 4) == 0;
            parts += 1;
            for _ in 0..if parts < 6 { many } else { 0 } {
                terrain.set(rng.int(0..150), rng.int(0..130), Tile::new(rng.below(2)));
            }
        }
        assert!(parts > 6);
        let mut fresh = TileLayer::new(150, 130).unwrap();
        Blob::corners((1..=47).collect()).update(&terrain, &mut fresh);
        assert_eq!(picture, fresh);
        let mut whole = GroundOutline::default();
        whole.update(&Ground::new(&terrain, &kinds, TileSpace::square(16.0)));
        assert!(outline.chains().eq(whole.chains()));
    }
}
