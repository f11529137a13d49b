//! Saves in the `localStorage` of a page.

use super::{SaveError, Store, check_name};
use wasm_bindgen::{JsCast, prelude::*};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = getItem)]
    fn get_item(key: &str) -> Result<Option<String>, JsValue>;

    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = setItem)]
    fn set_item(key: &str, value: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_namespace = localStorage, js_name = removeItem)]
    fn remove_item(key: &str) -> Result<(), JsValue>;

    /// What a browser throws.
    type Thrown;

    #[wasm_bindgen(method, getter, catch)]
    fn name(this: &Thrown) -> Result<Option<String>, JsValue>;

    #[wasm_bindgen(method, getter, catch)]
    fn message(this: &Thrown) -> Result<Option<String>, JsValue>;
}

/// The saves of a game. The storage is shared by all programs of the page's address, so keys begin with the name of the game;
/// one more key lists the slots.
#[derive(Debug)]
pub(super) struct Page {
    game: String,
}

impl Page {
    pub(super) fn new(game: &str) -> Self {
        Self { game: game.into() }
    }

    fn key(&self, slot: &str) -> String {
        format!("{}/{slot}", self.game)
    }

    /// Where the names of the slots are, a line each. No slot has this key: names have no dot.
    fn list(&self) -> String {
        self.key(".slots")
    }

    fn write_list(&self, slots: &[String]) -> Result<(), SaveError> {
        set_item(&self.list(), &slots.join("\n")).map_err(|error| full(&error))
    }
}

impl Store for Page {
    fn read(&self, slot: &str) -> Result<Option<String>, SaveError> {
        get_item(&self.key(slot)).map_err(|error| denied(&error))
    }

    fn write(&mut self, slot: &str, text: &str) -> Result<(), SaveError> {
        let mut slots = self.slots()?;
        // The list first: a name without a save is found empty, a save without a name never.
        if let Err(place) = slots.binary_search_by(|known| known.as_str().cmp(slot)) {
            slots.insert(place, slot.into());
            self.write_list(&slots)?;
        }
        set_item(&self.key(slot), text).map_err(|error| full(&error))
    }

    fn remove(&mut self, slot: &str) -> Result<(), SaveError> {
        remove_item(&self.key(slot)).map_err(|error| denied(&error))?;
        let mut slots = self.slots()?;
        slots.retain(|known| known != slot);
        self.write_list(&slots)
    }

    fn slots(&self) -> Result<Vec<String>, SaveError> {
        let list = get_item(&self.list()).map_err(|error| denied(&error))?.unwrap_or_default();
        let mut slots = Vec::new();
        for slot in list.lines() {
            if check_name(slot).is_ok() && self.read(slot)?.is_some() {
                slots.push(slot.to_owned());
            }
        }
        Ok(slots)
    }
}

/// Reading fails only where the page may not keep anything.
fn denied(error: &JsValue) -> SaveError {
    SaveError::Denied(reason(error).1)
}

/// Writing fails for want of room, or where the page may not keep anything.
fn full(error: &JsValue) -> SaveError {
    let (name, reason) = reason(error);
    // Firefox has a name of its own.
    let is_full = matches!(name.as_str(), "QuotaExceededError" | "NS_ERROR_DOM_QUOTA_REACHED");
    if is_full { SaveError::Full(reason) } else { SaveError::Denied(reason) }
}

/// The name of what was thrown, and what it says.
fn reason(error: &JsValue) -> (String, String) {
    let thrown: &Thrown = error.unchecked_ref();
    let name = thrown.name().ok().flatten().unwrap_or_default();
    let message = thrown.message().ok().flatten().filter(|text| !text.is_empty());
    (name.clone(), message.unwrap_or(name))
}
