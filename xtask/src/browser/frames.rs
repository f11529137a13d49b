//! How long frames take in the page, beside the native program.

use super::site::{SEED, Site};
use crate::{Result, process, web};
use serde_json::json;
use std::{path::Path, process::Command};

/// Demos that load one part each: sprites, small shapes, filters, steering, collision.
const DEMOS: [&str; 5] = [
    "stage/ten-thousand-sprites",
    "stage/fountain",
    "pixels/filters",
    "steer/flock",
    "collide/balls-grid",
];

/// As many frames as `motile time` measures, after as many before the clock starts.
const RUN: &str = "\
    motile.wasm.open_run(`${args[0]}?Seed=${args[1]}`);\
    const frames = (count, work) => {\
        const start = performance.now();\
        for (let i = 0; i < count; i++) work();\
        return (performance.now() - start) / count;\
    };\
    const median = (work) => [1, 2, 3, 4, 5].map(() => frames(60, work)).sort((a, b) => a - b)[2];\
    const tick = () => motile.wasm.web_tick(1);\
    frames(120, tick);\
    const ticks = median(tick);\
    return [ticks, frames(60, () => motile.player.paint())]";

/// Builds the site and the native program in release, then prints a table: milliseconds of a tick and its picture
/// native and in the page, their ratio, and what handing the picture to the canvas adds.
///
/// # Errors
/// When something cannot be built or run.
pub(crate) fn frame_times(root: &Path) -> Result {
    let folder = web::target(root).join("web-times");
    web::site::build_plain(root, &folder, &[], web::site::build_native)?;
    process::run(&mut process::cargo(root, ["build", "--release", "--package", "motile-gallery"]))?;
    let native = web::site::gallery(root, "release");
    let site = Site::start(root, &folder, &web::target(root).join("browser"))?;
    println!("{:<28} {:>9} {:>9} {:>6} {:>9}", "ms a frame", "native", "page", "ratio", "canvas");
    for id in DEMOS {
        // A page that runs a demo would take time from the native program.
        site.browser.open("about:blank")?;
        let seed = SEED.to_string();
        let answer = process::output(Command::new(&native).args(["time", id, "--seed", &seed]))?;
        let ours = median(&answer).ok_or_else(|| format!("motile time: {answer:?}"))?;
        site.home()?;
        site.open(id)?;
        let answer = site.browser.script(RUN, &[json!(id), json!(SEED)])?;
        let [page, canvas] = [0, 1].map(|at| answer[at].as_f64().unwrap_or(f64::NAN));
        println!("{id:<28} {ours:>9.3} {page:>9.3} {:>6.2} {canvas:>9.3}", page / ours);
    }
    Ok(())
}

/// The middle of the times that `motile time` prints for a tick and its picture together.
fn median(table: &str) -> Option<f64> {
    let line = table.lines().find_map(|line| line.strip_prefix("both "))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_program_is_read() {
        let table = "a/b: milliseconds of 300 frames\n               p50       p99\ntick         0.1       0.2\nboth       1.250     2.000\n";
        assert_eq!(median(table), Some(1.25));
        assert_eq!(median("1.250"), None);
    }
}
