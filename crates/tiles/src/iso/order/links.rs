//! The pairs whose order depth does not tell.

use crate::iso::view::Relation;

/// Which of two is drawn first, as far as depth does not tell.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    /// Behind and in front, where the one behind may be the nearer one by depth: all other pairs are in order by themselves.
    pub(super) late: Vec<(u32, u32)>,
    /// Those that share space.
    pub(super) mixed: Vec<(u32, u32)>,
}

impl Links {
    pub(super) fn clear(&mut self) {
        self.late.clear();
        self.mixed.clear();
    }

    pub(super) fn retain(&mut self, stays: impl Fn(u32, u32) -> bool) {
        self.late.retain(|&(a, b)| stays(a, b));
        self.mixed.retain(|&(a, b)| stays(a, b));
    }

    /// Notes how the first one stands to the second one.
    pub(super) fn add(&mut self, first: u32, second: u32, relation: Option<Relation>) {
        match relation {
            None => {}
            Some(Relation::Behind) => self.late.push((first, second)),
            Some(Relation::InFront) => self.late.push((second, first)),
            Some(Relation::Mixed | Relation::Level) => {
                self.late.extend([(first, second), (second, first)]);
                self.mixed.push((first.min(second), first.max(second)));
            }
        }
    }
}
