//! Scenes as simulations: overlaps, reports, drawings.
#![cfg(feature = "world")]

use motile_bodies::{BodyDef, BodyKind, BodyScene, BodyShape, BodyWorld, JointDef, OverlapPolicy};
use motile_geom::{Aabb, Polygon, Vec2, vec2};

fn rect(low: Vec2, high: Vec2) -> BodyDef {
    let (size, center) = (high - low, low.midpoint(high));
    BodyDef::new(BodyShape::rect(size.x, size.y)).at(center.x, center.y)
}

#[test]
fn sim_a16_a_car_is_pinned_at_its_wheels() {
    let mut scene = BodyScene::new(OverlapPolicy::PinAtCenterOfMass);
    scene.add("chassis", BodyDef::new(BodyShape::rect(200.0, 40.0)).at(300.0, 300.0));
    for x in [230.0, 370.0, 500.0] {
        scene.add("wheel", BodyDef::new(BodyShape::circle(25.0)).at(x, 325.0));
    }
    let report = scene.report();
    let pins: Vec<Vec2> = report.joints.iter().map(|joint| joint.joint.anchors[0]).collect();
    assert_eq!(pins, [vec2(230.0, 325.0), vec2(370.0, 325.0)]);
    assert!(report.joints.iter().all(|joint| joint.overlap.bodies[0] == 0));
    let (chassis, wheel) = (scene.bodies[0].def.mass(), scene.bodies[1].def.mass());
    assert!((chassis.inertia - 27_733_333.33).abs() < 4.0 && chassis.mass == 8000.0);
    assert!((wheel.inertia - 613_592.3).abs() < 1.0);
    let mut world = BodyWorld::new();
    let built = scene.build(&mut world);
    assert_eq!((world.len(), built.joints.len()), (4, 2));
    assert!(report.to_string().lines().count() == 6, "{report}");
}

#[test]
fn sim_a16_limbs_are_pinned_where_they_overlap() {
    let mut scene = BodyScene::new(OverlapPolicy::PinAtCenterOfOverlap);
    scene.add("a", rect(Vec2::ZERO, vec2(100.0, 40.0)));
    scene.add("b", rect(vec2(80.0, 10.0), vec2(160.0, 50.0)));
    let joint = scene.report().joints[0];
    assert_eq!((joint.overlap.area, joint.joint.anchors[0]), (600.0, vec2(90.0, 25.0)));

    let mut scene = BodyScene::new(OverlapPolicy::PinAtCenterOfOverlap);
    scene.add("square", rect(Vec2::ZERO, Vec2::splat(4.0)));
    let diamond = [vec2(4.0, 0.0), vec2(6.0, 2.0), vec2(4.0, 4.0), vec2(2.0, 2.0)];
    scene
        .add("diamond", BodyDef::new(BodyShape::polygon(&Polygon::new(diamond.to_vec()).unwrap())));
    let overlap = scene.report().joints[0].overlap;
    assert!((overlap.area - 4.0).abs() < 1e-5);
    assert!(overlap.center.distance(vec2(10.0 / 3.0, 2.0)) < 1e-5, "{}", overlap.center);
}

#[test]
fn touching_static_and_excluded_things_are_not_joined() {
    let mut scene = BodyScene::new(OverlapPolicy::PinAtCenterOfOverlap)
        .with_walls(Aabb::new(Vec2::ZERO, vec2(300.0, 200.0)));
    scene.add("a", rect(vec2(10.0, 10.0), vec2(20.0, 20.0)));
    scene.add("b", rect(vec2(20.0, 10.0), vec2(30.0, 20.0)));
    scene.add("ground static", rect(vec2(0.0, 15.0), vec2(100.0, 40.0)));
    scene.add("zone sensor", rect(vec2(0.0, 0.0), vec2(100.0, 40.0)));
    scene.add("sky excluded", rect(vec2(0.0, 0.0), vec2(100.0, 40.0)));
    scene.add("nothing", BodyDef::new(BodyShape::circle(0.0)));
    let report = scene.report();
    assert!(report.joints.is_empty());
    assert_eq!(report.notes.len(), 1, "{report}");
    assert_eq!(scene.bodies[2].def.kind, BodyKind::Static);
    let mut world = BodyWorld::new();
    let built = scene.build(&mut world);
    assert_eq!(built.bodies.iter().flatten().count(), 4);
    assert_eq!(world.len(), 4 + 4, "and four walls");
}

