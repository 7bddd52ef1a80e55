//! What is differentiated: a function, and where it stands.
//!
//! A free function gets a companion. A method or an associated function gets sibling functions instead: `m_grad` beside `m`
//! is what `grad` in a companion would be.

use hypernet::Primitive;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, GenericParam, Generics, ItemFn, Lifetime, Receiver, ReceiverKind, ReturnType, Type, UnOp};

use super::indexed::{READ, READ_TO_SET, SET};
use crate::diagnostic::{Diagnostic, refusal};
use crate::source::inside::{
    Part, PartMut, TypePart, in_block, in_block_mut, in_expr, in_expr_mut, in_function, in_signature, in_type,
};
use crate::source::types::inner;
use crate::texts::TextSet;

/// Where a function stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// In a module or a block.
    Module,
    /// In an expression: a closure.
    InPlace,
    /// In the `impl` of a type.
    Inherent,
    /// In the `impl` of a trait, which has the adjoint among its functions.
    TraitImpl,
    /// In a trait.
    Trait,
    /// In the `impl` of an operator; the adjoint is that of the runtime's trait.
    Operator,
}

/// What `Self` is.
#[derive(Clone)]
pub(crate) enum Own {
    /// The type of an `impl` block.
    Type(Box<Type>),
    /// What has the trait of this name, with the parameters [around](Subject::around) the function.
    Of(Ident),
}

/// A function, and where it stands.
#[derive(Clone)]
pub struct Subject {
    /// The function; its receiver is a parameter like the others, and its generics are all that are in scope.
    pub(crate) function: ItemFn,
    pub(crate) standing: Standing,
    /// The generics of the `impl` or `trait` around it.
    pub(crate) around: Generics,
    /// The trait whose `impl` that is.
    pub(crate) of_trait: Option<syn::Path>,
    /// The type that `Self` means in an `impl` block, if it can be named elsewhere.
    pub(crate) of_type: Option<Type>,
    /// That type as it is written, or what it refers to, if the block has no parameters.
    pub(crate) of_block: Option<Type>,
    /// That type, if the block is that of a type, and has parameters.
    pub(crate) of_generic: Option<Type>,
    /// What `Self` is called where the function does not stand, if it is known what that is.
    pub(crate) own: Option<Own>,
    /// The constant that asks for the cotangents of the types in the signatures of the block, if there is one.
    pub(crate) known: Option<TokenStream>,
    /// The constants that items before this one have for that, by the types.
    pub(crate) earlier: std::rc::Rc<[(String, String)]>,
    /// Whether those are known to be all.
    pub(crate) is_whole: bool,
    /// Whether only the adjoint is wanted.
    pub(crate) adjoint_alone: bool,
    /// The body as the user wrote it, where that is known. It is not made from the syntax again, which would take a deep stack
    /// for a long sum.
    pub(crate) body: Option<Group>,
    /// The signature as the user wrote it, where the function is [written otherwise](super::writing).
    pub(crate) signature: Option<Box<syn::Signature>>,
}

impl Subject {
    /// A free function, or a method of which nothing more is known.
    #[must_use]
    pub fn new(function: ItemFn) -> Self {
        let method = function.sig.receiver().is_some();
        let standing = if method { Standing::Inherent } else { Standing::Module };
        let own = if method { Lifetimes::OfBlock } else { Lifetimes::Own };
        Self {
            function: with_named_lifetimes(with_plain_receiver(function, None), own),
            standing,
            around: Generics::default(),
            of_trait: None,
            of_type: None,
            of_block: None,
            of_generic: None,
            own: None,
            known: None,
            earlier: std::rc::Rc::default(),
            is_whole: !method,
            adjoint_alone: false,
            body: None,
            signature: None,
        }
    }

    /// The function as these tokens are it.
    #[must_use]
    pub fn written_as(mut self, item: TokenStream) -> Self {
        self.body = bodies(item).pop().flatten();
        self
    }

