//! What screen readers say.

use super::site::Site;
use crate::Result;
use serde_json::json;

/// Everything a person can operate, as far as it is shown.
const CONTROLS: &str = "return [...document.querySelectorAll(\
    'a[href], button, input, select, summary, canvas, [tabindex=\"0\"]')]\
    .filter((element) => element.checkVisibility()).slice(0, args[0])";

/// The browser computes the names, by the rules that it follows for screen readers.
pub(super) fn controls_have_names(site: &Site) -> Result {
    check(site, 20)?;
    for id in ["steer/flock", "collide/balls-grid"] {
        site.open(id)?;
        check(site, 100)?;
    }
    Ok(())
}

fn check(site: &Site, most: u32) -> Result {
    let controls = site.browser.script(CONTROLS, &[json!(most)])?;
    let controls = controls.as_array().cloned().unwrap_or_default();
    if controls.is_empty() {
        return Err("no control on the page".into());
    }
    for control in &controls {
        if site.browser.accessible_name(control)?.trim().is_empty() {
            let shown = site
                .browser
                .script("return args[0].outerHTML.slice(0, 120)", core::slice::from_ref(control))?;
            return Err(format!("no name: {shown}"));
        }
    }
    Ok(())
}
