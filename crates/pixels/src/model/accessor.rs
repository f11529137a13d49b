//! The numbers of a glTF file: fields of its JSON, and lists in its binary data.

use super::{MOST, ModelError};
use serde_json::Value;

/// The JSON of a file and the data it names.
pub(super) struct Document {
    pub(super) json: Value,
    pub(super) buffers: Vec<Vec<u8>>,
}

/// How a list of numbers lies in a buffer.
struct Layout<'a> {
    bytes: &'a [u8],
    count: usize,
    /// Numbers of an element, 3 for a point.
    width: usize,
    /// Bytes from one element to the next.
    stride: usize,
    kind: Component,
    normalized: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Component {
    U8,
    U16,
    U32,
    F32,
}

impl Component {
    const fn size(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

pub(super) fn field(path: String, expected: &'static str) -> ModelError {
    ModelError::Field { path, expected }
}

/// A whole number of a field; `None` when there is no field.
pub(super) fn whole(owner: &Value, key: &str, path: &str) -> Result<Option<usize>, ModelError> {
    let Some(value) = owner.get(key) else { return Ok(None) };
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number.map(Some).ok_or_else(|| field(format!("{path}.{key}"), "a whole number"))
}

/// Exactly N finite numbers of a field; `None` when there is no field.
pub(super) fn array<const N: usize>(
    owner: &Value,
    key: &str,
    path: &str,
) -> Result<Option<[f32; N]>, ModelError> {
    let Some(value) = owner.get(key) else { return Ok(None) };
    let number = |value: &Value| value.as_f64().map(|x| x as f32).filter(|x| x.is_finite());
    let numbers: Option<Vec<f32>> =
        value.as_array().and_then(|list| list.iter().map(number).collect());
    let exact = numbers.and_then(|list| <[f32; N]>::try_from(list).ok());
    exact.map(Some).ok_or_else(|| field(format!("{path}.{key}"), "a list of finite numbers"))
}

impl Document {
    /// An entry of a list at the top of the file.
    pub(super) fn entry(&self, list: &str, index: usize) -> Result<&Value, ModelError> {
        let found = self.json.get(list).and_then(|list| list.get(index));
        found.ok_or_else(|| field(format!("{list}[{index}]"), "an entry"))
    }

    /// The bytes of a view of a buffer.
    pub(super) fn view(&self, index: usize) -> Result<&[u8], ModelError> {
        let path = format!("bufferViews[{index}]");
        let view = self.entry("bufferViews", index)?;
        let buffer = whole(view, "buffer", &path)?.unwrap_or(0);
        let bytes = self.buffers.get(buffer).map(Vec::as_slice);
        let bytes = bytes.ok_or_else(|| field(format!("{path}.buffer"), "a buffer with data"))?;
        let start = whole(view, "byteOffset", &path)?.unwrap_or(0);
        let length = whole(view, "byteLength", &path)?.unwrap_or(0);
        let end = start.checked_add(length).filter(|&end| end <= bytes.len());
        let end = end.ok_or_else(|| field(format!("{path}.byteLength"), "a part of its buffer"))?;
        Ok(&bytes[start..end])
    }

    fn layout(&self, index: usize, path: &str) -> Result<Layout<'_>, ModelError> {
        let accessor = self.entry("accessors", index)?;
        if accessor.get("sparse").is_some() {
            return Err(field(format!("{path}.sparse"), "no sparse list"));
        }
        let count = whole(accessor, "count", path)?.unwrap_or(0);
        if count > MOST {
            return Err(ModelError::TooLarge);
        }
        let width = match accessor.get("type").and_then(Value::as_str) {
            Some("SCALAR") => 1,
            Some("VEC2") => 2,
            Some("VEC3") => 3,
            Some("VEC4") => 4,
            _ => return Err(field(format!("{path}.type"), "SCALAR, VEC2, VEC3 or VEC4")),
        };
        let kind = match whole(accessor, "componentType", path)? {
            Some(5121) => Component::U8,
            Some(5123) => Component::U16,
            Some(5125) => Component::U32,
            Some(5126) => Component::F32,
            _ => {
                let kinds = "5121, 5123, 5125 or 5126: unsigned numbers or floats";
                return Err(field(format!("{path}.componentType"), kinds));
            }
        };
        let view = whole(accessor, "bufferView", path)?
            .ok_or_else(|| field(format!("{path}.bufferView"), "a view of a buffer"))?;
        let start = whole(accessor, "byteOffset", path)?.unwrap_or(0);
        let bytes = self.view(view)?.get(start..);
        let bytes =
            bytes.ok_or_else(|| field(format!("{path}.byteOffset"), "a place in its view"))?;
        let size = width * kind.size();
        let owner = self.entry("bufferViews", view)?;
        let stride = whole(owner, "byteStride", path)?.unwrap_or(size);
        let last = count.checked_sub(1).map_or(Some(0), |last| {
            last.checked_mul(stride).and_then(|start| start.checked_add(size))
        });
        if stride < size || last.is_none_or(|last| last > bytes.len()) {
            return Err(field(format!("{path}.count"), "as many elements as its view holds"));
        }
        let normalized = accessor.get("normalized").and_then(Value::as_bool).unwrap_or(false);
        Ok(Layout { bytes, count, width, stride, kind, normalized })
    }

    /// Elements of at least `N` numbers, of which the first N are read: floats, or shares of the largest whole number.
    pub(super) fn floats<const N: usize>(&self, index: usize) -> Result<Vec<[f32; N]>, ModelError> {
        let path = format!("accessors[{index}]");
        let layout = self.layout(index, &path)?;
        let fits =
            layout.kind == Component::F32 || (layout.normalized && layout.kind != Component::U32);
        if !fits || layout.width < N {
            return Err(field(path, "floats or normalized numbers, as many as the attribute has"));
        }
        let all: Vec<[f32; N]> = (0..layout.count)
            .map(|element| core::array::from_fn(|i| layout.float(element, i)))
            .collect();
        if all.as_flattened().iter().all(|number| number.is_finite()) {
            return Ok(all);
        }
        Err(field(path, "finite numbers"))
    }

    /// Whether an element has a fourth number: colors with and without alpha.
    pub(super) fn has_four(&self, index: usize) -> Result<bool, ModelError> {
        Ok(self.layout(index, &format!("accessors[{index}]"))?.width == 4)
    }

    /// Whole numbers: the corners of triangles.
    pub(super) fn indices(&self, index: usize) -> Result<Vec<u32>, ModelError> {
        let path = format!("accessors[{index}]");
        let layout = self.layout(index, &path)?;
        if layout.kind == Component::F32 || layout.width != 1 {
            return Err(field(path, "whole numbers"));
        }
        Ok((0..layout.count).map(|element| layout.whole(element, 0)).collect())
    }
}

impl Layout<'_> {
    /// The bytes of a number, in the range that the layout was checked for.
    fn number<const N: usize>(&self, element: usize, part: usize) -> [u8; N] {
        let start = element * self.stride + part * N;
        self.bytes[start..].first_chunk().copied().unwrap_or([0; N])
    }

    fn whole(&self, element: usize, part: usize) -> u32 {
        match self.kind {
            Component::U8 => u32::from(u8::from_le_bytes(self.number(element, part))),
            Component::U16 => u32::from(u16::from_le_bytes(self.number(element, part))),
            Component::U32 | Component::F32 => u32::from_le_bytes(self.number(element, part)),
        }
    }

    fn float(&self, element: usize, part: usize) -> f32 {
        let whole = self.whole(element, part);
        match self.kind {
            Component::U8 => whole as f32 / 255.0,
            Component::U16 => whole as f32 / 65535.0,
            Component::U32 => whole as f32,
            Component::F32 => f32::from_bits(whole),
        }
    }
}
