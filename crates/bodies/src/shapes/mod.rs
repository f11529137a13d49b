//! Pictures as shapes: outlines with holes, convex parts, mass.
//!
//! The pixels that count become islands; each island has outlines along its pixel edges, fewer corners within a
//! tolerance, and convex parts that cover these outlines exactly, holes left open. All of it is computed in whole numbers,
//! so nothing is a matter of rounding.

mod cache;
mod lattice;
mod monotone;
mod parts;
mod simplify;

pub use cache::ShapeCache;

use crate::BodyError;
#[cfg(feature = "world")]
pub(crate) use lattice::Runs as PixelRuns;
use lattice::{Ring, Run, Runs, UNITS, to_pixels};
use motile_collide::Mask;
use motile_geom::exact::{to_f32, to_vec2};
use motile_geom::glam::DVec2;
use motile_geom::{
    ConvexPolygon, IRect, IVec2, MassProperties, SaveState, StateError, StateReader, StateWriter,
    Vec2, state_fields,
};
use motile_pixels::Surface;

/// How a picture becomes a shape. The defaults work for sprites.
///
/// ```
/// use motile_bodies::PictureTrace;
/// use motile_collide::Mask;
///
/// // A ring of pixels: its hole stays open.
/// let ring = Mask::from_fn(30, 30, |x, y| !(10..20).contains(&x) || !(10..20).contains(&y))?;
/// let shape = PictureTrace::default().of_mask(&ring)?;
/// assert_eq!(shape.islands.len(), 1);
/// assert_eq!(shape.area(), 800.0);
/// assert!(shape.parts().all(|part| part.vertices().len() <= 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "convex decomposition")]
#[doc(alias = "marching squares")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureTrace {
    /// Pixels with at least this alpha count: 128 by default, so that half covered ones do.
    pub threshold: u8,
    /// How far, in pixels, a dropped corner may lie from the outline; 0 keeps every corner of every pixel. NaN counts as 0.
    pub tolerance: f32,
    /// Most corners of a convex part, at least 3.
    pub max_corners: u32,
    /// Islands of fewer pixels are left out.
    pub smallest: u32,
    /// What covers the pixels.
    pub cover: PictureCover,
    /// Where mass, center and inertia come from.
    pub weight: PictureWeight,
}

/// What covers the pixels of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureCover {
    /// Convex parts that cover the simplified outline exactly: hollows and holes stay open.
    #[default]
    Parts,
    /// One convex hull around all islands together: the quickest, but it fills hollows and holes.
    #[doc(alias = "convex hull")]
    Hull,
}

/// Where the mass of a picture comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureWeight {
    /// From the shape that covers the picture.
    Cover,
    /// Every counted pixel weighs as much as any other: true to the picture however coarse the cover is.
    #[default]
    Pixels,
    /// Every counted pixel weighs its alpha: soft edges are light. Masks have no alpha; there it is [`Self::Pixels`].
    Alpha,
}

impl Default for PictureTrace {
    fn default() -> Self {
        Self {
            threshold: 128,
            tolerance: 1.0,
            max_corners: 8,
            smallest: 1,
            cover: PictureCover::Parts,
            weight: PictureWeight::Pixels,
        }
    }
}

impl SaveState for PictureTrace {
    fn save(&self, out: &mut StateWriter) {
        (self.threshold, self.tolerance, self.max_corners, self.smallest).save(out);
        (self.cover as u32, self.weight as u32).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (threshold, tolerance, max_corners, smallest) = SaveState::restore(input)?;
        let covers = [PictureCover::Parts, PictureCover::Hull];
        let cover = covers[input.variant(2, "a cover")? as usize];
        let weights = [PictureWeight::Cover, PictureWeight::Pixels, PictureWeight::Alpha];
        let weight = weights[input.variant(3, "a weight")? as usize];
        Ok(Self { threshold, tolerance, max_corners, smallest, cover, weight })
    }
}

state_fields! {
    PictureShape { islands, pixels, left_out }
    PictureIsland { rings, parts, mass, pixels }
}

/// The shape of a picture, in its own pixels from its top left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureShape {
    /// Parts that hang together, from the topmost down. Pixels that meet only in a corner do not hang together.
    pub islands: Vec<PictureIsland>,
    /// How many pixels count, without those of islands left out.
    pub pixels: u32,
    /// How many islands were too small.
    pub left_out: u32,
}

/// A piece of a picture that hangs together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureIsland {
    /// The simplified outlines: the outer one clockwise on the screen, then holes the other way.
    pub rings: Vec<Vec<Vec2>>,
    /// What covers them.
    pub parts: Vec<ConvexPolygon>,
    /// Matter at density 1.
    pub mass: MassProperties,
    /// How many pixels it has.
    pub pixels: u32,
}

impl PictureShape {
    /// All parts of all islands.
    pub fn parts(&self) -> impl Iterator<Item = &ConvexPolygon> {
        self.islands.iter().flat_map(|island| &island.parts)
    }

    /// Matter of all islands together at density 1.
    pub fn mass(&self) -> MassProperties {
        let masses = self.islands.iter().map(|island| island.mass);
        masses.reduce(MassProperties::combined).unwrap_or_default()
    }

