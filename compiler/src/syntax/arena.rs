//! The arguments of macros, which are parsed during the check. They are kept here, so that they live as long as the function.

use std::cell::OnceCell;

use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// The arguments of a macro call.
pub(super) type Arguments = Punctuated<Expr, Token![,]>;

/// Arguments of macros, one after the other; each stays where it is.
#[derive(Default)]
pub(crate) struct Arena {
    first: OnceCell<Box<Node>>,
}

struct Node {
    arguments: Arguments,
    next: OnceCell<Box<Node>>,
}

impl Arena {
    /// Keeps these arguments.
    pub(super) fn keep(&self, arguments: Arguments) -> &Arguments {
        let mut end = &self.first;
        while let Some(node) = end.get() {
            end = &node.next;
        }
        &end.get_or_init(|| Box::new(Node { arguments, next: OnceCell::new() })).arguments
    }
}

/// One by one: as deep as the list is long would be too deep for the stack.
impl Drop for Arena {
    fn drop(&mut self) {
        let mut next = self.first.take();
        while let Some(mut node) = next {
            next = node.next.take();
        }
    }
}
