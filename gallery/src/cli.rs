//! The command line.

use crate::{
    failure::Failure,
    help::{self, Page},
    script,
};
use core::ops::RangeInclusive;
use motile::prelude::*;
use motile_demos::Demo;
use motile_gallery_model::Run as Link;
use motile_kernel_command::KernelCall;
use std::path::PathBuf;

/// What to do.
#[derive(Debug)]
pub(crate) enum Command {
    Gallery,
    List { json: bool },
    Render(Render),
    Hash(Run),
    Play(Link, Run),
    Sheet(Sheet),
    Thumbs { out: PathBuf },
    Time(Vec<Run>),
    Kernel(KernelCall),
    New { folder: PathBuf },
    Relay(Vec<String>),
    Help(String),
    Version,
}

/// A demo and how to run it.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) demo: &'static Demo,
    pub(crate) ticks: Option<u64>,
    pub(crate) settings: Settings,
    pub(crate) script: Option<PathBuf>,
    /// Size of the window that it is drawn for, if not that of its stage.
    pub(crate) view: Option<(u32, u32)>,
    /// How many threads draw it.
    pub(crate) threads: usize,
}

/// A run and where its pictures go.
#[derive(Debug)]
pub(crate) struct Render {
    pub(crate) run: Run,
    pub(crate) out: PathBuf,
    /// Which ticks a film shows.
    pub(crate) from: u64,
    pub(crate) every: Option<u64>,
    /// Size of its pictures in parts of the stage.
    pub(crate) scale: f32,
}

/// Which demos share a picture, and how.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) demos: Vec<&'static Demo>,
    pub(crate) out: PathBuf,
    pub(crate) columns: u32,
    /// Largest picture of a demo, pixels.
    pub(crate) cell: (u32, u32),
}

impl Sheet {
    /// All demos.
    pub(crate) fn of_all(out: PathBuf) -> Self {
        Self { demos: motile_demos::all().collect(), out, columns: 5, cell: (320, 240) }
    }
}

impl Run {
    /// Starts the demo. `ticks` is how long it will run, where that is known.
    pub(crate) fn player(&self, ticks: Option<u64>) -> Result<Player, Failure> {
        let script = self.script.as_ref().map(|path| script::read(path, ticks)).transpose()?;
        let settings = self.settings.clone();
        let settings = script.iter().fold(settings, Settings::replaying);
        let mut player = (self.demo.start)(&settings)?;
        if let Some((path, script)) = self.script.as_ref().zip(script) {
            let failed = |error| Failure::Failed(format!("{}: {error}", path.display()));
            player.play(script).map_err(failed)?;
        }
        if let Some((width, height)) = self.view {
            let window = vec2(width as f32, height as f32);
            player.set_scale((window / player.stage().size()).min_element());
        }
        player.set_threads(self.threads);
        Ok(player)
    }
}

/// Reads the words after the program's name.
pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Command, Failure> {
    let words: Vec<String> = words.collect();
    let Some((command, rest)) = words.split_first() else { return Ok(Command::Gallery) };
    match command.as_str() {
        "help" | "--help" | "-h" => return help(rest.first().map(String::as_str)),
        "version" | "--version" | "-V" => return Ok(Command::Version),
        _ => {}
    }
    let unknown = || usage(&format!("there is no command \"{command}\""));
    let page = help::page(command).ok_or_else(unknown)?;
    if rest.iter().any(|word| word == "--help" || word == "-h") {
        return Ok(Command::Help(page.text()));
    }
    if page.name == "relay" {
        // Its words are those of another program.
        return Ok(Command::Relay(rest.to_vec()));
    }
    let parsed = Options::parse(page, rest).and_then(|options| options.command(page.name));
    parsed.map_err(|failure| failure.of_command(page.name))
}

fn help(command: Option<&str>) -> Result<Command, Failure> {
    let Some(command) = command else { return Ok(Command::Help(help::overview())) };
    let page = help::page(command);
    let page = page.ok_or_else(|| usage(&format!("there is no command \"{command}\"")))?;
    Ok(Command::Help(page.text()))
}

/// Everything that may stand after a command.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct Options {
    /// Words without dashes.
    words: Vec<String>,
    json: bool,
    flash: bool,
    gpu: bool,
    quirks: bool,
    supersampling: Option<u8>,
    ticks: Option<u64>,
    from: u64,
    every: Option<u64>,
    scale: Option<f32>,
    size: Option<(u32, u32)>,
    view: Option<(u32, u32)>,
    threads: usize,
    speed: Option<f32>,
    seed: Option<u64>,
    script: Option<PathBuf>,
    set: Vec<(String, String)>,
    out: Option<PathBuf>,
    columns: Option<u32>,
    cell: Option<(u32, u32)>,
}

