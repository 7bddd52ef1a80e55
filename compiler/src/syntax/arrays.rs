//! Arrays, slices and vectors of reals: their types, and their elements.

use hypernet::ids::IdSet;

use hypernet::Form;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::{Expr, Type, TypePath};

use super::arena::Arguments;
use super::item::Checker;
use super::left::Node;
use super::signature::has_tangent;
use super::{ExprId, Jump, Kind, MethodCall, Param, Pattern, Statement, Target, Ty, Unknown, VarId, Views};
use crate::diagnostic::refusal;
use crate::input::opened::{name_of, number};
use crate::input::places::Held;
use crate::source::exprs::bare;
use crate::source::methods::ArrayMethod;
use crate::source::names::is_discrete_name;
use crate::source::types::{holds_no_reals, inner, is_container, text};

/// By how many variables a length leads to an array.
const LENGTHS: usize = 4;

impl<'a> Checker<'a> {
    /// The type of a parameter that is an array, a slice or a vector of reals, behind `&`.
    pub(super) fn array_param(&mut self, ty: &Type) -> Option<Ty> {
        let Type::Reference(reference) = inner(ty) else { return None };
        if reference.mutability.is_none() { self.array_type(&reference.elem) } else { None }
    }

    /// The type of an array of reals behind `&mut`.
    pub(super) fn changed_array(&mut self, ty: &Type) -> Option<Ty> {
        let Type::Reference(reference) = inner(ty) else { return None };
        if reference.mutability.is_some() { self.array_type(&reference.elem) } else { None }
    }

    /// What a parameter of a closure refers to, if it refers to an array, a slice or a vector of reals.
    pub(super) fn lent_param(&mut self, param: &syn::Pat) -> Option<TokenStream> {
        let syn::Pat::Type(typed) = param else { return None };
        let Type::Reference(reference) = inner(&typed.ty) else { return None };
        self.array_param(&typed.ty).map(|_| reference.elem.to_token_stream())
    }

    /// Whether a parameter of a closure is an array of reals that the closure may change.
    pub(super) fn is_changed_param(&mut self, param: &syn::Pat) -> bool {
        matches!(param, syn::Pat::Type(typed) if self.changed_array(&typed.ty).is_some())
    }

    /// The type of an array or a vector of reals by value.
    pub(super) fn owned_array(&mut self, ty: &Type) -> Option<Ty> {
        if let Type::Reference(_) | Type::Slice(_) = inner(ty) { None } else { self.array_type(ty) }
    }

