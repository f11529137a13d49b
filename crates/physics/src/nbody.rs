//! Bodies that attract each other: all pairs for few, Barnes and Hut's tree for many.

use fearless_simd::{Level, dispatch, f32x8, prelude::*};
use motile_geom::{Aabb, MarkRole, MarkSink, Marks, Vec2, vec2};

const LANES: usize = 8;
/// Bodies in a leaf, which share one list of what acts on them.
const LEAF: usize = 16;
/// Cells are halved at most this often in each direction.
const LEVELS: u32 = 16;

/// The attraction between many bodies: n-body gravity.
///
/// Far groups of bodies act as their mass and second moments in their center (Barnes and Hut 1986): a group counts as
/// far when its size is below [`opening`](Self::opening) times its distance. At the default of 0.6 the error of the force
/// is about 0.2 % in the mean; 0 takes all pairs. Up to [`ALL_PAIRS`](Self::ALL_PAIRS) bodies all pairs are taken
/// anyway. After the first call of a size nothing allocates, except with the feature `parallel`, or when there are bad
/// bodies to be left out.
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// use motile_physics::Attraction;
///
/// let mut attraction = Attraction::new(100.0, 0.0);
/// let pull = attraction.accelerations(&[vec2(0.0, 0.0), vec2(10.0, 0.0)], &[1.0, 4.0]);
/// assert!(pull[0].distance(vec2(4.0, 0.0)) < 1e-6);
/// assert!(pull[1].distance(vec2(-1.0, 0.0)) < 1e-6);
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "Barnes-Hut")]
#[doc(alias = "n-body")]
#[doc(alias = "quadtree")]
pub struct Attraction {
    /// Gravity constant: acceleration by a mass of 1 at a distance of 1 pixel.
    pub constant: f32,
    /// Bodies closer than about this many pixels attract no stronger, 0 or more.
    pub softening: f32,
    /// How large far groups may look: size by distance, 0 or more.
    pub opening: f32,
    /// How many bodies were left out, and calls answered with nothing, because of bad numbers.
    pub rejected: u64,
    /// The tree of the last call, empty when all pairs were taken.
    nodes: Vec<Node>,
    /// Bodies by their place on the curve, then by their index.
    keyed: Vec<(u32, u32)>,
    bodies: Bodies,
    /// Accelerations in the order of the tree.
    sorted: Vec<Vec2>,
    found: Vec<Vec2>,
    list: Bodies,
    /// With threads every one of them has its own.
    #[cfg(not(feature = "parallel"))]
    cells: Cells,
    level: Level,
}

/// Places and masses as the kernel reads them.
#[derive(Clone, Debug, Default)]
struct Bodies {
    x: Vec<f32>,
    y: Vec<f32>,
    mass: Vec<f32>,
}

impl Bodies {
    fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
        self.mass.clear();
    }

    fn push(&mut self, at: Vec2, mass: f32) {
        self.x.push(at.x);
        self.y.push(at.y);
        self.mass.push(mass);
    }

    fn extend(&mut self, other: &Self, from: usize, to: usize) {
        self.x.extend_from_slice(&other.x[from..to]);
        self.y.extend_from_slice(&other.y[from..to]);
        self.mass.extend_from_slice(&other.mass[from..to]);
    }

    /// Fills up the last lanes with bodies of no mass.
    fn pad(&mut self) {
        while !self.x.len().is_multiple_of(LANES) {
            self.push(Vec2::ZERO, 0.0);
        }
    }
}

/// Far cells as the kernel reads them.
#[derive(Clone, Debug, Default)]
struct Cells {
    bodies: Bodies,
    moments: [Vec<f32>; 3],
}

impl Cells {
    fn clear(&mut self) {
        self.bodies.clear();
        self.moments.iter_mut().for_each(Vec::clear);
    }

    fn push(&mut self, center: Vec2, mass: f32, moments: [f32; 3]) {
        self.bodies.push(center, mass);
        for (list, moment) in self.moments.iter_mut().zip(moments) {
            list.push(moment);
        }
    }

