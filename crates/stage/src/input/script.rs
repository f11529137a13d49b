//! Input scripts: text, one event a line.

use super::{Button, InputEvent, Key, TouchPhase};
use crate::words::{self, Unexpected, Words};
use core::{fmt, fmt::Write as _};
use motile_geom::vec2;

/// An event and the tick before which it happens; the first tick is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptEvent {
    /// Number of the tick that sees the event first.
    pub tick: u64,
    /// What happens.
    pub event: InputEvent,
}

/// A parameter and the tick before which it is set; the first tick is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptParam {
    /// Number of the tick that sees the value first.
    pub tick: u64,
    /// Name of the parameter.
    pub name: String,
    /// Its value, as [`Param::parse`](crate::Param::parse) reads it.
    pub value: String,
}

/// What happens to a sketch from outside, in time order, readable and writable as text: events and changes of
/// parameters.
///
/// One event a line, `#` starts a comment:
///
/// | line | means |
/// |---|---|
/// | `TICK move X Y` | the pointer is at (X, Y), in stage pixels |
/// | `TICK down` / `TICK up` | the primary button; `TICK down right` and `middle` for the others |
/// | `TICK key NAME` / `TICK keyup NAME` | a key, by the name [`Key::parse`] reads |
/// | `TICK wheel DY` | the wheel turns by DY lines, positive scrolls down |
/// | `TICK touch ID down X Y` | a finger; also `move` and `up` |
/// | `TICK focus` / `TICK blur` | the program gets or loses the keyboard |
/// | `TICK resize W H` | the stage has another size |
/// | `TICK set NAME VALUE` | a parameter, as a command line sets it; `set NAME 1` presses a button |
///
/// ```
/// use motile_stage::{InputEvent, Key, Script};
/// let script = Script::parse("0 move 10 20\n0 down  # grab\n5 up\n9 key Space\n")?;
/// assert_eq!(script.events().len(), 4);
/// assert_eq!(script.events_at(9)[0].event, InputEvent::Key(Key::Space));
/// assert!(Script::parse("3 jump").unwrap_err().to_string().starts_with("line 1, column 3"));
/// # Ok::<(), motile_stage::ScriptError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    events: Vec<ScriptEvent>,
    params: Vec<ScriptParam>,
}

/// What is wrong with a line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What should have been there.
    pub expected: &'static str,
    /// What was there; empty at the end of the line.
    pub found: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        words::write_place(f, (self.line, self.column), self.expected, &self.found)
    }
}

impl core::error::Error for ScriptError {}

impl From<Unexpected> for ScriptError {
    fn from(Unexpected { line, column, expected, found }: Unexpected) -> Self {
        Self { line, column, expected, found }
    }
}

/// Names an event may have.
const EVENTS: &str = "move, down, up, key, keyup, wheel, touch, focus, blur, resize or set";

impl Script {
    /// Reads the text form. Lines may be in any order; events of one tick keep theirs.
    ///
    /// # Errors
    /// The first line that is not an event, with what was expected there.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut script = Self::default();
        for (number, line) in text.lines().enumerate() {
            let mut words = Words::new(number as u32 + 1, without_comment(line));
            if words.peek().is_some() {
                match happening(&mut words)? {
                    Happening::Event(event) => script.events.push(event),
                    Happening::Param(param) => script.params.push(param),
                }
            }
        }
        script.events.sort_by_key(|event| event.tick);
        script.params.sort_by_key(|param| param.tick);
        Ok(script)
    }

    /// All events in time order.
    pub fn events(&self) -> &[ScriptEvent] {
        &self.events
    }

    /// The events that happen before a tick, in order.
    pub fn events_at(&self, tick: u64) -> &[ScriptEvent] {
        of_tick(&self.events, tick, |event| event.tick)
    }

    /// All changes of parameters in time order.
    pub fn params(&self) -> &[ScriptParam] {
        &self.params
    }

    /// The parameters that are set before a tick, in order.
    pub fn params_at(&self, tick: u64) -> &[ScriptParam] {
        of_tick(&self.params, tick, |param| param.tick)
    }

    /// Adds an event; it comes after those of the same tick.
    pub fn push(&mut self, tick: u64, event: InputEvent) {
        let at = self.events.partition_point(|known| known.tick <= tick);
        self.events.insert(at, ScriptEvent { tick, event });
    }

    /// Adds the change of a parameter; it comes after those of the same tick.
    pub fn push_param(&mut self, tick: u64, name: &str, value: &str) {
        let at = self.params.partition_point(|known| known.tick <= tick);
        self.params.insert(at, ScriptParam { tick, name: name.into(), value: value.into() });
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut ScriptEvent> {
        self.events.last_mut()
    }

    /// The text form, which [`Script::parse`] reads back to the same script. Parameters come before the events of
    /// their tick.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut params = self.params.iter().peekable();
        // Writing to a string cannot fail.
        for event in &self.events {
            while let Some(param) = params.next_if(|param| param.tick <= event.tick) {
                let _ = writeln!(text, "{param}");
            }
            let _ = writeln!(text, "{event}");
        }
        for param in params {
            let _ = writeln!(text, "{param}");
        }
        text
    }
}

