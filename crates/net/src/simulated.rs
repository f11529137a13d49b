//! A network as a value: what real ones do to packets, from a seed.

use crate::{MAX_PACKET, MAX_PEERS, Transport};
use core::cmp::Reverse;
use motile_geom::Rng;
use std::collections::{BinaryHeap, VecDeque};

/// What a connection does to packets. [`Default`] is a perfect one.
///
/// Probabilities are 0…1 for each packet, times seconds. Numbers that are not finite or negative count as 0.
#[doc(alias = "lag")]
#[doc(alias = "netem")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkConditions {
    /// Time on the way, one way, seconds.
    pub latency: f32,
    /// At most so much more, evenly distributed, seconds. Packets overtake each other when it is longer than the time
    /// between them.
    pub jitter: f32,
    /// How many packets are lost, one by one.
    pub loss: f32,
    /// How many packets begin a burst, in which all are lost.
    pub burst: f32,
    /// Packets of a burst on average.
    pub burst_length: f32,
    /// How many packets come twice, the second time with a jitter of its own.
    pub duplication: f32,
    /// How many packets are held back for as long as [`LinkConditions::latency`] and jitter once more.
    pub reordering: f32,
    /// Bytes a second that fit through; 0 is no limit. Packets wait for those before them.
    pub bandwidth: f32,
    /// How long packets wait for room at most, seconds; then they are lost.
    pub queue: f32,
}

impl Default for LinkConditions {
    fn default() -> Self {
        Self {
            latency: 0.0,
            jitter: 0.0,
            loss: 0.0,
            burst: 0.0,
            burst_length: 5.0,
            duplication: 0.0,
            reordering: 0.0,
            bandwidth: 0.0,
            queue: 0.25,
        }
    }
}

impl LinkConditions {
    /// A connection that delays packets and loses some, one by one.
    pub fn new(latency: f32, jitter: f32, loss: f32) -> Self {
        Self { latency, jitter, loss, ..Self::default() }
    }
}

/// What became of the packets of a network so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NetworkReport {
    /// Packets given to it.
    pub sent: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Packets handed out, second copies included.
    pub delivered: u64,
    /// Packets lost by chance, bursts, full queues and partitions.
    pub lost: u64,
    /// Packets that came twice.
    pub duplicated: u64,
    /// Packets handed out after a later one of the same link.
    pub reordered: u64,
}

/// A packet on its way, ordered by when it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Flight {
    /// Microseconds.
    arrival: u64,
    /// Ties are broken by the order of sending.
    number: u64,
    from: u8,
    to: u8,
    buffer: u32,
}

/// What a link remembers from packet to packet.
#[derive(Clone, Copy, Debug, Default)]
struct LinkState {
    in_burst: bool,
    /// Microseconds until which earlier packets take up its bandwidth.
    busy: u64,
    /// Number of the latest packet that was handed out.
    newest: u64,
}

/// A network between up to [`MAX_PEERS`] peers in one process: latency, jitter, loss, bursts, duplication, reordering,
/// bandwidth, partitions and clocks that run wrong, all from one seed.
///
/// It allocates only while more packets are on their way than ever before.
///
/// ```
/// use motile_net::{LinkConditions, SimulatedNetwork, Transport};
///
/// let mut network = SimulatedNetwork::new(7).with_conditions(LinkConditions::new(0.05, 0.0, 0.0));
/// network.port(0).send(1, b"hello");
/// let mut packet = Vec::new();
/// network.step(0.04);
/// assert_eq!(network.port(1).receive(&mut packet), None);
/// network.step(0.02);
/// assert_eq!(network.port(1).receive(&mut packet), Some(0));
/// assert_eq!(packet, b"hello");
/// ```
#[doc(alias = "network simulator")]
#[doc(alias = "lag simulation")]
#[derive(Clone, Debug)]
pub struct SimulatedNetwork {
    /// Of all links that have none of their own.
    pub conditions: LinkConditions,
    /// How much faster the clock of each peer runs: 0.001 gains a millisecond a second. [`SimulatedNetwork::local_dt`]
    /// tells what a peer takes a step of time for.
    pub skew: [f32; MAX_PEERS],
    /// What became of the packets so far.
    pub report: NetworkReport,
    own: Vec<((u8, u8), LinkConditions)>,
    /// Which peers each peer reaches, one bit each.
    reach: [u16; MAX_PEERS],
    links: Vec<LinkState>,
    rng: Rng,
    /// Microseconds.
    now: u64,
    /// What is left of a microsecond.
    rest: f64,
    number: u64,
    flights: BinaryHeap<Reverse<Flight>>,
    /// Packets that arrived, for each peer, oldest first.
    arrived: Vec<VecDeque<Flight>>,
    buffers: Vec<Vec<u8>>,
    free: Vec<u32>,
}