    fn pad(&mut self) {
        self.bodies.pad();
        for list in &mut self.moments {
            list.resize(self.bodies.x.len(), 0.0);
        }
    }
}

/// A cell of the tree, in the order of a walk: its first child follows, `next` is what comes after all of it.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    center: Vec2,
    mass: f32,
    /// Second moments about the center: Σ m·x², Σ m·x·y, Σ m·y².
    moments: [f32; 3],
    start: u32,
    end: u32,
    next: u32,
    is_leaf: bool,
}

impl Default for Attraction {
    fn default() -> Self {
        Self {
            constant: 1.0,
            softening: 1.0,
            opening: 0.6,
            rejected: 0,
            nodes: Vec::new(),
            keyed: Vec::new(),
            bodies: Bodies::default(),
            sorted: Vec::new(),
            found: Vec::new(),
            list: Bodies::default(),
            #[cfg(not(feature = "parallel"))]
            cells: Cells::default(),
            level: Level::new(),
        }
    }
}

impl Attraction {
    /// With a gravity constant and a softening in pixels.
    pub fn new(constant: f32, softening: f32) -> Self {
        Self { constant, softening, ..Self::default() }
    }

    /// Up to this many bodies the tree does not pay.
    pub const ALL_PAIRS: usize = 1000;

    /// Acceleration of each body by all others, in pixels per second squared.
    ///
    /// A body with a position that is not finite or beyond 10⁹ pixels, or with a mass that is missing, negative or not
    /// finite, neither pulls nor is pulled; with bad settings nobody is. [`rejected`](Self::rejected) counts both.
    pub fn accelerations(&mut self, positions: &[Vec2], masses: &[f32]) -> &[Vec2] {
        // Bodies are numbered in 32 bits.
        if !self.has_good_settings() || positions.len() >= u32::MAX as usize {
            self.rejected += 1;
            self.found.clear();
            self.found.resize(positions.len(), Vec2::ZERO);
        } else if positions.len() == masses.len() && positions.iter().zip(masses).all(is_good) {
            self.compute(positions, masses);
        } else {
            self.compute_for_the_good(positions, masses);
        }
        &self.found
    }

    fn has_good_settings(&self) -> bool {
        let positive = |value: f32| (0.0..=1e9).contains(&value);
        self.constant.is_finite() && positive(self.softening) && positive(self.opening)
    }

    fn compute(&mut self, positions: &[Vec2], masses: &[f32]) {
        self.nodes.clear();
        if positions.len() <= Self::ALL_PAIRS || self.opening == 0.0 {
            self.all_pairs(positions, masses);
        } else {
            self.sort(positions, masses);
            self.grow(0, positions.len(), 0);
            self.walk();
            self.found.resize(positions.len(), Vec2::ZERO);
            for (place, (_, index)) in self.keyed.iter().enumerate() {
                self.found[*index as usize] = self.sorted[place];
            }
        }
    }

    /// Leaves out the bodies with bad numbers, which accelerate nobody and are not accelerated.
    fn compute_for_the_good(&mut self, positions: &[Vec2], masses: &[f32]) {
        let bodies = positions.iter().zip(masses).enumerate();
        let good: Vec<usize> = bodies.filter(|(_, body)| is_good(*body)).map(|(i, _)| i).collect();
        let places: Vec<Vec2> = good.iter().map(|&i| positions[i]).collect();
        let weights: Vec<f32> = good.iter().map(|&i| masses[i]).collect();
        self.compute(&places, &weights);
        let mut found = vec![Vec2::ZERO; positions.len()];
        for (&i, pull) in good.iter().zip(&self.found) {
            found[i] = *pull;
        }
        self.found = found;
        self.rejected += (positions.len().max(masses.len()) - good.len()) as u64;
    }

