//! The order of drawing: the checks of the chapter, and 0 wrong pixels against rays.

use crate::common::{disjoint, truth, truth_of, turned};
use motile_geom::{Id, MarkRole, Marks, Rng, Vec2, Vec3, ops, vec2, vec3};
use motile_tiles::classic::{iso_depth, iso_depth_sort};
use motile_tiles::iso::{IsoBox, IsoItem, IsoOrder, IsoProjection};

const VIEW: IsoProjection = IsoProjection::DIMETRIC;

fn sorted(boxes: &[IsoBox]) -> (IsoOrder, Vec<Id<IsoItem>>) {
    let mut order = IsoOrder::new(VIEW);
    let ids = boxes.iter().map(|&solid| order.insert(solid, 0)).collect();
    order.sort();
    (order, ids)
}

/// The boxes in drawing order, as indices into the list they were inserted from.
fn drawn(boxes: &[IsoBox]) -> Vec<usize> {
    let (order, ids) = sorted(boxes);
    indices(order.sequence(), &ids)
}

fn indices(sequence: &[Id<IsoItem>], ids: &[Id<IsoItem>]) -> Vec<usize> {
    let place = |id| ids.iter().position(|&other| other == id).unwrap_or(usize::MAX);
    sequence.iter().map(|&id| place(id)).collect()
}

fn standing(x: f32, y: f32, z: f32, size: Vec3) -> IsoBox {
    IsoBox::standing(vec3(x, y, z), size)
}

fn ring() -> [IsoBox; 3] {
    [
        standing(20.0, -30.0, 10.0, vec3(10.0, 10.0, 60.0)),
        standing(10.0, -20.0, 30.0, vec3(10.0, 60.0, 10.0)),
        standing(0.0, -40.0, 0.0, vec3(60.0, 10.0, 10.0)),
    ]
}

#[test]
fn iso_t_20_a_tall_box_hides_a_floating_one() {
    let cube = Vec3::splat(20.0);
    let boxes = [standing(0.0, -40.0, 0.0, cube), standing(20.0, 0.0, 0.0, vec3(20.0, 80.0, 20.0))];
    assert_eq!(drawn(&boxes), [0, 1]);
    assert!(iso_depth(boxes[0].base()) > iso_depth(boxes[1].base()), "the classic key is wrong");
}

#[test]
fn iso_t_21_what_rests_on_a_box_is_drawn_after_it() {
    let cube = Vec3::splat(20.0);
    let boxes = [standing(-9.0, -20.0, -9.0, cube), standing(0.0, 0.0, 0.0, cube)];
    assert_eq!(drawn(&boxes), [1, 0]);
    assert!(iso_depth(boxes[0].base()) < iso_depth(boxes[1].base()), "the classic key is wrong");
}

#[test]
fn iso_t_22_long_footprints() {
    let boxes = [
        standing(0.0, 0.0, 0.0, vec3(60.0, 20.0, 20.0)),
        standing(-25.0, 0.0, 20.0, Vec3::splat(20.0)),
    ];
    assert_eq!(drawn(&boxes), [0, 1]);
    assert!(iso_depth(boxes[0].base()) > iso_depth(boxes[1].base()), "the classic key is wrong");
}

#[test]
fn iso_t_23_three_boxes_in_a_ring_are_one_group_on_every_run() {
    let (order, ids) = sorted(&ring());
    assert_eq!(order.cycles(), 1);
    assert_eq!(order.groups().map(<[_]>::len).collect::<Vec<_>>(), [3]);
    assert!(order.penetrations().is_empty(), "a ring shares no space");
    let first = indices(order.sequence(), &ids);
    for _ in 0..5 {
        assert_eq!(drawn(&ring()), first);
    }
}

