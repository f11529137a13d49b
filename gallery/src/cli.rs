//! The command line.

use crate::failure::{self, Failure};
use motile::prelude::*;
use motile_demos::Demo;
use std::{fs, path::PathBuf};

pub(crate) const USAGE: &str = "\
motile                      the gallery in a window
motile list [--json]        all demos
motile render ID [OPTIONS] --out FILE.png|FILE.gif
                            draw a demo without a display: the last picture, or all of them
motile hash ID --ticks N [OPTIONS]
                            the fingerprint of its state, the same on every platform
motile play ID [OPTIONS]    a demo in a window
motile sheet --out FILE.png a picture of all demos
motile thumbs --out FOLDER  a small picture of each, FOLDER/ID.png
motile time ID [OPTIONS]    milliseconds that a tick and its picture take

OPTIONS
  --ticks N                 how many ticks to run
  --size WxH                size of the stage in pixels
  --seed S                  seed of its random numbers (1)
  --script FILE             input to play, one event a line: `TICK move X Y`, `TICK down`,
                            `TICK up`, `TICK key NAME`, `TICK keyup NAME`, `TICK tap NAME`,
                            `TICK text \"TEXT\"`, `TICK wheel DY`, `TICK set NAME VALUE`
  --set NAME=VALUE          a parameter of the demo, as often as needed; NAME=1 presses a
                            button in the first tick";

/// What to do.
#[derive(Debug)]
pub(crate) enum Command {
    Gallery,
    List { json: bool },
    Render(Render),
    Hash(Run),
    Play(Run),
    Sheet { out: PathBuf },
    Thumbs { out: PathBuf },
    Time(Run),
    Help,
    Version,
}

/// A demo and how to run it.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) demo: &'static Demo,
    pub(crate) ticks: Option<u64>,
    pub(crate) settings: Settings,
    pub(crate) script: Option<PathBuf>,
}

/// A run and where its picture goes.
#[derive(Debug)]
pub(crate) struct Render {
    pub(crate) run: Run,
    pub(crate) out: PathBuf,
}

impl Run {
    /// Starts the demo.
    pub(crate) fn player(&self) -> Result<Player, Failure> {
        let mut player = (self.demo.start)(&self.settings)?;
        if let Some(path) = &self.script {
            let failed =
                |message: String| Failure::Failed(format!("{}: {message}", path.display()));
            let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
            let script = Script::parse(&text).map_err(|error| failed(error.to_string()))?;
            for warning in script.warnings() {
                failure::complain(&format!("{}: {warning}", path.display()));
            }
            player.play(script).map_err(|error| failed(error.to_string()))?;
        }
        Ok(player)
    }
}

/// Reads the words after the program's name.
pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Command, Failure> {
    let words: Vec<String> = words.collect();
    let Some((command, rest)) = words.split_first() else { return Ok(Command::Gallery) };
    let mut options = Options::parse(command, rest)?;
    let parsed = match command.as_str() {
        "list" => Command::List { json: options.json },
        "render" => Command::Render(Render { out: options.out()?, run: options.run()? }),
        "hash" => {
            let run = options.run()?;
            if run.ticks.is_none() {
                return Err(usage("`hash` needs --ticks N"));
            }
            Command::Hash(run)
        }
        "play" => Command::Play(options.run()?),
        "sheet" => Command::Sheet { out: options.out()? },
        "thumbs" => Command::Thumbs { out: options.out()? },
        "time" => Command::Time(options.run()?),
        "help" | "--help" | "-h" => Command::Help,
        "version" | "--version" | "-V" => Command::Version,
        other => return Err(usage(&format!("there is no command \"{other}\""))),
    };
    Ok(parsed)
}

/// Which options a command takes.
fn allowed(command: &str) -> &'static [&'static str] {
    match command {
        "list" => &["--json"],
        "render" => &["ID", "--ticks", "--size", "--seed", "--script", "--set", "--out"],
        "hash" | "play" => &["ID", "--ticks", "--size", "--seed", "--script", "--set"],
        "sheet" | "thumbs" => &["--out"],
        "time" => &["ID", "--size", "--seed", "--script", "--set"],
        _ => &[],
    }
}

/// Everything that may stand after a command.
#[derive(Default)]
struct Options {
    id: Option<String>,
    json: bool,
    ticks: Option<u64>,
    size: Option<(u32, u32)>,
    seed: Option<u64>,
    script: Option<PathBuf>,
    set: Vec<(String, String)>,
    out: Option<PathBuf>,
}