    /// Marks the cells of the tree that the last call grew, by their depth; nothing when it took all pairs.
    pub fn mark(&self, marks: &mut Marks) {
        // Nodes are in the order of a walk: a cell is inside all those whose end has not come yet.
        let mut open: Vec<u32> = Vec::new();
        for (node, index) in self.nodes.iter().zip(0u32..) {
            while open.last().is_some_and(|&end| end <= index) {
                open.pop();
            }
            marks.aabb(MarkRole::TreeNode(open.len() as u8), node.bounds);
            open.push(node.next);
        }
        if self.rejected > 0 {
            let place = self.nodes.first().map_or(Vec2::ZERO, |root| root.bounds.min);
            marks.label(MarkRole::Note, place, format_args!("{} bodies rejected", self.rejected));
        }
    }

    fn all_pairs(&mut self, positions: &[Vec2], masses: &[f32]) {
        self.list.clear();
        for (&at, &mass) in positions.iter().zip(masses) {
            self.list.push(at, mass);
        }
        self.list.pad();
        let (list, level, softening) = (&self.list, self.level, self.softening);
        self.found.clear();
        let constant = self.constant;
        self.found.extend(
            positions
                .iter()
                .map(|&at| dispatch!(level, simd => pull(simd, at, list, softening)) * constant),
        );
    }

    /// Sorts bodies along a curve that keeps neighbors together: by the bits of both coordinates in turn (Morton's
    /// Z-order). Every cell of the quadtree is a range of this order, whose key has the cell's path in its leading bits:
    /// no pointers to children are needed, and what lies close in the plane lies close in memory.
    fn sort(&mut self, positions: &[Vec2], masses: &[f32]) {
        let bounds = Aabb::around(positions.iter().copied());
        let side = bounds.size().max_element().max(f32::MIN_POSITIVE);
        // A little below one, so that the farthest body still falls into the last cell.
        let scale = ((1u32 << LEVELS) as f32 * 0.999_999) / side;
        self.keyed.clear();
        self.keyed.extend(positions.iter().zip(0..).map(|(at, index)| {
            let cell = (*at - bounds.min) * scale;
            (spread(cell.x as u32) | spread(cell.y as u32) << 1, index)
        }));
        self.keyed.sort_unstable();
        self.bodies.clear();
        for (_, index) in &self.keyed {
            self.bodies.push(positions[*index as usize], masses[*index as usize]);
        }
    }

    /// Makes the cell of a range of bodies, and those below it. `level` is how often the square was halved.
    fn grow(&mut self, start: usize, end: usize, level: u32) {
        let place = self.nodes.len();
        let is_leaf = end - start <= LEAF || level == LEVELS;
        self.nodes.push(self.node(start, end, is_leaf));
        if !is_leaf {
            // Two bits of the key, one of each coordinate, tell the quarters of this level apart.
            let shift = 2 * (LEVELS - 1 - level);
            let mut from = start;
            for quarter in 0..4 {
                let keys = &self.keyed[from..end];
                let count = keys.partition_point(|(key, _)| (key >> shift) & 3 <= quarter);
                if count > 0 {
                    self.grow(from, from + count, level + 1);
                }
                from += count;
            }
        }
        self.nodes[place].next = self.nodes.len() as u32;
    }

    /// The sums of a cell over its bodies, in `f64`: far from the origin the second moments are small differences of
    /// large numbers. Summing over all levels costs `LEVELS` looks at a body, less than one leaf does in the walk.
    fn node(&self, start: usize, end: usize, is_leaf: bool) -> Node {
        let bounds = Aabb::around((start..end).map(|i| vec2(self.bodies.x[i], self.bodies.y[i])));
        let (mut mass, mut x, mut y) = (0.0f64, 0.0f64, 0.0f64);
        for i in start..end {
            let m = f64::from(self.bodies.mass[i]);
            mass += m;
            x += m * f64::from(self.bodies.x[i]);
            y += m * f64::from(self.bodies.y[i]);
        }
        let center =
            if mass > 0.0 { vec2((x / mass) as f32, (y / mass) as f32) } else { bounds.center() };
        let mut moments = [0.0f64; 3];
        for i in start..end {
            let m = f64::from(self.bodies.mass[i]);
            let offset = vec2(self.bodies.x[i], self.bodies.y[i]).as_dvec2() - center.as_dvec2();
            moments[0] += m * offset.x * offset.x;
            moments[1] += m * offset.x * offset.y;
            moments[2] += m * offset.y * offset.y;
        }
        let moments = moments.map(|moment| moment as f32);
        Node {
            bounds,
            center,
            mass: mass as f32,
            moments,
            start: start as u32,
            end: end as u32,
            next: 0,
            is_leaf,
        }
    }

