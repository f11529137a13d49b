//! What is known about a demo without running it.

use core::fmt;
use motile::prelude::*;

/// A demo: what it shows, and how to start it.
#[derive(Clone, Copy, Debug)]
pub struct Demo {
    /// `topic/name`, lower case with `-`; the source is `demos/src/topic/name.rs` with `_`.
    pub id: &'static str,
    /// Its name in the gallery.
    pub title: &'static str,
    /// One sentence: what one sees.
    pub sees: &'static str,
    /// What to try.
    pub tries: &'static str,
    /// What the pointer does, by its primary button alone as a finger has no other; empty when it does nothing.
    pub controls: &'static str,
    /// The keys it listens to and what each does, such as `(Key::Space, "start again")`. The page shows them as
    /// buttons, for phones have no keys.
    pub keys: &'static [(Key, &'static str)],
    /// Whether the wheel does something, so that a page must not scroll by it over the picture. A test plays each demo
    /// to find out.
    pub takes_wheel: bool,
    /// Whether a pointer that is held or moves does more than a tap, such as to drag, to draw or to lead: then a page
    /// must not scroll by a finger on the picture. A test plays each demo to find out.
    pub takes_drags: bool,
    /// Items of the specifications that it covers, such as `COL-D2`.
    pub spec: &'static [&'static str],
    /// Width and height of its stage in pixels.
    pub size: (u32, u32),
    /// Ticks after which it shows its idea best: the picture of the gallery and of the tests.
    pub ticks: u64,
    /// Input that is played for that picture.
    pub script: &'static str,
    /// Whether its ticks allocate nothing after the first second, which a test checks.
    pub no_allocation: bool,
    /// The knobs.
    pub params: &'static [Param],
    /// Starts it.
    pub start: fn(&Settings) -> motile::Result<Player>,
}

impl Demo {
    /// A demo of a sketch, to be completed: `Demo { id: .., title: .., ..Demo::of::<MySketch>() }`.
    pub const fn of<S: Sketch>() -> Self {
        Self {
            id: "",
            title: "",
            sees: "",
            tries: "",
            controls: "",
            keys: &[],
            takes_wheel: false,
            takes_drags: false,
            spec: &[],
            size: (640, 480),
            ticks: 60,
            script: "",
            no_allocation: false,
            params: S::PARAMS,
            start: Player::new::<S>,
        }
    }

    /// The first part of the id.
    pub fn topic(&self) -> &'static str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Where its source is, from the top of the project.
    pub fn source(&self) -> String {
        format!("demos/src/{}.rs", self.id.replace('-', "_"))
    }

    /// Its own size, with a seed.
    pub fn settings(&self, seed: u64) -> Settings {
        Settings::new(self.size.0, self.size.1).with_seed(seed)
    }

    /// Plays it up to the moment of its picture and gives the player, drawn.
    ///
    /// # Errors
    /// Those of [`Player::new`], and of a script that cannot be read or played.
    pub fn picture(&self) -> motile::Result<Player> {
        let mut player = (self.start)(&self.settings(1))?;
        player.play(Script::parse(self.script)?)?;
        player.run_ticks(self.ticks);
        player.draw();
        Ok(player)
    }
}

/// There is no demo of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDemo {
    /// The id asked for.
    pub id: String,
    /// Ids that are near, the nearest first.
    pub nearest: Vec<&'static str>,
}

/// How many ids are suggested.
const SUGGESTIONS: usize = 3;

impl UnknownDemo {
    pub(crate) fn new(id: &str) -> Self {
        let mut known: Vec<_> = crate::all().map(|demo| (distance(id, demo.id), demo.id)).collect();
        known.sort_unstable();
        // Half of an id wrong is another id, and beside a slip of one letter a wild guess is noise.
        let best = known.first().map_or(0, |known| known.0);
        let near = |&&(distance, known): &&(u32, &str)| {
            distance as usize * 2 <= known.len().max(id.len()) && distance <= best * 2 + 2
        };
        let mut nearest: Vec<_> =
            known.iter().filter(near).take(SUGGESTIONS).map(|known| known.1).collect();
        if nearest.is_empty() {
            nearest.extend(known.first().map(|known| known.1));
        }
        Self { id: id.into(), nearest }
    }
}

impl fmt::Display for UnknownDemo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no demo \"{}\"", self.id)?;
        match self.nearest.as_slice() {
            [] => Ok(()),
            nearest => write!(f, "; did you mean {}?", nearest.join(" or ")),
        }
    }
}

impl core::error::Error for UnknownDemo {}

/// How far a typed id is from a known one: edits (Levenshtein), where the name alone counts as well as
/// the whole id.
fn distance(typed: &str, known: &str) -> u32 {
    let name = known.rsplit('/').next().unwrap_or(known);
    let part = if !typed.is_empty() && known.contains(typed) { 1 } else { u32::MAX };
    edits(typed, known).min(edits(typed, name)).min(part)
}

fn edits(a: &str, b: &str) -> u32 {
    let mut row: Vec<u32> = (0..=b.chars().count() as u32).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i as u32 + 1;
        for (j, to) in b.chars().enumerate() {
            let replaced = diagonal + u32::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("abc", "abc"), 0);
    }

    #[test]
    #[cfg(feature = "stage")]
    fn near_ids_are_suggested() {
        let error = crate::find("stage/bouncing-bal").unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no demo \"stage/bouncing-bal\"; did you mean stage/bouncing-ball?"
        );
        assert_eq!(crate::find("bouncing").unwrap_err().nearest[0], "stage/bouncing-ball");
        assert!(!crate::find("").unwrap_err().nearest.is_empty());
    }
}
