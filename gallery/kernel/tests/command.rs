//! The command `motile kernel` on files, well and badly made.

use motile_kernel_command::{CommandError, KernelCall, editable_source};
use motile_pixels::{Color, Surface};
use std::{
    fs,
    path::{Path, PathBuf},
};

const RINGS: &str = "<languageVersion : 1.0;>
kernel Rings < namespace : \"n\"; vendor : \"v\"; version : 1; >
{
    output pixel4 dst;
    parameter float width < minValue : 1.0; maxValue : 50.0; defaultValue : 8.0; >;
    parameter int2 middle < minValue : int2(0); maxValue : int2(500); defaultValue : int2(40); >;
    parameter bool dark;
    void evaluatePixel()
    {
        float far = length(outCoord() - float2(middle)) / width;
        dst = pixel4(0.5 + 0.5 * sin(far), far * 0.01, 0.25, 1.0);
        if (dark) dst.rgb *= 0.5;
    }
}";

const HALF: &str = "<languageVersion : 1.0;>
kernel Half < namespace : \"n\"; vendor : \"v\"; version : 1; >
{ input image4 src; output pixel4 dst;
  void evaluatePixel() { dst = sampleNearest(src, outCoord()); dst.rgb *= 0.5; } }";

const GRAPH: &str = "<languageVersion : 1.0;>
graph Quarter < namespace : \"n\"; vendor : \"v\"; version : 1; >
{
    input image4 src;
    output image4 dst;
    parameter float share < defaultValue : 0.5; >;
    kernel Dim < namespace : \"n\"; vendor : \"v\"; version : 1; >
    {
        input image4 src; output pixel4 dst; parameter float share;
        void evaluatePixel() { dst = sampleNearest(src, outCoord()); dst.rgb *= share; }
    }
    node<Dim> first, second;
    connect src to first.src;
    connect first.dst to second.src;
    connect second.dst to dst;
    void evaluateDependents() { first.share = share; second.share = share; }
}
";

/// A folder of its own with some kernels in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("rings.pbk"), RINGS).unwrap();
    fs::write(folder.join("half.pbk"), HALF).unwrap();
    folder
}

/// A call with words as they would be typed, paths inside of the folder.
fn call(folder: &Path, line: &str) -> KernelCall {
    let mut words = line.split(' ');
    let mut call = KernelCall { action: words.next().unwrap().into(), ..KernelCall::default() };
    while let Some(word) = words.next() {
        match word {
            "--json" => call.json = true,
            "--flash" => call.flash = true,
            "--gpu" => call.gpu = true,
            "--quirks" => call.quirks = true,
            "--supersampling" => call.supersampling = words.next().unwrap().parse().ok(),
            "--out" => call.out = Some(folder.join(words.next().unwrap())),
            "--size" => {
                let (width, height) = words.next().unwrap().split_once('x').unwrap();
                call.size = Some((width.parse().unwrap(), height.parse().unwrap()));
            }
            "--set" => {
                let (name, value) = words.next().unwrap().split_once('=').unwrap();
                call.set.push((name.into(), value.into()));
            }
            file => call.files.push(folder.join(file)),
        }
    }
    call
}

fn run(folder: &Path, line: &str) -> Result<String, CommandError> {
    call(folder, line).run(&mut |_| {}).map(Option::unwrap_or_default)
}

