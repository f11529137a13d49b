//! What a sketch learns of the machine it runs on.

use crate::Script;
use std::sync::Arc;

/// What a sketch may learn beside its input: which games were saved, and when files arrive. [`Companion`](crate::Companion)s that
/// know such things ask here first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Surroundings {
    /// Nothing that is there before the run or after it: headless runs and tests are the same everywhere.
    #[default]
    Nothing,
    /// What the machine has: windows and pages.
    Machine,
    /// What a recording tells, and nothing else: topics and texts, in their order.
    Told(Arc<[(String, String)]>),
}

impl Surroundings {
    /// What a script tells of it.
    pub fn of_script(script: &Script) -> Self {
        Self::Told(script.told().into())
    }

    /// What a recording tells of a topic, in its order; `None` where none is played.
    pub fn told(&self, topic: &str) -> Option<impl Iterator<Item = &str>> {
        let Self::Told(all) = self else { return None };
        let topic = topic.to_owned();
        Some(all.iter().filter(move |told| told.0 == topic).map(|told| told.1.as_str()))
    }
}
