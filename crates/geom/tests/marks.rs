//! The sink of debug marks.

use motile_geom::{
    Aabb, Circle, Mark, MarkRole, MarkShape, MarkSink, Marks, MaybeWatched, Segment, Vec2, vec2,
};

/// A function with marks, as the crates write them.
fn reach(mut thing: impl MaybeWatched<[Vec2]>, radius: f32) -> usize {
    let (points, mut marks) = thing.split();
    marks.circle(MarkRole::Range, Vec2::ZERO, radius);
    let near = points.iter().filter(|point| point.length() < radius);
    near.inspect(|&&point| marks.point(MarkRole::Target, point)).count()
}

#[test]
fn marks_never_change_the_answer() {
    let points = [vec2(1.0, 0.0), vec2(9.0, 0.0), vec2(0.0, 2.0)];
    let mut marks = Marks::new();
    let mut off = Marks::new();
    off.on = false;
    let (by_reference, mut nobody) = (&points[..], None::<&mut Marks>);
    let answers = [
        reach(&points[..], 5.0),
        reach(&by_reference, 5.0),
        reach(marks.watch(&points[..]), 5.0),
        reach(off.watch(&points[..]), 5.0),
        reach(().watch(&points[..]), 5.0),
        reach(nobody.watch(&points[..]), 5.0),
        reach(Some(&mut marks).watch(&points[..]), 5.0),
    ];
    assert_eq!(answers, [2; 7]);
    assert_eq!((marks.len(), off.len()), (6, 0));
}

#[test]
fn every_form_comes_back_as_it_went_in() {
    let mut marks = Marks::new().with_seconds(0.5);
    let (a, b) = (vec2(1.0, 2.0), vec2(3.0, 5.0));
    marks.point(MarkRole::Target, a);
    marks.line(MarkRole::Link, a, b);
    marks.arrow(MarkRole::Force, a, b);
    marks.velocity(MarkRole::Velocity, a, b);
    marks.circle(MarkRole::Range, a, 4.0);
    marks.aabb(MarkRole::TreeNode(3), Aabb::new(a, b));
    marks.label(MarkRole::Note, a, "first");
    marks.label(MarkRole::Custom(9), b, 2.5);
    marks.outline(MarkRole::Collider, [a, b, Vec2::ZERO]);
    marks.polyline(MarkRole::Path, [a, b]);
    let expected = [
        (MarkRole::Target, MarkShape::Point(a)),
        (MarkRole::Link, MarkShape::Line(Segment::new(a, b))),
        (MarkRole::Force, MarkShape::Arrow(Segment::new(a, a + b))),
        (MarkRole::Velocity, MarkShape::Arrow(Segment::new(a, a + b * 0.5))),
        (MarkRole::Range, MarkShape::Circle(Circle::new(a, 4.0))),
        (MarkRole::TreeNode(3), MarkShape::Aabb(Aabb::new(a, b))),
        (MarkRole::Note, MarkShape::Label { position: a, text: "first" }),
        (MarkRole::Custom(9), MarkShape::Label { position: b, text: "2.5" }),
        (MarkRole::Collider, MarkShape::Line(Segment::new(a, b))),
        (MarkRole::Collider, MarkShape::Line(Segment::new(b, Vec2::ZERO))),
        (MarkRole::Collider, MarkShape::Line(Segment::new(Vec2::ZERO, a))),
        (MarkRole::Path, MarkShape::Line(Segment::new(a, b))),
    ];
    assert!(marks.iter().eq(expected.map(|(role, shape)| Mark { role, shape })));

    let mut copy = Marks::new();
    marks.iter().for_each(|mark| copy.add(mark.role, mark.shape));
    assert!(copy.iter().eq(marks.iter()));
}

#[test]
fn what_is_not_finite_is_left_out_and_counted() {
    let mut marks = Marks::new();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let place = vec2(bad, 0.0);
        marks.point(MarkRole::Target, place);
        marks.line(MarkRole::Link, Vec2::ZERO, place);
        marks.arrow(MarkRole::Force, place, Vec2::X);
        marks.arrow(MarkRole::Force, Vec2::X, place);
        marks.circle(MarkRole::Range, Vec2::ZERO, bad);
        marks.aabb(MarkRole::Bounds, Aabb::new(Vec2::ZERO, place));
        marks.label(MarkRole::Note, place, "nowhere");
    }
    marks.arrow(MarkRole::Force, Vec2::X, Vec2::ZERO);
    marks.outline(MarkRole::Collider, []);
    assert_eq!((marks.len(), marks.rejected), (0, 21));
    marks.clear();
    assert_eq!(marks.rejected, 0);
    marks.on = false;
    marks.point(MarkRole::Target, vec2(f32::NAN, 0.0));
    assert_eq!(marks.rejected, 0, "what is not wanted is not looked at");
}

#[test]
fn segments_stand_for_every_form() {
    let strokes = |shape: MarkShape<'_>| shape.segments(2.0).collect::<Vec<_>>();
    let circle = strokes(MarkShape::Circle(Circle::new(vec2(3.0, 4.0), 10.0)));
    assert_eq!(circle.len(), 24);
    for (side, next) in circle.iter().zip(circle.iter().cycle().skip(1)) {
        assert_eq!(side.b, next.a);
        assert!((side.a.distance(vec2(3.0, 4.0)) - 10.0).abs() < 1e-4);
    }
    let sides = strokes(MarkShape::Aabb(Aabb::new(Vec2::ZERO, vec2(4.0, 3.0))));
    assert_eq!(sides.iter().map(|side| side.length()).sum::<f32>(), 14.0);
    assert_eq!(strokes(MarkShape::Arrow(Segment::new(Vec2::ZERO, Vec2::X))).len(), 3);
    assert!(strokes(MarkShape::Label { position: Vec2::ZERO, text: "words" }).is_empty());
}

#[test]
fn after_warm_up_marking_allocates_nothing() {
    let mut marks = Marks::new();
    let frame = |marks: &mut Marks| {
        marks.clear();
        for n in 0..50 {
            let place = vec2(n as f32, 1.0);
            marks.circle(MarkRole::Range, place, 3.0);
            marks.label(MarkRole::Note, place, format_args!("number {n}"));
        }
    };
    frame(&mut marks);
    assert_eq!(allocation_counter::measure(|| frame(&mut marks)).count_total, 0);
}