#[test]
fn sim_68_reports_name_what_is_doubtful_and_can_be_edited() {
    let mut scene = BodyScene::new(OverlapPolicy::PinAtCenterOfOverlap);
    for name in ["a", "b", "c"] {
        scene.add(name, rect(Vec2::ZERO, vec2(20.0, 20.0)));
    }
    let report = scene.report();
    assert_eq!(report.joints.len(), 3);
    assert!(
        report.notes.iter().any(|note| note.contains("a, c and b") || note.contains("one place")),
        "{report}"
    );
    let custom =
        scene.report_with(|overlap| vec![JointDef::weld(overlap.center).with_spring(3.0, 0.5)]);
    let mut edited = custom.clone();
    edited.joints.truncate(1);
    let mut world = BodyWorld::new();
    assert_eq!(scene.build_as(&edited, &mut world).joints.len(), 1);
}

#[cfg(feature = "svg")]
mod svg {
    use super::*;
    use motile_bodies::BodyError;

    #[test]
    fn drawings_are_scenes() {
        let text = r##"<svg xmlns="http://www.w3.org/2000/svg">
            <g transform="translate(10,20) rotate(90)">
                <rect id="bar" width="40" height="10" data-density="2"/>
            </g>
            <path id="tri" class="static sensor" d="M0 0 L10,0 v10 h-10 z" fill="#102030"/>
            <ellipse id="egg" rx="4" ry="8"/>
            <polygon id="poly" points="0,0 10,0 10,10 5,2"/>
            <circle id="wheel" transform="scale(2)" cx="5" cy="5" r="3"/>
            <path id="drop" d="M0 0 C 0 10 10 10 10 0 Q 5 -5 0 0"/>
            <text>ignored</text>
        </svg>"##;
        let (scene, looks) = BodyScene::from_svg(text, OverlapPolicy::Ignore).unwrap();
        let names: Vec<&str> = scene.bodies.iter().map(|thing| thing.name.as_str()).collect();
        assert_eq!(names, ["bar", "tri", "egg", "poly", "wheel", "drop"]);
        let bar = &scene.bodies[0].def;
        assert!(bar.position.distance(vec2(5.0, 40.0)) < 1e-4, "{}", bar.position);
        assert!((bar.mass().mass - 800.0).abs() < 1e-2);
        assert!(scene.bodies[1].def.sensor && scene.bodies[1].def.kind == BodyKind::Static);
        assert_eq!((looks[1].fill, looks[0].fill), (Some([16, 32, 48]), None));
        assert_eq!(scene.bodies[4].def.shape, BodyShape::circle(6.0));
        assert_eq!(scene.bodies[4].def.position, vec2(10.0, 10.0));
    }

    #[test]
    fn bad_drawings_are_errors_with_lines() {
        let line = |text: &str| match BodyScene::from_svg(text, OverlapPolicy::Ignore) {
            Err(BodyError::BadScene { line, .. }) => Some(line),
            _ => None,
        };
        assert_eq!(line("<svg>\n<rect width='x' height='1'/></svg>"), Some(2));
        assert_eq!(line("<svg>\n\n<path d='M0 0 A1 1'/></svg>"), Some(3));
        assert_eq!(line("<svg><rect/></svg>"), Some(1), "no area");
        assert_eq!(line("<svg><g transform='spin(3)'/></svg>"), Some(1));
        assert!(line("<svg").is_some());
        assert_eq!(line("<svg/>"), None);
    }
}

