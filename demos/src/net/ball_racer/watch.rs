//! A race in a room watched again, from its beginning where the relay wrote it down; the others go on meanwhile.

use super::scene::replay_words;
use motile::net::race::RaceSeries;
use motile::net::{Replay, RoomReplay, RoomSession};

/// What is watched: nothing, something that is on its way, or a tick of a replay.
#[derive(Debug, Default)]
pub(super) struct Watch {
    is_asked: bool,
    shown: Option<Box<(Replay, RaceSeries, u32)>>,
}

impl Watch {
    /// A tick of it; a press of the key begins and ends it.
    pub(super) fn update(&mut self, room: &mut RoomSession<RaceSeries>, is_pressed: bool) {
        if is_pressed {
            let is_watched = self.shown.take().is_some();
            self.is_asked = !is_watched;
            if self.is_asked {
                room.ask_for_replay();
            }
        }
        if let (true, RoomReplay::Ready(replay)) = (self.is_asked, room.replay()) {
            self.is_asked = false;
            let mut series = RaceSeries::new(replay.players, 0);
            let is_ours = replay.load(&mut series).is_ok();
            self.shown = is_ours.then(|| Box::new((replay.clone(), series, 0)));
        }
        if let Some((replay, series, tick)) = self.shown.as_deref_mut() {
            replay.step(series, *tick);
            *tick += 1;
            if *tick >= replay.ticks() {
                self.shown = None;
            }
        }
    }

    /// The race as it was, while it is watched.
    pub(super) fn series(&self) -> Option<&RaceSeries> {
        self.shown.as_deref().map(|(_, series, _)| series)
    }

    /// What there is to say about it.
    pub(super) fn words(&self, room: &RoomSession<RaceSeries>) -> String {
        match (self.shown.as_deref(), room.replay()) {
            (Some((replay, _, tick)), _) => replay_words(replay, *tick),
            (None, RoomReplay::Coming(part)) => format!("replay: {:.0} % is here", part * 100.0),
            (None, RoomReplay::Nothing) if self.is_asked => "nothing was played yet".into(),
            _ => String::new(),
        }
    }
}