    /// Every leaf gathers what acts on it, then its bodies are pulled by that. One walk for the sixteen bodies of a leaf,
    /// instead of one each, leaves lists long enough for the lanes; that all of them see the same cells is paid for by
    /// measuring distances from the nearest place of the leaf.
    fn walk(&mut self) {
        self.sorted.clear();
        self.sorted.resize(self.bodies.x.len(), Vec2::ZERO);
        let tree = Tree {
            nodes: &self.nodes,
            bodies: &self.bodies,
            opening: self.opening,
            softening: self.softening,
            constant: self.constant,
            level: self.level,
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            let mut rest = &mut self.sorted[..];
            let mut leaves = Vec::new();
            for leaf in tree.nodes.iter().filter(|node| node.is_leaf) {
                let (out, after) = rest.split_at_mut((leaf.end - leaf.start) as usize);
                leaves.push((leaf, out));
                rest = after;
            }
            leaves.into_par_iter().for_each_init(Default::default, |(list, cells), (leaf, out)| {
                tree.pull_leaf(leaf, list, cells, out);
            });
        }
        #[cfg(not(feature = "parallel"))]
        for leaf in self.nodes.iter().filter(|node| node.is_leaf) {
            let out = &mut self.sorted[leaf.start as usize..leaf.end as usize];
            tree.pull_leaf(leaf, &mut self.list, &mut self.cells, out);
        }
    }
}

/// What a walk reads.
struct Tree<'a> {
    nodes: &'a [Node],
    bodies: &'a Bodies,
    opening: f32,
    softening: f32,
    constant: f32,
    level: Level,
}

impl Tree<'_> {
    /// The pull on all bodies of a leaf, out in the order of the tree.
    fn pull_leaf(&self, leaf: &Node, list: &mut Bodies, cells: &mut Cells, out: &mut [Vec2]) {
        list.clear();
        cells.clear();
        let mut at = 0;
        while at < self.nodes.len() {
            let node = &self.nodes[at];
            let size = node.bounds.size().max_element();
            let nearest = node.center.clamp(leaf.bounds.min, leaf.bounds.max);
            let distance = node.center.distance(nearest);
            if size < self.opening * distance {
                cells.push(node.center, node.mass, node.moments);
                at = node.next as usize;
            } else if node.is_leaf {
                list.extend(self.bodies, node.start as usize, node.end as usize);
                at = node.next as usize;
            } else {
                at += 1;
            }
        }
        list.pad();
        cells.pad();
        let (list, cells, softening) = (&*list, &*cells, self.softening);
        dispatch!(self.level, simd => {
            for (out, i) in out.iter_mut().zip(leaf.start as usize..) {
                let body = vec2(self.bodies.x[i], self.bodies.y[i]);
                let near = pull(simd, body, list, softening);
                *out = (near + pull_far(simd, body, cells, softening)) * self.constant;
            }
        });
    }
}

/// The pull of a list of bodies on a place. A body in the very place does not pull.
///
/// The lists are padded with bodies of no mass, so that there is no rest to be handled, and slices of one length let the
/// bounds checks go.
#[inline(always)]
fn pull<S: Simd>(simd: S, at: Vec2, list: &Bodies, softening: f32) -> Vec2 {
    let (mut sum_x, mut sum_y) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 0.0));
    let zero = f32x8::splat(simd, 0.0);
    let n = list.x.len();
    let (xs, ys, masses) = (&list.x[..n], &list.y[..n], &list.mass[..n]);
    for from in (0..n).step_by(LANES) {
        let dx = f32x8::from_slice(simd, &xs[from..from + LANES]) - at.x;
        let dy = f32x8::from_slice(simd, &ys[from..from + LANES]) - at.y;
        let squared = dx * dx + dy * dy + softening * softening;
        let mass = f32x8::from_slice(simd, &masses[from..from + LANES]);
        let part = mass / (squared * squared.sqrt());
        // Also the body itself is in the list: leaving it out by its distance is cheaper than by its index.
        let part = squared.simd_gt(zero).select(part, zero);
        sum_x += dx * part;
        sum_y += dy * part;
    }
    total(sum_x, sum_y)
}