/// The part of a list in time order that belongs to a tick.
fn of_tick<T>(list: &[T], tick: u64, tick_of: impl Fn(&T) -> u64) -> &[T] {
    let start = list.partition_point(|item| tick_of(item) < tick);
    let end = list.partition_point(|item| tick_of(item) <= tick);
    &list[start..end]
}

/// A line of a script.
impl fmt::Display for ScriptParam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} set {} {}", self.tick, self.name, self.value)
    }
}

/// A line of a script.
impl fmt::Display for ScriptEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.tick)?;
        match self.event {
            InputEvent::Move(p) => write!(f, "move {} {}", p.x, p.y),
            InputEvent::Down(Button::Left) => f.write_str("down"),
            InputEvent::Up(Button::Left) => f.write_str("up"),
            InputEvent::Down(button) => write!(f, "down {}", button.name()),
            InputEvent::Up(button) => write!(f, "up {}", button.name()),
            InputEvent::Wheel(lines) => write!(f, "wheel {lines}"),
            InputEvent::Key(key) => write!(f, "key {key}"),
            InputEvent::KeyUp(key) => write!(f, "keyup {key}"),
            InputEvent::Touch { id, phase, position: p } => {
                let phase =
                    PHASES.iter().find(|known| known.0 == phase).map_or("", |known| known.1);
                write!(f, "touch {id} {phase} {} {}", p.x, p.y)
            }
            InputEvent::Focus(true) => f.write_str("focus"),
            InputEvent::Focus(false) => f.write_str("blur"),
            InputEvent::Resize { width, height } => write!(f, "resize {width} {height}"),
        }
    }
}

const PHASES: [(TouchPhase, &str); 3] =
    [(TouchPhase::Down, "down"), (TouchPhase::Move, "move"), (TouchPhase::Up, "up")];

/// What a line says.
enum Happening {
    Event(ScriptEvent),
    Param(ScriptParam),
}

/// A line up to its comment. A key may be called `#`, and only there is it a name.
fn without_comment(line: &str) -> &str {
    let mut words = line.split_whitespace();
    let (_, kind, name) = (words.next(), words.next(), words.next());
    let after_name = match (kind, name) {
        (Some("key" | "keyup"), Some(name)) => {
            name.as_ptr() as usize - line.as_ptr() as usize + name.len()
        }
        _ => 0,
    };
    let comment = line[after_name..].find('#').map_or(line.len(), |at| after_name + at);
    &line[..comment]
}

fn happening(words: &mut Words<'_>) -> Result<Happening, Unexpected> {
    let word = words.word("a tick number")?;
    let tick = word.parse().map_err(|_| words.error("a tick number", word))?;
    if words.take("set") {
        return param(tick, words).map(Happening::Param);
    }
    let event = event(words)?;
    words.end()?;
    Ok(Happening::Event(ScriptEvent { tick, event }))
}

/// Name and value; the value goes to the end of the line, as names of choices may have spaces.
fn param(tick: u64, words: &mut Words<'_>) -> Result<ScriptParam, Unexpected> {
    let name = words.word("the name of a parameter")?.into();
    let mut value = words.word("a value")?.to_owned();
    while let Some(word) = words.next() {
        value = value + " " + word;
    }
    Ok(ScriptParam { tick, name, value })
}

