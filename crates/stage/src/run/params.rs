//! Parameters: what a viewer may change about a sketch while it runs.

use core::fmt;

/// A knob of a sketch: a name and the values it can have. The names must differ: of two the first counts.
///
/// ```
/// use motile_stage::Param;
/// const PARAMS: &[Param] = &[
///     Param::number("gravity", 0.0, 1000.0, 300.0),
///     Param::toggle("trails", false),
///     Param::choice("shape", &["circle", "star"], 0),
///     Param::button("shake"),
/// ];
/// assert_eq!(PARAMS[0].default_value(), 300.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Lower case, words joined by `-`; unique within a sketch.
    pub name: &'static str,
    /// The values it can have.
    pub kind: ParamKind,
}

/// The values a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParamKind {
    /// Any number of a range.
    Number {
        /// Smallest value.
        min: f32,
        /// Largest value.
        max: f32,
        /// Value at the start.
        default: f32,
    },
    /// Any whole number of a range, both ends included.
    Whole {
        /// Smallest value.
        min: i32,
        /// Largest value.
        max: i32,
        /// Value at the start.
        default: i32,
    },
    /// On or off.
    Toggle {
        /// Value at the start.
        default: bool,
    },
    /// One of several named ways.
    Choice {
        /// The names.
        options: &'static [&'static str],
        /// Which of them at the start.
        default: u32,
    },
    /// Something to be done once, in the tick after it is pressed. Its value is 1 in that tick, else 0.
    Button,
}

impl Param {
    /// Any number between two ends, in a hundred steps on the keyboard.
    pub const fn number(name: &'static str, min: f32, max: f32, default: f32) -> Self {
        Self { name, kind: ParamKind::Number { min, max, default } }
    }

    /// A whole number between two ends, both included.
    pub const fn whole(name: &'static str, min: i32, max: i32, default: i32) -> Self {
        Self { name, kind: ParamKind::Whole { min, max, default } }
    }

    /// On or off.
    pub const fn toggle(name: &'static str, default: bool) -> Self {
        Self { name, kind: ParamKind::Toggle { default } }
    }

    /// One of several names; `default` counts from 0.
    pub const fn choice(
        name: &'static str,
        options: &'static [&'static str],
        default: u32,
    ) -> Self {
        Self { name, kind: ParamKind::Choice { options, default } }
    }

    /// A push button: [`Params::pressed`] is true for the one tick after somebody pressed it.
    pub const fn button(name: &'static str) -> Self {
        Self { name, kind: ParamKind::Button }
    }

    /// A value of it in words, as panels show it: `0.35`, `on`, the name of a choice.
    pub fn shown(&self, value: f32) -> String {
        match self.kind {
            ParamKind::Toggle { .. } => (if value == 0.0 { "off" } else { "on" }).into(),
            ParamKind::Choice { options, .. } => {
                options.get(value as usize).copied().unwrap_or_default().into()
            }
            ParamKind::Button => "press".into(),
            _ => format!("{}", (value * 100.0).round() / 100.0),
        }
    }

    /// The name for people: `max-speed` as `Max speed`.
    pub fn label(&self) -> String {
        let mut letters = self.name.chars().map(|c| if c == '-' { ' ' } else { c });
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.collect::<String>() + &letters.collect::<String>()
    }

    /// The value at the start, as [`Params::get`] gives it.
    pub fn default_value(&self) -> f32 {
        match self.kind {
            ParamKind::Number { default, .. } => default,
            ParamKind::Whole { default, .. } => default as f32,
            ParamKind::Toggle { default } => f32::from(default),
            ParamKind::Choice { default, .. } => default as f32,
            ParamKind::Button => 0.0,
        }
    }

    /// Smallest and largest value, as [`Params::get`] gives them.
    pub fn range(&self) -> (f32, f32) {
        match self.kind {
            ParamKind::Number { min, max, .. } => (min, max),
            ParamKind::Whole { min, max, .. } => (min as f32, max as f32),
            ParamKind::Toggle { .. } | ParamKind::Button => (0.0, 1.0),
            ParamKind::Choice { options, .. } => (0.0, options.len().saturating_sub(1) as f32),
        }
    }

    /// The distance between neighboring values on a keyboard panel.
    pub const fn step(&self) -> f32 {
        match self.kind {
            ParamKind::Number { min, max, .. } => (max - min) / 100.0,
            _ => 1.0,
        }
    }

    /// Reads a value as a command line gives it: a number, `on`/`off`/`true`/`false`, or the name of
    /// a choice. 1 presses a button.
    ///
    /// # Errors
    /// [`ParamError::BadValue`] with what is possible.
    pub fn parse(&self, text: &str) -> Result<f32, ParamError> {
        let value = match self.kind {
            ParamKind::Number { .. } | ParamKind::Whole { .. } => text.parse().ok(),
            ParamKind::Toggle { .. } => match text {
                "on" | "true" | "1" => Some(1.0),
                "off" | "false" | "0" => Some(0.0),
                _ => None,
            },
            ParamKind::Choice { options, .. } => {
                let named = options.iter().position(|option| option.eq_ignore_ascii_case(text));
                named.map(|index| index as f32).or_else(|| text.parse().ok())
            }
            ParamKind::Button => match text {
                "1" => Some(1.0),
                "0" => Some(0.0),
                _ => None,
            },
        };
        value.filter(|&value| self.allows(value)).ok_or_else(|| self.bad_value(text))
    }

    fn allows(&self, value: f32) -> bool {
        let (min, max) = self.range();
        let whole = matches!(self.kind, ParamKind::Number { .. }) || value == value.round();
        (min..=max).contains(&value) && whole
    }

    fn bad_value(&self, value: &str) -> ParamError {
        ParamError::BadValue { param: *self, value: value.into() }
    }
}

