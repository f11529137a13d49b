//! Checks of pixel masks: COL-A12 … COL-A24, PIX-1, and masks through transforms.

use motile_collide::classic::surface_hits_point;
use motile_collide::{CollideError, Mask, MaskPose, PixelRule, TurnedMasks, convex_pieces};
use motile_geom::FillRule::{EvenOdd, NonZero};
use motile_geom::{
    Affine2, Affine2Ext, Circle, IRect, IVec2, Polygon, Rng, Vec2, Vec2Ext, ivec2, vec2,
};
use motile_pixels::{Color, Surface};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// COL-14: ten corners, radius 50 and 25, centered in 100×100.
fn star_polygon() -> Polygon {
    let corner = |i: u32| {
        let radius = if i.is_multiple_of(2) { 50.0 } else { 25.0 };
        Vec2::at_angle(i as f32 * PI / 5.0) * radius + 50.0
    };
    Polygon::new((0..10).map(corner).collect()).unwrap()
}

fn star() -> Mask {
    Mask::from_polygon(100, 100, PixelRule::Center, &star_polygon()).unwrap()
}

/// COL-15 by the rule of COL-W5.
fn disc_alpha(x: u32, y: u32) -> u8 {
    let r = vec2(x as f32 + 0.5, y as f32 + 0.5).distance(vec2(50.0, 50.0));
    let share = (1.0 - (r - 1.0).max(0.0) / 49.0).clamp(0.0, 1.0);
    if r >= 50.0 { 0 } else { (255.0 * share).round() as u8 }
}

fn disc(threshold: u8) -> Mask {
    let alpha: Vec<u8> = (0..10_000).map(|i| disc_alpha(i % 100, i / 100)).collect();
    Mask::from_alpha(100, 100, &alpha, threshold).unwrap()
}

const FIXED: IVec2 = ivec2(200, 200);

#[test]
fn col_a12_col_14_the_star_mask() {
    assert!((star_polygon().area() - 3673.6578).abs() < 0.01);
    let star = star();
    assert!(star.count().abs_diff(3670) <= 2, "{}", star.count());
    assert_eq!(star.bounds(), IRect::new(10, 3, 89, 94));
    for (x, y, solid) in [
        (50, 50, true),
        (0, 0, false),
        (25, 50, true),
        (24, 50, false),
        (98, 50, true),
        (99, 50, false),
    ] {
        assert_eq!(star.get(x, y), solid, "({x}, {y})");
    }
    let polygon = star_polygon();
    let by_question =
        Mask::from_shape(100, 100, PixelRule::Center, |p| polygon.contains(p)).unwrap();
    assert_eq!(star, by_question, "the row cutter and the question agree");
}

#[test]
fn col_a13_star_against_star() {
    let star = star();
    let hit = |mx: i32, my: i32| star.hits(FIXED, &star, ivec2(mx - 50, my - 50));
    assert!((177..=323).all(|mx| hit(mx, 250)));
    assert!(!hit(176, 250) && !hit(324, 250));
    for my in [200, 300] {
        let hits: Vec<i32> = (100..400).filter(|&mx| hit(mx, my)).collect();
        assert_eq!((hits[0], hits[hits.len() - 1], hits.len()), (192, 308, 117));
    }
}

#[test]
fn col_a14_boxes_and_circles_overlap_but_not_the_stars() {
    let star = star();
    let hit = |mx: i32, my: i32| star.hits(FIXED, &star, ivec2(mx - 50, my - 50));
    let at = |x: f32, y: f32| star_polygon().translated(vec2(x - 50.0, y - 50.0)).unwrap();
    let (fixed, moving) = (at(250.0, 250.0), at(340.0, 250.0));
    assert!((moving.aabb().min.x - 299.55).abs() < 0.01 && fixed.aabb().max.x == 300.0);
    assert!(fixed.aabb().overlaps(moving.aabb()), "boxes");
    let circle = |x: f32| Circle::new(vec2(x, 250.0), 50.0);
    assert!(circle(250.0).overlaps(circle(340.0)), "circles");
    assert!(!hit(340, 250), "masks");
    assert!(!hit(310, 310) && hit(300, 300));
}

