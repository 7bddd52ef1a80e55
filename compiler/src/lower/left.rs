//! Code that is left as it is: the user's own tokens, as one operation of the net.
//!
//! An expression that depends on no differentiated parameter has two kinds of parts. Numbers and the operators on them go into
//! the net, so that constants are folded and work is shared. All else is the host's: values without a tangent are borrowed,
//! cloned, compared, moved and dropped as the user wrote it. The largest expression of that second kind becomes one operation.
//! Its operands are the variables that it reads, and it keeps its place in the order of effects.

use hypernet::{Form, Operation};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

use super::closure::contains_function;
use super::hosts::is_host_type;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::{Diagnostic, Refusal, refusal};
use crate::holes::{fill_holes, hole, name_hole};
use crate::input::crate_path::crate_path;
use crate::input::ends::names_index;
use crate::program::{ForeignCode, Shape};
use crate::source::methods::OF_NUMBERS;
use crate::syntax::{
    self, Arithmetic, CallPath, ExprId, Kind, Left, Local, MethodCall, Pattern, Role, Ty, VarId, is_discrete,
    is_integer, leave, leave_let, makes_temporaries,
};

/// What goes on somewhere else than behind the code.
const LEAVING: [Refusal; 4] = [refusal::RETURN, refusal::TRY, refusal::BREAK, refusal::CONTINUE];

/// Methods that give indices. Of one of another type that gives anything else, rustc says so.
const FINDING: [&str; 6] =
    ["binary_search", "binary_search_by", "binary_search_by_key", "partition_point", "position", "rposition"];

/// Methods that give what an option or a result holds.
const UNWRAPPING: [&str; 5] = ["expect", "unwrap", "unwrap_or", "unwrap_or_default", "unwrap_or_else"];

/// Methods that put what is the host's in an order, or drop some of it, as a closure tells.
const ORDERING: [&str; 7] = [
    "retain",
    "select_nth_unstable_by",
    "sort_by",
    "sort_by_cached_key",
    "sort_by_key",
    "sort_unstable_by",
    "sort_unstable_by_key",
];

/// Methods that a closure may call which orders or finds something.
const COMPARING: [&str; 7] = ["cmp", "len", "partial_cmp", "reverse", "then", "total_cmp", "unwrap"];

