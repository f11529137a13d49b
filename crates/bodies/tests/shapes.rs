//! Pictures as shapes: exact cover, holes, islands, mass.

use motile_bodies::{
    BodyError, PictureCover, PictureShape, PictureTrace, PictureWeight, ShapeCache,
};
use motile_collide::Mask;
use motile_geom::{Circle, ConvexPolygon, IRect, Rng, Vec2, vec2};
use motile_pixels::{Color, Surface};
use proptest::prelude::*;

fn mask(rows: &[&str]) -> Mask {
    let solid = |x: u32, y: u32| rows[y as usize].as_bytes()[x as usize] == b'#';
    Mask::from_fn(rows[0].len() as u32, rows.len() as u32, solid).unwrap()
}

fn exact() -> PictureTrace {
    PictureTrace { tolerance: 0.0, ..PictureTrace::default() }
}

fn signed_area(ring: &[Vec2]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.as_dvec2().perp_dot(b.as_dvec2())).sum::<f64>() / 2.0
}

/// All that has to hold of any shape: convex, few corners, no overlap, and the area of the outlines to the last bit.
fn assert_sound(shape: &PictureShape, max_corners: usize) {
    for island in &shape.islands {
        let outlines: f64 = island.rings.iter().map(|ring| signed_area(ring)).sum();
        assert_eq!(island.area(), outlines, "the parts cover the outline");
        assert!(signed_area(&island.rings[0]) > 0.0, "the outer ring is first");
        assert!(island.rings[1..].iter().all(|hole| signed_area(hole) < 0.0));
        for part in &island.parts {
            assert!(part.vertices().len() <= max_corners, "{part:?}");
            assert!(part.polygon().is_convex());
        }
    }
    let parts: Vec<&ConvexPolygon> = shape.parts().collect();
    for (i, a) in parts.iter().enumerate() {
        for b in &parts[i + 1..] {
            assert!(overlap(a, b) < 1e-4, "{a:?} and {b:?}");
        }
    }
}

/// Area that two convex polygons share, by clipping one with the sides of the other.
fn overlap(a: &ConvexPolygon, b: &ConvexPolygon) -> f64 {
    let mut left: Vec<_> = a.vertices().iter().map(|v| v.as_dvec2()).collect();
    for side in b.polygon().edges() {
        let (from, along) = (side.a.as_dvec2(), (side.b - side.a).as_dvec2());
        let inside = |p: motile_geom::glam::DVec2| along.perp_dot(p - from);
        let mut clipped = Vec::new();
        for (k, &p) in left.iter().enumerate() {
            let q = left[(k + 1) % left.len()];
            let (here, there) = (inside(p), inside(q));
            if here >= 0.0 {
                clipped.push(p);
            }
            if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
                clipped.push(p + (q - p) * (here / (here - there)));
            }
        }
        left = clipped;
        if left.len() < 3 {
            return 0.0;
        }
    }
    let next = left.iter().cycle().skip(1);
    left.iter().zip(next).map(|(p, q)| p.perp_dot(*q)).sum::<f64>() / 2.0
}

#[test]
fn sim_a14_hull_and_mass_from_masks() {
    type Row = (&'static [&'static str], f64, (f64, f64), f64, f64, (f64, f64), f64);
    let table: [Row; 6] = [
        (&["#"], 1.0, (0.5, 0.5), 1.0 / 6.0, 1.0, (0.5, 0.5), 1.0 / 6.0),
        (&["###", "###"], 6.0, (1.5, 1.0), 6.5, 6.0, (1.5, 1.0), 6.5),
        (
            &["#.", "##"],
            3.5,
            (19.0 / 21.0, 23.0 / 21.0),
            265.0 / 126.0,
            3.0,
            (5.0 / 6.0, 7.0 / 6.0),
            11.0 / 6.0,
        ),
        (&[".#.", "###", ".#."], 7.0, (1.5, 1.5), 47.0 / 6.0, 5.0, (1.5, 1.5), 29.0 / 6.0),
        (&["#..#", "#..#", "####"], 12.0, (2.0, 1.5), 25.0, 8.0, (2.0, 1.75), 125.0 / 6.0),
        (
            &[".##..", "####.", ".####", "..#.."],
            14.5,
            (71.0 / 29.0, 169.0 / 87.0),
            9319.0 / 261.0,
            11.0,
            (53.0 / 22.0, 41.0 / 22.0),
            1537.0 / 66.0,
        ),
    ];
    for (rows, hull_area, hull_center, hull_inertia, area, center, inertia) in table {
        let hull = PictureTrace {
            cover: PictureCover::Hull,
            weight: PictureWeight::Cover,
            ..PictureTrace::default()
        };
        let hull = hull.of_mask(&mask(rows)).unwrap();
        let close = |a: f32, b: f64| (f64::from(a) - b).abs() < 1e-5 * b.max(1.0);
        assert_eq!(hull.area(), hull_area);
        let matter = hull.mass();
        assert!(close(matter.center.x, hull_center.0) && close(matter.center.y, hull_center.1));
        assert!(close(matter.inertia, hull_inertia), "{} {hull_inertia}", matter.inertia);
        let pixels = exact().of_mask(&mask(rows)).unwrap().mass();
        assert!(close(pixels.area, area) && close(pixels.mass, area));
        assert!(close(pixels.center.x, center.0) && close(pixels.center.y, center.1));
        assert!(close(pixels.inertia, inertia));
    }
    assert_eq!(exact().of_mask(&Mask::new(5, 5).unwrap()), Err(BodyError::EmptyPicture));
    assert_eq!(exact().of_mask(&Mask::new(0, 0).unwrap()), Err(BodyError::EmptyPicture));
}

