//! Networked play without a socket inside: rollback and client–server sessions for up to eight players, a
//! simulated network, a wire protocol of bits, clocks that follow each other.
//!
//! ```
//! use motile_geom::state_fields;
//! use motile_net::{Game, GameTick, LinkConditions, RollbackSession, RollbackSettings, SimulatedNetwork};
//!
//! // A game says what its state is, what a player does, and what a tick makes of both …
//! #[derive(Clone, Default)]
//! struct Tug { rope: i32 }
//! state_fields! { Tug { rope } }
//!
//! impl Game for Tug {
//!     type Input = bool;
//!     fn step(&mut self, tick: &GameTick<'_, bool>) {
//!         self.rope += i32::from(tick.input(0)) - i32::from(tick.input(1));
//!     }
//! }
//!
//! // … and is played over any transport, here one that delays and loses packets.
//! let settings = RollbackSettings::new(2);
//! let mut peers = [0, 1].map(|me| RollbackSession::new(Tug::default(), me, settings));
//! let mut network = SimulatedNetwork::new(1).with_conditions(LinkConditions::new(0.05, 0.05, 0.2));
//! for tick in 0..240 {
//!     network.step(1.0 / 60.0);
//!     for peer in &mut peers {
//!         peer.set_input(tick % 10 < 3 + 2 * i32::from(peer.me()));
//!         let mut port = network.port(peer.me());
//!         peer.update(1.0 / 60.0, &mut port);
//!     }
//! }
//! let equal = peers[0].confirmed().min(peers[1].confirmed());
//! assert!(equal > 200 && peers.iter().all(|peer| peer.report().desyncs == 0));
//! ```
//!
//! # What is here
//!
//! | what | items |
//! |---|---|
//! | a game | [`Game`], [`GameTick`], [`PlayerInput`] |
//! | rollback | [`RollbackSession`], [`RollbackSettings`], [`SessionEvent`], [`SessionReport`], [`SessionRole`] |
//! | client and server | [`GameServer`], [`GameClient`], [`Replicated`], [`WholeGame`], [`ServerSettings`] |
//! | pictures between ticks, corrections that nobody sees | [`RollbackSession::alpha`], [`RollbackSession::correction`], [`FadingOffset`] |
//! | all machines in one program | [`LocalMatch`], [`MatchMode`] |
//! | when states differ | [`DesyncReport`], [`Replay`]; before that, in tests: [`RollbackCheck`] |
//! | packets | [`Transport`], [`NoTransport`], [`Packet`], [`PacketError`] |
//! | rooms of a relay | [`RoomHello`], [`RoomWelcome`], [`RoomMessage`], [`RoomRefusal`], [`RoomPass`], [`RoomRecording`] |
//! | rooms of the own network | [`LanQuestion`], [`LanAnswer`] |
//! | networks to try with | [`SimulatedNetwork`], [`LinkConditions`], [`NetworkReport`] |
//! | time, for protocols of your own: sessions keep theirs | [`ClockSync`] |
//! | a game to try | [`race`] |
//! | how it was done before | [`classic`] |
//!
//! # Features
//!
//! - `udp`: `UdpTransport`, datagrams of the system, and `LanSearch`, which finds rooms of the own network.
//! - `websocket`: `WebSocketTransport` and `RoomSession`, a room of a relay (`motile relay`) with its replay, natively and in pages.
//! - `tls`: relays behind `wss://` natively too.
//! - `encrypted`: `PacketCipher`, packets that nobody between the peers can read or forge, over any transport.
//!
//! # Conventions
//!
//! Ticks are `u32` and begin with 0; the state "before tick 90" is that after 90 steps. Players have the numbers 0…7, and
//! those who look on higher ones below [`MAX_PEERS`]. Times are seconds. Nothing here asks for the time or starts a
//! thread, so that no result depends on how many there are, and only the features `udp` and `websocket` open sockets (the latter connects on a thread). Packets come from strangers: any bytes are read or refused, and never a reason to panic.
//!
//! # Limits
//!
//! - An input has 64 bits at the most, a packet 1,200 bytes, a state that is handed over what fits through in the time that
//!   inputs are kept: 384 ticks, six seconds at 60 a second.
//! - The checksum of a packet is made with the key of the session. It keeps out strangers and damage, not somebody who reads
//!   along: that takes the feature `encrypted`, or a relay behind `wss://`.
//! - Peers of a rollback session know everything: hidden cards cannot be hidden from a changed program. About those who are
//!   there a player tells nothing but his own inputs; whoever joins or looks on believes the player who hands him the state.
//! - A player who says that another one is gone is believed, as nobody else can tell on whose side a line is broken: a changed
//!   program can throw others out, who come back, and tell inputs of theirs that nobody else has. [`GameServer`] is for those
//!   who do not trust each other.
//! - Over UDP peers know each other by their addresses, which whoever brings them together hands out with the key: there
//!   are no tokens that prove a seat. One whose address changes (another network, a NAT that forgets) is lost until
//!   `UdpTransport::set_peer` tells the new one. A relay has tickets and passes for all of that.
//! - A page in a tab that nobody sees stands still, as browsers have it: its player is given up after the timeout, and comes
//!   back when the tab is seen again.
//! - A player who is let in while the network falls apart may get the state of the smaller side; the next comparison of
//!   states tells.