impl Options {
    fn parse(page: &Page, words: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, given) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
                _ => (word.as_str(), None),
            };
            let dashes = name.starts_with('-');
            let takes =
                |known: &&&str| if dashes { **known == name } else { !known.starts_with('-') };
            if !page.options.iter().any(|known| takes(&known)) {
                return Err(usage(&format!("`{}` does not take \"{word}\"", page.name)));
            }
            match name {
                "--json" => options.json = true,
                "--flash" => options.flash = true,
                "--gpu" => options.gpu = true,
                "--quirks" => options.quirks = true,
                _ if dashes => {
                    let value = given.or_else(|| words.next().cloned());
                    let value = value.ok_or_else(|| usage(&format!("{name} needs a value")))?;
                    options.take(name, &value)?;
                }
                _ => options.words.push(word.clone()),
            }
        }
        Ok(options)
    }

    fn take(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        match name {
            "--ticks" => self.ticks = Some(whole(name, value, 0..=MOST_TICKS)?),
            "--from" => self.from = whole(name, value, 0..=MOST_TICKS)?,
            "--every" => self.every = Some(whole(name, value, 1..=1000)?),
            "--scale" => {
                let scale = value.parse().ok().filter(|scale| (0.05..=1.0).contains(scale));
                self.scale =
                    Some(scale.ok_or_else(|| wrong(name, value, "a number from 0.05 to 1"))?);
            }
            "--seed" => self.seed = Some(whole(name, value, 0..=u64::MAX)?),
            "--speed" => {
                let speed = value.parse().ok().filter(|speed| (0.0..=3.0).contains(speed));
                self.speed = Some(speed.ok_or_else(|| wrong(name, value, "a number from 0 to 3"))?);
            }
            "--size" => self.size = Some(size(name, value, 1..=16384)?),
            "--view" => self.view = Some(size(name, value, 1..=16384)?),
            "--threads" => self.threads = whole(name, value, 1..=8)? as usize,
            "--supersampling" => self.supersampling = Some(whole(name, value, 1..=8)? as u8),
            "--cell" => self.cell = Some(size(name, value, 16..=4096)?),
            "--columns" => self.columns = Some(whole(name, value, 1..=100)? as u32),
            "--set" => {
                let pair = value.split_once('=');
                let (name, value) = pair.ok_or_else(|| wrong(name, value, "NAME=VALUE"))?;
                self.set.push((name.into(), value.into()));
            }
            "--script" => self.script = Some(value.into()),
            _ => self.out = Some(value.into()),
        }
        Ok(())
    }

    fn command(mut self, name: &str) -> Result<Command, Failure> {
        Ok(match name {
            "list" => Command::List { json: self.json },
            "render" => Command::Render(self.render()?),
            "hash" if self.ticks.is_none() => return Err(usage("`hash` needs --ticks N")),
            "hash" => Command::Hash(self.run()?),
            "play" => self.play()?,
            "sheet" => Command::Sheet(self.sheet()?),
            "thumbs" => Command::Thumbs { out: self.out()? },
            "time" => Command::Time(self.timed()?),
            "kernel" => Command::Kernel(self.kernel()?),
            _ => Command::New {
                folder: self.only("how is it to be called? NAME is missing")?.into(),
            },
        })
    }

    fn run(&mut self) -> Result<Run, Failure> {
        let demo = find(&self.id()?)?;
        Ok(self.run_of(demo))
    }

    fn run_of(&self, demo: &'static Demo) -> Run {
        let (width, height) = self.size.unwrap_or(demo.size);
        let mut settings = Settings::new(width, height).with_seed(self.seed.unwrap_or(1));
        settings.params.clone_from(&self.set);
        let (script, view, threads) = (self.script.clone(), self.view, self.threads);
        Run { demo, ticks: self.ticks, settings, script, view, threads }
    }

    fn id(&mut self) -> Result<String, Failure> {
        self.only("which demo? `motile list` shows all ids")
    }

    /// The word is an id or a link of the page; options go before what the link says. Without a seed each launch
    /// is another.
    fn play(&mut self) -> Result<Command, Failure> {
        let link = self.id()?;
        let link = link.rsplit('#').next().unwrap_or_default();
        let mut link = Link::parse(link).map_err(|error| usage(&error.to_string()))?;
        if !link.ignored.is_empty() {
            let parts = link.ignored.join(", ");
            return Err(usage(&format!(
                "{} does not know this part of the link: {parts}",
                link.demo.id
            )));
        }
        link.seed = self.seed.or(link.seed);
        link.speed = self.speed.unwrap_or(link.speed);
        let mut run = self.run_of(link.demo);
        run.settings.seed = link.seed;
        let params = link.settings().params;
        run.settings.params.splice(0..0, params);
        Ok(Command::Play(link, run))
    }

    /// The demos named, or all.
    fn timed(&mut self) -> Result<Vec<Run>, Failure> {
        let named = core::mem::take(&mut self.words);
        if named.is_empty() {
            return Ok(motile_demos::all().map(|demo| self.run_of(demo)).collect());
        }
        named.iter().map(|id| Ok(self.run_of(find(id)?))).collect()
    }

    fn kernel(&mut self) -> Result<KernelCall, Failure> {
        let mut words = core::mem::take(&mut self.words).into_iter();
        let action = words.next().unwrap_or_default();
        if !["check", "run", "convert", "play"].contains(&action.as_str()) {
            return Err(usage(
                "what to do with the kernel? `check`, `run`, `convert` or `play` is missing",
            ));
        }
        let files: Vec<PathBuf> = words.map(PathBuf::from).collect();
        if files.is_empty() && action != "play" {
            return Err(usage("which kernel? FILE is missing"));
        }
        Ok(KernelCall {
            action,
            files,
            set: core::mem::take(&mut self.set),
            out: self.out.take(),
            size: self.size,
            supersampling: self.supersampling,
            json: self.json,
            flash: self.flash,
            gpu: self.gpu,
            quirks: self.quirks,
        })
    }

    fn render(&mut self) -> Result<Render, Failure> {
        let (from, every, scale) = (self.from, self.every, self.scale.unwrap_or(1.0));
        Ok(Render { out: self.out()?, run: self.run()?, from, every, scale })
    }

    fn sheet(&mut self) -> Result<Sheet, Failure> {
        let mut sheet = Sheet::of_all(self.out()?);
        // A sheet is one picture.
        if !sheet.out.extension().is_some_and(|end| end.eq_ignore_ascii_case("png")) {
            let name = sheet.out.display();
            return Err(usage(&format!("{name}: expected a file name that ends in .png")));
        }
        if !self.words.is_empty() {
            sheet.demos = self.words.iter().map(|id| find(id)).collect::<Result<_, _>>()?;
        }
        sheet.columns = self.columns.unwrap_or(sheet.columns);
        sheet.cell = self.cell.unwrap_or(sheet.cell);
        Ok(sheet)
    }

    /// The one word without dashes.
    fn only(&mut self, missing: &str) -> Result<String, Failure> {
        if let Some(word) = self.words.get(1) {
            return Err(usage(&format!("only one at a time: \"{word}\" is too many")));
        }
        self.words.pop().ok_or_else(|| usage(missing))
    }

    fn out(&mut self) -> Result<PathBuf, Failure> {
        self.out.take().ok_or_else(|| usage("where to? --out FILE is missing"))
    }
}

