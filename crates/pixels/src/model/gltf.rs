//! glTF 2.0, as JSON with its data in it or beside it, and as one binary file.

use super::{
    MOST, Model3d, ModelError, ModelPart,
    accessor::{Document, array, field, whole},
    base64::from_data_uri,
    beside::{AlphaMode, Beside},
    from_linear, turned, usable,
};
use crate::{Color, Mesh, Surface};
use motile_geom::{Vec3, vec2};
use serde_json::Value;
use std::sync::Arc;

/// Most nodes that are walked: a node may be named by many others, and a broken file by itself.
const MOST_NODES: usize = 1 << 14;

impl Model3d {
    /// Reads glTF 2.0: a `.glb`, or a `.gltf` whose data is in the text or in files beside it, which `file` gives by name. Read are
    /// the triangles of the scene with the transforms of their nodes, normals, the first places in a picture, colors of
    /// points, and of materials the base color with its picture (PNG) and what alpha means to it.
    ///
    /// # Errors
    /// [`ModelError::Field`] with the path of the field and what was expected there, [`ModelError::Json`],
    /// [`ModelError::Container`], [`ModelError::Picture`]. Sparse lists and files that require an extension are not read.
    pub fn from_gltf(
        bytes: &[u8],
        file: impl FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, ModelError> {
        Self::from_gltf_with(bytes, file, |_| None)
    }

    /// Does what [`Model3d::from_gltf`] does, with a decoder for pictures that are no PNG: JPEG is the other format that glTF has.
    ///
    /// # Errors
    /// Those of [`Model3d::from_gltf`]; [`ModelError::Picture`] when the decoder gives none.
    pub fn from_gltf_with(
        bytes: &[u8],
        mut file: impl FnMut(&str) -> Option<Vec<u8>>,
        mut decode: impl FnMut(&[u8]) -> Option<Surface>,
    ) -> Result<Self, ModelError> {
        let (text, chunk) = match bytes.strip_prefix(b"glTF") {
            Some(rest) => chunks(rest)?,
            None => (bytes, None),
        };
        let json: Value =
            serde_json::from_slice(text).map_err(|error| ModelError::Json(error.to_string()))?;
        let version = json.pointer("/asset/version").and_then(Value::as_str);
        if !version.is_some_and(|version| version.starts_with("2.")) {
            return Err(field("asset.version".to_owned(), "2.0"));
        }
        check_extensions(&json)?;
        let buffers = buffers(&json, chunk, &mut file)?;
        let mut reader = Reader {
            document: Document { json, buffers },
            beside: Beside { file: &mut file, decode: &mut decode },
            pictures: Vec::new(),
            model: Self::default(),
            corners: 0,
        };
        reader.scene()?;
        Ok(reader.model)
    }
}

/// The JSON and the binary chunk of a GLB file, after its first four bytes.
fn chunks(rest: &[u8]) -> Result<(&[u8], Option<&[u8]>), ModelError> {
    let number = |at: usize| {
        rest.get(at..).and_then(|rest| rest.first_chunk()).map(|&four| u32::from_le_bytes(four))
    };
    if number(0) != Some(2) {
        return Err(ModelError::Container("its version is not 2"));
    }
    let chunk = |at: usize, kind: &[u8]| {
        let length = number(at)? as usize;
        let found = rest.get(at + 4..at + 8)?;
        let end = (at + 8).checked_add(length)?;
        (found == kind).then_some(()).and_then(|()| Some((rest.get(at + 8..end)?, end)))
    };
    let (text, end) =
        chunk(8, b"JSON").ok_or(ModelError::Container("its first chunk is no whole JSON chunk"))?;
    Ok((text, chunk(end, b"BIN\0").map(|(bytes, _)| bytes)))
}

/// Extensions that change nothing that is read here.
const HARMLESS: &str = "KHR_materials_unlit";

/// Refuses files that cannot be shown without an extension, instead of showing them wrong.
fn check_extensions(json: &Value) -> Result<(), ModelError> {
    let list = json.get("extensionsRequired").and_then(Value::as_array);
    for (index, name) in list.into_iter().flatten().enumerate() {
        if name.as_str() != Some(HARMLESS) {
            let path = format!("extensionsRequired[{index}]");
            return Err(field(path, "no extension but KHR_materials_unlit"));
        }
    }
    Ok(())
}

fn buffers(
    json: &Value,
    chunk: Option<&[u8]>,
    file: &mut impl FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Vec<Vec<u8>>, ModelError> {
    let list = json.get("buffers").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut buffers = Vec::with_capacity(list.len());
    for (index, buffer) in list.iter().enumerate() {
        let bytes = match buffer.get("uri").and_then(Value::as_str) {
            Some(uri) => from_data_uri(uri).or_else(|| file(uri)),
            None => chunk.filter(|_| index == 0).map(<[u8]>::to_vec),
        };
        let missing =
            || field(format!("buffers[{index}].uri"), "base64 data or a file that is there");
        buffers.push(bytes.ok_or_else(missing)?);
    }
    Ok(buffers)
}

/// A picture that was asked for, which may not be there.
type Picture = Option<Arc<Surface>>;

struct Reader<'a> {
    document: Document,
    beside: Beside<'a>,
    /// What was read of each image so far.
    pictures: Vec<((usize, AlphaMode), Picture)>,
    model: Model3d,
    corners: usize,
}

/// Where a node is: columns of its turn and scale, and its position.
#[derive(Clone, Copy)]
struct Place([[f32; 3]; 4]);

impl Place {
    const ORIGIN: Self = Self([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]);

