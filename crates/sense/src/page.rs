//! Microphone and camera of a page.
//!
//! `web/senses.js` asks the visitor, has the devices, and carries blocks of samples and pictures to the functions below.
//! Every start has a ticket, which the page shows with all it brings: what comes late, after a stop, is let drop.

use core::{cell::RefCell, fmt};
use motile_pixels::Surface;
use motile_sound::CaptureStatus;
use wasm_bindgen::prelude::*;

/// Which of the two a call is about, as the page counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageDevice {
    Microphone = 0,
    Camera = 1,
}

#[wasm_bindgen]
extern "C" {
    /// The page is to `start`, `stop`, `pause` or `resume` a device. Size and rate are those of the pictures wanted, 0 for any, and
    /// the one or the other counts more; the id is that of a device that was chosen, or empty.
    #[wasm_bindgen(catch, js_namespace = globalThis)]
    fn motile_sense(
        device: u8,
        ticket: u32,
        wish: &str,
        width: u32,
        height: u32,
        rate: f32,
        rate_first: bool,
        id: &str,
    ) -> Result<(), JsValue>;
}

thread_local! {
    /// What the page has brought. WebAssembly has one thread, and its exported functions no argument to carry state.
    static INBOX: RefCell<Inbox> = const { RefCell::new(Inbox::new()) };
}

/// Samples that wait for somebody to take them: a second of the usual rate. Then the oldest are dropped.
const MOST_WAITING: usize = 48_000;

struct Inbox {
    tickets: [u32; 2],
    status: [CaptureStatus; 2],
    /// Samples and pictures since the start.
    arrived: [u64; 2],
    /// How often the lists of devices have changed.
    listed: u32,
    /// How often something was plugged in or out, after which there was a device of the kind.
    brought: [u32; 2],
    /// How often a permission was given in the settings of the browser.
    permitted: [u32; 2],
    /// What can be chosen; `None` before the page has told.
    devices: [Option<Vec<ListedDevice>>; 2],
    rate: u32,
    samples: Vec<f32>,
    /// Samples since the start that nobody took in time.
    dropped: u64,
    picture: Option<PagePicture>,
}

/// A device that the browser has named.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct ListedDevice {
    /// How the browser knows it; empty for the one that it will offer.
    id: String,
    /// Its name for people; empty where the browser tells none.
    name: String,
}

/// Without its name, which tells about its owner.
impl fmt::Debug for ListedDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListedDevice").finish_non_exhaustive()
    }
}

impl ListedDevice {
    /// The devices of a kind: those that the browser names, else the one that it will offer.
    pub(crate) fn list(device: PageDevice) -> Vec<Self> {
        let told = INBOX.with_borrow(|inbox| inbox.devices[device as usize].clone());
        told.unwrap_or_else(|| vec![Self::default()])
    }

    /// Its name, or what stands for one.
    pub(crate) fn name_or<'a>(&'a self, plain: &'a str) -> &'a str {
        if self.name.is_empty() { plain } else { &self.name }
    }

    /// One a line: the id, a tab, the name.
    fn parse(text: &str) -> Vec<Self> {
        let lines = text.lines().filter_map(|line| line.split_once('\t'));
        lines.map(|(id, name)| Self { id: id.into(), name: name.into() }).collect()
    }
}

/// A picture and when it was taken, in seconds of the page.
pub(crate) struct PagePicture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) seconds: f64,
    pub(crate) number: u64,
    bytes: Vec<u8>,
}

/// Without its pixels: debug output ends in logs.
impl fmt::Debug for PagePicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PagePicture").field("number", &self.number).finish_non_exhaustive()
    }
}

impl PagePicture {
    /// Puts the pixels into a surface, which takes the size; whether that is possible.
    pub(crate) fn write(&self, picture: &mut Surface) -> bool {
        let fits = (picture.width(), picture.height()) == (self.width, self.height);
        if !fits && let Ok(fresh) = Surface::new(self.width, self.height) {
            *picture = fresh;
        }
        let bytes = picture.bytes_mut();
        let whole = bytes.len() == self.bytes.len();
        if whole {
            bytes.copy_from_slice(&self.bytes);
        }
        whole
    }
}

impl Inbox {
    const fn new() -> Self {
        Self {
            tickets: [0; 2],
            status: [CaptureStatus::Opening; 2],
            arrived: [0; 2],
            listed: 0,
            brought: [0; 2],
            permitted: [0; 2],
            devices: [None, None],
            rate: 0,
            samples: Vec::new(),
            dropped: 0,
            picture: None,
        }
    }

