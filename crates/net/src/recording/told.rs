//! What the packets of a room tell, put together: inputs, who was there when, and states that were handed over.

use crate::rollback::{Incoming, LAST_TICK};
use crate::{
    Admission, Game, MAX_PEERS, MAX_PLAYERS, Member, PRESENCE, Packet, Replay, RollbackSettings,
};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Ticks of players that are taken in whatever the number of packets: what a relay that begins late hears at once.
const TICKS: usize = 1 << 16;
/// Those that each packet adds. Whoever updates four times a second tells fifteen at once; a packet has room for 1,152
/// that say nothing, and would take two hundred times its size.
const TICKS_A_PACKET: usize = 64;

/// Somebody's stay: from one coming to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Life {
    player: u8,
    epoch: u8,
}

/// What somebody did in a tick, as far as it was told. The greatest counts: what he tells himself and not another
/// one, and of that what he tells in his latest life.
#[derive(Clone, Copy, Debug)]
struct Deed {
    is_own: bool,
    /// The first tick of the life in which he tells it.
    came: u32,
    value: u64,
}

/// All that recorded packets tell. Players are believed as sessions believe them, and others are not.
#[derive(Debug)]
pub(super) struct Told {
    settings: RollbackSettings,
    /// Inputs by player and tick.
    inputs: Vec<BTreeMap<u32, Deed>>,
    /// How many more ticks are taken in.
    room: usize,
    /// Who was there in a tick, as those who look on are told.
    presence: BTreeMap<u32, u8>,
    /// The first tick of a life, and the first one after it.
    came: BTreeMap<Life, u32>,
    left: BTreeMap<Life, u32>,
    /// States on their way, by sender and receiver, and those that came whole, by tick.
    coming: BTreeMap<(u8, u8), Incoming>,
    states: BTreeMap<u32, Handed>,
    /// The ticks of those whose sender did not say yet who is there.
    unsure: BTreeMap<(u8, u8), Vec<u32>>,
}

/// A state that came whole, and who is there, as its sender says next.
#[derive(Debug)]
struct Handed {
    state: Vec<u8>,
    members: Option<[Member; MAX_PLAYERS]>,
}

impl Told {
    pub(super) fn new(settings: RollbackSettings) -> Self {
        Self {
            settings,
            inputs: vec![BTreeMap::new(); settings.players.into()],
            room: TICKS,
            presence: BTreeMap::new(),
            came: BTreeMap::new(),
            left: BTreeMap::new(),
            coming: BTreeMap::new(),
            states: BTreeMap::new(),
            unsure: BTreeMap::new(),
        }
    }

    /// Takes in a packet from one peer to another. One that says to be of somebody else, and one of somebody who is
    /// no player, tells nothing, as in a session.
    pub(super) fn take(&mut self, packet: &Packet, (from, to): (u8, u8)) {
        let is_told = packet.is_from(from) && from < self.settings.players;
        if !is_told || usize::from(to) >= MAX_PEERS {
            return;
        }
        let players = 0..self.settings.players;
        for &Admission { player, epoch, tick } in &packet.admissions {
            if players.contains(&player) {
                self.came.insert(Life { player, epoch }, tick);
            }
        }
        self.take_inputs(packet);
        if let Some(members) = &packet.members {
            self.take_members(packet, members);
            for tick in self.unsure.remove(&(from, to)).unwrap_or_default() {
                self.states.entry(tick).and_modify(|handed| handed.members = Some(*members));
            }
        }
        if let Some(chunk) = packet.chunk.filter(|chunk| !chunk.is_report) {
            let coming = self.coming.entry((from, to)).or_default();
            if coming.take(chunk, &packet.chunk_bytes, self.settings.max_state).is_some()
                && let Entry::Vacant(place) = self.states.entry(chunk.tick)
            {
                place.insert(Handed { state: coming.bytes().to_vec(), members: None });
                self.unsure.entry((from, to)).or_default().push(chunk.tick);
            }
        }
    }

    fn take_inputs(&mut self, packet: &Packet) {
        let came = self.came_of(packet);
        let all = u8::MAX >> (MAX_PLAYERS - self.inputs.len());
        self.room = self.room.saturating_add(TICKS_A_PACKET);
        for (player, tick, value) in packet.inputs() {
            // What somebody tells of ticks before he came is nothing that he did.
            let is_own = player == packet.from;
            if player == PRESENCE {
                // A bit without a player would be somebody of whom no input is ever lacking.
                note(&mut self.presence, &mut self.room, tick, value as u8 & all);
            } else if let Some(known) = self.inputs.get_mut(usize::from(player))
                && (!is_own || tick >= came)
            {
                let deed = Deed { is_own, came: if is_own { came } else { 0 }, value };
                if let Some(known) = note(known, &mut self.room, tick, deed)
                    && (deed.is_own, deed.came) > (known.is_own, known.came)
                {
                    *known = deed;
                }
            }
        }
    }

    /// The first tick of the present life of a sender.
    fn came_of(&self, packet: &Packet) -> u32 {
        let own = Life { player: packet.from, epoch: packet.epoch };
        self.came.get(&own).copied().unwrap_or_default()
    }