#[track_caller]
fn done(folder: &Path, line: &str) -> String {
    run(folder, line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[track_caller]
fn misused(folder: &Path, line: &str, word: &str) {
    match run(folder, line) {
        Err(CommandError::Usage(message)) => assert!(message.contains(word), "{line}: {message}"),
        other => panic!("{line}: {other:?}"),
    }
}

#[track_caller]
fn refused(folder: &Path, line: &str, word: &str) {
    match run(folder, line) {
        Err(CommandError::Failed(message)) => assert!(message.contains(word), "{line}: {message}"),
        other => panic!("{line}: {other:?}"),
    }
}

fn picture(folder: &Path, file: &str) -> Surface {
    Surface::from_png(&fs::read(folder.join(file)).unwrap()).unwrap()
}

#[test]
fn calls_that_cannot_work_say_why_and_write_nothing() {
    let folder = folder("wrong-calls");
    fs::write(folder.join("photo.png"), Surface::new(4, 3).unwrap().to_png()).unwrap();
    misused(&folder, "check rings.pbk --out a.pbj", "--out");
    misused(&folder, "check rings.pbk --gpu", "--gpu");
    misused(&folder, "run rings.pbk --json --out a.png", "--json");
    misused(&folder, "convert rings.pbk --size 3x3 --out a.pbj", "--size");
    misused(&folder, "run rings.pbk", "--out");
    misused(&folder, "run rings.pbk --out a.jpg", ".png");
    misused(&folder, "run photo.png --out a.png", "which kernel");
    misused(&folder, "run rings.pbk half.pbk --out a.png", "one kernel");
    misused(&folder, "run rings.pbk photo.png --out a.png", "reads 0 pictures");
    misused(&folder, "convert rings.pbk half.pbk --out a.pbj", "one kernel");
    misused(&folder, "convert rings.pbk --out a.txt", ".wgsl");
    misused(&folder, "bake rings.pbk", "there is no `kernel bake`; there are check, run, convert");
    // A refusal names what would have taken the option.
    misused(&folder, "run rings.pbk --json --out a.png", "; `kernel check` does");
    misused(&folder, "check rings.pbk --out a.pbj", "; `kernel run` and `kernel convert` do");
    misused(
        &folder,
        "play rings.pbk --flash",
        "; `kernel check`, `kernel run` and `kernel convert` do",
    );
    for (value, word) in [
        ("width=1,2", "1"),
        ("width=nan", "finite"),
        ("width=inf", "finite"),
        ("width=", "numbers"),
        ("width=1e99", "finite"),
        ("width=51", "50"),
        ("dakr=1", "dark"),
        ("middle=1.5,2", "whole"),
        ("dark=maybe", "numbers"),
    ] {
        misused(&folder, &format!("run rings.pbk --set {value} --out a.png"), word);
    }
    assert!(!folder.join("a.png").exists() && !folder.join("a.pbj").exists());
}

#[test]
fn files_that_are_no_kernels_or_pictures_are_refused_by_name() {
    let folder = folder("wrong-files");
    let bytes: [(&str, &[u8]); 6] = [
        ("empty.pbk", b""),
        ("empty.pbj", b""),
        ("cut.pbj", &[0xA5, 1, 0]),
        ("odd.pbk", &[0xFF, 0xFE, 0, b'k']),
        ("odd.png", b"not a picture"),
        ("odd.pbg", b"graph"),
    ];
    for (file, bytes) in bytes {
        fs::write(folder.join(file), bytes).unwrap();
    }
    for file in ["empty.pbk", "empty.pbj", "cut.pbj", "odd.pbk", "odd.pbg", "gone.pbk", "."] {
        refused(&folder, &format!("check {file}"), file);
    }
    refused(&folder, "run half.pbk odd.png --out a.png", "odd.png");
    refused(&folder, "run half.pbk gone.png --out a.png", "gone.png");
    refused(&folder, "run half.pbk --out a.png", "`src`");
    refused(&folder, "run rings.pbk --out nowhere/a.png", "no such folder");
    refused(&folder, "convert odd.pbg --out a.pbj", "graph");
    // A picture of no size cannot be written as PNG by us: its header alone says so.
    let mut none = Surface::new(1, 1).unwrap().to_png();
    none[19] = 0;
    fs::write(folder.join("none.png"), none).unwrap();
    refused(&folder, "run half.pbk none.png --out a.png", "none.png");
    refused(&folder, "run rings.pbk --size 0x5 --out a.png", "rings.pbk");
    refused(&folder, "run rings.pbk --size 4000000000x4000000000 --out a.png", "rings.pbk");
    assert!(!folder.join("a.png").exists());
}

#[test]
fn every_file_is_checked_and_mistakes_in_one_do_not_hide_the_others() {
    let folder = folder("many");
    fs::write(folder.join("bad.pbk"), RINGS.replace("0.5 + 0.5", "0.5 + 1")).unwrap();
    let text = done(&folder, "check rings.pbk half.pbk --json");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 2 && lines[1].starts_with("{\"name\":\"Half\""), "{text}");
    let mut warned = String::new();
    let mixed = call(&folder, "check bad.pbk half.pbk").run(&mut |text| warned += text);
    let Err(CommandError::Failed(said)) = mixed else { panic!("{mixed:?}") };
    assert!(said.contains("Half") && said.contains("1 of 2"), "{said}");
    assert!(warned.contains("bad.pbk") && warned.contains("PB00"), "{warned}");
    refused(&folder, "check bad.pbk --flash", "PB00");
}

#[test]
fn graphs_are_checked_and_run() {
    let folder = folder("graphs");
    fs::write(folder.join("quarter.pbg"), GRAPH).unwrap();
    let text = done(&folder, "check quarter.pbg");
    assert!(
        text.starts_with("Quarter: passes first, second, 0 warnings\n  input image4 src"),
        "{text}"
    );
    done(&folder, "run rings.pbk --size 64x48 --set middle=10,20 --out a.png");
    done(&folder, "run a.png quarter.pbg --out b.png");
    let blue = |file: &str| picture(&folder, file).get(10, 20).unwrap().b;
    assert!(blue("b.png").abs_diff(blue("a.png") / 4) <= 1);
    refused(&folder, "run quarter.pbg --out d.png", "`src`");
}

#[test]
fn shader_39_mistakes_are_json_where_json_is_asked_for() {
    let folder = folder("json");
    fs::write(folder.join("bad.pbk"), RINGS.replace("0.5 + 0.5", "middle.x + 0.5")).unwrap();
    fs::write(folder.join("bad.pbg"), GRAPH.replace("to dst", "to nowhere")).unwrap();
    let found = run(&folder, "check bad.pbk half.pbk bad.pbg --json");
    let Err(CommandError::Mistakes(text)) = found else { panic!("{found:?}") };
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    let at = RINGS.replace("0.5 + 0.5", "middle.x + 0.5").find("middle.x").unwrap();
    for word in [
        "bad.pbk\",\"diagnostics\":[{\"severity\":\"error\",\"code\":\"PB008\"".to_owned(),
        format!("\"start\":{at},"),
        "\"line\":11,\"column\":22".to_owned(),
        "\"message\":\"this is int\"".to_owned(),
        "convert it with `float(…)`".to_owned(),
    ] {
        assert!(lines[0].contains(&word), "{word} in {}", lines[0]);
    }
    assert!(lines[1].starts_with("{\"name\":\"Half\""), "{text}");
    assert!(lines[2].contains("PB03"), "{text}");
}

/// Beside a good file the mistakes of another were words on the other stream, bytecode and missing files had no JSON at all, and
/// warnings were never part of it.
#[test]
fn shader_39_every_file_is_a_line_of_json() {
    let folder = folder("json-lines");
    fs::write(folder.join("cut.pbj"), [0xA5, 1, 0]).unwrap();
    let odd = RINGS.replace("defaultValue : 8.0", "defaultValue : 80.0");
    fs::write(folder.join("odd.pbk"), &odd).unwrap();
    let toy = "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.5); p.x == 1.0; }";
    fs::write(folder.join("toy.glsl"), toy).unwrap();
    let compared = GRAPH.replace("dst.rgb *= share;", "dst.rgb *= share; share == 0.5;");
    fs::write(folder.join("odd.pbg"), compared).unwrap();
    let mut warned = String::new();
    let mut check = |line: &str| match call(&folder, line).run(&mut |text| warned += text) {
        Err(CommandError::Mistakes(text)) => (false, text),
        Ok(text) => (true, text.unwrap_or_default()),
        other => panic!("{line}: {other:?}"),
    };
    let (is_good, text) = check("check half.pbk cut.pbj gone.pbk odd.pbk toy.glsl odd.pbg --json");
    let lines: Vec<&str> = text.lines().collect();
    assert!(!is_good && lines.len() == 6, "{text}");
    let at = odd.find("80.0").unwrap();
    for (line, words) in [
        (0, "half.pbk\",\"diagnostics\":[]}".to_owned()),
        (1, "cut.pbj\",\"error\":\"".to_owned()),
        (1, "byte 0: the file ends".to_owned()),
        (2, "gone.pbk\",\"error\":\"".to_owned()),
        (3, "odd.pbk\",\"diagnostics\":[{\"severity\":\"warning\",\"code\":\"PB020\"".to_owned()),
        (3, format!("\"start\":{at},")),
        (4, "toy.glsl\",\"diagnostics\":[{\"severity\":\"warning\",\"code\":\"PB019\"".to_owned()),
        (5, "odd.pbg\",\"diagnostics\":[{\"severity\":\"warning\",\"code\":\"PB019\"".to_owned()),
    ] {
        assert!(lines[line].contains(&words), "{words} in {}", lines[line]);
    }
    assert!(lines.iter().all(|line| line.starts_with('{') && line.ends_with('}')));
    let (is_good, text) = check("check odd.pbk --json");
    assert!(is_good && text.contains("\"name\":\"Rings\"") && text.contains("PB020"), "{text}");
    assert!(!check("check cut.pbj --json").0);
    assert_eq!(warned, "", "all of it is in the lines");
    // In words, too.
    let text = done(&folder, "check toy.glsl odd.pbg");
    assert!(
        text.contains("operations, 1 warnings") && text.contains("second, 1 warnings"),
        "{text}"
    );
}

#[test]
fn shader_25_quirks_are_a_switch_of_the_command() {
    let folder = folder("quirks");
    // Red is `not` of 1 as a float: 0, and −2 in the player, which is held at 0; so 3 is added.
    let words = "A5 01 00 00 00 A1 01 02 00 00 0C 5F 4F 75 74 43 6F 6F 72 64 00 A1 02 04 01 00 0F 64 00 \
        32 01 80 80 01 00 00 00 2C 02 80 80 01 80 00 00 1F 01 00 80 02 80 00 00 \
        32 02 00 F0 40 00 00 00 01 01 00 80 02 00 00 00 32 03 00 80 3F 00 00 00 03 01 00 80 03 00 00 00 \
        32 01 00 10 3F 80 00 00";
    let bytes = words.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap());
    fs::write(folder.join("not.pbj"), bytes.collect::<Vec<u8>>()).unwrap();
    done(&folder, "run not.pbj --size 2x2 --out right.png");
    done(&folder, "run not.pbj --quirks --size 2x2 --out player.png");
    let red = |file| picture(&folder, file).get(0, 0).unwrap().r;
    assert_eq!((red("right.png"), red("player.png")), (255, 0));
    misused(&folder, "play not.pbj --quirks", "--quirks");
}

