//! Files from the server of a page.

use super::source::{AssetSource, as_address, check_name};
use core::cell::RefCell;
use std::collections::VecDeque;
use wasm_bindgen::prelude::*;

type Arrival = (String, Result<Vec<u8>, String>);

thread_local! {
    /// What the page has fetched. WebAssembly has one thread, and its exported functions no argument to carry state.
    static ARRIVED: RefCell<VecDeque<Arrival>> = const { RefCell::new(VecDeque::new()) };
}

#[wasm_bindgen]
extern "C" {
    /// The page fetches an address, and tells by [`web_fetched`] what came of it.
    #[wasm_bindgen(catch, js_namespace = globalThis)]
    fn motile_fetch(address: &str) -> Result<(), JsValue>;
}

/// The page has fetched an address, or says why it has not.
#[wasm_bindgen]
pub fn web_fetched(address: String, bytes: Option<Vec<u8>>, why: Option<String>) {
    let result = bytes.ok_or_else(|| why.unwrap_or_else(|| "it could not be fetched".into()));
    ARRIVED.with(|arrived| arrived.borrow_mut().push_back((address, result)));
}

/// Files below a folder beside the page.
#[derive(Debug)]
pub(super) struct PageSource {
    folder: String,
    /// Names that are on their way, with their addresses: another source of the page may wait for a file of the same one.
    asked: Vec<(String, String)>,
    refused: VecDeque<Arrival>,
}

impl PageSource {
    pub(super) fn new(folder: &str) -> Self {
        let folder = format!("{}/", folder.trim_end_matches('/'));
        Self { folder, asked: Vec::new(), refused: VecDeque::new() }
    }
}

impl AssetSource for PageSource {
    fn request(&mut self, name: &str) {
        let asked = check_name(name).and_then(|()| {
            let address = format!("{}{}", self.folder, as_address(name));
            motile_fetch(&address).map_err(|_| "this page fetches nothing")?;
            self.asked.push((name.into(), address));
            Ok(())
        });
        if let Err(why) = asked {
            self.refused.push_back((name.into(), Err(why)));
        }
    }

    fn update(&mut self, _: f32) {}

    fn arrived(&mut self) -> Option<Arrival> {
        if let Some(refused) = self.refused.pop_front() {
            return Some(refused);
        }
        ARRIVED.with(|arrived| {
            let mut arrived = arrived.borrow_mut();
            let asked = |file: &Arrival| self.asked.iter().position(|asked| asked.1 == file.0);
            let (at, asked) =
                arrived.iter().enumerate().find_map(|(at, file)| Some((at, asked(file)?)))?;
            let (_, result) = arrived.remove(at)?;
            Some((self.asked.swap_remove(asked).0, result))
        })
    }
}
