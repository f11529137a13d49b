//! What is seen of a room: the field for its code, the way there, the race with its panel.

use super::lan::Entry;
use super::scene::{COLORS, NAMES, View, paint_caption, paint_map, paint_race, paint_results};
use super::watch::Watch;
use crate::kit;
use crate::look::{DUSK, GOLD, GREEN, MIST, NIGHT, RED, SMALL, SNOW, TITLE, WORDS};
use motile::net::race::{BallRace, RaceSeries};
use motile::net::{RollbackSession, RoomSession, RoomStatus, SessionReport};
use motile::prelude::*;

/// Height of the panel below, and where the players stand in it, behind the code, pixels.
const PANEL: f32 = 84.0;
const PLACES: f32 = 240.0;

pub(super) fn paint_field(canvas: &mut Canvas<'_>, size: Vec2, entry: &Entry) {
    let (middle, up) = (size * 0.5, vec2(0.5, 0.5));
    canvas.write("The code of the room", TITLE, middle - vec2(0.0, 60.0), up, SNOW);
    let field = Aabb::from_center(middle, vec2(220.0, 24.0));
    canvas.fill(&Path::round_rect(field, 8.0), DUSK);
    canvas.stroke(&Path::round_rect(field, 8.0), &Stroke::new(2.0), GOLD);
    canvas.write(format!("{}|", entry.text), TITLE, middle, up, SNOW);
    let help = "Enter: go there. A relay that is not at this host: CODE@HOST:PORT";
    canvas.write(help, SMALL, middle + vec2(0.0, 48.0), up, MIST);
    let help = "A new room there: @HOST:PORT. To look on only: ?CODE. Backspace: never mind";
    canvas.write(help, SMALL, middle + vec2(0.0, 68.0), up, MIST);
    canvas.write(entry.words().unwrap_or_default(), SMALL, middle + vec2(0.0, 96.0), up, GOLD);
}

/// How it stands with a room that there is nothing to see of yet, and why the way there led nowhere.
pub(super) fn paint_status(canvas: &mut Canvas<'_>, middle: Vec2, room: &RoomSession<RaceSeries>) {
    let words = match room.status() {
        RoomStatus::Refused(why) => why.to_string(),
        RoomStatus::Connecting => "on the way to the relay".into(),
        RoomStatus::Joined | RoomStatus::Left => String::new(),
    };
    canvas.write(words, WORDS, middle, vec2(0.5, 0.5), SNOW);
    let failure = room.transport().failure().unwrap_or_default();
    canvas.write(failure, SMALL, middle + vec2(0.0, 24.0), vec2(0.5, 0.5), RED);
    let help = "a relay is started by: motile relay. l: leave";
    canvas.write(help, SMALL, middle + vec2(0.0, 48.0), vec2(0.5, 0.5), MIST);
}

/// How packets of late were on their way.
pub(super) fn line(report: &SessionReport) -> String {
    let (millis, percent) = (report.round_trip * 1e3, report.loss * 100.0);
    format!("{millis:.0} ms there and back, {percent:.0} % lost")
}

/// How one of the machines in one program is doing.
pub(super) fn machine(number: usize, report: &SessionReport) -> String {
    let SessionReport { rollbacks, deepest, ahead, bytes_out, .. } = report;
    let did = format!("machine {number}: {rollbacks} rollbacks, deepest {deepest}");
    format!("{did}, ahead {ahead:.1} ticks, {bytes_out} bytes sent, {}", line(report))
}

/// How it goes in a room, in words: what went wrong, or that all is equal.
fn state(room: &RoomSession<RaceSeries>, session: &RollbackSession<RaceSeries>) -> (String, Color) {
    let report = session.report();
    match (room.status(), session.desync()) {
        (RoomStatus::Refused(why), _) => (why.to_string(), RED),
        (RoomStatus::Connecting, _) => {
            let why = room.transport().failure().map_or_else(String::new, |why| format!(": {why}"));
            (format!("on the way back to the relay{why}"), RED)
        }
        // Tick and peer, and the first field that differs.
        (_, Some(desync)) => {
            (desync.to_string().lines().take(2).collect::<Vec<_>>().join(","), RED)
        }
        (_, None) => {
            let (compared, line) = (report.compared, line(report));
            (format!("{compared} states compared, all equal · {line}"), GREEN)
        }
    }
}

/// A race in a room as it is shown, or its replay, and who is there.
pub(super) fn paint_session(
    canvas: &mut Canvas<'_>,
    size: Vec2,
    room: &RoomSession<RaceSeries>,
    session: &RollbackSession<RaceSeries>,
    watch: &Watch,
    shown: &BallRace,
) {
    let series = watch.series().unwrap_or(session.game());
    let race = watch.series().map_or(shown, |watched| &watched.race);
    let area = Aabb::from_size(Vec2::ZERO, size - vec2(0.0, PANEL));
    // Those who only look on follow the first.
    let is_player = session.me() < series.race.count;
    let own = if is_player { session.me() } else { series.race.leader() };
    canvas.clip_rect(area, |canvas| {
        paint_race(canvas, View::new(area, own.into()), race, |_, _| {});
    });
    paint_map(canvas, size.x, &series.race);
    let keys = if is_player { "space: rematch, r: replay" } else { "r: replay" };
    paint_results(canvas, area, &series.race, series.began, keys);
    canvas.fill_rect(Aabb { min: vec2(0.0, area.max.y), max: size }, NIGHT);
    let corner = vec2(16.0, area.max.y + 8.0);
    let code = room.code().unwrap_or_default();
    canvas.write(format!("room {code}"), TITLE, corner, Vec2::ZERO, GOLD);
    let (words, color) = state(room, session);
    canvas.write(words, SMALL, corner + vec2(0.0, 44.0), Vec2::ZERO, color);
    paint_caption(canvas, area, &watch.words(room), GOLD);
    for player in (0..series.race.count).filter(|&player| session.present() >> player & 1 == 1) {
        let index = usize::from(player);
        let apart = ((size.x - PLACES) / f32::from(series.race.count)).min(100.0);
        let place = vec2(PLACES + apart * f32::from(player), corner.y + 14.0);
        kit::disc(canvas, place, 7.0, COLORS[index]);
        let words = if player == session.me() { "you" } else { NAMES[index] };
        canvas.write(words, SMALL, place + vec2(14.0, -9.0), Vec2::ZERO, SNOW);
        let wins = format!("{} won", series.wins[index]);
        canvas.write(wins, SMALL, place + vec2(14.0, 11.0), Vec2::ZERO, MIST);
    }
}