/// More than a year of ticks.
const MOST_TICKS: u64 = 1_000_000_000;

fn find(id: &str) -> Result<&'static Demo, Failure> {
    motile_demos::find(id).map_err(|error| usage(&error.to_string()))
}

/// A whole number in a range.
fn whole(name: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, Failure> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    let expected = || format!("a whole number from {} to {}", range.start(), range.end());
    number.ok_or_else(|| wrong(name, value, &expected()))
}

/// `WIDTHxHEIGHT`, both in a range.
fn size(name: &str, value: &str, range: RangeInclusive<u32>) -> Result<(u32, u32), Failure> {
    let sides = value.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let expected = || {
        let (least, most) = (range.start(), range.end());
        format!("WIDTHxHEIGHT in pixels, each {least} to {most}, such as 640x480")
    };
    let sides = sides.filter(|(w, h)| range.contains(w) && range.contains(h));
    sides.ok_or_else(|| wrong(name, value, &expected()))
}

fn wrong(name: &str, value: &str, expected: &str) -> Failure {
    usage(&format!("{name} {value}: expected {expected}"))
}

fn usage(message: &str) -> Failure {
    Failure::Usage { message: message.into(), command: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Result<Command, Failure> {
        parse(line.split_whitespace().map(String::from))
    }

    fn message(line: &str) -> String {
        match words(line) {
            Err(Failure::Usage { message, .. }) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_command_of_the_table() {
        assert!(matches!(words(""), Ok(Command::Gallery)));
        assert!(matches!(words("list --json"), Ok(Command::List { json: true })));
        assert!(matches!(words("sheet --out a.png"), Ok(Command::Sheet { .. })));
        assert!(matches!(words("play stage/bouncing-ball"), Ok(Command::Play(..))));
        assert!(matches!(words("time stage/bouncing-ball"), Ok(Command::Time(_))));
        let line = "render stage/bouncing-ball --ticks 9 --size 320x200 --seed=5 --script s.txt \
                    --set gravity=0 --set springiness=1 --out a.gif";
        let Ok(Command::Render(render)) = words(line) else { panic!("{:?}", words(line)) };
        let settings = &render.run.settings;
        assert_eq!((settings.width, settings.height, settings.seed), (320, 200, Some(5)));
        assert_eq!(settings.params.len(), 2);
        assert_eq!(render.run.ticks, Some(9));
        assert!(matches!(words("hash stage/bouncing-ball --ticks 9"), Ok(Command::Hash(_))));
        assert!(matches!(words("new games/pong"), Ok(Command::New { .. })));
        let line = "sheet stage/fountain pixels/filters --columns 2 --cell 90x60 --out a.png";
        let Ok(Command::Sheet(sheet)) = words(line) else { panic!("{:?}", words(line)) };
        assert_eq!((sheet.demos.len(), sheet.columns, sheet.cell), (2, 2, (90, 60)));
    }

    #[test]
    fn play_takes_links_and_options_go_before_them() {
        let line = "play https://host/gallery/#steer/flock?count=77&Seed=5&Speed=0.5 --seed 6 --set count=50";
        let Ok(Command::Play(link, run)) = words(line) else { panic!("{:?}", words(line)) };
        assert_eq!((link.demo.id, link.speed, run.settings.seed), ("steer/flock", 0.5, Some(6)));
        assert_eq!(run.player(None).unwrap().params().number("count"), 50.0);
        let Ok(Command::Play(_, run)) = words("play steer/flock") else { panic!("no player") };
        assert_eq!(run.settings.seed, None, "another run at each launch");
        assert!(message("play steer/flock?sped=1").contains("sped=1"));
    }

    #[test]
    fn time_is_for_one_demo_or_all_and_for_any_window() {
        let Ok(Command::Time(runs)) = words("time --view 1920x1080") else { panic!("no runs") };
        assert_eq!(runs.len(), motile_demos::all().count());
        let Ok(Command::Time(runs)) = words("time stage/fountain --view 1920x1080") else {
            panic!("no run")
        };
        let mut player = runs[0].player(None).unwrap();
        player.draw();
        assert_eq!((player.stage().width(), player.surface().width()), (640, 1440));
    }

    #[test]
    fn every_command_has_its_page() {
        for line in ["render --help", "help render", "render stage/fountain -h"] {
            let Ok(Command::Help(text)) = words(line) else { panic!("{line}") };
            assert!(text.starts_with("motile render ID") && text.contains("--every N"), "{text}");
        }
        assert!(matches!(words("--help"), Ok(Command::Help(text)) if text.contains("motile new")));
    }

    #[test]
    fn wrong_calls_are_explained() {
        assert!(message("render stage/bouncing-bal --out a.png").contains("did you mean"));
        assert!(message("render --out a.png").contains("which demo?"));
        assert!(message("render stage/bouncing-ball").contains("--out"));
        assert!(message("hash stage/bouncing-ball").contains("--ticks"));
        assert!(message("render stage/bouncing-ball --size 0x9 --out a").contains("WIDTHxHEIGHT"));
        assert!(
            message("render stage/bouncing-ball --ticks -1 --out a")
                .contains("from 0 to 1000000000")
        );
        assert!(message("render stage/bouncing-ball --set x --out a").contains("NAME=VALUE"));
        for (line, range) in [
            ("--every 0", "1 to 1000"),
            ("--scale 2", "0.05 to 1"),
            ("--from x", "0 to 1000000000"),
            ("--seed -1", "0 to 18446744073709551615"),
        ] {
            let said = message(&format!("render stage/bouncing-ball {line} --out a.gif"));
            assert!(said.contains(range), "{said}");
        }
        assert!(message("sheet --out a.gif").contains("ends in .png"));
        assert!(message("play stage/fountain stage/input").contains("too many"));
        assert!(message("new").contains("NAME is missing"));
        assert!(message("help fly").contains("no command"));
        assert!(message("list --ticks 5").contains("does not take"));
        assert!(message("fly").contains("no command"));
        assert!(message("sheet --out").contains("needs a value"));
    }
}
