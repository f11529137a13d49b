//! Models from files: Wavefront OBJ and glTF, their geometry, places in pictures, colors and base color pictures.
//!
//! Both readers turn what they find into the axes of [`Mesh`]: x right, y down, z away, triangles clockwise from outside. The
//! formats have y up and triangles the other way around.

mod accessor;
mod base64;
mod beside;
mod gltf;
mod obj;
mod obj_faces;
mod obj_lines;

use crate::{Color, Mesh, PictureError, Surface, TriangleError};
use core::fmt;
use motile_geom::{Vec3, vec3};
use std::sync::Arc;

/// Most points of a model, and most corners of its triangles: small files can name the same points again and again.
const MOST: usize = 1 << 22;

/// A model out of a file: meshes, each with a color and maybe a picture.
///
/// Files beside the file, such as materials and pictures, are asked for by name; a function that answers `None` leaves the parts
/// white. Pictures are PNG; [`Model3d::from_gltf_with`] and [`Model3d::from_obj_with`] take a decoder for others. What moves (animations, skins, morph targets) and lamps and cameras are passed over.
///
/// ```
/// use motile_pixels::{Color, Model3d};
/// let text = b"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1 2 3 4\n";
/// let model = Model3d::from_obj(text, |_| None)?;
/// assert_eq!(model.parts.len(), 1);
/// assert_eq!(model.parts[0].mesh.triangles().len(), 2);
/// assert_eq!(model.parts[0].color, Color::WHITE);
/// # Ok::<(), motile_pixels::ModelError>(())
/// ```
#[doc(alias = "OBJ")]
#[doc(alias = "glTF")]
#[doc(alias = "GLB")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model3d {
    /// The parts in the order of the file, one for each material of each object.
    pub parts: Vec<ModelPart>,
}

/// A mesh of a [`Model3d`] and what it is drawn with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelPart {
    /// Name of the object or node; empty when it has none.
    pub name: String,
    /// Its triangles, with the normals of the file, or with those of the surface where it has none.
    pub mesh: Mesh,
    /// Multiplies picture and colors: the base color of its material.
    #[doc(alias = "diffuse")]
    pub color: Color,
    /// What its u and v point into. Parts with one picture share it.
    #[doc(alias = "texture")]
    pub picture: Option<Arc<Surface>>,
}

/// Why a model cannot be read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelError {
    /// A line of text is not what the format asks for there.
    Line {
        /// The line, from 1.
        line: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// A field of a glTF file is missing or is not what the format asks for there.
    Field {
        /// Where it is, such as `accessors[3].count`.
        path: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The text of a glTF file is not JSON; the message says where.
    Json(String),
    /// The bytes of a GLB file end early or are not one.
    Container(&'static str),
    /// A file beside the model is not what its format asks for.
    Beside {
        /// Its name, as the model gives it.
        name: String,
        /// What is wrong with it.
        error: Box<ModelError>,
    },
    /// A picture of the model cannot be read.
    Picture {
        /// Its name in the file.
        name: String,
        /// What is wrong with it.
        error: PictureError,
    },
    /// A mesh cannot be put together.
    Mesh(TriangleError),
    /// More points or triangles than a model may have.
    TooLarge,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, expected } => write!(f, "line {line}: expected {expected}"),
            Self::Field { path, expected } => write!(f, "{path}: expected {expected}"),
            Self::Json(message) => write!(f, "not JSON: {message}"),
            Self::Container(what) => write!(f, "not a GLB file: {what}"),
            Self::Beside { name, error } => write!(f, "{name}: {error}"),
            Self::Picture { name, error } => write!(f, "picture {name}: {error}"),
            Self::Mesh(error) => error.fmt(f),
            Self::TooLarge => write!(f, "more than {MOST} points or corners"),
        }
    }
}

impl core::error::Error for ModelError {}

impl From<TriangleError> for ModelError {
    fn from(error: TriangleError) -> Self {
        Self::Mesh(error)
    }
}

impl Model3d {
    /// The box around all points: least and most of each coordinate. `None` without points.
    #[doc(alias = "bounding box")]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let mut points = self.parts.iter().flat_map(|part| part.mesh.points()).copied();
        let first = points.next()?;
        Some(points.fold((first, first), |(low, high), point| (low.min(point), high.max(point))))
    }

    /// Moves the middle of the model to the origin and makes its longest side this long. Models come in meters, inches or
    /// anything; this makes them fit a picture. A model without extent is only moved.
    pub fn fit(&mut self, size: f32) {
        let Some((low, high)) = self.bounds() else { return };
        let (middle, longest) = ((low + high) * 0.5, (high - low).max_element());
        let scale = if longest > 0.0 { size / longest } else { 1.0 };
        for point in self.parts.iter_mut().flat_map(|part| part.mesh.points_mut()) {
            *point = (*point - middle) * scale;
        }
    }

    /// How many triangles there are.
    pub fn triangle_count(&self) -> usize {
        self.parts.iter().map(|part| part.mesh.triangles().len()).sum()
    }
}

/// From the axes of the formats to ours: half a turn about x.
fn turned([x, y, z]: [f32; 3]) -> Vec3 {
    vec3(x, -y, -z)
}

/// A channel of a color, 0 to 1, as a byte.
fn channel(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// The red, green and blue of a color given in linear light, as glTF does, and its alpha.
fn from_linear([r, g, b, a]: [f32; 4]) -> Color {
    let encoded = |x: f32| {
        let x = x.clamp(0.0, 1.0);
        let curve = if x <= 0.003_130_8 {
            x * 12.92
        } else {
            1.055 * motile_geom::ops::pow(x, 1.0 / 2.4) - 0.055
        };
        channel(curve)
    };
    Color::rgba(encoded(r), encoded(g), encoded(b), channel(a))
}

/// Normals of a file; none when one has no direction, so that those of the surface are taken.
fn usable(normals: Vec<Vec3>) -> Option<Vec<Vec3>> {
    let has_way = |normal: &Vec3| normal.normalize_or_zero() != Vec3::ZERO;
    normals.iter().all(has_way).then_some(normals)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_files;
