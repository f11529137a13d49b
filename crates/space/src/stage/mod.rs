//! Panels in space as content of a stage.
//!
//! The stages, in order: `collect` finds where panels stand, `order` puts them in order, `draw` paints them piece by piece, `outline` projects
//! vectors, `picture` keeps what has to be painted flat first, `buffer` is the way of the depth buffer.

mod buffer;
mod changes;
mod collect;
mod draw;
mod list;
mod order;
mod outline;
mod panel;
mod picture;
mod space3d;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_flattening;
#[cfg(test)]
mod tests_of_order;
#[cfg(test)]
mod tests_of_reach;

pub use changes::SpaceChanges;
pub use panel::{Backface, Billboard, Panel, PanelId, SpaceError};
pub use space3d::{DepthMode, Focus, Fog, Space3d, SpaceHit};
