//! How a block uses variables: as structs, or as arrays.

use syn::{Block, Expr, ExprMethodCall};

use super::places::referred_to;
use super::vectors::of_array;
use crate::source::exprs::bare;
use crate::source::inside::{Part, in_block, in_expr};
use crate::source::macros::look_at_arguments;
use crate::source::methods::{is_method_of_arrays, is_method_of_structs};
use crate::texts::TextMap;

/// How a block uses a variable.
#[derive(Default)]
pub(super) struct Used {
    named: usize,
    fields: usize,
    elements: usize,
    /// As what only arrays are used as, beside their elements: in a loop, or as a receiver of a method of arrays.
    arrays: usize,
    /// As a receiver of methods of its own, or as an argument.
    whole: usize,
    /// As a receiver of methods of its own.
    methods: usize,
}

impl Used {
    /// Whether these show that it is a struct.
    pub(super) fn is_struct(&self) -> bool {
        self.fields > 0 || self.methods > 0
    }

    /// Whether it may be a struct: its fields are read, or nothing is done with it but to call methods of its own and to lend it to functions. The
    /// same of what may be an array by another name, if its elements are named.
    pub(super) fn may_be_struct(&self, may_be_array: bool) -> bool {
        self.fields > 0 || may_be_array && self.elements > 0 || self.is_lent()
    }

    /// Whether it is used as an array.
    pub(super) fn is_array(&self) -> bool {
        self.elements > 0 || self.arrays > 0
    }

    /// Whether this reference to an element refers to an array: it is used as one, or lent to functions.
    pub(super) fn is_row(&self) -> bool {
        !self.is_struct() && (self.is_array() || self.whole > 0)
    }

    /// Whether nothing is done with it but to call methods of its own and to lend it to functions.
    pub(super) fn is_lent(&self) -> bool {
        self.whole == self.named && self.named > 0
    }
}

/// How a block uses one variable.
pub(super) fn of(block: &Block, name: &str) -> Used {
    let mut all = All(TextMap::default());
    all.0.insert(name.to_owned(), Used::default());
    all.look(&Part::Block(block));
    all.0.remove(name).unwrap_or_default()
}

/// How a block uses several.
pub(super) fn of_all(block: &Block, names: impl Iterator<Item = String>) -> TextMap<Used> {
    let mut all = All(names.map(|name| (name, Used::default())).collect());
    if !all.0.is_empty() {
        all.look(&Part::Block(block));
    }
    all.0
}

struct All(TextMap<Used>);

impl All {
    /// What is counted of a variable, if this is one.
    fn variable(&mut self, expr: &Expr) -> Option<&mut Used> {
        let Expr::Path(path) = bare(expr) else { return None };
        self.0.get_mut(&path.path.get_ident()?.to_string())
    }

    fn count(&mut self, expr: &Expr, how: fn(&mut Used) -> &mut usize) {
        if let Some(used) = self.variable(expr) {
            *how(used) += 1;
        }
    }

    fn look(&mut self, part: &Part<'_>) {
        match part {
            Part::Expr(expr) => {
                self.at(expr);
                in_expr(expr, &mut |part| self.look(&part));
            }
            Part::Block(block) => in_block(block, &mut |part| self.look(&part)),
            Part::Macro(call) => look_at_arguments(call, &mut |argument| self.look(&Part::Expr(argument))),
            Part::Item(_) | Part::Unknown(_) => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what a variable is")]
    fn at(&mut self, expr: &Expr) {
        match expr {
            Expr::Path(_) => self.count(expr, |used| &mut used.named),
            Expr::Field(field) => self.count(&field.base, |used| &mut used.fields),
            Expr::Index(index) => self.count(&index.expr, |used| &mut used.elements),
            Expr::ForLoop(it) => {
                let array = if let Expr::Reference(reference) = bare(&it.expr) { &reference.expr } else { &it.expr };
                self.count(array, |used| &mut used.arrays);
            }
            Expr::Call(call) => {
                for argument in &call.args {
                    self.count(referred_to(argument), |used| &mut used.whole);
                }
            }
            Expr::MethodCall(call) => {
                for argument in &call.args {
                    self.count(referred_to(argument), |used| &mut used.whole);
                    if call.method == "zip" {
                        self.count(argument, |used| &mut used.arrays);
                    }
                }
                if is_method_of_structs(call) {
                    self.count(&call.receiver, |used| &mut used.methods);
                    self.count(&call.receiver, |used| &mut used.whole);
                } else if is_call_of_arrays(call) {
                    self.count(&call.receiver, |used| &mut used.arrays);
                }
            }
            _ => {}
        }
    }
}

/// Whether a call is one of a method of arrays, as its name and the number of its arguments say.
fn is_call_of_arrays(call: &ExprMethodCall) -> bool {
    is_method_of_arrays(&call.method) || of_array(call).is_some()
}
