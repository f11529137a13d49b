//! Who is there: giving up, agreeing, coming back.

use super::receive::LAST_TICK;
use super::{RollbackSession, SessionEvent, SessionRole};
use crate::{Admission, Game, MAX_PLAYERS, Member};

/// Ticks that somebody who wants to play may be behind when he is let in.
const NEAR: u32 = 30;
/// Seconds after which somebody who asked counts as gone again.
pub(super) const ASKED_LATELY: f64 = 2.0;
/// Seconds that one side of a partition is further than the other when it surely is the one that played: the other slept.
const FURTHER: f32 = 2.0;
/// Probes after which two sides that are still apart leave it to their numbers. Each sees the other as late as the way between
/// them takes, so that near the limit each may think that the other one has to give in.
const APART: u8 = 5;

impl<G: Game> RollbackSession<G> {
    /// What this peer thinks of all players.
    pub(super) fn members(&self) -> [Member; MAX_PLAYERS] {
        core::array::from_fn(|player| self.peers[player].member())
    }

    /// Whether a player is there and somebody else.
    pub(super) fn is_other(&self, player: u8) -> bool {
        player != self.me && player < self.settings.players && !self.peers[usize::from(player)].gone
    }

    /// The players who are there besides this one.
    pub(super) fn others(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.settings.players).filter(|&player| self.is_other(player))
    }

    /// Whether this is the lowest player there is: the one who looks after those who come.
    pub(super) fn is_elder(&self) -> bool {
        self.role == SessionRole::Player && self.others().all(|player| player > self.me)
    }

    /// Stops listening to a player, for all of his present life.
    pub(super) fn give_up(&mut self, player: u8) {
        let peer = &mut self.peers[usize::from(player)];
        if !peer.gone {
            self.changed = self.time;
        }
        peer.gone = true;
        peer.asked = None;
        peer.outgoing.end();
    }

    pub(super) fn look_after_members(&mut self) {
        if self.role != SessionRole::Player {
            return;
        }
        let (now, timeout) = (self.time, f64::from(self.settings.timeout));
        for player in 0..self.settings.players {
            let silent = self.peers[usize::from(player)].heard.is_some_and(|at| now - at > timeout);
            if self.is_other(player) && (silent || self.holds_up(player)) {
                self.give_up(player);
            }
        }
        for player in 0..self.settings.players {
            self.agree_on_leaving(player);
        }
        self.let_in();
    }

    /// Whether every other player said that he thinks of all players as this one does.
    fn all_agree(&self) -> bool {
        let members = self.members();
        self.others().all(|player| self.peers[usize::from(player)].members == members)
    }

    /// Whether a player was given up, and it is not agreed from when on he is not there.
    pub(super) fn is_leaving(&self, index: usize) -> bool {
        let is_open = self.seats[index].absent.is_none_or(|(_, until)| until != u32::MAX);
        self.peers[index].gone && is_open
    }

    /// When all who are left gave a player up, they know which of his inputs each of them has, and none listens to him any
    /// more: the last one that any of them has is where he leaves. It is handed around before that counts.
    fn agree_on_leaving(&mut self, player: u8) {
        let index = usize::from(player);
        if !self.is_leaving(index) || !self.all_agree() {
            return;
        }
        let own = self.seats[index].queue.end();
        let heard = self.others().filter_map(|other| self.peers[usize::from(other)].known[index]);
        if heard.max().is_some_and(|known| known > own) {
            return;
        }
        let seat = &mut self.seats[index];
        // One who never played in his new life was away all the time.
        let from = match seat.absent {
            Some((from, until)) if own <= until => from,
            earlier => {
                seat.earlier = earlier;
                own
            }
        };
        seat.absent = Some((from, u32::MAX));
        seat.was_gone = false;
        self.mark_wrong(own);
        self.events.push(SessionEvent::Left { player, tick: own });
    }

    /// Lets somebody in who asked to play and has nearly caught up.
    fn let_in(&mut self) {
        if !self.is_elder() || !self.all_agree() || !self.is_settled() {
            return;
        }
        let confirmed = self.confirmed();
        let ready = (0..self.settings.players).find(|&player| {
            let peer = &self.peers[usize::from(player)];
            let asks = peer.asked.is_some_and(|at| self.time - at < ASKED_LATELY);
            // He is told who is gone and who is there, not since when: all of that has to lie behind him.
            let since = |(from, until)| if until == u32::MAX { from } else { until };
            let settled = self.seats.iter().filter_map(|seat| seat.absent).map(since).max();
            let near = peer.known[0].is_some_and(|known| {
                known.saturating_add(NEAR) >= confirmed && settled.is_none_or(|tick| known >= tick)
            });
            // The others have to have all that the player did before he left.
            let left = self.seats[usize::from(player)].absent.map_or(0, |(from, _)| from);
            let was_gone = self.seats[usize::from(player)].was_gone;
            let came = self.admissions[usize::from(self.me)].map_or(0, |admission| admission.tick);
            let all_have = self.others().all(|other| {
                let other = &self.peers[usize::from(other)];
                if was_gone {
                    // When he left is not known here; but who has a final state of a later tick has all that went before.
                    return other.compared.is_some_and(|tick| tick >= came);
                }
                let known = other.known[usize::from(player)];
                left == 0 || known.is_some_and(|known| known >= left)
            });
            peer.gone && asks && near && all_have && peer.wants == Some(player)
        });
        let Some(player) = ready else { return };
        // Nobody plays further ahead of this peer's latest input than the window, so nobody has played this tick.
        let latest = self.seats[usize::from(self.me)].queue.end();
        let tick = latest.max(self.tick) + u32::from(self.settings.prediction_window) + 2;
        let epoch = (self.peers[usize::from(player)].epoch + 1) % 16;
        let known = self.peers[usize::from(player)].known;
        self.admit(Admission { player, epoch, tick });
        let peer = &mut self.peers[usize::from(player)];
        (peer.known, peer.feed_until) = (known, tick);
    }

    /// Whether nobody is about to leave or to come.
    fn is_settled(&self) -> bool {
        let confirmed = self.confirmed();
        self.seats.iter().zip(&self.peers).all(|(seat, peer)| match seat.absent {
            None => !peer.gone,
            Some((_, u32::MAX)) => peer.gone,
            Some((_, until)) => !peer.gone && until <= confirmed,
        })
    }

    /// A player is there from a tick on, in a new life.
    pub(super) fn admit(&mut self, admission: Admission) {
        let Admission { player, epoch, tick } = admission;
        let index = usize::from(player);
        let Some(seat) = self.seats.get_mut(index) else { return };
        let from = seat.absent.map_or(seat.queue.end(), |(from, _)| from);
        seat.absent = Some((from, tick));
        seat.was_gone = false;
        seat.queue.skip_to(tick);
        self.admissions[index] = Some(admission);
        self.changed = self.time;
        if player == self.me {
            self.peers[index].epoch = epoch;
            self.peers[index].gone = false;
        } else {
            self.peers[index].restart(epoch, tick, self.time);
        }
        self.mark_wrong(tick);
        self.events.push(SessionEvent::Joined { player, tick });
    }

    /// Somebody on the other side of a partition, in this tick: the smaller side gives in; of equal ones the one that stands
    /// far behind, because it slept; else the one without the lowest player.
    pub(super) fn meet_again(&mut self, from: u8, tick: u32, theirs: &[Member; MAX_PLAYERS]) {
        let players = self.settings.players;
        let group = |members: &[Member; MAX_PLAYERS]| {
            let there = (0..players).filter(|&player| !members[usize::from(player)].gone);
            let lowest = there.clone().min().unwrap_or(u8::MAX);
            (there.count(), u8::MAX - lowest)
        };
        let is_apart = theirs[usize::from(self.me)].gone;
        if self.role != SessionRole::Player || !is_apart {
            return;
        }
        let ((their_size, their_rank), (size, rank)) = (group(theirs), group(&self.members()));
        let apart = &mut self.peers[usize::from(from)].apart;
        *apart = apart.saturating_add(1);
        let further = (FURTHER / self.settings.rate.dt()) as u32;
        let is_far = tick.abs_diff(self.tick) > further && tick < LAST_TICK && *apart < APART;
        let (their_tick, own_tick) = if is_far { (tick, self.tick) } else { (0, 0) };
        if (their_size, their_tick, their_rank) > (size, own_tick, rank) {
            self.ask_again();
            self.events.push(SessionEvent::Lost);
        }
    }

    /// Forgets everything and asks to be let in.
    fn ask_again(&mut self) {
        self.role = SessionRole::Joining;
        self.feeder = None;
        self.wrong = None;
        self.moments.clear();
        for peer in &mut self.peers {
            let (number, refused) = (peer.number, peer.refused);
            *peer = super::Peer { number, refused, ..super::Peer::default() };
        }
        for seat in &mut self.seats {
            // Nothing is known from here on until a state comes.
            seat.queue.start_at(0);
            (seat.absent, seat.earlier) = (None, None);
        }
        self.presence.start_at(0);
        (self.tick, self.begun) = (0, 0);
        self.lacks_state = true;
    }
}