#[test]
fn col_a15_col_8_symmetry_and_translation() {
    let (star, disc) = (star(), disc(128));
    assert_eq!(star.overlap_area(FIXED, &star, FIXED), star.count());
    let mut rng = Rng::new(15);
    for _ in 0..500 {
        let at = ivec2(rng.int(-130..130), rng.int(-130..130));
        let by = ivec2(rng.int(-5000..5000), rng.int(-5000..5000));
        let hit = star.hits(IVec2::ZERO, &disc, at);
        assert_eq!(hit, disc.hits(at, &star, IVec2::ZERO));
        assert_eq!(hit, star.hits(by, &disc, at + by));
        assert_eq!(hit, star.overlap_area(IVec2::ZERO, &disc, at) > 0);
    }
}

#[test]
fn col_a16_col_9_col_15_col_w5_the_disc_at_each_threshold() {
    assert_eq!((disc(255).count(), disc(0).count()), (4, 10_000));
    for (x, y) in [(49, 49), (50, 49), (49, 50), (50, 50)] {
        assert!(disc(255).get(x, y), "the four pixels about the center");
    }
    for (threshold, expected) in [(200, 432), (128, 2032), (64, 4500), (1, 7820)] {
        assert!(disc(threshold).count().abs_diff(expected) <= 4, "{threshold}");
    }
    // The literal gradient reaches 251 at most, so nothing would hit at 255 (W5).
    let literal = 255.0 * (1.0 - vec2(0.5, 0.5).length() / 50.0);
    assert_eq!(literal.round(), 251.0);
}

#[test]
fn col_a17_col_a19_star_against_disc_and_hard_edges() {
    let fixed = [star(), star()];
    let expected = [
        (255, 225, 299),
        (200, 213, 310),
        (128, 197, 323),
        (64, 183, 336),
        (1, 169, 348),
        (0, 161, 348),
    ];
    for (threshold, smallest, largest) in expected {
        let disc = disc(threshold);
        for star in &fixed {
            let hit = |mx: &i32| star.hits(FIXED, &disc, ivec2(mx - 50, 200));
            let hits: Vec<i32> = (100..420).filter(hit).collect();
            assert_eq!((hits[0], hits[hits.len() - 1]), (smallest, largest), "{threshold}");
        }
    }
    // A19: the star has no half-transparent pixel, so its own threshold changes nothing.
    let mut surface = Surface::new(100, 100).unwrap();
    for pixel in fixed[0].pixels() {
        surface.set(pixel.x, pixel.y, Color::YELLOW);
    }
    for threshold in [1, 77, 128, 255] {
        assert_eq!(Mask::from_surface(&surface, threshold), fixed[0]);
    }
}

#[test]
fn col_a18_the_invisible_corner() {
    let star = star();
    let at = ivec2(165 - 50, 200);
    assert_eq!(star.overlap_area(FIXED, &disc(0), at), 50);
    assert!(!star.hits(FIXED, &disc(1), at));
}

#[test]
fn col_a20_thresholds_0_are_rectangles() {
    let block = disc(0);
    assert_eq!(block, Mask::solid(100, 100).unwrap());
    assert!(block.hits(FIXED, &block, ivec2(299, 299)));
    assert_eq!(block.overlap_area(FIXED, &block, ivec2(299, 299)), 1);
    assert!(!block.hits(FIXED, &block, ivec2(300, 200)));
}

#[test]
fn col_a21_col_10_points_and_pix_1_the_classic_point_rule() {
    let star = star();
    for (x, y, hit) in [
        (250, 250, true),
        (205, 205, false),
        (298, 250, true),
        (299, 250, false),
        (150, 250, false),
    ] {
        assert_eq!(star.hits_point(FIXED, ivec2(x, y)), hit);
    }
    let everything = Mask::solid(100, 100).unwrap();
    assert!(everything.hits_point(FIXED, ivec2(205, 205)));
    let clear = Surface::new(100, 100).unwrap();
    assert!(Mask::from_surface(&clear, 0).hits_point(FIXED, ivec2(205, 205)));
    assert!(!surface_hits_point(&clear, FIXED, 0, ivec2(205, 205)));
    assert!(!surface_hits_point(&clear, ivec2(i32::MIN, 0), 0, ivec2(i32::MAX, 0)));
}

