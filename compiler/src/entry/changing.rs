//! Functions that change what is behind `&`. Rustc says so there, and nothing where they are called: what stands beside them takes `&mut`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, ReturnType, Type};

use super::{errors_beside, stub_of};
use crate::diagnostic::refusal;
use crate::input::attribute::Attribute;
use crate::input::subject::{Standing, Subject};
use crate::syntax::changes_looked_at;
use crate::texts::TextSet;

/// What stands beside a method that gives nothing and changes what is behind `&self`: rustc says so there, and nothing where it is called.
pub(super) fn without_mut(mut subject: Subject, around: &Attribute, backprop: &TokenStream) -> Option<TokenStream> {
    let place = changes_looked_at(&subject.function, subject.body.as_ref(), &around.methods.changing)?;
    let Some(FnArg::Typed(receiver)) = subject.function.sig.inputs.first_mut() else { return None };
    let Type::Reference(reference) = &mut *receiver.ty else { return None };
    reference.mutability = Some(syn::Token![mut](place));
    let errors = errors_beside(&subject, &[refusal::ASSIGN_PLACE.on(place).left_to_rustc()]);
    let stub = stub_of(&subject, None, backprop);
    Some(quote!(#stub #errors))
}

/// A function that gives nothing and changes what is behind `&`, with `&mut` there: so it is called, since it does nothing else.
pub(super) fn with_mut(subject: &Subject) -> Option<Subject> {
    let gives_nothing = matches!(subject.function.sig.output, ReturnType::Default);
    if subject.standing != Standing::Module || !gives_nothing {
        return None;
    }
    let changes = |at: usize| {
        let mut alone = subject.function.clone();
        alone.sig.inputs = subject.function.sig.inputs.iter().skip(at).take(1).cloned().collect();
        changes_looked_at(&alone, subject.body.as_ref(), &TextSet::default())
    };
    let mut changed = subject.clone();
    for (at, input) in changed.function.sig.inputs.iter_mut().enumerate() {
        if let FnArg::Typed(input) = input
            && let Type::Reference(reference) = &mut *input.ty
            && reference.mutability.is_none()
            && let Some(place) = changes(at)
        {
            reference.mutability = Some(syn::Token![mut](place));
            return Some(changed);
        }
    }
    None
}
