//! The program as scripts call it: what it prints, writes and answers.

use motile::pixels::Surface;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Runs the program in a folder of its own, without a display; the line's words are its arguments.
fn motile(folder: &PathBuf, line: &str) -> Output {
    fs::create_dir_all(folder).unwrap();
    Command::new(env!("CARGO_BIN_EXE_motile"))
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .args(line.split_whitespace())
        .output()
        .unwrap()
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn printed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn names(folder: &PathBuf) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn list_names_every_demo_for_people_and_for_programs() {
    let folder = folder("list");
    let table = printed(&motile(&folder, "list"));
    assert_eq!(table.lines().count(), motile_demos::all().count());
    let json = printed(&motile(&folder, "list --json"));
    for key in ["id", "title", "topic", "spec", "params"] {
        let key = format!("\"{key}\":");
        let count = json.lines().filter(|line| line.contains(&key)).count();
        assert_eq!(count, motile_demos::all().count(), "{key}");
    }
}

#[test]
fn render_writes_the_last_picture_or_a_film() {
    let folder = folder("render");
    let _ = fs::remove_dir_all(&folder);
    let line = "render stage/bouncing-ball --ticks 12 --size 160x120";
    printed(&motile(&folder, &format!("{line} --out a.png")));
    printed(&motile(&folder, &format!("{line} --out b.png --seed 1")));
    let picture = fs::read(folder.join("a.png")).unwrap();
    let surface = Surface::from_png(&picture).unwrap();
    assert_eq!((surface.width(), surface.height()), (160, 120));
    let same =
        |a: &str, b: &str| fs::read(folder.join(a)).unwrap() == fs::read(folder.join(b)).unwrap();
    assert!(same("a.png", "b.png"), "the same run, the same file");
    let whole = "render stage/bouncing-ball --ticks 12";
    printed(&motile(&folder, &format!("{whole} --out c.png")));
    printed(&motile(&folder, &format!("{whole} --out d.png --set gravity=0")));
    assert!(!same("c.png", "d.png"), "without gravity it flies elsewhere");
    printed(&motile(&folder, &format!("{line} --out a.gif")));
    let gif = fs::read(folder.join("a.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a"));
    assert_eq!(delays(&gif), [3, 4, 3, 3, 4, 3], "12 ticks are 0.2 s, every second one a picture");
    printed(&motile(&folder, &format!("{line} --out a.apng --from 2 --every 5 --scale 0.5")));
    let apng = fs::read(folder.join("a.apng")).unwrap();
    assert_eq!(apng.windows(4).filter(|name| name == b"fcTL").count(), 2, "ticks 7 and 12");
    let first = Surface::from_png(&apng).unwrap();
    assert_eq!((first.width(), first.height()), (80, 60));
    assert_eq!(names(&folder), ["a.apng", "a.gif", "a.png", "b.png", "c.png", "d.png"]);
}

/// Hundredths of a second of each frame. Every frame has a graphic control extension, which ends in 0 before the
/// picture begins.
fn delays(gif: &[u8]) -> Vec<u16> {
    let is_frame = |bytes: &&[u8]| bytes.starts_with(&[0x21, 0xF9, 4]) && bytes[7..] == [0, 0x2C];
    gif.windows(9).filter(is_frame).map(|b| u16::from_le_bytes([b[4], b[5]])).collect()
}

/// 60 ticks used to last 1.2 seconds.
#[test]
fn a_film_lasts_as_long_as_its_ticks() {
    let folder = folder("film");
    for (every, pictures) in [("1", 50), ("2", 30), ("3", 20), ("7", 9)] {
        // In this corner of the picture something changes in every tick: equal pictures would be one.
        let line = "render pixels/palette-cycle --ticks 60 --size 64x48 --out a.gif --every";
        printed(&motile(&folder, &format!("{line} {every}")));
        let delays = delays(&fs::read(folder.join("a.gif")).unwrap());
        assert_eq!(delays.iter().sum::<u16>(), 100, "{every}: {delays:?}");
        assert!(delays.len().abs_diff(pictures) <= 1, "{every}: {delays:?}");
    }
}

#[test]
fn time_tells_tick_and_picture_apart_with_their_unit() {
    let table = printed(&motile(&folder("time"), "time stage/bouncing-ball --ticks 5"));
    let first: Vec<&str> = table.lines().filter_map(|l| l.split_whitespace().next()).collect();
    assert_eq!(first, ["stage/bouncing-ball:", "p50", "tick", "picture", "both"]);
    assert!(table.contains("milliseconds of 5 frames"), "{table}");
}

#[test]
fn odd_scripts_are_played_with_a_warning() {
    let folder = folder("odd");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("odd.txt"), "30 key Right\n3 keyup Right\n99 key Left\n").unwrap();
    let output = motile(&folder, "hash stage/input --ticks 60 --script odd.txt");
    assert_eq!(printed(&output).trim_end().len(), 16);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("odd.txt: line 2: tick 3 stands below tick 30"), "{said}");
    assert!(said.contains("the last is at tick 99"), "{said}");
}

