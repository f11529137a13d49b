//! Far things first: sorting by depth.

/// Sorts things by depth, far ones first, and remembers: an order that changed a little is sorted again in one pass.
///
/// Equal depths keep the order of the list, numbers are compared in full, NaN comes last. The order is one of indices: the list
/// itself stays as it is.
///
/// Two things that are about as far change places from one frame to the next, which is seen as a "pop": it suits carousels and things that stand
/// apart. [`PlaneSplit`](crate::PlaneSplit) does not pop.
///
/// ```
/// use motile_space::DepthSort;
/// let mut sort = DepthSort::new();
/// assert_eq!(sort.far_first(&[5.0, 1.0, 9.0, 3.0]), [2, 0, 3, 1]);
/// ```
#[doc(alias = "painters algorithm")]
#[doc(alias = "z-sort")]
#[derive(Clone, Debug, Default)]
pub struct DepthSort {
    order: Vec<u32>,
    /// Depth and index in one number each: numbers that are larger come later.
    entries: Vec<u64>,
    /// How often the last sort compared or moved; see [`DepthSort::comparisons`].
    comparisons: u64,
}

/// Moves a thing that the quick pass may take, on average, before sorting from nothing is faster; one more for each is lent at the start, so
/// that a list in which everything moved is given up after a part of it.
const MOVES: usize = 5;

impl DepthSort {
    /// A sort without memory of an order.
    pub const fn new() -> Self {
        Self { order: Vec::new(), entries: Vec::new(), comparisons: 0 }
    }

    /// The order in which things of these depths are painted: indices of the list. Allocates only while lists grow.
    pub fn far_first(&mut self, depths: &[f32]) -> &[u32] {
        self.comparisons = 0;
        if self.order.len() == depths.len() && self.mend(depths) {
            return &self.order;
        }
        self.comparisons = 0;
        self.entries.clear();
        self.entries.extend((0..).zip(depths).map(|(i, &depth)| entry(i, depth)));
        self.entries.sort_unstable();
        self.order.clear();
        self.order.extend(self.entries.iter().map(|&entry| entry as u32));
        &self.order
    }

    /// Forgets the order: the next sort is one from nothing.
    pub fn forget(&mut self) {
        self.order.clear();
    }

    /// How many comparisons the quick pass of the last sort took: one less than there are things when nothing changed, 0 when it was sorted
    /// from nothing.
    pub const fn comparisons(&self) -> u64 {
        self.comparisons
    }

    /// Insertion sort from the last order, given up when too much has to move. Tells whether all is in order.
    fn mend(&mut self, depths: &[f32]) -> bool {
        let Self { order, entries, comparisons } = self;
        let mut moves = 0;
        let mut first_moved = order.len();
        // All numbers first, in a loop of nothing else: depths come from all over the list, and reads that wait for no comparison
        // overlap.
        entries.clear();
        entries.extend(order.iter().map(|&index| entry(index, depths[index as usize])));
        let mut before = entries.first().copied().unwrap_or_default();
        for i in 1..entries.len() {
            let moving = entries[i];
            *comparisons += 1;
            // Most things stay where they are.
            if moving > before {
                before = moving;
                continue;
            }
            let mut to = i;
            while to > 0 && entries[to - 1] > moving {
                entries[to] = entries[to - 1];
                to -= 1;
            }
            entries[to] = moving;
            first_moved = first_moved.min(to);
            let steps = i - to;
            moves += steps;
            if moves > entries.len() + i * MOVES {
                return false;
            }
            *comparisons += steps as u64 - u64::from(to == 0);
        }
        for (place, &entry) in order[first_moved..].iter_mut().zip(&entries[first_moved..]) {
            *place = entry as u32;
        }
        true
    }
}

