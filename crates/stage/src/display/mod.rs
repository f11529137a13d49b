//! The display list: an arena of nodes, their order, places, bounds and what a point hits.

mod bounds;
mod companion;
mod content;
mod drawable;
mod error;
mod fingerprint;
mod hit;
mod id;
mod label;
mod motion;
mod node;
mod order;
mod shape;
mod space;
mod sprite;
mod stage;
mod walk;

pub use companion::Companion;
pub use content::{Bitmap, Content};
pub use drawable::{Drawable, Shared};
pub use error::StageError;
pub use hit::HitTest;
pub use id::NodeId;
pub(crate) use id::ROOT;
pub use label::{Drawing, Label, LabelParts};
pub use node::Node;
pub use shape::{Shape, ShapeParts};
pub use sprite::{Atlas, Sprite};
pub use stage::Stage;
pub use walk::Descendants;
