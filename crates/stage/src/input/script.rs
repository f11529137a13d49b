//! Input scripts: text, one event a line.

use super::{
    Button, InputEvent, Key, MAX_PADS, MAX_SENSES, PadAxis, PadButton, PadEvent, PadFamily,
    TouchPhase, quoted,
};
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
/// | `TICK tap NAME` | a key that goes down for one tick |
/// | `TICK text "TEXT"` | somebody types the text; `\"`, `\\`, `\n`, `\t` and `\u{e9}` are single characters |
/// | `TICK compose "TEXT"` | the text is being composed by an input method; `""` ends it |
/// | `TICK pad N down BUTTON` | a gamepad, by the names of [`PadButton`]; also `up` |
/// | `TICK pad N axis AXIS VALUE` | a stick or trigger of a gamepad, by the names of [`PadAxis`] |
/// | `TICK pad N on FAMILY` / `TICK pad N off` | a gamepad comes, by the names of [`PadFamily`], or is gone |
/// | `TICK wheel DY` | the wheel turns by DY lines, positive scrolls down |
/// | `TICK sense N VALUE` / `TICK sense N off` | a microphone or camera tells a number, 0 to 15, or no longer does |
/// | `TICK touch ID down X Y` | a finger; also `move` and `up` |
/// | `TICK focus` / `TICK blur` | the program gets or loses the keyboard |
/// | `TICK close` | somebody asks to close the window |
/// | `TICK resize W H` | the stage has another size |
/// | `TICK set NAME VALUE` | a parameter, as a command line sets it; `set NAME 1` presses a button |
/// | `0 seed S` | the seed of the run that was recorded; who starts the sketch may take it |
/// | `0 told TOPIC "TEXT"` | what the run learned of saves and files; [`Settings::replaying`](crate::Settings::replaying) takes it |
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
    /// The seed of the run that was recorded, for [`Settings::with_seed`](crate::Settings::with_seed).
    pub seed: Option<u64>,
    events: Vec<ScriptEvent>,
    params: Vec<ScriptParam>,
    told: Vec<(String, String)>,
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
const EVENTS: &str = "move, down, up, key, keyup, tap, text, compose, pad, wheel, sense, touch, focus, blur, close, resize, set, seed or told";

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
                script.read_line(&mut words)?;
            }
        }
        script.events.sort_by_key(|event| event.tick);
        script.params.sort_by_key(|param| param.tick);
        Ok(script)
    }

    /// Takes in a line that is not empty; its events go to the end, whatever their tick.
    fn read_line(&mut self, words: &mut Words<'_>) -> Result<(), Unexpected> {
        let word = words.word("a tick number")?;
        let tick = word.parse().map_err(|_| words.error("a tick number", word))?;
        if words.take("set") {
            self.params.push(param(tick, words)?);
            return Ok(());
        }
        if words.take("seed") {
            const EXPECTED: &str = "a whole number";
            let word = words.word(EXPECTED)?;
            self.seed = Some(word.parse().map_err(|_| words.error(EXPECTED, word))?);
            return words.end();
        }
        if words.take("told") {
            let topic = words.word("a topic, such as saves")?.to_owned();
            self.told.push((topic, text(words)?));
            return Ok(());
        }
        let mut add = |tick, event| self.events.push(ScriptEvent { tick, event });
        if words.take("text") {
            for typed in text(words)?.chars() {
                add(tick, InputEvent::Text(typed));
            }
            return Ok(());
        }
        if words.take("compose") {
            // A long text does not fit into one event; "more" goes on with what is composed already.
            if !words.take("more") {
                add(tick, InputEvent::Compose(None));
            }
            for composed in text(words)?.chars() {
                add(tick, InputEvent::Compose(Some(composed)));
            }
            return Ok(());
        }
        if words.take("tap") {
            let key = key(words)?;
            add(tick, InputEvent::Key(key));
            add(tick.saturating_add(1), InputEvent::KeyUp(key));
        } else {
            add(tick, event(words)?);
        }
        words.end()
    }

    /// With the seed of the run that it comes from.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
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

    /// What the run that was recorded learned of saves and files: topics and texts, in order.
    pub fn told(&self) -> &[(String, String)] {
        &self.told
    }

    /// Adds a text that a run learned, by its topic, a word.
    pub fn push_told(&mut self, topic: &str, text: &str) {
        self.told.push((topic.into(), text.into()));
    }

    /// The parameters that are set before a tick, in order.
    pub fn params_at(&self, tick: u64) -> &[ScriptParam] {
        of_tick(&self.params, tick, |param| param.tick)
    }

    /// Adds an event; it comes after those of the same tick.
    pub fn push(&mut self, tick: u64, event: InputEvent) {
        let event = match event {
            InputEvent::Key(key) => InputEvent::Key(key.folded()),
            InputEvent::KeyUp(key) => InputEvent::KeyUp(key.folded()),
            other => other,
        };
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
        let mut text = self.seed.map_or_else(String::new, |seed| format!("0 seed {seed}\n"));
        let mut params = self.params.iter().peekable();
        // Writing to a string cannot fail.
        for told in &self.told {
            let _ = writeln!(text, "{}", ToldLine(told));
        }
        for events in self.events.chunk_by(is_one_line) {
            let Some(event) = events.first() else { continue };
            while let Some(param) = params.next_if(|param| param.tick <= event.tick) {
                let _ = writeln!(text, "{param}");
            }
            let _ = match event.event {
                InputEvent::Text(_) | InputEvent::Compose(_) => writeln!(text, "{}", Typed(events)),
                _ => writeln!(text, "{event}"),
            };
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
            InputEvent::Text(typed) => {
                f.write_str("text ")?;
                quoted::write(f, core::iter::once(typed))
            }
            InputEvent::Compose(None) => f.write_str("compose \"\""),
            InputEvent::Compose(Some(composed)) => {
                f.write_str("compose more ")?;
                quoted::write(f, core::iter::once(composed))
            }
            InputEvent::Pad(pad, event) => write!(f, "pad {pad} {event}"),
            InputEvent::Sense(sense, Some(value)) => write!(f, "sense {sense} {value}"),
            InputEvent::Sense(sense, None) => write!(f, "sense {sense} off"),
            InputEvent::Touch { id, phase, position: p } => {
                let phase =
                    PHASES.iter().find(|known| known.0 == phase).map_or("", |known| known.1);
                write!(f, "touch {id} {phase} {} {}", p.x, p.y)
            }
            InputEvent::Close => f.write_str("close"),
            InputEvent::Focus(true) => f.write_str("focus"),
            InputEvent::Focus(false) => f.write_str("blur"),
            InputEvent::Resize { width, height } => write!(f, "resize {width} {height}"),
        }
    }
}