    fn way(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let [a, b, c, _] = self.0;
        [0, 1, 2].map(|i| a[i] * x + b[i] * y + c[i] * z)
    }

    fn point(&self, point: [f32; 3]) -> [f32; 3] {
        let way = self.way(point);
        [0, 1, 2].map(|i| way[i] + self.0[3][i])
    }

    /// The way of a normal, which stays at right angles to the surface however it is stretched.
    fn normal(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let [a, b, c, _] = self.0.map(Vec3::from_array);
        let normal = b.cross(c) * x + c.cross(a) * y + a.cross(b) * z;
        (if self.mirrors() { -normal } else { normal }).to_array()
    }

    fn child(&self, inner: &Self) -> Self {
        let [a, b, c, position] = inner.0;
        Self([self.way(a), self.way(b), self.way(c), self.point(position)])
    }

    /// Whether it shows things as a mirror does.
    fn mirrors(&self) -> bool {
        let [a, b, c, _] = self.0.map(Vec3::from_array);
        a.cross(b).dot(c) < 0.0
    }

    fn of(node: &Value, path: &str) -> Result<Self, ModelError> {
        if let Some(m) = array::<16>(node, "matrix", path)? {
            return Ok(Self([0, 4, 8, 12].map(|column| [m[column], m[column + 1], m[column + 2]])));
        }
        let position = array(node, "translation", path)?.unwrap_or([0.0; 3]);
        let [x, y, z, w] = array(node, "rotation", path)?.unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let scale = array(node, "scale", path)?.unwrap_or([1.0; 3]);
        let columns = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
            [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
            [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let [a, b, c] = [0, 1, 2].map(|axis: usize| columns[axis].map(|x| x * scale[axis]));
        Ok(Self([a, b, c, position]))
    }
}

/// The numbers in a list of an object.
fn numbers(owner: &Value, key: &str) -> Vec<usize> {
    let list = owner.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_u64).filter_map(|x| usize::try_from(x).ok()).collect()
}

/// The parts of a material that count here.
struct Material {
    color: Color,
    picture: Option<Arc<Surface>>,
    mode: AlphaMode,
}

impl Material {
    /// What is drawn where nothing else is said.
    const PLAIN: Self = Self { color: Color::WHITE, picture: None, mode: AlphaMode::Opaque };
}

/// What alpha means to a material whose color has this alpha, 0 to 1.
fn alpha_mode(material: &Value, alpha: f32, path: &str) -> Result<AlphaMode, ModelError> {
    match material.get("alphaMode").map_or(Some("OPAQUE"), Value::as_str) {
        Some("OPAQUE") => Ok(AlphaMode::Opaque),
        Some("BLEND") => Ok(AlphaMode::Blend),
        Some("MASK") => {
            let cutoff = material.get("alphaCutoff").map_or(Some(0.5), Value::as_f64);
            let expected = || field(format!("{path}.alphaCutoff"), "a number");
            let cutoff = cutoff.ok_or_else(expected)? as f32;
            // Of the alpha of a picture, which is multiplied by that of the color.
            let least = (cutoff / alpha.clamp(0.0, 1.0) * 255.0).ceil();
            Ok(AlphaMode::Cut(if least.is_nan() { 0 } else { least.clamp(0.0, 256.0) as u16 }))
        }
        _ => Err(field(format!("{path}.alphaMode"), "OPAQUE, MASK or BLEND")),
    }
}

impl Reader<'_> {
    /// Walks the nodes of the scene, parents before children.
    fn scene(&mut self) -> Result<(), ModelError> {
        let scene = whole(&self.document.json, "scene", "")?.unwrap_or(0);
        let roots = numbers(self.document.entry("scenes", scene)?, "nodes");
        let mut open: Vec<(usize, Place)> =
            roots.into_iter().rev().map(|node| (node, Place::ORIGIN)).collect();
        let mut walked = 0;
        while let Some((index, parent)) = open.pop() {
            walked += 1;
            let path = format!("nodes[{index}]");
            let node = self.document.entry("nodes", index)?;
            let place = parent.child(&Place::of(node, &path)?);
            let children = numbers(node, "children");
            if walked > MOST_NODES || open.len() + children.len() > MOST_NODES {
                return Err(ModelError::TooLarge);
            }
            open.extend(children.into_iter().rev().map(|child| (child, place)));
            let name = node.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            if let Some(mesh) = whole(node, "mesh", &path)? {
                self.mesh(mesh, &name, &place)?;
            }
        }
        Ok(())
    }