#[test]
fn sim_67_holes_and_islands_stay_apart() {
    let picture = mask(&[
        "#######.##",
        "#.....#.##",
        "#.###.#...",
        "#.#.#.#..#",
        "#.###.#...",
        "#.....#...",
        "#######...",
    ]);
    let shape = exact().of_mask(&picture).unwrap();
    let pixels: Vec<u32> = shape.islands.iter().map(|island| island.pixels).collect();
    assert_eq!(pixels, [24, 4, 8, 1]);
    let rings: Vec<usize> = shape.islands.iter().map(|island| island.rings.len()).collect();
    assert_eq!(rings, [2, 1, 2, 1], "a hole in the frame, one in the island inside of it");
    assert_eq!((shape.pixels, shape.area()), (37, 37.0));
    assert_sound(&shape, 8);
    let larger = PictureTrace { smallest: 5, ..exact() }.of_mask(&picture).unwrap();
    assert_eq!((larger.islands.len(), larger.left_out, larger.pixels), (2, 2, 32));
}

#[test]
fn pixels_that_meet_in_corners_lose_a_quarter_of_a_pixel_there() {
    let board = Mask::from_fn(6, 6, |x, y| (x + y) % 2 == 0).unwrap();
    let shape = exact().of_mask(&board).unwrap();
    assert_eq!(shape.islands.len(), 18);
    assert_sound(&shape, 8);
    // 25 inner corners of the board, each pinched by two pixels that lose half of a quarter's square.
    assert_eq!(shape.area(), 18.0 - 25.0 * 2.0 / 32.0);
    // A ring whose two ends meet in a corner.
    let knot = mask(&["##.", "#.#", "###"]);
    let shape = exact().of_mask(&knot).unwrap();
    assert_eq!((shape.islands.len(), shape.islands[0].rings.len()), (1, 1));
    assert_sound(&shape, 8);
}

#[test]
fn a_disc_has_few_parts_and_its_area() {
    let disc = Circle::new(vec2(64.0, 64.0), 60.0);
    let disc = Mask::from_fn(128, 128, |x, y| disc.contains(vec2(x as f32 + 0.5, y as f32 + 0.5)));
    let shape = PictureTrace::default().of_mask(&disc.unwrap()).unwrap();
    let island = &shape.islands[0];
    assert!(island.rings[0].len() < 56, "{}", island.rings[0].len());
    assert!(island.parts.len() <= 12, "{}", island.parts.len());
    assert!(shape.area_error().abs() < 0.02, "{}", shape.area_error());
    assert_sound(&shape, 8);
    let coarse = PictureTrace { max_corners: 0, ..PictureTrace::default() };
    assert_sound(&coarse.of_mask(&Mask::solid(9, 9).unwrap()).unwrap(), 3);
}

#[test]
fn alpha_is_weight_where_it_is_asked_for() {
    let mut picture = Surface::new(2, 1).unwrap();
    picture.set(0, 0, Color::RED);
    picture.set(1, 0, Color::RED.with_alpha(153));
    let alpha = PictureTrace { weight: PictureWeight::Alpha, ..PictureTrace::default() };
    let matter = alpha.of_picture(&picture).unwrap().mass();
    assert!((matter.mass - 1.6).abs() < 0.01);
    assert!((matter.center.x - (0.5 + 1.5 * 0.6) / 1.6).abs() < 0.01);
    let even = PictureTrace::default().of_picture(&picture).unwrap().mass();
    assert_eq!((even.mass, even.center), (2.0, vec2(1.0, 0.5)));
}

