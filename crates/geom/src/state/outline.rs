//! The parts of a state by name, to tell where two states differ.

use super::HashState;
use core::fmt::{self, Write};

/// One value inside of a state, and what leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateLeaf {
    /// The fields and indices that lead to it, such as `balls[3].position.x`.
    pub path: String,
    /// The value, in words.
    pub value: String,
}

/// A value that two states do not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDifference {
    /// The fields and indices that lead to it, such as `balls[3].position.x`.
    pub path: String,
    /// The value in the first state; `None` where it has no such part.
    pub ours: Option<String>,
    /// The value in the second state.
    pub theirs: Option<String>,
}

impl fmt::Display for StateDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ours, theirs] =
            [&self.ours, &self.theirs].map(|value| value.as_deref().unwrap_or("nothing"));
        write!(f, "{}: {ours} here, {theirs} there", self.path)
    }
}

/// All values of a state with the names that lead to them: what a report of a desync is made of.
///
/// Floats are told so that equal words mean equal bits, but for NaNs. It allocates freely: it is for reports, not for
/// every tick.
///
/// ```
/// use motile_geom::{StateOutline, Vec2, vec2};
/// let (ours, theirs) = ([Vec2::ZERO, Vec2::ONE], [Vec2::ZERO, vec2(1.0, 2.0)]);
/// let difference = &StateOutline::of(&ours).differences(&StateOutline::of(&theirs))[0];
/// assert_eq!(difference.to_string(), "[1].y: 1.0 here, 2.0 there");
/// ```
#[doc(alias = "desync")]
#[doc(alias = "diff")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateOutline {
    /// The values in the order in which they are hashed.
    pub leaves: Vec<StateLeaf>,
    path: String,
}

impl StateOutline {
    /// The outline of one value.
    pub fn of<T: HashState + ?Sized>(value: &T) -> Self {
        let mut outline = Self::default();
        value.outline(&mut outline);
        outline
    }

    /// Adds a value that has no parts of its own.
    pub fn leaf(&mut self, value: fmt::Arguments<'_>) {
        self.leaves.push(StateLeaf { path: self.path.clone(), value: value.to_string() });
    }

    /// Adds a field by its name.
    pub fn field<T: HashState + ?Sized>(&mut self, name: &str, value: &T) {
        let length = self.path.len();
        if length > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        value.outline(self);
        self.path.truncate(length);
    }

    /// Adds the items of a list by their numbers, and how many there are.
    pub fn items<T: HashState>(&mut self, items: impl ExactSizeIterator<Item = T>) {
        self.field("len", &items.len());
        let length = self.path.len();
        for (index, item) in items.enumerate() {
            // Writing into a string cannot fail.
            if write!(self.path, "[{index}]").is_ok() {
                item.outline(self);
            }
            self.path.truncate(length);
        }
    }

    /// Where another outline has other values: in the order of this one, then what only the other has.
    pub fn differences(&self, other: &Self) -> Vec<StateDifference> {
        let of = |leaf: &StateLeaf, ours: Option<&str>, theirs: Option<&str>| StateDifference {
            path: leaf.path.clone(),
            ours: ours.map(str::to_owned),
            theirs: theirs.map(str::to_owned),
        };
        let (ours, theirs) = (self.by_path(), other.by_path());
        let changed = self.leaves.iter().filter_map(|leaf| {
            let there = theirs.get(leaf.path.as_str()).copied();
            (there != Some(leaf.value.as_str())).then(|| of(leaf, Some(&leaf.value), there))
        });
        let is_new = |leaf: &&StateLeaf| !ours.contains_key(leaf.path.as_str());
        let added = other.leaves.iter().filter(is_new);
        changed.chain(added.map(|leaf| of(leaf, None, Some(&leaf.value)))).collect()
    }

    fn by_path(&self) -> std::collections::BTreeMap<&str, &str> {
        self.leaves.iter().map(|leaf| (leaf.path.as_str(), leaf.value.as_str())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_by_what_leads_to_them() {
        let state = (1u8, vec![Some(2.5f32), None], "x");
        let outline = StateOutline::of(&state);
        let told: Vec<String> =
            outline.leaves.iter().map(|leaf| format!("{}={}", leaf.path, leaf.value)).collect();
        assert_eq!(told, ["0=1", "1.len=2", "1[0]=2.5", "1[1]=None", "2=\"x\""]);
    }

    #[test]
    fn what_only_one_has_is_a_difference() {
        let (short, long) = (StateOutline::of(&vec![1u8]), StateOutline::of(&vec![1u8, 7]));
        let told: Vec<String> = short.differences(&long).iter().map(ToString::to_string).collect();
        assert_eq!(told, ["len: 1 here, 2 there", "[1]: nothing here, 7 there"]);
        assert_eq!(short.differences(&short), []);
    }
}
