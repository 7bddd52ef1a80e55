//! The macros: what each of them makes of the user's tokens, and what it emits where something is refused.

mod blocks;
mod changing;
mod closure;
mod constant;
mod constant_fields;
mod derive;
mod documented;
mod enumeration;
mod index;
mod marks;
mod measured;
mod of_trait;
mod operator;
mod plain;
pub(crate) mod rule;
mod tokens;
mod vector;

use std::cell::RefCell;
use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Item, ItemFn};

pub use closure::{differentiate, differentiate_beside};
pub use derive::{derive, derive_beside, derived_twice};
pub use documented::without_claims;

use crate::companion::{self, Interface, companion};
use crate::diagnostic::{Diagnostic, compile_errors, refusal};
use crate::expand::Expansion;
use crate::input::aliases::Aliases;
use crate::input::attribute::{self, Attribute};
use crate::input::configured::configured;
use crate::input::crate_path::crate_path;
use crate::input::definitions::Definitions;
use crate::input::derived::gradient_of_value;
use crate::input::left_out::{with_named_lifetimes_in_head, write_lifetimes};
use crate::input::raw::with_plain_names;
use crate::input::siblings::Siblings;
use crate::input::subject::{Standing, Subject};
use crate::input::writing::place;
use crate::input::{hygiene, nesting};
use crate::source::inside::in_signature;
use crate::source::names::is_builtin;
use crate::syntax::changes_looked_at;
use crate::texts::TextSet;

/// What `#[differentiable(attribute)] item` stands for: the item as it is, and its companion.
///
/// What is refused becomes `compile_error!`s at the tokens themselves; the item is there all the same.
///
/// ```
/// use quote::quote;
///
/// let tokens = backprop_compiler::differentiable(quote!(), quote!(fn square(x: f64) -> f64 { x * x }));
/// assert!(tokens.to_string().contains("struct square"));
/// ```
#[must_use]
pub fn differentiable(attribute: TokenStream, item: TokenStream) -> TokenStream {
    differentiable_beside(&Seen::default(), attribute, item)
}

/// What the file around an item says.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The names of methods that another block defines too: they get no derivatives. Rustc says that they are defined twice, and would say it
    /// again for each derivative.
    pub twice: Vec<String>,
    /// The names of the traits that have derivatives.
    pub marked: Vec<String>,
    /// The names in the item that no item of the file has.
    pub undefined: Vec<String>,
    /// The names in the item that may mean no function, as far as the file shows.
    pub unsure: Vec<String>,
    /// The structs of the file that have lifetimes, with how many: a signature may leave them out.
    pub borrowing: Vec<(String, usize)>,
    /// The traits of the file, with their definitions.
    pub traits: Vec<(String, String)>,
    /// The structs of the file that have cotangents and named fields, with their definitions.
    pub structs: Vec<(String, String)>,
    /// The names of the structs of the file without parameters that have none.
    pub without_cotangent: Vec<String>,
    /// The other names of types in the file, with their definitions.
    pub aliases: Vec<(String, String)>,
    /// The names of the structs between the same braces.
    pub beside: Vec<String>,
    /// The signatures of the functions beside the item, by their names, and of those in `impl` blocks: `f`, `Name::f`.
    pub functions: Vec<(String, String)>,
    /// The names that functions of blocks of the file have and no function with a derivative.
    pub unmarked: Vec<String>,
    /// Whether the item is the first block of its trait with the attribute: that says so, if the trait is not marked.
    pub says_unmarked: bool,
    /// Whether the item is a function without `self` in a block, or in a trait, that has no attribute.
    pub is_function_inside: bool,
    /// The constants of items before this one that ask for the cotangents of types, by the types.
    pub earlier: Vec<(String, String)>,
    /// The same of this one.
    pub asked: RefCell<Vec<(String, String)>>,
    /// The `impl` blocks of types themselves beside a struct.
    pub blocks: Vec<String>,
}

impl Seen {
    /// Notes which constant asks for the cotangents of these types.
    fn ask(&self, types: &[syn::Type], constant: &TokenStream) {
        let texts = types.iter().map(|ty| ty.to_token_stream().to_string());
        self.asked.borrow_mut().extend(texts.map(|text| (text, constant.to_string())));
    }

    /// The structs and the functions.
    fn definitions(&self) -> Rc<Definitions> {
        let others = [&*self.unmarked, &*self.without_cotangent];
        Rc::new(Definitions::of(&self.structs, &self.functions, others, self.aliases()))
    }

    fn aliases(&self) -> Aliases {
        Aliases::of(&self.aliases, &self.beside)
    }