/// The pull of far cells: that of their mass in the center, and the correction by their second moments `Q`,
/// `(3·(d·Q·d·5/r² − tr Q)/2·d − 3·Q·d) / r⁵` for the bond `d` from the place to the cell. First moments are not there,
/// because cells have their mass in their center; the second ones
/// allow a wider opening at the same error.
#[inline(always)]
fn pull_far<S: Simd>(simd: S, at: Vec2, cells: &Cells, softening: f32) -> Vec2 {
    let (mut sum_x, mut sum_y) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 0.0));
    let n = cells.bodies.x.len();
    for from in (0..n).step_by(LANES) {
        let load = |list: &[f32]| f32x8::from_slice(simd, &list[from..from + LANES]);
        let dx = load(&cells.bodies.x) - at.x;
        let dy = load(&cells.bodies.y) - at.y;
        let [xx, xy, yy] = &cells.moments;
        let (xx, xy, yy) = (load(xx), load(xy), load(yy));
        let squared = dx * dx + dy * dy + softening * softening;
        let one = f32x8::splat(simd, 1.0) / squared;
        let cube = one / squared.sqrt();
        let (qx, qy) = (xx * dx + xy * dy, xy * dx + yy * dy);
        let along = (dx * qx + dy * qy) * one * 5.0 - (xx + yy);
        let part = cube * (load(&cells.bodies.mass) + along * one * 1.5);
        let turn = cube * one * 3.0;
        sum_x += dx * part - qx * turn;
        sum_y += dy * part - qy * turn;
    }
    total(sum_x, sum_y)
}

/// Adds up the lanes in a fixed order, whatever the width of the registers: a sum over lanes by the processor's own
/// instruction would be rounded differently at every SIMD level.
#[inline(always)]
fn total<S: Simd>(sum_x: f32x8<S>, sum_y: f32x8<S>) -> Vec2 {
    let mut lanes = [[0.0f32; LANES]; 2];
    sum_x.store_slice(&mut lanes[0]);
    sum_y.store_slice(&mut lanes[1]);
    let [x, y] = lanes.map(|lanes| lanes.iter().sum::<f32>());
    vec2(x, y)
}

/// A body with numbers to compute with.
fn is_good((position, mass): (&Vec2, &f32)) -> bool {
    position.abs().max_element() <= 1e9 && position.is_finite() && *mass >= 0.0 && mass.is_finite()
}

