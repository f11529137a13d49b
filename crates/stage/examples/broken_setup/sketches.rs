//! Sketches whose setup fails, one for each kind of thing that can be broken. The tests of all hosts share this file.

use super::{
    pixels::Surface,
    stage::{self, Error, Param, Result, Sketch, Stage},
};

/// A font that is none.
pub(crate) struct Font;

impl Sketch for Font {
    fn setup(_: &mut Stage) -> Result<Self> {
        let font = stage::Font::new(b"not a font".to_vec());
        font.map_err(|error| Error::from(error).context("title.ttf"))?;
        Ok(Self)
    }
}

/// A picture that ends too early.
pub(crate) struct Picture;

impl Sketch for Picture {
    fn setup(_: &mut Stage) -> Result<Self> {
        let picture = Surface::from_png(b"\x89PNG\r\n\x1a\n");
        picture.map_err(|error| Error::from(error).context("hero.png"))?;
        Ok(Self)
    }
}

/// A script with a line that says nothing.
pub(crate) struct Script;

impl Sketch for Script {
    fn setup(_: &mut Stage) -> Result<Self> {
        let script = stage::Script::parse("0 key Space\n9 jump\n");
        script.map_err(|error| Error::from(error).context("replay.txt"))?;
        Ok(Self)
    }
}

/// A value that the parameter cannot have.
pub(crate) struct Parameter;

impl Sketch for Parameter {
    const PARAMS: &'static [Param] = &[Param::number("speed", 0.0, 100.0, 60.0)];

    fn setup(stage: &mut Stage) -> Result<Self> {
        stage.params().check_text("speed", "fast")?;
        Ok(Self)
    }
}

/// A slip of the program: it reads a parameter that it did not declare.
pub(crate) struct Panic;

impl Sketch for Panic {
    const PARAMS: &'static [Param] = &[Param::number("speed", 0.0, 100.0, 60.0)];

    fn setup(stage: &mut Stage) -> Result<Self> {
        stage.params().number("sped");
        Ok(Self)
    }
}
