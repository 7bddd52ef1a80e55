//! The names that macros of the user's own see: those of the variables in the source. In the written code a variable may have another
//! name, or none.

use hypernet::{Type, TypeName, WireId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::walk::Walk;
use crate::diagnostic::{compile_errors, refusal};
use crate::program::ForeignCode;
use crate::source::names::{is_builtin, mentions};

impl Walk<'_> {
    /// Code in which macros see these operands by the names that they have in the source. A number gets its name around the code; of what
    /// may not be copied, rustc is told that it has another one.
    pub(super) fn with_names(
        &mut self,
        code: &ForeignCode,
        (sources, operands): (&[WireId], &mut [TokenStream]),
        fill: impl FnOnce(&[TokenStream]) -> TokenStream,
    ) -> TokenStream {
        let (mut names, mut values, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut give = |walk: &Self, at: usize, name: Ident, operand: &mut TokenStream, place: Ident| {
            if is_copied(walk.net.wire(sources[at]).ty()) {
                values.push(std::mem::replace(operand, quote!(#name)));
                names.push(name);
            } else {
                others.push(refusal::NAME_IN_MACRO.at(&place));
            }
        };
        let mut seen: Vec<(usize, Ident)> = Vec::new();
        for (at, name) in &code.variables {
            let (Some(name), Some(operand)) = (name, operands.get_mut(*at)) else { continue };
            if *name != operand.to_string() {
                give(self, *at, name.clone(), operand, name.clone());
                seen.push((*at, name.clone()));
            }
        }
        for (at, operand) in operands.iter_mut().enumerate() {
            let is_other = seen.iter().all(|(other, _)| *other != at);
            let hidden = seen.iter().find(|(_, name)| mentions(operand.clone(), &name.to_string()));
            if let (true, Some((_, name))) = (is_other, hidden) {
                let fresh = self.fresh("value");
                give(self, at, fresh, operand, name.clone());
            }
        }
        let filled = fill(operands);
        let errors = (!others.is_empty()).then(|| compile_errors(&others));
        match names.as_slice() {
            [] if errors.is_none() => filled,
            [] => quote!({ #errors #filled }),
            // A macro need not use what it is given.
            _ => quote!({ #errors let (#(#names,)*) = (#(#values,)*); let _ = (#(#names,)*); #filled }),
        }
    }
}

/// Whether a value of this type is a number, or is made up of such.
pub(super) fn is_copied(ty: &Type) -> bool {
    match ty {
        Type::Real(_) | Type::Discrete(TypeName::Numbered(_)) => true,
        Type::Discrete(TypeName::Named(name)) => is_builtin(name),
        Type::Tuple(parts) => parts.iter().all(is_copied),
        Type::Discrete(TypeName::Unnamed)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}
