//! Grids of several cell sizes, for boxes of mixed sizes.

use super::Broadphase;
use super::box_rows::{BoxRows, Plan, fair_side};
use super::survey::Survey;
use crate::Pair;
use motile_geom::{Aabb, Vec2};

/// A broad phase for boxes of mixed sizes: a stack of grids with ever wider cells. A box stands in the grid that fits its size; pairs of boxes on
/// two levels are found by looking the boxes of one up in the grid of the other, whichever takes less.
///
/// A level holds boxes up to four times as large as its smallest, or more where boxes are so sparse that wider
/// looks cost nothing: a wide range of sizes takes few levels, often one.
///
/// Pairs come level by level from the smallest boxes up: first those within the level in the order of
/// [`BoxGrid`](super::BoxGrid), then those with each coarser level, in the order of the boxes that are looked
/// up. Boxes come level by level.
#[doc(alias = "hierarchical spatial hash")]
#[doc(alias = "hgrid")]
#[derive(Clone, Debug)]
pub struct HierarchicalGrid {
    boxes: Vec<Aabb>,
    bounds: Aabb,
    /// From the smallest boxes up; those beyond `used` are kept for their memory.
    levels: Vec<BoxRows>,
    used: usize,
    /// Class of size of each box.
    classes: Vec<u8>,
    /// Indices of boxes sorted by level.
    members: Vec<u32>,
}

impl Default for HierarchicalGrid {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            bounds: Aabb::EMPTY,
            levels: Vec::new(),
            used: 0,
            classes: Vec::new(),
            members: Vec::new(),
        }
    }
}

/// Most levels; the last takes all that is larger.
const MAX_LEVELS: usize = 16;
/// Classes of size: powers of two, the exponents of `f32`.
const CLASSES: usize = 256;
/// The class of boxes that are not valid: no finite number has this exponent.
const INVALID: u8 = 255;
/// Sizes a level spans, whatever the density.
const SPAN: f64 = 4.0;
/// How much wider than the share of a box the largest of a level may be: a look into a row then meets some
/// eight candidates, which are one group.
const WIDER: f64 = 6.0;

/// What is known about a class of sizes.
#[derive(Clone, Copy, Default)]
struct Class {
    count: u32,
    largest: f32,
}

impl HierarchicalGrid {
    /// Number of levels in use.
    pub fn levels(&self) -> u32 {
        self.used as u32
    }

    pub(super) fn update_surveyed(&mut self, boxes: &[Aabb], survey: &Survey) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.bounds = survey.bounds();
        let Survey { corners, reach, count, all_valid, .. } = *survey;
        if f64::from(reach.max_element()) <= WIDER * fair_side(corners, count as usize) {
            self.use_levels(1);
            self.levels[0].file(boxes, None, Plan { corners, reach, all_valid, side: None });
            self.used = count.min(1) as usize;
        } else {
            self.file_by_size(boxes, corners);
        }
    }

    fn use_levels(&mut self, used: usize) {
        self.used = used;
        self.levels.resize_with(used.max(self.levels.len()), BoxRows::new);
    }

    fn file_by_size(&mut self, boxes: &[Aabb], corners: Aabb) {
        let classes = self.classify(boxes);
        let (level_of, levels) = Self::plan(&classes, corners);

        // A counting sort by level, stable as all the others.
        let mut next = [0; MAX_LEVELS];
        let mut sum = 0;
        for (next, level) in next.iter_mut().zip(&levels) {
            *next = sum;
            sum += level.count;
        }
        self.members.resize(boxes.len(), 0);
        for (i, &class) in self.classes.iter().enumerate().filter(|&(_, &class)| class != INVALID) {
            let next = &mut next[level_of[class as usize] as usize];
            self.members[*next as usize] = i as u32;
            *next += 1;
        }

        self.use_levels(levels.iter().take_while(|level| level.count > 0).count());
        for (level, (class, end)) in self.levels.iter_mut().zip(levels.iter().zip(next)) {
            let members = &self.members[(end - class.count) as usize..end as usize];
            let reach = Vec2::splat(class.largest);
            level.file(boxes, Some(members), Plan { corners, reach, all_valid: true, side: None });
        }
    }

    /// Sorts the boxes into classes.
    fn classify(&mut self, boxes: &[Aabb]) -> [Class; CLASSES] {
        let mut classes = [Class::default(); CLASSES];
        self.classes.clear();
        self.classes.extend(boxes.iter().map(|area| {
            if !area.is_valid() {
                return INVALID;
            }
            // Rounded up, so that it is never less than the difference.
            let side = area.size().max_element().next_up();
            let exponent = (side.to_bits() >> 23).min(u32::from(INVALID) - 1);
            let class = &mut classes[exponent as usize];
            class.count += 1;
            class.largest = class.largest.max(side);
            exponent as u8
        }));
        classes
    }

    /// Level of each class, and what each level holds: as many as are used, then empty ones.
    fn plan(classes: &[Class; CLASSES], corners: Aabb) -> ([u8; CLASSES], [Class; MAX_LEVELS]) {
        let mut level_of = [0; CLASSES];
        let mut levels = [Class::default(); MAX_LEVELS];
        let (mut last, mut smallest) = (0, 0.0);
        for (i, class) in classes.iter().enumerate().filter(|(_, class)| class.count > 0) {
            let fair = fair_side(corners, (levels[last].count + class.count) as usize);
            let largest = f64::from(class.largest);
            let fits = largest <= (WIDER * fair).max(SPAN * smallest);
            if levels[last].count > 0 && !fits && last + 1 < MAX_LEVELS {
                last += 1;
            }
            if levels[last].count == 0 {
                smallest = largest;
            }
            levels[last].count += class.count;
            levels[last].largest = class.largest;
            level_of[i] = last as u8;
        }
        (level_of, levels)
    }

    /// The levels that are looked up in each other, in order: the finer of two with all coarser ones, and of each two
    /// the grid first, then the one whose boxes are looked up in it.
    #[inline]
    fn coarser(&self, fine: usize) -> impl Iterator<Item = [&BoxRows; 2]> {
        let (fine, coarser) = (&self.levels[fine], &self.levels[fine + 1..self.used]);
        coarser.iter().map(move |coarse| {
            let up = coarse.look_up_cost(fine.reach(), fine.len());
            let down = fine.look_up_cost(coarse.reach(), coarse.len());
            if up < down { [coarse, fine] } else { [fine, coarse] }
        })
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn par_pairs(&self, pairs: &mut Vec<Pair>) {
        pairs.clear();
        for (i, fine) in self.levels[..self.used].iter().enumerate() {
            fine.par_pairs(pairs);
            for [grid, looked_up] in self.coarser(i) {
                grid.par_touching(looked_up, pairs);
            }
        }
    }

    /// How many boxes of the fullest level stand in the cell of a box, over the number if they were strewn evenly.
    pub(super) fn crowding(&self) -> f64 {
        let fullest = self.levels[..self.used].iter().max_by_key(|level| level.len());
        fullest.map_or(0.0, BoxRows::crowding)
    }
}

impl Broadphase for HierarchicalGrid {
    fn update(&mut self, boxes: &[Aabb]) {
        self.update_surveyed(boxes, &Survey::of(boxes));
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, mut f: impl FnMut(Pair)) {
        for (i, fine) in self.levels[..self.used].iter().enumerate() {
            fine.for_each_pair(&mut f);
            for [grid, looked_up] in self.coarser(i) {
                grid.for_each_touching(looked_up, &mut f);
            }
        }
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        for level in &self.levels[..self.used] {
            level.for_each_in(area, &mut f);
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