    /// Whether this may name a struct: it has a capital, and is no number, no container and no parameter.
    pub(super) fn may_be_struct(&self, path: &syn::TypePath) -> bool {
        let Some(last) = path.path.segments.last() else { return false };
        let name = last.ident.to_string();
        let is_parameter = |name: &Ident| self.generics.type_params().any(|param| param.ident == *name);
        path.qself.is_none()
            && name.starts_with(char::is_uppercase)
            && !is_container(path)
            && !self.is_scalar(&name)
            && !is_discrete_name(&name)
            && !path.path.get_ident().is_some_and(is_parameter)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array")]
    pub(super) fn array_type(&mut self, ty: &Type) -> Option<Ty> {
        let element = match inner(ty) {
            Type::Slice(slice) => &*slice.elem,
            Type::Array(array) => &*array.elem,
            Type::Path(path) => element_of_vec(path)?,
            _ => return None,
        };
        let element = match inner(element) {
            Type::Path(path) if path.path.get_ident().is_some_and(|name| self.is_scalar(&name.to_string())) => {
                self.real(&path.path.get_ident()?.to_string())
            }
            // What has a name may be a struct.
            Type::Path(path) if self.may_be_struct(path) => Ty::Opaque(Some(text(element).into())),
            Type::Tuple(tuple) => self.tuple_of_elements(tuple)?,
            // It has a length of its own, which a slice has not.
            element @ (Type::Array(_) | Type::Path(_)) => self.array_type(element)?,
            _ => return None,
        };
        Some(Ty::Array(element.into()))
    }

    /// The type of the elements of an array of tuples in which there is something with a tangent.
    fn tuple_of_elements(&mut self, tuple: &syn::TypeTuple) -> Option<Ty> {
        let parts: Option<Vec<Ty>> = tuple.elems.iter().map(|part| self.part_of_element(part)).collect();
        parts.map(Ty::Tuple).filter(has_tangent)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other type is a part of an element")]
    fn part_of_element(&mut self, part: &Type) -> Option<Ty> {
        match inner(part) {
            Type::Tuple(tuple) if holds_no_reals(part) => Some(Ty::Discrete(text(&Type::Tuple(tuple.clone())).into())),
            Type::Tuple(tuple) => self.tuple_of_elements(tuple),
            part @ Type::Path(path) => match path.path.get_ident().map(ToString::to_string) {
                Some(name) if self.is_scalar(&name) => Some(self.real(&name)),
                _ if holds_no_reals(part) => Some(Ty::Discrete(text(part).into())),
                _ if self.may_be_struct(path) => Some(Ty::Opaque(Some(text(part).into()))),
                _ => self.array_type(part),
            },
            part @ Type::Array(_) if holds_no_reals(part) => Some(Ty::Discrete(text(part).into())),
            part @ Type::Array(_) => self.array_type(part),
            _ => None,
        }
    }

    /// `[a, b]`, `[a; n]`, `vec![a, b]`, `vec![a; n]`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a new array")]
    pub(super) fn new_array(&mut self, array: &'a Expr, node: Node<'a>, growing: bool, span: Span) -> ExprId {
        match array {
            Expr::Array(array) => {
                let elements = array.elems.iter().map(|element| self.expr(element, false)).collect();
                self.push_at(Kind::Elements(elements, growing), span)
            }
            Expr::Repeat(repeat) => {
                if let Some(rows) = self.repeated_row(repeat, node, growing) {
                    return rows;
                }
                let value = self.expr(&repeat.expr, false);
                if growing {
                    let length = self.expr(&repeat.len, false);
                    return self.push_at(Kind::Repeat(value, length, None), span);
                }
                // It is a constant, which the net need not look at.
                let ty = Ty::Discrete("usize".into());
                let tokens = repeat.len.to_token_stream();
                let length = self.push_at(Kind::Constant(tokens.clone(), ty), span);
                self.push_at(Kind::Repeat(value, length, Some(tokens)), span)
            }
            array => self.unseen(refusal::ARRAY.at(array), Node::Expr(array)),
        }
    }

    /// Where the type of a new array is written, that says what its elements are.
    pub(super) fn written_array(&mut self, pattern: &mut Pattern, written: &syn::Pat, value: Option<ExprId>) {
        let is_new = |id: ExprId| matches!(self.exprs[id.index()].kind, Kind::Elements(..) | Kind::Repeat(..));
        if value.is_some_and(is_new)
            && let (Pattern::Typed(_, ty, _), syn::Pat::Type(written)) = (pattern, written)
            && let Some(array) = self.array_type(&written.ty)
        {
            *ty = array;
        }
    }

    /// `vec![…]`.
    pub(super) fn vec_macro(&mut self, call: &'a syn::Macro, node: Node<'a>, span: Span) -> ExprId {
        let tokens = &call.tokens;
        let array = Arguments::parse_terminated.parse2(quote!([#tokens]));
        match array.map(|array| self.arena.keep(array).first()) {
            Ok(Some(array)) => self.new_array(array, node, true, span),
            Ok(None) | Err(_) => self.unseen(refusal::MACRO.on(span), node),
        }
    }

    /// The variables that may hold what depends on a differentiated parameter, as far as the syntax says.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives variables values")]
    pub(super) fn depending(&self, params: &[Param]) -> IdSet<VarId> {
        let mut found = IdSet::new();
        for param in params.iter().filter(|param| param.differentiated || param.function.is_some()) {
            bound(&param.pattern, &mut found);
        }
        for closure in &self.closures {
            closure.params.iter().for_each(|(pattern, _)| bound(pattern, &mut found));
        }
        let plain = self.declared_plain();
        loop {
            let before = found.len();
            for at in 0..self.exprs.len() {
                let id = ExprId(u32::try_from(at).unwrap_or(u32::MAX));
                let known = found.len();
                match &self.exprs[at].kind {
                    Kind::Assign(target, value) | Kind::AssignOp(_, target, _, value)
                        if self.mentions(*value, id, &found) =>
                    {
                        targets(target, &self.views, &mut found);
                    }
                    Kind::Block(statements, _) => {
                        for statement in statements {
                            let Statement::Let(pattern, Some(value), _) = statement else { continue };
                            if self.may_give(*value, &found) {
                                bound(pattern, &mut found);
                            }
                            // What an array in a struct comes to depend on, the struct does.
                            if let Pattern::Bind(var, None) = pattern
                                && self.opened.contains_key(var)
                                && found.contains(var)
                            {
                                found.extend(self.struct_at(*value));
                            }
                        }
                    }
                    // What a call changes may come to depend on its other arguments.
                    Kind::CallPath(call) => found.extend(self.lent_to_change(&call.args, &found)),
                    Kind::MethodCall(call) => {
                        found.extend(self.lent_to_change(&call.args, &found));
                        // A method of the user's own may have the name of one of arrays.
                        if ArrayMethod::of(call).is_some_and(ArrayMethod::writes)
                            && let Some(var) = self.root(call.args[0])
                            && call.args[1..].iter().any(|&arg| self.mentions(arg, arg, &found))
                        {
                            found.insert(var);
                        }
                        if call.changes && call.args[1..].iter().any(|&arg| self.mentions(arg, arg, &found)) {
                            found.extend(self.changeable(call.args[0]));
                        }
                    }
                    Kind::Jump(jump) => {
                        if let Some((var, value)) = jump.value
                            && self.mentions(value, value, &found)
                        {
                            found.insert(var);
                        }
                    }
                    Kind::Match(scrutinee, arms) if self.mentions(*scrutinee, *scrutinee, &found) => {
                        for arm in arms {
                            bound(&arm.pattern, &mut found);
                        }
                    }
                    _ => {}
                }
                if found.len() > known {
                    for var in &plain {
                        found.remove(var);
                    }
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// The local variables of which it is written that they hold nothing with a tangent: by their type, `let mut order: Vec<usize> = …;`, or by
    /// the integers in a new array, `let mut pivots = vec![0; n];`.
    fn declared_plain(&self) -> Vec<VarId> {
        let mut found = Vec::new();
        let is_plain = |ty: &Ty| match ty {
            Ty::Var(number) => self.unknowns[*number as usize].is_host(),
            Ty::Discrete(_) => true,
            Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => false,
        };
        for expr in &self.exprs {
            let Kind::Block(statements, _) = &expr.kind else { continue };
            for statement in statements {
                match statement {
                    Statement::Let(Pattern::Typed(inside, ty, Some(_)), ..) if is_plain(ty) => {
                        if let Pattern::Bind(var, None) = **inside {
                            found.push(var);
                        }
                    }
                    Statement::Let(Pattern::Bind(var, None), Some(value), _) if self.is_array_of_integers(*value) => {
                        found.push(*var);
                    }
                    Statement::Let(..) | Statement::Expr(..) => {}
                }
            }
        }
        found
    }

    /// Whether this is a new array of which an element is written as an integer or a `bool`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a new array")]
    fn is_array_of_integers(&self, id: ExprId) -> bool {
        let is_integer = |id: ExprId| matches!(self.exprs[id.index()].kind, Kind::Int(..) | Kind::Bool(_));
        match &self.exprs[id.index()].kind {
            Kind::Elements(elements, _) => elements.iter().copied().any(is_integer),
            Kind::Repeat(element, ..) => is_integer(*element),
            _ => false,
        }
    }

    /// The struct that this is a field of a field … of, or a reference to one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a part of a struct")]
    pub(super) fn struct_at(&self, mut place: ExprId) -> Option<VarId> {
        loop {
            match self.exprs[place.index()].kind {
                Kind::Var(var) => return Some(var),
                Kind::View(_, inside) | Kind::Member(inside, _) | Kind::Field(inside, ..) => place = inside,
                _ => return None,
            }
        }
    }

    /// The variables that a call with these arguments may change, if one of those depends on variables that are found.
    fn lent_to_change(&self, args: &[ExprId], found: &IdSet<VarId>) -> Vec<VarId> {
        let changed: Vec<VarId> = args.iter().filter_map(|&arg| self.behind_reference(arg)).collect();
        let depends = !changed.is_empty() && args.iter().any(|&arg| self.mentions(arg, arg, found));
        if depends { changed } else { Vec::new() }
    }

    /// The variable that an argument lends to be changed, or a part of it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place")]
    pub(super) fn behind_reference(&self, arg: ExprId) -> Option<VarId> {
        let Kind::MutRef(mut id, _) = self.exprs[arg.index()].kind else { return None };
        loop {
            match self.exprs[id.index()].kind {
                Kind::Var(var) => return Some(self.views.storage(var)),
                Kind::Part(inside, _)
                | Kind::Index(inside, _)
                | Kind::View(_, inside)
                | Kind::Member(inside, _)
                | Kind::Field(inside, ..) => id = inside,
                _ => return None,
            }
        }
    }

    /// The variable that may be changed that this place is, or is in.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place")]
    pub(super) fn changeable(&self, mut place: ExprId) -> Option<VarId> {
        loop {
            match self.exprs[place.index()].kind {
                Kind::Var(var) => return Some(self.views.storage(var)).filter(|var| self.vars[var.index()].mutable),
                Kind::Member(inside, _)
                | Kind::Field(inside, ..)
                | Kind::Index(inside, _)
                | Kind::Part(inside, _)
                | Kind::View(Form::Referent, inside) => {
                    place = inside;
                }
                _ => return None,
            }
        }
    }

    /// Whether a method changes what it is called on, if its signature is known: one of `self` in the block around, or of a struct of the file.
    pub(super) fn changes_receiver(&self, call: &MethodCall<'_>) -> Option<bool> {
        let (receiver, method) = (call.args[0], call.name.to_string());
        if let (Some(methods), Kind::Var(var)) = (self.methods, &self.exprs[receiver.index()].kind)
            && self.vars[var.index()].name == "self"
            && (methods.changing.contains(&method) || methods.others.contains(&method))
        {
            return Some(methods.changing.contains(&method));
        }
        match self.held(receiver)? {
            Held::Struct(name) => self.beside?.changes(&name, &method),
            Held::Generic(_) | Held::Array(_) | Held::Other => None,
        }
    }

    /// Whether an array in a struct, so many dimensions deep, holds structs, as definitions of the file say.
    fn holds_structs(&self, number: usize, depth: usize) -> bool {
        let array = self.places.as_ref().and_then(|places| places.variable(&name_of(number)));
        let element = (0..depth).fold(array, |of, _| of.and_then(|of| of.element()));
        matches!(element, Some(Held::Struct(_) | Held::Generic(_)))
    }

    /// The fields that are arrays, as definitions of the file say.
    pub(super) fn array_fields(&self) -> IdSet<ExprId> {
        let ids = (0..self.exprs.len()).map(|at| ExprId(u32::try_from(at).unwrap_or(u32::MAX)));
        let is_field = |id: &ExprId| matches!(self.exprs[id.index()].kind, Kind::Member(..) | Kind::Field(..));
        ids.filter(is_field).filter(|&id| matches!(self.held(id), Some(Held::Array(_)))).collect()
    }

    /// What a place holds, as definitions of the file say.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place")]
    fn held(&self, place: ExprId) -> Option<Held> {
        let places = self.places.as_ref()?;
        match &self.exprs[place.index()].kind {
            Kind::Var(var) => places.variable(&match self.opened.get(var) {
                Some((number, _)) => name_of(*number),
                None => self.vars[var.index()].name.to_string(),
            }),
            Kind::View(Form::Reference | Form::Referent, inside) | Kind::Part(inside, _) => self.held(*inside),
            Kind::Index(array, _) => self.held(*array)?.element(),
            Kind::Member(inside, name) => places.field(&self.held(*inside)?, &name.to_string()),
            Kind::Field(inside, index, _) => places.field(&self.held(*inside)?, &index.to_string()),
            _ => None,
        }
    }

    /// Notes that nobody wants what an expression gives: a method that it ends with is called for what it changes, if it is called on
    /// a place that may be changed.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else ends with a method")]
    pub(super) fn discarded(&mut self, id: ExprId) {
        let ends: Vec<ExprId> = match &self.exprs[id.index()].kind {
            Kind::MethodCall(call) => {
                let known = self.changes_receiver(call);
                let changes = self.changeable(call.args[0]).is_some() && known != Some(false);
                let args = call.args[1..].to_vec();
                if !changes {
                    self.lend_to_change(&args);
                }
                // It may be there for what it writes elsewhere.
                let asks = changes && known.is_none() && self.lends_to_change(&args);
                if let Kind::MethodCall(call) = &mut self.exprs[id.index()].kind {
                    (call.changes, call.asks) = (changes, asks);
                    call.discarded = true;
                }
                return;
            }
            // A method of a number changes nothing: this one is the user's own, of the same name.
            Kind::Method(name, _, receiver, args)
                if matches!(self.exprs[receiver.index()].kind, Kind::Var(_))
                    && self.changeable(*receiver).is_some() =>
            {
                let (name, args) = (*name, std::iter::once(*receiver).chain(args.iter().copied()).collect());
                let result = self.fresh(Unknown::Given);
                let call =
                    MethodCall { name, generics: None, args, result, changes: true, asks: false, discarded: true };
                self.exprs[id.index()].kind = Kind::MethodCall(Box::new(call));
                return;
            }
            Kind::CallPath(call) => {
                let args = call.args.clone();
                self.lend_to_change(&args);
                if let Kind::CallPath(call) = &mut self.exprs[id.index()].kind {
                    call.discarded = true;
                }
                return;
            }
            Kind::Block(_, tail) => tail.iter().copied().collect(),
            Kind::If(_, then, other) => std::iter::once(*then).chain(*other).collect(),
            Kind::Match(_, arms) => arms.iter().map(|arm| arm.body).collect(),
            Kind::Loop(repeated) => vec![repeated.body],
            _ => return,
        };
        for end in ends {
            self.discarded(end);
        }
    }

    /// Whether an expression, or what else stands before `last`, names one of these variables.
    pub(super) fn mentions(&self, id: ExprId, last: ExprId, vars: &IdSet<VarId>) -> bool {
        let Some(Some(source)) = self.sources.get(id.index()) else { return true };
        (source.start.expr..=last.index().max(id.index())).any(|at| self.names(at, vars))
    }

    /// Whether an expression is one of these variables, and more than its length is asked for.
    fn names(&self, at: usize, vars: &IdSet<VarId>) -> bool {
        let Kind::Var(var) = self.exprs[at].kind else { return false };
        let is_length = || {
            let Some(Kind::MethodCall(call)) = self.exprs.get(at + 1).map(|next| &next.kind) else { return false };
            matches!(call.args.as_slice(), [array] if array.index() == at)
                && ArrayMethod::of(call) == Some(ArrayMethod::Len)
                && (self.sequences.get(var).is_some() || matches!(self.vars[var.index()].ty, Ty::Array(_)))
        };
        vars.contains(&var) && !is_length()
    }

    /// Whether the value of an expression may come from one of these variables. What leaves it with another value does not give one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else names a variable or leaves")]
    fn may_give(&self, id: ExprId, vars: &IdSet<VarId>) -> bool {
        let Some(Some(source)) = self.sources.get(id.index()) else { return true };
        let inside = source.start.expr..=id.index();
        // What is as long as one of them is the net's, which can read it again.
        if matches!(self.exprs[id.index()].kind, Kind::Repeat(..)) && self.names_length(id, vars, LENGTHS) {
            return true;
        }
        let stays = |jump: &Jump| {
            self.exprs[inside.clone()].iter().any(|expr| {
                matches!(&expr.kind, Kind::Loop(of) if of.left.broken == jump.flag || of.left.continued == jump.flag)
            })
        };
        let mut last = inside.end() + 1;
        // A part stands before what it is a part of.
        while last > *inside.start() {
            last -= 1;
            match &self.exprs[last].kind {
                Kind::Var(_) if self.names(last, vars) => return true,
                Kind::Jump(jump) if !stays(jump) => {
                    let value = jump.value.and_then(|(_, value)| self.sources.get(value.index())?.as_ref());
                    last = value.map_or(last, |value| value.start.expr);
                }
                _ => {}
            }
        }
        false
    }

    /// Whether an expression is computed of the length of one of these variables, by so many variables at most.
    fn names_length(&self, id: ExprId, vars: &IdSet<VarId>, depth: usize) -> bool {
        let Some(Some(source)) = self.sources.get(id.index()) else { return false };
        (source.start.expr..=id.index()).any(|at| {
            let Kind::Var(var) = self.exprs[at].kind else { return false };
            let by_name = || self.value_of_let(var).is_some_and(|value| self.names_length(value, vars, depth - 1));
            vars.contains(&var) || depth > 0 && by_name()
        })
    }

    /// What a variable is declared as.
    fn value_of_let(&self, var: VarId) -> Option<ExprId> {
        let statements = self.exprs.iter().filter_map(|expr| {
            if let Kind::Block(statements, _) = &expr.kind { Some(statements.as_slice()) } else { None }
        });
        statements.flatten().find_map(|statement| match statement {
            Statement::Let(pattern, Some(value), _) if pattern.bound() == Some(var) => Some(*value),
            Statement::Let(..) | Statement::Expr(_) => None,
        })
    }

    /// The variable and the indices, one for each dimension, of an element.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is an element of a variable")]
    pub(super) fn element_of(&self, place: &'a Expr) -> Option<(VarId, Vec<&'a Expr>)> {
        let (mut at, mut indices) = (bare(place), Vec::new());
        loop {
            match at {
                Expr::Index(index) if !matches!(bare(&index.index), Expr::Range(_)) => {
                    indices.push(&*index.index);
                    at = bare(&index.expr);
                }
                Expr::Path(path) => {
                    indices.reverse();
                    return Some((path.path.get_ident().and_then(|name| self.look_up(name))?, indices));
                }
                _ => return None,
            }
        }
    }

    /// Notes that a `let` gives a name to an array in a struct.
    pub(super) fn note_opened(&mut self, pattern: &Pattern) {
        let (Pattern::Bind(var, None), Some(openings)) = (pattern, self.openings) else { return };
        let Some(number) = number(&self.vars[var.index()].name) else { return };
        let Some(opened) = openings.arrays.get(number) else { return };
        let ty = if openings.hosts.contains(&number) {
            if openings.integers.contains(&number) {
                self.integers.insert(*var);
            }
            Ty::Discrete("& [_]".into())
        } else {
            let real = openings.reals.get(&number).cloned();
            let element = match real {
                _ if openings.holds_structs(opened) || self.holds_structs(number, opened.depth) => Ty::Opaque(None),
                Some(scalar) => Ty::Real(scalar),
                None => self.fresh(Unknown::Any),
            };
            (0..opened.depth).fold(element, |element, _| Ty::Array(element.into()))
        };
        let variable = &mut self.vars[var.index()];
        variable.name = Ident::new(&opened.shown, variable.name.span());
        variable.ty = ty;
        self.sequences.note_reference(*var, opened.depth);
        self.opened.insert(*var, (number, opened.way.clone()));
    }
}

/// `T` of `Vec<T>`.
pub(crate) fn element_of_vec(path: &TypePath) -> Option<&Type> {
    let last = path.path.segments.last().filter(|last| path.qself.is_none() && last.ident == "Vec")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let syn::GenericArgument::Type(ty) = arguments.args.first()? else { return None };
    (arguments.args.len() == 1).then_some(ty)
}

/// The type of the elements of a vector, as it is written, if that is one of arrays.
pub(crate) fn array_in_vec(written: &TokenStream) -> Option<hypernet::Name> {
    let Type::Path(path) = syn::parse2(written.clone()).ok()? else { return None };
    let element = element_of_vec(&path)?;
    (super::dimensions::dimensions_of(element) > 0).then(|| element.to_token_stream().to_string().into())
}

/// The variables that a pattern binds.
fn bound(pattern: &Pattern, found: &mut IdSet<VarId>) {
    match pattern {
        Pattern::Wild | Pattern::Rest | Pattern::Literal(_) | Pattern::Range { .. } | Pattern::Path(_) => {}
        Pattern::Bind(var, inside) => {
            found.insert(*var);
            if let Some(inside) = inside {
                bound(inside, found);
            }
        }
        Pattern::Tuple(parts) | Pattern::Or(parts) => parts.iter().for_each(|part| bound(part, found)),
        Pattern::Typed(inside, ..) => bound(inside, found),
        Pattern::Struct(apart) => {
            found.extend(apart.whole);
            apart.fields.iter().for_each(|(_, inside)| bound(inside, found));
        }
        Pattern::Host(host) => found.extend(host.vars.iter().copied()),
    }
}

fn targets(target: &Target, views: &Views, found: &mut IdSet<VarId>) {
    match target {
        Target::Wild => {}
        Target::Var(var, ..) | Target::Element(var, ..) => {
            found.insert(*var);
            found.insert(views.storage(*var));
        }
        Target::Tuple(parts) => parts.iter().for_each(|part| targets(part, views, found)),
    }
}
