//! Structs that closures captured, where these go from one function to another: each is in an array of one for them.
//!
//! `integrate(|t| m.at(t), a, b)` is `let one = [m.clone()]; integrate(|t| one[0].at(t), a, b)`. A closure that is given away has to be
//! `Copy`, and structs with vectors are not. An array is lent to each of its calls, so it need not be.

use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::{Expr, FnArg, ItemFn, Pat, Stmt, Type};

use super::opened::{put_after, write_for};
use crate::source::exprs::bare;
use crate::source::inside::{PartMut, in_block_mut, in_expr_mut};
use crate::source::types::referent;
use crate::texts::TextMap;

/// A struct that closures captured.
#[derive(Clone)]
pub(crate) struct CapturedStruct {
    /// The variable that it is.
    pub(crate) name: Ident,
    /// The type that it is declared with.
    pub(crate) written: Option<Type>,
    /// Whether it may change: then an array is made for each statement with such closures, and else where it is declared.
    pub(crate) changes: bool,
}

/// The function in which closures use such an array instead of each of these structs.
pub(crate) fn with_arrays(function: &ItemFn, structs: &TextMap<CapturedStruct>) -> ItemFn {
    let mut function = function.clone();
    let (mut first, mut of_locals): (Vec<Stmt>, TextMap<Vec<Stmt>>) = (Vec::new(), TextMap::default());
    let mut count = 0;
    for (text, CapturedStruct { name, written, changes }) in structs {
        let is_param = function.sig.inputs.iter().any(|input| is_named(input, name));
        let mut one = || One::new(name, written.as_ref(), &mut count);
        if *changes {
            for_statements(PartMut::Block(&mut function.block), name, &mut one);
            continue;
        }
        let one = one();
        in_closures(PartMut::Block(&mut function.block), true, &mut |body| one.write(body));
        if is_param {
            first.push(one.declared());
        } else {
            of_locals.insert(text.clone(), vec![one.declared()]);
        }
    }
    put_after(PartMut::Block(&mut function.block), &of_locals);
    function.block.stmts.splice(0..0, first);
    function
}

/// Whether a parameter has this name.
fn is_named(input: &FnArg, name: &Ident) -> bool {
    let FnArg::Typed(input) = input else { return false };
    matches!(&*input.pat, Pat::Ident(pattern) if pattern.ident == *name)
}

/// An array of one.
struct One<'a> {
    name: Ident,
    /// The struct that is in it.
    of: &'a Ident,
    /// The type of that, or of a reference to it, if it is written.
    written: Option<&'a Type>,
}

impl<'a> One<'a> {
    fn new(of: &'a Ident, written: Option<&'a Type>, count: &mut usize) -> Self {
        *count += 1;
        Self { name: Ident::new(&format!("__backprop_one_{count}"), Span::mixed_site()), of, written }
    }

    fn declared(&self) -> Stmt {
        let Self { name, of, written } = self;
        let cloned = quote_spanned!(Span::mixed_site().located_at(of.span())=> #of.clone());
        match written {
            Some(ty) => {
                let ty = referent(ty);
                syn::parse_quote!(let #name: [#ty; 1] = [#cloned];)
            }
            None => syn::parse_quote!(let #name = [#cloned];),
        }
    }

    /// Writes its element for the struct.
    fn write(&self, body: &mut Expr) {
        let name = &self.name;
        let element: Expr = syn::parse_quote!(#name[0]);
        let is_reference = matches!(self.written, Some(Type::Reference(_)));
        let whole = if is_reference { syn::parse_quote!(&#element) } else { element.clone() };
        write_for(PartMut::Expr(body), self.of, &element, &whole);
    }
}

/// Changes the bodies of closures that stand in no other closure; those in blocks too, if that is asked for.
fn in_closures(part: PartMut<'_>, blocks: bool, change: &mut dyn FnMut(&mut Expr)) {
    match part {
        PartMut::Expr(Expr::Closure(closure)) => change(&mut closure.body),
        PartMut::Expr(expr) => in_expr_mut(expr, &mut |part| in_closures(part, blocks, change)),
        PartMut::Block(block) if blocks => in_block_mut(block, &mut |part| in_closures(part, blocks, change)),
        PartMut::Block(_) | PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// Puts an array before each statement in which closures use this struct, and nothing else does: there it stays what it is.
fn for_statements<'a>(part: PartMut<'_>, name: &Ident, one: &mut dyn FnMut() -> One<'a>) {
    match part {
        PartMut::Expr(expr) => in_expr_mut(expr, &mut |part| for_statements(part, name, one)),
        PartMut::Block(block) => {
            in_block_mut(block, &mut |part| for_statements(part, name, one));
            for statement in std::mem::take(&mut block.stmts) {
                let mut alone = syn::Block { stmts: vec![statement], ..block.clone() };
                let (mut in_bodies, mut named) = (0, 0);
                count(PartMut::Block(&mut alone), name, &mut named);
                in_block_mut(&mut alone, &mut |part| {
                    in_closures(part, false, &mut |body| count(PartMut::Expr(body), name, &mut in_bodies));
                });
                if in_bodies > 0 && in_bodies == named {
                    let one = one();
                    in_block_mut(&mut alone, &mut |part| in_closures(part, false, &mut |body| one.write(body)));
                    block.stmts.push(one.declared());
                }
                block.stmts.append(&mut alone.stmts);
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// Counts where a variable is named.
fn count(part: PartMut<'_>, name: &Ident, found: &mut usize) {
    match part {
        PartMut::Expr(expr) => {
            *found += usize::from(matches!(bare(expr), Expr::Path(path) if path.path.is_ident(name)));
            in_expr_mut(expr, &mut |part| count(part, name, found));
        }
        PartMut::Block(block) => in_block_mut(block, &mut |part| count(part, name, found)),
        // What is in it is not known: it may name anything.
        PartMut::Macro(_) | PartMut::Unknown(_) => *found += 1,
        PartMut::Item(_) => {}
    }
}
