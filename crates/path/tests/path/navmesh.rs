//! Navigation meshes: the builder against the definition of free ground, the search against a visibility graph.

use motile_geom::{Rng, Segment, Vec2, Vec2Ext, glam::DVec2, vec2};
use motile_path::{
    Diagonals, GraphSearch, MeshError, MeshPath, MeshQuery, MeshSearch, NavMesh, NoPathReason,
    PathError, PathGrid, Search, SearchJob, Status, TraceKind, generate,
};
use motile_time::{Budget, Job, JobProgress};
use proptest::prelude::*;

/// An outline and its holes.
struct Scene {
    rings: Vec<Vec<Vec2>>,
}

impl Scene {
    fn mesh(&self, radius: f32) -> Result<NavMesh, PathError> {
        let holes: Vec<&[Vec2]> = self.rings[1..].iter().map(Vec::as_slice).collect();
        NavMesh::from_outline(&self.rings[0], &holes, radius)
    }

    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        self.rings.iter().flat_map(|ring| {
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).map(|(a, b)| (a.as_dvec2(), b.as_dvec2()))
        })
    }

    fn wall_distance(&self, at: DVec2) -> f64 {
        let distances = self.edges().map(|(a, b)| {
            let (way, share) = (b - a, (at - a).dot(b - a) / (b - a).length_squared().max(1e-300));
            at.distance(a + way * share.clamp(0.0, 1.0))
        });
        distances.fold(f64::INFINITY, f64::min)
    }

    /// Whether the outline goes round a place and no hole does.
    fn is_free(&self, at: DVec2) -> bool {
        let windings: Vec<i32> = self.rings.iter().map(|ring| winding(ring, at)).collect();
        windings[0] - windings[1..].iter().sum::<i32>() >= 1
    }

    /// Whether there is free ground around a place: borders have no inside or outside of their own.
    fn is_passable(&self, at: DVec2) -> bool {
        let around = (0..8).map(|i| <Vec2 as Vec2Ext>::at_angle(i as f32 * 0.785 + 0.3).as_dvec2());
        around.into_iter().any(|way| self.is_free(at + way * 1e-4))
    }

    /// Whether a straight line stays on free ground, along walls included.
    fn sees(&self, from: DVec2, to: DVec2) -> bool {
        let mut cuts = vec![0.0, 1.0];
        for (a, b) in self.edges() {
            let (way, wall) = (to - from, b - a);
            let turn = way.perp_dot(wall);
            if turn != 0.0 {
                let (t, u) = ((a - from).perp_dot(wall) / turn, (a - from).perp_dot(way) / turn);
                if (0.0..=1.0).contains(&t) && (-1e-9..=1.0 + 1e-9).contains(&u) {
                    cuts.push(t);
                }
            }
        }
        cuts.sort_by(f64::total_cmp);
        cuts.windows(2).all(|pair| self.is_passable(from.lerp(to, f64::midpoint(pair[0], pair[1]))))
    }

    /// Corners of the rings and places where they cross.
    fn corners(&self) -> Vec<DVec2> {
        let edges: Vec<_> = self.edges().collect();
        let mut corners: Vec<DVec2> = edges.iter().map(|edge| edge.0).collect();
        for (i, &(a, b)) in edges.iter().enumerate() {
            for &(c, d) in &edges[..i] {
                let turn = (b - a).perp_dot(d - c);
                let (t, u) = ((c - a).perp_dot(d - c) / turn, (c - a).perp_dot(b - a) / turn);
                if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
                    corners.push(a.lerp(b, t));
                }
            }
        }
        corners.retain(|&corner| self.is_passable(corner));
        corners
    }

    /// Length of the shortest way by Dijkstra over everything that sees each other.
    fn shortest(&self, start: Vec2, goal: Vec2) -> Option<f64> {
        let mut points = self.corners();
        points.extend([start.as_dvec2(), goal.as_dvec2()]);
        let (start, goal) = (points.len() - 2, points.len() - 1);
        let mut lengths = vec![f64::INFINITY; points.len()];
        let mut done = vec![false; points.len()];
        lengths[start] = 0.0;
        loop {
            let open = (0..points.len()).filter(|&i| !done[i] && lengths[i].is_finite());
            let at = open.min_by(|&a, &b| lengths[a].total_cmp(&lengths[b]))?;
            if at == goal {
                return Some(lengths[goal]);
            }
            done[at] = true;
            for to in 0..points.len() {
                let length = lengths[at] + points[at].distance(points[to]);
                if length < lengths[to] && self.sees(points[at], points[to]) {
                    lengths[to] = length;
                }
            }
        }
    }
}

