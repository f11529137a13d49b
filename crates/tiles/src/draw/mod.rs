//! Drawing layers of tiles: pictures of tiles, and a view that scrolls by drawing only what comes into it.

mod scroll;
mod sheet;
#[cfg(feature = "stage")]
mod view;

pub use scroll::TileScroll;
pub use sheet::TileSheet;
#[cfg(feature = "stage")]
pub use view::TileView;
