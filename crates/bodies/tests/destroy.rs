//! Pictures that lose pixels.
#![cfg(feature = "world")]

use motile_bodies::{
    BodyDef, BodyError, BodyId, BodyKind, BodyShape, BodyWorld, JointDef, PictureBodies,
    PictureTrace,
};
use motile_geom::{StateHash, Vec2, vec2};
use motile_pixels::{Color, Surface};

fn def() -> BodyDef {
    BodyDef::new(BodyShape::circle(1.0))
}

fn block(width: u32, height: u32) -> Surface {
    Surface::filled(width, height, Color::ORANGE).unwrap()
}

fn pixels(pictures: &PictureBodies) -> usize {
    let alpha = |surface: &Surface| surface.bytes().chunks(4).filter(|p| p[3] > 0).count();
    pictures.iter().map(|(_, piece)| alpha(&piece.picture)).sum()
}

#[test]
fn ground_lies_where_its_picture_is_drawn() {
    let mut world = BodyWorld::new();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    // Heavier to the right, so that its center of mass is not its middle.
    let mut slope = Surface::new(40, 40).unwrap();
    for i in 0..1600 {
        if i % 40 + i / 40 >= 40 {
            slope.set(i % 40, i / 40, Color::ORANGE);
        }
    }
    let corner = vec2(100.0, 60.0);
    let still = def().with_kind(BodyKind::Static);
    let body = pictures.add_at_corner(&mut world, slope, corner, &still).unwrap();
    assert_eq!(world.at_point(corner + vec2(39.5, 39.5)), Some(body));
    assert_eq!(world.at_point(corner + vec2(5.5, 5.5)), None);
    assert_eq!(pictures.erase(&mut world, corner + vec2(40.0, 40.0), 3.0).pixels, 8);
    let nowhere = pictures.add_at_corner(&mut world, block(4, 4), Vec2::NAN, &still);
    assert_eq!(nowhere.err(), Some(BodyError::BadShape));
}

#[test]
fn a_cut_makes_two_bodies_that_go_on_as_they_moved() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let spinning = BodyDef { spin: 2.0, velocity: vec2(30.0, 0.0), ..def().at(200.0, 100.0) };
    let body = pictures.add(&mut world, block(80, 20), &spinning).unwrap();
    assert_eq!(world.get(body).unwrap().center, vec2(200.0, 100.0));
    let damage = pictures.cut(&mut world, vec2(200.0, 50.0), vec2(200.0, 150.0), 4.0);
    assert_eq!((damage.pixels, damage.changed.len(), damage.made.len()), (80, 1, 1));
    let halves = [body, damage.made[0]].map(|id| world.get(id).unwrap());
    assert_eq!(halves.map(|half| half.mass), [760.0, 760.0]);
    assert_eq!(pixels(&pictures), 1520);
    let centers = halves.map(|half| half.center.x - 200.0);
    assert!((centers[0] + centers[1]).abs() < 1e-3 && (centers[0].abs() - 21.0).abs() < 1e-3);
    // Rigid until now: each half has the speed its middle had, the one that stays as well.
    for half in halves {
        let expected = vec2(30.0, 0.0) + (half.center - vec2(200.0, 100.0)).perp() * 2.0;
        assert!(half.velocity.distance(expected) < 1e-2, "{} {expected}", half.velocity);
        assert_eq!(half.spin, 2.0);
    }
    world.step(1.0 / 60.0);
}

/// Mass, momentum and angular momentum of the pixels of all pictures, as one body that moves and turns about a point.
fn pixels_as_one(
    world: &BodyWorld,
    pictures: &PictureBodies,
    (velocity, spin, center): (Vec2, f32, Vec2),
) -> (f32, Vec2, f32) {
    let (mut mass, mut momentum, mut turn) = (0.0, Vec2::ZERO, 0.0);
    for (id, piece) in pictures.iter() {
        let place = world.get(id).unwrap().transform();
        for (i, pixel) in piece.picture.bytes().chunks(4).enumerate().filter(|(_, p)| p[3] > 0) {
            let width = piece.picture.width() as usize;
            let at = vec2((i % width) as f32 + 0.5, (i / width) as f32 + 0.5) - piece.origin;
            let arm = place.transform_point2(at) - center;
            let speed = velocity + arm.perp() * spin;
            assert_eq!(pixel[3], 255);
            // A pixel turns about itself, too: a sixth of a square.
            (mass, momentum, turn) =
                (mass + 1.0, momentum + speed, turn + arm.perp_dot(speed) + spin / 6.0);
        }
    }
    (mass, momentum, turn)
}

