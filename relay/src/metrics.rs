//! What a relay counts.

use core::fmt::Write;
use motile_net::RoomRefusal;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// Counters and gauges of a relay, as `/metrics` prints them.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) connections: Cell<u64>,
    pub(crate) accepted: Cell<u64>,
    pub(crate) received: Cell<u64>,
    pub(crate) received_bytes: Cell<u64>,
    pub(crate) forwarded: Cell<u64>,
    pub(crate) nowhere: Cell<u64>,
    pub(crate) over_rate: Cell<u64>,
    pub(crate) over_queue: Cell<u64>,
    pub(crate) from_relays: Cell<u64>,
    pub(crate) recorded_bytes: Cell<u64>,
    pub(crate) rejoined: Cell<u64>,
    pub(crate) handed_out: Cell<u64>,
    pub(crate) lan_answers: Cell<u64>,
    refused: RefCell<BTreeMap<&'static str, u64>>,
}

pub(crate) fn add(counter: &Cell<u64>, amount: u64) {
    counter.set(counter.get() + amount);
}

impl Metrics {
    /// Counts somebody who was refused or thrown out.
    pub(crate) fn refuse(&self, why: RoomRefusal) {
        *self.refused.borrow_mut().entry(why.word()).or_default() += 1;
    }

    /// In the text format of Prometheus.
    pub(crate) fn text(&self, rooms: usize) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: u64| {
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "# HELP motile_relay_{name} {help}\n# TYPE motile_relay_{name} {kind}\n\
                 motile_relay_{name} {value}\n"
            );
        };
        line("connections", "gauge", "Open connections.", self.connections.get());
        line("rooms", "gauge", "Rooms with somebody in them.", rooms as u64);
        for (name, help, counter) in [
            ("accepted_total", "Connections so far.", &self.accepted),
            ("rejoined_total", "Clients that came back to their seat.", &self.rejoined),
            ("received_total", "Messages of clients.", &self.received),
            ("received_bytes_total", "Their bytes.", &self.received_bytes),
            ("forwarded_total", "Packets handed on.", &self.forwarded),
            ("from_relays_total", "Packets that came through other relays.", &self.from_relays),
            ("nowhere_total", "Packets to empty seats.", &self.nowhere),
            ("over_rate_total", "Packets dropped because a client sent too many.", &self.over_rate),
            (
                "over_queue_total",
                "Packets dropped because a client read too few.",
                &self.over_queue,
            ),
            ("recorded_bytes_total", "Bytes of recordings.", &self.recorded_bytes),
            ("lan_answers_total", "Questions of the own network answered.", &self.lan_answers),
            ("recordings_handed_out_total", "Recordings that were asked for.", &self.handed_out),
        ] {
            line(name, "counter", help, counter.get());
        }
        text += "# HELP motile_relay_refused_total Clients refused or thrown out.\n\
                 # TYPE motile_relay_refused_total counter\n";
        for (why, count) in &*self.refused.borrow() {
            let _ = writeln!(text, "motile_relay_refused_total{{why=\"{why}\"}} {count}");
        }
        text
    }
}