const PHASES: [(TouchPhase, &str); 3] =
    [(TouchPhase::Down, "down"), (TouchPhase::Move, "move"), (TouchPhase::Up, "up")];

/// Whether two events are written in one line: what is typed in a tick is one text, and so is what is composed.
fn is_one_line(a: &ScriptEvent, b: &ScriptEvent) -> bool {
    let one_text = matches!(
        (a.event, b.event),
        (InputEvent::Text(_), InputEvent::Text(_))
            | (InputEvent::Compose(_), InputEvent::Compose(Some(_)))
    );
    a.tick == b.tick && one_text
}

/// A line of a script with the text of several events.
struct Typed<'a>(&'a [ScriptEvent]);

impl fmt::Display for Typed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.0.first() else { return Ok(()) };
        let kind = match first.event {
            InputEvent::Compose(None) => "compose",
            InputEvent::Compose(Some(_)) => "compose more",
            _ => "text",
        };
        write!(f, "{} {kind} ", first.tick)?;
        let typed = self.0.iter().filter_map(|event| match event.event {
            InputEvent::Text(typed) => Some(typed),
            InputEvent::Compose(composed) => composed,
            _ => None,
        });
        quoted::write(f, typed)
    }
}

/// A line of a script with what was learned.
struct ToldLine<'a>(&'a (String, String));

