//! Picking through tall boxes.

use crate::common::{disjoint, truth, truth_of, turned};
use motile_geom::{Aabb, Rng, Vec2, Vec3, vec2, vec3};
use motile_tiles::iso::{IsoBox, IsoOrder, IsoProjection};

const VIEW: IsoProjection = IsoProjection::DIMETRIC;

#[test]
fn iso_t_41_the_top_of_a_cube() {
    let mut order = IsoOrder::new(VIEW);
    let cube = order.insert(IsoBox::standing(Vec3::ZERO, Vec3::splat(20.0)), 0);
    order.sort();
    let place = vec2(0.0, -24.494897);
    let pick = order.pick(place).unwrap();
    assert_eq!((pick.id, pick.normal), (cube, Vec3::NEG_Y));
    assert!(pick.point.abs_diff_eq(vec3(0.0, -20.0, 0.0), 1e-4));
    assert!(VIEW.to_floor(place).abs_diff_eq(vec3(-24.494897, 0.0, -24.494897), 1e-4));
    // The sides look to where a block beside them would stand, in every view.
    let sides = [(-10.0, Vec3::Z), (10.0, Vec3::X)];
    for (x, normal) in sides {
        assert_eq!(order.pick(vec2(x, -5.0)).map(|pick| pick.normal), Some(normal));
    }
    order.set_projection(VIEW.with_turns(2));
    order.sort();
    assert_eq!(order.pick(vec2(10.0, -5.0)).map(|pick| pick.normal), Some(Vec3::NEG_X));
}

#[test]
fn iso_x9_picks_are_what_rays_meet() {
    let mut rng = Rng::new(9);
    let boxes = disjoint(&mut rng, 120, 120.0);
    let mut order = IsoOrder::new(VIEW);
    let ids: Vec<_> = boxes.iter().map(|&solid| order.insert(solid, 0)).collect();
    order.sort();
    let mut hits = 0;
    for _ in 0..20_000 {
        let place = vec2(rng.range(-250.0..250.0), rng.range(-250.0..250.0));
        let found = order.pick(place).map(|pick| pick.id);
        let wanted = truth(&boxes, place).map(|index| ids[index]);
        assert_eq!(found, wanted, "{place}");
        hits += u32::from(found.is_some());
    }
    assert!(hits > 5000);
    // Looking through what is nearest finds what is behind.
    let mut behind = 0;
    for _ in 0..2000 {
        let place = vec2(rng.range(-200.0..200.0), rng.range(-200.0..200.0));
        let Some(nearest) = order.pick(place) else { continue };
        let mut rest = boxes.clone();
        rest.remove(ids.iter().position(|&id| id == nearest.id).unwrap());
        let wanted = truth(&rest, place).map(|index| rest[index]);
        let found = order.pick_where(place, |pick| pick.id != nearest.id);
        assert_eq!(found.and_then(|pick| order.get(pick.id)).map(|item| item.bounds), wanted);
        behind += u32::from(found.is_some());
    }
    assert!(behind > 100, "{behind}");
    assert_eq!(order.pick_where(Vec2::ZERO, |_| false), None);
    assert_eq!(order.pick(vec2(f32::NAN, 0.0)), None);
}

#[test]
fn iso_n6_box_select_takes_middles() {
    let mut order = IsoOrder::new(VIEW);
    let ids: Vec<_> = (0..4)
        .map(|i| {
            order.insert(IsoBox::standing(vec3(i as f32 * 50.0, 0.0, 0.0), Vec3::splat(20.0)), 0)
        })
        .collect();
    order.sort();
    let area = Aabb::new(vec2(30.0, -100.0), vec2(120.0, 100.0));
    assert_eq!(order.seen_in(area).collect::<Vec<_>>(), ids[1..3]);
}

/// True isometric, steep, with heights of one's own and from every side.
#[test]
fn iso_x13_picks_are_what_rays_meet_in_any_view() {
    let mut rng = Rng::new(19);
    let boxes = disjoint(&mut rng, 60, 90.0);
    let views = [
        (IsoProjection::TRUE_ISOMETRIC, 0),
        (IsoProjection::pitched(0.9), 1),
        (IsoProjection::DIMETRIC.with_rise(1.0), 2),
        (IsoProjection::pitched(0.4), 3),
    ];
    for (view, turns) in views {
        let mut order = IsoOrder::new(view.with_turns(turns));
        let ids: Vec<_> = boxes.iter().map(|&solid| order.insert(solid, 0)).collect();
        order.sort();
        let down = f64::from(view.to_screen(vec3(1000.0, 0.0, 0.0)).y) / 1000.0;
        let rise = f64::from(view.to_screen(vec3(0.0, 1000.0, 0.0)).y) / 1000.0;
        let seen = turned(&boxes, turns);
        let (mut hits, mut wrong) = (0, 0);
        for _ in 0..4000 {
            let place = vec2(rng.range(-180.0..180.0), rng.range(-180.0..180.0));
            let found = order.pick(place).map(|pick| pick.id);
            let wanted = truth_of(&seen, place, down, rise).map(|index| ids[index]);
            wrong += u32::from(found != wanted);
            hits += u32::from(found.is_some());
        }
        // The rates are read from single precision: a place on a border may fall to the other side.
        assert!(hits > 400 && wrong < 4, "{view:?}: {wrong} of {hits}");
    }
}
