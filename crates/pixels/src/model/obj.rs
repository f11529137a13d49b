//! Wavefront OBJ, and the materials beside it.

use super::{MOST, Model3d, ModelError, ModelPart, channel, obj_faces::Faces, picture};
use crate::{Color, Surface};
use std::{collections::BTreeMap, str::SplitAsciiWhitespace, sync::Arc};

/// Longest line, in bytes, and deepest of no nesting: a face of more corners is no face.
const LONGEST: usize = 1 << 16;

#[derive(Clone, Debug)]
struct Material {
    color: Color,
    picture: Option<Arc<Surface>>,
}

impl Default for Material {
    fn default() -> Self {
        Self { color: Color::WHITE, picture: None }
    }
}

impl Model3d {
    /// Reads a Wavefront OBJ: points with or without colors, places in pictures, faces of any convex polygon, objects and groups, and
    /// of its materials color (`Kd`), opacity (`d`, `Tr`) and picture (`map_Kd`, PNG). `file` gives the bytes of files by the
    /// names in the text. Normals of the file are passed over, and made anew from the surface.
    ///
    /// # Errors
    /// [`ModelError::Line`] with the line and what was expected there; lines of materials count in their own file.
    pub fn from_obj(
        text: &[u8],
        mut file: impl FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, ModelError> {
        let (mut faces, mut model) = (Faces::default(), Self::default());
        let mut materials = BTreeMap::new();
        let (mut name, mut material) = (String::new(), Material::default());
        for (number, mut words) in lines(text) {
            let line = number?;
            match words.next() {
                Some("v") => faces.points.push(numbers(&mut words, line, 3)?),
                Some("vt") => faces.places.push(numbers(&mut words, line, 2)?),
                Some("f") => faces.add(&mut words, line)?,
                Some("o" | "g") => {
                    finish(&mut model, &mut faces, &name, &material)?;
                    name = words.collect::<Vec<_>>().join(" ");
                }
                Some("usemtl") => {
                    finish(&mut model, &mut faces, &name, &material)?;
                    let wanted = words.collect::<Vec<_>>().join(" ");
                    material = materials.get(&wanted).cloned().unwrap_or_default();
                }
                Some("mtllib") => {
                    for library in words {
                        if let Some(bytes) = file(library) {
                            read_materials(&bytes, &mut file, &mut materials)?;
                        }
                    }
                }
                // Normals, smoothing, curves and comments.
                _ => {}
            }
            if faces.points.len().max(faces.places.len()) > MOST || faces.corners() > MOST {
                return Err(ModelError::TooLarge);
            }
        }
        finish(&mut model, &mut faces, &name, &material)?;
        Ok(model)
    }
}

/// Makes a part of the faces so far, if there are some.
fn finish(
    model: &mut Model3d,
    faces: &mut Faces,
    name: &str,
    material: &Material,
) -> Result<(), ModelError> {
    if let Some(mesh) = faces.take()? {
        let Material { color, picture } = material.clone();
        model.parts.push(ModelPart { name: name.to_owned(), mesh, color, picture });
    }
    Ok(())
}

fn read_materials(
    text: &[u8],
    file: &mut impl FnMut(&str) -> Option<Vec<u8>>,
    materials: &mut BTreeMap<String, Material>,
) -> Result<(), ModelError> {
    let mut pictures: BTreeMap<String, Option<Arc<Surface>>> = BTreeMap::new();
    let mut current: Option<String> = None;
    for (number, mut words) in lines(text) {
        let line = number?;
        let key = words.next();
        if key == Some("newmtl") {
            let name = words.collect::<Vec<_>>().join(" ");
            materials.insert(name.clone(), Material::default());
            current = Some(name);
            continue;
        }
        let Some(material) = current.as_ref().and_then(|name| materials.get_mut(name)) else {
            continue;
        };
        match key {
            Some("Kd") => {
                let rgb: Vec<f32> = numbers(&mut words, line, 3)?;
                let alpha = material.color.a;
                material.color =
                    Color::rgba(channel(rgb[0]), channel(rgb[1]), channel(rgb[2]), alpha);
            }
            Some("d") => material.color.a = channel(numbers(&mut words, line, 1)?[0]),
            Some("Tr") => material.color.a = channel(1.0 - numbers(&mut words, line, 1)?[0]),
            // Options come first, the name last.
            Some("map_Kd") => {
                let name = words.last().ok_or(ModelError::Line { line, expected: "a picture" })?;
                if !pictures.contains_key(name) {
                    let read = file(name).map(|bytes| picture(name, &bytes)).transpose()?;
                    pictures.insert(name.to_owned(), read);
                }
                material.picture = pictures.get(name).cloned().flatten();
            }
            _ => {}
        }
    }
    Ok(())
}

/// The lines of a text as words, counted from 1; a line that is no text is an error.
fn lines(
    text: &[u8],
) -> impl Iterator<Item = (Result<usize, ModelError>, SplitAsciiWhitespace<'_>)> {
    text.split(|&byte| byte == b'\n').enumerate().map(|(index, line)| {
        let number = index + 1;
        let code = line.split(|&byte| byte == b'#').next().unwrap_or_default();
        match core::str::from_utf8(code) {
            Ok(code) if code.len() <= LONGEST => (Ok(number), code.split_ascii_whitespace()),
            _ => {
                let error = ModelError::Line { line: number, expected: "a line of UTF-8 text" };
                (Err(error), "".split_ascii_whitespace())
            }
        }
    })
}

/// All numbers of a line, at least `least` of them, all finite.
fn numbers(
    words: &mut SplitAsciiWhitespace<'_>,
    line: usize,
    least: usize,
) -> Result<Vec<f32>, ModelError> {
    let expected = match least {
        1 => "a number",
        2 => "two numbers",
        _ => "three numbers",
    };
    let number = |word: &str| word.parse::<f32>().ok().filter(|number| number.is_finite());
    let found: Option<Vec<f32>> = words.map(number).collect();
    found.filter(|found| found.len() >= least).ok_or(ModelError::Line { line, expected })
}