impl SimulatedNetwork {
    /// A perfect network.
    pub fn new(seed: u64) -> Self {
        Self {
            conditions: LinkConditions::default(),
            skew: [0.0; MAX_PEERS],
            report: NetworkReport::default(),
            own: Vec::new(),
            reach: [u16::MAX; MAX_PEERS],
            links: vec![LinkState::default(); MAX_PEERS * MAX_PEERS],
            rng: Rng::new(seed),
            now: 0,
            rest: 0.0,
            number: 0,
            flights: BinaryHeap::with_capacity(256),
            arrived: (0..MAX_PEERS).map(|_| VecDeque::with_capacity(64)).collect(),
            buffers: Vec::new(),
            free: Vec::new(),
        }
    }

    /// With what all links do.
    pub fn with_conditions(mut self, conditions: LinkConditions) -> Self {
        self.conditions = conditions;
        self
    }

    /// Gives the link from one peer to another conditions of its own; the way back keeps its own.
    pub fn set_link(&mut self, from: u8, to: u8, conditions: LinkConditions) {
        self.own.retain(|(link, _)| *link != (from, to));
        self.own.push(((from, to), conditions));
    }

    /// Cuts the network in two: the peers whose bits are set in `group`, and the others. Packets between the two are
    /// lost from now on, and so are those on their way.
    pub fn partition(&mut self, group: u16) {
        for (peer, reach) in self.reach.iter_mut().enumerate() {
            *reach = if group >> peer & 1 == 1 { group } else { !group };
        }
    }

    /// Ends all partitions.
    pub fn heal(&mut self) {
        self.reach = [u16::MAX; MAX_PEERS];
    }

    /// Seconds since the beginning.
    pub fn seconds(&self) -> f64 {
        self.now as f64 * 1e-6
    }

    /// What the clock of a peer shows of a step of time.
    pub fn local_dt(&self, peer: u8, dt: f32) -> f32 {
        dt * (1.0 + self.skew.get(usize::from(peer)).copied().unwrap_or_default())
    }