    const fn is_current(&self, device: PageDevice, ticket: u32) -> bool {
        self.tickets[device as usize] == ticket
    }
}

/// A device that was started; dropped, the page lets it go.
#[derive(Debug)]
pub(crate) struct PageCapture {
    device: PageDevice,
    ticket: u32,
}

impl PageCapture {
    /// Asks for a microphone.
    pub(crate) fn open(chosen: &ListedDevice) -> Self {
        Self::start(PageDevice::Microphone, (0, 0), (0.0, false), chosen)
    }

    /// Asks for a camera, with pictures of a size and about so many a second, 0 for any; beside the rate, whether it counts more than
    /// the size.
    pub(crate) fn camera(size: (u32, u32), rate: (f32, bool), chosen: &ListedDevice) -> Self {
        Self::start(PageDevice::Camera, size, rate, chosen)
    }

    fn start(
        device: PageDevice,
        size: (u32, u32),
        rate: (f32, bool),
        chosen: &ListedDevice,
    ) -> Self {
        let ticket = INBOX.with_borrow_mut(|inbox| {
            let at = device as usize;
            inbox.tickets[at] = inbox.tickets[at].wrapping_add(1);
            (inbox.status[at], inbox.arrived[at]) = (CaptureStatus::Opening, 0);
            if device == PageDevice::Microphone {
                inbox.samples.clear();
                inbox.dropped = 0;
            }
            inbox.tickets[at]
        });
        let ((width, height), (rate, first), at) = (size, rate, device as u8);
        // A page that is not ours has no such function.
        if motile_sense(at, ticket, "start", width, height, rate, first, &chosen.id).is_err() {
            INBOX.with_borrow_mut(|inbox| inbox.status[device as usize] = CaptureStatus::Missing);
        }
        Self { device, ticket }
    }

    /// How it is doing. Another start of the same device takes it away.
    pub(crate) fn status(&self) -> CaptureStatus {
        INBOX.with_borrow(|inbox| {
            let current = inbox.is_current(self.device, self.ticket);
            if current { inbox.status[self.device as usize] } else { CaptureStatus::Lost }
        })
    }

    /// Samples per second, in Hz; 0 while it is not known.
    pub(crate) fn rate(&self) -> u32 {
        INBOX.with_borrow(|inbox| inbox.rate)
    }

    /// Moves what was heard since the last time to the end of `out`.
    pub(crate) fn take(&self, out: &mut Vec<f32>) {
        INBOX.with_borrow_mut(|inbox| {
            if inbox.is_current(self.device, self.ticket) {
                out.append(&mut inbox.samples);
            }
        });
    }

    /// Samples that were dropped because nobody took them for a second.
    pub(crate) fn dropped(&self) -> u64 {
        INBOX.with_borrow(|inbox| {
            if inbox.is_current(self.device, self.ticket) { inbox.dropped } else { 0 }
        })
    }

    /// The newest picture, once.
    pub(crate) fn take_picture(&self) -> Option<PagePicture> {
        INBOX.with_borrow_mut(|inbox| {
            let current = inbox.is_current(self.device, self.ticket);
            if current { inbox.picture.take() } else { None }
        })
    }

    /// Captures nothing while paused, but keeps the device.
    pub(crate) fn set_paused(&self, paused: bool) {
        self.wish(if paused { "pause" } else { "resume" });
    }

    fn wish(&self, wish: &str) {
        // A page that is not ours has no devices to halt.
        let _ = motile_sense(self.device as u8, self.ticket, wish, 0, 0, 0.0, false, "");
    }
}

impl Drop for PageCapture {
    fn drop(&mut self) {
        self.wish("stop");
        INBOX.with_borrow_mut(|inbox| {
            if inbox.is_current(self.device, self.ticket) {
                // What comes late shows an old ticket.
                let at = self.device as usize;
                inbox.tickets[at] = inbox.tickets[at].wrapping_add(1);
                inbox.status[at] = CaptureStatus::Opening;
                match self.device {
                    PageDevice::Microphone => inbox.samples = Vec::new(),
                    PageDevice::Camera => inbox.picture = None,
                }
            }
        });
    }
}

