//! Shapes and masks as JSON and back; what is read is checked.

use motile_collide::{AnyShape, Mask, Polyline, TriangleMesh};
use motile_geom::{
    Aabb, Capsule, Circle, ConvexPolygon, Grid2, Obb, Polygon, Segment, StateHash, Vec2, ivec2,
    vec2,
};

fn corners() -> Vec<Vec2> {
    vec![vec2(0.0, 0.0), vec2(9.0, 0.0), vec2(9.0, 9.0), vec2(4.0, 2.0)]
}

#[test]
fn every_kind_of_shape_comes_back() {
    let mask = Mask::from_fn(70, 3, |x, y| (x + y) % 3 == 0).unwrap();
    let mesh = TriangleMesh::new(&corners(), &[[0, 1, 2], [0, 2, 3]]).into();
    let mut shapes: Vec<AnyShape> = vec![
        vec2(1.0, 2.0).into(),
        Circle::new(vec2(1.0, 2.0), 3.0).into(),
        Aabb::new(vec2(1.0, 2.0), vec2(3.0, 4.0)).into(),
        Obb::new(vec2(1.0, 2.0), vec2(3.0, 4.0), 0.5).into(),
        Capsule::new(vec2(1.0, 2.0), vec2(3.0, 4.0), 0.5).into(),
        Segment::new(vec2(1.0, 2.0), vec2(3.0, 4.0)).into(),
        [Vec2::ZERO, Vec2::X, Vec2::Y].into(),
        ConvexPolygon::hull(corners()).unwrap().into(),
        Polygon::new(corners()).unwrap().into(),
        Polyline::closed(&corners()).into(),
        mask.placed(ivec2(-3, 4)).into(),
        mesh,
        AnyShape::floor(100.0),
        AnyShape::InsideBox(Aabb::new(Vec2::ZERO, Vec2::ONE)),
        AnyShape::InsideCircle(Circle::new(Vec2::ZERO, 9.0)),
        AnyShape::Tiles {
            cells: Grid2::from_fn(3, 2, |x, y| x > y).unwrap(),
            origin: Vec2::ONE,
            size: 4.0,
        },
    ];
    shapes.push(shapes.clone().into());
    for shape in shapes {
        let text = serde_json::to_string(&shape).unwrap();
        let again: AnyShape = serde_json::from_str(&text).unwrap();
        assert_eq!(again, shape, "{text}");
        assert_eq!(StateHash::of(&again), StateHash::of(&shape));
    }
}

#[test]
fn what_is_read_is_checked() {
    for bad in [
        r#"{"Polygon":[[0,0],[1,0]]}"#,
        r#"{"ConvexPolygon":[[0,0],[9,0],[1,1],[0,9]]}"#,
        r#"{"Tiles":{"cells":{"width":2,"height":2,"cells":[true]},"origin":[0,0],"size":1}}"#,
        r##"{"Mask":{"mask":{"width":2,"height":1,"rows":["#"]},"at":[0,0]}}"##,
        r#"{"Mask":{"mask":{"width":4000000000,"height":1,"rows":[]},"at":[0,0]}}"#,
        r#"{"Nothing":1}"#,
    ] {
        assert!(serde_json::from_str::<AnyShape>(bad).is_err(), "{bad}");
    }
    let mask = r##"{"width":3,"height":2,"rows":["#..","..#"]}"##;
    let mask: Mask = serde_json::from_str(mask).unwrap();
    assert!(mask.get(0, 0) && mask.get(2, 1) && mask.count() == 2);
}
