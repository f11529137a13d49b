//! Eases from text, as data files and the classic engines write them.

use super::{Direction, Ease, Family};
use crate::AnimError;
use core::{fmt, str::FromStr};

/// Names of the plain families, the canonical one first.
const FAMILIES: [(&[&str], Family); 13] = [
    (&["linear", "none", "nonenone", "linearnone"], Family::Linear),
    (&["quad", "quadratic", "regular"], Family::Quad),
    (&["cubic"], Family::Cubic),
    (&["quart", "quartic"], Family::Quart),
    (&["quint", "quintic", "strong"], Family::Quint),
    (&["sextic"], Family::Sextic),
    (&["sine"], Family::Sine),
    (&["expo", "exponential"], Family::Expo),
    (&["expoexact"], Family::ExpoExact),
    (&["circ", "circular"], Family::Circ),
    (&["back"], Family::BACK),
    (&["elastic"], Family::ELASTIC),
    (&["bounce"], Family::Bounce),
];

const DIRECTIONS: [(&str, Direction); 4] = [
    ("inout", Direction::InOut),
    ("outin", Direction::OutIn),
    ("in", Direction::In),
    ("out", Direction::Out),
];

/// Reads `easeInOutCubic`, `Cubic.easeInOut`, `cubic_in_out`, `linear`, `Strong.easeOut`,
/// `steps(5)`, `back-out(2.5)`, `elasticOut(1, 0.5)` and `cubic-bezier(0.25, 0.1, 0.25, 1)`; letter
/// case, dots, dashes and underscores do not matter. A family without a direction means its `Out`.
impl FromStr for Ease {
    type Err = AnimError;

    fn from_str(text: &str) -> Result<Self, AnimError> {
        let unknown =
            || AnimError::UnknownEase { name: text.to_owned(), suggestion: suggest(text) };
        let (name, arguments) = split_arguments(text).ok_or_else(unknown)?;
        let word: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        match (word.as_str(), arguments.as_slice()) {
            ("steps" | "stepped", []) => return Ok(Self::steps(10)),
            ("steps" | "stepped", &[n]) if n >= 1.0 => return Ok(Self::steps(n as u32)),
            ("cubicbezier" | "bezier", &[x1, y1, x2, y2]) => {
                return Ok(Self::bezier(x1, y1, x2, y2));
            }
            _ => {}
        }
        let ease = plain(&word).ok_or_else(unknown)?;
        match (ease.family, arguments.as_slice()) {
            (_, []) => Ok(ease),
            (Family::Back { .. }, &[overshoot]) => Ok(Self::back(overshoot, ease.direction)),
            (Family::Elastic { .. }, &[amplitude]) => {
                Ok(Self::elastic(amplitude, 0.0, ease.direction))
            }
            (Family::Elastic { .. }, &[a, period]) => Ok(Self::elastic(a, period, ease.direction)),
            _ => Err(unknown()),
        }
    }
}

/// `name(1, 2)` as the name and its numbers.
fn split_arguments(text: &str) -> Option<(&str, Vec<f32>)> {
    let Some((name, rest)) = text.trim().split_once('(') else { return Some((text, Vec::new())) };
    let numbers: Result<Vec<f32>, _> =
        rest.strip_suffix(')')?.split(',').map(|number| number.trim().parse()).collect();
    let numbers = numbers.ok()?;
    numbers.iter().all(|n| n.is_finite()).then_some((name, numbers))
}

fn plain(word: &str) -> Option<Ease> {
    let word = word.replacen("ease", "", 1);
    let (family, direction) = DIRECTIONS
        .iter()
        .find_map(|&(name, direction)| {
            let family = word.strip_prefix(name).or_else(|| word.strip_suffix(name))?;
            Some((family, direction))
        })
        .unwrap_or((&word, Direction::Out));
    let (_, found) = FAMILIES.iter().find(|(names, _)| names.contains(&family))?;
    let direction = if *found == Family::Linear { Direction::In } else { direction };
    Some(Ease::new(*found, direction))
}

/// The canonical name with the fewest changed letters.
fn suggest(text: &str) -> String {
    let mut best = (usize::MAX, String::new());
    for (_, family) in FAMILIES {
        for direction in Direction::ALL {
            let name = Ease::new(family, direction).to_string();
            let distance = edit_distance(&name.to_ascii_lowercase(), &text.to_ascii_lowercase());
            if distance < best.0 {
                best = (distance, name);
            }
        }
    }
    best.1
}

/// How many letters must be inserted, removed or replaced (Levenshtein).
fn edit_distance(a: &str, b: &str) -> usize {
    // A name that long resembles nothing, and the table would grow with it.
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// `easeInOutCubic`; parameters of Back and Elastic follow in parentheses where they are not the
/// usual ones. Families without a textual form print their debug form.
impl fmt::Display for Ease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, arguments) = match self.family {
            Family::Linear => return f.write_str("linear"),
            Family::Quad => ("Quad", String::new()),
            Family::Cubic => ("Cubic", String::new()),
            Family::Quart => ("Quart", String::new()),
            Family::Quint => ("Quint", String::new()),
            Family::Sextic => ("Sextic", String::new()),
            Family::Sine => ("Sine", String::new()),
            Family::Expo => ("Expo", String::new()),
            Family::ExpoExact => ("ExpoExact", String::new()),
            Family::Circ => ("Circ", String::new()),
            Family::Bounce => ("Bounce", String::new()),
            family if family == Family::BACK => ("Back", String::new()),
            family if family == Family::ELASTIC => ("Elastic", String::new()),
            Family::Back { overshoot } => ("Back", format!("({overshoot})")),
            Family::Elastic { amplitude, period } => {
                ("Elastic", format!("({amplitude}, {period})"))
            }
            Family::Steps(n) => return write!(f, "steps({n})"),
            Family::Bezier(b) => {
                return write!(f, "cubic-bezier({}, {}, {}, {})", b.x1, b.y1, b.x2, b.y2);
            }
            other => return write!(f, "{other:?}"),
        };
        write!(f, "ease{:?}{name}{arguments}", self.direction)
    }
}