#[test]
fn new_makes_a_crate_and_writes_over_nothing() {
    let folder = folder("new");
    let _ = fs::remove_dir_all(&folder);
    assert!(printed(&motile(&folder, "new games/pong")).contains("cargo run --release"));
    let pong = folder.join("games/pong");
    let manifest = fs::read_to_string(pong.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("name = \"pong\""));
    let path = manifest.split("path = \"").nth(1).unwrap().split('"').next().unwrap();
    assert!(pong.join(path).join("Cargo.toml").is_file(), "{path} is the facade");
    assert_eq!(
        names(&pong),
        [".cargo", ".gitignore", "Cargo.lock", "Cargo.toml", "README.md", "assets", "src"]
    );
    fs::write(pong.join("src/main.rs"), "mine").unwrap();
    let again = motile(&folder, "new games/pong");
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("exists already"));
    assert_eq!(fs::read_to_string(pong.join("src/main.rs")).unwrap(), "mine");
    assert_eq!(motile(&folder, "new Pong").status.code(), Some(2));
}

#[test]
fn hash_prints_sixteen_digits_that_follow_seed_and_script() {
    let folder = folder("hash");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("play.txt"), "# a comment\n3 key Right\n40 keyup Right\n").unwrap();
    let hash = |line: &str| {
        let text = printed(&motile(&folder, &format!("hash {line}")));
        assert!(
            text.trim_end().len() == 16 && text.trim_end().chars().all(|c| c.is_ascii_hexdigit())
        );
        text
    };
    let plain = hash("stage/input --ticks 60");
    assert_eq!(plain, hash("stage/input --ticks 60 --seed 1"));
    assert_ne!(plain, hash("stage/input --ticks 60 --script play.txt"));
    assert_ne!(hash("stage/fountain --ticks 60"), hash("stage/fountain --ticks 60 --seed 2"));
}

