//! The faces of an OBJ: polygons whose corners number points and places of the whole file.

use super::{MOST, ModelError, channel, turned};
use crate::{Color, Mesh};
use motile_geom::{Vec2, vec2};
use std::{collections::BTreeMap, str::SplitAsciiWhitespace};

/// The lists of a file, and the faces of the part that is being read.
#[derive(Default)]
pub(super) struct Faces {
    /// x, y, z and maybe red, green, blue.
    pub(super) points: Vec<Vec<f32>>,
    pub(super) places: Vec<Vec<f32>>,
    /// Numbers in `points` and `places` for every corner of the part, each pair once.
    known: BTreeMap<(usize, Option<usize>), u32>,
    corners: Vec<(usize, Option<usize>)>,
    triangles: Vec<[u32; 3]>,
}

impl Faces {
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
        let place =
            match fields.next().filter(|field| !field.is_empty()) {
                None => None,
                Some(field) => Some(index(field, self.places.len()).ok_or(ModelError::Line {
                    line,
                    expected: "the number of a place (vt) above",
                })?),
            };
        let next = self.corners.len() as u32;
        let number = *self.known.entry((point, place)).or_insert(next);
        if number == next {
            self.corners.push((point, place));
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
        let point = |&(at, _): &(usize, Option<usize>)| self.points[at].as_slice();
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
        Ok(Some(mesh.with_normals()))
    }
}

/// A place in a list from its number, which counts from 1, or from the end when negative; none when it is not in the list.
fn index(word: &str, length: usize) -> Option<usize> {
    let number: i64 = word.parse().ok()?;
    let length = i64::try_from(length).ok()?;
    let at = if number < 0 { length.checked_add(number)? } else { number.checked_sub(1)? };
    (0..length).contains(&at).then_some(at as usize)
}