    /// What the parts cover, in square pixels.
    pub fn area(&self) -> f64 {
        self.islands.iter().map(PictureIsland::area).sum()
    }

    /// By how much the cover is larger than the pixels (negative: smaller), as a share of them: the price of simplification,
    /// or of a hull.
    pub fn area_error(&self) -> f32 {
        (self.area() / f64::from(self.pixels.max(1)) - 1.0) as f32
    }
}

impl PictureIsland {
    /// What the parts cover, in square pixels.
    pub fn area(&self) -> f64 {
        self.parts.iter().map(|part| ring_area(part.vertices())).sum()
    }
}

/// Area of an outline in `f64`, where the coordinates of pictures add up without rounding.
fn ring_area(corners: &[Vec2]) -> f64 {
    let first = corners.first().copied().unwrap_or_default().as_dvec2();
    let sides = corners.windows(2);
    let doubled = |pair: &[Vec2]| (pair[0].as_dvec2() - first).perp_dot(pair[1].as_dvec2() - first);
    sides.map(doubled).sum::<f64>() / 2.0
}

impl PictureTrace {
    /// The shape of a picture by its alpha. Takes about the time of reading the pixels a few times, and n·log n for n
    /// corners; allocates.
    ///
    /// # Errors
    /// [`BodyError::EmptyPicture`] when no pixel counts.
    pub fn of_picture(&self, picture: &Surface) -> Result<PictureShape, BodyError> {
        let mask = Mask::from_surface(picture, self.threshold);
        let width = picture.width() as i32;
        let alpha = |x: i32, y: i32| picture.bytes()[(y * width + x) as usize * 4 + 3];
        self.traced(&mask, &alpha)
    }

    /// The shape of one frame of a sprite sheet, from the top left corner of the frame.
    ///
    /// # Errors
    /// [`BodyError::FrameOutside`] when the frame is not within the sheet, [`BodyError::EmptyPicture`] when no pixel of it
    /// counts.
    #[doc(alias = "atlas")]
    pub fn of_frame(&self, sheet: &Surface, frame: IRect) -> Result<PictureShape, BodyError> {
        let whole = IRect::new(0, 0, sheet.width(), sheet.height());
        if whole.intersect(frame) != frame {
            return Err(BodyError::FrameOutside);
        }
        let width = sheet.width() as usize;
        let alpha = |x: i32, y: i32| {
            sheet.bytes()[((frame.y + y) as usize * width + (frame.x + x) as usize) * 4 + 3]
        };
        let is_solid = |x: u32, y: u32| alpha(x as i32, y as i32) >= self.threshold;
        let mask = Mask::from_fn(frame.width, frame.height, is_solid)
            .map_err(|_| BodyError::FrameOutside)?;
        self.traced(&mask, &alpha)
    }

    /// The shape of a mask.
    ///
    /// ```
    /// # use motile_bodies::{PictureCover, PictureTrace};
    /// # use motile_collide::Mask;
    /// let u = Mask::from_fn(4, 3, |x, y| x == 0 || x == 3 || y == 2)?;
    /// let exact = PictureTrace::default().of_mask(&u)?;
    /// let hull = PictureTrace { cover: PictureCover::Hull, ..PictureTrace::default() }.of_mask(&u)?;
    /// assert_eq!((exact.area(), exact.area_error()), (8.0, 0.0));
    /// assert_eq!((hull.area(), hull.area_error()), (12.0, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BodyError::EmptyPicture`] when no pixel is solid.
    pub fn of_mask(&self, mask: &Mask) -> Result<PictureShape, BodyError> {
        self.traced(mask, &|_, _| u8::MAX)
    }

    fn traced(
        &self,
        mask: &Mask,
        alpha: &dyn Fn(i32, i32) -> u8,
    ) -> Result<PictureShape, BodyError> {
        let runs = Runs::of(mask);
        let mut sums = vec![Sums::default(); runs.islands as usize];
        for &run in &runs.all {
            sums[run.island as usize].add(run, self.weight, alpha);
        }
        let counts = |sums: &Sums| sums.pixels >= self.smallest.max(1);
        let kept = sums.iter().filter(|sums| counts(sums));
        let pixels = kept.clone().map(|sums| sums.pixels).sum();
        if pixels == 0 {
            return Err(BodyError::EmptyPicture);
        }
        let left_out = sums.len() as u32 - kept.count() as u32;
        let islands = match self.cover {
            PictureCover::Hull => vec![self.hull(&runs, &sums, &counts)?],
            PictureCover::Parts => self.islands(mask, &runs, &sums, &counts),
        };
        Ok(PictureShape { islands, pixels, left_out })
    }

