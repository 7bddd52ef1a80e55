//! The arguments of macros, where they are expressions.

use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// Gives the arguments of a macro to `each`, to be changed, if all of them are expressions.
pub(crate) fn in_arguments(call: &mut syn::Macro, each: &mut dyn FnMut(&mut Expr)) {
    match arguments(call) {
        Some(Arguments::Repeated(repeated)) => {
            let (mut value, semicolon, mut length) = *repeated;
            each(&mut value);
            each(&mut length);
            call.tokens = quote!(#value #semicolon #length);
        }
        Some(Arguments::List(mut list)) => {
            list.iter_mut().for_each(each);
            call.tokens = list.to_token_stream();
        }
        None => {}
    }
}

/// Gives the arguments of a macro to `each`, if all of them are expressions.
pub(crate) fn look_at_arguments(call: &syn::Macro, each: &mut dyn FnMut(&Expr)) {
    match arguments(call) {
        Some(Arguments::Repeated(repeated)) => {
            each(&repeated.0);
            each(&repeated.2);
        }
        Some(Arguments::List(list)) => list.iter().for_each(each),
        None => {}
    }
}

/// The arguments of a macro.
enum Arguments {
    /// A value and how often it stands there: `vec![0.0; n]`.
    Repeated(Box<(Expr, Token![;], Expr)>),
    List(Punctuated<Expr, Token![,]>),
}

fn arguments(call: &syn::Macro) -> Option<Arguments> {
    let repeated = |input: ParseStream<'_>| Ok((input.parse()?, input.parse()?, input.parse()?));
    if call.path.is_ident("vec")
        && let Ok(repeated) = call.parse_body_with(repeated)
    {
        return Some(Arguments::Repeated(Box::new(repeated)));
    }
    call.parse_body_with(Punctuated::parse_terminated).ok().map(Arguments::List)
}
