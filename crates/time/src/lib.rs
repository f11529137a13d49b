//! Ticks and jobs.
