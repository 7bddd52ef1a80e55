//! Names of references to parts of structs.

use proc_macro2::Ident;
use syn::{Expr, Pat, Stmt};

use super::elements::write_for;
use super::noting::Uses;
use super::places::{Place, Step};
use crate::source::exprs::bare;
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any_with_arguments};
use crate::source::loops::arrays_looped_over;
use crate::source::methods::is_method_of_arrays;

impl Uses {
    /// Notes the names of references to parts of structs, `let layer = &m.layer;` and `for p in points`. The loop becomes one over
    /// indices. The name of an array, `let w = &m.w;`, stands for the array where it is.
    pub(super) fn aliases(&mut self, part: PartMut<'_>, names_once: &dyn Fn(&String) -> bool) {
        match part {
            PartMut::Expr(expr) => {
                if let Expr::ForLoop(it) = expr {
                    self.over_rows_beside(it);
                    self.over_structs(it);
                }
                in_expr_mut(expr, &mut |part| self.aliases(part, names_once));
            }
            PartMut::Block(block) => {
                let mut at = 0;
                while at < block.stmts.len() {
                    let alias = self.alias_of_part(&block.stmts[at], names_once);
                    at += 1;
                    let Some((name, place, written)) = alias else { continue };
                    let rest = syn::Block { stmts: block.stmts.split_off(at), ..block.clone() };
                    let rest = if is_array(&rest, &name.to_string()) {
                        at -= 1;
                        block.stmts.truncate(at);
                        write_place(rest, &name, &written)
                    } else {
                        self.roots.insert(name.to_string(), place);
                        rest
                    };
                    block.stmts.extend(rest.stmts);
                }
                in_block_mut(block, &mut |part| self.aliases(part, names_once));
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// The name that a statement gives to a part of a struct, the part, and the way to it as it is written.
    fn alias_of_part(&self, statement: &Stmt, names_once: &dyn Fn(&String) -> bool) -> Option<(Ident, Place, Expr)> {
        let Stmt::Local(local) = statement else { return None };
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return None };
        if let Some(place) = self.referred(&init.expr) {
            let is_shared = name.mutability.is_none() && name.by_ref.is_none() && names_once(&name.ident.to_string());
            return is_shared.then(|| (name.ident.clone(), place.clone(), (*init.expr).clone()));
        }
        let Expr::Reference(reference) = bare(&init.expr) else { return None };
        let is_shared = reference.mutability.is_none() && name.mutability.is_none();
        let place = self.place(&reference.expr).filter(|_| is_shared && names_once(&name.ident.to_string()))?;
        let is_part = place.steps.iter().all(|step| matches!(step, Step::Field(_))) && !place.steps.is_empty();
        is_part.then(|| (name.ident.clone(), place, (*reference.expr).clone()))
    }
}

/// Writes a place for the name of a reference to it.
fn write_place(mut block: syn::Block, name: &Ident, place: &Expr) -> syn::Block {
    let reference: Expr = syn::parse_quote!(&#place);
    write_for(PartMut::Block(&mut block), name, place, &reference);
    block
}

/// Whether a block uses a variable as an array: elements of it, or methods of arrays, or in a loop.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows that a variable is an array")]
fn is_array(block: &syn::Block, name: &str) -> bool {
    let is_name = |expr: &Expr| matches!(bare(expr), Expr::Path(path) if path.path.is_ident(name));
    is_any_with_arguments(&Part::Block(block), &|part| {
        let Part::Expr(expr) = part else { return false };
        match expr {
            Expr::Index(index) => is_name(&index.expr),
            Expr::MethodCall(call) => is_name(&call.receiver) && is_method_of_arrays(&call.method),
            Expr::ForLoop(it) => arrays_looped_over(&it.expr, &it.pat).into_iter().any(|(array, _)| is_name(array)),
            _ => false,
        }
    })
}
