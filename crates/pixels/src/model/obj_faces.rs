//! The faces of an OBJ: polygons whose corners number points and places of the whole file.

use super::{MOST, ModelError, channel, turned, usable};
use crate::{Color, Mesh};
use motile_geom::{Vec2, Vec3, vec2};
use std::{collections::BTreeMap, str::SplitAsciiWhitespace};

/// The lists of a file, and the faces of the part that is being read.
#[derive(Default)]
pub(super) struct Faces {
    /// x, y, z and maybe red, green, blue.
    pub(super) points: Vec<Vec<f32>>,
    /// u and v.
    pub(super) places: Vec<[f32; 2]>,
    /// Those of no direction are as good as none.
    pub(super) normals: Vec<Vec3>,
    /// The corners of the part, each once.
    known: BTreeMap<Corner, u32>,
    corners: Vec<Corner>,
    triangles: Vec<[u32; 3]>,
}

/// A corner by its places in the lists of points, places and normals.
type Corner = (usize, Option<usize>, Option<usize>);

impl Faces {
    /// Whether the lists are longer than a model may have.
    pub(super) fn is_too_large(&self) -> bool {
        let longest = self.points.len().max(self.places.len()).max(self.normals.len());
        longest.max(self.corners()) > MOST
    }

    /// How many corners the part has.
    pub(super) fn corners(&self) -> usize {
        self.triangles.len() * 3
    }

    /// Adds a face, as a fan around its first corner.
    pub(super) fn add(
        &mut self,
        words: &mut SplitAsciiWhitespace<'_>,
        line: usize,
    ) -> Result<(), ModelError> {
        let polygon: Vec<u32> =
            words.map(|word| self.corner(word, line)).collect::<Result<_, _>>()?;
        if polygon.len() < 3 {
            return Err(ModelError::Line { line, expected: "three corners or more" });
        }
        if self.corners() + polygon.len() * 3 > MOST {
            return Err(ModelError::TooLarge);
        }
        // Counter-clockwise in the file, clockwise here.
        let fan = polygon[1..].windows(2).map(|pair| [polygon[0], pair[1], pair[0]]);
        self.triangles.extend(fan);
        Ok(())
    }

    /// The number of a corner such as `7`, `7/2` or `7/2/5`, counted from 1, or from the end when negative.
    fn corner(&mut self, word: &str, line: usize) -> Result<u32, ModelError> {
        let mut fields = word.split('/');
        let point = index(fields.next().unwrap_or_default(), self.points.len())
            .ok_or(ModelError::Line { line, expected: "the number of a point above" })?;
        let mut other = |length: usize, expected: &'static str| {
            let field = fields.next().filter(|field| !field.is_empty());
            let found = |field| index(field, length).ok_or(ModelError::Line { line, expected });
            field.map(found).transpose()
        };
        let place = other(self.places.len(), "the number of a place (vt) above")?;
        let normal = other(self.normals.len(), "the number of a normal (vn) above")?;
        let corner = (point, place, normal);
        let next = self.corners.len() as u32;
        let number = *self.known.entry(corner).or_insert(next);
        if number == next {
            self.corners.push(corner);
        }
        Ok(number)
    }

    /// The part as a mesh; `None` when it has no face.
    pub(super) fn take(&mut self) -> Result<Option<Mesh>, ModelError> {
        let (corners, triangles) =
            (core::mem::take(&mut self.corners), core::mem::take(&mut self.triangles));
        self.known.clear();
        if triangles.is_empty() {
            return Ok(None);
        }
        let point = |corner: &Corner| self.points[corner.0].as_slice();
        let points = corners
            .iter()
            .map(|corner| turned([0, 1, 2].map(|axis| point(corner)[axis])))
            .collect();
        let mut mesh = Mesh::new(points, triangles)?;
        if corners.iter().any(|corner| corner.1.is_some()) {
            let place = |at: usize| vec2(self.places[at][0], 1.0 - self.places[at][1]);
            let uv = corners.iter().map(|corner| corner.1.map_or(Vec2::ZERO, place)).collect();
            mesh = mesh.with_uv(uv)?;
        }
        if corners.iter().all(|corner| point(corner).len() >= 6) {
            let color = |corner| {
                let [r, g, b] = [3, 4, 5].map(|i| channel(point(corner)[i]));
                Color::rgb(r, g, b)
            };
            mesh = mesh.with_colors(corners.iter().map(color).collect())?;
        }
        let normal = |corner: &Corner| Some(turned(self.normals[corner.2?].to_array()));
        let normals: Option<Vec<Vec3>> = corners.iter().map(normal).collect();
        Ok(Some(match normals.and_then(usable) {
            Some(normals) => mesh.with_own_normals(normals)?,
            None => mesh.with_normals(),
        }))
    }
}

/// A place in a list from its number, which counts from 1, or from the end when negative; none when it is not in the list.
fn index(word: &str, length: usize) -> Option<usize> {
    let number: i64 = word.parse().ok()?;
    let length = i64::try_from(length).ok()?;
    let at = if number < 0 { length.checked_add(number)? } else { number.checked_sub(1)? };
    (0..length).contains(&at).then_some(at as usize)
}