impl Options {
    fn parse(command: &str, words: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, given) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
                _ => (word.as_str(), None),
            };
            let kind = if name.starts_with('-') { name } else { "ID" };
            if !allowed(command).contains(&kind) {
                return Err(usage(&format!("`{command}` does not take \"{word}\"")));
            }
            if kind == "ID" {
                if options.id.replace(word.clone()).is_some() {
                    return Err(usage(&format!("only one demo at a time: \"{word}\" is too many")));
                }
                continue;
            }
            if kind == "--json" {
                options.json = true;
                continue;
            }
            let value = given.or_else(|| words.next().cloned());
            let value = value.ok_or_else(|| usage(&format!("{name} needs a value")))?;
            options.take(name, &value)?;
        }
        Ok(options)
    }

    fn take(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let wrong = |expected: &str| usage(&format!("{name} {value}: expected {expected}"));
        match name {
            "--ticks" => {
                let most = 1_000_000_000;
                let ticks = value.parse().ok().filter(|&ticks| ticks <= most);
                self.ticks = Some(ticks.ok_or_else(|| wrong("a number of ticks"))?);
            }
            "--seed" => self.seed = Some(value.parse().map_err(|_| wrong("a whole number"))?),
            "--size" => {
                let size = value
                    .split_once('x')
                    .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
                let fits = |&(w, h): &(u32, u32)| w.min(h) > 0 && w.max(h) <= 16384;
                let expected = "WIDTHxHEIGHT in pixels, each 1 to 16384, such as 640x480";
                self.size = Some(size.filter(fits).ok_or_else(|| wrong(expected))?);
            }
            "--set" => {
                let (name, value) = value.split_once('=').ok_or_else(|| wrong("NAME=VALUE"))?;
                self.set.push((name.into(), value.into()));
            }
            "--script" => self.script = Some(value.into()),
            _ => self.out = Some(value.into()),
        }
        Ok(())
    }

    fn run(&mut self) -> Result<Run, Failure> {
        let id = self.id.take().ok_or_else(|| usage("which demo? `motile list` shows all ids"))?;
        let demo = motile_demos::find(&id).map_err(|error| usage(&error.to_string()))?;
        let (width, height) = self.size.unwrap_or(demo.size);
        let mut settings = Settings::new(width, height).with_seed(self.seed.unwrap_or(1));
        settings.params = core::mem::take(&mut self.set);
        Ok(Run { demo, ticks: self.ticks, settings, script: self.script.take() })
    }

    fn out(&mut self) -> Result<PathBuf, Failure> {
        self.out.take().ok_or_else(|| usage("where to? --out FILE is missing"))
    }
}

fn usage(message: &str) -> Failure {
    Failure::Usage(message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Result<Command, Failure> {
        parse(line.split_whitespace().map(String::from))
    }

    fn message(line: &str) -> String {
        match words(line) {
            Err(Failure::Usage(message)) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_command_of_the_table() {
        assert!(matches!(words(""), Ok(Command::Gallery)));
        assert!(matches!(words("list --json"), Ok(Command::List { json: true })));
        assert!(matches!(words("sheet --out a.png"), Ok(Command::Sheet { .. })));
        assert!(matches!(words("play stage/bouncing-ball"), Ok(Command::Play(_))));
        assert!(matches!(words("time stage/bouncing-ball"), Ok(Command::Time(_))));
        let line = "render stage/bouncing-ball --ticks 9 --size 320x200 --seed=5 --script s.txt \
                    --set gravity=0 --set springiness=1 --out a.gif";
        let Ok(Command::Render(render)) = words(line) else { panic!("{:?}", words(line)) };
        let settings = &render.run.settings;
        assert_eq!((settings.width, settings.height, settings.seed), (320, 200, Some(5)));
        assert_eq!(settings.params.len(), 2);
        assert_eq!(render.run.ticks, Some(9));
        assert!(matches!(words("hash stage/bouncing-ball --ticks 9"), Ok(Command::Hash(_))));
    }

    #[test]
    fn wrong_calls_are_explained() {
        assert!(message("render stage/bouncing-bal --out a.png").contains("did you mean"));
        assert!(message("render --out a.png").contains("which demo?"));
        assert!(message("render stage/bouncing-ball").contains("--out"));
        assert!(message("hash stage/bouncing-ball").contains("--ticks"));
        assert!(message("render stage/bouncing-ball --size 0x9 --out a").contains("WIDTHxHEIGHT"));
        assert!(
            message("render stage/bouncing-ball --ticks -1 --out a").contains("number of ticks")
        );
        assert!(message("render stage/bouncing-ball --set x --out a").contains("NAME=VALUE"));
        assert!(message("list --ticks 5").contains("does not take"));
        assert!(message("fly").contains("no command"));
        assert!(message("sheet --out").contains("needs a value"));
    }
}