#[test]
fn frames_of_a_sheet_are_traced_from_their_corners() {
    use motile_geom::IRect;
    let mut sheet = Surface::new(20, 10).unwrap();
    (0..3).for_each(|x| assert!(sheet.set(12 + x, 4, Color::RED)));
    let trace = PictureTrace::default();
    let frame = trace.of_frame(&sheet, IRect::new(10, 0, 10, 10)).unwrap();
    assert_eq!(frame.mass().center, vec2(3.5, 4.5));
    assert_eq!(trace.of_frame(&sheet, IRect::new(0, 0, 10, 10)), Err(BodyError::EmptyPicture));
    assert_eq!(trace.of_frame(&sheet, IRect::new(15, 0, 10, 10)), Err(BodyError::FrameOutside));
}

#[test]
fn ten_thousand_islands_are_ten_thousand_shapes() {
    let dots = Mask::from_fn(200, 200, |x, y| x % 2 == 0 && y % 2 == 0).unwrap();
    let shape = PictureTrace::default().of_mask(&dots).unwrap();
    assert_eq!((shape.islands.len(), shape.area()), (10_000, 10_000.0));
    assert!(shape.islands.iter().all(|island| island.parts.len() == 1));
}

/// Pixels with structure: a few discs, boxes and holes.
fn blobs(seed: u64, side: u32) -> Mask {
    let mut rng = Rng::new(seed);
    let mut mask = Mask::new(side, side).unwrap();
    for k in 0..=rng.below(9) {
        let center = vec2(rng.range(0.0..side as f32), rng.range(0.0..side as f32));
        let disc = Circle::new(center, rng.range(1.0..side as f32 / 2.5));
        for y in 0..side as i32 {
            for x in 0..side as i32 {
                if disc.contains(vec2(x as f32, y as f32)) {
                    mask.set(x, y, k % 3 != 2);
                }
            }
        }
    }
    mask
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn sim_67_noise_is_covered_exactly(seed: u64, share in 1u32..10, tolerance in 0.0f32..3.0) {
        let mut rng = Rng::new(seed);
        let noise = Mask::from_fn(14, 12, |_, _| rng.below(10) < share).unwrap();
        prop_assume!(noise.count() > 0);
        assert_sound(&exact().of_mask(&noise).unwrap(), 8);
        let rough = PictureTrace { tolerance, max_corners: 5, ..PictureTrace::default() };
        assert_sound(&rough.of_mask(&noise).unwrap(), 5);
    }

    #[test]
    fn sim_67_blobs_are_covered_within_the_tolerance(seed: u64, tolerance in 0.0f32..4.0) {
        let blobs = blobs(seed, 48);
        prop_assume!(blobs.count() > 0);
        let shape = PictureTrace { tolerance, ..PictureTrace::default() }.of_mask(&blobs).unwrap();
        assert_sound(&shape, 8);
        prop_assert!(shape.area_error().abs() < 0.05, "{}", shape.area_error());
        // Corners of pixels far inside of the solid or empty regions stay on their side.
        for island in &shape.islands {
            for corner in island.rings.iter().flatten() {
                let near = |dx: f32, dy: f32| {
                    blobs.get((corner.x + dx).floor() as i32, (corner.y + dy).floor() as i32)
                };
                let around = [near(-0.5, -0.5), near(0.5, -0.5), near(-0.5, 0.5), near(0.5, 0.5)];
                prop_assert!(around.iter().any(|&s| s) && around.iter().any(|&s| !s));
            }
        }
    }
}

/// The cache knew whole pictures only: frames of a sheet were traced again and again.
#[test]
fn sim_67_frames_of_a_sheet_are_kept_by_their_content() -> Result<(), BodyError> {
    let mut sheet = Surface::new(48, 16).unwrap();
    // Three frames: the first and the last look alike, though the columns beside them do not.
    for (x, y) in (2..12).flat_map(|y| (3..9).map(move |x| (x, y))) {
        sheet.set(x, y, Color::ORANGE);
        sheet.set(x + 32, y, Color::ORANGE);
        sheet.set(x + 16, y + 2, Color::ORANGE);
        sheet.set(x + 17, y, Color::ORANGE);
    }
    let (trace, mut cache) = (exact(), ShapeCache::new());
    for x in [0, 16, 32, 0, 16, 32] {
        let frame = IRect::new(x, 0, 16, 16);
        assert_eq!(*cache.of_frame(&trace, &sheet, frame)?, trace.of_frame(&sheet, frame)?);
    }
    assert_eq!((cache.len(), cache.traced()), (2, 2));
    for outside in [IRect::new(40, 0, 16, 16), IRect::new(-1, 0, 16, 16)] {
        assert_eq!(cache.of_frame(&trace, &sheet, outside), Err(BodyError::FrameOutside));
    }
    let hull = PictureTrace { cover: PictureCover::Hull, ..exact() };
    cache.of_frame(&hull, &sheet, IRect::new(16, 0, 16, 16))?;
    assert_eq!(cache.traced(), 3, "other settings, another shape");
    Ok(())
}
