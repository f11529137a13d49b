//! Drawing layers of tiles: pictures of tiles, and a view that scrolls by drawing only what comes into it.

mod dirty;
#[cfg(feature = "stage")]
mod map_view;
mod paint;
#[cfg(feature = "stage")]
mod panel;
mod pictures;
mod scroll;
mod sheet;
#[cfg(feature = "stage")]
mod view;

pub use dirty::DirtyRects;
#[cfg(feature = "stage")]
pub use map_view::MapView;
pub(crate) use paint::LayerPaint;
#[cfg(feature = "stage")]
pub use panel::{EditorPanel, EditorReport};
pub use pictures::MapPictures;
pub use scroll::TileScroll;
pub use sheet::TileSheet;
#[cfg(feature = "stage")]
pub use view::TileView;