/// The text of a file in Latin-1 is not that of its bytes: marks once stood beside what they were about.
#[test]
fn warnings_of_a_source_in_latin_1_point_at_what_they_are_about() {
    let folder = folder("latin-1");
    let text = RINGS
        .replace("parameter bool", "/* \u{e9}\u{e9}\u{e9} */ parameter bool")
        .replace("defaultValue : 8.0", "defaultValue : 80.0");
    let bytes: Vec<u8> = text.replace('\n', "\r\n").chars().map(|c| c as u32 as u8).collect();
    fs::write(folder.join("old.pbk"), bytes).unwrap();
    let mut warned = String::new();
    call(&folder, "check old.pbk").run(&mut |text| warned += text).unwrap();
    assert!(warned.contains("PB020") && warned.contains("80.0"), "{warned}");
}

#[test]
fn shader_w10_kernel_run_takes_the_mean_of_places() {
    let folder = folder("supersampling");
    done(&folder, "run rings.pbk --size 60x40 --set width=1 --out a.png");
    done(&folder, "run rings.pbk --size 60x40 --set width=1 --supersampling 4 --out b.png");
    let (plain, smooth) = (picture(&folder, "a.png"), picture(&folder, "b.png"));
    assert_ne!(plain, smooth);
    assert_eq!(smooth.get(5, 5).map(|color: Color| color.a), Some(255));
}

