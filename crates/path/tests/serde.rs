//! What is stored comes back the same, and what is malformed is refused with its reason.

use motile_geom::{Rng, Vec2, ivec2, vec2};
use motile_path::{
    AStar, AStarSettings, Diagonals, GridPath, GridSearch, MeshPath, MeshQuery, MeshSearch,
    NavMesh, PathGrid, Query, WeightRule, generate,
};

#[test]
fn path_n9_grids_queries_and_paths_survive_storing() {
    let mut rng = Rng::new(9);
    for round in 0..20 {
        let mut grid = generate::scatter(1 + rng.below(70), 1 + rng.below(9), 0.4, &mut rng)
            .unwrap()
            .with_diagonals(Diagonals::ALL[round % 4]);
        if round % 3 == 0 {
            grid = grid.with_weight_rule(WeightRule::Mean);
            grid.set_weight(ivec2(0, 0), 2.5);
        }
        let text = serde_json::to_string(&grid).unwrap();
        let back: PathGrid = serde_json::from_str(&text).unwrap();
        assert_eq!(back.fingerprint(), grid.fingerprint(), "{text}");
        assert_eq!(
            (back.unit(), back.weight(ivec2(0, 0))),
            (grid.unit(), grid.weight(ivec2(0, 0)))
        );
    }
    let grid = PathGrid::new(9, 9).unwrap();
    let path = AStar::new().find(&grid, ivec2(0, 0), ivec2(8, 3)).unwrap().clone();
    let text = serde_json::to_string(&path).unwrap();
    assert_eq!(serde_json::from_str::<GridPath>(&text).unwrap(), path);
    let query = Query { cost_limit: 7, ..Query::new(ivec2(1, 2), ivec2(3, 4)) };
    let text = serde_json::to_string(&query).unwrap();
    assert_eq!(serde_json::from_str::<Query>(&text).unwrap(), query);
    let settings = AStarSettings::weighted(1.5);
    let text = serde_json::to_string(&settings).unwrap();
    assert_eq!(serde_json::from_str::<AStarSettings>(&text).unwrap(), settings);
}

#[test]
fn path_n9_malformed_grids_are_refused() {
    let read =
        |text: &str| serde_json::from_str::<PathGrid>(text).map_err(|error| error.to_string());
    let grid = read(r#"{"width":3,"height":2,"runs":[0,1,5]}"#).unwrap();
    assert!(!grid.is_walkable(ivec2(0, 0)) && grid.is_walkable(ivec2(1, 0)));
    for (text, reason) in [
        (r#"{"width":3,"height":2,"runs":[5]}"#, "3 × 2"),
        (r#"{"width":0,"height":2,"runs":[]}"#, "0 × 2"),
        (r#"{"width":70000,"height":1,"runs":[70000]}"#, "70000 × 1"),
        (r#"{"width":1,"height":1,"runs":[4294967295,4294967295]}"#, "1 × 1"),
        (r#"{"width":2,"height":1,"runs":[2],"weights":[1.0]}"#, "2 × 1"),
        (r#"{"width":2,"height":1,"runs":[2],"weights":[1.0,0.0]}"#, "(1, 0)"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn path_n9_meshes_survive_storing() {
    let grid = generate::scatter(12, 9, 0.3, &mut Rng::new(3)).unwrap();
    let mesh = NavMesh::from_grid(&grid, Vec2::ZERO, 4.0, 0.5).unwrap();
    let text = serde_json::to_string(&mesh).unwrap();
    assert_eq!(serde_json::from_str::<NavMesh>(&text).unwrap(), mesh);
    let query = MeshQuery { nearest: true, ..MeshQuery::new(mesh.center(0), vec2(30.0, 30.0)) };
    let path = MeshSearch::new().find_query(&mesh, query).unwrap().clone();
    let text = serde_json::to_string(&path).unwrap();
    assert_eq!(serde_json::from_str::<MeshPath>(&text).unwrap(), path);
    let bad = r#"{"vertices":[[0.0,0.0],[1.0,0.0],[0.0,1.0]],"cells":[[0,1,5]]}"#;
    let error = serde_json::from_str::<NavMesh>(bad).unwrap_err().to_string();
    assert!(error.contains("corner 2 of cell 0"), "{error}");
}