/// The possible values in words: `a number from 0 to 10`, `on or off`, `one of: circle, star`.
impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { min, max, .. } => write!(f, "a whole number from {min} to {max}"),
            Self::Number { min, max, .. } => write!(f, "a number from {min} to {max}"),
            Self::Toggle { .. } => f.write_str("on or off"),
            Self::Choice { options, .. } => write!(f, "one of: {}", options.join(", ")),
            Self::Button => f.write_str("1 to press it"),
        }
    }
}

/// Why a parameter was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParamError {
    /// The sketch declares no such parameter.
    Unknown {
        /// The name asked for.
        name: String,
        /// The parameters there are.
        declared: &'static [Param],
    },
    /// The value is not one of those possible.
    BadValue {
        /// The parameter.
        param: Param,
        /// The value given.
        value: String,
    },
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, declared: [] } => {
                write!(f, "there is no parameter \"{name}\": the sketch has none")
            }
            Self::Unknown { name, declared } => {
                let names: Vec<&str> = declared.iter().map(|param| param.name).collect();
                write!(f, "there is no parameter \"{name}\", only: {}", names.join(", "))
            }
            Self::BadValue { param, value } => {
                write!(f, "{} cannot be \"{value}\": expected {}", param.name, param.kind)
            }
        }
    }
}

impl core::error::Error for ParamError {}

/// Values for the parameters a sketch declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    declared: &'static [Param],
    values: Vec<f32>,
    changed: Vec<bool>,
}

impl Params {
    /// Those of a sketch that has none.
    pub(super) const fn none() -> Self {
        Self { declared: &[], values: Vec::new(), changed: Vec::new() }
    }

    /// All parameters at their defaults.
    pub fn new(declared: &'static [Param]) -> Self {
        let values = declared.iter().map(Param::default_value).collect();
        Self { declared, values, changed: vec![false; declared.len()] }
    }

