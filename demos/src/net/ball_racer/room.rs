//! A race with others through a relay: one makes a room, the others come by its code.

use super::drivers;
use super::lan::Entry;
use super::panel::{line, paint_field, paint_session, paint_status};
use super::shown::Hidden;
use super::watch::Watch;
use motile::net::race::{RaceSeries, SeriesInput};
use motile::net::{RollbackSession, RollbackSettings, RoomHello, RoomSession};
use motile::prelude::*;

/// A relay at this port of the host that the page came from; in a window, of this machine.
const RELAY: &str = ":7777";
/// Longest code with the address of a relay behind it.
const LONGEST: usize = 60;

/// A way into a room, or a race in it.
#[derive(Debug)]
pub(super) enum Room {
    /// The code that is being typed, or chosen.
    Code(Entry),
    /// At the relay, and in the room; what is watched of it again, and what rollbacks moved.
    Race(Box<RoomSession<RaceSeries>>, Watch, Hidden),
}

impl Room {
    pub(super) fn is_asked_for(tick: &Tick) -> bool {
        tick.input.pressed(Key::Char('h')) || tick.input.pressed(Key::Char('j'))
    }

    /// A tick of it; `None` when it is over.
    pub(super) fn update(room: Option<Self>, stage: &mut Stage, tick: &Tick) -> Option<Self> {
        let next = match room {
            None if tick.input.pressed(Key::Char('h')) => Some(Self::enter("", players(tick))),
            None => Some(Self::Code(Entry::new())),
            Some(Self::Code(entry)) => Self::type_code(entry, tick),
            Some(Self::Race(race, watch, hidden)) => Self::race(race, watch, hidden, tick),
        };
        let middle = stage.size() * 0.5;
        let is_typing = matches!(next, Some(Self::Code(_)));
        stage.shell.typing = is_typing.then(|| Aabb::from_center(middle, vec2(1.0, 14.0)));
        // The others do not wait for somebody who looks at another window.
        stage.shell.in_background = matches!(next, Some(Self::Race(..)));
        stage.shell.title = next.as_ref().and_then(Self::title);
        next
    }

    /// What the title of the window tells: the code that is typed; then the room, the latest state that all have, and how
    /// comparisons went.
    fn title(&self) -> Option<String> {
        let room = match self {
            Self::Code(entry) => return Some(format!("code: {}", entry.text)),
            Self::Race(room, ..) => room,
        };
        let (code, session) = (room.code()?, room.session()?);
        let report = session.report();
        let state = session.latest_hash().map(|(tick, hash)| format!("{tick} {hash:016x}"));
        let state = state.unwrap_or_else(|| "nothing yet".into());
        let (compared, desyncs) = (report.compared, report.desyncs);
        Some(format!("room {code} · {state} · {compared} compared · {desyncs} desyncs"))
    }

    fn type_code(mut entry: Entry, tick: &Tick) -> Option<Self> {
        entry.update(tick);
        let code = &mut entry.text;
        let fits = |letter: &char| letter.is_ascii_graphic();
        code.extend(tick.input.text.chars().filter(fits));
        code.truncate(LONGEST);
        if tick.input.pressed(Key::Backspace) && code.pop().is_none() {
            return None;
        }
        let is_done = tick.input.pressed(Key::Enter) && !code.is_empty();
        Some(if is_done { Self::enter(code, players(tick)) } else { Self::Code(entry) })
    }

    /// Where words lead: `KXQBDF`, `KXQBDF@HOST:PORT`, or `@HOST:PORT` for a new room of so many players there. `?KXQBDF` looks
    /// on only.
    fn way(words: &str, players: u8) -> (RoomHello, &str) {
        let (words, looks_on) = words.strip_prefix('?').map_or((words, false), |code| (code, true));
        let (code, relay) = words.split_once('@').unwrap_or((words, RELAY));
        let hello = RoomHello::new("ball-racer", players).with_room(code);
        (if looks_on { hello.looking_on() } else { hello }, relay)
    }

    /// Goes to a room.
    fn enter(words: &str, players: u8) -> Self {
        let (hello, relay) = Self::way(words, players);
        let settings = RollbackSettings::default().with_prediction_window(40);
        // The key of the room is known to everybody in it, so that all make the same tracks of it.
        let race = RoomSession::new(&[relay], hello, settings, |welcome| {
            RaceSeries::new(welcome.players, welcome.ticket.key)
        });
        Self::Race(Box::new(race), Watch::default(), Hidden::default())
    }

    fn race(
        mut race: Box<RoomSession<RaceSeries>>,
        mut watch: Watch,
        mut hidden: Hidden,
        tick: &Tick,
    ) -> Option<Self> {
        if tick.input.pressed(Key::Char('l')) {
            race.leave();
            return None;
        }
        let drive = race.session().map(|session| {
            drivers::drive_one(session.me(), &session.game().race, session.tick(), tick)
        });
        let again = tick.input.is_down(Key::Space);
        race.set_input(SeriesInput { drive: drive.unwrap_or_default(), again });
        race.update(tick.dt);
        watch.update(&mut race, tick.input.pressed(Key::Char('r')));
        let correction = race.session().and_then(RollbackSession::correction);
        hidden.update(correction.map(|(was, is)| (&was.race, &is.race)), tick.dt);
        Some(Self::Race(race, watch, hidden))
    }

    pub(super) fn session(&self) -> Option<&RollbackSession<RaceSeries>> {
        match self {
            Self::Race(race, ..) => race.session(),
            Self::Code(_) => None,
        }
    }

    pub(super) fn mark(&self, marks: &mut Marks) {
        let Some(session) = self.session() else { return };
        let report = session.report();
        let state = session.latest_hash().map(|(tick, hash)| format!("{tick} {hash:016x}"));
        let lines = [
            format!("agreed on {}", state.unwrap_or_else(|| "nothing".into())),
            format!("{} states compared, {} desyncs", report.compared, report.desyncs),
            format!("{} rollbacks, deepest {}", report.rollbacks, report.deepest),
            line(report),
        ];
        for (line, words) in lines.into_iter().enumerate() {
            marks.label(MarkRole::Note, vec2(12.0, 70.0 + 18.0 * line as f32), words);
        }
    }

    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, size: Vec2, alpha: f32) {
        match self {
            Self::Code(entry) => paint_field(canvas, size, entry),
            Self::Race(race, watch, hidden) => match race.session() {
                Some(session) => {
                    let shown = hidden.shown(session, |series| &series.race, alpha);
                    paint_session(canvas, size, race, session, watch, &shown);
                }
                None => paint_status(canvas, size * 0.5, race),
            },
        }
    }
}

/// How many balls a new room is for.
fn players(tick: &Tick) -> u8 {
    tick.params.whole("players") as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_a_code_a_relay_or_both() {
        for (words, relay) in [
            ("", ":7777"),
            ("KXQBDF", ":7777"),
            ("kxqbdf@10.0.0.5:9000", "10.0.0.5:9000"),
            ("@wss://play.example", "wss://play.example"),
        ] {
            let Room::Race(race, ..) = Room::enter(words, 2) else { panic!("{words}") };
            assert_eq!(race.transport().relay(), Some(relay), "{words}");
            assert!(race.session().is_none() && race.code().is_none());
        }
    }

    #[test]
    fn sim_62_a_question_mark_looks_on() {
        let (hello, relay) = Room::way("?kxqbdf@10.0.0.5:9000", 2);
        assert_eq!((hello.looks_on, hello.room.as_str(), relay), (true, "KXQBDF", "10.0.0.5:9000"));
        assert!(!Room::way("kxqbdf", 2).0.looks_on);
    }
}
