//! Sources: text to tokens, to a tree, to a tree whose types are right; and what is wrong with them.

mod assigned;
pub(crate) mod ast;
pub(crate) mod builtin;
pub(crate) mod check;
mod check_body;
mod check_call;
pub(crate) mod check_expr;
pub(crate) mod diagnostic;
pub(crate) mod glsl;
mod glsl_outer;
mod glsl_prelude;
pub(crate) mod graph;
pub(crate) mod graph_xml;
pub(crate) mod parser;
mod parser_body;
pub(crate) mod preprocess;
pub(crate) mod token;
pub(crate) mod typed;
pub(crate) mod types;
mod xml;