#[test]
fn bad_calls_end_with_2_and_failures_with_1_and_leave_no_file() {
    let folder = folder("bad");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("bad.txt"), "1 key Space\n5 jump\n").unwrap();
    let check = |line: &str, code: i32, said: &str| {
        let output = motile(&folder, line);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{line}: {error}");
        assert!(error.contains(said), "{line}: {error}");
        assert!(output.stdout.is_empty(), "{line}");
    };
    check("render stage/bouncing-bal --out x.png", 2, "did you mean stage/bouncing-ball?");
    check("render stage/bouncing-ball --out x.bmp", 2, ".png, .gif, .apng or .wav");
    check("render stage/bouncing-ball --ticks 9 --from 9 --out x.gif", 2, "less than the 9 ticks");
    check("render stage/bouncing-ball --every 2 --out x.png", 2, "for films");
    check("sheet --out x.gif", 2, "ends in .png");
    check("render stage/bouncing-ball", 2, "--out");
    check("render stage/bouncing-ball --size 0x9 --out x.png", 2, "WIDTHxHEIGHT");
    check("render stage/bouncing-ball --set gravity=99999 --out x.png", 2, "from 0 to 2000");
    check("render stage/bouncing-ball --set nope=1 --out x.png", 2, "no parameter \"nope\"");
    check("hash stage/bouncing-ball", 2, "--ticks");
    check("hash stage/bouncing-ball --ticks many", 2, "from 0 to 1000000000");
    check("hash stage/bouncing-ball", 2, "Try `motile hash --help`");
    check("fly", 2, "no command \"fly\"");
    check(
        "hash stage/bouncing-ball --ticks 9 --script bad.txt",
        1,
        "bad.txt: line 2, column 3: expected",
    );
    check("hash stage/bouncing-ball --ticks 9 --script none.txt", 1, "none.txt");
    // So many ticks would take long: where nothing can be written is found out before.
    check("render stage/bouncing-ball --ticks 999999999 --out none/x.png", 1, "none");
    check("render stage/bouncing-ball --ticks 999999999 --out none/x.gif", 1, "none");
    check("sheet --out none/x.png", 1, "none");
    check("play stage/bouncing-ball", 1, "no window");
    assert_eq!(names(&folder), ["bad.txt"]);
}

#[test]
fn help_and_version_are_told() {
    let folder = folder("help");
    let help = printed(&motile(&folder, "help"));
    for command in ["list", "render", "hash", "play", "sheet"] {
        assert!(help.contains(&format!("motile {command}")), "{command}");
    }
    for command in ["list", "render", "hash", "play", "sheet", "thumbs", "time", "new"] {
        let page = printed(&motile(&folder, &format!("{command} --help")));
        assert!(page.starts_with(&format!("motile {command}")), "{page}");
        assert_eq!(page, printed(&motile(&folder, &format!("help {command}"))));
    }
    assert!(printed(&motile(&folder, "--version")).starts_with("motile "));
}

/// Draws every demo, which takes a while without optimization.
#[test]
fn without_a_display_the_gallery_is_a_sheet() {
    let folder = folder("sheet");
    let _ = fs::remove_dir_all(&folder);
    let output = motile(&folder, "");
    assert!(printed(&output).contains("motile render"), "the other commands are listed");
    assert!(String::from_utf8_lossy(&output.stderr).contains("gallery.png"));
    let sheet = Surface::from_png(&fs::read(folder.join("gallery.png")).unwrap()).unwrap();
    assert_eq!(sheet.width(), 5 * 332 + 12);
    assert_eq!(names(&folder), ["gallery.png"]);
}

#[test]
fn a_script_that_presses_a_held_key_is_warned_about() {
    let folder = folder("warned");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("twice.txt"), "1 key Space\n9 key Space\n").unwrap();
    fs::write(folder.join("taps.txt"), "1 tap Space\n9 tap Space\n").unwrap();
    let run = |script: &str| {
        motile(&folder, &format!("hash stage/bouncing-ball --ticks 12 --script {script}"))
    };
    let twice = run("twice.txt");
    assert_eq!(printed(&twice).trim().len(), 16, "it runs nevertheless");
    let said = String::from_utf8_lossy(&twice.stderr).into_owned();
    assert!(said.starts_with("twice.txt: tick 9: Space is down already"), "{said}");
    let taps = run("taps.txt");
    assert!(taps.stderr.is_empty() && printed(&taps) != printed(&twice));
}

/// Rings around the middle of a picture, which are read from one if there is one.
const RINGS: &str = "<languageVersion : 1.0;>
kernel Rings < namespace : \"n\"; vendor : \"v\"; version : 1; description : \"rings\"; >
{
    parameter float width < minValue : 1.0; maxValue : 50.0; defaultValue : 8.0; description : \"of a ring\"; >;
    parameter int2 middle < minValue : int2(0); maxValue : int2(500); defaultValue : int2(32); >;
    output pixel4 dst;
    void evaluatePixel()
    {
        float d = distance(outCoord(), float2(float(middle.x), float(middle.y)));
        float s = 0.5 + 0.5 * sin(d * 6.2831853 / width);
        dst = pixel4(s, s * 0.5, 1.0 - s, 1.0);
    }
}
";

