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
    fn sim_68_drawings_have_groups_and_tags() {
        let text = r#"<svg><rect id="a" width="9" height="9" data-tag="4" data-groups="2"
            data-mask="3" data-drag="0.5" data-author="somebody"/></svg>"#;
        let (scene, _) = BodyScene::from_svg(text, OverlapPolicy::Ignore).unwrap();
        let def = &scene.bodies[0].def;
        assert_eq!((def.tag, def.groups, def.mask, def.drag), (4, 2, 3, 0.5));
        let bad = text.replace("data-tag=\"4\"", "data-tag=\"four\"");
        assert!(BodyScene::from_svg(&bad, OverlapPolicy::Ignore).is_err());
    }

    /// The outline of a path, where the drawing has it.
    fn path(commands: &str) -> Vec<Vec2> {
        let text = format!("<svg><path d='{commands}'/></svg>");
        let (scene, looks) = BodyScene::from_svg(&text, OverlapPolicy::Ignore).unwrap();
        let place = scene.bodies[0].def.position;
        looks[0].outlines[0].iter().map(|corner| *corner + place).collect()
    }

    fn area(corners: &[Vec2]) -> f32 {
        Polygon::new(corners.to_vec()).unwrap().area().abs()
    }

    #[test]
    fn arcs_of_drawings_are_round() {
        // Four ways along circles of radius 10 from (0, 0) to (10, 10): a quarter or three, on either side of the chord.
        for (flags, center) in [
            ("0 0", vec2(10.0, 0.0)),
            ("0 1", vec2(0.0, 10.0)),
            ("1 0", vec2(0.0, 10.0)),
            ("1 1", vec2(10.0, 0.0)),
        ] {
            let corners = path(&format!("M0 0 A10 10 0 {flags} 10 10 Z"));
            assert_eq!(corners.len(), if flags.starts_with('1') { 25 } else { 9 }, "{flags}");
            for corner in &corners {
                assert!((corner.distance(center) - 10.0).abs() < 1e-3, "{flags}: {corner}");
            }
            let (quarter, chord) = (78.54, 50.0);
            let part =
                if flags.starts_with('1') { 314.16 - quarter + chord } else { quarter - chord };
            assert!((area(&corners) / part - 1.0).abs() < 0.03, "{flags}: {}", area(&corners));
        }
        // Clockwise on the screen, from the left over the top to the right.
        let top = path("M-10 0 A10 10 0 0 1 10 0 Z");
        assert!(top.iter().any(|corner| corner.distance(vec2(0.0, -10.0)) < 1e-3), "{top:?}");
    }

    #[test]
    fn arcs_of_ellipses_turn_and_grow() {
        // A quarter turn swaps the radii: 20 wide, 40 high.
        let egg = path("M-10 0 A20 10 90 0 1 10 0 A20 10 90 0 1 -10 0 Z");
        assert!(egg.iter().any(|corner| corner.distance(vec2(0.0, -20.0)) < 1e-3), "{egg:?}");
        assert!((area(&egg) / (core::f32::consts::PI * 200.0) - 1.0).abs() < 0.01);
        // Radii that do not reach become as large as they have to be; those of no length are a line.
        let grown = path("M0 0 A1 1 0 0 1 20 0 Z");
        assert!(grown.iter().all(|corner| (corner.distance(vec2(10.0, 0.0)) - 10.0).abs() < 1e-3));
        assert_eq!(path("M0 0 A0 5 0 0 1 20 0 L20 20").len(), 3);
    }

    #[test]
    fn numbers_of_drawings_may_be_packed() {
        let plain = path("M 0.5 0.5 A 10 10 0 0 1 20 0.5 l 5 -5 L 30 1e1 L 0 20");
        assert_eq!(path("M.5.5A10 10 0 0120 .5l5-5L30 1e+1 0 20"), plain);
        assert_eq!(
            path("M0 0h1e1v10h-1e1z").len(),
            4,
            "a minus in an exponent is none before a number"
        );
        let curve = path("M0 0 C0 8 8 8 8 0 S16 -8 16 0 V20 H0");
        assert_eq!(curve, path("M0 0 C0 8 8 8 8 0 C8 -8 16 -8 16 0 V20 H0"));
        let wave = path("M0 0 Q4 8 8 0 T16 0 V20 H0");
        assert_eq!(wave, path("M0 0 Q4 8 8 0 Q12 -8 16 0 V20 H0"));
        let pair = path("M0 0 10 0 10 10Z M50 50 h9 v9");
        assert_eq!(pair, path("M0 0 L10 0 L10 10"), "the first outline");
    }

    #[test]
    fn boxes_of_drawings_have_round_corners_and_slant() {
        let text = r#"<svg><rect width="40" height="20" rx="5"/><rect width="40" height="20" ry="90"/>
            <rect width="10" height="10" transform="skewX(45)"/></svg>"#;
        let (scene, looks) = BodyScene::from_svg(text, OverlapPolicy::Ignore).unwrap();
        let areas: Vec<f32> = looks.iter().map(|look| area(&look.outlines[0])).collect();
        let round = core::f32::consts::PI - 4.0;
        assert!((areas[0] - (800.0 + 25.0 * round)).abs() < 2.0, "{areas:?}");
        assert!((areas[1] - (800.0 + 200.0 * round)).abs() < 10.0, "{areas:?}");
        assert!((areas[2] - 100.0).abs() < 1e-3, "{areas:?}");
        assert!(scene.bodies[2].def.position.distance(vec2(10.0, 5.0)) < 1e-3);
    }

    #[test]
    fn bad_drawings_are_errors_with_lines() {
        let line = |text: &str| match BodyScene::from_svg(text, OverlapPolicy::Ignore) {
            Err(BodyError::BadScene { line, .. }) => Some(line),
            _ => None,
        };
        assert_eq!(line("<svg>\n<rect width='x' height='1'/></svg>"), Some(2));
        assert_eq!(line("<svg>\n\n<path d='M0 0 A1 1'/></svg>"), Some(3));
        for bad in
            ["L9 0 L9 9", "M0 0 L9", "M0 0 A1 1 0 2 0 9 9", "M0 0 X1", "M0 0 9e9e9 1", "M0 0 # 1"]
        {
            assert_eq!(line(&format!("<svg><path d='{bad}'/></svg>")), Some(1), "{bad}");
        }
        assert_eq!(line("<svg><rect/></svg>"), Some(1), "no area");
        assert_eq!(line("<svg><g transform='spin(3)'/></svg>"), Some(1));
        assert!(line("<svg").is_some());
        assert_eq!(line("<svg/>"), None);
    }
}