/// Where there is no GPU the command has to say so, unless `MOTILE_GPU` says that there has to be one.
#[cfg(feature = "gpu")]
#[test]
fn shader_41_kernel_run_on_the_gpu_gives_the_picture_of_the_processor() {
    let folder = folder("gpu");
    done(&folder, "run rings.pbk --size 300x200 --out cpu.png");
    match run(&folder, "run rings.pbk --size 300x200 --gpu --out gpu.png") {
        Err(error) if std::env::var_os("MOTILE_GPU").is_none() => {
            assert!(error.to_string().contains("no GPU was found"), "{error}");
            return;
        }
        other => assert_eq!(other, Ok(String::new())),
    }
    let far = |a: &str, b: &str| {
        let (ours, theirs) = (picture(&folder, a), picture(&folder, b));
        assert_eq!((ours.width(), ours.height()), (theirs.width(), theirs.height()));
        ours.bytes().iter().zip(theirs.bytes()).filter(|(a, b)| a.abs_diff(**b) > 1).count()
    };
    assert_eq!(far("cpu.png", "gpu.png"), 0, "SHADER-43: at most 1 of 255 apart");
    done(&folder, "run half.pbk cpu.png --out half.png");
    done(&folder, "run half.pbk cpu.png --gpu --supersampling 2 --out half-gpu.png");
    assert_eq!(far("half.png", "half-gpu.png"), 0);
    refused(&folder, "run half.pbk --gpu --out a.png", "`src`");
    refused(&folder, "run rings.pbk --size 100000x1 --gpu --out a.png", "too many");
    fs::write(folder.join("g.pbg"), GRAPH).unwrap();
    refused(&folder, "run g.pbg cpu.png --gpu --out g.png", "processor only");
}

