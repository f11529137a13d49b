//! Vectors as the books print them.

use core::fmt;
use motile_geom::Vec2;

/// A vector that is written as the `Vector2D` class of the books writes itself, for comparing traces.
///
/// ```
/// use motile_geom::vec2;
/// use motile_steer::classic::VectorText;
///
/// assert_eq!(VectorText(vec2(3.0, 2.0)).to_string(), "[Vector2D (x:3, y:2)]");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VectorText(pub Vec2);

impl fmt::Display for VectorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[Vector2D (x:{}, y:{})]", self.0.x, self.0.y)
    }
}