    fn islands(
        &self,
        mask: &Mask,
        runs: &Runs,
        sums: &[Sums],
        counts: &dyn Fn(&Sums) -> bool,
    ) -> Vec<PictureIsland> {
        let (mut rings, islands) = lattice::rings(mask, runs);
        // Wider than any picture, tolerances mean nothing more.
        let tolerance = if self.tolerance > 0.0 { self.tolerance.min(1e6) } else { 0.0 };
        let tolerance = f64::from(tolerance) * f64::from(UNITS);
        simplify::simplify(&mut rings, tolerance);
        let mut members: Vec<Vec<Ring>> = vec![Vec::new(); sums.len()];
        for (ring, island) in rings.into_iter().zip(islands) {
            members[island as usize].push(ring);
        }
        let kept = members.into_iter().zip(sums).filter(|(_, sums)| counts(sums));
        kept.map(|(rings, sums)| self.island(&rings, sums)).collect()
    }

    /// Rings come in the order of their topmost pixels, the outer one first.
    fn island(&self, rings: &[Ring], sums: &Sums) -> PictureIsland {
        let parts = parts::convex_parts(rings, self.max_corners.max(3) as usize);
        let pixels = |ring: &Ring| ring.iter().copied().map(to_pixels).collect();
        let mass = self.mass(&parts, sums);
        PictureIsland {
            rings: rings.iter().map(pixels).collect(),
            parts,
            mass,
            pixels: sums.pixels,
        }
    }

    /// Of all islands together.
    fn hull(
        &self,
        runs: &Runs,
        sums: &[Sums],
        counts: &dyn Fn(&Sums) -> bool,
    ) -> Result<PictureIsland, BodyError> {
        let kept = runs.all.iter().filter(|run| counts(&sums[run.island as usize]));
        let corners = kept.flat_map(|&run| lattice::run_corners(run));
        let hull = ConvexPolygon::hull(corners.map(IVec2::as_vec2))
            .map_err(|_| BodyError::EmptyPicture)?;
        let all = sums.iter().filter(|sums| counts(sums)).fold(Sums::default(), Sums::joined);
        let rings = vec![hull.vertices().to_vec()];
        let parts = vec![hull];
        Ok(PictureIsland { rings, mass: self.mass(&parts, &all), parts, pixels: all.pixels })
    }

    fn mass(&self, parts: &[ConvexPolygon], sums: &Sums) -> MassProperties {
        match self.weight {
            PictureWeight::Cover => {
                let masses = parts.iter().map(|part| MassProperties::of_convex(part, 1.0));
                masses.reduce(MassProperties::combined).unwrap_or_default()
            }
            PictureWeight::Pixels | PictureWeight::Alpha => sums.mass(),
        }
    }
}

/// Sums over pixels for their mass: exact, because they are whole numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    pixels: u32,
    weight: u64,
    /// Weighted sums of the columns and rows, and of their squares.
    first: [u128; 2],
    second: u128,
}

impl Sums {
    fn add(&mut self, run: Run, weight: PictureWeight, alpha: &dyn Fn(i32, i32) -> u8) {
        self.pixels += (run.to - run.from) as u32;
        if weight == PictureWeight::Alpha {
            (run.from..run.to).for_each(|x| self.add_pixels(x, x + 1, run.y, alpha(x, run.y)));
        } else {
            self.add_pixels(run.from, run.to, run.y, u8::MAX);
        }
    }

    fn add_pixels(&mut self, from: i32, to: i32, y: i32, weight: u8) {
        let [from, to, y, weight] = [from as u64, to as u64, y as u64, u64::from(weight)];
        // Sums of 0..n and of their squares, in closed form. Divisions of 128 bits are only for the widest of pictures.
        let sum = |n: u64| n * n.saturating_sub(1) / 2;
        let squares = |n: u64| match n {
            ..0x10_0000 => u128::from(sum(n) * (2 * n).saturating_sub(1) / 3),
            _ => u128::from(sum(n)) * u128::from(2 * n - 1) / 3,
        };
        let (count, columns) = (to - from, sum(to) - sum(from));
        let wide = u128::from(weight);
        self.weight += weight * count;
        self.first[0] += wide * u128::from(columns);
        self.first[1] += wide * u128::from(count * y);
        self.second += wide * (squares(to) - squares(from) + u128::from(count * y * y));
    }

    fn joined(self, other: &Self) -> Self {
        Self {
            pixels: self.pixels + other.pixels,
            weight: self.weight + other.weight,
            first: [self.first[0] + other.first[0], self.first[1] + other.first[1]],
            second: self.second + other.second,
        }
    }

    fn mass(&self) -> MassProperties {
        // Pixels without alpha can count, at threshold 0: they weigh what any pixel does not, nothing.
        if self.weight == 0 {
            return MassProperties { area: self.pixels as f32, ..MassProperties::default() };
        }
        let weight = self.weight as f64;
        let mean = DVec2::new(self.first[0] as f64, self.first[1] as f64) / weight;
        // Whole numbers up to here: the difference loses nothing to the distance from the corner of the picture.
        let [x, y] = self.first;
        let spread = u128::from(self.weight) * self.second - x * x - y * y;
        let mass = weight / 255.0;
        let inertia = spread as f64 / weight / 255.0 + mass / 6.0;
        MassProperties {
            area: self.pixels as f32,
            mass: to_f32(mass),
            center: to_vec2(mean + 0.5),
            inertia: to_f32(inertia),
        }
    }
}
