//! Projects of the editor LDtk.

use motile_tiles::{MapWorld, read_ldtk};

/// Any text is a project or an error with a reason; levels in files of their own are the same bytes. What is read can
/// be written in the compact form and read again.
pub fn run(data: &[u8]) {
    match read_ldtk("project.ldtk", &mut |_: &str| Ok::<_, String>(data.to_vec())) {
        Ok(worlds) => worlds.iter().for_each(check),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check(world: &MapWorld) {
    assert_eq!(MapWorld::from_bytes(&world.to_bytes()).as_ref(), Ok(world));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("ldtk"), 20_000, run);
    }
}
