//! Questions between shapes allocate nothing, and buffers are reused.

use motile_geom::{
    Aabb, ArcLength, Capsule, CatmullRom, Circle, Convex, ConvexPolygon, MassProperties, Obb,
    Segment, Vec2, closest_points, contact, distance, hull_into, manifold, overlaps, touches, vec2,
};

fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[test]
fn questions_between_shapes_allocate_nothing() {
    let corners = [vec2(0.0, 0.0), vec2(9.0, 1.0), vec2(7.0, 8.0)];
    let hull = ConvexPolygon::hull(corners).unwrap();
    let shapes: [&dyn Convex; 6] = [
        &Circle::new(vec2(3.0, 3.0), 2.0),
        &Aabb::new(vec2(0.0, 0.0), vec2(4.0, 4.0)),
        &Obb::new(vec2(5.0, 5.0), vec2(2.0, 3.0), 0.4),
        &Segment::new(vec2(-5.0, 2.0), vec2(5.0, 2.5)),
        &Capsule::new(vec2(2.0, -5.0), vec2(2.0, 5.0), 1.0),
        &hull,
    ];
    let mut touching = 0;
    let count = allocations(|| {
        for a in shapes {
            for b in shapes {
                touching += u32::from(touches(a, b) && overlaps(a, b));
                touching += u32::from(contact(a, b).is_some() && manifold(a, b).is_some());
                assert!(distance(a, b) < 1e-6 || closest_points(a, b).is_some());
            }
        }
        assert!(MassProperties::of_convex(&hull, 1.0).mass > 0.0);
    });
    assert_eq!(count, 0);
    assert!(touching > 40, "{touching} of the questions met a contact");
}

#[test]
fn buffers_are_reused() {
    let points = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(1.0, 1.0), vec2(0.0, 4.0)];
    let (mut sorted, mut hull) = (points, Vec::new());
    hull_into(&mut sorted, &mut hull);
    let curve = CatmullRom::closed(&points);
    let mut lengths = ArcLength::new(&curve);
    let count = allocations(|| {
        sorted = points;
        hull_into(&mut sorted, &mut hull);
        lengths.measure(&curve, motile_geom::SAMPLES_PER_PIECE);
        assert!(lengths.points(&curve, 10).all(Vec2::is_finite));
    });
    assert_eq!((count, hull.len()), (0, 4));
}