/// The low 16 bits of a number with gaps between them.
fn spread(value: u32) -> u32 {
    let mut bits = value & 0xffff;
    bits = (bits | bits << 8) & 0x00ff_00ff;
    bits = (bits | bits << 4) & 0x0f0f_0f0f;
    bits = (bits | bits << 2) & 0x3333_3333;
    (bits | bits << 1) & 0x5555_5555
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, StateHash};

    fn galaxy(n: usize) -> (Vec<Vec2>, Vec<f32>) {
        let mut rng = Rng::new(5);
        let positions = (0..n).map(|_| rng.in_unit_disc() * (1000.0 * rng.f32())).collect();
        (positions, (0..n).map(|_| rng.range(0.5..2.0)).collect())
    }

    /// Mean and worst relative error of the tree against all pairs in `f64`.
    fn errors(n: usize, opening: f32) -> (f64, f64) {
        let (positions, masses) = galaxy(n);
        let mut tree = Attraction { opening, ..Attraction::default() };
        let found = tree.accelerations(&positions, &masses);
        let (mut sum, mut worst) = (0.0, 0.0f64);
        for (at, found) in positions.iter().zip(found) {
            let exact = positions.iter().zip(&masses).fold(
                motile_geom::glam::DVec2::ZERO,
                |sum, (other, mass)| {
                    let d = other.as_dvec2() - at.as_dvec2();
                    let squared = d.length_squared() + 1.0;
                    sum + d * (f64::from(*mass) / (squared * squared.sqrt()))
                },
            );
            let error = found.as_dvec2().distance(exact) / exact.length();
            sum += error;
            worst = worst.max(error);
        }
        (sum / n as f64, worst)
    }

    #[test]
    fn barnes_hut_error_is_below_one_percent() {
        let (mean, worst) = errors(3000, 0.6);
        assert!(mean < 0.005, "mean {mean}, worst {worst}");
        let (fine, _) = errors(3000, 0.3);
        assert!(fine < mean * 0.5, "{fine}");
        assert!(errors(1000, 0.6).1 < 1e-3, "all pairs are exact");
    }

    #[test]
    fn momentum_hardly_changes_and_runs_repeat() {
        let (positions, masses) = galaxy(2500);
        let mut tree = Attraction::default();
        let first = tree.accelerations(&positions, &masses).to_vec();
        let total: Vec2 = first.iter().zip(&masses).map(|(a, m)| *a * *m).sum();
        let size: f32 = first.iter().zip(&masses).map(|(a, m)| a.length() * m).sum();
        assert!(total.length() < 0.01 * size);
        let again = Attraction::default().accelerations(&positions, &masses).to_vec();
        assert_eq!(StateHash::of(&first), StateHash::of(&again));
        let counted = allocation_counter::measure(|| {
            tree.accelerations(&positions, &masses);
        });
        assert!(cfg!(feature = "parallel") || counted.count_total == 0);
    }

    #[test]
    fn coincident_bodies_are_finite() {
        let mut tree = Attraction { softening: 0.0, ..Attraction::default() };
        let same = vec![vec2(3.0, 4.0); 1500];
        let found = tree.accelerations(&same, &vec![1.0; 1500]);
        assert!(found.iter().all(|a| *a == Vec2::ZERO));
        assert!(tree.accelerations(&[], &[]).is_empty());
        assert_eq!(tree.rejected, 0);
    }

    #[test]
    fn bad_bodies_neither_pull_nor_are_pulled_and_are_counted() {
        for n in [20, 2500] {
            let (mut positions, mut masses) = galaxy(n);
            let clean = Attraction::default().accelerations(&positions, &masses).to_vec();
            // Bad ones in between the good ones; the last one has no mass at all.
            positions.insert(3, Vec2::NAN);
            masses.insert(3, 1.0);
            positions.insert(7, Vec2::ZERO);
            masses.insert(7, -1.0);
            positions.push(Vec2::ONE);
            let mut tree = Attraction::default();
            let mut found = tree.accelerations(&positions, &masses).to_vec();
            assert_eq!(found.pop(), Some(Vec2::ZERO));
            assert_eq!((found.remove(7), found.remove(3)), (Vec2::ZERO, Vec2::ZERO));
            assert_eq!(found, clean);
            assert_eq!(tree.rejected, 3);
        }
        let mut tree = Attraction { opening: f32::NAN, ..Attraction::default() };
        assert_eq!(tree.accelerations(&[Vec2::ZERO, Vec2::ONE], &[1.0; 2]), [Vec2::ZERO; 2]);
        assert_eq!(tree.rejected, 1);
    }

    #[test]
    fn marks_are_the_cells_with_their_depth() {
        let (positions, masses) = galaxy(1500);
        let mut tree = Attraction::default();
        tree.accelerations(&positions, &masses);
        let mut marks = Marks::new();
        tree.mark(&mut marks);
        assert_eq!((marks.len(), marks.rejected), (tree.nodes.len(), 0));
        let depths = |depth| {
            let role = MarkRole::TreeNode(depth);
            marks.iter().filter(move |mark| mark.role == role).count()
        };
        assert_eq!((depths(0), depths(1)), (1, 4));
        // A hundred bodies take all pairs, and no tree.
        tree.accelerations(&positions[..100], &masses[..100]);
        marks.clear();
        tree.mark(&mut marks);
        assert!(marks.is_empty());
    }
}