/// How often a ring, taken in its positive direction, goes round a place.
fn winding(ring: &[Vec2], at: DVec2) -> i32 {
    let area: f64 = ring
        .iter()
        .zip(ring.iter().cycle().skip(1))
        .map(|(a, b)| (a.as_dvec2() - at).perp_dot(b.as_dvec2() - at))
        .sum();
    let mut winding = 0;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let (a, b) = (a.as_dvec2(), b.as_dvec2());
        let left = (b - a).perp_dot(at - a) > 0.0;
        if a.y <= at.y && b.y > at.y && left {
            winding += 1;
        } else if a.y > at.y && b.y <= at.y && !left {
            winding -= 1;
        }
    }
    if area < 0.0 { -winding } else { winding }
}

/// A star-shaped ring.
fn blob(rng: &mut Rng, center: Vec2, size: f32) -> Vec<Vec2> {
    let count = 3 + rng.below(5);
    let turn = core::f32::consts::TAU / count as f32;
    let corner = |i: u32| {
        let radius = size * rng.range(0.4..1.0);
        center + <Vec2 as Vec2Ext>::at_angle((i as f32 + rng.range(0.0..0.8)) * turn) * radius
    };
    (0..count).map(corner).collect()
}

fn random_scene(rng: &mut Rng, holes: u32) -> Scene {
    let mut rings = vec![blob(rng, vec2(100.0, 100.0), 120.0)];
    for _ in 0..holes {
        let center = vec2(rng.range(20.0..180.0), rng.range(20.0..180.0));
        let size = rng.range(5.0..40.0);
        rings.push(blob(rng, center, size));
    }
    Scene { rings }
}

fn random_point(rng: &mut Rng, mesh: &NavMesh) -> Vec2 {
    let (low, high) = (mesh.bounds().min, mesh.bounds().max);
    loop {
        let point = vec2(rng.range(low.x..high.x), rng.range(low.y..high.y));
        if mesh.contains(point) {
            return point;
        }
    }
}

fn length_of(points: &[Vec2]) -> f64 {
    points.windows(2).map(|p| p[0].as_dvec2().distance(p[1].as_dvec2())).sum()
}

