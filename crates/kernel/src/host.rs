//! What a program around a kernel knows: the time, the size of the picture, the pointer.

use crate::{kernel::Parameter, shader::Shader, source::types::ValueType};
use motile_geom::{Vec2, vec2};

/// What a host knows of its picture, for parameters that ask for it: see [`Shader::supply`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HostValues {
    /// Seconds since the beginning.
    pub time: f32,
    /// Width and height of the picture in pixels.
    pub size: Vec2,
    /// The pointer, in pixels of the picture from its upper left corner.
    pub pointer: Vec2,
}

/// Which of the values a parameter asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostValue {
    /// Seconds since the beginning.
    Time,
    /// Width and height of the picture in pixels.
    Size,
    /// Where the pointer is, in pixels.
    Pointer,
    /// Width and height of an input, which is counted from 0, in pixels.
    InputSize(u8),
}

impl Parameter {
    /// What of the host it asks for, by its metadata `bind : "time"`, `"size"`, `"mouse"` or `"input_size"`, or by its name in a
    /// shader in the style of Shadertoy. A value that does not fit its type is not asked for.
    ///
    /// ```
    /// use motile_kernel::{HostValue, library};
    /// let crt = library::find("crt").ok_or("it is there")?.compile()?;
    /// let size = crt.parameters().iter().find(|p| p.name == "size").ok_or("it has one")?;
    /// assert_eq!(size.host_value(), Some(HostValue::Size));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn host_value(&self) -> Option<HostValue> {
        let by_name = match self.name.as_str() {
            "iTime" => Some("time"),
            "iResolution" => Some("size"),
            "iMouse" => Some("mouse"),
            _ => None,
        };
        let channel = self.name.strip_prefix("iChannelSize").and_then(|n| n.parse().ok());
        let value = match (self.text("bind").or(by_name), channel) {
            (Some("time"), _) => HostValue::Time,
            (Some("size" | "output_size"), _) => HostValue::Size,
            (Some("mouse" | "pointer"), _) => HostValue::Pointer,
            (Some("input_size"), _) => HostValue::InputSize(0),
            (_, Some(channel)) => HostValue::InputSize(channel),
            _ => return None,
        };
        let fits = match (value, self.ty) {
            (HostValue::Time, ty) => ty == ValueType::FLOAT,
            (_, ValueType::Vector(crate::ScalarType::Float, size)) => size >= 2,
            _ => false,
        };
        fits.then_some(value)
    }
}

impl Shader {
    /// Gives the parameters that ask for it what the host knows, held inside their ranges; see [`Parameter::host_value`]. Those of shaders
    /// in the style of Shadertoy count rows from below, as those shaders do.
    pub fn supply(&mut self, host: &HostValues) {
        let kernel = self.kernel.clone();
        for parameter in kernel.parameters() {
            let Some(value) = parameter.host_value() else { continue };
            let Some(handle) = self.find(&parameter.name) else { continue };
            let pair = match value {
                HostValue::Time => {
                    self.put(handle, host.time);
                    continue;
                }
                HostValue::Size => host.size,
                HostValue::Pointer if parameter.name == "iMouse" => {
                    vec2(host.pointer.x, host.size.y - host.pointer.y)
                }
                HostValue::Pointer => host.pointer,
                HostValue::InputSize(index) => {
                    // Channels of Shadertoy are inputs by name: one that is not read is none.
                    let name = format!("iChannel{index}");
                    let inputs = kernel.inputs();
                    let found = inputs.iter().position(|input| input.name == name).unwrap_or(0);
                    match self.textures.get(found).and_then(Option::as_ref) {
                        Some(texture) => vec2(texture.width() as f32, texture.height() as f32),
                        None => continue,
                    }
                }
            };
            match parameter.ty.count() {
                2 => self.put(handle, pair),
                3 => self.put(handle, [pair.x, pair.y, 1.0]),
                _ => self.put(handle, [pair.x, pair.y, 0.0, 0.0]),
            }
        }
    }
}