    /// The network as one peer sees it.
    pub const fn port(&mut self, peer: u8) -> SimulatedPort<'_> {
        SimulatedPort { network: self, peer }
    }

    /// Lets time pass: packets arrive. Time that is not finite or negative changes nothing, and
    /// more than an hour counts as that.
    pub fn step(&mut self, dt: f32) {
        if !(dt.is_finite() && dt > 0.0) {
            return;
        }
        // Whole microseconds, and the rest kept: many short steps are as long as one long step.
        let micros = f64::from(dt.min(LONGEST)) * 1e6 + self.rest;
        self.rest = micros - micros.floor();
        self.now += micros as u64;
        while let Some(&Reverse(flight)) = self.flights.peek() {
            if flight.arrival > self.now {
                break;
            }
            self.flights.pop();
            if self.reaches(flight.from, flight.to) {
                self.arrived[usize::from(flight.to)].push_back(flight);
            } else {
                self.report.lost += 1;
                self.free.push(flight.buffer);
            }
        }
    }

    fn reaches(&self, from: u8, to: u8) -> bool {
        self.reach[usize::from(from)] >> to & 1 == 1
    }

    fn send(&mut self, from: u8, to: u8, packet: &[u8]) {
        if usize::from(from.max(to)) >= MAX_PEERS {
            return;
        }
        self.report.sent += 1;
        self.report.bytes += packet.len() as u64;
        let own = self.own.iter().find(|(link, _)| *link == (from, to));
        let conditions = own.map_or(self.conditions, |(_, conditions)| *conditions);
        let waits = self.wait_for_room(from, to, packet.len(), &conditions);
        // Chance is asked in the same order whatever the answers are, so that one loss moves nothing else.
        let lost = self.is_lost(from, to, &conditions);
        let (first, second) = (self.travel(&conditions), self.travel(&conditions));
        let twice = self.rng.chance(conditions.duplication);
        let Some(waits) = waits.filter(|_| !lost && self.reaches(from, to)) else {
            self.report.lost += 1;
            return;
        };
        self.launch(from, to, packet, waits + first);
        if twice {
            self.report.duplicated += 1;
            self.launch(from, to, packet, waits + second);
        }
    }

    /// Microseconds until the bandwidth has room for a packet; `None` when the queue is full.
    fn wait_for_room(
        &mut self,
        from: u8,
        to: u8,
        bytes: usize,
        conditions: &LinkConditions,
    ) -> Option<u64> {
        if !(conditions.bandwidth.is_finite() && conditions.bandwidth > 0.0) {
            return Some(0);
        }
        let now = self.now;
        let link = &mut self.links[usize::from(from) * MAX_PEERS + usize::from(to)];
        let begin = link.busy.max(now);
        if begin - now > micros(conditions.queue) {
            return None;
        }
        link.busy = begin + (bytes as f64 * 1e6 / f64::from(conditions.bandwidth)) as u64;
        Some(link.busy - now)
    }

    fn is_lost(&mut self, from: u8, to: u8, conditions: &LinkConditions) -> bool {
        let (begins, lone) = (self.rng.chance(conditions.burst), self.rng.chance(conditions.loss));
        let ends = self.rng.chance(1.0 / conditions.burst_length.max(1.0));
        let link = &mut self.links[usize::from(from) * MAX_PEERS + usize::from(to)];
        let in_burst = link.in_burst || begins;
        link.in_burst = in_burst && !ends;
        in_burst || lone
    }

    /// Microseconds on the way.
    fn travel(&mut self, conditions: &LinkConditions) -> u64 {
        let (once, again) = (self.rng.f32(), self.rng.f32());
        let held = self.rng.chance(conditions.reordering);
        let jitter = |part: f32| micros(conditions.latency) + micros(conditions.jitter * part);
        jitter(once) + if held { jitter(again) } else { 0 }
    }

    fn launch(&mut self, from: u8, to: u8, packet: &[u8], travel: u64) {
        let buffer = self.free.pop().unwrap_or_else(|| {
            self.buffers.push(Vec::with_capacity(MAX_PACKET));
            self.buffers.len() as u32 - 1
        });
        let bytes = &mut self.buffers[buffer as usize];
        bytes.clear();
        bytes.extend_from_slice(packet);
        self.number += 1;
        let arrival = self.now + travel;
        self.flights.push(Reverse(Flight { arrival, number: self.number, from, to, buffer }));
    }

    fn receive(&mut self, peer: u8, packet: &mut Vec<u8>) -> Option<u8> {
        let flight = self.arrived.get_mut(usize::from(peer))?.pop_front()?;
        packet.clear();
        packet.extend_from_slice(&self.buffers[flight.buffer as usize]);
        self.free.push(flight.buffer);
        self.report.delivered += 1;
        let link = &mut self.links[usize::from(flight.from) * MAX_PEERS + usize::from(peer)];
        self.report.reordered += u64::from(flight.number < link.newest);
        link.newest = link.newest.max(flight.number);
        Some(flight.from)
    }
}