impl fmt::Display for ToldLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (topic, text) = self.0;
        write!(f, "0 told {topic} ")?;
        quoted::write(f, text.chars())
    }
}

/// A line up to its comment. A key may be called `#`, and a text may contain one.
fn without_comment(line: &str) -> &str {
    let mut words = line.split_whitespace();
    let (_, kind, name) = (words.next(), words.next(), words.next());
    let place = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let after_quotes =
        |start: usize| quoted::read(&line[start..]).map_or(0, |(_, len)| start + len);
    let after_name = match (kind, name) {
        (Some("key" | "keyup" | "tap"), Some(name)) => place(name) + name.len(),
        (Some("told"), Some(_)) | (Some("compose"), Some("more")) => {
            words.next().map_or(0, |text| after_quotes(place(text)))
        }
        (Some("text" | "compose"), Some(text)) => after_quotes(place(text)),
        _ => 0,
    };
    let comment = line[after_name..].find('#').map_or(line.len(), |at| after_name + at);
    &line[..comment]
}

/// A text in quotes up to the end of the line.
fn text(words: &mut Words<'_>) -> Result<String, Unexpected> {
    const EXPECTED: &str = "a text in quotes, such as \"Ada\"";
    let rest = words.rest();
    match quoted::read(rest) {
        Some((text, len)) if rest[len..].trim().is_empty() => Ok(text),
        _ => {
            let word = words.word(EXPECTED)?;
            Err(words.error(EXPECTED, word))
        }
    }
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
        "sense" => sense(words)?,
        "touch" => touch(words)?,
        "pad" => pad(words)?,
        "close" => InputEvent::Close,
        "focus" => InputEvent::Focus(true),
        "blur" => InputEvent::Focus(false),
        "resize" => InputEvent::Resize { width: size(words)?, height: size(words)? },
        _ => return Err(words.error(EVENTS, word)),
    })
}

fn pad(words: &mut Words<'_>) -> Result<InputEvent, Unexpected> {
    const NUMBER: &str = "the number of a gamepad, 0 to 7";
    const EXPECTED: &str = "on, off, down, up or axis";
    const BUTTON: &str = "a button of a gamepad, such as south or left-shoulder";
    let word = words.word(NUMBER)?;
    let number: Option<u32> = word.parse().ok().filter(|&number| number < MAX_PADS);
    let number = number.ok_or_else(|| words.error(NUMBER, word))?;
    let word = words.word(EXPECTED)?;
    let event = match word {
        "on" => PadEvent::Connected(
            words.one_of(&PadFamily::NAMED, "xbox, playstation, nintendo or other")?,
        ),
        "off" => PadEvent::Disconnected,
        "down" => PadEvent::Down(words.one_of(&PadButton::NAMED, BUTTON)?),
        "up" => PadEvent::Up(words.one_of(&PadButton::NAMED, BUTTON)?),
        "axis" => PadEvent::Axis(
            words.one_of(&PadAxis::NAMED, "an axis of a gamepad, such as left-x")?,
            words.number("where it stands, -1 to 1")?,
        ),
        _ => return Err(words.error(EXPECTED, word)),
    };
    Ok(InputEvent::Pad(number, event))
}

