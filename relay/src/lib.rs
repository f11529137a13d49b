//! Rooms for networked sketches: a relay of packets over `WebSocket`s, alone by default, many of them through NATS.
//!
//! A relay knows nothing of games. It gives seats in rooms to those who come, and hands packets from seat to seat, as
//! [`motile_net::RoomMessage`] says them. One relay is one thread and one event loop: when its core is not enough, more relays
//! share rooms through a NATS server, and a player goes on at another relay when his own dies.
//!
//! What clients may do is bounded everywhere: connections (in all and by address), rooms, messages and bytes a second, the
//! length of messages, what waits for a client that does not read, and the time that each step may take. What is over a bound
//! is refused with a word, or dropped and counted in `/metrics`; others in the room do not notice.
//!
//! With a [`RelaySecret`] tickets are signed, so that relays which were started anew believe no forged ones, and passes can
//! be asked for. Connections are encrypted by TLS with the feature `tls` and the files of a certificate.

mod archive;
mod bucket;
mod client;
mod entry;
mod guard;
mod head;
mod hub;
mod lan;
mod metrics;
mod options;
mod outbox;
mod recorder;
mod run;
mod secret;
#[cfg(feature = "nats")]
mod shared;
mod spoken;
mod tape;
#[cfg(feature = "tls")]
mod tls;

pub use options::{RelayCall, RelayLimits, RelayOptions, TlsFiles};
pub use run::{RunningRelay, run_until_signal, start};
pub use secret::RelaySecret;
pub use spoken::answer_to;
