//! Triangles: lists of points drawn with colors and pictures, exact to the pixel.
//!
//! The stages, in order: `corners` snaps the points and says which triangles are drawn, `silhouette` finds the edges that
//! are the rim of a mesh, `bands` bins the triangles into bands of rows and draws those, one after the other or on many threads, `setup` makes
//! one triangle ready, `edges` walks its rows and `shade` colors them. `textured` is `shade` for pictures alone, which `texels` reads,
//! with `layers` that find what is hidden where many lie over each other and rows `waiting` to be read together.

mod bands;
mod corners;
mod depth;
mod edges;
mod layers;
mod mip;
mod sample;
mod setup;
mod shade;
mod silhouette;
#[cfg(test)]
mod tests;
mod texels;
mod textured;
mod waiting;

pub use depth::DepthBuffer;
pub use mip::MipMap;

use crate::{BlendMode, Color, Sampling, Surface};
use core::fmt;
use motile_geom::{IRect, Vec2};

/// Triangles as borrowed lists: what [`Rasterizer::draw`] and [`Surface::draw_triangles`] draw.
///
/// Lists that are not needed stay empty. Triangles are drawn in their order; overlapping ones are all drawn.
///
/// ```
/// use motile_pixels::{Color, Surface, TriangleSettings, Triangles, math::vec2};
/// let mut screen = Surface::opaque(40, 40, Color::BLACK)?;
/// let square = [vec2(10.0, 10.0), vec2(30.0, 10.0), vec2(30.0, 30.0), vec2(10.0, 30.0)];
/// let halves = Triangles { points: &square, indices: Some(&[[0, 1, 2], [2, 3, 0]]), ..Triangles::default() };
/// let settings = TriangleSettings { tint: Color::ORANGE, ..TriangleSettings::default() };
/// screen.draw_triangles(&halves, &settings)?;
/// assert_eq!(screen.get(20, 20), Some(Color::ORANGE));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[doc(alias = "drawTriangles")]
#[doc(alias = "vertex buffer")]
#[doc(alias = "triangle list")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Triangles<'a> {
    /// Corners in pixels of the target, y down; pixel centers lie at halves.
    pub points: &'a [Vec2],
    /// Three numbers of points a triangle; `None` takes every three points in order.
    pub indices: Option<&'a [[u32; 3]]>,
    /// Where each point lies in the picture: (0, 0) is its top left corner, (1, 1) its bottom right. Empty without a picture.
    pub uv: &'a [Vec2],
    /// The perspective scale of each point, above 0 and larger when nearer, such as f / (f + z): the picture and the colors are
    /// spaced by it as perspective does, and a [`DepthBuffer`] keeps it. Empty for a flat list, where all are 1.
    #[doc(alias = "1/w")]
    pub t: &'a [f32],
    /// A color for each point, mixed in between and multiplied with the picture. Empty for white.
    pub colors: &'a [Color],
}

/// Which triangles are drawn by the way their corners turn on the screen.
#[doc(alias = "back-face culling")]
#[doc(alias = "winding")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cull {
    /// All of them.
    #[default]
    #[doc(alias = "none")]
    DrawAll,
    /// Only those that turn clockwise as seen: the near side of a body built clockwise seen from outside. Classic name:
    /// `"negative"`, for what it removed.
    #[doc(alias = "negative")]
    DrawClockwise,
    /// Only those that turn counter-clockwise. Classic name: `"positive"`.
    #[doc(alias = "positive")]
    DrawCounterClockwise,
}

impl Cull {
    /// The choice that draws the same triangles in a mirror.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::DrawAll => Self::DrawAll,
            Self::DrawClockwise => Self::DrawCounterClockwise,
            Self::DrawCounterClockwise => Self::DrawClockwise,
        }
    }

    /// The choice of a classic name, which says what is removed: `"none"`, `"positive"` or `"negative"`.
    pub fn from_classic(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::DrawAll),
            "positive" => Some(Self::DrawCounterClockwise),
            "negative" => Some(Self::DrawClockwise),
            _ => None,
        }
    }
}

/// What a picture shows where u or v leave 0…1.
#[doc(alias = "texture wrap")]
#[doc(alias = "address mode")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UvWrap {
    /// The picture again and again.
    #[default]
    Repeat,
    /// The pixels of its rim.
    Clamp,
    /// The picture and its mirror image in turn.
    Mirror,
}