/// Something happened to a device of the page: it is `granted`, `refused`, `missing`, `busy` or `lost`.
#[wasm_bindgen]
pub fn web_sense_changed(device: u8, ticket: u32, what: &str) {
    let status = match what {
        "granted" => CaptureStatus::Running,
        "refused" => CaptureStatus::Refused,
        "busy" => CaptureStatus::Busy,
        "lost" => CaptureStatus::Lost,
        _ => CaptureStatus::Missing,
    };
    INBOX.with_borrow_mut(|inbox| {
        let device = if device == 0 { PageDevice::Microphone } else { PageDevice::Camera };
        if inbox.is_current(device, ticket) {
            inbox.status[device as usize] = status;
        }
    });
}

/// Somebody has allowed a device in the settings of the browser.
#[wasm_bindgen]
pub fn web_sense_permitted(device: u8) {
    INBOX.with_borrow_mut(|inbox| {
        let count = &mut inbox.permitted[usize::from(device != 0)];
        *count = count.wrapping_add(1);
    });
}

/// Which devices there are, one a line: an id, a tab and a name, both empty for the one that the browser will offer. `plugged` says
/// that the browser told of a change; a list alone also changes when the browser begins to tell names.
#[wasm_bindgen]
pub fn web_sense_devices(device: u8, text: &str, plugged: bool) {
    INBOX.with_borrow_mut(|inbox| {
        let at = usize::from(device != 0);
        let found = ListedDevice::parse(text);
        let is_there = !found.is_empty();
        let known = inbox.devices[at].replace(found);
        let changed = known != inbox.devices[at];
        inbox.listed = inbox.listed.wrapping_add(u32::from(changed));
        let brought = is_there && (plugged || changed);
        inbox.brought[at] = inbox.brought[at].wrapping_add(u32::from(brought));
    });
}

/// Tells of a permission that was given since the last look.
#[derive(Debug, Default)]
pub(crate) struct PermitWatch(u32);

impl PermitWatch {
    /// Whether it was since this was last asked.
    pub(crate) fn has_changed(&mut self, device: PageDevice) -> bool {
        let now = INBOX.with_borrow(|inbox| inbox.permitted[device as usize]);
        core::mem::replace(&mut self.0, now) != now
    }
}

/// Tells of a device that may be there again.
#[derive(Debug, Default)]
pub(crate) struct PlugWatch(u32);

impl PlugWatch {
    /// Whether something was plugged in or out since this was last asked, after which there is a device of the kind. Where there is
    /// none, asking the visitor again would fail again.
    pub(crate) fn brought(&mut self, device: PageDevice) -> bool {
        let now = INBOX.with_borrow(|inbox| inbox.brought[device as usize]);
        core::mem::replace(&mut self.0, now) != now
    }
}

/// Tells of changes in the lists of devices.
#[derive(Debug, Default)]
pub(crate) struct ListWatch(u32);

impl ListWatch {
    /// Whether a list has changed since this was last asked.
    pub(crate) fn has_changed(&mut self) -> bool {
        let now = INBOX.with_borrow(|inbox| inbox.listed);
        core::mem::replace(&mut self.0, now) != now
    }
}

/// The microphone of the page heard these samples.
#[wasm_bindgen]
pub fn web_heard(ticket: u32, rate: f32, samples: &[f32]) {
    INBOX.with_borrow_mut(|inbox| {
        if !inbox.is_current(PageDevice::Microphone, ticket) {
            return;
        }
        // A rate that is no number becomes 0, which no ear takes.
        inbox.rate = rate as u32;
        inbox.arrived[0] += samples.len() as u64;
        inbox.samples.extend_from_slice(samples);
        let most = inbox.samples.len().saturating_sub(MOST_WAITING);
        inbox.samples.drain(..most);
        inbox.dropped += most as u64;
    });
}

/// The camera of the page took a picture: rows of red, green, blue and alpha.
#[wasm_bindgen]
pub fn web_seen(ticket: u32, width: u32, height: u32, seconds: f64, bytes: Vec<u8>) {
    INBOX.with_borrow_mut(|inbox| {
        if inbox.is_current(PageDevice::Camera, ticket) {
            let number = inbox.arrived[1];
            inbox.arrived[1] += 1;
            inbox.picture = Some(PagePicture { width, height, seconds, number, bytes });
        }
    });
}

/// How the devices of the page are doing, one a line, for tests and for finding out: a name, a state, and how many samples
/// or pictures came since the start.
#[wasm_bindgen]
pub fn web_senses() -> String {
    INBOX.with_borrow(|inbox| {
        let line =
            |at: usize, name: &str| format!("{name} {:?} {}", inbox.status[at], inbox.arrived[at]);
        format!("{}\n{}", line(0, "microphone"), line(1, "camera"))
    })
}
