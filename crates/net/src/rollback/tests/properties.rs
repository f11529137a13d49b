//! Any network, and whoever comes and goes.

use super::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn sim_62_random_networks_never_desync(
        seed: u64,
        players in 2u8..9,
        latency in 0f32..0.15,
        jitter in 0f32..0.15,
        loss in 0f32..0.35,
        burst in 0f32..0.02,
        bandwidth in prop_oneof![Just(0f32), 3e3..1e5f32],
        duplication in 0f32..0.3,
        delay in 0u8..4,
        window in 2u8..30,
        skew in -0.004f32..0.004,
    ) {
        let conditions = LinkConditions {
            burst,
            duplication,
            bandwidth,
            reordering: duplication,
            ..LinkConditions::new(latency, jitter, loss)
        };
        let mut network = SimulatedNetwork::new(seed).with_conditions(conditions);
        network.skew[1] = skew;
        let settings = RollbackSettings::new(players).with_input_delay(delay).with_prediction_window(window);
        let mut party = Party::new(&Toy::default(), players, settings, network);
        party.run(400);
        prop_assert_eq!(party.desyncs(), 0);
        // A way there and back for as many ticks as the window has, three of them for what is lost; half of that on a full line.
        let round = 2.0 * (latency + jitter) + (1.0 + 2.0 * loss) / 60.0;
        let rate = (f32::from(window) / (round * 60.0 * 3.0)).min(0.5) * 0.5;
        let confirmed = party.peers[0].confirmed();
        prop_assert!(confirmed as f32 > 400.0 * rate - 40.0, "{confirmed} {rate}");
        prop_assert!(party.peers.iter().all(|peer| peer.report().deepest <= u32::from(window)));
    }

    /// Whoever goes and comes back when, told or not, and whoever looks on: all of them end in one game.
    #[test]
    fn sim_62_players_who_come_and_go_never_desync(
        seed: u64,
        players in 2u8..9,
        who in 0u8..8,
        leave in 10u32..200,
        away in 1u32..700,
        says_so: bool,
        looker in 1u32..400,
        latency in 0f32..0.1,
        jitter in 0f32..0.05,
        loss in 0f32..0.2,
        bandwidth in prop_oneof![Just(0f32), 2e4..1e5f32],
    ) {
        let conditions = LinkConditions { bandwidth, ..LinkConditions::new(latency, jitter, loss) };
        let network = SimulatedNetwork::new(seed).with_conditions(conditions);
        let (who, settings) = (usize::from(who % players), patient(players));
        let mut party = Party::new(&Toy::default(), players, settings, network);
        let looks_on = usize::from(players);
        party.peers.push(RollbackSession::join(Toy::default(), players, settings));
        party.off.push(true);
        party.inputs.push(0);
        for round in 0..leave + away {
            if round == leave {
                party.off[who] = true;
                if says_so {
                    party.peers[who].leave(&mut party.network.port(who as u8));
                }
            }
            party.off[looks_on] &= round < looker;
            party.run(1);
        }
        party.off[looks_on] = false;
        party.off[who] = false;
        party.peers[who] = RollbackSession::join(Toy::default(), who as u8, settings);
        let all = u8::MAX >> (8 - players);
        let (mut rounds, mut whole) = (0, 0);
        while whole < 120 {
            party.run(1);
            let is_whole = party.peers.iter().all(|peer| peer.present() == all)
                && party.peers[who].role() == SessionRole::Player;
            whole = if is_whole { whole + 1 } else { 0 };
            rounds += 1;
            let seen = party.peers.iter().map(|peer| (peer.role(), peer.present(), peer.tick()));
            prop_assert!(rounds < 3000, "{:?}", seen.collect::<Vec<_>>());
        }
        let before = party.peers.iter().map(RollbackSession::confirmed).max().unwrap_or(0);
        party.run(300);
        prop_assert!(party.peers.iter().all(|peer| peer.confirmed() > before + 60));
        prop_assert_eq!(party.desyncs(), 0);
    }

    /// Whoever is cut off from whom and for how long: when the network is whole again, so is the game.
    #[test]
    fn sim_62_players_who_were_cut_off_come_together_again(
        seed: u64,
        players in 2u8..9,
        side in 1u16..256,
        begin in 0u32..120,
        cut in 1u32..600,
        latency in 0f32..0.1,
        loss in 0f32..0.15,
    ) {
        let network = SimulatedNetwork::new(seed)
            .with_conditions(LinkConditions::new(latency, latency * 0.2, loss));
        let mut party = Party::new(&Toy::default(), players, patient(players), network);
        party.run(30 + begin);
        party.network.partition(side & ((1 << players) - 1));
        (0..cut).for_each(|_| party.tick());
        party.network.heal();
        let all = u8::MAX >> (8 - players);
        // A side that is about to give the other up does not know of it yet: it has to stay whole for some seconds.
        let (mut rounds, mut whole) = (0, 0);
        while whole < 300 {
            party.tick();
            let is_there = |peer: &RollbackSession<Toy>| peer.present() == all && peer.role() == SessionRole::Player;
            whole = if party.peers.iter().all(is_there) { whole + 1 } else { 0 };
            rounds += 1;
            let seen = party.peers.iter().map(|peer| (peer.role(), peer.present()));
            prop_assert!(rounds < 3000, "{:?}", seen.collect::<Vec<_>>());
        }
        party.truth.clear();
        let before = party.desyncs();
        party.run(300);
        prop_assert_eq!(party.desyncs(), before);
        let confirmed = party.peers.iter().map(RollbackSession::confirmed);
        let apart = confirmed.clone().max().unwrap_or(0) - confirmed.min().unwrap_or(0);
        prop_assert!(apart < 60, "{} ticks apart", apart);
    }
}