impl<'a> Lowering<'_, 'a> {
    /// The value of an expression that is left as it is; none, if it is not.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only a reference is not of the type of its expression")]
    pub(super) fn left(&mut self, id: ExprId) -> Lowered<Option<Val>> {
        if !self.is_left(id) {
            return Ok(None);
        }
        let function = self.function;
        let Some(source) = function.source(id) else { return Ok(None) };
        if self.takes_looped(source.start.expr, id.index() + 1) {
            return Ok(None);
        }
        let left = match leave(&function.scopes, source) {
            Ok(left) => left,
            // It may be looked into.
            Err(diagnostic) if LEAVING.into_iter().any(|refusal| diagnostic.is(refusal)) => return Ok(None),
            Err(diagnostic) => return if self.is_refused(id) { Err(self.replace(id, diagnostic)) } else { Ok(None) },
        };
        self.covered.push((source.start.expr, id.index() + 1));
        let shape = match &function.expr(id).kind {
            // It is no number.
            Kind::View(Form::Reference, _) => Shape::Leaf(hypernet::Type::unnamed_discrete()),
            _ => self.shape(&self.types.expr(id)),
        };
        self.reads_no_stored(&left, id)?;
        // Beside an operator, a reference to a number stands for the number.
        let star = self.is_datum(id).then(|| quote!(*));
        let tokens = &left.tokens;
        let code = ForeignCode {
            diverges: self.panics(id),
            lasts: makes_temporaries(source.node),
            ..ForeignCode::new(quote!(#star #tokens), shape)
        };
        let value = self.put(&left, code, function.expr(id).span)?;
        if let Val::Wire(wire, _) = &value {
            self.note_left(id, *wire);
        }
        Ok(Some(value))
    }

    /// Whether this surely panics in the end: `panic!(…)`, or a block that ends with it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else surely does")]
    fn panics(&self, id: ExprId) -> bool {
        match &self.function.expr(id).kind {
            Kind::Macro(call) => call.diverges,
            Kind::Block(_, tail) => tail.is_some_and(|tail| self.panics(tail)),
            _ => false,
        }
    }

    /// Whether this is a reference to a number of data that stands for the number: an operator meets it.
    fn is_datum(&self, id: ExprId) -> bool {
        self.function.lent_element(id).is_some() && matches!(self.types.expr(id), Ty::Real(_))
    }

    /// Whether a call gives what has no tangent, whatever it reads, as far as the types around it say.
    pub(super) fn gives_plain(&self, id: ExprId) -> bool {
        matches!(self.types.expr(id), Ty::Discrete(name) if is_discrete(&name))
    }

    /// Whether a call gives an array or the like of what has no tangent, as far as its type or its elements say: `let order = sorted(x); … x[order[i]]`.
    /// Whether it has none is what rustc is asked.
    pub(super) fn gives_plain_array(&self, id: ExprId) -> bool {
        matches!(self.types.expr(id), Ty::Var(var) if self.types.is_plain(var))
    }

    /// The code of a call that is left as it is, with that question.
    pub(super) fn asked_of_plain_array(&self, id: ExprId, code: TokenStream) -> TokenStream {
        if !self.gives_plain_array(id) {
            return code;
        }
        let backprop = crate_path();
        let plain = quote!(#backprop::__private::open::plain_array);
        let plain = crate::input::written::located(plain, self.function.expr(id).span);
        quote!(#plain(#code))
    }

    /// Whether this is a call of a method that says where an element is or would be, as a closure tells, or how a number compares to
    /// others.
    pub(super) fn finds(&self, call: &MethodCall<'_>) -> bool {
        if OF_NUMBERS.contains(&&*call.name.to_string()) && matches!(self.types.expr(call.args[0]), Ty::Real(_)) {
            return !self.gives_bits_of_numbers(call);
        }
        // What an option or a result of these holds is an index too.
        if UNWRAPPING.contains(&&*call.name.to_string())
            && let Kind::MethodCall(inside) = &self.function.expr(call.args[0]).kind
            && FINDING.contains(&&*inside.name.to_string())
        {
            return self.finds(inside);
        }
        // A user's own `position` gives anything.
        let is_sought = |&argument: &ExprId| {
            matches!(self.function.expr(argument).kind, Kind::Closure(_) | Kind::View(Form::Reference, _))
        };
        FINDING.contains(&&*call.name.to_string()) && call.args.len() > 1 && call.args.last().is_some_and(is_sought)
    }

    /// Whether a call gives the bits of a number in a function that makes numbers of bits, `f64::from_bits(…)`: these depend on it.
    pub(super) fn gives_bits_of_numbers(&self, call: &MethodCall<'_>) -> bool {
        let is_one = |path: &syn::ExprPath| path.path.segments.last().is_some_and(|last| last.ident == "from_bits");
        call.name == "to_bits"
            && self.function.exprs.iter().any(|expr| matches!(&expr.kind, Kind::CallPath(call) if is_one(call.path)))
    }

    /// Whether this is a statement that orders what is the host's, as a closure tells. No tangent comes out of what the closure reads.
    pub(super) fn orders(&self, call: &MethodCall<'_>) -> bool {
        let [receiver, closure] = call.args[..] else { return false };
        let Some(source) = self.function.source(receiver) else { return false };
        let is_of_host = || !self.touches(source.start.expr, receiver.index() + 1, source.start.var, true);
        ORDERING.contains(&&*call.name.to_string()) && call.discarded && self.only_tells(closure) && is_of_host()
    }

    /// Whether this is a closure that only compares: it gives no number, and calls nothing else. A method of the user's own that takes it
    /// gets nothing with a tangent.
    pub(super) fn only_tells(&self, closure: ExprId) -> bool {
        let (Kind::Closure(id), Some(source)) = (&self.function.expr(closure).kind, self.function.source(closure))
        else {
            return false;
        };
        let result = self.types.expr(self.function.closure(*id).body);
        let does = |expr: &syntax::Expr<'_>| {
            matches!(&expr.kind, Kind::MethodCall(call) if call.discarded || !COMPARING.contains(&&*call.name.to_string()))
                || matches!(expr.kind, Kind::CallPath(_) | Kind::Call(..) | Kind::Macro(_) | Kind::Unseen(_))
        };
        !holds_number(&result) && !self.function.exprs[source.start.expr..closure.index()].iter().any(does)
    }

    /// Whether a call of a method may give, or change, only what has no tangent, whatever it reads.
    pub(super) fn may_be_plain(&self, id: ExprId, call: &MethodCall<'_>) -> bool {
        self.gives_plain(id)
            || self.gives_plain_array(id)
            || self.finds(call)
            || self.orders(call)
            || self.function.expr(id).role.is_converted()
    }

    /// The value of a call of a method that gives what has no tangent: it is left as it is, whatever it reads.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else calls a method")]
    pub(super) fn left_plain(&mut self, id: ExprId, span: Span) -> Lowered<Option<Val>> {
        let function = self.function;
        let Some(source) = function.source(id) else { return Ok(None) };
        let taken = function.expr(id).role.is_converted() && !matches!(self.types.expr(id), Ty::Real(_));
        let (orders, finds) = match &function.expr(id).kind {
            Kind::MethodCall(call) => (self.orders(call), self.finds(call)),
            _ => (false, false),
        };
        let gives_array = self.gives_plain_array(id) && !orders && !finds;
        if !(self.gives_plain(id) || taken || orders || finds || gives_array)
            || self.touches(source.start.expr, id.index() + 1, source.start.var, false)
        {
            return Ok(None);
        }
        let Ok(left) = leave(&function.scopes, source) else { return Ok(None) };
        self.covered.push((source.start.expr, id.index() + 1));
        let result = match self.types.expr(id) {
            _ if orders => Ty::unit(),
            ty @ Ty::Discrete(_) => ty,
            Ty::Var(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => {
                Ty::Discrete(hypernet::TypeName::Unnamed)
            }
        };
        // That it has none is what rustc is asked, unless its type is one that the user wrote, or a cast to an integer drops it.
        let is_number = match self.types.expr(id) {
            _ if function.expr(id).role == Role::Cut => false,
            Ty::Discrete(name) => is_integer(&name),
            Ty::Var(_) | Ty::Real(_) | Ty::Opaque(_) | Ty::Tuple(_) | Ty::Array(_) | Ty::Fn(_) => true,
        };
        let (tokens, backprop) = (&left.tokens, crate_path());
        let path = crate::input::written::located(quote!(#backprop::__private::plain), span);
        let tokens = match (orders, is_number) {
            (true, _) => quote!({ #tokens; }),
            _ if gives_array => self.asked_of_plain_array(id, tokens.clone()),
            (false, true) => quote!(#path(#tokens)),
            (false, false) => tokens.clone(),
        };
        let code =
            ForeignCode { lasts: makes_temporaries(source.node), ..ForeignCode::new(tokens, self.shape(&result)) };
        self.put(&left, code, span).map(Some)
    }

    /// Whether an expression is left as it is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not named is asked all of the questions below")]
    pub(super) fn is_left(&self, id: ExprId) -> bool {
        let function = self.function;
        let Some(source) = function.source(id) else { return false };
        match &function.expr(id).kind {
            Kind::Var(_) | Kind::Tuple(_) | Kind::Path(_) | Kind::PrimitivePath(..) | Kind::Closure(_) => return false,
            // It is made in the net.
            Kind::Elements(..) | Kind::Repeat(..) if self.owned.gives(id) => return false,
            // It may be a reference to a function.
            Kind::View(Form::Reference | Form::OpenReference, inside) if self.may_be_function(*inside) => {
                return false;
            }
            _ => {}
        }
        let gives_function = contains_function(&self.types.expr(id))
            || function.expr(id).role == Role::Argument && self.gives_function(id);
        let changes_host = match &function.expr(id).kind {
            Kind::Assign(target, _) | Kind::AssignOp(_, target, ..) => self.assigns_host(target),
            _ => false,
        };
        (changes_host || self.hosts.any(source.start.expr, id.index() + 1) || self.is_row_of_data(id))
            && !gives_function
            && !self.with_arrays.any(source.start.expr, id.index() + 1)
            && !self.touches(source.start.expr, id.index() + 1, source.start.var, true)
    }

    /// Whether this is an array in an array of data, by value: the host copies it.
    fn is_row_of_data(&self, id: ExprId) -> bool {
        matches!(self.types.expr(id), Ty::Array(_)) && self.function.read_by_net(id).is_some()
    }

    /// Whether a call that is an argument is taken to give a function: it is given one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression stands for a function that the host has")]
    fn gives_function(&self, id: ExprId) -> bool {
        match &self.function.expr(id).kind {
            Kind::CallPath(call) => call.args.iter().any(|&arg| self.is_function(arg)),
            _ => false,
        }
    }

    pub(super) fn is_function(&self, id: ExprId) -> bool {
        matches!(self.types.expr(id), Ty::Fn(_)) || matches!(self.function.expr(id).kind, Kind::Path(_))
    }

    /// Whether this is a variable that holds what a call gave of which nothing is known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression stands for a function that the host has")]
    fn may_be_function(&self, id: ExprId) -> bool {
        match &self.function.expr(id).kind {
            Kind::Var(var) => match self.env.get(var) {
                Some(Val::Wire(wire, _)) => self.values.left.contains_key(wire),
                Some(value) => value.has_function(),
                None => false,
            },
            Kind::View(_, inside) => self.may_be_function(*inside),
            _ => false,
        }
    }

    /// Whether something in an expression has been refused.
    fn is_refused(&self, id: ExprId) -> bool {
        self.function.refused.iter().any(|(at, _)| *at == id)
    }

    /// Another reason why an expression is refused.
    fn replace(&mut self, id: ExprId, diagnostic: Diagnostic) -> Diagnostic {
        self.covered.push((id.index(), id.index() + 1));
        diagnostic
    }

    /// Code that is left as it is, on the values of what it reads.
    pub(super) fn put(&mut self, left: &Left, code: ForeignCode, span: Span) -> Lowered<Val> {
        // What is left to the host need not be an array.
        if names_index(&left.tokens) {
            return Err(refusal::ITERATOR.on(span));
        }
        let mut code = code;
        let mut values = Vec::with_capacity(left.holes.len());
        for (at, hole) in left.holes.iter().enumerate() {
            let name = crate::holes::hole(at);
            if let Some(look) = self.look_of_host(hole.var, span)? {
                values.push(look);
                continue;
            }
            let mut value = self.variable(hole.var, span)?;
            let mut fields = hole.fields.as_slice();
            while let (Val::Tuple(parts), [first, rest @ ..]) = (&mut value, fields)
                && *first < parts.len()
            {
                value = parts.swap_remove(*first);
                fields = rest;
            }
            if !fields.is_empty() {
                let fields = fields.iter().map(|&field| syn::Index::from(field));
                code.tokens = fill_holes(code.tokens, std::slice::from_ref(&name), &[quote!(#name #(.#fields)*)]);
            }
            // The host has the reference again that the source has.
            if let (Val::Wire(wire, active), true) = (&value, self.variables.referring.contains(&hole.var)) {
                let view = Operation::View(Form::Reference, self.builder.ty(*wire).clone());
                value = Val::Wire(self.op1(view, &[*wire], span)?, *active);
            }
            self.sees_no_taken(&code.tokens, &name, hole.var, span)?;
            values.push(value);
        }
        let mut variables = Vec::new();
        for (index, hole) in left.holes.iter().enumerate() {
            let var = self.function.var(hole.var);
            if hole.of_macro || var.mutable {
                variables.push((index, hole.of_macro.then(|| var.name.clone())));
            }
        }
        let name = code.tokens.clone().into_iter().next().map_or_else(String::new, |token| token.to_string());
        let code = ForeignCode { declared: left.declared.clone(), variables, ..code };
        self.foreign_code(&name, code, &values, true, span)
    }

    /// A `let` of what is left as it is, with its pattern as it is; whether it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression names a function")]
    pub(super) fn left_let(&mut self, pattern: &Pattern, init: ExprId, local: &Local<'a>) -> Lowered<bool> {
        let function = self.function;
        let Some(source) = function.source(init) else { return Ok(false) };
        let first = local.start.expr;
        let plain = !local.verbatim && matches!(pattern, Pattern::Bind(_, None));
        let alias = match &function.expr(init).kind {
            Kind::Var(_) => self.may_be_function(init),
            Kind::Path(_) | Kind::PrimitivePath(..) | Kind::Closure(_) => true,
            _ => false,
        };
        let is_host =
            self.hosts.any(source.start.expr, init.index() + 1) || self.is_row_of_data(init) || local.verbatim;
        let has_function = |(_, var): &(String, VarId)| contains_function(&self.types.var(*var));
        if alias
            || !is_host
            || self.is_datum(init)
            || contains_function(&self.types.expr(init))
            || local.vars.iter().any(has_function)
            || local.vars.iter().any(|(_, var)| self.is_array_of_net(*var))
            || self.touches(first, local.last, local.start.var, true)
            || self.takes_looped(first, local.last)
            || local.vars.iter().any(|(_, var)| self.begins_as_data(*var) || self.is_depending_tuple(*var))
        {
            return Ok(false);
        }
        let places: Vec<VarId> = local
            .vars
            .iter()
            .map(|(_, var)| *var)
            .filter(|&var| {
                let ty = self.types.var(var);
                function.var(var).mutable && (is_host_type(&ty) || matches!(ty, Ty::Array(_)))
            })
            .collect();
        let mut names: Vec<VarId> = Vec::new();
        let mut name = |var: VarId| {
            let at = names.iter().position(|&name| name == var).unwrap_or_else(|| {
                names.push(var);
                names.len() - 1
            });
            name_hole(at)
        };
        let is_place = |var: VarId| places.contains(&var);
        let Ok((left, tokens)) = leave_let(&function.scopes, local, &mut name, &is_place) else { return Ok(false) };
        self.covered.push((first, local.last));
        self.reads_no_stored(&left, init)?;
        let shape = Shape::Tuple(names.iter().map(|&var| self.leaf_shape(&self.types.var(var))).collect());
        let code = ForeignCode { pattern: Some(tokens), ..ForeignCode::new(left.tokens.clone(), shape) };
        let span = function.expr(init).span;
        let Val::Tuple(values) = self.put(&left, code, span)? else { return Ok(true) };
        // Of a reference to a tuple, a pattern gives references.
        let may_refer = matches!(
            function.expr(init).kind,
            Kind::View(..) | Kind::Var(_) | Kind::Index(..) | Kind::Member(..) | Kind::Field(..)
        );
        for (&var, value) in names.iter().zip(values) {
            if let Val::Wire(wire, _) = &value
                && plain
            {
                self.note_left(init, *wire);
            }
            self.bind_given(var, value, may_refer && !plain, span)?;
        }
        self.variables.places.extend(places);
        Ok(true)
    }

    /// Whether a variable is a tuple with numbers that come to depend on a differentiated parameter, and with parts of types that only rustc
    /// knows: each part is a value of its own.
    fn is_depending_tuple(&self, var: VarId) -> bool {
        let Ty::Tuple(parts) = self.types.var(var) else { return false };
        let is_real = |ty: &Ty| matches!(ty, Ty::Real(_));
        let fits = |ty: &Ty| is_real(ty) || matches!(ty, Ty::Var(_)) || !is_host_type(ty);
        parts.iter().any(is_real)
            && parts.iter().all(fits)
            && self.function.depending.contains(&var)
            && self.function.var(var).mutable
    }

    /// Gives a name what a pattern of the host's gave, which may be a reference.
    pub(super) fn bind_given(&mut self, var: VarId, value: Val, may_refer: bool, span: Span) -> Lowered<()> {
        if let Val::Wire(wire, _) = &value {
            self.builder.name(*wire, &self.function.var(var).name.to_string());
            if may_refer
                && matches!(self.builder.ty(*wire), hypernet::Type::Real(scalar) if crate::source::names::is_builtin(scalar))
            {
                self.values.from_patterns.insert(*wire, None);
            }
        }
        let value = self.parted(value, &self.types.var(var), span)?;
        self.env.insert(var, value);
        Ok(())
    }

    /// One wire for a variable, tuples grouped.
    pub(super) fn leaf_shape(&self, ty: &Ty) -> Shape {
        Shape::Leaf(self.shape(ty).grouped())
    }

    /// A value on one wire, of this type.
    fn parted(&mut self, value: Val, ty: &Ty, span: Span) -> Lowered<Val> {
        match (self.shape(ty), value) {
            (shape @ Shape::Tuple(_), Val::Wire(wire, active)) if !is_host_type(ty) => {
                self.ungroup(wire, &shape, active, span)
            }
            (_, value) => Ok(value),
        }
    }

    /// Notes what is known of what code gives that is left as it is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives a reference")]
    fn note_left(&mut self, id: ExprId, wire: hypernet::Value) {
        match &self.function.expr(id).kind {
            Kind::CallPath(call) => self.note_call(call, wire),
            Kind::View(Form::Reference, _) => {
                self.values.references.insert(wire);
            }
            Kind::Var(var) => {
                if let Some(value) = self.env.get(var)
                    && self.is_reference(value)
                {
                    self.values.references.insert(wire);
                }
            }
            _ => {}
        }
    }

    /// Notes that a call has been left as it is and gives what may be a function.
    pub(super) fn note_call(&mut self, call: &CallPath<'_>, wire: hypernet::Value) {
        if self.is_unknown(wire)
            && !call.associated
            && call.refusal.is_none()
            && !call.args.iter().any(|&arg| self.is_function(arg))
            && let Some(&id) = self.values.given.get(&wire)
        {
            self.values.left.insert(wire, (id, call.path.clone()));
        }
    }

    /// The value of the longest beginning of a chain of operators that is left as it is, or of its first operand. What is
    /// left of the chain is in `spine`, its last operator first.
    pub(super) fn left_prefix(
        &mut self,
        first: ExprId,
        spine: &mut Vec<(ExprId, Arithmetic, ExprId, Span)>,
    ) -> Lowered<Val> {
        let untouched = |lowering: &Self, from: usize, to: ExprId, outside: usize| {
            !lowering.touches(from, to.index() + 1, outside, true)
        };
        let Some(start) = self.function.source(first).map(|source| source.start) else { return self.expr(first) };
        let mut longest = None;
        if untouched(self, start.expr, first, start.var) {
            let mut end = first.index() + 1;
            for (at, &(whole, _, right, _)) in spine.iter().enumerate().rev() {
                if !untouched(self, end, right, start.var) {
                    break;
                }
                end = whole.index() + 1;
                longest = Some(at);
            }
        }
        if let Some(at) = longest
            && let Some(value) = self.left(spine[at].0)?
        {
            spine.truncate(at);
            return Ok(value);
        }
        self.expr(first)
    }

    /// The tokens of a call whose arguments have been evaluated; functions by their names stay as they are. Some arguments are names of
    /// references.
    pub(super) fn plain_call(&self, id: ExprId, call: &CallPath<'_>, referred: &[bool], named: &[bool]) -> TokenStream {
        // A function has no references of its own, but the callee may want one.
        let written = match self.function.source(id).map(|source| source.node) {
            Some(syntax::Node::Expr(syn::Expr::Call(written))) => Some(&written.args),
            _ => None,
        };
        let given = call.args.iter().enumerate().map(|(index, &arg)| {
            let node = self.function.source(arg).map(|source| source.node);
            match (&self.function.expr(arg).kind, node) {
                _ if named.get(index) == Some(&true) => {
                    let hole = hole(index);
                    quote!(&#hole)
                }
                (Kind::Path(_) | Kind::PrimitivePath(..), Some(node)) => written
                    .and_then(|args| args.get(index))
                    .map_or_else(|| node.to_token_stream(), ToTokens::to_token_stream),
                (_, Some(syntax::Node::Expr(expr))) if referred.get(index) != Some(&false) => {
                    syntax::referenced(expr, hole(index))
                }
                _ => hole(index).into_token_stream(),
            }
        });
        let path = call.path;
        quote!(#path(#(#given),*))
    }
}

/// Whether a value of this type is a number with a tangent, or may hold one.
fn holds_number(ty: &Ty) -> bool {
    match ty {
        Ty::Real(_) | Ty::Opaque(Some(_)) => true,
        Ty::Tuple(parts) => parts.iter().any(holds_number),
        Ty::Array(element) => holds_number(element),
        Ty::Discrete(_) | Ty::Var(_) | Ty::Opaque(None) | Ty::Fn(_) => false,
    }
}
