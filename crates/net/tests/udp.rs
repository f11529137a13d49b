//! Sessions over datagrams of the system, on loopback.

use motile_geom::StateHash;
use motile_net::race::{BallRace, RaceInput};
use motile_net::{
    GameClient, GameServer, MAX_PACKET, RollbackSession, RollbackSettings, SERVER, ServerSettings,
    Transport, UdpTransport,
};
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

/// Sixty-four of them ended an update: a few thousand a second kept the buffer of the system full, and the players out.
#[test]
fn sim_64_a_stranger_who_floods_does_not_keep_players_apart() -> io::Result<()> {
    let mut transports = pair()?;
    let mut stranger = UdpTransport::bind("127.0.0.1:0")?;
    for (peer, transport) in transports.iter().enumerate() {
        stranger.set_peer(peer as u8, Some(transport.local_addr()?));
    }
    let settings = RollbackSettings::new(2).with_key(77);
    let mut peers = [0, 1].map(|me| RollbackSession::new(BallRace::new(2, 3), me, settings));
    for _ in 0..2_000 {
        // As many as the buffer of the system takes, and no more.
        for datagram in 0..300u32 {
            stranger.send((datagram % 2) as u8, b"let me in");
        }
        for (peer, transport) in peers.iter_mut().zip(&mut transports) {
            peer.set_input(RaceInput { right: true, ..RaceInput::default() });
            peer.update(DT, transport);
        }
        if peers.iter().all(|peer| peer.report().compared >= 5) {
            break;
        }
    }
    for (peer, transport) in peers.iter().zip(&transports) {
        assert!(peer.report().compared >= 5, "{:?}", peer.report());
        assert!(transport.dropped > 1000 && peer.report().refused == 0);
    }
    Ok(())
}

#[test]
fn sim_63_a_server_and_its_clients_play_over_real_sockets() -> io::Result<()> {
    let settings = ServerSettings::new(2).with_key(77);
    let bind = || UdpTransport::bind("127.0.0.1:0");
    let (mut there, mut here) = (bind()?, [bind()?, bind()?]);
    for (player, transport) in here.iter_mut().enumerate() {
        there.set_peer(player as u8, Some(transport.local_addr()?));
        transport.set_peer(SERVER, Some(there.local_addr()?));
    }
    let race = BallRace::new(2, 3);
    let mut server = GameServer::new(race.clone(), settings);
    let mut clients = [0, 1].map(|me| GameClient::new(race.clone(), me, settings));
    for round in 0..1200 {
        server.update(DT, &mut there);
        for (client, transport) in clients.iter_mut().zip(&mut here) {
            let right = round % 50 < 30 + u32::from(client.me());
            client.set_input(RaceInput { right, ..RaceInput::default() });
            client.update(DT, transport);
        }
    }
    assert_eq!((server.present(), server.report().refused), (0b11, 0));
    for client in &clients {
        let report = client.report();
        assert!(report.snapshots > 300 && report.refused == 0 && report.lead > 0, "{report:?}");
        let (me, newest) = (client.me(), client.newest().expect("snapshots"));
        let shown = client.interpolated_place(1 - u16::from(me)).expect("the other one");
        let truth = server.past_place(1 - u16::from(me), newest).expect("a late tick");
        assert!(shown.distance(truth) < 120.0 && truth.x > 200.0, "{shown} {truth}");
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