    /// A closure, as a function. What its parameters borrow has no name in an expression.
    pub(crate) fn in_place(function: ItemFn) -> Self {
        Self {
            function,
            standing: Standing::InPlace,
            around: Generics::default(),
            of_trait: None,
            of_type: None,
            of_block: None,
            of_generic: None,
            own: None,
            known: None,
            earlier: std::rc::Rc::default(),
            is_whole: true,
            adjoint_alone: false,
            body: None,
            signature: None,
        }
    }

    /// A function of a type or of a trait with these generics.
    pub(crate) fn inside(function: ItemFn, standing: Standing, around: &Generics, self_type: Option<&Type>) -> Self {
        let mut function = with_plain_receiver(function, self_type);
        if standing != Standing::Operator {
            function = with_named_lifetimes(function, Lifetimes::OfBlock);
        }
        let own = std::mem::replace(&mut function.sig.generics, around.clone());
        let merged = &mut function.sig.generics;
        merged.params.extend(own.params);
        if let Some(clause) = own.where_clause {
            merged.make_where_clause().predicates.extend(clause.predicates);
        }
        let adjoint_alone = matches!(standing, Standing::TraitImpl | Standing::Operator);
        Self {
            function,
            standing,
            around: around.clone(),
            of_trait: None,
            of_type: None,
            of_block: None,
            of_generic: None,
            own: None,
            known: None,
            earlier: std::rc::Rc::default(),
            is_whole: true,
            adjoint_alone,
            body: None,
            signature: None,
        }
    }

    /// The name of what belongs to the function: `grad`, or `m_grad`.
    pub(crate) fn name(&self, of: &str) -> Ident {
        let name = match self.standing {
            Standing::Module | Standing::InPlace | Standing::Operator => in_companion(of),
            Standing::Inherent | Standing::TraitImpl | Standing::Trait => {
                beside_method(&self.function.sig.ident.to_string(), of)
            }
        };
        // Of what a trait does not have, rustc says so at the name of the method.
        Ident::new(&name, Span::mixed_site().located_at(self.function.sig.ident.span()))
    }

    /// Whether this is the [type](Self::of_type) of the block around the function.
    pub(crate) fn is_own(&self, ty: &Type) -> bool {
        let ty = text(ty);
        ty == "Self" || self.of_type.as_ref().is_some_and(|own| text(own) == ty)
    }

    /// The function with functions that write into arrays [written otherwise](super::writing), if it has some: its parameters, and
    /// closures in these places.
    pub(crate) fn without_writing(&self, closures: &TextSet) -> Option<Self> {
        let function = super::writing::without_writing(&self.function, closures)?;
        Some(Self { signature: Some(Box::new(self.function.sig.clone())), function, ..self.clone() })
    }

    /// The generics without those around the function.
    pub(crate) fn own_generics(&self, all: &Generics) -> Generics {
        let mut own = all.clone();
        let around: Vec<String> = self.around.params.iter().map(name).collect();
        own.params = own.params.into_iter().filter(|param| !around.contains(&name(param))).collect();
        if let (Some(clause), Some(outer)) = (&mut own.where_clause, &self.around.where_clause) {
            let outer: Vec<String> = outer.predicates.iter().map(text).collect();
            let kept = std::mem::take(&mut clause.predicates);
            clause.predicates = kept.into_iter().filter(|predicate| !outer.contains(&text(predicate))).collect();
        }
        own
    }
}

