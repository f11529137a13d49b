//! Contacts with known answers (SIM-15…18) and the rules every pair of shapes keeps.

use core::f32::consts::FRAC_PI_4;
use motile_collide::{Contact, closest_points, contact, distance, manifold, overlaps, touches};
use motile_geom::glam::dvec2;
use motile_geom::{Aabb, Capsule, Circle, Convex, ConvexPolygon, Obb, Segment, Vec2, vec2};

fn near(a: Vec2, b: Vec2) -> bool {
    a.distance(b) < 2e-6
}

fn square(x: f32, y: f32, half: f32) -> Aabb {
    Aabb::from_center(vec2(x, y), Vec2::splat(half))
}

#[test]
fn sim_a5_circle_against_segment_is_inclusive() {
    let wall = Segment::new(vec2(0.0, 0.0), vec2(10.0, 0.0));
    let (hit, miss) = (Circle::new(vec2(5.0, 5.0), 5.0), Circle::new(vec2(5.0, 5.0), 4.999));
    assert_eq!(hit.offset_to(wall), Some(vec2(0.0, -5.0)));
    assert_eq!(miss.offset_to(wall), None);
    assert!(touches(&hit, &wall) && touches(&wall, &hit) && !overlaps(&hit, &wall));
    assert!(!touches(&miss, &wall));
    assert_eq!(contact(&hit, &wall).map(|c| c.depth), Some(0.0));
    assert_eq!(contact(&miss, &wall), None);
}

#[test]
fn sim_a6_circle_against_capsule() {
    let capsule = Capsule::new(vec2(0.0, 0.0), vec2(10.0, 0.0), 3.0);
    let just = contact(&Circle::new(vec2(5.0, 5.0), 2.0), &capsule);
    let expected = Contact { point: vec2(5.0, 3.0), normal: vec2(0.0, 1.0), depth: 0.0 };
    assert_eq!(just, Some(expected));

    let ball = Circle::new(vec2(12.0, 4.0), 2.0);
    assert_eq!(capsule.segment.distance(ball.center), 4.472135955f64 as f32);
    let end = contact(&ball, &capsule).unwrap();
    // The nearest f32 to the exact values.
    assert_eq!(end.depth, 0.527864045f64 as f32);
    assert_eq!(end.normal, dvec2(0.447213595, 0.894427191).as_vec2());
    assert_eq!(end.point, dvec2(11.341640786, 2.683281573).as_vec2());

    let inside = contact(&Circle::new(vec2(5.0, 0.0), 2.0), &capsule).unwrap();
    assert_eq!((inside.normal, inside.depth), (vec2(0.0, 1.0), 5.0));
}

#[test]
fn sim_18_coincident_centers_part_by_the_documented_direction() {
    let (a, b) = (Circle::new(Vec2::ONE, 2.0), Circle::new(Vec2::ONE, 3.0));
    let hit = contact(&a, &b).unwrap();
    assert_eq!((hit.normal, hit.depth, hit.point), (vec2(0.0, -1.0), 5.0, vec2(1.0, -2.0)));
    let dot = Capsule::new(Vec2::ONE, Vec2::ONE, 3.0);
    assert_eq!(contact(&a, &dot), Some(hit));
}

#[test]
fn boxes_part_by_the_shortest_way_out() {
    let (a, b) = (square(0.0, 0.0, 1.0), square(1.5, 0.25, 1.0));
    let hit = contact(&a, &b).unwrap();
    assert_eq!((hit.normal, hit.depth), (vec2(-1.0, 0.0), 0.5));
    assert_eq!(hit.point, vec2(0.5, 0.125));
    assert_eq!(hit.point_on_first(), vec2(1.0, 0.125));
    assert_eq!(contact(&b, &a).unwrap(), hit.flipped());
    assert_eq!(distance(&a, &square(4.0, 5.0, 1.0)), 13f32.sqrt());
    assert!(touches(&a, &square(2.0, 2.0, 1.0)) && !overlaps(&a, &square(2.0, 2.0, 1.0)));
}