fn event(words: &mut Words<'_>) -> Result<InputEvent, Unexpected> {
    let word = words.word(EVENTS)?;
    Ok(match word {
        "move" => {
            InputEvent::Move(vec2(words.number("X in pixels")?, words.number("Y in pixels")?))
        }
        "down" => InputEvent::Down(button(words)?),
        "up" => InputEvent::Up(button(words)?),
        "key" => InputEvent::Key(key(words)?),
        "keyup" => InputEvent::KeyUp(key(words)?),
        "wheel" => InputEvent::Wheel(words.number("DY in lines")?),
        "touch" => touch(words)?,
        "focus" => InputEvent::Focus(true),
        "blur" => InputEvent::Focus(false),
        "resize" => InputEvent::Resize { width: size(words)?, height: size(words)? },
        _ => return Err(words.error(EVENTS, word)),
    })
}

fn touch(words: &mut Words<'_>) -> Result<InputEvent, Unexpected> {
    let word = words.word("the number of a finger")?;
    let id = word.parse().map_err(|_| words.error("the number of a finger", word))?;
    let phase = words.one_of(&PHASES, "down, move or up")?;
    let position = vec2(words.number("X in pixels")?, words.number("Y in pixels")?);
    Ok(InputEvent::Touch { id, phase, position })
}

fn size(words: &mut Words<'_>) -> Result<u32, Unexpected> {
    const EXPECTED: &str = "a size of 1 to 65535 pixels";
    let word = words.word(EXPECTED)?;
    let size: Option<u32> = word.parse().ok();
    size.filter(|size| (1..=65535).contains(size)).ok_or_else(|| words.error(EXPECTED, word))
}

fn key(words: &mut Words<'_>) -> Result<Key, Unexpected> {
    const EXPECTED: &str = "the name of a key, such as Left, Space, F5 or A";
    let word = words.word(EXPECTED)?;
    Key::parse(word).ok_or_else(|| words.error(EXPECTED, word))
}

fn button(words: &mut Words<'_>) -> Result<Button, Unexpected> {
    match words.peek() {
        None => Ok(Button::Left),
        Some(_) => words.one_of(&Button::NAMED, "left, right or middle"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Vec2;

    #[test]
    fn every_event_writes_and_reads_back() {
        let all = [
            InputEvent::Move(vec2(-1.5, 1e-7)),
            InputEvent::Down(Button::Left),
            InputEvent::Up(Button::Middle),
            InputEvent::Key(Key::Char('#')),
            InputEvent::Key(Key::F(12)),
            InputEvent::KeyUp(Key::PageUp),
            InputEvent::Wheel(-0.25),
            InputEvent::Touch { id: 3, phase: TouchPhase::Move, position: Vec2::ONE },
            InputEvent::Focus(true),
            InputEvent::Focus(false),
            InputEvent::Resize { width: 640, height: 480 },
        ];
        let mut script = Script::default();
        for (tick, event) in all.into_iter().enumerate() {
            script.push(tick as u64 / 2, event);
        }
        script.push_param(99, "shape", "two words");
        script.push_param(3, "gravity", "-1.5e-7");
        assert_eq!(Script::parse(&script.to_text()).unwrap(), script);
        assert_eq!(script.events_at(1).len(), 2);
        assert_eq!(script.events_at(77), []);
        assert_eq!(script.params_at(3)[0].name, "gravity");
    }

    #[test]
    fn errors_name_line_column_and_expectation() {
        let error = |text: &str| Script::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("# fine\n\n12 move 3"),
            "line 3, column 10: expected Y in pixels, found the end of the line"
        );
        assert_eq!(error("x down"), "line 1, column 1: expected a tick number, found \"x\"");
        assert_eq!(
            error("1 key Hyper"),
            "line 1, column 7: expected the name of a key, such as Left, Space, F5 or A, found \"Hyper\""
        );
        assert!(error("1 move NaN 0").contains("column 8: expected X in pixels"));
        assert!(error("1 down left now").contains("column 13: expected nothing more"));
        assert!(error("-1 down").contains("a tick number"));
        assert!(error("1 resize 0 5").contains("1 to 65535"));
        assert!(error("1 fly").contains(EVENTS));
        assert!(error("1 set").contains("column 6: expected the name of a parameter"));
        assert!(error("1 set shake # now").contains("column 12: expected a value"));
    }

    #[test]
    fn order_within_a_tick_is_kept() {
        let script = Script::parse("5 up\n1 down\n5 down # again\n").unwrap();
        let ticks: Vec<u64> = script.events().iter().map(|event| event.tick).collect();
        assert_eq!(ticks, [1, 5, 5]);
        assert_eq!(script.events_at(5)[1].event, InputEvent::Down(Button::Left));
    }
}
