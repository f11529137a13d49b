//! Outlines of masks, simplified and cut into convex pieces: budgets, crossings and exact cover.

use motile_collide::{Mask, PixelRule, convex_pieces, simplify_to_budget};
use motile_geom::{Circle, FillRule, Polygon, PolygonError, Rng, Vec2, Vec2Ext, vec2};

fn noise(rng: &mut Rng, width: u32, height: u32, density: f32) -> Mask {
    Mask::from_fn(width, height, |_, _| rng.chance(density)).unwrap()
}

fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    (b.as_dvec2() - a.as_dvec2()).perp_dot(c.as_dvec2() - a.as_dvec2())
}

/// Whether two sides cross in a point inside both.
fn cross([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
}

fn crosses_itself(polygon: &Polygon) -> bool {
    let sides: Vec<_> = polygon.edges().map(|edge| [edge.a, edge.b]).collect();
    (0..sides.len()).any(|i| (0..i).any(|j| cross(sides[i], sides[j])))
}

fn exact_area(corners: &[Vec2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.as_dvec2().perp_dot(b.as_dvec2())).sum::<f64>() / 2.0
}

/// Convex pieces of a polygon cover it: the areas add up, and every sample is in as many pieces as it is
/// in the polygon, once or not at all.
fn check_cover(polygon: &Polygon) {
    let pieces = convex_pieces(polygon);
    let n = polygon.vertices().len();
    assert!(pieces.len() <= n - 2, "{} pieces of {n} corners", pieces.len());
    let total: f64 = pieces.iter().map(|piece| exact_area(piece.vertices())).sum();
    let area = exact_area(polygon.vertices());
    assert!((total - area).abs() <= 1e-9 * area, "{total} but {area}: {polygon:?}");
    let bounds = polygon.aabb();
    for i in 0..200 {
        // Off the corners, which are mostly whole numbers.
        let share = vec2(i as f32 * 0.618_034, i as f32 * 0.754_878).fract();
        let point = bounds.min + bounds.size() * share;
        let count = pieces.iter().filter(|piece| piece.polygon().contains(point)).count();
        assert_eq!(count, usize::from(polygon.contains(point)), "{point} of {polygon:?}");
    }
}

#[test]
fn budgets_hold_and_outlines_stay_simple() {
    let mut rng = Rng::new(80);
    let mut checked = 0;
    for round in 0..120 {
        // Around one half, noise is full of pixels that touch at corners only.
        let density = [0.35, 0.5, 0.6, 0.8][round % 4];
        let mask = noise(&mut rng, 24, 24, density);
        for outline in mask.outlines() {
            for budget in [3, 4, 7, 16, 40] {
                let polygon = simplify_to_budget(outline.clone(), budget).unwrap();
                let n = polygon.vertices().len();
                assert!(n <= budget as usize, "{n} corners for a budget of {budget}: {outline:?}");
                assert!(!crosses_itself(&polygon), "{budget}: {outline:?} became {polygon:?}");
                assert!(polygon.vertices().iter().all(|corner| outline.contains(corner)));
                checked += 1;
            }
        }
    }
    assert!(checked > 5000, "{checked}");
}

#[test]
fn simplified_outlines_keep_their_area() {
    let disc = Circle::new(vec2(100.0, 100.0), 100.0);
    let disc = Mask::from_shape(200, 200, PixelRule::Center, |p| disc.contains(p)).unwrap();
    for (budget, error) in [(64, 0.01), (32, 0.01), (16, 0.03), (8, 0.11)] {
        let area = disc.polygons(budget)[0].area();
        let off = (area / disc.count() as f32 - 1.0).abs();
        assert!(off < error, "{budget}: {off}");
    }
    // Large enough that the square of the number of corners would be felt.
    let mut rng = Rng::new(81);
    let rough = Mask::from_fn(1500, 600, |_, y| y > 40 + rng.below(9)).unwrap();
    let outlines = rough.outlines();
    let longest = outlines.iter().max_by_key(|outline| outline.len()).unwrap();
    assert!(longest.len() > 2000);
    let simple = simplify_to_budget(longest.clone(), 50).unwrap();
    assert!(simple.vertices().len() == 50 && !crosses_itself(&simple));
}

#[test]
fn bad_outlines_are_errors() {
    let corner = |x: f32| vec2(x, x * x);
    assert_eq!(simplify_to_budget(vec![], 8), Err(PolygonError::TooFewVertices(0)));
    assert_eq!(simplify_to_budget(vec![Vec2::ZERO; 9], 4), Err(PolygonError::NoArea));
    let bad = vec![corner(0.0), corner(1.0), Vec2::NAN, corner(3.0), corner(4.0)];
    assert_eq!(simplify_to_budget(bad, 3), Err(PolygonError::NotFinite(2)));
    let line: Vec<Vec2> = (0..9).map(|i| vec2(i as f32, 0.0)).collect();
    assert_eq!(simplify_to_budget(line, 3), Err(PolygonError::NoArea));
    // A pentagram crosses itself: no promise about corners, but no panic and no endless loop.
    let star = (0..5).map(|i| Vec2::at_angle(i as f32 * 2.513_274_2) * 9.0).collect();
    let star = simplify_to_budget(star, 3).unwrap();
    assert!(convex_pieces(&star).len() <= 3);
}

#[test]
fn convex_pieces_cover_traced_outlines_exactly() {
    let mut rng = Rng::new(82);
    for round in 0..60 {
        let density = [0.4, 0.55, 0.65][round % 3];
        let mask = noise(&mut rng, 16, 16, density);
        for outline in mask.outlines() {
            check_cover(&simplify_to_budget(outline.clone(), 12).unwrap());
            check_cover(&Polygon::new(outline).unwrap());
        }
    }
}

#[test]
fn convex_pieces_cover_wild_polygons_exactly() {
    let mut rng = Rng::new(83);
    for _ in 0..300 {
        // Corners in the order of their angles never cross; some lie on one line.
        let n = 3 + rng.below(40);
        let corner = |i: u32, rng: &mut Rng| {
            let reach = if rng.chance(0.3) { 50.0 } else { rng.range(5.0..100.0) };
            Vec2::at_angle(i as f32 / n as f32 * std::f32::consts::TAU) * reach
        };
        let corners: Vec<Vec2> = (0..n).map(|i| corner(i, &mut rng)).collect();
        check_cover(&Polygon::new(corners).unwrap());
    }
    let comb = |teeth: u32| {
        let mut corners = vec![vec2(0.0, 0.0)];
        for i in 0..teeth {
            let x = i as f32 * 2.0;
            corners.extend([
                vec2(x, 10.0),
                vec2(x + 1.0, 10.0),
                vec2(x + 1.0, 1.0),
                vec2(x + 2.0, 1.0),
            ]);
        }
        corners.push(vec2(teeth as f32 * 2.0, 0.0));
        Polygon::new(corners).unwrap()
    };
    for teeth in [1, 5, 30] {
        let comb = comb(teeth);
        check_cover(&comb);
        // Each tooth and the back are the least; four times that is the bound.
        assert!(convex_pieces(&comb).len() <= 4 * (teeth as usize + 1));
    }
    // Straight corners on the sides of a hollow shape.
    let notched = [(0, 0), (4, 0), (8, 0), (8, 8), (6, 8), (4, 4), (2, 8), (0, 8), (0, 4)];
    check_cover(&Polygon::new(notched.map(|(x, y)| vec2(x as f32, y as f32)).to_vec()).unwrap());
}

#[test]
fn fill_rules_tell_holes_from_overlaps() {
    let square =
        |low: f32, high: f32| [vec2(low, low), vec2(high, low), vec2(high, high), vec2(low, high)];
    let (outer, inner) = (square(0.0, 9.0), square(3.0, 6.0));
    let mut reversed = inner;
    reversed.reverse();
    let count = |fill, inner| {
        Mask::from_outlines(9, 9, PixelRule::Center, fill, &[outer, inner]).unwrap().count()
    };
    assert_eq!(count(FillRule::EvenOdd, inner), 72);
    assert_eq!(count(FillRule::EvenOdd, reversed), 72);
    assert_eq!(count(FillRule::NonZero, inner), 81);
    assert_eq!(count(FillRule::NonZero, reversed), 72);
    // A pentagram: its middle is covered twice.
    let star: Vec<Vec2> =
        (0..5).map(|i| Vec2::at_angle(i as f32 * 2.513_274_2) * 40.0 + 40.0).collect();
    for rule in [PixelRule::Center, PixelRule::Coverage(0.5)] {
        let [odd, all] = [FillRule::EvenOdd, FillRule::NonZero]
            .map(|fill| Mask::from_outlines(80, 80, rule, fill, &[&star]).unwrap());
        assert!(!odd.get(40, 40) && all.get(40, 40));
        assert!(odd.pixels().all(|p| all.get(p.x, p.y)) && all.count() > odd.count() + 500);
    }
}