#[test]
fn a_turned_box_stands_on_its_corner() {
    let floor = Aabb::new(vec2(-50.0, 0.0), vec2(50.0, 10.0));
    let diamond = Obb::new(vec2(3.0, -1.0), Vec2::ONE, FRAC_PI_4);
    let touch = manifold(&diamond, &floor).unwrap();
    assert!(near(touch.normal, vec2(0.0, -1.0)));
    assert_eq!(touch.points().len(), 1);
    let hit = touch.contact();
    assert!(near(hit.point, vec2(3.0, 0.0)), "{hit:?}");
    assert!((hit.depth - (2f32.sqrt() - 1.0)).abs() < 1e-6);
}

#[test]
fn flat_sides_rest_on_two_points() {
    let floor = Aabb::new(vec2(-50.0, 0.0), vec2(50.0, 10.0));
    let points = |shape: &dyn Convex| {
        let touch = manifold(shape, &floor).unwrap();
        assert!(near(touch.normal, vec2(0.0, -1.0)));
        let mut xs: Vec<_> = touch.points().iter().map(|p| (p.point, p.depth)).collect();
        xs.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
        xs
    };
    let expected = [(vec2(1.0, 0.0), 0.25), (vec2(5.0, 0.0), 0.25)];
    assert_eq!(points(&Aabb::new(vec2(1.0, -2.0), vec2(5.0, 0.25))), expected);
    assert_eq!(points(&Capsule::new(vec2(1.0, -1.75), vec2(5.0, -1.75), 2.0)), expected);
    // The capsule's line may be in the floor as well.
    assert_eq!(points(&Capsule::new(vec2(1.0, 0.125), vec2(5.0, 0.125), 0.125)), expected);
    // A box over the edge is cut off there.
    let over = [(vec2(45.0, 0.0), 1.0), (vec2(50.0, 0.0), 1.0)];
    assert_eq!(points(&Aabb::new(vec2(45.0, -9.0), vec2(60.0, 1.0))), over);
}

#[test]
fn parallel_capsules_rest_on_two_points() {
    let below = Capsule::new(vec2(0.0, 0.0), vec2(10.0, 0.0), 2.0);
    let above = Capsule::new(vec2(0.0, -3.0), vec2(10.0, -3.0), 2.0);
    let touch = manifold(&above, &below).unwrap();
    assert_eq!((touch.points().len(), touch.normal), (2, vec2(0.0, -1.0)));
    assert!(touch.points().iter().all(|p| p.depth == 1.0));
    assert_eq!(touch.contact().point, vec2(5.0, -2.0));
    let features: Vec<_> = touch.points().iter().map(|p| p.feature).collect();
    assert_ne!(features[0], features[1]);
    let slid = manifold(&above.translated(vec2(0.5, 0.1)), &below).unwrap();
    assert!(slid.points().iter().map(|p| p.feature).eq(features));
}

#[test]
fn crossing_segments_and_collinear_segments() {
    let base = Segment::new(vec2(0.0, 0.0), vec2(10.0, 0.0));
    let cross = Segment::new(vec2(4.0, -1.0), vec2(4.0, 5.0));
    let hit = contact(&cross, &base).unwrap();
    assert_eq!((hit.normal, hit.depth), (vec2(0.0, 1.0), 1.0));
    let nearest = closest_points(&cross, &base).unwrap();
    assert_eq!((nearest.on_first, nearest.distance), (vec2(4.0, 0.0), 0.0));
    let ahead = Segment::new(vec2(13.0, 0.0), vec2(20.0, 0.0));
    assert_eq!(distance(&base, &ahead), 3.0);
    assert_eq!(contact(&base, &ahead), None);
    let along = contact(&base, &Segment::new(vec2(5.0, 0.0), vec2(20.0, 0.0))).unwrap();
    assert_eq!((along.normal.x, along.depth), (0.0, 0.0));
}

#[test]
fn long_bars_that_cross_share_a_point_inside_both() {
    let across = Aabb::new(vec2(-10.0, -1.0), vec2(10.0, 1.0));
    let down = Aabb::new(vec2(-1.0, -12.0), vec2(1.0, 10.0));
    let shared = closest_points(&across, &down).unwrap().on_first;
    assert!(across.contains(shared) && down.contains(shared), "{shared}");
    assert_eq!(contact(&across, &down).unwrap().depth, 11.0);
}

