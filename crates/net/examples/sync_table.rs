//! How well each way of playing over a network keeps opponents where they are, by round trip and loss, as a table and a picture.
//!
//! `cargo run --release -p motile-net --example sync_table -- crates/net/docs`

#![expect(clippy::print_stdout, reason = "it tells what it wrote")]

use motile_geom::{Rng, state};
use motile_net::classic::{ClassicPeer, ClassicUpdate};
use motile_net::race::{BallRace, RaceBall, RaceInput};
use motile_net::{
    GameClient, GameServer, LinkConditions, RollbackSession, RollbackSettings, SERVER,
    ServerSettings, SimulatedNetwork, Transport,
};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;
const TICKS: usize = 3000;
const ROUND_TRIPS: [f32; 4] = [0.0, 0.05, 0.1, 0.2];
const LOSSES: [f32; 3] = [0.0, 0.02, 0.1];

/// A number of a row.
type Column = fn(&Row) -> f64;

/// Root mean squares in pixels of how far the opponent is shown from where he is; and the mean depth of rollbacks.
#[derive(Clone, Copy, Default)]
struct Row {
    classic: f64,
    interpolated: f64,
    rollback: f64,
    confirmed: f64,
    depth: f64,
}

/// A sum of squares.
#[derive(Default)]
struct Mean(f64, f64);

impl Mean {
    fn add(&mut self, distance: f32) {
        *self = Self(self.0 + f64::from(distance * distance), self.1 + 1.0);
    }

    fn root(&self) -> f64 {
        (self.0 / self.1.max(1.0)).sqrt()
    }
}

/// Two drivers who change their mind four times a second; they race again when the track ends.
fn inputs() -> Vec<[RaceInput; 2]> {
    let (mut rng, mut now) = (Rng::new(6), [RaceInput::default(); 2]);
    let mut next = |_| {
        for input in &mut now {
            if rng.chance(4.0 * DT) {
                let right = rng.chance(0.6);
                *input = RaceInput { left: !right, right, jump: rng.chance(0.3) };
            }
        }
        now
    };
    (0..TICKS).map(&mut next).collect()
}

fn measure(round_trip: f32, loss: f32) -> Row {
    let link = LinkConditions::new(round_trip * 0.5, round_trip * 0.1, loss);
    let all = inputs();
    let (rollback, confirmed, depth) = by_rollback(link, &all);
    Row {
        classic: by_classic(link, &all),
        interpolated: by_server(link, &all),
        rollback,
        confirmed,
        depth,
    }
}

fn by_classic(link: LinkConditions, all: &[[RaceInput; 2]]) -> f64 {
    let race = BallRace::new(2, 5);
    let track = Arc::clone(&race.track);
    let mut network = SimulatedNetwork::new(3).with_conditions(link);
    let mut peers = [0, 1].map(|me| ClassicPeer::new(me, race.balls[..2].to_vec()));
    let (mut packet, mut mean) = (Vec::new(), Mean::default());
    for (tick, inputs) in all.iter().enumerate() {
        let time = tick as f64 / 60.0;
        network.step(DT);
        for (me, peer) in peers.iter_mut().enumerate() {
            let mut port = network.port(me as u8);
            if let Some(update) = peer.update(&track, time, inputs[me]) {
                port.send(1 - me as u8, &state::save(&update));
            }
            while port.receive(&mut packet).is_some() {
                if let Ok(update) = state::restore::<ClassicUpdate<RaceBall>>(&packet) {
                    peer.receive(&track, &update, time);
                }
            }
        }
        mean.add(peers[0].elements[1].distance(&peers[1].elements[1]));
    }
    mean.root()
}