#[test]
fn col_a22_col_11_rectangles() {
    let star = star();
    assert!(!star.hits_rect(FIXED, IRect::new(200, 200, 5, 5)));
    assert!(Mask::solid(100, 100).unwrap().hits_rect(FIXED, IRect::new(200, 200, 5, 5)));
    assert!(star.hits_rect(FIXED, IRect::new(245, 245, 10, 10)));
    assert!(!star.hits_rect(FIXED, IRect::EMPTY));
    let mut rng = Rng::new(22);
    for _ in 0..500 {
        let rect = IRect::new(rng.int(-30..110), rng.int(-30..110), rng.below(80), rng.below(80));
        let expected = star.pixels().any(|p| rect.contains(p.x, p.y));
        assert_eq!(star.hits_rect(IVec2::ZERO, rect), expected, "{rect:?}");
    }
}

#[test]
fn col_a24_opaque_surfaces_are_solid() {
    let surface = Surface::opaque(70, 3, Color::TRANSPARENT).unwrap();
    for threshold in [0, 1, 255] {
        assert_eq!(Mask::from_surface(&surface, threshold).count(), 210);
    }
}

fn noise(rng: &mut Rng, width: u32, height: u32, density: f32) -> Mask {
    Mask::from_fn(width, height, |_, _| rng.chance(density)).unwrap()
}

#[test]
fn col_8_random_masks_agree_with_the_loop_over_pixels() {
    let mut rng = Rng::new(1);
    for round in 0..300 {
        let size =
            |rng: &mut Rng| [1 + rng.below(5), 60 + rng.below(10), 1 + rng.below(200)][round % 3];
        let (w, h, v, g) = (size(&mut rng), size(&mut rng), size(&mut rng), size(&mut rng));
        let (a, b) = (noise(&mut rng, w, h, 0.03), noise(&mut rng, v, g, 0.03));
        let at = ivec2(rng.int(-(v as i32)..w as i32 + 1), rng.int(-(g as i32)..h as i32 + 1));
        let met: Vec<IVec2> = a.pixels().filter(|&p| b.get(p.x - at.x, p.y - at.y)).collect();
        assert_eq!(a.hits(IVec2::ZERO, &b, at), !met.is_empty());
        assert_eq!(a.overlap_area(IVec2::ZERO, &b, at), met.len() as u64);
        assert_eq!(a.overlap_mask(IVec2::ZERO, &b, at).count(), met.len() as u64);
        let contact = a.contact(IVec2::ZERO, &b, at);
        assert_eq!(contact.is_some(), !met.is_empty());
        if let Some(contact) = contact {
            let mean = met.iter().map(|p| p.as_dvec2() + 0.5).sum::<motile_geom::glam::DVec2>()
                / met.len() as f64;
            assert!((contact.centroid.as_dvec2() - mean).length() < 1e-3);
            let around = met.iter().fold(IRect::EMPTY, |r, p| r.union(IRect::new(p.x, p.y, 1, 1)));
            assert_eq!(contact.bounds, around);
            assert!(contact.normal.is_normalized() && contact.depth > 0);
        }
    }
}

#[test]
fn contact_normals_point_from_the_second_to_the_first() {
    let ball = |p: Vec2| Circle::new(Vec2::splat(30.0), 30.0).contains(p);
    let ball = Mask::from_shape(60, 60, PixelRule::Center, ball).unwrap();
    for step in 0..16 {
        let direction = Vec2::at_angle(step as f32 * TAU / 16.0);
        let at = Mask::pixel_of(direction * 50.0);
        let contact = ball.contact(at, &ball, IVec2::ZERO).unwrap();
        assert!(contact.normal.dot(direction) > 0.98, "{direction} {contact:?}");
        assert!((8..=12).contains(&contact.depth), "{contact:?}");
        let moved = at + Mask::pixel_of(contact.normal * contact.depth as f32);
        assert!(!ball.hits(moved, &ball, IVec2::ZERO));
    }
    let same = ball.contact(IVec2::ZERO, &ball, IVec2::ZERO).unwrap();
    assert_eq!((same.normal, same.area), (-Vec2::Y, ball.count()));
}

