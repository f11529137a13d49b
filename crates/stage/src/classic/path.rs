//! The classic form of a path: a list of command codes and a flat list of numbers.

use crate::path::{FillRule, Path, PathSegment};
use core::fmt;
use motile_geom::{HashState, StateHash, Vec2, vec2};

/// A classic path command; its number is its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Command {
    /// Nothing: takes no data, moves no pen.
    NoOp = 0,
    /// Pen to (x, y).
    MoveTo = 1,
    /// Line to (x, y).
    LineTo = 2,
    /// Quadratic curve: control, end.
    CurveTo = 3,
    /// Skips a pair, then moves: stands in for a curve of the same data.
    WideMoveTo = 4,
    /// Skips a pair, then draws a line.
    WideLineTo = 5,
    /// Cubic curve: two controls, end.
    CubicCurveTo = 6,
}

impl HashState for Command {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&self.code());
    }
}

impl Command {
    /// The command of a code, or `None` for an unknown one.
    pub const fn from_code(code: i32) -> Option<Self> {
        Some(match code {
            0 => Self::NoOp,
            1 => Self::MoveTo,
            2 => Self::LineTo,
            3 => Self::CurveTo,
            4 => Self::WideMoveTo,
            5 => Self::WideLineTo,
            6 => Self::CubicCurveTo,
            _ => return None,
        })
    }

    /// Its code.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// How many numbers it takes.
    pub const fn takes(self) -> u32 {
        match self {
            Self::NoOp => 0,
            Self::MoveTo | Self::LineTo => 2,
            Self::CurveTo | Self::WideMoveTo | Self::WideLineTo => 4,
            Self::CubicCurveTo => 6,
        }
    }
}

/// Why a classic path could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClassicPathError {
    /// A code that names no command.
    UnknownCommand {
        /// Position in the command list.
        index: u32,
        /// The code found there.
        code: i32,
    },
    /// The numbers run out.
    DataTooShort {
        /// Position in the command list.
        command: u32,
        /// Numbers the command takes.
        needed: u32,
        /// Numbers left.
        available: u32,
    },
    /// Numbers come in pairs, and their count is odd.
    OddData {
        /// How many there are.
        count: u32,
    },
    /// A number is NaN or infinite.
    NotFinite {
        /// Position in the data.
        index: u32,
    },
    /// One fill has one rule, and an earlier path of it named another.
    MixedRules,
}

impl fmt::Display for ClassicPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand { index, code } => {
                write!(f, "command {index} has the unknown code {code}; codes are 0 to 6")
            }
            Self::DataTooShort { command, needed, available } => {
                write!(f, "command {command} needs {needed} numbers, {available} are left")
            }
            Self::OddData { count } => {
                write!(f, "expected pairs of numbers, found an odd count of {count}")
            }
            Self::NotFinite { index } => write!(f, "number {index} of the path is not finite"),
            Self::MixedRules => write!(f, "the paths of one fill must name the same fill rule"),
        }
    }
}

impl core::error::Error for ClassicPathError {}

/// What is left over after a path was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// Numbers no command took.
    pub data: u32,
    /// Commands not executed, because an unknown code ended the path (lenient reading only).
    pub commands: u32,
    /// Numbers that were missing and read as zero (lenient reading only).
    pub zeros: u32,
}

/// A path as a list of commands and a flat list of numbers x0, y0, x1, y1 and so on.
///
/// One data list can be drawn by several command lists; the wide commands replace curves one for one.
///
/// ```
/// use motile_geom::vec2;
/// use motile_stage::classic::ClassicPath;
/// let line = ClassicPath::from_codes(&[1, 2], &[100.0, 100.0, 250.0, 200.0])?;
/// assert!((line.to_path()?.length() - 180.27756).abs() < 1e-3);
/// # Ok::<(), motile_stage::classic::ClassicPathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassicPath {
    /// What to do, in order.
    pub commands: Vec<Command>,
    /// Coordinates, consumed from the front.
    pub data: Vec<f32>,
}

impl HashState for ClassicPath {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&self.commands);
        hash.write(&self.data);
    }
}

impl ClassicPath {
    /// An empty path.
    pub const fn new() -> Self {
        Self { commands: Vec::new(), data: Vec::new() }
    }

    /// Reads raw command codes.
    ///
    /// # Errors
    /// [`ClassicPathError::UnknownCommand`].
    pub fn from_codes(codes: &[i32], data: &[f32]) -> Result<Self, ClassicPathError> {
        let commands = codes.iter().enumerate().map(|(i, &code)| {
            Command::from_code(code)
                .ok_or(ClassicPathError::UnknownCommand { index: i as u32, code })
        });
        Ok(Self { commands: commands.collect::<Result<_, _>>()?, data: data.to_vec() })
    }

    /// Records a move.
    pub fn move_to(&mut self, to: Vec2) -> &mut Self {
        self.push(Command::MoveTo, &[to])
    }