/// Cubes on a lattice, as block worlds have them.
fn lattice(rng: &mut Rng, count: usize) -> Vec<IsoBox> {
    let mut cells = Vec::new();
    while cells.len() < count {
        let cell = [rng.int(0..16), rng.int(-8..1), rng.int(0..16)];
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let cube = |[x, y, z]: [i32; 3]| {
        standing(x as f32 * 20.0, y as f32 * 20.0, z as f32 * 20.0, Vec3::splat(20.0))
    };
    cells.into_iter().map(cube).collect()
}

/// Whether `front` has to be drawn after `behind` when they overlap on the screen, by the rule of the specification.
fn is_in_front(front: &IsoBox, behind: &IsoBox) -> bool {
    front.min.x >= behind.max.x || front.min.z >= behind.max.z || front.max.y <= behind.min.y
}

fn overlap(a: &IsoBox, b: &IsoBox) -> bool {
    let c = motile_tiles::iso::Y_CORRECT;
    let ranges = |solid: &IsoBox| {
        let (low, high) = (solid.min.as_dvec3(), solid.max.as_dvec3());
        [
            (low.x - high.z, high.x - low.z),
            (low.x + c * low.y, high.x + c * high.y),
            (low.z + c * low.y, high.z + c * high.y),
        ]
    };
    let pairs = ranges(a).into_iter().zip(ranges(b));
    { pairs }.all(|(a, b)| a.0 < b.1 - 1e-9 && b.0 < a.1 - 1e-9)
}

/// Whether `front` has to be drawn after `behind`, and they overlap on the screen.
fn hides(front: &IsoBox, behind: &IsoBox) -> bool {
    is_in_front(front, behind) && !is_in_front(behind, front) && overlap(front, behind)
}

/// Pairs of indices: the first has to be drawn after the second.
fn hiding(boxes: &[IsoBox]) -> Vec<(usize, usize)> {
    let all = || boxes.iter().enumerate();
    let pairs = all().flat_map(|front| all().map(move |behind| (front, behind)));
    pairs.filter(|(front, behind)| hides(front.1, behind.1)).map(|(f, b)| (f.0, b.0)).collect()
}

/// The place of each box in the order.
fn places(order: &[usize]) -> Vec<usize> {
    let mut places = vec![usize::MAX; order.len()];
    for (place, &index) in order.iter().enumerate() {
        places[index] = place;
    }
    assert!(!places.contains(&usize::MAX), "each box once");
    places
}

#[test]
fn iso_t_24_a_thousand_cubes_violate_no_pair() {
    let boxes = lattice(&mut Rng::new(24), 1000);
    let (order, ids) = sorted(&boxes);
    assert_eq!((order.cycles(), order.penetrations().len()), (0, 0));
    let place = places(&indices(order.sequence(), &ids));
    let pairs = hiding(&boxes);
    assert!(pairs.len() > 1000, "{} pairs", pairs.len());
    for &(front, behind) in &pairs {
        assert!(place[front] > place[behind], "{:?} {:?}", boxes[front], boxes[behind]);
    }
    // Among cubes of one size on a lattice the classic key is right as well.
    let bases: Vec<Vec3> = boxes.iter().map(IsoBox::base).collect();
    let by_depth: Vec<usize> = iso_depth_sort(&bases).iter().map(|&at| at as usize).collect();
    let place = places(&by_depth);
    for (front, behind) in pairs {
        assert!(iso_depth(bases[front]) > iso_depth(bases[behind]));
        assert!(place[front] > place[behind], "{:?} {:?}", boxes[front], boxes[behind]);
    }
}

#[test]
fn iso_t_25_the_order_does_not_depend_on_what_moved_when() {
    let mut rng = Rng::new(25);
    let boxes = lattice(&mut Rng::new(24), 1000);
    let (wanted, ids) = sorted(&boxes);
    let wanted = indices(wanted.sequence(), &ids);
    let pairs = hiding(&boxes);
    for _ in 0..10 {
        // The same ids, but the boxes come to their places in another order, by detours.
        let mut order = IsoOrder::new(VIEW);
        let ids: Vec<_> = boxes.iter().map(|_| order.insert(IsoBox::default(), 0)).collect();
        let mut left: Vec<usize> = (0..boxes.len()).collect();
        rng.shuffle(&mut left);
        for (count, &index) in left.iter().enumerate() {
            order.set(ids[index], boxes[index]);
            if count % 100 == 0 {
                order.sort();
            }
        }
        order.sort();
        assert_eq!(indices(order.sequence(), &ids), wanted);
        // Inserted in that order they have other ids: of those that hide each other none is drawn otherwise.
        let shuffled: Vec<IsoBox> = left.iter().map(|&index| boxes[index]).collect();
        let drawn: Vec<usize> = drawn(&shuffled).iter().map(|&at| left[at]).collect();
        let place = places(&drawn);
        assert!(pairs.iter().all(|&(front, behind)| place[front] > place[behind]));
    }
}

/// The box seen at a place when the groups are drawn one after another: inside of a group the nearest surface wins.
fn painted(order: &IsoOrder, ids: &[Id<IsoItem>], boxes: &[IsoBox], place: Vec2) -> Option<usize> {
    painted_in(&VIEW, order, ids, boxes, place)
}

fn painted_in(
    view: &IsoProjection,
    order: &IsoOrder,
    ids: &[Id<IsoItem>],
    boxes: &[IsoBox],
    place: Vec2,
) -> Option<usize> {
    let mut top = None;
    for group in order.groups() {
        let seen = group.iter().filter_map(|&id| {
            let index = ids.iter().position(|&other| other == id)?;
            let point = view.seen_point(&boxes[index], place)?;
            Some((view.depth(point), index))
        });
        top = seen.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index).or(top);
    }
    top
}