    /// Writes the lifetimes that a signature leaves out.
    fn write_lifetimes(&self, signature: &mut syn::Signature) {
        if !self.borrowing.is_empty() {
            in_signature(signature, &mut |part| write_lifetimes(part, &self.borrowing, "'_"));
        }
    }
}

/// The same of an item, where this is known of what stands around it.
#[must_use]
pub fn differentiable_beside(seen: &Seen, attribute: TokenStream, item: TokenStream) -> TokenStream {
    if let Err(error) = nesting::check(&item).and_then(|()| nesting::check(&attribute)) {
        let errors = compile_errors(&[error]);
        return quote!(#item #errors);
    }
    if let Some((item, errors)) = marks::of_parameters(&item) {
        let (written, errors) = (differentiable_beside(seen, attribute, item), compile_errors(&errors));
        return quote!(#written #errors);
    }
    let (path, item) = (crate_path(), with_named_lifetimes_in_head(item));
    let aliases = seen.aliases();
    let known = with_plain_names(aliases.expanded(item.clone()));
    match syn::parse2::<ItemFn>(known.clone()) {
        Ok(mut function) => {
            seen.write_lifetimes(&mut function.sig);
            let structs = seen.definitions();
            Siblings::beside(&structs).write_types(&mut function);
            let floats = companion::bound_floats(&mut function.sig.generics, &path);
            let mut subject = Subject::new(function).written_as(item.clone());
            subject.earlier = seen.earlier.as_slice().into();
            // What is written a second time is there already.
            if let Some(again) = subject.function.attrs.iter().find(|attribute| blocks::is_mark(attribute)) {
                let errors = compile_errors(&[refusal::MARKED_TWICE.at(again)]);
                return quote!(#item #errors);
            }
            if seen.is_function_inside {
                subject.standing = Standing::Inherent;
                let wrt = attribute::meant(&attribute, &subject.function.sig);
                let errors = compile_errors(&[refusal::BLOCK_UNMARKED.at(&subject.function.sig.ident)]);
                let stub = stub_of(&subject, wrt.as_deref(), &path);
                return quote!(#item #errors #stub);
            }
            // Not even a stub can stand beside it: everything else would take that for the type.
            if subject.standing == Standing::Module && is_builtin(&subject.function.sig.ident.to_string()) {
                let errors = compile_errors(&[refusal::NAME_OF_TYPE.at(&subject.function.sig.ident)]);
                return quote!(#item #errors);
            }
            let wrt = attribute::meant(&attribute, &subject.function.sig);
            if let Some(refused) = rejected(&subject, wrt.as_deref(), &item, (seen, &path)) {
                return refused;
            }
            let beside = Attribute::parse(attribute)
                .map_err(|errors| refused(&subject, wrt.as_deref(), errors, &path))
                .map(|attribute| {
                    let undefined = seen.undefined.iter().cloned().collect();
                    let structs = Rc::clone(&structs);
                    let unsure = seen.unsure.iter().cloned().collect();
                    let mut claims = aliases.claims(&item);
                    claims.extend(floats);
                    Attribute { doubtful: hygiene::doubtful(&item), undefined, unsure, structs, claims, ..attribute }
                })
                .and_then(|attribute| {
                    let mut claimed = Vec::new();
                    let beside = beside(&subject, &attribute, &path, Some(&mut claimed))?;
                    if subject.standing == Standing::Module && blocks::is_always(&subject.function.attrs) {
                        let (companion, constant) = (&subject.function.sig.ident, subject.name("known"));
                        seen.ask(&claimed, &quote!(#companion::#constant));
                    }
                    Ok(beside)
                });
            let beside = beside.unwrap_or_else(|(errors, stub)| {
                let errors = errors_beside(&subject, &errors);
                let stub = stub.unwrap_or_else(|| stub_of(&subject, None, &path));
                quote!(#errors #stub)
            });
            quote!(#item #beside)
        }
        Err(error) => match syn::parse2::<Item>(in_braces(known, &item)) {
            Ok(Item::Impl(block)) => blocks::implementation(&attribute, block, (item, true), seen, &path),
            Ok(Item::Trait(definition)) => blocks::definition(&attribute, definition, item, seen, &path),
            // Of a syntax error, rustc has said so: the derivatives are a stub. What rustc reads all the same is refused.
            Err(_) => {
                let refused = [refusal::UNREADABLE.on(error.span()).left_to_rustc()];
                if let Some(function) = without_body(item.clone()) {
                    let subject = Subject::new(function);
                    let refused = errors_beside(&subject, &refused);
                    let wrt = attribute::meant(&attribute, &subject.function.sig);
                    let stub = stub_of(&subject, wrt.as_deref(), &path);
                    return quote!(#item #stub #refused);
                }
                let beside = match syn::parse2::<Item>(with_readable_bodies(item.clone())) {
                    Ok(Item::Impl(block)) => blocks::implementation(&attribute, block, (item, false), seen, &path),
                    Ok(Item::Trait(definition)) => blocks::definition(&attribute, definition, item, seen, &path),
                    _ => item,
                };
                let refused = compile_errors(&refused);
                quote!(#beside #refused)
            }
            _ => {
                let error = Diagnostic::new(
                    error.span(),
                    format!("`#[differentiable]` goes on a function: {error}"),
                    "put it on a `fn` with a body, on an `impl` block or on a `trait`",
                );
                let errors = compile_errors(&[error]);
                quote!(#item #errors)
            }
        },
    }
}

/// What stands for a function in which rustc finds no `self`, or no gradient of what it is given; none if there is no such mistake.
fn rejected(
    subject: &Subject,
    wrt: Option<&[Ident]>,
    item: &TokenStream,
    (seen, path): (&Seen, &TokenStream),
) -> Option<TokenStream> {
    if subject.standing != Standing::Module {
        return None;
    }
    if let Some(own) = subject.body.as_ref().and_then(|body| own_value(body.stream())) {
        let refused = compile_errors(&[refusal::UNREADABLE.on(own).left_to_rustc()]);
        let stub = stub_of(subject, wrt, path);
        return Some(quote!(#item #refused #stub));
    }
    let (gradient, function) = gradient_of_value(item, &seen.undefined)?;
    let (_, stub) = refused(subject, wrt, vec![refusal::OF_VALUE.at(gradient)], path);
    Some(quote!(#function #stub))
}

/// A block or a trait, with what stands in the braces of another.
fn in_braces(of: TokenStream, head: &TokenStream) -> TokenStream {
    let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let body = of.into_iter().last().filter(is_body);
    let mut tokens: Vec<TokenTree> = head.clone().into_iter().collect();
    if let Some(body) = body
        && let Some(last) = tokens.last_mut().filter(|last| is_body(last))
    {
        *last = body;
    }
    tokens.into_iter().collect()
}

/// The errors of a function, beside it. In an `impl` block, what rustc may say itself is said in a function: no constant without a name stands there.
fn errors_beside(subject: &Subject, errors: &[Diagnostic]) -> TokenStream {
    let written = compile_errors(errors);
    if subject.standing == Standing::Module || errors.iter().all(|error| !error.of_rustc) {
        return written;
    }
    let name = format_ident!("__{}_refused", subject.function.sig.ident.unraw(), span = Span::call_site());
    quote! {
        fn #name() {
            #written
        }
    }
}

/// What `#[derive(NamesDeprecated)]` adds to the companion of a deprecated function: the functions that name that.
#[must_use]
pub fn names_deprecated(item: TokenStream) -> TokenStream {
    syn::parse2(item).map_or_else(|error| error.to_compile_error(), |item| companion::names_deprecated(&item))
}

/// The `impl` block or the trait with a panic for each body that cannot be read.
fn with_readable_bodies(item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(TokenTree::Group(block)) = tokens.pop() {
        let functions = block.stream().into_iter().map(|token| match token {
            TokenTree::Group(body)
                if body.delimiter() == Delimiter::Brace
                    && syn::parse2::<syn::Block>(TokenTree::Group(body.clone()).into()).is_err() =>
            {
                TokenTree::Group(Group::new(Delimiter::Brace, quote!(::core::unimplemented!())))
            }
            token @ (TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token,
        });
        let mut readable = Group::new(block.delimiter(), functions.collect());
        readable.set_span(block.span());
        tokens.push(TokenTree::Group(readable));
    }
    tokens.into_iter().collect()
}

/// Where `self` stands for a value, in code that declares no methods: in a function without one, rustc says that there is none.
fn own_value(tokens: TokenStream) -> Option<Span> {
    let (mut tokens, mut found) = (tokens.into_iter().peekable(), None);
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name == "impl" || name == "trait" || name == "macro_rules" => return None,
            TokenTree::Ident(name) if name == "self" => {
                let is_path =
                    matches!(tokens.peek(), Some(TokenTree::Punct(next)) if matches!(next.as_char(), ':' | ',' | '}'));
                found = found.or((!is_path).then(|| name.span()));
            }
            TokenTree::Group(group) => found = found.or(own_value(group.stream())),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// The function with an empty body, if its signature can be read.
fn without_body(item: TokenStream) -> Option<ItemFn> {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    tokens.pop().filter(|last| matches!(last, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace))?;
    tokens.push(TokenTree::Group(Group::new(Delimiter::Brace, TokenStream::new())));
    syn::parse2(tokens.into_iter().collect()).ok()
}

/// A function, differentiated.
fn expansion(subject: &Subject, attribute: &Attribute) -> Result<Expansion, Vec<Diagnostic>> {
    match configured(subject) {
        errors if errors.is_empty() => {
            match changes_looked_at(&subject.function, subject.body.as_ref(), &attribute.methods.changing) {
                Some(place) => Err(vec![refusal::ASSIGN_PLACE.on(place).left_to_rustc()]),
                None => Expansion::new(&subject.function, attribute),
            }
        }
        errors => Err(errors),
    }
}

/// The same; functions that write into arrays are written otherwise, where they are refused: then the function is this one.
fn without_writing(subject: &Subject, attribute: &Attribute) -> (Result<Expansion, Vec<Diagnostic>>, Option<Subject>) {
    let mut expanded = expansion(subject, attribute);
    let mut written = None;
    let mut refused = TextSet::default();
    while let Err(errors) = &expanded {
        let closures = errors.iter().filter(|error| error.is(refusal::CLOSURE_WRITES));
        let more = closures.filter(|error| refused.insert(place(error.span))).count();
        if written.is_some() && more == 0 {
            break;
        }
        let Some(next) = subject.without_writing(&refused) else { break };
        expanded = expansion(&next, attribute);
        written = Some(next);
    }
    (expanded, written)
}

/// What stands beside a function; with the errors, if it is refused, a stub of that. Adds the types that have cotangents then, if those
/// are asked for.
pub(crate) fn beside(
    subject: &Subject,
    attribute: &Attribute,
    backprop: &TokenStream,
    claimed: Option<&mut Vec<syn::Type>>,
) -> Result<TokenStream, (Vec<Diagnostic>, Option<TokenStream>)> {
    if let Some(constant) = constant::constant(subject, attribute, backprop) {
        let attribute = Attribute { constant: true, ..attribute.clone() };
        return beside(&constant, &attribute, backprop, claimed);
    }
    let (expanded, written) = if let Some(rule) = &attribute.vjp {
        (rule::by_rule(subject, attribute, rule, backprop), None)
    } else {
        let (expansion, written) = without_writing(subject, attribute);
        let subject = written.as_ref().unwrap_or(subject);
        let expanded = expansion.and_then(|expansion| {
            let data = expansion.program.params.iter().find(|param| param.data);
            if let Some(data) = data.filter(|_| subject.standing == Standing::TraitImpl) {
                return Err(vec![refusal::TRAIT_DATA.at(&data.ty)]);
            }
            if let Some(claimed) = claimed {
                claimed.extend(expansion.claimed(subject, backprop));
            }
            Ok(expansion.companion(subject, backprop))
        });
        (expanded, written)
    };
    let subject = written.as_ref().unwrap_or(subject);
    expanded.map_err(|errors| refused(subject, attribute.wrt.as_deref(), essential(errors), backprop))
}

/// What stands beside a function that was refused, with what is said of it there left out: a stub, of which rustc says nothing where it is
/// used.
fn refused(
    subject: &Subject,
    wrt: Option<&[Ident]>,
    errors: Vec<Diagnostic>,
    backprop: &TokenStream,
) -> (Vec<Diagnostic>, Option<TokenStream>) {
    let named = companion::naming_types(subject, wrt, backprop).or_else(|| changing::with_mut(subject));
    let subject = named.as_ref().unwrap_or(subject);
    let mut interface = Interface::guess(subject, wrt, backprop);
    let said = errors.iter().any(|error| !error.of_rustc);
    let errors = if subject.standing == Standing::Module && said {
        interface.refused = Some(compile_errors(&errors));
        Vec::new()
    } else {
        errors
    };
    (errors, Some(companion(subject, &interface, backprop, None, None)))
}

/// Without the error that there is nothing to differentiate in the result, where something else is refused: that may be what
/// gives the result (`&mut`).
fn essential(mut errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if errors.iter().any(|error| !error.is(refusal::NO_REAL_RESULT)) {
        errors.retain(|error| !error.is(refusal::NO_REAL_RESULT));
    }
    errors
}

/// What stands beside a function that was refused.
pub(crate) fn stub_of(subject: &Subject, wrt: Option<&[Ident]>, backprop: &TokenStream) -> TokenStream {
    let named = companion::naming_types(subject, wrt, backprop);
    let subject = named.as_ref().unwrap_or(subject);
    companion(subject, &Interface::guess(subject, wrt, backprop), backprop, None, None)
}