    fn mesh(&mut self, index: usize, name: &str, place: &Place) -> Result<(), ModelError> {
        let mesh = self.document.entry("meshes", index)?;
        let list = mesh.get("primitives").and_then(Value::as_array).cloned().unwrap_or_default();
        for (number, primitive) in list.iter().enumerate() {
            let path = format!("meshes[{index}].primitives[{number}]");
            let Some(mut mesh) = self.primitive(primitive, &path, place)? else { continue };
            let Material { color, picture, mode } = match whole(primitive, "material", &path)? {
                Some(material) => self.material(material)?,
                None => Material::PLAIN,
            };
            if mode != AlphaMode::Blend {
                mesh.colors_mut().iter_mut().for_each(|color| color.a = 255);
            }
            self.model.parts.push(ModelPart { name: name.to_owned(), mesh, color, picture });
        }
        Ok(())
    }

    /// The triangles of a primitive; `None` for points and lines.
    fn primitive(
        &mut self,
        primitive: &Value,
        path: &str,
        place: &Place,
    ) -> Result<Option<Mesh>, ModelError> {
        let mode = whole(primitive, "mode", path)?.unwrap_or(4);
        let Some(attributes) = primitive.get("attributes").filter(|_| (4..=6).contains(&mode))
        else {
            return Ok(None);
        };
        let Some(position) = whole(attributes, "POSITION", path)? else { return Ok(None) };
        let points = self.document.floats::<3>(position)?;
        let indices = match whole(primitive, "indices", path)? {
            Some(indices) => self.document.indices(indices)?,
            None => (0..points.len() as u32).collect(),
        };
        self.corners += points.len().max(indices.len());
        if self.corners > MOST {
            return Err(ModelError::TooLarge);
        }
        let mut triangles = triangles(mode, &indices, path)?;
        if !place.mirrors() {
            // Counter-clockwise in the file, clockwise here.
            for corners in &mut triangles {
                corners.swap(1, 2);
            }
        }
        let points = points.into_iter().map(|point| turned(place.point(point))).collect();
        let mut mesh = Mesh::new(points, triangles)?;
        if let Some(uv) = whole(attributes, "TEXCOORD_0", path)? {
            let uv = self.document.floats::<2>(uv)?;
            mesh = mesh.with_uv(uv.into_iter().map(|[u, v]| vec2(u, v)).collect())?;
        }
        if let Some(colors) = whole(attributes, "COLOR_0", path)? {
            let colors = if self.document.has_four(colors)? {
                self.document.floats::<4>(colors)?
            } else {
                let opaque = |[r, g, b]: [f32; 3]| [r, g, b, 1.0];
                self.document.floats::<3>(colors)?.into_iter().map(opaque).collect()
            };
            mesh = mesh.with_colors(colors.into_iter().map(from_linear).collect())?;
        }
        if let Some(normals) = whole(attributes, "NORMAL", path)? {
            let normals = self.document.floats::<3>(normals)?;
            let normals = normals.into_iter().map(|normal| turned(place.normal(normal))).collect();
            if let Some(normals) = usable(normals) {
                return Ok(Some(mesh.with_own_normals(normals)?));
            }
        }
        Ok(Some(mesh.with_normals()))
    }

