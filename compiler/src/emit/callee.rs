//! Functions of the host language: how they are named and called.

use hypernet::{Field, FunctionConstant, Primitive, Type, TypeName};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::PathArguments;

use super::convention::Convention;
use super::syntax::Expr;
use super::walk::Walk;
use crate::input::opened::EACH;
use crate::input::subject::OVER_ARRAYS;
use crate::input::written::located;
use crate::lower::{Boundary, asked_companion, of_companion, suffixed, with_suffix};
use crate::program::{Callee, Code, Passing};
use crate::source::names::is_builtin;

/// Which adjoint of a function a call asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Adjoint {
    /// The one that takes those arrays again with respect to which the function is differentiated.
    Plain,
    /// The one that takes all arrays again, also those that `wrt` of the function leaves out.
    Again,
    /// The one that puts back what the function has changed, and takes each such array beside its accumulator.
    Restoring,
    /// The one that takes no contents of arrays again. In their places it is given nothing.
    Keeping,
    /// The one for functions that captured arrays.
    OverArrays,
}

impl Adjoint {
    /// The one that a call of this function asks for.
    pub(super) fn of(function: &FunctionConstant, callee: Option<&Callee>, passing: &Passing, code: &Code) -> Self {
        if !passing.captured.is_empty() {
            Self::OverArrays
        } else if function.ty.params.iter().any(|ty| matches!(ty, Type::Undone(_))) {
            Self::Restoring
        } else if function.ty.keeps || would_copy(function, callee, passing) {
            Self::Keeping
        } else if !passing.data.is_empty()
            || may_be_left_out(callee, passing)
            || !passing.independent.is_empty() && callee.is_some_and(|callee| takes_arrays(callee, code))
        {
            Self::Again
        } else {
            Self::Plain
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Plain => "adjoint",
            Self::Again => "again",
            Self::Restoring => "restoring",
            Self::Keeping => "keeping",
            Self::OverArrays => OVER_ARRAYS,
        }
    }
}

/// Whether a function may take arrays: of one whose signature shows that it takes none, rustc says that where it is given one.
fn takes_arrays(callee: &Callee, code: &Code) -> bool {
    let path = if let Callee::Path(path) | Callee::Associated(path) = callee { path.path.get_ident() } else { None };
    callee.is_marked() && !path.is_some_and(|name| code.structs.takes_no_references(&name.to_string()))
}

/// The first argument of a call that may be an array, if there may be one. What a method is called on is none.
fn first_array(callee: Option<&Callee>) -> usize {
    match callee {
        Some(Callee::Path(_) | Callee::Associated(_)) => 0,
        Some(Callee::Method(..)) => 1,
        Some(
            Callee::BuiltInOrOwn(_) | Callee::Field(..) | Callee::Part(..) | Callee::Second(..) | Callee::Operator(..),
        )
        | None => usize::MAX,
    }
}

/// Whether an argument of which only rustc knows whether it is an array may be one that the function leaves out: no reference to what this
/// function may own is kept.
fn may_be_left_out(callee: Option<&Callee>, passing: &Passing) -> bool {
    let first = first_array(callee);
    passing.constant.iter().any(|&at| at >= first)
}

/// Whether the backpropagator of a function would be given copies: of arrays of which only rustc knows that they are some.
fn would_copy(function: &FunctionConstant, callee: Option<&Callee>, passing: &Passing) -> bool {
    let first = first_array(callee);
    let takes_known = function.ty.params.iter().any(Type::is_look);
    (passing.open_references.iter().any(|&at| at >= first) || may_be_left_out(callee, passing) && !takes_known)
        && passing.asked.is_empty()
        && passing.data.is_empty()
        && !passing.higher_order
        && function.ty.results.iter().all(Type::is_first_order)
}