/// The longest step of time, seconds.
const LONGEST: f32 = 3600.0;

/// Seconds as microseconds; what is no time counts as none.
fn micros(seconds: f32) -> u64 {
    // The cast is 0 for negative numbers and NaN; a minute is longer than any packet travels.
    (f64::from(seconds.min(60.0)) * 1e6) as u64
}

/// A [`SimulatedNetwork`] as one of its peers sees it.
#[derive(Debug)]
pub struct SimulatedPort<'a> {
    network: &'a mut SimulatedNetwork,
    peer: u8,
}

impl Transport for SimulatedPort<'_> {
    fn send(&mut self, to: u8, packet: &[u8]) {
        self.network.send(self.peer, to, packet);
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        self.network.receive(self.peer, packet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_proof::assert_no_allocation;
    use proptest::prelude::*;

    /// Sends a numbered packet from 0 to 1 in every hundredth of a second; what arrived, with its tick.
    fn run(conditions: LinkConditions, seed: u64, count: u32) -> (Vec<(u32, u32)>, NetworkReport) {
        let mut network = SimulatedNetwork::new(seed).with_conditions(conditions);
        let (mut arrived, mut packet) = (Vec::new(), Vec::new());
        for tick in 0..count + 400 {
            if tick < count {
                network.port(0).send(1, &tick.to_le_bytes());
            }
            network.step(0.01);
            while network.port(1).receive(&mut packet).is_some() {
                let number = packet.as_slice().try_into().map(u32::from_le_bytes);
                arrived.push((tick, number.unwrap_or(u32::MAX)));
            }
        }
        (arrived, network.report)
    }

    #[test]
    fn sim_64_a_perfect_network_delivers_everything_in_order() {
        let (arrived, report) = run(LinkConditions::default(), 1, 50);
        assert_eq!(arrived, (0..50).map(|n| (n, n)).collect::<Vec<_>>());
        assert_eq!((report.sent, report.delivered, report.lost, report.bytes), (50, 50, 0, 200));
    }

    #[test]
    fn sim_64_each_condition_does_what_it_says() {
        let n = 4000;
        let share = |part: u64| part as f32 / n as f32;
        let (arrived, report) = run(LinkConditions::new(0.1, 0.0, 0.2), 2, n);
        assert!((share(report.lost) - 0.2).abs() < 0.02, "{report:?}");
        assert!(
            arrived.iter().all(|&(tick, number)| (9..=10).contains(&(tick - number))),
            "100 ms"
        );
        assert_eq!(report.reordered, 0);

        let (arrived, report) = run(LinkConditions::new(0.05, 0.15, 0.0), 3, n);
        assert!(arrived.iter().all(|&(tick, number)| (4..=20).contains(&(tick - number))));
        assert!(share(report.reordered) > 0.5 && report.delivered == u64::from(n), "{report:?}");

        let twice = LinkConditions { duplication: 0.1, ..LinkConditions::default() };
        let report = run(twice, 4, n).1;
        assert_eq!(report.delivered, u64::from(n) + report.duplicated);
        assert!((share(report.duplicated) - 0.1).abs() < 0.02, "{report:?}");

        let held = LinkConditions { latency: 0.05, reordering: 0.1, ..LinkConditions::default() };
        let report = run(held, 5, n).1;
        assert!((0.05..0.15).contains(&share(report.reordered)), "{report:?}");

        let burst = LinkConditions { burst: 0.01, burst_length: 10.0, ..LinkConditions::default() };
        let (arrived, report) = run(burst, 6, n);
        assert!((0.05..0.15).contains(&share(report.lost)), "{report:?}");
        let longest = arrived.windows(2).map(|pair| pair[1].1 - pair[0].1).max();
        assert!(longest > Some(10), "{longest:?}");
    }

    #[test]
    fn sim_64_bandwidth_delays_and_then_drops() {
        // 4 bytes a hundredth of a second are 400 a second; half of it fits.
        let slow = LinkConditions { bandwidth: 200.0, queue: 0.25, ..LinkConditions::default() };
        let (arrived, report) = run(slow, 1, 1000);
        assert!((480..=530).contains(&report.delivered), "{report:?}");
        assert!(arrived.iter().all(|&(tick, number)| tick - number <= 28), "queue and one packet");
        assert_eq!(report.reordered, 0);
    }

    #[test]
    fn sim_64_partitions_cut_both_ways_and_heal() {
        let mut network = SimulatedNetwork::new(1);
        let mut packet = Vec::new();
        network.port(0).send(2, b"on its way");
        network.partition(0b011);
        network.port(0).send(1, b"inside");
        network.port(2).send(3, b"outside");
        network.port(3).send(0, b"across");
        network.step(0.1);
        assert_eq!(
            [0, 1, 2, 3].map(|peer| network.port(peer).receive(&mut packet)),
            [None, Some(0), None, Some(2)]
        );
        network.heal();
        network.port(3).send(0, b"again");
        network.step(0.1);
        assert_eq!(network.port(0).receive(&mut packet), Some(3));
    }

    #[test]
    fn sim_64_links_can_differ_by_direction_and_clocks_by_peer() {
        let mut network = SimulatedNetwork::new(1);
        network.set_link(0, 1, LinkConditions::new(0.5, 0.0, 0.0));
        network.port(0).send(1, b"slow");
        network.port(1).send(0, b"fast");
        network.step(0.1);
        let mut packet = Vec::new();
        assert_eq!(network.port(1).receive(&mut packet), None);
        assert_eq!(network.port(0).receive(&mut packet), Some(1));
        network.skew[1] = 0.5;
        assert_eq!((network.local_dt(0, 2.0), network.local_dt(1, 2.0)), (2.0, 3.0));
    }

    #[test]
    fn sim_64_bad_numbers_and_unknown_peers_are_harmless() {
        let odd = [f32::NAN, f32::INFINITY, -1.0, f32::MAX];
        let mut network = SimulatedNetwork::new(1);
        let mut packet = Vec::new();
        for &a in &odd {
            for &b in &odd {
                network.conditions = LinkConditions {
                    latency: a,
                    jitter: b,
                    loss: a,
                    burst: b,
                    burst_length: a,
                    duplication: b,
                    reordering: a,
                    bandwidth: b,
                    queue: a,
                };
                network.port(0).send(1, b"x");
                network.port(200).send(1, b"x");
                network.port(1).send(200, b"x");
                network.step(a);
                assert_eq!(network.port(200).receive(&mut packet), None);
            }
        }
        network.step(1.0);
        assert!(network.seconds() >= 1.0);
    }

    #[test]
    fn sim_64_packets_take_no_memory_after_warm_up() {
        let conditions = LinkConditions { duplication: 0.2, ..LinkConditions::new(0.05, 0.1, 0.1) };
        let mut network = SimulatedNetwork::new(9).with_conditions(conditions);
        let mut packet = Vec::new();
        let mut tick = |network: &mut SimulatedNetwork| {
            network.port(0).send(1, &[7; 100]);
            network.step(1.0 / 60.0);
            while network.port(1).receive(&mut packet).is_some() {}
        };
        (0..6000).for_each(|_| tick(&mut network));
        assert_no_allocation("a tick of the network", || (0..600).for_each(|_| tick(&mut network)));
    }

    proptest! {
        #[test]
        fn sim_64_a_seed_is_a_network(seed: u64, latency in 0f32..0.3, jitter in 0f32..0.3, loss in 0f32..0.5) {
            let conditions = LinkConditions {
                duplication: 0.1,
                reordering: 0.1,
                burst: 0.02,
                ..LinkConditions::new(latency, jitter, loss)
            };
            prop_assert_eq!(run(conditions, seed, 60), run(conditions, seed, 60));
        }
    }
}