    fn material(&mut self, index: usize) -> Result<Material, ModelError> {
        let path = format!("materials[{index}]");
        let material = self.document.entry("materials", index)?;
        let base = material.get("pbrMetallicRoughness");
        let base_path = format!("{path}.pbrMetallicRoughness");
        let factor = match base {
            Some(base) => array(base, "baseColorFactor", &base_path)?,
            None => None,
        };
        let factor: [f32; 4] = factor.unwrap_or([1.0; 4]);
        let mode = alpha_mode(material, factor[3], &path)?;
        let mut color = from_linear(factor);
        let texture = match base.and_then(|base| base.get("baseColorTexture")) {
            Some(texture) => Some(whole(texture, "index", &base_path)?.unwrap_or(0)),
            None => None,
        };
        let source = match texture {
            Some(texture) => {
                whole(self.document.entry("textures", texture)?, "source", &base_path)?
            }
            None => None,
        };
        let picture = source.map(|source| self.picture(source, mode)).transpose()?.flatten();
        match mode {
            AlphaMode::Cut(least) if picture.is_none() && least > 255 => color.a = 0,
            AlphaMode::Opaque | AlphaMode::Cut(_) => color.a = 255,
            AlphaMode::Blend => {}
        }
        Ok(Material { color, picture, mode })
    }

    fn picture(
        &mut self,
        index: usize,
        mode: AlphaMode,
    ) -> Result<Option<Arc<Surface>>, ModelError> {
        let key = (index, mode);
        if let Some((_, known)) = self.pictures.iter().find(|(known, _)| *known == key) {
            return Ok(known.clone());
        }
        let path = format!("images[{index}]");
        let image = self.document.entry("images", index)?;
        let read = if let Some(view) = whole(image, "bufferView", &path)? {
            Some(self.beside.picture(&path, self.document.view(view)?, mode)?)
        } else if let Some(uri) = image.get("uri").and_then(Value::as_str) {
            let bytes = from_data_uri(uri).or_else(|| (self.beside.file)(uri));
            bytes.map(|bytes| self.beside.picture(&path, &bytes, mode)).transpose()?
        } else {
            None
        };
        self.pictures.push((key, read.clone()));
        Ok(read)
    }
}

/// Lists, strips and fans of triangles as a list.
fn triangles(mode: usize, indices: &[u32], path: &str) -> Result<Vec<[u32; 3]>, ModelError> {
    match mode {
        5 => Ok(indices
            .windows(3)
            .enumerate()
            .map(|(i, w)| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] })
            .collect()),
        6 => Ok(indices
            .get(1..)
            .unwrap_or_default()
            .windows(2)
            .map(|pair| [indices[0], pair[0], pair[1]])
            .collect()),
        _ => match indices.as_chunks::<3>() {
            (list, []) => Ok(list.to_vec()),
            _ => Err(field(format!("{path}.indices"), "three for each triangle")),
        },
    }
}