#[test]
fn empty_masks_and_far_positions_hit_nothing() {
    let empty = Mask::default();
    let block = Mask::solid(10, 10).unwrap();
    for at in [ivec2(i32::MIN, i32::MIN), ivec2(i32::MAX, i32::MAX), IVec2::ZERO] {
        assert!(!empty.hits(at, &block, IVec2::ZERO) && !block.hits(IVec2::ZERO, &empty, at));
        assert_eq!(block.hits(at, &block, IVec2::ZERO), at == IVec2::ZERO);
        assert!(block.hits(at, &block, at));
    }
    assert_eq!((empty.bounds(), empty.centroid()), (IRect::EMPTY, None));
    assert!(empty.outlines().is_empty());
    let thin = Mask::new(0, 7).unwrap();
    assert_eq!((thin.count(), thin.flipped_x()), (0, thin.clone()));
    assert_eq!(Mask::from_alpha(3, 0, &[], 0).unwrap().count(), 0);
    let wrong = CollideError::WrongLength { expected: 6, found: 5 };
    assert_eq!(Mask::from_alpha(3, 2, &[0; 5], 1), Err(wrong));
    assert!(matches!(Mask::new(1 << 20, 1 << 20), Err(CollideError::BadMaskSize { .. })));
    assert!(matches!(Mask::new(u32::MAX, u32::MAX), Err(CollideError::BadMaskSize { .. })));
}

#[test]
fn col_w6_coverage_is_the_anti_aliased_rule() {
    let polygon = star_polygon();
    let half = Mask::from_polygon(100, 100, PixelRule::Coverage(0.5), &polygon).unwrap();
    let touched = Mask::from_polygon(100, 100, PixelRule::Coverage(1.0 / 64.0), &polygon).unwrap();
    let whole = Mask::from_polygon(100, 100, PixelRule::Coverage(1.0), &polygon).unwrap();
    assert!(whole.count() < half.count() && half.count() < touched.count());
    assert!(half.count().abs_diff(star().count()) < 40);
    assert!(whole.pixels().all(|p| half.get(p.x, p.y)));
    let asked =
        Mask::from_shape(100, 100, PixelRule::Coverage(0.5), |p| polygon.contains(p)).unwrap();
    assert_eq!(half, asked);
    let all = Mask::from_polygon(100, 100, PixelRule::Coverage(0.0), &polygon).unwrap();
    assert_eq!(all.count(), 10_000);
}

#[test]
fn col_w7_masks_through_transforms_are_exact() {
    let mut rng = Rng::new(3);
    let source = noise(&mut rng, 23, 17, 0.2);
    let whole = Affine2::from_translation(vec2(5.0, -3.0));
    let placed = MaskPose::new(&source, &whole).unwrap().to_mask().unwrap();
    assert_eq!((&placed.mask, placed.at), (&source, ivec2(5, -3)));

    let mirrored = Affine2::from_scale(vec2(-1.0, 1.0));
    let flipped = MaskPose::new(&source, &mirrored).unwrap().to_mask().unwrap();
    assert_eq!(flipped.mask, source.flipped_x());
    assert_eq!(source.flipped_y().flipped_y(), source);

    let doubled = MaskPose::new(&source, &Affine2::from_scale(vec2(2.0, 3.0))).unwrap();
    assert_eq!(doubled.to_mask().unwrap().mask.count(), source.count() * 6);

    for _ in 0..60 {
        let pose = |rng: &mut Rng| {
            let scale = vec2(rng.range(0.4..2.0), rng.range(-2.0..-0.4));
            let position = rng.in_rect(Vec2::splat(-15.0), Vec2::splat(15.0));
            Affine2::from_parts(position, scale, rng.range(-4.0..4.0), vec2(0.3, 0.0))
        };
        let (first, second) = (pose(&mut rng), pose(&mut rng));
        let [a, b] = [first, second].map(|transform| MaskPose::new(&source, &transform).unwrap());
        let [p, q] = [&a, &b].map(|pose| pose.to_mask().unwrap());
        assert_eq!(a.hits(&b), p.hits(IVec2::ZERO, &q, IVec2::ZERO));
        assert!(p.mask.pixels().all(|pixel| a.get(pixel.x + p.at.x, pixel.y + p.at.y)));
    }
    for bad in [Affine2::from_scale(vec2(0.0, 1.0)), Affine2::from_translation(vec2(f32::NAN, 0.0))]
    {
        assert!(MaskPose::new(&source, &bad).is_none());
    }
}

