//! Wavefront OBJ, and the materials beside it.

use super::{
    Model3d, ModelError, ModelPart,
    beside::{AlphaMode, Beside},
    channel,
    obj_faces::Faces,
    obj_lines::{key, lines, numbers, picture_name, words},
};
use crate::{Color, Surface};
use motile_geom::Vec3;
use std::{collections::BTreeMap, sync::Arc};

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
    /// Reads a Wavefront OBJ: points with or without colors, places in pictures, normals, faces of any convex polygon, objects and groups, and
    /// of its materials color (`Kd`), opacity (`d`, `Tr`) and picture (`map_Kd`, PNG). `file` gives the bytes of files by the
    /// names in the text. A part where a corner has no normal gets those of its surface.
    ///
    /// # Errors
    /// [`ModelError::Line`] with the line and what was expected there, in [`ModelError::Beside`] for lines of materials;
    /// [`ModelError::Picture`].
    pub fn from_obj(
        text: &[u8],
        file: impl FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, ModelError> {
        Self::from_obj_with(text, file, |_| None)
    }

    /// Does what [`Model3d::from_obj`] does, with a decoder for pictures that are no PNG.
    ///
    /// # Errors
    /// Those of [`Model3d::from_obj`]; [`ModelError::Picture`] when the decoder gives none.
    pub fn from_obj_with(
        text: &[u8],
        mut file: impl FnMut(&str) -> Option<Vec<u8>>,
        mut decode: impl FnMut(&[u8]) -> Option<Surface>,
    ) -> Result<Self, ModelError> {
        let mut beside = Beside { file: &mut file, decode: &mut decode };
        let (mut faces, mut model) = (Faces::default(), Self::default());
        let mut materials = BTreeMap::new();
        let (mut name, mut material) = (String::new(), Material::default());
        for code in lines(text) {
            let (line, code) = code?;
            let (key, rest) = key(&code);
            match key {
                "v" => faces.points.push(numbers(rest, line, 3)?),
                "vt" => {
                    let place = numbers(rest, line, 1)?;
                    faces.places.push([place[0], place.get(1).copied().unwrap_or(0.0)]);
                }
                "vn" => faces.normals.push(normal(rest, line)?),
                "f" => faces.add(&mut words(rest), line)?,
                "o" | "g" => {
                    finish(&mut model, &mut faces, &name, &material)?;
                    name = words(rest).collect::<Vec<_>>().join(" ");
                }
                "usemtl" => {
                    finish(&mut model, &mut faces, &name, &material)?;
                    let wanted = words(rest).collect::<Vec<_>>().join(" ");
                    material = materials.get(&wanted).cloned().unwrap_or_default();
                }
                "mtllib" => read_libraries(rest, &mut beside, &mut materials)?,
                // Smoothing, curves and comments.
                _ => {}
            }
            if faces.is_too_large() {
                return Err(ModelError::TooLarge);
            }
        }
        finish(&mut model, &mut faces, &name, &material)?;
        Ok(model)
    }
}

/// The normal of a line. Exporters write what is not a number for faces without area: such a normal has no direction.
fn normal(rest: &str, line: usize) -> Result<Vec3, ModelError> {
    let numbers: Option<Vec<f32>> = words(rest).map(|word| word.parse().ok()).collect();
    let found = numbers.as_deref().and_then(|numbers| numbers.first_chunk::<3>());
    let normal = found.ok_or(ModelError::Line { line, expected: "three numbers" })?;
    Ok(Vec3::from_array(*normal).normalize_or_zero())
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

/// Reads the libraries that a line names: one with blanks in its name, or several.
fn read_libraries(
    names: &str,
    beside: &mut Beside<'_>,
    materials: &mut BTreeMap<String, Material>,
) -> Result<(), ModelError> {
    let mut read = |name: &str, bytes: &[u8], beside: &mut Beside<'_>| {
        read_materials(bytes, beside, materials).map_err(|error| match error {
            ModelError::Line { .. } => {
                ModelError::Beside { name: name.to_owned(), error: Box::new(error) }
            }
            error => error,
        })
    };
    if names.is_empty() {
        return Ok(());
    }
    if let Some(bytes) = (beside.file)(names) {
        return read(names, &bytes, beside);
    }
    for name in words(names).filter(|name| *name != names) {
        if let Some(bytes) = (beside.file)(name) {
            read(name, &bytes, beside)?;
        }
    }
    Ok(())
}

fn read_materials(
    text: &[u8],
    beside: &mut Beside<'_>,
    materials: &mut BTreeMap<String, Material>,
) -> Result<(), ModelError> {
    let mut pictures: BTreeMap<String, Option<Arc<Surface>>> = BTreeMap::new();
    let mut current: Option<String> = None;
    for code in lines(text) {
        let (line, code) = code?;
        let (key, rest) = key(&code);
        if key == "newmtl" {
            let name = words(rest).collect::<Vec<_>>().join(" ");
            materials.insert(name.clone(), Material::default());
            current = Some(name);
            continue;
        }
        let Some(material) = current.as_ref().and_then(|name| materials.get_mut(name)) else {
            continue;
        };
        match key {
            // Colors by a spectrum or in another space are left as they are.
            "Kd" if !matches!(words(rest).next(), Some("spectral" | "xyz")) => {
                let rgb = numbers(rest, line, 1)?;
                // Green and blue that are left out are as red is.
                let [r, g, b] = [0, 1, 2].map(|i| channel(*rgb.get(i).unwrap_or(&rgb[0])));
                material.color = Color::rgba(r, g, b, material.color.a);
            }
            "d" => {
                let opacity = rest.strip_prefix("-halo").unwrap_or(rest);
                material.color.a = channel(numbers(opacity, line, 1)?[0]);
            }
            "Tr" => material.color.a = channel(1.0 - numbers(rest, line, 1)?[0]),
            "map_Kd" => {
                let name = picture_name(rest);
                if name.is_empty() {
                    return Err(ModelError::Line { line, expected: "a picture" });
                }
                if !pictures.contains_key(name) {
                    pictures.insert(name.to_owned(), read_picture(name, beside)?);
                }
                material.picture = pictures.get(name).cloned().flatten();
            }
            _ => {}
        }
    }
    Ok(())
}

/// A picture by its name, which may have blanks; or by its last word, behind options that are not known.
fn read_picture(name: &str, beside: &mut Beside<'_>) -> Result<Option<Arc<Surface>>, ModelError> {
    let last = words(name).next_back().unwrap_or(name);
    for name in [name, last] {
        if let Some(bytes) = (beside.file)(name) {
            return beside.picture(name, &bytes, AlphaMode::Blend).map(Some);
        }
    }
    Ok(None)
}