/// The way to a part of a struct as a function of references, for the struct and for its cotangent; of a part of each element of an
/// array, the way to the array and that from an element.
pub(super) fn part_of(way: &[String], span: Span) -> Vec<Expr> {
    let of = Ident::new("of", Span::mixed_site());
    // Of a cotangent that has no such field, rustc says the same where the field is given a value.
    let function = |way: &[String]| {
        let place = way.iter().fold(quote!((*#of)), |of, field| {
            let field = located(field.parse().unwrap_or_default(), span);
            quote!(#of.#field)
        });
        Expr::Tokens(quote!(|#of| &mut #place), false)
    };
    match way.iter().position(|step| step == EACH) {
        Some(each) => {
            let (array, element) = way.split_at(each);
            [array, &element[1..], array, &element[1..]].map(function).into()
        }
        None => vec![function(way), function(way)],
    }
}

/// The type that stands before the name of a function, if it surely is one, and no trait: `Self`, or a struct of the file.
fn type_before(path: &syn::ExprPath, code: &Code) -> Option<TokenStream> {
    let of = path.path.segments.first().filter(|_| path.qself.is_none() && path.path.segments.len() == 2)?;
    if of.ident == "Self" {
        return Some(quote!(Self));
    }
    let definition = code.structs.get(&of.ident.to_string()).filter(|_| path.path.leading_colon.is_none())?;
    let inferred = definition.inferred.as_ref()?;
    match &of.arguments {
        _ if inferred.is_empty() => Some(quote!(#of)),
        PathArguments::None => Some(quote!(#of<#(#inferred),*>)),
        PathArguments::AngleBracketed(written) => (written.args.len() == inferred.len()).then(|| quote!(#of)),
        PathArguments::Parenthesized(_) => None,
    }
}

impl Walk<'_> {
    /// The path of a function of the host.
    pub(super) fn path(&self, function: &FunctionConstant) -> Expr {
        let tokens = self.host.program.code.functions.get(function.id as usize).map(Callee::tokens);
        Expr::Tokens(tokens.unwrap_or_default(), true)
    }

    pub(super) fn call_adjoint(&self, function: &FunctionConstant, mut arguments: Vec<Expr>) -> Expr {
        let code = &self.host.program.code;
        let callee = code.functions.get(function.id as usize);
        let passing = code.passing(function.id).cloned().unwrap_or_default();
        let adjoint = Adjoint::of(function, callee, &passing, code).name();
        let callee = match callee {
            Some(Callee::Path(path)) => {
                // Once is enough.
                let written = if self.asks { asked_companion } else { of_companion };
                let depends = self.host.depends.as_ref();
                written(path, adjoint, &Boundary { code, backprop: &self.host.backprop, depends })
            }
            Some(Callee::Associated(path)) => {
                let mut path = with_suffix(path, adjoint);
                let at = path.path.segments.last().map_or_else(Span::mixed_site, |last| last.ident.span());
                let ty = type_before(&path, code).and_then(|ty| self.host.if_written(&ty));
                let path = if let Some(ty) = ty {
                    let name = path.path.segments.pop();
                    quote!(<#ty>::#name)
                } else {
                    quote!(#path)
                };
                // Of what is no function, rustc says so here.
                let callee = self.host.depending(Expr::Tokens(path, true)).primary_tokens();
                return Expr::Call(Box::new(Expr::Tokens(located(callee, at), true)), arguments);
            }
            Some(Callee::Method(name, generics)) => {
                let adjoint = suffixed(name, adjoint);
                let mut receiver = if arguments.is_empty() { Expr::Tuple(Vec::new()) } else { arguments.remove(0) };
                let params = function.ty.params.iter().filter(|&ty| *ty != Type::World);
                // What `into` gives, its call alone does not say.
                let numbers = params.map(|ty| self.some_number(ty)).collect::<Option<Vec<_>>>();
                if let Some(numbers) = numbers.filter(|_| name != "into") {
                    receiver = self.with_method(receiver, &quote!(#name #generics), numbers.get(1..).unwrap_or(&[]));
                }
                return Expr::UserMethod(Box::new(receiver), quote!(#adjoint #generics), arguments);
            }
            Some(Callee::BuiltInOrOwn(name)) => {
                let adjoint = suffixed(name, adjoint);
                let is_of_numbers = Primitive::by_name(&name.to_string()).is_some();
                let of = self.host.private(&if is_of_numbers { quote!(Numbers) } else { quote!(HasLength) });
                let receiver = arguments.remove(0).typed().primary_tokens();
                let arguments = arguments.into_iter().map(|argument| argument.typed().primary_tokens());
                // A method of the type's own is found first.
                let call = quote!({ use #of as _; #receiver.#adjoint(#(#arguments),*) });
                return Expr::Tokens(call, false);
            }
            Some(Callee::Field(way, _)) => {
                // The backpropagator first: the field may be moved out of the struct.
                let mut given = std::mem::take(&mut arguments).into_iter();
                let of = given.next().unwrap_or(Expr::Tuple(Vec::new()));
                let kind = given.next().unwrap_or_else(|| self.kind(way, &of));
                arguments.push(self.embedding(way, kind));
                arguments.push(Expr::Member(Box::new(of), self.host.member(way)));
                self.host.private(&quote!(field))
            }
            Some(Callee::Part(way, span, takes)) => {
                let name = if *takes { "take" } else { "put" };
                let each = if way.iter().any(|step| step == EACH) { "each" } else { "part" };
                let name = Ident::new(&format!("{name}_{each}"), Span::mixed_site());
                arguments.extend(part_of(way, *span));
                self.host.private(&quote!(parts::#name))
            }
            Some(Callee::Second(way, _, copies)) if way.is_empty() => {
                self.host.private(&if *copies { quote!(parts::copied) } else { quote!(parts::second) })
            }
            Some(Callee::Second(way, span, _)) => {
                arguments.extend(part_of(way, *span));
                self.host.private(&quote!(parts::second_of))
            }
            Some(Callee::Operator(name, span)) => {
                // The operator alone does not say what number a literal is.
                arguments = arguments.into_iter().map(Expr::typed).collect();
                // Nothing else of a literal depends on whether the function is right: of operands in the wrong order, rustc says so there.
                if let [first @ (Expr::Real { .. } | Expr::Unary('-', _)), _] = arguments.as_mut_slice() {
                    *first = self.host.depending(std::mem::replace(first, Expr::Tuple(Vec::new())));
                }
                let name = Ident::new(name, span.resolved_at(proc_macro2::Span::mixed_site()));
                let operands = if arguments.len() == 1 { quote!(ops::Operand) } else { quote!(ops::Operands) };
                let operands = Expr::Tokens(self.host.private(&operands), true);
                return Expr::UserMethod(
                    Box::new(Expr::Call(Box::new(operands), arguments)),
                    quote!(#name),
                    Vec::new(),
                );
            }
            None => return Expr::Tuple(Vec::new()),
        };
        let callee = self.host.depending(Expr::Tokens(callee, true));
        Expr::Call(Box::new(callee), arguments)
    }

    /// The type of the cotangent of this struct, of which a field is wanted.
    pub(super) fn kind(&self, way: &Field, of: &Expr) -> Expr {
        let (d, member) = (Ident::new("d", Span::mixed_site()), self.host.member(way));
        // Of a field that is not there, rustc says so of the struct, and nothing of its cotangent.
        let field_of = Expr::Tokens(self.host.private(&quote!(claims::receiver)), true);
        let type_of = self.host.private(&quote!(claims::type_of));
        let question = Expr::Tokens(quote!(|#d| #type_of(&#d.#member)), false);
        let known = Expr::Call(Box::new(field_of), vec![Expr::Borrow(Box::new(of.clone())), question]);
        Expr::Call(Box::new(Expr::Tokens(self.host.private(&quote!(kind)), true)), vec![known])
    }

    /// The backpropagator of a field of a struct with a cotangent of this type.
    pub(super) fn embedding(&self, way: &Field, kind: Expr) -> Expr {
        let (d, member) = (Ident::new("d", Span::mixed_site()), self.host.member(way));
        let place = Expr::Tokens(quote!(|#d| &mut #d.#member), false);
        Expr::UserMethod(Box::new(kind), quote!(embed), vec![place])
    }

    /// A number that has this method. Of one that has not, rustc says so of the method itself, and nothing of its derivative.
    pub(super) fn with_method(&self, receiver: Expr, method: &TokenStream, arguments: &[TokenStream]) -> Expr {
        let it = Ident::new("it", Span::mixed_site());
        let question = Expr::Tokens(quote!(|#it| #it.#method(#(#arguments),*)), false);
        let receiver_with = Expr::Tokens(self.host.private(&quote!(claims::receiver)), true);
        Expr::Call(Box::new(receiver_with), vec![receiver.typed(), question])
    }

    /// A number of this type, in code that does not run; none if it is no type of numbers of Rust's own.
    pub(super) fn some_number(&self, ty: &Type) -> Option<TokenStream> {
        match ty {
            Type::Real(name) | Type::Discrete(TypeName::Named(name)) if is_builtin(name) => {
                let (never, name) = (self.host.private(&quote!(never)), Ident::new(name, Span::mixed_site()));
                Some(quote!(#never::<::core::primitive::#name>()))
            }
            Type::Discrete(TypeName::Numbered(_)) => Some(quote!(0)),
            Type::Real(_)
            | Type::Discrete(TypeName::Named(_) | TypeName::Unnamed)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => None,
        }
    }

    /// The call of the adjoint of a function that came over the boundary.
    pub(super) fn call_host(&self, function: &Expr, convention: &Convention, arguments: Vec<Expr>) -> Expr {
        let of =
            if convention.has_arrays() { quote!(FunctionOfArrays::__adjoint) } else { quote!(Function::__adjoint) };
        let path = self.host.private(&of);
        let function = function.primary_tokens();
        let arguments = vec![Expr::Tokens(quote!(&#function), false), Expr::Tuple(arguments)];
        Expr::Call(Box::new(Expr::Tokens(path, true)), arguments)
    }
}
