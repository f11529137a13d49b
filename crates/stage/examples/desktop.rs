//! What tests need of a desktop and no program for scripts does, on X11: `cargo run --example desktop drop WINDOW FILE`
//! drops a file on a window as a file manager does, `desktop close WINDOW` asks it to close as its title bar does, `desktop
//! smallest WINDOW` tells the size below which it does not want to go, and `desktop pointer` how many pixels of the pointer
//! show.

#[cfg(target_os = "linux")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["drop", window, file] => {
            messages::drop_on(window.parse()?, &std::path::absolute(file)?.to_string_lossy())
        }
        ["close", window] => messages::close(window.parse()?),
        ["smallest", window] => hints::print_smallest(window.parse()?),
        ["pointer"] => pointer::print_size(),
        _ => {
            Err("expected `drop WINDOW FILE`, `close WINDOW`, `smallest WINDOW` or `pointer`"
                .into())
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {}

/// What a window tells the desktop about itself.
#[cfg(target_os = "linux")]
mod hints {
    use std::{error::Error, io::Write};
    use x11rb::{
        properties::WmSizeHints, protocol::xproto::Window, rust_connection::RustConnection,
    };

    pub(super) fn print_smallest(window: Window) -> Result<(), Box<dyn Error>> {
        let (connection, _) = RustConnection::connect(None)?;
        let hints = WmSizeHints::get_normal_hints(&connection, window)?.reply()?;
        let (width, height) = hints.and_then(|hints| hints.min_size).unwrap_or_default();
        Ok(writeln!(std::io::stdout(), "{width} {height}")?)
    }
}

/// What the pointer looks like now.
#[cfg(target_os = "linux")]
mod pointer {
    use std::{error::Error, io::Write};
    use x11rb::{protocol::xfixes::ConnectionExt, rust_connection::RustConnection};

    pub(super) fn print_size() -> Result<(), Box<dyn Error>> {
        let (connection, _) = RustConnection::connect(None)?;
        // The server answers nothing to a client that has not said which version it speaks.
        connection.xfixes_query_version(5, 0)?.reply()?;
        let picture = connection.xfixes_get_cursor_image()?.reply()?.cursor_image;
        // The upper byte is how opaque a pixel is.
        let count = picture.iter().filter(|&pixel| pixel >> 24 > 0).count();
        Ok(writeln!(std::io::stdout(), "{count}")?)
    }
}

/// Messages to a window: the request to close, and the XDND protocol, version 5, from the side of the source.
#[cfg(target_os = "linux")]
mod messages {
    use std::error::Error;
    use x11rb::{
        COPY_DEPTH_FROM_PARENT, CURRENT_TIME,
        connection::Connection,
        protocol::{
            Event,
            xproto::{
                Atom, AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask,
                PropMode, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent,
                Window, WindowClass,
            },
        },
        rust_connection::RustConnection,
        wrapper::ConnectionExt as _,
    };

    const VERSION: u32 = 5;

    pub(super) fn drop_on(target: Window, path: &str) -> Result<(), Box<dyn Error>> {
        let (connection, screen) = RustConnection::connect(None)?;
        let source = hidden_window(&connection, screen)?;
        let [enter, position, drop, finished, selection, list, copy] = [
            "XdndEnter",
            "XdndPosition",
            "XdndDrop",
            "XdndFinished",
            "XdndSelection",
            "text/uri-list",
            "XdndActionCopy",
        ]
        .map(|name| atom(&connection, name));
        connection.set_selection_owner(source, selection?, CURRENT_TIME)?;
        let tell = |kind: Atom, data: [u32; 5]| -> Result<(), Box<dyn Error>> {
            let message = ClientMessageEvent::new(32, target, kind, data);
            connection.send_event(false, target, EventMask::NO_EVENT, message)?;
            Ok(connection.flush()?)
        };
        tell(enter?, [source, VERSION << 24, list?, 0, 0])?;
        tell(position?, [source, 0, 0, CURRENT_TIME, copy?])?;
        let (drop, finished) = (drop?, finished?);
        loop {
            match connection.wait_for_event()? {
                Event::SelectionRequest(request) => {
                    answer(&connection, &request, &format!("file://{path}\r\n"))?;
                    tell(drop, [source, 0, CURRENT_TIME, 0, 0])?;
                }
                Event::ClientMessage(message) if message.type_ == finished => return Ok(()),
                _ => {}
            }
        }
    }

    pub(super) fn close(target: Window) -> Result<(), Box<dyn Error>> {
        let (connection, _) = RustConnection::connect(None)?;
        let [protocols, delete] =
            ["WM_PROTOCOLS", "WM_DELETE_WINDOW"].map(|name| atom(&connection, name));
        let data = [delete?, CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, target, protocols?, data);
        connection.send_event(false, target, EventMask::NO_EVENT, message)?;
        // The answer to another request says that this one has arrived.
        atom(&connection, "WM_PROTOCOLS").map(|_| ())
    }

    /// A window that is never shown: events need somewhere to arrive.
    fn hidden_window(connection: &RustConnection, screen: usize) -> Result<Window, Box<dyn Error>> {
        let (id, root) = (connection.generate_id()?, connection.setup().roots[screen].root);
        let (depth, class) = (COPY_DEPTH_FROM_PARENT, WindowClass::INPUT_OUTPUT);
        connection.create_window(
            depth,
            id,
            root,
            0,
            0,
            1,
            1,
            0,
            class,
            0,
            &CreateWindowAux::new(),
        )?;
        Ok(id)
    }

    fn atom(connection: &RustConnection, name: &str) -> Result<Atom, Box<dyn Error>> {
        Ok(connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }

    /// Hands over what is dragged.
    fn answer(
        connection: &RustConnection,
        request: &SelectionRequestEvent,
        text: &str,
    ) -> Result<(), Box<dyn Error>> {
        connection.change_property8(
            PropMode::REPLACE,
            request.requestor,
            request.property,
            if request.target == 0 { AtomEnum::STRING.into() } else { request.target },
            text.as_bytes(),
        )?;
        let done = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: request.property,
        };
        connection.send_event(false, request.requestor, EventMask::NO_EVENT, done)?;
        Ok(connection.flush()?)
    }
}
