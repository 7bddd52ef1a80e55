//! The user's code once more, in a constant, so that a mistake in it is one error.
//!
//! Rustc reports a mistake in the constant with the same text as in the function, and shows one of the two. The derivative calls the
//! same functions with the same arguments, so the mistake is in it as well. But its values depend on the constant, and rustc reports
//! nothing of values that depend on a mistake.

use hypernet::Type;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{FnArg, ItemFn, PatType, ReturnType, Signature};

use super::Parameter;
use super::checked::{Checked, checked};
use super::given::{self, Given};
use crate::infer::FOLLOWING;
use crate::input::subject::{Standing, Subject};
use crate::input::written::{hygienic, located, visibility};
use crate::program::{FieldClaim, Shape, written_name};
use crate::source::instance::{instance, name_of, replaced};

/// The constant, which also makes these claims, and asks for the constants of the functions that are called: where functions call one
/// another in a circle, so do their constants, and rustc says that once. Where there are claims, what the user wrote has a constant of
/// its own. Where the code could mean something else there, or where a constant cannot name the types, it is about the types of the
/// signature that have cotangents alone; none if there are no such.
pub(crate) fn written(
    subject: &Subject,
    (claims, given): (&[FieldClaim], &Given),
    (called, known): (&[TokenStream], &TokenStream),
    backprop: &TokenStream,
) -> Option<Written> {
    let (sig, vis) = (&subject.function.sig, visibility(&subject.function.vis));
    // Of a circle, rustc says so where the function is.
    let at = |tokens: TokenStream| located(tokens, sig.ident.span());
    let name = subject.name("written");
    let (begin, end) = (at(quote!(#[doc(hidden)] #vis const #name: ::core::primitive::usize =)), at(quote!(;)));
    let Some((checked, beside)) = code(subject, (claims, given), backprop) else {
        let stands = subject.standing == Standing::Module && !known.is_empty();
        let constant = stands.then(|| quote!(#begin { #known 0 } #end));
        let written = Written { constant: constant.into_iter().collect(), checked: checked(subject, claims) };
        return (!written.constant.is_empty() || written.checked.is_some()).then_some(written);
    };
    let checked = quote!({ #known #checked 0 #(+ #called)* });
    let constant = if stands_inside(subject) {
        // An item, where lints look for what they know of a loop. It cannot name `Self`.
        let (own, constant) = (subject.of_block.as_ref()?.to_token_stream(), inside());
        let beside = beside.map(|beside| with_own_type(beside, &own));
        let checked = with_own_type(checked, &own);
        vec![quote!(#beside const #constant: ::core::primitive::usize = #checked;)]
    } else {
        beside.into_iter().chain([quote!(#begin #checked #end)]).collect()
    };
    Some(Written { constant, checked: None })
}

/// What values of a derivative depend on.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// The constant, if there is one, as items.
    constant: Vec<TokenStream>,
    /// The function in its place.
    checked: Option<Checked>,
}

impl Written {
    /// Whether there is a constant.
    pub(crate) fn has_constant(&self) -> bool {
        !self.constant.is_empty()
    }

    /// The items, each of which stands once.
    pub(super) fn items(&self) -> impl Iterator<Item = &TokenStream> {
        self.constant.iter().chain(self.checked.iter().map(|checked| &checked.item))
    }
}

/// The head of a function, for a closure with the same one that nobody calls.
pub(super) struct Head<'a> {
    inputs: Vec<&'a PatType>,
    output: &'a ReturnType,
}

impl<'a> Head<'a> {
    /// That of a function with this signature. A closure has no receiver.
    pub(super) fn of(sig: &'a Signature) -> Option<Self> {
        let typed = |input: &'a FnArg| match input {
            FnArg::Typed(input) => Some(input),
            FnArg::Receiver(_) => None,
        };
        Some(Self { inputs: sig.inputs.iter().map(typed).collect::<Option<_>>()?, output: &sig.output })
    }

    /// The types.
    pub(super) fn signature(&self) -> TokenStream {
        let (types, output) = (self.inputs.iter().map(|input| &input.ty), self.output);
        quote!((#(#types),*) #output)
    }

    /// Whether a type is one of a trait, such as `Self::Output`.
    pub(super) fn names_own_types(&self) -> bool {
        self.signature().to_string().contains("Self ::")
    }

    /// The closure. `self` has another name in its patterns, as it has in [this body](with_other_self). Of a parameter with a type, rustc says
    /// the same as of the function's.
    pub(super) fn closure(&self, body: &TokenStream) -> TokenStream {
        let (signature, output) = (self.signature(), self.output);
        let params = self.inputs.iter().map(|input| {
            let (pattern, ty) = (with_other_self(input.pat.to_token_stream()), &input.ty);
            quote!(#pattern: #ty)
        });
        quote!(let _: fn #signature = |#(#params),*| #output #body;)
    }
}

/// An instance of the type of the block, if the block has parameters.
fn instance_of_block(subject: &Subject) -> Option<TokenStream> {
    let own = subject.of_generic.as_ref()?;
    let arguments = instance(&subject.around)?;
    let names: Vec<String> = subject.around.params.iter().filter_map(name_of).collect();
    Some(replaced(own.to_token_stream(), &names, &arguments))
}

/// Whether what stands once is beside the functions that depend on it.
pub(super) fn stands_beside(subject: &Subject) -> bool {
    matches!(subject.standing, Standing::Module | Standing::Inherent)
}

/// Whether the constant stands where it is asked for: the `impl` of a trait has none but those of the trait.
fn stands_inside(subject: &Subject) -> bool {
    matches!(subject.standing, Standing::TraitImpl | Standing::Operator)
}

/// The name of such a constant.
fn inside() -> Ident {
    Ident::new("WRITTEN", Span::mixed_site())
}

/// The tokens with this type for `Self`.
pub(super) fn with_own_type(tokens: TokenStream, own: &TokenStream) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) if name == "Self" => own.clone(),
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), with_own_type(group.stream(), own));
            inside.set_span(group.span());
            TokenTree::Group(inside).into()
        }
        token @ (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token.into(),
    });
    replaced.collect()
}

pub(super) fn names_own_type(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "Self",
        TokenTree::Group(group) => names_own_type(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// What the user wrote, with these claims; the code itself, if that has a constant of its own.
fn code(
    subject: &Subject,
    (claims, given): (&[FieldClaim], &Given),
    backprop: &TokenStream,
) -> Option<(TokenStream, Option<TokenStream>)> {
    let ItemFn { sig, .. } = &subject.function;
    let body = TokenStream::from(TokenTree::Group(subject.body.clone()?));
    // What is assigned to is given back in the adjoint.
    let assigns = subject.standing == Standing::Operator && sig.ident.to_string().ends_with("_assign");
    let stands = !matches!(subject.standing, Standing::Trait | Standing::InPlace) && subject.is_whole && !assigns;
    let is_plain = sig.generics.params.is_empty() && sig.generics.where_clause.is_none();
    let head = Head::of(sig)?;
    if !stands || !is_simple(head.signature()) || !is_simple(body.clone()) {
        return None;
    }
    let arguments = if is_plain { None } else { Some(instance(&sig.generics)?) };
    let of_block = arguments.is_some() && subject.standing == Standing::Inherent;
    // What has no parameters but those of the block stands in that.
    if of_block && (instance_of_block(subject).is_none() || sig.generics.params.len() > subject.around.params.len()) {
        return None;
    }
    if arguments.is_some() && !of_block && subject.standing != Standing::Module {
        return None;
    }
    // Where `Self` stands in the body, it may stand for a constructor.
    // A type of the trait, `Self::Output`, has no other name here.
    let of_trait = head.names_own_types();
    if stands_inside(subject) && (subject.of_block.is_none() || of_trait || names_own_type(body.clone())) {
        return None;
    }
    let vis = visibility(&subject.function.vis);
    let body = with_other_self(body);
    let code = head.closure(&body);
    if of_block {
        let claims = claims.iter().map(|claim| claim.statement(None));
        return Some((quote!(#code #(#claims)*), None));
    }
    // Of a generic function, an instance is asked for: a mistake in a function is one of the constant that would call it.
    if let Some(arguments) = arguments {
        let (check, claims) =
            (Ident::new("check", Span::mixed_site()), claims.iter().map(|claim| claim.statement(None)));
        let (generics, clause) = (&sig.generics, &sig.generics.where_clause);
        let checked = quote! {
            const fn #check #generics() -> ::core::primitive::usize #clause { #code #(#claims)* 0 }
            let _ = #check::<#(#arguments),*>();
        };
        return Some((checked, None));
    }
    Some(if claims.is_empty() && given.is_empty() {
        (code, None)
    } else {
        // Each of these depends on what comes before it: of a mistake there, nothing more is said. The code stands in an item of its own,
        // where lints look for that.
        let (constant, depends) = (subject.name("code"), written_name());
        let inside = stands_inside(subject);
        let constant = if inside { Ident::new("CODE", Span::mixed_site()) } else { constant };
        let path = if inside { quote!(#constant) } else { quote!(Self::#constant) };
        let mut checked = quote!(let #depends = #backprop::__private::claims::Written::<{ #path }>;);
        if !given.is_empty() {
            let depends = quote!(#backprop::__private::claims::Written::<{ #path }>);
            let body = given::claimed(body, given, &depends, backprop);
            checked.extend(head.closure(&body));
        }
        for follows in 0..=FOLLOWING {
            let these = claims.iter().filter(|claim| claim.follows == follows);
            let these: Vec<TokenStream> = these.map(|claim| claim.statement(Some(&depends))).collect();
            let more = claims.iter().any(|claim| claim.follows > follows);
            checked.extend(these);
            if more {
                checked = quote!(let #depends = #backprop::__private::claims::Written::<{ #checked 0 }>;);
            }
        }
        let vis = (!inside).then_some(vis);
        let beside = quote! {
            #[doc(hidden)]
            #vis const #constant: ::core::primitive::usize = { #code 0 };
        };
        (checked, Some(beside))
    })
}

/// The constant of a function of which nothing is written once more, for those that call it.
pub(super) fn not_written(subject: &Subject) -> TokenStream {
    let (name, vis) = (subject.name("written"), visibility(&subject.function.vis));
    quote! {
        #[doc(hidden)]
        #vis const #name: ::core::primitive::usize = 0;
    }
}

/// The constant of a function that was refused, with what is said of it: what depends on it, of that rustc says nothing. It stands
/// apart, so that the [claim](super::Interface::claim) of the companion can name it.
pub(super) fn refused(subject: &Subject, errors: &TokenStream, attributes: &[TokenStream]) -> TokenStream {
    let (constant, vis) = (subject.name("written"), visibility(&subject.function.vis));
    let companion = hygienic(&subject.function.sig.ident);
    quote! {
        #(#attributes)*
        impl #companion {
            #[doc(hidden)]
            #vis const #constant: ::core::primitive::usize = { #errors 0 };
        }
    }
}

/// A type that depends on that constant: of a value of it, rustc says nothing.
pub(super) fn depending_type(subject: &Subject, ty: &TokenStream, backprop: &TokenStream) -> TokenStream {
    let (companion, constant) = (hygienic(&subject.function.sig.ident), subject.name("written"));
    quote!(<#ty as #backprop::__private::claims::IfWritten<{ #companion::#constant }>>::Type)
}

/// Whether the code may stand twice: no items that count for all of the crate, no types that only a signature can have, and no
/// gradients, which may be those that the constant is for.
pub(super) fn is_simple(tokens: TokenStream) -> bool {
    // A gradient stands behind what it is of.
    let mut behind = false;
    tokens.into_iter().all(|token| match token {
        TokenTree::Ident(ident) => {
            let name = ident.to_string();
            let is_gradient = ["grad", "vjp", "grad_into"].iter().any(|end| name.ends_with(end));
            let of_gradients = is_gradient && std::mem::take(&mut behind) || name.ends_with("differentiate");
            let is_item = matches!(
                name.as_str(),
                "impl"
                    | "trait"
                    | "struct"
                    | "enum"
                    | "union"
                    | "static"
                    | "mod"
                    | "fn"
                    | "macro_rules"
                    | "extern"
                    | "dyn"
            );
            !of_gradients && !is_item
        }
        TokenTree::Group(group) => is_simple(group.stream()),
        TokenTree::Literal(literal) => !literal.to_string().contains("{self"),
        TokenTree::Punct(punct) => {
            behind = matches!(punct.as_char(), '.' | ':');
            punct.as_char() != '\''
        }
    })
}

/// The code with another name for `self`, which a closure cannot have.
pub(super) fn with_other_self(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        found.push(match token {
            TokenTree::Ident(ident) if ident == "self" => {
                let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
                TokenTree::Ident(if is_path { ident } else { Ident::new("__self", ident.span()) })
            }
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), with_other_self(group.stream()));
                inside.set_span(group.span());
                TokenTree::Group(inside)
            }
            token @ (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token,
        });
    }
    found.into_iter().collect()
}

/// The statements that make the parameters and these accumulators depend on what the user wrote. `self` is there by another name, if it
/// can be.
pub(crate) fn depending(
    (subject, written): (&Subject, &Written),
    params: &[Parameter],
    accumulators: &[Ident],
    backprop: &TokenStream,
) -> TokenStream {
    let begin = depended_on(subject, Some(written), backprop);
    let params = params.iter().filter(|param| param.name != "self" || param.is_shared_self());
    let params: Vec<&Parameter> = params.collect();
    // Of a parameter without a cotangent, rustc says so alone if it knows what the numbers beside it are.
    let is_number =
        |param: &&Parameter| matches!((&param.shape, &param.ty), (Shape::Leaf(Type::Real(_)), syn::Type::Path(_)));
    let has_struct = params.iter().any(|param| matches!(&param.shape, Shape::Leaf(Type::Opaque(_))));
    let params = params.into_iter().filter(|param| !has_struct || param.name == "self" || !is_number(param));
    let params = params.map(|param| (param.inside(), &param.name));
    let accumulators = accumulators.iter().map(|accumulator| (accumulator.clone(), accumulator));
    let written = written_name();
    // One by one: of the parts of a tuple, rustc would look for types.
    let names = params.chain(accumulators).map(|(name, given)| quote!(let #name = #written.as_is(#given);));
    quote!(#begin #(#names)*)
}

/// What values are made to depend on: what the user wrote, if that stands somewhere.
pub(crate) fn depended_on(subject: &Subject, on: Option<&Written>, backprop: &TokenStream) -> TokenStream {
    let claims = quote!(#backprop::__private::claims);
    let constant = match on {
        Some(on) if on.has_constant() => constant_of(subject),
        Some(_) | None => quote!(0),
    };
    let mut depends = quote!(#claims::Written::<#constant>);
    if let Some(Checked { path, .. }) = on.and_then(|on| on.checked.as_ref()) {
        depends = quote!(#depends.as_is(#claims::checked(#path)).written());
    }
    let stands_here = |_: &&Written| !stands_beside(subject);
    let items = on.filter(stands_here).into_iter().flat_map(Written::items);
    let written = written_name();
    quote!(#(#items)* let #written = #depends;)
}

/// The constant, where it is asked for.
pub(crate) fn constant_of(subject: &Subject) -> TokenStream {
    if stands_inside(subject) {
        return inside().into_token_stream();
    }
    let constant = subject.name("written");
    let own = instance_of_block(subject).map_or_else(|| quote!(Self), |own| quote!(<#own>));
    quote!({ #own::#constant })
}

impl Parameter {
    /// Whether it is `self`, of what does not change.
    fn is_shared_self(&self) -> bool {
        let is_changed = matches!(&self.ty, syn::Type::Reference(reference) if reference.mutability.is_some());
        self.name == "self" && !is_changed && !self.changed
    }

    /// Its name after [these statements](depending).
    pub(crate) fn inside(&self) -> Ident {
        if self.is_shared_self() { Ident::new("this", Span::mixed_site()) } else { self.name.clone() }
    }
}
