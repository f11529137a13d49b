//! Traces: what the search did, as data.

use motile_geom::ivec2;
use motile_path::{
    AStar, Bidirectional, GridSearch, Jps, PathGrid, Query, Search, Status, TraceKind,
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
