//! What `motile help` and `motile COMMAND --help` say, and which words a command takes: one table for both.

use core::fmt::Write;

/// A command of the program.
pub(crate) struct Page {
    pub(crate) name: &'static str,
    /// What stands behind its name.
    takes: &'static str,
    /// What it does, in one line.
    does: &'static str,
    /// What else there is to know.
    more: &'static str,
    /// Its options, of [`OPTIONS`]; `ID` and `NAME` are words without dashes.
    pub(crate) options: &'static [&'static str],
}

const PAGES: &[Page] = &[
    Page {
        name: "list",
        takes: "[--json]",
        does: "all demos",
        more: "For programs an array of objects with id, title, topic, spec, params and more.",
        options: &["--json"],
    },
    Page {
        name: "render",
        takes: "ID [OPTIONS] --out FILE.png|.gif|.apng|.wav",
        does: "draw a demo without a display: the last picture, or a film of all",
        more: "\
A PNG is the picture after the last tick. A GIF or an animated PNG plays at the demo's own speed;
a GIF has every second tick of a demo with 60 a second, because viewers show no picture for less
than 0.02 s, and an animated PNG has them all. A WAV is what the run
sounds like. The same call writes the same bytes everywhere.",
        options: &[
            "ID", "--out", "--ticks", "--from", "--every", "--scale", "--size", "--seed",
            "--script", "--set",
        ],
    },
    Page {
        name: "hash",
        takes: "ID --ticks N [OPTIONS]",
        does: "the fingerprint of its state, the same on every platform",
        more: "16 hexadecimal digits after N ticks.",
        options: &["ID", "--ticks", "--size", "--seed", "--script", "--set"],
    },
    Page {
        name: "play",
        takes: "ID|LINK [OPTIONS]",
        does: "a demo in a window",
        more: "\
A link of the gallery's page opens the same run here, with its knobs, its seed and its speed; what
follows its `#` is enough. Without a seed each launch is another run.",
        options: &["ID", "--ticks", "--size", "--seed", "--speed", "--script", "--set"],
    },
    Page {
        name: "sheet",
        takes: "[ID…] --out FILE.png",
        does: "a picture of all demos, or of those named",
        more: "",
        options: &["ID", "--out", "--columns", "--cell"],
    },
    Page {
        name: "thumbs",
        takes: "--out FOLDER",
        does: "a small picture of each, FOLDER/ID.gif",
        more: "",
        options: &["--out"],
    },
    Page {
        name: "time",
        takes: "[ID…] [OPTIONS]",
        does: "milliseconds that a tick and its picture take, of one demo or all",
        more: "\
Half of all frames take no longer than p50, and one in a hundred takes longer than p99. 120 frames
run before the clock starts; --ticks says how many are measured (300). Where there are several
demos, both numbers are 30.",
        options: &["ID", "--ticks", "--size", "--view", "--threads", "--seed", "--script", "--set"],
    },
    Page {
        name: "kernel",
        takes: "check|run|convert|play FILE… [OPTIONS]",
        does: "pixel kernels: look at one, paint with it, convert it, write it",
        more: "\
FILE is a source (.pbk), bytecode (.pbj), a graph of kernels (.pbg) or a shader with `mainImage`
(.glsl, .frag). `check` tells what is wrong with it, or lists inputs and parameters; it takes many.
With --json it prints one object a line, and for a file with mistakes those.
`run IN.png KERNEL --set twist=-6 --out OUT.png` takes pictures for its inputs, in their order.
`convert KERNEL --out FILE.pbj` writes bytecode, FILE.wgsl a shader for GPUs, and FILE.rs a module
of Rust.
`play [KERNEL] [IN.png…]` opens a window to write it in: mistakes are underlined while you type,
the picture and its knobs follow, and so do changes of the file from elsewhere.",
        options: &[
            "NAME",
            "--out",
            "--set",
            "--size",
            "--supersampling",
            "--json",
            "--flash",
            "--gpu",
            "--quirks",
        ],
    },
    Page {
        name: "new",
        takes: "NAME",
        does: "a crate with a sketch of your own, in the folder NAME",
        more: "\
NAME is a path; its last part names the crate. Nothing that exists is written over. The crate has a
program with a test, profiles for a short first build, a README with the commands, and takes motile
from the folder in which this program was built.",
        options: &["NAME"],
    },
    Page {
        name: "relay",
        takes: "[OPTIONS]",
        does: "rooms for networked sketches, over WebSockets",
        more: "\
A program of its own: `cargo run` builds it first, otherwise it is looked for beside this one.

  --listen ADDRESS          where to listen (127.0.0.1:7777)
  --lan yes                 for the whole network, whose machines find rooms without an address
  --nats HOST               share rooms with other relays through a NATS server with JetStream
  --record FOLDER           write the packets of every room to a file in FOLDER
  --record-hours N          how long they stay when the room is over (168)
  --record-megabytes N      what all of them may take (4096); the oldest ones give way
  --connections N           connections at once (4096)
  --per-address N           connections at once from one address (256)
  --rooms N                 rooms at once (2048)
  --messages N              messages a second of one client (1500)
  --keep SECONDS            how long a seat is kept for somebody who is gone (30)

GET /health and GET /metrics at the same address tell how it is doing; GET /recording/GAME.CODE
gives what --record wrote of a room to those who have or had a seat there.",
        options: &[],
    },
];