/// How triangles are drawn. The default draws them white, with smooth silhouettes.
#[derive(Clone, Debug, PartialEq)]
pub struct TriangleSettings<'a> {
    /// The picture that u and v point into; `None` draws colors alone.
    #[doc(alias = "texture")]
    pub picture: Option<&'a MipMap>,
    /// How the picture is read between its pixels.
    pub sampling: Sampling,
    /// Whether bilinear sampling also mixes the smaller copies that the [`MipMap`] holds, so that a picture that is drawn small
    /// does not shimmer. The copies are chosen for every eight pixels.
    #[doc(alias = "trilinear")]
    pub mips: bool,
    /// The most samples taken along the direction in which a tilted picture is squeezed, 1 to 16, rounded down to a power
    /// of two: keeps floors sharp that mips alone would blur. Counts with mips only.
    #[doc(alias = "anisotropic filtering")]
    pub anisotropy: u8,
    /// What is shown beyond the picture.
    pub wrap: UvWrap,
    /// Multiplies every color; its alpha fades.
    pub tint: Color,
    /// How pixels meet what is there. [`BlendMode::acts_on_empty`] modes have no smooth edges.
    pub blend: BlendMode,
    /// Which triangles are drawn.
    pub cull: Cull,
    /// The only pixels that may change; all when `None`.
    pub clip: Option<IRect>,
    /// Whether the rim of the mesh is smooth. Edges that two triangles share, by where they are and not by index, are never
    /// part of it, so that no seam shows; what is thinner than a pixel is drawn up to a pixel wide.
    #[doc(alias = "antialiasing")]
    pub smooth_edges: bool,
    /// Spaces picture and colors evenly within each triangle in spite of `t`, which then counts for depth alone.
    pub affine: bool,
}

impl Default for TriangleSettings<'_> {
    fn default() -> Self {
        Self {
            picture: None,
            sampling: Sampling::default(),
            mips: true,
            anisotropy: 1,
            wrap: UvWrap::default(),
            tint: Color::WHITE,
            blend: BlendMode::default(),
            cull: Cull::default(),
            clip: None,
            smooth_edges: true,
            affine: false,
        }
    }
}

/// Why lists of triangles do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TriangleError {
    /// Points without indices are three for each triangle, and flat lists of indices too.
    NotInThrees {
        /// How many there are.
        found: usize,
    },
    /// A triangle names a point that does not exist.
    NoSuchPoint {
        /// The triangle.
        triangle: usize,
        /// The point it names.
        index: u32,
        /// How many points there are.
        points: usize,
    },
    /// A list with an entry for each point has another length, or a list that is needed is empty.
    WrongLength {
        /// Which list.
        list: &'static str,
        /// How many points there are.
        expected: usize,
        /// How many entries there are.
        found: usize,
    },
    /// The depth buffer has another size than the surface.
    DepthSize {
        /// Width and height of the surface.
        expected: (u32, u32),
        /// Width and height of the depth buffer.
        found: (u32, u32),
    },
}

impl fmt::Display for TriangleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInThrees { found } => {
                write!(f, "triangles take three points each, {found} are no multiple of three")
            }
            Self::NoSuchPoint { triangle, index, points } => {
                write!(f, "triangle {triangle} names point {index}, there are {points}")
            }
            Self::WrongLength { list, expected, found } => {
                write!(f, "expected {expected} {list}, one for each point, found {found}")
            }
            Self::DepthSize { expected, found } => write!(
                f,
                "expected a depth buffer of {}×{}, found {}×{}",
                expected.0, expected.1, found.0, found.1
            ),
        }
    }
}

impl core::error::Error for TriangleError {}

/// What became of a list of triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TriangleReport {
    /// Triangles that could change pixels.
    pub drawn: u32,
    /// Triangles left out because of the way they turn.
    pub culled: u32,
    /// Triangles without area, after their corners were rounded to 1/256 of a pixel.
    pub flat: u32,
    /// Triangles outside the surface or the clip.
    pub outside: u32,
    /// Triangles with a number that cannot be drawn: NaN, infinite, a corner farther than 2³² pixels, u or v beyond ±2²⁰,
    /// t not above 0 or beyond 2±⁶⁰.
    pub rejected: u32,
}

