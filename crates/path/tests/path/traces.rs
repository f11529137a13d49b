//! Traces and marks: what the search did, as data and as a debug view.

use crate::contract::all_searches;
use motile_geom::{MarkRole, Marks, Vec2, ivec2, vec2};
use motile_path::{
    AStar, Bidirectional, FlowField, Follower, GridSearch, Hierarchy, Jps, MeshSearch, NavMesh,
    PathGrid, Query, Search, Status, TraceKind,
};
use std::collections::HashMap;

#[test]
fn path_x19_a_trace_tells_the_whole_search() {
    let map = PathGrid::from_text("S..#..\n...#..\n...#.G\n......").unwrap();
    let (start, goal) = (map.start.unwrap(), map.goal.unwrap());
    let searches: [Box<dyn GridSearch>; 3] =
        [Box::new(AStar::new()), Box::new(Jps::new()), Box::new(Bidirectional::new())];
    for mut search in searches {
        let plain = search.find(&map.grid, start, goal).unwrap().clone();
        let expanded = search.progress().expanded;
        search.trace_mut().recording = true;
        search.begin(&map.grid, Query::new(start, goal));
        while search.step(&map.grid, 1) == Status::Running {}
        assert_eq!(search.path(), &plain, "recording changes nothing");
        let trace = search.trace();
        assert_eq!(trace.closed().count() as u32, expanded);
        assert_eq!(trace.closed().next(), Some(start));
    }
}

#[test]
fn path_x19_parents_lead_back_to_the_start() {
    let map = PathGrid::from_text("S..#..\n...#..\n...#.G\n......").unwrap();
    let (start, goal) = (map.start.unwrap(), map.goal.unwrap());
    let mut search = AStar::new();
    search.trace_mut().recording = true;
    search.begin(&map.grid, Query::new(start, goal));
    search.finish(&map.grid);
    let trace = search.trace().clone();
    let mut parents = HashMap::new();
    for event in &trace.events {
        if event.kind != TraceKind::Closed {
            parents.insert(event.cell, event.parent);
        }
    }
    let mut cells = vec![goal];
    while let Some(parent) = parents[cells.last().unwrap()] {
        cells.push(parent);
    }
    cells.reverse();
    assert_eq!(cells, search.path().cells);
    assert_eq!(trace.events[0].kind, TraceKind::Opened);
    assert_eq!((trace.events[0].cell, trace.events[0].parent), (ivec2(0, 0), None));
}

#[test]
fn marks_show_what_every_search_has_seen() {
    let map = PathGrid::from_text("S..#..\n...#..\n...#.G\n......").unwrap();
    let (start, goal) = (map.start.unwrap(), map.goal.unwrap());
    for (name, mut search) in all_searches() {
        let mut marks = Marks::new();
        search.begin(&map.grid, Query::new(start, goal));
        search.step(&map.grid, 3);
        search.mark(&map.grid, vec2(10.0, 20.0), 8.0, &mut marks);
        assert!(!marks.is_empty(), "{name}");
        search.finish(&map.grid);
        let mut seen = Vec::new();
        search.for_each_seen(&map.grid, &mut |cell, _| seen.push(cell));
        assert!(seen.iter().all(|&cell| map.grid.is_walkable(cell)), "{name}");
        let count = seen.len();
        seen.sort_by_key(|cell| (cell.y, cell.x));
        seen.dedup();
        assert_eq!(seen.len(), count, "{name} tells a cell once");
        marks.clear();
        search.mark(&map.grid, Vec2::ZERO, 8.0, &mut marks);
        let lines = marks.iter().filter(|mark| mark.role == MarkRole::Solution).count();
        assert_eq!((lines, marks.rejected), (search.path().cells.len() - 1, 0), "{name}");
        marks.clear();
        marks.on = false;
        search.mark(&map.grid, Vec2::ZERO, 8.0, &mut marks);
        assert!(marks.is_empty(), "{name}");
    }
}

#[test]
fn marks_of_maps_fields_meshes_traces_and_followers() {
    let map = PathGrid::from_text("S..#..\n...#..\n...#.G\n......").unwrap();
    let (grid, goal) = (&map.grid, map.goal.unwrap());
    let mut marks = Marks::new();
    let mut count = |show: &mut dyn FnMut(&mut Marks), role: MarkRole| {
        marks.clear();
        show(&mut marks);
        assert_eq!(marks.rejected, 0);
        marks.iter().filter(|mark| mark.role == role).count()
    };
    assert_eq!(count(&mut |marks| grid.mark(Vec2::ZERO, 8.0, marks), MarkRole::Obstacle), 3);
    let mut flow = FlowField::new();
    flow.compute(grid, &[goal]);
    let arrows = count(&mut |marks| flow.mark(Vec2::ZERO, 8.0, marks), MarkRole::Path);
    assert_eq!(arrows, 20, "a cell each but the walls and the goal");
    let field = flow.distances();
    let mark_field = &mut |marks: &mut Marks| field.mark(grid, Vec2::ZERO, 8.0, marks);
    assert_eq!(count(mark_field, MarkRole::Path), arrows);
    let mesh = NavMesh::from_grid(grid, Vec2::ZERO, 8.0, 0.0).unwrap();
    assert_eq!(count(&mut |marks| mesh.mark(marks), MarkRole::Collider), mesh.walls().count());
    let mut search = MeshSearch::new();
    search.find(&mesh, vec2(4.0, 4.0), vec2(44.0, 20.0)).unwrap();
    let mark_path = &mut |marks: &mut Marks| search.mark(&mesh, marks);
    assert_eq!(count(mark_path, MarkRole::Solution), search.path().points.len() - 1);
    let mut hierarchy = Hierarchy::with_clusters(8);
    hierarchy.update(grid);
    let clusters = &mut |marks: &mut Marks| hierarchy.mark_portals(grid, Vec2::ZERO, 8.0, marks);
    assert_eq!(count(clusters, MarkRole::GridLine), 1);
    let mut recorded = AStar::new();
    recorded.trace_mut().recording = true;
    recorded.find(grid, map.start.unwrap(), goal).unwrap();
    let trace = recorded.trace();
    let mark_trace = &mut |marks: &mut Marks| trace.mark(Vec2::ZERO, 8.0, marks);
    assert_eq!(count(mark_trace, MarkRole::Closed), trace.closed().count());
    let points = [vec2(0.0, 0.0), vec2(30.0, 0.0), vec2(30.0, 40.0)];
    let mut walker = Follower::new(points[0], 100.0);
    walker.start(&points);
    assert_eq!(count(&mut |marks| walker.mark(&points, marks), MarkRole::Path), 2);
}
