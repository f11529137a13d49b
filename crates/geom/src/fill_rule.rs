//! What an outline encloses.

/// Which points a self-crossing outline encloses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FillRule {
    /// Inside where a ray to infinity crosses the outline an odd number of times: areas covered twice
    /// stay empty. The classic default.
    #[default]
    EvenOdd,
    /// Inside where the signed winding number is not 0.
    NonZero,
}

impl FillRule {
    /// Whether a winding number counts as inside.
    pub const fn is_inside(self, winding: i32) -> bool {
        match self {
            Self::EvenOdd => winding & 1 == 1,
            Self::NonZero => winding != 0,
        }
    }
}