impl Triangles<'_> {
    /// Checks that every index has its point and every list its length.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(&self) -> Result<(), TriangleError> {
        let points = self.points.len();
        match self.indices {
            None if !points.is_multiple_of(3) => {
                return Err(TriangleError::NotInThrees { found: points });
            }
            None => {}
            Some(indices) => {
                let bad = |corners: &[u32; 3]| corners.iter().any(|&i| i as usize >= points);
                if let Some(triangle) = indices.iter().position(bad) {
                    let index = indices[triangle].iter().copied().max().unwrap_or_default();
                    return Err(TriangleError::NoSuchPoint { triangle, index, points });
                }
            }
        }
        for (list, found) in
            [("u v", self.uv.len()), ("t", self.t.len()), ("colors", self.colors.len())]
        {
            if found != 0 && found != points {
                return Err(TriangleError::WrongLength { list, expected: points, found });
            }
        }
        Ok(())
    }

    /// How many triangles there are.
    pub fn count(&self) -> usize {
        self.indices.map_or(self.points.len() / 3, <[_]>::len)
    }

    /// The numbers of the corners of a triangle.
    #[inline(always)]
    pub(crate) fn corners(&self, triangle: usize) -> [usize; 3] {
        match self.indices {
            Some(indices) => indices[triangle].map(|i| i as usize),
            None => [3 * triangle, 3 * triangle + 1, 3 * triangle + 2],
        }
    }
}

/// Draws triangles. Keep one: its buffers are used again, and after a few frames it allocates nothing.
///
/// A pixel belongs to a triangle when its center does; a center on an edge that two triangles share belongs to the one on
/// its right or below (the top-left rule), so that every pixel of a mesh is drawn exactly once. Corners are rounded to 1/256 of a
/// pixel, and from there on the question is answered in whole numbers, without error at any size.
///
/// What a pixel shows depends on its triangle and its place alone: bands, threads, SIMD level and clip
/// do not show.
#[doc(alias = "software renderer")]
#[derive(Clone, Debug, Default)]
pub struct Rasterizer {
    corners: corners::Corners,
    silhouette: silhouette::Silhouette,
    /// For each triangle, which of its edges are the rim: bit i for the edge from corner i to the next.
    rims: Vec<u8>,
    bands: bands::Bands,
}

impl Rasterizer {
    /// A rasterizer with empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws triangles on a surface, with a depth buffer when there is one.
    ///
    /// With a depth buffer a pixel is drawn when its `t` is at least the one kept there; unless it is fully transparent its own is then
    /// kept. Pixels of a smooth rim whose center is outside the triangle are compared and not kept.
    ///
    /// # Errors
    /// A [`TriangleError`] when the lists do not fit together; nothing is drawn. A picture without `uv` is one.
    pub fn draw(
        &mut self,
        target: &mut Surface,
        depth: Option<&mut DepthBuffer>,
        triangles: &Triangles<'_>,
        settings: &TriangleSettings<'_>,
    ) -> Result<TriangleReport, TriangleError> {
        triangles.check()?;
        let points = triangles.points.len();
        if settings.picture.is_some() && triangles.uv.len() != points {
            return Err(TriangleError::WrongLength { list: "u v", expected: points, found: 0 });
        }
        if let Some(depth) = &depth {
            let (expected, found) = ((target.width(), target.height()), depth.size());
            if expected != found {
                return Err(TriangleError::DepthSize { expected, found });
            }
        }
        let clip = settings.clip.unwrap_or(target.bounds()).intersect(target.bounds());
        let smooth = settings.smooth_edges && !settings.blend.acts_on_empty();
        self.bands.begin(target.width(), target.height());
        let report = self.corners.sort_out(triangles, settings, clip, smooth, &mut self.bands);
        self.rims.clear();
        if smooth {
            self.silhouette.find(triangles, &self.corners, &mut self.rims);
        }
        let scene = bands::Scene {
            triangles,
            settings,
            corners: &self.corners,
            rims: &self.rims,
            clip,
            opaque: target.is_opaque(),
            stride: target.width() as usize,
            deep: depth.is_some(),
        };
        self.bands.draw(&scene, target.words_mut(), depth.map(DepthBuffer::values_mut));
        Ok(report)
    }
}

impl Surface {
    /// Draws triangles with colors or a picture. Allocates; keep a [`Rasterizer`] where it is done every frame.
    ///
    /// # Errors
    /// A [`TriangleError`] when the lists do not fit together; nothing is drawn.
    pub fn draw_triangles(
        &mut self,
        triangles: &Triangles<'_>,
        settings: &TriangleSettings<'_>,
    ) -> Result<TriangleReport, TriangleError> {
        Rasterizer::new().draw(self, None, triangles, settings)
    }
}