#[cfg(feature = "stage")]
mod stage {
    use super::*;
    use motile_bodies::{SceneOptions, simulate, simulate_with};
    use motile_pixels::{Color, Surface};
    use motile_stage::{Bitmap, Node, Path, Shape, Stage, Stroke};

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

    #[test]
    fn sim_36_children_are_what_their_tags_say() {
        let mut stage = Stage::new(300, 200).unwrap();
        let scene = stage.add(Node::group());
        let mut add = |node: Node| stage.add_to(scene, node).unwrap();
        let block = |x: f32, y: f32| Shape::rect(20.0, 20.0).fill(Color::RED).at(x, y);
        let [floor, zone, shot, sky, plain] = [
            add(block(50.0, 180.0)),
            add(block(50.0, 100.0)),
            add(block(50.0, 20.0)),
            add(block(200.0, 20.0)),
            add(block(120.0, 20.0)),
        ];
        let options = SceneOptions::new(OverlapPolicy::Ignore)
            .with_walls(Aabb::new(Vec2::ZERO, vec2(300.0, 200.0)))
            .tag(floor, "floor static groups=4")
            .tag(zone, "zone static sensor")
            .tag(shot, "shot bullet tag=9 mask=5 density=2")
            .tag(sky, "sky excluded");
        let report = options.scene_of(&stage, scene).unwrap().report();
        assert_eq!(report.bodies.len(), 5, "{report}");
        let mut play = simulate_with(&stage, scene, &options).unwrap();
        assert_eq!(play.world.len(), 4 + 4, "and four walls");
        let def = |name: &str| play.world.def(play.named(name).unwrap()).unwrap().clone();
        assert!(def("zone").sensor && def("floor").kind == BodyKind::Static);
        assert!(def("shot").bullet && (def("shot").tag, def("shot").mask) == (9, 5));
        assert_eq!((def("floor").groups, def("shot").mass().mass), (4, 800.0));
        assert!(play.named("sky").is_none() && play.named("child-4").is_some());
        let mut seen = 0;
        for _ in 0..120 {
            play.step(&mut stage, 1.0 / 60.0);
            seen += play.world.events().iter().filter(|event| event.sensor).count();
        }
        assert_eq!(seen, 2, "it came into the zone and left it");
        assert!((stage[shot].position.y - 160.0).abs() < 1.0, "{}", stage[shot].position);
        assert_eq!(stage[sky].position, vec2(200.0, 20.0));
        assert!((stage[plain].position.y - 190.0).abs() < 1.0, "on the wall below");
        // Between two steps nodes are between two places.
        play.world.set_motion(play.named("shot").unwrap(), vec2(60.0, 0.0), 0.0);
        play.world.step(1.0 / 60.0);
        let [from, to] = [0.0, 1.0].map(|share| {
            play.show(&mut stage, share);
            stage[shot].position.x
        });
        play.show(&mut stage, 0.5);
        assert!(to > from && (stage[shot].position.x - from.midpoint(to)).abs() < 1e-3);
        // A node that is let go stays where it is.
        play.views.unbind(shot);
        play.world.place(play.named("shot").unwrap(), vec2(5.0, 5.0), 0.0);
        let stays = stage[shot].position;
        play.show(&mut stage, 1.0);
        assert_eq!(stage[shot].position, stays);
    }

