//! How a source is doing, as data.

use core::fmt;

/// How a source is doing. Every way from one to another is in [`SourceState::TRANSITIONS`].
#[doc(alias = "permission")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SourceState {
    /// There is no such device, or no way to reach one.
    Unavailable,
    /// There is one, and nothing is captured. [`Source::start`](crate::Source::start) will ask where that is needed.
    #[default]
    NeedsPermission,
    /// Somebody is being asked.
    Prompting,
    /// It captures.
    Running,
    /// Somebody said no, or took the permission back.
    Denied,
    /// The device was there and is gone: unplugged, or its server ended.
    Lost,
    /// Another program has it.
    Busy,
}

/// What can happen to a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceSignal {
    /// A device was plugged in.
    Found,
    /// There is no device.
    Missing,
    /// The program wants to capture.
    Start,
    /// Capturing is allowed and begins.
    Granted,
    /// Capturing is not allowed, or no longer.
    Refused,
    /// Another program has the device.
    Occupied,
    /// The device is gone.
    Unplugged,
    /// The program wants no more.
    Stop,
}

impl SourceState {
    /// All states.
    pub const ALL: [Self; 7] = [
        Self::Unavailable,
        Self::NeedsPermission,
        Self::Prompting,
        Self::Running,
        Self::Denied,
        Self::Lost,
        Self::Busy,
    ];

    /// Every legal step: from which state, what happens, to which state. What is not here changes nothing.
    #[rustfmt::skip]
    pub const TRANSITIONS: &[(Self, SourceSignal, Self)] = {
        use SourceSignal as On;
        &[
            (Self::Unavailable,     On::Found,     Self::NeedsPermission),
            (Self::NeedsPermission, On::Missing,   Self::Unavailable),
            (Self::NeedsPermission, On::Start,     Self::Prompting),
            (Self::Prompting,       On::Granted,   Self::Running),
            (Self::Prompting,       On::Refused,   Self::Denied),
            (Self::Prompting,       On::Occupied,  Self::Busy),
            (Self::Prompting,       On::Missing,   Self::Unavailable),
            (Self::Prompting,       On::Unplugged, Self::Lost),
            (Self::Prompting,       On::Stop,      Self::NeedsPermission),
            (Self::Running,         On::Refused,   Self::Denied),
            (Self::Running,         On::Occupied,  Self::Busy),
            (Self::Running,         On::Unplugged, Self::Lost),
            (Self::Running,         On::Stop,      Self::NeedsPermission),
            // Somebody changed their mind in the settings of the system; nobody is recorded before the next start.
            (Self::Denied,          On::Granted,   Self::NeedsPermission),
            (Self::Denied,          On::Start,     Self::Prompting),
            (Self::Denied,          On::Missing,   Self::Unavailable),
            (Self::Lost,            On::Found,     Self::NeedsPermission),
            (Self::Lost,            On::Start,     Self::Prompting),
            (Self::Lost,            On::Missing,   Self::Unavailable),
            (Self::Lost,            On::Stop,      Self::NeedsPermission),
            (Self::Busy,            On::Start,     Self::Prompting),
            (Self::Busy,            On::Missing,   Self::Unavailable),
            (Self::Busy,            On::Unplugged, Self::Lost),
            (Self::Busy,            On::Stop,      Self::NeedsPermission),
        ]
    };

    /// The state after a signal; itself where the signal has no meaning.
    pub fn after(self, signal: SourceSignal) -> Self {
        let step = Self::TRANSITIONS.iter().find(|step| (step.0, step.1) == (self, signal));
        step.map_or(self, |step| step.2)
    }

    /// Whether a source of its own accord will not run in this state, so that another should stand in.
    pub const fn is_failed(self) -> bool {
        matches!(self, Self::Unavailable | Self::Denied | Self::Lost | Self::Busy)
    }
}

/// A few words for people.
impl fmt::Display for SourceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unavailable => "none found",
            Self::NeedsPermission => "not started",
            Self::Prompting => "waiting for permission",
            Self::Running => "on",
            Self::Denied => "not allowed",
            Self::Lost => "unplugged",
            Self::Busy => "used by another program",
        })
    }
}

