//! Sources that come with the playground.

use motile_kernel::library;

/// A source to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The part of the list that it stands in.
    pub group: &'static str,
    /// Small letters with hyphens.
    pub id: &'static str,
    /// A kernel, or a shader in GLSL.
    pub source: &'static str,
}

/// What a new kernel begins as: it leaves its picture as it is.
pub const TEMPLATE: &str = include_str!("../examples/new.pbk");

const fn lesson(id: &'static str, source: &'static str) -> Example {
    Example { group: "First steps", id, source }
}

const fn toy(id: &'static str, source: &'static str) -> Example {
    Example { group: "GLSL", id, source }
}

/// First steps and shaders in GLSL; the kernels of the library follow by [`Example::all`].
pub const EXAMPLES: &[Example] = &[
    lesson("new", TEMPLATE),
    lesson("red", include_str!("../examples/red.pbk")),
    lesson("letters", include_str!("../examples/letters.pbk")),
    lesson("double-bars", include_str!("../examples/double_bars.pbk")),
    lesson("mistakes", include_str!("../examples/mistakes.pbk")),
    toy("tunnel", include_str!("../../../demos/src/kernel/tunnel.glsl")),
    toy("hills", include_str!("../examples/hills.glsl")),
    toy("beads", include_str!("../examples/beads.glsl")),
];

impl Example {
    /// All examples, with the kernels of the library.
    pub fn all() -> impl Iterator<Item = Self> {
        let library = library::KERNELS.iter();
        let library =
            library.map(|kernel| Self { group: "Library", id: kernel.id, source: kernel.source });
        EXAMPLES.iter().copied().chain(library)
    }
}
