//! Which microphones a server has, and when that changes.

use super::{CONTROL, Client, NONE, PATIENCE, command, cookie, damaged, socket, take, take_number};
use crate::device::{
    list::{CaptureDevice, Watched},
    lock,
};
use std::{io, os::unix::net::UnixStream, sync::Mutex};

/// Of what changes the server tells us: of sources, and of the server itself, which names the default one.
const OF_INTEREST: u32 = 0x02 | 0x80;

/// The microphones of the server, once.
pub(in crate::device) fn sources() -> io::Result<Vec<CaptureDevice>> {
    meet(socket()?, &cookie())?.sources()
}

/// Keeps the list of microphones up to date until nobody asks any more, or the server is gone.
pub(in crate::device) fn watch(shared: &Mutex<Watched>) -> io::Result<()> {
    follow(socket()?, &cookie(), shared)
}

fn meet(socket: UnixStream, cookie: &[u8]) -> io::Result<Client> {
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    let mut client = Client { socket, question: 0 };
    client.greet(cookie)?;
    Ok(client)
}

/// Speaks with a server that has just been reached.
fn follow(socket: UnixStream, cookie: &[u8], shared: &Mutex<Watched>) -> io::Result<()> {
    lock(shared).connected(socket.try_clone()?);
    let mut client = meet(socket, cookie)?;
    // First the wish to be told, then the list: nothing falls between the two.
    let mut ask = client.question(command::SUBSCRIBE);
    ask.number(OF_INTEREST);
    client.ask(&ask)?;
    while !lock(shared).is_over() {
        let devices = client.sources()?;
        lock(shared).found(devices);
        client.wait_for_change()?;
    }
    Ok(())
}

impl Client {
    /// What tells of a change while a list is on its way is left unread: the list asked for next would be no newer. One that comes
    /// after it is read by [`Client::wait_for_change`].
    fn sources(&mut self) -> io::Result<Vec<CaptureDevice>> {
        let ask = self.question(command::GET_SERVER_INFO);
        let reply = self.ask(&ask)?;
        let default = default_source(&mut reply.as_slice())?;
        let ask = self.question(command::GET_SOURCE_INFO_LIST);
        let reply = self.ask(&ask)?;
        let mut rest = reply.as_slice();
        let mut devices = Vec::new();
        while !rest.is_empty() {
            devices.extend(take_source(&mut rest, default.as_deref())?);
        }
        Ok(devices)
    }

    /// Waits for as long as it takes.
    fn wait_for_change(&mut self) -> io::Result<()> {
        loop {
            let (from, body) = self.message_unless(|| true)?;
            if from == CONTROL && take_number(&mut body.as_slice())? == command::SUBSCRIBE_EVENT {
                return Ok(());
            }
        }
    }
}

/// The name of the default source out of what a server tells about itself.
fn default_source(rest: &mut &[u8]) -> io::Result<Option<String>> {
    // Its name and version, user and host, the usual kind of samples, the default sink.
    for _ in 0..6 {
        pass_over(rest)?;
    }
    take_text(rest)
}

/// One source of a list; `None` for what listens to a loudspeaker and is no microphone.
fn take_source(rest: &mut &[u8], default: Option<&str>) -> io::Result<Option<CaptureDevice>> {
    take_number(rest)?;
    let id = take_text(rest)?.ok_or_else(damaged)?;
    let name = take_text(rest)?;
    // Kind of samples, channels, owner, volume, whether it is muted.
    for _ in 0..5 {
        pass_over(rest)?;
    }
    let listens_to = take_number(rest)?;
    // Name of that, delay, driver, flags, properties, delay that was asked for.
    for _ in 0..6 {
        pass_over(rest)?;
    }
    let is_default = default == Some(id.as_str());
    let name = name.unwrap_or_else(|| id.clone());
    Ok((listens_to == NONE).then_some(CaptureDevice { id, name, is_default }))
}

/// A text, or none.
fn take_text(rest: &mut &[u8]) -> io::Result<Option<String>> {
    let (tag, after) = rest.split_first().ok_or_else(damaged)?;
    if *tag == b'N' {
        *rest = after;
        return Ok(None);
    }
    let end = after.iter().position(|&byte| byte == 0).filter(|_| *tag == b't');
    let (text, after) = after.split_at(end.ok_or_else(damaged)?);
    *rest = &after[1..];
    Ok(Some(String::from_utf8_lossy(text).into_owned()))
}

/// Passes over one value of any kind.
fn pass_over(rest: &mut &[u8]) -> io::Result<()> {
    let (tag, after) = rest.split_first().ok_or_else(damaged)?;
    let first = usize::from(after.first().copied().unwrap_or_default());
    let length = match tag {
        b't' | b'N' => return take_text(rest).map(drop),
        b'P' => return pass_over_properties(rest),
        b'x' => {
            let (length, _) = after.split_first_chunk().ok_or_else(damaged)?;
            4 + u32::from_be_bytes(*length) as usize
        }
        b'0' | b'1' => 0,
        b'B' => 1,
        b'L' | b'V' => 4,
        b'a' => 6,
        b'U' | b'T' | b'R' | b'r' => 8,
        // How many, and as many channels or volumes.
        b'm' => 1 + first,
        b'v' => 1 + 4 * first,
        _ => return Err(damaged()),
    };
    *rest = after.get(length..).ok_or_else(damaged)?;
    Ok(())
}