/// True isometric, pitched, with tiles and heights of one's own, from every side: no place shows a box that a ray does not meet first.
#[test]
fn iso_x1_no_pixel_is_wrong_against_rays_in_any_view() {
    let pitched = |angle: f32| {
        let (sin, cos) = ops::sin_cos64(f64::from(angle));
        (IsoProjection::pitched(angle), sin, cos * core::f64::consts::SQRT_2)
    };
    let third = 3.0_f64.sqrt();
    let views = [
        (IsoProjection::TRUE_ISOMETRIC, 1.0 / third, 2.0 / third),
        pitched(0.9),
        pitched(0.4),
        (VIEW.with_rise(1.0), 0.5, 1.0),
        (VIEW.with_tile(64.0, 48.0), 0.75, motile_tiles::iso::Y_CORRECT),
    ];
    let mut rng = Rng::new(13);
    let (mut seen, mut cycles) = (0, 0);
    for (number, (view, down, rise)) in views.into_iter().enumerate() {
        for turns in 0..4 {
            let boxes = disjoint(&mut rng, 28, 45.0);
            let view = view.with_turns(turns);
            let mut order = IsoOrder::new(view);
            let ids: Vec<_> = boxes.iter().map(|&solid| order.insert(solid, 0)).collect();
            order.sort();
            cycles += order.cycles();
            let seen_as = turned(&boxes, turns);
            for y in -50..50 {
                for x in -50..50 {
                    let place = vec2(x as f32 * 2.5 + 0.137, y as f32 * 2.5 + 0.0671);
                    let wanted = truth_of(&seen_as, place, down, rise);
                    let shown = painted_in(&view, &order, &ids, &boxes, place);
                    assert_eq!(shown, wanted, "view {number}, turned {turns}, at {place}");
                    seen += u32::from(wanted.is_some());
                }
            }
        }
    }
    assert!(seen > 20_000 && cycles > 0, "{seen} pixels, {cycles} rings");
}

/// Random boxes of every shape and height, never sharing space, and every pixel of them.
#[test]
fn iso_x1_no_pixel_is_wrong_against_rays() {
    let mut rng = Rng::new(41);
    let (mut seen, mut cycles) = (0, 0);
    for round in 0..24 {
        let boxes = disjoint(&mut rng, 20 + round, 45.0);
        let (order, ids) = sorted(&boxes);
        assert!(order.penetrations().is_empty());
        cycles += order.cycles();
        for y in -60..40 {
            for x in -60..60 {
                // Off the quarters that the boxes lie on, so that no line of sight runs along a side.
                let place = vec2(x as f32 * 1.5 + 0.137, y as f32 * 1.5 + 0.0671);
                let wanted = truth(&boxes, place);
                assert_eq!(
                    painted(&order, &ids, &boxes, place),
                    wanted,
                    "round {round} at {place}"
                );
                seen += u32::from(wanted.is_some());
            }
        }
    }
    assert!(seen > 100_000, "{seen} pixels of boxes");
    assert!(cycles > 0, "rings are among them");
}

#[test]
fn iso_x1_volumes_that_share_space_are_reported_and_grouped() {
    let cube = Vec3::splat(20.0);
    let boxes = [standing(0.0, 0.0, 0.0, cube), standing(5.0, -5.0, 5.0, cube)];
    let (mut order, ids) = sorted(&boxes);
    let pairs: Vec<_> = order.penetrations().iter().map(|pair| [pair.a, pair.b]).collect();
    assert_eq!(pairs, [[ids[0], ids[1]]]);
    assert_eq!(order.cycles(), 1);
    // Apart again, by less than the last bit can spoil.
    order.set(ids[1], standing(20.0 - 1e-4, 0.0, 0.0, cube));
    order.sort();
    assert_eq!((order.cycles(), order.penetrations().len()), (0, 0));
    assert_eq!(indices(order.sequence(), &ids), [0, 1]);
}

#[test]
fn iso_x2_flat_things_in_one_plane_follow_layer_and_id() {
    let tile = standing(0.0, 0.0, 0.0, vec3(20.0, 0.0, 20.0));
    let mut order = IsoOrder::new(VIEW);
    let rug = order.insert(tile, 1);
    let floor = order.insert(tile, 0);
    let twin = order.insert(tile, 0);
    let cup = order.insert(standing(0.0, 0.0, 0.0, Vec3::splat(4.0)), -5);
    order.sort();
    assert_eq!(order.sequence(), [floor, twin, rug, cup]);
    assert_eq!(order.cycles(), 0);
}

