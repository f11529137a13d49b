//! The functions that the language brings along.

/// A function of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Radians,
    Degrees,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Pow,
    Exp,
    Exp2,
    Log,
    Log2,
    Sqrt,
    InverseSqrt,
    Abs,
    Sign,
    Floor,
    Ceil,
    Fract,
    Mod,
    Min,
    Max,
    Step,
    Clamp,
    Mix,
    SmoothStep,
    Length,
    Distance,
    Dot,
    Cross,
    Normalize,
    MatrixCompMult,
    LessThan,
    LessThanEqual,
    GreaterThan,
    GreaterThanEqual,
    Equal,
    NotEqual,
    Any,
    All,
    Not,
    OutCoord,
    PixelSize,
    PixelAspectRatio,
    SampleNearest,
    SampleLinear,
}

/// What arguments a function takes and what it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// So many float vectors of one size, some of which may be scalars; answers their size.
    Each(usize),
    /// So many float vectors of one size; answers one number.
    Number(usize),
    /// One float vector; answers its like.
    Vector,
    Cross,
    Matrices,
    /// Two vectors of one type; answers truth values.
    Compare,
    /// A vector of truth values; answers one.
    Reduce,
    Not,
    Nothing(u8),
    Sample,
}

const TABLE: [(&str, Builtin, Shape); 48] = {
    use Builtin as B;
    use Shape as S;
    [
        ("radians", B::Radians, S::Each(1)),
        ("degrees", B::Degrees, S::Each(1)),
        ("sin", B::Sin, S::Each(1)),
        ("cos", B::Cos, S::Each(1)),
        ("tan", B::Tan, S::Each(1)),
        ("asin", B::Asin, S::Each(1)),
        ("acos", B::Acos, S::Each(1)),
        ("atan", B::Atan, S::Each(1)),
        ("pow", B::Pow, S::Each(2)),
        ("exp", B::Exp, S::Each(1)),
        ("exp2", B::Exp2, S::Each(1)),
        ("log", B::Log, S::Each(1)),
        ("log2", B::Log2, S::Each(1)),
        ("sqrt", B::Sqrt, S::Each(1)),
        ("inverseSqrt", B::InverseSqrt, S::Each(1)),
        ("abs", B::Abs, S::Each(1)),
        ("sign", B::Sign, S::Each(1)),
        ("floor", B::Floor, S::Each(1)),
        ("ceil", B::Ceil, S::Each(1)),
        ("fract", B::Fract, S::Each(1)),
        ("mod", B::Mod, S::Each(2)),
        ("min", B::Min, S::Each(2)),
        ("max", B::Max, S::Each(2)),
        ("step", B::Step, S::Each(2)),
        ("clamp", B::Clamp, S::Each(3)),
        ("mix", B::Mix, S::Each(3)),
        ("smoothStep", B::SmoothStep, S::Each(3)),
        ("length", B::Length, S::Number(1)),
        ("distance", B::Distance, S::Number(2)),
        ("dot", B::Dot, S::Number(2)),
        ("cross", B::Cross, S::Cross),
        ("normalize", B::Normalize, S::Vector),
        ("matrixCompMult", B::MatrixCompMult, S::Matrices),
        ("lessThan", B::LessThan, S::Compare),
        ("lessThanEqual", B::LessThanEqual, S::Compare),
        ("greaterThan", B::GreaterThan, S::Compare),
        ("greaterThanEqual", B::GreaterThanEqual, S::Compare),
        ("equal", B::Equal, S::Compare),
        ("notEqual", B::NotEqual, S::Compare),
        ("any", B::Any, S::Reduce),
        ("all", B::All, S::Reduce),
        ("not", B::Not, S::Not),
        ("outCoord", B::OutCoord, S::Nothing(2)),
        ("pixelSize", B::PixelSize, S::Nothing(2)),
        ("pixelAspectRatio", B::PixelAspectRatio, S::Nothing(1)),
        ("sampleNearest", B::SampleNearest, S::Sample),
        ("sampleLinear", B::SampleLinear, S::Sample),
        ("sample", B::SampleLinear, S::Sample),
    ]
};

/// The function of a name. `atan` with two arguments is [`Builtin::Atan2`], which has no name of its own.
pub(crate) fn find(name: &str, arguments: usize) -> Option<(Builtin, Shape)> {
    if name == "atan" && arguments == 2 {
        return Some((Builtin::Atan2, Shape::Each(2)));
    }
    TABLE.iter().find(|entry| entry.0 == name).map(|entry| (entry.1, entry.2))
}

/// All names.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|entry| entry.0)
}
