//! What a program around a kernel knows: the time, the size of the picture, the pointer.

use crate::{kernel::Parameter, shader::Shader, source::types::ValueType};
use motile_geom::{Vec2, vec2};

/// What a host knows of its picture, for parameters that ask for it: see [`Shader::supply`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HostValues {
    /// Seconds since the beginning.
    pub time: f32,
    /// Seconds since the picture before.
    pub time_step: f32,
    /// Pictures before this one.
    pub frame: u32,
    /// Width and height of the picture in pixels.
    pub size: Vec2,
    /// The pointer, in pixels of the picture from its upper left corner.
    pub pointer: Vec2,
    /// The last press of its button; `None` before the first one.
    pub press: Option<PointerPress>,
}

/// The last time that the button of the pointer went down, for `iMouse.zw` of shaders in the style of Shadertoy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointerPress {
    /// Where, in pixels of the picture from its upper left corner.
    pub at: Vec2,
    /// Whether the button is still down.
    pub is_held: bool,
    /// Whether it went down since the picture before.
    pub is_new: bool,
}

impl PointerPress {
    /// As those shaders want it: the first number is above 0 as long as the button is held, the second in the first picture only.
    fn signed(self, height: f32) -> Vec2 {
        let sign = |is_on: bool| if is_on { 1.0 } else { -1.0 };
        vec2(self.at.x * sign(self.is_held), (height - self.at.y) * sign(self.is_new))
    }
}

/// Which of the values a parameter asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostValue {
    /// Seconds since the beginning.
    Time,
    /// Seconds since the picture before.
    TimeStep,
    /// Pictures before this one.
    Frame,
    /// Width and height of the picture in pixels.
    Size,
    /// Where the pointer is, in pixels.
    Pointer,
    /// Width and height of an input, which is counted from 0, in pixels; metadata `input : "name"` names another one.
    InputSize(u8),
}

impl Parameter {
    /// What of the host it asks for, by its metadata `bind : "time"`, `"time_step"`, `"frame"`, `"size"`, `"mouse"` or `"input_size"`, or
    /// by its name in a shader in the style of Shadertoy. A value that does not fit its type is not asked for.
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
            "iTimeDelta" => Some("time_step"),
            "iFrame" => Some("frame"),
            "iResolution" => Some("size"),
            "iMouse" => Some("mouse"),
            _ => None,
        };
        let channel = self.name.strip_prefix("iChannelSize").and_then(|n| n.parse().ok());
        let value = match (self.text("bind").or(by_name), channel) {
            (_, Some(channel)) => HostValue::InputSize(channel),
            (Some("time"), _) => HostValue::Time,
            (Some("time_step"), _) => HostValue::TimeStep,
            (Some("frame"), _) => HostValue::Frame,
            (Some("size" | "output_size"), _) => HostValue::Size,
            (Some("mouse" | "pointer"), _) => HostValue::Pointer,
            (Some("input_size"), _) => HostValue::InputSize(0),
            _ => return None,
        };
        let fits = match (value, self.ty) {
            (HostValue::Time | HostValue::TimeStep, ty) => ty == ValueType::FLOAT,
            (HostValue::Frame, ty) => ty == ValueType::INT,
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
                HostValue::TimeStep => {
                    self.put(handle, host.time_step);
                    continue;
                }
                HostValue::Frame => {
                    self.put(handle, host.frame.min(1 << 24) as i32);
                    continue;
                }
                HostValue::Size => host.size,
                // Shaders count from below.
                HostValue::Pointer
                    if parameter.name == "iMouse" || parameter.text("origin") == Some("below") =>
                {
                    vec2(host.pointer.x, host.size.y - host.pointer.y)
                }
                HostValue::Pointer => host.pointer,
                HostValue::InputSize(index) => {
                    // Pictures of shaders are inputs by name: one that is not read is none.
                    let channel = format!("iChannel{index}");
                    let name = parameter.text("input").unwrap_or(&channel);
                    let inputs = kernel.inputs();
                    let found = inputs.iter().position(|input| input.name == name).unwrap_or(0);
                    match self.textures.get(found).and_then(Option::as_ref) {
                        Some(texture) => vec2(texture.width() as f32, texture.height() as f32),
                        None => continue,
                    }
                }
            };
            let is_mouse = parameter.name == "iMouse";
            let press = host.press.filter(|_| is_mouse).map(|press| press.signed(host.size.y));
            let press = press.unwrap_or_default();
            match parameter.ty.count() {
                2 => self.put(handle, pair),
                3 => self.put(handle, [pair.x, pair.y, 1.0]),
                _ => self.put(handle, [pair.x, pair.y, press.x, press.y]),
            }
        }
    }
}