#[cfg(not(feature = "gpu"))]
#[test]
fn shader_41_without_its_feature_the_gpu_is_refused_by_name() {
    let folder = folder("no-gpu");
    refused(&folder, "run rings.pbk --gpu --out gpu.png", "\"gpu\"");
}

/// Bytecode was taken for a source in Latin-1, and written over with its letters when it was saved.
#[test]
fn bytecode_is_no_source_to_edit_whatever_its_name() {
    let folder = folder("edited");
    done(&folder, "convert rings.pbk --out rings.pbj");
    let bytes = fs::read(folder.join("rings.pbj")).unwrap();
    for name in ["rings.pbj", "RINGS.PBJ", "rings.pbk", "rings.txt", "rings"] {
        let error = editable_source(Path::new(name), &bytes).unwrap_err().to_string();
        assert_eq!(error, format!("{name}: only sources are edited here; see `motile kernel run`"));
    }
    let graph = editable_source(Path::new("two.pbg"), GRAPH.as_bytes()).unwrap_err();
    assert!(graph.to_string().starts_with("two.pbg: only sources"), "{graph}");
    let noise = editable_source(Path::new("odd.pbk"), &[b'k', 0, 7, 200]).unwrap_err();
    assert_eq!(noise.to_string(), "odd.pbk: a source is expected, and this file is no text");
    for good in [RINGS, HALF, "", " ", "        ", "void mainImage"] {
        assert_eq!(editable_source(Path::new("a.pbk"), good.as_bytes()).unwrap(), good);
    }
    assert_eq!(editable_source(Path::new("a.pbk"), b"// 90\xB0").unwrap(), "// 90\u{b0}");
}

/// The bytecode of other compilers was replaced by ours when the result had its name.
#[test]
fn a_kernel_is_not_converted_onto_itself() {
    let folder = folder("onto");
    done(&folder, "convert rings.pbk --out rings.pbj");
    let bytes = fs::read(folder.join("rings.pbj")).unwrap();
    refused(&folder, "convert rings.pbj --out rings.pbj", "the kernel itself");
    assert_eq!(fs::read(folder.join("rings.pbj")).unwrap(), bytes);
    done(&folder, "convert rings.pbj --out again.pbj");
    done(&folder, "convert rings.pbk --out rings.pbj");
}