/// Options with their value and what they mean.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("--out", "FILE", "where to put it"),
    ("--json", "", "for programs"),
    ("--flash", "", "allow only what the Flash player ran"),
    ("--quirks", "", "run bytecode with the mistakes of the Flash player"),
    ("--gpu", "", "run on the GPU, in a program built with `--features gpu`"),
    ("--supersampling", "N", "the mean of NxN places of each pixel (1), 1 to 8"),
    ("--ticks", "N", "how many ticks to run, 0 to 1000000000"),
    ("--from", "N", "the tick after which a film begins (0)"),
    ("--every", "N", "every Nth tick is a picture of the film, 1 to 1000"),
    ("--scale", "S", "size of the film's pictures in parts of the stage, 0.05 to 1"),
    ("--size", "WxH", "size of the stage in pixels, each 1 to 16384"),
    ("--view", "WxH", "size of the window that pictures are drawn for, each 1 to 16384"),
    ("--threads", "N", "threads that share large pictures (1), 1 to 8"),
    ("--speed", "S", "simulated seconds a second (1), 0 to 3"),
    ("--seed", "S", "seed of its random numbers (1), 0 to 18446744073709551615"),
    (
        "--script",
        "FILE",
        "input to play, one event a line: `TICK move X Y`, `TICK down`,\n\
         `TICK up`, `TICK key NAME`, `TICK keyup NAME`, `TICK tap NAME`,\n\
         `TICK text \"TEXT\"`, `TICK wheel DY`, `TICK set NAME VALUE`",
    ),
    (
        "--set",
        "NAME=VALUE",
        "a parameter of the demo, as often as needed; NAME=1 presses a\n\
         button in the first tick",
    ),
    ("--columns", "N", "pictures side by side (5), 1 to 100"),
    ("--cell", "WxH", "largest picture of a demo in pixels (320x240), each 16 to 4096"),
];

/// The page of a command.
pub(crate) fn page(name: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.name == name)
}

/// All commands in a line each, and the options of demos.
pub(crate) fn overview() -> String {
    let mut text = line("motile", "the gallery in a window");
    for page in PAGES {
        text += &line(&format!("motile {} {}", page.name, page.takes), page.does);
    }
    text += "\n`motile COMMAND --help` tells more about one.\n\nOPTIONS\n";
    for name in ["--ticks", "--size", "--seed", "--script", "--set"] {
        text += &option(name);
    }
    text.truncate(text.trim_end().len());
    text
}

impl Page {
    /// All about one command.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("motile {} {}\n\n{}\n", self.name, self.takes, capital(self.does));
        if !self.more.is_empty() {
            let _ = writeln!(text, "{}", self.more);
        }
        let options: String = self.options.iter().map(|name| option(name)).collect();
        if !options.is_empty() {
            let _ = write!(text, "\n{options}");
        }
        text.truncate(text.trim_end().len());
        text
    }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters
        .next()
        .map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// A call and what it does, the latter on a line of its own when the call is long.
fn line(call: &str, does: &str) -> String {
    if call.len() < 27 {
        format!("{call:<27} {does}\n")
    } else {
        format!("{call}\n{:<27} {does}\n", "")
    }
}

/// The lines about an option; none for words without dashes.
fn option(name: &str) -> String {
    let Some(&(name, value, means)) = OPTIONS.iter().find(|known| known.0 == name) else {
        return String::new();
    };
    let mut text = String::new();
    let mut head = format!("  {name} {value}");
    for means in means.lines() {
        let _ = writeln!(text, "{head:<27} {means}");
        head.clear();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_explained_and_of_use() {
        for page in PAGES {
            for name in page.options.iter().filter(|name| name.starts_with('-')) {
                assert!(page.text().contains(name), "{}: {name}", page.name);
            }
            assert!(overview().contains(&format!("motile {}", page.name)));
        }
        for (name, ..) in OPTIONS {
            assert!(PAGES.iter().any(|page| page.options.contains(name)), "{name}");
        }
        let long =
            |text: &str| text.lines().find(|line| line.chars().count() > 100).map(String::from);
        assert_eq!(long(&overview()), None);
        assert!(PAGES.iter().all(|page| long(&page.text()).is_none()));
    }
}