#[test]
fn cuts_neither_make_nor_lose_momentum() {
    let mut rng = motile_geom::Rng::new(11);
    for case in 0..24 {
        let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
        let mut pictures = PictureBodies::new(PictureTrace::default());
        let at = vec2(rng.range(-200.0..200.0), rng.range(-200.0..200.0));
        let motion = vec2(rng.range(-90.0..90.0), rng.range(-90.0..90.0));
        let spin = rng.range(-6.0..6.0);
        let def = BodyDef { spin, ..def().at(at.x, at.y).with_velocity(motion) };
        let def = def.with_rotation(rng.range(-3.0..3.0));
        pictures.add(&mut world, block(60, 40), &def).unwrap();
        for _ in 0..3 {
            let [from, to] =
                [(); 2].map(|()| at + vec2(rng.range(-50.0..50.0), rng.range(-50.0..50.0)));
            pictures.cut(&mut world, from, to, rng.range(1.0..6.0));
        }
        let (mass, momentum, turn) = pixels_as_one(&world, &pictures, (motion, spin, at));
        let (mut own_mass, mut own, mut own_turn) = (0.0, Vec2::ZERO, 0.0);
        for id in world.ids() {
            let (state, matter) = (world.get(id).unwrap(), world.def(id).unwrap().mass());
            let arm = state.center - at;
            own_mass += state.mass;
            own += state.velocity * state.mass;
            own_turn += arm.perp_dot(state.velocity) * state.mass + matter.inertia * state.spin;
        }
        // Pixels that meet in a corner lose a little of it: a share of a hundredth covers that.
        assert!((own_mass / mass - 1.0).abs() < 0.01, "case {case}: mass {own_mass} of {mass}");
        let scale = mass * (motion.length() + spin.abs() * 30.0);
        assert!((own - momentum).length() < 0.005 * scale, "case {case}: {own} of {momentum}");
        assert!((own_turn - turn).abs() < 0.005 * scale * 30.0, "case {case}: {own_turn} {turn}");
    }
}

#[test]
fn joints_and_grabs_go_with_their_pixels() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let plank = pictures.add(&mut world, block(100, 10), &def()).unwrap();
    let wheel = |world: &mut BodyWorld, x: f32| {
        let wheel = world.add(&BodyDef::new(BodyShape::circle(6.0)).at(x, 8.0));
        // Below the plank: no pixel is there, and the nearest one counts.
        (wheel, world.join(plank, wheel, &JointDef::pin(vec2(x, 8.0))).unwrap())
    };
    let (left, left_pin) = wheel(&mut world, -40.0);
    let (right, right_pin) = wheel(&mut world, 40.0);
    let (middle, middle_pin) = {
        let bob = world.add(&BodyDef::new(BodyShape::circle(2.0)).at(0.0, 30.0));
        let pin = world.join(bob, plank, &JointDef::distance(vec2(0.0, 30.0), Vec2::ZERO));
        (bob, pin.unwrap())
    };
    let grab = world.grab(plank, vec2(45.0, 0.0)).unwrap();
    // The saw goes a little left of the middle, and takes the pixels under the hook with it.
    let damage = pictures.cut(&mut world, vec2(-2.0, -9.0), vec2(-2.0, 9.0), 8.0);
    let [made] = damage.made[..] else { panic!("{damage:?}") };
    let [stays, broke] = [plank, made].map(|id| world.get(id).unwrap().center.x);
    assert!(stays > 20.0 && broke < -20.0, "the right half is larger");
    assert_eq!(world.joined(left_pin), Some([made, left]));
    assert_eq!(world.joined(right_pin), Some([plank, right]));
    assert_eq!(world.joined(middle_pin), None, "its pixel is gone");
    assert_eq!(world.joint_points().count(), 2);
    for (_, [a, b]) in world.joint_points() {
        assert!(a.distance(b) < 1e-3, "{a} {b}");
    }
    // Both halves are pushed apart; each keeps its wheel, and the pointer still holds the right one.
    world.set_motion(made, vec2(-60.0, 0.0), 0.0);
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    let place = |id: BodyId| world.get(id).unwrap().position.x;
    assert!(place(left) < -60.0, "{}", place(left));
    assert!((place(right) - 40.0).abs() < 5.0, "{}", place(right));
    assert!(world.grab_points().count() == 1 && world.release(grab));
    assert!(world.get(middle).unwrap().position.distance(vec2(0.0, 30.0)) < 1.0);
    // A second cut hands the grab over.
    let state = world.get(plank).unwrap();
    let end = state.center + (state.transform().matrix2.x_axis * 18.0);
    let grab = world.grab(plank, end).unwrap();
    let [top, low] =
        [-20.0, 20.0].map(|y| state.center + state.transform().matrix2 * vec2(14.0, y));
    let damage = pictures.cut(&mut world, top, low, 2.0);
    let [end_piece] = damage.made[..] else { panic!("{damage:?}") };
    let before = world.get(end_piece).unwrap().center;
    world.drag(grab, before + vec2(0.0, -100.0));
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    assert!(world.get(end_piece).unwrap().center.y < before.y - 60.0);
}