/// The bodies of the functions in the tokens, in their order; none of a function that is declared alone. A block in braces that a signature has, an argument of a type, is
/// followed by a token that goes on with the signature.
pub(crate) fn bodies(tokens: TokenStream) -> Vec<Option<Group>> {
    let (mut tokens, mut found, mut inside) = (tokens.into_iter().peekable(), Vec::new(), false);
    while let Some(token) = tokens.next() {
        match token {
            // A type of functions has no name.
            TokenTree::Ident(ident) if ident == "fn" => inside |= matches!(tokens.peek(), Some(TokenTree::Ident(_))),
            TokenTree::Punct(punct) if inside && punct.as_char() == ';' => {
                found.push(None);
                inside = false;
            }
            TokenTree::Group(group) if inside && group.delimiter() == Delimiter::Brace => {
                let ends = match tokens.peek() {
                    Some(TokenTree::Punct(punct)) => punct.as_char() == '#',
                    Some(TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Literal(_)) | None => true,
                };
                if ends {
                    found.push(Some(group));
                    inside = false;
                }
            }
            TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

fn text(tokens: impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

/// The name of a function of a companion. Of those that only written code calls, it begins with underscores, so that nobody is
/// offered it.
pub(crate) fn in_companion(of: &str) -> String {
    match of {
        // Of a function that has no companion, rustc's error has this name.
        "marked" => "__derivative".to_owned(),
        // What rustc says of functions that call one another in a circle has this name.
        "written" => "__calls_in_a_circle".to_owned(),
        of if is_hidden(of) => format!("__{of}"),
        of => of.to_owned(),
    }
}

/// The name of what stands beside a method. Where there is none, rustc's error shows the name, which says what is missing.
pub(crate) fn beside_method(method: &str, of: &str) -> String {
    let method = match method.strip_prefix("r#").unwrap_or(method) {
        // What is missing is the mark of the trait.
        READ => "Index",
        READ_TO_SET => "IndexMut",
        SET => "IndexMut_to_assign",
        method => method,
    };
    match of {
        "adjoint" if ["grad", "grad_into", "vjp"].iter().any(|of| method.ends_with(&format!("_{of}"))) => {
            format!("__{method}_needs_differentiable_and_gradients_cannot_have_it")
        }
        "adjoint" => format!("__{method}_needs_differentiable"),
        "again" => format!("__{method}_needs_differentiable_over_arrays"),
        of if is_hidden(of) => format!("__{method}_needs_differentiable_as_{of}"),
        of => format!("{method}_{of}"),
    }
}

/// The adjoint of a function for callers that give it functions which captured arrays.
pub(crate) const OVER_ARRAYS: &str = "takes_closures_over_arrays";

/// What says whether that is of the function that is called.
pub(crate) const OF_OVER_ARRAYS: &str = "of_closures_over_arrays";

/// What a call may ask for beside the function.
pub(crate) const ADJOINTS: [&str; 5] = ["adjoint", "again", "restoring", "keeping", OVER_ARRAYS];

/// Whether only written code calls it.
fn is_hidden(of: &str) -> bool {
    matches!(
        of,
        OVER_ARRAYS
            | OF_OVER_ARRAYS
            | "adjoint"
            | "marked"
            | "again"
            | "restoring"
            | "keeping"
            | "function"
            | "constant"
            | "of"
            | "accumulate"
            | "mark"
            | "receiver"
            | "written"
            | "checked"
            | "code"
            | "known"
    )
}

fn name(param: &GenericParam) -> String {
    match param {
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
    }
}

/// The types in a signature whose name is one capital, as that of a type parameter.
pub(crate) fn single_capitals(signature: &syn::Signature, found: &mut Vec<String>) {
    fn look(part: TypePart<'_>, found: &mut Vec<String>) {
        match part {
            TypePart::Type(ty) => {
                if let Type::Path(path) = ty {
                    let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                    if name.len() == 1 && name.starts_with(char::is_uppercase) && !found.contains(&name) {
                        found.push(name);
                    }
                }
                in_type(ty, &mut |part| look(part, found));
            }
            TypePart::Function(ty) => in_function(&mut ty.inputs, &mut ty.output, &mut |part| look(part, found)),
            TypePart::Lifetime(_) => {}
        }
    }
    in_signature(&mut signature.clone(), &mut |part| look(part, found));
}

/// The types in a signature, by their names, of which the function reads a field by its name, calls a method that numbers do not
/// have, or makes a value by its fields: those are structs.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only what is named here shows that a type is a struct; of the rest, nothing is known"
)]
pub(crate) fn taken_apart(function: &ItemFn) -> Vec<String> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only what is named here shows that a type is a struct; of the rest, nothing is known"
    )]
    fn named(ty: &Type) -> Option<String> {
        match inner(ty) {
            Type::Path(path) => path.path.get_ident().map(ToString::to_string),
            Type::Reference(reference) => named(&reference.elem),
            _ => None,
        }
    }
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only what is named here shows that a type is a struct; of the rest, nothing is known"
    )]
    fn look(part: &Part<'_>, types: &[(String, String)], found: &mut Vec<String>) {
        match part {
            Part::Expr(expr) => {
                match expr {
                    Expr::Field(syn::ExprField { base, .. }) => {
                        if let Expr::Path(path) = &**base
                            && let Some(name) = path.path.get_ident().map(ToString::to_string)
                        {
                            found.extend(types.iter().filter(|(of, _)| *of == name).map(|(_, ty)| ty.clone()));
                        }
                    }
                    Expr::MethodCall(call) if Primitive::by_name(&call.method.to_string()).is_none() => {
                        if let Expr::Path(path) = &*call.receiver
                            && let Some(name) = path.path.get_ident().map(ToString::to_string)
                        {
                            found.extend(types.iter().filter(|(of, _)| *of == name).map(|(_, ty)| ty.clone()));
                        }
                    }
                    Expr::Struct(structure) => found.extend(structure.path.get_ident().map(ToString::to_string)),
                    _ => {}
                }
                in_expr(expr, &mut |part| look(&part, types, found));
            }
            Part::Block(block) => in_block(block, &mut |part| look(&part, types, found)),
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
    }
    let types = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => match &*input.pat {
            syn::Pat::Ident(name) => Some((name.ident.to_string(), named(&input.ty)?)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let (types, mut found) = (types.collect::<Vec<_>>(), Vec::new());
    look(&Part::Block(&function.block), &types, &mut found);
    found
}

/// The function with its receiver written as `self: T`; `Self` in the signature is this type, if it is given.
fn with_plain_receiver(mut function: ItemFn, self_type: Option<&Type>) -> ItemFn {
    if let Some(FnArg::Receiver(receiver)) = function.sig.inputs.first_mut()
        && let Some(plain) = plain(receiver)
    {
        function.sig.inputs[0] = plain;
    }
    if let Some(ty) = self_type {
        for input in &mut function.sig.inputs {
            if let FnArg::Typed(input) = input {
                name_self(TypePart::Type(&mut input.ty), ty);
            }
        }
        if let ReturnType::Type(_, result) = &mut function.sig.output {
            name_self(TypePart::Type(result), ty);
        }
    }
    function
}

/// `self: Self`, `self: &Self`; none for what is no such receiver.
fn plain(receiver: &Receiver) -> Option<FnArg> {
    let (token, mutability) = (&receiver.self_token, &receiver.mutability);
    let name = Ident::new("self", token.span);
    let ty: Type = match &receiver.kind {
        ReceiverKind::Value => syn::parse_quote_spanned!(token.span=> Self),
        ReceiverKind::Reference(and, lifetime, mutability) => {
            syn::parse_quote_spanned!(token.span=> #and #lifetime #mutability Self)
        }
        ReceiverKind::Typed(_, ty) => (**ty).clone(),
        _ => return None,
    };
    Some(FnArg::Typed(syn::PatType {
        attrs: Vec::new(),
        pat: Box::new(syn::Pat::Ident(syn::PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: *mutability,
            ident: name,
            subpat: None,
        })),
        colon_token: syn::Token![:](token.span),
        ty: Box::new(ty),
    }))
}

/// Who declares the lifetimes that the types of parameters name.
#[derive(Clone, Copy, PartialEq)]
enum Lifetimes {
    /// The function itself.
    Own,
    /// Perhaps the block around.
    OfBlock,
}

/// The function with a name for each lifetime that the types of its parameters leave out, `'_`: the types of the cotangents
/// name it too. Of a lifetime that nothing declares, rustc says so of the function, and nothing of what stands beside it: there it is declared.
fn with_named_lifetimes(mut function: ItemFn, lifetimes: Lifetimes) -> ItemFn {
    let signature = &mut function.sig;
    let declared = signature.generics.lifetimes().map(|param| param.lifetime.clone()).collect();
    let declared = (lifetimes == Lifetimes::Own).then_some(declared);
    let mut names = NameLifetimes { declared, of: (String::new(), 0), new: Vec::new(), borrowed: Vec::new() };
    for (at, input) in signature.inputs.iter_mut().enumerate() {
        if let FnArg::Typed(input) = input {
            let name =
                if let syn::Pat::Ident(name) = &*input.pat { name.ident.unraw().to_string() } else { at.to_string() };
            names.of = (name, 0);
            names.name(TypePart::Type(&mut input.ty));
        }
    }
    let has_receiver = signature.receiver().is_some();
    let leaves_out =
        if let ReturnType::Type(_, ty) = &mut signature.output { leaves_out(TypePart::Type(ty)) } else { false };
    match (names.borrowed.as_slice(), &mut signature.output) {
        // The only lifetime that goes in is the one that comes out.
        ([Some(lifetime)], ReturnType::Type(_, ty)) => name_elided(TypePart::Type(ty), lifetime),
        // Of none, rustc says so of the function.
        ([], ReturnType::Type(_, ty)) if leaves_out => {
            name_elided(TypePart::Type(ty), &Lifetime::new("'static", Span::mixed_site()));
        }
        // Of several, rustc says that it does not know which one: here all that have no name are one.
        ([_, _, ..], ReturnType::Type(_, ty)) if !has_receiver && leaves_out => {
            let lifetime = Lifetime::new("'of_result", Span::mixed_site());
            name_elided(TypePart::Type(ty), &lifetime);
            for input in &mut signature.inputs {
                if let FnArg::Typed(input) = input {
                    name_elided(TypePart::Type(&mut input.ty), &lifetime);
                }
            }
            names.new.push(lifetime);
        }
        ([] | [_, ..], ReturnType::Default | ReturnType::Type(..)) => {}
    }
    for name in names.new {
        signature.generics.params.push(GenericParam::Lifetime(syn::LifetimeParam::new(name)));
    }
    function
}

struct NameLifetimes {
    /// Those that are declared, if all of them are known.
    declared: Option<Vec<Lifetime>>,
    /// The name of the parameter, and how many lifetimes of its type have been named. They show in the docs of the user's crate.
    of: (String, usize),
    new: Vec<Lifetime>,
    /// All lifetimes, but for those of references that have no name.
    borrowed: Vec<Option<Lifetime>>,
}

impl NameLifetimes {
    fn name(&mut self, part: TypePart<'_>) {
        match part {
            TypePart::Lifetime(lifetime) => {
                if lifetime.ident == "_" {
                    // It is not the user's: lints say nothing of it.
                    let span = Span::mixed_site().located_at(lifetime.span());
                    let (of, count) = &mut self.of;
                    *count += 1;
                    let number = if *count > 1 { format!("_{count}") } else { String::new() };
                    *lifetime = Lifetime::new(&format!("'of_{of}{number}"), span);
                    self.new.push(lifetime.clone());
                } else if let Some(declared) = &mut self.declared
                    && lifetime.ident != "static"
                    && !declared.contains(lifetime)
                {
                    declared.push(lifetime.clone());
                    self.new.push(lifetime.clone());
                }
                self.borrowed.push(Some(lifetime.clone()));
            }
            // A function takes any lifetime.
            TypePart::Function(_) | TypePart::Type(Type::FnPtr(_)) => {}
            TypePart::Type(ty) => {
                if matches!(ty, Type::Reference(reference) if reference.lifetime.is_none()) {
                    self.borrowed.push(None);
                }
                in_type(ty, &mut |part| self.name(part));
            }
        }
    }
}

/// Whether a lifetime is left out, but for those of functions.
fn leaves_out(part: TypePart<'_>) -> bool {
    match part {
        TypePart::Lifetime(lifetime) => lifetime.ident == "_",
        TypePart::Function(_) | TypePart::Type(Type::FnPtr(_)) => false,
        TypePart::Type(Type::Reference(reference)) if reference.lifetime.is_none() => true,
        TypePart::Type(ty) => {
            let mut found = false;
            in_type(ty, &mut |part| found |= leaves_out(part));
            found
        }
    }
}

/// Writes a lifetime for each one that is left out, but for those of functions.
fn name_elided(part: TypePart<'_>, name: &Lifetime) {
    match part {
        TypePart::Lifetime(lifetime) => {
            if lifetime.ident == "_" {
                *lifetime = name.clone();
            }
        }
        TypePart::Function(_) | TypePart::Type(Type::FnPtr(_)) => {}
        TypePart::Type(ty) => {
            if let Type::Reference(reference) = ty
                && reference.lifetime.is_none()
            {
                reference.lifetime = Some(name.clone());
            }
            in_type(ty, &mut |part| name_elided(part, name));
        }
    }
}

/// Writes a type for each `Self`.
pub(super) fn name_self(part: TypePart<'_>, name: &Type) {
    match part {
        TypePart::Type(ty) => {
            if matches!(&*ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self")) {
                *ty = name.clone();
            } else {
                in_type(ty, &mut |part| name_self(part, name));
            }
        }
        TypePart::Function(ty) => in_function(&mut ty.inputs, &mut ty.output, &mut |part| name_self(part, name)),
        TypePart::Lifetime(_) => {}
    }
}

/// Writes `self` for `*self`, and finds a `self` that is neither that nor has a field or a method after it: by another name,
/// something else would change. What is in items and macros has another `self`, or cannot be seen.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are looked into")]
fn whole_self(part: PartMut<'_>, renamed: &mut Option<Span>) {
    let is_self = |expr: &Expr| matches!(expr, Expr::Path(path) if path.path.is_ident("self"));
    match part {
        PartMut::Expr(expr) => match expr {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && is_self(&unary.expr) => {
                *expr = (*unary.expr).clone();
            }
            Expr::Field(field) if is_self(&field.base) => {}
            Expr::MethodCall(call) if is_self(&call.receiver) => {
                call.args.iter_mut().for_each(|argument| whole_self(PartMut::Expr(argument), renamed));
            }
            Expr::Path(path) if path.path.is_ident("self") => *renamed = Some(path.span()),
            expr => in_expr_mut(expr, &mut |part| whole_self(part, renamed)),
        },
        PartMut::Block(block) => in_block_mut(block, &mut |part| whole_self(part, renamed)),
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// The body of a compound assignment, `fn add_assign(&mut self, …)`, as that of a function that gives the new value.
///
/// # Errors
/// If there is another name for `self`.
pub(crate) fn giving_self(mut function: ItemFn) -> Result<ItemFn, Diagnostic> {
    let mut renamed = None;
    in_block_mut(&mut function.block, &mut |part| whole_self(part, &mut renamed));
    if let Some(span) = renamed {
        return Err(refusal::RENAMED_SELF.on(span));
    }
    if let Some(FnArg::Receiver(receiver)) = function.sig.inputs.first_mut() {
        receiver.mutability = Some(syn::Token![mut](receiver.self_token.span));
        receiver.kind = ReceiverKind::Value;
    }
    let body: syn::Block = syn::parse_quote!({ self });
    let body = std::mem::replace(&mut *function.block, body);
    let body = syn::ExprBlock { attrs: Vec::new(), label: None, block: body };
    function.block.stmts.insert(0, syn::Stmt::Expr(Expr::Block(body), None));
    function.sig.output = syn::parse_quote!(-> Self);
    Ok(function)
}