#[test]
fn path_x20_mesh_search_equals_the_visibility_graph() {
    let mut rng = Rng::new(20);
    let (mut search, mut cells, mut funnel) = (MeshSearch::new(), GraphSearch::new(), Vec::new());
    let (mut found, mut none, mut bent, mut longer) = (0, 0, 0, 0);
    for round in 0..150 {
        let scene = random_scene(&mut rng, round % 9);
        let Ok(mesh) = scene.mesh(0.0) else { continue };
        for _ in 0..4 {
            let (start, goal) = (random_point(&mut rng, &mesh), random_point(&mut rng, &mesh));
            let expected = scene.shortest(start, goal);
            match search.find(&mesh, start, goal) {
                Ok(path) => {
                    found += 1;
                    bent += u32::from(path.points.len() > 2);
                    let expected = expected.expect("a way that the visibility graph does not have");
                    let off = (path.length - expected).abs() / expected.max(1.0);
                    assert!(off < 1e-5, "round {round}: {} and {expected}", path.length);
                    assert!((length_of(&path.points) - path.length).abs() < 1e-3);
                    for pair in path.points.windows(2) {
                        assert!(scene.sees(pair[0].as_dvec2(), pair[1].as_dvec2()), "{path:?}");
                    }
                    // Pulled tight in its own corridor it is the same path.
                    mesh.funnel(&path.cells, start, goal, &mut funnel);
                    assert!((length_of(&funnel) - path.length).abs() < 1e-3 * path.length.max(1.0));
                    // In the corridor of centers it is never shorter.
                    let [from, to] = [start, goal].map(|end| mesh.cell_at(end).unwrap());
                    let corridor = cells.find(&mesh, from, to).unwrap();
                    mesh.funnel(corridor, start, goal, &mut funnel);
                    assert!(length_of(&funnel) > path.length * (1.0 - 1e-5));
                    longer += u32::from(length_of(&funnel) > path.length * 1.001);
                    let tight = length_of(&funnel);
                    mesh.center_path(corridor, start, goal, &mut funnel);
                    assert!(length_of(&funnel) > tight * (1.0 - 1e-5));
                }
                Err(PathError::NoPath(_)) => {
                    none += 1;
                    assert_eq!(expected, None, "round {round}: {start} {goal}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(found > 300 && none > 2 && bent > 80 && longer > 5, "{found} {none} {bent} {longer}");
}

#[test]
fn path_x20_meshes_of_grids_equal_the_visibility_graph() {
    let mut rng = Rng::new(21);
    let mut search = MeshSearch::new();
    let mut found = 0;
    for _ in 0..500 {
        let grid = PathGrid::from_fn(9, 7, |_| !rng.chance(0.25)).unwrap();
        let free = |x: i32, y: i32| grid.is_walkable(motile_geom::ivec2(x, y));
        let squeezes = (0..7).any(|y| {
            (0..9).any(|x| {
                let four = [free(x, y), free(x + 1, y), free(x, y + 1), free(x + 1, y + 1)];
                four == [true, false, false, true] || four == [false, true, true, false]
            })
        });
        // The visibility graph passes between walls that touch at a corner, the mesh does not.
        let Ok(mesh) = NavMesh::from_grid(&grid, vec2(-30.0, 4.0), 8.0, 0.0) else { continue };
        if squeezes {
            continue;
        }
        let place = |x: i32, y: i32| vec2(x as f32, y as f32) * 8.0 + vec2(-30.0, 4.0);
        let mut rings = vec![vec![place(0, 0), place(9, 0), place(9, 7), place(0, 7)]];
        for (x, y) in (0..63).map(|i| (i % 9, i / 9)).filter(|&(x, y)| !free(x, y)) {
            rings.push(vec![place(x, y), place(x + 1, y), place(x + 1, y + 1), place(x, y + 1)]);
        }
        let scene = Scene { rings };
        for _ in 0..6 {
            // Corners, borders and middles of cells: everything lies on lines with everything.
            let mut end = || place(0, 0) + vec2(rng.below(19) as f32, rng.below(15) as f32) * 4.0;
            let (start, goal) = (end(), end());
            if !mesh.contains(start) || !mesh.contains(goal) {
                continue;
            }
            if let Ok(path) = search.find(&mesh, start, goal) {
                let expected = scene.shortest(start, goal).unwrap();
                assert!((path.length - expected).abs() < 1e-5, "{} {expected}", path.length);
                found += 1;
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_point_does_not_squeeze_between_walls_that_touch() {
    let map = PathGrid::from_text("..#\n.#.\n#..").unwrap();
    let mesh = NavMesh::from_grid(&map.grid, Vec2::ZERO, 1.0, 0.0).unwrap();
    assert_eq!(mesh.component_count(), 2);
    let error = MeshSearch::new().find(&mesh, vec2(0.5, 0.5), vec2(2.5, 2.5)).unwrap_err();
    assert!(matches!(error, PathError::NoPath(no) if no.reason == NoPathReason::Unreachable));
}

#[test]
fn grids_and_their_meshes_have_the_same_ground() {
    for (seed, walls) in [(1, 0.1), (2, 0.3), (3, 0.5)] {
        let grid = generate::scatter(40, 30, walls, &mut Rng::new(seed)).unwrap();
        let mesh = NavMesh::from_grid(&grid, Vec2::ZERO, 1.0, 0.0).unwrap();
        let mut count = 0;
        for i in 0..1200 {
            let cell = motile_geom::ivec2(i % 40, i / 40);
            count += u32::from(grid.is_walkable(cell));
            assert_eq!(mesh.contains(cell.as_vec2() + 0.5), grid.is_walkable(cell));
        }
        assert!((area(&mesh) - f64::from(count)).abs() < 1e-6);
        assert!(mesh.cell_count() < count);
    }
}

fn area(mesh: &NavMesh) -> f64 {
    let cells = (0..mesh.cell_count()).map(|cell| {
        let corners: Vec<DVec2> = mesh.corners(cell).map(Vec2::as_dvec2).collect();
        let pairs = corners.windows(2);
        pairs.map(|p| (p[0] - corners[0]).perp_dot(p[1] - corners[0])).sum::<f64>() / 2.0
    });
    cells.sum()
}

/// Whether a ring neither crosses nor touches itself.
fn is_simple(ring: &[Vec2]) -> bool {
    let edge = |i: usize| Segment::new(ring[i], ring[(i + 1) % ring.len()]);
    (0..ring.len()).all(|i| {
        let apart = |k: usize| (k + 1) % ring.len() != i && (i + 1) % ring.len() != k;
        let clear = (0..i).filter(|&k| apart(k)).all(|k| edge(i).intersection(edge(k)).is_none());
        let (a, b) = (edge(i).vector(), edge((i + 1) % ring.len()).vector());
        clear && (a.perp_dot(b) != 0.0 || a.dot(b) > 0.0)
    })
}

/// Convex cells, neighbors that know each other.
fn check_mesh(mesh: &NavMesh) {
    for cell in 0..mesh.cell_count() {
        let corners: Vec<DVec2> = mesh.corners(cell).map(Vec2::as_dvec2).collect();
        let count = corners.len();
        for i in 0..count {
            let [a, b, c] = [0, 1, 2].map(|k| corners[(i + k) % count]);
            assert!((b - a).perp_dot(c - b) >= 0.0, "cell {cell} is not convex");
        }
        for next in mesh.neighbors(cell).flatten() {
            assert!(mesh.neighbors(next).flatten().any(|back| back == cell));
            assert!(mesh.portal(cell, next).is_some());
            assert_eq!(mesh.component(cell), mesh.component(next));
        }
    }
}

/// Rings that coincide, cross and turn back: corners on a coarse grid, or anywhere.
fn rings() -> impl Strategy<Value = Vec<Vec<Vec2>>> {
    let coarse = (0..12i32, 0..12i32).prop_map(|(x, y)| vec2(x as f32, y as f32));
    let fine = (0.0..12.0f32, 0.0..12.0f32).prop_map(|(x, y)| vec2(x, y));
    let corner = prop_oneof![3 => coarse, 1 => fine];
    prop::collection::vec(prop::collection::vec(corner, 3..7), 1..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever the rings are: the mesh holds exactly the places that the definition calls free.
    #[test]
    fn the_builder_keeps_to_the_definition(
        rings in rings(),
        radius in prop_oneof![Just(0.0f32), 0.01..1.5f32],
        points in prop::collection::vec((0.0..12.0f32, 0.0..12.0f32), 40),
    ) {
        let points: Vec<Vec2> = points.into_iter().map(Vec2::from).collect();
        check_definition(&Scene { rings }, radius, &points);
    }

    /// Four corners nearly on a line and any radius: right, or nothing left, and never too tangled.
    #[test]
    fn issue_18_needles_keep_to_the_definition(
        corners in prop::collection::vec((-128..128i32, -8..8i32), 3..6), slope in -2..=2i32,
        radius in prop_oneof![Just(0.0f32), 0.01..1.5f32],
        places in prop::collection::vec((-130.0..130.0f32, -3.0..3.0f32), 40),
    ) {
        let at = |x: f32, y: f32| vec2(x, x * slope as f32 + y);
        let ring = corners.into_iter().map(|(x, y)| at(x as f32, y as f32 * 0.25)).collect();
        let points: Vec<Vec2> = places.into_iter().map(|(x, y)| at(x, y)).collect();
        check_definition(&Scene { rings: vec![ring] }, radius, &points);
    }
}

/// Compares a mesh with the definition of free ground at some places.
fn check_definition(scene: &Scene, radius: f32, points: &[Vec2]) {
    // Loops that run against their ring have free ground on both sides.
    let simple = scene.rings.iter().all(|ring| is_simple(ring));
    // A ring that crosses itself with equal loops has no direction of its own.
    let undecided = scene.rings.iter().any(|ring| {
        let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
        let area: f64 = pairs.map(|(a, b)| a.as_dvec2().perp_dot(b.as_dvec2())).sum();
        area.abs() < 1e-3
    });
    let mesh = match scene.mesh(radius) {
        Ok(mesh) => Some(mesh),
        Err(PathError::Mesh(MeshError::Empty)) => None,
        Err(other) => panic!("{other}"),
    };
    if let Some(mesh) = &mesh {
        check_mesh(mesh);
    }
    for &at in points {
        let wall = scene.wall_distance(at.as_dvec2());
        let radius = f64::from(radius);
        if undecided || wall < 1e-4 || (radius > 0.0 && !simple) {
            continue;
        }
        let holds = mesh.as_ref().is_some_and(|mesh| mesh.contains(at));
        if !scene.is_free(at.as_dvec2()) || wall < radius - 1e-4 {
            assert!(!holds, "{at} is {wall} from a wall");
        } else if wall > radius * 1.036 + 1e-4 {
            assert!(holds, "{at} is {wall} from a wall");
        }
    }
}

#[test]
fn an_agent_with_a_radius_keeps_its_distance_and_stays_out_of_gaps() {
    let mut rng = Rng::new(23);
    let mut search = MeshSearch::new();
    let mut found = 0;
    for _ in 0..60 {
        let scene = random_scene(&mut rng, 5);
        let Ok(mesh) = scene.mesh(4.0) else { continue };
        let (start, goal) = (random_point(&mut rng, &mesh), random_point(&mut rng, &mesh));
        let Ok(path) = search.find(&mesh, start, goal) else { continue };
        found += 1;
        for pair in path.points.windows(2) {
            for i in 0..=20 {
                let at = pair[0].as_dvec2().lerp(pair[1].as_dvec2(), f64::from(i) / 20.0);
                assert!(scene.wall_distance(at) > 4.0 - 1e-3, "{at}");
            }
        }
    }
    assert!(found > 20, "{found}");
    // A gap of 6 pixels is open for a radius of 2.9 and closed for one of 3.1.
    let room = [vec2(0.0, 0.0), vec2(60.0, 0.0), vec2(60.0, 40.0), vec2(0.0, 40.0)];
    let wall =
        |top: f32, low: f32| [vec2(28.0, top), vec2(32.0, top), vec2(32.0, low), vec2(28.0, low)];
    for (radius, parts) in [(2.9, 1), (3.1, 2)] {
        let walls = [wall(-5.0, 17.0), wall(23.0, 45.0)];
        let mesh = NavMesh::from_outline(&room, &[&walls[0], &walls[1]], radius).unwrap();
        assert_eq!(mesh.component_count(), parts);
    }
}

/// Two rooms with a door, and a third one without.
fn rooms() -> NavMesh {
    let map = PathGrid::from_text(
        "....#....#...\n\
         ....#....#...\n\
         .........#...\n\
         ....#....#...\n\
         ....#....#...",
    );
    NavMesh::from_grid(&map.unwrap().grid, Vec2::ZERO, 10.0, 0.0).unwrap()
}

/// Used to go round and round a start that is a corner of cells on all sides.
#[test]
fn a_start_where_cells_meet() {
    let fan: Vec<Vec2> =
        (0..6).map(|i| <Vec2 as Vec2Ext>::at_angle(i as f32) * 10.0).chain([Vec2::ZERO]).collect();
    let mut cells: Vec<[u32; 3]> = (0..5).map(|i| [i, i + 1, 6]).collect();
    cells.push([5, 0, 6]);
    let far = [vec2(40.0, 0.0), fan[0], fan[1]];
    let vertices: Vec<Vec2> = fan.iter().copied().chain([far[0]]).collect();
    cells.push([0, 7, 1]);
    let mesh = NavMesh::from_cells(&vertices, &cells).unwrap();
    let goal = vec2(30.0, 1.0);
    let mut search = MeshSearch::new();
    let path = search.find(&mesh, Vec2::ZERO, goal).unwrap();
    assert_eq!(path.points, [Vec2::ZERO, goal]);
    assert_eq!(search.find(&mesh, goal, Vec2::ZERO).unwrap().points, [goal, Vec2::ZERO]);
}

#[test]
fn ends_outside_and_goals_out_of_reach() {
    let mesh = rooms();
    assert_eq!(mesh.component_count(), 2);
    let mut search = MeshSearch::new();
    let (start, far) = (vec2(5.0, 5.0), vec2(115.0, 25.0));
    let why = |error: PathError| match error {
        PathError::NoPath(no_path) => no_path.reason,
        other => panic!("{other}"),
    };
    assert_eq!(why(search.find(&mesh, start, far).unwrap_err()), NoPathReason::Unreachable);
    assert_eq!((search.nearest(), search.progress().expanded), (Some(vec2(90.0, 25.0)), 0));
    let blocked = vec2(44.0, 3.0);
    assert_eq!(why(search.find(&mesh, start, blocked).unwrap_err()), NoPathReason::GoalBlocked);
    assert_eq!(search.nearest(), Some(vec2(40.0, 3.0)));
    let nearest = MeshQuery { nearest: true, ..MeshQuery::new(start, far) };
    let path = search.find_query(&mesh, nearest).unwrap();
    assert_eq!((path.points.last(), path.reaches_goal), (Some(&vec2(90.0, 25.0)), false));
    assert_eq!(path.points.len(), 3, "{path:?}");
    let outside = vec2(-20.0, -20.0);
    assert_eq!(why(search.find(&mesh, outside, start).unwrap_err()), NoPathReason::StartBlocked);
    let free = MeshQuery { free_start: true, ..MeshQuery::new(outside, start) };
    assert_eq!(search.find_query(&mesh, free).unwrap().points, [Vec2::ZERO, start]);
    let nowhere = MeshQuery { free_start: true, nearest: true, ..MeshQuery::new(start, start) };
    let from = MeshQuery { start: Vec2::NAN, ..nowhere };
    assert_eq!(why(search.find_query(&mesh, from).unwrap_err()), NoPathReason::StartBlocked);
    let to = MeshQuery { goal: vec2(f32::INFINITY, 0.0), ..nowhere };
    assert_eq!(why(search.find_query(&mesh, to).unwrap_err()), NoPathReason::GoalBlocked);
    // The same point, and both ends in one cell.
    assert_eq!(search.find(&mesh, start, start).unwrap().points, [start]);
    let path = search.find(&mesh, start, vec2(8.0, 40.0)).unwrap();
    assert_eq!((path.points.len(), path.reaches_goal), (2, true));
    assert_eq!(mesh.nearest(vec2(500.0, 25.0)), vec2(130.0, 25.0));
}

#[test]
fn path_x16_x17_mesh_searches_keep_the_contract() {
    let mut rng = Rng::new(31);
    let scene = random_scene(&mut rng, 8);
    let mesh = scene.mesh(1.0).unwrap();
    let mut search = MeshSearch::new();
    let (start, goal) = loop {
        let (start, goal) = (random_point(&mut rng, &mesh), random_point(&mut rng, &mesh));
        if search.find(&mesh, start, goal).is_ok_and(|path| path.points.len() > 3) {
            break (start, goal);
        }
    };
    let whole = search.path().clone();
    for slice in [1, 7, 1000] {
        search.begin(&mesh, MeshQuery::new(start, goal));
        let (mut fraction, mut expanded, mut partial) = (0.0, 0, MeshPath::default());
        while search.step(&mesh, slice) == Status::Running {
            let progress = search.progress();
            assert!(progress.fraction >= fraction && progress.expanded - expanded <= slice);
            (fraction, expanded) = (progress.fraction, progress.expanded);
            search.partial_path(&mesh, &mut partial);
            assert_eq!(partial.points[0], start);
            assert!(!partial.reaches_goal && search.path().is_empty());
            for pair in partial.points.windows(2) {
                assert!(scene.sees(pair[0].as_dvec2(), pair[1].as_dvec2()));
            }
        }
        assert_eq!((search.path(), search.progress().fraction), (&whole, 1.0));
    }
    // Recorded, and as a job.
    search.trace_mut().recording = true;
    search.begin(&mesh, MeshQuery::new(start, goal));
    while search.step(&mesh, 3) == Status::Running {}
    assert_eq!(search.path(), &whole);
    let trace = search.trace();
    assert_eq!(trace.closed().count() as u32, search.progress().expanded);
    for event in trace.events.iter().filter(|event| event.kind == TraceKind::Closed) {
        let straight = f64::from(mesh.unit()) * start.as_dvec2().distance(goal.as_dvec2());
        assert!(f64::from(event.g) + f64::from(event.h) >= straight - 2.0);
        assert!(mesh.cell_at((event.cell.left + event.cell.right) / 2.0).is_some());
    }
    search.begin(&mesh, MeshQuery::new(start, goal));
    let mut job = SearchJob::new(&mesh, &mut search);
    while let JobProgress::Pending(_) = job.step(&mut Budget::units(2)) {}
    assert_eq!(search.path(), &whole);
    // Limits, cancel, another mesh.
    let mut ask = |query: MeshQuery| search.find_query(&mesh, query).cloned();
    let length = whole.length as f32;
    let short = MeshQuery { length_limit: length * 0.999, ..MeshQuery::new(start, goal) };
    let reason = |result| match result {
        Err(PathError::NoPath(no_path)) => no_path.reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(ask(short)), NoPathReason::CostLimit);
    assert_eq!(ask(MeshQuery { length_limit: length * 1.001, ..short }), Ok(whole));
    let few = MeshQuery { expansion_limit: 2, ..MeshQuery::new(start, goal) };
    assert_eq!(reason(ask(few)), NoPathReason::ExpansionLimit);
    search.begin(&mesh, MeshQuery::new(start, goal));
    assert_eq!(search.step(&rooms(), 5), Status::Failed(PathError::GridChanged));
    search.begin(&mesh, MeshQuery::new(start, goal));
    Search::<NavMesh>::cancel(&mut search);
    assert_eq!(search.step(&mesh, 5), Status::Idle);
    assert!(search.memory_bytes() > 0 && mesh.memory_bytes() > 0);
}

#[test]
fn bad_meshes_are_refused_with_their_place() {
    let square = [vec2(0.0, 0.0), vec2(9.0, 0.0), vec2(9.0, 9.0), vec2(0.0, 9.0), vec2(4.0, 4.0)];
    let cells = |cells: &[&[u32]]| NavMesh::from_cells(&square, cells).unwrap_err();
    let mesh = |error| PathError::Mesh(error);
    assert_eq!(cells(&[]), mesh(MeshError::Empty));
    assert_eq!(cells(&[&[0, 1]]), mesh(MeshError::TooFewCorners { part: 0 }));
    assert_eq!(
        cells(&[&[0, 1, 2], &[0, 7, 2]]),
        mesh(MeshError::NoSuchVertex { part: 1, corner: 1 })
    );
    assert_eq!(cells(&[&[0, 1, 4, 2, 3]]), mesh(MeshError::NotConvex { part: 0 }));
    assert_eq!(cells(&[&[0, 1, 0, 1]]), mesh(MeshError::NotConvex { part: 0 }));
    assert_eq!(
        cells(&[&[0, 1, 2, 3], &[0, 1, 4]]),
        mesh(MeshError::EdgeUsedTwice { part: 1, corner: 0 })
    );
    let bad = [vec2(0.0, 0.0), vec2(1.0, f32::NAN), vec2(0.0, 2.0)];
    let outline = |rings: &[&[Vec2]], radius| {
        NavMesh::from_outline(rings[0], &rings[1..], radius).unwrap_err()
    };
    assert_eq!(outline(&[&square, &bad], 0.0), mesh(MeshError::NotFinite { part: 1, corner: 1 }));
    assert_eq!(outline(&[&square[..2]], 0.0), mesh(MeshError::TooFewCorners { part: 0 }));
    assert_eq!(outline(&[&square[..4]], -1.0), mesh(MeshError::BadRadius(-1.0)));
    assert_eq!(outline(&[&square[..4]], 4.6), mesh(MeshError::Empty));
    assert_eq!(outline(&[&square[..4], &square[..4]], 0.0), mesh(MeshError::Empty));
    let grid = PathGrid::new(3, 3).unwrap();
    let size = NavMesh::from_grid(&grid, Vec2::ZERO, 0.0, 0.0).unwrap_err();
    assert_eq!(size, mesh(MeshError::BadCellSize(0.0)));
    assert!(NavMesh::from_grid(&grid, Vec2::NAN, 1.0, 0.0).is_err());
    // Numbers that are no cells, and corridors that are none.
    let mesh = rooms();
    assert!(mesh.cell(9999).is_empty() && mesh.component(9999).is_none());
    let mut out = Vec::new();
    assert!(!mesh.funnel(&[9999], Vec2::ZERO, Vec2::ONE, &mut out) && out.is_empty());
    assert!(!mesh.center_path(&[0, 0], Vec2::ZERO, Vec2::ONE, &mut out));
}

#[test]
fn issue_18_a_thin_needle_leaves_nothing_quickly() {
    let needle = [vec2(10.0, 10.0), vec2(42.0, 10.0), vec2(-120.0, 8.0), vec2(-38.0, 10.0)];
    // Its inner circle has a radius of 0.494.
    let middle = vec2(-37.994, 9.5063);
    let empty = NavMesh::from_outline(&needle, &[], 0.5).unwrap_err();
    assert_eq!(empty, PathError::Mesh(MeshError::Empty));
    for radius in [0.0, 0.1, 0.45, 0.49] {
        let mesh = NavMesh::from_outline(&needle, &[], radius).unwrap();
        assert!(mesh.contains(middle), "{radius}");
    }
}

#[test]
fn huge_and_tiny_rooms_are_the_same_room() {
    let room = [vec2(0.0, 0.0), vec2(90.0, 0.0), vec2(90.0, 60.0), vec2(0.0, 60.0)];
    let pillar = [vec2(40.0, 20.0), vec2(60.0, 30.0), vec2(45.0, 45.0)];
    let mut search = MeshSearch::new();
    for scale in [1e-20f32, 1e-3, 1.0, 1e6, 1e30] {
        let [room, pillar] = [&room[..], &pillar]
            .map(|ring| -> Vec<Vec2> { ring.iter().map(|&corner| corner * scale).collect() });
        let mesh = NavMesh::from_outline(&room, &[&pillar], 2.0 * scale).unwrap();
        let path = search.find(&mesh, vec2(10.0, 25.0) * scale, vec2(80.0, 25.0) * scale).unwrap();
        assert!((path.length / f64::from(scale) - 71.51).abs() < 0.1, "{}", path.length);
    }
}

#[test]
fn a_grid_path_is_never_shorter_than_the_mesh_path() {
    let mut rng = Rng::new(77);
    let grid =
        generate::caves(60, 60, 0.43, 4, &mut rng).unwrap().with_diagonals(Diagonals::NoCorners);
    let mesh = NavMesh::from_grid(&grid, Vec2::ZERO, 1.0, 0.0).unwrap();
    let (mut search, mut any_angle) = (MeshSearch::new(), motile_path::AnyAngle::new());
    let mut found = 0;
    for _ in 0..200 {
        let cell = |rng: &mut Rng| motile_geom::ivec2(rng.int(0..60), rng.int(0..60));
        let (start, goal) = (cell(&mut rng), cell(&mut rng));
        let by_grid = motile_path::GridSearch::find(&mut any_angle, &grid, start, goal);
        let Ok(by_grid) = by_grid.map(|path| path.length) else { continue };
        let by_mesh = search.find(&mesh, start.as_vec2() + 0.5, goal.as_vec2() + 0.5).unwrap();
        assert!(by_mesh.length <= by_grid + 1e-6, "{} {by_grid}", by_mesh.length);
        found += 1;
    }
    assert!(found > 50, "{found}");
}

/// Two cells that share several edges on one line sent the sight of a bend on that line back and forth for ever.
#[test]
fn issue_18_tangled_rings_are_searched_once() {
    let rings: [&[(i8, i8)]; 3] = [
        &[
            (4, 0),
            (91, 0),
            (90, 0),
            (-38, 60),
            (2, 4),
            (0, 0),
            (90, 0),
            (90, -59),
            (6, 60),
            (20, 60),
            (60, 4),
            (20, 96),
            (-95, 60),
            (-2, -2),
        ],
        &[(-2, -2), (20, 0), (0, 0), (32, 9), (-9, 0), (0, 0), (3, 60), (20, 60)],
        &[(60, 20), (60, 50), (4, -2), (-1, 2), (4, 0), (0, 90)],
    ];
    let place = |&(x, y): &(i8, i8)| vec2(f32::from(x), f32::from(y));
    let [outline, first, second] = rings.map(|ring| ring.iter().map(place).collect::<Vec<Vec2>>());
    let mesh = NavMesh::from_outline(&outline, &[&first, &second], 0.5).unwrap();
    let query = MeshQuery {
        nearest: true,
        expansion_limit: 2000,
        ..MeshQuery::new(mesh.center(0), mesh.center(mesh.cell_count() - 1))
    };
    let mut search = MeshSearch::new();
    let path = search.find_query(&mesh, query).unwrap();
    assert!((path.length - length_of(&path.points)).abs() < 1e-3, "{}", path.length);
    assert!((path.length - 135.611).abs() < 1e-3, "{}", path.length);
}