fn said(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn kernels(name: &str) -> PathBuf {
    let folder = folder(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let toy = "void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, 0.25, 1.0); }";
    for (file, text) in [("rings.pbk", RINGS), ("toy.glsl", toy)] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn picture(folder: &Path, file: &str) -> Surface {
    Surface::from_png(&fs::read(folder.join(file)).unwrap()).unwrap()
}

#[test]
fn shader_29_kernel_check_tells_inputs_parameters_and_mistakes() {
    let folder = kernels("kernel-check");
    let text = printed(&motile(&folder, "kernel check rings.pbk"));
    assert!(text.contains("parameter float width = 8 (1 to 50)  of a ring"), "{text}");
    let json = printed(&motile(&folder, "kernel check rings.pbk --json"));
    assert!(json.contains("\"name\":\"middle\",\"type\":\"int2\""), "{json}");
    assert!(printed(&motile(&folder, "kernel check toy.glsl --json")).contains("iResolution"));
    fs::write(folder.join("bad.pbk"), RINGS.replace("0.5 + 0.5", "0.5 + 1")).unwrap();
    let words = said(&motile(&folder, "kernel check bad.pbk"), 1);
    assert!(words.contains("PB00") && words.contains("bad.pbk"), "{words}");
    // Programs find mistakes where they find everything else.
    let found = motile(&folder, "kernel check bad.pbk --json");
    assert_eq!(said(&found, 1), "there are mistakes in the kernels\n");
    let json = String::from_utf8(found.stdout).unwrap();
    assert!(json.starts_with("{\"file\":\"bad.pbk\",\"diagnostics\":[{"), "{json}");
}

#[test]
fn shader_38_kernel_run_makes_pictures_of_kernels_and_glsl() {
    let folder = kernels("kernel-run");
    printed(&motile(&folder, "kernel run rings.pbk --size 64x48 --set middle=10,20 --out a.png"));
    let rings = picture(&folder, "a.png");
    assert_eq!((rings.width(), rings.height()), (64, 48));
    assert_ne!(rings.get(10, 20), rings.get(14, 20));
    printed(&motile(&folder, "kernel run toy.glsl --size 40x20 --out c.png"));
    let corner = picture(&folder, "c.png").get(39, 0).unwrap();
    assert!(corner.r > 245 && corner.g > 240 && corner.b == 64, "{corner:?}: y counts from below");
    // T-53: a fraction is no whole number, and nothing is rounded in silence.
    let words = said(&motile(&folder, "kernel run rings.pbk --set middle=1.5,2 --out d.png"), 2);
    assert!(words.contains("whole numbers"), "{words}");
    let words = said(&motile(&folder, "kernel run rings.pbk --set middle=1,900 --out d.png"), 2);
    assert!(words.contains("500"), "{words}");
}

#[test]
fn shader_25_kernel_convert_writes_bytecode_wgsl_and_rust() {
    let folder = kernels("kernel-convert");
    for out in ["rings.pbj", "rings.wgsl", "rings.rs"] {
        printed(&motile(&folder, &format!("kernel convert rings.pbk --out {out}")));
    }
    assert!(fs::read_to_string(folder.join("rings.wgsl")).unwrap().contains("@fragment"));
    assert!(fs::read_to_string(folder.join("rings.rs")).unwrap().contains("struct Rings"));
    printed(&motile(&folder, "kernel run rings.pbk --size 64x64 --out a.png"));
    printed(&motile(&folder, "kernel run rings.pbj --size 64x64 --out b.png"));
    assert_eq!(picture(&folder, "a.png"), picture(&folder, "b.png"));
    assert!(said(&motile(&folder, "kernel convert rings.pbk --out a.txt"), 2).contains(".wgsl"));
}