    /// The parameters there are.
    pub const fn declared(&self) -> &'static [Param] {
        self.declared
    }

    /// The parameters and their values; toggles are 0 or 1, choices count from 0.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static Param, f32)> + '_ {
        self.declared.iter().zip(self.values.iter().copied())
    }

    /// A value by name, `None` when there is no such parameter.
    pub fn get(&self, name: &str) -> Option<f32> {
        self.find(name).map(|at| self.values[at])
    }

    /// A number by name.
    ///
    /// # Panics
    /// When the sketch did not declare the parameter: a slip of the program, not of its user. The message has the
    /// names there are, and the place of the call.
    #[track_caller]
    pub fn number(&self, name: &str) -> f32 {
        match self.index(name) {
            Ok(at) => self.values[at],
            Err(error) => panic!("{error}"),
        }
    }

    /// A whole number by name.
    ///
    /// # Panics
    /// As [`Params::number`].
    #[track_caller]
    pub fn whole(&self, name: &str) -> i32 {
        self.number(name) as i32
    }

    /// Whether a toggle is on.
    ///
    /// # Panics
    /// As [`Params::number`].
    #[track_caller]
    pub fn is_on(&self, name: &str) -> bool {
        self.number(name) != 0.0
    }

    /// Whether a button was pressed since the last tick. It comes up by itself after the tick, so one
    /// press is seen in exactly one; presses between two ticks, or while time stands still, count as one.
    ///
    /// # Panics
    /// As [`Params::number`].
    #[track_caller]
    pub fn pressed(&self, name: &str) -> bool {
        self.number(name) != 0.0
    }

    /// Which option of a choice is taken, counted from 0.
    ///
    /// # Panics
    /// As [`Params::number`].
    #[track_caller]
    pub fn choice(&self, name: &str) -> u32 {
        self.number(name) as u32
    }

    /// Sets a value from text, as [`Param::parse`] reads it.
    ///
    /// # Errors
    /// [`ParamError`] when there is no such parameter or the value is not possible; nothing changes.
    pub fn set_text(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        let at = self.index(name)?;
        self.put(at, self.declared[at].parse(text)?);
        Ok(())
    }

    /// Whether [`Params::set_text`] would succeed.
    ///
    /// # Errors
    /// As [`Params::set_text`].
    pub fn check_text(&self, name: &str, text: &str) -> Result<(), ParamError> {
        self.declared[self.index(name)?].parse(text).map(|_| ())
    }

    /// Sets a value.
    ///
    /// # Errors
    /// As [`Params::set_text`].
    pub fn set(&mut self, name: &str, value: f32) -> Result<(), ParamError> {
        let at = self.index(name)?;
        let param = &self.declared[at];
        if !param.allows(value) {
            return Err(param.bad_value(&value.to_string()));
        }
        self.put(at, value);
        Ok(())
    }

    /// Presses a button.
    ///
    /// # Errors
    /// As [`Params::set_text`]; also when the parameter is no button.
    pub fn press(&mut self, name: &str) -> Result<(), ParamError> {
        let at = self.index(name)?;
        if self.declared[at].kind != ParamKind::Button {
            return Err(self.declared[at].bad_value("pressed"));
        }
        self.put(at, 1.0);
        Ok(())
    }

    /// Moves a value by keyboard steps, held within its range; choices and toggles go round, and a button is
    /// pressed by any step.
    ///
    /// # Errors
    /// [`ParamError::Unknown`] when there is no such parameter.
    pub fn nudge(&mut self, name: &str, steps: i32) -> Result<(), ParamError> {
        let at = self.index(name)?;
        let param = &self.declared[at];
        let (min, max) = param.range();
        let moved = self.values[at] + steps as f32 * param.step();
        let value = match param.kind {
            ParamKind::Number { .. } | ParamKind::Whole { .. } => moved.clamp(min, max),
            ParamKind::Toggle { .. } | ParamKind::Choice { .. } => moved.rem_euclid(max + 1.0),
            ParamKind::Button => f32::from(moved != 0.0),
        };
        self.put(at, value);
        Ok(())
    }

    /// Whether a value changed since the last tick, so that a sketch can build itself anew.
    pub fn changed(&self, name: &str) -> bool {
        self.find(name).is_some_and(|at| self.changed[at])
    }

    /// The parameters changed since the last tick, with their values.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (&'static Param, f32)> + '_ {
        self.iter().zip(&self.changed).filter_map(|(value, &changed)| changed.then_some(value))
    }

    /// Forgets what changed; buttons come up.
    pub(crate) fn end_tick(&mut self) {
        self.changed.fill(false);
        for (param, value) in self.declared.iter().zip(&mut self.values) {
            if param.kind == ParamKind::Button {
                *value = 0.0;
            }
        }
    }

    fn put(&mut self, at: usize, value: f32) {
        self.changed[at] |= self.values[at] != value;
        self.values[at] = value;
    }

    fn index(&self, name: &str) -> Result<usize, ParamError> {
        let declared = self.declared;
        self.find(name).ok_or_else(|| ParamError::Unknown { name: name.into(), declared })
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.declared.iter().position(|param| param.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "there is no parameter \"sped\", only: speed")]
    fn a_slip_in_a_name_is_told_with_the_names_there_are() {
        Params::new(PARAMS).number("sped");
    }

    const PARAMS: &[Param] = &[
        Param::number("speed", 0.0, 10.0, 5.0),
        Param::whole("count", 1, 4, 2),
        Param::toggle("trails", true),
        Param::choice("shape", &["circle", "star", "box"], 1),
        Param::button("shake"),
    ];

    #[test]
    fn defaults_text_and_steps() {
        let mut params = Params::new(PARAMS);
        assert_eq!(params.number("speed"), 5.0);
        assert!(params.is_on("trails"));
        params.set_text("shape", "Box").unwrap();
        params.set_text("trails", "off").unwrap();
        params.set_text("speed", "7.5").unwrap();
        assert_eq!((params.choice("shape"), params.is_on("trails")), (2, false));
        params.nudge("shape", 1).unwrap();
        params.nudge("trails", -1).unwrap();
        params.nudge("speed", 1000).unwrap();
        params.nudge("count", -9).unwrap();
        let values: Vec<f32> = params.iter().map(|(_, value)| value).collect();
        assert_eq!(values, [10.0, 1.0, 1.0, 0.0, 0.0]);
        assert!(params.changed("speed"));
        params.end_tick();
        params.set("speed", 10.0).unwrap();
        assert!(!params.changed("speed"), "the same value is no change");
    }

    #[test]
    fn a_button_comes_up_after_the_tick() {
        let mut params = Params::new(PARAMS);
        assert!(!params.pressed("shake"));
        for press in [
            |params: &mut Params| params.press("shake"),
            |params: &mut Params| params.set("shake", 1.0),
            |params: &mut Params| params.set_text("shake", "1"),
            |params: &mut Params| params.nudge("shake", -3),
        ] {
            press(&mut params).unwrap();
            press(&mut params).unwrap();
            assert!(params.pressed("shake") && params.changed("shake"), "twice is once");
            params.end_tick();
            assert!(!params.pressed("shake") && !params.changed("shake"));
        }
        params.nudge("shake", 0).unwrap();
        params.set_text("shake", "0").unwrap();
        assert!(!params.pressed("shake"));
        assert_eq!(
            params.press("speed").unwrap_err().to_string(),
            "speed cannot be \"pressed\": expected a number from 0 to 10"
        );
    }

    #[test]
    fn refusals_say_what_is_possible() {
        let mut params = Params::new(PARAMS);
        let error = |error: Result<(), ParamError>| error.unwrap_err().to_string();
        assert_eq!(
            error(params.set_text("speed", "11")),
            "speed cannot be \"11\": expected a number from 0 to 10"
        );
        assert_eq!(
            error(params.set_text("shape", "cube")),
            "shape cannot be \"cube\": expected one of: circle, star, box"
        );
        assert_eq!(
            error(params.set("count", 1.5)),
            "count cannot be \"1.5\": expected a whole number from 1 to 4"
        );
        assert_eq!(
            error(params.set_text("shake", "twice")),
            "shake cannot be \"twice\": expected 1 to press it"
        );
        assert!(error(params.set("speed", f32::NAN)).contains("NaN"));
        assert_eq!(
            error(params.set_text("size", "1")),
            "there is no parameter \"size\", only: speed, count, trails, shape, shake"
        );
        assert_eq!(params, Params::new(PARAMS));
    }
}
