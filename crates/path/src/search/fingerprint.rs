//! Searches and maps as parts of a state that is hashed.

use crate::{
    AStar, AnyAngle, AutoSearch, Bidirectional, DStarLite, GridSearch, Hierarchy, Incremental, Jps,
    NavMesh, PathGrid, Replanner, Status,
};
use motile_geom::{HashState, StateHash};

/// By [`PathGrid::fingerprint`], which takes no time: size, walls, multipliers and rules.
impl HashState for PathGrid {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.fingerprint());
    }
}

/// By [`NavMesh::fingerprint`], which takes no time.
impl HashState for NavMesh {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.fingerprint());
    }
}

/// Where the work stands and what it has found. The order of its open list is not read: two runs that differ there
/// differ in the cells they expand or in the path a little later.
fn write_search<S: GridSearch + ?Sized>(search: &S, hash: &mut StateHash) {
    hash.write_u32(match search.status() {
        Status::Idle => 0,
        Status::Running => 1,
        Status::Found => 2,
        Status::NoPath(_) => 3,
        Status::Failed(_) => 4,
    });
    let progress = search.progress();
    hash.write(&(progress.expanded, progress.visited));
    hash.write(search.path());
}

macro_rules! hash_searches {
    ($($search:ty),+ $(,)?) => {$(
        /// Where the work stands, how many cells it has seen, and the path found.
        impl HashState for $search {
            fn hash_state(&self, hash: &mut StateHash) {
                write_search(self, hash);
            }
        }
    )+};
}

hash_searches! {
    AStar, AnyAngle, AutoSearch, Bidirectional, DStarLite, Hierarchy, Jps, Replanner,
    dyn GridSearch + '_, dyn Incremental + '_,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Query, Search};
    use motile_geom::ivec2;

    #[test]
    fn a_search_hashes_by_its_work_and_its_path() {
        let grid = PathGrid::new(8, 8).unwrap();
        let query = Query::new(ivec2(0, 0), ivec2(7, 7));
        let mut search = AStar::default();
        let mut seen = vec![StateHash::of(&search)];
        search.begin(&grid, query);
        seen.push(StateHash::of(&search));
        search.step(&grid, 2);
        seen.push(StateHash::of(&search));
        search.finish(&grid);
        seen.push(StateHash::of(&search));
        let as_trait: &dyn GridSearch = &search;
        assert_eq!(StateHash::of(as_trait), seen[3]);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 4, "every stage of the work has a hash of its own");
    }

    #[test]
    fn a_wall_changes_the_hash_of_a_grid_and_its_removal_brings_it_back() {
        let mut grid = PathGrid::new(5, 4).unwrap();
        let free = StateHash::of(&grid);
        grid.set_walkable(ivec2(2, 2), false);
        assert_ne!(StateHash::of(&grid), free);
        grid.set_walkable(ivec2(2, 2), true);
        assert_eq!(StateHash::of(&grid), free);
    }
}