fn sense(words: &mut Words<'_>) -> Result<InputEvent, Unexpected> {
    const NUMBER: &str = "the number of a sense, 0 to 15";
    let word = words.word(NUMBER)?;
    let number: Option<u32> = word.parse().ok().filter(|&number| number < MAX_SENSES);
    let number = number.ok_or_else(|| words.error(NUMBER, word))?;
    let value = if words.take("off") { None } else { Some(words.number("a number, or off")?) };
    Ok(InputEvent::Sense(number, value))
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
            InputEvent::Key(Key::Char('ϐ')),
            InputEvent::Text('"'),
            InputEvent::Text('#'),
            InputEvent::Text(' '),
            InputEvent::Text('\u{2028}'),
            InputEvent::Compose(None),
            InputEvent::Compose(Some('に')),
            InputEvent::Compose(Some('#')),
            InputEvent::Compose(Some('"')),
            InputEvent::Pad(0, PadEvent::Connected(PadFamily::PlayStation)),
            InputEvent::Pad(7, PadEvent::Disconnected),
            InputEvent::Pad(1, PadEvent::Down(PadButton::LeftShoulder)),
            InputEvent::Pad(1, PadEvent::Up(PadButton::Home)),
            InputEvent::Pad(1, PadEvent::Axis(PadAxis::RightY, -0.31)),
            InputEvent::Wheel(-0.25),
            InputEvent::Sense(15, Some(0.1)),
            InputEvent::Sense(0, None),
            InputEvent::Touch { id: 3, phase: TouchPhase::Move, position: Vec2::ONE },
            InputEvent::Close,
            InputEvent::Focus(true),
            InputEvent::Focus(false),
            InputEvent::Resize { width: 640, height: 480 },
        ];
        let mut script = Script::default();
        for (tick, event) in all.into_iter().enumerate() {
            script.push(tick as u64 / 2, event);
        }
        script.seed = Some(7);
        script.push_param(99, "shape", "two words");
        script.push_told("saves", "0 text {\"level\": 3} # \n");
        script.push_told("files", "");
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
        assert!(error("1 text Ada").contains("column 8: expected a text in quotes"));
        assert!(error("1 text \"Ada\" twice").contains("column 8"));
        assert!(error("1 text \"Ada").contains("column 8"));
        assert!(error("1 compose now").contains("column 11: expected a text in quotes"));
        assert!(error("1 pad 8 off").contains("column 7: expected the number of a gamepad"));
        assert!(error("1 pad 0 jump").contains("on, off, down, up or axis"));
        assert!(error("1 pad 0 down z").contains("a button of a gamepad"));
        assert!(error("1 pad 0 axis left-x inf").contains("where it stands"));
        assert!(error("1 sense 16 0.5").contains("the number of a sense, 0 to 15"));
        assert!(error("1 sense 0 loud").contains("column 11: expected a number, or off"));
        assert!(error("1 tap").contains("the name of a key"));
        assert!(error("1 set").contains("column 6: expected the name of a parameter"));
        assert!(error("1 set shake # now").contains("column 12: expected a value"));
    }

    #[test]
    fn a_tap_lasts_one_tick_and_a_text_is_its_characters() {
        let script = Script::parse("4 tap # # once\n2 text \"a # b\" # typed\n").unwrap();
        assert_eq!(script.to_text(), "2 text \"a # b\"\n4 key #\n5 keyup #\n");
        assert_eq!(script.events_at(2).len(), 5);
        let last = Script::parse(&format!("{} tap A", u64::MAX)).unwrap();
        assert_eq!(last.events_at(u64::MAX).len(), 2);
        let mut pushed = Script::default();
        pushed.push(0, InputEvent::Key(Key::Char('A')));
        assert_eq!(Script::parse(&pushed.to_text()).unwrap(), pushed);
    }

    #[test]
    fn what_is_composed_is_one_line_a_tick() {
        let text = "1 compose \"に # ほ\" # typing\n2 compose more  \"ん\" # on\n3 compose \"\"\n3 text \"日本\"\n";
        let script = Script::parse(text).unwrap();
        assert_eq!(
            script.to_text(),
            "1 compose \"に # ほ\"\n2 compose more \"ん\"\n3 compose \"\"\n3 text \"日本\"\n"
        );
        assert_eq!(script.events_at(1).len(), 6);
    }

    #[test]
    fn order_within_a_tick_is_kept() {
        let script = Script::parse("5 up\n1 down\n5 down # again\n").unwrap();
        let ticks: Vec<u64> = script.events().iter().map(|event| event.tick).collect();
        assert_eq!(ticks, [1, 5, 5]);
        assert_eq!(script.events_at(5)[1].event, InputEvent::Down(Button::Left));
    }
}
