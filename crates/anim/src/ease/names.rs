//! Eases from text, as data files and the classic engines write them.

use super::{Direction, Ease, Family, StepJump};
use crate::{
    AnimError,
    classic::{gsap_elastic, gsap_steps},
};
use core::{fmt, str::FromStr};

/// Names of the plain families, the canonical one first.
const FAMILIES: [(&[&str], Family); 16] = [
    (&["linear", "none", "nonenone", "linearnone", "power0"], Family::Linear),
    (&["quad", "quadratic", "regular", "power1"], Family::Quad),
    (&["cubic", "power2"], Family::Cubic),
    (&["quart", "quartic", "power3"], Family::Quart),
    (&["quint", "quintic", "strong", "power4"], Family::Quint),
    (&["sextic", "power5"], Family::Sextic),
    // What d3 has when no exponent is given.
    (&["poly", "power", "polynomial"], Family::Power { exponent: 3.0 }),
    (&["sine"], Family::Sine),
    (&["expo", "exponential"], Family::Expo),
    (&["expoexact"], Family::ExpoExact),
    (&["circ", "circular"], Family::Circ),
    (&["back"], Family::BACK),
    (&["elastic"], Family::ELASTIC),
    (&["elasticexact"], Family::ElasticExact { amplitude: 1.0, period: 0.3 }),
    (&["elasticsymmetric"], Family::ElasticSymmetric { amplitude: 1.0, period: 0.3 }),
    (&["bounce"], Family::Bounce),
];

const DIRECTIONS: [(&str, Direction); 4] = [
    ("inout", Direction::InOut),
    ("outin", Direction::OutIn),
    ("in", Direction::In),
    ("out", Direction::Out),
];

/// Eases of CSS by the words that dashes leave.
const CSS: [(&str, Ease); 6] = [
    ("ease", Ease::CSS_EASE),
    ("easein", Ease::CSS_EASE_IN),
    ("easeout", Ease::CSS_EASE_OUT),
    ("easeinout", Ease::CSS_EASE_IN_OUT),
    ("stepstart", Ease::css_steps(1, StepJump::Start)),
    ("stepend", Ease::css_steps(1, StepJump::End)),
];

/// Reads the names of Penner's equations, GSAP and CSS; letter case, dots, dashes, underscores and spaces do not matter, any
/// other sign is refused, and a family without a direction means its `Out`.
///
/// | written | is |
/// |---|---|
/// | `easeInOutCubic`, `Cubic.easeInOut`, `cubic_in_out` | [`Ease::CUBIC_IN_OUT`]; so for all families |
/// | `power1.in` … `power4.inOut` | Quad, Cubic, Quart, Quint |
/// | `Regular.easeIn`, `Strong.easeOut`, `linear`, `none` | Quad, Quint, linear |
/// | `poly-in(2.5)` | [`Ease::power`] |
/// | `back-out(2.5)`, `elasticOut(1, 0.5)` | [`Ease::back`], [`Ease::elastic`] |
/// | `elastic-exact-out(1, 0.3)`, `gsap-elastic-out(1.5, 0.3)` | the functions in [`classic`](crate::classic) |
/// | `ease`, `ease-in`, `ease-out`, `ease-in-out` | as in CSS: [`Ease::CSS_EASE`] and its relatives |
/// | `cubic-bezier(0.25, 0.1, 0.25, 1)` | [`Ease::bezier`]; x outside 0…1 is refused, as in CSS |
/// | `steps(5)`, `steps(5, jump-none)`, `step-start`, `step-end` | [`Ease::css_steps`]; a number that is not whole is refused, as in CSS |
/// | `gsap-steps(5)`, `gsap-steps(5, immediate)` | [`gsap_steps`] |
///
/// ```
/// use motile_anim::Ease;
/// assert_eq!("power2.inOut".parse(), Ok(Ease::CUBIC_IN_OUT));
/// assert_eq!("ease-in-out".parse(), Ok(Ease::CSS_EASE_IN_OUT));
/// assert!("steps(1, jump-none)".parse::<Ease>().is_err());
/// assert!("steps(2.5)".parse::<Ease>().is_err());
/// ```
impl FromStr for Ease {
    type Err = AnimError;

    fn from_str(text: &str) -> Result<Self, AnimError> {
        read(text).ok_or_else(|| AnimError::UnknownEase {
            name: text.to_owned(),
            suggestion: suggest(text),
        })
    }
}

fn read(text: &str) -> Option<Ease> {
    let (name, arguments) = split_arguments(text)?;
    let word = letters(name)?;
    match word.as_str() {
        // The classic engines' own word, which CSS does not have.
        "stepped" if arguments.is_empty() => return Some(Ease::css_steps(10, StepJump::End)),
        "steps" | "stepped" => return read_steps(&arguments),
        "gsapsteps" => return read_gsap_steps(&arguments),
        _ => {}
    }
    let numbers: Vec<f32> = arguments.iter().map(|text| number(text)).collect::<Option<_>>()?;
    match (word.as_str(), &numbers[..]) {
        ("cubicbezier" | "bezier", &[x1, y1, x2, y2]) => {
            let inside = (0.0..=1.0).contains(&x1) && (0.0..=1.0).contains(&x2);
            return inside.then_some(Ease::bezier(x1, y1, x2, y2));
        }
        (word, []) => {
            if let Some((_, ease)) = CSS.iter().find(|(name, _)| *name == word) {
                return Some(*ease);
            }
        }
        _ => {}
    }
    if let Some(rest) = word.strip_prefix("gsap") {
        let (family, direction) = split_direction(rest);
        let (amplitude, period) = match numbers[..] {
            [] => (1.0, 0.0),
            [amplitude] => (amplitude, 0.0),
            [amplitude, period] => (amplitude, period),
            _ => return None,
        };
        return (family == "elastic").then(|| gsap_elastic(amplitude, period, direction));
    }
    with_numbers(plain(&word)?, &numbers)
}