#[test]
fn turned_masks_follow_the_angle() {
    let mut turned = TurnedMasks::new(star(), vec2(50.0, 50.0), Vec2::ONE, 120).unwrap();
    assert!(turned.cached(0.0).is_none());
    turned.fill();
    let level = turned.cached(0.0).unwrap();
    assert_eq!((&level.mask, level.at), (&star(), ivec2(-50, -50)));
    // A fifth of a turn maps the star onto itself but for rounding at the rim.
    let fifth = turned.cached(TAU / 5.0).unwrap();
    assert!(fifth.mask.count().abs_diff(3670) < 40);
    assert!(level.mask.overlap_area(level.at, &fifth.mask, fifth.at) > 3600);
    assert_eq!(turned.cached(TAU + 0.001), turned.cached(0.0));
    assert_eq!(turned.cached(-FRAC_PI_2), turned.cached(3.0 * FRAC_PI_2));
    assert!(turned.cached(f32::NAN).is_some());
    for (pivot, scale, steps) in [
        (Vec2::ZERO, vec2(0.0, 1.0), 8),
        (Vec2::ZERO, vec2(1.0, f32::NAN), 8),
        (vec2(f32::INFINITY, 0.0), Vec2::ONE, 8),
        (Vec2::ZERO, Vec2::ONE, 0),
        (Vec2::ZERO, Vec2::ONE, u32::MAX),
        (Vec2::ZERO, Vec2::splat(1e6), 8),
    ] {
        assert!(TurnedMasks::new(star(), pivot, scale, steps).is_err(), "{pivot} {scale} {steps}");
    }
    // A negative scale flips.
    let mut rng = Rng::new(5);
    let source = noise(&mut rng, 12, 9, 0.4);
    let mut flipped =
        TurnedMasks::new(source.clone(), vec2(12.0, 0.0), vec2(-1.0, 1.0), 4).unwrap();
    let level = flipped.at_angle(0.0);
    assert_eq!((&level.mask, level.at), (&source.flipped_x(), IVec2::ZERO));
    // The pivot is out of reach: no pixel of the shared space is left.
    let mut far = TurnedMasks::new(source, Vec2::splat(1e30), Vec2::ONE, 4).unwrap();
    assert_eq!(far.at_angle(1.0).mask.count(), 0);
}

fn signed_area(corners: &[Vec2]) -> f32 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f32>() * 0.5
}

#[test]
fn outlines_enclose_exactly_the_solid_pixels() {
    let ring = Mask::from_fn(7, 7, |x, y| !((2..5).contains(&x) && (2..5).contains(&y))).unwrap();
    let outlines = ring.outlines();
    assert_eq!(outlines.len(), 2);
    assert_eq!((signed_area(&outlines[0]), signed_area(&outlines[1])), (49.0, -9.0));
    let diagonal = Mask::from_fn(2, 2, |x, y| x == y).unwrap();
    assert_eq!(diagonal.outlines().len(), 2, "corners do not connect");
    let mut rng = Rng::new(4);
    for _ in 0..50 {
        let mask = noise(&mut rng, 40, 70, 0.5);
        let total: f32 = mask.outlines().iter().map(|outline| signed_area(outline)).sum();
        assert_eq!(total, mask.count() as f32);
    }
}

#[test]
fn outlines_make_the_mask_they_came_from() {
    let mut rng = Rng::new(14);
    for _ in 0..40 {
        let mask = noise(&mut rng, 90, 40, 0.5);
        for rule in [PixelRule::Center, PixelRule::Coverage(0.5)] {
            assert_eq!(Mask::from_outlines(90, 40, rule, EvenOdd, &mask.outlines()).unwrap(), mask);
        }
    }
    let star = star_polygon();
    let bad = [vec2(0.0, 0.0), vec2(f32::NAN, 90.0), vec2(90.0, 0.0)];
    let with_bad = Mask::from_outlines(
        100,
        100,
        PixelRule::Center,
        EvenOdd,
        &[star.vertices(), &bad[..], &[]],
    );
    assert_eq!(with_bad.unwrap(), self::star());
    let far = [vec2(-1e30, -1e30), vec2(1e30, -1e30), vec2(1e30, 1e30), vec2(-1e30, 1e30)];
    let all = Mask::from_outlines(70, 3, PixelRule::Center, NonZero, &[far]).unwrap();
    assert_eq!(all, Mask::solid(70, 3).unwrap());
}

