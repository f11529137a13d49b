//! Who may come in: passes, and tickets that a relay gave.

use crate::entry::{name, random};
use crate::secret::RelaySecret;
use motile_net::{RoomHello, RoomRefusal, RoomTicket};
use std::time::{SystemTime, UNIX_EPOCH};

/// What is asked of those who come.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) secret: Option<RelaySecret>,
    /// What tickets are signed with when there is no secret: good until this relay ends. `None` on a system without random
    /// numbers, which lets nobody in.
    own: Option<RelaySecret>,
    /// Whether those who come for the first time need a pass.
    pub(crate) asks_for_pass: bool,
}

impl Guard {
    pub(crate) fn new(secret: Option<RelaySecret>, asks_for_pass: bool) -> Self {
        let own = random::<32>().ok().and_then(|bytes| RelaySecret::new(&bytes).ok());
        Self { secret, own, asks_for_pass }
    }

    /// Whether somebody may come in; `now` in seconds since 1970. A ticket is as good as a pass: its owner had one.
    pub(crate) fn check(&self, hello: &RoomHello, now: u64) -> Result<(), RoomRefusal> {
        let Some(secret) = &self.secret else { return Ok(()) };
        if let Some(ticket) = &hello.ticket {
            let is_ours = secret.gave(&name(hello), ticket);
            return if is_ours { Ok(()) } else { Err(RoomRefusal::SeatTaken) };
        }
        let has_pass = hello.pass.is_some_and(|pass| secret.lets_in(&hello.game, &pass, now));
        if has_pass || !self.asks_for_pass { Ok(()) } else { Err(RoomRefusal::BadPass) }
    }

    /// What the owner of a seat comes back with.
    pub(crate) fn token(&self, room: &str, seat: u8, key: u64) -> Result<u128, RoomRefusal> {
        let nonce = u32::from_le_bytes(random()?);
        let secret = self.secret.as_ref().or(self.own.as_ref()).ok_or(RoomRefusal::RelayFull)?;
        // Never 0, which is that of a free seat.
        Ok(secret.token(room, seat, key, nonce).max(1))
    }

    /// Whether this relay gave a ticket, or one that shares its secret.
    pub(crate) fn gave(&self, room: &str, ticket: &RoomTicket) -> bool {
        let secret = self.secret.as_ref().or(self.own.as_ref());
        secret.is_some_and(|secret| secret.gave(room, ticket))
    }
}

/// The time of day, in seconds since 1970.
pub(crate) fn seconds_now() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "passes are over at a time of day")]
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn sim_64_without_a_secret_everybody_may_come_and_with_one_only_what_is_signed_counts() {
        let open = Guard::new(None, false);
        let secret = RelaySecret::new(b"sixteen bytes or").expect("long enough");
        let signing = Guard::new(Some(secret.clone()), false);
        let strict = Guard { asks_for_pass: true, ..signing.clone() };
        let hello = RoomHello::new("pong", 2).with_room("ABC");
        for guard in [&open, &signing] {
            assert_eq!(guard.check(&hello, 5), Ok(()));
        }
        assert_eq!(strict.check(&hello, 5), Err(RoomRefusal::BadPass));
        let passed = hello.clone().with_pass(secret.pass("pong", 1, 9));
        assert_eq!(strict.check(&passed, 5), Ok(()));
        assert_eq!(strict.check(&passed, 9), Err(RoomRefusal::BadPass), "over");

        let ticket = |guard: &Guard| {
            let token = guard.token("pong.ABC", 1, 77).expect("random numbers");
            Some(RoomTicket { seat: 1, token, key: 77 })
        };
        let back = RoomHello { ticket: ticket(&strict), ..hello.clone() };
        assert_eq!(strict.check(&back, 5), Ok(()), "had a pass before");
        let forged = RoomHello { ticket: ticket(&open), ..passed };
        assert_eq!(strict.check(&forged, 5), Err(RoomRefusal::SeatTaken));
        assert_eq!(open.check(&forged, 5), Ok(()), "checked by the room");
    }
}