/// Keys, each with the length of its value and the value, up to a key that is none.
fn pass_over_properties(rest: &mut &[u8]) -> io::Result<()> {
    take::<0>(rest, b'P')?;
    while take_text(rest)?.is_some() {
        take_number(rest)?;
        pass_over(rest)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Values;
    use super::super::tests::Server;
    use super::*;
    use crate::{CaptureWatch, SoundCapture};
    use motile_geom::Rng;
    use std::{sync::Arc, thread};

    /// What a server tells about a source.
    fn source(values: &mut Values, index: u32, id: &str, name: Option<&str>, listens_to: u32) {
        values.number(index).text(id);
        match name {
            Some(name) => values.text(name),
            None => values.nothing(),
        };
        values.sample_kind(44_100).channels().number(1).volume().flag(false);
        values.number(listens_to).nothing();
        values.bytes.extend([b'U', 0, 0, 0, 0, 0, 0, 0, 9]);
        values.text("driver").number(7).properties(&[("device.class", "sound"), ("x", "")]);
        values.bytes.extend([b'U', 0, 0, 0, 0, 0, 0, 0, 9]);
    }

    fn server_info(values: &mut Values, default: &str) {
        values.text("pulseaudio").text("15.0").text("somebody").text("host").sample_kind(44_100);
        values.text("speaker").text(default).number(0xC0_0C1E);
    }

    fn answer_lists(server: &mut Server, sources: &[(&str, Option<&str>, u32)]) {
        let question = server.expect(command::GET_SERVER_INFO);
        let mut info = Values::default();
        info.number(command::REPLY).number(question);
        server_info(&mut info, "desk");
        server.send(CONTROL, &info.bytes);
        let question = server.expect(command::GET_SOURCE_INFO_LIST);
        let mut list = Values::default();
        list.number(command::REPLY).number(question);
        for (index, (id, name, listens_to)) in sources.iter().enumerate() {
            source(&mut list, index as u32, id, *name, *listens_to);
        }
        server.send(CONTROL, &list.bytes);
    }

    #[test]
    fn input_2_the_list_follows_what_is_plugged_in_and_leaves_out_loudspeakers() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let shared = Arc::new(Mutex::new(Watched::default()));
        let watched = Arc::clone(&shared);
        let client = thread::spawn(move || follow(ours, &[0; 256], &watched));
        let mut server = Server::new(theirs);
        server.greet();
        let question = server.expect(command::SUBSCRIBE);
        server.say(&[command::REPLY, question]);
        answer_lists(&mut server, &[("speaker.monitor", Some("Monitor"), 0)]);
        // Anything else that the server says is no change.
        server.say(&[command::REPLY, 999]);
        server.say(&[command::SUBSCRIBE_EVENT, NONE, 1, 4]);
        let desk = ("desk", Some("Desk"), NONE);
        answer_lists(&mut server, &[("speaker.monitor", None, 0), desk, ("bare", None, NONE)]);
        server.say(&[command::SUBSCRIBE_EVENT, NONE, 0x21, 4]);
        // The next question comes after the list was taken in.
        server.expect(command::GET_SERVER_INFO);
        let mut watch = CaptureWatch::of(shared);
        assert!(watch.has_changed() && !watch.has_changed());
        let devices = watch.devices();
        let names: Vec<_> = devices.iter().map(|d| (d.name(), d.is_default())).collect();
        assert_eq!(names, [("Desk", true), ("bare", false)]);
        drop(watch);
        client.join().unwrap().unwrap_err();
        assert!(server.is_closed());
    }

    #[test]
    fn any_list_is_understood_or_an_error() {
        let mut whole = Values::default();
        source(&mut whole, 1, "desk", Some("Desk"), NONE);
        let mut rng = Rng::new(5);
        for length in 0..whole.bytes.len() {
            assert!(take_source(&mut &whole.bytes[..length], None).is_err(), "{length}");
        }
        for _ in 0..4000 {
            let mut bytes = whole.bytes.clone();
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = rng.below(256) as u8;
            let _understood = take_source(&mut bytes.as_slice(), None).is_ok();
        }
    }

    /// Against the server of the machine, if there is one: its microphones can be opened by the list.
    #[test]
    fn the_list_of_a_real_server_is_understood() {
        if socket().is_err() {
            return;
        }
        for device in &sources().unwrap() {
            assert!(!device.name().is_empty());
            drop(SoundCapture::open_device(device));
        }
    }
}