#[test]
fn outlines_simplify_to_a_budget_and_cut_into_convex_pieces() {
    let star = star();
    for (budget, tolerance) in [(40, 30.0), (20, 60.0), (10, 130.0)] {
        let polygons = star.polygons(budget);
        assert_eq!(polygons.len(), 1);
        assert!(polygons[0].vertices().len() <= budget as usize);
        assert!(
            (polygons[0].area() - 3670.0).abs() < tolerance,
            "{budget}: {}",
            polygons[0].area()
        );
        let pieces = convex_pieces(&polygons[0]);
        let area: f32 = pieces.iter().map(|piece| piece.polygon().area()).sum();
        assert!((area - polygons[0].area()).abs() < 0.5, "{budget}");
        assert!(pieces.len() <= budget as usize * 2 / 3, "{}", pieces.len());
    }
    let exact = convex_pieces(&star_polygon());
    assert!(exact.len() <= 6, "{}", exact.len());
    let mut rng = Rng::new(6);
    for _ in 0..30 {
        for polygon in noise(&mut rng, 30, 30, 0.65).polygons(60) {
            let area: f32 = convex_pieces(&polygon).iter().map(|p| p.polygon().area()).sum();
            assert!((area - polygon.area()).abs() < 0.05 * polygon.area() + 0.5);
        }
    }
}

#[test]
fn col_9_every_threshold_of_a_surface_and_of_bytes() {
    let mut rng = Rng::new(9);
    let (width, height) = (67, 11);
    let alpha: Vec<u8> = (0..width * height).map(|_| rng.below(256) as u8).collect();
    let mut surface = Surface::new(width, height).unwrap();
    for (i, &a) in alpha.iter().enumerate() {
        let (x, y) = ((i as u32 % width) as i32, (i as u32 / width) as i32);
        surface.set(x, y, Color::rgba(200, 10, 90, a));
    }
    for threshold in 0..=255 {
        let from_bytes = Mask::from_alpha(width, height, &alpha, threshold).unwrap();
        assert_eq!(Mask::from_surface(&surface, threshold), from_bytes);
        let expected = alpha.iter().filter(|&&a| a >= threshold).count();
        assert_eq!(from_bytes.count(), expected as u64, "{threshold}");
        let single = |p: IVec2| alpha[(p.y as u32 * width + p.x as u32) as usize] >= threshold;
        assert!(from_bytes.pixels().all(single));
    }
}

#[test]
fn bounds_middle_and_runs_agree_with_single_pixels() {
    let mut rng = Rng::new(10);
    for round in 0..100 {
        let (w, h) = (1 + rng.below(200), 1 + rng.below(20));
        let mask = noise(&mut rng, w, h, [0.01, 0.5, 0.97][round % 3]);
        let pixels: Vec<IVec2> = mask.pixels().collect();
        let around = pixels.iter().fold(IRect::EMPTY, |r, p| r.union(IRect::new(p.x, p.y, 1, 1)));
        assert_eq!(mask.bounds(), around);
        let sum = pixels.iter().map(|p| p.as_dvec2() + 0.5).sum::<motile_geom::glam::DVec2>();
        match mask.centroid() {
            Some(middle) => {
                assert!((middle.as_dvec2() - sum / pixels.len() as f64).length() < 1e-3);
            }
            None => assert!(pixels.is_empty()),
        }
        for y in 0..h {
            let runs: Vec<_> = mask.runs(y).collect();
            assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start), "{runs:?}");
            let columns: Vec<u32> = runs.into_iter().flatten().collect();
            let solid = (0..w).filter(|&x| mask.get(x as i32, y as i32));
            assert!(solid.eq(columns));
        }
    }
    let full = Mask::solid(130, 2).unwrap();
    assert_eq!(full.runs(1).next(), Some(0..130));
    assert_eq!((full.runs(2).count(), full.runs(u32::MAX).count()), (0, 0), "below the last row");
}
