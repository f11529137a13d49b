//! Masks through transforms against exact arithmetic, and contact normals with planted answers.

use motile_collide::{Mask, MaskPose, PixelRule, PlacedMask};
use motile_geom::{Affine2, Affine2Ext, Circle, IRect, IVec2, Rng, Vec2, Vec2Ext, ivec2, vec2};

fn noise(rng: &mut Rng, width: u32, height: u32, density: f32) -> Mask {
    Mask::from_fn(width, height, |_, _| rng.chance(density)).unwrap()
}

/// A transform of eighths (the matrix) and quarters (the move), so that whole numbers can follow it.
struct Exact {
    matrix: [i64; 4],
    offset: [i64; 2],
}

impl Exact {
    fn random(rng: &mut Rng) -> Self {
        let mut entry = |most: i32| rng.int(-most..most + 1) as i64;
        Self { matrix: [0; 4].map(|_| entry(20)), offset: [0; 2].map(|_| entry(60)) }
    }

    fn affine(&self) -> Affine2 {
        let [a, b, c, d] = self.matrix.map(|eighths| eighths as f32 / 8.0);
        let [e, f] = self.offset.map(|quarters| quarters as f32 / 4.0);
        Affine2::from_classic(a, b, c, d, e, f)
    }

    fn determinant(&self) -> i64 {
        let [a, b, c, d] = self.matrix;
        a * d - b * c
    }

    /// Whether the center of a pixel comes from a solid one, by whole numbers.
    fn is_solid(&self, mask: &Mask, x: i64, y: i64) -> bool {
        let ([a, b, c, d], [e, f]) = (self.matrix, self.offset);
        let (dx, dy) = (4 * x + 2 - e, 4 * y + 2 - f);
        let sign = self.determinant().signum();
        let over = self.determinant().abs();
        let u = (2 * sign * (d * dx - c * dy)).div_euclid(over);
        let v = (2 * sign * (a * dy - b * dx)).div_euclid(over);
        mask.get(u as i32, v as i32)
    }
}

#[test]
fn col_w7_poses_agree_with_whole_numbers_to_the_pixel() {
    let mut rng = Rng::new(70);
    let (mut solid, mut hits) = (0, [0; 2]);
    for _ in 0..300 {
        let (w, h) = (1 + rng.below(16), 1 + rng.below(16));
        let density = [0.05, 0.5, 1.0][rng.below(3) as usize];
        let masks = [noise(&mut rng, w, h, density), noise(&mut rng, h, w, density)];
        let exact = [Exact::random(&mut rng), Exact::random(&mut rng)];
        let poses: Vec<_> =
            exact.iter().zip(&masks).map(|(e, mask)| MaskPose::new(mask, &e.affine())).collect();
        for (exact, pose) in exact.iter().zip(&poses) {
            assert_eq!(pose.is_none(), exact.determinant() == 0);
        }
        let [Some(first), Some(second)] = poses[..] else { continue };
        let placed = [first, second].map(|pose| pose.to_mask().unwrap());
        let mut meet = false;
        for y in -100..100 {
            for x in -100..100 {
                let truth = [0, 1].map(|i| exact[i].is_solid(&masks[i], x, y));
                let (x, y) = (x as i32, y as i32);
                assert_eq!([first, second].map(|pose| pose.get(x, y)), truth, "({x}, {y})");
                for i in 0..2 {
                    let own = &placed[i];
                    assert_eq!(own.mask.get(x - own.at.x, y - own.at.y), truth[i], "({x}, {y})");
                    solid += u32::from(truth[i]);
                }
                meet |= truth[0] && truth[1];
            }
        }
        assert_eq!(first.hits(&second), meet);
        assert_eq!(second.hits(&first), meet);
        assert_eq!(placed[0].hits(IVec2::ZERO, &placed[1], IVec2::ZERO), meet);
        hits[usize::from(meet)] += 1;
    }
    assert!(solid > 50_000 && hits.iter().all(|&count| count > 50), "{solid} {hits:?}");
}

#[test]
fn col_w7_centers_on_the_border_of_two_pixels_belong_to_the_right_one() {
    // 8/3 is no binary number: its product with 1.5 must still be 4, not a little less.
    let comb = Mask::from_fn(12, 1, |x, _| x % 4 == 0).unwrap();
    let pose = MaskPose::new(&comb, &Affine2::from_scale(vec2(0.375, 1.0))).unwrap();
    let solid: Vec<i32> = (-3..9).filter(|&x| pose.get(x, 0)).collect();
    // Centers 0.5, 1.5, 2.5, 3.5 come from 1.33, 4, 6.67, 9.33.
    assert_eq!(solid, [1]);
}

