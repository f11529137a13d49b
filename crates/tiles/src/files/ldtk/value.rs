//! Values of JSON objects.

use crate::files::fault::{Fault, Read};
use serde_json::Value;

/// A text; empty when it is missing or null.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A list; empty when it is missing or null.
pub(super) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A whole number, or what it is when missing or null.
pub(super) fn number<T: TryFrom<i64>>(value: &Value, key: &str, or: T) -> Read<T> {
    whole(value.get(key), or)
        .ok_or_else(|| Fault::new(format!("{key}: expected a whole number in range")))
}

/// A whole number, also one that is written as `16.0`.
pub(super) fn whole<T: TryFrom<i64>>(value: Option<&Value>, or: T) -> Option<T> {
    match value {
        None | Some(Value::Null) => Some(or),
        Some(value) => {
            let float = || value.as_f64().filter(|v| v.fract() == 0.0 && v.abs() < 9e15);
            T::try_from(value.as_i64().or_else(|| float().map(|v| v as i64))?).ok()
        }
    }
}

/// A number, or what it is when missing or null.
pub(super) fn float(value: Option<&Value>, or: f32) -> Read<f32> {
    let number = match value {
        None | Some(Value::Null) => Some(or),
        Some(value) => value.as_f64().map(|value| value as f32),
    };
    number.filter(|value| value.is_finite()).ok_or_else(|| Fault::new("expected a finite number"))
}
