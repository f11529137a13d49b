//! Who holds the others up: players who are heard and bring nothing new.

use super::RollbackSession;
use crate::Game;

impl<G: Game> RollbackSession<G> {
    /// Whether this peer has played as far on guesses as it may.
    fn is_waiting(&self) -> bool {
        let window = u32::from(self.settings.prediction_window);
        self.tick >= self.known_end().saturating_add(window)
    }

    /// Seconds since a player brought an input, or since somebody left or came, which gives all who are left new time.
    fn waited_for(&self, player: u8) -> f64 {
        self.time - self.peers[usize::from(player)].moved.max(self.changed)
    }

    /// Whether no player is known for fewer ticks than this one.
    fn is_last(&self, player: u8) -> bool {
        self.seats[usize::from(player)].known_end() <= self.known_end()
    }

    /// Whether a player says that he himself waits for a third one. That one he gives up first, if he is honest.
    fn waits_for_another(&self, player: u8) -> bool {
        let peer = &self.peers[usize::from(player)];
        let window = u32::from(self.settings.prediction_window);
        let others =
            (0..self.settings.players).filter(|&other| other != player && other != self.me);
        others
            .filter_map(|other| peer.known[usize::from(other)])
            .any(|known| known.saturating_add(window) <= peer.tick)
    }

    /// Whether somebody leaves, and this player does not come to terms with it.
    fn is_at_odds(&self, player: u8) -> bool {
        let peer = &self.peers[usize::from(player)];
        let knows_more = |index: usize| {
            peer.known[index].is_some_and(|known| known > self.seats[index].queue.end())
        };
        let mut leaving = (0..self.seats.len()).filter(|&index| self.is_leaving(index)).peekable();
        leaving.peek().is_some() && (peer.members != self.members() || leaving.any(knows_more))
    }

    /// Whether a player who is heard keeps everybody from playing. Not every player who brings nothing new does: all stop
    /// when one of them does, and it has to be that one who is given up.
    pub(super) fn holds_up(&self, player: u8) -> bool {
        if !self.is_waiting() || self.peers[usize::from(player)].heard.is_none() {
            return false;
        }
        let (waited, timeout) = (self.waited_for(player), f64::from(self.settings.timeout));
        let is_late = || {
            // One who lies about waiting gains the double time, and no more.
            let patience = if self.waits_for_another(player) { timeout * 2.0 } else { timeout };
            self.is_last(player) && waited > patience
        };
        is_late() || (self.time - self.changed > timeout && self.is_at_odds(player))
    }

    /// Whether the others have to be told for whom this peer waits, so that they do not take it for the one who holds them up.
    pub(super) fn is_held_up(&self) -> bool {
        let half = f64::from(self.settings.timeout) * 0.5;
        self.is_waiting()
            && self.others().any(|player| self.is_last(player) && self.waited_for(player) > half)
    }
}