#[test]
fn col_w7_far_and_huge_poses_are_cut_off_where_i32_ends() {
    let block = Mask::solid(10, 10).unwrap();
    let at =
        |x: f32, y: f32| MaskPose::new(&block, &Affine2::from_translation(vec2(x, y))).unwrap();
    for far in [3e9, -3e9, 1e30, -1e38] {
        assert_eq!(at(far, 0.0).bounds(), IRect::EMPTY);
        assert!(!at(far, 0.0).hits(&at(far, 0.0)));
        assert_eq!(at(far, 0.0).to_mask().unwrap().mask.count(), 0);
    }
    // The last pixels there are.
    let edge = at(2_147_483_648.0, -2_147_483_648.0);
    assert_eq!(edge.bounds(), IRect::EMPTY);
    let low = at(-2_147_483_648.0, -2_147_483_648.0);
    assert!(low.hits(&low) && low.get(i32::MIN, i32::MIN + 9) && !low.get(i32::MIN + 10, i32::MIN));
    // At ten million, a position of f32 is a whole number and a turn in f32 would be off by pixels.
    let turn = Affine2::from_translation(vec2(1e7, -1e7)) * Affine2::rotation(0.5);
    let turned = MaskPose::new(&block, &turn).unwrap().to_mask().unwrap();
    let near = MaskPose::new(&block, &Affine2::rotation(0.5)).unwrap().to_mask().unwrap();
    assert_eq!((turned.mask, turned.at), (near.mask, near.at + ivec2(10_000_000, -10_000_000)));

    // Blown up over the whole space: its pixels are there, only a mask of it is too much.
    let huge = Affine2::from_parts(Vec2::splat(-5e9), Vec2::splat(1e9), 0.0, Vec2::ZERO);
    let huge = MaskPose::new(&block, &huge).unwrap();
    assert_eq!(huge.bounds(), IRect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX));
    assert!(huge.get(0, 0) && huge.get(i32::MIN, i32::MAX));
    assert!(huge.to_mask().is_err());
    assert!(huge.hits(&at(123_456.0, -7.0)) && at(-9.0, 12.0).hits(&huge));
    // Shrunk to nothing, or next to it.
    let speck = Affine2::from_scale(Vec2::splat(1e-30));
    let speck = MaskPose::new(&block, &speck).unwrap();
    assert!(speck.bounds().area() <= 1 && !speck.hits(&huge));
    for bad in [
        Affine2::from_scale(vec2(0.0, 1.0)),
        Affine2::from_cols_array(&[1.0, 2.0, 2.0, 4.0, 0.0, 0.0]),
        Affine2::from_translation(vec2(f32::NAN, 0.0)),
        Affine2::from_scale(vec2(f32::INFINITY, 1.0)),
    ] {
        assert!(MaskPose::new(&block, &bad).is_none());
    }
    let empty = Mask::default();
    let nothing = MaskPose::new(&empty, &Affine2::IDENTITY).unwrap();
    assert!(!nothing.hits(&huge) && nothing.to_mask().unwrap() == PlacedMask::default());
}

fn disc(radius: f32) -> Mask {
    let side = (radius * 2.0) as u32;
    let circle = Circle::new(Vec2::splat(radius), radius);
    Mask::from_shape(side, side, PixelRule::Center, |p| circle.contains(p)).unwrap()
}

/// The normal of `first` at an offset against `second` at the origin, checked from both sides.
fn normal(first: &Mask, at: IVec2, second: &Mask) -> Vec2 {
    let own = first.contact(at, second, IVec2::ZERO).unwrap();
    let other = second.contact(IVec2::ZERO, first, at).unwrap();
    assert!(own.normal.is_normalized());
    assert_eq!((own.normal, own.depth), (-other.normal, other.depth), "exchanged");
    assert_eq!(own.way_out(), -other.way_out());
    assert!(!first.hits(at + own.way_out(), second, IVec2::ZERO), "{own:?}");
    own.normal
}