fn by_server(link: LinkConditions, all: &[[RaceInput; 2]]) -> f64 {
    let (race, settings) = (BallRace::new(2, 5), ServerSettings::new(2));
    let mut server = GameServer::new(race.clone(), settings);
    let mut clients = [0, 1].map(|me| GameClient::new(race.clone(), me, settings));
    let mut network = SimulatedNetwork::new(3).with_conditions(link);
    let mut mean = Mean::default();
    for inputs in all {
        network.step(DT);
        server.update(DT, &mut network.port(SERVER));
        for (me, client) in clients.iter_mut().enumerate() {
            client.set_input(inputs[me]);
            client.update(DT, &mut network.port(me as u8));
        }
        if let Some(place) = clients[0].interpolated_place(1) {
            mean.add(place.distance(server.game().balls[1].position));
        }
    }
    mean.root()
}

/// As shown, as confirmed, and how deep rollbacks were.
fn by_rollback(link: LinkConditions, all: &[[RaceInput; 2]]) -> (f64, f64, f64) {
    let settings = RollbackSettings::new(2).with_prediction_window(40);
    let session = |me| RollbackSession::new(BallRace::new(2, 5), me, settings);
    let mut peers = [0, 1].map(session);
    let mut network = SimulatedNetwork::new(3).with_conditions(link);
    let (mut shown, mut finals) = (Vec::new(), Vec::new());
    let (mut mean, mut after) = (Mean::default(), Mean::default());
    for inputs in all {
        network.step(DT);
        for (me, peer) in peers.iter_mut().enumerate() {
            peer.set_input(inputs[me]);
            peer.update(DT, &mut network.port(me as u8));
        }
        let ball = |peer: &RollbackSession<BallRace>| peer.confirmed_game().balls[1];
        shown.push((peers[0].tick(), peers[0].game().balls[1]));
        finals.push((peers[1].confirmed(), ball(&peers[1])));
        let (tick, known) = (peers[0].confirmed(), ball(&peers[0]));
        let at = |list: &[(u32, RaceBall)]| {
            list.iter().rev().take(240).find(|(of, _)| *of == tick).map(|(_, ball)| *ball)
        };
        if let Some(ball) = at(&shown) {
            mean.add(ball.distance(&known));
        }
        if let Some(ball) = at(&finals) {
            after.add(ball.distance(&known));
        }
    }
    let report = peers[0].report();
    let depth = report.resimulated as f64 / report.rollbacks.max(1) as f64;
    (mean.root(), after.root(), depth)
}

fn table(rows: &[(f32, f32, Row)]) -> String {
    let mut text = String::from(
        "# How far opponents are off\n\n\
         Written by `cargo run --release -p motile-net --example sync_table -- crates/net/docs`. Two balls race for 50 \
         seconds over a simulated network; jitter is a tenth of the round trip. Columns are root mean squares in pixels \
         (a ball has a radius of 20) of where one machine shows the other's ball beside where that is at the moment; the last \
         one is the mean depth of rollbacks in ticks, the fourth panel of the picture.\n\n\
         ![The table as curves](sync.svg)\n\n\
         | round trip | loss | classic | interpolated, 100 ms behind | rollback, as shown | rollback, confirmed | depth |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for (round_trip, loss, row) in rows {
        let _ = writeln!(
            text,
            "| {:.0} ms | {:.0} % | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
            round_trip * 1e3,
            loss * 100.0,
            row.classic,
            row.interpolated,
            row.rollback,
            row.confirmed,
            row.depth
        );
    }
    text += "\nThe classic method repairs nothing that was lost: a key-up that does not come lets an opponent run away, so its \
             error has no bound. Interpolation shows the right path late, by its delay and \
             the way of a snapshot. Rollback is off \
             only while a guess is wrong, and never once a tick is confirmed.\n";
    text
}

/// A curve through points.
fn curve(points: impl Iterator<Item = (f64, f64)>, color: &str, dashes: &str) -> String {
    let points: Vec<_> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\"{dashes}/>\n",
        points.join(" ")
    )
}

/// The frame of a panel: its title, lines at some levels, and what is below it.
fn frame(left: f64, title: &str, levels: &[f64], y: impl Fn(f64) -> f64) -> String {
    let mut text = format!("<text x=\"{left}\" y=\"34\">{title}</text>\n");
    for &level in levels {
        let (at, right) = (y(level), left + WIDTH);
        let _ = writeln!(
            text,
            "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#dad5ca\"/><text x=\"{:.0}\" y=\"{:.1}\" \
             text-anchor=\"end\" fill=\"#6c7484\">{level}</text>",
            left - 4.0,
            at + 4.0
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.0}\" y=\"230\" fill=\"#6c7484\">0 … 200 ms round trip</text>",
        left + 30.0
    );
    text
}