/// The state of a source with its history: what sources keep, and what a program reads to learn of changes.
///
/// ```
/// use motile_sense::{SourceLife, SourceSignal, SourceState};
///
/// let mut life = SourceLife::default();
/// life.apply(SourceSignal::Start);
/// life.apply(SourceSignal::Found); // means nothing now
/// life.apply(SourceSignal::Refused);
/// assert_eq!(life.state(), SourceState::Denied);
/// assert_eq!(life.take_changes().as_slice(), [SourceState::Prompting, SourceState::Denied]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLife {
    state: SourceState,
    /// Whether it holds still although it runs.
    pub paused: bool,
    changes: Vec<SourceState>,
}

/// Changes that are kept when nobody takes them.
const MOST_CHANGES: usize = 64;

impl SourceLife {
    /// A life that begins in a state.
    pub const fn new(state: SourceState) -> Self {
        Self { state, paused: false, changes: Vec::new() }
    }

    /// The state now.
    pub const fn state(&self) -> SourceState {
        self.state
    }

    /// Lets something happen, and tells whether that changed the state. Of changes that nobody takes the newest 64 are kept.
    pub fn apply(&mut self, signal: SourceSignal) -> bool {
        let next = self.state.after(signal);
        if next == self.state {
            return false;
        }
        self.state = next;
        if self.changes.len() == MOST_CHANGES {
            self.changes.remove(0);
        }
        self.changes.push(next);
        true
    }

    /// Whether samples and pictures come in: running and not paused.
    pub const fn is_live(&self) -> bool {
        matches!(self.state, SourceState::Running) && !self.paused
    }

    /// The states it went through since this was last asked, oldest first.
    pub fn take_changes(&mut self) -> Vec<SourceState> {
        core::mem::take(&mut self.changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SourceSignal as On;

    const SIGNALS: [On; 8] = [
        On::Found,
        On::Missing,
        On::Start,
        On::Granted,
        On::Refused,
        On::Occupied,
        On::Unplugged,
        On::Stop,
    ];

    #[test]
    fn weak_5_14_no_step_is_told_twice_and_none_leads_nowhere() {
        for (index, step) in SourceState::TRANSITIONS.iter().enumerate() {
            assert_ne!(step.0, step.2);
            let again = SourceState::TRANSITIONS[index + 1..].iter();
            assert_eq!(again.filter(|other| (other.0, other.1) == (step.0, step.1)).count(), 0);
        }
    }

    #[test]
    fn input_5_running_comes_only_from_a_start_that_was_granted() {
        for step in SourceState::TRANSITIONS.iter().filter(|step| step.2 == SourceState::Running) {
            assert_eq!((step.0, step.1), (SourceState::Prompting, On::Granted));
        }
        for step in SourceState::TRANSITIONS.iter().filter(|step| step.2 == SourceState::Prompting)
        {
            assert_eq!(step.1, On::Start);
        }
    }

    #[test]
    fn weak_5_14_every_state_leads_back_to_running() {
        for state in SourceState::ALL {
            let mut reached = vec![state];
            let mut next = 0;
            while next < reached.len() {
                for signal in SIGNALS {
                    let after = reached[next].after(signal);
                    if !reached.contains(&after) {
                        reached.push(after);
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), SourceState::ALL.len(), "from {state:?}");
        }
    }

    #[test]
    fn weak_5_18_a_stop_ends_what_captures() {
        assert_eq!(SourceState::Running.after(On::Stop), SourceState::NeedsPermission);
        assert_eq!(SourceState::Prompting.after(On::Stop), SourceState::NeedsPermission);
    }

    #[test]
    fn input_9_changes_that_nobody_takes_do_not_pile_up() {
        let mut life = SourceLife::default();
        for _ in 0..500 {
            life.apply(On::Start);
            life.apply(On::Stop);
        }
        let changes = life.take_changes();
        assert_eq!((changes.len(), changes.last()), (64, Some(&SourceState::NeedsPermission)));
        assert!(life.take_changes().is_empty());
    }
}