/// Larger depths give smaller numbers; of equal ones the first of the list does.
#[inline]
fn entry(index: u32, depth: f32) -> u64 {
    // Adding 0 makes -0 and 0 equal.
    let bits = (depth + 0.0).to_bits();
    // Floats are ordered like their bits, negative ones the other way round.
    let ordered = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
    let ordered = if depth.is_nan() { 0 } else { ordered };
    u64::from(!ordered) << 32 | u64::from(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pose, cube_poses};
    use motile_geom::{Rng, Vec3, vec3};

    #[test]
    fn t7_28_and_29_and_d3_26_and_29_and_w4_far_first_in_full_precision() {
        let mut sort = DepthSort::new();
        assert_eq!(sort.far_first(&[5.0, 1.0, 9.0, 3.0]), [2, 0, 3, 1]);
        assert_eq!(sort.far_first(&[0.2, 0.7, 0.4]), [1, 2, 0]);
        assert_eq!(sort.far_first(&[0.0, -0.0, -1.0]), [0, 1, 2]);
    }

    #[test]
    fn sim_a21_and_44_larger_depths_first_and_equal_ones_as_they_were() {
        let mut sort = DepthSort::new();
        for (depths, order) in [
            (&[0.0, 50.0, -20.0][..], &[1, 0, 2][..]),
            (&[5.0, 5.0, 5.0], &[0, 1, 2]),
            (&[30.0, 10.0, 20.0], &[0, 2, 1]),
            (&[1.0, 2.0, 3.0, 4.0, 5.0], &[4, 3, 2, 1, 0]),
            (&[5.0, 4.0, 3.0, 2.0, 1.0], &[0, 1, 2, 3, 4]),
            (&[0.0, 100.0, 100.0, -50.0, 0.0], &[1, 2, 0, 4, 3]),
            (&[], &[]),
            (&[7.0], &[0]),
        ] {
            assert_eq!(sort.far_first(depths), order, "{depths:?}, after another order");
            sort.forget();
            assert_eq!(sort.far_first(depths), order, "{depths:?}, from nothing");
        }
        let nan = f32::NAN;
        let strange = [nan, f32::NEG_INFINITY, 3.0, -nan, f32::INFINITY];
        assert_eq!(sort.far_first(&strange), [4, 2, 1, 0, 3], "what has no depth comes last");
        assert_eq!(sort.far_first(&strange), [4, 2, 1, 0, 3]);
    }

    #[test]
    fn sim_a21_the_carousel_of_eight() {
        let root = 0.5 * core::f32::consts::SQRT_2;
        let unit = [0.0, root, 1.0, root, 0.0, -root, -1.0, -root];
        let card = |k: usize| vec3(unit[k], 0.0, unit[(k + 2) % 8]) * 200.0;
        let order = |degrees: f32| {
            let turn = Pose::IDENTITY.with_angles(0.0, degrees.to_radians(), 0.0).transform();
            let depths: [f32; 8] = core::array::from_fn(|k| turn.direction(card(k)).z);
            DepthSort::new().far_first(&depths).to_vec()
        };
        assert_eq!(order(0.0), [0, 1, 7, 2, 6, 3, 5, 4]);
        assert_eq!(order(30.0), [7, 0, 6, 1, 5, 2, 4, 3]);
    }

    fn cube_order(x: f32, y: f32) -> (Vec<u32>, Vec<f32>) {
        let holder = Pose::IDENTITY.with_angles(x.to_radians(), y.to_radians(), 0.0).transform();
        let depths: Vec<f32> = cube_poses(200.0).map(|pose| holder.point(pose.position).z).to_vec();
        (DepthSort::new().far_first(&depths).to_vec(), depths)
    }

    #[test]
    fn t7_30_to_32_and_d3_32_panels_of_a_cube() {
        // Back, front, right, left, bottom, top.
        assert_eq!(cube_order(0.0, 0.0).0, [0, 2, 3, 4, 5, 1]);
        let turned = cube_order(0.0, 180.0).0;
        assert_eq!((turned[0], turned[5]), (1, 0));
        let near = |order: &[u32], depths: &[f32], wanted: [f32; 6]| {
            for (&i, wanted) in order.iter().zip(wanted) {
                assert!((depths[i as usize] - wanted).abs() < 1e-3);
            }
        };
        let (order, depths) = cube_order(30.0, 40.0);
        assert_eq!(order, [0, 3, 4, 5, 2, 1]);
        near(&order, &depths, [132.683, 128.558, 76.604, -76.604, -128.558, -132.683]);
        let (order, depths) = cube_order(30.0, 120.0);
        assert_eq!(order, [3, 1, 5, 4, 0, 2]);
        near(&order, &depths, [173.205, 86.603, 50.0, -50.0, -86.603, -173.205]);
    }

    #[test]
    fn t7_34_and_w5_what_is_in_order_is_looked_at_once() {
        let mut rng = Rng::new(1);
        let mut depths: Vec<f32> = (0..1000).map(|_| rng.range(-500.0..500.0)).collect();
        let mut sort = DepthSort::new();
        sort.far_first(&depths);
        assert_eq!(sort.comparisons(), 0);
        sort.far_first(&depths);
        assert_eq!(sort.comparisons(), 999);
        // Mended or sorted from nothing: the same order.
        for reach in [0.1, 10.0, 900.0] {
            for depth in &mut depths {
                *depth += rng.range(-reach..reach);
            }
            let mended = sort.far_first(&depths).to_vec();
            assert_eq!(mended, DepthSort::new().far_first(&depths));
            assert!(mended.windows(2).all(|w| depths[w[0] as usize] >= depths[w[1] as usize]));
        }
    }

    #[test]
    fn d3_27_and_28_local_depth_is_the_wrong_key() {
        let holder = Pose::IDENTITY.with_angles(0.0, core::f32::consts::PI, 0.0).transform();
        let children = [vec3(0.0, 0.0, 100.0), vec3(0.0, 0.0, -100.0)];
        let order =
            |key: &dyn Fn(Vec3) -> f32| DepthSort::new().far_first(&children.map(key)).to_vec();
        assert_eq!(order(&|child| child.z), [0, 1]);
        assert_eq!(order(&|child| holder.direction(child).z), [1, 0]);
    }
}