/// Moving, coming and going, against an order made from nothing.
#[test]
fn iso_x1_incremental_equals_from_nothing() {
    let mut rng = Rng::new(61);
    let mut boxes = disjoint(&mut rng, 150, 90.0);
    let (mut order, ids) = sorted(&boxes);
    for _ in 0..40 {
        for _ in 0..4 {
            let index = rng.int(0..boxes.len() as i32) as usize;
            let step = vec3(rng.range(-20.0..20.0), rng.range(-20.0..20.0), rng.range(-20.0..20.0));
            boxes[index] = boxes[index].translated(step);
            order.set(ids[index], boxes[index]);
        }
        order.sort();
        let (fresh, other) = sorted(&boxes);
        assert_eq!(indices(order.sequence(), &ids), indices(fresh.sequence(), &other));
        assert_eq!(order.cycles(), fresh.cycles());
        assert_eq!(order.penetrations().len(), fresh.penetrations().len());
    }
    for &id in &ids[..149] {
        assert!(order.remove(id));
    }
    order.sort();
    assert_eq!(order.sequence(), [ids[149]]);
    assert!(!order.remove(ids[0]), "a stale id removes nothing");
}

/// A box that covers thousands of cells is found by all others, however it comes.
#[test]
fn huge_boxes_among_small_ones() {
    let mut boxes: Vec<IsoBox> = (0..400)
        .map(|i| standing((i % 20) as f32 * 10.0, -5.0, (i / 20) as f32 * 10.0, Vec3::splat(4.0)))
        .collect();
    boxes.push(standing(95.0, 0.0, 95.0, vec3(400.0, 4.0, 400.0)));
    assert_eq!(drawn(&boxes)[0], 400, "the ground comes first");
    boxes.rotate_right(1);
    assert_eq!(drawn(&boxes)[0], 0);
}

#[test]
fn the_view_turns_and_the_order_with_it() {
    let cube = Vec3::splat(20.0);
    let boxes = [standing(0.0, 0.0, 0.0, cube), standing(20.0, 0.0, 0.0, cube)];
    let (mut order, ids) = sorted(&boxes);
    assert_eq!(indices(order.sequence(), &ids), [0, 1]);
    order.set_projection(VIEW.with_turns(2));
    order.sort();
    assert_eq!(indices(order.sequence(), &ids), [1, 0]);
    order.set_projection(VIEW.with_turns(4).with_zoom(3.0));
    order.sort();
    assert_eq!(indices(order.sequence(), &ids), [0, 1]);
}

#[test]
fn numbers_that_are_none_stay_out_and_are_counted() {
    let mut order = IsoOrder::new(VIEW);
    let good = order.insert(standing(0.0, 0.0, 0.0, Vec3::ONE), 0);
    let bad = order.insert(IsoBox::new(Vec3::NAN, Vec3::ONE), 0);
    let endless = IsoBox { min: Vec3::splat(f32::NEG_INFINITY), max: Vec3::ZERO };
    assert!(!order.set(good, endless));
    assert!(!order.set(Id::NOTHING, standing(0.0, 0.0, 0.0, Vec3::ONE)));
    order.sort();
    assert_eq!((order.sequence(), order.rejected), (&[good][..], 2));
    assert!(order.set(bad, standing(5.0, 0.0, 0.0, Vec3::splat(1e30))));
    order.sort();
    assert_eq!(order.sequence().len(), 2);
    order.clear();
    order.sort();
    assert!(order.is_empty() && order.sequence().is_empty());
}

#[test]
fn marks_show_boxes_order_and_rings() {
    let (order, _) = sorted(&ring());
    let mut marks = Marks::new();
    order.mark(&mut marks);
    let count = |role| marks.iter().filter(|mark| mark.role == role).count();
    assert_eq!(count(MarkRole::Order), 3);
    assert_eq!(count(MarkRole::Threat), 3 * 3 * 4);
}

#[test]
fn sorting_allocates_nothing_after_warm_up() {
    let boxes = lattice(&mut Rng::new(5), 500);
    let (mut order, ids) = sorted(&boxes);
    let round = |order: &mut IsoOrder, step: f32| {
        for (&id, solid) in ids.iter().zip(&boxes).step_by(50) {
            order.set(id, solid.translated(vec3(step, 0.0, 0.0)));
        }
        order.sort();
    };
    for step in 0..8 {
        round(&mut order, step as f32 * 7.0);
    }
    let sorts = || (0..8).for_each(|step| round(&mut order, step as f32 * 7.0));
    assert_eq!(allocation_counter::measure(sorts).count_total, 0);
}