    #[test]
    fn sim_33_groups_holes_and_strokes_have_their_forms() {
        let mut stage = Stage::new(300, 200).unwrap();
        let scene = stage.add(Node::group());
        // A dumbbell of two balls and a bar, in a group that is moved and scaled.
        let group = stage.add_to(scene, Node::group().at(100.0, 50.0).with_scale(2.0)).unwrap();
        for x in [-20.0, 20.0] {
            stage.add_to(group, Shape::circle(6.0).fill(Color::RED).at(x, 0.0)).unwrap();
        }
        stage.add_to(group, Shape::rect(28.0, 4.0).fill(Color::RED).at(0.0, 0.0)).unwrap();
        let mut ring = Path::new();
        for (i, size) in [40.0, 20.0].into_iter().enumerate() {
            let low = Vec2::splat(i as f32 * 10.0);
            ring.move_to(low).line_to(low + vec2(size, 0.0));
            ring.line_to(low + size).line_to(low + vec2(0.0, size)).close();
        }
        stage.add_to(scene, Node::new(Shape::new(ring).fill(Color::RED)).at(150.0, 100.0)).unwrap();
        let mut line = Path::new();
        line.move_to(Vec2::ZERO).line_to(vec2(60.0, 0.0));
        let line = Shape::new(line).stroke(Stroke::new(6.0), Color::RED);
        stage.add_to(scene, Node::new(line).at(20.0, 150.0)).unwrap();
        let play = simulate(&stage, scene, OverlapPolicy::Ignore, &[]).unwrap();
        let body = |i: u32| play.world.get(play.body(i).unwrap()).unwrap();
        let dumbbell = 4.0 * (2.0 * 36.0 * core::f32::consts::PI + 28.0 * 4.0);
        assert!((body(0).mass / dumbbell - 1.0).abs() < 0.01, "{}", body(0).mass);
        assert!(body(0).center.distance(vec2(100.0, 50.0)) < 0.1);
        assert_eq!(play.world.at_point(vec2(140.0, 50.0)), play.body(0));
        assert!((body(1).mass - 1200.0).abs() < 60.0, "{}", body(1).mass);
        assert_eq!(play.world.at_point(vec2(170.0, 120.0)), None, "the hole is open");
        assert_eq!(play.world.at_point(vec2(155.0, 120.0)), play.body(1));
        assert!((body(2).mass - 360.0 - 9.0 * core::f32::consts::PI).abs() < 30.0);
        // A soft edge is lighter than what covers it: pictures weigh as their pixels.
        let mut picture = Surface::new(30, 30).unwrap();
        for i in 0..900i32 {
            if (i % 30 + i / 30) % 29 < 15 {
                picture.set(i % 30, i / 30, Color::RED);
            }
        }
        let pixels = picture.bytes().chunks(4).filter(|pixel| pixel[3] > 0).count() as f32;
        let bitmap = Node::new(Bitmap::new(picture)).at(10.0, 10.0).with_scale(2.0);
        let group = stage.add(Node::group());
        stage.add_to(group, bitmap).unwrap();
        let play = simulate(&stage, group, OverlapPolicy::Ignore, &[]).unwrap();
        let mass = play.world.get(play.body(0).unwrap()).unwrap().mass;
        assert!((mass - pixels * 4.0).abs() < 1.0, "{mass} of {pixels} pixels");
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
    fn sim_68_json_has_joints_groups_and_tags() {
        let text = r#"{ "bodies": [
            { "name": "post static", "circle": 4 },
            { "name": "bob", "capsule": [12, 5], "at": [50, 0], "tag": 3, "groups": 2, "mask": 6,
              "gravity": 0.5, "velocity": [0, 10], "spin": 1 },
            { "name": "ramp static", "chain": [[0, 90], [90, 99]], "one_way": [0, -1] }
        ], "joints": [
            { "kind": "pin", "between": ["post", "bob"], "at": [0, 0], "limits": [-1, 0.5],
              "drive": [2, 1000] },
            { "kind": "distance", "between": ["bob", "post"], "at": [50, 0], "to": [0, 0],
              "spring": [3, 0.5], "collide": true }
        ] }"#;
        let scene = BodyScene::from_json(text).unwrap();
        let mut world = BodyWorld::new();
        let built = scene.build(&mut world);
        let bob = built.get("bob").unwrap();
        let def = world.def(bob).unwrap();
        assert_eq!((def.tag, def.groups, def.mask, def.gravity), (3, 2, 6, 0.5));
        assert_eq!((def.velocity, def.spin), (vec2(0.0, 10.0), 1.0));
        assert_eq!(world.def(built.get("ramp").unwrap()).unwrap().one_way, Some(Vec2::NEG_Y));
        assert_eq!(built.joints.len(), 2);
        let [pin, spring] = [0, 1].map(|i| *world.joint(built.joints[i]).unwrap());
        assert_eq!(pin.limits, Some([-1.0, 0.5]));
        assert!(pin.drive.is_some_and(|drive| drive.speed == 2.0) && spring.collide);
        assert!(spring.spring.is_some_and(|spring| spring.frequency == 3.0));
        assert_eq!(world.joined(built.joints[1]), Some([bob, built.get("post").unwrap()]));
        assert!(built.get("nobody").is_none() && built.all("bob").count() == 1);
        let stray = text.replace("\"post\", \"bob\"", "\"post\", \"nobody\"");
        assert!(matches!(BodyScene::from_json(&stray), Err(BodyError::BadScene { line: 0, .. })));
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

