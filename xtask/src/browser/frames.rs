//! How long frames take in the page, beside the native program.

use super::site::{SEED, Site};
use crate::{Result, process, web};
use serde_json::json;
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Frames before the clock starts, and three times those that are measured: a tick with its picture each, then the picture
/// alone on its way to the canvas.
const RUN: &str = "\
    motile.wasm.open_run(`${args[0]}?Seed=${args[1]}`);\
    const frames = (count, work) => {\
        const start = performance.now();\
        for (let i = 0; i < count; i++) work();\
        return (performance.now() - start) / count;\
    };\
    const tick = () => motile.wasm.web_tick(1);\
    frames(30, tick);\
    const ticks = [1, 2, 3].map(() => frames(20, tick)).sort((a, b) => a - b)[1];\
    return [ticks, frames(20, () => motile.player.paint())]";

/// Frames a second that every demo should reach.
const SMOOTH: f64 = 40.0;

/// Milliseconds of a demo's frame.
struct Row {
    id: String,
    native: f64,
    /// A tick and its picture in the page, and handing that to the canvas.
    page: f64,
    canvas: f64,
}

impl Row {
    /// What a frame takes in the page.
    const fn whole(&self) -> f64 {
        self.page + self.canvas
    }
}

/// Builds the site and the native program in release, then prints a table of all demos, the slowest first: milliseconds of
/// a tick and its picture native and in the page, their ratio, what handing the picture to the canvas adds, and frames a
/// second. `MOTILE_DEMOS` narrows the demos, `MOTILE_SITE` is a site that is there already.
///
/// # Errors
/// When something cannot be built or run.
pub(crate) fn frame_times(root: &Path) -> Result {
    let native = web::site::Native::Release;
    let folder = if let Some(ready) = std::env::var_os("MOTILE_SITE") {
        native.build(root)?;
        PathBuf::from(ready)
    } else {
        let folder = web::target(root).join("web-times");
        web::site::build_plain(root, &folder, &[], native)?;
        folder
    };
    // Before the browser is there: a page that runs a demo would take time from the native program.
    let natives = process::output(Command::new(native.program(root)).args([
        "time",
        "--seed",
        &SEED.to_string(),
    ]))?;
    let site = Site::start(root, &folder, &web::target(root).join("browser"))?;
    let wanted = std::env::var("MOTILE_DEMOS").unwrap_or_default();
    let mut rows = Vec::new();
    for id in site.ids().filter(|id| id.contains(&wanted)) {
        let native = median(&natives, id).ok_or_else(|| format!("motile time: no {id}"))?;
        site.home()?;
        site.open(id)?;
        let answer = site.browser.script(RUN, &[json!(id), json!(SEED)])?;
        let [page, canvas] = [0, 1].map(|at| answer[at].as_f64().unwrap_or(f64::NAN));
        rows.push(Row { id: id.into(), native, page, canvas });
    }
    print!("{}", table(rows));
    Ok(())
}

/// All rows, the slowest first, and what they come to.
fn table(mut rows: Vec<Row>) -> String {
    rows.sort_by(|a, b| b.whole().total_cmp(&a.whole()));
    let head = ["native", "page", "ratio", "canvas", "a second"];
    let mut lines =
        vec![format!("{:<32}{}", "ms a frame", head.map(|word| format!("{word:>10}")).concat())];
    for row in &rows {
        let numbers = [row.native, row.page, row.page / row.native, row.canvas, 1e3 / row.whole()];
        lines.push(format!(
            "{:<32}{}",
            row.id,
            numbers.map(|number| format!("{number:>10.2}")).concat()
        ));
    }
    let mean = |of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len().max(1) as f64;
    let slow = rows.iter().filter(|row| row.whole() > 1e3 / SMOOTH).count();
    lines.push(format!(
        "mean {:.2} native, {:.2} page, {:.2} canvas; {slow} of {} below {SMOOTH} frames a second\n",
        mean(|row| row.native),
        mean(|row| row.page),
        mean(|row| row.canvas),
        rows.len()
    ));
    lines.join("\n")
}

/// The middle of the times of a demo's tick and picture together, in the table of all demos that `motile time` prints.
fn median(table: &str, id: &str) -> Option<f64> {
    let row = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let row = row.into_iter().find(|row| row.first() == Some(&id))?;
    row.get(3)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_program_is_read() {
        let table = "milliseconds, p50 tick picture both both p99\na/b  0.100  1.150  1.250  2.000\n0 of 1 take longer\n";
        assert_eq!(median(table, "a/b"), Some(1.25));
        assert_eq!(median(table, "a/c"), None);
    }

    #[test]
    fn the_slowest_demo_leads_the_table() {
        let row = |id: &str, page: f64| Row { id: id.into(), native: 1.0, page, canvas: 1.0 };
        let table = table(vec![row("a/b", 3.0), row("a/c", 27.0)]);
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[1].starts_with("a/c") && lines[2].starts_with("a/b"), "{table}");
        assert_eq!(
            lines[3],
            "mean 1.00 native, 15.00 page, 1.00 canvas; 1 of 2 below 40 frames a second"
        );
    }
}
