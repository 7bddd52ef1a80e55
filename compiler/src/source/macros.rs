//! What a macro is given, where that is expressions.

use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// The arguments of a macro that are expressions, if all are.
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

/// Looks at them.
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

/// What a macro is given, if that is expressions.
enum Arguments {
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
