//! Buffers are reused.

use motile_geom::{ArcLength, CatmullRom, ConvexPolygon, MassProperties, Vec2, hull_into, vec2};

fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[test]
fn buffers_are_reused() {
    let points = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(1.0, 1.0), vec2(0.0, 4.0)];
    let (mut sorted, mut hull) = (points, Vec::new());
    hull_into(&mut sorted, &mut hull);
    let curve = CatmullRom::closed(&points);
    let mut lengths = ArcLength::new(&curve);
    let solid = ConvexPolygon::hull(points).unwrap();
    let count = allocations(|| {
        assert!(MassProperties::of_convex(&solid, 1.0).mass > 0.0);
        sorted = points;
        hull_into(&mut sorted, &mut hull);
        lengths.measure(&curve, motile_geom::SAMPLES_PER_PIECE);
        assert!(lengths.points(&curve, 10).all(Vec2::is_finite));
    });
    assert_eq!((count, hull.len()), (0, 4));
}