#[test]
fn sim_66_destructible_worlds_roll_back_bit_for_bit() {
    let mut world = BodyWorld::new();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let still = def().with_kind(BodyKind::Static);
    pictures.add_at_corner(&mut world, block(240, 60), vec2(-120.0, 40.0), &still).unwrap();
    for i in 0..4u8 {
        let at = def().at(f32::from(i) * 30.0 - 50.0, 10.0);
        pictures.add(&mut world, block(22, 22), &at).unwrap();
    }
    let play = |world: &mut BodyWorld, pictures: &mut PictureBodies, tick: usize| {
        let x = (tick * 37 % 200) as f32 - 100.0;
        match tick % 4 {
            0 => drop(pictures.erase(world, vec2(x, 45.0), 7.0)),
            2 => drop(pictures.cut(world, vec2(x, -40.0), vec2(-x, 90.0), 2.0)),
            3 if tick % 12 == 3 => drop(pictures.explode(world, vec2(x, 30.0), 6.0, 200.0)),
            _ => {}
        }
        world.step(1.0 / 60.0);
        (StateHash::of(&*world), StateHash::of(&*pictures), world.events().len())
    };
    let mut seen = Vec::new();
    let mut past = Vec::new();
    for tick in 0..40 {
        past.push((world.snapshot(), pictures.clone()));
        seen.push(play(&mut world, &mut pictures, tick));
    }
    assert!(world.len() > 8, "much broke: {}", world.len());
    // Eight ticks back at every tick, as a game with rollback does.
    for tick in 8..40 {
        world.restore(&past[tick - 8].0);
        pictures = past[tick - 8].1.clone();
        for (again, expected) in seen.iter().enumerate().take(tick).skip(tick - 8) {
            assert_eq!(play(&mut world, &mut pictures, again), *expected, "{again} from {tick}");
        }
    }
    // Pictures that nobody touched are shared, not copied.
    let shared = past[0].1.iter().zip(past[1].1.iter());
    let shared = shared.filter(|(a, b)| std::sync::Arc::ptr_eq(&a.1.picture, &b.1.picture));
    assert!(shared.count() >= 4);
}

#[test]
fn erasers_without_extent_erase_nothing() {
    let mut world = BodyWorld::new();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let body = pictures.add(&mut world, block(20, 20), &def()).unwrap();
    for size in [-4.0, 0.0, f32::NEG_INFINITY, f32::NAN] {
        assert_eq!(pictures.erase(&mut world, Vec2::ZERO, size).pixels, 0);
        assert_eq!(pictures.cut(&mut world, Vec2::ZERO, Vec2::ONE, size).pixels, 0);
    }
    assert_eq!(pictures.get(body).unwrap().revision, 0);
    assert_eq!(pictures.distance(&world, body, vec2(13.0, 0.0), 5.0), Some(3.0));
    assert_eq!(pictures.distance(&world, body, vec2(3.0, 0.0), 5.0), Some(0.0));
    assert_eq!(pictures.distance(&world, body, vec2(33.0, 0.0), 5.0), None);
}

#[test]
fn ground_keeps_what_hangs_on_its_sides() {
    let mut world = BodyWorld::new();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let ground =
        pictures.add(&mut world, block(200, 100), &def().with_kind(BodyKind::Static)).unwrap();
    let marble = world.add(&BodyDef::new(BodyShape::circle(5.0)).at(0.0, -60.0));
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    assert!((world.get(marble).unwrap().position.y + 55.0).abs() < 1.0);
    // A pit under it, at once.
    let damage = pictures.erase(&mut world, vec2(0.0, -50.0), 20.0);
    assert!(damage.made.is_empty() && damage.changed == [ground]);
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    let y = world.get(marble).unwrap().position.y;
    assert!((-38.0..-33.0).contains(&y), "in the pit: {y}");
    // A ring cut out of the middle drops its core.
    for i in 0..24u8 {
        let angle = f32::from(i) * core::f32::consts::TAU / 24.0;
        let at = vec2(motile_geom::ops::cos(angle), motile_geom::ops::sin(angle)) * 25.0;
        let damage = pictures.erase(&mut world, at + vec2(50.0, 10.0), 4.0);
        if i == 23 {
            assert_eq!(damage.made.len(), 1);
        }
    }
    assert_eq!(world.len(), 3);
}

