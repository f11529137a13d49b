//! Tells machines of the own network which rooms there are, to those who ask.

use crate::bucket::Bucket;
use crate::hub::Hub;
use crate::metrics::add;
use motile_net::{LanAnswer, LanQuestion};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;
use tokio::net::UdpSocket;
use tokio::time::{Instant, sleep};

/// Answers a second at the most.
const RATE: f32 = 50.0;
/// More than any question has.
const LONGEST: usize = 1024;

/// Listens for questions where the relay does, at a port of its own.
///
/// # Errors
/// When that is not possible, in words.
pub(crate) async fn listen(relay: SocketAddr, port: u16) -> Result<UdpSocket, String> {
    let place = SocketAddr::new(relay.ip(), port);
    let socket = UdpSocket::bind(place).await;
    socket.map_err(|error| {
        format!("{place} for questions of the network (one relay a machine): {error}")
    })
}

/// Answers until the relay ends.
pub(crate) async fn answer(socket: UdpSocket, hub: Rc<Hub>, port: u16, is_encrypted: bool) {
    let mut bucket = Bucket::new(RATE, Instant::now());
    let mut bytes = [0; LONGEST];
    loop {
        let Ok((length, from)) = socket.recv_from(&mut bytes).await else {
            // Somebody who asked is gone; should it be something worse, it does not keep the core busy.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let Some(question) = LanQuestion::decode(&bytes[..length]) else { continue };
        if hub.going_away.get() || !bucket.take(1.0, Instant::now()) {
            continue;
        }
        let (nonce, rooms) = (question.nonce, hub.rooms_with_seats(&question.game));
        let answer = LanAnswer { nonce, port, is_encrypted, rooms };
        if socket.send_to(&answer.encode(), from).await.is_ok() {
            add(&hub.metrics.lan_answers, 1);
        }
    }
}