#[cfg(feature = "stage")]
mod stage {
    use super::*;
    use motile_bodies::simulate;
    use motile_pixels::{Color, Surface};
    use motile_stage::{Bitmap, Node, Shape, Stage};

    #[test]
    fn sim_33_a_container_becomes_a_simulation() {
        let mut stage = Stage::new(640, 400).unwrap();
        let scene = stage.add(Node::group());
        let mut add = |node: Node| stage.add_to(scene, node).unwrap();
        let ground = add(Shape::rect(640.0, 40.0).fill(Color::GRAY).at(320.0, 380.0));
        let chassis = add(Shape::rect(200.0, 40.0).fill(Color::RED).at(300.0, 300.0));
        let wheels =
            [230.0, 370.0, 500.0].map(|x| add(Shape::circle(25.0).fill(Color::BLUE).at(x, 325.0)));
        let crate_picture = Surface::filled(30, 30, Color::ORANGE).unwrap();
        let box_node = add(Node::new(Bitmap::new(crate_picture).centered())
            .at(560.0, 100.0)
            .with_rotation(0.5));
        let mut play =
            simulate(&stage, scene, OverlapPolicy::PinAtCenterOfMass, &[ground]).unwrap();
        assert_eq!((play.world.len(), play.built.joints.len()), (6, 2));
        assert!((play.world.get(play.body(1).unwrap()).unwrap().mass - 8000.0).abs() < 1.0);
        (0..120).for_each(|_| play.step(&mut stage, 1.0 / 60.0));
        // The pinned wheels hang where they were on the car, the picture fell on its side with its view.
        for (wheel, x) in wheels.into_iter().zip([-70.0, 70.0]) {
            let arm = stage[wheel].position - stage[chassis].position;
            assert!((arm.x - x).abs() < 3.0 && (arm.y - 25.0).abs() < 3.0, "{arm}");
        }
        let fallen = &stage[box_node];
        assert!((fallen.position.y - 345.0).abs() < 1.5, "{}", fallen.position);
        let body = play.world.get(play.body(5).unwrap()).unwrap();
        assert!(body.position.distance(fallen.position) < 0.1);
        assert_eq!(stage[ground].position, vec2(320.0, 380.0));
    }
}

#[cfg(feature = "json")]
mod json {
    use super::*;
    use motile_bodies::BodyError;

    #[test]
    fn json_is_a_scene() {
        let text = r#"{ "policy": "center-of-overlap", "walls": [0, 0, 300, 200], "bodies": [
            { "name": "a bullet", "rect": [100, 40], "at": [50, 20] },
            { "rect": [80, 40], "at": [120, 30], "density": 2, "friction": 0.1 },
            { "polygon": [[0, 0], [9, 0], [0, 9]], "at": [200, 0], "rotation": 1 }
        ] }"#;
        let scene = BodyScene::from_json(text).unwrap();
        assert!(scene.bodies[0].def.bullet && scene.bodies[0].name == "a");
        assert_eq!(scene.bodies[1].def.mass().mass, 6400.0);
        assert_eq!(scene.report().joints[0].joint.anchors[0], vec2(90.0, 25.0));
        assert_eq!(scene.walls, Some(Aabb::new(Vec2::ZERO, vec2(300.0, 200.0))));
    }

    #[test]
    fn bad_json_is_an_error() {
        let line = |text: &str| match BodyScene::from_json(text) {
            Err(BodyError::BadScene { line, .. }) => Some(line),
            _ => None,
        };
        assert_eq!(line("{\n\"bodies\": 3}"), Some(2));
        assert_eq!(line("{ \"bodies\": [], \"gravity\": 3 }"), Some(1));
        assert_eq!(line("{ \"bodies\": [{ \"circle\": 0 }] }"), Some(0));
        assert_eq!(line("{ \"bodies\": [{ \"circle\": 1, \"rect\": [1, 1] }] }"), Some(0));
        assert_eq!(line("{ \"bodies\": [] }"), None);
    }
}