    /// They were read, and left out of the world without a word.
    #[test]
    fn joints_in_json_that_cannot_be_made_are_errors() {
        let read = |joint: &str| {
            let bodies = r#"{ "name": "a", "circle": 5 }, { "name": "b", "circle": 5 },
                { "name": "sky excluded", "circle": 5 }"#;
            let text = format!(r#"{{ "bodies": [{bodies}], "joints": [{{ {joint} }}] }}"#);
            BodyScene::from_json(&text).map_err(|error| error.to_string())
        };
        let expects = |joint: &str, words: &str| {
            let error = read(joint).err().unwrap_or_default();
            assert!(error.contains(words), "{joint}: {error:?}");
        };
        assert!(read(r#""kind": "pin", "between": ["a", "b"], "at": [0, 0]"#).is_ok());
        let twice = r#""kind": "pin", "between": ["a", "a"], "at": [0, 0]"#;
        expects(twice, "two different bodies");
        expects(r#""kind": "pin", "between": ["a", "sky"], "at": [0, 0]"#, "not excluded");
        let flat = r#""kind": "slider", "between": ["a", "b"], "at": [0, 0], "axis": [0, 0]"#;
        expects(flat, "an axis with a length");
    }
}

/// Twelve things over one place gave thousands of notes, and two joints of one pair none.
#[test]
fn notes_of_a_scene_are_one_for_each_doubt_and_end_at_a_hundred() {
    let mut scene = BodyScene::new(OverlapPolicy::PinAtCenterOfOverlap);
    for i in 0..12 {
        scene.add(&format!("box{i}"), rect(Vec2::ZERO, vec2(20.0, 20.0)));
    }
    scene.add("far", rect(vec2(100.0, 0.0), vec2(120.0, 20.0)));
    for x in [20.0, 100.0] {
        scene.joints.push(([11, 12], JointDef::pin(vec2(x, 10.0))));
    }
    let report = scene.report();
    assert!(report.notes.len() <= 13, "{report}");
    let pairs: Vec<_> = report.notes.iter().filter(|note| note.contains("joints")).collect();
    assert_eq!(pairs, ["box11 and far have 2 joints"]);
    let all: std::collections::BTreeSet<_> = report.notes.iter().collect();
    assert_eq!(all.len(), report.notes.len(), "none twice: {report}");
    for _ in 0..130 {
        scene.add("nothing", BodyDef::new(BodyShape::circle(0.0)));
    }
    let report = scene.report();
    assert_eq!(report.notes.len(), 101);
    assert!(report.notes.last().is_some_and(|note| note.starts_with("… and ")), "{report}");
}