#[test]
fn normals_of_thin_deep_tiny_and_concave_overlaps() {
    let (pixel, wall) = (Mask::solid(1, 1).unwrap(), Mask::solid(40, 200).unwrap());
    let thin = Mask::solid(2, 200).unwrap();
    // A pixel at any depth in a wall leaves by the nearer side; it used to leave by the middle.
    for depth in 0..16 {
        assert_eq!(normal(&pixel, ivec2(depth, 90), &wall), -Vec2::X, "{depth}");
        assert_eq!(normal(&pixel, ivec2(39 - depth, 110), &wall), Vec2::X, "{depth}");
        assert_eq!(normal(&pixel, ivec2(20, depth), &wall), -Vec2::Y, "{depth}");
    }
    // A ball that a thin wall cuts through, left and right of the middle.
    let ball = disc(20.0);
    assert_eq!(normal(&ball, ivec2(-30, 70), &thin), -Vec2::X);
    assert_eq!(normal(&ball, ivec2(-10, 70), &thin), Vec2::X);
    // The last pixel of either, at the corners of the masks.
    assert_eq!(normal(&wall, ivec2(39, 199), &wall), Vec2::splat(1.0).normalized());
    assert_eq!(normal(&wall, ivec2(-39, 199), &wall), vec2(-1.0, 1.0).normalized());
    // Into a hollow: the ball leaves through its mouth, which is to the left.
    let hollow = Mask::from_fn(60, 60, |x, y| x > 40 || !(10..50).contains(&y)).unwrap();
    assert!(normal(&ball, ivec2(4, 10), &hollow).dot(-Vec2::X) > 0.99);
    // More pixels than f32 can tell apart.
    let (large, bar) = (Mask::solid(6000, 3000).unwrap(), Mask::solid(6000, 3000).unwrap());
    let at = ivec2(1, 0);
    let contact = large.contact(at, &bar, IVec2::ZERO).unwrap();
    assert_eq!((contact.normal, contact.area), (Vec2::X, 5999 * 3000));
}

#[test]
fn contacts_of_noise_part_and_are_opposite_when_exchanged() {
    let mut rng = Rng::new(71);
    let mut found = 0;
    for _ in 0..400 {
        let sides = [0; 4].map(|_| 1 + rng.below(30));
        let density = rng.range(0.02..1.0);
        let first = noise(&mut rng, sides[0], sides[1], density);
        let second = noise(&mut rng, sides[2], sides[3], density);
        let at = ivec2(rng.int(-15..15), rng.int(-15..15));
        let (own, other) =
            (first.contact(at, &second, IVec2::ZERO), second.contact(IVec2::ZERO, &first, at));
        assert_eq!(own.is_some(), other.is_some());
        let (Some(own), Some(other)) = (own, other) else { continue };
        found += 1;
        assert!(own.normal.is_normalized() && own.centroid.is_finite());
        assert_eq!(
            (own.area, own.bounds, own.centroid),
            (other.area, other.bounds, other.centroid)
        );
        // But for masks with one middle, which part upwards both times.
        assert!(own.normal == -other.normal || own.normal == -Vec2::Y);
        assert!(!first.hits(at + own.way_out(), &second, IVec2::ZERO));
    }
    assert!(found > 100, "{found}");
}

#[test]
fn contacts_at_the_ends_of_the_space() {
    let block = Mask::solid(10, 10).unwrap();
    let corner = Mask::from_fn(10, 10, |x, y| x > 5 && y > 5).unwrap();
    let end = ivec2(i32::MAX, i32::MAX);
    let contact = block.contact(end, &corner, end).unwrap();
    // Pixels beyond the end have no place: the bounds stop there.
    assert_eq!((contact.area, contact.bounds.origin()), (16, end));
    assert!(contact.normal.is_normalized() && contact.centroid.is_finite());
    let start = ivec2(i32::MIN, i32::MIN);
    assert_eq!(
        block.contact(start, &block, start).unwrap().bounds,
        IRect::new(start.x, start.y, 10, 10)
    );
    assert!(block.contact(start, &block, end).is_none());
}

#[test]
fn masks_without_pixels_may_be_as_long_as_they_like() {
    for (width, height) in [(0, u32::MAX), (u32::MAX, 0), (0, 0)] {
        let empty = Mask::new(width, height).unwrap();
        assert_eq!(Mask::solid(width, height).unwrap(), empty);
        assert_eq!(Mask::from_fn(width, height, |_, _| true).unwrap(), empty);
        assert_eq!(Mask::from_alpha(width, height, &[], 0).unwrap(), empty);
        let square = [vec2(0.0, 0.0), vec2(9.0, 0.0), vec2(9.0, 9.0), vec2(0.0, 9.0)];
        for rule in [PixelRule::Center, PixelRule::Coverage(0.5)] {
            let fill = motile_geom::FillRule::EvenOdd;
            let drawn = Mask::from_outlines(width, height, rule, fill, &[square]).unwrap();
            assert_eq!(drawn, empty);
        }
        assert_eq!((empty.count(), empty.bounds(), empty.pixels().count()), (0, IRect::EMPTY, 0));
        assert_eq!((empty.flipped_x(), empty.flipped_y()), (empty.clone(), empty.clone()));
        assert!(empty.outlines().is_empty() && empty.polygons(8).is_empty());
        let block = Mask::solid(9, 9).unwrap();
        assert!(!empty.hits(IVec2::ZERO, &block, IVec2::ZERO));
        assert!(block.contact(IVec2::ZERO, &empty, IVec2::ZERO).is_none());
        assert!(!empty.hits_rect(IVec2::ZERO, IRect::new(-5, -5, 9, 9)));
        assert!(!empty.hits_point(IVec2::ZERO, IVec2::ZERO));
    }
}