#[test]
fn explosions_throw_and_crumbs_vanish() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let near = pictures.add(&mut world, block(30, 30), &def().at(40.0, 0.0)).unwrap();
    let small = pictures.add(&mut world, block(6, 6), &def()).unwrap();
    let damage = pictures.explode(&mut world, Vec2::ZERO, 30.0, 300.0);
    assert_eq!(damage.gone, [small]);
    assert!(world.get(small).is_none() && pictures.get(small).is_none());
    let state = world.get(near).unwrap();
    assert!(state.velocity.x > 100.0 && state.mass < 900.0);
    assert!(pictures.get(near).unwrap().revision == 1);
    let before = StateHash::of(&pictures);
    assert_eq!(pictures.erase(&mut world, Vec2::NAN, 5.0).pixels, 0);
    assert_eq!(pictures.erase(&mut world, vec2(900.0, 0.0), 5.0).pixels, 0);
    assert_eq!(StateHash::of(&pictures), before);
    let empty = pictures.add(&mut world, Surface::new(5, 5).unwrap(), &def());
    assert_eq!(empty, Err(BodyError::EmptyPicture));
    let bad = pictures.add(&mut world, block(5, 5), &def().at(f32::NAN, 0.0));
    assert_eq!(bad, Err(BodyError::BadShape));
}

#[test]
fn a_picture_shot_to_pieces_loses_no_pixel_unnoticed() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mut pictures = PictureBodies::new(PictureTrace::default());
    pictures.add(&mut world, block(120, 80), &def()).unwrap();
    let mut rng = motile_geom::Rng::new(5);
    let mut lost = 0;
    for _ in 0..40 {
        let at = vec2(rng.range(-60.0..60.0), rng.range(-40.0..40.0));
        lost += pictures.explode(&mut world, at, rng.range(3.0..9.0), 60.0).pixels as usize;
        lost += pictures.cut(&mut world, at, -at, 2.0).pixels as usize;
        world.step(1.0 / 60.0);
    }
    assert_eq!(pixels(&pictures) + lost, 120 * 80);
    let masses: f32 = pictures.iter().map(|(id, _)| world.get(id).unwrap().mass).sum();
    assert!((masses - pixels(&pictures) as f32).abs() < 1.0);
    assert!(world.len() > 2);
}

/// The soft rim of a part that broke off stayed behind in the air.
#[test]
fn soft_rims_go_with_the_pixels_they_hang_on() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let mut plank = Surface::filled(60, 20, Color::ORANGE.with_alpha(60)).unwrap();
    for (x, y) in (2..18).flat_map(|y| (2..58).map(move |x| (x, y))) {
        plank.set(x, y, Color::ORANGE);
    }
    let plank = pictures.add(&mut world, plank, &def()).unwrap();
    let damage = pictures.cut(&mut world, vec2(0.0, -20.0), vec2(0.0, 20.0), 4.0);
    assert_eq!((damage.made.len(), damage.gone.len()), (1, 0));
    let kept = pictures.get(plank).unwrap();
    let columns = (0..60)
        .filter(|&x| (0..20).any(|y| kept.picture.get(x, y).is_some_and(|pixel| pixel.a > 0)));
    assert_eq!(columns.count(), 28, "one half, with its rim of two pixels");
    assert_eq!(pixels(&pictures), 2 * 28 * 20);
    let made = pictures.get(damage.made[0]).unwrap();
    assert_eq!((made.picture.width(), made.picture.height()), (28, 20));
    // Both lie where they were: their outer ends are 60 apart.
    let ends = pictures.iter().flat_map(|(id, piece)| {
        let place = world.get(id).unwrap().transform();
        let seen = |x: i32| (0..20).any(|y| piece.picture.get(x, y).is_some_and(|p| p.a > 0));
        let seen: Vec<i32> = (0..piece.picture.width() as i32).filter(|&x| seen(x)).collect();
        [seen[0], seen[seen.len() - 1] + 1]
            .map(|x| place.transform_point2(vec2(x as f32, 0.0) - piece.origin).x)
    });
    let ends: Vec<f32> = ends.collect();
    let (low, high) =
        (ends.iter().copied().fold(99.0, f32::min), ends.iter().copied().fold(-99.0, f32::max));
    assert!((high - low - 60.0).abs() < 1e-3, "{ends:?}");
}

/// With a threshold of 0 what is erased was solid still.
#[test]
fn a_threshold_of_nothing_digs_too() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let trace = PictureTrace { threshold: 0, ..PictureTrace::default() };
    let mut pictures = PictureBodies::new(trace);
    let block = pictures.add(&mut world, block(60, 10), &def()).unwrap();
    let damage = pictures.cut(&mut world, vec2(0.0, -20.0), vec2(0.0, 20.0), 4.0);
    assert_eq!((damage.changed, damage.made.len()), (vec![block], 1));
}
