//! Sessions over datagrams of the system, on loopback.

use motile_geom::StateHash;
use motile_net::race::{BallRace, RaceInput};
use motile_net::{MAX_PACKET, RollbackSession, RollbackSettings, Transport, UdpTransport};
use std::io;

const DT: f32 = 1.0 / 60.0;

fn pair() -> io::Result<[UdpTransport; 2]> {
    let mut pair = [UdpTransport::bind("127.0.0.1:0")?, UdpTransport::bind("127.0.0.1:0")?];
    let addresses = [pair[0].local_addr()?, pair[1].local_addr()?];
    pair[0].set_peer(1, Some(addresses[1]));
    pair[1].set_peer(0, Some(addresses[0]));
    Ok(pair)
}

#[test]
fn sim_64_two_sessions_play_over_real_sockets() -> io::Result<()> {
    let mut transports = pair()?;
    let settings = RollbackSettings::new(2).with_key(77);
    let mut peers = [0, 1].map(|me| RollbackSession::new(BallRace::new(2, 3), me, settings));
    // Datagrams on loopback take no time to speak of, and a session waits for what it lacks: rounds are counted, not seconds.
    for round in 0..20_000 {
        for (peer, transport) in peers.iter_mut().zip(&mut transports) {
            let right = round % 50 < 30;
            peer.set_input(RaceInput { right, left: !right, jump: round % 90 == 0 });
            peer.update(DT, transport);
        }
        if peers.iter().all(|peer| peer.report().compared >= 5) {
            break;
        }
    }
    for peer in &peers {
        assert!(peer.report().compared >= 5 && peer.report().desyncs == 0, "{:?}", peer.report());
    }
    let common: Vec<_> = peers.iter().map(RollbackSession::confirmed).collect();
    if common[0] == common[1] {
        let hashes = peers.each_ref().map(|peer| StateHash::of(peer.confirmed_game()));
        assert_eq!(hashes[0], hashes[1]);
    }
    Ok(())
}

#[test]
fn sim_64_strangers_and_long_datagrams_are_dropped() -> io::Result<()> {
    let [mut here, mut there] = pair()?;
    let mut stranger = UdpTransport::bind("127.0.0.1:0")?;
    stranger.set_peer(0, Some(here.local_addr()?));
    stranger.send(0, b"let me in");
    there.send(0, &[7; MAX_PACKET + 1]);
    there.send(0, b"hello");
    there.send(200, b"nobody");
    let (mut packet, mut from) = (Vec::new(), None);
    for _ in 0..100_000 {
        from = from.or(here.receive(&mut packet));
        if from.is_some() && here.dropped == 2 {
            break;
        }
    }
    assert_eq!((from, packet.as_slice(), here.dropped), (Some(1), &b"hello"[..], 2));
    Ok(())
}
