//! The checks of spec 06 by their numbers, and everything else the crate promises, one topic a file.

mod common;

mod adaptive;
mod bad_input;
mod bounce;
mod builders;
mod calm;
mod capabilities;
mod claims;
mod constraints;
mod contacts;
mod convergence;
mod energy;
mod marks;
mod methods;
mod points;
mod replay;
mod sleeping;
mod sticks;
mod structures;
mod swing;
mod throws;
mod time_step;