/// Pixels of a panel, and from one to the next.
const WIDTH: f64 = 180.0;
const APART: f64 = 210.0;
/// Dashes of the curve of each loss.
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"7 4\"", " stroke-dasharray=\"2 4\""];

/// Curves over the round trip: how far opponents are off, a panel for each loss, on a scale of roots so that small and large ones
/// are both seen; and beside them how deep rollbacks are.
fn picture(rows: &[(f32, f32, Row)]) -> String {
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 870 250\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"870\" height=\"250\" fill=\"#f6f3ec\"/>\n",
    );
    let left = |panel: usize| 40.0 + APART * panel as f64;
    let x = |panel, round_trip: f32| left(panel) + WIDTH * f64::from(round_trip) / 0.2;
    let of_loss = |loss| rows.iter().filter(move |(_, of, _)| *of == loss);
    let most = rows.iter().map(|(.., row)| row.classic.max(row.interpolated)).fold(1.0, f64::max);
    let y = |value: f64| 210.0 - 160.0 * (value / most).sqrt();
    let levels: Vec<_> = [0.0, 20.0, 100.0, 500.0].into_iter().filter(|&l| l <= most).collect();
    let columns: [(Column, &str); 3] = [
        (|row| row.classic, "#f0565c"),
        (|row| row.interpolated, "#3f92f0"),
        (|row| row.rollback, "#2b303b"),
    ];
    for (panel, loss) in LOSSES.into_iter().enumerate() {
        text += &frame(left(panel), &format!("{:.0} % lost", loss * 100.0), &levels, y);
        for (value, color) in columns {
            let points = of_loss(loss).map(|(trip, _, row)| (x(panel, *trip), y(value(row))));
            text += &curve(points, color, "");
        }
    }
    let (panel, deepest) = (LOSSES.len(), 8.0);
    let y = |ticks: f64| 210.0 - 160.0 * ticks / deepest;
    text += &frame(left(panel), "depth of rollbacks, ticks", &[0.0, 2.0, 4.0, 6.0, 8.0], y);
    for (loss, dashes) in LOSSES.into_iter().zip(DASHES) {
        let points = of_loss(loss).map(|(trip, _, row)| (x(panel, *trip), y(row.depth)));
        text += &curve(points, "#2b303b", dashes);
    }
    text += "<text x=\"40\" y=\"16\" fill=\"#6c7484\">pixels off: <tspan fill=\"#f0565c\">classic</tspan>, \
             <tspan fill=\"#3f92f0\">interpolated</tspan>, <tspan fill=\"#2b303b\">rollback as shown</tspan> \
             (confirmed: 0)</text>\n\
             <text x=\"670\" y=\"16\" fill=\"#6c7484\">0 % lost, dashes 2 %, dots 10 %</text>\n</svg>\n";
    text
}

/// The files that are written, by name.
fn files() -> [(&'static str, String); 2] {
    let mut rows = Vec::new();
    for round_trip in ROUND_TRIPS {
        for loss in LOSSES {
            rows.push((round_trip, loss, measure(round_trip, loss)));
        }
    }
    [("sync.md", table(&rows)), ("sync.svg", picture(&rows))]
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "crates/net/docs".into());
    std::fs::create_dir_all(&folder)?;
    for (name, text) in files() {
        let path = Path::new(&folder).join(name);
        std::fs::write(&path, text)?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Table and picture of the documentation are what is measured, to the last digit.
#[test]
fn sim_m6_errors_and_depths_of_the_docs_are_those_that_are_measured() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for (name, text) in files() {
        let stored = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert_eq!(stored, text, "{name}: cargo run --release -p motile-net --example sync_table");
    }
}