#[test]
fn slivers_are_told_apart() {
    // Nearly on one line, and far from each other along it.
    let sliver = ConvexPolygon::new(vec![vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(5.0, 1e-30)]);
    let ahead = Segment::new(vec2(20.0, 0.0), vec2(30.0, 0.0));
    assert_eq!(distance(&sliver.unwrap(), &ahead), 10.0);
}

#[test]
fn points_empty_boxes_and_bad_numbers() {
    let ball = Circle::new(vec2(3.0, 4.0), 2.0);
    assert_eq!(distance(&Vec2::ZERO, &ball), 3.0);
    assert!(!touches(&Aabb::EMPTY, &ball) && contact(&ball, &Aabb::EMPTY).is_none());
    assert_eq!(distance(&ball, &Aabb::EMPTY), f32::INFINITY);
    assert_eq!(closest_points(&Aabb::EMPTY, &Aabb::EMPTY), None);
    let lost = Circle::new(Vec2::NAN, 5.0);
    assert!(!touches(&lost, &ball) && contact(&lost, &ball).is_none());
    assert!(contact(&lost, &square(0.0, 0.0, 9.0)).is_none());
    let broken = Obb::new(vec2(f32::INFINITY, 0.0), Vec2::ONE, 0.3);
    assert!(contact(&broken, &square(0.0, 0.0, 9.0)).is_none());
    assert!(distance(&Vec2::splat(-3e38), &Vec2::splat(3e38)) == f32::MAX);
}

#[test]
fn cores_a_rounding_apart_part_across_the_side() {
    // The way from one core to the other was all rounding and ran along the upright segment, so
    // the push left it inside the capsule.
    let upright = Segment::new(vec2(1e-20, 0.0), vec2(0.0, 1.0000001));
    let capsule = Capsule::new(vec2(1e-20, 1e-20), vec2(-1.0, 0.0), 1.0);
    let hit = contact(&upright, &capsule).unwrap();
    assert!(!overlaps(&upright.translated(hit.normal * (hit.depth + 1e-5)), &capsule), "{hit:?}");
    // The same with a circle next to the end of a slanted line.
    let slanted = Segment::new(vec2(0.0, 7.0), vec2(1.0, 0.0));
    let hit = contact(&Circle::new(vec2(1e-20, 7.0), 1.0), &slanted).unwrap();
    assert!(hit.normal.dot(slanted.vector()).abs() < 1e-5, "{hit:?}");
}

#[test]
fn corners_that_meet_past_the_end_of_a_side_keep_their_depth() {
    // The end of the capsule's line and the end of the segment are nearest, in almost the direction
    // of the capsule's side; clipping to that side lost part of the depth.
    let capsule = Capsule::new(vec2(-3.0, -4.0000005), vec2(5.6909814, 1.0), 6.0);
    let segment = Segment::new(vec2(8.576445, -4.0), vec2(0.0, -9.478219));
    let hit = contact(&capsule, &segment).unwrap();
    let exact = 6.0 - capsule.segment.b.distance(segment.a);
    assert!((hit.depth - exact).abs() < 1e-5, "{hit:?} but {exact}");
}

#[test]
fn a_point_on_a_flat_box_touches_it_by_every_question() {
    let flat = Obb { center: vec2(-3.2975886, 10.0), half_size: vec2(0.0, 5.0), axis: Vec2::Y };
    let point = vec2(-2.0, 10.0);
    assert!(touches(&point, &flat) && touches(&flat, &point));
    assert!(contact(&point, &flat).is_some() && contact(&flat, &point).is_some());
    assert_eq!(distance(&point, &flat), 0.0);
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
    let count = allocation_counter::measure(|| {
        for a in shapes {
            for b in shapes {
                touching += u32::from(touches(a, b) && overlaps(a, b));
                touching += u32::from(contact(a, b).is_some() && manifold(a, b).is_some());
                assert!(distance(a, b) < 1e-6 || closest_points(a, b).is_some());
            }
        }
    });
    assert_eq!(count.count_total, 0);
    assert!(touching > 40, "{touching} of the questions met a contact");
}
