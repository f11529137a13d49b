//! Demos about pixel kernels: small programs that compute one pixel.

use crate::Demo;
use motile::kernel::{Shader, library};

mod blend;
mod chain;
mod distort;
mod fill;
mod generated;
mod gray_scott;
mod letters;
mod metadata;
mod numbers;
mod playground;
mod sampling;
mod sheet;
mod spellings;
mod toy;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    distort::DEMO,
    sheet::DEMO,
    toy::DEMO,
    gray_scott::DEMO,
    chain::DEMO,
    generated::DEMO,
    fill::DEMO,
    blend::DEMO,
    letters::DEMO,
    spellings::DEMO,
    sampling::DEMO,
    metadata::DEMO,
    numbers::DEMO,
    playground::DEMO,
];

/// A kernel of the library, ready to run.
fn shader(id: &str) -> motile::Result<Shader> {
    let found = library::find(id).ok_or_else(|| format!("the library has no kernel `{id}`"))?;
    Ok(Shader::new(&found.compile()?))
}