mod arrivals;
mod bits;
pub mod classic;
mod clock_sync;
#[cfg(feature = "encrypted")]
mod encrypted;
mod fading_offset;
mod frame;
mod game;
mod input_queue;
mod lan;
mod local_match;
mod packet;
mod pass;
pub mod race;
mod recording;
mod replay;
mod rollback;
mod rollback_check;
mod room;
mod server;
mod simulated;
#[cfg(test)]
mod toy;
mod transport;
#[cfg(feature = "udp")]
mod udp;
#[cfg(feature = "websocket")]
mod websocket;

pub use clock_sync::ClockSync;
#[cfg(feature = "encrypted")]
pub use encrypted::{EncryptedTransport, PacketCipher};
pub use fading_offset::FadingOffset;
pub use frame::{MAX_PACKET, PROTOCOL_VERSION, PacketError, sealed};
pub use game::{Game, GameTick, MAX_PEERS, MAX_PLAYERS, PlayerInput};
pub use lan::{LAN_PORT, LanAnswer, LanQuestion, LanRoomEntry, MAX_LAN_ROOMS};
#[cfg(feature = "udp")]
pub use lan::{LanRoom, LanSearch};
pub use local_match::{LocalMatch, MatchMode};
pub use packet::{
    Admission, CHUNK_BYTES, Chunk, ChunkAck, InputRun, MAX_RUN, Member, PRESENCE, Packet,
    PacketKind, TickHash,
};
pub use pass::{BadPassText, RoomPass};
pub use recording::{RecordedPacket, RoomRecording};
pub use replay::Replay;
pub use rollback::{
    DesyncReport, RollbackSession, RollbackSettings, SessionEvent, SessionReport, SessionRole,
};
pub use rollback_check::{RollbackCheck, RollbackFault};
pub use room::{
    MAX_ROOM_MESSAGE, RECORDING_BURST, RECORDING_PART, ROOM_LETTERS, ROOM_PROTOCOL, RoomHello,
    RoomMessage, RoomRefusal, RoomTicket, RoomWelcome,
};
pub use server::{
    ClientReport, GameClient, GameServer, Replicated, SERVER, ServerReport, ServerSettings,
    WholeGame,
};
pub use simulated::{LinkConditions, NetworkReport, SimulatedNetwork, SimulatedPort};
pub use transport::{NoTransport, Transport};
#[cfg(feature = "udp")]
pub use udp::UdpTransport;
#[cfg(feature = "websocket")]
pub use websocket::{RoomReplay, RoomSession, RoomStatus, WebSocketTransport};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
