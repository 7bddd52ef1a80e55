//! The procedural macros of `backprop`: a thin shell over `backprop-compiler`.
