//! Files from the server of a page.

use super::source::{AssetSource, check_name};
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
    refused: VecDeque<Arrival>,
}

impl PageSource {
    pub(super) fn new(folder: &str) -> Self {
        Self { folder: format!("{}/", folder.trim_end_matches('/')), refused: VecDeque::new() }
    }
}

impl AssetSource for PageSource {
    fn request(&mut self, name: &str) {
        let asked = check_name(name).and_then(|()| {
            let address = format!("{}{name}", self.folder);
            motile_fetch(&address).map_err(|_| "this page fetches nothing".into())
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
            let own = arrived.iter().position(|file| file.0.starts_with(&self.folder))?;
            let (address, result) = arrived.remove(own)?;
            Some((address[self.folder.len()..].into(), result))
        })
    }
}
