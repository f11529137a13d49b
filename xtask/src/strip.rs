//! `cargo xtask strip`: the demos at the top of the README.

use crate::{Result, process, web::site::Native};
use std::{path::Path, process::Command};

/// The picture, below the folder of the project.
pub(crate) const FILE: &str = "gallery/strip.png";

/// The demos of the strip, in its order.
const DEMOS: [&str; 15] = [
    "stage/sprite-sheet",
    "stage/ten-thousand-sprites",
    "stage/fountain",
    "stage/masks",
    "pixels/water",
    "pixels/flood-fill",
    "pixels/filters",
    "collide/rotated-sprites",
    "steer/murmuration",
    "path/crowd",
    "path/navmesh",
    "physics/vehicle",
    "physics/soft-blobs",
    "physics/tearing-cloth",
    "anim/stress",
];

/// Three rows of small pictures: as wide as a README, and under the bytes that the step `package` allows.
const LAYOUT: [&str; 4] = ["--columns", "5", "--cell", "152x114"];

/// Draws the strip anew.
///
/// # Errors
/// When the program does not compile or cannot write.
pub(crate) fn draw(root: &Path) -> Result {
    Native::Release.build(root)?;
    let mut sheet = Command::new(Native::Release.program(root));
    sheet.arg("sheet").args(DEMOS).args(LAYOUT).arg("--out").arg(root.join(FILE));
    process::run(&mut sheet)?;
    println!("{FILE} is drawn anew; look at it before committing it");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demos_of_the_strip_are_there() {
        for id in DEMOS {
            let source = format!("demos/src/{}.rs", id.replace('-', "_"));
            let text = std::fs::read_to_string(crate::root().join(source)).unwrap_or_default();
            assert!(text.contains(&format!("id: \"{id}\"")), "{id}");
        }
    }
}