    /// Who is there in the tick of a state: everybody whom its sender counts, but for those who come later.
    fn mask_of(&self, first: u32, handed: &Handed) -> Option<u8> {
        if let Some(&mask) = self.presence.get(&first) {
            return Some(mask);
        }
        let is_there = |player: u8, member: &Member| {
            let came = self.came.get(&Life { player, epoch: member.epoch });
            !member.gone && came.is_none_or(|&came| came <= first)
        };
        let members = (0..self.settings.players).zip(handed.members.as_ref()?);
        Some(
            members.fold(0, |mask, (player, member)| {
                mask | u8::from(is_there(player, member)) << player
            }),
        )
    }

    /// Where players left: when all gave somebody up, the last of his inputs that any of them has is his last. Whoever came
    /// later than that has none of them, and does not know.
    fn take_members(&mut self, packet: &Packet, members: &[Member; MAX_PLAYERS]) {
        let came = self.came_of(packet);
        for (player, (member, known)) in (0..).zip(members.iter().zip(packet.known)) {
            let Some(known) = known.filter(|&known| member.gone && known > came) else { continue };
            let left = self.left.entry(Life { player, epoch: member.epoch }).or_default();
            *left = known.max(*left);
        }
    }

    /// The longest stretch that can be played again.
    pub(super) fn longest<G: Game>(mut self, game: &G) -> Replay {
        let (players, rate) = (self.settings.players, self.settings.rate);
        let changes = self.changes();
        let mut longest =
            self.stretch(Replay::new(game, players, rate), self.settings.present, &changes);
        let mut end = longest.ticks();
        for (first, handed) in core::mem::take(&mut self.states) {
            // A state inside a stretch that was played is on the same way; one of another game is none.
            let mask = self.mask_of(first, &handed).filter(|_| first >= end);
            let state = handed.state;
            let Some(mask) = mask.filter(|_| game.clone().load(&state).is_ok()) else { continue };
            let (present, inputs) = (Vec::new(), Vec::new());
            let begun = Replay { players, rate, first, state, present, inputs };
            let replay = self.stretch(begun, mask, &changes);
            end = first.saturating_add(replay.ticks());
            if replay.ticks() > longest.ticks() {
                longest = replay;
            }
        }
        longest
    }

    /// Who comes and who leaves, by tick.
    fn changes(&self) -> BTreeMap<u32, Vec<(u8, bool)>> {
        let mut changes: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for (lives, is_there) in [(&self.left, false), (&self.came, true)] {
            for (life, &tick) in lives {
                changes.entry(tick).or_default().push((life.player, is_there));
            }
        }
        changes
    }

    /// Adds ticks to the beginning of a replay, as long as the inputs of all who are there are known.
    fn stretch(
        &self,
        mut replay: Replay,
        mut present: u8,
        changes: &BTreeMap<u32, Vec<(u8, bool)>>,
    ) -> Replay {
        for tick in replay.first..LAST_TICK {
            for &(player, is_there) in changes.get(&tick).into_iter().flatten() {
                let bit = 1 << player;
                present = if is_there { present | bit } else { present & !bit };
            }
            // What those who look on are told is what the players agreed on.
            present = self.presence.get(&tick).copied().unwrap_or(present);
            let mut inputs = [0; MAX_PLAYERS];
            for (player, (input, known)) in inputs.iter_mut().zip(&self.inputs).enumerate() {
                if present >> player & 1 == 1 {
                    let Some(deed) = known.get(&tick) else { return replay };
                    *input = deed.value;
                }
            }
            if present == 0 {
                return replay;
            }
            replay.push(present, &inputs);
        }
        replay
    }
}

/// What is known of a tick, which is what is told now if it is the first word of it; `None` when there is no more room.
fn note<'a, T>(
    known: &'a mut BTreeMap<u32, T>,
    room: &mut usize,
    tick: u32,
    told: T,
) -> Option<&'a mut T> {
    match known.entry(tick) {
        Entry::Occupied(known) => Some(known.into_mut()),
        Entry::Vacant(place) => {
            *room = room.checked_sub(1)?;
            Some(place.insert(told))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_RUN;

    /// 240 bytes with nine runs of one value each took 40 KB.
    #[test]
    fn sim_62_a_recording_takes_memory_for_ticks_that_packets_can_tell() {
        let mut told = Told::new(RollbackSettings::new(8));
        for index in 0..2_000 {
            let first = index * MAX_RUN as u32;
            let mut packet = Packet { from: 1, tick: first, ..Packet::default() };
            (0..=PRESENCE)
                .for_each(|player| packet.add_run(player, first, [1; MAX_RUN].into_iter()));
            told.take(&packet, (1, 0));
        }
        let known = told.presence.len() + told.inputs.iter().map(BTreeMap::len).sum::<usize>();
        assert_eq!(known, TICKS + 2_000 * TICKS_A_PACKET);
        assert!(told.inputs[1].contains_key(&0), "what came first is there");
    }
}
