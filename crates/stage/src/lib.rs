//! Display list and canvas: vector drawing, sprites and text into pixel surfaces.