/// A family with the parameters that follow its name.
fn with_numbers(ease: Ease, numbers: &[f32]) -> Option<Ease> {
    let family = match (ease.family, numbers) {
        (family, []) => family,
        (Family::Power { .. }, &[exponent]) if exponent > 0.0 => Family::Power { exponent },
        (Family::Back { .. }, &[overshoot]) => Family::Back { overshoot },
        (Family::Elastic { .. }, &[amplitude]) => Family::Elastic { amplitude, period: 0.0 },
        (Family::Elastic { .. }, &[amplitude, period]) => Family::Elastic { amplitude, period },
        (Family::ElasticExact { .. }, &[amplitude, period]) => {
            Family::ElasticExact { amplitude, period }
        }
        (Family::ElasticSymmetric { .. }, &[amplitude, period]) => {
            Family::ElasticSymmetric { amplitude, period }
        }
        _ => return None,
    };
    Some(Ease::new(family, ease.direction))
}

/// `gsap-steps(n)` or `gsap-steps(n, immediate)`.
fn read_gsap_steps(arguments: &[&str]) -> Option<Ease> {
    match *arguments {
        [count] => Some(gsap_steps(whole(count)?, false)),
        [count, word] if letters(word)? == "immediate" => Some(gsap_steps(whole(count)?, true)),
        _ => None,
    }
}

/// `steps(n)` or `steps(n, jump-…)`.
fn read_steps(arguments: &[&str]) -> Option<Ease> {
    let (count, jump) = match *arguments {
        [count] => (whole(count)?, StepJump::End),
        [count, jump] => {
            let jump = match letters(jump)?.as_str() {
                "jumpend" | "end" => StepJump::End,
                "jumpstart" | "start" => StepJump::Start,
                "jumpnone" => StepJump::None,
                "jumpboth" => StepJump::Both,
                _ => return None,
            };
            (whole(count)?, jump)
        }
        _ => return None,
    };
    // One interval that rests at both ends would have no step.
    (jump != StepJump::None || count > 1).then(|| Ease::css_steps(count, jump))
}

/// The letters and digits of a name, without what separates words; `None` when there is anything else.
fn letters(name: &str) -> Option<String> {
    let separates = |c: char| matches!(c, '.' | '_' | '-' | ' ');
    let letters = name.chars().filter(|&c| !separates(c));
    letters.map(|c| c.is_ascii_alphanumeric().then(|| c.to_ascii_lowercase())).collect()
}

fn number(text: &str) -> Option<f32> {
    text.trim().parse().ok().filter(|number: &f32| number.is_finite())
}

/// A number of steps; the largest are not told apart by the `f32` of progress anyway.
fn whole(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|count| (1..=1_000_000).contains(count))
}

/// `name(1, 2)` as the name and its arguments.
fn split_arguments(text: &str) -> Option<(&str, Vec<&str>)> {
    let text = text.trim();
    let Some((name, rest)) = text.split_once('(') else { return Some((text, Vec::new())) };
    let inside = rest.strip_suffix(')')?;
    let arguments = if inside.trim().is_empty() { Vec::new() } else { inside.split(',').collect() };
    Some((name, arguments))
}

/// A family and its direction, whichever comes first; `Out` when there is none.
fn split_direction(word: &str) -> (&str, Direction) {
    let found = DIRECTIONS.iter().find_map(|&(name, direction)| {
        Some((word.strip_prefix(name).or_else(|| word.strip_suffix(name))?, direction))
    });
    found.unwrap_or((word, Direction::Out))
}

fn plain(word: &str) -> Option<Ease> {
    let word = word.replacen("ease", "", 1);
    let (family, direction) = split_direction(&word);
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

/// `easeInOutCubic`; parameters follow in parentheses where they are not the usual ones. Families without a textual form print their debug form.
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
            Family::Power { exponent } => ("Poly", format!("({exponent})")),
            Family::ElasticExact { amplitude, period } => {
                ("ElasticExact", format!("({amplitude}, {period})"))
            }
            Family::ElasticSymmetric { amplitude, period } => {
                ("ElasticSymmetric", format!("({amplitude}, {period})"))
            }
            Family::Steps { count, jump: StepJump::End } => return write!(f, "steps({count})"),
            Family::Steps { count, jump } => {
                let jump = match jump {
                    StepJump::Start => "start",
                    StepJump::None => "none",
                    StepJump::End | StepJump::Both => "both",
                };
                return write!(f, "steps({count}, jump-{jump})");
            }
            Family::Bezier(b) => {
                return write!(f, "cubic-bezier({}, {}, {}, {})", b.x1, b.y1, b.x2, b.y2);
            }
            other => return write!(f, "{other:?}"),
        };
        write!(f, "ease{:?}{name}{arguments}", self.direction)
    }
}
