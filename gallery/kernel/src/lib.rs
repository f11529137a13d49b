//! The command `motile kernel`: what it does with the files that it is given, apart from the windows and demos of the program that has it.

mod command;
mod json;
mod program;

pub use command::{CommandError, KernelCall, editable_source};
pub use motile_kernel::json::text as json_text;