    /// Records a line.
    pub fn line_to(&mut self, to: Vec2) -> &mut Self {
        self.push(Command::LineTo, &[to])
    }

    /// Records a quadratic curve.
    pub fn curve_to(&mut self, control: Vec2, to: Vec2) -> &mut Self {
        self.push(Command::CurveTo, &[control, to])
    }

    fn push(&mut self, command: Command, points: &[Vec2]) -> &mut Self {
        self.commands.push(command);
        self.data.extend(points.iter().flat_map(|p| [p.x, p.y]));
        self
    }

    /// The path it draws; surplus data is ignored and reported by [`ClassicPath::trailing`].
    ///
    /// # Errors
    /// Missing or unpaired numbers, and numbers that are not finite.
    pub fn to_path(&self) -> Result<Path, ClassicPathError> {
        if !self.data.len().is_multiple_of(2) {
            return Err(ClassicPathError::OddData { count: self.data.len() as u32 });
        }
        if let Some(bad) = self.data.iter().position(|x| !x.is_finite()) {
            return Err(ClassicPathError::NotFinite { index: bad as u32 });
        }
        let mut pen = Reader { path: Path::new(), data: &self.data, zeros: 0 };
        for (i, &command) in self.commands.iter().enumerate() {
            let (needed, available) = (command.takes(), pen.data.len() as u32);
            if available < needed {
                return Err(ClassicPathError::DataTooShort {
                    command: i as u32,
                    needed,
                    available,
                });
            }
            pen.execute(command);
        }
        Ok(pen.path)
    }

    /// Reads codes and data the way Flash does: missing numbers are zeros, surplus data
    /// is ignored and an unknown code ends the path. Numbers that are not finite count as zero.
    pub fn read_lenient(codes: &[i32], data: &[f32]) -> (Path, Tail) {
        let mut pen = Reader { path: Path::new(), data, zeros: 0 };
        let mut done = 0;
        for command in codes.iter().map_while(|&code| Command::from_code(code)) {
            pen.execute(command);
            done += 1;
        }
        let tail = Tail {
            data: pen.data.len() as u32,
            commands: codes.len() as u32 - done,
            zeros: pen.zeros,
        };
        (pen.path, tail)
    }

    /// How many numbers no command takes.
    pub fn trailing(&self) -> u32 {
        let taken: u64 = self.commands.iter().map(|command| u64::from(command.takes())).sum();
        (self.data.len() as u64).saturating_sub(taken) as u32
    }
}

/// The classic form of a path; closing becomes a line to the start of the sub-path.
impl From<&Path> for ClassicPath {
    fn from(path: &Path) -> Self {
        let mut classic = Self::new();
        let mut start = Vec2::ZERO;
        for segment in path.segments() {
            match segment {
                PathSegment::Move(p) => {
                    start = p;
                    classic.move_to(p);
                }
                PathSegment::Line(p) => _ = classic.line_to(p),
                PathSegment::Quad(c, p) => _ = classic.curve_to(c, p),
                PathSegment::Cubic(c, d, p) => _ = classic.push(Command::CubicCurveTo, &[c, d, p]),
                PathSegment::Close => _ = classic.line_to(start),
            }
        }
        classic
    }
}

/// Executes commands, taking numbers from the front of the data.
struct Reader<'a> {
    path: Path,
    data: &'a [f32],
    zeros: u32,
}

impl Reader<'_> {
    fn execute(&mut self, command: Command) {
        match command {
            Command::NoOp => {}
            Command::MoveTo => {
                let to = self.next();
                self.path.move_to(to);
            }
            Command::LineTo => {
                let to = self.next();
                self.path.line_to(to);
            }
            Command::CurveTo => {
                let (control, to) = (self.next(), self.next());
                self.path.quad_to(control, to);
            }
            Command::WideMoveTo => {
                let (_, to) = (self.next(), self.next());
                self.path.move_to(to);
            }
            Command::WideLineTo => {
                let (_, to) = (self.next(), self.next());
                self.path.line_to(to);
            }
            Command::CubicCurveTo => {
                let (a, b, to) = (self.next(), self.next(), self.next());
                self.path.cubic_to(a, b, to);
            }
        }
    }

    fn next(&mut self) -> Vec2 {
        let mut number = || {
            let Some((&x, rest)) = self.data.split_first() else {
                self.zeros += 1;
                return 0.0;
            };
            self.data = rest;
            if x.is_finite() { x } else { 0.0 }
        };
        let x = number();
        vec2(x, number())
    }
}
/// Whether a point is inside of a path by the borders of the classic platform: right and top are in, left and bottom are
/// out. [`Path::contains`] has those of pixels, left and top.
pub fn path_contains(path: &Path, at: Vec2, rule: FillRule) -> bool {
    at.is_finite() && rule.is_inside(path.winding_to_the_right(at))
}
