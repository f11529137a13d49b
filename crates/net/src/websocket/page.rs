//! The `WebSocket` of a page.

use super::SocketState;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::*;

/// Messages that wait to be read at the most: a page in the background reads none.
const WAITING: usize = 1024;
/// Bytes that wait for a slow connection; more are lost.
const UNSENT: u32 = 64 * 1024;
/// Milliseconds that an attempt to connect may take; browsers wait for minutes.
const PATIENCE: f64 = 2000.0;
/// Milliseconds that a call is taken for: pages call once a frame.
const FRAME: u32 = 16;

#[wasm_bindgen]
extern "C" {
    type WebSocket;
    #[wasm_bindgen(constructor, catch)]
    fn new(address: &str) -> Result<WebSocket, JsValue>;
    #[wasm_bindgen(method, setter, js_name = binaryType)]
    fn set_binary_type(this: &WebSocket, kind: &str);
    #[wasm_bindgen(method, setter)]
    fn set_onmessage(this: &WebSocket, listener: Option<&Closure<dyn FnMut(MessageEvent)>>);
    #[wasm_bindgen(method, getter, js_name = readyState)]
    fn ready_state(this: &WebSocket) -> u16;
    #[wasm_bindgen(method, getter, js_name = bufferedAmount)]
    fn buffered_amount(this: &WebSocket) -> u32;
    #[wasm_bindgen(method, catch)]
    fn send(this: &WebSocket, message: &[u8]) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn close(this: &WebSocket) -> Result<(), JsValue>;

    type MessageEvent;
    #[wasm_bindgen(method, getter)]
    fn data(this: &MessageEvent) -> JsValue;

    /// Where the page came from.
    #[wasm_bindgen(thread_local_v2, js_namespace = location, js_name = hostname)]
    static PAGE_HOST: String;
    #[wasm_bindgen(thread_local_v2, js_namespace = location, js_name = protocol)]
    static PAGE_SCHEME: String;

    /// Milliseconds since the page was opened.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn page_millis() -> f64;

    type Uint8Array;
    #[wasm_bindgen(constructor)]
    fn new(data: &JsValue) -> Uint8Array;
    #[wasm_bindgen(method, js_name = slice)]
    fn to_bytes(this: &Uint8Array) -> Vec<u8>;
}

type Inbox = Rc<RefCell<VecDeque<Vec<u8>>>>;

pub(super) enum Socket {
    /// Waits some milliseconds before it connects to an address.
    Paused(String, u32),
    Open(Connection),
    Closed,
}

pub(super) struct Connection {
    socket: WebSocket,
    inbox: Inbox,
    /// When the attempt began.
    begun: f64,
    /// When the relay was heard last; `None` before the connection stood.
    heard: Option<f64>,
    _listener: Closure<dyn FnMut(MessageEvent)>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.socket.set_onmessage(None);
        // A socket that is closed already has nothing to say about it.
        let _ = self.socket.close();
    }
}

impl Connection {
    fn new(address: &str) -> Option<Self> {
        let socket = WebSocket::new(&full_address(address)).ok()?;
        socket.set_binary_type("arraybuffer");
        let inbox = Inbox::default();
        let filled = Rc::clone(&inbox);
        let listener = Closure::new(move |event: MessageEvent| {
            let mut inbox = filled.borrow_mut();
            if inbox.len() < WAITING {
                inbox.push_back(Uint8Array::new(&event.data()).to_bytes());
            }
        });
        socket.set_onmessage(Some(&listener));
        let begun = page_millis();
        Some(Self { socket, inbox, begun, heard: None, _listener: listener })
    }
}

/// The address with what it leaves out: the host of the page, and the scheme, as browsers let no page that came encrypted
/// speak in the clear.
fn full_address(address: &str) -> String {
    if address.contains("://") {
        return address.into();
    }
    let is_encrypted = PAGE_SCHEME.with(|scheme| scheme == "https:");
    let scheme = if is_encrypted { "wss" } else { "ws" };
    if !address.starts_with(':') {
        return format!("{scheme}://{address}");
    }
    // A page of a file has no host.
    let host =
        PAGE_HOST.with(|host| if host.is_empty() { "127.0.0.1".into() } else { host.clone() });
    format!("{scheme}://{host}{address}")
}

impl Socket {
    pub(super) const fn closed() -> Self {
        Self::Closed
    }

    /// Connects to `HOST:PORT` or an address with its scheme, after a pause.
    pub(super) fn open(address: &str, pause_millis: u32, _: &[u8]) -> Self {
        Self::Paused(address.to_string(), pause_millis)
    }

    pub(super) fn state(&mut self) -> SocketState {
        if let Self::Paused(address, left) = self {
            *left = left.saturating_sub(FRAME);
            if *left > 0 {
                return SocketState::Opening;
            }
            *self = Connection::new(address).map_or(Self::Closed, Self::Open);
        }
        let Self::Open(connection) = self else { return SocketState::Closed };
        match connection.socket.ready_state() {
            0 if page_millis() - connection.begun < PATIENCE => SocketState::Opening,
            0 => {
                *self = Self::Closed;
                SocketState::Closed
            }
            1 => SocketState::Open,
            // What came before the end is still read.
            _ if !connection.inbox.borrow().is_empty() => SocketState::Open,
            _ => SocketState::Closed,
        }
    }

    /// Browsers do not tell pages why a connection failed.
    pub(super) const fn failure(&self) -> Option<String> {
        None
    }

    /// Sends a message, or tells that it could not.
    pub(super) fn send(&mut self, message: &[u8]) -> bool {
        let Self::Open(Connection { socket, .. }) = self else { return false };
        let has_room = socket.ready_state() == 1 && socket.buffered_amount() < UNSENT;
        has_room && socket.send(message).is_ok()
    }

    /// Writes the next message over what is in `message`; tells whether there was one. A relay that says nothing for as
    /// long as `silence` is taken for gone: a machine that lost its power closes no connection.
    pub(super) fn receive(&mut self, message: &mut Vec<u8>, silence: Duration) -> bool {
        let Self::Open(connection) = self else { return false };
        let next = connection.inbox.borrow_mut().pop_front();
        let now = page_millis();
        let heard = *connection.heard.get_or_insert(now);
        if let Some(next) = next {
            connection.heard = Some(now);
            *message = next;
            return true;
        }
        // Silence counts once all that came was read: a page in the background reads nothing.
        if now - heard > silence.as_secs_f64() * 1000.0 {
            *self = Self::Closed;
        }
        false
    }
}
